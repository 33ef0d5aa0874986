//! The way of one new connection to a Service, from its load balancer to a Pod or to where it is lost.

use super::{Input, Reason, WhyContext};
use base::{Map, NodeId, PodId, RecordNo, ServiceId, order};
use model::load_balancer::{Endpoints, LoadBalancer, Lost};
use model::node::Health;
use model::{PodPhase, Service};
use trace::{Change, Phrase, Subject};

/// What there is to choose from at that time.
struct Choices {
    /// Whether each backend is healthy, and the row with which it came.
    backends: Map<NodeId, (bool, RecordNo)>,
    /// Pods that may be chosen: ready ones, and those that terminate and still serve.
    ready: Vec<(PodId, NodeId)>,
    serving: Vec<(PodId, NodeId)>,
}

/// Its steps as inputs of the row with which its backend came. Of several backends it takes one that loses it, if there is one.
pub(super) fn packet(cx: &WhyContext<'_>, id: ServiceId) -> Option<Reason> {
    let service = cx.trace.plan().services.get(id)?;
    let of = service.balancer.filter(|_| !service.workloads.is_empty())?;
    let choices = Choices::of(cx, id, service);
    let healthy = choices.backends.values().filter(|(healthy, _)| *healthy).count();
    let tried = choices.backends.iter().filter(|(_, (is, _))| *is || healthy == 0);
    let mut tried: Vec<(NodeId, RecordNo)> = tried.map(|(node, (_, no))| (*node, *no)).collect();
    order::sort(&mut tried);
    let first = Phrase::new(if healthy > 0 { "packet-chosen" } else { "packet-tried" })
        .with("kind", Phrase::new(of.kind.key()))
        .with("backends", choices.backends.len())
        .with("healthy", healthy);
    let ends = |(node, no): (NodeId, RecordNo)| (node, no, choices.end(cx, of, node));
    let loses = |one: &(NodeId, RecordNo, Phrase)| one.2.key.starts_with("packet-lost");
    let all = || tried.iter().copied().map(ends);
    let Some((node, no, end)) = all().find(loses).or_else(|| all().next()) else {
        let no = cx.index.traffic.at(id, cx.frame.at)?.no;
        let steps = [Phrase { key: "packet-lost-nowhere", ..first }];
        return Some(told(Reason::of_row(cx, no)?, steps));
    };
    let first = first.with("node", Subject::Node(node));
    Some(told(Reason::of_row(cx, no)?, [first, end]))
}

fn told(reason: Reason, steps: impl IntoIterator<Item = Phrase>) -> Reason {
    let steps = (1u32..).zip(steps);
    let inputs = steps.map(|(no, step)| Input {
        name: Phrase::new("packet-step").with("no", no),
        value: step.into(),
    });
    Reason { sentence: Phrase::new("why-packet"), inputs: inputs.collect(), ..reason }
}

impl Choices {
    fn of(cx: &WhyContext<'_>, id: ServiceId, service: &Service) -> Self {
        let (plan, cluster) = (cx.trace.plan(), &cx.frame.cluster);
        let mut backends: Map<NodeId, (bool, RecordNo)> = Map::new();
        for no in cx.trace.rows_of(Subject::Service(id)) {
            let Some(row) = cx.trace.record(no).filter(|_| no.0 < cx.frame.next) else { break };
            match row.change {
                Change::BackendAdded { node, healthy } => {
                    backends.insert(node, (healthy, no));
                }
                Change::BackendRemoved { node, .. } => {
                    backends.remove(&node);
                }
                Change::BackendHealthy { node } | Change::BackendUnhealthy { node } => {
                    if let Some((healthy, _)) = backends.get_mut(&node) {
                        *healthy = matches!(row.change, Change::BackendHealthy { .. });
                    }
                }
                _ => {}
            }
        }
        let (mut ready, mut serving) = (Vec::new(), Vec::new());
        for (pod, state) in cluster.each_pod() {
            let own = service.workloads.contains(&plan.first_revision(state.workload));
            let Some(node) = state.node().filter(|_| own) else { continue };
            if state.ready() {
                ready.push((pod, node));
            } else if matches!(state.phase(), PodPhase::Terminating { .. }) && serves(cx, pod) {
                serving.push((pod, node));
            }
        }
        Self { backends, ready, serving }
    }

    /// Where it ends that goes to that node.
    fn end(&self, cx: &WhyContext<'_>, of: LoadBalancer, node: NodeId) -> Phrase {
        let (plan, cluster) = (cx.trace.plan(), &cx.frame.cluster);
        let is_dead = |node: NodeId| {
            cluster.nodes.get(node).is_none_or(|one| !one.up() || one.health == Health::Down)
        };
        let phrase = |key: &'static str| Phrase::new(key).with("node", Subject::Node(node));
        if is_dead(node) {
            return phrase("packet-lost-vm");
        }
        let here = |all: &[(PodId, NodeId)]| -> Vec<(PodId, NodeId)> {
            all.iter().filter(|(_, on)| !of.local || *on == node).copied().collect()
        };
        let count = |all: &[(PodId, NodeId)], own: bool| {
            all.iter().filter(|(_, on)| !own || *on == node).count() as u32
        };
        let endpoints = |own: bool| Endpoints {
            ready: count(&self.ready, own),
            serving: count(&self.serving, own),
        };
        let version = plan.templates.get(cluster.nodes[node].template).and_then(|one| one.version);
        let behavior = plan.balancing;
        if let Some(how) = behavior.loses(version, of.local, endpoints(true), endpoints(false)) {
            return phrase(match how {
                Lost::TimedOut => "packet-lost-timed-out",
                Lost::Refused => "packet-lost-refused",
                Lost::Reset => "packet-lost-reset",
            });
        }
        let ready = here(&self.ready);
        let (key, pods) = match (ready.is_empty(), of.local) {
            (true, _) => ("packet-last", here(&self.serving)),
            (false, true) => ("packet-here", ready),
            (false, false) => ("packet-any", ready),
        };
        let unlucky = pods.iter().find(|(_, on)| is_dead(*on));
        let Some((pod, on)) = unlucky.or(pods.first()).copied() else { return phrase(key) };
        let key = if unlucky.is_some() { "packet-lost-pod" } else { key };
        let phrase = phrase(key).with("pods", pods.len());
        phrase.with("pod", Subject::Pod(pod)).with("on", Subject::Node(on))
    }
}

/// Was the Pod ready when it was told to stop, and has it not failed since?
fn serves(cx: &WhyContext<'_>, pod: PodId) -> bool {
    let rows =
        cx.trace.rows_of(Subject::Pod(pod)).into_iter().take_while(|no| no.0 < cx.frame.next);
    let rows = rows.filter_map(|no| cx.trace.record(no));
    let at_start = cx.trace.start().pod(pod).is_some_and(|pod| pod.ready());
    rows.fold(at_start, |ready, row| match row.change {
        Change::PodReady => true,
        Change::PodUnready | Change::ContainerExited { .. } | Change::ContainerKilled { .. } => {
            false
        }
        _ => ready,
    })
}
