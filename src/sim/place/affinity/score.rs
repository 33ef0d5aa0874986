//! Preferred affinity between Pods: what the Pods that are there make of each node.

use super::Count;
use crate::sim::place::cycle::Cx;
use crate::sim::place::scores::Sheet;

/// Adds the normalised points of the feasible nodes; false when no term matches a Pod anywhere.
///
/// Rulebook: KS-28. Source: Kubernetes `interpodaffinity/scoring.go`.
pub(crate) fn points(cx: &Cx<'_>, weight: i64, sheet: &mut Sheet<'_>) -> bool {
    let all = &cx.occupancy.affinities;
    let Some(ties) = all.terms.of(cx.workload) else {
        return false;
    };
    let scored = ties.scored.iter();
    let scored = scored.map(|(weight, one)| (*weight, all.read(&cx.occupancy.classes, *one)));
    let scored: Vec<(i64, Count<'_>)> = scored.filter(|(_, one)| !one.pods.is_empty()).collect();
    if scored.is_empty() {
        return false;
    }
    let raw = |node: &u32| -> i64 {
        let terms = scored.iter().map(|(weight, count)| {
            let pods = count.at(cx.occupancy, *node);
            pods.map_or(0, |pods| weight * i64::from(pods))
        });
        terms.sum()
    };
    let points = &mut sheet.scratch.raw;
    points.clear();
    points.extend(sheet.feasible.iter().map(raw));
    let least = points.iter().copied().min().unwrap_or(0);
    let most = points.iter().copied().max().unwrap_or(0);
    for (point, total) in points.iter().zip(&mut *sheet.totals) {
        *total += weight * share(point - least, most - least);
    }
    true
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
