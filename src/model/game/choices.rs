//! The choices of a state, as a game writes them and the engine reads them.

use super::{Game, MAX_POINTS, Points, Seat, Weight};
use std::ops::Range;

/// One event of a choice: its weight, its name, and the state that follows.
///
/// ```
/// use chancetree_model::example::Coins;
/// use chancetree_model::game::Choices;
///
/// let mut choices = Choices::default();
/// choices.fill(&Coins { tosses: 3 }, &3);
/// let tails = &choices.events()[1];
/// assert_eq!((tails.weight, tails.event, tails.turn_offset, tails.next), (1, "tails", 1, 2));
/// ```
pub struct Event<G: Game> {
    /// The weight, at least 1.
    pub weight: Weight,
    /// The event itself.
    pub event: G::Event,
    /// The points that the mover scores.
    pub points: Points,
    /// The number of seats by which the turn moves on; 0 if the mover moves again.
    pub turn_offset: Seat,
    /// The state that follows, in its [canonical](Game::canonical) form.
    pub next: G::State,
}

/// One choice of a state: a move of chance or an action of the mover, with its events.
///
/// ```
/// use chancetree_model::example::Throws;
/// use chancetree_model::game::Choices;
///
/// let mut choices = Choices::default();
/// choices.fill(&Throws { throws: 2 }, &(1, 4));
/// let found: Vec<_> = choices.iter().map(|choice| (choice.action, choice.total, choice.events.len())).collect();
/// assert_eq!(found, [(Some("throw"), 6, 6), (Some("stop"), 1, 1)]);
/// ```
pub struct Choice<'a, G: Game> {
    /// The action, or `None` where chance moves.
    pub action: Option<G::Action>,
    /// The sum of the weights of `events`.
    pub total: Weight,
    /// The events of positive weight, in the order in which the game added them.
    pub events: &'a [Event<G>],
}

/// The choices of one state: a reusable buffer that the engine passes to [`Game::expand`].
///
/// ```
/// use chancetree_model::example::Coins;
/// use chancetree_model::game::Choices;
///
/// let mut choices = Choices::default();
/// choices.fill(&Coins { tosses: 3 }, &2);
/// assert_eq!(choices.len(), 1);
/// let [heads, tails] = choices.events() else { unreachable!("a coin has two sides") };
/// assert_eq!((heads.points, tails.turn_offset), (1, 1));
/// ```
pub struct Choices<G: Game> {
    heads: Vec<(Option<G::Action>, Weight, Range<usize>)>,
    events: Vec<Event<G>>,
    overflow: bool,
    too_many_points: bool,
}

impl<G: Game> Default for Choices<G> {
    fn default() -> Self {
        Self { heads: Vec::new(), events: Vec::new(), overflow: false, too_many_points: false }
    }
}

impl<G: Game> Choices<G> {
    /// Adds a choice without a decision: a move of chance, or of a robot. Its events are added to the returned value.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Choices;
    ///
    /// let mut choices: Choices<Coins> = Choices::default();
    /// assert!(choices.is_empty());
    /// choices.chance().event(1, "heads", || 1).event(1, "tails", || 1);
    /// assert_eq!(choices.iter().next().map(|choice| choice.total), Some(2));
    /// ```
    pub fn chance(&mut self) -> Events<'_, G> {
        self.choice(None)
    }

    /// Adds the choice of `action` by the mover. Its events are added to the returned value.
    ///
    /// ```
    /// use chancetree_model::example::Throws;
    /// use chancetree_model::game::Choices;
    ///
    /// let mut choices: Choices<Throws> = Choices::default();
    /// choices.action("stop").event(1, 0, || (0, 0));
    /// assert_eq!(choices.iter().map(|choice| choice.action).collect::<Vec<_>>(), [Some("stop")]);
    /// ```
    pub fn action(&mut self, action: G::Action) -> Events<'_, G> {
        self.choice(Some(action))
    }

    fn choice(&mut self, action: Option<G::Action>) -> Events<'_, G> {
        let end = self.events.len();
        self.heads.push((action, 0, end..end));
        Events { choices: self, last_is_possible: None }
    }

    /// Returns the number of choices, which is 0 at an end.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Returns `true` if there is no choice, that is, if the game is over.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// Returns an iterator over the choices, in the order in which the game added them.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Choice<'_, G>> {
        self.heads.iter().map(|(action, total, range)| Choice {
            action: *action,
            total: *total,
            events: &self.events[range.clone()],
        })
    }

    /// Returns the events of all choices, choice after choice.
    pub fn events(&self) -> &[Event<G>] {
        &self.events
    }

    /// Returns `true` if the weights of a choice do not fit a [`Weight`].
    pub(crate) fn overflowed(&self) -> bool {
        self.overflow
    }

    /// Returns `true` if an event scores more than [`MAX_POINTS`], or fewer than -[`MAX_POINTS`].
    pub(crate) fn points_overflowed(&self) -> bool {
        self.too_many_points
    }

    /// Replaces the contents of this buffer with the choices of `state`. The states that follow are made canonical.
    pub fn fill(&mut self, game: &G, state: &G::State) {
        self.heads.clear();
        self.events.clear();
        (self.overflow, self.too_many_points) = (false, false);
        game.expand(state, self);
        // The engine makes states canonical, so that games need not. Collecting reuses the allocation of the list.
        let canonical = |event: Event<G>| Event { next: game.canonical(event.next), ..event };
        self.events = std::mem::take(&mut self.events).into_iter().map(canonical).collect();
    }

    /// Removes the events of all choices, in their order, each with the action of its choice.
    pub(crate) fn take_events(&mut self) -> impl Iterator<Item = (Option<G::Action>, Event<G>)> {
        let actions = self.heads.iter().flat_map(|(action, _, range)| range.clone().map(move |_| *action));
        actions.zip(self.events.drain(..))
    }
}

/// A choice to which events can be added.
///
/// An event scores no points and leaves the turn with the mover, unless [`points`](Self::points) and [`pass`](Self::pass)
/// follow it:
///
/// ```
/// use chancetree_model::game::{Choices, Game, NoAction, Seat};
///
/// /// Two players toss a coin in turn. Heads score a point and the player tosses again; after tails the turn passes on.
/// #[derive(Clone)]
/// struct Coin;
///
/// impl Game for Coin {
///     type State = u8; // tosses that are left
///     type Action = NoAction;
///     type Event = &'static str;
///
///     fn start(&self) -> u8 {
///         3
///     }
///     fn expand(&self, &left: &u8, choices: &mut Choices<Self>) {
///         if left > 0 {
///             let toss = choices.chance();
///             toss.event(1, "heads", || left - 1).points(1).event(1, "tails", || left - 1).pass();
///         }
///     }
///     fn seats(&self) -> Seat {
///         2
///     }
/// }
/// ```
pub struct Events<'a, G: Game> {
    choices: &'a mut Choices<G>,
    /// `false` after an event that was left out; `None` before the first event.
    last_is_possible: Option<bool>,
}

impl<G: Game> Events<'_, G> {
    /// Adds an event and returns the choice for the next one. A weight of 0 means that the event is impossible: it is
    /// left out, and `next` is never called.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Choices;
    ///
    /// let mut choices: Choices<Coins> = Choices::default();
    /// choices.chance().event(2, "heads", || 1).event(0, "tails", || unreachable!("a weight of 0"));
    /// assert_eq!(choices.events().len(), 1);
    /// ```
    pub fn event(mut self, weight: Weight, event: G::Event, next: impl FnOnce() -> G::State) -> Self {
        self.last_is_possible = Some(weight > 0);
        if weight > 0 {
            self.choices.events.push(Event { weight, event, points: 0, turn_offset: 0, next: next() });
            let end = self.choices.events.len();
            let (_, total, range) = self.choices.heads.last_mut().expect("a choice was begun");
            match total.checked_add(weight) {
                Some(sum) => *total = sum,
                None => self.choices.overflow = true,
            }
            range.end = end;
        }
        self
    }

    /// Sets the points that the mover scores with the event that was added last. They may be negative.
    ///
    /// # Panics
    /// If no event was added.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Choices;
    ///
    /// let mut choices: Choices<Coins> = Choices::default();
    /// choices.chance().event(1, "heads", || 1).points(-2);
    /// assert_eq!(choices.events()[0].points, -2);
    /// ```
    pub fn points(mut self, points: Points) -> Self {
        if let Some(event) = self.last() {
            event.points = points;
            if points.unsigned_abs() > MAX_POINTS.unsigned_abs() {
                self.choices.too_many_points = true;
            }
        }
        self
    }

    /// Passes the turn to the next seat after the event that was added last.
    ///
    /// # Panics
    /// If no event was added.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Choices;
    ///
    /// let mut choices: Choices<Coins> = Choices::default();
    /// choices.chance().event(1, "tails", || 1).pass();
    /// assert_eq!(choices.events()[0].turn_offset, 1);
    /// ```
    pub fn pass(self) -> Self {
        self.pass_by(1)
    }

    /// Passes the turn on by this number of seats after the event that was added last. 0 leaves it with the mover, and so does the
    /// number of seats: the turn goes round the table.
    ///
    /// # Panics
    /// If no event was added.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Choices;
    ///
    /// let mut choices: Choices<Coins> = Choices::default();
    /// choices.chance().event(1, "heads", || 1).event(1, "tails", || 1).pass_by(2);
    /// assert_eq!([0, 1].map(|event| choices.events()[event].turn_offset), [0, 2]);
    /// ```
    pub fn pass_by(mut self, seats: Seat) -> Self {
        if let Some(event) = self.last() {
            event.turn_offset = seats;
        }
        self
    }

    /// Returns the event that was added last, unless it is impossible.
    fn last(&mut self) -> Option<&mut Event<G>> {
        let is_possible = self.last_is_possible.expect("points and passes follow their event");
        self.choices.events.last_mut().filter(|_| is_possible)
    }
}
