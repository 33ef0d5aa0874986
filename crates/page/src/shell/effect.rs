//! What the page does to the world: runs, files, the browser's small memory. The one place that touches them.

use super::action::{Action, Effect};
use super::prefetch::Prefetch;
use super::route::{Route, is_checker};
use super::run_loading::RunLoading;
use super::shared::Shared;
use super::storage::keep;
use super::store::Store;
use super::{browser, run_loading, saved};
use crate::alternatives::background::AlternativeRuns;
use crate::compare::background::VariantRuns;
use crate::import::importer::Importer;
use crate::import::source::Source;
use crate::import::state::{Heard, Step};
use crate::player::Player;
use gloo_timers::callback::Timeout;
use js_sys::Function;
use runner::{Order, RunNo, Runner};
use scenario::json::Json;
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::{Rc, Weak};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Event;

/// A run is shown before it is asked what could be changed about it.
const CONSIDER_MS: u32 = 200;

pub(crate) struct World {
    pub(crate) store: Store,
    player: Player,
    pub(crate) spawn: Function,
    pub(crate) script: String,
    runner: RefCell<Option<Runner>>,
    /// What was ordered before there was a runner.
    waiting: RefCell<Option<(RunNo, Order)>>,
    /// Made for the first run: the first screen needs none of it.
    loading: OnceCell<Rc<RunLoading>>,
    /// The run that was ordered last, and what of.
    ran: RefCell<Option<(RunNo, Shared<Json>)>>,
    /// The later parts of the program, for workers.
    pub(crate) rest: RefCell<JsValue>,
    alternative_runs: AlternativeRuns,
    variant_runs: VariantRuns,
    considering: RefCell<Option<Timeout>>,
    importer: Importer,
    /// All of the program is there.
    whole: Cell<bool>,
    /// The simulator was shown, and may run.
    begun: Cell<bool>,
    later: RefCell<Option<Timeout>>,
}

/// Connects the store with the runner and the browser.
pub fn connect(store: &Store, player: &Player, importer: Importer, spawn: &Function, script: &str) {
    let world = Rc::new(World {
        store: store.clone(),
        player: player.clone(),
        spawn: spawn.clone(),
        script: script.to_owned(),
        runner: RefCell::default(),
        waiting: RefCell::default(),
        loading: OnceCell::new(),
        ran: RefCell::default(),
        rest: RefCell::default(),
        alternative_runs: AlternativeRuns::default(),
        variant_runs: VariantRuns::default(),
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
    watch();
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
                self.alternative_runs.order(&self.store, worker, no, order);
            }
            Effect::StopTrying => self.alternative_runs.stop(),
            Effect::Vary(no, order) => {
                let rest = self.rest.borrow();
                let worker = (&self.spawn, self.script.as_str(), &*rest);
                self.variant_runs.order(&self.store, worker, no, order);
            }
            Effect::StopVarying => self.variant_runs.stop(),
            Effect::Consider(no) => self.consider(no),
            Effect::Mark => self.player.mark(),
            Effect::Land => self.player.land_at_start(),
            Effect::LandAt(ms, play) => self.player.land_at(ms, play),
            Effect::LandBack(ms) => self.player.land_back(ms),
            Effect::Seek(ms, play) => {
                self.player.seek(ms as f64);
                self.player.set_playing(play);
            }
            Effect::Changed => saved::changed(&self.store),
            Effect::Beside(ways) => saved::beside(ways.as_deref()),
            Effect::Keep(key, value) => keep(key, &value),
            Effect::Read(files) => self.read(files),
            Effect::StopReading => {
                self.later.replace(None);
                self.importer.stop();
            }
            Effect::Speed(speed) => self.player.set_speed(speed),
            Effect::Loop(true) => self.player.loop_seen(),
            Effect::Loop(false) => self.player.set_loop(None),
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
        let route = match is_checker(fragment) {
            true => Route::Checker,
            false => Route::Simulator,
        };
        if self.store.state().route != route {
            self.player.set_playing(false);
            self.store.send(Action::Enter(route, left.to_owned()));
        }
        if route == Route::Simulator && !self.begun.replace(true) {
            self.simulate();
        }
    }

    fn simulate(self: &Rc<Self>) {
        let rest = &*self.rest.borrow();
        let hear = {
            let world = Rc::downgrade(self);
            move |no, report| {
                if let Some(world) = world.upgrade() {
                    run_loading::hear(world.loading(), no, report);
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

    fn loading(&self) -> &Rc<RunLoading> {
        self.loading.get_or_init(|| {
            let prefetch = Prefetch::of_page(&self.store, |no, order| {
                if let Some(world) = Self::of_page() {
                    world.order(no, order);
                }
            });
            Rc::new(RunLoading::new(&self.store, prefetch))
        })
    }

    fn order(&self, no: RunNo, order: Order) {
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
        self.loading().begin(no, trace);
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

/// Hears when the address names the other page.
pub fn watch() {
    let hear = Closure::<dyn Fn(Event)>::new(|event: Event| {
        let old = js_sys::Reflect::get(&event, &"oldURL".into()).unwrap_or_default();
        let old = old.as_string().unwrap_or_default();
        let left = old.split_once('#').map_or("", |(_, left)| left);
        if let Some(world) = World::of_page() {
            world.enter(&browser::fragment(), left);
        }
    });
    let hear = hear.into_js_value();
    if let (Some(window), Some(hear)) = (web_sys::window(), hear.dyn_ref()) {
        let _ = window.add_event_listener_with_callback("hashchange", hear);
    }
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
