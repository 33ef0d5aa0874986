//! Commands of keys and buttons on the playhead.

use super::Player;
use super::scene::RunScene;
use crate::compare::state::CompareStep;
use crate::maintenance::policy::CalendarLook;
use crate::operations;
use crate::operations::state::BranchRequest;
use crate::shell::keyboard::commands::{Command, Direction};
use crate::shell::menu::items::MenuAction;
use crate::shell::menu::pointer_target::GridCell;
use crate::shell::run::loaded::Run;
use crate::shell::state::action::Action;
use crate::shell::state::choices::{Dialog, Tab};
use crate::shell::web::browser::NARROW;
use crate::shell::web::browser::{focus, matches, other_theme, reduced_motion, to_top};
use crate::shell::web::clipboard::copy;
use crate::stage::camera::CameraMove;
use draw::timeline::axis::Viewport;
use query::events::EventKind;
use query::operations::acts;
use query::stage::Detail;
use trace::Subject;

/// The focused cell of the stage's grid.
fn cell_in_focus() -> Option<GridCell> {
    let focused = web_sys::window()?.document()?.active_element()?;
    let cell = focused.closest("[role=gridcell]").ok().flatten()?;
    GridCell::of(&cell)
}

impl Player {
    /// Performs a command of a key or a button, if it applies.
    pub fn command(&self, command: Command) {
        let store = &self.0.store;
        let state = store.state();
        if !command.applies(&state) {
            return;
        }
        let open = |dialog| store.send(Action::Dialog(Some(dialog)));
        match command {
            Command::Palette => open(Dialog::Palette),
            Command::Presets => open(Dialog::Presets),
            Command::Import => open(Dialog::Import),
            Command::Help => open(Dialog::Help),
            Command::Undo => store.send(Action::Undo),
            Command::Redo => store.send(Action::Redo),
            Command::Share => {
                // Sharing shows one instant.
                self.set_playing(false);
                open(Dialog::Share);
            }
            Command::Setup => store.send(Action::ShowSetup(!state.setup_shown)),
            Command::Theme => store.send(Action::Theme(other_theme(state.theme))),
            Command::SingleKeys => store.send(Action::SingleKeys(!state.single_keys)),
            Command::Compare => {
                let step = match state.compare {
                    Some(_) => CompareStep::Hide,
                    None => CompareStep::Show(Vec::new()),
                };
                store.send(Action::Compare(step));
            }
            Command::Calendar => {
                let open = !state.calendar.open;
                store.send(Action::Calendar(CalendarLook { open, ..state.calendar }));
            }
            Command::TrueScale => store.send(Action::TrueScale(!state.true_scale)),
            Command::Show(tab) => self.show(tab),
            Command::Print => {
                if let Some(window) = web_sys::window() {
                    let _ = window.print();
                }
            }
            // The keyboard focus stays on the stage, and the question is about its cell.
            Command::Why => match cell_in_focus() {
                Some(at) => store.ask_at(at),
                None => self.show(Tab::Why),
            },
            Command::Branch => {
                // A command acts at one instant.
                self.set_playing(false);
                self.show(Tab::Operations);
                operations::view::focus_first();
                self.request();
            }
            Command::Filter => {
                focus("log-filter");
            }
            _ => self.move_by(command),
        }
    }

    /// Opens a tab of the inspector and scrolls to it; in one column it is below the timeline.
    pub fn show(&self, tab: Tab) {
        self.0.store.send(Action::Tab(tab));
        focus(&tab.head());
        if matches(NARROW) {
            to_top(&tab.head());
        }
    }

    /// Performs commands that move the playhead or the view of the run.
    fn move_by(&self, command: Command) {
        let store = &self.0.store;
        let Some(scene) = self.scene() else {
            return;
        };
        let end = scene.end_ms;
        match command {
            Command::PlayPause => self.play_or_pause(end),
            Command::Event(way) => self.step(way, EventKind::Event),
            Command::Phase(way) => self.step(way, EventKind::Phase),
            Command::Marker(way) => self.step(way, EventKind::Marker),
            Command::Tick(way) => {
                let by = if way == Direction::On { 1000.0 } else { -1000.0 };
                self.set_playing(false);
                self.seek(self.at_ms() + by);
            }
            Command::Start => self.seek(0.0),
            Command::End => self.seek(end),
            Command::Tenth(n) => {
                let unit = scene.axis.len() * f64::from(n) / 10.0;
                self.seek(scene.axis.ms(unit));
            }
            Command::Faster | Command::Slower => {
                let speed = self.0.clock.borrow().speed;
                let speed = speed.changed(&scene.axis, command == Command::Faster);
                store.send(Action::Speed(speed));
            }
            Command::Loop => store.send(Action::Looping(!store.state().looping)),
            Command::FitSelection => self.fit(&scene),
            Command::FitAll => {
                self.wish(CameraMove::All);
                self.set_window(None);
            }
            Command::Mark(way) => self.mark_loop(way, self.at_ms(), end),
            Command::Zoom(way) => self.zoom(way, &scene),
            Command::Pan(way) => {
                let (window, whole) = (self.window(), scene.axis.whole());
                let half = (window.to - window.from) / 2.0;
                let by = if way == Direction::On { half } else { -half };
                let next = window.moved(by, whole);
                self.set_window((next != whole).then_some(next));
            }
            Command::TrueScale
            | Command::Compare
            | Command::Why
            | Command::Branch
            | Command::Show(_)
            | Command::Filter
            | Command::Palette
            | Command::Presets
            | Command::Import
            | Command::Share
            | Command::Undo
            | Command::Redo
            | Command::Setup
            | Command::Theme
            | Command::Print
            | Command::SingleKeys
            | Command::Calendar
            | Command::Help => {}
        }
    }

    fn play_or_pause(&self, end: f64) {
        let playing = {
            let mut clock = self.0.clock.borrow_mut();
            clock.stepped = reduced_motion();
            clock.toggle(end);
            clock.playing
        };
        self.0.store.send(Action::Playing(playing));
        self.request();
    }

    /// Zooms around the playhead if it is visible, else around the middle.
    fn zoom(&self, way: Direction, scene: &RunScene) {
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

    /// Sets the start or end of the loop; the other one stays if possible.
    fn mark_loop(&self, way: Direction, at: f64, end: f64) {
        let (from, to) = self.looped().unwrap_or((0.0, end));
        let range = match way {
            Direction::Back if at < to => (at, to),
            Direction::Back => (at, end),
            Direction::On if at > from => (from, at),
            Direction::On => (0.0, at),
        };
        if range.0 < range.1 {
            self.set_loop(Some(range));
            self.0.store.send(Action::Looping(true));
        }
    }

    /// Performs the action of a line of the palette or a menu.
    pub fn perform(&self, action: MenuAction) {
        let store = &self.0.store;
        match action {
            MenuAction::Command(command) => self.command(command),
            MenuAction::Preset(name) => store.send(Action::Preset(name)),
            MenuAction::Select(subject) => {
                // Among very many nodes the stage has to move to the match.
                if self.scene().is_some_and(|scene| scene.detail == Detail::Cells) {
                    self.wish(CameraMove::Onto(subject));
                }
                store.ask(subject);
            }
            MenuAction::Why(subject) => store.ask(subject),
            MenuAction::Filter(text) => {
                store.send(Action::Filter(text));
                focus("log-filter");
            }
            MenuAction::Go(at, subject) => {
                self.set_playing(false);
                self.seek(at.ms() as f64);
                if let Some(subject) = subject {
                    store.ask(subject);
                }
            }
            MenuAction::Zoom(subject) => {
                self.wish(CameraMove::Onto(subject));
                let range = {
                    let run = self.0.run.borrow();
                    run.as_ref().and_then(|(run, ..)| stretch_of(run, subject))
                };
                if let Some((scene, range)) = self.scene().zip(range) {
                    self.zoom_to(&scene, range);
                }
            }
            MenuAction::Mark(way, at) => {
                let end = self.scene().map_or(0.0, |scene| scene.end_ms);
                self.mark_loop(way, at.ms() as f64, end);
            }
            MenuAction::Copy(name) => copy(&name, |_| {}),
            MenuAction::Apply(edits) => store.send(Action::Apply(edits)),
            MenuAction::Operate(asked) => self.operate(asked),
        }
    }

    /// Performs an operation at the playhead: the run changes from there on.
    pub fn operate(&self, asked: BranchRequest) {
        let acts = self.with_here(|here| acts(&here.run.trace, here.frame));
        self.set_playing(false);
        if let Some(at) = acts {
            self.0.store.send(Action::Branch(asked, at));
        }
    }

    fn step(&self, way: Direction, kind: EventKind) {
        let found = {
            let run = self.0.run.borrow();
            let Some((run, ..)) = &*run else {
                return;
            };
            self.found(run, self.at_ms(), way, kind)
        };
        self.set_playing(false);
        match found {
            Some(ms) => self.seek(ms),
            None if way == Direction::Back => self.seek(0.0),
            None => {}
        }
    }

    /// Zooms to the loop, or to the selection.
    fn fit(&self, scene: &RunScene) {
        let range = self.looped().or_else(|| {
            let run = self.0.run.borrow();
            let (run, ..) = run.as_ref()?;
            let subject = self.0.store.state().selected?;
            stretch_of(run, subject)
        });
        if let Some(subject) = self.0.store.state().selected {
            self.wish(CameraMove::Onto(subject));
        }
        match range {
            Some(range) => self.zoom_to(scene, range),
            None => self.set_window(None),
        }
    }

    /// Zooms to the marked range.
    pub fn fit_loop(&self) {
        if let Some((scene, range)) = self.scene().zip(self.looped()) {
            self.zoom_to(&scene, range);
        }
    }

    fn zoom_to(&self, scene: &RunScene, (from, to): (f64, f64)) {
        let (from, to) = (scene.axis.unit(from), scene.axis.unit(to));
        let room = ((to - from) * 0.08).max(5.0);
        self.set_window(Some(Viewport { from: from - room, to: to + room }));
    }
}

/// From the first to the last row about a subject.
fn stretch_of(run: &Run, subject: Subject) -> Option<(f64, f64)> {
    let rows = run.trace.rows_of(subject);
    let at = |no: Option<&base::RecordNo>| {
        no.and_then(|no| run.trace.record(*no)).map(|record| record.at.ms() as f64)
    };
    Some((at(rows.first())?, at(rows.last())?))
}
