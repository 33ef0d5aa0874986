//! The caption at the start of a preset: what it is about.

use crate::player::painter::PaintInput;
use crate::shell::state::app_state::AppState;
use crate::shell::web::browser::{NARROW, matches};
use crate::shell::words::attribute;

/// The caption has room for so many bytes.
const ROOM: usize = 160;

/// As many of the preset's sentences as have room, while the playhead rests at the start.
pub(super) fn opening(show: &PaintInput<'_>, state: &AppState) -> Option<String> {
    // On a phone, the stage would move down for it.
    let has_room = state.presents() || !matches(NARROW);
    if show.at_ms > 0.0 || show.playing || !has_room {
        return None;
    }
    let preset = scenario::preset(state.draft.as_ref()?.origin.preset?)?;
    let about = attribute(&preset.title(), "about");
    let ends = about.match_indices(". ").map(|(at, _)| at + 1).chain([about.len()]);
    let end = ends.clone().take_while(|end| *end <= ROOM).last().or(ends.min())?;
    Some(about[..end].to_owned())
}
