//! Estimates how many windows a pool's surge upgrade takes; only a run considers everything.

use crate::calendar::Policy;
use crate::compile::strategy::strategy;
use crate::compile::workloads::quantiles;
use crate::document::pool::Node;
use crate::document::{Document, Pool, Range, Workload};
use crate::initial_nodes::nodes_by_zone;
use crate::strategy::surge::holds;
use base::{Map, Quantiles};
use model::Strategy;
use model::settings::Timings;
use model::strategy::surge;

/// ⌈N / (P × ⌈W / d⌉)⌉: a node started before the end of a window counts for it. Lengths in seconds.
///
/// Rulebook: MW-18. Source: Configure maintenance windows and exclusions.
pub fn windows_needed(nodes: i64, parallel: i64, window: i64, node: i64) -> i64 {
    let up = |of: i64, by: i64| (of + by - 1).div_euclid(by);
    let a_window = parallel.max(1) * up(window.max(1), node.max(1));
    up(nodes, a_window)
}

/// The numbers of the estimate. Triples are for fast, median and slow durations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Estimate {
    /// Those of a pool in the middle of an upgrade that have the old version.
    pub nodes: i64,
    pub is_rest: bool,
    pub parallel: i64,
    /// The length of a window.
    pub window: i64,
    pub boot: [i64; 3],
    /// The time per node: boot, cordon, grace period, deletion (AM-58).
    pub node: [i64; 3],
    pub grace: i64,
}

impl Estimate {
    /// `None`: without a window, without nodes, or if the pool isn't upgraded with surge.
    pub fn of(doc: &Document, pool: &Pool, policy: &Policy) -> Option<Self> {
        let window = policy.window.length()?;
        let zones = nodes_by_zone(doc, pool);
        let Strategy::Surge(settings) = strategy(doc, pool) else {
            return None;
        };
        let parallel = surge::forecast(settings, &zones, None, false).parallelism;
        let old = nodes_left(pool);
        let all = zones.iter().map(|nodes| i64::from(*nodes)).sum();
        let nodes = old.as_ref().map_or(all, |old| old.len() as i64);
        let (given, default) = (&doc.assumptions, Timings::ASSUMED);
        let three = |given: Option<Range>, default: Quantiles| {
            let one = quantiles(given, default);
            // Each node has a duration of its own from a given range; what is assumed may be wrong for all of them.
            let all = if given.is_some() { [one.mean(); 3] } else { [one.p10, one.p50, one.p90] };
            all.map(|span| i64::from(span.secs()))
        };
        let boot = three(given.node_create, default.node_create);
        let delete = three(given.node_delete, default.node_delete);
        let cordon = three(given.cordon, default.cordon);
        let grace = grace(doc, pool, old.as_deref());
        let node = [0, 1, 2].map(|at| boot[at] + cordon[at] + grace + delete[at]);
        (nodes > 0).then_some(Self {
            nodes,
            is_rest: old.is_some(),
            parallel: i64::from(parallel),
            window,
            boot,
            node,
            grace,
        })
    }

    /// With fast, median and slow durations.
    pub fn windows(&self) -> [i64; 3] {
        self.node.map(|node| windows_needed(self.nodes, self.parallel, self.window, node))
    }
}

/// The nodes that the upgrade which the pool is in the middle of hasn't reached.
fn nodes_left(pool: &Pool) -> Option<Vec<&str>> {
    let is_old = |node: &&Node| !node.version.is_empty() && node.version != pool.version;
    let old = pool.nodes.iter().filter(is_old).map(|node| node.name.as_str());
    (!pool.upgrading_from.is_empty()).then(|| old.collect())
}

/// The time that the Pods of a node take to end: the longest grace period, or the assumption if shorter. Where the nodes are
/// listed with their Pods, it is the mean of all nodes.
fn grace(doc: &Document, pool: &Pool, old: Option<&[&str]>) -> i64 {
    const DEFAULT: i64 = 30;
    let most = doc.assumptions.shutdown.map(|shutdown| i64::from(shutdown.p50.span().secs()));
    let own = |one: &Workload| {
        let grace = one.termination_grace_period_seconds.unwrap_or(DEFAULT).max(0);
        most.map_or(grace, |most| grace.min(most))
    };
    let held = || doc.workloads.iter().filter(|one| holds(pool, one));
    let mut of_nodes: Map<&str, i64> = Map::new();
    for name in pool.nodes.iter().map(|node| node.name.as_str()) {
        if old.is_none_or(|old| old.contains(&name)) {
            of_nodes.insert(name, 0);
        }
    }
    let is_listed = |one: &Workload| one.pods.iter().any(|pod| !pod.node.is_empty());
    if of_nodes.is_empty() || !held().all(|one| is_listed(one) || DAEMONS.contains(&&*one.kind)) {
        return held().map(own).max().unwrap_or(0);
    }
    for workload in held().filter(|one| !DAEMONS.contains(&&*one.kind)) {
        for pod in workload.pods.iter().filter(|pod| !pod.is_finished()) {
            if let Some(longest) = of_nodes.get_mut(pod.node.as_str()) {
                *longest = own(workload).max(*longest);
            }
        }
    }
    let nodes = of_nodes.len() as i64;
    let sum: i64 = of_nodes.values().sum();
    (sum + nodes - 1) / nodes
}

/// Kinds whose Pods a drain leaves (KD-03, KD-04).
const DAEMONS: [&str; 2] = ["DaemonSet", "Mirror"];
