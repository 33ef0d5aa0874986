//! The way of one new connection to a Service at an instant: from its client to a Pod, or to where it is lost.

use crate::traffic::{before_outage, connected, place};
use base::{Map, NodeId, PodId, RecordNo, ServiceId, Set, SimTime, muted, order};
use model::load_balancer::{BalancerKind, Chosen, Endpoints, LoadBalancer, Lost, ProbePort};
use model::node::Health;
use model::{Cluster, Plan, Pod, PodPhase, Service};
use trace::{Change, Frame, Phrase, Subject, Trace};

/// Where a connection begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Client {
    #[default]
    Outside,
    /// A Pod of the cluster.
    Inside,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BackendState {
    /// It passes the health check.
    Passes,
    Fails,
    /// It is no backend any more.
    Left,
}

/// A node that is or was a backend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Backend {
    pub node: NodeId,
    pub state: BackendState,
    pub since: SimTime,
    /// The row with which it became a backend, or left.
    pub no: RecordNo,
    /// It gets new connections: all do where none passes.
    pub is_tried: bool,
}

/// What becomes of connections to a backend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    Served,
    /// Those to Pods on a dead node are lost.
    Partly,
    Lost(Lost),
}

/// A step of the way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hop {
    pub title: Phrase,
    pub text: Phrase,
    pub ids: &'static [&'static str],
    /// It ends here.
    pub is_lost: bool,
}

impl Hop {
    fn new(title: Phrase, text: Phrase, ids: &'static [&'static str]) -> Self {
        Self { title, text, ids, is_lost: false }
    }

    fn lost(title: Phrase, text: Phrase, ids: &'static [&'static str]) -> Self {
        Self { is_lost: true, ..Self::new(title, text, ids) }
    }
}

/// The way that one connection takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Packet {
    pub hops: Vec<Hop>,
    /// The backend that it comes to.
    pub through: Option<Backend>,
}

impl Packet {
    fn new(hops: Vec<Hop>, through: Option<Backend>) -> Self {
        let told = |hop: &Hop| !hop.ids.iter().any(|id| muted(id));
        Self { hops: hops.into_iter().filter(told).collect(), through }
    }

    pub fn is_lost(&self) -> bool {
        self.hops.last().is_none_or(|hop| hop.is_lost)
    }
}

/// A Service's load balancer and Pods at an instant.
pub struct Entrance<'a> {
    plan: &'a Plan,
    cluster: &'a Cluster,
    service: &'a Service,
    id: ServiceId,
    of: LoadBalancer,
    /// In the order of nodes.
    backends: Vec<Backend>,
    /// Pods that may be chosen: ready ones, and those that terminate and still serve.
    ready: Vec<(PodId, NodeId)>,
    serving: Vec<(PodId, NodeId)>,
    /// How many of them are on a node, in all, and in all on nodes whose VM doesn't answer.
    here: Map<NodeId, Endpoints>,
    all: Endpoints,
    dead: Endpoints,
}

impl<'a> Entrance<'a> {
    /// `None`: it has no load balancer, or its Pods aren't known.
    pub fn at(trace: &'a Trace, frame: &'a Frame, id: ServiceId) -> Option<Self> {
        let (plan, cluster) = (trace.plan(), &frame.cluster);
        let service = plan.services.get(id)?;
        let of = service.known_balancer()?;
        let mut entrance = Self {
            plan,
            cluster,
            service,
            id,
            of,
            backends: backends(trace, frame, id, of),
            ready: Vec::new(),
            serving: Vec::new(),
            here: Map::new(),
            all: Endpoints::default(),
            dead: Endpoints::default(),
        };
        let is_own = |workload| service.workloads.contains(&plan.first_revision(workload));
        let earlier = before_outage(trace, frame);
        let frame = earlier.as_ref().unwrap_or(frame);
        for (pod, state) in frame.cluster.pods_of(is_own) {
            let Some(node) = state.node() else { continue };
            if state.ready() {
                entrance.takes(pod, node, true);
            } else if matches!(state.phase(), PodPhase::Terminating { .. })
                && serves(trace, frame, pod)
            {
                entrance.takes(pod, node, false);
            }
        }
        Some(entrance)
    }

    /// Counts a Pod that may be chosen.
    fn takes(&mut self, pod: PodId, node: NodeId, ready: bool) {
        if ready { &mut self.ready } else { &mut self.serving }.push((pod, node));
        let is_dead = self.is_dead(node);
        let here = self.here.entry(node).or_default();
        for one in [here, &mut self.all].into_iter().chain(is_dead.then_some(&mut self.dead)) {
            *if ready { &mut one.ready } else { &mut one.serving } += 1;
        }
    }

    pub fn balancer(&self) -> LoadBalancer {
        self.of
    }

    /// Those that are backends, and those that were and are still nodes.
    pub fn backends(&self) -> impl Iterator<Item = Backend> + '_ {
        let is_there = |node| self.cluster.nodes.get(node).is_some_and(model::Node::up);
        let shown = move |one: &&Backend| one.state != BackendState::Left || is_there(one.node);
        self.backends.iter().filter(shown).copied()
    }

    /// How many are backends, and how many of them pass the health check.
    pub fn counts(&self) -> (usize, usize) {
        let is = |state| self.backends.iter().filter(|one| one.state == state).count();
        let passes = is(BackendState::Passes);
        (passes + is(BackendState::Fails), passes)
    }

    pub fn fate(&self, node: NodeId) -> Fate {
        if self.is_dead(node) {
            return Fate::Lost(Lost::TimedOut);
        }
        if let Some(how) = self.loses(node, self.of.local) {
            return Fate::Lost(how);
        }
        // With `Local` its Pods are on the node itself.
        let (all, dead) = match (self.of.local, self.all.ready) {
            (true, _) => return Fate::Served,
            (false, 0) => (self.all.serving, self.dead.serving),
            (false, ready) => (ready, self.dead.ready),
        };
        match dead {
            0 => Fate::Served,
            _ if dead < all => Fate::Partly,
            _ => Fate::Lost(Lost::TimedOut),
        }
    }

    /// The way of a connection that comes to that backend; by default, to one that loses it, if there is one.
    pub fn way(&self, client: Client, through: Option<NodeId>) -> Packet {
        if client == Client::Inside {
            return self.inside();
        }
        let tried = || self.backends.iter().filter(|one| one.is_tried).copied();
        let chosen = through.and_then(|node| tried().find(|one| one.node == node));
        let loses = |one: &Backend| matches!(self.fate(one.node), Fate::Lost(_));
        let partly = |one: &Backend| self.fate(one.node) == Fate::Partly;
        let chosen = chosen.or_else(|| tried().find(loses)).or_else(|| tried().find(partly));
        let Some(through) = chosen.or_else(|| tried().next()) else {
            return Packet::new(vec![self.rule(), self.group(0)], None);
        };
        let mut hops = vec![self.rule(), self.group(tried().count())];
        self.on_node(through.node, tried().count(), &mut hops);
        Packet::new(hops, Some(through))
    }

    fn rule(&self) -> Hop {
        let port = self.service.port.as_ref().map_or_else(String::new, |one| one.port.clone());
        let key = if port.is_empty() { "packet-rule-any" } else { "packet-rule" };
        let text = Phrase::new(key).with("service", Subject::Service(self.id)).with("port", port);
        Hop::new(Phrase::new("hop-rule"), text, &["LB-36"])
    }

    /// The backends of which one is chosen, and what the health check says of them.
    fn group(&self, tried: usize) -> Hop {
        let (all, passing) = self.counts();
        let check = self.of.health_check();
        let port = match self.of.health_check_port(self.plan.balancing, self.service.check_port) {
            ProbePort::Number(port) => Phrase::new("probe-port").with("port", port.to_string()),
            ProbePort::Assigned => Phrase::new("probe-assigned"),
        };
        let key = match (tried, passing) {
            (0, _) => "packet-lost-nowhere",
            (_, 0) => "packet-none-passes",
            _ => "packet-passing",
        };
        let text = Phrase::new(key)
            .with("kind", Phrase::new(self.of.kind.key()))
            .with("backends", all)
            .with("healthy", passing)
            .with("port", port)
            .with("every", check.interval)
            .with("failures", check.failures);
        let ids: &[&str] = match self.of.kind {
            _ if tried == 0 => &["AM-97"],
            _ if passing == 0 => &["BS-85"],
            BalancerKind::InternalNeg => &["LB-17", "BS-62"],
            BalancerKind::InternalGroup => &["LB-18", "BS-62"],
            BalancerKind::ExternalNeg => &["BS-60", "BS-62"],
            BalancerKind::ExternalGroup => &["LB-19", "BS-62"],
            BalancerKind::TargetPool => &["LB-20", "BS-62"],
        };
        let hop = Hop::new(Phrase::new("hop-backends"), text, ids);
        Hop { is_lost: tried == 0, ..hop }
    }

    /// From a backend on.
    ///
    /// Rulebook: LB-37 … LB-39. Source: About LoadBalancer Services.
    fn on_node(&self, node: NodeId, tried: usize, hops: &mut Vec<Hop>) {
        let title = named(Subject::Node(node));
        let phrase = |key| Phrase::new(key).with("node", Subject::Node(node));
        if self.is_dead(node) {
            hops.push(Hop::lost(title, phrase("packet-lost-vm"), &["AM-95", "AM-97"]));
            return;
        }
        let by_client = u32::from(self.service.by_client);
        let chosen = phrase("packet-chosen").with("backends", tried).with("affinity", by_client);
        hops.push(Hop::new(title, chosen, &["BS-84", "LB-36"]));
        if let Some(how) = self.loses(node, self.of.local) {
            hops.push(lost(how, phrase));
            return;
        }
        let key = if self.of.local { "packet-to" } else { "packet-to-masked" };
        let ids: &[&str] = if self.of.local { &["LB-37", "LB-39"] } else { &["LB-37", "LB-38"] };
        hops.push(Hop::new(Phrase::new("hop-node"), self.translated(phrase(key)), ids));
        if let Some(on) = self.to_pod(node, Client::Outside, hops) {
            let back = !self.of.local && on != node;
            let key = if back { "packet-back" } else { "packet-direct" };
            let text = phrase(key).with("on", Subject::Node(on));
            let ids: &[&str] = if back { &["LB-38"] } else { &["LB-39"] };
            hops.push(Hop::new(Phrase::new("hop-answer"), text, ids));
        }
    }

    /// From a Pod of the cluster: its own node translates the address of the load balancer.
    ///
    /// Rulebook: BS-127. Source: Kubernetes, `pkg/proxy/iptables`.
    fn inside(&self) -> Packet {
        let mut nodes = self.cluster.nodes.iter();
        let home = nodes.find(|(id, _)| !self.is_dead(*id)).map(|(id, _)| id);
        let Some(node) = home else {
            return Packet::new(Vec::new(), None);
        };
        let phrase = |key| Phrase::new(key).with("node", Subject::Node(node));
        let v2 = self.plan.balancing.dataplane_v2;
        let key = if v2 { "packet-inside-assumed" } else { "packet-inside" };
        let mut hops = vec![Hop::new(Phrase::new("hop-client"), phrase(key), &["BS-127"])];
        if let Some(how) = self.loses(node, false) {
            hops.push(lost(how, phrase));
        } else {
            let key = if self.of.local { "packet-to" } else { "packet-to-masked" };
            let text = self.translated(phrase(key));
            hops.push(Hop::new(Phrase::new("hop-node"), text, &["LB-37", "BS-127"]));
            self.to_pod(node, Client::Inside, &mut hops);
        }
        Packet::new(hops, None)
    }

    fn translated(&self, text: Phrase) -> Phrase {
        let by = if self.plan.balancing.dataplane_v2 { "eBPF" } else { "iptables" };
        let target = match &self.service.port {
            Some(one) => Phrase::new("packet-port").with("port", one.target.clone()),
            None => Phrase::new("packet-port-any"),
        };
        text.with("by", by.to_owned()).with("target", target)
    }

    /// To a Pod that may be chosen on the node, or to one on a dead node, if there is one. The node of the Pod, if it arrives.
    fn to_pod(&self, node: NodeId, client: Client, hops: &mut Vec<Hop>) -> Option<NodeId> {
        let local = self.of.local && client == Client::Outside;
        let (is_last, pods) = self.pods(node, local);
        let unlucky = pods.iter().find(|(_, on)| self.is_dead(*on));
        let (pod, on) = *unlucky.or(pods.first())?;
        let title = named(Subject::Pod(pod));
        let dead = pods.iter().filter(|(_, on)| self.is_dead(*on)).count();
        let key = match (unlucky.is_some(), is_last, on == node) {
            (true, ..) => "packet-lost-pod",
            (_, true, _) => "packet-last",
            (_, _, true) => "packet-here",
            _ if client == Client::Inside => "packet-over",
            _ => "packet-there",
        };
        let text = Phrase::new(key).with("on", Subject::Node(on));
        let text = text.with("pods", pods.len()).with("dead", dead);
        if unlucky.is_some() {
            hops.push(Hop::lost(title, text, &["AM-97"]));
            return None;
        }
        let ids: &[&str] = match client {
            _ if is_last => &["LB-41", "BS-124"],
            Client::Inside => &["BS-127"],
            Client::Outside if local => &["LB-39"],
            Client::Outside => &["LB-38"],
        };
        hops.push(Hop::new(title, text, ids));
        Some(on)
    }

    fn is_dead(&self, node: NodeId) -> bool {
        let node = self.cluster.nodes.get(node);
        node.is_none_or(|one| !one.up() || one.health == Health::Down)
    }

    /// The Pods of which a node chooses one, and whether they are the last resort.
    fn pods(&self, node: NodeId, local: bool) -> (bool, Vec<(PodId, NodeId)>) {
        let here = |all: &[(PodId, NodeId)]| -> Vec<(PodId, NodeId)> {
            all.iter().filter(|(_, on)| !local || *on == node).copied().collect()
        };
        let ready = here(&self.ready);
        if ready.is_empty() { (true, here(&self.serving)) } else { (false, ready) }
    }

    fn loses(&self, node: NodeId, local: bool) -> Option<Lost> {
        let template = self.cluster.nodes.get(node).map(|one| one.template);
        let version = template.and_then(|it| self.plan.templates.get(it)?.version);
        let here = self.here.get(&node).copied().unwrap_or_default();
        self.plan.balancing.loses(version, local, here, self.all)
    }
}

fn named(subject: Subject) -> Phrase {
    Phrase::new("hop-name").with("name", subject)
}

fn lost(how: Lost, phrase: impl Fn(&'static str) -> Phrase) -> Hop {
    let (key, ids): (_, &[&str]) = match how {
        Lost::TimedOut => ("packet-lost-timed-out", &["LB-40", "BS-123"]),
        Lost::Refused => ("packet-lost-refused", &["LB-40", "BS-123"]),
        Lost::Reset => ("packet-lost-reset", &["LB-40", "LB-42"]),
    };
    Hop::lost(Phrase::new("hop-node"), phrase(key), ids)
}

/// In the order of nodes, as the Service's rows leave them.
fn backends(trace: &Trace, frame: &Frame, id: ServiceId, of: LoadBalancer) -> Vec<Backend> {
    let (plan, cluster) = (trace.plan(), &frame.cluster);
    let mut all: Map<NodeId, Backend> = Map::new();
    let mut connected = connected(plan, &plan.services[id], of);
    let mut reached: Set<NodeId> = Set::new();
    let mut last = SimTime::ZERO;
    let mut settle = |connected: &mut Option<Chosen>| {
        for (node, gets) in connected.as_mut().map(Chosen::connect).unwrap_or_default() {
            if gets {
                reached.insert(node)
            } else {
                reached.remove(&node)
            };
        }
    };
    for no in trace.rows_of(Subject::Service(id)) {
        let Some(row) = trace.record(no).filter(|_| no.0 < frame.next) else { break };
        if row.at > last {
            settle(&mut connected);
            last = row.at;
        }
        let state = |healthy| if healthy { BackendState::Passes } else { BackendState::Fails };
        let (node, state, joins) = match row.change {
            Change::BackendAdded { node, healthy } => (node, state(healthy), true),
            Change::BackendRemoved { node, .. } => (node, BackendState::Left, true),
            Change::BackendHealthy { node } => (node, BackendState::Passes, false),
            Change::BackendUnhealthy { node } => (node, BackendState::Fails, false),
            _ => continue,
        };
        if let Some(connected) = connected.as_mut().filter(|_| joins) {
            let (name, zone) = place(plan, cluster, node);
            connected.set(node, &name, &zone, state != BackendState::Left);
        }
        let no = all.get(&node).filter(|_| !joins).map_or(no, |before| before.no);
        all.insert(node, Backend { node, state, since: row.at, no, is_tried: false });
    }
    settle(&mut connected);
    let mut all: Vec<Backend> = all.into_iter().map(|(_, one)| one).collect();
    order::sort_by_key(&mut all, |one| one.node);
    let gets = |one: &Backend| connected.is_none() || reached.contains(&one.node);
    let passes = |one: &Backend| one.state == BackendState::Passes && gets(one);
    let any = all.iter().any(passes);
    for one in &mut all {
        one.is_tried = passes(one) || !any && one.state == BackendState::Fails && gets(one);
    }
    all
}

/// Was the Pod ready when it was told to stop, and has it not failed since?
fn serves(trace: &Trace, frame: &Frame, pod: PodId) -> bool {
    let rows = trace.rows_of(Subject::Pod(pod)).into_iter().take_while(|no| no.0 < frame.next);
    let rows = rows.filter_map(|no| trace.record(no));
    let serves = |pod: Pod| pod.ready() || matches!(pod.phase(), PodPhase::Terminating { .. });
    let at_start = trace.start().pod(pod).is_some_and(serves);
    let to_the_end = trace.owner(pod).is_some_and(|own| trace.plan().serves_to_the_end(pod, own));
    to_the_end
        && rows.fold(at_start, |ready, row| match row.change {
            Change::PodReady => true,
            Change::PodUnready
            | Change::ContainerExited { .. }
            | Change::ContainerKilled { .. } => false,
            _ => ready,
        })
}
