//! Writes pictures as SVG, PNG or PDF.

use super::context::Context;
use super::fail::Fail;
#[cfg(feature = "pictures")]
use super::fail::Status;
use super::file_format;
#[cfg(feature = "pictures")]
use chancetree_families::family::Refusal;
use clap::ValueEnum;
use std::io::{self, IsTerminal as _};
use std::path::Path;

/// `true` if this program was built with PNG and PDF.
pub(crate) const PAINTS: bool = cfg!(feature = "pictures");

/// The format of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PictureFormat {
    /// A picture
    Svg,
    /// A bitmap
    #[value(hide = !PAINTS)]
    Png,
    /// A file for printing
    #[value(hide = !PAINTS)]
    Pdf,
}

impl PictureFormat {
    /// Returns the picture format with the name of another format, if there is one.
    pub(crate) fn of(format: &impl ValueEnum) -> Option<Self> {
        Self::named(format.to_possible_value()?.get_name())
    }

    /// Returns the picture format with this name, if there is one.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::from_str(name, false).ok()
    }

    /// Converts an SVG to the bytes of the format. `width` is the width of a PNG in pixels.
    #[cfg(feature = "pictures")]
    pub(crate) fn paint(
        self,
        svg: String,
        title: &str,
        width: Option<u32>,
        context: &Context,
    ) -> Result<Vec<u8>, Fail> {
        use chancetree_export::paint;
        let room = |bytes| context.has_room(bytes);
        let painted = match self {
            Self::Svg => return Ok(svg.into_bytes()),
            Self::Png => paint::png(&svg, width, &room).map(|(bytes, share)| {
                if share < 1.0 {
                    let shown = (100.0 * share).round();
                    context.note(&format!(
                        "note: the picture is too large and is painted at {shown} % of its size; svg and pdf have no limit"
                    ));
                }
                bytes
            }),
            Self::Pdf => paint::pdf(&svg, title, &room),
        };
        let missing: Vec<_> = paint::missing_characters(&svg).iter().map(char::to_string).collect();
        if !missing.is_empty() {
            context.note(&format!(
                "note: the font of png and pdf has boxes in place of these characters: {}; svg has the characters",
                missing.join(" ")
            ));
        }
        painted.map_err(|error| match error {
            paint::PaintError::Size(..) => {
                Fail::beyond_program(Refusal::new(error.to_string()).help("--format pdf"))
            }
            paint::PaintError::Memory(_) => context.memory_failure("before the picture is painted"),
            error => Fail::new(Status::Failed, error.to_string()),
        })
    }

    /// Returns the bytes of an SVG. Other formats are an error without the feature `pictures`.
    #[cfg(not(feature = "pictures"))]
    pub(crate) fn paint(self, svg: String, _: &str, _: Option<u32>, _: &Context) -> Result<Vec<u8>, Fail> {
        self.check_feature().map(|()| svg.into_bytes())
    }

    /// Returns an error for a format that this program was built without.
    fn check_feature(self) -> Result<(), Fail> {
        if self == Self::Svg || PAINTS {
            return Ok(());
        }
        let name = file_format::name(&self);
        Err(Fail::usage(format!(
            "{name} support is not built in; use svg, or install with the feature pictures"
        ))
        .help("cargo install --path . --features pictures"))
    }

    /// Returns an error for a format that this program was built without, and for a binary format on a terminal.
    pub(crate) fn check(self, path: &Path, context: &Context) -> Result<(), Fail> {
        self.check_feature()?;
        if self == Self::Svg
            || path != Path::new("-")
            || context.output().has_file()
            || !io::stdout().is_terminal()
        {
            return Ok(());
        }
        let name = file_format::name(&self);
        Err(Fail::usage(format!("a {name} cannot be shown in a terminal; write it to a file"))
            .help(format!("> picture.{name}")))
    }

    /// Prints a picture.
    pub(crate) fn print(self, svg: String, title: &str, context: &Context) -> Result<(), Fail> {
        context.output().drawing(&self.paint(svg, title, None, context)?)
    }
}
