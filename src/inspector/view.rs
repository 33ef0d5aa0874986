//! The inspector: operations, why and findings, and the story below, which can have all the room.

use super::findings::findings;
use super::node_states::StatesPainter;
use super::story::StoryPainter;
use super::why::WhyPainter;
use crate::alternatives::view::{ChangePainter, clicked};
use crate::forecast::state::Forecast;
use crate::maintenance::policy;
use crate::maintenance::view::MaintenanceTab;
use crate::operations;
use crate::operations::view::OperationsPainter;
use crate::player::report::{RunReport, title};
use crate::player::{Painter, Player, use_painters, use_player};
use crate::shell::keyboard::commands::Command;
use crate::shell::keyboard::perform::show;
use crate::shell::menu::pointer_target::subject_of;
use crate::shell::run::loaded::Run;
use crate::shell::state::{
    Action, AppState, Center, Shared, Store, Tab, use_later, use_select, use_store,
};
use crate::shell::web::browser::{focus, target};
use crate::shell::web::clipboard::copy;
use crate::shell::widgets::{icon, icon_button, on, value_of};
use crate::shell::words::{number, t};
use base::RecordNo;
use draw::icons;
use std::rc::Rc;
use trace::Subject;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

fn tab_word(tab: Tab) -> &'static str {
    match tab {
        Tab::Operations => "ui-tab-operations",
        Tab::Why => "ui-tab-why",
        Tab::Findings => "ui-tab-findings",
        Tab::Story => "ui-tab-story",
        Tab::Maintenance => "ui-tab-maintenance",
    }
}

/// The first tab exists if the cluster has a maintenance policy, or its calendar is open.
fn tabs(has_calendar: bool) -> &'static [Tab] {
    const ALL: [Tab; 5] = Tab::ALL;
    if has_calendar { &ALL } else { &ALL[1..] }
}

/// Goes to an element's row and selects its subject.
#[inline(never)]
fn follow(store: &Store, player: &Player, event: &MouseEvent) {
    let Some(element) = target(event) else { return };
    if let Some(button) = element.closest("[data-copy]").ok().flatten() {
        copy(&button.get_attribute("data-copy").unwrap_or_default(), |_| {});
        return;
    }
    if clicked(store, &element) || operations::view::clicked(store, player, &element) {
        return;
    }
    if let Some(word) = element.closest("[data-filter]").ok().flatten() {
        let word = word.get_attribute("data-filter").unwrap_or_default();
        // The same filter again removes it.
        let off = store.state().filter == word;
        store.send(Action::Filter(if off { String::new() } else { word }));
        return;
    }
    if let Some(subject) = subject_of(&element) {
        store.ask(subject);
        return;
    }
    let given = |name: &str| {
        let found = element.closest(&format!("[{name}]")).ok().flatten();
        found.and_then(|element| element.get_attribute(name))
    };
    if let Some(ms) = given("data-ms").and_then(|ms| ms.parse().ok()) {
        player.set_playing(false);
        player.seek(ms);
        return;
    }
    let Some(no) = given("data-no").and_then(|no| no.parse().ok()) else {
        return;
    };
    let state = store.state();
    let record = state.run.as_ref().and_then(|run| run.trace.record(RecordNo(no)));
    if let Some(record) = record {
        player.seek(record.at.ms() as f64);
        store.ask(record.subject);
    }
}

/// Does the maintenance tab have content?
fn has_calendar(state: &AppState) -> bool {
    let draft = state.draft.as_ref();
    state.views.has(Center::Calendar) || draft.is_some_and(|draft| policy::is_set(&draft.json))
}

/// The elements that painters write to.
#[derive(Default)]
struct Refs {
    operations: NodeRef,
    why: NodeRef,
    states: NodeRef,
    announced: NodeRef,
    passing: NodeRef,
    lines: [NodeRef; 3],
}

/// Their code is loaded after the first run is on the screen.
#[inline(never)]
fn painters(refs: &Refs, store: &Store, change: NodeRef) -> Vec<Rc<dyn Painter>> {
    let mut painters: Vec<Rc<dyn Painter>> = Vec::new();
    let texts = refs.passing.cast::<Element>().zip(refs.announced.cast::<Element>());
    if let Some((lines, (passing, announced))) = elements(&refs.lines).zip(texts) {
        painters.push(Rc::new(StoryPainter::new(lines, [passing, announced])));
    }
    if let Some(element) = refs.states.cast::<Element>() {
        painters.push(Rc::new(StatesPainter::new(element, store.clone())));
    }
    if let Some(element) = refs.operations.cast::<Element>() {
        painters.push(Rc::new(OperationsPainter::new(element, store.clone())));
    }
    if let Some(element) = refs.why.cast::<Element>() {
        painters.push(Rc::new(WhyPainter::new(element, store.clone())));
    }
    painters.push(Rc::new(ChangePainter::new(change, store.clone())));
    painters
}

/// The tabs, with the number of findings. Arrow keys move between them.
fn tab_list(store: &Store, tab: Tab, has_calendar: bool, findings: usize) -> Html {
    let onkeydown = on(store, move |store, event: KeyboardEvent| {
        let tabs = tabs(has_calendar);
        let by = match event.key().as_str() {
            "ArrowRight" => 1,
            "ArrowLeft" => tabs.len() - 1,
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        let now = tabs.iter().position(|other| *other == tab).unwrap_or(0);
        let next = tabs[(now + by) % tabs.len()];
        store.send(Action::Tab(next));
        focus(&next.head());
    });
    let button = |each: Tab| {
        let (id, is_shown) = (each.name(), each == tab);
        html! {
            <button type="button" role="tab" key={id} id={each.head()} aria-controls={format!("inspector-{id}")}
                aria-selected={is_shown.to_string()} tabindex={if is_shown { "0" } else { "-1" }}
                onclick={store.on(move |_: MouseEvent| Action::Tab(each))}>
                { t(tab_word(each)) }
                if each == Tab::Findings && findings > 0 {
                    <span class="chip">{ number(findings) }</span>
                }
            </button>
        }
    };
    html! {
        <div class="tabs">
            <div role="tablist" aria-label={t("ui-inspector")} {onkeydown}>
                { for tabs(has_calendar).iter().copied().map(button) }
            </div>
        </div>
    }
}

/// The result of the run, as a button that opens the findings.
fn peek_button(store: &Store, run: &Run, report: &RunReport, stale: bool) -> Html {
    let onclick = on(store, |store, _: MouseEvent| show(store, Tab::Findings));
    html! {
        <button type="button" class={classes!("peek", report.is_harmful().then_some("harm"))} {onclick}>
            <span>
                if stale {
                    { t("ui-stat-stale") }{ ": " }
                }
                { title(run, report) }
            </span>
            <b>{ t("ui-tab-findings") }{ icon(icons::CHEVRON_DOWN, "i14") }</b>
        </button>
    }
}

/// The head of the findings until they are loaded.
fn first_head(result: Option<(&Run, &RunReport)>) -> Html {
    let class = result.is_some_and(|(_, report)| report.is_harmful()).then_some("harm");
    let title = result.map_or_else(|| t("ui-computing"), |(run, report)| title(run, report));
    html! { <h2 {class}>{ title }</h2> }
}

/// The answer to *Why?*. In one column it is a sheet over the page.
fn why(store: &Store, refs: &Refs) -> Html {
    let close = store.on(|_: MouseEvent| Action::Select(None));
    html! {
        <>
        <div class="sheet-top">
            <button type="button" class="grab" aria-label={t("ui-close")} onclick={close.clone()}></button>
            { icon_button(icons::CROSS, t("ui-close"), "sheet-close", None, close) }
        </div>
        <FollowPod />
        <div ref={&refs.why}></div>
        </>
    }
}

/// Keeps the replacements of the selected Pod selected.
#[component]
fn FollowPod() -> Html {
    let store = use_store();
    let follows = use_select(|state| Command::Follow.applies(state).then_some(state.follows));
    let Some(follows) = follows else {
        return Html::default();
    };
    html! {
        <button type="button" class="btn line follow" title={t("key-follow")} aria-pressed={follows.to_string()}
            onclick={store.on(move |_: MouseEvent| Action::Follow(!follows))}>
            { t("ui-follow") }
        </button>
    }
}

/// The part of the state that the inspector shows.
#[derive(Clone, PartialEq)]
struct InspectorState {
    tab: Tab,
    has_calendar: bool,
    selected: Option<Subject>,
    run: Option<Run>,
    filter: String,
    stale: bool,
    /// Once its ranges are known.
    forecast: Option<Shared<Forecast>>,
}

impl InspectorState {
    fn of(state: &AppState) -> Self {
        let has_calendar = has_calendar(state);
        Self {
            tab: match state.tab {
                Tab::Maintenance if !has_calendar => Tab::Findings,
                tab => tab,
            },
            has_calendar,
            selected: state.selected,
            run: state.run.clone(),
            filter: state.filter.clone(),
            stale: state.has_errors(),
            forecast: state.forecast.clone().filter(|one| one.ranges.is_some()),
        }
    }
}

/// The elements of the panels, attached to their painters once those are loaded.
#[hook]
fn use_panels(store: &Store, whole: bool) -> (Rc<Refs>, NodeRef) {
    let refs = use_memo((), |()| Refs::default());
    let change = use_node_ref();
    use_painters(whole, {
        let (refs, change, store) = (Rc::clone(&refs), change.clone(), store.clone());
        move |whole| if *whole { painters(&refs, &store, change) } else { Vec::new() }
    });
    (refs, change)
}

#[component]
pub fn Inspector() -> Html {
    let store = use_store();
    let player = use_player();
    let InspectorState { tab, has_calendar, selected, run, filter, stale, forecast } =
        use_select(InspectorState::of);
    let dated = store.state().is_dated();
    let report = use_memo((run.clone(), dated), |(run, dated)| {
        run.as_ref().and_then(|run| RunReport::of(run, *dated))
    });
    let found = run.as_ref().map_or(0, |run| run.diagnostics.len())
        + report.as_ref().as_ref().map_or(0, RunReport::count);
    let whole = use_later(run.is_some());
    let (refs, change) = use_panels(&store, whole);
    let onclick = {
        let (store, player) = (store.clone(), player.clone());
        Callback::from(move |event: MouseEvent| {
            let (heard, player) = (store.clone(), player.clone());
            store.when_loaded(move || follow(&heard, &player, &event));
        })
    };
    let onchange = on(&store, |store, event: Event| {
        if let Some(element) = target(&event) {
            operations::view::chosen(store, &element);
        }
    });
    let report = report.as_ref().as_ref();
    let peek = run.as_ref().zip(report);
    let panel = |of: Tab, class: &'static str, content: Html| {
        let id = format!("inspector-{}", of.name());
        html! {
            <div class={classes!("panel", class)} role="tabpanel" {id} aria-labelledby={of.head()} hidden={of != tab} tabindex="0">
                { content }
            </div>
        }
    };
    html! {
        <>
        // In one column the result is at the top and the findings are below.
        { for peek.map(|(run, report)| peek_button(&store, run, report, stale)) }
        <aside class={classes!("insp", selected.is_some().then_some("shown"), matches!(tab, Tab::Why | Tab::Operations | Tab::Maintenance).then_some("asked"))} aria-label={t("ui-inspector")} {onclick} {onchange}>
            { tab_list(&store, tab, has_calendar, found) }
            if has_calendar {
                { panel(Tab::Maintenance, "", html! {
                    if tab == Tab::Maintenance {
                        <MaintenanceTab />
                    }
                }) }
            }
            { panel(Tab::Operations, "ops", html! { <div ref={&refs.operations}></div> }) }
            { panel(Tab::Why, "why", why(&store, &refs)) }
            { panel(Tab::Findings, "", html! {
                <>
                if stale {
                    <p class="hint stale">{ t("ui-findings-stale") }</p>
                }
                <div class="states" ref={&refs.states}></div>
                if let Some(run) = run.as_ref().filter(|_| whole) {
                    { findings(&store, &player, run, report, forecast.as_deref(), &change) }
                } else {
                    { first_head(peek) }
                }
                </>
            }) }
            <div class="vh" role="log" aria-live="polite" aria-label={t("ui-tab-story")} ref={&refs.announced}></div>
            { story(&store, &player, filter, &refs, tab == Tab::Story) }
        </aside>
        </>
    }
}

fn elements(refs: &[NodeRef; 3]) -> Option<[HtmlElement; 3]> {
    let [scroller, spacer, body] = refs;
    Some([scroller.cast()?, spacer.cast()?, body.cast()?])
}

/// A long list: as high as all its rows, with only the visible ones in the document. Arrow keys move between rows.
fn window(player: &Player, [scroller, spacer, body]: [NodeRef; 3]) -> Html {
    let onscroll = on(player, move |player, _: Event| player.request());
    let onkeydown = Callback::from(|event: KeyboardEvent| {
        let down = match event.key().as_str() {
            "ArrowDown" => true,
            "ArrowUp" => false,
            _ => return,
        };
        let row = target(&event).and_then(|element| element.closest("li").ok().flatten());
        let next = row.and_then(|row| {
            if down { row.next_element_sibling() } else { row.previous_element_sibling() }
        });
        let button = next
            .and_then(|row| row.query_selector("button").ok().flatten())
            .and_then(|button| button.dyn_into::<HtmlElement>().ok());
        if let Some(button) = button {
            event.prevent_default();
            event.stop_propagation();
            let _ = button.focus();
        }
    });
    html! {
        <div class="scroller" ref={scroller} {onscroll} {onkeydown}>
            <div class="spacer" ref={spacer}>
                <ol ref={body}></ol>
            </div>
        </div>
    }
}

/// The story: a filter, and the visible lines. It is also the panel of its tab.
fn story(store: &Store, player: &Player, filter: String, refs: &Refs, is_tab: bool) -> Html {
    let oninput = store.on(|event: InputEvent| Action::Filter(value_of(&event)));
    let onkeydown = on(store, move |store, event: KeyboardEvent| {
        // Letters are keys again.
        if event.key() == "Escape" {
            event.prevent_default();
            event.stop_propagation();
            store.send(Action::Filter(String::new()));
            focus("main");
        }
    });
    html! {
        <section class={classes!("log", is_tab.then_some("whole"))} id="inspector-story"
            role={is_tab.then_some("tabpanel")} aria-label={t("ui-tab-story")}>
            <div class="log-head">
                <h3>{ t("ui-tab-story") }</h3>
                <label class="search">
                    { icon(icons::SEARCH, "i12") }
                    <input id="log-filter" type="search" autocomplete="off" spellcheck="false" placeholder={t("ui-log-filter")}
                        aria-label={t("ui-log-filter-name")} value={filter} {oninput} {onkeydown} />
                </label>
            </div>
            <p class="passing" role="status" ref={&refs.passing}></p>
            { window(player, refs.lines.clone()) }
        </section>
    }
}
