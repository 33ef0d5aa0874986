//! *Maintenance*: the window, by the clocks of a place and as it is stored, and the exclusions.

mod exclusions;
mod fits;
mod tab;
mod window;

pub use self::tab::MaintenanceTab;

use super::calendar::{adopt, instant, use_playhead, zone};
use super::form::Form;
use super::policy;
use super::policy::Look;
use crate::setup::form::{Doc, Typed, names, setter, typed_setter};
use crate::shell::action::Action;
use crate::shell::store::{use_select, use_store};
use crate::shell::widgets::{Choice, Field, TextInput};
use crate::shell::words::{t, tm, tn};
use scenario::calendar::Edition;
use scenario::edit::Edit;
use scenario::json::Json;
use yew::prelude::*;

#[component]
pub fn Maintenance() -> Html {
    let store = use_store();
    let (doc, look) = use_select(|state| (Doc::of(state), state.calendar));
    let playhead = use_playhead();
    let opened = use_state_eq(exclusions::Opened::default);
    let event = use_state_eq(exclusions::Event::default);
    use_effect_with((), |()| adopt());
    let Some((doc, planner)) = doc.and_then(|doc| {
        let planner = policy::of(&doc.json)?;
        Some((doc, planner))
    }) else {
        return html! {};
    };
    let form = Form {
        store: &store,
        doc: &doc,
        at: instant(&planner, look, playhead),
        planner,
        zone: zone(look.local),
        look,
    };
    html! {
        <div class="me">
            { window::window(&form) }
            { exclusions::exclusions(&form, &opened) }
            { exclusions::templates(&form) }
            { exclusions::planner(&form, &event) }
            { limits(&form) }
            if !look.open {
                <button type="button" class="btn line wide-btn" onclick={store.on(move |_: MouseEvent| Action::Calendar(Look { open: true, ..look }))}>
                    { t("ui-calendar") }
                </button>
            }
        </div>
    }
}

/// By which limits the policy is judged: edition, channel, end of support.
fn limits(form: &Form<'_>) -> Html {
    let (store, doc) = (form.store, form.doc);
    let editions = Edition::NAMES.into_iter().map(|(name, edition)| {
        let args = [
            ("name", name.into()),
            ("days", edition.period_days().into()),
            ("freeze", edition.longest_freeze_days().into()),
            ("years", tm(&edition.years()).into()),
        ];
        (name.to_owned(), tn("ui-edition-is", &args))
    });
    let edition = Choice {
        id: "edition".to_owned(),
        value: form.planner.setting.edition.name().to_owned(),
        options: editions.collect(),
        name: None,
        class: "",
        onchange: setter(store, "/edition", Json::Text),
    };
    const CHANNEL: &str = "/cluster/releaseChannel/channel";
    let channels = ["", "RAPID", "REGULAR", "STABLE", "EXTENDED", "UNSPECIFIED"];
    let channel = Choice {
        id: "channel".to_owned(),
        value: doc.text(CHANNEL),
        options: channels
            .map(|name| {
                (
                    name.to_owned(),
                    if name.is_empty() { "–" } else { name }.to_owned(),
                )
            })
            .to_vec(),
        name: None,
        class: "",
        onchange: typed_setter(store, Typed::Text, CHANNEL),
    };
    let extended = doc.text(CHANNEL) == "EXTENDED";
    let api = match extended {
        true => "endOfExtendedSupportTimestamp",
        false => "endOfStandardSupportTimestamp",
    };
    let pointer = format!("/cluster/{api}");
    let written = doc.text(&pointer);
    let end = TextInput {
        id: "end-of-support".to_owned(),
        value: written
            .strip_suffix("T00:00:00Z")
            .unwrap_or(&written)
            .to_owned(),
        placeholder: "2027-02-28".to_owned(),
        wrong: doc.error(&pointer).is_some(),
        onchange: {
            let pointer = pointer.clone();
            store.on(move |text: String| {
                let text = text.trim();
                Action::Edit(match text.len() {
                    0 => Edit::Remove(pointer.clone()),
                    10 => Edit::Set(pointer.clone(), format!("{text}T00:00:00Z").as_str().into()),
                    _ => Edit::Set(pointer.clone(), text.into()),
                })
            })
        },
        ..TextInput::default()
    };
    let field = |id: &str, names, error, control: Html| {
        Field {
            id: id.to_owned(),
            names,
            error,
        }
        .show(control)
    };
    html! {
        <details class="entry">
            <summary>{ t("ui-mw-limits") }<small>{ form.planner.setting.edition.name() }</small></summary>
            { field("edition", names("ui-edition", "edition", ""), doc.error("/edition"), edition.show()) }
            { field("channel", names("ui-channel", "releaseChannel", "--release-channel"), doc.error(CHANNEL), channel.show()) }
            { field("end-of-support", names("ui-end-of-support", api, ""), doc.error(&pointer), end.show()) }
        </details>
    }
}
