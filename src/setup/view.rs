//! The setup: folding sections, each with a summary of its content.

use super::actions::{NewAction, actions};
use super::assumptions::assumptions;
use super::budgets::budgets;
use super::part::Part;
use super::plan::plan;
use super::pools::pools;
use super::services::services;
use super::strategy::Derived;
use super::workloads::workloads;
use crate::maintenance::policy::edits;
use crate::maintenance::view::Maintenance;
use crate::player::{Speed, use_player};
use crate::scenario_text::view::ScenarioText;
use crate::shell::form::Doc;
use crate::shell::frame::bar::press;
use crate::shell::frame::play_settings::{loop_button, speeds};
use crate::shell::frame::undo_buttons::UndoButtons;
use crate::shell::keyboard::commands::Command;
use crate::shell::keyboard::keys::close_setup;
use crate::shell::state::{
    Action, AppState, Center, Dialog, Section, Sections, Store, ThemeChoice, use_later, use_select,
    use_store,
};
use crate::shell::web::browser::{NARROW, dark, other_theme};
use crate::shell::widgets::{icon, icon_button, on};
use crate::shell::words::{t, tn};
use draw::icons;
use scenario::json::Json;
use yew::prelude::*;

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
                Some(nodes) => {
                    tn("ui-section-pools-note", &[("pools", pools.into()), ("nodes", nodes.into())])
                }
                None => tn("ui-used-pools", &[("n", pools.into())]),
            }
        }
        Section::Workloads => {
            let [workloads, budgets] = ["/workloads", "/budgets"].map(|list| doc.len(list).into());
            tn("ui-section-workloads-note", &[("workloads", workloads), ("budgets", budgets)])
        }
        Section::Actions => tn("ui-section-actions-note", &[("n", doc.len("/script").into())]),
        Section::Maintenance => policy(doc),
        Section::Assumptions => {
            tn("ui-section-assumptions-note", &[("seed", doc.int("/seed", 1).into())])
        }
    }
}

/// A summary of the policy for its section's head.
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
    tn("ui-mw-note", &[("window", t(window).into()), ("n", n.into())])
}

/// The part of the state that the setup shows.
#[derive(Clone, PartialEq)]
struct SetupState {
    doc: Option<Doc>,
    /// Nodes at the start, in the last good run.
    nodes: Option<u32>,
    derived: Option<Derived>,
    open: Sections,
    looping: bool,
    speed: Speed,
    theme: ThemeChoice,
    /// The scenario is shown as text.
    is_text: bool,
    /// The run has its first rows, or there is none.
    is_settled: bool,
}

impl SetupState {
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
            is_text: state.text.is_some(),
            is_settled: state.requested.is_none(),
        }
    }
}

/// The head of the sheet on a phone.
fn sheet_head(store: &Store, theme: ThemeChoice) -> Html {
    let close = on(store, |store, _: MouseEvent| close_setup(store));
    let dialog = |dialog: Dialog| store.on(move |_: MouseEvent| Action::Dialog(Some(dialog)));
    let is_dark = dark(theme);
    let theme_name = t(if is_dark { "ui-theme-light" } else { "ui-theme-dark" });
    let turn = store.on(move |_: MouseEvent| Action::Theme(other_theme(theme)));
    html! {
        <div class="sheet-head">
            <h2>{ t("ui-setup") }</h2>
            { icon_button(icons::BOOK, t("ui-presets"), "", None, dialog(Dialog::Presets)) }
            { icon_button(icons::IMPORT, t("ui-import"), "", None, dialog(Dialog::Import)) }
            { icon_button(if is_dark { icons::SUN } else { icons::MOON }, theme_name, "", None, turn) }
            { icon_button(icons::HELP, t("ui-help"), "", None, dialog(Dialog::Help)) }
            { icon_button(icons::CROSS, t("ui-close"), "", None, close) }
        </div>
    }
}

#[component]
pub fn Setup() -> Html {
    let store = use_store();
    let player = use_player();
    // A single thing needs no list.
    let card = use_state_eq(|| Some((Part::Pool, 0)));
    let form = use_state(NewAction::default);
    let pool = card.filter(|(part, _)| *part == Part::Pool).map_or(0, |(_, at)| at);
    let SetupState { doc, nodes, derived, open, looping, speed, theme, is_text, is_settled } =
        use_select(move |state| SetupState::of(state, pool));
    let whole = use_later(doc.is_some() && is_settled);
    let Some(doc) = doc else {
        return html! {};
    };
    if is_text {
        return html! { <ScenarioText /> };
    }
    let beside = press(&store, &player, Command::View(Center::Compare));
    html! {
        <aside class="setup" aria-label={t("ui-setup")} id="setup">
            { sheet_head(&store, theme) }
            // A phone's transport has no room for these.
            if crate::shell::web::browser::matches(NARROW) {
                <div class="sheet-tools">
                    { speeds(&store, "sheet-speed", "", speed) }
                    { loop_button(&store, &player, "", looping) }
                    { icon_button(icons::COMPARE, t("ui-compare"), "", Some(false), beside) }
                    { icon_button(icons::SCREEN, t("key-present"), "", None, press(&store, &player, Command::View(Center::Presentation))) }
                    <UndoButtons />
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
                            // The forms are loaded after the first run is on the screen.
                            if is_open && whole {
                                { match section {
                                    Section::Pools => pools(&store, &doc, &card, derived.as_ref()),
                                    Section::Workloads => html! { <>{ workloads(&store, &doc, &card) }{ budgets(&store, &doc, &card) }{ services(&store, &doc, &card) }</> },
                                    Section::Actions => html! { <>{ plan(&store, &doc) }<h3>{ t("ui-all-actions") }</h3>{ actions(&store, &doc, &player, &form) }</> },
                                    Section::Assumptions => assumptions(&store, &doc),
                                    Section::Maintenance => html! { <Maintenance /> },
                                } }
                            }
                        </div>
                    </section>
                }
            }) }
            <p class="as-text-open">
                <button type="button" class="btn line to-text" onclick={press(&store, &player, Command::Text)}>
                    { icon(icons::FILE, "i14") }
                    { t("ui-open-as-text") }
                </button>
            </p>
            <p class="quiet foot">{ t("ui-independent") }</p>
        </aside>
    }
}
