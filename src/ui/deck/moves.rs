//! What keys and buttons do to the playhead.

use super::Deck;
use crate::base::SimTime;
use crate::draw::axis::Window;
use crate::query::events::{self, EventKind};
use crate::trace::Subject;
use crate::ui::action::Action;
use crate::ui::browser::{focus, reduced_motion};
use crate::ui::commands::{Command, Way};
use crate::ui::live::scene::RunScene;
use crate::ui::state::{Dialog, Run, Tab};

impl Deck {
    /// Does what a key or a button asks for.
    pub fn command(&self, command: Command) {
        let store = &self.0.store;
        match command {
            Command::Help => store.send(Action::Dialog(Some(Dialog::Help))),
            Command::Undo => store.send(Action::Undo),
            Command::Redo => store.send(Action::Redo),
            // What is shared shows one instant.
            Command::Share if store.state().draft.is_some() => {
                self.set_playing(false);
                store.send(Action::Dialog(Some(Dialog::Share)));
            }
            _ => {}
        }
        let Some(scene) = self.scene() else {
            return;
        };
        let end = scene.end_ms;
        match command {
            Command::PlayPause => {
                let playing = {
                    let mut clock = self.0.clock.borrow_mut();
                    clock.stepped = reduced_motion();
                    clock.toggle(end);
                    clock.playing
                };
                store.send(Action::Playing(playing));
                self.request();
            }
            Command::Event(way) => self.step(way, EventKind::Event),
            Command::Phase(way) => self.step(way, EventKind::Phase),
            Command::Marker(way) => self.step(way, EventKind::Marker),
            Command::Tick(way) => {
                let by = if way == Way::On { 1000.0 } else { -1000.0 };
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
            Command::FitAll => self.set_window(None),
            Command::Why => {
                store.send(Action::Tab(Tab::Why));
                focus("inspector-tab-why");
            }
            Command::Filter => focus("log-filter"),
            Command::Help | Command::Undo | Command::Redo | Command::Share => {}
        }
    }

    fn step(&self, way: Way, kind: EventKind) {
        let at = SimTime::from_ms(self.at_ms() as i64);
        let found = {
            let run = self.0.run.borrow();
            let Some((run, ..)) = &*run else {
                return;
            };
            match way {
                Way::On => events::next(&run.trace, at, kind),
                Way::Back => events::previous(&run.trace, at, kind),
            }
        };
        self.set_playing(false);
        match found {
            Some(told) => self.seek(told.record.at.ms() as f64),
            None if way == Way::Back => self.seek(0.0),
            None => {}
        }
    }

    /// Zooms to the loop, or to what is selected.
    fn fit(&self, scene: &RunScene) {
        let range = self.looped().or_else(|| {
            let run = self.0.run.borrow();
            let (run, ..) = run.as_ref()?;
            let subject = self.0.store.state().selected?;
            stretch_of(run, subject)
        });
        let Some((from, to)) = range else {
            self.set_window(None);
            return;
        };
        let (from, to) = (scene.axis.unit(from), scene.axis.unit(to));
        let room = ((to - from) * 0.08).max(5.0);
        self.set_window(Some(Window {
            from: from - room,
            to: to + room,
        }));
    }
}

/// From the first to the last row about a subject.
fn stretch_of(run: &Run, subject: Subject) -> Option<(f64, f64)> {
    let rows = run.trace.rows_of(subject);
    let at = |no: Option<&crate::base::RecordNo>| {
        no.and_then(|no| run.trace.record(*no))
            .map(|record| record.at.ms() as f64)
    };
    Some((at(rows.first())?, at(rows.last())?))
}
