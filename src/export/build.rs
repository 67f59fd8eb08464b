//! Compresses the files of the graph explorer.

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    chancetree_assets::pack("html")
}
