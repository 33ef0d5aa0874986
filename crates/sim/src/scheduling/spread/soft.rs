//! `ScheduleAnyway` constraints and the system's default ones: fewer matching Pods score higher.

use super::policies::{Policies, per_domain, per_node};
use crate::scheduling::classes::{Domains, NodeClass};
use crate::scheduling::cycle::Cycle;
use crate::scheduling::score_sheet::ScoreSheet;
use base::{Sym, WorkloadId, muted};
use model::selector::SpreadConstraint;

/// A soft constraint of the Pod or of the system.
struct Wanted<'a> {
    key: Sym,
    max_skew: i64,
    audience: &'a [WorkloadId],
    own: Option<&'a SpreadConstraint>,
}

/// A constraint with its counts.
struct Term<'a> {
    domains: &'a Domains,
    /// By feasible node for host names, else by value.
    counts: Vec<u32>,
    weight: f64,
    max_skew: i64,
}

/// Adds the normalized points of the feasible nodes; false if there are no constraints.
///
/// Rulebook: KS-27. Source: Kubernetes `podtopologyspread/scoring.go`, `plugin.go`.
pub(crate) fn soft_points(cx: &Cycle<'_>, weight: i64, sheet: &mut ScoreSheet<'_>) -> bool {
    let wants = cx.wants;
    if wants.spread.is_empty() {
        if wants.owner_selectors.is_empty() {
            return false;
        }
        let (least, most) = counted_at_once(cx, sheet).unwrap_or_else(|| {
            raw_scores(cx, &system(cx), |_| false, sheet);
            let raw = sheet.buffers.raw.iter();
            let (least, most) = (raw.clone().min(), raw.max());
            (least.copied().unwrap_or(0), most.copied().unwrap_or(0))
        });
        normalise((least, most), weight, sheet, |_| false);
        return true;
    }
    let wanted = own(cx);
    if wanted.is_empty() {
        return false;
    }
    // A Pod's own constraints ignore nodes that lack a key; the system's constraints drop the term.
    let ignored: Vec<bool> = classes(cx).map(|class| !has_all_keys(cx, &wanted, class)).collect();
    let ignores = |class: NodeClass| ignored[class.0 as usize];
    raw_scores(cx, &wanted, ignores, sheet);
    let ignores = |node: u32| ignores(cx.occupancy.class[node as usize]);
    let (mut least, mut most) = (i64::MAX, 0);
    for (node, raw) in sheet.feasible.iter().zip(&sheet.buffers.raw) {
        if !ignores(*node) {
            (least, most) = (least.min(*raw), most.max(*raw));
        }
    }
    normalise((least, most), weight, sheet, ignores);
    true
}

/// The system's constraints, for Pods that don't select nodes by name: counted for a whole zone at once.
pub(crate) struct SystemSpread<'a> {
    pub(crate) audience: &'a [WorkloadId],
}

/// The counts of [`SystemSpread`]; buffers are reused.
#[derive(Clone, Debug, Default)]
pub(crate) struct SystemCounts {
    in_domain: Vec<u32>,
    weights: (f64, f64),
}

impl<'a> SystemSpread<'a> {
    pub(crate) fn of(cx: &Cycle<'a>) -> Option<Self> {
        let wants = cx.wants;
        let applies = wants.spread.is_empty() && !wants.owner_selectors.is_empty();
        applies.then_some(Self { audience: &wants.spreads_with })
    }

    pub(crate) fn pods_on(&self, cx: &Cycle<'_>, node: u32) -> u32 {
        cx.occupancy.pods_of(self.audience, node)
    }
}

impl SystemCounts {
    /// Counts for `found` feasible nodes; `met` marks the zones that have some.
    pub(crate) fn fill(&mut self, cx: &Cycle<'_>, found: u32, met: &[bool]) {
        count_domains(cx, &mut self.in_domain);
        let zones = met.iter().filter(|met| **met).count();
        self.weights = (topology_weight(found as usize), topology_weight(zones));
    }

    /// Returns the raw score of a node by its class and its number of counted Pods.
    pub(crate) fn raw(&self, cx: &Cycle<'_>) -> impl Fn(NodeClass, u32) -> i64 {
        let [host, zone] = system(cx);
        let domains = cx.occupancy.classes.domains(zone.key);
        move |class, pods| {
            let mut sum = 0.0;
            add_count(&mut sum, pods, self.weights.0, host.max_skew);
            if let Some(domain) = domains.get(class) {
                let pods = self.in_domain[domain];
                add_count(&mut sum, pods, self.weights.1, zone.max_skew);
            }
            libm::round(sum) as i64
        }
    }
}

/// Counts the Pods of each zone; false if nodes of a class differ, so that each must be checked.
fn count_domains(cx: &Cycle<'_>, in_domain: &mut Vec<u32>) -> bool {
    let [_, zone] = system(cx);
    let domains = cx.occupancy.classes.domains(zone.key);
    in_domain.clear();
    in_domain.resize(domains.len(), 0);
    for workload in zone.audience {
        for (class, pods) in cx.occupancy.class_tally_of(*workload) {
            match (Policies::SYSTEM.count_class(cx, *class), domains.get(*class)) {
                (None, _) => return false,
                (Some(true), Some(domain)) => in_domain[domain] += pods,
                (Some(_), _) => {}
            }
        }
    }
    true
}

/// Fewer Pods are better: the least raw score gets 100 points.
pub(crate) fn spread_points((least, most): (i64, i64), raw: i64) -> i64 {
    if most == 0 { 100 } else { 100 * (most + least - raw) / most }
}

fn normalise(
    bounds: (i64, i64),
    weight: i64,
    sheet: &mut ScoreSheet<'_>,
    ignores: impl Fn(u32) -> bool,
) {
    // Runs of equal scores are common and a division is slow.
    let mut last = (-1, 0);
    let nodes = sheet.feasible.iter().zip(&sheet.buffers.raw);
    for ((node, raw), total) in nodes.zip(&mut *sheet.totals) {
        if ignores(*node) {
            continue;
        }
        if *raw != last.0 {
            last = (*raw, weight * spread_points(bounds, *raw));
        }
        *total += last.1;
    }
}

/// The raw scores of the system's constraints, which nearly every Pod has, without allocating lists. Returns the least and the
/// largest; `None` if nodes of a class differ, so that each must be checked.
#[allow(clippy::float_arithmetic, reason = "the scheduler computes it in IEEE doubles (KS-27)")]
fn counted_at_once(cx: &Cycle<'_>, sheet: &mut ScoreSheet<'_>) -> Option<(i64, i64)> {
    let occupancy = cx.occupancy;
    let [host, zone] = system(cx);
    let domains = occupancy.classes.domains(zone.key);
    let buffers = &mut *sheet.buffers;
    if !count_domains(cx, &mut buffers.in_domain) {
        return None;
    }
    buffers.met.clear();
    buffers.met.resize(domains.len(), false);
    let mut run = None;
    for node in sheet.feasible {
        let class = occupancy.class[*node as usize];
        if run != Some(class) {
            run = Some(class);
            if let Some(domain) = domains.get(class) {
                buffers.met[domain] = true;
            }
        }
    }
    let values = buffers.met.iter().filter(|met| **met).count();
    let weights = (topology_weight(sheet.feasible.len()), topology_weight(values));
    buffers.on_node.clear();
    buffers.on_node.resize(sheet.feasible.len(), 0);
    for workload in host.audience {
        let tally = occupancy.tally_of(*workload);
        tally.add_to(sheet.feasible, &mut buffers.on_node);
    }
    buffers.raw.clear();
    let (mut least, mut most) = (i64::MAX, 0);
    let mut last = (None, 0, 0);
    for (node, pods) in sheet.feasible.iter().zip(&buffers.on_node) {
        let class = occupancy.class[*node as usize];
        if last.0 != Some(class) || last.1 != *pods {
            let mut sum = 0.0;
            add_count(&mut sum, *pods, weights.0, host.max_skew);
            if let Some(domain) = domains.get(class) {
                add_count(&mut sum, buffers.in_domain[domain], weights.1, zone.max_skew);
            }
            let raw = libm::round(sum) as i64;
            last = (Some(class), *pods, raw);
            (least, most) = (least.min(raw), most.max(raw));
        }
        buffers.raw.push(last.2);
    }
    Some((least, most))
}

fn system<'a>(cx: &Cycle<'a>) -> [Wanted<'a>; 2] {
    let of = |key, max_skew| Wanted { key, max_skew, audience: &cx.wants.spreads_with, own: None };
    [of(cx.plan.keys.hostname, 3), of(cx.plan.keys.zone, 5)]
}

fn own<'a>(cx: &Cycle<'a>) -> Vec<Wanted<'a>> {
    let own = cx.wants.spread.iter().enumerate();
    own.filter(|(_, constraint)| !constraint.hard)
        .map(|(at, constraint)| Wanted {
            key: constraint.topology_key,
            max_skew: constraint.max_skew,
            audience: cx.occupancy.audiences.list(cx.workload, at),
            own: Some(constraint),
        })
        .collect()
}

fn classes(cx: &Cycle<'_>) -> impl Iterator<Item = NodeClass> + use<> {
    cx.occupancy.classes.ids()
}

fn has_all_keys(cx: &Cycle<'_>, wanted: &[Wanted<'_>], class: NodeClass) -> bool {
    wanted.iter().all(|one| {
        let domains = cx.occupancy.classes.domains(one.key);
        domains.is_host() || domains.get(class).is_some()
    })
}

/// For host names, counts the node's own Pods regardless of its affinity; for other keys, counts the Pods of every existing node
/// that the policies include.
fn count<'a>(
    cx: &Cycle<'a>,
    wanted: &Wanted<'_>,
    feasible: &[u32],
    met: &[u32],
    ignores: &impl Fn(NodeClass) -> bool,
) -> Term<'a> {
    let occupancy = cx.occupancy;
    let domains = occupancy.classes.domains(wanted.key);
    let (counts, size) = if domains.is_host() {
        let counts = per_node(occupancy, wanted.audience, feasible);
        (counts, met.iter().sum::<u32>() as usize)
    } else {
        let policies = wanted.own.map_or(Policies::SYSTEM, Policies::of);
        let whole_class = |class: NodeClass| {
            if ignores(class) { Some(false) } else { policies.count_class(cx, class) }
        };
        let counts = per_domain(occupancy, wanted.audience, domains, whole_class, |node| {
            policies.count(cx, node)
        });
        let mut there = vec![false; domains.len()];
        for (class, met) in classes(cx).zip(met) {
            if *met > 0
                && let Some(domain) = domains.get(class)
            {
                there[domain] = true;
            }
        }
        (counts, there.into_iter().filter(|there| *there).count())
    };
    Term { domains, counts, weight: topology_weight(size), max_skew: wanted.max_skew }
}

/// Nodes of one class with the same number of matching Pods have the same score, so few are computed.
fn raw_scores(
    cx: &Cycle<'_>,
    wanted: &[Wanted<'_>],
    ignores: impl Fn(NodeClass) -> bool,
    sheet: &mut ScoreSheet<'_>,
) {
    let class_of = |node: u32| cx.occupancy.class[node as usize];
    // Feasible nodes of each class that aren't ignored.
    let mut met = vec![0; cx.occupancy.classes.len()];
    for node in sheet.feasible {
        let class = class_of(*node);
        met[class.0 as usize] += u32::from(!ignores(class));
    }
    let terms = wanted.iter();
    let terms: Vec<Term<'_>> =
        terms.map(|one| count(cx, one, sheet.feasible, &met, &ignores)).collect();
    let hosts = || terms.iter().filter(|term| term.domains.is_host());
    let alone = hosts().count() > 1;
    let on_node = hosts().next().map(|term| &term.counts);
    let mut known: [Option<(NodeClass, u32, i64)>; KNOWN] = [None; KNOWN];
    let raw = sheet.feasible.iter().enumerate().map(|(at, node)| {
        let class = class_of(*node);
        let pods = on_node.map_or(0, |counts| counts[at]);
        let slot = &mut known[(class.0 * 4 + pods) as usize % KNOWN];
        match *slot {
            Some((of, with, raw)) if of == class && with == pods && !alone => raw,
            _ => {
                let raw = raw_score(&terms, class, at);
                *slot = Some((class, pods, raw));
                raw
            }
        }
    });
    sheet.buffers.raw.clear();
    sheet.buffers.raw.extend(raw);
}

/// Scores cached while one Pod is placed.
const KNOWN: usize = 32;

fn raw_score(terms: &[Term<'_>], class: NodeClass, at: usize) -> i64 {
    let mut sum = 0.0;
    for term in terms {
        let place = if term.domains.is_host() { Some(at) } else { term.domains.get(class) };
        if let Some(place) = place {
            add_count(&mut sum, term.counts[place], term.weight, term.max_skew);
        }
    }
    libm::round(sum) as i64
}

/// ln(size + 2), by the same pure-Rust routine on every platform.
#[allow(clippy::float_arithmetic, reason = "the scheduler computes it in IEEE doubles (KS-27)")]
fn topology_weight(size: usize) -> f64 {
    if muted("KS-27") {
        return 1.0;
    }
    libm::log(size as f64 + 2.0)
}

#[allow(clippy::float_arithmetic, reason = "the scheduler computes it in IEEE doubles (KS-27)")]
fn add_count(sum: &mut f64, count: u32, weight: f64, max_skew: i64) {
    *sum += f64::from(count) * weight + (max_skew - 1) as f64;
}
