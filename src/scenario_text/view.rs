//! The panel: the text with its line numbers, and what is found in it.

use super::state::{TextStep, TextView};
use crate::shell::form::sentence;
use crate::shell::keyboard::commands::{Command, chord};
use crate::shell::scenario::draft::TextProblem;
use crate::shell::state::{Action, AppState, Shared, Store, use_select, use_store};
use crate::shell::web::browser::focus_on;
use crate::shell::web::files::save;
use crate::shell::widgets::{icon, icon_button, on};
use crate::shell::words::{t, tn};
use draw::icons;
use gloo_timers::callback::Timeout;
use scenario::text::TextFormat;
use scenario::{Diagnostic, Severity};
use std::cell::RefCell;
use std::rc::Rc;
use web_sys::{HtmlElement, HtmlTextAreaElement};
use yew::prelude::*;

/// How long typing pauses before the text is read.
const PAUSE_MS: u32 = 300;
/// The most findings listed.
const LISTED: usize = 100;

/// The part of the state that the panel shows.
#[derive(Clone, PartialEq)]
struct ShownText {
    view: Option<TextView>,
    found: Option<Shared<Vec<Diagnostic>>>,
}

impl ShownText {
    fn of(state: &AppState) -> Self {
        let found = state.draft.as_ref().map(|draft| draft.diagnostics.clone());
        Self { view: state.text.clone(), found }
    }
}

/// The text area, and what was typed since it was last read.
#[derive(Clone)]
struct Typing {
    store: Store,
    area: NodeRef,
    gutter: NodeRef,
    pause: Rc<RefCell<Option<Timeout>>>,
}

impl Typing {
    fn area(&self) -> Option<HtmlTextAreaElement> {
        self.area.cast()
    }

    /// Reads the text once typing pauses.
    fn typed(&self) {
        self.number_lines();
        let typing = self.clone();
        self.pause.replace(Some(Timeout::new(PAUSE_MS, move || typing.read())));
    }

    /// Reads what was typed.
    fn read(&self) {
        if let (Some(_), Some(area)) = (self.pause.take(), self.area()) {
            self.store.send(Action::Text(TextStep::Typed(area.value())));
        }
    }

    /// Replaces the text; the caret keeps its place.
    fn write(&self, text: &str) {
        self.pause.replace(None);
        let Some(area) = self.area() else { return };
        if area.value() != text {
            let at = area.selection_start().ok().flatten().unwrap_or(0);
            let (top, left) = (area.scroll_top(), area.scroll_left());
            area.set_value(text);
            let _ = area.set_selection_range(at, at);
            area.set_scroll_top(top);
            area.set_scroll_left(left);
        }
        self.number_lines();
    }

    fn number_lines(&self) {
        let (Some(area), Some(gutter)) = (self.area(), self.gutter.cast::<HtmlElement>()) else {
            return;
        };
        let lines = area.value().split('\n').count();
        if gutter.get_attribute("data-lines") != Some(lines.to_string()) {
            let numbers: String = (1..=lines).map(|line| format!("{line}\n")).collect();
            gutter.set_text_content(Some(&numbers));
            let _ = gutter.set_attribute("data-lines", &lines.to_string());
        }
        self.scroll_numbers();
    }

    fn scroll_numbers(&self) {
        if let (Some(area), Some(gutter)) = (self.area(), self.gutter.cast::<HtmlElement>()) {
            gutter.set_scroll_top(area.scroll_top());
        }
    }

    /// Selects a line and scrolls to it.
    fn select(&self, line: usize) {
        let Some(area) = self.area() else { return };
        let text = area.value();
        let units = |text: &str| text.encode_utf16().count() as u32;
        let before: u32 = text.split_inclusive('\n').take(line.saturating_sub(1)).map(units).sum();
        let own = text.split('\n').nth(line.saturating_sub(1)).map_or(0, units);
        let _ = area.focus();
        let _ = area.set_selection_range(before, before + own);
        let lines = i32::try_from(text.split('\n').count()).unwrap_or(i32::MAX).max(1);
        let height = area.scroll_height() / lines;
        let above = i32::try_from(line.saturating_sub(4)).unwrap_or(i32::MAX);
        area.set_scroll_top(height.saturating_mul(above));
        area.set_scroll_left(0);
    }

    /// The page's undo replaces that of the field while the text agrees with the scenario.
    fn press(&self, event: &KeyboardEvent) {
        if !event.ctrl_key() && !event.meta_key() {
            return;
        }
        if event.key() == "Enter" {
            event.prevent_default();
            return self.read();
        }
        let action = match chord(&event.key(), event.shift_key()) {
            Some(Command::Undo) => Action::Undo,
            Some(Command::Redo) => Action::Redo,
            _ => return,
        };
        self.read();
        if self.store.state().text.as_ref().is_some_and(TextView::agrees) {
            event.prevent_default();
            self.store.send(action);
        }
    }
}

#[hook]
fn use_typing() -> Typing {
    let store = use_store();
    let (area, gutter) = (use_node_ref(), use_node_ref());
    let pause = use_mut_ref(|| None);
    Typing { store, area, gutter, pause }
}

/// The scenario as text, in place of the setup's forms.
#[component]
pub fn ScenarioText() -> Html {
    let store = use_store();
    let typing = use_typing();
    let ShownText { view, found } = use_select(ShownText::of);
    let written = view.as_ref().map(|view| (view.written, view.format));
    {
        let typing = typing.clone();
        use_effect_with(written, move |_| {
            if let Some(view) = &typing.store.state().text {
                typing.write(&view.text);
            }
        });
    }
    use_effect_with(typing.area.clone(), |area| {
        if let Some(area) = area.cast::<HtmlElement>() {
            let _ = area.focus();
        }
    });
    let Some(view) = view else { return html! {} };
    let close = on(&typing, |typing, _: MouseEvent| {
        typing.read();
        typing.store.send(Action::Text(TextStep::Close));
        // The forms are drawn first.
        Timeout::new(0, || focus_on(".to-text")).forget();
    });
    html! {
        <aside class="setup as-text" aria-label={t("ui-as-text")} id="setup">
            <div class="as-text-head">
                <h2>{ t("ui-as-text") }</h2>
                { formats(&store, &typing, view.format) }
                { icon_button(icons::CROSS, t("ui-as-text-close"), "", None, close) }
            </div>
            { body(&typing, &view, found.as_deref().map_or(&[][..], Vec::as_slice)) }
        </aside>
    }
}

fn formats(store: &Store, typing: &Typing, format: TextFormat) -> Html {
    let one = |other: TextFormat| {
        let (store, typing) = (store.clone(), typing.clone());
        let choose = Callback::from(move |_: MouseEvent| {
            typing.read();
            store.send(Action::Text(TextStep::Format(other)));
        });
        html! {
            <button type="button" aria-pressed={(other == format).to_string()} onclick={choose}>{ other.title() }</button>
        }
    };
    html! {
        <span class="seg" role="group" aria-label={t("ui-as-text-format")}>
            { for TextFormat::ALL.into_iter().map(one) }
        </span>
    }
}

fn body(typing: &Typing, view: &TextView, found: &[Diagnostic]) -> Html {
    if let Some(bytes) = view.too_large {
        let download = on(&typing.store, |store, _: MouseEvent| {
            if let Some(draft) = &store.state().draft {
                save("scenario.json", "application/json", draft.text.as_bytes());
            }
        });
        return html! {
            <div class="as-text-state">
                <p>{ tn("ui-as-text-too-large", &[("mb", ((bytes >> 20) as i64 + 1).into())]) }</p>
                <button type="button" class="btn line" onclick={download}>{ icon(icons::FILE, "i14") }{ t("ui-as-text-download") }</button>
            </div>
        };
    }
    let wrong = view.problem.is_some().then_some("true");
    html! {
        <>
            <div class="as-text-edit">
                <pre class="gutter" aria-hidden="true" ref={typing.gutter.clone()}></pre>
                <textarea id="scenario-text" ref={typing.area.clone()} aria-label={t("ui-as-text-field")} aria-invalid={wrong}
                    aria-describedby="as-text-state" autocomplete="off" autocapitalize="off" spellcheck="false" wrap="off"
                    oninput={on(typing, |typing, _: InputEvent| typing.typed())}
                    onblur={on(typing, |typing, _: FocusEvent| typing.read())}
                    onscroll={on(typing, |typing, _: Event| typing.scroll_numbers())}
                    onkeydown={on(typing, |typing, event: KeyboardEvent| typing.press(&event))} />
            </div>
            <p class={classes!("as-text-state", wrong.map(|_| "bad"))} id="as-text-state" role="status">{ state(view) }</p>
            <ul class="as-text-found" aria-label={t("ui-tab-findings")}>
                if let Some(TextProblem { says, line: Some(line) }) = &view.problem {
                    { finding(typing, Severity::Error, *line, says) }
                } else if view.problem.is_none() {
                    { for found.iter().take(LISTED).map(|one| {
                        finding(typing, one.severity, view.format.line(&view.text, &view.document, &one.path), &sentence(one))
                    }) }
                }
            </ul>
        </>
    }
}

/// Whether the text is used.
fn state(view: &TextView) -> String {
    match &view.problem {
        Some(TextProblem { line: Some(_), .. }) => t("ui-as-text-not-used"),
        Some(problem) => format!("{} {}", problem.says, t("ui-as-text-not-used")),
        None if view.reading => t("ui-as-text-reading"),
        None => t("ui-as-text-used"),
    }
}

fn finding(typing: &Typing, severity: Severity, line: usize, says: &str) -> Html {
    let (d, class) = match severity {
        Severity::Error => (icons::WARN, "bad"),
        Severity::Warning => (icons::WARN, "warn"),
        Severity::Info => (icons::INFO, ""),
    };
    let select = on(typing, move |typing, _: MouseEvent| typing.select(line));
    html! {
        <li>
            <button type="button" class={class} onclick={select}>
                { icon(d, "i14") }
                <b>{ tn("ui-as-text-line", &[("line", (line as i64).into())]) }</b>
                <span>{ says }</span>
            </button>
        </li>
    }
}
