//! One load balancer: its backends as its controller last saw the nodes, and its probes.

use super::facts::Known;
use crate::cx::Cx;
use crate::rules::Rule;
use crate::wake::Wake;
use base::{Map, NodeId, ServiceId, SimSpan, SimTime, ZoneId, order};
use model::load_balancer::{
    Backend, BackendNode, GROUP, LoadBalancer, NodeInZone, PodsHere, Subsets, Trigger, parts,
};
use model::service::Protocols;
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
    /// How long open connections continue on a backend that has left.
    drains: SimSpan,
    subsets: Subsets,
    nodes: Map<NodeId, Seen>,
    /// How many candidates each zone has.
    candidates: Map<ZoneId, usize>,
    /// Pods that aren't terminating.
    staying: u32,
    /// Backends.
    present: usize,
    /// How many of each zone were chosen the last time, and whether those were all candidates.
    parts: Parts,
    whole: bool,
}

/// How many nodes of each zone are backends. `None`: the names of the nodes decide.
type Parts = Option<Vec<(ZoneId, usize)>>;

fn zone_of(cx: &Cx<'_>, node: NodeId) -> ZoneId {
    cx.plan.groups[cx.world.cluster.nodes[node].group].zone
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
        let drains = of.connection_draining(service.protocols == Protocols::Tcp, service.draining);
        Self {
            of,
            drains: drains.unwrap_or(SimSpan::ZERO),
            subsets: Subsets::new(plan.seed, &name),
            nodes: Map::new(),
            candidates: Map::new(),
            staying: 0,
            present: 0,
            parts: None,
            whole: false,
        }
    }

    /// So many Pods more on the node that aren't terminating, and that are ready.
    pub(super) fn count(&mut self, node: NodeId, (staying, ready): (i32, i32)) {
        let here = &mut self.seen(node).pods;
        here.staying = here.staying.saturating_add_signed(staying);
        here.ready = here.ready.saturating_add_signed(ready);
        self.staying = self.staying.saturating_add_signed(staying);
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

    /// `internal`: some Service has an internal load balancer with instance groups, which all share.
    pub(super) fn looks(&self, trigger: Trigger, internal: bool) -> bool {
        self.of.looks(trigger, internal)
    }

    /// The controller looks at the node when it is through with what comes before. `since`: what it is about may be older than the run.
    pub(super) fn request(&self, cx: &mut Cx<'_>, id: ServiceId, node: NodeId, since: SimTime) {
        let at = cx.now.max(since + cx.plan.balancing.sync_delay);
        cx.wake(at, Wake::SyncBackends(id, node));
    }

    /// How long it takes at the most to find out that a Pod is told to stop; `sync`: the delay of a look.
    pub(super) fn notices(&self, sync: SimSpan, internal: bool) -> SimSpan {
        let checked = self.of.health_check().notices_after(false);
        if self.looks(Trigger::Pods, internal) { checked.max(sync) } else { checked }
    }

    /// The backends of the start have long been found out.
    pub(super) fn begin(&mut self, cx: &mut Cx<'_>, id: ServiceId, nodes: &Map<NodeId, Known>) {
        for (node, known) in nodes {
            let answers = self.of.answers(cx.plan.balancing, &known.facts, self.here(*node));
            let may = self.of.is_candidate(cx.plan.balancing, &known.facts, self.here(*node));
            let probed = Probed { answers, since: cx.now, passes: answers };
            self.seen(*node).probed = Some(probed);
            self.set_candidate(cx, *node, may.then_some(known.facts));
        }
        for node in self.chosen(cx) {
            self.add(cx, id, node, Rule::BackendAtStart);
        }
        self.parts = self.parts(cx);
        self.whole = self.has_all();
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
        let candidate = known.filter(is_candidate).map(|known| known.facts);
        self.set_candidate(cx, node, candidate);
        let (was_whole, parts, is_backend) = (self.whole, self.parts.take(), self.is_backend(node));
        self.parts = self.parts(cx);
        self.whole = self.has_all();
        // Only this node comes or goes.
        if was_whole && self.whole {
            match candidate {
                Some(_) if !is_backend => self.add(cx, id, node, Rule::BackendJoins),
                None if is_backend => self.remove(cx, id, node, self.why_gone(known, node)),
                _ => {}
            }
            return;
        }
        let stays = self.parts.is_some() && self.parts == parts;
        if stays && (!is_backend || candidate.is_some()) {
            return;
        }
        let chosen = self.chosen(cx);
        let gone = self.those(|one| one.is_backend);
        for backend in gone.into_iter().filter(|one| chosen.binary_search(one).is_err()) {
            let own = backend == node;
            let rule = if own { self.why_gone(known, node) } else { Rule::LeavesForOthers };
            self.remove(cx, id, backend, rule);
        }
        for backend in chosen {
            if !self.is_backend(backend) {
                self.add(cx, id, backend, Rule::BackendJoins);
            }
        }
    }

    fn is_backend(&self, node: NodeId) -> bool {
        self.nodes.get(&node).is_some_and(|one| one.is_backend)
    }

    /// Counts a node that may be a backend from now on, or may not.
    fn set_candidate(&mut self, cx: &Cx<'_>, node: NodeId, to: Option<BackendNode>) {
        let was = std::mem::replace(&mut self.seen(node).candidate, to).is_some();
        let count = self.candidates.entry(zone_of(cx, node)).or_default();
        *count = *count + usize::from(to.is_some()) - usize::from(was);
    }

    /// How many nodes of each zone with candidates are chosen; `None`: the names of nodes decide, too (BS-130).
    fn parts(&self, cx: &Cx<'_>) -> Parts {
        let zones = self.candidates.iter().filter(|(_, count)| **count > 0);
        let mut zones: Vec<(ZoneId, usize)> = zones.map(|(zone, count)| (*zone, *count)).collect();
        let is_group = self.of.kind.backend() == Backend::InstanceGroup;
        if is_group && zones.iter().any(|(_, count)| *count > GROUP) {
            return None;
        }
        order::sort_by(&mut zones, |(one, a), (other, b)| {
            let name = |zone: &ZoneId| cx.plan.zones[*zone].name.as_str();
            a.cmp(b).then_with(|| name(one).cmp(name(other)))
        });
        let behavior = cx.plan.balancing;
        let limit = self.of.limit(behavior, zones.len(), self.staying as usize, self.present);
        let sizes: Vec<usize> = zones.iter().map(|(_, count)| *count).collect();
        let chosen = parts(&sizes, limit);
        Some(zones.iter().zip(chosen).map(|((zone, _), part)| (*zone, part)).collect())
    }

    /// Is every candidate chosen?
    fn has_all(&self) -> bool {
        let all = |parts: &Vec<(ZoneId, usize)>| {
            parts.iter().all(|(zone, part)| self.candidates.get(zone) == Some(part))
        };
        self.parts.as_ref().is_some_and(all)
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
            self.present += 1;
        }
    }

    fn remove(&mut self, cx: &mut Cx<'_>, id: ServiceId, node: NodeId, rule: Rule) {
        let change = Change::BackendRemoved { node, drains_s: self.drains.secs() };
        if cx.record(rule, id, change).is_some() {
            self.seen(node).is_backend = false;
            self.present -= 1;
        }
    }

    /// The backends among the candidates, sorted.
    fn chosen(&self, cx: &Cx<'_>) -> Vec<NodeId> {
        let (plan, cluster) = (cx.plan, &cx.world.cluster);
        let all = self.those(|one| one.candidate.is_some());
        let names: Vec<String> = all.iter().map(|node| plan.node_name(cluster, *node)).collect();
        let nodes: Vec<NodeInZone<'_>> = all
            .iter()
            .zip(&names)
            .filter_map(|(node, name)| Some((node, name, self.nodes.get(node)?.candidate?)))
            .map(|(node, name, facts)| NodeInZone {
                id: *node,
                name,
                zone: &plan.zones[zone_of(cx, *node)].name,
                facts,
                pods: self.here(*node),
                present: self.is_backend(*node),
            })
            .collect();
        self.subsets.backends(self.of, plan.balancing, &nodes, self.present)
    }

    /// How the node answers probes may have changed.
    pub(super) fn probe(
        &mut self,
        cx: &mut Cx<'_>,
        id: ServiceId,
        node: NodeId,
        known: Option<Known>,
        since: SimTime,
    ) {
        // A node that is gone is probed until it has left.
        if known.is_none() && !self.is_backend(node) {
            self.seen(node).probed = None;
            return;
        }
        let answers =
            |known: Known| self.of.answers(cx.plan.balancing, &known.facts, self.here(node));
        let answers = known.is_some_and(answers);
        let fresh = Probed { answers: !answers, since: cx.now, passes: false };
        let notices = self.of.health_check().notices_after(answers);
        let one = self.seen(node).probed.get_or_insert(fresh);
        if one.answers == answers {
            return;
        }
        (one.answers, one.since) = (answers, since);
        if one.passes != answers {
            cx.wake(cx.now.max(since + notices), Wake::CheckHealth(id, node));
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
