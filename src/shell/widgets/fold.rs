//! A part that opens and closes.

use crate::shell::web::browser::target;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

/// Escape closes only the part in which the focus is.
pub fn close_by_key(event: KeyboardEvent) {
    let Some(element) = target(&event).filter(|_| event.key() == "Escape") else {
        return;
    };
    let open = element.closest("details[open]").ok().flatten();
    if let Some(open) = open {
        event.prevent_default();
        event.stop_propagation();
        let _ = open.remove_attribute("open");
        let summary = open.query_selector("summary").ok().flatten();
        if let Some(summary) = summary.and_then(|one| one.dyn_into::<HtmlElement>().ok()) {
            let _ = summary.focus();
        }
    }
}
