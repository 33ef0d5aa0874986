//! One load balancer: its backends as its controller last saw the nodes, and its probes.

use super::facts::Known;
use crate::cx::Cx;
use crate::rules::Rule;
use crate::wake::Wake;
use base::{Map, NodeId, ServiceId, SimSpan, SimTime, ZoneId, order};
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
    nodes: Map<NodeId, Seen>,
}

/// A node, as it is for one load balancer.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    pods: PodsHere,
    /// It may be a backend, as the controller last saw it.
    candidate: Option<BackendNode>,
    is_backend: bool,
    probed: Option<Probed>,
}

impl Balancer {
    pub(super) fn new(plan: &Plan, service: &Service, of: LoadBalancer) -> Self {
        let name = format!("{}/{}", service.namespace, service.name);
        Self { of, subsets: Subsets::new(plan.seed, &name), nodes: Map::new() }
    }

    /// So many Pods more on the node that aren't terminating, and that are ready.
    pub(super) fn count(&mut self, node: NodeId, (staying, ready): (i32, i32)) {
        let here = &mut self.seen(node).pods;
        here.staying = here.staying.saturating_add_signed(staying);
        here.ready = here.ready.saturating_add_signed(ready);
    }

    fn seen(&mut self, node: NodeId) -> &mut Seen {
        self.nodes.entry(node).or_default()
    }

    fn here(&self, node: NodeId) -> PodsHere {
        self.nodes.get(&node).map_or(PodsHere::default(), |one| one.pods)
    }

    /// Those that hold, sorted.
    fn those(&self, holds: impl Fn(&Seen) -> bool) -> Vec<NodeId> {
        let found = self.nodes.iter().filter(|(_, one)| holds(one));
        let mut found: Vec<NodeId> = found.map(|(node, _)| *node).collect();
        order::sort(&mut found);
        found
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
            let may = self.of.is_candidate(cx.plan.balancing, &known.facts, self.here(*node));
            let seen = self.seen(*node);
            seen.probed = Some(Probed { answers, since: cx.now, passes: answers });
            seen.candidate = may.then_some(known.facts);
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
        self.seen(node).candidate = known.filter(is_candidate).map(|known| known.facts);
        let chosen = self.chosen(cx);
        let gone = self.those(|one| one.is_backend);
        for backend in gone.into_iter().filter(|one| chosen.binary_search(one).is_err()) {
            let rule =
                if backend == node { self.why_gone(known, node) } else { Rule::LeavesForOthers };
            let drains = self.of.connection_draining(true, None).unwrap_or(SimSpan::ZERO);
            let change = Change::BackendRemoved { node: backend, drains_s: drains.secs() };
            if cx.record(rule, id, change).is_some() {
                self.seen(backend).is_backend = false;
            }
        }
        for backend in chosen {
            if !self.seen(backend).is_backend {
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
        let healthy = self.seen(node).probed.is_some_and(|one| one.passes);
        if cx.record(rule, id, Change::BackendAdded { node, healthy }).is_some() {
            self.seen(node).is_backend = true;
        }
    }

    /// The backends among the candidates, sorted.
    fn chosen(&self, cx: &Cx<'_>) -> Vec<NodeId> {
        let (plan, cluster) = (cx.plan, &cx.world.cluster);
        let zone_of = |node: NodeId| plan.groups[cluster.nodes[node].group].zone;
        let all = self.those(|one| one.candidate.is_some());
        let mut zones: Vec<ZoneId> = all.iter().map(|node| zone_of(*node)).collect();
        order::sort(&mut zones);
        zones.dedup();
        let pods: u32 = self.nodes.values().map(|one| one.pods.staying).sum();
        let present = self.nodes.values().filter(|one| one.is_backend).count();
        let limit = self.of.limit(plan.balancing, zones.len(), pods as usize, present);
        if limit.is_none_or(|limit| all.len() <= limit) {
            return all;
        }
        let names: Vec<String> = all.iter().map(|node| plan.node_name(cluster, *node)).collect();
        let nodes: Vec<NodeInZone<'_>> = all
            .iter()
            .zip(&names)
            .filter_map(|(node, name)| Some((node, name, self.nodes.get(node)?.candidate?)))
            .map(|(node, name, facts)| NodeInZone {
                id: *node,
                name,
                zone: &plan.zones[zone_of(*node)].name,
                facts,
                pods: self.here(*node),
                present: self.nodes[node].is_backend,
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
            self.seen(node).probed = None;
            return;
        };
        let answers = self.of.answers(cx.plan.balancing, &known.facts, self.here(node));
        let fresh = Probed { answers: !answers, since: cx.now, passes: false };
        let notices = self.of.health_check().notices_after(answers);
        let one = self.seen(node).probed.get_or_insert(fresh);
        if one.answers == answers {
            return;
        }
        (one.answers, one.since) = (answers, cx.now);
        if one.passes != answers {
            cx.wake(cx.now + notices, Wake::CheckHealth(id, node));
        }
    }

    /// So many probes in a row had the same result, if nothing has changed since.
    pub(super) fn check(&mut self, cx: &mut Cx<'_>, id: ServiceId, node: NodeId) {
        let check = self.of.health_check();
        let seen = self.seen(node);
        let Some(one) = seen.probed.as_mut() else { return };
        let needed = check.notices_after(one.answers);
        if one.passes == one.answers || cx.now - one.since < needed {
            return;
        }
        one.passes = one.answers;
        let (rule, change) = match one.passes {
            true => (Rule::PassesCheck, Change::BackendHealthy { node }),
            false => (Rule::FailsCheck, Change::BackendUnhealthy { node }),
        };
        if seen.is_backend {
            cx.record(rule, id, change);
        }
    }
}
