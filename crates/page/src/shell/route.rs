//! Which of the two pages is shown: the simulator, or at `#/window` the policy checker.

use super::browser;
use super::effect::World;
use std::cell::RefCell;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{DataTransfer, Event};
use yew::Callback;

/// The fragment of the checker; what it checks may stand behind it.
pub const WINDOW: &str = "/window";

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Door {
    #[default]
    Simulator,
    /// The checker will be there as soon as its part of the program is.
    Coming,
    Checker,
}

impl Door {
    pub fn of(fragment: &str) -> Self {
        match is_checker(fragment) {
            true => Self::Coming,
            false => Self::Simulator,
        }
    }
}

/// Is that the address of the checker?
pub fn is_checker(fragment: &str) -> bool {
    let after = fragment.trim_start_matches('#').strip_prefix(WINDOW);
    after.is_some_and(|after| after.is_empty() || after.starts_with('?'))
}

thread_local! {
    /// Who takes what is pasted or dropped anywhere on the checker's page.
    static TAKES: RefCell<Option<Callback<DataTransfer>>> = const { RefCell::new(None) };
}

pub fn take_all(taker: Option<Callback<DataTransfer>>) {
    TAKES.replace(taker);
}

/// What no field took; false if nobody waits for any.
pub fn give(data: DataTransfer) -> bool {
    let taker = TAKES.with_borrow(Clone::clone);
    if let Some(taker) = &taker {
        taker.emit(data);
    }
    taker.is_some()
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
    fn the_checker_has_an_address_of_its_own() {
        for (fragment, wanted) in [
            ("#/window", true),
            ("/window?s=2025-04-05T05Z&d=38h", true),
            ("/windows", false),
            ("/", false),
            ("", false),
            ("s=1.AA", false),
            ("main", false),
        ] {
            assert_eq!(is_checker(fragment), wanted, "{fragment}");
        }
    }
}
