//! The common playhead of compared runs.

use super::Player;
use super::clock::{Direction, Tempo};
use super::host::ShownRun;
use super::scene::RunScene;
use super::track::Track;
use crate::shell::run::loaded::Run;
use base::SimTime;
use base::order::sort_by;
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
    pub(super) fn compare_with(&self, shown: &ShownRun) -> bool {
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
        let told = match way {
            Direction::On => events::next(&run.trace, at, kind),
            Direction::Back => events::previous(&run.trace, at, kind),
        };
        told.map(|told| told.record.at.ms() as f64)
    }

    /// The positions of the moments of the run, or of all compared runs, in order.
    pub fn moments(&self, scene: &RunScene) -> Vec<f64> {
        let mut positions: Vec<f64> = match self.track() {
            Some(track) => track.moments().collect(),
            None => scene.moments().iter().map(|one| one.at.ms() as f64).collect(),
        };
        sort_by(&mut positions, f64::total_cmp);
        positions
    }

    /// How fast it plays by itself.
    pub(super) fn tempo(&self, run: &Run, scene: &RunScene) -> Tempo {
        let axis = &scene.axis;
        let unit = |at: SimTime| axis.unit(at.ms() as f64);
        let waits = run.lanes.waits.iter().filter(|_| self.track().is_none());
        let waits: Vec<(f64, f64)> = waits.map(|one| (unit(one.from), unit(one.to))).collect();
        let moments: Vec<f64> = self.moments(scene).into_iter().map(|ms| axis.unit(ms)).collect();
        Tempo::of(axis.len(), &moments, &waits)
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
