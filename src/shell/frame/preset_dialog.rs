//! The presets dialog: each preset with its outcome and a picture, in groups, and a search.

use super::preset_list::size;
use super::preset_picture::picture;
use crate::shell::state::{Action, Store, use_store};
use crate::shell::widgets::{on, value_of};
use crate::shell::words::{attribute, span, t, tm, tn};
use scenario::json::Json;
use scenario::{PRESET_GROUPS, Preset, PresetHarm, PresetOutcome};
use yew::prelude::*;

/// A preset with its words.
struct ListedPreset {
    preset: &'static Preset,
    json: Json,
    title: String,
    about: String,
    outcome: String,
    is_harmful: bool,
    /// What a search finds, in lowercase.
    words: String,
}

impl ListedPreset {
    fn of((preset, outcome): (&'static Preset, PresetOutcome)) -> Self {
        let json = Json::parse(preset.text()).unwrap_or_default();
        let message = preset.title();
        let (title, about) = (tm(&message), attribute(&message, "about"));
        let is_harmful = outcome.is_rolled_back || outcome.harm != PresetHarm::Unharmed;
        let outcome = in_words(outcome);
        let mut words = [preset.name, &title, &about, &t(preset.group), &outcome].join(" ");
        features(&json, &mut words);
        Self { preset, json, title, about, outcome, is_harmful, words: words.to_lowercase() }
    }

    /// Has it every word of a search?
    fn has(&self, search: &str) -> bool {
        search.to_lowercase().split_whitespace().all(|word| self.words.contains(word))
    }
}

/// Adds the names of a document's fields, and the kinds and choices in it.
fn features(json: &Json, words: &mut String) {
    const CHOICES: [&str; 5] = ["kind", "strategy", "do", "scope", "machineType"];
    let mut add = |word: &str| {
        words.push(' ');
        words.push_str(word);
    };
    match json {
        Json::Object(fields) => {
            for (name, value) in fields {
                add(name);
                if let Some(value) = value.text().filter(|_| CHOICES.contains(&name.as_str())) {
                    add(value);
                }
            }
            fields.iter().for_each(|(_, value)| features(value, words));
        }
        Json::List(items) => items.iter().for_each(|item| features(item, words)),
        _ => {}
    }
}

/// The outcome of its run in a few words.
fn in_words(outcome: PresetOutcome) -> String {
    let PresetOutcome { is_rolled_back, took_secs, harm } = outcome;
    let secs = |secs: u32| span(i64::from(secs) * 1_000);
    let end = match took_secs {
        0 => "none",
        _ if is_rolled_back => "back",
        _ => "done",
    };
    let took = tn("ui-preset-took", &[("end", end.into()), ("took", secs(took_secs).into())]);
    let harm = match harm {
        PresetHarm::Unharmed => return took,
        PresetHarm::Ended(n) => tn("ui-preset-ended", &[("n", n.into())]),
        PresetHarm::Unready(n) => tn("ui-preset-unready", &[("n", n.into())]),
        PresetHarm::Violated(n) => tn("ui-preset-violated", &[("n", n.into())]),
        PresetHarm::WorkLost(lost) => tn("ui-preset-work-lost", &[("lost", secs(lost).into())]),
    };
    format!("{took}{}{harm}", t("list-separator"))
}

#[derive(Properties, PartialEq)]
pub struct PresetDialogProps {
    pub current: Option<&'static str>,
}

#[component]
pub fn PresetDialog(props: &PresetDialogProps) -> Html {
    let store = use_store();
    let search = use_state(String::new);
    let entries = use_memo((), |()| scenario::outcomes().map(ListedPreset::of).collect::<Vec<_>>());
    let oninput = on(&search, |search, event: InputEvent| {
        search.set(value_of(&event));
    });
    let clear = on(&search, |search, _: MouseEvent| search.set(String::new()));
    let found: Vec<&ListedPreset> = entries.iter().filter(|entry| entry.has(&search)).collect();
    let count = [("n", found.len().into()), ("of", entries.len().into())];
    html! {
        <>
            <p class="lead">{ t("ui-presets-lead") }{ " " }{ t("ui-presets-picture") }</p>
            <p class="preset-search">
                <input type="search" data-first="" autocomplete="off" spellcheck="false" aria-label={t("ui-presets-search")}
                    placeholder={t("ui-presets-search")} value={(*search).clone()} {oninput} />
                <span role="status">{ tn("ui-presets-found", &count) }</span>
            </p>
            if found.is_empty() {
                <p class="preset-none">
                    { tn("ui-presets-none", &[("text", search.as_str().into())]) }
                    <button type="button" class="btn line" onclick={clear}>{ t("ui-presets-all") }</button>
                </p>
            }
            <div class="preset-list">
                { for PRESET_GROUPS.into_iter().map(|group| section(&store, group, &found, props.current)) }
            </div>
        </>
    }
}

fn section(
    store: &Store,
    group: &'static str,
    found: &[&ListedPreset],
    current: Option<&'static str>,
) -> Html {
    let mut of_group = found.iter().filter(|entry| entry.preset.group == group).peekable();
    if of_group.peek().is_none() {
        return html! {};
    }
    html! {
        <section key={group}>
            <h3>{ t(group) }</h3>
            <ul>
                { for of_group.map(|entry| card(store, entry, current)) }
            </ul>
        </section>
    }
}

fn card(store: &Store, entry: &ListedPreset, current: Option<&'static str>) -> Html {
    let ListedPreset { preset, json, title, about, outcome, is_harmful, .. } = entry;
    let name = preset.name;
    html! {
        <li key={name}>
            <button type="button" data-preset={name} aria-current={(current == Some(name)).then_some("true")}
                onclick={store.on(move |_: MouseEvent| Action::Preset(name))}>
                { picture(preset, json) }
                <b>{ title.clone() }</b>
                <span>{ about.clone() }</span>
                <em class={is_harmful.then_some("harm")}>{ outcome.clone() }</em>
                <small>{ size(preset) }</small>
            </button>
        </li>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(search: &str, names: &[&str]) {
        let entries = scenario::outcomes().map(ListedPreset::of);
        let found: Vec<&str> =
            entries.filter(|entry| entry.has(search)).map(|entry| entry.preset.name).collect();
        assert_eq!(found, names, "{search}");
    }

    #[test]
    fn a_search_finds_names_titles_sentences_groups_outcomes_and_features() {
        check("  ", &scenario::presets().iter().map(|preset| preset.name).collect::<Vec<_>>());
        check("DOCS-5", &["docs-5-nodes"]);
        check("seven days", &["blue-green-soak-7-days", "short-lived"]);
        check("preempt", &["spot-surge"]);
        check("windows and exclusions beta", &["beta-api-removal"]);
        check(
            "3 pods end despite",
            &[
                "pdb-never-moves",
                "blue-green-rollback-phase-3",
                "blue-green-percent",
                "bad-version",
            ],
        );
        check("no_minor_or_node_upgrades", &["legacy-database"]);
        check("seven nothing", &[]);
    }
}
