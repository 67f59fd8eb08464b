//! Files in tests/snapshots.

use std::fs;
use std::path::Path;

/// Compares bytes with a file in tests/snapshots. `CHANCETREE_BLESS=1` writes the file first.
///
/// # Panics
/// If the file is missing or different.
pub fn assert_snapshot(name: &str, made: impl AsRef<[u8]>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../snapshots").join(name);
    let made = made.as_ref();
    if std::env::var_os("CHANCETREE_BLESS").is_some() {
        fs::write(&path, made).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    let expected = fs::read(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    let [made_lines, expected_lines] = [made, &expected].map(|text| text.split(|&byte| byte == b'\n'));
    let line = made_lines.zip(expected_lines).find(|(made, expected)| made != expected);
    let [now, before] = line.map_or_else(Default::default, |(made, expected)| {
        [made, expected].map(|line| String::from_utf8_lossy(line).into_owned())
    });
    assert!(
        made == expected,
        "{name} is different; CHANCETREE_BLESS=1 accepts the change\n now: {now}\n was: {before}"
    );
}
