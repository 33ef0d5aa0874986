//! The playhead of compared runs in words.

use super::track::{PlayheadMeaning, RunCourse, Track};
use crate::shell::dates::day_time;
use crate::shell::words::{t, tn};

/// The playhead's position, as on its flag.
pub fn flag(track: &Track, start_unix_ms: i64, at_ms: f64) -> String {
    match track.by {
        PlayheadMeaning::Clock => day_time(start_unix_ms, at_ms as i64),
        PlayheadMeaning::Share => {
            let part = (at_ms / track.end_ms.max(1.0) * 100.0).clamp(0.0, 100.0);
            tn("ui-compare-percent", &[("n", format!("{part:.0}").into())])
        }
    }
}

/// How far a run is: `3 of 12 upgraded` by the clock, `45 % done` by share, `no upgrade`.
pub fn progress(track: &Track, course: &RunCourse, at: f64) -> String {
    let frame = course.frame.borrow();
    let nodes = frame.as_ref().map(|frame| course.scene.nodes_done(&course.run, frame));
    match (nodes, track.by) {
        (None | Some((_, 0)), _) => t("ui-compare-idle"),
        (Some((done, of)), PlayheadMeaning::Clock) => {
            tn("ui-compare-nodes-done", &[("n", done.into()), ("of", of.into())])
        }
        (_, PlayheadMeaning::Share) => {
            // 100 only at the end.
            let percent = (track.done(course, at) * 100.0 + 1e-6).floor() as u32;
            tn("ui-compare-done", &[("n", percent.into())])
        }
    }
}
