//! A rule's id as a chip: its sentence on hover, and a link to its public source.

use crate::shell::web::dom::{Tag, block};
use crate::shell::words::{t, tn};
use words::sources::page;
use yew::prelude::*;

/// The chip's tooltip and address. `says`: the rule's sentence if it isn't displayed beside it.
fn source(id: &str, says: &str) -> (String, Option<String>) {
    let page = page(id);
    let from = match &page {
        Some(page) => tn("ui-rule-source", &[("title", page.title.into())]),
        None => t("ui-rule-reading"),
    };
    let title = format!("{says} {from}");
    (title.trim().to_owned(), page.map(|page| page.address()))
}

/// Chips for trees written directly to the document.
pub fn tags<'a>(ids: &'a [&'static str], says: &'a str) -> impl Iterator<Item = Tag> + 'a {
    ids.iter().map(move |id| {
        let (title, address) = source(id, says);
        let chip = match address {
            Some(address) => block("a", "chip rule")
                .with("href", address)
                .with("target", "_blank")
                .with("rel", "noopener"),
            None => block("span", "chip rule own"),
        };
        chip.with("title", title).text(*id)
    })
}

/// Chips for Yew.
pub fn chips(ids: &[&'static str], says: &str) -> Html {
    ids.iter()
        .map(|id| {
            let (title, address) = source(id, says);
            match address {
                Some(href) => html! {
                    <a class="chip rule" {href} target="_blank" rel="noopener" {title}>{ *id }</a>
                },
                None => html! { <span class="chip rule own" {title}>{ *id }</span> },
            }
        })
        .collect()
}
