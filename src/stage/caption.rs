//! What the caption says besides the state: what a preset is about, and what has just happened.

use crate::player::{PaintInput, RunScene, said};
use crate::shell::run::loaded::Run;
use crate::shell::state::AppState;
use crate::shell::web::browser::{NARROW, matches};
use crate::shell::words::{attribute, tn};
use base::SimTime;
use query::events::{self, ListedRow};
use trace::Frame;

/// The caption has room for so many bytes.
const ROOM: usize = 160;

/// The caption at the playhead; `usual`: that of the cluster's state.
pub(super) fn caption_at(
    show: &PaintInput<'_>,
    state: &AppState,
    (run, scene, frame): (&Run, &RunScene, &Frame),
    usual: String,
) -> String {
    let opening = opening(show, state);
    let stepped = || (!state.presents()).then(|| stepped(show, run, scene, frame, &usual))?;
    opening.or_else(stepped).unwrap_or(usual)
}

/// With the rows of the second in which the playhead rests: the captions of two steps may be the same.
fn stepped(
    show: &PaintInput<'_>,
    run: &Run,
    scene: &RunScene,
    frame: &Frame,
    usual: &str,
) -> Option<String> {
    if show.playing || matches(NARROW) || frame.next >= run.trace.len() {
        return None;
    }
    let second = show.at_ms as i64 / 1000;
    let before = run.trace.rows_until(SimTime::from_ms(second * 1000 - 1));
    let is_here = |row: &ListedRow| row.record.at.ms() / 1000 == second;
    let mut rows = events::log(&run.trace, frame.next, (frame.next - before) as usize, |_| true);
    rows.retain(is_here);
    let more = rows.len().checked_sub(1)?;
    let (name, what) = said(run, scene, |words| {
        // Preferably of something that the caption doesn't name.
        let is_new = |row: &&ListedRow| !names(usual, &words.name(row.record.subject));
        let told = rows.iter().find(is_new).unwrap_or(&rows[0]);
        let sentence = words.sentence(&told.record, run.trace.rule(&told.record));
        (words.name(told.record.subject), sentence)
    });
    let args = [
        ("usual", usual.into()),
        ("name", name.into()),
        ("what", what.into()),
        ("more", more.into()),
    ];
    Some(tn("ui-caption-stepped", &args))
}

/// Does a sentence have the name? `a-10` isn't `a-1`.
fn names(sentence: &str, name: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '-';
    sentence.match_indices(name).any(|(at, _)| {
        let (before, after) = (&sentence[..at], &sentence[at + name.len()..]);
        !before.ends_with(is_word) && !after.starts_with(is_word)
    })
}

/// As many of the preset's sentences as have room, while the playhead rests at the start.
fn opening(show: &PaintInput<'_>, state: &AppState) -> Option<String> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_whole_word_of_the_sentence() {
        for (name, wanted) in [("a-1", false), ("a-10", true), ("web", true), ("we", false)] {
            assert_eq!(names("web leaves a-10.", name), wanted, "{name}");
        }
    }
}
