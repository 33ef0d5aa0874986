//! The clock of the transport while runs are compared.

use super::clock::{instant, line};
use crate::player::progress::{flag, progress};
use crate::player::{PaintInput, Painter, PlayheadMeaning, RunCourse};
use crate::shell::dates::offset;
use crate::shell::web::dom::{DomSlot, block, tag};
use crate::shell::words::tn;
use std::cell::RefCell;
use web_sys::Element;

/// The transport's clock during a comparison: one instant, or a part and each run's instant.
pub(super) struct ComparisonClock {
    clock: RefCell<DomSlot>,
    stats: RefCell<DomSlot>,
}

impl ComparisonClock {
    pub(super) fn new(clock: Element, stats: Element) -> Self {
        Self { clock: RefCell::new(DomSlot::new(clock)), stats: RefCell::new(DomSlot::new(stats)) }
    }
}

impl Painter for ComparisonClock {
    fn paint(&self, show: &PaintInput<'_>) -> bool {
        let Some(track) = show.track else {
            self.clock.borrow_mut().show(Vec::new());
            self.stats.borrow_mut().show(Vec::new());
            return false;
        };
        let start = show.run.map_or(0, |run| run.plan.start_unix_ms);
        let pieces = match track.by {
            PlayheadMeaning::Clock => instant(start, show.at_ms),
            PlayheadMeaning::Share => vec![tag("b").text(flag(track, start, show.at_ms)).into()],
        };
        self.clock.borrow_mut().show(pieces);
        let stat = |course: &RunCourse| {
            let value = match track.by {
                PlayheadMeaning::Clock => progress(track, course, show.at_ms),
                PlayheadMeaning::Share => offset(track.instant(course, show.at_ms)),
            };
            let words = tn("ui-compare-stat-at", &[("variant", (course.n + 1).into())]);
            block("div", "stat").add(tag("b").text(value)).add(tag("small").text(words)).into()
        };
        let (upper, lower) = track.courses.split_at(track.courses.len().div_ceil(2));
        let lines = [upper, lower].map(|courses| line(courses.iter().map(stat)));
        self.stats.borrow_mut().show(lines.into());
        false
    }
}
