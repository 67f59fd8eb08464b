//! Descriptions of games that are refused.

use chancetree::family::{Family, GameArguments, Page, Parameter, Playable, Refusal};

/// A description with an invalid parameter or page.
pub(crate) struct Wrong(&'static str, Parameter, &'static [Page]);

/// A parameter with the name of an option of every game.
const THREADS: Parameter = Parameter::whole("threads", "What is taken", 1, 2);

const MUCH: Parameter = Parameter::whole("much", "How much of it", 1, 2);

pub(crate) const TAKEN: Wrong = Wrong("taken", THREADS, &[]);

/// A parameter with the letter of an option of every command.
pub(crate) const LETTER: Wrong = Wrong("letter", MUCH.short('q'), &[]);

/// A parameter that requires an unknown parameter.
pub(crate) const LOOSE: Wrong = Wrong("loose", MUCH.with("sugar"), &[]);

/// Texts with a meaning for shells.
pub(crate) const HOSTILE: Wrong = Wrong(
    "hostile",
    Parameter::words(
        "way",
        "It's [a] \"way\": $(touch owned) `touch owned` \\ ‘x’ {y} 50%\u{e001}",
        &[
            ("it's", "Isn't [b] \"$(touch owned)\": `touch owned` \\ ‘z’"),
            ("$(touch${IFS}owned)", ""),
            ("a:b", "c:d"),
        ],
    )
    .with_placeholder("P,P',P'':[x]$(touch owned)`touch owned`\"\\"),
    &[Page::new("odds", "Nothing", &[""]).with(&[HOSTILE_LIST])],
);

const HOSTILE_LIST: Parameter =
    Parameter::word_list("ways", "Some ways", &[("it's", "x"), ("$(touch${IFS}owned)", ""), ("a:b", "c:d")]);

/// A page with an option that its command has already.
pub(crate) const OWN_OPTION: Wrong =
    Wrong("own", MUCH, &[Page::new("count", "Nothing", &[""]).taking(&[]).with(&[THREADS])]);

pub(crate) const NO_COMMAND: Wrong = Wrong("idle", MUCH, &[Page::new("juggle", "Nothing", &[""])]);

impl Family for Wrong {
    fn name(&self) -> &'static str {
        self.0
    }

    fn about(&self) -> &'static str {
        "No game at all"
    }

    fn parameters(&self) -> Vec<Parameter> {
        vec![self.1]
    }

    fn examples(&self) -> &'static [&'static str] {
        &[""]
    }

    fn pages(&self) -> &'static [Page] {
        self.2
    }

    fn game(&self, _: &GameArguments) -> Result<Box<dyn Playable>, Refusal> {
        Err(Refusal::new("there is none"))
    }
}
