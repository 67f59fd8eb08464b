//! Cards that lie on a real table: people turn them up, and say what they show.

use super::MemorySession;
use crate::family::counted;
use crate::model::Job;
use crate::{Session as _, Wrong};
use std::collections::HashSet;

/// The most letters of the name of a picture: a card on the screen has room for them.
const MOST_LETTERS: usize = 4;

/// Returns `true` if `name` can be the name of a picture: 1 to 4 letters or digits.
pub fn is_picture(name: &str) -> bool {
    (1..=MOST_LETTERS).contains(&name.chars().count()) && name.chars().all(char::is_alphanumeric)
}

/// Refuses names of pictures that cannot be those of a board of `pairs` pairs. A game that is not over may have named
/// fewer pictures than pairs.
///
/// # Errors
/// If there are more names than pairs, a name is no [picture](is_picture), or two names are equal.
pub fn check_pictures(names: &[String], pairs: usize) -> Result<(), Wrong> {
    if names.len() > pairs {
        let (names, pairs) = (counted(names.len(), "name"), counted(pairs, "pair"));
        return Err(Wrong::refused(format!("pictures has {names}, but the deal has {pairs}")));
    }
    let mut known = HashSet::new();
    for (number, name) in (1..).zip(names) {
        if !is_picture(name) {
            let shown: String = name.chars().take(2 * MOST_LETTERS).collect();
            let cut = if shown.len() < name.len() { "..." } else { "" };
            let what = format!("picture {number} is {shown:?}{cut}");
            return Err(Wrong::refused(format!("{what}, but a picture is a name of {PICTURE}")));
        }
        if !known.insert(name) {
            let what = format!("picture {number} is {name:?} again");
            return Err(Wrong::refused(format!("{what}, but each pair has a picture of its own")));
        }
    }
    Ok(())
}

/// The names that pictures may have, in words.
pub const PICTURE: &str = "1 to 4 letters or digits";

impl MemorySession {
    /// Returns `true` if the cards lie on a real table, so that each is [entered](Self::enter) when it is first turned.
    pub fn is_entered(&self) -> bool {
        self.setup.pictures.is_some()
    }

    /// Returns `true` if the card at `place` was turned before, so that its picture is known for good.
    pub fn is_seen(&self, place: usize) -> bool {
        self.course.steps.iter().any(|step| step["place"] == place + 1)
    }

    /// Turns the card at `place`, from 0, which shows `picture` on the real table.
    ///
    /// # Errors
    /// If the picture cannot be there, the card cannot be turned, or a limit is met; nothing has changed then.
    pub fn enter(&mut self, place: usize, picture: &str, job: &Job<'_>) -> Result<(), Wrong> {
        let before = self.setup.clone();
        let entered = self.lay(place, picture).and_then(|()| self.turn(place, job));
        entered.inspect_err(|_| self.setup = before)
    }

    /// Lays a card with `picture` at `place`: in what was not seen yet the cards lie in any order, so two of them
    /// change places.
    fn lay(&mut self, place: usize, picture: &str) -> Result<(), Wrong> {
        if place >= self.cards.all.len() {
            return Err(Wrong::refused(format!("there is no card {}", place + 1)));
        }
        if self.is_seen(place) {
            let seen = self.picture(place);
            let same = seen == picture;
            return if same { Ok(()) } else { Err(Wrong::refused(format!("this card showed {seen}"))) };
        }
        if !is_picture(picture) {
            return Err(Wrong::refused(format!("a picture is a name of {PICTURE}")));
        }
        let pairs = usize::from(self.setup.pairs());
        let Some(pictures) = &mut self.setup.pictures else {
            return Err(Wrong::refused("the program deals these cards"));
        };
        let symbol = match pictures.iter().position(|known| known == picture) {
            Some(at) => at + 1,
            None if pictures.len() == pairs => {
                return Err(Wrong::refused(format!("{picture} would be picture {} of {pairs}", pairs + 1)));
            }
            None => {
                pictures.push(picture.to_owned());
                pictures.len()
            }
        };
        let holds = |at: &usize| usize::from(self.setup.deal[*at]) == symbol && !self.is_seen(*at);
        match [place].into_iter().chain(0..self.cards.all.len()).find(holds) {
            Some(other) => self.setup.deal.swap(place, other),
            None => return Err(Wrong::refused(format!("both cards with {picture} were seen elsewhere"))),
        }
        Ok(())
    }

    /// Undoes the turning of the last card.
    ///
    /// # Errors
    /// If no card was turned, or a limit is met.
    pub fn undo(&mut self, job: &Job<'_>) -> Result<(), Wrong> {
        let (_, steps) =
            self.course.steps.split_last().ok_or_else(|| Wrong::refused("no card was turned yet"))?;
        let mut setup = self.setup.clone();
        if let Some(pictures) = &mut setup.pictures {
            let seen = steps.iter().filter_map(|step| step["symbol"].as_u64()).max().unwrap_or(0);
            pictures.truncate(seen as usize);
        }
        let mut game = Self::new(setup, job)?;
        for step in steps {
            game.again(step, job)?;
        }
        *self = game;
        Ok(())
    }
}
