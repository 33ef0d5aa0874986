//! What load balancers see of nodes.

use crate::cx::Cx;
use base::NodeId;
use model::load_balancer::{BackendNode, Excluded, Trigger};
use model::node::{Health, Mark, NodePhase};

const EXCLUDES: &str = "node.kubernetes.io/exclude-from-external-load-balancers";

/// A registered node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub(super) facts: BackendNode,
    cordoned: bool,
}

/// The node as it is now, with the label of GKE's own drains or without it; `None`: it isn't registered.
pub(super) fn known(cx: &Cx<'_>, labeled: bool, id: NodeId) -> Option<Known> {
    let plan = cx.plan;
    let node = cx.world.cluster.nodes.get(id).filter(|node| node.registered())?;
    let template = plan.templates.get(node.template)?;
    let deleting = matches!(node.phase, NodePhase::Deleting { .. });
    let excludes = plan.symbols.find(EXCLUDES).and_then(|key| template.labels.get(key));
    Some(Known {
        facts: BackendNode {
            version: template.version,
            ready: !deleting && !matches!(node.health, Health::Lost | Health::Down),
            vm_runs: !deleting && node.health != Health::Down,
            to_be_deleted: node.mark == Some(Mark::ToBeDeleted),
            gke_drain: labeled && node.cordoned_by.is_some(),
            excluded: Excluded::of(excludes.map(|value| plan.symbols.text(value))),
        },
        cordoned: node.cordoned_by.is_some(),
    })
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
