//! The node that a request adds.

use base::{GroupId, SimTime, TemplateId};
use model::cluster::Cluster;
use model::node::{Node, Side};
use model::plan::Plan;
use model::pool::RunState;

/// `for_pods`: for Pods that wait, and not by an upgrade that takes nodes.
pub(super) fn requested(
    plan: &Plan,
    cluster: &mut Cluster,
    (group, template): (GroupId, TemplateId),
    at: SimTime,
    for_pods: bool,
) -> Node {
    let state = &mut cluster.pools[plan.groups[group].pool];
    let ordinal = state.next_ordinal;
    state.next_ordinal += 1;
    let back = state.run == RunState::RollingBack;
    let traits = state.kind.traits();
    let mut node = Node {
        upgraded: state.target == Some(template) && !back,
        ..Node::new(group, template, ordinal, at)
    };
    if for_pods {
        // A rollback grows the blue side only (AM-20).
        let grows = if back { Side::Blue } else { Side::Green };
        node.side = (traits.sides && state.run.begun()).then_some(grows);
    } else if state.run.takes_nodes() {
        node.surge = traits.stand_ins;
        node.side = traits.sides.then_some(Side::Green);
    }
    node
}
