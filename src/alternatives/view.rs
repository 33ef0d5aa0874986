//! Suggested changes, each with the result of a run and a button that applies it.

use super::state::{Applied, TrialProgress, Trials};
use crate::player::{PaintInput, Painter, said};
use crate::shell::run::loaded::Run;
use crate::shell::state::{Action, AppState, Store, Tab};
use crate::shell::web::dom::{DomSlot, Tag, block, tag};
use crate::shell::widgets::command_line;
use crate::shell::words::{number, span, t, tn};
use query::alternatives::{self, Delta, Figure};
use runner::RunNo;
use std::cell::{Cell, RefCell};
use std::cmp::Ordering;
use trace::Value;
use wasm_bindgen::JsCast;
use web_sys::{Element, FocusOptions, HtmlElement};
use words::Words;
use yew::NodeRef;

/// How many changes that only trade one number for another are shown.
const TRADE_OFFS: usize = 2;

/// The whole section; empty if no change applies to the question.
pub fn section(words: &Words<'_>, state: &AppState, run: &Run, title: &str) -> Option<Tag> {
    let applied = state.applied.as_ref().filter(|one| one.run == run.no);
    let trials = state.trials.as_ref();
    let shown = trials.filter(|trials| trials.stand() != TrialProgress::Nothing);
    if applied.is_none() && shown.is_none() {
        return None;
    }
    let mut out = block("section", "row change").add(tag("h3").text(t(title)));
    out = out.all(applied.map(done));
    let Some(trials) = shown else {
        return Some(out);
    };
    out = out.add(stand(trials));
    let (best, trades) = (trials.best(), trials.trade_offs());
    let first = trades.len().min(TRADE_OFFS);
    let shown: Vec<usize> = best.iter().chain(&trades[..first]).copied().collect();
    let hidden: Vec<usize> = trials.others().into_iter().filter(|n| !shown.contains(n)).collect();
    if !shown.is_empty() {
        out = out.add(table(words, run, trials, &shown));
    }
    if hidden.is_empty() {
        return Some(out);
    }
    let head = match shown.is_empty() {
        true => t("ui-change-results"),
        false => tn("ui-change-others", &[("n", hidden.len().into())]),
    };
    let fold = block("details", "reason")
        .add(tag("summary").with("title", head.as_str()).text(head))
        .add(block("p", "quiet").text(t("ui-change-order")))
        .add(table(words, run, trials, &hidden));
    Some(out.add(fold))
}

/// The numbers of the run, and by how much each change makes them another.
fn table(words: &Words<'_>, run: &Run, trials: &Trials, list: &[usize]) -> Tag {
    let out = block("table", "deltas");
    let Some(before) = trials.before() else {
        return out;
    };
    let now = alternatives::deltas(before, before);
    let title = |one: &Delta| {
        let means = if one.column == "ui-delta-node-hours" {
            "ui-delta-node-hours-means"
        } else {
            one.column
        };
        tag("th").with("scope", "col").with("title", t(means)).text(t(one.column))
    };
    let value = |one: &Delta| tag("td").text(value(one.figure));
    let head = tag("thead").add(tag("tr").all(now.iter().map(title)));
    let body = tag("tbody")
        .add(block("tr", "now").with("title", t("ui-delta-now")).all(now.iter().map(value)));
    out.add(head).add(body).all(list.iter().map(|n| alternative(words, run, trials, *n)))
}

/// The change that led to this run, and a button that undoes it.
fn done(applied: &Applied) -> Tag {
    let edit = [("edit", applied.edit.as_str().into())];
    block("p", "done")
        .with("role", "status")
        .add(tag("b").text(tn("ui-change-applied", &edit)))
        .text(" ")
        .add(tag("span").text(applied.gain.as_str()))
        .text(" ")
        .add(act("undo", "key-undo"))
}

/// The progress of the answer, also for screen readers, and a button to stop or continue.
fn stand(trials: &Trials) -> Tag {
    let count = |key, n: usize, of: usize| tn(key, &[("n", n.into()), ("of", of.into())]);
    let (text, button) = match trials.stand() {
        TrialProgress::TooLarge => (t("ui-change-too-large"), None),
        TrialProgress::Nothing => (String::new(), None),
        TrialProgress::Trying { now, of } => {
            (count("ui-change-trying", now, of), Some(("stop", "ui-change-stop")))
        }
        TrialProgress::Stopped { tried, of } => {
            (count("ui-change-stopped", tried, of), Some(("again", "ui-change-again")))
        }
        TrialProgress::Done { tried } => {
            let (best, trades) = (trials.best().len(), trials.trade_offs().len());
            let args = [("best", best.into()), ("trades", trades.into()), ("n", tried.into())];
            (tn(if best == 0 { "ui-change-none" } else { "ui-change-done" }, &args), None)
        }
    };
    // If something better was found, the number of trials is only for screen readers.
    let class = match trials.stand() {
        TrialProgress::Done { .. } if !trials.best().is_empty() => "stand vh",
        _ => "stand",
    };
    let mut out = block("p", class).add(tag("span").with("role", "status").text(text));
    if let Some((what, key)) = button {
        out = out.text(" ").add(act(what, key));
    }
    out
}

/// A button that affects the whole list.
fn act(what: &str, key: &str) -> Tag {
    block("button", "link").with("type", "button").with("data-try", what).text(t(key))
}

/// The edit with its button, its numbers below those of the run, and what has no column.
fn alternative(words: &Words<'_>, run: &Run, trials: &Trials, n: usize) -> Tag {
    let out = block("tbody", "alt");
    let (Some(one), Some(before)) = (trials.alternative(n), trials.before()) else {
        return out;
    };
    let line =
        |name, inside: Tag| tag("tr").add(block("td", name).with("colspan", "5").add(inside));
    let edit = words.say(&one.phrase());
    let mut head = block("div", "head");
    let mut title = tag("b").text(edit.as_str());
    let Some(after) = trials.outcome(n) else {
        let why = tag("span").text(t("ui-change-failed"));
        return out.add(line("edit", head.add(title))).add(line("beside", why));
    };
    if let Some(lowers) = alternatives::lowers(before, after) {
        title = title.add(block("span", "bad").text(words.say(&lowers)));
    }
    let button = block("button", "btn line")
        .with("type", "button")
        .with("data-apply", n.to_string())
        .with("aria-label", tn("ui-change-apply-name", &[("edit", Value::Text(edit))]))
        .text(t("ui-change-apply"));
    head = head.add(title).add(button);
    let cells = alternatives::deltas(before, after);
    let numbers = tag("tr").all(cells.iter().map(cell));
    let effect = alternatives::effect(&one.edit, &trials.focus, &run.plan, before, after);
    let beside = alternatives::beside_columns(effect).map(|phrase| words.say(&phrase));
    let left = alternatives::harm_left(before, after).map(|phrase| words.say(&phrase));
    let notes = beside.into_iter().chain(left);
    let notes = notes.map(|text| line("beside", tag("small").text(text)));
    let commands = trials.commands(n).iter().map(|text| line("do", command_line(text)));
    out.add(line("edit", head)).add(numbers).all(notes).all(commands)
}

/// `−12 min`, in the colour of better or worse.
fn cell(one: &Delta) -> Tag {
    let class = match one.is {
        Ordering::Less => "better",
        Ordering::Equal => "",
        Ordering::Greater => "worse",
    };
    block("td", class).with("title", value(one.figure)).text(difference(one))
}

fn value(figure: Figure) -> String {
    match figure {
        Figure::End(took) => span(took.ms()),
        Figure::Ends(outcome) => tn("ui-delta-ends", &[("outcome", outcome.name().into())]),
        Figure::Count(n) => number(n),
        Figure::NodeTime(ms) => hours(ms),
    }
}

fn difference(one: &Delta) -> String {
    let Some(by) = one.by else {
        return value(one.figure);
    };
    let size = match one.figure {
        Figure::End(_) => span(by.abs()),
        Figure::NodeTime(_) => hours(by.abs()),
        Figure::Count(_) | Figure::Ends(_) => number(by.abs()),
    };
    match by {
        _ if by == 0 || size == hours(0) => "=".to_owned(),
        by if by < 0 => format!("−{size}"),
        _ => format!("+{size}"),
    }
}

/// `3.5`: node-hours with a decimal.
fn hours(ms: i64) -> String {
    let tenths = (ms + 180_000) / 360_000;
    tn("ui-sum-hours", &[("n", (tenths / 10).into()), ("tenths", (tenths % 10).into())])
}

/// Handles a click within a section.
pub fn clicked(store: &Store, element: &Element) -> bool {
    let within = |name: &str| {
        let found = element.closest(&format!("[{name}]")).ok().flatten();
        found.and_then(|found| found.get_attribute(name))
    };
    if let Some(what) = within("data-try") {
        hold_focus(element);
        store.send(match what.as_str() {
            "stop" => Action::StopTrying,
            "undo" => Action::Undo,
            _ => Action::TryAgain,
        });
        return true;
    }
    let Some(n) = within("data-apply").and_then(|n| n.parse().ok()) else {
        return false;
    };
    hold_focus(element);
    let state = store.state();
    let trials = state.trials.as_ref();
    if let Some(one) = trials.and_then(|trials| trials.alternative(n)) {
        store.send(Action::Apply(one.document.clone()));
    }
    true
}

const PANEL: &str = "[role=tabpanel]";

/// A button disappears with its action: until there is another, its panel has the focus.
fn hold_focus(element: &Element) {
    let panel = element.closest(PANEL).ok().flatten();
    if let Some(panel) = panel.and_then(|panel| panel.dyn_into::<HtmlElement>().ok()) {
        let options = FocusOptions::new();
        options.set_prevent_scroll(true);
        let _ = panel.focus_with_options(&options);
    }
}

/// Keeps the focus until a change's result is displayed.
#[derive(Default)]
pub struct PendingFocus(Cell<Option<RunNo>>);

impl PendingFocus {
    /// After the change, the button that undoes it gets the focus from its panel.
    pub fn done(&self, place: &Element, state: &AppState, run: RunNo) {
        let applied = state.applied.as_ref().map(|applied| applied.run);
        let applied = applied.filter(|no| *no == run);
        if self.0.replace(applied) == applied || applied.is_none() {
            return;
        }
        let holds = place.closest(&format!("{PANEL}:focus")).ok().flatten();
        let undo = place.query_selector("[data-try=undo]").ok().flatten();
        if let Some((_, undo)) = holds.zip(undo)
            && let Ok(undo) = undo.dyn_into::<HtmlElement>()
        {
            let _ = undo.focus();
        }
    }
}

/// The section about the whole run, in the findings.
pub struct ChangePainter {
    place: NodeRef,
    slot: RefCell<Option<DomSlot>>,
    waiting: PendingFocus,
    store: Store,
}

impl ChangePainter {
    pub fn new(place: NodeRef, store: Store) -> Self {
        Self { place, slot: RefCell::default(), waiting: PendingFocus::default(), store }
    }
}

impl Painter for ChangePainter {
    fn paint(&self, show: &PaintInput<'_>) -> bool {
        let (Some(run), Some(scene), Some(element)) =
            (show.run, show.scene, self.place.cast::<Element>())
        else {
            return false;
        };
        let state = self.store.state();
        if state.tab != Tab::Findings {
            return false;
        }
        let mut slot = self.slot.borrow_mut();
        if slot.as_ref().is_none_or(|slot| *slot.element() != element) {
            *slot = Some(DomSlot::new(element));
        }
        let section = said(run, scene, |words| section(words, &state, run, "title-change-run"));
        if let Some(slot) = &mut *slot {
            slot.show(section.map(Into::into).into_iter().collect());
            self.waiting.done(slot.element(), &state, run.no);
        }
        false
    }
}
