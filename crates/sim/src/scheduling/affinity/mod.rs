//! Affinity between Pods, and host ports: counts of Pods by a label of their nodes.
//!
//! A workload's Pods have the same labels, so a term matches workloads, and each Pod that arrives or leaves is counted
//! in a few counters that are known in advance. Terminating Pods count; finished Pods, and Pods on nodes that don't
//! exist, don't.

pub(super) mod score;
mod terms;

use super::classes::{Classes, Domains, NodeClass};
use super::tally::{Counted, PodTally};
use base::id::Id as _;
use base::{NodeId, Sym, WorkloadId};
use model::Plan;
use std::rc::Rc;
use terms::{AffinityTerms, CounterNo, Terms};

#[derive(Clone, Debug)]
pub(super) struct Affinities {
    terms: Rc<Terms>,
    /// Pods by domain: by node if the key is the host name, else by the number of the value.
    counters: Vec<PodTally>,
}

impl Affinities {
    pub(super) fn new(plan: &Plan) -> Self {
        let terms = Rc::new(Terms::new(plan));
        Self { counters: vec![PodTally::default(); terms.keys.len()], terms }
    }

    /// The topology keys of the counters.
    pub(super) fn keys(&self) -> impl Iterator<Item = Sym> + '_ {
        self.terms.keys.iter().copied()
    }

    /// Can a node reject its Pods that would take others of their shape?
    pub(super) fn has_anti_affinity(&self, workload: WorkloadId) -> bool {
        let apart = |ties: &AffinityTerms| {
            !(ties.away.is_empty()
                && ties.anti_affinity_of_others.is_empty()
                && ties.ports.is_empty())
        };
        self.terms.of(workload).is_some_and(apart)
    }

    /// Can Pods on other nodes decide whether a node takes one of its Pods?
    pub(super) fn asks_others(&self, workload: WorkloadId) -> bool {
        let asks = |ties: &AffinityTerms| {
            !(ties.near.is_empty()
                && ties.away.is_empty()
                && ties.anti_affinity_of_others.is_empty())
        };
        self.terms.of(workload).is_some_and(asks)
    }

    /// Does some Pod require affinity to Pods of the workload?
    pub(super) fn is_required(&self, workload: WorkloadId) -> bool {
        self.terms.of(workload).is_some_and(|ties| ties.awaited)
    }

    /// Can binding a Pod of `other` let a Pod of the workload fit (KS-03)?
    pub(super) fn waits_for(&self, workload: WorkloadId, other: WorkloadId) -> bool {
        let (Some(ties), Some(other)) = (self.terms.of(workload), self.terms.of(other)) else {
            return false;
        };
        let near = ties.near.iter();
        near.clone().any(|one| other.counted_in.contains(one))
    }

    /// Counts a Pod of the workload that arrives on an existing node or leaves it.
    pub(super) fn count(
        &mut self,
        classes: &Classes,
        workload: WorkloadId,
        (node, class): (NodeId, NodeClass),
        more: bool,
    ) {
        let Some(ties) = self.terms.of(workload) else {
            return;
        };
        for counter in &ties.counted_in {
            let domains = classes.domains(self.terms.keys[*counter as usize]);
            if let Some(domain) = domain(domains, node.index(), class) {
                self.counters[*counter as usize].count(domain, more);
            }
        }
    }

    fn read<'a>(&'a self, classes: &'a Classes, counter: CounterNo) -> Count<'a> {
        Count {
            key: self.terms.keys[counter as usize],
            domains: classes.domains(self.terms.keys[counter as usize]),
            pods: &self.counters[counter as usize],
        }
    }
}

fn domain(domains: &Domains, node: u32, class: NodeClass) -> Option<u32> {
    if domains.is_host() { Some(node) } else { domains.get(class).map(|number| number as u32) }
}

/// The current counts of a counter.
struct Count<'a> {
    key: Sym,
    domains: &'a Domains,
    pods: &'a PodTally,
}

impl Count<'_> {
    /// The count in the node's domain; `None` if the node lacks the key.
    fn at(&self, node: u32, class: NodeClass) -> Option<u32> {
        let domain = domain(self.domains, node, class)?;
        Some(self.pods.at(domain))
    }

    fn is_there(&self, node: u32, class: NodeClass) -> bool {
        self.at(node, class).is_some_and(|pods| pods > 0)
    }
}

/// The counters that the filters read for one Pod.
#[derive(Default)]
pub(super) struct Ask<'a> {
    near: Vec<Count<'a>>,
    /// No Pod matches all affinity terms anywhere, and this one matches its own.
    first: bool,
    away: Vec<Count<'a>>,
    anti_affinity_of_others: Vec<Count<'a>>,
    ports: Vec<Count<'a>>,
}

impl<'a> Ask<'a> {
    pub(super) fn new(all: &'a Affinities, classes: &'a Classes, workload: WorkloadId) -> Self {
        let Some(ties) = all.terms.of(workload) else {
            return Self::default();
        };
        let some = |counters: &[CounterNo]| {
            let counts = counters.iter().map(|one| all.read(classes, *one));
            counts.filter(|one| !one.pods.is_empty()).collect()
        };
        let near = ties.near.iter();
        let near: Vec<Count<'_>> = near.map(|one| all.read(classes, *one)).collect();
        Self {
            first: ties.near_itself && near.iter().all(|one| one.pods.is_empty()),
            near,
            away: some(&ties.away),
            anti_affinity_of_others: some(&ties.anti_affinity_of_others),
            ports: some(&ties.ports),
        }
    }

    /// Nodes that can't take the Pod, and whether whole zones can't. `None` if affinity or ports need more than that.
    pub(super) fn closed(&self, zonal: &impl Fn(Sym) -> bool) -> Option<(Vec<Counted<'a>>, bool)> {
        let (mut nodes, mut zones) = (Vec::new(), false);
        if !self.near.is_empty() || !self.ports.is_empty() {
            return None;
        }
        for count in self.away.iter().chain(&self.anti_affinity_of_others) {
            if count.domains.is_host() {
                nodes.push(count.pods.few()?);
            } else if zonal(count.key) {
                zones = true;
            } else {
                return None;
            }
        }
        Some((nodes, zones))
    }

    /// Does anti-affinity close the zone of the node?
    pub(super) fn closes_zone_of(&self, node: u32, class: NodeClass) -> bool {
        let zonal = |count: &&Count<'_>| !count.domains.is_host();
        let mut counts = self.away.iter().chain(&self.anti_affinity_of_others).filter(zonal);
        counts.any(|count| count.is_there(node, class))
    }

    /// Can no affinity or port filter reject a node?
    pub(super) fn is_empty(&self) -> bool {
        let others = [&self.away, &self.anti_affinity_of_others, &self.ports];
        self.near.is_empty() && others.iter().all(|all| all.is_empty())
    }

    pub(super) fn port_taken(&self, node: u32, class: NodeClass) -> bool {
        self.ports.iter().any(|port| port.is_there(node, class))
    }

    /// Does some term lack a match there, unless this is the first Pod of its kind?
    pub(super) fn lacks_affinity(&self, node: u32, class: NodeClass) -> bool {
        let lacks = |term: &Count<'_>| match term.at(node, class) {
            None => true,
            Some(pods) => pods == 0 && !self.first,
        };
        self.near.iter().any(lacks)
    }

    pub(super) fn breaks_anti_affinity(&self, node: u32, class: NodeClass) -> bool {
        self.away.iter().any(|term| term.is_there(node, class))
    }

    pub(super) fn breaks_anti_affinity_of_others(&self, node: u32, class: NodeClass) -> bool {
        let mut anti_affinity_of_others = self.anti_affinity_of_others.iter();
        anti_affinity_of_others.any(|term| term.is_there(node, class))
    }
}

#[cfg(test)]
mod tests {
    use crate::scheduling::testing::verdicts;
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: Expect) {
        expected.assert_eq(&verdicts(text));
    }

    const NODES: &str = "node a-1 zone=x label=rack:r\n node a-2 zone=x\n node b-1 zone=y\n";

    #[test]
    fn required_affinity_goes_where_a_match_of_all_terms_is() {
        check(
            &format!("{NODES} pod db app=db on=a-1\n pod web near=db:zone"),
            expect![[r#"
                a-1: TaintToleration 300, NodeResourcesFit 85, NodeResourcesBalancedAllocation 100 = 485
                a-2: TaintToleration 300, NodeResourcesFit 92, NodeResourcesBalancedAllocation 100 = 492
                b-1: node(s) didn't match pod affinity rules (for good)
                -> a-2
            "#]],
        );
        // A node without the key of a term belongs to none of its domains.
        check(
            &format!("{NODES} pod db app=db on=a-1\n pod web near=db:zone near=db:rack"),
            expect![[r#"
                a-1: TaintToleration 300, NodeResourcesFit 85, NodeResourcesBalancedAllocation 100 = 485
                a-2: node(s) didn't match pod affinity rules (for good)
                b-1: node(s) didn't match pod affinity rules (for good)
                -> a-1
            "#]],
        );
        // Each term has a match, but no Pod matches both.
        check(
            &format!(
                "{NODES} pod db app=db on=a-1\n pod api app=api on=a-1\n pod web near=db:zone near=api:zone"
            ),
            expect![[r#"
                a-1: node(s) didn't match pod affinity rules (for good)
                a-2: node(s) didn't match pod affinity rules (for good)
                b-1: node(s) didn't match pod affinity rules (for good)
                -> nowhere [(16, 3)]
            "#]],
        );
        // A terminating Pod still counts; a finished one doesn't.
        check(
            &format!("{NODES} pod db app=db on=a-1 terminating\n pod web near=db:host"),
            expect![[r#"
                a-1: TaintToleration 300, NodeResourcesFit 85, NodeResourcesBalancedAllocation 100 = 485
                a-2: node(s) didn't match pod affinity rules (for good)
                b-1: node(s) didn't match pod affinity rules (for good)
                -> a-1
            "#]],
        );
        check(
            &format!("{NODES} pod db app=db on=a-1 succeeded\n pod web near=db:host"),
            expect![[r#"
                a-1: node(s) didn't match pod affinity rules (for good)
                a-2: node(s) didn't match pod affinity rules (for good)
                b-1: node(s) didn't match pod affinity rules (for good)
                -> nowhere [(16, 3)]
            "#]],
        );
    }

    #[test]
    fn the_first_pod_with_affinity_to_itself_goes_to_any_node_with_the_key() {
        check(
            &format!("{NODES} pod web app=web near=web:rack"),
            expect![[r#"
                a-1: TaintToleration 300, NodeResourcesFit 92, NodeResourcesBalancedAllocation 100 = 492
                a-2: node(s) didn't match pod affinity rules (for good)
                b-1: node(s) didn't match pod affinity rules (for good)
                -> a-1
            "#]],
        );
        check(
            &format!("{NODES} pod w-1 app=web on=b-1\n pod web app=web near=web:zone"),
            expect![[r#"
                a-1: node(s) didn't match pod affinity rules (for good)
                a-2: node(s) didn't match pod affinity rules (for good)
                b-1: TaintToleration 300, NodeResourcesFit 85, NodeResourcesBalancedAllocation 100 = 485
                -> b-1
            "#]],
        );
        // Terms can't find it where it is, so the next one is the first again.
        check(
            &format!("{NODES} pod w-1 app=web on=b-1\n pod web app=web near=web:rack"),
            expect![[r#"
                a-1: TaintToleration 300, NodeResourcesFit 92, NodeResourcesBalancedAllocation 100 = 492
                a-2: node(s) didn't match pod affinity rules (for good)
                b-1: node(s) didn't match pod affinity rules (for good)
                -> a-1
            "#]],
        );
    }

    /// KS-15: `web-1` lacks one of the keys, but exists.
    #[test]
    fn a_second_pod_with_affinity_to_itself_needs_every_term() {
        check(
            &format!(
                "{NODES} node b-2 zone=y label=rack:s\n pod web-1 app=web on=a-2\n pod web-2 app=web near=web:zone near=web:rack"
            ),
            expect![[r#"
                a-1: node(s) didn't match pod affinity rules (for good)
                a-2: node(s) didn't match pod affinity rules (for good)
                b-1: node(s) didn't match pod affinity rules (for good)
                b-2: node(s) didn't match pod affinity rules (for good)
                -> nowhere [(16, 4)]
            "#]],
        );
    }

    #[test]
    fn anti_affinity_holds_both_ways_and_for_terminating_pods() {
        check(
            &format!("{NODES} pod db app=db on=a-1 terminating\n pod web away=db:zone"),
            expect![[r#"
                a-1: node(s) didn't match pod anti-affinity rules
                a-2: node(s) didn't match pod anti-affinity rules
                b-1: TaintToleration 300, NodeResourcesFit 92, NodeResourcesBalancedAllocation 100 = 492
                -> b-1
            "#]],
        );
        check(
            &format!("{NODES} pod db app=db on=a-1 away=web:rack away=web:host\n pod web app=web"),
            expect![[r#"
                a-1: node(s) didn't satisfy existing pods anti-affinity rules
                a-2: TaintToleration 300, NodeResourcesFit 92, NodeResourcesBalancedAllocation 100 = 492
                b-1: TaintToleration 300, NodeResourcesFit 92, NodeResourcesBalancedAllocation 100 = 492
                -> b-1
            "#]],
        );
        // A node without the key belongs to no domain.
        check(
            &format!("{NODES} pod db app=db on=b-1 away=web:rack\n pod web app=web away=db:rack"),
            expect![[r#"
                a-1: TaintToleration 300, NodeResourcesFit 92, NodeResourcesBalancedAllocation 100 = 492
                a-2: TaintToleration 300, NodeResourcesFit 92, NodeResourcesBalancedAllocation 100 = 492
                b-1: TaintToleration 300, NodeResourcesFit 85, NodeResourcesBalancedAllocation 100 = 485
                -> a-1
            "#]],
        );
    }

    #[test]
    fn a_host_port_of_a_node_is_used_by_one_pod() {
        check(
            "node a-1\n node a-2\n node a-3\n pod one on=a-1 port=80\n pod two on=a-2 port=80:10.0.0.1 terminating
            pod web port=80",
            expect![[r#"
                a-1: node(s) didn't have free ports for the requested pod ports
                a-2: node(s) didn't have free ports for the requested pod ports
                a-3: TaintToleration 300, NodeResourcesFit 92, NodeResourcesBalancedAllocation 100 = 492
                -> a-3
            "#]],
        );
        check(
            "node a-1\n node a-2\n node a-3\n pod one on=a-1 port=80\n pod two on=a-2 port=80:10.0.0.1
            pod three on=a-3 port=81\n pod web port=80:10.0.0.2 port=82",
            expect![[r#"
                a-1: node(s) didn't have free ports for the requested pod ports
                a-2: TaintToleration 300, NodeResourcesFit 85, NodeResourcesBalancedAllocation 100 = 485
                a-3: TaintToleration 300, NodeResourcesFit 85, NodeResourcesBalancedAllocation 100 = 485
                -> a-3
            "#]],
        );
    }

    #[test]
    fn preferred_terms_of_both_sides_score() {
        // Both directions: 10 for db, 4 from its term; −6 for api in the zone of a-1 and a-2.
        check(
            &format!(
                "{NODES} pod db app=db on=a-1 prefers-near=4:web:host\n pod api app=api on=a-2
                pod web app=web prefers-near=10:db:zone prefers-away=6:api:zone"
            ),
            expect![[r#"
                a-1: TaintToleration 300, InterPodAffinity 200, NodeResourcesFit 85, NodeResourcesBalancedAllocation 100 = 685
                a-2: TaintToleration 300, InterPodAffinity 100, NodeResourcesFit 85, NodeResourcesBalancedAllocation 100 = 585
                b-1: TaintToleration 300, InterPodAffinity 0, NodeResourcesFit 92, NodeResourcesBalancedAllocation 100 = 492
                -> a-1
            "#]],
        );
        // A required term of an existing Pod counts 1; the Pod has no terms of its own.
        check(
            &format!("{NODES} pod db app=db on=a-1 near=web:host\n pod web app=web"),
            expect![[r#"
                a-1: TaintToleration 300, InterPodAffinity 200, NodeResourcesFit 85, NodeResourcesBalancedAllocation 100 = 685
                a-2: TaintToleration 300, InterPodAffinity 0, NodeResourcesFit 92, NodeResourcesBalancedAllocation 100 = 492
                b-1: TaintToleration 300, InterPodAffinity 0, NodeResourcesFit 92, NodeResourcesBalancedAllocation 100 = 492
                -> a-1
            "#]],
        );
        // All nodes alike: 0 for each; no score at all if no Pod matches.
        check(
            &format!("{NODES} pod db app=db on=b-1\n pod web app=web prefers-near=5:db:rack"),
            expect![[r#"
                a-1: TaintToleration 300, NodeResourcesFit 92, NodeResourcesBalancedAllocation 100 = 492
                a-2: TaintToleration 300, NodeResourcesFit 92, NodeResourcesBalancedAllocation 100 = 492
                b-1: TaintToleration 300, NodeResourcesFit 85, NodeResourcesBalancedAllocation 100 = 485
                -> a-1
            "#]],
        );
        check(
            "node a-1\n node a-2\n pod db app=db on=a-1\n pod web prefers-near=5:db:zone",
            expect![[r#"
                a-1: TaintToleration 300, InterPodAffinity 0, NodeResourcesFit 85, NodeResourcesBalancedAllocation 100 = 485
                a-2: TaintToleration 300, InterPodAffinity 0, NodeResourcesFit 92, NodeResourcesBalancedAllocation 100 = 492
                -> a-2
            "#]],
        );
    }
}
