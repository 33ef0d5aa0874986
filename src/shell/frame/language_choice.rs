//! The choice of the page's language.

use crate::shell::address::entries::replace_fragment;
use crate::shell::web::browser::{document, fragment};
use crate::shell::web::local_storage::keep;
use crate::shell::widgets::Choice;
use crate::shell::words::t;
use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;

/// A language's tag and its own name.
type Language = (String, String);

/// The page's language, and all available ones: each has a link element in the head.
fn languages() -> Option<(String, Vec<Language>)> {
    let document = document()?;
    let here = document.document_element()?.get_attribute("lang")?;
    let links = document.query_selector_all("link[rel=locale]").ok()?;
    let links = (0..links.length()).filter_map(|at| links.item(at)?.dyn_into::<Element>().ok());
    let languages = links
        .filter_map(|link| Some((link.get_attribute("hreflang")?, link.get_attribute("title")?)));
    Some((here, languages.collect()))
}

/// The choice, if there are several languages. Saves the chosen one and reloads the page.
pub fn choose_language() -> Html {
    let Some((here, languages)) = languages().filter(|(_, all)| all.len() > 1) else {
        return html! {};
    };
    let onchange = Callback::from(|chosen: String| {
        keep("language", &chosen);
        let fragment = fragment();
        let parts = fragment.trim_start_matches('#').split('&');
        let parts: Vec<&str> = parts.filter(|part| !part.starts_with("lang=")).collect();
        replace_fragment(&parts.join("&"));
        if let Some(window) = web_sys::window() {
            let _ = window.location().reload();
        }
    });
    let name = Some(t("ui-language"));
    let choice = Choice { value: here, options: languages, name, onchange, ..Choice::default() };
    html! { <span translate="no">{ choice.show() }</span> }
}
