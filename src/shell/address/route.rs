//! The displayed page: the simulator, or at `#/window` the policy checker.

use std::cell::RefCell;
use web_sys::DataTransfer;
use yew::Callback;

/// The checker's fragment; its query follows it.
pub const WINDOW: &str = "/window";

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Route {
    #[default]
    Simulator,
    /// The checker is shown once its part of the program is loaded.
    Coming,
    Checker,
}

impl Route {
    pub fn of(fragment: &str) -> Self {
        match is_checker(fragment) {
            true => Self::Coming,
            false => Self::Simulator,
        }
    }
}

/// Is it the checker's address?
pub fn is_checker(fragment: &str) -> bool {
    let after = fragment.trim_start_matches('#').strip_prefix(WINDOW);
    after.is_some_and(|after| after.is_empty() || after.starts_with('?'))
}

thread_local! {
    /// Takes what is pasted or dropped anywhere on the checker's page.
    static TAKES: RefCell<Option<Callback<DataTransfer>>> = const { RefCell::new(None) };
}

pub fn take_all(taker: Option<Callback<DataTransfer>>) {
    TAKES.replace(taker);
}

/// Passes data to the component that takes everything. False if there is none.
pub fn give(data: DataTransfer) -> bool {
    let taker = TAKES.with_borrow(Clone::clone);
    if let Some(taker) = &taker {
        taker.emit(data);
    }
    taker.is_some()
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
