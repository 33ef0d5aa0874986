//! The page's player, as a context that its components share.

use super::Deck;
use yew::prelude::*;

#[derive(Clone, PartialEq)]
pub struct PlayerContext(pub Deck);

/// The player of the page.
#[hook]
pub fn use_deck() -> Deck {
    use_context::<PlayerContext>()
        .expect("the page provides its player")
        .0
}
