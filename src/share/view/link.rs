//! A link that opens the scenario in its current view.

use crate::player::moment_at;
use crate::share::parts::{ShareState, SharedRun, pseudonyms, saver, switch};
use crate::shell::address::fragment::{Address, AddressSource, AddressView, LONG};
use crate::shell::dates::day_time;
use crate::shell::frame::copier::{Copied, copier};
use crate::shell::scenario::draft::Draft;
use crate::shell::state::{Center, Share, Store, Tab};
use crate::shell::web::browser::here;
use crate::shell::web::files::save;
use crate::shell::words::{t, tn};
use trace::text::Namer;
use yew::prelude::*;

pub(super) fn tab(
    store: &Store,
    seen: &ShareState,
    draft: &Draft,
    given: &SharedRun,
    at_ms: i64,
    copied: &Copied,
) -> Html {
    let choice = seen.choice;
    let selected = name_of_selected(seen, given);
    let run = seen.run.as_ref();
    let at = run.map_or_else(String::new, |run| day_time(run.plan.start_unix_ms, at_ms));
    let shown_ms = Some(at_ms).filter(|at_ms| choice.playhead && *at_ms > 0);
    let moment = run.zip(shown_ms).and_then(|(run, at_ms)| moment_at(run, at_ms));
    let view = AddressView {
        center: if choice.selection { seen.center } else { Center::Stage },
        at_ms: shown_ms.filter(|_| moment.is_none()),
        moment,
        play: false,
        selected: selected.clone().filter(|_| choice.selection),
        compare: seen.compared.clone().filter(|_| choice.selection),
        former: false,
        tab: Some(seen.tab).filter(|tab| choice.selection && *tab != Tab::default()),
    };
    let source = match draft.origin.preset {
        Some(name) if !choice.pseudonyms => AddressSource::Preset(name.to_owned()),
        _ => AddressSource::Link(given.link.clone()),
    };
    let address = Address { source: Some(source), view, theme: None };
    let link = format!("{}#{}", here(), address.write());
    let length = link.chars().count();
    let playhead = Share { playhead: !choice.playhead, ..choice };
    let selection = Share { selection: !choice.selection, ..choice };
    let at = tn("ui-share-playhead-note", &[("at", at.into())]);
    let what = selected.unwrap_or_else(|| t("ui-share-nothing-selected"));
    html! {
        <>
            <div class="share-cols">
                <div>
                    if length <= LONG {
                        { whole(link, length, copied) }
                    } else {
                        { too_long(given) }
                    }
                </div>
                <fieldset>
                    <legend>{ t("ui-share-carries") }</legend>
                    { switch(store, "ui-share-playhead", choice.playhead, playhead, at) }
                    { switch(store, "ui-share-selection", choice.selection, selection, what) }
                    { pseudonyms(store, choice, given) }
                </fieldset>
            </div>
        </>
    }
}

fn whole(link: String, length: usize, copied: &Copied) -> Html {
    let of = [("n", length.into()), ("most", LONG.into())];
    html! {
        <>
            <label class="vh" for="share-link">{ t("ui-share-link") }</label>
            <textarea id="share-link" class="share-text" rows="5" readonly=true spellcheck="false" value={link.clone()} />
            <p class="share-length">
                <span id="share-length">{ t("ui-share-length") }</span>
                <meter min="0" max={LONG.to_string()} value={length.to_string()} aria-labelledby="share-length" />
                <b>{ tn("ui-share-of", &of) }</b>
            </p>
            <p class="share-do">{ copier("share-link", move || link.clone(), copied) }</p>
        </>
    }
}

/// A file instead of a link that many programs would truncate.
fn too_long(given: &SharedRun) -> Html {
    let text = given
        .document
        .as_ref()
        .map_or_else(|| given.text.clone(), scenario::Document::to_pretty_text);
    let onclick = Callback::from(move |_: MouseEvent| {
        save("scenario.json", "application/json", text.as_bytes());
    });
    html! {
        <>
            <p>{ tn("ui-share-too-long", &[("most", LONG.into())]) }</p>
            <p class="share-do"><span>{ t("ui-share-file") }</span>{ saver("ui-save", onclick) }</p>
        </>
    }
}

/// The selection by its name in an address.
fn name_of_selected(seen: &ShareState, given: &SharedRun) -> Option<String> {
    let (run, subject) = (given.run.as_ref()?, seen.selected?);
    let last = run.trace.last();
    let namer = Namer { plan: &run.plan, cluster: last };
    Some(namer.subject(subject))
}
