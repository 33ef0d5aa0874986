//! Compared runs under one playhead: its position in each of them, and their common axis.
//!
//! By the clock a position is an instant, the same in all runs. By share it is a part of the longest upgrade,
//! and in each run the same part of its own.

use super::clock::Direction;
use super::quiet::common;
use super::scene::RunScene;
use crate::shell::run::loaded::Run;
use base::{SimTime, WorkloadId};
use draw::timeline::axis::{Axis, Stretch};
use query::events::{self, EventKind};
use std::cell::RefCell;
use std::rc::Rc;
use trace::Frame;

/// The meaning of the common playhead.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PlayheadMeaning {
    /// The same instant.
    #[default]
    Clock,
    /// The same part of each upgrade.
    Share,
}

/// Runs to compare.
pub struct Compared {
    pub by: PlayheadMeaning,
    pub runs: Vec<ComparedRun>,
}

pub struct ComparedRun {
    /// Its index among the variants.
    pub n: usize,
    pub run: Run,
    /// When its first upgrade begins and its last one ends, in milliseconds.
    pub from: f64,
    pub to: f64,
}

pub struct Track {
    pub courses: Vec<RunCourse>,
    pub by: PlayheadMeaning,
    true_scale: bool,
    pub axis: Axis,
    pub end_ms: f64,
}

/// One of the runs.
pub struct RunCourse {
    /// Its index among the variants.
    pub n: usize,
    pub run: Run,
    /// Its axis maps its own instants to the common axis.
    pub scene: Rc<RunScene>,
    pub frame: RefCell<Option<Frame>>,
    /// When its first upgrade begins and its last one ends, in milliseconds.
    pub from: f64,
    pub to: f64,
}

impl Track {
    /// `None`: there is no run yet.
    pub fn of(compared: &Compared, true_scale: bool) -> Option<Rc<Self>> {
        let (runs, by) = (&compared.runs, compared.by);
        let ends = runs.iter().map(|one| one.run.trace.end().ms());
        let last = ends.max()?.max(60_000);
        let longest = runs.iter().map(|one| one.to - one.from);
        let longest = longest.fold(1000.0, f64::max);
        let (axis, end_ms) = match by {
            PlayheadMeaning::Clock => {
                let quiet = runs.iter().map(|one| (&*one.run.lanes.quiet, one.run.trace.end()));
                let quiet = if true_scale { Vec::new() } else { common(quiet, last) };
                (Axis::over(&quiet, 0, last), last as f64)
            }
            PlayheadMeaning::Share => (Axis::over(&[], 0, longest as i64), longest),
        };
        let mut watched: Option<Vec<WorkloadId>> = None;
        let courses = runs.iter().map(|one| {
            let scene = RunScene::of(&one.run, true_scale);
            let scene = match by {
                PlayheadMeaning::Clock => scene.on(axis.clone(), end_ms),
                PlayheadMeaning::Share => scene.on(own_axis(one.from, one.to, longest), one.to),
            };
            // All runs show the same workloads, to be comparable.
            match &watched {
                Some(watched) => scene.watch(watched),
                None => {
                    let first = scene.watched().iter().map(|series| series.workload);
                    watched = Some(first.collect());
                }
            }
            RunCourse {
                n: one.n,
                run: one.run.clone(),
                scene: Rc::new(scene),
                frame: RefCell::default(),
                from: one.from,
                to: one.to,
            }
        });
        let courses = courses.collect();
        Some(Rc::new(Self { courses, by, true_scale, axis, end_ms }))
    }

    /// Does it belong to these runs with these settings?
    pub fn is_of(&self, compared: &Compared, true_scale: bool) -> bool {
        let same = |(one, course): (&ComparedRun, &RunCourse)| {
            one.n == course.n
                && one.run == course.run
                && (one.from, one.to) == (course.from, course.to)
        };
        (self.by, self.true_scale) == (compared.by, true_scale)
            && compared.runs.len() == self.courses.len()
            && compared.runs.iter().zip(&self.courses).all(same)
    }

    /// The page's own run on the common axis.
    pub fn scene(&self, run: &Run, true_scale: bool) -> RunScene {
        RunScene::of(run, true_scale).on(self.axis.clone(), self.end_ms)
    }

    /// A course's instant at a position.
    pub fn instant(&self, course: &RunCourse, at: f64) -> f64 {
        match self.by {
            PlayheadMeaning::Clock => at,
            PlayheadMeaning::Share => {
                let share = at / self.end_ms.max(1.0);
                (course.from + share * (course.to - course.from)).round()
            }
        }
    }

    /// The position of a course's instant.
    pub fn position(&self, course: &RunCourse, ms: f64) -> f64 {
        match self.by {
            PlayheadMeaning::Clock => ms,
            PlayheadMeaning::Share => {
                let share = (ms - course.from) / (course.to - course.from).max(1.0);
                share * self.end_ms
            }
        }
    }

    pub fn course(&self, n: usize) -> Option<&RunCourse> {
        self.courses.iter().find(|course| course.n == n)
    }

    /// The longest run keeps its instant when the playhead changes its meaning.
    fn longest(&self) -> Option<&RunCourse> {
        let length = |course: &&RunCourse| course.to - course.from;
        let mut courses = self.courses.iter();
        let first = courses.next()?;
        Some(courses.fold(first, |best, one| if length(&one) > length(&best) { one } else { best }))
    }

    /// The instant to keep on another track.
    pub fn kept(&self, at: f64) -> f64 {
        self.longest().map_or(at, |course| self.instant(course, at))
    }

    pub fn keep(&self, ms: f64) -> f64 {
        let at = self.longest().map(|course| self.position(course, ms));
        at.unwrap_or(ms).clamp(0.0, self.end_ms)
    }

    /// The progress of a course's upgrade, from 0 to 1.
    pub fn done(&self, course: &RunCourse, at: f64) -> f64 {
        let ms = self.instant(course, at);
        ((ms - course.from) / (course.to - course.from).max(1.0)).clamp(0.0, 1.0)
    }

    /// Moves every run to the position.
    pub fn seek(&self, at: f64) {
        for course in &self.courses {
            let at = SimTime::from_ms(self.instant(course, at).max(0.0) as i64);
            let mut frame = course.frame.borrow_mut();
            match frame.as_mut() {
                Some(frame) => course.run.trace.seek(frame, at),
                None => *frame = Some(course.run.trace.frame_at(at)),
            }
        }
    }

    /// Does slow preparations of one run at a time; returns whether that was the last.
    pub fn prepare(&self) -> bool {
        self.courses.iter().all(|course| course.scene.prepare())
    }

    /// The positions of the runs' moments.
    pub fn moments(&self) -> impl Iterator<Item = f64> {
        self.courses.iter().flat_map(|course| {
            let moments = course.scene.moments().iter();
            moments.map(|one| self.position(course, one.at.ms() as f64))
        })
    }

    /// The nearest row of a kind in any of the runs.
    pub fn step(&self, at: f64, way: Direction, kind: EventKind) -> Option<f64> {
        let found = self.courses.iter().filter_map(|course| {
            let trace = &course.run.trace;
            let mut ms = SimTime::from_ms(self.instant(course, at) as i64);
            loop {
                let told = match way {
                    Direction::On => events::next(trace, ms, kind),
                    Direction::Back => events::previous(trace, ms, kind),
                }?;
                ms = told.record.at;
                let to = self.position(course, ms.ms() as f64);
                // Two instants of a quick run may share a position of a slow one.
                let moves = match way {
                    Direction::On => to > at + 0.5,
                    Direction::Back => to < at - 0.5,
                };
                if moves {
                    return (0.0..=self.end_ms).contains(&to).then_some(to);
                }
            }
        });
        match way {
            Direction::On => found.reduce(f64::min),
            Direction::Back => found.reduce(f64::max),
        }
    }
}

/// Maps the instants of a run to the units of an axis over the longest.
fn own_axis(from: f64, to: f64, longest: f64) -> Axis {
    Axis {
        stretches: vec![Stretch {
            from_ms: from as i64,
            to_ms: to as i64,
            from: 0.0,
            to: longest / 1000.0,
            quiet: false,
        }],
    }
}
