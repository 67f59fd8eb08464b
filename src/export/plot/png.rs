//! SVG pictures as PNG. Letters are DejaVu Sans, which comes with the program: the picture does not depend on the fonts
//! of a machine, nor is there need of any.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use thiserror::Error;

/// Pixels to a unit of the SVG: fine enough for a slide.
const SCALE: f32 = 2.0;

/// Why a document is no picture.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Unpaintable {
    /// It is no SVG.
    #[error("no SVG: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// It has no pixel, or too many.
    #[error("a picture of {0} x {1} pixels cannot be painted")]
    Size(u32, u32),
    /// It cannot be encoded.
    #[error("{0}")]
    Png(String),
}

/// Paints an SVG document, with two pixels to its unit.
///
/// # Errors
/// If it is no SVG, or has no size that fits into memory.
pub fn png(svg: &str) -> Result<Vec<u8>, Unpaintable> {
    let mut options = Options::default();
    let fonts = options.fontdb_mut();
    fonts.load_font_data(dejavu::sans::regular().to_vec());
    fonts.load_font_data(dejavu::sans::bold().to_vec());
    fonts.set_sans_serif_family("DejaVu Sans");
    options.font_family = "DejaVu Sans".to_owned();
    let tree = Tree::from_str(svg, &options)?;
    let [width, height] =
        [tree.size().width(), tree.size().height()].map(|side| (side * SCALE).ceil() as u32);
    let mut pixels = Pixmap::new(width, height).ok_or(Unpaintable::Size(width, height))?;
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| Unpaintable::Png(error.to_string()))
}
