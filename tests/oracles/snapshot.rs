//! Files in tests/snapshots.

use std::fs;
use std::path::Path;

/// Compares bytes with a file in tests/snapshots. `CHANCETREE_BLESS=1` writes the file before.
///
/// # Panics
/// If the file is missing or different.
pub fn assert_snapshot(name: &str, made: impl AsRef<[u8]>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../snapshots").join(name);
    let made = made.as_ref();
    if std::env::var_os("CHANCETREE_BLESS").is_some() {
        fs::write(&path, made).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    let kept = fs::read(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    let [made_lines, kept_lines] = [made, &kept].map(|text| text.split(|&byte| byte == b'\n'));
    let line = made_lines.zip(kept_lines).find(|(made, kept)| made != kept);
    let [now, before] = line.map_or_else(Default::default, |(made, kept)| {
        [made, kept].map(|line| String::from_utf8_lossy(line).into_owned())
    });
    assert!(
        made == kept,
        "{name} is different; CHANCETREE_BLESS=1 accepts the change\n now: {now}\n was: {before}"
    );
}
