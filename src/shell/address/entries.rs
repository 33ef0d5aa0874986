//! The entries of the browser's history. What replaces the scenario or the view adds an entry, so that Back shows the
//! previous one; other changes, and the playhead, rewrite the address of the current entry.
//!
//! Each entry has the number of its scenario. As long as the page exists, it keeps the scenarios of its entries.

use super::fragment::{Address, AddressSource, with_language_of};
use super::route::{Route, is_other};
use super::shown::{AddressChange, Shown, address, is_complete};
use crate::player::{PaintInput, Painter, Player};
use crate::shell::scenario::autosave;
use crate::shell::scenario::draft::Draft;
use crate::shell::state::{Action, AppState, SavedScenario, Store};
use crate::shell::web::browser::fragment;
use gloo_timers::callback::Timeout;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;

/// An address is written this long after a change at rest, and after one while playing: browsers limit how often.
const REST_MS: u32 = 1_000;
const PLAY_MS: u32 = 5_000;

/// The most kept scenarios.
const MOST: usize = 20;

struct Entries {
    store: Store,
    player: Player,
    shown: RefCell<Shown>,
    /// The current scenario, and its number.
    draft: RefCell<Option<Draft>>,
    number: Cell<f64>,
    /// The scenarios of other entries.
    left: RefCell<Vec<(f64, Draft)>>,
    /// An entry is being opened.
    opening: Cell<bool>,
    /// Writes the address when it fires; true if it was set while playing.
    timer: RefCell<Option<(Timeout, bool)>>,
    /// The last painted instant, and whether it was playing.
    painted: Cell<(f64, bool)>,
}

/// Begins the visit with the address and the saved scenario, and follows both.
#[inline(never)] // The first screen begins nothing.
pub fn begin(store: &Store, player: &Player) {
    autosave::begin(store);
    let entries = Rc::new(Entries {
        store: store.clone(),
        player: player.clone(),
        shown: RefCell::default(),
        draft: RefCell::default(),
        number: Cell::new(number().unwrap_or_else(js_sys::Date::now)),
        left: RefCell::default(),
        opening: Cell::new(false),
        timer: RefCell::default(),
        painted: Cell::default(),
    });
    let address = Address::read(&fragment());
    let saved = match (&address.source, number()) {
        // This entry is the page without a scenario.
        (None, Some(_)) => SavedScenario::Nothing,
        (source, _) => autosave::saved(matches!(source, Some(AddressSource::Own))),
    };
    entries.open(Action::Begin(saved, address));
    store.listen({
        let entries = Rc::clone(&entries);
        move |state| entries.follow(state)
    });
    crate::shell::web::browser::on_window("popstate", {
        let entries = Rc::clone(&entries);
        Closure::new(move |_| entries.go())
    });
    player.attach(Rc::new(PlayheadPainter(entries)));
}

impl Entries {
    /// Opens what the changed address names.
    fn go(self: &Rc<Self>) {
        self.timer.take();
        if is_other(&fragment()) {
            return;
        }
        autosave::flush(&self.store);
        let entries = Rc::clone(self);
        self.store.when_loaded(move || {
            let (fragment, number) = (fragment(), number());
            if is_other(&fragment) {
                return;
            }
            entries.keep();
            let Some(action) = entries.action(&fragment, number) else {
                return;
            };
            let before = entries.shown.borrow().clone();
            entries.open(action);
            let is_same = before.is_same_scenario(&entries.shown.borrow());
            match number {
                Some(number) => entries.number.set(number),
                None if is_same => {}
                None => entries.renumber(),
            }
            entries.write(false);
        });
    }

    /// The action that opens an entry.
    fn action(&self, fragment: &str, number: Option<f64>) -> Option<Action> {
        let Address { source, view, theme } = Address::read(fragment);
        let draft = self.draft.borrow();
        let left = self.left.borrow();
        let kept = match number {
            Some(number) if number == self.number.get() => draft.as_ref(),
            Some(number) => left.iter().find(|(of, _)| *of == number).map(|(_, draft)| draft),
            None => draft
                .as_ref()
                .filter(|draft| source == Some(AddressSource::Own) && draft.origin.is_own()),
        };
        let back = |draft: &Draft| {
            Action::GoBack(Rc::clone(&draft.text), draft.origin.clone(), view.clone())
        };
        match (source, kept) {
            (Some(_), Some(kept)) => Some(back(kept)),
            (Some(AddressSource::Own), None) => match autosave::saved(true) {
                SavedScenario::Text(text, ..) => {
                    Some(Action::GoBack(text.into(), Default::default(), view))
                }
                _ => None,
            },
            (source @ Some(_), None) => Some(Action::Address(Address { source, view, theme })),
            (None, _) => (number.is_some() || fragment.is_empty()).then_some(Action::Leave),
        }
    }

    /// Performs an action that belongs to the current entry, and rewrites its address.
    fn open(&self, action: Action) {
        self.opening.set(true);
        self.store.send(action);
        self.opening.set(false);
        let state = self.store.state();
        self.shown.replace(Shown::of(&state));
        self.draft.replace(state.draft.clone());
        // The address of a link that can't be opened stays on the empty page.
        if state.draft.is_some() || state.trouble.is_none() {
            self.write(false);
        }
    }

    /// Follows a change of the state.
    fn follow(self: &Rc<Self>, state: &AppState) {
        if self.opening.get() || state.route != Route::Simulator {
            return;
        }
        let now = Shown::of(state);
        let change = self.shown.replace(now.clone()).change(&now);
        if change == AddressChange::Scenario {
            self.keep();
            self.renumber();
        }
        self.draft.replace(state.draft.clone());
        match change {
            AddressChange::Nothing => {}
            AddressChange::Soon => self.write_soon(false),
            AddressChange::Now => self.write(false),
            AddressChange::View | AddressChange::Scenario => self.write(true),
        }
    }

    /// Keeps the current scenario for its entries.
    fn keep(&self) {
        let number = self.number.get();
        let mut left = self.left.borrow_mut();
        left.retain(|(of, _)| *of != number);
        left.extend(self.draft.borrow().clone().map(|draft| (number, draft)));
        if left.len() > MOST {
            left.remove(0);
        }
    }

    /// Gives the next scenario a number of its own.
    fn renumber(&self) {
        self.number.set(js_sys::Date::now().max(self.number.get() + 1.0));
    }

    fn write_soon(self: &Rc<Self>, is_playing: bool) {
        let mut timer = self.timer.borrow_mut();
        if timer.as_ref().is_some_and(|(_, was_playing)| is_playing || !was_playing) {
            return;
        }
        let entries = Rc::clone(self);
        let write = move || {
            entries.timer.take();
            // It is written when the run is complete.
            if is_complete(&entries.store.state()) {
                entries.write(false);
            }
        };
        let ms = if is_playing { PLAY_MS } else { REST_MS };
        *timer = Some((Timeout::new(ms, write), is_playing));
    }

    /// Writes the address, of a new entry if `is_new`.
    fn write(&self, is_new: bool) {
        let state = self.store.state();
        if state.route != Route::Simulator {
            return;
        }
        // An opened scenario begins where its address says.
        let at_ms = match &state.view {
            Some(view) => view.at_ms.unwrap_or(0),
            None if is_complete(&state) => self.player.at_ms() as i64,
            None => 0,
        };
        let before = fragment();
        let address = address(&state, at_ms, Address::read(&before).theme).write();
        let address = with_language_of(&before, &address);
        let number = JsValue::from_f64(self.number.get());
        // If the browser refuses, the address stays.
        let _ = set(&address, &number, is_new);
    }
}

/// Follows the playhead.
struct PlayheadPainter(Rc<Entries>);

impl Painter for PlayheadPainter {
    fn paint(&self, show: &PaintInput<'_>) -> bool {
        let now = (show.at_ms, show.playing);
        if self.0.painted.replace(now) != now {
            self.0.write_soon(show.playing);
        }
        false
    }

    fn pace(&self) -> f64 {
        f64::from(REST_MS)
    }
}

/// The number of the current entry's scenario.
fn number() -> Option<f64> {
    web_sys::window()?.history().ok()?.state().ok()?.as_f64()
}

fn set(fragment: &str, number: &JsValue, is_new: bool) -> Option<()> {
    let window = web_sys::window()?;
    let location = window.location();
    let mut address = location.pathname().ok()? + &location.search().ok()?;
    if !fragment.is_empty() {
        address = address + "#" + fragment;
    }
    let history = window.history().ok()?;
    match is_new {
        true => history.push_state_with_url(number, "", Some(&address)).ok(),
        false => history.replace_state_with_url(number, "", Some(&address)).ok(),
    }
}

/// Rewrites the address of an entry without a scenario of its own.
pub(crate) fn replace_fragment(fragment: &str) {
    let _ = set(fragment, &JsValue::NULL, false);
}
