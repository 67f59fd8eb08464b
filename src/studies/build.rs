//! Compresses the tables of the studies.

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    chancetree_assets::pack("tables")
}
