//! Pictures: how they are written.

use super::context::Context;
use super::fail::Fail;
#[cfg(feature = "pictures")]
use super::fail::Status;
use super::file_format;
use clap::ValueEnum;
use std::io::{self, IsTerminal as _};
use std::path::Path;

/// `true` if this program writes pictures as PNG and PDF.
pub(crate) const PAINTS: bool = cfg!(feature = "pictures");

/// The formats in which a picture is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PictureFormat {
    /// A picture
    Svg,
    /// The same in pixels
    #[value(hide = !PAINTS)]
    Png,
    /// The same for print
    #[value(hide = !PAINTS)]
    Pdf,
}

impl PictureFormat {
    /// Returns the kind of picture that a format is by its name, if it is one.
    pub(crate) fn of(format: &impl ValueEnum) -> Option<Self> {
        Self::named(format.to_possible_value()?.get_name())
    }

    /// Returns the kind of picture that has this name, if one has.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::from_str(name, false).ok()
    }

    /// Returns the bytes of a picture that was drawn as SVG. `width` is that of PNG, in pixels.
    #[cfg(feature = "pictures")]
    pub(crate) fn paint(
        self,
        svg: String,
        title: &str,
        width: Option<u32>,
        context: &Context,
    ) -> Result<Vec<u8>, Fail> {
        use crate::export::paint;
        let room = |bytes| context.has_room(bytes);
        let painted = match self {
            Self::Svg => return Ok(svg.into_bytes()),
            Self::Png => paint::png(&svg, width, &room).map(|(bytes, share)| {
                if share < 1.0 {
                    let shown = (100.0 * share).round();
                    context.note(&format!(
                        "note: so large a picture is painted at {shown} % of its size; svg and pdf are sharp at any"
                    ));
                }
                bytes
            }),
            Self::Pdf => paint::pdf(&svg, title, &room),
        };
        painted.map_err(|error| match error {
            paint::PaintError::Size(..) => Fail::beyond_program_limit(error.to_string()).help("--format pdf"),
            paint::PaintError::Memory(_) => context.memory_failure("before the picture is painted"),
            error => Fail::new(Status::Failed, error.to_string()),
        })
    }

    /// The bytes of a picture that was drawn as SVG.
    #[cfg(not(feature = "pictures"))]
    pub(crate) fn paint(self, svg: String, _: &str, _: Option<u32>, _: &Context) -> Result<Vec<u8>, Fail> {
        self.known().map(|()| svg.into_bytes())
    }

    /// Refuses a picture that this program was built without.
    fn known(self) -> Result<(), Fail> {
        if self == Self::Svg || PAINTS {
            return Ok(());
        }
        let name = file_format::name(&self);
        Err(Fail::usage(format!(
            "this program was built without {name}; the feature pictures has it, or take svg"
        ))
        .help("cargo install --path . --features pictures"))
    }

    /// Refuses a picture that cannot be made, or that is no text where it would go to a terminal.
    pub(crate) fn check(self, path: &Path, context: &Context) -> Result<(), Fail> {
        self.known()?;
        if self == Self::Svg
            || path != Path::new("-")
            || context.output().has_file()
            || !io::stdout().is_terminal()
        {
            return Ok(());
        }
        let name = file_format::name(&self);
        Err(Fail::usage(format!("a {name} is not text for a terminal; send it into a file"))
            .help(format!("> picture.{name}")))
    }

    /// Puts a picture on stdout.
    pub(crate) fn print(self, svg: String, title: &str, context: &Context) -> Result<(), Fail> {
        context.output().drawing(&self.paint(svg, title, None, context)?)
    }
}
