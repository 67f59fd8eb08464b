//! Long work of a program of one's own, in files: whole and checked, or not there.

use chancetree::evaluate::checkpoint::Store as _;
use chancetree::export::save::{Checkpoint, Lock, Partial, Unusable};
use serde_json::{Value, json};
use std::fs;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::time::Duration;

fn opened(file: &Path, parameters: &Value) -> Result<Checkpoint, Unusable> {
    Checkpoint::open(file.to_owned(), parameters, Duration::ZERO)
}

#[test]
fn a_checkpoint_is_read_as_it_was_saved_or_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, work) = (folder.path().join("work"), json!({ "pairs": 3 }));
    let new = opened(&file, &work).expect("nothing is there");
    assert_eq!((new.bytes(), Checkpoint::is_of(&file, &work)), (None, false));
    new.save(&mut |out| out.write_all(b"half of it")).expect("it can be saved");
    let found = opened(&file, &work).expect("it is right");
    assert_eq!((found.bytes(), Checkpoint::is_of(&file, &work)), (Some(10), true));
    let mut text = String::new();
    let mut saved = found.saved().expect("it can be read").expect("it is there");
    saved.read_to_string(&mut text).expect("it is text");
    assert_eq!(text, "half of it");
    assert!(matches!(opened(&file, &json!({ "pairs": 4 })), Err(Unusable::OtherWork { .. })));
    let right = fs::read(&file).expect("it is there");
    for at in 0..right.len() {
        let mut wrong = right.clone();
        wrong[at] ^= 1;
        fs::write(&file, wrong).expect("it can be written");
        // Some bytes of the compressed part are about the time and the system, which nothing depends on.
        if let Ok(other) = opened(&file, &work) {
            let mut bytes = Vec::new();
            other
                .saved()
                .expect("it can be read")
                .expect("it is there")
                .read_to_end(&mut bytes)
                .expect("bytes");
            assert_eq!(bytes, b"half of it", "byte {at}");
        }
    }
    fs::write(&file, &right[..right.len() - 1]).expect("it can be written");
    assert!(matches!(opened(&file, &work), Err(Unusable::Damaged { .. })));
    found.forget().expect("it can be removed");
    found.forget().expect("it is gone");
    assert!(!file.exists());
}

#[test]
fn a_folder_is_for_one_work_at_a_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let held = Lock::alone(folder.path()).expect("nobody has it");
    assert!(matches!(Lock::alone(folder.path()), Err(Unusable::InUse(_))));
    drop(held);
    let one = Lock::together(folder.path(), "work", 0, 2).expect("nobody has it");
    let other = Lock::together(folder.path(), "work", 1, 2).expect("it is the same work");
    assert!(matches!(Lock::together(folder.path(), "work", 1, 2), Err(Unusable::InUse(_))));
    assert!(matches!(Lock::alone(folder.path()), Err(Unusable::InUse(_))));
    drop((one, other));
    Lock::alone(folder.path()).expect("all are gone");
    assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 0, "locks that nobody holds");
}

#[test]
fn files_that_belong_together_have_their_names_all_or_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let begun = |name: &str, replace| {
        let mut partial = Partial::create(&path(name), replace).expect("a folder for it");
        partial.write_all(b"new").expect("there is room");
        partial
    };
    for name in ["one", "two", "three"] {
        fs::write(path(name), "old").expect("it can be written");
    }
    let all = vec![begun("one", true), begun("two", true), begun("three", false)];
    assert!(matches!(Partial::finish_all(all), Err(Unusable::System { file, .. }) if file == path("three")));
    let text = |name: &str| fs::read_to_string(path(name)).expect("it is there");
    assert_eq!(["one", "two", "three"].map(text), ["old"; 3]);
    Partial::finish_all(vec![begun("one", true), begun("two", true)]).expect("both may be replaced");
    drop(begun("three", true));
    assert_eq!(["one", "two", "three"].map(text), ["new", "new", "old"]);
    assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 3, "nothing is left beside them");
}
