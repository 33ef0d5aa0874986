//! The store for Yew: a handle that never changes, and selections that re-render only when they differ.

use super::action::{Action, Effect};
use super::app_state::AppState;
use super::choices::Tab;
use super::update::update;
use crate::shell::dates::dates_for;
use crate::shell::menu::pointer_target::GridCell;
use base::PoolId;
use gloo_timers::callback::Timeout;
use js_sys::Function;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;
use trace::Subject;
use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;
use yew::prelude::*;

type Listener = Rc<dyn Fn(&AppState)>;
type Perform = Box<dyn Fn(Effect)>;

struct Inner {
    state: RefCell<Rc<AppState>>,
    listeners: RefCell<Vec<(u32, Listener)>>,
    next: Cell<u32>,
    queue: RefCell<VecDeque<Action>>,
    busy: Cell<bool>,
    perform: RefCell<Option<Perform>>,
    /// Calls back when the later part of the program is loaded.
    need: RefCell<Option<Function>>,
    /// Is the later part loaded, and has a pointer asked for it?
    later: Cell<bool>,
    asked: Cell<bool>,
}

#[derive(Clone)]
pub struct Store(Rc<Inner>);

impl PartialEq for Store {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Store {
    pub fn new(state: AppState) -> Self {
        Self(Rc::new(Inner {
            state: RefCell::new(Rc::new(state)),
            listeners: RefCell::default(),
            next: Cell::new(0),
            queue: RefCell::default(),
            busy: Cell::new(false),
            perform: RefCell::default(),
            need: RefCell::default(),
            asked: Cell::new(false),
            later: Cell::new(false),
        }))
    }

    /// Sets who performs the effects.
    pub fn perform_with(&self, perform: impl Fn(Effect) + 'static) {
        self.0.perform.replace(Some(Box::new(perform)));
    }

    pub fn load_by(&self, need: &Function) {
        self.0.need.replace(Some(need.clone()));
    }

    /// Does something when the later part of the program is loaded: at once, if it is.
    pub fn when_loaded(&self, go: impl FnOnce() + 'static) {
        let need = self.0.need.borrow().clone();
        match need {
            Some(need) => {
                let inner = Rc::clone(&self.0);
                let go = move || {
                    inner.later.set(true);
                    go();
                };
                drop(need.call1(&JsValue::NULL, &Closure::once_into_js(go)));
            }
            None => {
                self.0.later.set(true);
                go();
            }
        }
    }

    /// Is the later part of the program loaded? If not, it is asked for.
    pub fn has_later(&self) -> bool {
        if !self.0.later.get() && !self.0.asked.replace(true) {
            let store = self.clone();
            let ask = move || store.when_loaded(|| {});
            // Not within an event: of several that wait for the part, only the last one counts.
            Timeout::new(0, ask).forget();
        }
        self.0.later.get()
    }

    pub fn state(&self) -> Rc<AppState> {
        Rc::clone(&self.0.state.borrow())
    }

    /// The state, unless it is being replaced at this moment.
    pub fn try_state(&self) -> Option<Rc<AppState>> {
        self.0.state.try_borrow().ok().map(|state| Rc::clone(&state))
    }

    /// Selects a subject and opens *Why?*.
    pub fn ask(&self, subject: Subject) {
        self.ask_within(subject, None);
    }

    /// Selects a pool's part of a zone and opens *Why?*.
    pub fn ask_within(&self, subject: Subject, pool: Option<PoolId>) {
        self.send(match pool {
            Some(pool) => Action::SelectWithin(subject, pool),
            None => Action::Select(Some(subject)),
        });
        self.send(Action::Tab(Tab::Why));
    }

    /// Selects a place on the stage and opens *Why?*.
    pub fn ask_at(&self, at: GridCell) {
        match (at.subject, at.part) {
            (Subject::Pool(pool), Some(part)) => {
                self.send(Action::SelectBatch(pool, part + 1));
                self.send(Action::Tab(Tab::Why));
            }
            _ => self.ask_within(at.subject, at.pool),
        }
    }

    /// Performs an action; actions sent during another one wait.
    pub fn send(&self, action: Action) {
        if action.needs_later() {
            let store = self.clone();
            return self.when_loaded(move || store.take(action));
        }
        self.take(action);
    }

    fn take(&self, action: Action) {
        self.0.queue.borrow_mut().push_back(action);
        if self.0.busy.replace(true) {
            return;
        }
        loop {
            let Some(action) = self.0.queue.borrow_mut().pop_front() else {
                break;
            };
            let before = self.state();
            let (after, effects) = update(&before, action);
            let after = Rc::new(after);
            dates_for(after.run.as_ref().map(|run| run.trace.end()));
            self.0.state.replace(Rc::clone(&after));
            if let Some(perform) = &*self.0.perform.borrow() {
                for effect in effects {
                    perform(effect);
                }
            }
            let listeners: Vec<Listener> =
                self.0.listeners.borrow().iter().map(|(_, listener)| Rc::clone(listener)).collect();
            for listener in listeners {
                listener(&after);
            }
        }
        self.0.busy.set(false);
    }

    pub fn listen(&self, listener: impl Fn(&AppState) + 'static) -> u32 {
        let no = self.0.next.get();
        self.0.next.set(no + 1);
        self.0.listeners.borrow_mut().push((no, Rc::new(listener)));
        no
    }

    /// Adds a listener and calls it once: the state may have changed since its first render.
    fn follow(&self, listener: Listener) -> u32 {
        listener(&self.state());
        let no = self.0.next.get();
        self.0.next.set(no + 1);
        self.0.listeners.borrow_mut().push((no, listener));
        no
    }

    fn unlisten(&self, no: u32) {
        self.0.listeners.borrow_mut().retain(|(other, _)| *other != no);
    }

    /// A callback that sends an action.
    pub fn on<E: 'static>(&self, action: impl Fn(E) -> Action + 'static) -> Callback<E> {
        let store = self.clone();
        Callback::from(move |event| store.send(action(event)))
    }
}

/// The store of the page.
#[hook]
pub fn use_store() -> Store {
    use_context::<Store>().expect("the page provides its store")
}

/// Is the later part of the program loaded? From `wanted` on, it is asked for.
#[hook]
pub fn use_later(wanted: bool) -> bool {
    let store = use_store();
    let loaded = use_state_eq(|| false);
    use_effect_with(wanted, {
        let loaded = loaded.clone();
        move |wanted| {
            if *wanted {
                // Not within an event: of several that wait for the part, only the last one counts.
                let ask = move || store.when_loaded(move || loaded.set(true));
                Timeout::new(0, ask).forget();
            }
        }
    });
    *loaded
}

/// Selects a small part of the state; the component renders again only when it differs.
#[hook]
pub fn use_select<T, F>(select: F) -> T
where
    T: Clone + PartialEq + 'static,
    F: Fn(&AppState) -> T + 'static,
{
    let store = use_store();
    let select = Rc::new(select);
    let shown = use_mut_ref(|| None::<T>);
    let now = select(&store.state());
    shown.replace(Some(now.clone()));
    let update = use_force_update();
    use_effect_with(store.clone(), move |store| {
        let listening = store.clone();
        let look: Listener = Rc::new({
            let shown = Rc::clone(&shown);
            move |state: &AppState| {
                let now = select(state);
                let changed = shown.borrow().as_ref() != Some(&now);
                if changed {
                    shown.replace(Some(now));
                    update.force_update();
                }
            }
        });
        let no = store.follow(look);
        move || listening.unlisten(no)
    });
    count_render();
    now
}

thread_local! {
    static RENDERS: Cell<u32> = const { Cell::new(0) };
}

/// For the test that nothing renders while a run plays: the number of renders, as an attribute of the page.
fn count_render() {
    let count = RENDERS.get() + 1;
    RENDERS.set(count);
    crate::shell::web::browser::mark("data-renders", &count.to_string());
}
