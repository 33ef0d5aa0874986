//! Affinity between Pods, and ports of a node: whose Pods are where, by the values of a label of their nodes.
//!
//! A workload's Pods have the same labels, so a term matches workloads, and each Pod that comes or goes is counted
//! in a few counters that are known beforehand. Terminating Pods count; finished ones, and Pods on nodes that do not
//! exist, do not.

mod score;
mod terms;

pub(super) use score::points;

use super::Occupancy;
use super::classes::{Class, Classes, Domains};
use super::cycle::Cx;
use crate::base::id::Id as _;
use crate::base::{NodeId, Sym, WorkloadId};
use crate::model::Plan;
use std::rc::Rc;
use terms::{CounterNo, Terms, Ties};

/// Pods by domain, without zeros: by node where the key is the host name, else by the number of the value.
type Counter = Vec<(u32, u32)>;

#[derive(Clone, Debug)]
pub(super) struct Affinities {
    terms: Rc<Terms>,
    counters: Vec<Counter>,
}

impl Affinities {
    pub(super) fn new(plan: &Plan) -> Self {
        let terms = Rc::new(Terms::new(plan));
        Self {
            counters: vec![Counter::new(); terms.keys.len()],
            terms,
        }
    }

    /// The labels by whose values Pods are counted.
    pub(super) fn keys(&self) -> impl Iterator<Item = Sym> + '_ {
        self.terms.keys.iter().copied()
    }

    /// Are its Pods rejected by nodes that would take others of their shape?
    pub(super) fn is_kept_apart(&self, workload: WorkloadId) -> bool {
        let apart = |ties: &Ties| {
            !(ties.away.is_empty() && ties.shunned_by.is_empty() && ties.ports.is_empty())
        };
        self.terms.of(workload).is_some_and(apart)
    }

    /// May a Pod of the workload fit as soon as one of the other is bound (KS-03)?
    pub(super) fn waits_for(&self, workload: WorkloadId, other: WorkloadId) -> bool {
        let (Some(ties), Some(other)) = (self.terms.of(workload), self.terms.of(other)) else {
            return false;
        };
        let near = ties.near.iter();
        near.clone().any(|one| other.counted_in.contains(one))
    }

    /// A Pod of the workload comes to a node that exists, or leaves it.
    pub(super) fn count(
        &mut self,
        classes: &Classes,
        workload: WorkloadId,
        (node, class): (NodeId, Class),
        more: bool,
    ) {
        let Some(ties) = self.terms.of(workload) else {
            return;
        };
        for counter in &ties.counted_in {
            let domains = classes.domains(self.terms.keys[*counter as usize]);
            if let Some(domain) = domain(domains, node.index(), class) {
                super::occupancy::count(&mut self.counters[*counter as usize], domain, more);
            }
        }
    }

    fn read<'a>(&'a self, classes: &'a Classes, counter: CounterNo) -> Count<'a> {
        Count {
            domains: classes.domains(self.terms.keys[counter as usize]),
            pods: &self.counters[counter as usize],
        }
    }
}

fn domain(domains: &Domains, node: u32, class: Class) -> Option<u32> {
    if domains.is_host() {
        Some(node)
    } else {
        domains.get(class).map(|number| number as u32)
    }
}

/// A counter as it stands.
struct Count<'a> {
    domains: &'a Domains,
    pods: &'a [(u32, u32)],
}

impl Count<'_> {
    /// Pods where the node is; `None` when it lacks the key.
    fn at(&self, occupancy: &Occupancy, node: u32) -> Option<u32> {
        let domain = domain(self.domains, node, occupancy.class[node as usize])?;
        let at = self
            .pods
            .binary_search_by_key(&domain, |(domain, _)| *domain);
        Some(at.map_or(0, |at| self.pods[at].1))
    }

    fn is_there(&self, occupancy: &Occupancy, node: u32) -> bool {
        self.at(occupancy, node).is_some_and(|pods| pods > 0)
    }
}

/// What the filters ask of a node for one Pod.
#[derive(Default)]
pub(super) struct Ask<'a> {
    near: Vec<Count<'a>>,
    /// No Pod matches all affinity terms where their keys are, and this one does.
    first: bool,
    away: Vec<Count<'a>>,
    shunned_by: Vec<Count<'a>>,
    ports: Vec<Count<'a>>,
}

impl<'a> Ask<'a> {
    pub(super) fn new(occupancy: &'a Occupancy, workload: WorkloadId) -> Self {
        let all = &occupancy.affinities;
        let Some(ties) = all.terms.of(workload) else {
            return Self::default();
        };
        let some = |counters: &[CounterNo]| {
            let counts = counters.iter().map(|one| all.read(&occupancy.classes, *one));
            counts.filter(|one| !one.pods.is_empty()).collect()
        };
        let near = ties.near.iter();
        let near: Vec<Count<'_>> = near.map(|one| all.read(&occupancy.classes, *one)).collect();
        Self {
            first: ties.near_itself && near.iter().all(|one| one.pods.is_empty()),
            near,
            away: some(&ties.away),
            shunned_by: some(&ties.shunned_by),
            ports: some(&ties.ports),
        }
    }

    /// No filter of affinity or ports has anything to say.
    pub(super) fn is_empty(&self) -> bool {
        let others = [&self.away, &self.shunned_by, &self.ports];
        self.near.is_empty() && others.iter().all(|all| all.is_empty())
    }
}

/// KS-10. Source: Kubernetes `nodeports`.
pub(super) fn port_taken(cx: &Cx<'_>, node: u32) -> bool {
    let mut taken = cx.ask.ports.iter();
    taken.any(|port| port.is_there(cx.occupancy, node))
}

/// KS-15: a term without a match there, unless this is the first Pod of its kind. Source: Kubernetes
/// `interpodaffinity/filtering.go`.
pub(super) fn not_near(cx: &Cx<'_>, node: u32) -> bool {
    cx.ask
        .near
        .iter()
        .any(|term| match term.at(cx.occupancy, node) {
            None => true,
            Some(pods) => pods == 0 && !cx.ask.first,
        })
}

/// KS-16: a Pod there matches a term of this one.
pub(super) fn not_away(cx: &Cx<'_>, node: u32) -> bool {
    let mut away = cx.ask.away.iter();
    away.any(|term| term.is_there(cx.occupancy, node))
}

/// KS-16: this Pod matches a term of one that is there.
pub(super) fn shunned(cx: &Cx<'_>, node: u32) -> bool {
    let mut shunned_by = cx.ask.shunned_by.iter();
    shunned_by.any(|term| term.is_there(cx.occupancy, node))
}
