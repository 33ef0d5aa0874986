//! Lanes of several runs on one axis, with a common playhead.

use crate::player::lane_canvas::LaneSheet;
use crate::player::progress::{flag, progress};
use crate::player::{PaintInput, Painter, PlayheadMeaning, Track, source};
use crate::shell::dates::{date, day_time};
use crate::shell::words::{span, t, tn};
use draw::compared_runs::{ComparedRuns, RunBlock};
use draw::theme::Theme;
use draw::timeline::axis::Viewport;
use draw::timeline::{self, Lane};
use std::cell::RefCell;
use std::rc::Rc;

/// The inputs of the last drawing.
#[derive(Clone)]
struct Drawn {
    track: Rc<Track>,
    names: Rc<[String]>,
    window: Viewport,
    theme: &'static Theme,
    size: (f64, f64),
    looped: Option<(f64, f64)>,
    at_ms: f64,
}

pub struct ComparisonPainter {
    pub sheet: LaneSheet,
    /// The names of the variants, in order.
    names: RefCell<Rc<[String]>>,
    drawn: RefCell<Option<Drawn>>,
}

impl ComparisonPainter {
    pub fn new(sheet: LaneSheet) -> Self {
        Self { sheet, names: RefCell::new(Rc::new([])), drawn: RefCell::default() }
    }

    pub fn set_names(&self, names: Vec<String>) {
        self.names.replace(names.into());
    }

    fn draw(&self, show: &PaintInput<'_>, track: &Track, (width, room): (f64, f64)) {
        let names = self.names.borrow();
        let frames: Vec<_> = (track.courses.iter()).map(|course| course.frame.borrow()).collect();
        let notes: Vec<Box<dyn Fn(Lane) -> String + '_>> = (track.courses.iter().zip(&frames))
            .map(|(course, frame)| {
                let note = move |lane: Lane| {
                    let Some(frame) = &**frame else {
                        return String::new();
                    };
                    let (run, scene) = (&course.run, &course.scene);
                    let counts = scene.counts(run, frame);
                    source(run).note(scene.timeline(), &counts, frame.at, lane)
                };
                Box::new(note) as Box<dyn Fn(Lane) -> String + '_>
            })
            .collect();
        let blocks: Vec<RunBlock<'_>> = (track.courses.iter().zip(&notes))
            .map(|(course, notes)| RunBlock {
                n: course.n,
                name: names.get(course.n).map_or("", String::as_str),
                view: course.scene.timeline(),
                axis: &course.scene.axis,
                notes: &**notes,
            })
            .collect();
        let quiet = |ms: i64| tn("ui-quiet", &[("for", span(ms).into())]);
        let words = t("ui-compare-share-ruler");
        let runs = ComparedRuns {
            blocks: &blocks,
            axis: &track.axis,
            window: show.window,
            width,
            room,
            date: &date,
            quiet: &quiet,
            looped: show.looped,
            share: (track.by == PlayheadMeaning::Share).then_some((track.end_ms, words.as_str())),
        };
        let (_, height) = runs.rows();
        let (mut canvas, mut ruler) = self.sheet.begin(height);
        runs.draw(&mut *canvas, show.theme);
        runs.ruler(&mut *ruler, show.theme, timeline::RULER);
    }
}

/// Describes the progress of each run for screen readers.
fn heard(track: &Track, flag: &str, at_ms: f64) -> String {
    let each = track.courses.iter().map(|course| {
        let start = course.run.plan.start_unix_ms;
        let at = day_time(start, track.instant(course, at_ms) as i64);
        let args = [
            ("variant", (course.n + 1).into()),
            ("done", progress(track, course, at_ms).into()),
            ("at", at.into()),
        ];
        match track.by {
            PlayheadMeaning::Clock => tn("ui-compare-heard", &args),
            PlayheadMeaning::Share => tn("ui-compare-heard-at", &args),
        }
    });
    let each: Vec<String> = each.collect();
    format!("{flag}. {}", each.join(". "))
}

impl Painter for ComparisonPainter {
    fn measure(&self) {
        self.sheet.measure();
    }

    fn paint(&self, show: &PaintInput<'_>) -> bool {
        let (Some(track), Some(scene)) = (show.track, show.scene) else {
            return false;
        };
        let size = self.sheet.size();
        if size.0 < 1.0 {
            return false;
        }
        self.sheet.lay_out();
        let names = Rc::clone(&self.names.borrow());
        let stale = match &*self.drawn.borrow() {
            None => true,
            Some(drawn) => {
                let other = !Rc::ptr_eq(&drawn.track, track)
                    || drawn.names != names
                    || drawn.window != show.window
                    || !std::ptr::eq(drawn.theme, show.theme)
                    || drawn.size != size
                    || drawn.looped != show.looped;
                if other {
                    self.sheet.playhead.forget_width();
                }
                other || drawn.at_ms != show.at_ms && self.sheet.notes_due(show)
            }
        };
        if stale {
            self.sheet.noted(show);
            self.draw(show, track, size);
            self.drawn.replace(Some(Drawn {
                track: Rc::clone(track),
                names,
                window: show.window,
                theme: show.theme,
                size,
                looped: show.looped,
                at_ms: show.at_ms,
            }));
        }
        let start = show.run.map_or(0, |run| run.plan.start_unix_ms);
        let flag = flag(track, start, show.at_ms);
        let playhead = &self.sheet.playhead;
        playhead.shift(show, scene, flag.clone(), self.sheet.field());
        playhead.say(show, scene, || heard(track, &flag, show.at_ms));
        false
    }
}
