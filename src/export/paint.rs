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

/// Pixels to a unit of the SVG: fine enough for a slide.
const SCALE: f32 = 2.0;

/// The most pixels of a picture: four bytes each while it is painted.
const MOST_PIXELS: f32 = 6e7;

/// Bytes of a pixel: four while it is painted, and four of its copy while it is packed.
const PIXEL: u64 = 8;

/// Bytes that are held for each byte of an SVG, at most: letters become curves.
const READ: u64 = 40;

/// What rounding can make of a whole number of pixels.
const ROUNDING: f32 = 0.01;

/// The longest side of a page that readers of PDF must open, in points.
const LONGEST: f32 = 14_400.0;

/// Why a document is no picture.
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

/// A picture in pixels.
#[derive(Clone, Debug)]
pub struct Painted {
    /// The bytes of a PNG file.
    pub bytes: Vec<u8>,
    /// The pixels to a unit of the SVG.
    pub scale: f32,
    /// The pixels to a unit that were wanted.
    pub wanted: f32,
}

impl Painted {
    /// How large it is, of what a smaller picture would be: 1, or less.
    #[must_use]
    pub fn share(&self) -> f32 {
        self.scale / self.wanted
    }
}

/// Paints an SVG document so many pixels wide, or with two pixels to its unit; with fewer where there would be more than
/// 60 million of them. `room` says whether there is room for so many bytes more.
///
/// # Errors
/// If it is no SVG, or so long that it has no pixel across, or if there is no room for it.
pub fn png(svg: &str, wide: Option<u32>, room: &dyn Fn(u64) -> bool) -> Result<Painted, Unpaintable> {
    let tree = read(svg, room)?;
    let [width, height] = [tree.size().width(), tree.size().height()];
    let wanted = wide.map_or(SCALE, |wide| wide as f32 / width);
    let scale = (MOST_PIXELS / (width * height)).sqrt().min(wanted);
    let [across, down] = [width, height].map(|side| (side * scale - ROUNDING).ceil() as u32);
    ask(room, PIXEL * u64::from(across) * u64::from(down))?;
    let mut pixels = Pixmap::new(across, down).ok_or(Unpaintable::Size(width as u32, height as u32))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    let bytes = pixels.encode_png().map_err(|error| Unpaintable::Encoding(error.to_string()))?;
    Ok(Painted { bytes, scale, wanted })
}

/// Writes an SVG document as a PDF of one page of its size, a point to a unit, with letters that can be searched; what
/// is longer than a page can be is made smaller. `room` says whether there is room for so many bytes more.
///
/// # Errors
/// If it is no SVG, or if there is no room for it.
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
