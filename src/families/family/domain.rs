//! The valid values of parameters.

/// The valid values of a parameter.
///
/// ```
/// use chancetree::family::{Domain, Parameter};
/// use serde_json::json;
///
/// let deck = Parameter::words("deck", "The cards", &[("french", "52 cards"), ("german", "32 cards")]);
/// assert!(matches!(deck.domain, Domain::Words([("french", _), ("german", _)])));
/// assert_eq!(deck.read("German")?.all, ["german"]);
///
/// let dice = Parameter::list("dice", "The sides of each die", 2, 100);
/// assert_eq!(dice.read("6,6,20")?.all, [json!([6, 6, 20])]);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Domain {
    /// A whole number from the first to the second bound, both included. Commands that accept several games accept a
    /// range or a list.
    Whole(u64, u64),
    /// An even whole number from the first to the second bound. A range with even ends skips odd numbers.
    Even(u64, u64),
    /// A single whole number from the first to the second bound, both included.
    Number(u64, u64),
    /// A list of whole numbers, each from the first to the second bound, both included.
    List(u64, u64),
    /// This number of fractions, each typed as a fraction or a decimal and read exactly.
    Fractions(usize),
    /// One word from a list. Each word has its meaning.
    Words(&'static [(&'static str, &'static str)]),
    /// Several words from a list, separated by commas. Each word has its meaning, which is empty if the word explains
    /// itself.
    WordList(&'static [(&'static str, &'static str)]),
    /// A double from the first to the second bound, both included. Its value is the typed text. The message says which numbers
    /// are needed.
    Double(f64, f64, &'static str),
    /// A text in a format of its own. The function checks it and returns a message of one line.
    Text(fn(&str) -> Result<(), String>),
    /// One or more texts: the option may be repeated.
    Texts,
    /// Names, separated by commas. The function returns whether a name may be a file name. Such a file is opened if it
    /// exists.
    Names(fn(&str) -> bool),
    /// The name of an input file, or `-` for standard input. The file is opened.
    InputFile,
    /// The name of an output file.
    OutputFile,
    /// No value: the name is typed or not.
    Flag,
}
