//! What the page does to the world: runs, files, the browser's small memory. The one place that touches them.

use super::action::{Action, Effect};
use super::browser;
use super::prefetch::Near;
use super::route;
use super::route::{Door, is_checker};
use super::run_loading;
use super::run_loading::Growing;
use super::saved;
use super::state::Shared;
use super::store::Store;
use crate::alternatives::background::Trier;
use crate::compare::background::Varier;
use crate::import::importer::{Heard, Importer};
use crate::import::state::{Source, Step};
use crate::player::Deck;
use gloo_timers::callback::Timeout;
use js_sys::Function;
use runner::{Order, RunNo, Runner};
use scenario::json::Json;
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use wasm_bindgen::JsValue;

/// A run is shown before it is asked what could be changed about it.
const CONSIDER_MS: u32 = 200;

pub(crate) struct World {
    pub(crate) store: Store,
    deck: Deck,
    pub(crate) spawn: Function,
    pub(crate) script: String,
    runner: RefCell<Option<Runner>>,
    /// What was ordered before there was a runner.
    waiting: RefCell<Option<(RunNo, Order)>>,
    pub(crate) growing: RefCell<Option<Growing>>,
    /// The run that was ordered last, and what of.
    ran: RefCell<Option<(RunNo, Shared<Json>)>>,
    pub(crate) near: Near,
    /// The later parts of the program, for workers.
    pub(crate) rest: RefCell<JsValue>,
    trier: Trier,
    varier: Varier,
    considering: RefCell<Option<Timeout>>,
    importer: Importer,
    /// All of the program is there.
    whole: Cell<bool>,
    /// The simulator was shown, and may run.
    begun: Cell<bool>,
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
        ran: RefCell::default(),
        near: Near::default(),
        rest: RefCell::default(),
        trier: Trier::default(),
        varier: Varier::default(),
        considering: RefCell::default(),
        importer,
        whole: Cell::new(false),
        begun: Cell::new(false),
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
    route::watch();
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
    /// The only one that there is, once the page is connected.
    pub(crate) fn of_page() -> Option<Rc<Self>> {
        WORLD.with_borrow(Weak::upgrade)
    }

    fn perform(self: &Rc<Self>, effect: Effect) {
        match effect {
            Effect::Run(no, text) => self.run(no, text),
            Effect::Try(no, text, records) => {
                let seed = None;
                let order = Order::Try {
                    text,
                    seed,
                    records,
                };
                let rest = self.rest.borrow();
                let worker = (&self.spawn, self.script.as_str(), &*rest);
                self.trier.order(&self.store, worker, no, order);
            }
            Effect::StopTrying => self.trier.stop(),
            Effect::Vary(no, order) => {
                let rest = self.rest.borrow();
                let worker = (&self.spawn, self.script.as_str(), &*rest);
                self.varier.order(&self.store, worker, no, order);
            }
            Effect::StopVarying => self.varier.stop(),
            Effect::Consider(no) => self.consider(no),
            Effect::Mark => self.deck.mark(),
            Effect::Land => self.deck.land_at_start(),
            Effect::LandAt(ms, play) => self.deck.land_at(ms, play),
            Effect::LandBack(ms) => self.deck.land_back(ms),
            Effect::Seek(ms, play) => {
                self.deck.seek(ms as f64);
                self.deck.set_playing(play);
            }
            Effect::Changed => saved::changed(&self.store),
            Effect::Beside(ways) => saved::beside(ways.as_deref()),
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
        self.whole.set(true);
        self.enter(&browser::fragment(), "");
    }

    /// Shows the page of an address. Nothing is simulated, and no worker is there, before the simulator is shown first.
    pub(crate) fn enter(self: &Rc<Self>, fragment: &str, left: &str) {
        if !self.whole.get() {
            return;
        }
        let door = match is_checker(fragment) {
            true => Door::Checker,
            false => Door::Simulator,
        };
        if self.store.state().door != door {
            self.deck.set_playing(false);
            self.store.send(Action::Enter(door, left.to_owned()));
        }
        if door == Door::Simulator && !self.begun.replace(true) {
            self.simulate();
        }
    }

    fn simulate(self: &Rc<Self>) {
        let rest = &*self.rest.borrow();
        let hear = {
            let world = Rc::downgrade(self);
            move |no, report| {
                if let Some(world) = world.upgrade() {
                    run_loading::hear(&world, no, report);
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

    pub(crate) fn order(&self, no: RunNo, order: Order) {
        match &*self.runner.borrow() {
            Some(runner) => runner.order(no, order),
            None => drop(self.waiting.replace(Some((no, order)))),
        }
    }

    fn run(self: &Rc<Self>, no: RunNo, text: String) {
        let state = self.store.state();
        let last = self
            .ran
            .replace(state.ordered.clone().map(|json| (no, json)));
        let same = |old: &Json| {
            state
                .ordered
                .as_ref()
                .is_some_and(|new| same_but_script(old, new))
        };
        let held = state
            .run
            .as_ref()
            .filter(|run| last.is_some_and(|(no, json)| no == run.no && same(&json)));
        let trace = held.map(|run| run.trace.clone());
        self.growing.replace(Some(Growing::new(no, trace)));
        let held = held.map(|run| (run.no, run.trace.chunks().count() as u32));
        let seed = None;
        self.order(no, Order::Run { text, seed, held });
    }

    /// The last run that was asked about is the only one that counts.
    fn consider(&self, no: RunNo) {
        let store = self.store.clone();
        let timer = Timeout::new(CONSIDER_MS, move || store.send(Action::Consider(no)));
        self.considering.replace(Some(timer));
    }

    /// Reads the maintenance policy of a text; `tell` hears it once, unless something else is asked meanwhile.
    pub(crate) fn read_policy(&self, text: String, tell: impl Fn(Heard) + 'static) {
        self.importer.policy(text, tell);
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

/// Do both say the same of everything but of what happens?
fn same_but_script(old: &Json, new: &Json) -> bool {
    rest(old).eq(rest(new))
}

fn rest(json: &Json) -> impl Iterator<Item = &(String, Json)> {
    let fields = match json {
        Json::Object(fields) => fields.as_slice(),
        _ => &[],
    };
    fields.iter().filter(|(name, _)| name != "script")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_may_differ_in_their_scripts_alone() {
        let same = |old: &str, new: &str| {
            let read = |text: &str| Json::parse(text).unwrap();
            same_but_script(&read(old), &read(new))
        };
        assert!(same(r#"{"seed":1,"script":[]}"#, r#"{"seed":1}"#));
        assert!(!same(
            r#"{"seed":1,"script":[]}"#,
            r#"{"seed":2,"script":[]}"#
        ));
        assert!(!same(r#"{"seed":1}"#, r#"{"seed":1,"nodePools":[]}"#));
    }
}
