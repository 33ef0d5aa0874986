//! What the page does to the world: runs, files, the browser's small memory. The one place that touches them.

use super::action::{Action, Effect};
use super::browser::mark;
use super::deck::Deck;
use super::import::{Source, Step};
use super::importer::Importer;
use super::saved;
use super::state::Shared;
use super::store::Store;
use super::trier::Trier;
use crate::query::Reading;
use crate::runner::{Fault, Order, Outcome, Place, Report, RunNo, Runner};
use gloo_timers::callback::Timeout;
use js_sys::Function;
use std::cell::RefCell;
use std::rc::{Rc, Weak};
use wasm_bindgen::JsValue;

/// Rows that arrive are shown at most so often.
const GROW_MS: u32 = 100;
/// A run that is this quick is shown only when it is whole.
const FIRST_MS: u32 = 250;

/// Of more rows than this each step of showing them is a task.
const LONG: u32 = 100_000;

/// A run is shown before it is asked what could be changed about it.
const CONSIDER_MS: u32 = 200;

/// The run under way, before its rows are shown.
struct Growing {
    no: RunNo,
    /// From the moment at which its start is known.
    reading: Option<Reading>,
    /// Rows that the page has been shown.
    shown: Option<u32>,
    /// What is about to be shown: what takes long is worked out before, in a task of its own.
    next: Option<Shared<Reading>>,
    /// How it ended; everything is shown before that is told.
    outcome: Option<Outcome>,
    timer: Option<Timeout>,
}

/// A step of showing a run that grows.
enum Growth {
    Read,
    Show(RunNo, Shared<Reading>),
    End(RunNo, Outcome),
}

impl Growing {
    fn step(&mut self) -> Option<Growth> {
        if let Some(next) = self.next.take() {
            return Some(Growth::Show(self.no, next));
        }
        if let Some(reading) = &self.reading {
            let len = reading.trace.len();
            // What is drawn anew is as much as the run is long, so a long one is shown less often.
            let enough = |shown: u32| match self.outcome {
                Some(_) => len > shown,
                None => len > shown + shown / 4,
            };
            if self.shown.is_none_or(enough) {
                self.shown = Some(len);
                let reading = Shared::new(reading.clone());
                reading.lanes();
                self.next = Some(reading);
                return Some(Growth::Read);
            }
        }
        let outcome = self.outcome.take()?;
        Some(Growth::End(self.no, outcome))
    }
}

struct World {
    store: Store,
    deck: Deck,
    spawn: Function,
    script: String,
    runner: RefCell<Option<Runner>>,
    /// What was ordered before there was a runner.
    waiting: RefCell<Option<(RunNo, Order)>>,
    growing: RefCell<Option<Growing>>,
    /// The later parts of the program, for workers.
    rest: RefCell<JsValue>,
    trier: Trier,
    considering: RefCell<Option<Timeout>>,
    importer: Importer,
    later: RefCell<Option<Timeout>>,
}

/// Connects the store with the runner and the browser.
pub fn connect(store: &Store, deck: &Deck, importer: Importer, spawn: &Function, script: &str) {
    let world = Rc::new(World {
        store: store.clone(),
        deck: deck.clone(),
        spawn: spawn.clone(),
        script: script.to_owned(),
        runner: RefCell::default(),
        waiting: RefCell::default(),
        growing: RefCell::default(),
        rest: RefCell::default(),
        trier: Trier::default(),
        considering: RefCell::default(),
        importer,
        later: RefCell::default(),
    });
    WORLD.with(|slot| slot.replace(Rc::downgrade(&world)));
    store.perform_with({
        let world = Rc::clone(&world);
        move |effect| world.perform(effect)
    });
    if let Some(rest) = READY.take() {
        world.start(&rest);
    }
}

thread_local! {
    static WORLD: RefCell<Weak<World>> = const { RefCell::new(Weak::new()) };
    /// The rest of the program, if it was there before the page was drawn.
    static READY: RefCell<Option<JsValue>> = const { RefCell::new(None) };
}

/// All of the program is there that a run needs: the simulation may start. `rest` is for its worker.
pub fn ready(rest: &JsValue) {
    match WORLD.with_borrow(Weak::upgrade) {
        Some(world) => world.start(rest),
        None => drop(READY.replace(Some(rest.clone()))),
    }
}

impl World {
    fn perform(self: &Rc<Self>, effect: Effect) {
        match effect {
            Effect::Run(no, text) => self.run(no, text),
            Effect::Try(no, text, records) => {
                let order = Order::Try { text, records };
                let rest = self.rest.borrow();
                let worker = (&self.spawn, self.script.as_str(), &*rest);
                self.trier.order(&self.store, worker, no, order);
            }
            Effect::StopTrying => self.trier.stop(),
            Effect::Consider(no) => self.consider(no),
            Effect::Mark => self.deck.mark(),
            Effect::Land => self.deck.land_at_start(),
            Effect::LandAt(ms, play) => self.deck.land_at(ms, play),
            Effect::Changed => saved::changed(&self.store),
            Effect::Keep(key, value) => keep(key, &value),
            Effect::Read(files) => self.read(files),
            Effect::StopReading => {
                self.later.replace(None);
                self.importer.stop();
            }
            Effect::Speed(speed) => self.deck.set_speed(speed),
            Effect::Loop(true) => self.deck.loop_seen(),
            Effect::Loop(false) => self.deck.set_loop(None),
        }
    }

    fn start(self: &Rc<Self>, rest: &JsValue) {
        self.rest.replace(rest.clone());
        let hear = {
            let world = Rc::downgrade(self);
            move |no, report| {
                if let Some(world) = world.upgrade() {
                    world.hear(no, report);
                }
            }
        };
        let runner = Runner::start(&self.spawn, &self.script, rest, hear);
        self.runner.replace(Some(runner));
        if let Some((no, order)) = self.waiting.take() {
            self.order(no, order);
        }
        saved::begin(&self.store);
    }

    fn order(&self, no: RunNo, order: Order) {
        match &*self.runner.borrow() {
            Some(runner) => runner.order(no, order),
            None => drop(self.waiting.replace(Some((no, order)))),
        }
    }

    fn run(self: &Rc<Self>, no: RunNo, text: String) {
        self.growing.replace(Some(Growing {
            no,
            reading: None,
            shown: None,
            next: None,
            outcome: None,
            timer: None,
        }));
        self.order(no, Order::Run { text, seed: None });
    }

    fn hear(self: &Rc<Self>, no: RunNo, report: Report) {
        match report {
            Report::Ready(place) => {
                let name = match &place {
                    Place::Worker => "worker".to_owned(),
                    Place::Inline(why) => format!("inline: {why}"),
                };
                mark("data-place", &name);
                self.store.send(Action::Placed(place));
            }
            Report::Started(start) => {
                let state = self.store.state();
                let mut growing = self.growing.borrow_mut();
                if let (Some(growing), Some(compiled)) = (growing.as_mut(), &state.compiled)
                    && growing.no == no
                    && state.run_no == no.0
                {
                    growing.reading = Some(Reading::begin(start.trace(compiled)));
                }
            }
            Report::Sealed(chunk) => {
                let fresh = {
                    let mut growing = self.growing.borrow_mut();
                    let Some(growing) = growing.as_mut().filter(|growing| growing.no == no) else {
                        return;
                    };
                    if let Some(reading) = &mut growing.reading {
                        reading.push(chunk);
                    }
                    growing.timer.is_none().then_some(growing.shown.is_none())
                };
                if let Some(first) = fresh {
                    self.grow_later(if first { FIRST_MS } else { GROW_MS });
                }
            }
            Report::Reached(_) | Report::Tried(_) => {}
            Report::Done(outcome) => {
                if let Some(growing) = &mut *self.growing.borrow_mut() {
                    growing.outcome = Some(outcome);
                }
                self.grow();
            }
            Report::Failed(fault) => {
                self.growing.replace(None);
                let text = match fault {
                    Fault::Scenario(text) => text,
                    Fault::Crashed | Fault::TooLarge => super::words::t("ui-engine-crashed"),
                };
                self.store.send(Action::Failed(no, text));
            }
        }
    }

    fn grow_later(self: &Rc<Self>, ms: u32) {
        let world = Rc::downgrade(self);
        let timer = Timeout::new(ms, move || {
            if let Some(world) = world.upgrade() {
                world.grow();
            }
        });
        if let Some(growing) = &mut *self.growing.borrow_mut() {
            growing.timer = Some(timer);
        }
    }

    /// Does the next step of showing what has come: of a long run each is a task of its own.
    fn grow(self: &Rc<Self>) {
        loop {
            let (step, long) = {
                let mut growing = self.growing.borrow_mut();
                let Some(growing) = growing.as_mut() else {
                    return;
                };
                // Dropped from within itself, a timer that rang is nothing.
                growing.timer = None;
                let Some(step) = growing.step() else {
                    return;
                };
                (step, growing.shown > Some(LONG))
            };
            match step {
                Growth::Read => {}
                Growth::Show(no, reading) => self.store.send(Action::Grew(no, reading)),
                Growth::End(no, outcome) => {
                    self.growing.replace(None);
                    mark("data-digest", &format!("{:016x}", outcome.digest));
                    self.store.send(Action::Done(no, outcome));
                    saved::ran();
                    return;
                }
            }
            if long {
                return self.grow_later(0);
            }
        }
    }

    /// The last run that was asked about is the only one that counts.
    fn consider(&self, no: RunNo) {
        let store = self.store.clone();
        let timer = Timeout::new(CONSIDER_MS, move || store.send(Action::Consider(no)));
        self.considering.replace(Some(timer));
    }

    /// Reads files after the page had time to say so, and who types has paused.
    fn read(self: &Rc<Self>, files: Vec<Source>) {
        let world = Rc::downgrade(self);
        let later = Timeout::new(30, move || {
            if let Some(world) = world.upgrade() {
                let store = world.store.clone();
                let tell = move |heard| store.send(Action::Import(Step::Heard(heard)));
                world.importer.read(files, tell);
            }
        });
        self.importer.stop();
        self.later.replace(Some(later));
    }
}

/// Storage may be refused, in a sandboxed frame for one: then a setting lasts as long as the page.
pub fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}

fn keep(key: &str, value: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(&format!("nodetide.{key}"), value);
    }
}

/// A setting that was kept before.
pub fn kept(key: &str) -> Option<String> {
    storage()?
        .get_item(&format!("nodetide.{key}"))
        .ok()
        .flatten()
}
