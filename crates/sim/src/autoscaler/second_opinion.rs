//! The options of a decision in the order of the run and in that of GKE's own weights (AM-106).

use super::expanders::{Cluster, Expansion, GkeCluster, GkeExpansion, gke_scores, score};
use super::scale_up::Decision;
use crate::cx::Core;
use base::{GroupId, PoolId, Set, order};
use model::plan::Plan;
use model::pool::NodeTemplate;
use model::selector::{Effect, Taint};

/// A group that could grow. Its numbers fit into half a word of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RankedOption {
    pub group: GroupId,
    pub nodes: u32,
    pub pods: u32,
    /// Its place by GKE's own weights, from 0.
    pub second: u32,
}

/// The options, the best first; empty if they are of one pool. What a reservation beats comes last (AM-81).
///
/// Rulebook: AM-106, BS-89, BS-90.
pub(super) fn ranked(core: &Core, decision: &Decision, cluster: &Cluster) -> Vec<RankedOption> {
    let plan: &Plan = &core.world.plan;
    let pool = |one: &Expansion| plan.groups[one.group].pool;
    let all: Vec<&Expansion> = decision.expansions.iter().chain(&decision.beaten).collect();
    if all.windows(2).all(|two| pool(two[0]) == pool(two[1])) {
        return Vec::new();
    }
    let for_gke = |expansion| {
        let pool = pool(expansion);
        let (spot, reserved) = (plan.pools[pool].spot, core.world.unused_reservation(pool));
        GkeExpansion { expansion, cluster_cpus: cpus_beside(core, pool), spot, reserved }
    };
    let gke: Vec<GkeExpansion<'_>> = all.iter().map(|one| for_gke(one)).collect();
    let managed = |pool: PoolId| plan.pools[pool].autoscaling.is_some();
    let of_gke = GkeCluster {
        groups: plan.groups.iter().filter(|(_, group)| managed(group.pool)).count() as u32,
        pools: plan.pools.ids().filter(|pool| managed(*pool)).count() as u32,
        autopilot: core.world.cluster.control_plane.autopilot,
        prices: cluster.prices,
        ..GkeCluster::default()
    };
    let second = ascending(&gke_scores(&gke, &of_gke));
    let scores =
        |some: &[Expansion]| -> Vec<f64> { some.iter().map(|one| score(one, cluster)).collect() };
    let kept = decision.expansions.len();
    let beaten = ascending(&scores(&decision.beaten)).into_iter().map(|at| at + kept);
    let first = ascending(&scores(&decision.expansions)).into_iter().chain(beaten);
    let half = |number: u32| number.min(u16::MAX.into());
    let option = |at: usize| RankedOption {
        group: all[at].group,
        nodes: half(all[at].nodes),
        pods: half(all[at].pods),
        second: half(second.iter().take_while(|other| **other != at).count() as u32),
    };
    first.map(option).collect()
}

/// The positions of scores, the lowest first; equals keep the order of the configuration (KA-25).
fn ascending(scores: &[f64]) -> Vec<usize> {
    let mut positions: Vec<usize> = (0..scores.len()).collect();
    order::sort_by(&mut positions, |a, b| scores[*a].total_cmp(&scores[*b]));
    positions
}

/// The vCPUs of all nodes, there or coming, of autoscaled pools of one workload separation (BS-90).
fn cpus_beside(core: &Core, pool: PoolId) -> u32 {
    let plan: &Plan = &core.world.plan;
    let template = |pool| &plan.templates[core.template_of_new_nodes(pool)];
    let own = separation(plan, template(pool));
    let alike = plan.groups.iter().filter(|(_, one)| {
        plan.pools[one.pool].autoscaling.is_some() && separation(plan, template(one.pool)) == own
    });
    let cpu_m: i64 = alike
        .map(|(group, one)| {
            i64::from(core.world.target_of(group, None)) * template(one.pool).capacity.cpu_m
        })
        .sum();
    u32::try_from(cpu_m / 1000).unwrap_or(u32::MAX)
}

/// Of GKE's own taints those that separate workloads.
const SEPARATES: [&str; 2] =
    ["cloud.google.com/compute-class", "cloud.google.com/autopilot-managed-node"];

/// The taints that keep a node for some workloads: it has them as a label, too, or as a resource (BS-90).
fn separation<'a>(plan: &Plan, node: &'a NodeTemplate) -> Set<&'a Taint> {
    let separates = |taint: &&Taint| {
        let key = plan.symbols.text(taint.key);
        let is_own = key.starts_with("cloud.google.com/") && !SEPARATES.contains(&key);
        let is_label = node.labels.get(taint.key) == Some(taint.value);
        let is_resource = node.allocatable.extended.iter().any(|(name, _)| *name == taint.key);
        taint.effect != Effect::PreferNoSchedule && !is_own && (is_label || is_resource)
    };
    node.taints.iter().filter(separates).collect()
}
