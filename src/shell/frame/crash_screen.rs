//! The crash screen, which keeps the scenario's text without help from the program.

use crate::shell::scenario::autosave;
use crate::shell::scenario::draft::Draft;
use crate::shell::state::Store;
use crate::shell::web::browser::document;
use crate::shell::web::clipboard::copy;
use scenario::json::Json;
use std::cell::RefCell;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Document, Element, HtmlTextAreaElement};

thread_local! {
    static STORE: RefCell<Option<Store>> = const { RefCell::new(None) };
}

/// Saves the scenario of this store if the program crashes.
pub fn keep_text_of(store: &Store) {
    STORE.with(|slot| slot.replace(Some(store.clone())));
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        before(info);
        show(&info.to_string());
    }));
}

fn draft() -> Option<Draft> {
    STORE.with(|slot| {
        let store = slot.try_borrow().ok()?;
        store.as_ref()?.try_state()?.draft.clone()
    })
}

/// A report for finding the bug.
fn report(draft: Option<&Draft>, reason: &str) -> String {
    let seed = draft
        .and_then(|draft| draft.json.get("seed"))
        .map_or_else(|| "1".to_owned(), Json::compact);
    let browser = web_sys::window().and_then(|window| window.navigator().user_agent().ok());
    format!(
        "Nodetide {}, seed {seed}\n{reason}\n{}\n",
        env!("CARGO_PKG_VERSION"),
        browser.unwrap_or_default()
    )
}

fn show(reason: &str) {
    let Some(document) = document() else { return };
    if document.get_element_by_id("crash").is_some() {
        return;
    }
    let _ = screen(&document, reason);
}

fn add(document: &Document, parent: &Element, name: &str, text: &str) -> Option<Element> {
    let element = document.create_element(name).ok()?;
    element.set_text_content(Some(text));
    parent.append_child(&element).ok()?;
    Some(element)
}

fn screen(document: &Document, reason: &str) -> Option<()> {
    let body = document.body()?;
    let main = document.create_element("main").ok()?;
    main.set_id("crash");
    let said = document.create_element("div").ok()?;
    said.set_attribute("role", "alert").ok()?;
    main.append_child(&said).ok()?;
    add(document, &said, "h1", &crate::shell::words::t("ui-crash-title"))?;
    add(document, &said, "p", &crate::shell::words::t("ui-crash-lead"))?;
    let draft = draft();
    let text = match &draft {
        Some(draft) => {
            autosave::rescue(draft);
            draft.text.to_string()
        }
        // It crashed while opening the scenario.
        None => autosave::text().unwrap_or_default(),
    };
    if !text.is_empty() {
        let label = add(document, &main, "label", &crate::shell::words::t("ui-crash-text"))?;
        label.set_attribute("for", "crash-text").ok()?;
        let area = add(document, &main, "textarea", "")?;
        area.set_id("crash-text");
        area.set_attribute("readonly", "").ok()?;
        area.set_attribute("rows", "12").ok()?;
        area.dyn_ref::<HtmlTextAreaElement>()?.set_value(&text);
    }
    let report = report(draft.as_ref(), reason);
    add(document, &main, "pre", &report)?;
    let copied = add(document, &main, "button", &crate::shell::words::t("ui-crash-copy"))?;
    copied.set_attribute("type", "button").ok()?;
    copied.set_attribute("class", "btn line").ok()?;
    let onclick = Closure::<dyn Fn()>::new(move || copy(&report, |_| {})).into_js_value();
    let onclick = onclick.dyn_ref::<js_sys::Function>()?;
    copied.add_event_listener_with_callback("click", onclick).ok()?;
    let again = add(document, &main, "a", &crate::shell::words::t("ui-crash-again"))?;
    again.set_attribute("href", "./").ok()?;
    // The rest of the page may be half drawn; it is hidden, but stays in the document, because it
    // belongs to code that may be running.
    body.set_attribute("data-crashed", "").ok()?;
    body.append_child(&main).ok()?;
    Some(())
}
