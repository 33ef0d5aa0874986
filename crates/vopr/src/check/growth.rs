//! The cluster autoscaler's growth by a model of its own: by how many nodes groups grow, and in which zones.

use super::fresh::{Fresh, affordable, fresh, is_everywhere_alike, is_whole, room, settings};
use super::{RowCx, Said, ensure, feasible};
use crate::shadow::Shadow;
use base::{GroupId, PodId, PoolId, SimTime};
use model::autoscale::LocationPolicy;
use model::{Plan, Workload};

/// KA-21.
const PER_SCALE_UP: u32 = 1000;

/// What a group may do now.
struct GrownGroup {
    id: GroupId,
    size: u32,
    /// How many more nodes its limits allow.
    room: u32,
    free: u32,
    out: bool,
}

/// The sizes that groups get.
enum Split {
    Exact(Vec<(GroupId, u32)>),
    /// A zone was filled up on the way: the others are alike.
    Alike,
}

/// AM-81, KA-37, BS-91: how nodes are spread over the zones of a pool.
/// `None`: no zone has any capacity, so that it doesn't matter.
fn split(groups: &[GrownGroup], any: bool, wanted: u32, left: Option<u32>) -> Option<Split> {
    let all: u32 = groups.iter().map(|one| one.room).sum();
    let all = left.map_or(all, |left| all.min(left));
    let mut sizes: Vec<(GroupId, u32)> = groups.iter().map(|one| (one.id, one.size)).collect();
    if any && groups.len() > 1 && wanted < all {
        if groups.iter().all(|one| one.free == 0) {
            return None;
        }
        let mut rest = wanted;
        while rest > 0 {
            // The first of those with the most room that haven't had their turn.
            let open = (0..groups.len()).filter(|at| sizes[*at].1 == groups[*at].size);
            let open = open.filter(|at| groups[*at].room.min(groups[*at].free) > 0);
            let Some(at) = open.min_by_key(|at| (u32::MAX - groups[*at].free, *at)) else {
                break;
            };
            let more = rest.min(groups[at].room).min(groups[at].free);
            sizes[at].1 += more;
            rest -= more;
        }
        return Some(Split::Exact(sizes));
    }
    let in_stock = groups.iter().any(|one| !one.out);
    for _ in 0..wanted {
        let open = (0..groups.len()).filter(|at| !in_stock || !groups[*at].out);
        let mut open = open.peekable();
        let full = |at: usize| sizes[at].1 >= groups[at].size + groups[at].room;
        if open.peek().is_none() {
            break;
        }
        let open: Vec<usize> = open.collect();
        if open.iter().any(|at| full(*at)) {
            return Some(Split::Alike);
        }
        let smallest = open.into_iter().min_by_key(|at| (sizes[*at].1, groups[*at].size, *at));
        sizes[smallest.unwrap_or(0)].1 += 1;
    }
    Some(Split::Exact(sizes))
}

/// How many Pods of a workload a fresh node takes.
fn pods_of_a_node(plan: &Plan, wants: &Workload, fresh: &Fresh) -> u32 {
    let mut node = fresh.node.clone();
    let mut pods = 0;
    while feasible::short_of(plan, wants, &node).is_none() {
        node.used.add(&wants.requests);
        node.pods.push(PodId(0));
        pods += 1;
    }
    pods
}

/// KA-16 … KA-21, KA-38, KA-41, AM-81: groups grow by as many nodes as their Pods need and limits leave, in the zones that the policy
/// names. Where Pods of one workload grow a pool, and each zone is like the others.
pub(super) fn groups_grow_as_they_should(row: &RowCx<'_>) -> Said {
    let asks = row.slug == "autoscaler/request-node" || row.slug == "autoscaler/scale-up-failed";
    let shadow = row.shadow;
    let (at, decided) = &shadow.autoscaler.decided;
    if !asks || shadow.before != "autoscaler/triggered" || *at != row.record.at {
        return Ok(());
    }
    let Some((first, ..)) = decided.first().copied() else {
        return Ok(());
    };
    let (plan, pool) = (row.plan, row.plan.groups[first].pool);
    let ours = |group: GroupId| plan.groups[group].pool == pool;
    ensure(decided.iter().all(|(group, ..)| ours(*group)), || "two pools grow".to_owned())?;
    match expected_split(shadow, pool, *at) {
        Err(()) => Ok(()),
        Ok((groups, split, wanted)) => {
            let size = |group: GroupId| {
                let own = decided.iter().find(|(other, ..)| *other == group);
                own.map(|(.., to)| *to)
            };
            let new = |one: &GrownGroup| size(one.id).unwrap_or(one.size);
            let wrong = match split {
                Split::Exact(sizes) => sizes.iter().any(|(group, own)| {
                    let before = groups.iter().find(|one| one.id == *group);
                    size(*group).or(before.map(|one| one.size)) != Some(*own)
                }),
                Split::Alike => groups.iter().any(|one| {
                    let full = new(one) >= one.size + one.room;
                    let more =
                        |other: &GrownGroup| new(other) > other.size && new(other) > new(one) + 1;
                    !full && !one.out && groups.iter().any(more)
                }),
            };
            let unknown =
                decided.iter().find(|(group, ..)| groups.iter().all(|one| one.id != *group));
            ensure(!wrong && unknown.is_none(), || {
                let sizes: Vec<(u32, u32, u32)> =
                    groups.iter().map(|one| (one.size, one.room, one.free)).collect();
                let name = &plan.pools[pool].name;
                format!(
                    "{name}: {decided:?}, of sizes, room and capacity {sizes:?}, {wanted} wanted"
                )
            })
        }
    }
}

/// The groups of the pool that may grow, and the sizes that they should get; `Err`: they aren't known.
fn expected_split(
    shadow: &Shadow<'_>,
    pool: PoolId,
    at: SimTime,
) -> Result<(Vec<GrownGroup>, Split, u32), ()> {
    let plan = shadow.plan;
    let own = settings(plan, pool).ok_or(())?;
    let [(workload, pods)] = shadow.autoscaler.triggered[..] else {
        return Err(());
    };
    let state = shadow.pool(pool);
    if plan.pools[pool].multi_host
        || plan.pools[pool].any_reservation
        || state.reservation.is_some()
    {
        return Err(());
    }
    let waits = shadow.pods.ids();
    let mut waits =
        waits.filter(|pod| shadow.asks_for_nodes(*pod) || shadow.leaves_with_node(*pod));
    if !waits.all(|pod| is_everywhere_alike(plan, &plan.workloads[shadow.pod(pod).workload])) {
        return Err(());
    }
    let mut groups = Vec::new();
    let mut known: Option<Fresh> = None;
    for id in plan.pools[pool].groups.iter().copied() {
        if shadow.autoscaler.held.get(&id).is_some_and(|held| held.until >= at)
            || room(shadow, id) == 0
        {
            continue;
        }
        // Groups without a node have the template of the others, if these have the one of new nodes.
        if !is_whole(shadow, id) {
            return Err(());
        }
        let fresh = fresh(shadow, id, true).ok_or(())?;
        let alike = |other: &Fresh| {
            let (one, two) = (&other.node, &fresh.node);
            one.template == two.template && one.pods == two.pods
        };
        if !known.as_ref().is_none_or(alike) {
            return Err(());
        }
        let out = shadow.stockout[plan.groups[id].zone];
        let closed = out || shadow.control_plane.holds_nodes_back();
        let free = if closed { 0 } else { shadow.free_for(pool).unwrap_or(u32::MAX) };
        groups.push(GrownGroup {
            id,
            size: shadow.size_of_group(id),
            room: room(shadow, id),
            free,
            out,
        });
        known = Some(fresh);
    }
    let fresh = known.ok_or(())?;
    let each = pods_of_a_node(plan, &plan.workloads[workload], &fresh);
    if each == 0 {
        return Err(());
    }
    let needed = pods.div_ceil(each);
    let wanted = needed.min(affordable(shadow, &fresh)?).min(PER_SCALE_UP);
    let left = own.total.then(|| groups.first().map_or(0, |one| one.room));
    let wanted = left.map_or(wanted, |left| wanted.min(left));
    let split = split(&groups, own.policy == LocationPolicy::Any, wanted, left).ok_or(())?;
    Ok((groups, split, wanted))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sizes of groups with so much room and capacity each; nothing if only their being alike is known.
    fn sizes(groups: &[(u32, u32, u32)], any: bool, wanted: u32, left: Option<u32>) -> Vec<u32> {
        let groups: Vec<GrownGroup> = (0..)
            .map(GroupId)
            .zip(groups)
            .map(|(id, (size, room, free))| GrownGroup {
                id,
                size: *size,
                room: *room,
                free: *free,
                out: *free == 0,
            })
            .collect();
        match split(&groups, any, wanted, left) {
            Some(Split::Exact(sizes)) => sizes.into_iter().map(|(_, size)| size).collect(),
            _ => Vec::new(),
        }
    }

    /// CA-23, KA-37: the smallest zone first, of equal ones the first; CA-25: none without machines.
    #[test]
    fn zones_are_balanced() {
        assert_eq!(sizes(&[(2, 9, 9), (2, 9, 9), (2, 9, 9)], false, 4, None), [4, 3, 3]);
        assert_eq!(sizes(&[(1, 9, 9), (2, 9, 9), (2, 9, 9)], false, 2, None), [3, 2, 2]);
        assert_eq!(sizes(&[(2, 9, 9), (2, 9, 9), (2, 9, 0)], false, 4, None), [4, 4, 2]);
        assert!(sizes(&[(2, 1, 9), (2, 9, 9)], false, 5, None).is_empty());
    }

    /// AM-81, BS-91: ANY fills the zone with the most room; it is balanced if all the room is wanted, or all that a total leaves.
    #[test]
    fn any_fills_zones() {
        assert_eq!(sizes(&[(1, 3, 1), (1, 3, 3)], true, 3, None), [1, 4]);
        assert_eq!(sizes(&[(1, 3, 1), (1, 3, 3)], true, 5, None), [2, 4]);
        assert_eq!(sizes(&[(1, 2, 9), (1, 2, 0)], true, 3, None), [3, 1]);
        assert_eq!(sizes(&[(0, 3, 9), (0, 3, 9)], true, 3, Some(3)), [2, 1]);
        assert_eq!(sizes(&[(0, 3, 9)], true, 2, None), [2]);
    }
}
