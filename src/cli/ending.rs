//! What the end of a file's name says of its format, for every verb that writes files.

use super::fail::Fail;
use clap::ValueEnum;
use std::path::Path;

/// The endings that mean a format somewhere: a file that ends so is not written in another one.
const KNOWN: [&str; 10] = ["dot", "graphml", "gexf", "json", "csv", "drn", "html", "svg", "png", "pdf"];

/// Other endings of the same formats.
const ALSO: [(&str, &str); 2] = [("gv", "dot"), ("htm", "html")];

/// The format of a file: what `option` says, else what the end of its name says; `None` if neither does.
pub(crate) fn format<F>(option: &str, given: Option<F>, path: Option<&Path>) -> Result<Option<F>, Fail>
where
    F: ValueEnum + Copy + PartialEq,
{
    let Some(path) = path.filter(|path| path.as_os_str() != "-") else { return Ok(given) };
    let Some(end) = path.extension().and_then(|end| end.to_str()).map(str::to_lowercase) else {
        return Ok(given);
    };
    let end = ALSO.iter().find(|(also, _)| *also == end).map_or(end.as_str(), |(_, means)| means);
    let name = |format: F| format.to_possible_value().map_or_else(String::new, |it| it.get_name().to_owned());
    let shown = path.display();
    match (F::from_str(end, true).ok(), given) {
        (Some(ending), Some(given)) if ending != given => {
            Err(Fail::usage(format!("{shown} is {end} by its name, but {option} says {}", name(given)))
                .help(format!("{option} {end}")))
        }
        (Some(ending), _) => Ok(Some(ending)),
        (None, _) if KNOWN.contains(&end) => {
            let all: Vec<String> = F::value_variants().iter().map(|&format| name(format)).collect();
            let first = all.first().map_or("svg", String::as_str);
            Err(Fail::usage(format!(
                "{shown} is {end} by its name, but the file is one of {}",
                all.join(", ")
            ))
            .help(format!("-o {}", path.with_extension(first).display())))
        }
        (None, given) => Ok(given),
    }
}

/// The same, where a file that is named must have a format.
pub(crate) fn needed<F>(option: &str, given: Option<F>, path: &Path) -> Result<Option<F>, Fail>
where
    F: ValueEnum + Copy + PartialEq,
{
    let found = format(option, given, Some(path))?;
    if found.is_none() && path.as_os_str() != "-" {
        let all = F::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        let all: Vec<String> = all.map(|format| format.get_name().to_owned()).collect();
        let first = all.first().map_or("svg", String::as_str);
        let what = format!("what is {} to be? its name ends in none of {}", path.display(), all.join(", "));
        return Err(Fail::usage(what).help(format!("{option} {first}")));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
    enum Form {
        Svg,
        Dot,
    }

    fn found(given: Option<Form>, path: &str) -> Result<Option<Form>, String> {
        format("--as", given, Some(Path::new(path))).map_err(|fail| fail.what().to_owned())
    }

    #[test]
    fn the_end_of_a_name_means_its_format() {
        for (given, path, wanted) in [
            (None, "a.svg", Some(Form::Svg)),
            (None, "folder.dot/A.SVG", Some(Form::Svg)),
            (None, "a.gv", Some(Form::Dot)),
            (Some(Form::Dot), "a.dot", Some(Form::Dot)),
            (Some(Form::Dot), "a.txt", Some(Form::Dot)),
            (Some(Form::Dot), "-", Some(Form::Dot)),
            (None, "a", None),
            (None, "a.txt", None),
        ] {
            assert_eq!(found(given, path), Ok(wanted), "{path}");
        }
        assert!(found(Some(Form::Dot), "a.svg").is_err_and(|what| what.contains("a.svg is svg by its name")));
        assert!(found(None, "a.gexf").is_err_and(|what| what.contains("one of svg, dot")));
    }
}
