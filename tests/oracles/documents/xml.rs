//! Readers of XML elements, and of CSV and DOT strings by their rules.

use quick_xml::events::Event;
use quick_xml::{Reader, escape};

#[derive(Debug, Default)]
pub struct Element {
    pub name: String,
    pub attributes: Vec<(String, String)>,
    pub text: String,
    pub children: Vec<Element>,
}

impl Element {
    pub fn get(&self, name: &str) -> &str {
        let found = self.attributes.iter().find(|(key, _)| key == name);
        &found.unwrap_or_else(|| panic!("<{}> has {name}", self.name)).1
    }

    pub fn child(&self, name: &str) -> &Element {
        self.children
            .iter()
            .find(|child| child.name == name)
            .unwrap_or_else(|| panic!("<{}> has <{name}>", self.name))
    }

    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Element> {
        self.children.iter().filter(move |child| child.name == name)
    }
}

/// Returns the root element. Panics if the text is not well-formed.
pub fn parse(xml: &str) -> Element {
    let mut reader = Reader::from_str(xml);
    let mut open = vec![Element::default()];
    let start = |start: &quick_xml::events::BytesStart<'_>| {
        let attributes = start.attributes().map(|attribute| {
            let attribute = attribute.expect("an attribute");
            (
                attribute.key.as_ref().to_owned(),
                escape::unescape(&attribute.value).expect("entities").into_owned(),
            )
        });
        let attributes = attributes.collect();
        let name = start.name().as_ref().to_owned();
        Element { name, attributes, ..Element::default() }
    };
    loop {
        let event = reader.read_event().expect("well-formed");
        match event {
            Event::Start(tag) => open.push(start(&tag)),
            Event::Empty(tag) => open.last_mut().unwrap().children.push(start(&tag)),
            Event::End(_) => {
                let element = open.pop().unwrap();
                open.last_mut().unwrap().children.push(element);
            }
            Event::Text(text) => open.last_mut().unwrap().text.push_str(&text),
            Event::GeneralRef(name) => {
                let entity = format!("&{};", &*name);
                open.last_mut().unwrap().text.push_str(&escape::unescape(&entity).expect("an entity"));
            }
            Event::CData(_) => panic!("some readers lose CDATA"),
            Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!(open.len(), 1, "all elements are closed");
    open.pop().unwrap().children.pop().expect("a root element")
}

/// Returns the text with U+FFFD for the characters that XML 1.0 forbids, and for the control characters from U+007F to U+009F.
pub fn holdable(text: &str) -> String {
    let allowed = |char: char| match char {
        '\n' | '\t' | '\r' => char,
        '\0'..' ' | '\u{7F}'..='\u{9F}' | '\u{FFFE}' | '\u{FFFF}' => '\u{FFFD}',
        _ => char,
    };
    text.chars().map(allowed).collect()
}

/// Returns the cells of the lines of a CSV file.
pub fn csv(text: &str) -> Vec<Vec<String>> {
    let mut rows = vec![vec![String::new()]];
    let mut chars = text.chars().peekable();
    let mut quoted = false;
    while let Some(char) = chars.next() {
        let cell = rows.last_mut().unwrap().last_mut().unwrap();
        match char {
            '"' if quoted && chars.next_if_eq(&'"').is_some() => cell.push('"'),
            '"' => {
                assert!(quoted || cell.is_empty(), "a quote opens a cell");
                quoted = !quoted;
            }
            ',' if !quoted => rows.last_mut().unwrap().push(String::new()),
            '\n' if !quoted => rows.push(vec![String::new()]),
            '\r' if !quoted => panic!("a carriage return is quoted"),
            _ => cell.push(char),
        }
    }
    assert!(!quoted, "all quotes are closed");
    assert_eq!(rows.pop(), Some(vec![String::new()]), "the last line is ended");
    rows
}

/// Returns what Graphviz shows for the inside of a quoted label.
pub fn dot(inside: &str) -> String {
    let mut shown = String::new();
    let mut chars = inside.chars();
    while let Some(char) = chars.next() {
        assert!(char != '"' && char != '\n', "the string ends here");
        match (char, if char == '\\' { chars.next() } else { None }) {
            ('\\', Some('n')) => shown.push('\n'),
            ('\\', Some(char @ ('"' | '\\'))) => shown.push(char),
            ('\\', other) => panic!("Graphviz would substitute {other:?}"),
            _ => shown.push(char),
        }
    }
    escape::unescape(&shown).expect("only entities after &").into_owned()
}
