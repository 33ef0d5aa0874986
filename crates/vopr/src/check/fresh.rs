//! What a fresh look of the cluster autoscaler would find, by a model of its own: which groups may grow for whom, and which reason
//! the others have.

use super::autoscaler::{group_name, may_be_unhealthy};
use super::{RowCx, Said, ensure, feasible, pod_name, scale_down};
use crate::shadow::{GRID, Life, Shadow, ShadowNode, Vm};
use base::{GroupId, Map, NodeId, PodId, PoolId, SimSpan, SimTime, TemplateId, WorkloadId, ZoneId};
use model::autoscale::{LimitedResource, NoScaleUp};
use model::{Plan, Resources, Workload, WorkloadKind};
use trace::gke;

/// KA-13.
const NEW: SimSpan = SimSpan::from_secs(2);
const NEW_WITH_GPU: SimSpan = SimSpan::from_secs(30);
/// Filters that ask for more than one node and one Pod (KS-05).
const PORTS: u32 = 4;
const RESOURCES: u32 = 5;
const OTHERS: u32 = 12;

/// The last look of the grid between two instants: it has found nothing, as it wrote no row.
pub(super) fn look_at_rest(row: &RowCx<'_>) -> Option<SimTime> {
    let look = SimTime::from_ms((row.record.at.ms() - 1).div_euclid(GRID) * GRID);
    let rests = look > row.last && !row.shadow.control_plane.is_down();
    (rests && !may_be_unhealthy(row.shadow)).then_some(look)
}

/// A node that a group would get: one of its nodes, without any Pods but those of DaemonSets.
pub(super) struct Fresh {
    like: NodeId,
    pub node: ShadowNode,
}

fn exists(node: &ShadowNode) -> bool {
    !matches!(node.vm, Vm::Gone | Vm::Abandoned)
}

/// KA-08: the template of a group, if all nodes of its pool have one, and one of the group is up and open; if it has none, one of
/// the pool's first template in another zone, where that makes no difference.
pub(super) fn fresh(shadow: &Shadow<'_>, group: GroupId, anywhere: bool) -> Option<Fresh> {
    let plan = shadow.plan;
    let of = plan.groups[group];
    let all = || {
        let nodes = shadow.nodes.iter();
        nodes.filter(move |(_, node)| node.pool == of.pool && exists(node))
    };
    let first = plan.pools[of.pool].template;
    let none = all().all(|(_, node)| node.zone != of.zone);
    let daemons = || plan.workloads.iter().filter(|(_, one)| one.kind == WorkloadKind::DaemonSet);
    // A new node has a name of its own.
    if !daemons().all(|(_, one)| is_plain(plan, one)) {
        return None;
    }
    // A group remembers the template of its nodes that are gone.
    let mut ever = shadow.nodes.values().filter(|node| node.pool == of.pool);
    let elsewhere = anywhere
        && none
        && ever.all(|node| node.template == first)
        && daemons().all(|(_, one)| is_everywhere_alike(plan, one));
    let own = || all().filter(move |(_, node)| node.zone == of.zone || elsewhere);
    let (like, sample) =
        own().find(|(_, node)| node.up() && !node.cordoned && node.seems_well())?;
    if own().any(|(_, node)| node.template != sample.template) {
        return None;
    }
    let mut node = ShadowNode {
        pods: Vec::new(),
        used: Resources::default(),
        marked: false,
        ..sample.clone()
    };
    for (id, daemons) in daemons() {
        let runs = feasible::selects(shadow, daemons, like)
            && feasible::untolerated(plan, daemons, &node).next().is_none();
        if runs {
            node.used.add(&daemons.requests);
            node.pods.push(PodId(id.0));
        }
    }
    Some(Fresh { like, node })
}

/// Does nothing but a node's own template decide whether Pods of the workload fit on a new one?
fn is_plain(plan: &Plan, wants: &Workload) -> bool {
    let hosts = plan.symbols.find("kubernetes.io/hostname");
    let named = wants.node_affinity.iter().any(|term| {
        term.names.is_some() || term.expressions.iter().any(|one| Some(one.key) == hosts)
    });
    !named && wants.node_selector.iter().all(|(key, _)| Some(*key) != hosts)
}

/// Is it also the same in every zone, and with any other Pods?
pub(super) fn is_everywhere_alike(plan: &Plan, wants: &Workload) -> bool {
    let away = plan.workloads.values().any(|other| !other.affinity.away.is_empty());
    wants.node_selector.is_empty()
        && wants.node_affinity.is_empty()
        && wants.volumes.is_empty()
        && wants.host_ports.is_empty()
        && wants.affinity.near.is_empty()
        && wants.spread.iter().all(|one| !one.hard)
        && !away
}

/// KS-05: the first filter that rejects a Pod on a fresh node. `Err`: it isn't known.
fn first_filter(shadow: &Shadow<'_>, wants: &Workload, fresh: &Fresh) -> Result<Option<u32>, ()> {
    let plan = shadow.plan;
    if !is_plain(plan, wants) {
        return Err(());
    }
    if feasible::untolerated(plan, wants, &fresh.node).next().is_some() {
        return Ok(Some(2));
    }
    if !feasible::selects(shadow, wants, fresh.like) {
        return Ok(Some(3));
    }
    if !wants.host_ports.is_empty() {
        return Err(());
    }
    let short = feasible::short_of(plan, wants, &fresh.node);
    Ok(short.map(|what| match what {
        "slots" => RESOURCES,
        "CPU" => 6,
        "memory" => 7,
        "storage" => 8,
        _ => 9,
    }))
}

/// The settings of a pool, if it is autoscaled.
pub(super) fn settings(plan: &Plan, pool: PoolId) -> Option<model::autoscale::Autoscaling> {
    plan.pools[pool].autoscaling
}

/// AM-47, BS-93: how many more nodes a group may get, by its own limits and by those of its pool.
pub(super) fn room(shadow: &Shadow<'_>, group: GroupId) -> u32 {
    let pool = shadow.plan.groups[group].pool;
    let Some(settings) = settings(shadow.plan, pool) else {
        return 0;
    };
    let size = match settings.total {
        true => {
            let all = shadow.plan.pools[pool].groups.iter();
            all.map(|group| shadow.size_of_group(*group)).sum()
        }
        false => shadow.size_of_group(group),
    };
    // CA-54, BS-94: a slice has all of its nodes or none.
    let most = match settings.slice {
        Some(nodes) if settings.max < nodes => 0,
        Some(nodes) => nodes,
        None => settings.max,
    };
    most.saturating_sub(size)
}

/// KA-41: how many nodes of a group the limits of CPU and memory allow; `Err`: it isn't known.
pub(super) fn affordable(shadow: &Shadow<'_>, fresh: &Fresh) -> Result<u32, ()> {
    let plan = shadow.plan;
    let mut least = u32::MAX;
    for limit in &plan.resource_limits {
        let amount = |node: &ShadowNode| match limit.resource {
            LimitedResource::Cpu => Ok(plan.templates[node.template].capacity.cpu_m),
            LimitedResource::Memory => Ok(plan.templates[node.template].capacity.memory_bytes),
            LimitedResource::Accelerator(_) => Err(()),
        };
        let mut taken = 0_i64;
        let mut templates: Map<(PoolId, ZoneId), TemplateId> = Map::new();
        for node in shadow.nodes.values().filter(|node| exists(node)) {
            let managed = settings(plan, node.pool).is_some();
            // All nodes of a group count as its first one.
            let of_group = *templates.entry((node.pool, node.zone)).or_insert(node.template);
            if managed && of_group != node.template {
                return Err(());
            }
            if managed && (node.surge || node.stands_in) {
                continue;
            }
            // Whether others count depends on what an upgrade does with them.
            let clear = node.up() || node.vm == Vm::Booting;
            if managed && !clear {
                return Err(());
            }
            taken += if managed || node.up() { amount(node)? } else { 0 };
        }
        let each = amount(&fresh.node)?;
        if each > 0 {
            let left = (limit.max - taken).max(0) / each;
            least = least.min(u32::try_from(left).unwrap_or(u32::MAX));
        }
    }
    Ok(least)
}

/// KA-49: are all its nodes well, or awaited, so that it misses none?
pub(super) fn is_whole(shadow: &Shadow<'_>, group: GroupId) -> bool {
    let of = shadow.plan.groups[group];
    let own = shadow.in_zone(of.pool, of.zone);
    own.filter(|node| exists(node))
        .all(|node| node.up() && node.seems_well() || node.vm == Vm::Booting && node.scaled)
}

/// Why the group isn't tried, or which filter rejects the workload's Pods; `Err`: it isn't known.
fn expected(
    shadow: &Shadow<'_>,
    workload: WorkloadId,
    group: GroupId,
    at: SimTime,
) -> Result<Option<(NoScaleUp, u32)>, ()> {
    let plan = shadow.plan;
    let pool = plan.groups[group].pool;
    let why = |why| Ok(Some((why, gke::NO_FILTER)));
    if settings(plan, pool).is_some_and(|own| own.compute_engine) {
        return why(NoScaleUp::ComputeEngine);
    }
    if shadow.autoscaler.held.get(&group).is_some_and(|held| held.until >= at) {
        return why(NoScaleUp::Backoff);
    }
    if !is_whole(shadow, group) {
        return Err(());
    }
    if room(shadow, group) == 0 {
        return why(NoScaleUp::MaxSize);
    }
    let wants = &plan.workloads[workload];
    let fresh = fresh(shadow, group, is_everywhere_alike(plan, wants)).ok_or(())?;
    let needs = if plan.pools[pool].multi_host { room(shadow, group) } else { 1 };
    if affordable(shadow, &fresh)? < needs {
        return why(NoScaleUp::ResourceLimit);
    }
    let filter = first_filter(shadow, wants, &fresh)?;
    Ok(filter.map(|filter| (NoScaleUp::Predicate, filter)))
}

/// KA-93, BS-104: after each look the reasons are those that a fresh look finds.
pub(super) fn reasons_are_those_of_a_fresh_look(row: &RowCx<'_>) -> Said {
    let (Some(look), shadow) = (look_at_rest(row), row.shadow) else {
        return Ok(());
    };
    if may_be_new(shadow, look) {
        return Ok(());
    }
    for ((workload, group), said) in &shadow.autoscaler.reasons {
        if said.0 == NoScaleUp::Expendable {
            continue;
        }
        let Ok(own) = expected(shadow, *workload, *group, look) else {
            continue;
        };
        let beyond = said.1 == PORTS || said.1 >= OTHERS;
        let agrees = match own {
            Some(own) => own == *said,
            None => said.0 == NoScaleUp::Predicate && beyond,
        };
        ensure(agrees, || {
            let name = &shadow.plan.workloads[*workload].name;
            let group = group_name(shadow.plan, *group);
            format!("{name}: {said:?} of {group}, and a look at {look} finds {own:?}")
        })?;
    }
    Ok(())
}

/// Pods that ask for nodes (KA-10, KA-11).
fn asking<'a>(shadow: &'a Shadow<'_>) -> impl Iterator<Item = PodId> + 'a {
    let all = shadow.autoscaler.unschedulable.iter().copied();
    all.filter(|pod| {
        shadow.pod(*pod).life == Life::Pending
            && shadow.asks_for_nodes(*pod)
            && !shadow.nominated.contains_key(pod)
    })
}

/// KA-13: may all Pods count as new?
pub(super) fn may_be_new(shadow: &Shadow<'_>, at: SimTime) -> bool {
    let gpu = shadow.plan.symbols.find("nvidia.com/gpu");
    let wants = |pod: PodId| {
        let requests = &shadow.plan.workloads[shadow.pod(pod).workload].requests;
        gpu.is_some_and(|gpu| requests.extended(gpu) > 0)
    };
    let young = |pod: PodId, span: SimSpan| shadow.pod(pod).created + span > at;
    asking(shadow).any(|pod| young(pod, NEW) || wants(pod) && young(pod, NEW_WITH_GPU))
}

/// Is there surely no place for the Pod on nodes that are there or coming?
fn fits_nowhere(shadow: &Shadow<'_>, pod: PodId) -> bool {
    let plan = shadow.plan;
    let wants = &plan.workloads[shadow.pod(pod).workload];
    let closed = |id: NodeId, node: &ShadowNode| {
        feasible::untolerated(plan, wants, node).next().is_some()
            || is_plain(plan, wants) && !feasible::selects(shadow, wants, id)
    };
    shadow.nodes.iter().all(|(id, node)| {
        let goes = matches!(node.vm, Vm::Gone | Vm::Abandoned | Vm::Deleting { recreate: false });
        if goes || closed(id, node) {
            return true;
        }
        let is_there = node.up() && node.seems_well();
        let mut seen = scale_down::without_expendable(shadow, node);
        if !is_there {
            (seen.pods, seen.used) = (Vec::new(), Resources::default());
        }
        is_there && !feasible::open(plan, wants, node)
            || feasible::short_of(plan, wants, &seen).is_some()
    })
}

/// KA-12, KA-13: is the Pod old enough to ask?
fn is_old(shadow: &Shadow<'_>, pod: PodId, at: SimTime) -> bool {
    let delay = shadow.plan.workloads[shadow.pod(pod).workload].scale_up_delay;
    shadow.pod(pod).created + delay < at
}

/// KA-23, KA-32, KA-93: a Pod for which there is no place makes a group grow, or has a reason of each group.
pub(super) fn nobody_waits_in_vain(row: &RowCx<'_>) -> Said {
    let (Some(look), shadow) = (look_at_rest(row), row.shadow) else {
        return Ok(());
    };
    let drained = shadow.nodes.values().any(|node| node.marked && exists(node));
    if drained || may_be_new(shadow, look) {
        return Ok(());
    }
    let mut asked: Vec<WorkloadId> = Vec::new();
    for pod in asking(shadow).filter(|pod| is_old(shadow, *pod, look)) {
        let workload = shadow.pod(pod).workload;
        if asked.contains(&workload) || !fits_nowhere(shadow, pod) {
            continue;
        }
        asked.push(workload);
        let groups = shadow.plan.groups.iter();
        let managed = groups.filter(|(_, own)| settings(shadow.plan, own.pool).is_some());
        for (group, _) in managed {
            let reason = shadow.autoscaler.reasons.get(&(workload, group));
            ensure(reason.is_some(), || {
                let (pod, group) = (pod_name(shadow, pod), group_name(shadow.plan, group));
                format!("{pod} waits at {look}, and {group} neither grows nor has a reason")
            })?;
        }
    }
    Ok(())
}
