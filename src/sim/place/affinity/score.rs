//! Preferred affinity between Pods: what the Pods that are there make of each node.

use super::Count;
use crate::sim::place::cycle::Cx;

/// Normalised points of the feasible nodes; `None` when no term matches a Pod anywhere.
///
/// Rulebook: KS-28. Source: Kubernetes `interpodaffinity/scoring.go`.
pub(crate) fn points(cx: &Cx<'_>, feasible: &[u32]) -> Option<Vec<i64>> {
    let all = &cx.occupancy.affinities;
    let scored = all.terms.of(cx.workload)?.scored.iter();
    let scored = scored.map(|(weight, one)| (*weight, all.read(&cx.occupancy.classes, *one)));
    let scored: Vec<(i64, Count<'_>)> = scored.filter(|(_, one)| !one.pods.is_empty()).collect();
    if scored.is_empty() {
        return None;
    }
    let raw = |node: &u32| -> i64 {
        let terms = scored.iter().map(|(weight, count)| {
            let pods = count.at(cx.occupancy, *node);
            pods.map_or(0, |pods| weight * i64::from(pods))
        });
        terms.sum()
    };
    let mut points: Vec<i64> = feasible.iter().map(raw).collect();
    let least = points.iter().copied().min().unwrap_or(0);
    let most = points.iter().copied().max().unwrap_or(0);
    for point in &mut points {
        *point = share(*point - least, most - least);
    }
    Some(points)
}

#[allow(
    clippy::float_arithmetic,
    reason = "the scheduler computes it in IEEE doubles (KS-28)"
)]
fn share(above: i64, range: i64) -> i64 {
    if range == 0 {
        return 0;
    }
    (100.0 * (above as f64 / range as f64)) as i64
}
