//! One Service: its backends and Pods, and the share that follows from them.

use super::cuts::OpenConnections;
use super::nodes::{self, Drawable, NodeCounts, NodeFate, NodeScan};
use super::{Fraction, TrafficShare};
use base::{Map, NodeId, PodId, RecordNo, SimTime, ZoneId, muted};
use model::load_balancer::{Behavior, Chosen, Endpoints, LoadBalancer, Lost, Subsets};
use model::service::Protocols;
use model::{Cluster, Plan, Service, Version};

/// SpreadOver the last resort.
const OLD: Version = Version { major: 1, minor: 25, patch: None, gke: None };

/// How a Pod takes connections.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Takes {
    Ready,
    /// Terminating, and still passing readiness.
    Serving,
}

/// A node, as it is for one Service.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct NodeOfService {
    pub(super) pods: Endpoints,
    /// Whether it is healthy, if it is a backend.
    pub(super) backend: Option<bool>,
    /// It is one that gets new connections.
    pub(super) connected: bool,
}

/// Connections that are open were spread over these.
#[derive(Clone, PartialEq, Debug, Default)]
struct SpreadOver {
    at: Option<SimTime>,
    /// Backends that get new connections: all but the healthy ones, and those.
    backends: [u32; 2],
    /// Ready Pods: in all, and on nodes whose Pods have changed since.
    ready: u32,
    here: Vec<(NodeId, u32)>,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) struct ServiceScan {
    pub(super) of: LoadBalancer,
    /// The place of the nodes among which some are drawn.
    pub(super) draws: Option<usize>,
    pub(super) nodes: Map<NodeId, NodeOfService>,
    pub(super) all: Endpoints,
    /// Those on nodes that are dead.
    pub(super) dead: Endpoints,
    /// Backends: all but the healthy ones, and those.
    backends: [u32; 2],
    /// The same by their fate, of those that get new connections.
    counts: NodeCounts,
    /// How many these are in each zone.
    sizes: Vec<u32>,
    /// Which these are, if not all.
    connected: Option<Chosen>,
    pub(super) open: OpenConnections,
    /// What there was before the changes of the last instant.
    before: SpreadOver,
    /// The first row of the last instant that has changed something, or the last one that has changed what is lost.
    pub(super) touched: Option<(SimTime, RecordNo)>,
    lost: Fraction,
}

/// What is lost of new connections.
struct Loss {
    /// In each way, of so many.
    kinds: [u64; 3],
    of: u64,
    /// Nodes whose connections are lost.
    losing: u32,
}

impl Loss {
    fn part(&self) -> Fraction {
        Fraction { n: self.kinds.iter().sum(), of: self.of }
    }
}

/// Which backends of a Service get new connections, if not all do.
pub(crate) fn connected(plan: &Plan, service: &Service, of: LoadBalancer) -> Option<Chosen> {
    let name = format!("{}/{}", service.namespace, service.name);
    Chosen::connected(of.kind, Subsets::new(plan.seed, &name))
}

/// The names by which it is decided: a node's, and that of its zone.
pub(crate) fn place(plan: &Plan, cluster: &Cluster, node: NodeId) -> (String, String) {
    let zone = plan.groups[cluster.nodes[node].group].zone;
    (plan.node_name(cluster, node), plan.zones[zone].name.clone())
}

impl ServiceScan {
    pub(super) fn new(
        plan: &Plan,
        service: &Service,
        of: LoadBalancer,
        draws: Option<usize>,
    ) -> Self {
        let has_tcp = service.protocols != Protocols::Others;
        Self {
            of,
            draws,
            backends: [0; 2],
            connected: connected(plan, service, of),
            nodes: Map::new(),
            all: Endpoints::default(),
            dead: Endpoints::default(),
            open: OpenConnections::new(has_tcp),
            counts: NodeCounts::default(),
            sizes: vec![0; plan.zones.len() as usize],
            before: SpreadOver::default(),
            touched: None,
            lost: Fraction::NONE,
        }
    }

    pub(super) fn here(&self, node: NodeId) -> Endpoints {
        self.nodes.get(&node).map_or(Endpoints::default(), |one| one.pods)
    }

    #[inline(never)] // For the size of the program.
    pub(super) fn touch(&mut self, behavior: Behavior, when: (SimTime, RecordNo)) {
        let lost = self.share(behavior, when.0, when.1).lost();
        let changes = std::mem::replace(&mut self.lost, lost) != lost;
        self.touched = if changes { Some(when) } else { self.touched.or(Some(when)) };
    }

    /// Something changes at that instant.
    pub(super) fn begin(&mut self, at: SimTime) {
        if self.before.at != Some(at) {
            let backends = self.counts.map(|counts| counts.iter().sum::<u32>());
            let ready = self.all.ready;
            self.before = SpreadOver { at: Some(at), backends, ready, here: Vec::new() };
        }
    }

    /// One of how many backends it is that get new connections, or got them before this instant.
    pub(super) fn one_of(&self, node: NodeId) -> Option<u32> {
        let healthy = self.nodes.get(&node).filter(|one| one.connected)?.backend?;
        let [unhealthy, all] = match self.before.backends {
            [0, 0] => self.counts.map(|counts| counts.iter().sum::<u32>()),
            before => before,
        };
        match all {
            0 => Some(unhealthy),
            all => healthy.then_some(all),
        }
    }

    /// A ready Pod takes no new connections any more.
    pub(super) fn old_pod(&mut self, pod: PodId, node: NodeId) {
        let here = self.here(node).ready;
        let of = match self.of.local {
            true => match self.before.here.iter().find(|(other, _)| *other == node) {
                Some((_, before)) => *before,
                None => {
                    self.before.here.push((node, here));
                    here
                }
            },
            false => self.before.ready.max(self.all.ready),
        };
        self.open.old_pod(pod, node, of);
    }

    /// With `Local`, how many of the node's Pods have connections.
    pub(super) fn alive(&self, node: NodeId) -> Option<u32> {
        self.of.local.then(|| self.here(node).ready + self.open.pods_on(node))
    }

    /// The node's VM ends, with the connections through it and to its Pods.
    pub(super) fn cut_vm(&mut self, node: NodeId, when: (SimTime, RecordNo)) {
        self.begin(when.0);
        let (of, alive, here) = (self.one_of(node), self.alive(node), self.here(node));
        self.open.cut_backend(node, of, alive, when);
        if !self.of.local {
            let ready = (here.ready, self.before.ready.max(self.all.ready));
            self.open.cut_pods_on(node, ready, when);
        }
    }

    /// What becomes of connections to the Service on a node.
    pub(super) fn fate(&self, behavior: Behavior, node: NodeId, known: NodeScan) -> NodeFate {
        let has_last = behavior.has_last_resort(known.version);
        let empty = if has_last { NodeFate::EmptyNew } else { NodeFate::EmptyOld };
        let loses = |here| behavior.loses(known.version, true, here, self.all).is_some();
        // With `Cluster` the Pods of all nodes count, which is left to the share.
        match self.of.local {
            _ if known.dead => NodeFate::Dead,
            true if !loses(self.here(node)) => NodeFate::Open,
            _ => empty,
        }
    }

    fn count(&mut self, healthy: bool, fate: NodeFate, sign: i32) {
        let count = &mut self.counts[usize::from(healthy)][fate as usize];
        *count = count.saturating_add_signed(sign);
    }

    /// So many more backends of the zone get new connections.
    fn count_zone(&mut self, zone: ZoneId, sign: i32) {
        let size = &mut self.sizes[zone.0 as usize];
        *size = size.saturating_add_signed(sign);
    }

    /// The node is a healthy backend, an unhealthy one, or none any more. `named`: its name and its zone's.
    pub(super) fn set_backend(
        &mut self,
        node: NodeId,
        healthy: Option<bool>,
        (zone, fate): (ZoneId, NodeFate),
        named: impl FnOnce() -> (String, String),
    ) {
        let of = self.one_of(node);
        let was = self.nodes.get(&node).copied().unwrap_or_default();
        // One of many is chosen after all changes of the instant.
        let fresh = was.backend.is_none() && self.connected.is_none();
        let connected = healthy.is_some() && (was.connected || fresh);
        if let Some(chosen) =
            self.connected.as_mut().filter(|_| was.backend.is_some() != healthy.is_some())
        {
            let (name, zone) = named();
            chosen.set(node, &name, &zone, healthy.is_some());
        }
        for (side, counts, sign) in [(was.backend, was.connected, -1), (healthy, connected, 1)] {
            let Some(healthy) = side else { continue };
            let all = &mut self.backends[usize::from(healthy)];
            *all = all.saturating_add_signed(sign);
            if counts {
                self.count(healthy, fate, sign);
                self.count_zone(zone, sign);
            }
        }
        let one = self.nodes.entry(node).or_default();
        (one.backend, one.connected) = (healthy, connected);
        self.old_or_fresh(node, of, fate);
    }

    /// Its connections have no new ones beside them, or have again. `of`: one of how many it was that got some.
    fn old_or_fresh(&mut self, node: NodeId, of: Option<u32>, fate: NodeFate) {
        match (of, self.one_of(node)) {
            (Some(of), None) if fate != NodeFate::Dead => self.open.old_backend(node, of),
            (None, Some(_)) => self.open.fresh_backend(node),
            _ => {}
        }
    }

    /// After all changes of an instant: which backends get new connections, if not all do.
    pub(super) fn settle(&mut self, fate: impl Fn(&Self, NodeId) -> (ZoneId, NodeFate)) {
        let changes = self.connected.as_mut().map(Chosen::connect).unwrap_or_default();
        let before: Vec<Option<u32>> = changes.iter().map(|(node, _)| self.one_of(*node)).collect();
        for ((node, connected), of) in changes.into_iter().zip(before) {
            let (zone, fate) = fate(self, node);
            let Some(one) = self.nodes.get_mut(&node) else { continue };
            one.connected = connected;
            let Some(healthy) = one.backend else { continue };
            let sign = if connected { 1 } else { -1 };
            self.count(healthy, fate, sign);
            self.count_zone(zone, sign);
            self.old_or_fresh(node, of, fate);
        }
    }

    /// What becomes of connections on a node has changed.
    pub(super) fn set_fate(&mut self, node: NodeId, was: NodeFate, is: NodeFate) {
        let one = self.nodes.get(&node).filter(|one| one.connected && was != is);
        if let Some(healthy) = one.and_then(|one| one.backend) {
            self.count(healthy, was, -1);
            self.count(healthy, is, 1);
        }
    }

    pub(super) fn takes(&mut self, node: NodeId, takes: Takes, sign: i32, dead: bool) {
        let here = &mut self.nodes.entry(node).or_default().pods;
        let dead = dead.then_some(&mut self.dead);
        for own in [&mut self.all, here].into_iter().chain(dead) {
            let count = if takes == Takes::Ready { &mut own.ready } else { &mut own.serving };
            *count = count.saturating_add_signed(sign);
        }
    }

    /// Its Pods are on a dead node from now on, or no longer.
    pub(super) fn node_dies(&mut self, node: NodeId, sign: i32) {
        let here = self.here(node);
        for (count, n) in
            [(&mut self.dead.ready, here.ready), (&mut self.dead.serving, here.serving)]
        {
            *count = count.saturating_add_signed(sign * n as i32);
        }
    }

    #[inline(never)] // For the size of the program.
    pub(super) fn share(&self, behavior: Behavior, from: SimTime, no: RecordNo) -> TrafficShare {
        let sum = |counts: [u32; 4]| counts.iter().sum::<u32>();
        let [others, passing] = self.backends;
        let Loss { kinds, losing, of } = self.loss(behavior, self.counts);
        TrafficShare {
            from,
            no,
            backends: others + passing,
            healthy: passing,
            connected: self.counts.map(sum).iter().sum(),
            losing,
            kinds,
            of,
        }
    }

    /// What is lost with the best and with the worst draw, if not all that can be drawn are.
    ///
    /// Rulebook: AM-97, LB-15, LB-26, BS-64.
    #[inline(never)] // For the size of the program.
    pub(super) fn range(&self, behavior: Behavior, all: &Drawable) -> Option<[Fraction; 2]> {
        let zones: Vec<(NodeCounts, u32)> =
            all.zones.iter().copied().zip(self.sizes.iter().copied()).collect();
        let is_drawn =
            |(counts, size): &(NodeCounts, u32)| counts.iter().flatten().sum::<u32>() > *size;
        if !all.differ() || !zones.iter().any(is_drawn) {
            return None;
        }
        let lost = |counts| self.loss(behavior, counts).part();
        let fates = [0, 1, 2, 3].map(|fate| {
            let mut one = NodeCounts::default();
            one[1][fate] = 1;
            lost(one)
        });
        let now = lost(self.counts);
        let [low, high] = nodes::extremes(&zones, fates).map(lost);
        Some([low.min(now), high.max(now)])
    }

    /// Rulebook: AM-97, BS-85. Backends have equal weights; with none, nothing answers.
    #[inline(never)] // For the size of the program.
    fn loss(&self, behavior: Behavior, counts: NodeCounts) -> Loss {
        let sum = |counts: [u32; 4]| counts.iter().sum::<u32>();
        let [unhealthy, healthy] = counts;
        let as_healthy = sum(healthy) > 0 || muted("BS-85");
        let tried = if as_healthy { healthy } else { unhealthy };
        let [dead, old, new, open] = tried.map(u64::from);
        let mut kinds = [0; 3];
        let mut add = |how: Lost, n: u64| kinds[how as usize] += n;
        // The version before the last resort, and a recent one.
        let versions = [Some(OLD), None];
        let (mut of, mut losing) = (u64::from(sum(tried)), dead);
        let ready = u64::from(self.all.ready);
        if of == 0 {
            (of, losing) = (1, 0);
            add(Lost::TimedOut, u64::from(!muted("AM-97")));
        } else if self.of.local {
            add(Lost::TimedOut, dead);
            for (n, version) in [old, new].into_iter().zip(versions) {
                if let Some(how) = behavior.loses(version, true, Endpoints::default(), self.all) {
                    add(how, n);
                    losing += n;
                }
            }
        } else if ready > 0 {
            // Of the others' connections those that go to Pods on dead nodes.
            let part = (old + new + open) * u64::from(self.dead.ready);
            add(Lost::TimedOut, dead * ready + part);
            of *= ready;
        } else {
            // The last resort may be on dead nodes, too.
            let serving = u64::from(self.all.serving.max(1));
            add(Lost::TimedOut, dead * serving);
            for (n, version) in [old, new + open].into_iter().zip(versions) {
                match behavior.loses(version, false, Endpoints::default(), self.all) {
                    Some(how) => {
                        add(how, n * serving);
                        losing += n;
                    }
                    None => add(Lost::TimedOut, n * u64::from(self.dead.serving)),
                }
            }
            of *= serving;
        }
        Loss { kinds, losing: losing as u32, of }
    }
}
