//! Compresses the files of the pages.

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    chancetree_assets::pack("page")
}
