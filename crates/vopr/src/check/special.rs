//! Other strategies: nodes with a limited lifetime, and slices of several hosts.

use super::{NodeRow, RowCx, Said, ensure, node_name};
use crate::shadow::{ShadowNode, Vm};
use base::{NodeId, PoolId};
use model::strategy::RunKind;
use model::{AtLimit, RunState};
use trace::{Change, Subject};

/// SL-03: a short-lived upgrade cordons, drains, takes, creates and deletes nothing; it waits until the last old node is gone.
pub(super) fn short_lived_nodes_are_left_alone(row: &RowCx<'_>) -> Said {
    let pool = match (row.record.subject, row.record.change) {
        (Subject::Node(_), Change::NodeRequested { group, .. }) => row.plan.groups[group].pool,
        (Subject::Node(id), _) => row.shadow.node(id).pool,
        (Subject::Pool(pool), _) => pool,
        _ => return Ok(()),
    };
    let state = row.shadow.pool(pool);
    if state.kind != RunKind::ShortLived || !state.run.unfinished() {
        return Ok(());
    }
    let refused = matches!(row.record.change, Change::Refused { .. });
    let touches = !refused
        && ["surge/", "blue-green/", "multi-host/"].iter().any(|rule| row.slug.starts_with(rule));
    ensure(!touches, || "nodes of a short-lived upgrade are touched".to_owned())?;
    let goal = match row.record.change {
        Change::UpgradeSucceeded => state.target,
        Change::RolledBack => state.home,
        _ => return Ok(()),
    };
    let version = |template| row.plan.templates[template].version;
    let nodes = row.shadow.nodes.values();
    let mut old = nodes.filter(|node| {
        let other = node.template != goal && version(node.template) != version(goal);
        node.pool == pool && node.has_name() && other
    });
    ensure(old.next().is_none(), || "an old node lives on".to_owned())
}

/// The nodes of a slice that its upgrade has taken.
fn taken<'a>(row: &'a RowCx<'_>, pool: PoolId) -> impl Iterator<Item = (NodeId, &'a ShadowNode)> {
    let nodes = row.shadow.nodes.iter();
    nodes.filter(move |(_, node)| node.pool == pool && node.taken.is_some())
}

/// BS-05, AM-77: all nodes of a slice are taken at one instant, deleted when the last of them is drained, and recreated at
/// one instant.
pub(super) fn slices_are_one_unit(row: &RowCx<'_>) -> Said {
    if let Some(NodeRow { id, state: node, .. }) = row.node()
        && row.plan.pools[node.pool].multi_host
    {
        let others = || taken(row, node.pool).filter(|(other, _)| *other != id);
        match (row.slug, row.record.change) {
            ("multi-host/take", _) => {
                let earlier = others().find(|(_, other)| other.taken_at != row.record.at);
                ensure(earlier.is_none(), || "the others were taken before".to_owned())?;
            }
            ("multi-host/delete", _) => {
                // A user's drain in the meantime isn't part of the upgrade.
                let drained = |node: &ShadowNode| {
                    let drain = node.drain.as_ref();
                    drain.is_some_and(|drain| drain.at_limit != AtLimit::GivesUp)
                };
                let busy = others().find(|(_, other)| other.up() && drained(other));
                ensure(busy.is_none() && node.taken.is_some(), || {
                    format!("{:?} is drained still", busy.map(|(id, _)| node_name(row.plan, id)))
                })?;
            }
            ("multi-host/recreate", _) => {
                let left = others().find(|(_, other)| {
                    let last = row.shadow.pool(node.pool).recreated_at == Some(row.record.at);
                    matches!(other.vm, Vm::Deleting { .. }) && !last && !other.away
                });
                ensure(left.is_none(), || "another VM is not gone".to_owned())?;
            }
            (slug, _) => {
                let alone = slug.starts_with("surge/")
                    && !matches!(slug, "surge/node-recreated" | "surge/uncordon");
                ensure(!alone, || "it is taken alone".to_owned())?;
            }
        }
    }
    if row.record.at == row.last {
        return Ok(());
    }
    for pool in row.plan.pools.ids().filter(|id| row.plan.pools[*id].multi_host) {
        whole(row, pool)?;
    }
    Ok(())
}

/// Checks at the end of an instant.
fn whole(row: &RowCx<'_>, pool: PoolId) -> Said {
    let at = |node: &ShadowNode| node.taken_at == row.last;
    let fresh = taken(row, pool).any(|(_, node)| at(node));
    let nodes = || row.shadow.nodes.values().filter(|node| node.pool == pool);
    let all = nodes().all(|node| node.taken.is_some() || !node.up());
    ensure(!fresh || all, || "a part of the slice is taken".to_owned())?;
    // One is recreated while another one deleted with it waits.
    let made = row.shadow.pool(pool).recreated_at == Some(row.last);
    let waits = taken(row, pool).find(|(_, node)| node.vm == Vm::Off);
    let runs = row.shadow.pool(pool).run != RunState::Idle;
    ensure(!(made && runs) || waits.is_none(), || {
        let name = waits.map(|(id, _)| node_name(row.plan, id));
        format!("{name:?} is not made with the others")
    })
}
