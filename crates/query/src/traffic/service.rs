//! One Service: its backends and Pods, and the share that follows from them.

use super::TrafficShare;
use super::cuts::OpenConnections;
use base::{Map, NodeId, RecordNo, SimTime};
use model::Version;
use model::load_balancer::{Behavior, Endpoints, LoadBalancer, Lost};

/// Before the last resort.
const OLD: Version = Version { major: 1, minor: 25, patch: None, gke: None };

/// How a Pod takes connections.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Takes {
    Ready,
    /// Terminating, and still passing readiness.
    Serving,
}

/// What becomes of connections on a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NodeFate {
    /// Its VM doesn't answer.
    Dead,
    /// No Pod may be chosen; by the version of the node.
    EmptyOld,
    EmptyNew,
    Open,
}

/// A node, as it is for one Service.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct NodeOfService {
    pub(super) pods: Endpoints,
    /// Whether it is healthy, if it is a backend.
    pub(super) backend: Option<bool>,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) struct ServiceScan {
    pub(super) of: LoadBalancer,
    pub(super) nodes: Map<NodeId, NodeOfService>,
    pub(super) all: Endpoints,
    /// Ready Pods on nodes that are dead.
    pub(super) dead_ready: u32,
    /// Backends by their fate: all but the healthy ones, and those.
    pub(super) counts: [[u32; 4]; 2],
    pub(super) open: OpenConnections,
    /// The first row of the last instant that has changed something.
    pub(super) touched: Option<(SimTime, RecordNo)>,
}

impl ServiceScan {
    pub(super) fn new(of: LoadBalancer, has_tcp: bool) -> Self {
        Self {
            of,
            nodes: Map::new(),
            all: Endpoints::default(),
            dead_ready: 0,
            open: OpenConnections::new(has_tcp),
            counts: [[0; 4]; 2],
            touched: None,
        }
    }

    pub(super) fn here(&self, node: NodeId) -> Endpoints {
        self.nodes.get(&node).map_or(Endpoints::default(), |one| one.pods)
    }

    /// One of how many backends it is that get new connections.
    pub(super) fn one_of(&self, node: NodeId) -> Option<u32> {
        let healthy = self.nodes.get(&node)?.backend?;
        let [unhealthy, all] = self.counts.map(|counts| counts.iter().sum::<u32>());
        match all {
            0 => Some(unhealthy),
            all => healthy.then_some(all),
        }
    }

    /// With `Local`, how many of the node's Pods have connections.
    pub(super) fn alive(&self, node: NodeId) -> Option<u32> {
        let pods = self.here(node).ready + self.open.pods_on(node);
        self.of.local.then_some(pods)
    }

    /// The node's VM ends, with the connections through it and to its Pods.
    pub(super) fn cut_vm(&mut self, node: NodeId, when: (SimTime, RecordNo)) {
        let (of, alive, here) = (self.one_of(node), self.alive(node), self.here(node));
        self.open.cut_backend(node, of, alive, when);
        // Those that come through other nodes.
        let others = of.map_or((1, 1), |of| (of - 1, of));
        if !self.of.local && here.ready > 0 {
            let [of_pods, of_backends] = [self.all.ready, others.1].map(u64::from);
            let cut = u64::from(here.ready) * u64::from(others.0);
            self.open.cut_pods(cut, of_pods * of_backends, when);
        }
    }

    pub(super) fn count(&mut self, healthy: bool, fate: NodeFate, sign: i32) {
        let count = &mut self.counts[usize::from(healthy)][fate as usize];
        *count = count.saturating_add_signed(sign);
    }

    pub(super) fn takes(&mut self, node: NodeId, takes: Takes, sign: i32, dead: bool) {
        for own in [&mut self.all, &mut self.nodes.entry(node).or_default().pods] {
            let count = if takes == Takes::Ready { &mut own.ready } else { &mut own.serving };
            *count = count.saturating_add_signed(sign);
        }
        if dead && takes == Takes::Ready {
            self.dead_ready = self.dead_ready.saturating_add_signed(sign);
        }
    }

    /// Rulebook: AM-97, BS-85. Backends have equal weights; with none, nothing answers.
    pub(super) fn share(&self, behavior: Behavior, from: SimTime, no: RecordNo) -> TrafficShare {
        let sum = |counts: [u32; 4]| counts.iter().sum::<u32>();
        let [unhealthy, healthy] = self.counts;
        let tried = if sum(healthy) > 0 { healthy } else { unhealthy };
        let [dead, old, new, open] = tried.map(u64::from);
        let mut kinds = [0; 3];
        let mut add = |how: Lost, n: u64| kinds[how as usize] += n;
        // The version before the last resort, and a recent one.
        let versions = [Some(OLD), None];
        let (mut of, mut losing) = (u64::from(sum(tried)), dead);
        let ready = u64::from(self.all.ready);
        if of == 0 {
            (of, losing) = (1, 0);
            add(Lost::TimedOut, 1);
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
            let part = (old + new + open) * u64::from(self.dead_ready);
            add(Lost::TimedOut, dead * ready + part);
            of *= ready;
        } else {
            add(Lost::TimedOut, dead);
            for (n, version) in [old, new + open].into_iter().zip(versions) {
                if let Some(how) = behavior.loses(version, false, Endpoints::default(), self.all) {
                    add(how, n);
                    losing += n;
                }
            }
        }
        let backends = sum(unhealthy) + sum(healthy);
        let losing = losing as u32;
        TrafficShare { from, no, backends, healthy: sum(healthy), losing, kinds, of }
    }
}
