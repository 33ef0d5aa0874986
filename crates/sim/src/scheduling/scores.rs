//! How nodes are scored: one table of plugins, each giving 0 to 100 points times its weight.

use super::affinity::score as affinity;
use super::cycle::Cycle;
use super::node_labels::term_names_nodes;
use super::recent::{Recent, most};
use super::score_sheet::{ScoreBuffers, ScoreSheet};
use super::spread::soft as spread;
use base::id::Id as _;
use base::{NodeId, muted, mutes_rules};

/// One scoring plugin of the scheduler.
#[derive(Clone, Copy, Debug)]
pub struct Score {
    pub name: &'static str,
    pub weight: i64,
    pub id: &'static str,
    /// Depends only on the node's load and the Pod's requests.
    by_load: bool,
    /// Adds the normalized points of each feasible node, times the weight; false if the plugin adds none.
    add: fn(&Cycle<'_>, i64, &mut ScoreSheet<'_>) -> bool,
}

/// KS-20. Source: Kubernetes `default_plugins.go`.
/// Simplified: images (KS-29) score nothing.
pub const SCORES: &[Score] = &[
    Score { name: "TaintToleration", weight: 3, id: "KS-22", by_load: false, add: fewest_taints },
    Score { name: "NodeAffinity", weight: 2, id: "KS-23", by_load: false, add: preferred },
    Score {
        name: "PodTopologySpread",
        weight: 2,
        id: "KS-27",
        by_load: false,
        add: spread::soft_points,
    },
    Score {
        name: "InterPodAffinity",
        weight: 2,
        id: "KS-28",
        by_load: false,
        add: affinity::points,
    },
    Score { name: "NodeResourcesFit", weight: 1, id: "KS-24", by_load: true, add: fit },
    Score {
        name: "NodeResourcesBalancedAllocation",
        weight: 1,
        id: "KS-26",
        by_load: true,
        add: balanced,
    },
];

impl Score {
    /// The weighted points of the feasible nodes.
    pub(super) fn weighted(&self, cx: &Cycle<'_>, feasible: &[u32]) -> Option<Vec<i64>> {
        let mut totals = vec![0; feasible.len()];
        let mut sheet =
            ScoreSheet { feasible, totals: &mut totals, buffers: &mut ScoreBuffers::default() };
        self.add(cx, &mut sheet).then_some(totals)
    }

    fn add(&self, cx: &Cycle<'_>, sheet: &mut ScoreSheet<'_>) -> bool {
        if muted(self.id) {
            return false;
        }
        let weight = if muted("KS-20") { 1 } else { self.weight };
        (self.add)(cx, weight, sheet)
    }
}

/// The sum of all weighted scores of each feasible node.
///
/// Scores that depend only on a node's load and the Pod's requests are cached between placements.
pub(super) fn totals<'c>(cx: &Cycle<'_>, feasible: &[u32], columns: &'c mut Columns) -> &'c [i64] {
    columns.loads(cx, feasible);
    let mut sheet =
        ScoreSheet { feasible, totals: &mut columns.totals, buffers: &mut columns.buffers };
    for score in SCORES.iter().filter(|score| !score.by_load) {
        score.add(cx, &mut sheet);
    }
    debug_assert_eq!(columns.totals, {
        let mut totals = vec![0; feasible.len()];
        for points in SCORES.iter().filter_map(|score| score.weighted(cx, feasible)) {
            for (total, points) in totals.iter_mut().zip(points) {
                *total += points;
            }
        }
        totals
    });
    &columns.totals
}

/// A Pod's requests, scored and real.
type Requests = (i64, i64, i64, i64);

/// Scores of the nodes' loads by the Pod's requests, each with the version of the load that it was computed from.
#[derive(Clone, Debug, Default)]
pub(super) struct Columns {
    known: Recent<Requests, Vec<(u32, u32)>>,
    totals: Vec<i64>,
    buffers: ScoreBuffers,
}

impl Columns {
    fn loads(&mut self, cx: &Cycle<'_>, feasible: &[u32]) {
        self.totals.clear();
        if mutes_rules() {
            self.totals.resize(feasible.len(), 0);
            let mut sheet =
                ScoreSheet { feasible, totals: &mut self.totals, buffers: &mut self.buffers };
            for score in SCORES.iter().filter(|score| score.by_load) {
                score.add(cx, &mut sheet);
            }
            return;
        }
        let (wants, all) = (cx.wants, cx.occupancy);
        let requests = &wants.requests;
        let key =
            (wants.scored_cpu_m, wants.scored_memory_bytes, requests.cpu_m, requests.memory_bytes);
        let most = most(all.version.len(), size_of::<(u32, u32)>());
        let column = self.known.of(key, most);
        // Versions of loads begin at 1.
        column.resize(all.version.len(), (0, 0));
        let points = feasible.iter().map(|node| {
            let known = &mut column[*node as usize];
            let version = all.version[*node as usize];
            if known.0 != version {
                let points = load_points(cx, *node);
                *known = (version, points as u32);
            }
            i64::from(known.1)
        });
        self.totals.extend(points);
    }
}

/// KS-21: the largest raw value gets 100 points, or 0 with `reverse`.
fn normalise(raw: &[i64], reverse: bool, weight: i64, totals: &mut [i64]) {
    let most = raw.iter().copied().max().unwrap_or(0);
    for (raw, total) in raw.iter().zip(totals) {
        let share = if most == 0 || muted("KS-21") { 0 } else { 100 * *raw / most };
        *total += weight * if reverse { 100 - share } else { share };
    }
}

/// KS-22: PreferNoSchedule taints that the Pod does not tolerate. Source: Kubernetes `tainttoleration`.
fn fewest_taints(cx: &Cycle<'_>, weight: i64, sheet: &mut ScoreSheet<'_>) -> bool {
    if cx.occupancy.classes.avoids(cx.demand) {
        let avoided = |node: &u32| i64::from(cx.fit(*node).avoided);
        let raw: Vec<i64> = sheet.feasible.iter().map(avoided).collect();
        normalise(&raw, true, weight, sheet.totals);
    } else {
        for total in &mut *sheet.totals {
            *total += weight * 100;
        }
    }
    true
}

/// KS-23: weights of the preferred terms that match. Source: Kubernetes `nodeaffinity`.
fn preferred(cx: &Cycle<'_>, weight: i64, sheet: &mut ScoreSheet<'_>) -> bool {
    let terms = &cx.wants.preferred_nodes;
    if terms.is_empty() {
        return false;
    }
    let classes = &cx.occupancy.classes;
    let by_name = terms.iter().any(|(_, term)| term_names_nodes(cx.plan, term));
    let mut known: Vec<Option<i64>> = vec![None; classes.len()];
    let mut raw = Vec::with_capacity(sheet.feasible.len());
    for node in sheet.feasible {
        let class = cx.occupancy.class[*node as usize];
        if let (Some(points), false) = (known[class.0 as usize], by_name) {
            raw.push(points);
            continue;
        }
        let name =
            if by_name { cx.plan.node_name(cx.cluster, NodeId::new(*node)) } else { String::new() };
        let face = classes.labels_of(cx.plan, class, &name);
        let matching = terms.iter().filter(|(_, term)| face.matches_term(term));
        let points = matching.map(|(weight, _)| *weight).sum();
        known[class.0 as usize] = Some(points);
        raw.push(points);
    }
    normalise(&raw, false, weight, sheet.totals);
    true
}

/// KS-24, KS-25: CPU and memory that would be free, or with packing, used. A Pod without requests counts
/// as a small one. Source: Kubernetes `least_allocated.go`, `most_allocated.go`.
fn fit(cx: &Cycle<'_>, weight: i64, sheet: &mut ScoreSheet<'_>) -> bool {
    for (node, total) in sheet.feasible.iter().zip(&mut *sheet.totals) {
        *total += weight * fit_of(cx, *node);
    }
    true
}

/// The score of the node's load for the Pod's requests; both plugins have weight 1.
pub(super) fn load_points(cx: &Cycle<'_>, node: u32) -> i64 {
    fit_of(cx, node) + balance_of(cx, node)
}

fn fit_of(cx: &Cycle<'_>, node: u32) -> i64 {
    let (all, at) = (cx.occupancy, node as usize);
    let cpu_m = all.scored_cpu_m[at] + cx.wants.scored_cpu_m;
    let memory_bytes = all.scored_memory_bytes[at] + cx.wants.scored_memory_bytes;
    let (mut sum, mut resources) = (0, 0);
    for (has, used) in [(all.has_cpu_m[at], cpu_m), (all.has_memory_bytes[at], memory_bytes)] {
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
}

/// KS-26: how similar the used shares of CPU and memory are. Source: Kubernetes `balanced_allocation.go`.
fn balanced(cx: &Cycle<'_>, weight: i64, sheet: &mut ScoreSheet<'_>) -> bool {
    for (node, total) in sheet.feasible.iter().zip(&mut *sheet.totals) {
        *total += weight * balance_of(cx, *node);
    }
    true
}

fn balance_of(cx: &Cycle<'_>, node: u32) -> i64 {
    let (all, at) = (cx.occupancy, node as usize);
    let requests = &cx.wants.requests;
    let has = (all.has_cpu_m[at], all.has_memory_bytes[at]);
    balance(
        (has.0 - all.free_cpu_m[at] + requests.cpu_m, has.0),
        (has.1 - all.free_memory_bytes[at] + requests.memory_bytes, has.1),
    )
}

#[allow(clippy::float_arithmetic, reason = "the scheduler computes it in IEEE doubles (KS-26)")]
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

#[cfg(test)]
mod tests {
    use crate::scheduling::testing::verdicts;
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: Expect) {
        expected.assert_eq(&verdicts(text));
    }

    #[test]
    fn the_emptier_node_is_better_and_with_packing_the_fuller_one() {
        let cluster =
            "node a-1\n node a-2\n pod old on=a-1 cpu=300 memory=1\n pod web cpu=100 memory=1";
        check(
            cluster,
            expect![[r#"
            a-1: TaintToleration 300, NodeResourcesFit 55, NodeResourcesBalancedAllocation 95 = 450
            a-2: TaintToleration 300, NodeResourcesFit 82, NodeResourcesBalancedAllocation 92 = 474
            -> a-2
        "#]],
        );
        check(
            &format!("packed\n {cluster}"),
            expect![[r#"
            a-1: TaintToleration 300, NodeResourcesFit 45, NodeResourcesBalancedAllocation 95 = 440
            a-2: TaintToleration 300, NodeResourcesFit 17, NodeResourcesBalancedAllocation 92 = 409
            -> a-1
        "#]],
        );
    }

    #[test]
    fn a_pod_without_requests_counts_as_a_small_one() {
        check(
            "node a-1\n node a-2\n pod old on=a-1\n pod web",
            expect![[r#"
            a-1: TaintToleration 300, NodeResourcesFit 85, NodeResourcesBalancedAllocation 100 = 485
            a-2: TaintToleration 300, NodeResourcesFit 92, NodeResourcesBalancedAllocation 100 = 492
            -> a-2
        "#]],
        );
    }

    #[test]
    fn avoided_taints_cost_most() {
        check(
            "node a-1 taint=k:v:PreferNoSchedule taint=l:v:PreferNoSchedule
            node a-2 taint=k:v:PreferNoSchedule\n node a-3\n pod web",
            expect![[r#"
                a-1: TaintToleration 0, NodeResourcesFit 92, NodeResourcesBalancedAllocation 100 = 192
                a-2: TaintToleration 150, NodeResourcesFit 92, NodeResourcesBalancedAllocation 100 = 342
                a-3: TaintToleration 300, NodeResourcesFit 92, NodeResourcesBalancedAllocation 100 = 492
                -> a-3
            "#]],
        );
    }

    #[test]
    fn preferred_nodes_score_by_the_weights_of_their_terms() {
        check(
            "node a-1 label=pool:a label=disk:ssd\n node a-2 label=pool:a\n node a-3
            pod web prefers=30:pool:a prefers=20:disk:ssd",
            expect![[r#"
                a-1: TaintToleration 300, NodeAffinity 200, NodeResourcesFit 92, NodeResourcesBalancedAllocation 100 = 692
                a-2: TaintToleration 300, NodeAffinity 120, NodeResourcesFit 92, NodeResourcesBalancedAllocation 100 = 612
                a-3: TaintToleration 300, NodeAffinity 0, NodeResourcesFit 92, NodeResourcesBalancedAllocation 100 = 492
                -> a-1
            "#]],
        );
    }

    #[test]
    fn preferred_nodes_may_be_named() {
        check(
            "node a-1\n node a-2\n node a-3\n pod web prefers-named=30:a-2",
            expect![[r#"
                a-1: TaintToleration 300, NodeAffinity 0, NodeResourcesFit 92, NodeResourcesBalancedAllocation 100 = 492
                a-2: TaintToleration 300, NodeAffinity 200, NodeResourcesFit 92, NodeResourcesBalancedAllocation 100 = 692
                a-3: TaintToleration 300, NodeAffinity 0, NodeResourcesFit 92, NodeResourcesBalancedAllocation 100 = 492
                -> a-2
            "#]],
        );
    }

    #[test]
    fn without_constraints_owned_pods_spread_over_nodes_and_zones() {
        let cluster = "node a-1 zone=x\n node a-2 zone=x\n node a-3 zone=y
            pod w-1 app=w on=a-1\n pod w-2 app=w";
        check(
            &format!("{cluster} default-spread"),
            expect![[r#"
            a-1: TaintToleration 300, PodTopologySpread 132, NodeResourcesFit 85, NodeResourcesBalancedAllocation 100 = 617
            a-2: TaintToleration 300, PodTopologySpread 176, NodeResourcesFit 92, NodeResourcesBalancedAllocation 100 = 668
            a-3: TaintToleration 300, PodTopologySpread 200, NodeResourcesFit 92, NodeResourcesBalancedAllocation 100 = 692
            -> a-3
        "#]],
        );
        check(
            &format!("{cluster} spread=zone:1:soft"),
            expect![[r#"
            a-1: TaintToleration 300, PodTopologySpread 0, NodeResourcesFit 85, NodeResourcesBalancedAllocation 100 = 485
            a-2: TaintToleration 300, PodTopologySpread 0, NodeResourcesFit 92, NodeResourcesBalancedAllocation 100 = 492
            a-3: TaintToleration 300, PodTopologySpread 200, NodeResourcesFit 92, NodeResourcesBalancedAllocation 100 = 692
            -> a-3
        "#]],
        );
        check(
            &format!("{cluster} spread=rack:1:soft"),
            expect![[r#"
            a-1: TaintToleration 300, PodTopologySpread 0, NodeResourcesFit 85, NodeResourcesBalancedAllocation 100 = 485
            a-2: TaintToleration 300, PodTopologySpread 0, NodeResourcesFit 92, NodeResourcesBalancedAllocation 100 = 492
            a-3: TaintToleration 300, PodTopologySpread 0, NodeResourcesFit 92, NodeResourcesBalancedAllocation 100 = 492
            -> a-3
        "#]],
        );
    }
}
