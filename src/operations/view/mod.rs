//! The inspector's *Operations*: possible operations on a pool at the playhead, their gcloud commands, and faults.

mod faults;

use self::faults::{befall, make};
use super::fields::{choice, option, place};
use super::requests::{offered, operate, words_of};
use super::state::{BranchRequest, Branched, RunDifference};
use crate::player::{AtPlayhead, PaintInput, Painter, Player, RunScene, said};
use crate::shell::dates::day_time;
use crate::shell::run::prefetch;
use crate::shell::scenario::step_words;
use crate::shell::state::{Action, AppState, Store, Tab};
use crate::shell::web::browser::focus_on;
use crate::shell::web::dom::{DomNode, DomSlot, Tag, block, icon, tag};
use crate::shell::widgets::{command_line, icon_button, rule_link};
use crate::shell::words::{t, tn};
use base::PoolId;
use base::text::quote;
use draw::icons;
use query::operations::{Head, Offer, OfferKind, Operations, Ring, operations};
use query::strategy::LeftNode;
use scenario::json::Json;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use trace::Subject;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement, HtmlSelectElement};
use words::Words;
use yew::prelude::{Html, MouseEvent, html};

/// While playing, the interval between two answers, in milliseconds.
const EVERY: f64 = 250.0;

thread_local! {
    /// The tab was opened by a key: the first allowed operation gets the focus when drawn.
    static WANTS_FOCUS: Cell<bool> = const { Cell::new(false) };
}

pub fn focus_first() {
    WANTS_FOCUS.set(true);
}

/// The inputs of the displayed answer: run, instant and selection.
struct ShownOperations {
    scene: Rc<RunScene>,
    selected: (Option<Subject>, Option<PoolId>),
    next: u32,
    second: i64,
    playing: bool,
}

impl PartialEq for ShownOperations {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.scene, &other.scene)
            && self.selected == other.selected
            && (self.next, self.second, self.playing) == (other.next, other.second, other.playing)
    }
}

pub struct OperationsPainter {
    slot: RefCell<DomSlot>,
    shown: RefCell<Option<ShownOperations>>,
    asked_at: Cell<f64>,
    store: Store,
}

impl OperationsPainter {
    pub fn new(element: Element, store: Store) -> Self {
        Self {
            slot: RefCell::new(DomSlot::new(element)),
            shown: RefCell::default(),
            asked_at: Cell::new(0.0),
            store,
        }
    }
}

impl Painter for OperationsPainter {
    fn paint(&self, show: &PaintInput<'_>) -> bool {
        let (Some(run), Some(scene), Some(frame)) = (show.run, show.scene, show.frame) else {
            self.shown.replace(None);
            self.slot.borrow_mut().show(Vec::new());
            return false;
        };
        let state = self.store.state();
        if state.tab != Tab::Operations {
            return false;
        }
        let shown = ShownOperations {
            scene: Rc::clone(scene),
            selected: (state.selected, state.within),
            next: frame.next,
            second: frame.at.ms() / 1000,
            playing: show.playing,
        };
        let known = self.shown.borrow().as_ref() == Some(&shown);
        let soon = show.playing && show.now - self.asked_at.get() < EVERY;
        if !known && !soon {
            self.asked_at.set(show.now);
            let here = AtPlayhead { run, scene, frame };
            let pieces = pieces(here, &state);
            self.slot.borrow_mut().show(pieces);
            self.shown.replace(Some(shown));
            // The offered operations match the paused instant.
            if !show.playing {
                prefetch::look(frame.at.ms());
            }
        }
        if WANTS_FOCUS.replace(false) {
            focus_on(".ops [data-operate]:not([aria-disabled])");
        }
        false
    }
}

fn pieces(here: AtPlayhead<'_>, state: &AppState) -> Vec<DomNode> {
    let Some(within) = place(here, state) else {
        return vec![block("p", "quiet").text(t("ui-op-none")).into()];
    };
    let trace = &here.run.trace;
    let Some(found) = operations(trace, here.frame, within.pool) else {
        return Vec::new();
    };
    said(here.run, here.scene, |words| {
        let mut pieces = Vec::new();
        if here.run.plan.pools.len() > 1 {
            pieces.push(pools(here, within.pool).into());
        }
        pieces.push(head(words, &found.head).into());
        pieces.push(commands(words, here, &found).into());
        pieces.extend(left(words, &found.left).map(DomNode::from));
        let document = state.draft.as_ref().map(|draft| &*draft.json);
        pieces.extend(gcloud(&found.offers, document).map(DomNode::from));
        pieces.push(make(words, here, within).into());
        pieces
    })
}

fn ring(ring: Ring) -> Tag {
    // The circumference of a circle of radius 17, in tenths.
    const ROUND: i64 = 1068;
    let left = ring.left.ms() * ROUND / ring.of.ms().max(1);
    let circle =
        |class: &str| block("circle", class).with("cx", "22").with("cy", "22").with("r", "17");
    let dash = format!("{}.{} {}", left / 10, left % 10, ROUND / 10 + 1);
    block("svg", "ring")
        .with("viewBox", "0 0 44 44")
        .with("aria-hidden", "true")
        .add(circle("whole"))
        .add(circle("left").with("stroke-dasharray", dash))
}

fn head(words: &Words<'_>, head: &Head) -> Tag {
    let mut text = tag("div").add(tag("h2").text(words.say(&head.title)));
    if let Some(sub) = &head.sub {
        text = text.add(block("p", "sub").text(words.say(sub)));
    }
    let out = block("div", "op-head");
    match head.ring {
        Some(one) => out.add(ring(one)).add(text),
        None => out.add(text),
    }
}

pub(crate) fn pools(here: AtPlayhead<'_>, now: PoolId) -> Tag {
    let options = here.run.plan.pools.iter();
    let options = options.map(|(id, pool)| option(Subject::Pool(id), pool.name.clone(), id == now));
    block("p", "op-pool")
        .add(tag("span").with("aria-hidden", "true").text(t("ui-op-pools")))
        .text(" ")
        .add(choice("op-pool", "ui-op-pools", "pool", options))
}

fn commands(words: &Words<'_>, here: AtPlayhead<'_>, found: &Operations) -> Tag {
    let args = [("state", words.say(&found.state).into())];
    let mut out = block("section", "row").add(tag("h3").text(tn("ui-op-commands", &args)));
    if found.acts > here.frame.at {
        let start = here.run.plan.start_unix_ms;
        let args = [
            ("at", day_time(start, found.acts.ms()).into()),
            ("now", day_time(start, here.frame.at.ms()).into()),
        ];
        out = out.add(block("p", "hint").text(tn("op-acts-later", &args)));
    }
    let rows = found.offers.iter().map(|offer| row(words, here, found.pool, offer));
    out.all(rows)
}

/// What an autoscaled upgrade has left on blue, and until when (AB-09).
fn left(words: &Words<'_>, all: &[LeftNode]) -> Option<Tag> {
    const SHOWN: usize = 8;
    let rows = all.iter().take(SHOWN).map(|one| {
        let subject = Subject::Node(one.node);
        let name = words.subject(subject);
        block("li", "")
            .add(tag("b").text(words.name(subject)).with("title", name))
            .add(tag("span").text(words.say(&one.why)))
            .add(tag("time").text(words.say(&one.until)))
    });
    let more = all.len().saturating_sub(SHOWN);
    let out = block("section", "row").add(tag("h3").text(t("ui-op-left")));
    let out = out.add(block("ol", "op-left").all(rows));
    let out = match more {
        0 => out,
        more => {
            out.add(block("p", "hint").text(tn("ui-op-left-more", &[("n", (more as u32).into())])))
        }
    };
    (!all.is_empty()).then_some(out)
}

fn operation_icon(asks: OfferKind) -> &'static str {
    match asks {
        OfferKind::Cancel => icons::PAUSE,
        OfferKind::Resume => icons::PLAY,
        OfferKind::Rollback | OfferKind::RollbackRespecting => icons::RECREATE,
        OfferKind::Complete => icons::NEXT_EVENT,
        OfferKind::Downgrade => icons::UNDO,
        OfferKind::Upgrade => icons::MADE,
    }
}

fn row(words: &Words<'_>, here: AtPlayhead<'_>, pool: PoolId, offer: &Offer) -> Tag {
    let (what, note) = words_of(offer);
    let sentence = words.say(&offer.sentence);
    let says = format!("op-{}-says", offer.kind.name());
    let button = block("button", "btn line")
        .with("type", "button")
        .with("data-operate", offer.kind.name())
        .with("data-pool", pool.0.to_string())
        .with("aria-label", offered(&here.run.plan, pool, offer))
        .with("aria-describedby", says.as_str())
        .add(icon(operation_icon(offer.kind), "i14"))
        .text(what);
    let (button, mark, word) = if offer.allowed() {
        (button, icons::CHECK, "ui-op-allowed")
    } else {
        let off = button.with("aria-disabled", "true");
        (off, icons::LOCK, "ui-op-not-allowed")
    };
    let mut stand = block("span", "stand").add(icon(mark, "i12")).text(t(word));
    if let Some(note) = note {
        stand = stand.add(tag("code").text(note));
    }
    let text = tag("div")
        .add(stand)
        .text(" ")
        .all(rule_link::tags(&offer.rules, &sentence))
        .add(tag("p").with("id", says).text(sentence.as_str()));
    block("div", "op").add(button).add(text)
}

/// The commands that have an effect now, with copy buttons.
/// The commands of the allowed operations, with the cluster's name and location if they are known.
fn gcloud(offers: &[Offer], document: Option<&Json>) -> Option<Tag> {
    let of = |field| document?.get("cluster")?.get(field)?.text().filter(|text| !text.is_empty());
    let (name, location) = (of("name").map(quote), of("location").map(quote));
    let filled = |command: &str| {
        let mut command = command.to_owned();
        if let Some(name) = &name {
            for before in ["clusters upgrade ", "--cluster="] {
                command = command.replace(&format!("{before}CLUSTER"), &format!("{before}{name}"));
            }
        }
        command + &location.as_ref().map_or_else(String::new, |at| format!(" --location={at}"))
    };
    let mut out = block("section", "row").add(tag("h3").text(t("title-say")));
    let mut any = false;
    for offer in offers.iter().filter(|offer| offer.allowed()) {
        any = true;
        out = out.add(command_line(&filled(&offer.gcloud)));
    }
    any.then_some(out)
}

/// Handles a click within the panel.
pub fn clicked(store: &Store, player: &Player, element: &Element) -> bool {
    let within = |name: &str| element.closest(&format!("[{name}]")).ok().flatten();
    let asked = if let Some(button) = within("data-operate") {
        if button.has_attribute("aria-disabled") {
            return true;
        }
        let get = |name: &str| button.get_attribute(name).unwrap_or_default();
        let (name, pool) = (get("data-operate"), get("data-pool"));
        let pool = PoolId(pool.parse().unwrap_or(0));
        player.with_here(|here| operation(here, pool, &name)).flatten()
    } else if let Some(button) = within("data-make") {
        let name = button.get_attribute("data-make").unwrap_or_default();
        let row = button.closest(".make").ok().flatten();
        let input = row.and_then(|row| row.query_selector("input").ok().flatten());
        let typed = input.and_then(|input| input.dyn_into::<HtmlInputElement>().ok());
        let typed = typed.map(|input| input.value());
        let typed = typed.filter(|_| !button.has_attribute("data-unlimited"));
        let state = store.state();
        let fault = |here: AtPlayhead<'_>| befall(here, &state, &name, typed.as_deref());
        player.with_here(fault).flatten()
    } else {
        return false;
    };
    if let Some(asked) = asked {
        operate(store, player, asked);
    }
    true
}

fn operation(here: AtPlayhead<'_>, pool: PoolId, name: &str) -> Option<BranchRequest> {
    let found = operations(&here.run.trace, here.frame, pool)?;
    let mut offers = found.offers.iter().filter(|offer| offer.allowed());
    let offer = offers.find(|offer| offer.kind.name() == name)?;
    Some(BranchRequest::of_offer(&here.run.plan, pool, offer))
}

/// Handles the choice of a pool or a workload.
pub fn chosen(store: &Store, element: &Element) {
    let Some(select) = element.dyn_ref::<HtmlSelectElement>() else {
        return;
    };
    if select.has_attribute("data-choose") {
        let subject = select.value().parse().ok().and_then(Subject::unpack);
        store.send(Action::Select(subject));
    }
}

/// The bar at the top: the added command, how the run differs, and a button to undo it.
#[inline(never)] // The first screen has no branches.
pub fn branched(store: &Store, one: &Branched) -> Html {
    let what = tn("ui-branch", &[("what", step_words::said(&one.what).into())]);
    let (differs, refused) = match &one.differs {
        RunDifference::Computing => (t("ui-branch-running"), None),
        RunDifference::Unknown => (t("ui-branch-unknown"), None),
        RunDifference::TooLarge => (t("ui-branch-too-large"), None),
        RunDifference::Told(text, refused) => (text.clone(), refused.as_ref()),
    };
    let refused = refused.map(|(n, first)| {
        let args = [("n", (*n).into()), ("first", first.as_str().into())];
        tn("ui-branch-refused", &args)
    });
    let undo = store.on(|_: MouseEvent| Action::Undo);
    let close = store.on(|_: MouseEvent| Action::BranchRead);
    html! {
        <div class="notice branch">
            { crate::shell::widgets::icon(icons::BRANCH, "") }
            <p role="status"><b>{ what }</b>{ " " }{ differs }{ " " }{ refused }</p>
            <button type="button" class="btn line" onclick={undo}>{ t("key-undo") }</button>
            { icon_button(icons::CROSS, t("ui-branch-dismiss"), "", None, close) }
        </div>
    }
}
