//! Small queries to the browser.

use crate::shell::state::ThemeChoice;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use yew::prelude::*;

/// Does the user prefer reduced motion?
pub fn reduced_motion() -> bool {
    matches("(prefers-reduced-motion: reduce)")
}

/// Is there room for the setup beside the stage? Otherwise it covers the stage.
pub fn setup_is_beside() -> bool {
    matches("(min-width: 1100px) and (min-height: 501px)")
}

/// Evaluates a media query.
pub fn matches(query: &str) -> bool {
    web_sys::window()
        .and_then(|window| window.match_media(query).ok().flatten())
        .is_some_and(|list| list.matches())
}

pub fn dark(choice: ThemeChoice) -> bool {
    match choice {
        ThemeChoice::Auto => matches("(prefers-color-scheme: dark)"),
        ThemeChoice::Light => false,
        ThemeChoice::Dark => true,
    }
}

/// The theme that is not shown now.
pub fn other_theme(choice: ThemeChoice) -> ThemeChoice {
    if dark(choice) { ThemeChoice::Light } else { ThemeChoice::Dark }
}

/// Today at 09:00 UTC, in ms since 1970.
pub fn today() -> i64 {
    const DAY_MS: i64 = 86_400_000;
    let now = js_sys::Date::now() as i64;
    now.div_euclid(DAY_MS) * DAY_MS + 9 * 3_600_000
}

/// Width and height of the window, in pixels.
pub fn window_size() -> Option<(f64, f64)> {
    let window = web_sys::window()?;
    Some((window.inner_width().ok()?.as_f64()?, window.inner_height().ok()?.as_f64()?))
}

/// Sets an attribute of the page: its theme, and states that tests wait for.
pub fn mark(name: &str, value: &str) {
    if let Some(root) = document().and_then(|document| document.document_element()) {
        let _ = root.set_attribute(name, value);
    }
}

/// Moves the keyboard's focus to an element; false if there is none.
pub fn focus(id: &str) -> bool {
    let element = element::<web_sys::HtmlElement>(id);
    element.is_some_and(|element| element.focus().is_ok())
}

/// Focuses the first element that a selector finds.
pub fn focus_on(selector: &str) {
    if let Some(element) = found::<web_sys::HtmlElement>(selector) {
        let _ = element.focus();
    }
}

/// The same, and selects the text of a field.
pub fn select_on(selector: &str) {
    focus_on(selector);
    if let Some(input) =
        focused().and_then(|focused| focused.dyn_into::<web_sys::HtmlInputElement>().ok())
    {
        input.select();
    }
}

/// Scrolls the page to an element.
pub fn to_top(id: &str) {
    if let Some(element) = element::<web_sys::HtmlElement>(id) {
        element.scroll_into_view();
    }
}

pub fn document() -> Option<web_sys::Document> {
    web_sys::window()?.document()
}

/// An element of the page, if it exists and has this type.
pub fn element<T: JsCast>(id: &str) -> Option<T> {
    document()?.get_element_by_id(id)?.dyn_into().ok()
}

/// The first element that a selector finds, if it has this type.
pub fn found<T: JsCast>(selector: &str) -> Option<T> {
    document()?.query_selector(selector).ok()??.dyn_into().ok()
}

/// The fragment of the page's address.
pub fn fragment() -> String {
    web_sys::window().and_then(|window| window.location().hash().ok()).unwrap_or_default()
}

/// Follows a link within the site.
pub fn go_to(fragment: &str) {
    if let Some(window) = web_sys::window() {
        let _ = window.location().set_hash(fragment);
    }
}

/// The page's address without fragment and query.
pub fn here() -> String {
    let Some(location) = web_sys::window().map(|window| window.location()) else {
        return String::new();
    };
    let [origin, path] = [location.origin(), location.pathname()].map(Result::unwrap_or_default);
    origin + &path
}

/// Selects the text of a field for copying by hand.
pub fn select(id: &str) {
    if let Some(area) = element::<web_sys::HtmlTextAreaElement>(id) {
        area.select();
    }
}

/// Is the focused element gone, so that keys go nowhere?
pub fn nothing_has_focus() -> bool {
    // A hidden element only loses the focus when the page is drawn next.
    document().is_some() && found::<web_sys::Element>(":focus:not([hidden] *)").is_none()
}

/// The focused element.
pub fn focused() -> Option<web_sys::HtmlElement> {
    document()?.active_element()?.dyn_into().ok()
}

/// The name of the control key on this system.
pub fn ctrl() -> &'static str {
    let navigator = web_sys::window().map(|window| window.navigator());
    let platform = navigator.and_then(|navigator| navigator.platform().ok());
    if platform.is_some_and(|name| name.starts_with("Mac") || name.starts_with("iP")) {
        "⌘"
    } else {
        "Ctrl"
    }
}

/// Listens to the window as long as the page exists.
pub fn on_window(kind: &str, hear: Closure<dyn Fn(Event)>) {
    let hear = hear.into_js_value();
    if let (Some(window), Some(hear)) = (web_sys::window(), hear.dyn_ref()) {
        let _ = window.add_event_listener_with_callback(kind, hear);
    }
}

/// Zones are stacked and the page scrolls; must match the style sheet.
pub const NARROW: &str = "(max-width: 719px), (max-height: 500px)";

/// The target element of an event, or one around it.
pub fn target(event: &Event) -> Option<web_sys::Element> {
    event.target()?.dyn_into().ok()
}
