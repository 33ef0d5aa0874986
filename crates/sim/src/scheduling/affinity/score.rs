//! Preferred affinity between Pods: what existing Pods add to each node's score.

use super::Count;
use crate::scheduling::cycle::Cycle;
use crate::scheduling::score_sheet::ScoreSheet;
use base::Sym;

/// The counters that add to each node's score, with their weights (KS-28).
pub(crate) struct Scored<'a>(Vec<(i64, Count<'a>)>);

impl<'a> Scored<'a> {
    fn all(cx: &Cycle<'a>) -> Self {
        let all = &cx.occupancy.affinities;
        let ties = all.terms.of(cx.workload).into_iter();
        let terms = ties.flat_map(|ties| &ties.scored);
        let counts = terms.map(|(weight, one)| (*weight, all.read(&cx.occupancy.classes, *one)));
        Self(counts.filter(|(_, one)| !one.pods.is_empty()).collect())
    }

    /// Returns `None` if a counter is neither per zone nor on few nodes.
    pub(crate) fn of(cx: &Cycle<'a>, zonal: &impl Fn(Sym) -> bool) -> Option<Self> {
        let scored = Self::all(cx);
        let simple = |(_, one): &(i64, Count<'_>)| {
            (one.domains.is_host() && one.pods.few().is_some()) || zonal(one.key)
        };
        scored.0.iter().all(simple).then_some(scored)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Nodes whose own Pods count.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = &'a [(u32, u32)]> + '_ {
        let hosts = self.0.iter().filter(|(_, one)| one.domains.is_host());
        hosts.filter_map(|(_, one)| one.pods.few())
    }

    /// The raw score of a node whose own Pods don't count.
    pub(crate) fn of_zone(&self, cx: &Cycle<'_>, node: u32) -> i64 {
        self.sum(cx, node, |one| !one.domains.is_host())
    }

    pub(crate) fn raw(&self, cx: &Cycle<'_>, node: u32) -> i64 {
        self.sum(cx, node, |_| true)
    }

    fn sum(&self, cx: &Cycle<'_>, node: u32, counts: impl Fn(&Count<'_>) -> bool) -> i64 {
        let terms = self.0.iter().filter(|(_, one)| counts(one));
        let terms = terms.map(|(weight, one)| {
            let pods = one.at(node, cx.class_of(node));
            pods.map_or(0, |pods| weight * i64::from(pods))
        });
        terms.sum()
    }
}

/// Normalizes a raw score between the least and the largest to 0 to 100 points.
pub(crate) fn share_of((least, most): (i64, i64), raw: i64) -> i64 {
    share(raw - least, most - least)
}

/// Adds the normalized points of the feasible nodes; false if no term matches any Pod.
///
/// Rulebook: KS-28. Source: Kubernetes `interpodaffinity/scoring.go`.
pub(crate) fn points(cx: &Cycle<'_>, weight: i64, sheet: &mut ScoreSheet<'_>) -> bool {
    let scored = Scored::all(cx);
    if scored.is_empty() {
        return false;
    }
    let points = &mut sheet.buffers.raw;
    points.clear();
    points.extend(sheet.feasible.iter().map(|node| scored.raw(cx, *node)));
    let least = points.iter().copied().min().unwrap_or(0);
    let most = points.iter().copied().max().unwrap_or(0);
    for (point, total) in points.iter().zip(&mut *sheet.totals) {
        *total += weight * share_of((least, most), *point);
    }
    true
}

#[allow(clippy::float_arithmetic, reason = "the scheduler computes it in IEEE doubles (KS-28)")]
fn share(above: i64, range: i64) -> i64 {
    if range == 0 {
        return 0;
    }
    (100.0 * (above as f64 / range as f64)) as i64
}
