//! The settings of a parameter: limits, defaults, and its relations to other parameters.

use super::Parameter;

impl Parameter {
    /// Sets upper limits for some tasks, below the range that is read. Help mentions them.
    ///
    /// ```
    /// use chancetree::family::Parameter;
    ///
    /// let pairs = Parameter::whole("pairs", "The number of pairs", 1, 999).up_to(&[("graph", 5)]);
    /// assert_eq!(pairs.limits(), "graph: up to 5.");
    /// ```
    pub const fn up_to(self, most: &'static [(&'static str, u64)]) -> Self {
        Self { most, ..self }
    }

    /// Sets the letter of the short option: `-n` for `'n'`. The letters `h`, `o`, `q` and `V` are taken.
    pub const fn short(self, letter: char) -> Self {
        Self { short: Some(letter), ..self }
    }

    /// Sets more help, for `--help`.
    ///
    /// ```
    /// use chancetree::family::Parameter;
    ///
    /// let pairs = Parameter::whole("pairs", "The number of pairs", 1, 99).details("A pair is two equal cards.");
    /// assert_eq!(pairs.details, "A pair is two equal cards.");
    /// ```
    pub const fn details(self, details: &'static str) -> Self {
        Self { details, ..self }
    }

    /// Sets the heading of the option in help.
    pub const fn heading(self, heading: &'static str) -> Self {
        Self { heading, ..self }
    }

    /// Sets the parameters that exclude this one.
    ///
    /// ```
    /// use chancetree::family::Parameter;
    ///
    /// let players = Parameter::whole("players", "Players", 1, 16).without(&["names"]).heading("Players").rare();
    /// assert_eq!((players.without, players.heading, players.is_rare), (&["names"][..], "Players", true));
    /// ```
    pub const fn without(self, others: &'static [&'static str]) -> Self {
        Self { without: others, ..self }
    }

    /// Hides the parameter from `-h`.
    pub const fn rare(self) -> Self {
        Self { is_rare: true, ..self }
    }

    /// Groups the games of a range by this parameter: all games with one value precede the games with the next value.
    ///
    /// ```
    /// use chancetree::family::{GameArguments, Parameter, TypedValues};
    ///
    /// // All games of two players come before the games of three.
    /// let pairs = Parameter::whole("pairs", "The number of pairs", 1, 99);
    /// let players = Parameter::whole("players", "Players", 1, 16).outermost();
    /// let typed = |one: &Parameter| one.read(if one.name == "pairs" { "4,5" } else { "2,3" }).ok();
    /// let games = GameArguments::all(&[pairs, players], &typed)?;
    /// let players: Vec<_> = games.iter().map(|game| game.value("players").cloned()).collect();
    /// assert_eq!(players, [2, 2, 3, 3].map(|number| Some(number.into())));
    /// # Ok::<(), String>(())
    /// ```
    pub const fn outermost(self) -> Self {
        Self { is_outermost: true, ..self }
    }

    /// Allows the name without a value. The value is then `true`, see [`OrBare`](crate::family::OrBare), and the default does
    /// not apply.
    ///
    /// ```
    /// use chancetree::family::Parameter;
    ///
    /// let approximate = Parameter::text::<f64>("approximate", "Compute doubles with bounds").or_bare();
    /// assert!(approximate.may_be_bare);
    /// ```
    pub const fn or_bare(self) -> Self {
        Self { may_be_bare: true, ..self }
    }

    /// Sets the words that shell completion offers, for a value that may also be another text.
    ///
    /// ```
    /// use chancetree::family::Parameter;
    ///
    /// let start = Parameter::text::<String>("start", "The first cell").offering(&["corner", "edge"]);
    /// assert_eq!(start.offered, ["corner", "edge"]);
    /// ```
    pub const fn offering(self, words: &'static [&'static str]) -> Self {
        Self { offered: words, ..self }
    }

    /// Sets the default, as typed.
    pub const fn default_value(self, default: &'static str) -> Self {
        Self { default: Some(default), ..self }
    }

    /// Sets the parameter with a list whose length is the default of this whole number, if the list is typed.
    ///
    /// ```
    /// use chancetree::family::Parameter;
    ///
    /// let players = Parameter::whole("players", "Players", 1, 16).default_value("2").counting("names");
    /// assert_eq!(players.counted, Some("names"));
    /// ```
    pub const fn counting(self, list: &'static str) -> Self {
        Self { counted: Some(list), ..self }
    }

    /// Sets the parameter of the family whose place this option of a command takes, with a value of this option for it.
    ///
    /// ```
    /// use chancetree::family::Parameter;
    ///
    /// let seats = Parameter::texts("seats", "The kinds of players").replacing("players", "human,robot");
    /// assert_eq!(seats.replaces, Some(("players", "human,robot")));
    /// ```
    pub const fn replacing(self, parameter: &'static str, value: &'static str) -> Self {
        Self { replaces: Some((parameter, value)), ..self }
    }

    /// Sets the value with the same meaning as no value, as typed. Help shows it as the default, and typing it changes
    /// nothing. Unlike a [default](Self::default_value), it is not read if nothing is typed.
    ///
    /// ```
    /// use chancetree::family::Parameter;
    ///
    /// let lead = Parameter::whole("lead", "The lead of the first player", 0, 9).implied("0");
    /// assert!(lead.read("0")?.is_implied);
    /// assert!(!lead.read("2")?.is_implied);
    /// # Ok::<(), String>(())
    /// ```
    pub const fn implied(self, value: &'static str) -> Self {
        Self { implied: Some(value), ..self }
    }

    /// Sets the earlier parameter that this one belongs to. Both belong to a variant of the game: without `other`, this
    /// one has no default, and answers repeat neither.
    ///
    /// ```
    /// use chancetree::family::{GameArguments, Parameter, TypedValues};
    ///
    /// let memory = Parameter::whole("memory", "The number of cards that a player remembers", 1, 9);
    /// let fades = Parameter::number("fades", "The turns until a card fades", 1, 9).default_value("3").with("memory");
    /// let parameters = [memory, fades];
    ///
    /// let usual = GameArguments::all(&parameters, &|_| None)?;
    /// assert_eq!(usual[0].value("fades"), None);
    /// let limited = GameArguments::all(&parameters, &|one| (one.name == "memory").then(|| TypedValues::one(2)))?;
    /// assert_eq!(limited[0].value("fades"), Some(&3.into()));
    /// # Ok::<(), String>(())
    /// ```
    pub const fn with(self, other: &'static str) -> Self {
        Self { with: Some(other), ..self }
    }

    /// Sets the placeholder of the value in help.
    ///
    /// ```
    /// use chancetree::family::Parameter;
    ///
    /// assert_eq!(Parameter::whole("seed", "The seed", 0, 99).with_placeholder("S").placeholder(), "S");
    /// ```
    pub const fn with_placeholder(self, value: &'static str) -> Self {
        Self { value, ..self }
    }
}
