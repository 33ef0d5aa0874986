//! Labels that a Pod asks for and that only old nodes have: a node that an upgrade recreates loses them.

use super::say::Say;
use super::{Reason, Why, WhyContext};
use base::{PodId, PoolId, Sym};
use model::NodeTemplate;
use model::labels::Labels;
use model::selector::Operator;
use trace::{Blocker, Phrase, Subject, gke};

/// Names the label, its pool, and the command that gives it to every node of the pool.
pub(super) fn told(cx: &WhyContext<'_>, id: PodId, mut why: Why) -> Why {
    let unselected = cx.index.holds_on(Subject::Pod(id), cx.frame.next).any(|hold| {
        matches!(hold.by, Blocker::NoNode { filter, .. } if gke::filter(filter).name == "NodeAffinity")
    });
    let Some((key, value, pool)) = found(cx, id).filter(|_| unselected) else {
        return why;
    };
    let plan = cx.trace.plan();
    let label = label(cx, (key, value));
    let sentence = Phrase::new("why-label-lost")
        .with("label", label.as_str())
        .with("pool", Subject::Pool(pool));
    why.reasons.insert(
        0,
        Reason::of_rule(cx.rule("place/unschedulable", &["SU-11", "KS-03", "KS-05"]), sentence),
    );
    let name = &plan.pools[pool].name;
    let target = cx.frame.cluster.pools[pool].target.map(|target| &plan.templates[target].labels);
    let own = target.into_iter().flat_map(Labels::iter).map(|pair| self::label(cx, pair));
    // The command replaces all labels of a user; the others are GKE's.
    let own = own.filter(|label| {
        !["kubernetes.io/", "cloud.google.com/"].iter().any(|it| label.contains(it))
    });
    let all: Vec<String> = own.chain([label]).collect();
    why.say.push(Say::new(crate::gcloud::labels(name, &all.join(",")), "command"));
    why
}

fn label(cx: &WhyContext<'_>, (key, value): (Sym, Sym)) -> String {
    let text = |sym| cx.trace.plan().symbols.text(sym);
    format!("{}={}", text(key), text(value))
}

/// The first wanted label that nodes of a pool had at the start and its new ones don't have.
fn found(cx: &WhyContext<'_>, id: PodId) -> Option<(Sym, Sym, PoolId)> {
    let plan = cx.trace.plan();
    let workload = plan.workloads.get(cx.trace.owner(id)?)?;
    let terms = workload.node_affinity.iter().flat_map(|term| &term.expressions);
    let listed = terms.filter_map(|one| match &one.operator {
        Operator::In(values) => Some(values.iter().map(|value| (one.key, *value))),
        _ => None,
    });
    let wanted = workload.node_selector.iter().copied().chain(listed.flatten());
    let nodes = || cx.trace.start().nodes.values();
    wanted.into_iter().find_map(|(key, value)| {
        let has = |template: &NodeTemplate| template.labels.get(key) == Some(value);
        nodes().find_map(|node| {
            let pool = plan.groups[node.group].pool;
            let target = cx.frame.cluster.pools[pool].target?;
            let lost = has(&plan.templates[node.template]) && !has(&plan.templates[target]);
            lost.then_some((key, value, pool))
        })
    })
}
