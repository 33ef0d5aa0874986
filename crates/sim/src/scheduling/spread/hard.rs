//! `DoNotSchedule`: which domains are full.

use super::count::{Counts, HardCount};
use super::policies::{Policies, per_domain, per_node};
use crate::scheduling::Occupancy;
use crate::scheduling::classes::{Domains, NodeClass};
use crate::scheduling::cycle::Cycle;
use base::{PodId, WorkloadId};
use model::selector::SpreadConstraint;
use model::{Cluster, Plan};

impl<'a> Cycle<'a> {
    #[inline]
    pub(crate) fn new(
        plan: &'a Plan,
        cluster: &'a Cluster,
        occupancy: &'a Occupancy,
        pod: PodId,
    ) -> Self {
        let mut cx = Self::uncounted(plan, cluster, occupancy, pod);
        if cx.wants.spreads_hard() {
            cx.hard = hard_counts(&cx);
        }
        cx
    }
}

/// The counts of the Pod's `DoNotSchedule` constraints, in their order.
///
/// Rulebook: KS-13, KS-14. Source: Kubernetes `podtopologyspread/filtering.go`.
fn hard_counts<'a>(cx: &Cycle<'a>) -> Vec<HardCount<'a>> {
    let wants = cx.wants.spread.iter().enumerate();
    let hard = wants.filter(|(_, constraint)| constraint.hard);
    hard.map(|(at, constraint)| hard_count(cx, at, constraint)).collect()
}

/// Does a hard constraint of the workload count the other's Pods?
pub(crate) fn counts_others(
    plan: &Plan,
    occupancy: &Occupancy,
    workload: WorkloadId,
    other: WorkloadId,
) -> bool {
    let constraints = plan.workloads[workload].spread.iter().enumerate();
    let mut hard = constraints.filter(|(_, constraint)| constraint.hard);
    hard.any(|(at, _)| occupancy.audiences.list(workload, at).contains(&other))
}

fn hard_count<'a>(cx: &Cycle<'a>, at: usize, constraint: &SpreadConstraint) -> HardCount<'a> {
    let occupancy = cx.occupancy;
    let audience = occupancy.audiences.list(cx.workload, at);
    let domains = occupancy.classes.domains(constraint.topology_key);
    let (counts, least, values) = if domains.is_host() {
        let counted = counted_nodes(cx, constraint);
        let nodes: Vec<u32> = cx.nodes().filter(|node| counted[*node as usize]).collect();
        let least = per_node(occupancy, audience, &nodes).into_iter().min();
        let counts = Counts::PerNode { audience, counted };
        (counts, least, nodes.len())
    } else {
        let (counts, there) = count_values(cx, constraint, domains, audience);
        let counted = counts.iter().zip(&there).filter(|(_, there)| **there);
        let (least, values) = (counted.clone().map(|(pods, _)| *pods).min(), counted.count());
        (Counts::PerDomain(counts), least, values)
    };
    let enough = values as i64 >= constraint.min_domains;
    let least = least.filter(|_| enough).unwrap_or(0);
    let own = i64::from(constraint.selector.matches(&cx.wants.labels));
    HardCount { domains, counts, room: constraint.max_skew + i64::from(least) - own }
}

/// Matching Pods by value of the key, and which values exist on a counted node.
fn count_values(
    cx: &Cycle<'_>,
    constraint: &SpreadConstraint,
    domains: &Domains,
    audience: &[WorkloadId],
) -> (Vec<u32>, Vec<bool>) {
    let occupancy = cx.occupancy;
    let mut there = vec![false; domains.len()];
    let policies = Policies::of(constraint);
    // Each constraint counts only nodes that have the keys of all.
    let keys = hard_keys(cx);
    let whole_class = |class| {
        if has_all(&keys, class) { policies.count_class(cx, class) } else { Some(false) }
    };
    let mut differ = false;
    for class in occupancy.classes.ids() {
        match (whole_class(class), domains.get(class)) {
            (None, _) => differ = true,
            (Some(true), Some(domain)) => {
                there[domain] |= occupancy.population[class.0 as usize] > 0;
            }
            (Some(_), _) => {}
        }
    }
    if differ {
        for node in cx.nodes() {
            let class = occupancy.class[node as usize];
            if let (None, Some(domain)) = (whole_class(class), domains.get(class)) {
                there[domain] |= policies.count(cx, node);
            }
        }
    }
    let counts =
        per_domain(occupancy, audience, domains, whole_class, |node| policies.count(cx, node));
    (counts, there)
}

/// The topology keys of all hard constraints.
fn hard_keys<'a>(cx: &Cycle<'a>) -> Vec<&'a Domains> {
    let hard = cx.wants.spread.iter().filter(|constraint| constraint.hard);
    hard.map(|constraint| cx.occupancy.classes.domains(constraint.topology_key)).collect()
}

fn has_all(keys: &[&Domains], class: NodeClass) -> bool {
    let mut keys = keys.iter();
    keys.all(|domains| domains.is_host() || domains.get(class).is_some())
}

fn counted_nodes(cx: &Cycle<'_>, constraint: &SpreadConstraint) -> Vec<bool> {
    let occupancy = cx.occupancy;
    let policies = Policies::of(constraint);
    let keys = hard_keys(cx);
    let classes = occupancy.classes.ids();
    let keyed: Vec<bool> = classes.map(|class| has_all(&keys, class)).collect();
    let mut counted = vec![false; occupancy.class.len()];
    for node in cx.nodes() {
        let class = occupancy.class[node as usize];
        counted[node as usize] = keyed[class.0 as usize] && policies.count(cx, node);
    }
    counted
}
