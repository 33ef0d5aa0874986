//! One load balancer: its backends as its controller last saw the nodes, and its probes.

use super::facts::Known;
use crate::cx::Cx;
use crate::rules::Rule;
use crate::wake::Wake;
use base::{Map, NodeId, ServiceId, Set, SimSpan, SimTime};
use model::load_balancer::{
    BackendNode, LoadBalancer, NodeInZone, PodsHere, SYNC_DELAY, Subsets, Trigger,
};
use model::{Plan, Service};
use trace::Change;

/// What probes of a node find.
#[derive(Clone, Copy, Debug)]
struct Probed {
    /// How it answers, and since when.
    answers: bool,
    since: SimTime,
    /// What the health check has made of it.
    passes: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Balancer {
    of: LoadBalancer,
    subsets: Subsets,
    pods: Map<NodeId, PodsHere>,
    /// Candidates, as the controller last saw them.
    candidates: Map<NodeId, BackendNode>,
    backends: Set<NodeId>,
    probed: Map<NodeId, Probed>,
}

impl Balancer {
    pub(super) fn new(plan: &Plan, service: &Service, of: LoadBalancer) -> Self {
        let name = format!("{}/{}", service.namespace, service.name);
        Self {
            of,
            subsets: Subsets::new(plan.seed, &name),
            pods: Map::new(),
            candidates: Map::new(),
            backends: Set::new(),
            probed: Map::new(),
        }
    }

    /// So many Pods more on the node that aren't terminating, and that are ready.
    pub(super) fn count(&mut self, node: NodeId, (staying, ready): (i32, i32)) {
        let here = self.pods.entry(node).or_default();
        here.staying = here.staying.saturating_add_signed(staying);
        here.ready = here.ready.saturating_add_signed(ready);
        if *here == PodsHere::default() {
            self.pods.remove(&node);
        }
    }

    fn here(&self, node: NodeId) -> PodsHere {
        self.pods.get(&node).copied().unwrap_or_default()
    }

    pub(super) fn looks(&self, trigger: Trigger) -> bool {
        self.of.looks(trigger, false)
    }

    /// The controller looks at the node when it is through with what comes before.
    pub(super) fn request(&self, cx: &mut Cx<'_>, id: ServiceId, node: NodeId) {
        cx.wake(cx.now + SYNC_DELAY, Wake::SyncBackends(id, node));
    }

    /// The backends of the start have long been found out.
    pub(super) fn begin(&mut self, cx: &mut Cx<'_>, id: ServiceId, nodes: &Map<NodeId, Known>) {
        for (node, known) in nodes {
            let answers = self.of.answers(cx.plan.balancing, &known.facts, self.here(*node));
            self.probed.insert(*node, Probed { answers, since: cx.now, passes: answers });
            if self.of.is_candidate(cx.plan.balancing, &known.facts, self.here(*node)) {
                self.candidates.insert(*node, known.facts);
            }
        }
        for node in self.chosen(cx) {
            self.add(cx, id, node, Rule::BackendAtStart);
        }
    }

    /// Follows what has changed about the node, and about how many backends there may be.
    pub(super) fn sync(
        &mut self,
        cx: &mut Cx<'_>,
        id: ServiceId,
        node: NodeId,
        nodes: &Map<NodeId, Known>,
    ) {
        let known = nodes.get(&node);
        let is_candidate =
            |known: &&Known| self.of.is_candidate(cx.plan.balancing, &known.facts, self.here(node));
        match known.filter(is_candidate) {
            Some(known) => self.candidates.insert(node, known.facts),
            None => self.candidates.remove(&node),
        };
        let chosen = self.chosen(cx);
        let mut gone: Vec<NodeId> = self.backends.iter().copied().collect();
        gone.retain(|backend| chosen.binary_search(backend).is_err());
        base::order::sort(&mut gone);
        for backend in gone {
            let rule =
                if backend == node { self.why_gone(known, node) } else { Rule::LeavesForOthers };
            let drains = self.of.connection_draining(true, None).unwrap_or(SimSpan::ZERO);
            let change = Change::BackendRemoved { node: backend, drains_s: drains.secs() };
            if cx.record(rule, id, change).is_some() {
                self.backends.remove(&backend);
            }
        }
        for backend in chosen {
            if !self.backends.contains(&backend) {
                self.add(cx, id, backend, Rule::BackendJoins);
            }
        }
    }

    fn why_gone(&self, known: Option<&Known>, node: NodeId) -> Rule {
        let Some(known) = known else { return Rule::LeavesWithNode };
        let facts = known.facts;
        if facts.to_be_deleted {
            Rule::LeavesForDeletion
        } else if facts.gke_drain {
            Rule::LeavesForDrain
        } else if self.of.local && self.here(node).staying == 0 {
            Rule::LeavesWithPods
        } else if !facts.ready {
            Rule::LeavesNotReady
        } else {
            Rule::LeavesForOthers
        }
    }

    fn add(&mut self, cx: &mut Cx<'_>, id: ServiceId, node: NodeId, rule: Rule) {
        let healthy = self.probed.get(&node).is_some_and(|one| one.passes);
        if cx.record(rule, id, Change::BackendAdded { node, healthy }).is_some() {
            self.backends.insert(node);
        }
    }

    /// The backends among the candidates, sorted.
    fn chosen(&self, cx: &Cx<'_>) -> Vec<NodeId> {
        let (plan, cluster) = (cx.plan, &cx.world.cluster);
        let zone_of = |node: NodeId| plan.groups[cluster.nodes[node].group].zone;
        let zones: Set<_> = self.candidates.keys().map(|node| zone_of(*node)).collect();
        let pods: u32 = self.pods.values().map(|here| here.staying).sum();
        let present = self.backends.len();
        let limit = self.of.limit(plan.balancing, zones.len(), pods as usize, present);
        let mut all: Vec<NodeId> = self.candidates.keys().copied().collect();
        base::order::sort(&mut all);
        if limit.is_none_or(|limit| all.len() <= limit) {
            return all;
        }
        let names: Vec<String> = all.iter().map(|node| plan.node_name(cluster, *node)).collect();
        let nodes: Vec<NodeInZone<'_>> = all
            .iter()
            .zip(&names)
            .map(|(node, name)| NodeInZone {
                id: *node,
                name,
                zone: &plan.zones[zone_of(*node)].name,
                facts: self.candidates[node],
                pods: self.here(*node),
                present: self.backends.contains(node),
            })
            .collect();
        self.subsets.backends(self.of, plan.balancing, &nodes, present)
    }

    /// How the node answers probes may have changed.
    pub(super) fn probe(
        &mut self,
        cx: &mut Cx<'_>,
        id: ServiceId,
        node: NodeId,
        known: Option<Known>,
    ) {
        let Some(known) = known else {
            self.probed.remove(&node);
            return;
        };
        let answers = self.of.answers(cx.plan.balancing, &known.facts, self.here(node));
        let fresh = Probed { answers: !answers, since: cx.now, passes: false };
        let one = self.probed.entry(node).or_insert(fresh);
        if one.answers == answers {
            return;
        }
        (one.answers, one.since) = (answers, cx.now);
        if one.passes != answers {
            let at = cx.now + self.of.health_check().notices_after(answers);
            cx.wake(at, Wake::CheckHealth(id, node));
        }
    }

    /// So many probes in a row had the same result, if nothing has changed since.
    pub(super) fn check(&mut self, cx: &mut Cx<'_>, id: ServiceId, node: NodeId) {
        let Some(one) = self.probed.get_mut(&node) else { return };
        let needed = self.of.health_check().notices_after(one.answers);
        if one.passes == one.answers || cx.now - one.since < needed {
            return;
        }
        one.passes = one.answers;
        let (rule, change) = match one.passes {
            true => (Rule::PassesCheck, Change::BackendHealthy { node }),
            false => (Rule::FailsCheck, Change::BackendUnhealthy { node }),
        };
        if self.backends.contains(&node) {
            cx.record(rule, id, change);
        }
    }
}
