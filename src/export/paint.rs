//! Converts SVG pictures to PNG and PDF with the bundled font DejaVu Sans, so that pictures do not depend on the
//! fonts of a machine. The same picture gives the same bytes.

use krilla::Document;
use krilla::geom::Size;
use krilla::metadata::Metadata;
use krilla::page::PageSettings;
use krilla_svg::{SurfaceExt as _, SvgSettings};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use std::collections::BTreeSet;
use thiserror::Error;

pub use {dejavu, resvg};

/// Pixels for each unit of the SVG: fine enough for a slide.
const SCALE: f32 = 2.0;

/// The maximum number of pixels, each of which takes four bytes while it is painted.
const MAX_PIXELS: f32 = 6e7;

/// The bytes of a pixel: four while it is painted, and four in the copy that is compressed.
const PIXEL: u64 = 8;

/// The memory that each byte of an SVG can take after parsing, in bytes: letters become curves.
const PARSED: u64 = 40;

/// The maximum rounding error of a size that is a whole number of pixels.
const ROUNDING: f32 = 0.01;

/// The longest side of a page that PDF readers must support, in points.
const LONGEST: f32 = 14_400.0;

/// The reason a document cannot be drawn as a picture.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PaintError {
    /// The text is not SVG.
    #[error("no SVG: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// The picture has no pixel, or too many pixels.
    #[error("a picture of {0} x {1} units cannot be painted")]
    Size(u32, u32),
    /// Not enough memory for this number of bytes.
    #[error("painting takes {0} bytes, and there is no room for them")]
    Memory(u64),
    /// The picture cannot be encoded.
    #[error("{0}")]
    Encoding(String),
}

/// Paints an SVG document as PNG, `wide` pixels wide, by default with two pixels for each unit. A picture with more
/// than 60 million pixels is scaled down. Returns the bytes, and the scale relative to the requested scale, 1 or
/// less. `room` returns whether a number of further bytes can be allocated.
///
/// # Errors
/// If the text is not an SVG document, if the picture is so long that it is less than a pixel wide, or if memory is
/// short.
pub fn png(svg: &str, wide: Option<u32>, room: &dyn Fn(u64) -> bool) -> Result<(Vec<u8>, f32), PaintError> {
    let tree = read(svg, room)?;
    let [width, height] = [tree.size().width(), tree.size().height()];
    let wanted = wide.map_or(SCALE, |wide| wide as f32 / width);
    let scale = (MAX_PIXELS / (width * height)).sqrt().min(wanted);
    let [across, down] = [width, height].map(|side| (side * scale - ROUNDING).ceil() as u32);
    check_room(room, PIXEL * u64::from(across) * u64::from(down))?;
    let mut pixels = Pixmap::new(across, down).ok_or(PaintError::Size(width as u32, height as u32))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    let bytes = pixels.encode_png().map_err(|error| PaintError::Encoding(error.to_string()))?;
    Ok((bytes, scale / wanted))
}

/// Returns an SVG document as a PDF of one page of its size, with one point for each unit and searchable text. A
/// picture longer than the longest page is scaled down. `room` returns whether a number of further bytes can be
/// allocated.
///
/// # Errors
/// If the text is not an SVG document, or if memory is short.
pub fn pdf(svg: &str, title: &str, room: &dyn Fn(u64) -> bool) -> Result<Vec<u8>, PaintError> {
    let tree = read(svg, room)?;
    let [width, height] = [tree.size().width(), tree.size().height()];
    let scale = (LONGEST / width.max(height)).min(1.0);
    let size =
        Size::from_wh(width * scale, height * scale).ok_or(PaintError::Size(width as u32, height as u32))?;
    let mut document = Document::new();
    document.set_metadata(Metadata::new().title(title.to_owned()).language("en".to_owned()));
    let mut page = document.start_page_with(PageSettings::new(size));
    let mut surface = page.surface();
    let _ = surface.draw_svg(&tree, size, SvgSettings::default());
    surface.finish();
    page.finish();
    document.finish().map_err(|error| PaintError::Encoding(format!("{error:?}")))
}

/// Returns the characters of an SVG document that the bundled font lacks, in ascending order. PNG and PDF show a box in their place.
pub fn missing_characters(svg: &str) -> Vec<char> {
    let font = ttf_parser::Face::parse(dejavu::sans::regular(), 0).expect("the bundled font is a font");
    let has_glyph = |character: &char| character.is_ascii() || font.glyph_index(*character).is_some();
    let missing: BTreeSet<char> = svg.chars().filter(|character| !has_glyph(character)).collect();
    missing.into_iter().collect()
}

fn check_room(room: &dyn Fn(u64) -> bool, bytes: u64) -> Result<(), PaintError> {
    if room(bytes) { Ok(()) } else { Err(PaintError::Memory(bytes)) }
}

fn read(svg: &str, room: &dyn Fn(u64) -> bool) -> Result<Tree, PaintError> {
    check_room(room, PARSED * svg.len() as u64)?;
    let mut options = Options::default();
    let fonts = options.fontdb_mut();
    fonts.load_font_data(dejavu::sans::regular().to_vec());
    fonts.load_font_data(dejavu::sans::bold().to_vec());
    fonts.set_sans_serif_family("DejaVu Sans");
    options.font_family = "DejaVu Sans".to_owned();
    Ok(Tree::from_str(svg, &options)?)
}
