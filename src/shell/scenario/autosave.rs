//! Saves the scenario for the next visit, and restores it.
//!
//! The scenario is saved in the browser's storage soon after each edit: as a preset's name, as its text, or, if that
//! is too large, packed like a link. Storage may be refused, be full, or have invalid content: then nothing is restored.
//! A tab keeps its own scenario as long as it exists; the next visit begins with the one that was edited last in any tab.

use super::draft::Draft;
use super::history::History;
use crate::shell::state::{Action, InfoBanner, SavedScenario, Store};
use crate::shell::web::browser::document;
use crate::shell::web::local_storage::{session, storage};
use gloo_timers::callback::Timeout;
use scenario::link;
use std::cell::{Cell, RefCell};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Event, Storage};

const SCENARIO: &str = "nodetide.scenario";
/// The own scenario of this tab, after a preset took its place.
const OWN: &str = "nodetide.own";
/// The imported scenario before it was edited.
const IMPORTED: &str = "nodetide.imported";
/// The steps that led to the saved scenario.
const STEPS: &str = "nodetide.steps";
/// How often in a row the saved scenario was opened without a complete run.
const TRIES: &str = "nodetide.tries";
/// A scenario that crashed the program this often isn't opened automatically.
const MAX_TRIES: u32 = 2;
/// Edits within this time are saved together.
const KEEP_MS: u32 = 300;
/// Edits of one field within this time are one step of the history.
const SETTLE_MS: u32 = 1_200;
/// A run that has been complete this long didn't crash the program.
const GOOD_MS: u32 = 1_000;

const PRESET: &str = "preset:";

thread_local! {
    /// Saves the scenario when it fires.
    static KEEPING: RefCell<Option<Timeout>> = const { RefCell::new(None) };
    static SETTLING: RefCell<Option<Timeout>> = const { RefCell::new(None) };
    /// Would the next visit restore the current state?
    static SAFE: Cell<bool> = const { Cell::new(true) };
    /// It was reported that the scenario is too large.
    static SAID: Cell<bool> = const { Cell::new(false) };
}

/// Saves before the page is left, and watches what other tabs save.
pub fn begin(store: &Store) {
    on("pagehide", store, |store, _| {
        flush(store);
        leave();
    });
    on("visibilitychange", store, |store, _| flush(store));
    on("beforeunload", store, |store, event| {
        flush(store);
        // The browser warns before it closes a tab with unsaved work.
        if !SAFE.get() {
            event.prevent_default();
        }
    });
    on("storage", store, |store, event| {
        let key = js_sys::Reflect::get(event, &"key".into());
        let other = key.ok().and_then(|key| key.as_string()).is_some_and(|key| key == SCENARIO);
        let has_own = store.try_state().is_some_and(|state| state.draft.is_some());
        if other && has_own && SAFE.replace(false) {
            store.send(Action::Note(InfoBanner::OtherTab));
        }
    });
}

/// Listens as long as the page exists.
fn on(kind: &str, store: &Store, hear: impl Fn(&Store, &Event) + 'static) {
    let store = store.clone();
    let hear =
        Closure::<dyn Fn(Event)>::new(move |event: Event| hear(&store, &event)).into_js_value();
    if let (Some(window), Some(hear)) = (web_sys::window(), hear.dyn_ref()) {
        // Events of the document arrive here too.
        let _ = window.add_event_listener_with_callback_and_bool(kind, hear, true);
    }
}

/// The user changed the scenario: saves it soon.
#[inline(never)] // Nothing is changed on the first screen.
pub fn changed(store: &Store) {
    SAFE.set(false);
    let later =
        |ms, slot: &'static std::thread::LocalKey<RefCell<Option<Timeout>>>, act: fn(&Store)| {
            let store = store.clone();
            let timer = Timeout::new(ms, move || act(&store));
            slot.with(|slot| slot.replace(Some(timer)));
        };
    // Saves now and then during a long series of edits.
    if KEEPING.with(|slot| slot.borrow().is_none()) {
        later(KEEP_MS, &KEEPING, flush);
    }
    later(SETTLE_MS, &SETTLING, |store| store.send(Action::Settled));
}

/// The run ended: the scenario doesn't crash the program.
#[inline(never)] // There is no run on the first screen.
pub fn ran() {
    Timeout::new(GOOD_MS, good).forget();
}

fn good() {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(TRIES);
    }
}

/// Leaving the page before the run ends isn't a crash, unless the crash screen is shown.
fn leave() {
    let body = document().and_then(|document| document.body());
    let crashed = body.is_some_and(|body| body.has_attribute("data-crashed"));
    if !crashed && tries() < MAX_TRIES {
        good();
    }
}

fn tries() -> u32 {
    let tries = storage().and_then(|storage| storage.get_item(TRIES).ok().flatten());
    tries.and_then(|tries| tries.parse().ok()).unwrap_or(0)
}

/// Saves the scenario now, if necessary.
pub fn flush(store: &Store) {
    if KEEPING.take().is_none() {
        return;
    }
    let Some(state) = store.try_state() else {
        return;
    };
    // A new scenario hasn't crashed yet.
    good();
    let safe = keep(state.draft.as_ref(), Some(&state.history));
    SAFE.set(safe);
    if !safe && storage().is_some() && !SAID.replace(true) {
        store.send(Action::Note(InfoBanner::NotKept));
    }
}

/// Saves the scenario after a crash.
pub fn rescue(draft: &Draft) {
    if KEEPING.with(|slot| slot.try_borrow().is_ok_and(|timer| timer.is_some())) {
        keep(Some(draft), None);
    }
}

/// Saves a scenario, or that there is none; false if the next visit can't restore it.
fn keep(draft: Option<&Draft>, history: Option<&History>) -> bool {
    let steps = draft.zip(history).map(|(draft, history)| history.write(&draft.text));
    let steps = steps.unwrap_or_default();
    if let Some(session) = session() {
        keep_own(&session, draft);
        keep_in(&session, draft, &steps);
    }
    match storage() {
        Some(storage) => keep_in(&storage, draft, &steps),
        None => draft.is_none_or(|draft| draft.origin.preset.is_some()),
    }
}

/// Keeps the saved scenario for entries of the browser's history when a preset takes its place.
fn keep_own(session: &Storage, draft: Option<&Draft>) {
    let saved = session.get_item(SCENARIO).ok().flatten();
    let is_preset = draft.is_some_and(|draft| draft.origin.preset.is_some());
    match saved.filter(|_| is_preset) {
        Some(saved) if saved.starts_with(PRESET) => {}
        Some(saved) => drop(session.set_item(OWN, &saved)),
        None => drop(session.remove_item(OWN)),
    }
}

fn keep_in(storage: &Storage, draft: Option<&Draft>, steps: &str) -> bool {
    let put = |text: &str| storage.set_item(SCENARIO, text).is_ok();
    // The scenario is more important than its steps.
    let _ = storage.remove_item(STEPS);
    let Some(draft) = draft else {
        let _ = storage.remove_item(IMPORTED);
        return storage.remove_item(SCENARIO).is_ok();
    };
    let kept = match draft.origin.preset {
        Some(name) => put(&format!("{PRESET}{name}")),
        None => {
            let scenario = || put_text(storage, SCENARIO, &draft.text);
            // The scenario is more important than its original.
            scenario() || storage.remove_item(IMPORTED).is_ok() && scenario()
        }
    };
    let taken = draft.origin.taken.as_ref().filter(|_| kept);
    if !taken.is_some_and(|taken| put_text(storage, IMPORTED, &taken.imported.compact())) {
        // Edits are computed from the original: another scenario's would be wrong.
        let _ = storage.remove_item(IMPORTED);
    }
    if !kept {
        // An older version would be restored as if it were this one.
        let _ = storage.remove_item(SCENARIO);
    } else if draft.origin.preset.is_none() {
        let _ = storage.set_item(STEPS, steps);
    }
    kept || draft.origin.preset.is_some()
}

/// Saves a text, packed if there isn't enough room.
fn put_text(storage: &Storage, key: &str, text: &str) -> bool {
    let put = |text: &str| storage.set_item(key, text).is_ok();
    put(text) || text.len() <= link::LIMIT_BYTES && put(&link::encode(text))
}

/// The saved scenario; `own`: not a preset that took its place. Attempts to open it are counted until a run ends.
pub fn saved(own: bool) -> SavedScenario {
    let Some(kept) = text() else {
        return SavedScenario::Nothing;
    };
    let replaced = || item(OWN).filter(|_| own && kept.starts_with(PRESET));
    if let Some(replaced) = replaced() {
        return SavedScenario::Text(replaced, None, None);
    }
    let tries = tries();
    if tries >= MAX_TRIES {
        return match kept.strip_prefix(PRESET) {
            Some(_) => SavedScenario::Nothing,
            None => SavedScenario::Broke(kept),
        };
    }
    if let Some(storage) = storage() {
        // If nothing can be written, the crash screen shows the text each time.
        let _ = storage.set_item(TRIES, &(tries + 1).to_string());
    }
    match kept.strip_prefix(PRESET) {
        Some(name) => SavedScenario::Preset(name.to_owned()),
        None => SavedScenario::Text(kept, item(IMPORTED), item(STEPS)),
    }
}

/// The saved text, unpacked, or `preset:` and a name.
pub fn text() -> Option<String> {
    item(SCENARIO)
}

/// What this tab saved, or, in a new tab, what was saved last.
fn item(key: &str) -> Option<String> {
    let read = |storage: &Storage, key| storage.get_item(key).ok().flatten();
    let own = session().filter(|session| read(session, SCENARIO).is_some());
    let text = read(&own.or_else(storage)?, key)?;
    if text.starts_with("1.") {
        return link::decode(&text).ok();
    }
    Some(text)
}
