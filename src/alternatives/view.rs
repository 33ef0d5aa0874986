//! Suggested changes, each with the result of a run and a button that applies it.

use super::state::{Applied, TrialProgress, Trials};
use crate::player::names::said;
use crate::player::painter::{PaintInput, Painter};
use crate::shell::run::loaded::Run;
use crate::shell::state::action::Action;
use crate::shell::state::app_state::AppState;
use crate::shell::state::choices::Tab;
use crate::shell::state::store::Store;
use crate::shell::web::dom::{DomSlot, Tag, block, tag};
use crate::shell::words::{t, tn};
use query::alternatives;
use runner::{Alternative, Figures, RunNo};
use std::cell::{Cell, RefCell};
use trace::{Phrase, Value};
use wasm_bindgen::JsCast;
use web_sys::{Element, FocusOptions, HtmlElement};
use words::Words;
use yew::NodeRef;

/// How many of the best show all their numbers, and how many others only the deciding one.
#[derive(Clone, Copy)]
pub struct AnswerCounts {
    pub whole: usize,
    pub brief: usize,
}

/// The whole section; empty if no change applies to the question.
pub fn section(
    words: &Words<'_>,
    state: &AppState,
    run: &Run,
    title: &str,
    room: AnswerCounts,
) -> Option<Tag> {
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
    let best = trials.best();
    let (whole, rest) = best.split_at(best.len().min(room.whole));
    let (brief, folded) = rest.split_at(rest.len().min(room.brief));
    let all = |one: &Alternative, before: &Figures, after: &Figures| EffectWords {
        changed: alternatives::effect(&one.edit, &trials.focus, &run.plan, before, after),
        same: alternatives::unchanged(before, after),
    };
    let first = |_: &Alternative, before: &Figures, after: &Figures| EffectWords {
        changed: alternatives::in_brief(before, after),
        same: alternatives::harm_left(before, after),
    };
    // With others listed below it, the best omits what is unchanged.
    let best_of = |one: &Alternative, before: &Figures, after: &Figures| EffectWords {
        same: alternatives::harm_left(before, after),
        ..all(one, before, after)
    };
    for n in whole {
        out = out.add(match room.brief {
            0 => alternative(words, trials, *n, all),
            _ => alternative(words, trials, *n, best_of),
        });
    }
    for n in brief {
        out = out.add(alternative(words, trials, *n, first));
    }
    let others = trials.others();
    let hidden: Vec<usize> = folded.iter().copied().chain(others).collect();
    if hidden.is_empty() {
        return Some(out);
    }
    let head = if best.is_empty() {
        t("ui-change-results")
    } else {
        let counts = [("n", hidden.len().into()), ("better", folded.len().into())];
        tn("ui-change-others", &counts)
    };
    let mut fold = block("details", "reason")
        .add(tag("summary").with("title", head.as_str()).text(head))
        .add(block("p", "quiet").text(t("ui-change-order")));
    for n in hidden {
        fold = fold.add(alternative(words, trials, n, all));
    }
    Some(out.add(fold))
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
        TrialProgress::Done { tried } if trials.best().is_empty() => {
            (tn("ui-change-none", &[("n", tried.into())]), None)
        }
        TrialProgress::Done { tried } => {
            (count("ui-change-done", trials.best().len(), tried), None)
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

/// The words about an alternative's run.
struct EffectWords {
    changed: Phrase,
    same: Option<Phrase>,
}

/// The edit, its button, and the part of its result that `says` selects.
fn alternative(
    words: &Words<'_>,
    trials: &Trials,
    n: usize,
    says: impl Fn(&Alternative, &Figures, &Figures) -> EffectWords,
) -> Tag {
    let out = block("div", "alt");
    let (Some(one), Some(before)) = (trials.alternative(n), trials.before()) else {
        return out;
    };
    let edit = words.say(&one.phrase());
    let head = block("div", "head").add(tag("b").text(edit.as_str()));
    let Some(after) = trials.figures(n) else {
        let why = tag("span").text(t("ui-change-failed"));
        return out.add(head).add(why);
    };
    let effect = says(one, before, after);
    let button = block("button", "btn line")
        .with("type", "button")
        .with("data-apply", n.to_string())
        .with("aria-label", tn("ui-change-apply-name", &[("edit", Value::Text(edit))]))
        .text(t("ui-change-apply"));
    let out = out.add(head.add(button)).add(tag("span").text(words.say(&effect.changed)));
    match effect.same {
        Some(same) => out.add(tag("small").text(words.say(&same))),
        None => out,
    }
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

/// The findings have room for more.
const ALL: AnswerCounts = AnswerCounts { whole: alternatives::BEST, brief: 0 };

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
        let section =
            said(run, scene, |words| section(words, &state, run, "title-change-run", ALL));
        if let Some(slot) = &mut *slot {
            slot.show(section.map(Into::into).into_iter().collect());
            self.waiting.done(slot.element(), &state, run.no);
        }
        false
    }
}
