//! Any text that a game writes into a label is read back from the file unchanged.

use chancetree_export::visible::{visible, visible_json};
use chancetree_export::{palette::Colour, text};
use oracles::documents::difficult_texts;
use oracles::documents::xml::{self, csv, dot, holdable};
use proptest::prelude::*;

/// Generates texts of all characters; characters with a meaning in some syntax are frequent.
fn any_text() -> impl Strategy<Value = String> {
    let special: Vec<char> =
        "\"\\<>&'\n\r\t\0\u{1}\u{1F}\u{7F}\u{85}\u{9B}\u{A0}\u{FFFD}\u{FFFE}\u{FFFF}\u{2027}\u{2028}\u{2029}]é😀,;|{}nlNGa"
            .chars()
            .collect();
    let char =
        prop_oneof![3 => any::<char>(), 4 => prop::sample::select(special), 2 => prop::char::range('a', 'z')];
    let made = prop::collection::vec(char, 0..40).prop_map(|chars| chars.into_iter().collect());
    prop_oneof![9 => made, 1 => prop::sample::select(difficult_texts())]
}

fn escaped(escape: impl Fn(&str, &mut Vec<u8>), text: &str) -> String {
    let mut out = Vec::new();
    escape(text, &mut out);
    String::from_utf8(out).expect("UTF-8")
}

proptest! {
    #[test]
    fn xml_text(text in any_text()) {
        let root = xml::parse(&format!("<a>{}</a>", escaped(text::xml, &text)));
        prop_assert_eq!(root.text, holdable(&text));
    }

    #[test]
    fn xml_attribute(text in any_text()) {
        let inside = escaped(text::xml_attribute, &text);
        prop_assert!(!inside.contains(['\n', '\r', '\t', '"', '<', '>']));
        let root = xml::parse(&format!("<a b=\"{inside}\"/>"));
        prop_assert_eq!(root.get("b"), holdable(&text));
    }

    #[test]
    fn xml_label(text in any_text()) {
        let inside = escaped(text::xml_plain, &text);
        prop_assert!(!inside.contains(['&', '<', '>', '\n', '\r', '\t']));
        prop_assert_eq!(&holdable(&inside), &inside);
        let wanted = holdable(&text).replace('\n', " | ").replace(['\r', '\t'], " ");
        prop_assert_eq!(inside, wanted.replace('<', "‹").replace('>', "›").replace('&', "＆"));
    }

    #[test]
    fn json_string(text in any_text()) {
        let inside = escaped(text::json, &text);
        let harmless = !inside.contains(['<', '\u{2028}', '\u{2029}']) && !inside.contains(char::is_control);
        prop_assert!(harmless);
        let read: String = serde_json::from_str(&format!("\"{inside}\"")).unwrap();
        prop_assert_eq!(read, text);
    }

    #[test]
    fn csv_cells(texts in prop::collection::vec(any_text(), 1..4)) {
        let line = texts.iter().map(|cell| escaped(text::csv, cell)).collect::<Vec<_>>().join(",");
        let rows = csv(&format!("{line}\n"));
        prop_assert_eq!(rows.len(), 1);
        prop_assert_eq!(rows[0].len(), texts.len());
        for (read, text) in rows[0].iter().zip(&texts) {
            prop_assert!(!["", "NA", "NaN", "null", "None", "nan"].contains(&read.as_str()));
            let lost = |letter: char| letter.is_control() && !"\n\r\t".contains(letter);
            let wanted = text.replace(lost, "\u{FFFD}");
            prop_assert!(*read == wanted || *read == format!("_{wanted}"), "{:?} came back as {:?}", text, read);
        }
    }

    #[test]
    fn dot_string(text in any_text()) {
        let wanted = holdable(&text).replace(['\r', '\t'], " ");
        prop_assert_eq!(dot(&escaped(text::dot, &text)), wanted);
    }

    #[test]
    fn dot_html(text in any_text()) {
        let root = xml::parse(&format!("<a>{}</a>", escaped(text::dot_html, &text)));
        let wanted = holdable(&text).replace(['\r', '\t'], " ");
        prop_assert_eq!(root.children.len(), wanted.matches('\n').count());
        prop_assert_eq!(root.text, wanted.replace('\n', ""));
    }

    #[test]
    fn real(number in prop_oneof![any::<f64>(), (-1_000_000_i32..1_000_000).prop_map(|half| f64::from(half) / 2.0)]) {
        prop_assume!(number.is_finite());
        let written = escaped(|_, out| text::real(number, out), "");
        prop_assert!(written.len() <= 24);
        prop_assert_eq!(written.parse::<f64>().unwrap().to_bits(), number.to_bits());
        let json: serde_json::Value = serde_json::from_str(&written).unwrap();
        prop_assert!(json.is_f64(), "readers must not take {} for a whole number", written);
    }

    #[test]
    fn chance_on_a_label(weight in 1_u64.., total in 1_u64..) {
        let (weight, total) = (weight.min(total), weight.max(total));
        let probability = weight as f64 / total as f64;
        let written = escaped(|exact, out| text::chance(exact, probability, out), &format!("{weight}/{total}"));
        prop_assert!(written.len() <= 12, "{written}");
        let read = match written.split_once('/') {
            Some((above, below)) => above.parse::<f64>().unwrap() / below.parse::<f64>().unwrap(),
            None => written.parse().unwrap(),
        };
        prop_assert!((read / probability - 1.0).abs() <= 1e-3, "{written} for {probability}");
    }
}

#[test]
fn known_texts() {
    let chance = |exact, probability| escaped(|exact, out| text::chance(exact, probability, out), exact);
    assert_eq!(chance("1/1", 1.0), "1");
    assert_eq!(chance("2/15", 2.0 / 15.0), "2/15");
    assert_eq!(chance("185527/405405", 0.45763), "0.4576");
    assert_eq!(chance("1000000000001/2000000000000", 0.5), "0.5");
    assert_eq!(chance("1/1000000000000000000000", 1e-21), "1.000e-21");
    assert_eq!(Colour(0xE6, 0x9F, 0x00).to_string(), "#E69F00");
    assert_eq!(escaped(|_, out| text::real(1e-300, out), ""), "1e-300");
    assert_eq!(escaped(|_, out| text::real(-220.0, out), ""), "-220.0");
}

/// Characters that control a terminal, reorder text or hide are made visible; letters, marks and emoji stay.
#[test]
fn hidden_characters_are_visible() {
    for (text, shown) in [
        ("Ångström é 日本 😀 \u{A0}", "Ångström é 日本 😀 \u{A0}"),
        ("a\nb\tc", "a\\nb\\tc"),
        ("\u{1b}[2J\u{7f}", "\\u{1b}[2J\\u{7f}"),
        ("\u{85}\u{9b}31m", "\\u{85}\\u{9b}31m"),
        ("\u{202e}abc\u{202c}", "\\u{202e}abc\\u{202c}"),
        ("\u{200e}\u{200f}\u{61c}", "\\u{200e}\\u{200f}\\u{61c}"),
        ("\u{2066}\u{2069}\u{2028}", "\\u{2066}\\u{2069}\\u{2028}"),
        ("a\u{200b}b\u{feff}\u{ad}", "a\\u{200b}b\\u{feff}\\u{ad}"),
        ("\u{e0041}", "\\u{e0041}"),
        // A joiner is part of an emoji, but invisible between letters.
        (
            "\u{1F469}\u{200D}\u{1F680} \u{2764}\u{FE0F}\u{200D}\u{1F525}",
            "\u{1F469}\u{200D}\u{1F680} \u{2764}\u{FE0F}\u{200D}\u{1F525}",
        ),
        ("a\u{200D}b", "a\\u{200d}b"),
    ] {
        assert_eq!(visible(text, &[]), shown, "{text:?}");
    }
    assert_eq!(visible("a\nb\u{202e}", &['\n']), "a\nb\\u{202e}");
    let json = visible_json("{\n\"a\":\"\u{9b}\u{e0041}é\"}", &['\n']);
    assert_eq!(json, "{\n\"a\":\"\\u009b\\udb40\\udc41é\"}");
    let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(value["a"], "\u{9b}\u{e0041}é");
}

/// C1 controls, which terminals obey, never appear in a file of a graph.
#[test]
fn no_file_has_control_characters() {
    let text = "a\u{9b}31m\u{85}b\u{7f}é";
    for escape in [text::xml, text::xml_attribute, text::xml_plain, text::dot, text::dot_html, text::csv] {
        assert_eq!(escaped(escape, text), "a\u{FFFD}31m\u{FFFD}b\u{FFFD}é");
    }
    assert_eq!(escaped(text::json, text), "a\\u009b31m\\u0085b\\u007fé");
}
