//! Entry of actual cards on a table: people turn them and type the pictures.

use super::{MemoryGame, MemorySession};
use crate::PlayError;
use crate::family::counted;
use crate::log::names;
use crate::model::Job;
use serde_json::Value;
use std::collections::HashSet;

/// The largest number of letters of a picture, limited by the size of a card on the screen.
const MAX_LETTERS: usize = 4;

/// Returns `true` if `name` can be the name of a picture: 1 to 4 letters or digits.
///
/// ```
/// use chancetree::play::memory::is_picture;
///
/// assert!(is_picture("cat") && !is_picture("tiger"));
/// ```
pub fn is_picture(name: &str) -> bool {
    (1..=MAX_LETTERS).contains(&name.chars().count()) && name.chars().all(char::is_alphanumeric)
}

/// Returns the pictures of a log whose cards lay on an actual table. An unfinished game may have fewer pictures
/// than `pairs`.
///
/// # Errors
/// Returns an error if there are more names than pairs, a name is not a [picture](is_picture), or two names
/// are equal.
pub(super) fn logged_pictures(parameters: &Value, pairs: u16) -> Result<Option<Vec<String>>, PlayError> {
    let Some(pictures) = parameters.get("pictures") else { return Ok(None) };
    let names = names(pictures).ok_or_else(|| PlayError::refused("pictures are not a list of names"))?;
    let pairs = usize::from(pairs);
    let (count, most) = (counted(names.len(), "name"), counted(pairs, "pair"));
    ensure!(names.len() <= pairs, "pictures has {count}, but the deal has {most}");
    let mut known = HashSet::new();
    for (number, name) in (1..).zip(&names) {
        let shown: String = name.chars().take(2 * MAX_LETTERS).collect();
        let cut = if shown.len() < name.len() { "..." } else { "" };
        let what = format!("picture {number} is {shown:?}{cut}");
        ensure!(is_picture(name), "{what}, but a picture is a name of {PICTURE}");
        ensure!(known.insert(name), "{what} again, but each pair has a picture of its own");
    }
    Ok(Some(names))
}

/// A description of the names that pictures may have.
pub(crate) const PICTURE: &str = "1 to 4 letters or digits";

impl MemoryGame {
    /// Returns `true` if the cards lie on an actual table, so that each card is
    /// [entered](MemorySession::enter) when it is first turned.
    pub fn is_entered(&self) -> bool {
        self.setup.pictures.is_some()
    }
}

impl MemorySession {
    /// Returns `true` if the card at `place` was turned before, so that its picture is fixed.
    pub fn is_seen(&self, place: usize) -> bool {
        self.steps.iter().any(|step| step["place"] == place + 1)
    }

    /// Turns the card at `place`, from 0, which shows `picture` on the actual table.
    ///
    /// # Errors
    /// Returns an error and leaves the game unchanged if the picture cannot be there, the card cannot be
    /// turned, or a limit is exceeded.
    ///
    /// ```
    /// use chancetree::model::Job;
    /// use chancetree::play::memory::{MemorySession, Seats};
    /// use serde_json::json;
    /// use std::collections::BTreeMap;
    ///
    /// // The cards lie on a table, and no picture is known yet.
    /// let seats = json!({"seats": ["human", "human"], "people": "robots", "objective": "pairs"});
    /// let seats: Seats = serde_json::from_value(seats)?;
    /// let mut setup = seats.setup(vec![1, 2, 1, 2], 1, &|_| Ok(BTreeMap::new()))?;
    /// setup.pictures = Some(Vec::new());
    /// let job = Job::default();
    /// let mut game = MemorySession::new(setup, &job)?;
    /// game.enter(3, "cat", &job)?;
    /// assert!(game.is_entered() && game.is_seen(3));
    /// assert_eq!(game.face(3), Some("cat".to_owned()));
    ///
    /// game.undo(&job)?;
    /// assert_eq!(game.face(3), None);
    /// # Ok::<(), chancetree::family::Refusal>(())
    /// ```
    pub fn enter(&mut self, place: usize, picture: &str, job: &Job<'_>) -> Result<(), PlayError> {
        let before = self.setup.clone();
        let entered = self.lay(place, picture).and_then(|()| self.play(place, job));
        entered.inspect_err(|_| self.game.setup = before)
    }

    /// Assigns `picture` to the card at `place`, by swapping two unseen cards, whose order is arbitrary.
    fn lay(&mut self, place: usize, picture: &str) -> Result<(), PlayError> {
        ensure!(place < self.cards.all.len(), "there is no card {}", place + 1);
        if self.is_seen(place) {
            let seen = self.picture(place);
            ensure!(seen == picture, "this card showed {seen}");
            return Ok(());
        }
        ensure!(is_picture(picture), "a picture is a name of {PICTURE}");
        let pairs = usize::from(self.setup.pairs());
        let Some(pictures) = &mut self.game.setup.pictures else {
            return Err(PlayError::refused("the program deals these cards"));
        };
        let symbol = match pictures.iter().position(|known| known == picture) {
            Some(at) => at + 1,
            None if pictures.len() == pairs => {
                return Err(PlayError::refused(format!(
                    "{picture} would be picture {} of {pairs}",
                    pairs + 1
                )));
            }
            None => {
                pictures.push(picture.to_owned());
                pictures.len()
            }
        };
        let holds = |at: &usize| usize::from(self.setup.deal[*at]) == symbol && !self.is_seen(*at);
        match [place].into_iter().chain(0..self.cards.all.len()).find(holds) {
            Some(other) => self.game.setup.deal.swap(place, other),
            None => return Err(PlayError::refused(format!("both cards with {picture} were seen elsewhere"))),
        }
        Ok(())
    }

    /// Undoes the last card.
    ///
    /// # Errors
    /// Returns an error if no card was turned, or a limit is exceeded.
    pub fn undo(&mut self, job: &Job<'_>) -> Result<(), PlayError> {
        let (_, steps) =
            self.steps.split_last().ok_or_else(|| PlayError::refused("no card was turned yet"))?;
        let mut setup = self.setup.clone();
        if let Some(pictures) = &mut setup.pictures {
            let seen = steps.iter().filter_map(|step| step["symbol"].as_u64()).max().unwrap_or(0);
            pictures.truncate(seen as usize);
        }
        let mut game = Self::new(setup, job)?;
        for step in steps {
            game.replay_step(step, job)?;
        }
        *self = game;
        Ok(())
    }
}
