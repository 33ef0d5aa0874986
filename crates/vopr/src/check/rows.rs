//! The form of the rows.

use super::{RowCx, Said, ensure, pod_name};
use trace::{Change, Chunk, Rows, Subject};

/// Time never runs backwards.
pub(super) fn time_never_runs_backwards(row: &RowCx<'_>) -> Said {
    ensure(row.record.at >= row.last, || format!("after {}", row.last))
}

/// A cause is an earlier row; only commands, windows and the start have none.
pub(super) fn causes_come_first(row: &RowCx<'_>) -> Said {
    let root = matches!(
        row.record.change,
        Change::Started
            | Change::Commanded { .. }
            | Change::WindowOpened
            | Change::WindowClosed
            | Change::ExclusionBegan { .. }
            | Change::ExclusionEnded { .. }
    );
    // An entry that waited for other work is caused by the end of that work.
    let waited = match row.record.change {
        Change::Commanded { entry } => row.plan.script[entry as usize].after.is_some(),
        _ => false,
    };
    match row.record.cause {
        None if waited => Err("nothing has ended".to_owned()),
        None => ensure(root, || format!("{:?} has no cause", row.record.change)),
        Some(cause) if cause >= row.no => Err("its cause comes after it".to_owned()),
        Some(_) => ensure(!root || waited, || "a root has a cause".to_owned()),
    }
}

/// Ids of subjects exist; new nodes and Pods get the next ids; the rule is in the table.
pub(super) fn ids_exist_and_new_ones_follow(row: &RowCx<'_>) -> Said {
    let (plan, shadow) = (row.plan, row.shadow);
    let (nodes, pods) = (shadow.nodes.len(), shadow.pods.len());
    let good = match (row.record.subject, row.record.change) {
        (Subject::Node(id), Change::NodeRequested { group, template, .. }) => {
            let known = plan.groups.get(group).is_some() && plan.templates.get(template).is_some();
            id.0 == nodes && known
        }
        (Subject::Pod(id), Change::PodCreated { workload, .. }) => {
            id.0 == pods && plan.workloads.get(workload).is_some()
        }
        (Subject::Cluster, _) => true,
        (Subject::Pool(id), _) => plan.pools.get(id).is_some(),
        (Subject::Zone(id), _) => plan.zones.get(id).is_some(),
        (Subject::Node(id), _) => id.0 < nodes,
        (Subject::Pod(id), _) => id.0 < pods,
        (Subject::Workload(id), _) => plan.workloads.get(id).is_some(),
        (Subject::Budget(id), _) => plan.budgets.get(id).is_some(),
        (Subject::Service(id), _) => plan.services.get(id).is_some(),
    };
    ensure(good && row.slug != "unknown", || format!("{:?} does not exist", row.record.subject))
}

/// Rows that are sent to the page as columns are read back unchanged.
pub(super) fn columns_give_the_row_back(row: &RowCx<'_>) -> Said {
    let mut chunk = Chunk::starting_at(row.record.at);
    let fits = chunk.push(&row.record);
    let read = Rows::of(&chunk, row.no.0).record(0);
    ensure(fits && read == Some(row.record), || format!("{:?} is lost in columns", row.record))
}

/// AM-56: Pods that end or become ready consecutively at one instant do so in name order.
pub(super) fn pods_end_and_start_in_the_order_of_their_names(row: &RowCx<'_>) -> Said {
    let shadow = row.shadow;
    let together = matches!(row.slug, "pod/gone" | "pod/ready")
        && (shadow.before, row.last) == (row.slug, row.record.at);
    let (Some(Subject::Pod(other)), Subject::Pod(pod)) =
        (shadow.subjects.last(), row.record.subject)
    else {
        return Ok(());
    };
    let name = |pod| {
        let state = shadow.pod(pod);
        (state.workload, state.number)
    };
    // Those whose failure is over now are a class of their own.
    let mut fails = row.plan.workloads.values().flat_map(|workload| &workload.fails);
    let recovers = fails.any(|fails| fails.until == Some(row.record.at));
    ensure(!together || recovers || name(*other) < name(pod), || {
        format!("{} comes first", pod_name(shadow, pod))
    })
}
