//! Whether Pods of a pool may run on the nodes of another one.

use base::{PoolId, Sym};
use model::node::Node;
use model::selector::{Effect, NodeTerm};
use model::{Plan, Workload};
use trace::Trace;

/// Does a node of another pool at the end of the run have the labels that the Pods ask for, and only taints that they tolerate?
/// How much room it has is another question.
pub(super) fn takes_pods(trace: &Trace, workload: &Workload, pool: PoolId) -> bool {
    let (plan, last) = (trace.plan(), trace.last());
    let mut others = last.nodes.values().filter(|node| plan.groups[node.group].pool != pool);
    others.any(|node| node.registered() && takes(plan, node, workload))
}

fn takes(plan: &Plan, node: &Node, workload: &Workload) -> bool {
    let template = &plan.templates[node.template];
    let label = |key: Sym| {
        let keys = &plan.keys;
        let is_zone = [keys.zone, keys.old_zone, keys.gke_zone].contains(&key);
        match is_zone {
            true => plan.symbols.find(&plan.zones[plan.groups[node.group].zone].name),
            false => template.labels.get(key),
        }
    };
    let number = |sym: Sym| plan.symbols.text(sym).parse().ok();
    // A Pod that asks for a node by name doesn't ask for another one.
    let holds = |term: &NodeTerm| {
        let mut expressions = term.expressions.iter();
        term.names.is_none()
            && !term.expressions.is_empty()
            && expressions.all(|one| one.matches(label(one.key), number))
    };
    let terms = &workload.node_affinity;
    let mut taints = template.taints.iter().filter(|one| one.effect != Effect::PreferNoSchedule);
    workload.node_selector.iter().all(|(key, value)| label(*key) == Some(*value))
        && (terms.is_empty() || terms.iter().any(holds))
        && taints.all(|taint| workload.tolerations.iter().any(|one| one.tolerates(taint)))
}
