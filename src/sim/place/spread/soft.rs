//! `ScheduleAnyway` and the system's own spreading: fewer matching Pods are better.

use super::super::classes::{Class, Domains};
use super::super::cycle::Cx;
use super::{Policies, per_domain, per_node};
use crate::base::{Sym, WorkloadId, muted};
use crate::model::selector::SpreadConstraint;

/// A constraint, of the Pod or of the system.
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

/// Normalised points of the feasible nodes; `None` when there is nothing to spread by.
///
/// Rulebook: KS-27. Source: Kubernetes `podtopologyspread/scoring.go`, `plugin.go`.
pub(crate) fn soft_points(cx: &Cx<'_>, feasible: &[u32]) -> Option<Vec<i64>> {
    let wanted = wanted(cx);
    if wanted.is_empty() {
        return None;
    }
    // Constraints of the Pod ignore a node that lacks a key; the system's drop the term.
    let ignores: Vec<bool> = classes(cx)
        .map(|class| !cx.wants.spread.is_empty() && !has_all_keys(cx, &wanted, class))
        .collect();
    let class_of = |node: u32| cx.occupancy.class[node as usize].0 as usize;
    let mut met = vec![0; ignores.len()];
    for node in feasible {
        met[class_of(*node)] += 1;
    }
    for (met, ignores) in met.iter_mut().zip(&ignores) {
        if *ignores {
            *met = 0;
        }
    }
    let terms = wanted
        .iter()
        .map(|one| count(cx, one, feasible, &met, &ignores));
    let terms: Vec<Term<'_>> = terms.collect();
    let raw = raw_scores(cx, &terms, feasible);
    let counted = || {
        let nodes = feasible.iter().zip(&raw);
        nodes
            .filter(|(node, _)| !ignores[class_of(**node)])
            .map(|(_, raw)| *raw)
    };
    let (least, most) = (counted().min().unwrap_or(0), counted().max().unwrap_or(0));
    // Runs of equal scores are common and a division is slow.
    let mut last = (-1, 0);
    let points = feasible.iter().zip(&raw).map(|(node, raw)| {
        if ignores[class_of(*node)] {
            return 0;
        }
        if *raw != last.0 {
            let points = if most == 0 {
                100
            } else {
                100 * (most + least - raw) / most
            };
            last = (*raw, points);
        }
        last.1
    });
    Some(points.collect())
}

fn wanted<'a>(cx: &Cx<'a>) -> Vec<Wanted<'a>> {
    let wants = cx.wants;
    if wants.spread.is_empty() {
        if wants.owner_selectors.is_empty() {
            return Vec::new();
        }
        let system = |key, max_skew| Wanted {
            key,
            max_skew,
            audience: &wants.spreads_with,
            own: None,
        };
        return vec![
            system(cx.plan.keys.hostname, 3),
            system(cx.plan.keys.zone, 5),
        ];
    }
    let own = wants.spread.iter().enumerate();
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
    met: &[usize],
    ignores: &[bool],
) -> Term<'a> {
    let occupancy = cx.occupancy;
    let domains = occupancy.classes.domains(wanted.key);
    let (counts, size) = if domains.is_host() {
        let counts = per_node(occupancy, wanted.audience, feasible);
        (counts, met.iter().sum())
    } else {
        let policies = wanted.own.map_or(Policies::SYSTEM, Policies::of);
        let whole_class = |class: Class| {
            if ignores[class.0 as usize] {
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
            if let (Some(domain), true) = (domains.get(class), *met > 0) {
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
    let mut known: Vec<Vec<i64>> = vec![Vec::new(); cx.occupancy.classes.len()];
    let alone = hosts().count() > 1;
    let on_node = hosts().next().map(|term| &term.counts);
    let raw = feasible.iter().enumerate().map(|(at, node)| {
        let class = cx.occupancy.class[*node as usize];
        if alone {
            return raw_score(terms, class, at);
        }
        let pods = on_node.map_or(0, |counts| counts[at]) as usize;
        let row = &mut known[class.0 as usize];
        if row.len() <= pods {
            row.resize(pods + 1, -1);
        }
        if row[pods] < 0 {
            row[pods] = raw_score(terms, class, at);
        }
        row[pods]
    });
    raw.collect()
}

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
