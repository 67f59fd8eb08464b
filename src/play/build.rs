//! Compresses the files of the pages.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The folder of the files.
const FOLDER: &str = "page";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed={FOLDER}");
    let mut files = Vec::new();
    list(Path::new(FOLDER), &mut files)?;
    files.sort();
    let (mut text, mut places) = (String::new(), String::new());
    for file in files {
        let begin = text.len();
        text += &fs::read_to_string(&file)?;
        // The same names on every system.
        let name: Vec<_> = file.strip_prefix(FOLDER)?.iter().map(|part| part.to_string_lossy()).collect();
        places += &format!("({:?}, {begin}..{}), ", name.join("/"), text.len());
    }
    let out = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(out.join("assets.rs"), format!("[{places}]"))?;
    fs::write(out.join("assets.lz4"), lz4_flex::compress_prepend_size(text.as_bytes()))?;
    Ok(())
}

/// Adds the files in `folder` and in its folders, except Rust sources.
fn list(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(&path, files)?;
        } else if path.extension().is_none_or(|extension| extension != "rs") {
            files.push(path);
        }
    }
    Ok(())
}
