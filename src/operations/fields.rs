//! Choices in the inspector, and the selected pool and node.

use crate::player::AtPlayhead;
use crate::shell::state::AppState;
use crate::shell::web::dom::{Tag, block, icon, tag};
use crate::shell::words::t;
use base::PoolId;
use draw::icons;
use query::operations::FaultScope;
use trace::Subject;

/// The selected pool, with the selected node and workload.
pub(crate) fn place(here: AtPlayhead<'_>, state: &AppState) -> Option<FaultScope> {
    let plan = &here.run.plan;
    let cluster = &here.frame.cluster;
    let busy = || {
        let mut pools = cluster.pools.iter();
        let busy = pools.find(|(_, state)| state.run.unfinished());
        busy.map(|(id, _)| id).or(plan.pools.ids().next())
    };
    let of_node = |id| {
        let group = plan.groups.get(cluster.nodes.get(id)?.group)?;
        Some(group.pool)
    };
    let mut within = FaultScope { pool: busy()?, zone: None, node: None, workload: None };
    match state.selected {
        Some(Subject::Pool(pool)) => within.pool = pool,
        Some(Subject::Node(id)) => {
            within.pool = of_node(id).unwrap_or(within.pool);
            within.node = Some(id);
        }
        Some(Subject::Zone(zone)) => {
            let has = |pool: &PoolId| plan.group_of(*pool, zone).is_some();
            let first = || plan.pools.ids().find(has);
            let chosen = state.within.filter(has);
            let pool = chosen.or_else(|| Some(within.pool).filter(has)).or_else(first);
            within.pool = pool.unwrap_or(within.pool);
            within.zone = Some(zone);
        }
        Some(Subject::Pod(id)) => {
            let node = cluster.pod(id).and_then(|pod| pod.node());
            within.pool = node.and_then(of_node).unwrap_or(within.pool);
            within.node = node;
            within.workload = cluster.owner(id);
        }
        Some(Subject::Workload(id)) => within.workload = Some(id),
        Some(Subject::Cluster | Subject::Budget(_) | Subject::Service(_)) | None => {}
    }
    // A single workload needs no choice.
    let mut known = plan.known_workloads().map(|(id, _)| id);
    let only = known.next().filter(|_| known.next().is_none());
    within.workload = within.workload.or(only);
    Some(within)
}

/// A choice among a few options, as in the setup; [`chosen`] handles it.
pub(crate) fn choice(id: &str, name: &str, what: &str, options: impl Iterator<Item = Tag>) -> Tag {
    let select = tag("select")
        .with("id", id)
        .with("data-choose", what)
        .with("aria-label", t(name))
        .all(options);
    block("span", "sel").add(select).add(icon(icons::CHEVRON_DOWN, "i12"))
}

pub(crate) fn option(subject: Subject, name: String, chosen: bool) -> Tag {
    let option = tag("option").with("value", subject.pack().to_string()).text(name);
    if chosen { option.with("selected", "") } else { option }
}
