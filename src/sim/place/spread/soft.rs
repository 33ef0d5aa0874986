//! `ScheduleAnyway` and the system's own spreading: fewer matching Pods are better.

use super::super::classes::{Class, Domains};
use super::super::cycle::Cx;
use super::{Policies, per_domain, per_node};
use crate::base::{Sym, WorkloadId, muted};
use crate::model::selector::SpreadConstraint;

/// A constraint, of the Pod or of the system.
#[derive(Clone, Copy)]
struct Wanted<'a> {
    key: Sym,
    max_skew: i64,
    audience: &'a [WorkloadId],
    own: Option<&'a SpreadConstraint>,
}

/// A constraint with what is counted for it.
struct Term<'a> {
    domains: &'a Domains,
    /// By feasible node for host names, else by value.
    counts: Vec<u32>,
    weight: f64,
    max_skew: i64,
}

/// Adds the normalised points of the feasible nodes; false when there is nothing to spread by.
///
/// Rulebook: KS-27. Source: Kubernetes `podtopologyspread/scoring.go`, `plugin.go`.
pub(crate) fn soft_points(cx: &Cx<'_>, feasible: &[u32], weight: i64, totals: &mut [i64]) -> bool {
    let wants = cx.wants;
    let soft = || wants.spread.iter().any(|constraint| !constraint.hard);
    let wanted = if wants.spread.is_empty() && !wants.owner_selectors.is_empty() {
        system(cx).to_vec()
    } else if soft() {
        own(cx)
    } else {
        return false;
    };
    // Constraints of the Pod ignore a node that lacks a key; the system's drop the term.
    let drops = wants.spread.is_empty();
    let ignores = |class: Class| !drops && !has_all_keys(cx, &wanted, class);
    let met = met(cx, feasible, ignores);
    let terms = wanted.iter();
    let terms: Vec<Term<'_>> = terms
        .map(|one| count(cx, one, feasible, &met, ignores))
        .collect();
    let raw = raw_scores(cx, &terms, feasible);
    let class_of = |node: u32| cx.occupancy.class[node as usize];
    let (mut least, mut most) = (i64::MAX, 0);
    for (node, raw) in feasible.iter().zip(&raw) {
        if drops || met[class_of(*node).0 as usize] > 0 {
            (least, most) = (least.min(*raw), most.max(*raw));
        }
    }
    // Runs of equal scores are common and a division is slow.
    let mut last = (-1, 0);
    for ((node, raw), total) in feasible.iter().zip(&raw).zip(totals) {
        if !drops && met[class_of(*node).0 as usize] == 0 {
            continue;
        }
        if *raw != last.0 {
            let points = if most == 0 {
                100
            } else {
                100 * (most + least - raw) / most
            };
            last = (*raw, weight * points);
        }
        *total += last.1;
    }
    true
}

/// Feasible nodes of each class that are not ignored.
fn met(cx: &Cx<'_>, feasible: &[u32], ignores: impl Fn(Class) -> bool) -> Vec<u32> {
    let mut met = vec![0; cx.occupancy.classes.len()];
    for node in feasible {
        met[cx.occupancy.class[*node as usize].0 as usize] += 1;
    }
    for (class, met) in classes(cx).zip(&mut met) {
        if *met > 0 && ignores(class) {
            *met = 0;
        }
    }
    met
}

fn system<'a>(cx: &Cx<'a>) -> [Wanted<'a>; 2] {
    let of = |key, max_skew| Wanted {
        key,
        max_skew,
        audience: &cx.wants.spreads_with,
        own: None,
    };
    [of(cx.plan.keys.hostname, 3), of(cx.plan.keys.zone, 5)]
}

fn own<'a>(cx: &Cx<'a>) -> Vec<Wanted<'a>> {
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

fn classes(cx: &Cx<'_>) -> impl Iterator<Item = Class> + use<> {
    cx.occupancy.classes.ids()
}

fn has_all_keys(cx: &Cx<'_>, wanted: &[Wanted<'_>], class: Class) -> bool {
    wanted.iter().all(|one| {
        let domains = cx.occupancy.classes.domains(one.key);
        domains.is_host() || domains.get(class).is_some()
    })
}

/// Counts on host names are of the node itself, whatever its affinity; others of every node that exists and
/// matches.
fn count<'a>(
    cx: &Cx<'a>,
    wanted: &Wanted<'_>,
    feasible: &[u32],
    met: &[u32],
    ignores: impl Fn(Class) -> bool,
) -> Term<'a> {
    let occupancy = cx.occupancy;
    let domains = occupancy.classes.domains(wanted.key);
    let (counts, size) = if domains.is_host() {
        let counts = per_node(occupancy, wanted.audience, feasible);
        (counts, met.iter().sum::<u32>() as usize)
    } else {
        let policies = wanted.own.map_or(Policies::SYSTEM, Policies::of);
        let whole_class = |class: Class| {
            if ignores(class) {
                Some(false)
            } else {
                policies.count_class(cx, class)
            }
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
    Term {
        domains,
        counts,
        weight: topology_weight(size),
        max_skew: wanted.max_skew,
    }
}

/// Nodes of one class with as many matching Pods have the same score, so few are computed.
fn raw_scores(cx: &Cx<'_>, terms: &[Term<'_>], feasible: &[u32]) -> Vec<i64> {
    let hosts = || terms.iter().filter(|term| term.domains.is_host());
    let alone = hosts().count() > 1;
    let on_node = hosts().next().map(|term| &term.counts);
    let mut known: [Option<(Class, u32, i64)>; KNOWN] = [None; KNOWN];
    let raw = feasible.iter().enumerate().map(|(at, node)| {
        let class = cx.occupancy.class[*node as usize];
        let pods = on_node.map_or(0, |counts| counts[at]);
        let slot = &mut known[(class.0 * 4 + pods) as usize % KNOWN];
        match *slot {
            Some((of, with, raw)) if of == class && with == pods && !alone => raw,
            _ => {
                let raw = raw_score(terms, class, at);
                *slot = Some((class, pods, raw));
                raw
            }
        }
    });
    raw.collect()
}

/// Scores that are remembered while one Pod is placed.
const KNOWN: usize = 32;

fn raw_score(terms: &[Term<'_>], class: Class, at: usize) -> i64 {
    let mut sum = 0.0;
    for term in terms {
        let place = if term.domains.is_host() {
            Some(at)
        } else {
            term.domains.get(class)
        };
        if let Some(place) = place {
            add_count(&mut sum, term.counts[place], term.weight, term.max_skew);
        }
    }
    libm::round(sum) as i64
}

/// ln(size + 2), from the same pure-Rust routine on every platform.
#[allow(
    clippy::float_arithmetic,
    reason = "the scheduler computes it in IEEE doubles (KS-27)"
)]
fn topology_weight(size: usize) -> f64 {
    if muted("KS-27") {
        return 1.0;
    }
    libm::log(size as f64 + 2.0)
}

#[allow(
    clippy::float_arithmetic,
    reason = "the scheduler computes it in IEEE doubles (KS-27)"
)]
fn add_count(sum: &mut f64, count: u32, weight: f64, max_skew: i64) {
    *sum += f64::from(count) * weight + (max_skew - 1) as f64;
}
