//! Saved work of a custom program, in files: complete and verified, or absent.

use chancetree::model::Store as _;
use chancetree_export::save::{FileStore, FileStoreError, PartialFile};
use serde_json::{Value, json};
use std::fs;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::time::Duration;

fn open(folder: &Path, query: &Value) -> Result<FileStore, FileStoreError> {
    FileStore::open(folder, query, Duration::ZERO)
}

fn loaded(store: &FileStore, key: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut saved = store.load(key).expect("it can be read").expect("it is there");
    saved.read_to_end(&mut bytes).expect("bytes");
    bytes
}

fn save(store: &FileStore, key: &str, text: &str) {
    store.save(key, &mut |out| out.write_all(text.as_bytes())).expect("it can be saved");
}

#[test]
fn a_section_is_read_as_it_was_saved_or_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let (folder, work) = (folder.path(), json!({ "pairs": 3 }));
    let new = open(folder, &work).expect("nothing is there");
    let file = new.file("");
    assert!(new.bytes() == 0 && !new.has("") && new.load("").expect("it can be read").is_none());
    save(&new, "", "half of it");
    drop(new);
    let found = open(folder, &work).expect("it is right");
    assert!(found.bytes() > 0 && found.has(""));
    assert_eq!(loaded(&found, ""), b"half of it");
    drop(found);
    assert!(matches!(open(folder, &json!({ "pairs": 4 })), Err(FileStoreError::OtherWork { .. })));
    let right = fs::read(&file).expect("it is there");
    for at in 0..right.len() {
        let mut wrong = right.clone();
        wrong[at] ^= 1;
        fs::write(&file, wrong).expect("it can be written");
        assert!(open(folder, &work).is_err(), "byte {at}");
    }
    fs::write(&file, &right[..right.len() - 1]).expect("it can be written");
    assert!(matches!(open(folder, &work), Err(FileStoreError::Damaged { .. })));
}

#[test]
fn sections_are_separate_and_removed_with_their_subsections() {
    let folder = tempfile::tempdir().expect("a folder");
    let (folder, work) = (folder.path(), json!("work"));
    let store = open(folder, &work).expect("nothing is there");
    for key in ["", "1", "1/explored", "11", "2/explored"] {
        save(&store, key, key);
    }
    drop(store);
    let store = open(folder, &work).expect("all are right");
    assert_eq!(store.keys().expect("a folder"), ["", "1", "1/explored", "11", "2/explored"]);
    assert!(store.has("2") && !store.has("3"));
    store.remove("1").expect("it can be removed");
    assert_eq!(store.keys().expect("a folder"), ["", "11", "2/explored"]);
    assert_eq!(loaded(&store, "2/explored"), b"2/explored");
    store.remove("1").expect("it is gone");
    // A file contains its name, so that no other file can replace it.
    fs::copy(store.file("11"), store.file("2")).expect("a copy");
    drop(store);
    assert!(matches!(open(folder, &work), Err(FileStoreError::Damaged { .. })));
    fs::remove_file(folder.join("chancetree.checkpoint.2")).expect("it is there");
    open(folder, &work).expect("all are right").remove("").expect("all can be removed");
    assert_eq!(fs::read_dir(folder).expect("it is there").count(), 0);
}

#[test]
fn a_folder_serves_one_job_at_a_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let (folder, work) = (folder.path(), json!("work"));
    let shared = |process| FileStore::open_shared(folder, &work, Duration::ZERO, (process, 2));
    let lock = open(folder, &work).expect("a free folder");
    assert!(matches!(open(folder, &work), Err(FileStoreError::InUse(_))));
    drop(lock);
    let one = shared(0).expect("a free folder");
    let other = shared(1).expect("it is the same work");
    assert!(matches!(shared(1), Err(FileStoreError::InUse(_))));
    assert!(matches!(open(folder, &work), Err(FileStoreError::InUse(_))));
    drop((one, other));
    open(folder, &work).expect("all are gone");
    assert_eq!(fs::read_dir(folder).expect("it is there").count(), 0, "locks without an owner");
}

#[test]
fn files_of_a_group_are_renamed_all_or_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let started = |name: &str, replace| {
        let mut partial = PartialFile::create(&path(name), replace).expect("a folder for it");
        partial.write_all(b"new").expect("there is room");
        partial
    };
    for name in ["one", "two", "three"] {
        fs::write(path(name), "old").expect("it can be written");
    }
    let all = vec![started("one", true), started("two", true), started("three", false)];
    assert!(
        matches!(PartialFile::finish_all(all), Err(FileStoreError::System { file, .. }) if file == path("three"))
    );
    let text = |name: &str| fs::read_to_string(path(name)).expect("it is there");
    assert_eq!(["one", "two", "three"].map(text), ["old"; 3]);
    PartialFile::finish_all(vec![started("one", true), started("two", true)]).expect("both may be replaced");
    drop(started("three", true));
    assert_eq!(["one", "two", "three"].map(text), ["new", "new", "old"]);
    assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 3, "nothing is left beside them");
}

#[test]
fn other_work_is_described_by_its_command_and_parameters() {
    let game = |pairs: u8| json!({ "pairs": pairs, "known_pairs": 2, "cards": null, "play": ["best", "T6"] });
    let fingerprint = json!({
        "best": "memory", "games": 2, "first": game(20), "last": game(21), "all": 7,
        "options": { "lowest": true, "known_pairs": 2, "names": [], "checksum": 15457243477258907712u64 },
    });
    let error = FileStoreError::OtherWork { file: "kept".into(), fingerprint };
    let text = "the checkpoint kept belongs to other work: \
                best memory, pairs 20 to 21, known-pairs 2, play best,T6, lowest yes";
    assert_eq!(error.to_string(), text);
}
