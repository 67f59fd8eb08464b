//! Colours and line styles of events: the same in every picture, and different for different events.

use chancetree::depict::Depict;
use chancetree::games::guess::Guess;
use chancetree::games::memory::Memory;
use chancetree::games::memory::decisions::Decisions;
use chancetree::games::memory::limited::{RecalledTable, SharedMemory};
use chancetree::games::memory::separate::SeparateMemory;
use chancetree::games::mines::field::Field;
use chancetree::games::mines::game::{FirstCell, FirstClick, Mines, Opener};
use chancetree::games::solitaire::Solitaire;
use chancetree::model::{Graph, Job};
use chancetree_export::palette;
use std::collections::{BTreeMap, HashSet};

/// Returns the styles of the kinds of a game by name, after checking that they differ and are explained.
fn styles<G: Depict>(game: &G) -> BTreeMap<String, usize> {
    let mut styles = BTreeMap::new();
    let graph = Graph::of(game, &Job::default()).expect("finite");
    for event in graph.labels().iter().map(|label| label.event) {
        let kind = game.kind(event);
        assert!(kind.meaning.split(' ').count() > 1, "{kind:?}");
        assert!(
            kind.style < palette::EVENT_STYLES
                && kind.style != palette::DECISION
                && kind.style != palette::SEVERAL
        );
        let style = *styles.entry(kind.name.clone()).or_insert(kind.style);
        assert_eq!(style, kind.style, "{kind:?}");
    }
    let mut different: Vec<_> = styles.values().map(|&style| palette::event(style)).collect();
    different.sort_unstable_by_key(|(colour, style)| (colour.to_string(), *style));
    different.dedup();
    assert_eq!(different.len(), styles.len(), "{styles:?}");
    assert!(!game.codes().is_empty() && game.codes().iter().all(|code| !code.meaning.is_empty()));
    styles
}

#[test]
fn equal_styles_have_equal_meanings() {
    let robots = Memory::new(5, 2).expect("a board");
    let table = RecalledTable { unknown: 4, unseen_singles: 2, ..RecalledTable::default() };
    let of_memory = [
        styles(&robots),
        styles(&Decisions::new(robots.clone())),
        styles(&SharedMemory::new(table, 2, Some(2)).expect("a board")),
        styles(&SeparateMemory::new(0, 4, 0, 2, vec![Some(1), Some(3)]).expect("a board")),
    ];
    // A letter is the same event in all games of Memory, and has one style.
    let mut letters: BTreeMap<&str, usize> = BTreeMap::new();
    for (letter, style) in of_memory.iter().flatten() {
        assert_eq!(letters.entry(letter).or_insert(*style), style, "{letter}");
    }
    let distinct: std::collections::BTreeSet<_> = letters.values().collect();
    assert_eq!(distinct.len(), letters.len(), "{letters:?}");
    styles(&Solitaire::new(4).expect("a board"));
    styles(&Guess::new(5, 2).expect("numbers"));
    let field = Field::new(3, 3, 2).expect("a board");
    let mines = Mines::new(field, Opener::Best, FirstCell::Anywhere, FirstClick::Any).expect("a game");
    assert_eq!(styles(&mines).keys().collect::<Vec<_>>(), ["mine", "number"]);
}

/// In a stacked chart, each of 16 seats has a fill of its own.
#[test]
fn seats_of_a_chart_have_different_fills() {
    let fills: HashSet<String> = (0..16).map(|seat| palette::band(seat).to_string()).collect();
    assert_eq!(fills.len(), 16);
}
