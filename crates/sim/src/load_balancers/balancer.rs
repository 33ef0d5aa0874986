//! Backends as their controller last saw the nodes, and the probes of their health checks: of one Service, or of all that share them.

use super::facts::Known;
use crate::cx::Cx;
use crate::rules::Rule;
use crate::wake::Wake;
use base::{Map, NodeId, ServiceId, SimSpan, SimTime, order};
use model::load_balancer::{Backend, Chosen, LoadBalancer, PodsHere, Subsets, Trigger, Unfit};
use model::service::Protocols;
use model::{Plan, Service};
use trace::Change;

/// What probes of a node find.
#[derive(Clone, Copy, Debug)]
struct Probed {
    /// By which rule they fail, if they do, and since when it is one or the other.
    fails: Option<Rule>,
    since: SimTime,
    /// What the health check has made of it.
    passes: bool,
}

/// Instance groups and target pools have the same backends for every Service with the same policy, and with `Cluster` the same
/// health check; a NEG is of one Service.
#[derive(Clone, Debug)]
pub(super) struct Balancer {
    of: LoadBalancer,
    services: Vec<OfService>,
    chosen: Chosen,
    /// Backends.
    present: usize,
    /// It tells which nodes weren't drawn.
    tells: bool,
}

/// A node, as it is for one Service.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    pods: PodsHere,
    /// As the controller last saw it; of the first Service, for all.
    is_candidate: bool,
    is_backend: bool,
    /// With `Cluster`, of the first Service, for all.
    probed: Option<Probed>,
}

impl Seen {
    fn is_empty(&self) -> bool {
        let is_none = !self.is_candidate && !self.is_backend && self.probed.is_none();
        is_none && self.pods == PodsHere::default()
    }
}

#[derive(Clone, Debug)]
struct OfService {
    id: ServiceId,
    /// How long open connections continue on a backend that has left.
    drains: SimSpan,
    /// Pods that aren't terminating.
    staying: u32,
    nodes: Map<NodeId, Seen>,
}

impl OfService {
    fn seen(&self, node: NodeId) -> Seen {
        self.nodes.get(&node).copied().unwrap_or_default()
    }

    fn set(&mut self, node: NodeId, seen: Seen) {
        match seen.is_empty() {
            true => self.nodes.remove(&node),
            false => self.nodes.insert(node, seen),
        };
    }
}

impl Balancer {
    /// `others`: those of Services before it.
    pub(super) fn new(plan: &Plan, service: &Service, of: LoadBalancer, others: &[Self]) -> Self {
        let name = format!("{}/{}", service.namespace, service.name);
        let chosen = Chosen::backends(of, Subsets::new(plan.seed, &name));
        // With `Cluster` all draw among the same nodes.
        let is_first = of.local || others.iter().all(|other| other.of != of);
        let tells = is_first && of.kind.backend() == Backend::Neg;
        Self { of, services: Vec::new(), chosen, present: 0, tells }
    }

    /// Are the backends of one Service those of another, too?
    pub(super) fn is_shared(&self, of: LoadBalancer) -> bool {
        self.of == of && of.kind.backend() != Backend::Neg
    }

    /// Adds a Service, and returns its number among those that share the backends.
    pub(super) fn push(&mut self, id: ServiceId, service: &Service) -> usize {
        let is_tcp = service.protocols == Protocols::Tcp;
        let drains = self.of.connection_draining(is_tcp, service.draining);
        let drains = drains.unwrap_or(SimSpan::ZERO);
        self.services.push(OfService { id, drains, staying: 0, nodes: Map::new() });
        self.services.len() - 1
    }

    /// So many Pods more on the node that aren't terminating, and that are ready.
    pub(super) fn count(&mut self, no: usize, node: NodeId, (staying, ready): (i32, i32)) {
        let one = &mut self.services[no];
        one.staying = one.staying.saturating_add_signed(staying);
        let mut seen = one.seen(node);
        seen.pods.staying = seen.pods.staying.saturating_add_signed(staying);
        seen.pods.ready = seen.pods.ready.saturating_add_signed(ready);
        one.set(node, seen);
    }

    fn here(&self, no: usize, node: NodeId) -> PodsHere {
        self.services[no].seen(node).pods
    }

    /// The Services whose probes differ.
    fn probed(&self) -> std::ops::Range<usize> {
        if self.of.local { 0..self.services.len() } else { 0..1 }
    }

    /// `internal`: some Service has an internal load balancer with instance groups, which all share.
    pub(super) fn looks(&self, trigger: Trigger, internal: bool) -> bool {
        self.of.looks(trigger, internal)
    }

    /// The controller looks at the node when it is through with what comes before. `since`: what it is about may be older than the run.
    pub(super) fn request(&self, cx: &mut Cx<'_>, node: NodeId, since: SimTime) {
        let at = cx.now.max(since + cx.plan.balancing.sync_delay);
        cx.wake(at, Wake::SyncBackends(self.services[0].id, node));
    }

    /// How long it takes at the most to find out that a Pod is told to stop; `sync`: the delay of a look.
    pub(super) fn notices(&self, sync: SimSpan, internal: bool) -> SimSpan {
        let checked = self.of.health_check().notices_after(false);
        if self.looks(Trigger::Pods, internal) { checked.max(sync) } else { checked }
    }

    /// The backends of the start have long been found out.
    pub(super) fn begin(&mut self, cx: &mut Cx<'_>, nodes: &Map<NodeId, Known>) {
        for (node, known) in nodes {
            for no in self.probed() {
                let fails = self.fails(cx, no, *node, Some(known));
                let probed = Probed { fails, since: cx.now, passes: fails.is_none() };
                let one = &mut self.services[no];
                one.set(*node, Seen { probed: Some(probed), ..one.seen(*node) });
            }
            self.set_candidate(cx, *node, self.unfit(cx, *node, Some(known)).is_none());
        }
        let mut chosen: Vec<NodeId> = self.settle(cx).into_iter().map(|(node, _)| node).collect();
        order::sort(&mut chosen);
        let rule = match self.of.kind.backend() {
            Backend::Neg if self.of.local => Rule::LocalAtStart,
            Backend::Neg => Rule::BackendAtStart,
            _ => Rule::AllAtStart,
        };
        for node in chosen {
            self.add(cx, node, rule);
        }
        for node in nodes.keys() {
            self.tell_spare(cx, *node);
        }
    }

    /// Follows what has changed about the node, and about how many backends there may be.
    pub(super) fn sync(&mut self, cx: &mut Cx<'_>, node: NodeId, nodes: &Map<NodeId, Known>) {
        let unfit = self.unfit(cx, node, nodes.get(&node));
        let was_spare = self.is_spare(node);
        self.set_candidate(cx, node, unfit.is_none());
        let (mut fresh, mut gone) = (Vec::new(), Vec::new());
        gone.extend(unfit.filter(|_| self.is_backend(node)).map(|why| (node, why)));
        for (other, is_chosen) in self.settle(cx) {
            match is_chosen {
                true => fresh.push(other),
                false if self.has_negs() => gone.push((other, Rule::LeavesForOthers)),
                false => gone.push((other, Rule::LeavesForFirst)),
            }
        }
        order::sort(&mut fresh);
        order::sort_by_key(&mut gone, |(node, _)| *node);
        for (node, why) in gone {
            let runs = nodes.get(&node).is_some_and(|known| known.facts.vm_runs);
            self.remove(cx, node, runs, why);
            self.tell_spare(cx, node);
        }
        for node in fresh {
            self.add(cx, node, Rule::BackendJoins);
        }
        if !was_spare {
            self.tell_spare(cx, node);
        } else if unfit.is_some() && self.tells {
            let change = Change::BackendSpareGone { node };
            cx.record(Rule::SpareBackend, self.services[0].id, change);
        }
    }

    /// May the node be a backend, although others were drawn?
    fn is_spare(&self, node: NodeId) -> bool {
        let seen = self.services[0].seen(node);
        seen.is_candidate && !seen.is_backend
    }

    fn tell_spare(&self, cx: &mut Cx<'_>, node: NodeId) {
        if self.tells && self.is_spare(node) {
            let one = &self.services[0];
            let healthy = one.seen(node).probed.is_some_and(|one| one.passes);
            cx.record(Rule::SpareBackend, one.id, Change::BackendSpare { node, healthy });
        }
    }

    /// Why the node may not be a backend.
    fn unfit(&self, cx: &Cx<'_>, node: NodeId, known: Option<&Known>) -> Option<Rule> {
        let Some(known) = known else { return Some(Rule::LeavesWithNode) };
        // Pods only count in a NEG, which is of one Service.
        let why = self.of.unfit(cx.plan.balancing, &known.facts, self.here(0, node))?;
        Some(match why {
            Unfit::Excluded | Unfit::ToBeDeleted if !self.has_negs() => Rule::LeavesByFilter,
            Unfit::Excluded => Rule::LeavesByLabel,
            Unfit::ToBeDeleted => Rule::LeavesForDeletion,
            Unfit::GkeDrain => Rule::LeavesForDrain,
            Unfit::NotReady => Rule::LeavesNotReady,
            Unfit::NoPods => Rule::LeavesWithPods,
        })
    }

    fn has_negs(&self) -> bool {
        self.of.kind.backend() == Backend::Neg
    }

    /// By which rule probes of the node fail, if they do.
    fn fails(&self, cx: &Cx<'_>, no: usize, node: NodeId, known: Option<&Known>) -> Option<Rule> {
        let answers = |facts| self.of.answers(cx.plan.balancing, facts, self.here(no, node));
        match known.map(|known| &known.facts) {
            Some(facts) if answers(facts) => None,
            Some(facts) if facts.vm_runs && self.of.local => Some(Rule::FailsCheck),
            Some(facts) if facts.vm_runs => Some(Rule::FailsWithTaint),
            _ => Some(Rule::FailsWithVm),
        }
    }

    fn is_backend(&self, node: NodeId) -> bool {
        self.services[0].seen(node).is_backend
    }

    fn set_candidate(&mut self, cx: &Cx<'_>, node: NodeId, is_candidate: bool) {
        let seen = self.services[0].seen(node);
        if seen.is_candidate != is_candidate {
            self.services[0].set(node, Seen { is_candidate, ..seen });
            let cluster = &cx.world.cluster;
            let zone = cx.plan.groups[cluster.nodes[node].group].zone;
            let name = cx.plan.node_name(cluster, node);
            self.chosen.set(node, &name, &cx.plan.zones[zone].name, is_candidate);
        }
    }

    /// Which nodes are to be backends from now on, and which not for others.
    fn settle(&mut self, cx: &Cx<'_>) -> Vec<(NodeId, bool)> {
        let (zones, staying) = (self.chosen.zones(), self.services[0].staying as usize);
        let limit = self.of.limit(cx.plan.balancing, zones, staying, self.present);
        self.chosen.settle(limit)
    }

    fn add(&mut self, cx: &mut Cx<'_>, node: NodeId, rule: Rule) {
        let mut is_recorded = false;
        for one in &self.services {
            let probed = if self.of.local { one } else { &self.services[0] };
            let healthy = probed.seen(node).probed.is_some_and(|one| one.passes);
            let row = cx.record(rule, one.id, Change::BackendAdded { node, healthy });
            is_recorded |= row.is_some();
        }
        self.set_backend(node, is_recorded);
    }

    /// `runs`: its VM, with which open connections would end.
    fn remove(&mut self, cx: &mut Cx<'_>, node: NodeId, runs: bool, rule: Rule) {
        let mut is_recorded = false;
        for one in &self.services {
            let drains_s = if runs { one.drains.secs() } else { 0 };
            let change = Change::BackendRemoved { node, drains_s };
            is_recorded |= cx.record(rule, one.id, change).is_some();
        }
        self.set_backend(node, !is_recorded);
    }

    fn set_backend(&mut self, node: NodeId, is_backend: bool) {
        let seen = self.services[0].seen(node);
        self.services[0].set(node, Seen { is_backend, ..seen });
        self.present = self.present + usize::from(is_backend) - usize::from(seen.is_backend);
    }

    /// How the node answers probes may have changed. `of`: to one Service.
    pub(super) fn probe(
        &mut self,
        cx: &mut Cx<'_>,
        of: Option<usize>,
        (node, known): (NodeId, Option<Known>),
        since: SimTime,
    ) {
        let is_backend = self.is_backend(node);
        let asked = self.probed().filter(|no| of.is_none_or(|of| of == *no || !self.of.local));
        for no in asked {
            let seen = self.services[no].seen(node);
            // A node that is gone is probed until it has left.
            if known.is_none() && !is_backend {
                self.services[no].set(node, Seen { probed: None, ..seen });
                continue;
            }
            let fails = self.fails(cx, no, node, known.as_ref());
            let answers = fails.is_none();
            if seen.probed.is_some_and(|one| one.fails.is_none() == answers) {
                continue;
            }
            let passes = seen.probed.is_some_and(|one| one.passes);
            let probed = Some(Probed { fails, since, passes });
            self.services[no].set(node, Seen { probed, ..seen });
            if passes != answers {
                let at = cx.now.max(since + self.of.health_check().notices_after(answers));
                cx.wake(at, Wake::CheckHealth(self.services[no].id, node));
            }
        }
    }

    /// So many probes in a row had the same result, if nothing has changed since.
    pub(super) fn notice(&mut self, cx: &mut Cx<'_>, no: usize, node: NodeId) {
        let (seen, is_backend) = (self.services[no].seen(node), self.is_backend(node));
        let Some(mut one) = seen.probed else { return };
        let answers = one.fails.is_none();
        let needed = self.of.health_check().notices_after(answers);
        if one.passes == answers || cx.now - one.since < needed {
            return;
        }
        one.passes = answers;
        self.services[no].set(node, Seen { probed: Some(one), ..seen });
        let (rule, change) = match one.fails {
            None => (Rule::PassesCheck, Change::BackendHealthy { node }),
            Some(rule) => (rule, Change::BackendUnhealthy { node }),
        };
        let all = if self.of.local { no..no + 1 } else { 0..self.services.len() };
        for of in self.services[all].iter().filter(|_| is_backend) {
            cx.record(rule, of.id, change);
        }
        self.tell_spare(cx, node);
    }
}
