//! The printed page of a run: settings, the current picture, findings and the story, as text.

use crate::inspector::findings::findings;
use crate::player::report::RunReport;
use crate::player::{AtPlayhead, Player, said, use_player};
use crate::shell::dates::{date, day_time};
use crate::shell::state::{AppState, Store, use_store};
use crate::shell::web::browser::{dark, found, mark, on_window};
use crate::shell::words::{t, tn};
use query::stage::caption_of;
use scenario::json::Json;
use wasm_bindgen::closure::Closure;
use web_sys::HtmlCanvasElement;
use yew::prelude::*;

/// The most printed sentences of the story, and entries of a settings list.
const SENTENCES: usize = 2000;
const ENTRIES: usize = 60;
/// The depth to which settings are printed.
const DEPTH: usize = 4;

/// The elements of the two pictures.
const PICTURES: [(&str, &str); 2] =
    [(".stage-canvas", "ui-stage"), (".tl-host canvas", "ui-timeline")];

/// Rendered when the browser is about to print, and removed afterwards.
#[component]
pub fn PrintedPage() -> Html {
    let store = use_store();
    let player = use_player();
    let printing = use_state(|| false);
    {
        let (store, player, printing) = (store.clone(), player.clone(), printing.clone());
        use_effect_with((), move |()| {
            for (kind, paper) in [("beforeprint", true), ("afterprint", false)] {
                let (store, player, printing) = (store.clone(), player.clone(), printing.clone());
                on_window(
                    kind,
                    Closure::new(move |_| {
                        let theme = store.state().theme;
                        let is_dark = dark(theme) && !paper;
                        mark("data-theme", if is_dark { "dark" } else { "light" });
                        player.draw_on_paper(paper);
                        printing.set(paper);
                    }),
                );
            }
        });
    }
    if !*printing {
        return html! {};
    }
    let state = store.state();
    let written = player.with_here(|here| paper(&store, &player, &state, here));
    written.unwrap_or_default()
}

#[inline(never)] // Nothing is printed at first: it is loaded later.
fn paper(store: &Store, player: &Player, state: &AppState, here: AtPlayhead<'_>) -> Html {
    let plan = &here.run.plan;
    let start = plan.start_unix_ms;
    let (name, document) = match &state.draft {
        Some(draft) => (draft.name().to_owned(), Some(draft.json.clone())),
        None => (String::new(), None),
    };
    let title = if name.is_empty() { t("ui-unnamed") } else { name };
    let at = here.frame.at.ms();
    let now = [("at", day_time(start, at).into()), ("date", date(start + at).into())];
    let caption = said(here.run, here.scene, |words| {
        let counts = here.scene.counts(here.run, here.frame);
        let (trace, index) = (&here.run.trace, &here.run.index);
        words.say(&caption_of(trace, index, here.frame, &counts))
    });
    let report = RunReport::of(here.run, state.is_dated());
    html! {
        <main class="paper" aria-label={t("ui-paper")}>
            <h1><bdi>{ title }</bdi></h1>
            <p class="lead">{ t("ui-model-lead") }</p>
            <h2>{ t("ui-setup") }</h2>
            if let Some(document) = document {
                { settings(&document) }
            }
            <h2>{ tn("ui-paper-at", &now) }</h2>
            <p><bdi>{ caption }</bdi></p>
            { for PICTURES.into_iter().map(picture) }
            <h2>{ t("ui-tab-findings") }</h2>
            <div class="found">{ findings(store, player, here.run, report.as_ref(), None, &NodeRef::default()) }</div>
            <h2>{ t("ui-tab-story") }</h2>
            { story(here) }
            <p class="quiet">{ t("ui-independent") }</p>
        </main>
    }
}

/// The current content of a canvas.
fn picture((selector, name): (&'static str, &'static str)) -> Html {
    match found::<HtmlCanvasElement>(selector).and_then(|canvas| canvas.to_data_url().ok()) {
        Some(src) => html! { <img {src} alt={t(name)} /> },
        None => html! {},
    }
}

/// Every setting by its API name.
fn settings(document: &Json) -> Html {
    let single: Vec<(String, String)> = match document {
        Json::Object(fields) => fields
            .iter()
            .filter(|(key, _)| key != "name")
            .flat_map(|(key, value)| match value {
                Json::List(_) => Vec::new(),
                _ => pairs(key, value, DEPTH),
            })
            .collect(),
        _ => Vec::new(),
    };
    let lists = ["pools", "workloads", "budgets", "services", "script"];
    html! {
        <>
            { rows(&single) }
            { for lists.into_iter().map(|key| {
                let items = document.get(key).map(Json::items).unwrap_or_default();
                html! { <>{ for items.iter().take(ENTRIES).map(|item| entry(key, item)) }{ more(items.len(), ENTRIES) }</> }
            }) }
        </>
    }
}

fn entry(key: &str, item: &Json) -> Html {
    let name = item.get("name").and_then(Json::text).unwrap_or_default();
    let pairs: Vec<(String, String)> = match item {
        Json::Object(fields) => fields
            .iter()
            .filter(|(key, _)| key != "name")
            .flat_map(|(key, value)| pairs(key, value, DEPTH))
            .collect(),
        _ => Vec::new(),
    };
    html! {
        <section>
            <h3>{ key.to_owned() }{ " " }<bdi>{ name.to_owned() }</bdi></h3>
            { rows(&pairs) }
        </section>
    }
}

fn rows(pairs: &[(String, String)]) -> Html {
    if pairs.is_empty() {
        return html! {};
    }
    html! {
        <dl>
            { for pairs.iter().take(ENTRIES).map(|(key, value)| html! {
                <div><dt>{ key }</dt><dd><bdi>{ value }</bdi></dd></div>
            }) }
        </dl>
    }
}

fn more(count: usize, most: usize) -> Html {
    let left = count.saturating_sub(most);
    if left == 0 {
        return html! {};
    }
    html! { <p>{ tn("ui-and-more", &[("n", left.into())]) }</p> }
}

/// `upgradeSettings.maxSurge` and its value; a list of plain values is one value, for others only the number is shown.
fn pairs(key: &str, value: &Json, depth: usize) -> Vec<(String, String)> {
    let one = |text: String| vec![(key.to_owned(), text)];
    match value {
        Json::Object(fields) if depth > 0 => fields
            .iter()
            .flat_map(|(inner, value)| pairs(&format!("{key}.{inner}"), value, depth - 1))
            .collect(),
        Json::List(items) => {
            let plain: Option<Vec<String>> = items.iter().take(ENTRIES).map(scalar).collect();
            one(plain.map_or_else(|| items.len().to_string(), |texts| texts.join(", ")))
        }
        Json::Object(fields) => one(fields.len().to_string()),
        _ => scalar(value).map_or_else(Vec::new, one),
    }
}

fn scalar(value: &Json) -> Option<String> {
    match value {
        Json::Text(text) => Some(text.clone()),
        Json::Null | Json::Bool(_) | Json::Int(_) | Json::Float(_) => Some(value.compact()),
        Json::List(_) | Json::Object(_) => None,
    }
}

fn story(here: AtPlayhead<'_>) -> Html {
    let told = here.scene.listed();
    let run = here.run;
    let lines: Vec<Html> = said(run, here.scene, |words| {
        (0..SENTENCES as u32)
            .filter_map(|place| run.trace.record(told.get(place)?))
            .map(|record| {
                let at = day_time(run.plan.start_unix_ms, record.at.ms());
                let name = words.name(record.subject);
                let says = words.sentence(&record, run.trace.rule(&record));
                html! { <li><time>{ at }</time>{ " " }<b><bdi>{ name }</bdi></b>{ ": " }<bdi>{ says }</bdi></li> }
            })
            .collect()
    });
    html! { <><ol>{ for lines }</ol>{ more(told.len() as usize, SENTENCES) }</> }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn settings_are_written_by_their_names() {
        let json = r#"{"a": 1, "b": {"c": "x", "d": {"e": true}}, "f": ["m", "n"], "g": [{"h": 1}, {}], "i": {"j": {"k": {"l": {"m": 1}}}}}"#;
        let Ok(Json::Object(fields)) = Json::parse(json) else {
            panic!("an object");
        };
        let lines: String = fields
            .iter()
            .flat_map(|(key, value)| pairs(key, value, DEPTH))
            .map(|(key, value)| format!("{key} = {value}\n"))
            .collect();
        expect![[r#"
            a = 1
            b.c = x
            b.d.e = true
            f = m, n
            g = 2
            i.j.k.l.m = 1
        "#]]
        .assert_eq(&lines);
    }
}
