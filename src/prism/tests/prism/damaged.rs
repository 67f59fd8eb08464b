//! Damaged and extreme texts give an error or a model, never a panic.

use super::{folder, read};
use chancetree_prism::{Job, PrismModel, PropertyFile};
use std::fs;

/// Parses, explores and checks a text with small limits.
fn survive(model: &str, properties: &str) {
    let job = Job { most_states: 500, ..Job::default() };
    let parsed = PropertyFile::parse(properties);
    let Ok(mut model) = PrismModel::parse(model) else {
        return;
    };
    let names: Vec<String> = model.constants().into_iter().map(String::from).collect();
    for name in names {
        let given = model.clone().with_constants(&format!("{name}=2"));
        let Ok(given) = given.or_else(|_| model.clone().with_constants(&format!("{name}=true"))) else {
            return;
        };
        model = given;
    }
    let Ok(explored) = model.explore(&job) else {
        return;
    };
    for property in parsed.map(|file| file.properties()).unwrap_or_default().iter().take(4) {
        // The value or the error does not matter.
        let _ = explored.check(property, &job);
    }
}

/// A linear congruential generator (Knuth), so that failures can be repeated.
struct Positions(u64);

impl Positions {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit.max(1)
    }
}

fn texts() -> Vec<(String, String)> {
    let files = fs::read_dir(folder()).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut names: Vec<String> =
        files.filter_map(|path| Some(path.file_name()?.to_str()?.to_owned())).collect();
    names.sort_unstable();
    let models = names.iter().filter(|name| [".pm", ".nm", ".prism"].iter().any(|end| name.ends_with(end)));
    let stem = |name: &str| name.split('.').next().unwrap_or_default().to_owned();
    models.map(|name| (read(name), read(&format!("{}.props", stem(name))))).collect()
}

#[test]
fn truncated_texts_are_read_without_a_panic() {
    let mut positions = Positions(1);
    for (model, properties) in texts() {
        for _ in 0..40 {
            let end = model.floor_char_boundary(positions.below(model.len()));
            survive(&model[..end], &properties);
            let end = properties.floor_char_boundary(positions.below(properties.len()));
            let _ = PropertyFile::parse(&properties[..end]);
        }
    }
}

#[test]
fn changed_texts_are_read_without_a_panic() {
    const PIECES: [&str; 32] = [
        "(",
        ")",
        "[",
        "]",
        "..",
        "'",
        "\"",
        ";",
        ":",
        "?",
        "-",
        "!",
        "&",
        "|",
        "=>",
        "->",
        "0",
        "1",
        "9223372036854775807",
        "-1",
        "1e999",
        "/0",
        "x",
        "P=?",
        "true",
        "endmodule",
        "init",
        "é",
        "\0",
        "pow(",
        "log(",
        "mod(",
    ];
    let mut positions = Positions(2);
    let texts = texts();
    for (model, properties) in &texts {
        for _ in 0..60 {
            let mut changed = [model.clone(), properties.clone()];
            for text in &mut changed {
                for _ in 0..=positions.below(2) {
                    let at = text.floor_char_boundary(positions.below(text.len()));
                    match positions.below(3) {
                        0 => text.insert_str(at, PIECES[positions.below(PIECES.len())]),
                        1 => {
                            text.remove(at);
                        }
                        _ => {
                            let end = text.floor_char_boundary((at + positions.below(12)).min(text.len()));
                            text.replace_range(at..end, PIECES[positions.below(PIECES.len())]);
                        }
                    }
                }
            }
            survive(&changed[0], &changed[1]);
        }
    }
}

/// Deep nesting, long chains and formulas that double their size end in an error or a model.
#[test]
fn extreme_texts_end_quickly() {
    let deep =
        |open: &str, close: &str, count: usize| format!("{}1{}", open.repeat(count), close.repeat(count));
    for expression in [
        deep("(", ")", 20_000),
        deep("-", "", 20_000),
        deep("!", "", 20_001),
        deep("min(", ")", 20_000),
        deep("floor(1+", ")", 20_000),
        deep("true ? 1 : ", "", 10_000),
        deep("(true ? ", " : 2)", 10_000),
        deep("1+", "", 20_000),
        deep("1*", "", 20_000),
        deep("1=", "", 20_000),
        deep("true => ", "", 20_000),
        deep("P=? [ F ", " ]", 20_000),
        deep("(F ", ")", 20_000),
        deep("<<a>>", "", 20_000),
        deep("filter(min, ", ")", 20_000),
        "(".repeat(90) + "1" + &")".repeat(90),
    ] {
        survive(&format!("dtmc const double k = {expression}; module m x : [0..1]; endmodule"), &expression);
    }
    let long = (0..20_000).map(|at| format!("x!={at} & ")).collect::<String>();
    survive(
        &format!("dtmc module m x : [0..1]; [] {long} true -> true; endmodule"),
        &format!("P=? [ F {long} x=1 ]"),
    );
    let doubling: String = (1..60).map(|at| format!("formula f{at} = f{}+f{};", at - 1, at - 1)).collect();
    survive(
        &format!("dtmc formula f0 = x; {doubling} module m x : [0..1]; [] f20>1 -> true; endmodule"),
        "P=? [ F f40=1 ]",
    );
    let growing: String =
        (1..60).map(|at| format!("const double c{at} = c{}*c{};", at - 1, at - 1)).collect();
    survive(
        &format!("dtmc const double c0 = 1/3; {growing} module m x : [0..1]; endmodule"),
        "P=? [ F x=1 ]",
    );
    let chain: String = (1..20_000).rev().map(|at| format!("const c{at} = c{}+1;", at - 1)).collect();
    survive(&format!("dtmc {chain} const c0 = 0; module m x : [0..1]; endmodule"), "P=? [ F x=1 ]");
    let modules: String = (0..40)
        .map(|at| {
            format!("module m{at} x{at} : [0..3]; [a] true -> 1/2:(x{at}'=1)+1/2:(x{at}'=2); endmodule ")
        })
        .collect();
    let model = PrismModel::parse(&format!("dtmc {modules}")).expect("a model");
    let limited = Job { most_bytes: 1 << 28, ..Job::default() };
    assert!(model.explore(&limited).is_err_and(|error| error.is_stop()));
}
