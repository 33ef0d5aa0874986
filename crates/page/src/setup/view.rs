//! The setup: sections that open and close, each with a line that says what is in it.

use super::actions::{NewAction, actions};
use super::assumptions::assumptions;
use super::pools::{Derived, pools};
use super::workloads::workloads;
use crate::maintenance::policy::edits;
use crate::maintenance::view::Maintenance;
use crate::player::clock::Speed;
use crate::player::transport::{loop_button, speeds};
use crate::shell::action::Action;
use crate::shell::app::use_deck;
use crate::shell::browser::{dark, other_theme};
use crate::shell::commands::Command;
use crate::shell::keys::close_setup;
use crate::shell::state::{AppState, Dialog, Section, Sections, ThemeChoice};
use crate::shell::store::{Store, use_select, use_store};
use crate::shell::undo_buttons::Turns;
use crate::shell::widgets::{icon, icon_button};
use crate::shell::words::{t, tn};
use crate::stage::canvas::NARROW;
use draw::icons;
use scenario::edit::{self, Edit};
use scenario::json::Json;
use yew::prelude::*;

/// What a field needs to know of the document: its value and what is wrong with it.
#[derive(Clone, PartialEq)]
pub struct Doc {
    pub json: crate::shell::state::Shared<Json>,
    pub wrong: crate::shell::state::Shared<Vec<scenario::Diagnostic>>,
}

impl Doc {
    pub fn of(state: &AppState) -> Option<Self> {
        let draft = state.draft.as_ref()?;
        Some(Self {
            json: draft.json.clone(),
            wrong: draft.diagnostics.clone(),
        })
    }

    pub fn at(&self, pointer: &str) -> Option<&Json> {
        edit::at(&self.json, pointer)
    }

    pub fn int(&self, pointer: &str, otherwise: i64) -> i64 {
        match self.at(pointer) {
            Some(Json::Int(n)) => *n,
            _ => otherwise,
        }
    }

    /// A text, or a number as text.
    pub fn text(&self, pointer: &str) -> String {
        self.at(pointer).map(as_text).unwrap_or_default()
    }

    pub fn len(&self, pointer: &str) -> usize {
        self.at(pointer).map_or(0, |list| list.items().len())
    }

    /// What is wrong at a pointer or below it.
    pub fn error(&self, pointer: &str) -> Option<String> {
        let below = format!("{pointer}/");
        self.wrong
            .iter()
            .find(|one| one.is_error() && (one.path == pointer || one.path.starts_with(&below)))
            .map(|one| one.message.clone())
    }
}

pub fn as_text(json: &Json) -> String {
    match json {
        Json::Text(text) => text.clone(),
        Json::Int(n) => n.to_string(),
        Json::Bool(value) => value.to_string(),
        Json::Null => String::new(),
        Json::Float(_) | Json::List(_) | Json::Object(_) => json.compact(),
    }
}

/// A callback that puts a value at a pointer.
pub fn setter<T: 'static>(
    store: &Store,
    pointer: impl Into<String>,
    json: impl Fn(T) -> Json + 'static,
) -> Callback<T> {
    let pointer = pointer.into();
    store.on(move |value| Action::Edit(Edit::Set(pointer.clone(), json(value))))
}

/// What a text field means.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Typed {
    Text,
    /// A whole number, or a text such as `25%` or `500m`.
    Amount,
    /// A duration; a bare number is seconds.
    Duration,
}

impl Typed {
    fn json(self, text: &str) -> Json {
        match self {
            Self::Text => Json::Text(text.to_owned()),
            Self::Amount => number_or_text(text),
            Self::Duration if text.bytes().all(|byte| byte.is_ascii_digit()) => {
                Json::Text(format!("{text}s"))
            }
            Self::Duration => Json::Text(text.to_owned()),
        }
    }
}

/// The same for what is typed; an empty field is taken away.
pub fn typed_setter(store: &Store, typed: Typed, pointer: impl Into<String>) -> Callback<String> {
    let pointer = pointer.into();
    store.on(move |text: String| {
        let text = text.trim();
        Action::Edit(if text.is_empty() {
            Edit::Remove(pointer.clone())
        } else {
            Edit::Set(pointer.clone(), typed.json(text))
        })
    })
}

/// What people type as a number is one in the document.
pub fn number_or_text(text: &str) -> Json {
    text.parse()
        .map_or_else(|_| Json::Text(text.to_owned()), Json::Int)
}

fn title(section: Section) -> String {
    t(match section {
        Section::Pools => "ui-section-pools",
        Section::Workloads => "ui-section-workloads",
        Section::Actions => "ui-section-actions",
        Section::Assumptions => "ui-section-assumptions",
        Section::Maintenance => "ui-tab-maintenance",
    })
}

fn note(doc: &Doc, section: Section, nodes: Option<u32>) -> String {
    match section {
        Section::Pools => {
            let pools = doc.len("/pools");
            match nodes {
                Some(nodes) => tn(
                    "ui-section-pools-note",
                    &[("pools", pools.into()), ("nodes", nodes.into())],
                ),
                None => tn("ui-used-pools", &[("n", pools.into())]),
            }
        }
        Section::Workloads => tn(
            "ui-section-workloads-note",
            &[
                ("workloads", doc.len("/workloads").into()),
                ("budgets", doc.len("/budgets").into()),
            ],
        ),
        Section::Actions => tn(
            "ui-section-actions-note",
            &[("n", doc.len("/script").into())],
        ),
        Section::Maintenance => policy(doc),
        Section::Assumptions => tn(
            "ui-section-assumptions-note",
            &[("seed", doc.int("/seed", 1).into())],
        ),
    }
}

/// What the policy has, for the head of its section.
fn policy(doc: &Doc) -> String {
    let has = |kind: &str| doc.at(&format!("{}/{kind}", edits::WINDOW)).is_some();
    let window = match () {
        () if has(edits::DAILY) => "ui-mw-daily",
        () if has(edits::RECURRING) || has(edits::RECURRING_PARTS) => "ui-mw-recurring",
        () => "ui-mw-none",
    };
    let all = doc.at(&format!("{}/maintenanceExclusions", edits::WINDOW));
    let n = match all {
        Some(Json::Object(fields)) => fields.len(),
        _ => 0,
    };
    tn(
        "ui-mw-note",
        &[("window", t(window).into()), ("n", n.into())],
    )
}

/// What the setup shows of the state.
#[derive(Clone, PartialEq)]
struct Seen {
    doc: Option<Doc>,
    /// Nodes of the start, in the last good run.
    nodes: Option<u32>,
    derived: Option<Derived>,
    open: Sections,
    looping: bool,
    speed: Speed,
    theme: ThemeChoice,
}

impl Seen {
    fn of(state: &AppState, pool: usize) -> Self {
        let run = state.run.as_ref();
        Self {
            doc: Doc::of(state),
            nodes: run.map(|run| run.start.nodes.len()),
            derived: run.and_then(|run| Derived::of(run, pool)),
            open: state.sections,
            looping: state.looping,
            speed: state.speed,
            theme: state.theme,
        }
    }
}

#[component]
pub fn Setup() -> Html {
    let store = use_store();
    let deck = use_deck();
    let chosen = use_state(|| 0_usize);
    let form = use_state(NewAction::default);
    let pool = *chosen;
    let Seen {
        doc,
        nodes,
        derived,
        open,
        looping,
        speed,
        theme,
    } = use_select(move |state| Seen::of(state, pool));
    let close = {
        let store = store.clone();
        Callback::from(move |_: MouseEvent| close_setup(&store))
    };
    let dialog = |dialog: Dialog| store.on(move |_: MouseEvent| Action::Dialog(Some(dialog)));
    let Some(doc) = doc else {
        return html! {};
    };
    let is_dark = dark(theme);
    let theme_name = t(if is_dark {
        "ui-theme-light"
    } else {
        "ui-theme-dark"
    });
    let turn = store.on(move |_: MouseEvent| Action::Theme(other_theme(theme)));
    let beside = {
        let deck = deck.clone();
        Callback::from(move |_: MouseEvent| deck.command(Command::Compare))
    };
    html! {
        <aside class="setup" aria-label={t("ui-setup")} id="setup">
            <div class="sheet-head">
                <h2>{ t("ui-setup") }</h2>
                { icon_button(icons::BOOK, t("ui-presets"), "", None, dialog(Dialog::Presets)) }
                { icon_button(icons::IMPORT, t("ui-import"), "", None, dialog(Dialog::Import)) }
                { icon_button(if is_dark { icons::SUN } else { icons::MOON }, theme_name, "", None, turn) }
                { icon_button(icons::HELP, t("ui-help"), "", None, dialog(Dialog::Help)) }
                { icon_button(icons::CROSS, t("ui-close"), "", None, close) }
            </div>
            // The transport of a phone has no room for these.
            if crate::shell::browser::matches(NARROW) {
                <div class="sheet-tools">
                    { speeds(&store, "sheet-speed", "", speed) }
                    { loop_button(&deck, "", looping) }
                    { icon_button(icons::COMPARE, t("ui-compare"), "", Some(false), beside) }
                    <Turns />
                </div>
            }
            { for Section::ALL.into_iter().map(|section| {
                let is_open = open.open(section);
                let id = format!("section-{}", section as u8);
                html! {
                    <section class="acc" key={section as u8}>
                        <h2>
                            <button type="button" class="h" aria-expanded={is_open.to_string()} aria-controls={id.clone()}
                                onclick={store.on(move |_: MouseEvent| Action::Section(section))}>
                                { icon(if is_open { icons::CHEVRON_DOWN } else { icons::CHEVRON_RIGHT }, "i12") }
                                <span>{ title(section) }</span>
                                <small>{ note(&doc, section, nodes) }</small>
                            </button>
                        </h2>
                        <div id={id} class="inside" hidden={!is_open}>
                            if is_open {
                                { match section {
                                    Section::Pools => pools(&store, &doc, &chosen, derived.as_ref()),
                                    Section::Workloads => workloads(&store, &doc),
                                    Section::Actions => actions(&store, &doc, &deck, &form),
                                    Section::Assumptions => assumptions(&store, &doc),
                                    Section::Maintenance => html! { <Maintenance /> },
                                } }
                            }
                        </div>
                    </section>
                }
            }) }
            <p class="quiet foot">{ t("ui-independent") }</p>
        </aside>
    }
}
