//! Suggested changes, each with the result of a run and a button that applies it.

use super::state::{Applied, TrialProgress, Trials};
use crate::player::{PaintInput, Painter, said};
use crate::shell::run::loaded::Run;
use crate::shell::state::{Action, AppState, Store, Tab};
use crate::shell::web::dom::{DomSlot, Tag, block, tag};
use crate::shell::widgets::command_line;
use crate::shell::words::{t, tn};
use query::alternatives::{self, Delta, Figure, Offer, OfferKind};
use runner::RunNo;
use std::cell::{Cell, RefCell};
use std::cmp::Ordering;
use trace::Value;
use wasm_bindgen::JsCast;
use web_sys::{Element, FocusOptions, HtmlElement};
use words::Words;
use yew::NodeRef;

const COLUMNS: &str = "4";

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
    let offers = trials.offers(&run.plan);
    out = out.add(stand(trials, &offers));
    let (shown, hidden): (Vec<&Offer>, Vec<&Offer>) =
        offers.iter().partition(|one| one.kind < OfferKind::Other);
    let table = |list: &[&Offer]| table(words, trials, list);
    let head = match shown.is_empty() {
        true => t("ui-change-results"),
        false => tn("ui-change-others", &[("n", hidden.len().into())]),
    };
    if !shown.is_empty() {
        out = out.add(table(&shown));
    }
    let (vain, other): (Vec<&Offer>, Vec<&Offer>) =
        hidden.into_iter().partition(|one| one.kind == OfferKind::Vain);
    let vain: Vec<String> = vain.iter().filter_map(|one| edit(words, trials, one.at)).collect();
    let failed = (0..trials.list.len()).filter(|n| trials.came(*n).is_some_and(Result::is_err));
    let failed: Vec<String> = failed.filter_map(|n| edit(words, trials, n)).collect();
    if other.is_empty() && vain.is_empty() && failed.is_empty() {
        return Some(out);
    }
    let mut fold = block("details", "reason")
        .add(tag("summary").with("title", head.as_str()).text(head))
        .add(block("p", "quiet").text(t("ui-change-order")));
    if !other.is_empty() {
        fold = fold.add(table(&other));
    }
    for (key, edits) in [("ui-change-vain", vain), ("ui-change-failed", failed)] {
        if !edits.is_empty() {
            let text = tn(key, &[("edits", edits.join("; ").into())]);
            fold = fold.add(block("p", "quiet").text(text));
        }
    }
    Some(out.add(fold))
}

/// A tried change in words.
fn edit(words: &Words<'_>, trials: &Trials, n: usize) -> Option<String> {
    trials.alternative(n).map(|one| words.say(&one.phrase()))
}

/// The numbers of the run, and by how much each change makes them another.
fn table(words: &Words<'_>, trials: &Trials, list: &[&Offer]) -> Tag {
    let mut out = block("table", "deltas");
    let Some(before) = trials.before.as_deref() else {
        return out;
    };
    let now = alternatives::deltas(&trials.focus, before, &before.outcome);
    let title = |one: &Delta| {
        let name = words.say(&one.name);
        let means = match one.figure {
            Figure::NodeTime(_) => t("ui-delta-node-hours-means"),
            _ => name.clone(),
        };
        tag("th").with("scope", "col").with("title", means).text(name)
    };
    let value = |one: &Delta| tag("td").text(words.value(&one.from.value()));
    let head = tag("thead").add(tag("tr").all(now.iter().map(title)));
    let body = tag("tbody")
        .add(block("tr", "now").with("title", t("ui-delta-now")).all(now.iter().map(value)));
    out = out.add(head).add(body);
    let mut kind = OfferKind::Better;
    for one in list {
        let heading = match one.kind {
            OfferKind::If(undone) => Some(words.say(&undone.phrase())),
            OfferKind::Trade => Some(t("ui-change-trades")),
            OfferKind::Better | OfferKind::Other | OfferKind::Vain => None,
        };
        let heading = heading.filter(|_| one.kind != kind);
        kind = one.kind;
        out = out.all(heading.map(|text| {
            let cell = tag("th").with("colspan", COLUMNS).with("scope", "rowgroup").text(text);
            block("tbody", "if").add(tag("tr").add(cell))
        }));
        out = out.add(alternative(words, trials, one));
    }
    out
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
fn stand(trials: &Trials, offers: &[Offer]) -> Tag {
    let count_of = |is: fn(OfferKind) -> bool| offers.iter().filter(|one| is(one.kind)).count();
    let best = count_of(|kind| kind == OfferKind::Better);
    let ifs = count_of(|kind| matches!(kind, OfferKind::If(_)));
    let trades = count_of(|kind| kind == OfferKind::Trade);
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
            let args = [("best", best), ("if", ifs), ("trades", trades), ("n", tried)];
            let args = args.map(|(name, n)| (name, n.into()));
            let none = best + ifs + trades == 0;
            (tn(if none { "ui-change-none" } else { "ui-change-done" }, &args), None)
        }
    };
    // If something better was found, the number of trials is only for screen readers.
    let class = match trials.stand() {
        TrialProgress::Done { .. } if best > 0 => "stand vh",
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
fn alternative(words: &Words<'_>, trials: &Trials, offer: &Offer) -> Tag {
    let out = block("tbody", "alt");
    let Some(edit) = edit(words, trials, offer.at) else {
        return out;
    };
    let line =
        |name, inside: Tag| tag("tr").add(block("td", name).with("colspan", COLUMNS).add(inside));
    let title = tag("b").text(edit.as_str());
    let button = block("button", "btn line")
        .with("type", "button")
        .with("data-apply", offer.at.to_string())
        .with("aria-label", tn("ui-change-apply-name", &[("edit", Value::Text(edit))]))
        .text(t("ui-change-apply"));
    let head = block("div", "head").add(title).add(button);
    let numbers = tag("tr").all(offer.numbers.iter().map(|one| cell(words, one)));
    let beside = offer.own.iter().chain(&offer.beside);
    let beside: Vec<String> = beside.map(|one| words.say(one)).collect();
    let beside = (!beside.is_empty()).then(|| beside.join(", "));
    let same = offer.same.iter().filter_map(|n| self::edit(words, trials, *n));
    let same: Vec<String> = same.collect();
    let same =
        (!same.is_empty()).then(|| tn("ui-change-same", &[("edits", same.join("; ").into())]));
    let notes = beside.into_iter().chain(same);
    let notes = notes.map(|text| line("beside", tag("small").text(text)));
    let commands = trials.commands(offer.at).iter().map(|text| line("do", command_line(text)));
    out.add(line("edit", head)).add(numbers).all(notes).all(commands)
}

/// `−12 min`, in the colour of better or worse.
fn cell(words: &Words<'_>, one: &Delta) -> Tag {
    let class = match one.is {
        Ordering::Less => "better",
        Ordering::Equal => "",
        Ordering::Greater => "worse",
    };
    let value = words.value(&one.figure.value());
    let text = match one.difference() {
        _ if one.is_same() => "=".to_owned(),
        Some(by) => {
            let sign = if one.by.is_some_and(|by| by < 0) { "−" } else { "+" };
            format!("{sign}{}", words.value(&by))
        }
        None => value.clone(),
    };
    block("td", class).with("title", value).text(text)
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
