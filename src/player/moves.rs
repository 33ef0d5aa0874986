//! Moves of the playhead and of the visible part of the run.

use super::Player;
use super::clock::{Direction, Speed};
use super::painter::CameraMove;
use crate::shell::run::loaded::Run;
use crate::shell::web::browser::reduced_motion;
use draw::timeline::axis::Viewport;
use query::events::EventKind;
use trace::Subject;

impl Player {
    /// Plays, or stops; at the end it plays from the start.
    pub fn play_or_pause(&self) {
        let playing = {
            let end = self.end_ms();
            let mut clock = self.0.clock.borrow_mut();
            clock.stepped = reduced_motion();
            clock.toggle(end);
            clock.playing
        };
        self.0.host.on_playing(playing);
        self.request();
    }

    /// To the next or previous row of a kind.
    pub fn step(&self, way: Direction, kind: EventKind) {
        let found = {
            let run = self.0.run.borrow();
            let Some((run, ..)) = &*run else { return };
            self.found(run, self.at_ms(), way, kind)
        };
        self.stop_at(way, found);
    }

    /// To the next or previous moment.
    pub fn step_moment(&self, way: Direction) {
        let Some(scene) = self.scene() else { return };
        let (at, mut moments) = (self.at_ms(), self.moments(&scene).into_iter());
        self.stop_at(
            way,
            match way {
                Direction::On => moments.find(|one| *one > at + 0.5),
                Direction::Back => moments.take_while(|one| *one < at - 0.5).last(),
            },
        );
    }

    /// Stops at a place; before the first one is the start.
    fn stop_at(&self, way: Direction, found: Option<f64>) {
        self.set_playing(false);
        match found {
            Some(ms) => self.seek(ms),
            None if way == Direction::Back => self.seek(0.0),
            None => {}
        }
    }

    /// By a second.
    pub fn tick(&self, way: Direction) {
        let by = if way == Direction::On { 1000.0 } else { -1000.0 };
        self.set_playing(false);
        self.seek(self.at_ms() + by);
    }

    /// To a tenth of the run, as it is drawn.
    pub fn seek_tenth(&self, n: u32) {
        if let Some(scene) = self.scene() {
            let unit = scene.axis.len() * f64::from(n) / 10.0;
            self.seek(scene.axis.ms(unit));
        }
    }

    /// The next speed, up or down.
    pub fn speed_beside(&self, faster: bool) -> Option<Speed> {
        let scene = self.scene()?;
        let speed = self.0.clock.borrow().speed;
        Some(speed.changed(&scene.axis, faster))
    }

    /// Zooms around the playhead if it is visible, else around the middle.
    pub fn zoom(&self, way: Direction) {
        let Some(scene) = self.scene() else { return };
        let (window, whole) = (self.window(), scene.axis.whole());
        let here = scene.axis.unit(self.at_ms());
        let around = match (window.from..=window.to).contains(&here) {
            true => here,
            false => window.from.midpoint(window.to),
        };
        let factor = if way == Direction::On { 0.5 } else { 2.0 };
        let next = window.zoomed(around, factor, whole);
        self.set_window((next != whole).then_some(next));
    }

    /// Moves the visible part by half its length.
    pub fn pan(&self, way: Direction) {
        let Some(scene) = self.scene() else { return };
        let (window, whole) = (self.window(), scene.axis.whole());
        let half = (window.to - window.from) / 2.0;
        let by = if way == Direction::On { half } else { -half };
        let next = window.moved(by, whole);
        self.set_window((next != whole).then_some(next));
    }

    /// Sets the start or end of the loop, if that leaves a loop; the other one stays if possible.
    pub fn mark_loop(&self, way: Direction, at: f64) -> bool {
        let end = self.end_ms();
        let (from, to) = self.looped().unwrap_or((0.0, end));
        let range = match way {
            Direction::Back if at < to => (at, to),
            Direction::Back => (at, end),
            Direction::On if at > from => (from, at),
            Direction::On => (0.0, at),
        };
        if range.0 < range.1 {
            self.set_loop(Some(range));
        }
        range.0 < range.1
    }

    /// Shows the whole run.
    pub fn fit_all(&self) {
        self.wish(CameraMove::All);
        self.set_window(None);
    }

    /// Zooms to the loop, or to a subject.
    pub fn fit(&self, subject: Option<Subject>) {
        let range = self.looped().or_else(|| self.stretch_of(subject?));
        if let Some(subject) = subject {
            self.wish(CameraMove::Onto(subject));
        }
        match range {
            Some(range) => self.zoom_to(range),
            None => self.set_window(None),
        }
    }

    /// Zooms to a subject.
    pub fn zoom_onto(&self, subject: Subject) {
        self.wish(CameraMove::Onto(subject));
        if let Some(range) = self.stretch_of(subject) {
            self.zoom_to(range);
        }
    }

    /// Zooms to the marked range.
    pub fn fit_loop(&self) {
        if let Some(range) = self.looped() {
            self.zoom_to(range);
        }
    }

    fn zoom_to(&self, (from, to): (f64, f64)) {
        let Some(scene) = self.scene() else { return };
        let (from, to) = (scene.axis.unit(from), scene.axis.unit(to));
        let room = ((to - from) * 0.08).max(5.0);
        self.set_window(Some(Viewport { from: from - room, to: to + room }));
    }

    /// From the first to the last row about a subject.
    fn stretch_of(&self, subject: Subject) -> Option<(f64, f64)> {
        let stretch = |run: &Run| {
            let rows = run.trace.rows_of(subject);
            let at = |no| run.trace.record(no).map(|record| record.at.ms() as f64);
            Some((at(*rows.first()?)?, at(*rows.last()?)?))
        };
        self.with_run(stretch).flatten()
    }
}
