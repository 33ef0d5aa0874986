//! Which counters each workload's terms read and raise: computed once per plan.

use base::{Map, Sym, WorkloadId};
use model::{AudienceNo, Plan, PodTerm, Workload};

/// The index of a counter.
pub(super) type CounterNo = u32;

/// hardPodAffinityWeight: what a required term of an existing Pod adds to the score (KS-28).
const REQUIRED: i64 = 1;

/// The counters that affect the Pods of a workload.
#[derive(Clone, Debug, Default)]
pub(super) struct AffinityTerms {
    /// By required affinity term: Pods that match all of these terms (KS-15).
    pub(super) near: Vec<CounterNo>,
    /// Does each Pod match all of its own required affinity terms?
    pub(super) near_itself: bool,
    /// Does each Pod match all required affinity terms of some workload, perhaps its own?
    pub(super) awaited: bool,
    /// By required anti-affinity term: Pods that match it (KS-16).
    pub(super) away: Vec<CounterNo>,
    /// Pods with a required anti-affinity term that matches these Pods (KS-16).
    pub(super) anti_affinity_of_others: Vec<CounterNo>,
    /// Pods that use a host port that these Pods need (KS-10).
    pub(super) ports: Vec<CounterNo>,
    /// What each Pod of the counter adds to the score (KS-28).
    pub(super) scored: Vec<(i64, CounterNo)>,
    /// The counters that count these Pods, listed as often as each Pod counts.
    pub(super) counted_in: Vec<CounterNo>,
}

/// The counters of a plan, and which of them affect its workloads.
#[derive(Clone, Debug, Default)]
pub(super) struct Terms {
    /// Per workload; empty in a plan without terms and ports.
    of: Vec<Option<Box<AffinityTerms>>>,
    /// Per counter, its topology key.
    pub(super) keys: Vec<Sym>,
}

impl Terms {
    pub(super) fn new(plan: &Plan) -> Self {
        let tied = |one: &Workload| !one.affinity.is_empty() || !one.host_ports.is_empty();
        if !plan.workloads.values().any(tied) {
            return Self::default();
        }
        let mut writer = Writer {
            plan,
            terms: Self { of: vec![None; plan.workloads.len() as usize], keys: Vec::new() },
            matching: Map::new(),
            carrying: Map::new(),
            ports: Map::new(),
        };
        for (id, workload) in plan.workloads.iter() {
            writer.affinity(id, workload);
            writer.ports(id, workload);
        }
        writer.terms
    }

    pub(super) fn of(&self, workload: WorkloadId) -> Option<&AffinityTerms> {
        self.of.get(workload.0 as usize)?.as_deref()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Topology {
    Some,
    Each,
    This(Sym),
}

struct Writer<'p> {
    plan: &'p Plan,
    terms: Terms,
    /// Counters of Pods in all of these audiences; the flag tells required affinity from the rest.
    matching: Map<(Vec<AudienceNo>, Sym, bool), CounterNo>,
    /// Counters of Pods with a term of this weight; without a weight, with a required anti-affinity term.
    carrying: Map<(PodTerm, Option<i64>), CounterNo>,
    /// Counters of Pods with the port: at any address, at all addresses, or at this one.
    ports: Map<(u16, Sym, Topology), CounterNo>,
}

impl Writer<'_> {
    fn ties(&mut self, workload: WorkloadId) -> &mut AffinityTerms {
        self.terms.of[workload.0 as usize].get_or_insert_default()
    }

    fn counter(&mut self, key: Sym) -> CounterNo {
        self.terms.keys.push(key);
        self.terms.keys.len() as CounterNo - 1
    }

    fn affinity(&mut self, id: WorkloadId, workload: &Workload) {
        let affinity = &workload.affinity;
        let mut all: Vec<AudienceNo> = affinity.near.iter().map(|term| term.audience).collect();
        base::order::sort(&mut all);
        all.dedup();
        if !all.is_empty() {
            let itself = all.iter().all(|one| self.selects(*one, id));
            self.ties(id).near_itself = itself;
        }
        for term in &affinity.near {
            let counter = self.matching(all.clone(), term.topology_key, true);
            self.ties(id).near.push(counter);
            self.carry(id, *term, Some(REQUIRED));
        }
        for term in &affinity.away {
            let counter = self.matching(vec![term.audience], term.topology_key, false);
            self.ties(id).away.push(counter);
            self.carry(id, *term, None);
        }
        for (weight, term) in &affinity.preferred {
            let counter = self.matching(vec![term.audience], term.topology_key, false);
            self.ties(id).scored.push((*weight, counter));
            self.carry(id, *term, Some(*weight));
        }
    }

    fn selects(&self, audience: AudienceNo, workload: WorkloadId) -> bool {
        let audience = &self.plan.audiences[audience as usize];
        audience.binary_search(&workload).is_ok()
    }

    fn matching(&mut self, all: Vec<AudienceNo>, key: Sym, awaited: bool) -> CounterNo {
        let known = (all, key, awaited);
        if let Some(counter) = self.matching.get(&known) {
            return *counter;
        }
        let counter = self.counter(key);
        let plan = self.plan;
        if let [first, others @ ..] = known.0.as_slice() {
            for workload in &plan.audiences[*first as usize] {
                if others.iter().all(|one| self.selects(*one, *workload)) {
                    let ties = self.ties(*workload);
                    ties.counted_in.push(counter);
                    ties.awaited |= awaited;
                }
            }
        }
        self.matching.insert(known, counter);
        counter
    }

    /// Counts the Pods that have the term, for the Pods that it matches.
    fn carry(&mut self, id: WorkloadId, term: PodTerm, weight: Option<i64>) {
        let counter = match self.carrying.get(&(term, weight)) {
            Some(counter) => *counter,
            None => {
                let counter = self.counter(term.topology_key);
                let plan = self.plan;
                for workload in &plan.audiences[term.audience as usize] {
                    let ties = self.ties(*workload);
                    match weight {
                        Some(weight) => ties.scored.push((weight, counter)),
                        None => ties.anti_affinity_of_others.push(counter),
                    }
                }
                self.carrying.insert((term, weight), counter);
                counter
            }
        };
        self.ties(id).counted_in.push(counter);
    }

    fn ports(&mut self, id: WorkloadId, workload: &Workload) {
        for one in &workload.host_ports {
            let mut of = |at: Topology| self.port(one.port, one.protocol, at);
            let (some, each) = (of(Topology::Some), of(Topology::Each));
            let this = one.ip.map(|ip| of(Topology::This(ip)));
            let ties = self.ties(id);
            match this {
                Some(this) => {
                    ties.counted_in.extend([some, this]);
                    ties.ports.extend([each, this]);
                }
                None => {
                    ties.counted_in.extend([some, each]);
                    ties.ports.push(some);
                }
            }
        }
    }

    fn port(&mut self, port: u16, protocol: Sym, at: Topology) -> CounterNo {
        if let Some(counter) = self.ports.get(&(port, protocol, at)) {
            return *counter;
        }
        let counter = self.counter(self.plan.keys.hostname);
        self.ports.insert((port, protocol, at), counter);
        counter
    }
}
