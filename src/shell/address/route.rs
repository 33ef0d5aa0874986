//! The displayed page: the simulator, at `#/window` the policy checker, or at `#/log` the reader of the autoscaler's log.

use std::cell::RefCell;
use web_sys::DataTransfer;
use yew::Callback;

/// The checker's fragment; its query follows it.
pub const WINDOW: &str = "/window";
pub const LOG: &str = "/log";

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Route {
    #[default]
    Simulator,
    /// Another page is shown once its part of the program is loaded.
    Coming,
    Checker,
    Log,
}

impl Route {
    pub fn of(fragment: &str) -> Self {
        match Self::named(fragment) {
            Self::Simulator => Self::Simulator,
            _ => Self::Coming,
        }
    }

    /// The page of an address.
    pub fn named(fragment: &str) -> Self {
        let is = |page| {
            let after = fragment.trim_start_matches('#').strip_prefix(page);
            after.is_some_and(|after: &str| after.is_empty() || after.starts_with('?'))
        };
        match (is(WINDOW), is(LOG)) {
            (true, _) => Self::Checker,
            (_, true) => Self::Log,
            _ => Self::Simulator,
        }
    }
}

/// The last addresses of the pages that were left.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LeftPages {
    simulator: String,
    checker: String,
}

impl LeftPages {
    /// Keeps the address at which its page was left.
    pub fn keep(&mut self, address: String) {
        match Route::named(&address) {
            Route::Checker => self.checker = address,
            Route::Simulator => self.simulator = address,
            Route::Log | Route::Coming => {}
        }
    }

    /// Where a page is found again.
    pub fn address(&self, page: Route) -> &str {
        match page {
            Route::Log => LOG,
            Route::Checker if self.checker.is_empty() => WINDOW,
            Route::Checker => &self.checker,
            Route::Simulator | Route::Coming => &self.simulator,
        }
    }
}

/// Is it the address of another page than the simulator?
pub fn is_other(fragment: &str) -> bool {
    Route::named(fragment) != Route::Simulator
}

thread_local! {
    /// Takes what is pasted or dropped anywhere on the checker's or the log's page.
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
    fn each_page_has_an_address_of_its_own() {
        for (fragment, wanted) in [
            ("#/window", Route::Checker),
            ("/window?s=2025-04-05T05Z&d=38h", Route::Checker),
            ("#/log", Route::Log),
            ("/windows", Route::Simulator),
            ("/login", Route::Simulator),
            ("/", Route::Simulator),
            ("", Route::Simulator),
            ("s=1.AA", Route::Simulator),
            ("main", Route::Simulator),
        ] {
            assert_eq!(Route::named(fragment), wanted, "{fragment}");
        }
    }
}
