//! Load balancers: their backends and health, and the share of new connections that is lost, counted slowly.

use super::{Said, ensure, node_name};
use crate::run::FinishedRun;
use crate::shadow::Shadow;
use base::{Map, NodeId, PodId, Set, SimSpan, SimTime};
use model::load_balancer::{
    BackendNode, BalancerKind, Endpoints, LoadBalancer, NodeInZone, PodsHere, Subsets,
};
use model::node::Health;
use model::{Cluster, Plan, PodPhase, Service};
use query::Index;
use query::traffic::Fraction;
use trace::{Change, Frame, Record, Subject};

/// The longest that a check takes to find a node gone (BS-62), or a controller to take it out (AM-37).
const NOTICES: SimSpan = SimSpan::from_secs(24);
/// What an internal load balancer with NEGs has at the most with `Cluster`, and every one with `Local` (LB-26, BS-64).
const SUBSET: usize = 25;
const MOST: usize = 3000;

/// The backends of one Service, and whether each is healthy.
type Backends = Map<NodeId, bool>;

fn balanced(plan: &Plan) -> Vec<(base::ServiceId, &Service, LoadBalancer)> {
    let all = plan.services.iter();
    all.filter_map(|(id, service)| Some((id, service, service.known_balancer()?))).collect()
}

/// Follows a row of a Service: its node, and whether that was a healthy backend before, and is now. `None`: it is of another kind.
fn fold(backends: &mut Backends, change: Change) -> Option<(NodeId, Option<bool>, Option<bool>)> {
    let (node, now) = match change {
        Change::BackendAdded { node, healthy } => (node, Some(healthy)),
        Change::BackendRemoved { node, .. } => (node, None),
        Change::BackendHealthy { node } => (node, Some(true)),
        Change::BackendUnhealthy { node } => (node, Some(false)),
        _ => return None,
    };
    let before = match now {
        Some(healthy) => backends.insert(node, healthy),
        None => backends.remove(&node),
    };
    Some((node, before, now))
}

/// Does the row change the backends, as it may? A node is added once, and only what is a backend fails, passes or leaves.
fn follow(plan: &Plan, backends: &mut Backends, change: Change) -> Said {
    let Some((node, before, now)) = fold(backends, change) else { return Ok(()) };
    let legal = match change {
        Change::BackendAdded { .. } => before.is_none(),
        Change::BackendRemoved { .. } => before.is_some(),
        _ => before.is_some() && before != now,
    };
    ensure(legal, || format!("{change:?} of {}, which was {before:?}", node_name(plan, node)))
}

/// Membership keeps its bounds, and its rows follow each other.
pub(super) fn backends_come_and_go_in_turn(run: &FinishedRun<'_>, _: &Shadow<'_>) -> Said {
    let plan = run.trace.plan();
    for (id, _, of) in balanced(plan) {
        let (mut backends, mut spares) = (Backends::new(), Set::new());
        let most = match of.kind.backend() {
            model::load_balancer::Backend::Neg if of.local || !of.kind.is_internal() => MOST,
            model::load_balancer::Backend::Neg => SUBSET,
            _ => usize::MAX,
        };
        let mut rows = run.trace.rows_of(Subject::Service(id)).into_iter().peekable();
        while let Some(no) = rows.next() {
            let Some(record) = run.trace.record(no) else { continue };
            follow(plan, &mut backends, record.change)?;
            ensure(backends.len() <= most, || {
                format!("{} backends at {}", backends.len(), record.at)
            })?;
            follow_spare(plan, &backends, &mut spares, record.change)?;
            let next = rows.peek().and_then(|no| run.trace.record(*no));
            let is_over = next.is_none_or(|next| next.at > record.at);
            ensure(!is_over || spares.is_empty() || backends.len() >= full(of), || {
                let spares = spares.len();
                format!(
                    "{} backends and {spares} that aren't drawn at {}",
                    backends.len(),
                    record.at
                )
            })?;
        }
    }
    Ok(())
}

/// The fewest backends with which a node may be left over (BS-64).
fn full(of: LoadBalancer) -> usize {
    match (of.local, of.kind.is_internal()) {
        (true, _) => 250,
        (false, true) => SUBSET - 1,
        (false, false) => 3,
    }
}

/// A node that isn't drawn is no backend, and is told of before it goes.
fn follow_spare(
    plan: &Plan,
    backends: &Backends,
    spares: &mut Set<NodeId>,
    change: Change,
) -> Said {
    let (node, legal) = match change {
        Change::BackendAdded { node, .. } => {
            spares.remove(&node);
            return Ok(());
        }
        Change::BackendSpare { node, .. } => {
            spares.insert(node);
            (node, !backends.contains_key(&node))
        }
        Change::BackendSpareGone { node } => (node, spares.remove(&node)),
        _ => return Ok(()),
    };
    ensure(legal, || format!("{change:?} of {}", node_name(plan, node)))
}

/// A node whose VM is gone is healthy for no longer than detection takes.
pub(super) fn nobody_trusts_a_dead_node(run: &FinishedRun<'_>, _: &Shadow<'_>) -> Said {
    let plan = run.trace.plan();
    let mut dead: Map<NodeId, SimTime> = Map::new();
    let mut all: Map<base::ServiceId, Backends> = Map::new();
    for (_, record) in run.trace.records() {
        for (node, since) in &dead {
            let late = record.at > *since + NOTICES;
            let trusted = late && all.values().any(|one| one.get(node) == Some(&true));
            ensure(!trusted, || format!("{} is dead since {since}", node_name(plan, *node)))?;
        }
        match (record.subject, record.change) {
            (Subject::Service(id), change) => {
                follow(plan, all.entry(id).or_default(), change)?;
            }
            (Subject::Node(node), change) => match dies(change) {
                Some(true) => {
                    dead.entry(node).or_insert(record.at);
                }
                Some(false) => {
                    dead.remove(&node);
                }
                None => {}
            },
            _ => {}
        }
    }
    Ok(())
}

/// Does the VM stop answering, or answer again?
fn dies(change: Change) -> Option<bool> {
    match change {
        Change::NodeDeleting { .. } | Change::NodeShutDown { .. } => Some(true),
        Change::HostEvent { down_s } if down_s > 0 => Some(true),
        Change::NodeReady | Change::NodeRecovered => Some(false),
        _ => None,
    }
}

/// The share that is lost is what a count of all backends and Pods gives, at each instant.
pub(super) fn shares_are_those_of_a_slow_count(run: &FinishedRun<'_>, _: &Shadow<'_>) -> Said {
    let trace = &run.trace;
    let services = balanced(trace.plan());
    if services.is_empty() {
        return Ok(());
    }
    let index = Index::of(trace);
    let ready = trace.start().each_pod().filter(|(_, pod)| pod.ready()).map(|(id, _)| id);
    let stopped = trace.start().each_pod().filter(|(_, pod)| pod.terminating());
    let serves =
        |pod: PodId| trace.owner(pod).is_some_and(|own| trace.plan().serves_to_the_end(pod, own));
    let serving = stopped.map(|(id, _)| id).filter(|id| serves(*id));
    let mut slow = SlowTraffic {
        ready: ready.collect(),
        serving: serving.collect(),
        ..SlowTraffic::default()
    };
    let mut frame = trace.frame(0, SimTime::ZERO);
    if frame.cluster.control_plane.is_down() {
        slow.known = Some((frame.clone(), slow.serving.clone()));
    }
    let mut records = trace.records().peekable();
    while let Some((no, record)) = records.next() {
        match record.change {
            Change::ReplicaStarted { .. } => {
                let before = trace.frame(no.0, record.at);
                let is_down = before.cluster.control_plane.replicas == 1;
                slow.known = is_down.then(|| (before, slow.serving.clone()));
            }
            Change::ControlPlaneDone | Change::ControlPlaneBack => slow.known = None,
            _ => {}
        }
        slow.row(&record, serves);
        if records.peek().is_some_and(|(_, next)| next.at == record.at) {
            continue;
        }
        trace.seek(&mut frame, record.at);
        for (id, service, of) in &services {
            slow.connect(trace.plan(), &frame.cluster, *id, *of);
            let wanted = slow.lost(trace.plan(), &frame.cluster, *id, service, *of);
            let said = index.traffic.at(*id, record.at).map(query::traffic::TrafficShare::lost);
            ensure(said == Some(wanted), || {
                format!("{} loses {said:?} at {}, and not {wanted:?}", service.name, record.at)
            })?;
            let range = index.traffic.range(*id, record.at);
            ensure(range.is_none_or(|[low, high]| low <= wanted && wanted <= high), || {
                format!("{} loses {wanted:?} at {}, and not {range:?}", service.name, record.at)
            })?;
        }
    }
    Ok(())
}

/// What the rows say that the cluster doesn't.
#[derive(Default)]
struct SlowTraffic {
    backends: Map<base::ServiceId, Backends>,
    /// Pods that were ready when they began to terminate, and haven't failed since.
    serving: Set<PodId>,
    ready: Set<PodId>,
    /// While the API doesn't answer, the cluster before that, and the Pods that served.
    known: Option<(Frame, Set<PodId>)>,
    /// The backends that get new connections.
    connected: Map<base::ServiceId, Vec<NodeId>>,
}

impl SlowTraffic {
    fn row(&mut self, record: &Record, serves: impl Fn(PodId) -> bool) {
        match (record.subject, record.change) {
            (Subject::Service(id), change) => {
                fold(self.backends.entry(id).or_default(), change);
            }
            (Subject::Pod(pod), change) => match change {
                Change::PodReady => {
                    self.ready.insert(pod);
                }
                Change::PodTerminating { .. } => {
                    let was_ready = self.ready.remove(&pod);
                    self.serving.extend((was_ready && serves(pod)).then_some(pod));
                }
                Change::PodUnready
                | Change::ContainerExited { .. }
                | Change::ContainerKilled { .. }
                | Change::PodFinished { .. }
                | Change::PodForced { .. }
                | Change::PodGone => {
                    self.ready.remove(&pod);
                    self.serving.remove(&pod);
                }
                _ => {}
            },
            _ => {}
        }
    }

    /// LB-15, AM-36: chosen anew at each instant.
    fn connect(&mut self, plan: &Plan, cluster: &Cluster, id: base::ServiceId, of: LoadBalancer) {
        let service = &plan.services[id];
        let subsets = Subsets::new(plan.seed, &format!("{}/{}", service.namespace, service.name));
        let before = self.connected.entry(id).or_default();
        let backends: Vec<NodeId> = self.backends.entry(id).or_default().keys().copied().collect();
        let zone = |node: NodeId| &plan.zones[plan.groups[cluster.nodes[node].group].zone].name;
        let names: Vec<String> = backends.iter().map(|id| plan.node_name(cluster, *id)).collect();
        let nodes: Vec<NodeInZone<'_>> = backends
            .iter()
            .zip(&names)
            .map(|(id, name)| NodeInZone {
                id: *id,
                name,
                zone: zone(*id),
                // It doesn't decide whether a backend gets connections.
                facts: BackendNode::WELL,
                pods: PodsHere::default(),
                present: before.contains(id),
            })
            .collect();
        let all = of.kind != BalancerKind::InternalGroup;
        *before = if all { backends } else { subsets.connected(of.kind, &nodes) };
    }

    /// AM-97, to the letter: each candidate in turn.
    fn lost(
        &self,
        plan: &Plan,
        cluster: &Cluster,
        id: base::ServiceId,
        service: &Service,
        of: LoadBalancer,
    ) -> Fraction {
        let none = Backends::new();
        let backends = self.backends.get(&id).unwrap_or(&none);
        let gets = |node: &NodeId| self.connected.get(&id).is_some_and(|all| all.contains(node));
        let healthy = backends.iter().any(|(node, healthy)| *healthy && gets(node));
        let tried: Vec<NodeId> = backends
            .iter()
            .filter(|(node, _)| gets(node))
            .filter(|(_, is_healthy)| **is_healthy || !healthy)
            .map(|(node, _)| *node)
            .collect();
        if tried.is_empty() {
            return Fraction { n: 1, of: 1 };
        }
        let dead = |node: NodeId| {
            let state = &cluster.nodes[node];
            !state.up() || state.health == Health::Down
        };
        let known = self.known.as_ref();
        let (known, serving) =
            known.map_or((cluster, &self.serving), |(frame, serving)| (&frame.cluster, serving));
        let pods = known
            .each_pod()
            .filter(|(_, pod)| service.workloads.contains(&plan.first_revision(pod.workload)));
        let (mut here, mut all): (Map<NodeId, Endpoints>, Endpoints) = Default::default();
        let mut on_dead = Endpoints::default();
        for (pod, state) in pods {
            let Some(node) = state.node() else { continue };
            let serves =
                matches!(state.phase(), PodPhase::Terminating { .. }) && serving.contains(&pod);
            let own = here.entry(node).or_default();
            let dies = dead(node).then_some(&mut on_dead);
            for count in [own, &mut all].into_iter().chain(dies) {
                count.ready += u32::from(state.ready());
                count.serving += u32::from(serves);
            }
        }
        let version = |node: NodeId| plan.templates[cluster.nodes[node].template].version;
        // In parts of all ready Pods, or else of the last resort.
        let (ready, on_dead) = match all.ready {
            0 => (all.serving.max(1), on_dead.serving),
            ready => (ready, on_dead.ready),
        };
        let (ready, on_dead) = (u64::from(ready), u64::from(on_dead));
        let lost = tried.iter().map(|node| {
            let own = here.get(node).copied().unwrap_or_default();
            let usable = if of.local { own } else { all };
            let last = plan.balancing.has_last_resort(version(*node));
            if dead(*node) {
                ready
            } else if usable.ready > 0 || last && usable.serving > 0 {
                if of.local { 0 } else { on_dead }
            } else {
                ready
            }
        });
        Fraction { n: lost.sum(), of: ready * tried.len() as u64 }
    }
}
