//! What load balancers see of nodes.

use crate::cx::Cx;
use base::{NodeId, SimTime};
use model::load_balancer::{BackendNode, Excluded, Trigger};
use model::node::{Health, Mark, NodePhase};

/// A label that says of a node that GKE drains it.
const DRAINED: (&str, &str) = ("operation.gke.io/type", "drain");
const EXCLUDES: &str = "node.kubernetes.io/exclude-from-external-load-balancers";

/// A registered node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub(super) facts: BackendNode,
    /// When the control plane notices that its VM doesn't answer (KT-11).
    pub(super) noticed: Option<SimTime>,
    cordoned: bool,
}

/// The node as it is now, with the label of GKE's own drains or without it; `None`: it isn't registered. `before`: as it was known.
pub(super) fn known(
    cx: &Cx<'_>,
    labeled: bool,
    id: NodeId,
    before: Option<&Known>,
) -> Option<Known> {
    let plan = cx.plan;
    let node = cx.world.cluster.nodes.get(id).filter(|node| node.registered())?;
    let template = plan.templates.get(node.template)?;
    let deleting = matches!(node.phase, NodePhase::Deleting { .. });
    let vm_runs = !deleting && node.health != Health::Down;
    let noticed = before.and_then(|before| before.noticed);
    let noticed = (!vm_runs).then(|| noticed.unwrap_or_else(|| cx.noticed(id)));
    let is_noticed = noticed.is_some_and(|noticed| noticed <= cx.now);
    let excludes = plan.symbols.find(EXCLUDES).and_then(|key| template.labels.get(key));
    Some(Known {
        facts: BackendNode {
            version: template.version,
            ready: node.health != Health::Lost && !is_noticed,
            vm_runs,
            to_be_deleted: node.mark == Some(Mark::ToBeDeleted),
            gke_drain: labeled,
            excluded: Excluded::of(excludes.map(|value| plan.symbols.text(value))),
        },
        noticed,
        cordoned: node.cordoned_by.is_some(),
    })
}

/// Does its own label say at the start that GKE drains it?
pub(super) fn says_drain(cx: &Cx<'_>, id: NodeId) -> bool {
    let symbols = &cx.plan.symbols;
    let template = cx.plan.templates.get(cx.world.cluster.nodes[id].template);
    let value = symbols.find(DRAINED.0).zip(template).and_then(|(key, own)| own.labels.get(key));
    value.is_some_and(|value| symbols.text(value) == DRAINED.1)
}

/// What has changed about it, for those who look at nodes.
pub(super) fn triggers(before: Option<Known>, now: Option<Known>) -> Vec<Trigger> {
    let (before, now) = match (before, now) {
        (Some(before), Some(now)) => (before, now),
        (None, None) => return Vec::new(),
        (None, Some(_)) => return vec![Trigger::Comes],
        (Some(_), None) => return vec![Trigger::Goes],
    };
    let (was, is) = (before.facts, now.facts);
    let label = Trigger::Label { from: was.excluded, to: is.excluded };
    let all = [
        (was.ready != is.ready, Trigger::Readiness),
        (before.cordoned != now.cordoned, Trigger::Cordon),
        (was.to_be_deleted != is.to_be_deleted, Trigger::Taint),
        (was.gke_drain != is.gke_drain, Trigger::GkeDrain),
        (was.excluded != is.excluded, label),
    ];
    all.into_iter().filter(|(changes, _)| *changes).map(|(_, trigger)| trigger).collect()
}
