//! The inspector's *Operations*: what may be asked of a pool at the playhead, how gcloud is told, and what may befall it.

mod faults;

use self::faults::{befall, make};
use super::state::{Asked, Branched, Differs, offered, words_of};
use crate::player::scene::RunScene;
use crate::player::text::said;
use crate::player::{Deck, Live, Show};
use crate::shell::action::Action;
use crate::shell::browser::focus_on;
use crate::shell::dom::{Piece, Slot, Tag, block, icon, tag};
use crate::shell::menu_items::Here;
use crate::shell::prefetch;
use crate::shell::rule_link;
use crate::shell::state::{AppState, Tab};
use crate::shell::store::Store;
use crate::shell::undo_buttons;
use crate::shell::widgets::icon_button;
use crate::shell::words::{day_time, t, tn};
use base::PoolId;
use draw::icons;
use query::operations::{Asks, Head, Offer, Operations, Ring, Within, operations};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use trace::Subject;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement, HtmlSelectElement};
use words::Words;
use yew::prelude::{Html, MouseEvent, html};

/// While playing the answer is asked for at most so often, in milliseconds.
const EVERY: f64 = 250.0;

thread_local! {
    /// Somebody asked for the tab by its key: the first that is allowed gets the focus as soon as it is there.
    static WANTS_FOCUS: Cell<bool> = const { Cell::new(false) };
}

pub fn focus_first() {
    WANTS_FOCUS.set(true);
}

/// The pool that is meant, and what of it is looked at.
fn place(here: Here<'_>, state: &AppState) -> Option<Within> {
    let plan = &here.run.plan;
    let cluster = &here.frame.cluster;
    let busy = || {
        let mut pools = cluster.pools.iter();
        let busy = pools.find(|(_, state)| state.run.unfinished());
        busy.map(|(id, _)| id).or(plan.pools.ids().next())
    };
    let of_node = |id| {
        let group = plan.groups.get(cluster.nodes.get(id)?.group)?;
        Some(group.pool)
    };
    let mut within = Within {
        pool: busy()?,
        zone: None,
        node: None,
        workload: None,
    };
    match state.selected {
        Some(Subject::Pool(pool)) => within.pool = pool,
        Some(Subject::Node(id)) => {
            within.pool = of_node(id).unwrap_or(within.pool);
            within.node = Some(id);
        }
        Some(Subject::Zone(zone)) => {
            let has = |pool: &PoolId| plan.group_of(*pool, zone).is_some();
            let first = || plan.pools.ids().find(has);
            let chosen = state.within.filter(has);
            let pool = chosen
                .or_else(|| Some(within.pool).filter(has))
                .or_else(first);
            within.pool = pool.unwrap_or(within.pool);
            within.zone = Some(zone);
        }
        Some(Subject::Pod(id)) => {
            let node = cluster.pod(id).and_then(|pod| pod.node());
            within.pool = node.and_then(of_node).unwrap_or(within.pool);
            within.node = node;
            within.workload = cluster.owner(id);
        }
        Some(Subject::Workload(id)) => within.workload = Some(id),
        Some(Subject::Cluster | Subject::Budget(_) | Subject::Service(_)) | None => {}
    }
    // One workload needs no choice.
    let only = (plan.workloads.len() == 1).then(|| plan.workloads.ids().next());
    within.workload = within.workload.or(only.flatten());
    Some(within)
}

/// What the panel answers: of which run and instant, and what was selected.
struct Shown {
    scene: Rc<RunScene>,
    selected: (Option<Subject>, Option<PoolId>),
    next: u32,
    second: i64,
    playing: bool,
}

impl PartialEq for Shown {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.scene, &other.scene)
            && self.selected == other.selected
            && (self.next, self.second, self.playing) == (other.next, other.second, other.playing)
    }
}

pub struct OperationsLive {
    slot: RefCell<Slot>,
    shown: RefCell<Option<Shown>>,
    asked_at: Cell<f64>,
}

impl OperationsLive {
    pub fn new(element: Element) -> Self {
        Self {
            slot: RefCell::new(Slot::new(element)),
            shown: RefCell::default(),
            asked_at: Cell::new(0.0),
        }
    }
}

impl Live for OperationsLive {
    fn paint(&self, show: &Show<'_>) -> bool {
        let (Some(run), Some(scene), Some(frame)) = (show.run, show.scene, show.frame) else {
            self.shown.replace(None);
            self.slot.borrow_mut().show(Vec::new());
            return false;
        };
        if show.state.tab != Tab::Operations {
            return false;
        }
        let shown = Shown {
            scene: Rc::clone(scene),
            selected: (show.state.selected, show.state.within),
            next: frame.next,
            second: frame.at.ms() / 1000,
            playing: show.playing,
        };
        let known = self.shown.borrow().as_ref() == Some(&shown);
        let soon = show.playing && show.now - self.asked_at.get() < EVERY;
        if !known && !soon {
            self.asked_at.set(show.now);
            let here = Here { run, scene, frame };
            let pieces = pieces(here, show.state);
            self.slot.borrow_mut().show(pieces);
            self.shown.replace(Some(shown));
            // What is offered here may be asked for.
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

fn pieces(here: Here<'_>, state: &AppState) -> Vec<Piece> {
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
        pieces.extend(gcloud(&found.offers).map(Piece::from));
        pieces.push(make(words, here, within).into());
        pieces
    })
}

fn ring(ring: Ring) -> Tag {
    // Of a circle of radius 17, in tenths.
    const ROUND: i64 = 1068;
    let left = ring.left.ms() * ROUND / ring.of.ms().max(1);
    let circle = |class: &str| {
        block("circle", class)
            .with("cx", "22")
            .with("cy", "22")
            .with("r", "17")
    };
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

/// One of a few, as the setup has it; what is chosen is heard by [`chosen`].
fn choice(id: &str, name: &str, what: &str, options: impl Iterator<Item = Tag>) -> Tag {
    let select = tag("select")
        .with("id", id)
        .with("data-choose", what)
        .with("aria-label", t(name))
        .all(options);
    block("span", "sel")
        .add(select)
        .add(icon(icons::CHEVRON_DOWN, "i12"))
}

fn option(subject: Subject, name: String, chosen: bool) -> Tag {
    let option = tag("option")
        .with("value", subject.pack().to_string())
        .text(name);
    if chosen {
        option.with("selected", "")
    } else {
        option
    }
}

fn pools(here: Here<'_>, now: PoolId) -> Tag {
    let options = here.run.plan.pools.iter();
    let options = options.map(|(id, pool)| option(Subject::Pool(id), pool.name.clone(), id == now));
    block("p", "op-pool")
        .add(
            tag("span")
                .with("aria-hidden", "true")
                .text(t("ui-op-pools")),
        )
        .text(" ")
        .add(choice("op-pool", "ui-op-pools", "pool", options))
}

fn commands(words: &Words<'_>, here: Here<'_>, found: &Operations) -> Tag {
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
    let rows = found
        .offers
        .iter()
        .map(|offer| row(words, here, found.pool, offer));
    out.all(rows)
}

fn operation_icon(asks: Asks) -> &'static str {
    match asks {
        Asks::Cancel => icons::PAUSE,
        Asks::Resume => icons::PLAY,
        Asks::Rollback | Asks::RollbackRespecting => icons::RECREATE,
        Asks::Complete => icons::NEXT_EVENT,
        Asks::Downgrade => icons::UNDO,
        Asks::Upgrade => icons::MADE,
    }
}

fn row(words: &Words<'_>, here: Here<'_>, pool: PoolId, offer: &Offer) -> Tag {
    let (what, note) = words_of(offer);
    let sentence = words.say(&offer.sentence);
    let says = format!("op-{}-says", offer.asks.name());
    let button = block("button", "btn line")
        .with("type", "button")
        .with("data-operate", offer.asks.name())
        .with("data-pool", pool.0.to_string())
        .with("aria-label", offered(&here.run.plan, pool, offer))
        .with("aria-describedby", says.as_str())
        .add(icon(operation_icon(offer.asks), "i14"))
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

/// The commands that have an effect now, each to be copied.
fn gcloud(offers: &[Offer]) -> Option<Tag> {
    let mut out = block("section", "row").add(tag("h3").text(t("title-say")));
    let mut any = false;
    for offer in offers.iter().filter(|offer| offer.allowed()) {
        any = true;
        let text = offer.gcloud.as_str();
        let copy = block("button", "copy")
            .with("type", "button")
            .with("data-copy", text)
            .with("aria-label", tn("ui-copy", &[("text", text.into())]))
            .add(icon(icons::COPY, "i14"));
        out = out.add(block("div", "cmd").add(tag("code").text(text)).add(copy));
    }
    any.then_some(out)
}

/// What a click within the panel asks for.
pub fn clicked(store: &Store, deck: &Deck, element: &Element) -> bool {
    let within = |name: &str| element.closest(&format!("[{name}]")).ok().flatten();
    let asked = if let Some(button) = within("data-operate") {
        if button.has_attribute("aria-disabled") {
            return true;
        }
        let get = |name: &str| button.get_attribute(name).unwrap_or_default();
        let (name, pool) = (get("data-operate"), get("data-pool"));
        let pool = PoolId(pool.parse().unwrap_or(0));
        deck.with_here(|here| operation(here, pool, &name))
            .flatten()
    } else if let Some(button) = within("data-make") {
        let name = button.get_attribute("data-make").unwrap_or_default();
        let row = button.closest(".make").ok().flatten();
        let input = row.and_then(|row| row.query_selector("input").ok().flatten());
        let typed = input.and_then(|input| input.dyn_into::<HtmlInputElement>().ok());
        let typed = typed.map(|input| input.value());
        let typed = typed.filter(|_| !button.has_attribute("data-unlimited"));
        let state = store.state();
        let fault = |here: Here<'_>| befall(here, &state, &name, typed.as_deref());
        deck.with_here(fault).flatten()
    } else {
        return false;
    };
    if let Some(asked) = asked {
        deck.operate(asked);
    }
    true
}

fn operation(here: Here<'_>, pool: PoolId, name: &str) -> Option<Asked> {
    let found = operations(&here.run.trace, here.frame, pool)?;
    let mut offers = found.offers.iter().filter(|offer| offer.allowed());
    let offer = offers.find(|offer| offer.asks.name() == name)?;
    Some(Asked::of_offer(&here.run.plan, pool, offer))
}

/// A pool or a workload was chosen.
pub fn chosen(store: &Store, element: &Element) {
    let Some(select) = element.dyn_ref::<HtmlSelectElement>() else {
        return;
    };
    if select.has_attribute("data-choose") {
        let subject = select.value().parse().ok().and_then(Subject::unpack);
        store.send(Action::Select(subject));
    }
}

/// The bar above everything: what was asked for, how the run differs from the one before it, and the way back.
#[inline(never)] // The first screen branches nothing.
pub fn branched(store: &Store, one: &Branched) -> Html {
    let what = tn(
        "ui-branch",
        &[("what", undo_buttons::said(&one.what).into())],
    );
    let (differs, refused) = match &one.differs {
        Differs::Computing => (t("ui-branch-running"), None),
        Differs::Unknown => (t("ui-branch-unknown"), None),
        Differs::TooLarge => (t("ui-branch-too-large"), None),
        Differs::Told(text, refused) => (text.clone(), refused.as_ref()),
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
