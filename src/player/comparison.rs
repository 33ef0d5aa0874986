//! The common playhead of compared runs.

use super::Player;
use super::clock::Direction;
use super::host::Shown;
use super::track::Track;
use crate::shell::run::loaded::Run;
use base::SimTime;
use query::events::{self, EventKind};
use std::rc::Rc;

impl Player {
    /// The compared runs, if any.
    pub fn track(&self) -> Option<Rc<Track>> {
        self.0.track.borrow().clone()
    }

    /// The instant of the page's own run.
    pub fn own_ms(&self) -> f64 {
        let at = self.at_ms();
        let track = self.track();
        let own = track.and_then(|track| Some(track.instant(track.course(0)?, at)));
        own.unwrap_or(at)
    }

    /// Adopts the compared runs; returns whether the playhead's axis changed.
    pub(super) fn compare_with(&self, shown: &Shown) -> bool {
        let before = self.track();
        let compared = shown.compared.as_ref();
        let same = match (&before, compared) {
            (Some(track), Some(compared)) => track.is_of(compared, shown.true_scale),
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        };
        if same {
            return false;
        }
        let after = compared.and_then(|compared| Track::of(compared, shown.true_scale));
        if before.is_none() && after.is_none() {
            return false;
        }
        // The instant stays; until there is one, the position does.
        let mut clock = self.0.clock.borrow_mut();
        let ms = before.map_or(clock.at_ms, |track| track.kept(clock.at_ms));
        clock.at_ms = after.as_ref().map_or(ms, |track| track.keep(ms));
        self.0.track.replace(after);
        true
    }

    /// The position of the next or previous row of a kind.
    pub(super) fn found(&self, run: &Run, at: f64, way: Direction, kind: EventKind) -> Option<f64> {
        if let Some(track) = &*self.0.track.borrow() {
            return track.step(at, way, kind);
        }
        let at = SimTime::from_ms(at as i64);
        if kind == EventKind::Marker {
            let moments = run.reading.moments().iter();
            let mut instants = moments.filter_map(|no| Some(run.trace.record(*no)?.at));
            let found = match way {
                Direction::On => instants.find(|one| *one > at),
                Direction::Back => instants.take_while(|one| *one < at).last(),
            };
            return found.map(|one| one.ms() as f64);
        }
        let told = match way {
            Direction::On => events::next(&run.trace, at, kind),
            Direction::Back => events::previous(&run.trace, at, kind),
        };
        told.map(|told| told.record.at.ms() as f64)
    }

    /// Moves the page's own run and the variants to the playhead.
    pub(super) fn seek_frames(&self, run: &Run) {
        if let Some(track) = self.track() {
            track.seek(self.at_ms());
        }
        let at = SimTime::from_ms(self.own_ms() as i64);
        let mut frame = self.0.frame.borrow_mut();
        match frame.as_mut() {
            Some(frame) => run.trace.seek(frame, at),
            None => *frame = Some(run.trace.frame_at(at)),
        }
    }

    /// Goes to an instant of one of the runs.
    pub fn seek_in(&self, n: usize, at: SimTime) {
        self.set_playing(false);
        let position = self.track().and_then(|track| {
            let course = track.course(n)?;
            Some(track.position(course, at.ms() as f64))
        });
        if let Some(position) = position {
            self.seek(position);
        }
    }
}
