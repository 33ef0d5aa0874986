//! The presets dialog: each preset with its outcome and a picture, in groups, and a search.

use super::preset_list::size;
use super::preset_picture::picture;
use crate::shell::state::{Action, Store, use_store};
use crate::shell::widgets::{on, value_of};
use crate::shell::words::{attribute, t, tm, tn};
use scenario::json::Json;
use scenario::{PRESET_GROUPS, Preset, presets};
use yew::prelude::*;

/// A preset with its words.
struct ListedPreset {
    preset: &'static Preset,
    json: Json,
    title: String,
    about: String,
    outcome: String,
    /// What a search finds, in lowercase.
    words: String,
}

impl ListedPreset {
    fn of(preset: &'static Preset) -> Self {
        let json = Json::parse(preset.text()).unwrap_or_default();
        let message = preset.title();
        let (title, about) = (tm(&message), attribute(&message, "about"));
        let outcome = tm(&preset.headline());
        let mut words = [preset.name, &title, &about, &t(preset.group), &outcome].join(" ");
        features(&json, &mut words);
        Self { preset, json, title, about, outcome, words: words.to_lowercase() }
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

#[derive(Properties, PartialEq)]
pub struct PresetDialogProps {
    pub current: Option<&'static str>,
}

#[component]
pub fn PresetDialog(props: &PresetDialogProps) -> Html {
    let store = use_store();
    let search = use_state(String::new);
    let entries = use_memo((), |()| presets().iter().map(ListedPreset::of).collect::<Vec<_>>());
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
    let ListedPreset { preset, json, title, about, outcome, .. } = entry;
    let name = preset.name;
    html! {
        <li key={name}>
            <button type="button" data-preset={name} aria-current={(current == Some(name)).then_some("true")}
                onclick={store.on(move |_: MouseEvent| Action::Preset(name))}>
                { picture(preset, json) }
                <b>{ title.clone() }</b>
                <span>{ about.clone() }</span>
                <em class={(!preset.is_fine).then_some("harm")}>{ outcome.clone() }</em>
                <small>{ size(preset) }</small>
            </button>
        </li>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::dates::{dates_for, day_time};
    use crate::shell::words::language;
    use query::{Level, Reading, verdict};
    use words::Words;

    /// `18 d 4 h` is one word, and so is `Sat 5 Dec 01:12:00`.
    fn words_in(said: &str) -> usize {
        let words: Vec<&str> =
            said.split_whitespace().map(|word| word.trim_end_matches(',')).collect();
        let is_unit = |at: usize| ["d", "h", "min", "s"].contains(&words[at]);
        let is_dated = |at: usize| at > 2 && words[at].contains(':') && words[at - 1].len() == 3;
        let extra = (0..words.len()).map(|at| match is_unit(at) {
            true => 1 + usize::from(at > 1 && is_unit(at - 2)),
            false => 3 * usize::from(is_dated(at)),
        });
        words.len() - extra.sum::<usize>()
    }

    /// The line of a preset is the headline of its run.
    #[test]
    fn every_preset_ends_as_its_line_says() {
        let mut wrong = String::new();
        for preset in presets().iter().filter(|preset| preset.is_small()) {
            let Ok(session) = runner::Session::new(preset.text(), None) else {
                panic!("{} doesn't run", preset.name);
            };
            let mut trace = session.trace();
            let ended = session.finish(|chunk| trace.push(chunk)).ended;
            let reading = Reading::of(&trace);
            let plan = trace.plan();
            let outcome = reading.outcome(ended);
            let dated = Json::parse(preset.text()).is_ok_and(|json| json.get("start").is_some());
            let verdict = verdict(plan, &outcome, &reading.shortfalls(), dated);
            dates_for(Some(trace.end()));
            let clock = |at: base::SimTime| day_time(plan.start_unix_ms, at.ms());
            let words = Words::new(language(), &clock, plan, trace.last());
            let said = words.say(&verdict.headline);
            assert!(words_in(&said) <= 12, "{}: {said}", preset.name);
            if said != tm(&preset.headline()) || preset.is_fine != (verdict.level <= Level::Fine) {
                wrong += &format!("ends-{} = {said}: {:?}\n", preset.name, verdict.level);
            }
        }
        assert_eq!(wrong, "");
    }

    fn check(search: &str, names: &[&str]) {
        let entries = presets().iter().map(ListedPreset::of);
        let found: Vec<&str> =
            entries.filter(|entry| entry.has(search)).map(|entry| entry.preset.name).collect();
        assert_eq!(found, names, "{search}");
    }

    #[test]
    fn a_search_finds_names_titles_sentences_groups_outcomes_and_features() {
        check("  ", &presets().iter().map(|preset| preset.name).collect::<Vec<_>>());
        check("DOCS-5", &["docs-5-nodes"]);
        check("seven days", &["blue-green-soak-7-days", "short-lived"]);
        check("preempt", &["spot-surge"]);
        check("windows and exclusions beta", &["beta-api-removal"]);
        check(
            "forced out, violating",
            &[
                "pdb-never-moves",
                "blue-green-rollback-phase-3",
                "blue-green-percent",
                "blue-green-soak-7-days",
                "autoscaled-blue-green",
                "bad-version",
            ],
        );
        check("no_minor_or_node_upgrades", &["legacy-database"]);
        check("seven nothing", &[]);
    }
}
