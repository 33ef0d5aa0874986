//! Notices that aren't errors: the scenario's origin, and what the browser can't save.

use crate::shell::state::{Action, InfoBanner, Store};
use crate::shell::web::files::save;
use crate::shell::widgets::{icon, icon_button};
use crate::shell::words::{t, tm, tn};
use draw::icons;
use scenario::link::Fault;
use yew::prelude::*;

#[inline(never)] // On the first screen nothing was restored yet.
pub fn note(store: &Store, note: &InfoBanner, close: Callback<MouseEvent>) -> Html {
    let button = |words: &str, onclick| {
        html! { <button type="button" class="btn line" {onclick}>{ t(words) }</button> }
    };
    let (text, buttons) = match note {
        InfoBanner::Restored => {
            (t("ui-restored"), button("ui-start-over", store.on(|_: MouseEvent| Action::Anew)))
        }
        InfoBanner::Removed { name, entries, budgets, selectors } => {
            let with = [
                ("ui-removed-actions", entries),
                ("ui-removed-budgets", budgets),
                ("ui-removed-selectors", selectors),
            ];
            let with = with.iter().filter(|(_, n)| **n > 0);
            let with: Vec<String> = with.map(|(key, n)| tn(key, &[("n", (**n).into())])).collect();
            let args = [("name", name.as_str().into()), ("with", with.join(", ").into())];
            let undo = store.on(|_: MouseEvent| Action::Undo);
            (tn("ui-removed-with", &args), button("ui-undo-it", undo))
        }
        InfoBanner::NotKept => (t("ui-not-kept"), html! {}),
        InfoBanner::OtherTab => (t("ui-other-tab"), html! {}),
        InfoBanner::NoMoment(n) => (tn("ui-no-moment", &[("n", (*n).into())]), html! {}),
        InfoBanner::NoFormer => (t("ui-no-former"), html! {}),
        InfoBanner::NoLanguage(name) => {
            (tn("ui-no-language", &[("language", name.as_str().into())]), html! {})
        }
        InfoBanner::Broke(text) => {
            let kept = text.clone();
            let keep = Callback::from(move |_: MouseEvent| {
                save("scenario.json", "application/json", kept.as_bytes());
            });
            let text = text.clone();
            let again = store.on(move |_: MouseEvent| Action::Open(text.clone()));
            let buttons = html! {
                <>
                    { button("ui-save-scenario", keep) }
                    { button("ui-open-again", again) }
                </>
            };
            (t("ui-not-restored"), buttons)
        }
    };
    html! {
        <div class="notice" role="status">
            { icon(icons::INFO, "") }
            <p>{ text }</p>
            { buttons }
            { icon_button(icons::CROSS, t("ui-dismiss"), "", None, close) }
        </div>
    }
}

/// The address couldn't be opened; the open scenario stays.
#[inline(never)] // The first screen opens nothing.
pub fn bad_link(fault: &Fault) -> Html {
    unopened(tm(&fault.into()))
}

#[inline(never)] // As above.
pub fn no_preset(name: &str) -> Html {
    unopened(tn("ui-no-preset", &[("name", name.into())]))
}

fn unopened(why: String) -> Html {
    html! { <><b>{ t("ui-bad-link") }</b>{ " " }{ why }</> }
}
