//! Memory played with real cards: a table, robots with a memory, one deal at a time.
//!
//! Nothing here uses a probability or a formula. The event of a turn is read off the cards afterwards.

/// The picture on a card.
pub type Picture = usize;

/// The situation in which play begins: a fresh table, or the middle of a game.
#[derive(Clone, Debug)]
pub struct Start {
    /// Pairs of which no card has been seen; their pictures are `0..unknown`.
    pub unknown: usize,
    /// Pairs of which one card has been seen; their pictures follow.
    pub half: usize,
    /// Pairs on the table of which both cards have been seen; their pictures come last.
    pub known: usize,
    /// The pairs taken so far by each seat.
    pub scores: Vec<i32>,
    /// The seat to move, from 0.
    pub mover: usize,
    /// A player who takes a pair does not move again.
    pub one_flip: bool,
}

impl Start {
    /// A fresh table.
    pub fn fresh(pairs: usize, players: usize) -> Self {
        Self { unknown: pairs, half: 0, known: 0, scores: vec![0; players], mover: 0, one_flip: false }
    }
}

/// The outcome of a turn; the letters are Bondarenko's (2021).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Event {
    /// Took a pair of which both cards had been seen.
    A,
    /// Turned a card whose mate had been seen, and took both.
    B,
    /// Turned two new cards that match.
    C,
    /// A mismatch that leaves a known pair.
    D,
    /// A mismatch that leaves no known pair.
    E,
}

/// The public facts between two turns.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Situation {
    pub scores: Vec<i32>,
    /// Pairs on the table with both cards seen.
    pub known: usize,
    /// Pairs on the table with one card seen.
    pub half: usize,
    /// Pairs on the table with no card seen.
    pub unknown: usize,
    /// The seat to move; on an empty table, the seat that took the last pair.
    pub mover: usize,
}

/// The result of one deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    pub scores: Vec<i32>,
    /// The seat that took the last pair; the seat to move if the table was empty from the beginning.
    pub last: usize,
    /// The number of turns.
    pub turns: usize,
}

/// Cards in a row, face down; taken cards leave empty places.
struct Table {
    places: Vec<Option<Picture>>,
}

impl Table {
    /// Turns the card at `place` and shows it to every robot.
    fn turn(&self, place: usize, robots: &mut [Robot]) -> Picture {
        let picture = self.places[place].expect("robots turn only cards that lie on the table");
        for robot in robots {
            robot.memory[place] = Some(picture);
        }
        picture
    }

    /// Takes two cards off the table; every robot sees it.
    fn take(&mut self, first: usize, second: usize, robots: &mut [Robot]) {
        assert_eq!(self.places[first], self.places[second], "only a pair may be taken");
        for place in [first, second] {
            self.places[place] = None;
            for robot in &mut *robots {
                robot.memory[place] = None;
            }
        }
    }

    fn is_empty(&self) -> bool {
        self.places.iter().all(Option::is_none)
    }
}

/// A player with perfect memory of every card turned that still lies on the table.
struct Robot {
    memory: Vec<Option<Picture>>,
}

impl Robot {
    /// Returns two remembered places that hold a pair: one pass, with a mark for each picture.
    fn pair(&self) -> Option<(usize, usize)> {
        let mut seen_pictures = 0u64;
        let second = self.memory.iter().position(|card| {
            card.is_some_and(|picture| {
                let mark = 1 << picture;
                let is_repeated = seen_pictures & mark != 0;
                seen_pictures |= mark;
                is_repeated
            })
        })?;
        let picture = self.memory[second].expect("only remembered places were seen");
        self.mate(picture, second).map(|first| (first, second))
    }

    /// Returns the place where the other card with this picture has been seen.
    fn mate(&self, picture: Picture, place: usize) -> Option<usize> {
        (0..self.memory.len()).find(|&other| other != place && self.memory[other] == Some(picture))
    }

    /// Returns the first card that was never turned, in table order.
    fn next_new(&self, table: &Table) -> Option<usize> {
        (0..self.memory.len()).find(|&place| table.places[place].is_some() && self.memory[place].is_none())
    }
}

/// Plays one turn of the robot at seat `mover`.
fn turn(table: &mut Table, robots: &mut [Robot], mover: usize) -> Event {
    if let Some((one, other)) = robots[mover].pair() {
        table.take(one, other, robots);
        return Event::A;
    }
    let first = robots[mover].next_new(table).expect("without a known pair a card is new");
    let picture = table.turn(first, robots);
    if let Some(mate) = robots[mover].mate(picture, first) {
        table.take(first, mate, robots);
        return Event::B;
    }
    let second = robots[mover].next_new(table).expect("an unseen mate lies somewhere");
    if table.turn(second, robots) == picture {
        table.take(first, second, robots);
        Event::C
    } else if robots[mover].pair().is_some() {
        Event::D
    } else {
        Event::E
    }
}

fn situation(table: &Table, robots: &[Robot], scores: &[i32], mover: usize) -> Situation {
    assert!(robots.iter().all(|robot| robot.memory == robots[mover].memory), "all saw the same cards");
    // The number of seen cards of each picture on the table.
    let mut seen = [None; 64];
    for (card, memory) in table.places.iter().zip(&robots[mover].memory) {
        if let Some(picture) = *card {
            *seen[picture].get_or_insert(0) += usize::from(*memory == Some(picture));
        }
    }
    let mut pairs = [0; 3];
    seen.into_iter().flatten().for_each(|seen: usize| pairs[seen] += 1);
    let [unknown, half, known] = pairs;
    Situation { scores: scores.to_vec(), known, half, unknown, mover }
}

/// Plays one deal to its end. `unseen` are the unseen cards in table order; the seen cards lie before them.
pub fn play(start: &Start, unseen: &[Picture]) -> Game {
    run(start, unseen, |_, _, _, _| {}, |_, _, _, _, _| {})
}

/// Plays one deal and records the situation at the beginning and after each turn.
pub fn play_traced(start: &Start, unseen: &[Picture]) -> (Game, Situation, Vec<(Event, Situation)>) {
    let mut first = None;
    let mut trace = Vec::new();
    let game = run(
        start,
        unseen,
        |table, robots, scores, mover| first = Some(situation(table, robots, scores, mover)),
        |event, table, robots, scores, mover| trace.push((event, situation(table, robots, scores, mover))),
    );
    (game, first.expect("the beginning was recorded"), trace)
}

fn run(
    start: &Start,
    unseen: &[Picture],
    begin: impl FnOnce(&Table, &[Robot], &[i32], usize),
    mut after: impl FnMut(Event, &Table, &[Robot], &[i32], usize),
) -> Game {
    let known = start.unknown + start.half..start.unknown + start.half + start.known;
    let mut seen: Vec<Picture> = known.flat_map(|picture| [picture, picture]).collect();
    seen.extend(start.unknown..start.unknown + start.half);
    let mut table = Table { places: seen.iter().chain(unseen).map(|&picture| Some(picture)).collect() };
    let memory: Vec<_> = (0..table.places.len()).map(|place| seen.get(place).copied()).collect();
    let mut robots: Vec<Robot> = start.scores.iter().map(|_| Robot { memory: memory.clone() }).collect();

    let mut game = Game { scores: start.scores.clone(), last: start.mover, turns: 0 };
    let mut mover = start.mover;
    begin(&table, &robots, &game.scores, mover);
    while !table.is_empty() {
        let event = turn(&mut table, &mut robots, mover);
        game.turns += 1;
        let is_taken = matches!(event, Event::A | Event::B | Event::C);
        if is_taken {
            game.scores[mover] += 1;
            game.last = mover;
        }
        if start.one_flip || !is_taken {
            mover = (mover + 1) % robots.len();
        }
        after(event, &table, &robots, &game.scores, mover);
    }
    game
}
