//! *Maintenance*: the window in local time and as stored, and the exclusions.

mod exclusions;
mod fits;
mod tab;
pub(crate) mod window;

pub use self::tab::MaintenanceTab;

use super::calendar::{instant, use_playhead, zone};
use super::form::MaintenanceForm;
use super::policy;
use crate::shell::form::{Doc, names, setter};
use crate::shell::state::{Action, Center, use_select, use_store};
use crate::shell::widgets::{Choice, TextInput};
use crate::shell::words::{t, tn};
use scenario::calendar::Edition;
use scenario::edit::Edit;
use scenario::json::Json;
use yew::prelude::*;

#[component]
pub fn Maintenance() -> Html {
    let store = use_store();
    let (doc, look, is_open) =
        use_select(|state| (Doc::of(state), state.calendar, state.views.has(Center::Calendar)));
    let playhead = use_playhead();
    let opened = use_state_eq(exclusions::ExclusionEditor::default);
    let event = use_state_eq(exclusions::Event::default);
    let Some((doc, planner)) = doc.and_then(|doc| {
        let planner = policy::of(&doc.json)?;
        Some((doc, planner))
    }) else {
        return html! {};
    };
    let form = MaintenanceForm {
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
            if !is_open {
                <button type="button" class="btn line wide-btn" onclick={store.on(|_: MouseEvent| Action::View(Center::Calendar, true))}>
                    { t("ui-calendar") }
                </button>
            }
        </div>
    }
}

/// The inputs of the checks: edition, channel, end of support.
fn limits(form: &MaintenanceForm<'_>) -> Html {
    html! {
        <details class="entry">
            <summary>{ t("ui-mw-limits") }<small>{ form.planner.context.edition.name() }</small></summary>
            { edition(form) }
            { channel(form) }
            { end_of_support(form) }
        </details>
    }
}

fn edition(form: &MaintenanceForm<'_>) -> Html {
    let options = Edition::ALL.into_iter().map(|edition| {
        let args = [
            ("name", edition.name().into()),
            ("days", edition.period_days().into()),
            ("freeze", edition.longest_freeze_days().into()),
        ];
        (edition.name().to_owned(), tn("ui-edition-is", &args))
    });
    Choice {
        id: "edition".to_owned(),
        value: form.planner.context.edition.name().to_owned(),
        options: options.collect(),
        onchange: setter(form.store, "/edition", Json::Text),
        ..Choice::default()
    }
    .field(names("ui-edition", "edition", ""), form.doc.error("/edition"))
}

const CHANNEL: &str = "/cluster/releaseChannel/channel";
const CHANNELS: [&str; 6] = ["", "RAPID", "REGULAR", "STABLE", "EXTENDED", "UNSPECIFIED"];

fn channel(form: &MaintenanceForm<'_>) -> Html {
    let options = CHANNELS.map(|name| {
        let words = if name.is_empty() { "–" } else { name };
        (name.to_owned(), words.to_owned())
    });
    Choice {
        id: "channel".to_owned(),
        value: form.doc.text(CHANNEL),
        options: options.to_vec(),
        // An empty channel is none.
        onchange: form.store.on(|name: String| {
            Action::Edit(match name.is_empty() {
                true => Edit::Remove("/cluster/releaseChannel".to_owned()),
                false => Edit::Set(CHANNEL.to_owned(), Json::Text(name)),
            })
        }),
        ..Choice::default()
    }
    .field(names("ui-channel", "releaseChannel", "--release-channel"), form.doc.error(CHANNEL))
}

fn end_of_support(form: &MaintenanceForm<'_>) -> Html {
    let doc = form.doc;
    let api = match doc.text(CHANNEL) == "EXTENDED" {
        true => "endOfExtendedSupportTimestamp",
        false => "endOfStandardSupportTimestamp",
    };
    let pointer = format!("/cluster/{api}");
    let error = doc.error(&pointer);
    let written = doc.text(&pointer);
    let day = written.strip_suffix("T00:00:00Z").unwrap_or(&written);
    TextInput {
        id: "end-of-support".to_owned(),
        value: day.to_owned(),
        placeholder: "2027-02-28".to_owned(),
        onchange: form.store.on(move |text: String| {
            let text = text.trim();
            Action::Edit(match text.len() {
                0 => Edit::Remove(pointer.clone()),
                10 => Edit::Set(pointer.clone(), format!("{text}T00:00:00Z").as_str().into()),
                _ => Edit::Set(pointer.clone(), text.into()),
            })
        }),
        ..TextInput::default()
    }
    .field(names("ui-end-of-support", api, ""), error)
}
