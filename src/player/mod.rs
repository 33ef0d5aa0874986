//! The player: the playhead, one frame scheduler, and the painters that Yew doesn't draw. Of the page around it it
//! knows the [`Host`].

mod attach;
mod clock;
mod comparison;
mod context;
mod former;
pub mod host;
pub mod lane_canvas;
pub mod lanes;
mod lookup;
mod moves;
mod names;
mod paint_frame;
mod painter;
pub mod playhead;
pub mod progress;
mod quiet;
pub mod report;
mod scene;
mod speech;
mod text;
mod track;

pub use attach::{painters, use_painters};
pub use clock::{Direction, Speed};
pub use context::{PlayerContext, use_player};
pub use lookup::AtPlayhead;
pub use names::{line_name, moment_text, said};
pub use painter::{CameraMove, PaintInput, Painter};
pub use scene::RunScene;
pub use speech::{source, speak_of};
pub use track::{Compared, ComparedRun, PlayheadMeaning, RunCourse, Track};

use self::clock::{Clock, Moved, Tempo};
use self::host::Host;
use crate::shell::run::loaded::Run;
use crate::shell::web::browser::reduced_motion;
use base::SimTime;
use draw::theme::LIGHT;
use draw::timeline::axis::Viewport;
use query::events::EventKind;
use query::{NthEvent, find, nth_event};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use trace::Frame;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

struct PlayerInner {
    host: Rc<dyn Host>,
    clock: RefCell<Clock>,
    tempo: RefCell<Tempo>,
    window: Cell<Option<Viewport>>,
    /// In order: keys may come faster than frames.
    wishes: RefCell<Vec<CameraMove>>,
    run: RefCell<Option<(Run, bool, Rc<RunScene>)>>,
    track: RefCell<Option<Rc<Track>>>,
    frame: RefCell<Option<Frame>>,
    parts: RefCell<Vec<AttachedPainter>>,
    next_part: Cell<u32>,
    asked: Cell<bool>,
    /// The painter to begin the next frame with, because the last one took too long.
    late: Cell<usize>,
    /// The run hasn't been drawn yet.
    fresh: Cell<bool>,
    last: Cell<f64>,
    landing: RefCell<Option<Landing>>,
    tick: RefCell<Option<Tick>>,
    /// Draws for white paper.
    paper: Cell<bool>,
}

/// The playhead's position in the next run.
enum Landing {
    Start,
    Mark(Option<NthEvent>),
    /// At an instant in milliseconds; plays from there if true.
    At(f64, bool),
    /// So does a moment, by its number from 1.
    Moment(usize, bool),
}

/// The instant of a moment of a complete run, by its number from 1; beyond the last one, that of the last.
pub fn moment_ms(run: &Run, n: usize) -> i64 {
    let moments = run.reading.moments();
    let one = moments.get(n.saturating_sub(1)).or(moments.last());
    one.map_or(0, |one| one.at.ms())
}

/// The number of the moment at an instant, of a complete run.
pub fn moment_at(run: &Run, at_ms: i64) -> Option<usize> {
    let is_complete = run.outcome.is_some();
    let moments = if is_complete { run.reading.moments() } else { &[] };
    Some(moments.iter().position(|one| one.at.ms() == at_ms)? + 1)
}

/// An attached painter, and when it was last drawn.
struct AttachedPainter {
    no: u32,
    live: Rc<dyn Painter>,
    drawn: Rc<Cell<f64>>,
}

/// The browser's animation frame callback.
type Tick = Closure<dyn FnMut(f64)>;

#[derive(Clone)]
pub struct Player(Rc<PlayerInner>);

impl PartialEq for Player {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Player {
    /// A player of a page, which calls [`Player::follow`] when its state has changed.
    pub fn new(host: Rc<dyn Host>) -> Self {
        let player = Self(Rc::new(PlayerInner {
            host,
            clock: RefCell::default(),
            tempo: RefCell::default(),
            window: Cell::new(None),
            wishes: RefCell::default(),
            run: RefCell::default(),
            track: RefCell::default(),
            frame: RefCell::default(),
            parts: RefCell::default(),
            next_part: Cell::new(0),
            asked: Cell::new(false),
            late: Cell::new(0),
            fresh: Cell::new(false),
            last: Cell::new(0.0),
            landing: RefCell::default(),
            tick: RefCell::default(),
            paper: Cell::new(false),
        }));
        let weak = Rc::downgrade(&player.0);
        let tick = Closure::new(move |now: f64| {
            if let Some(inner) = weak.upgrade() {
                Self(inner).frame(now);
            }
        });
        player.0.tick.replace(Some(tick));
        player
    }

    /// Attaches a painter; it is drawn until it is detached by its number.
    pub fn attach(&self, part: Rc<dyn Painter>) -> u32 {
        let no = self.0.next_part.get();
        self.0.next_part.set(no + 1);
        self.0.parts.borrow_mut().push(AttachedPainter { no, live: part, drawn: Rc::default() });
        self.request();
        no
    }

    pub fn detach(&self, no: u32) {
        self.0.parts.borrow_mut().retain(|part| part.no != no);
    }

    /// Requests a frame; repeated requests count once.
    pub fn request(&self) {
        if self.0.asked.replace(true) {
            return;
        }
        let tick = self.0.tick.borrow();
        if let (Some(window), Some(tick)) = (web_sys::window(), &*tick) {
            let _ = window.request_animation_frame(tick.as_ref().unchecked_ref());
        }
    }

    /// Adopts what the page shows now.
    pub fn follow(&self) {
        let shown = self.0.host.shown();
        let changed = {
            let known = self.0.run.borrow();
            match (&shown.run, &*known) {
                (Some(run), Some((mine, scale, _))) => run != mine || *scale != shown.true_scale,
                (Some(_), None) => true,
                (None, known) => known.is_some(),
            }
        };
        let other = self.compare_with(&shown);
        if changed || other {
            let track = self.track();
            let taken = shown.run.map(|run| {
                let scene = match &track {
                    Some(track) => track.scene(&run, shown.true_scale),
                    None => {
                        RunScene::of(&run, shown.true_scale).after(shown.former, shown.true_scale)
                    }
                };
                let scene = scene.until(self.0.host.support_end());
                (run, shown.true_scale, Rc::new(scene))
            });
            self.0.frame.replace(None);
            if let Some((run, _, scene)) = &taken {
                self.0.tempo.replace(self.tempo(run, scene));
                self.land(run);
                let mut clock = self.0.clock.borrow_mut();
                clock.at_ms = clock.at_ms.min(scene.end_ms);
            } else {
                *self.0.clock.borrow_mut() = Clock::default();
            }
            let same = matches!((&*self.0.run.borrow(), &taken), (Some((a, s, _)), Some((b, t, _)))
                if a.no == b.no && s == t && !other);
            if !same {
                self.0.window.set(None);
            }
            self.0.run.replace(taken);
            self.0.fresh.set(true);
            self.0.late.set(0);
        }
        self.request();
    }

    fn land(&self, run: &Run) {
        let Some(landing) = self.0.landing.take() else { return };
        let grows = run.outcome.is_none();
        // Its rows may be still to come.
        let (at, play, waits) = match &landing {
            Landing::At(ms, play) => (*ms, *play, grows && (run.trace.end().ms() as f64) < *ms),
            Landing::Moment(..) if grows => (self.at_ms(), false, true),
            Landing::Moment(n, play) => (moment_ms(run, *n) as f64, *play, false),
            Landing::Start | Landing::Mark(None) => (0.0, false, false),
            Landing::Mark(Some(mark)) => (find(&run.trace, mark).ms() as f64, false, grows),
        };
        if play && !waits && !reduced_motion() {
            self.set_playing(true);
        }
        if waits {
            self.0.landing.replace(Some(landing));
        }
        self.0.clock.borrow_mut().at_ms = at.max(0.0);
    }

    /// Remembers the event under the playhead for the next run.
    pub fn mark(&self) {
        if self.0.landing.borrow().is_some() {
            return;
        }
        let at = SimTime::from_ms(self.at_ms() as i64);
        let mark = self.0.run.borrow().as_ref().and_then(|(run, ..)| nth_event(&run.trace, at));
        self.0.landing.replace(Some(Landing::Mark(mark)));
    }

    /// Shows the next run from its start.
    pub fn land_at_start(&self) {
        self.0.landing.replace(Some(Landing::Start));
        self.set_playing(false);
    }

    /// Shows the next run from an instant, playing if `play`.
    pub fn land_at(&self, ms: i64, play: bool) {
        self.0.landing.replace(Some(Landing::At(ms as f64, play)));
    }

    /// Shows the next run from a moment, by its number from 1.
    pub fn land_on_moment(&self, n: usize, play: bool) {
        self.0.landing.replace(Some(Landing::Moment(n, play)));
    }

    /// Shows the next run at the current event, but not later than an instant.
    pub fn land_back(&self, ms: i64) {
        self.land_at((self.at_ms() as i64).min(ms), false);
    }

    pub fn at_ms(&self) -> f64 {
        self.0.clock.borrow().at_ms
    }

    pub fn scene(&self) -> Option<Rc<RunScene>> {
        self.0.run.borrow().as_ref().map(|(.., scene)| Rc::clone(scene))
    }

    /// The end of the run, or 0.
    pub fn end_ms(&self) -> f64 {
        self.scene().map_or(0.0, |scene| scene.end_ms)
    }

    pub fn window(&self) -> Viewport {
        let scene = self.scene();
        self.0
            .window
            .get()
            .or(scene.map(|scene| scene.axis.whole()))
            .unwrap_or(Viewport { from: 0.0, to: 1.0 })
    }

    /// Asks the stage to show something else.
    pub fn wish(&self, wish: CameraMove) {
        self.0.wishes.borrow_mut().push(wish);
        self.request();
    }

    pub fn set_window(&self, window: Option<Viewport>) {
        self.0.window.set(window);
        self.request();
    }

    pub fn seek(&self, ms: f64) {
        self.0.clock.borrow_mut().at_ms = ms.clamp(0.0, self.end_ms());
        self.keep_in_sight();
        self.request();
    }

    /// Moves the viewport if the playhead leaves it.
    fn keep_in_sight(&self) {
        let (Some(window), Some(scene)) = (self.0.window.get(), self.scene()) else {
            return;
        };
        let unit = scene.axis.unit(self.at_ms());
        let length = window.to - window.from;
        if unit < window.from || unit > window.to {
            let from = unit - length * 0.2;
            let whole = scene.axis.whole();
            self.0.window.set(Some(window.moved(from - window.from, whole)));
        }
    }

    pub fn set_speed(&self, speed: Speed) {
        self.0.clock.borrow_mut().speed = speed;
    }

    /// Loops a stretch, or the visible part of the run.
    pub fn set_loop(&self, range: Option<(f64, f64)>) {
        self.0.clock.borrow_mut().looped = range;
        self.request();
    }

    pub fn loop_seen(&self) {
        if self.0.clock.borrow().looped.is_some() {
            return;
        }
        let Some(scene) = self.scene() else { return };
        let window = self.window();
        let from = scene.axis.ms(window.from).max(0.0);
        let to = scene.axis.ms(window.to).min(scene.end_ms);
        self.set_loop(Some((from, to)));
    }

    pub fn looped(&self) -> Option<(f64, f64)> {
        self.0.clock.borrow().looped
    }

    pub fn set_playing(&self, playing: bool) {
        let changed = {
            let mut clock = self.0.clock.borrow_mut();
            let changed = clock.playing != playing;
            clock.playing = playing;
            changed
        };
        if changed {
            self.0.host.on_playing(playing);
        }
    }

    fn frame(&self, now: f64) {
        self.0.asked.set(false);
        let seconds = ((now - self.0.last.replace(now)) / 1000.0).max(0.0);
        let taken = self.0.run.borrow().clone();
        let track = self.track();
        if taken.as_ref().is_some_and(|(.., scene)| !scene.prepare())
            || !track.as_deref().is_none_or(Track::prepare)
        {
            return self.request();
        }
        let mut moved = Moved::No;
        if let Some((run, _, scene)) = &taken {
            let next = |at: f64| self.found(run, at, Direction::On, EventKind::Event);
            // The first frame after a pause has no length.
            let seconds = if seconds > 0.5 { 0.016 } else { seconds };
            let pace = (&scene.axis, &*self.0.tempo.borrow());
            moved = self.0.clock.borrow_mut().frame(seconds, pace, scene.end_ms, next);
            self.seek_frames(run);
        }
        if matches!(moved, Moved::On | Moved::Looped) {
            self.keep_in_sight();
        }
        let clock = *self.0.clock.borrow();
        let again = {
            let frame = self.0.frame.borrow();
            let show = PaintInput {
                filter: self.0.host.filter(),
                run: taken.as_ref().map(|(run, ..)| run),
                scene: taken.as_ref().map(|(.., scene)| scene),
                frame: frame.as_ref(),
                track: track.as_ref(),
                at_ms: clock.at_ms,
                playing: clock.playing,
                window: self.window(),
                looped: clock.looped,
                wishes: self.0.wishes.take(),
                theme: if self.0.paper.get() { &LIGHT } else { self.0.host.theme() },
                now,
                still: clock.stepped || reduced_motion(),
            };
            self.paint(show)
        };
        if moved == Moved::Ended {
            self.0.host.on_playing(false);
        }
        if again {
            self.request();
        }
    }
}
