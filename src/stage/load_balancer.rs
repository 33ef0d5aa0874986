//! The load balancer of a Service below the nodes: its backends, and the way of one new connection.

use crate::player::report::worst_service;
use crate::player::{PaintInput, said};
use crate::shell::menu::pointer_target::subject_of;
use crate::shell::run::loaded::Run;
use crate::shell::state::{Action, Store};
use crate::shell::web::browser::target;
use crate::shell::web::dom::{DomNode, DomSlot, Tag, block, icon, tag};
use crate::shell::widgets::rule_link;
use crate::shell::words::{t, tn};
use base::{NodeId, ServiceId, SimSpan, SimTime, order};
use draw::icons;
use model::Service;
use model::load_balancer::Lost;
use query::packet::{Backend, BackendState, Client, Entrance, Fate, Hop, Packet};
use runner::{RunNo, StrategyChoice};
use std::cell::{Cell, RefCell};
use trace::{Phrase, Subject, Value};
use web_sys::{Element, MouseEvent};
use words::Words;

/// The most backends and Services that are shown.
const BACKENDS: usize = 12;
const SERVICES: usize = 6;

/// The inputs of the picture: run, row, second, what is looked at, and whether it is unfolded.
type Shown = (RunNo, u32, i64, ServiceId, Client, Option<NodeId>, bool);

/// The panel, and what is looked at.
pub(super) struct BalancerPanel {
    fold: Element,
    head: RefCell<DomSlot>,
    body: RefCell<DomSlot>,
    /// The Service that was chosen last, here or by a selection.
    service: Cell<Option<ServiceId>>,
    selected: Cell<Option<Subject>>,
    client: Cell<Client>,
    through: Cell<Option<NodeId>>,
    /// A complete run, and the Service that loses most in it.
    worst: Cell<Option<(RunNo, Option<ServiceId>)>>,
    shown: Cell<Option<Shown>>,
}

impl BalancerPanel {
    #[inline(never)] // Its code is loaded later.
    pub(super) fn new(fold: &Element) -> Self {
        let part = |no| {
            let part = fold.children().item(no).unwrap_or_else(|| fold.clone());
            RefCell::new(DomSlot::new(part))
        };
        Self {
            fold: fold.clone(),
            head: part(0),
            body: part(1),
            service: Cell::default(),
            client: Cell::default(),
            through: Cell::default(),
            worst: Cell::default(),
            selected: Cell::default(),
            shown: Cell::default(),
        }
    }

    /// Answers a click.
    #[inline(never)]
    pub(super) fn click(&self, store: &Store, event: &MouseEvent) {
        let Some(element) = target(event) else { return };
        let given = |name: &str| {
            let found = element.closest(&format!("[{name}]")).ok().flatten();
            found.and_then(|element| element.get_attribute(name)?.parse::<u32>().ok())
        };
        if let Some(node) = given("data-backend").map(NodeId) {
            let again = self.through.get() == Some(node);
            self.through.set(Some(node).filter(|_| !again));
        } else if let Some(client) = given("data-client") {
            self.client.set(if client == 1 { Client::Inside } else { Client::Outside });
        } else if let Some(service) = given("data-service").map(ServiceId) {
            self.service.set(Some(service));
            self.through.set(None);
        } else if let Some(local) = given("data-policy") {
            store.send(Action::beside(StrategyChoice::Policy(local == 1)));
        } else if let Some(subject) = subject_of(&element) {
            store.ask(subject);
        }
    }

    #[inline(never)]
    pub(super) fn paint(&self, store: &Store, show: &PaintInput<'_>) {
        let (Some(run), Some(scene), Some(frame)) = (show.run, show.scene, show.frame) else {
            return;
        };
        let worst = self.worst_of(run);
        let Some(id) = self.shown_service(run, worst, store.state().selected) else { return };
        let at = show.at_ms as i64;
        let (client, through) = (self.client.get(), self.through.get());
        let open = self.fold.has_attribute("open");
        let shown = (run.no, frame.next, at / 1000, id, client, through, open);
        if self.shown.replace(Some(shown)) == Some(shown) {
            return;
        }
        said(run, scene, |words| {
            self.head.borrow_mut().show_text(&title(run, words, id, at));
            let Some(entrance) = Entrance::at(&run.trace, frame, id).filter(|_| open) else {
                return;
            };
            let packet = entrance.way(client, through);
            let picture = Picture { run, words, entrance: &entrance, packet: &packet, at, id };
            // From a Pod no connection comes through a backend.
            let backends = match client {
                Client::Inside => block("div", "lb-row"),
                Client::Outside => picture.backends(),
            };
            let body = [picture.choices(client), picture.way(), backends];
            self.body.borrow_mut().show(body.map(DomNode::Tag).into());
        });
    }

    /// The Service that loses most; where one does, the panel unfolds once.
    fn worst_of(&self, run: &Run) -> Option<ServiceId> {
        match self.worst.get() {
            Some((no, worst)) if no == run.no => worst,
            _ if run.outcome.is_none() => None,
            _ => {
                let worst = worst_service(run);
                let before = self.worst.replace(Some((run.no, worst)));
                // An edit that leaves it as it is doesn't undo what the user has done.
                let lost = before.is_some_and(|(_, before)| before.is_some());
                if lost != worst.is_some() {
                    let _ = self.fold.toggle_attribute_with_force("open", worst.is_some());
                }
                worst
            }
        }
    }

    /// The chosen Service; else the one that loses most, or the first.
    fn shown_service(
        &self,
        run: &Run,
        worst: Option<ServiceId>,
        selected: Option<Subject>,
    ) -> Option<ServiceId> {
        let services = &run.plan.services;
        let has_balancer =
            |id: &ServiceId| services.get(*id).and_then(Service::known_balancer).is_some();
        if self.selected.replace(selected) != selected
            && let Some(Subject::Service(id)) = selected
        {
            self.service.set(Some(id));
        }
        let first = || services.ids().find(&has_balancer);
        self.service.get().or(worst).filter(&has_balancer).or_else(first)
    }
}

/// How many backends it has, and what it loses.
fn title(run: &Run, words: &Words<'_>, id: ServiceId, at: i64) -> String {
    let Some(share) = run.index.traffic.at(id, SimTime::from_ms(at)) else {
        return String::new();
    };
    let args = [
        ("name", words.name(Subject::Service(id)).into()),
        ("backends", share.backends.into()),
        ("passing", share.healthy.into()),
        ("lost", share.lost().percent().into()),
    ];
    let what = tn(if share.loses() { "ui-lb-loses" } else { "ui-lb" }, &args);
    match run.index.traffic.range(id, SimTime::from_ms(at)) {
        None => what,
        Some([least, worst]) => {
            let (least, worst) = (least.percent().into(), worst.percent().into());
            tn("ui-lb-drawn", &[("what", what.into()), ("least", least), ("worst", worst)])
        }
    }
}

struct Picture<'a> {
    run: &'a Run,
    words: &'a Words<'a>,
    entrance: &'a Entrance<'a>,
    packet: &'a Packet,
    /// The instant, in milliseconds.
    at: i64,
    id: ServiceId,
}

impl Picture<'_> {
    /// Which Service, where the client is, and what to compare it with.
    fn choices(&self, shown: Client) -> Tag {
        let services = self.run.plan.services.iter();
        let balanced: Vec<ServiceId> =
            services.filter(|(_, one)| one.known_balancer().is_some()).map(|(id, _)| id).collect();
        let mut several = balanced.iter().filter(|_| balanced.len() > 1);
        let mut few: Vec<&ServiceId> = several.by_ref().take(SERVICES).collect();
        few.extend(several.filter(|id| **id == self.id));
        let services = few.into_iter().map(|id| {
            let button = choice("data-service", id.0, *id == self.id);
            button.text(self.words.name(Subject::Service(*id)))
        });
        let of = self.entrance.balancer();
        let outside = if of.kind.is_internal() { "ui-lb-network" } else { "ui-lb-outside" };
        let clients = [(Client::Outside, outside), (Client::Inside, "ui-lb-inside")];
        let clients = (0u32..)
            .zip(clients)
            .map(|(no, (client, word))| choice("data-client", no, client == shown).text(t(word)));
        let is_local = of.local;
        let word = if is_local { "ui-lb-cluster" } else { "ui-lb-local" };
        let compare = block("button", "btn line small")
            .with("type", "button")
            .with("data-policy", u32::from(!is_local).to_string());
        block("div", "lb-row")
            .all([group("ui-services", services), group("ui-lb-client", clients)])
            .add(block("span", "grow"))
            .add(compare.text(t(word)))
    }

    /// Each backend with what becomes of connections to it. Of many, those that tell something.
    fn backends(&self) -> Tag {
        let mut all: Vec<(u32, Backend)> =
            self.entrance.backends().map(|one| (self.weight(one), one)).collect();
        let more = all.len().saturating_sub(BACKENDS);
        if more > 0 {
            order::sort_by_key(&mut all, |(weight, _)| *weight);
            all.truncate(BACKENDS);
        }
        let mut row = block("div", "lb-row backends")
            .with("role", "group")
            .with("aria-label", t("hop-backends"))
            .all(all.into_iter().map(|(_, one)| self.backend(one)));
        if more > 0 {
            row = row.add(tag("span").text(tn("ui-and-more", &[("n", more.into())])));
        }
        row
    }

    /// The less, the more it tells.
    fn weight(&self, one: Backend) -> u32 {
        let fate = self.entrance.fate(one.node);
        match one.state {
            _ if one.is_tried && fate != Fate::Served => 0,
            BackendState::Left => 1,
            BackendState::Fails => 2,
            BackendState::Passes => 3,
        }
    }

    fn backend(&self, one: Backend) -> Tag {
        let fate = self.entrance.fate(one.node);
        let (word, is_bad) = match (one.state, fate) {
            (BackendState::Left, _) => ("backend-left", false),
            (BackendState::Fails, _) if !one.is_tried => ("backend-idle", false),
            (_, Fate::Served) => ("backend-answers", false),
            (_, Fate::Partly) => ("backend-partly", true),
            (_, Fate::Lost(Lost::TimedOut)) => ("backend-silent", true),
            (_, Fate::Lost(Lost::Refused)) => ("backend-refuses", true),
            (_, Fate::Lost(Lost::Reset)) => ("backend-resets", true),
        };
        let (mark, title) = match one.state {
            BackendState::Passes => (icons::CHECK, "backend-passing"),
            BackendState::Fails => (icons::CROSS, "backend-failing"),
            BackendState::Left => (icons::BAN, "backend-gone"),
        };
        let left = if one.state == BackendState::Left { " left" } else { "" };
        let class = format!("backend{left}{}", if is_bad { " bad" } else { "" });
        let is_through = self.packet.through.is_some_and(|through| through.node == one.node);
        let since = SimSpan::from_ms((self.at - one.since.ms()) / 1000 * 1000);
        let since = self.words.value(&Value::Span(since));
        let name = self.words.name(Subject::Node(one.node));
        let mut chip = block("button", &class)
            .with("type", "button")
            .with("title", t(title))
            .with("aria-pressed", is_through.to_string());
        if one.is_tried {
            chip = chip.with("data-backend", one.node.0.to_string());
        } else {
            chip = chip.with("data-subject", Subject::Node(one.node).pack().to_string());
        }
        chip.add(icon(mark, "i12"))
            .add(tag("b").text(name))
            .add(tag("span").text(tn(word, &[("for", since.into())])))
    }

    /// The way of one connection, step by step.
    fn way(&self) -> Tag {
        let list = block("ol", "hops");
        list.with("aria-label", t("ui-lb-way"))
            .all(self.packet.hops.iter().map(|hop| self.hop(hop)))
    }

    fn hop(&self, hop: &Hop) -> Tag {
        let text = self.words.say(&hop.text);
        tag("li")
            .with("class", if hop.is_lost { "bad" } else { "" })
            .add(self.place(&hop.title))
            .add(tag("p").text(text))
            .add(block("span", "src").all(rule_link::tags(hop.ids, "")))
    }

    /// The title of a step: a node and a Pod can be asked about.
    fn place(&self, title: &Phrase) -> Tag {
        let name = self.words.say(title);
        match title.args.first() {
            Some((_, Value::Name(subject))) => block("button", "link")
                .with("type", "button")
                .with("data-subject", subject.pack().to_string())
                .text(name),
            _ => tag("b").text(name),
        }
    }
}

fn choice(name: &'static str, value: u32, chosen: bool) -> Tag {
    tag("button")
        .with("type", "button")
        .with(name, value.to_string())
        .with("aria-pressed", chosen.to_string())
}

/// Buttons of which one is pressed.
fn group(label: &str, buttons: impl Iterator<Item = Tag>) -> Tag {
    block("span", "seg").with("role", "group").with("aria-label", t(label)).all(buttons)
}
