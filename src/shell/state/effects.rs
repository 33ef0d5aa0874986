//! Performs effects: jobs, the playhead, browser storage. No other module does.

use super::action::{Action, Effect};
use super::choices::InfoBanner;
use super::store::Store;
use crate::import::importer::Importer;
use crate::player::Player;
use crate::shell::address::entries;
use crate::shell::address::route::Route;
use crate::shell::frame::tab_title;
use crate::shell::jobs::dispatcher::JobDispatcher;
use crate::shell::scenario::autosave;
use crate::shell::web::browser;
use crate::shell::web::local_storage::keep;
use gloo_timers::callback::Timeout;
use js_sys::Function;
use runner::RunNo;
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::{Rc, Weak};
use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;
use web_sys::Event;

/// Delay after a run is shown before changes are suggested for it.
const CONSIDER_MS: u32 = 200;

struct EffectContext {
    store: Store,
    player: Player,
    spawn: Function,
    script: String,
    importer: Importer,
    /// Created for the first job: the first screen starts none.
    dispatcher: OnceCell<Rc<JobDispatcher>>,
    /// The later parts of the split program, for workers, once loaded.
    rest: RefCell<Option<JsValue>>,
    considering: RefCell<Option<Timeout>>,
    /// The simulator was shown, and may run.
    begun: Cell<bool>,
}

/// Connects the store with the runner and the browser.
pub fn connect(store: &Store, player: &Player, importer: Importer, spawn: &Function, script: &str) {
    let world = Rc::new(EffectContext {
        store: store.clone(),
        player: player.clone(),
        spawn: spawn.clone(),
        script: script.to_owned(),
        importer,
        dispatcher: OnceCell::new(),
        rest: RefCell::default(),
        considering: RefCell::default(),
        begun: Cell::new(false),
    });
    WORLD.with(|slot| slot.replace(Rc::downgrade(&world)));
    store.perform_with({
        let world = Rc::clone(&world);
        move |effect| world.perform(effect)
    });
    if let Some((rest, missing)) = READY.take() {
        world.start(&rest, missing);
    }
    watch();
}

thread_local! {
    static WORLD: RefCell<Weak<EffectContext>> = const { RefCell::new(Weak::new()) };
    /// What was loaded before the page was drawn.
    static READY: RefCell<Option<(JsValue, Option<String>)>> = const { RefCell::new(None) };
}

/// Everything that a run needs is loaded: the simulation may start. `rest` is for its worker, `missing` the language
/// that couldn't be loaded.
pub fn ready(rest: &JsValue, missing: Option<String>) {
    match WORLD.with_borrow(Weak::upgrade) {
        Some(world) => world.start(rest, missing),
        None => drop(READY.replace(Some((rest.clone(), missing)))),
    }
}

impl EffectContext {
    fn dispatcher(&self) -> &Rc<JobDispatcher> {
        self.dispatcher.get_or_init(|| {
            JobDispatcher::new(&self.store, &self.spawn, &self.script, &self.importer)
        })
    }

    fn perform(&self, effect: Effect) {
        match effect {
            Effect::Start(id, job) => self.dispatcher().start(id, job),
            Effect::Cancel(purpose) => self.dispatcher().cancel(purpose),
            Effect::Consider(no) => self.consider(no),
            Effect::Mark => self.player.mark(),
            Effect::Land => self.player.land_at_start(),
            Effect::LandOnMoment(n, play) => self.player.land_on_moment(n, play),
            Effect::LandAt(ms, play) => self.player.land_at(ms, play),
            Effect::LandBack(ms) => self.player.land_back(ms),
            Effect::Seek(ms, play) => {
                self.player.seek(ms as f64);
                self.player.set_playing(play);
            }
            Effect::Changed => autosave::changed(&self.store),
            Effect::Keep(key, value) => keep(key, &value),
            Effect::Speed(speed) => self.player.set_speed(speed),
            Effect::Loop(true) => self.player.loop_seen(),
            Effect::Loop(false) => self.player.set_loop(None),
        }
    }

    fn start(&self, rest: &JsValue, missing: Option<String>) {
        self.rest.replace(Some(rest.clone()));
        tab_title::follow(&self.store);
        self.enter(&browser::fragment(), "");
        if let Some(language) = missing {
            self.store.send(Action::Note(InfoBanner::NoLanguage(language)));
        }
    }

    /// Shows the page of an address. Nothing is simulated, and no worker exists, before the simulator is first shown.
    fn enter(&self, fragment: &str, left: &str) {
        let Some(rest) = self.rest.borrow().clone() else {
            return;
        };
        let route = Route::named(fragment);
        if self.store.state().route != route {
            self.player.set_playing(false);
            self.store.send(Action::Enter(route, left.to_owned()));
        }
        if route == Route::Simulator && !self.begun.replace(true) {
            self.dispatcher().open(&rest);
            entries::begin(&self.store, &self.player);
        }
    }

    /// Only the last requested run counts.
    fn consider(&self, no: RunNo) {
        let store = self.store.clone();
        let timer = Timeout::new(CONSIDER_MS, move || store.send(Action::Consider(no)));
        self.considering.replace(Some(timer));
    }
}

/// Listens for addresses of the other page.
fn watch() {
    let hear = Closure::<dyn Fn(Event)>::new(|event: Event| {
        let old = js_sys::Reflect::get(&event, &"oldURL".into()).unwrap_or_default();
        let old = old.as_string().unwrap_or_default();
        let left = old.split_once('#').map_or("", |(_, left)| left);
        if let Some(world) = WORLD.with_borrow(Weak::upgrade) {
            world.enter(&browser::fragment(), left);
        }
    });
    browser::on_window("hashchange", hear);
}
