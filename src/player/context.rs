//! The page's player as a context.

use super::Player;
use yew::prelude::*;

#[derive(Clone, PartialEq)]
pub struct PlayerContext(pub Player);

/// The player of the page.
#[hook]
pub fn use_player() -> Player {
    use_context::<PlayerContext>().expect("the page provides its player").0
}
