//! Estimates how many windows a pool's surge upgrade takes; only a run considers everything.

use crate::calendar::Policy;
use crate::compile::strategy::strategy;
use crate::compile::workloads::quantiles;
use crate::document::{Document, Pool};
use crate::initial_nodes::nodes_by_zone;
use crate::strategy::surge::holds;
use base::Quantiles;
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
    pub nodes: i64,
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
        let nodes = zones.iter().map(|nodes| i64::from(*nodes)).sum();
        let (given, default) = (&doc.assumptions, Timings::ASSUMED);
        let three = |one: Quantiles| [one.p10, one.p50, one.p90].map(|span| i64::from(span.secs()));
        let boot = three(quantiles(given.node_create, default.node_create));
        let delete = three(quantiles(given.node_delete, default.node_delete));
        let cordon = three(quantiles(given.cordon, default.cordon));
        let grace = grace(doc, pool);
        let node = [0, 1, 2].map(|at| boot[at] + cordon[at] + grace + delete[at]);
        (nodes > 0).then_some(Self {
            nodes,
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

/// The longest time that a Pod of the pool takes to end: its grace period, or the assumption if shorter.
fn grace(doc: &Document, pool: &Pool) -> i64 {
    const DEFAULT: i64 = 30;
    let given = doc.workloads.iter().filter(|one| holds(pool, one));
    let given = given.map(|one| one.termination_grace_period_seconds.unwrap_or(DEFAULT));
    let longest = given.max().unwrap_or(0).max(0);
    match doc.assumptions.shutdown {
        Some(shutdown) => longest.min(i64::from(shutdown.p50.span().secs())),
        None => longest,
    }
}
