//! SVG pictures as PNG and PDF. Letters are DejaVu Sans, which comes with the program: the picture does not depend on the
//! fonts of a machine, nor is there need of any. The same picture is the same bytes.

use krilla::Document;
use krilla::geom::Size;
use krilla::metadata::Metadata;
use krilla::page::PageSettings;
use krilla_svg::{SurfaceExt as _, SvgSettings};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use thiserror::Error;

#[doc(hidden)]
pub use {dejavu, resvg};

/// Pixels to a unit of the SVG: fine enough for a slide.
const SCALE: f32 = 2.0;

/// The most pixels of a picture: four bytes each while it is painted.
const MOST_PIXELS: f32 = 6e7;

/// Bytes of a pixel: four while it is painted, and four of its copy while it is packed.
const PIXEL: u64 = 8;

/// Bytes that are held for each byte of an SVG, at most: letters become curves.
const READ: u64 = 40;

/// The most that rounding changes a whole number of pixels.
const ROUNDING: f32 = 0.01;

/// The longest side of a page that readers of PDF must open, in points.
const LONGEST: f32 = 14_400.0;

/// The reason a document cannot be drawn as a picture.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Unpaintable {
    /// It is no SVG.
    #[error("no SVG: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// It has no pixel, or too many.
    #[error("a picture of {0} x {1} units cannot be painted")]
    Size(u32, u32),
    /// There is no room for so many bytes.
    #[error("painting takes {0} bytes, and there is no room for them")]
    Memory(u64),
    /// It cannot be encoded.
    #[error("{0}")]
    Encoding(String),
}

/// Paints an SVG document as PNG, `wide` pixels wide, or with two pixels to a unit by default. The scale is reduced if
/// the picture would have more than 60 million pixels: beside the bytes stands its share of the one wanted, 1 or less.
/// `room` returns whether there is room for a number of bytes more.
///
/// # Errors
/// If the text is not an SVG document, if the picture is so long that it has no pixel across, or if there is no room
/// for it.
pub fn png(svg: &str, wide: Option<u32>, room: &dyn Fn(u64) -> bool) -> Result<(Vec<u8>, f32), Unpaintable> {
    let tree = read(svg, room)?;
    let [width, height] = [tree.size().width(), tree.size().height()];
    let wanted = wide.map_or(SCALE, |wide| wide as f32 / width);
    let scale = (MOST_PIXELS / (width * height)).sqrt().min(wanted);
    let [across, down] = [width, height].map(|side| (side * scale - ROUNDING).ceil() as u32);
    ask(room, PIXEL * u64::from(across) * u64::from(down))?;
    let mut pixels = Pixmap::new(across, down).ok_or(Unpaintable::Size(width as u32, height as u32))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    let bytes = pixels.encode_png().map_err(|error| Unpaintable::Encoding(error.to_string()))?;
    Ok((bytes, scale / wanted))
}

/// Returns an SVG document as a PDF of one page of its size, with one point to a unit and searchable text. A picture
/// longer than a page can be is scaled down. `room` returns whether there is room for a number of bytes more.
///
/// # Errors
/// If the text is not an SVG document, or if there is no room for it.
pub fn pdf(svg: &str, title: &str, room: &dyn Fn(u64) -> bool) -> Result<Vec<u8>, Unpaintable> {
    let tree = read(svg, room)?;
    let [width, height] = [tree.size().width(), tree.size().height()];
    let scale = (LONGEST / width.max(height)).min(1.0);
    let size =
        Size::from_wh(width * scale, height * scale).ok_or(Unpaintable::Size(width as u32, height as u32))?;
    let mut document = Document::new();
    document.set_metadata(Metadata::new().title(title.to_owned()).language("en".to_owned()));
    let mut page = document.start_page_with(PageSettings::new(size));
    let mut surface = page.surface();
    let _ = surface.draw_svg(&tree, size, SvgSettings::default());
    surface.finish();
    page.finish();
    document.finish().map_err(|error| Unpaintable::Encoding(format!("{error:?}")))
}

fn ask(room: &dyn Fn(u64) -> bool, bytes: u64) -> Result<(), Unpaintable> {
    if room(bytes) { Ok(()) } else { Err(Unpaintable::Memory(bytes)) }
}

fn read(svg: &str, room: &dyn Fn(u64) -> bool) -> Result<Tree, Unpaintable> {
    ask(room, READ * svg.len() as u64)?;
    let mut options = Options::default();
    let fonts = options.fontdb_mut();
    fonts.load_font_data(dejavu::sans::regular().to_vec());
    fonts.load_font_data(dejavu::sans::bold().to_vec());
    fonts.set_sans_serif_family("DejaVu Sans");
    options.font_family = "DejaVu Sans".to_owned();
    Ok(Tree::from_str(svg, &options)?)
}
