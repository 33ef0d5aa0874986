//! A button that copies a text.

use crate::shell::web::browser::select;
use crate::shell::web::clipboard::copy;
use crate::shell::widgets::{icon, on};
use crate::shell::words::t;
use draw::icons;
use yew::prelude::*;

/// The result of the last copy, by the id of the text's element.
pub(crate) type Copied = UseStateHandle<Option<(&'static str, bool)>>;

/// A button that copies a text, and shows whether it succeeded. `id`: the element from which the text can be copied by hand.
pub(crate) fn copier(
    id: &'static str,
    text: impl Fn() -> String + 'static,
    copied: &Copied,
) -> Html {
    let onclick = on(copied, move |copied, _: MouseEvent| {
        let copied = copied.clone();
        copy(&text(), move |went_well| {
            if !went_well {
                select(id);
            }
            copied.set(Some((id, went_well)));
        });
    });
    let said = copied
        .filter(|(of, _)| *of == id)
        .map(|(_, went_well)| t(if went_well { "ui-copied" } else { "ui-not-copied" }));
    html! {
        <>
            <span class="said" role="status">{ said }</span>
            <button type="button" class="btn pri" {onclick}>{ icon(icons::COPY, "i14") }{ t("ui-copy-it") }</button>
        </>
    }
}
