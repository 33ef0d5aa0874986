//! Topology spread: how many matching Pods stand in each zone, on each node.

use std::collections::BTreeMap;

use super::Occupancy;
use super::classes::Class;
use super::filters::Cx;
use super::occupancy::Standing;
use crate::base::id::Id as _;
use crate::base::{Sym, WorkloadId, ZoneId, muted};
use crate::model::Plan;
use crate::model::selector::{Selector, SpreadConstraint};

/// Whose Pods a constraint counts: the workloads of its namespace that its selector matches.
#[derive(Clone, Debug)]
pub(super) struct Audiences {
    lists: Vec<Vec<WorkloadId>>,
    /// Per workload and constraint, a list.
    of: BTreeMap<WorkloadId, Vec<u32>>,
}

impl Audiences {
    pub(super) fn new(plan: &Plan) -> Self {
        let mut lists = Vec::new();
        let mut known: BTreeMap<(&str, &Selector), u32> = BTreeMap::new();
        let mut of = BTreeMap::new();
        for (id, workload) in plan.workloads.iter() {
            if workload.spread.is_empty() {
                continue;
            }
            let mut list_of = |constraint: &SpreadConstraint, key| {
                *known.entry(key).or_insert_with(|| {
                    lists.push(matching(plan, &workload.namespace, &constraint.selector));
                    lists.len() as u32 - 1
                })
            };
            let numbers = workload
                .spread
                .iter()
                .map(|one| list_of(one, (workload.namespace.as_str(), &one.selector)))
                .collect();
            of.insert(id, numbers);
        }
        Self { lists, of }
    }

    fn list(&self, workload: WorkloadId, constraint: usize) -> &[WorkloadId] {
        let number = self.of.get(&workload).and_then(|of| of.get(constraint));
        number
            .and_then(|number| self.lists.get(*number as usize))
            .map_or(&[], Vec::as_slice)
    }
}

fn matching(plan: &Plan, namespace: &str, selector: &Selector) -> Vec<WorkloadId> {
    let workloads = plan.workloads.iter();
    workloads
        .filter(|(_, other)| other.namespace == namespace && selector.matches(&other.labels))
        .map(|(id, _)| id)
        .collect()
}

/// The values of a topology key, numbered.
#[derive(Debug)]
pub(super) enum Domains {
    /// Every node is a domain of its own.
    Host,
    /// Per class of nodes, the number of its value.
    Class(Vec<Option<u32>>),
}

impl Domains {
    fn of(cx: &Cx<'_>, key: Sym) -> Self {
        let (plan, keys) = (cx.plan, &cx.plan.keys);
        if key == keys.hostname {
            return Self::Host;
        }
        let zonal = key == keys.zone || key == keys.old_zone || key == keys.gke_zone;
        let mut zones: BTreeMap<ZoneId, u32> = BTreeMap::new();
        let mut values: BTreeMap<Sym, u32> = BTreeMap::new();
        let number = |class: u32| {
            let face = cx.occupancy.classes.face(plan, Class(class), "");
            if zonal {
                let next = zones.len() as u32;
                Some(*zones.entry(face.zone).or_insert(next))
            } else {
                let next = values.len() as u32;
                face.label(key)
                    .map(|value| *values.entry(value).or_insert(next))
            }
        };
        Self::Class((0..cx.occupancy.classes.len() as u32).map(number).collect())
    }

    fn get(&self, occupancy: &Occupancy, node: u32) -> Option<usize> {
        match self {
            Self::Host => Some(node as usize),
            Self::Class(numbers) => {
                numbers[occupancy.class[node as usize].0 as usize].map(|number| number as usize)
            }
        }
    }

    /// How many values the nodes have together.
    fn met(&self, occupancy: &Occupancy, nodes: impl Iterator<Item = u32>) -> usize {
        let mut met = match self {
            Self::Host => return nodes.count(),
            Self::Class(_) => vec![false; self.len(occupancy)],
        };
        for domain in nodes.filter_map(|node| self.get(occupancy, node)) {
            met[domain] = true;
        }
        met.into_iter().filter(|met| *met).count()
    }

    fn len(&self, occupancy: &Occupancy) -> usize {
        match self {
            Self::Host => occupancy.class.len(),
            Self::Class(numbers) => numbers
                .iter()
                .flatten()
                .max()
                .map_or(0, |most| *most as usize + 1),
        }
    }
}

/// Why a node does not satisfy a hard constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unspread {
    NoKey,
    Skew,
}

/// A hard constraint with what is counted for it.
pub(super) struct HardCount {
    domains: Domains,
    counts: Vec<u32>,
    /// Above so many matching Pods a domain takes no more.
    room: i64,
}

impl HardCount {
    pub(super) fn unspread(&self, occupancy: &Occupancy, node: u32) -> Option<Unspread> {
        let Some(domain) = self.domains.get(occupancy, node) else {
            return Some(Unspread::NoKey);
        };
        (i64::from(self.counts[domain]) > self.room).then_some(Unspread::Skew)
    }
}

/// Counts for the `DoNotSchedule` constraints of the Pod, in their order.
///
/// Rulebook: KS-13, KS-14. Source: Kubernetes `podtopologyspread/filtering.go`.
pub(super) fn hard_counts(cx: &Cx<'_>) -> Vec<HardCount> {
    let hard: Vec<(usize, &SpreadConstraint)> = cx
        .wants
        .spread
        .iter()
        .enumerate()
        .filter(|(_, constraint)| constraint.hard)
        .collect();
    let domains: Vec<Domains> = hard
        .iter()
        .map(|(_, constraint)| Domains::of(cx, constraint.topology_key))
        .collect();
    // Only nodes with every key are counted, whichever constraint it belongs to.
    let keyed: Vec<u32> = cx
        .nodes()
        .filter(|node| {
            domains
                .iter()
                .all(|one| one.get(cx.occupancy, *node).is_some())
        })
        .collect();
    hard.into_iter()
        .zip(domains)
        .map(|((at, constraint), domains)| hard_count(cx, at, constraint, domains, &keyed))
        .collect()
}

fn hard_count(
    cx: &Cx<'_>,
    at: usize,
    constraint: &SpreadConstraint,
    domains: Domains,
    keyed: &[u32],
) -> HardCount {
    let audience = cx.occupancy.audiences.list(cx.workload, at);
    let on_node = per_node(cx.occupancy, audience);
    let size = domains.len(cx.occupancy);
    let mut counts = vec![0; size];
    let mut there = vec![false; size];
    for node in keyed {
        if !eligible(cx, constraint, *node) {
            continue;
        }
        if let Some(domain) = domains.get(cx.occupancy, *node) {
            there[domain] = true;
            counts[domain] += on_node[*node as usize];
        }
    }
    let values = there.iter().filter(|there| **there).count() as i64;
    let counted = counts.iter().zip(&there).filter(|(_, there)| **there);
    let least = counted.map(|(count, _)| *count).min().unwrap_or(0);
    let least = if values < constraint.min_domains {
        0
    } else {
        least
    };
    let own = i64::from(constraint.selector.matches(&cx.wants.labels));
    HardCount {
        domains,
        counts,
        room: constraint.max_skew + i64::from(least) - own,
    }
}

/// KS-14: which nodes the policies of the constraint count.
fn eligible(cx: &Cx<'_>, constraint: &SpreadConstraint, node: u32) -> bool {
    if muted("KS-14") {
        return true;
    }
    (!constraint.honor_affinity || cx.selects(node))
        && (!constraint.honor_taints || cx.tolerates_node(node))
}

/// Matching Pods on each node that do not terminate.
fn per_node(occupancy: &Occupancy, audience: &[WorkloadId]) -> Vec<u32> {
    let mut counts = vec![0; occupancy.class.len()];
    for workload in audience {
        for (node, pods) in occupancy.tally_of(*workload) {
            counts[node.index() as usize] += pods;
        }
    }
    counts
}

/// A soft constraint, of the Pod or of the system.
struct SoftTerm<'a> {
    key: Sym,
    max_skew: i64,
    audience: &'a [WorkloadId],
    own: Option<&'a SpreadConstraint>,
}

/// `ScheduleAnyway`: normalised points of the feasible nodes; `None` when there is nothing to spread by.
///
/// Rulebook: KS-27. Source: Kubernetes `podtopologyspread/scoring.go`, `plugin.go`.
pub(super) fn soft_points(cx: &Cx<'_>, feasible: &[u32]) -> Option<Vec<i64>> {
    let terms = soft_terms(cx);
    if terms.is_empty() {
        return None;
    }
    let domains: Vec<Domains> = terms.iter().map(|term| Domains::of(cx, term.key)).collect();
    // Constraints of the Pod ignore a node that lacks a key; the system's drop the term.
    let strict = !cx.wants.spread.is_empty();
    let keyed = |node: u32| {
        domains
            .iter()
            .all(|one| one.get(cx.occupancy, node).is_some())
    };
    let ignored: Vec<bool> = feasible
        .iter()
        .map(|node| strict && !keyed(*node))
        .collect();
    let weighed = terms.iter().zip(&domains).map(|(term, domains)| {
        let counted = feasible
            .iter()
            .zip(&ignored)
            .filter(|(_, ignored)| !**ignored);
        Weighed {
            domains,
            counts: soft_count(cx, term, domains, |node| !strict || keyed(node)),
            weight: topology_weight(domains.met(cx.occupancy, counted.map(|(node, _)| *node))),
            max_skew: term.max_skew,
        }
    });
    let mut table = RawTable::new(cx.occupancy, weighed.collect());
    let raw: Vec<i64> = feasible.iter().map(|node| table.raw(*node)).collect();
    Some(normalised(&raw, &ignored))
}

/// A soft constraint with what is counted for it.
struct Weighed<'a> {
    domains: &'a Domains,
    counts: Vec<u32>,
    weight: f64,
    max_skew: i64,
}

/// Raw scores. Nodes of one class with as many matching Pods have the same, so few are computed.
struct RawTable<'a> {
    occupancy: &'a Occupancy,
    terms: Vec<Weighed<'a>>,
    /// The one term whose domains are the nodes themselves.
    host: Option<usize>,
    /// Two such terms: each node is computed by itself.
    apart: bool,
    /// By class, then by count on the node; −1 = not computed yet.
    known: Vec<Vec<i64>>,
}

impl<'a> RawTable<'a> {
    fn new(occupancy: &'a Occupancy, terms: Vec<Weighed<'a>>) -> Self {
        let per_host = |term: &Weighed<'_>| matches!(term.domains, Domains::Host);
        Self {
            host: terms.iter().position(per_host),
            apart: terms.iter().filter(|term| per_host(term)).count() > 1,
            known: vec![Vec::new(); occupancy.classes.len()],
            occupancy,
            terms,
        }
    }

    fn raw(&mut self, node: u32) -> i64 {
        if self.apart {
            return self.compute(node);
        }
        let on_node = self
            .host
            .map_or(0, |at| self.terms[at].counts[node as usize]);
        let class = self.occupancy.class[node as usize].0 as usize;
        let row = &mut self.known[class];
        if row.len() <= on_node as usize {
            row.resize(on_node as usize + 1, -1);
        }
        if row[on_node as usize] < 0 {
            self.known[class][on_node as usize] = self.compute(node);
        }
        self.known[class][on_node as usize]
    }

    fn compute(&self, node: u32) -> i64 {
        let mut sum = 0.0;
        for term in &self.terms {
            if let Some(domain) = term.domains.get(self.occupancy, node) {
                add_count(&mut sum, term.counts[domain], term.weight, term.max_skew);
            }
        }
        rounded(sum)
    }
}

fn soft_terms<'a>(cx: &'a Cx<'_>) -> Vec<SoftTerm<'a>> {
    let wants = cx.wants;
    if wants.spread.is_empty() {
        if wants.owner_selectors.is_empty() {
            return Vec::new();
        }
        let system = |key, max_skew| SoftTerm {
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
        .map(|(at, constraint)| SoftTerm {
            key: constraint.topology_key,
            max_skew: constraint.max_skew,
            audience: cx.occupancy.audiences.list(cx.workload, at),
            own: Some(constraint),
        })
        .collect()
}

/// Matching Pods per domain; on host names of the node itself, whatever its affinity.
fn soft_count(
    cx: &Cx<'_>,
    term: &SoftTerm<'_>,
    domains: &Domains,
    keyed: impl Fn(u32) -> bool,
) -> Vec<u32> {
    let mut counts = vec![0; domains.len(cx.occupancy)];
    let per_host = matches!(domains, Domains::Host);
    for workload in term.audience {
        for (node, pods) in cx.occupancy.tally_of(*workload) {
            let node = node.index();
            let there = cx.occupancy.standing[node as usize] != Standing::Absent;
            let counted = per_host
                || (there
                    && keyed(node)
                    && term
                        .own
                        .map_or_else(|| cx.selects(node), |own| eligible(cx, own, node)));
            if let (true, Some(domain)) = (counted, domains.get(cx.occupancy, node)) {
                counts[domain] += pods;
            }
        }
    }
    counts
}

/// ln(size + 2), from the same pure-Rust routine on every platform.
#[allow(
    clippy::float_arithmetic,
    reason = "the scheduler computes it in IEEE doubles (KS-27)"
)]
fn topology_weight(size: usize) -> f64 {
    libm::log(size as f64 + 2.0)
}

#[allow(
    clippy::float_arithmetic,
    reason = "the scheduler computes it in IEEE doubles (KS-27)"
)]
fn add_count(sum: &mut f64, count: u32, weight: f64, max_skew: i64) {
    *sum += f64::from(count) * weight + (max_skew - 1) as f64;
}

fn rounded(sum: f64) -> i64 {
    libm::round(sum) as i64
}

fn normalised(raw: &[i64], ignored: &[bool]) -> Vec<i64> {
    let counted = || raw.iter().zip(ignored).filter(|(_, ignored)| !**ignored);
    let least = counted().map(|(raw, _)| *raw).min().unwrap_or(0);
    let most = counted().map(|(raw, _)| *raw).max().unwrap_or(0);
    raw.iter()
        .zip(ignored)
        .map(|(raw, ignored)| match (ignored, most) {
            (true, _) => 0,
            (false, 0) => 100,
            (false, most) => 100 * (most + least - raw) / most,
        })
        .collect()
}
