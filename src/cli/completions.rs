//! `completions`: generates completion scripts for shells from the command line definition.

use super::context::Context;
use super::fail::Fail;
use super::usage::{HELP, HELP_OF_CLAP};
use chancetree_engine::model::order;
use chancetree_families::family::saved::interned;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, Args, Command, ValueHint};
use clap_complete::Shell;

/// Print a completion script for a shell.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chancetree completions bash > chancetree.bash
  chancetree completions fish > ~/.config/fish/completions/chancetree.fish")]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self, context: &Context) -> Result<(), Fail> {
        let mut command = offered(&super::command(context.program()));
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, context.program().name, &mut script);
        let script = String::from_utf8_lossy(&script).replace(HELP_OF_CLAP, HELP);
        let script = match self.shell {
            Shell::Bash => without_options_before_words(&bash_lists(&script)),
            Shell::Fish => fish_aliases(
                &(fish_lists(&fish_help(&script), context.program().name)
                    + &fish_files(&command, context.program().name)),
                &command,
            ),
            Shell::Zsh => zsh_lists(&script),
            _ => script,
        };
        context.output().print(&decoded(self.shell, &script))
    }
}

/// Returns the part of a command that a shell completes: without hidden arguments, and with every text [encoded].
fn offered(command: &Command) -> Command {
    // The flag for help is added to every command again.
    let is_offered = |arg: &&Arg| !arg.is_hide_set() && arg.get_id() != "help";
    let below = command.get_subcommands().filter(|below| !below.is_hide_set());
    let offered = Command::new(interned(command.get_name().to_owned()))
        .visible_aliases(command.get_all_aliases().map(|alias| interned(alias.to_owned())))
        .disable_help_subcommand(command.is_disable_help_subcommand_set())
        .about(encoded(&command.get_about().map(ToString::to_string).unwrap_or_default(), TextPlace::Name))
        .args(command.get_arguments().filter(is_offered).map(|arg| offered_arg(command, arg)))
        .subcommands(below.map(self::offered));
    match command.get_version() {
        Some(version) => offered.version(interned(version.to_owned())),
        None => offered,
    }
}

fn offered_arg(command: &Command, arg: &Arg) -> Arg {
    let conflicts = command.get_arg_conflicts_with(arg).into_iter().filter(|other| !other.is_hide_set());
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let place = if arg.is_positional() { TextPlace::Name } else { TextPlace::Help };
    let mut offered = Arg::new(arg.get_id().clone())
        .action(arg.get_action().clone())
        .global(arg.is_global_set())
        .required(arg.is_required_set())
        .help(encoded(&help, place))
        .conflicts_with_all(conflicts.map(|other| other.get_id().clone()));
    if let Some(short) = arg.get_short() {
        offered = offered.short(short);
    }
    if let Some(long) = arg.get_long() {
        let aliases = arg.get_all_aliases().unwrap_or_default();
        offered = offered
            .long(interned(long.to_owned()))
            .visible_aliases(aliases.into_iter().map(|alias| interned(alias.to_owned())));
    }
    if !arg.get_action().takes_values() {
        return offered;
    }
    if let Some(count) = arg.get_num_args() {
        offered = offered.num_args(count);
    }
    if let Some(names) = arg.get_value_names() {
        offered = offered.value_names(names.iter().map(|name| interned(encoded(name, TextPlace::Name))));
    }
    let words: Vec<PossibleValue> =
        arg.get_possible_values().into_iter().filter(|word| !word.is_hide_set()).collect();
    if words.is_empty() {
        return offered.value_hint(match arg.get_value_hint() {
            ValueHint::AnyPath => ValueHint::FilePath,
            ValueHint::Unknown => ValueHint::Other,
            hint => hint,
        });
    }
    let is_list = is_list(arg);
    let place = match !is_list && words.iter().any(|word| word.get_help().is_some()) {
        true => TextPlace::DescribedWord,
        false => TextPlace::Word,
    };
    let word = |word: &PossibleValue| {
        let offered = PossibleValue::new(interned(encoded(word.get_name(), place)));
        match word.get_help() {
            Some(help) if !is_list => offered.help(encoded(&help.to_string(), TextPlace::Meaning)),
            _ => offered,
        }
    };
    let mark = is_list.then(|| PossibleValue::new(LIST));
    offered.value_parser(PossibleValuesParser::new(mark.into_iter().chain(words.iter().map(word))))
}

/// The marker among the values of an option whose value is a list with commas.
const LIST: &str = "\u{f8ff}";

/// Returns `true` if the value of an option is a list with commas: it has a delimiter, or the help shows a list and the
/// completions are not the only values.
fn is_list(arg: &Arg) -> bool {
    let names = arg.get_value_names().unwrap_or_default();
    let is_shown = names.iter().any(|name| name.contains(','));
    let is_open = arg.is_hide_possible_values_set() || arg.get_value_hint() == ValueHint::Other;
    arg.get_value_delimiter() == Some(',') || is_open && is_shown
}

/// Changes a script for zsh so that it completes each word of a list.
fn zsh_lists(script: &str) -> String {
    let line = |line: &str| match line.split_once(&format!("({LIST} ")) {
        Some((before, words)) => {
            let (words, after) = words.rsplit_once(')').expect("the words are in parentheses");
            format!("{before} _sequence -d compadd - {words}{after}\n")
        }
        None => format!("{line}\n"),
    };
    script.lines().map(line).collect()
}

/// Changes a script for bash so that it completes the last word of a list.
fn bash_lists(script: &str) -> String {
    let line = |line: &str| match line.split_once(&format!("compgen -W \"{LIST} ")) {
        Some((before, words)) => {
            let words = words.replace("-- \"${cur}\"", "-- \"${cur##*,}\"");
            format!("{before}compgen -P \"${{cur%\"${{cur##*,}}\"}}\" -W \"{words}\n")
        }
        None => format!("{line}\n"),
    };
    script.lines().map(line).collect()
}

/// Changes a script for fish so that it completes the commands after `help`. clap_complete requires that `help` was not typed.
fn fish_help(script: &str) -> String {
    let line = |line: &str| match line.contains("_using_subcommand help; and not ") {
        true => line.replacen(" help\"", "\"", 1) + "\n",
        false => format!("{line}\n"),
    };
    script.lines().map(line).collect()
}

/// Changes a script for fish so that the other names of a game have the options of the game.
fn fish_aliases(script: &str, command: &Command) -> String {
    let mut games: Vec<(&str, String)> = command
        .get_subcommands()
        .flat_map(Command::get_subcommands)
        .map(|game| {
            (game.get_name(), game.get_visible_aliases().fold(String::new(), |all, one| all + " " + one))
        })
        .filter(|(_, aliases)| !aliases.is_empty())
        .collect();
    order::sort_unique(&mut games);
    games.iter().fold(script.to_owned(), |script, (name, aliases)| {
        let condition = format!("; and __fish_seen_subcommand_from {name}");
        script.replace(&format!("{condition}\""), &format!("{condition}{aliases}\""))
    })
}

/// Changes a script for fish so that it completes the last word of a list. A function prints the words before it.
fn fish_lists(script: &str, name: &str) -> String {
    let before = format!("__fish_{}_before_last_comma", name.replace('-', "_"));
    let mut text = format!(
        "function {before}\n    commandline -ct | string replace -r '^--[^=]*=' '' | string replace -r '[^,]*$' ''\nend\n"
    );
    let mark = format!("\"{LIST}\\t''");
    let mut is_list = false;
    for line in script.lines() {
        match line.strip_suffix(&mark) {
            Some(start) => {
                text.push_str(&format!("{start}\""));
                is_list = true;
                continue;
            }
            None if is_list => text.push_str(&format!("({before})")),
            None => {}
        }
        is_list &= !line.ends_with('"');
        text.push_str(line);
        text.push('\n');
    }
    text
}

/// The place of a text in a script, which decides how its characters are escaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TextPlace {
    /// The help of an option.
    Help,
    /// The name of a value, the help of a positional argument or of a command.
    Name,
    /// A possible value without a meaning.
    Word,
    /// A possible value with a meaning.
    DescribedWord,
    /// The meaning of a possible value.
    Meaning,
}

impl TextPlace {
    const ALL: [Self; 5] = [Self::Help, Self::Name, Self::Word, Self::DescribedWord, Self::Meaning];
}

/// The characters with a special meaning in at least one shell.
const SPECIAL: &str = " '\"`$\\()[]{}<>|&;*?~#!^=:‘’‚‛";

/// The first private character that replaces a special character.
const PRIVATE: u32 = 0xe000;
/// The number of private characters for each place.
const EACH: u32 = 64;

/// Replaces special characters by private characters, and line breaks by spaces. clap_complete escapes only some special
/// characters, in some places and for some shells, and does not change private characters.
fn encoded(text: &str, place: TextPlace) -> String {
    let is_word = matches!(place, TextPlace::Word | TextPlace::DescribedWord);
    let private = PRIVATE..PRIVATE + EACH * TextPlace::ALL.len() as u32;
    let letter = |letter: char| match SPECIAL.chars().position(|special| special == letter) {
        _ if letter.is_control() => ' ',
        _ if private.contains(&letter.into()) => char::REPLACEMENT_CHARACTER,
        // Spaces have no special meaning in other texts.
        Some(0) if !is_word => ' ',
        Some(at) => char::from_u32(PRIVATE + EACH * place as u32 + at as u32).expect("a private-use code"),
        None => letter,
    };
    text.chars().map(letter).collect()
}

/// Replaces private characters by the escaped special characters of a shell.
fn decoded(shell: Shell, script: &str) -> String {
    let mut text = String::with_capacity(script.len());
    for letter in script.chars() {
        let code = u32::from(letter).wrapping_sub(PRIVATE);
        let place = TextPlace::ALL.get((code / EACH) as usize);
        match place.zip(SPECIAL.chars().nth((code % EACH) as usize)) {
            Some((&place, special)) => text.push_str(&escaped(shell, place, special)),
            None => text.push(letter),
        }
    }
    text
}

/// Returns a special character with the escapes of a shell.
fn escaped(shell: Shell, place: TextPlace, special: char) -> String {
    let but_for = |escapes: &str| match escapes.contains(special) {
        true => format!("\\{special}"),
        false => special.to_string(),
    };
    match (shell, place) {
        // Every text is between single quotes. Words and their meanings are evaluated once more, meanings between double
        // quotes; a colon ends a meaning.
        (Shell::Zsh, place) => in_single_quotes(&match place {
            TextPlace::Help => but_for("\\[]:"),
            TextPlace::Name => but_for("\\:"),
            // The list of the words removes another backslash.
            TextPlace::Meaning if special == '\\' => r"\\\\".to_owned(),
            TextPlace::Meaning => but_for("\"$`:"),
            TextPlace::DescribedWord if special == ':' => r"\\\:".to_owned(),
            TextPlace::Word | TextPlace::DescribedWord => format!("\\{special}"),
        }),
        // Words are between double quotes, and are evaluated once more.
        (Shell::Bash, _) => in_double_quotes(&format!("\\{special}"), "\\\"$`"),
        // Words and their meanings are between double quotes, and are evaluated once more, meanings between single quotes.
        (Shell::Fish, TextPlace::Word | TextPlace::DescribedWord) => {
            in_double_quotes(&format!("\\{special}"), "\\\"$")
        }
        (Shell::Fish, TextPlace::Meaning) => in_double_quotes(&but_for("\\'"), "\\\"$"),
        (Shell::Fish, _) => but_for("\\'"),
        // Each of these quotes ends a text in PowerShell, unless it is doubled.
        (Shell::PowerShell, _) if "'‘’‚‛".contains(special) => format!("{special}{special}"),
        (Shell::Elvish, _) if special == '\'' => "''".to_owned(),
        _ => special.to_string(),
    }
}

/// Escapes a text for single quotes.
fn in_single_quotes(text: &str) -> String {
    text.replace('\'', r"'\''")
}

/// Escapes these characters of a text for double quotes.
fn in_double_quotes(text: &str, escapes: &str) -> String {
    let letter = |letter: char| match escapes.contains(letter) {
        true => format!("\\{letter}"),
        false => letter.to_string(),
    };
    text.chars().map(letter).collect()
}

/// Changes a script for bash so that it completes options only after a dash where subcommands are possible.
fn without_options_before_words(script: &str) -> String {
    let mut text = String::with_capacity(script.len());
    for line in script.lines() {
        text.push_str(line);
        text.push('\n');
        let list = line.trim_start().strip_prefix("opts=\"").and_then(|list| list.strip_suffix('"'));
        let (options, words): (Vec<&str>, Vec<&str>) =
            list.unwrap_or_default().split_whitespace().partition(|word| word.starts_with('-'));
        if !options.is_empty() && !words.is_empty() {
            text.push_str(&format!("            [[ ${{cur}} == -* ]] || opts=\"{}\"\n", words.join(" ")));
        }
    }
    text
}

/// Returns the lines for fish that complete files only for file arguments, and the possible values of positional arguments.
/// clap_complete generates neither.
fn fish_files(command: &Command, name: &str) -> String {
    let mut text = format!("complete -c {name} -f\n");
    let mut left = vec![(command, Vec::new())];
    while let Some((command, path)) = left.pop() {
        let condition = match &path[..] {
            [] => format!("__fish_{}_needs_command", name.replace('-', "_")),
            [command_name] => format!("__fish_{}_using_subcommand {command_name}", name.replace('-', "_")),
            [command_name, below @ ..] => format!(
                "__fish_{}_using_subcommand {command_name}; and __fish_seen_subcommand_from {}",
                name.replace('-', "_"),
                below.join(" ")
            ),
        };
        for arg in command.get_positionals() {
            let words = arg.get_possible_values();
            if !words.is_empty() {
                let words: Vec<&str> = words.iter().map(PossibleValue::get_name).collect();
                text.push_str(&format!("complete -c {name} -n \"{condition}\" -a \"{}\"\n", words.join(" ")));
            } else if arg.get_value_hint() == ValueHint::FilePath {
                text.push_str(&format!("complete -c {name} -n \"{condition}\" -F\n"));
            }
        }
        let below = command.get_subcommands().filter(|below| below.get_name() != "help");
        left.extend(below.map(|below| (below, [&path[..], &[below.get_name()]].concat())));
    }
    text
}
