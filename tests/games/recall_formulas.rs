//! Expectations of solitaire as functions of the recall.

use super::imperfect::{MODELS, RUN, expected, list, recall};
use chancetree::exact::{Rational, ratio};
use chancetree_families::solitaire::imperfect::Recall;
use chancetree_families::solitaire::imperfect::expectations::Expected;
use chancetree_families::solitaire::imperfect::symbolic::functions;

/// Functions of a larger board have the values of numbers, too.
#[test]
fn functions_of_seven_pairs_have_the_values_of_numbers() {
    for (model, recall) in
        MODELS.into_iter().zip([recall((3, 7), (2, 7), (4, 5)), recall((5, 9), (1, 9), (1, 3))])
    {
        let (found, numbers) = (functions(7, model, &RUN).expect("functions"), expected(7, model, &recall));
        assert_eq!(list(&found).map(|function| function.at(&recall)), list(&numbers).map(Some));
    }
}

#[test]
fn functions_are_in_lowest_terms() {
    let [k, l] = MODELS;
    for model in MODELS {
        let two = functions(2, model, &RUN).expect("functions");
        // 8/3 + (2/3)(1 - p)/p, as in the notes.
        assert_eq!(two.turns.to_string(), "2 (3 p + 1) / (3 p)");
        assert_eq!(two.turns.latex(), "\\frac{2(3p + 1)}{3p}");
        assert_eq!(two.lucky.to_string(), "2 / 3");
        assert_eq!(functions(1, model, &RUN).expect("functions").turns.to_string(), "1");
    }
    let position = |model| functions(2, model, &RUN).expect("functions").first_position.to_string();
    // 58/21 and 17/6 at p = 3/4, p' = 1/8: only the first has 1 - p' = 7/8 in its denominator.
    assert!(position(k).ends_with("/ (3 (1 - p'))"), "{}", position(k));
    assert!(position(l).ends_with("/ 3"), "{}", position(l));
}

/// Parser of formulas: sums and differences of products, powers and quotients, in plain text or LaTeX.
struct Formula<'a> {
    text: &'a str,
    recall: &'a Recall,
}

impl Formula<'_> {
    fn skip(&mut self, word: &str) -> bool {
        let rest = self.text.trim_start().strip_prefix(word);
        self.text = rest.unwrap_or(self.text);
        rest.is_some()
    }

    fn sum(&mut self) -> Rational {
        let mut sum = if self.skip("-") { -self.product() } else { self.product() };
        loop {
            match () {
                () if self.skip("+") => sum += self.product(),
                () if self.skip("-") => sum -= self.product(),
                () => return sum,
            }
        }
    }

    fn product(&mut self) -> Rational {
        let mut product = self.power().expect("a factor");
        while let Some(factor) = self.power() {
            product *= factor;
        }
        if self.skip("/") { product / self.power().expect("a denominator") } else { product }
    }

    fn power(&mut self) -> Option<Rational> {
        let base = self.factor()?;
        if !self.skip("^") {
            return Some(base);
        }
        let power = self.factor().expect("a power").to_integer();
        assert!(power > 1.into(), "the power is greater than 1");
        Some((0..i64::try_from(power).expect("small")).map(|_| base.clone()).product())
    }

    fn factor(&mut self) -> Option<Rational> {
        let closing = if self.skip("(") { ")" } else { "}" };
        if closing == ")" || self.skip("{") {
            let sum = self.sum();
            assert!(self.skip(closing), "{closing} is missing before {:?}", self.text);
            return Some(sum);
        }
        if self.skip("\\frac") {
            let [top, bottom] = [(); 2].map(|()| self.factor().expect("a group"));
            return Some(top / bottom);
        }
        for (at, name) in ["p", "p'", "p''"].iter().enumerate().rev() {
            if self.skip(name) {
                return Some(self.recall.values()[at].clone());
            }
        }
        let text = self.text.trim_start();
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let number: i64 = text[..digits].parse().ok()?;
        self.text = &text[digits..];
        let more = self.text.trim_start().starts_with(['p', '(', '{']);
        assert!(number > 1 || !more, "{number} before {:?}", self.text);
        Some(ratio(number, 1))
    }
}

/// Checks that a formula is parsed to the value of its function and has no parentheses around the whole.
#[test]
fn written_formulas_keep_their_values() {
    let player = recall((3, 7), (2, 7), (4, 5));
    let value = |text: &str| {
        let mut formula = Formula { text, recall: &player };
        let value = formula.sum();
        assert_eq!(formula.text, "", "unparsed text after the formula {text}");
        value
    };
    for model in MODELS {
        for pairs in 1..=3 {
            let found = functions(pairs, model, &RUN).expect("functions");
            let Expected { both, one, search, .. } = &found;
            let all = list(&found);
            for function in all.iter().chain([both, one, search]) {
                let (line, latex) = (function.to_string(), function.latex());
                let expected = function.at(&player).expect("a finite value");
                assert_eq!((value(&line), value(&latex)), (expected.clone(), expected), "{line}, {latex}");
                let behind =
                    line.strip_prefix('-').map(|text| text.trim_start_matches(|c: char| c.is_ascii_digit()));
                assert!(!behind.is_some_and(|text| text.starts_with(" (")), "a negative factor: {line}");
                assert_eq!(line.contains(" / "), latex.starts_with("\\frac"), "{line}, {latex}");
                assert!(!(line.starts_with('(') && line.ends_with(')') && !line.contains(" / ")), "{line}");
            }
        }
    }
}
