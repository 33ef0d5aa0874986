//! How the page's parts open the context menu.

use super::callbacks::MenuRequest;
use crate::shell::state::Store;
use std::cell::RefCell;
use yew::Callback;

thread_local! {
    static MENU: RefCell<Option<Callback<MenuRequest>>> = const { RefCell::new(None) };
}

/// Sets the callback that shows menus.
pub(super) fn show_with(show: Callback<MenuRequest>) {
    MENU.replace(Some(show));
}

/// Shows a menu, once its code is loaded.
pub(super) fn open(store: &Store, ask: MenuRequest) {
    if let Some(show) = MENU.with_borrow(Clone::clone) {
        store.when_loaded(move || show.emit(ask));
    }
}
