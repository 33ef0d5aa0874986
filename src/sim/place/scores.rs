//! What makes one node better than another: one table, each row 0 to 100 points times its weight.

use super::face::term_names_nodes;
use super::filters::Cx;
use super::spread;
use crate::base::id::Id as _;
use crate::base::{NodeId, muted};

/// One plugin of the scheduler that scores.
#[derive(Clone, Copy, Debug)]
pub struct Score {
    pub name: &'static str,
    pub weight: i64,
    /// The rulebook id.
    pub id: &'static str,
    /// Normalised points of the feasible nodes; `None` when the plugin has nothing to say.
    points: fn(&Cx<'_>, &[u32]) -> Option<Vec<i64>>,
}

/// KS-20. Source: Kubernetes `default_plugins.go`.
/// Simplified: images (KS-29) and Pod affinity score nothing.
pub const SCORES: &[Score] = &[
    Score {
        name: "TaintToleration",
        weight: 3,
        id: "KS-22",
        points: fewest_taints,
    },
    Score {
        name: "NodeAffinity",
        weight: 2,
        id: "KS-23",
        points: preferred,
    },
    Score {
        name: "PodTopologySpread",
        weight: 2,
        id: "KS-27",
        points: spread::soft_points,
    },
    Score {
        name: "NodeResourcesFit",
        weight: 1,
        id: "KS-24",
        points: fit,
    },
    Score {
        name: "NodeResourcesBalancedAllocation",
        weight: 1,
        id: "KS-26",
        points: balanced,
    },
];

impl Score {
    /// The weighted points of the feasible nodes.
    pub(super) fn weighted(&self, cx: &Cx<'_>, feasible: &[u32]) -> Option<Vec<i64>> {
        if muted(self.id) {
            return None;
        }
        let weight = if muted("KS-20") { 1 } else { self.weight };
        let mut points = (self.points)(cx, feasible)?;
        for points in &mut points {
            *points *= weight;
        }
        Some(points)
    }
}

/// The sum of all weighted scores of each feasible node.
pub(super) fn totals(cx: &Cx<'_>, feasible: &[u32]) -> Vec<i64> {
    let mut totals = vec![0; feasible.len()];
    for score in SCORES {
        if let Some(points) = score.weighted(cx, feasible) {
            for (total, points) in totals.iter_mut().zip(points) {
                *total += points;
            }
        }
    }
    totals
}

/// KS-21: the largest raw value gets 100 points, or none when `reverse`.
fn normalise(raw: &mut [i64], reverse: bool) {
    let most = raw.iter().copied().max().unwrap_or(0);
    for raw in raw {
        let share = if most == 0 || muted("KS-21") {
            0
        } else {
            100 * *raw / most
        };
        *raw = if reverse { 100 - share } else { share };
    }
}

/// KS-22: PreferNoSchedule taints that the Pod does not tolerate. Source: Kubernetes `tainttoleration`.
fn fewest_taints(cx: &Cx<'_>, feasible: &[u32]) -> Option<Vec<i64>> {
    let avoided = |node: &u32| i64::from(cx.verdict(*node).avoided);
    let mut raw: Vec<i64> = feasible.iter().map(avoided).collect();
    normalise(&mut raw, true);
    Some(raw)
}

/// KS-23: weights of the preferred terms that match. Source: Kubernetes `nodeaffinity`.
fn preferred(cx: &Cx<'_>, feasible: &[u32]) -> Option<Vec<i64>> {
    let terms = &cx.wants.preferred_nodes;
    if terms.is_empty() {
        return None;
    }
    let classes = &cx.occupancy.classes;
    let by_name = terms
        .iter()
        .any(|(_, term)| term_names_nodes(cx.plan, term));
    let mut known: Vec<Option<i64>> = vec![None; classes.len()];
    let mut raw = Vec::with_capacity(feasible.len());
    for node in feasible {
        let class = cx.occupancy.class[*node as usize];
        if let (Some(points), false) = (known[class.0 as usize], by_name) {
            raw.push(points);
            continue;
        }
        let name = if by_name {
            cx.plan.node_name(cx.cluster, NodeId::new(*node))
        } else {
            String::new()
        };
        let face = classes.face(cx.plan, class, &name);
        let matching = terms.iter().filter(|(_, term)| face.matches_term(term));
        let points = matching.map(|(weight, _)| *weight).sum();
        known[class.0 as usize] = Some(points);
        raw.push(points);
    }
    normalise(&mut raw, false);
    Some(raw)
}

/// KS-24, KS-25: cpu and memory that would be left, or with packing, taken. A Pod that asks for nothing counts
/// as a small one. Source: Kubernetes `least_allocated.go`, `most_allocated.go`.
fn fit(cx: &Cx<'_>, feasible: &[u32]) -> Option<Vec<i64>> {
    let all = cx.occupancy;
    let (cpu_m, memory_bytes) = (cx.wants.scored_cpu_m, cx.wants.scored_memory_bytes);
    let points = |node: &u32| {
        let at = *node as usize;
        let cpu = (all.has_cpu_m[at], all.scored_cpu_m[at] + cpu_m);
        let memory = (
            all.has_memory_bytes[at],
            all.scored_memory_bytes[at] + memory_bytes,
        );
        let (mut sum, mut resources) = (0, 0);
        for (has, used) in [cpu, memory] {
            if has > 0 {
                resources += 1;
                sum += if cx.plan.pack_nodes && !muted("KS-25") {
                    used.min(has) * 100 / has
                } else if used > has {
                    0
                } else {
                    (has - used) * 100 / has
                };
            }
        }
        if resources > 0 { sum / resources } else { 0 }
    };
    Some(feasible.iter().map(points).collect())
}

/// KS-26: how alike the shares of cpu and memory are. Source: Kubernetes `balanced_allocation.go`.
fn balanced(cx: &Cx<'_>, feasible: &[u32]) -> Option<Vec<i64>> {
    let all = cx.occupancy;
    let requests = &cx.wants.requests;
    let points = |node: &u32| {
        let at = *node as usize;
        let has = (all.has_cpu_m[at], all.has_memory_bytes[at]);
        balance(
            (has.0 - all.free_cpu_m[at] + requests.cpu_m, has.0),
            (
                has.1 - all.free_memory_bytes[at] + requests.memory_bytes,
                has.1,
            ),
        )
    };
    Some(feasible.iter().map(points).collect())
}

#[allow(
    clippy::float_arithmetic,
    reason = "the scheduler computes it in IEEE doubles (KS-26)"
)]
fn balance(cpu: (i64, i64), memory: (i64, i64)) -> i64 {
    if cpu.1 == 0 || memory.1 == 0 {
        return 100;
    }
    let share = |(used, has): (i64, i64)| {
        let share = used as f64 / has as f64;
        if share > 1.0 { 1.0 } else { share }
    };
    let half = (share(cpu) - share(memory)) / 2.0;
    let deviation = if half < 0.0 { -half } else { half };
    ((1.0 - deviation) * 100.0) as i64
}
