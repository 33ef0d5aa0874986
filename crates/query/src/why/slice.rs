//! TPU slices: a multi-host one is recreated as a whole, a single-host one is a node like any other (BS-05).

use super::{Reason, WhyContext};
use base::PoolId;
use trace::Phrase;
use trace::log::RuleName;

/// A pool of single-host slices: no rule of its own applies.
const SINGLE: RuleName = RuleName { slug: "multi-host/single", ids: &["BS-05"] };

/// What kind of slice the pool's nodes are, and how they are replaced.
pub(super) fn reason(cx: &WhyContext<'_>, pool: PoolId) -> Option<Reason> {
    let plan = cx.trace.plan();
    if plan.pools.get(pool)?.multi_host {
        let rule = cx.rule("multi-host/take", &["BS-05", "AM-77"]);
        return Some(Reason::of_rule(rule, Phrase::new("why-rule")));
    }
    let mut nodes = cx.trace.start().nodes.values();
    let node = nodes.find(|node| plan.groups[node.group].pool == pool)?;
    let machine = plan.templates[node.template].machine_type.as_str();
    let is_tpu = machine.starts_with("ct") || machine.starts_with("tpu");
    is_tpu.then(|| Reason::of_rule(SINGLE, Phrase::new("why-single-host")))
}
