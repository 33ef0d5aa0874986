//! Unneeded nodes: how many a loop looks for, and since when each is unneeded.

use base::{Map, NodeId, Set, SimSpan, SimTime, muted};

/// How many unneeded nodes a loop tracks at most. `parallelism` is `--max-scale-down-parallelism`, `interval` the shortest
/// time between two loops so far.
///
/// Rulebook: KA-58. Source: cluster-autoscaler, `planner.go` (`unneededNodesLimit`).
pub fn limit(tracked: usize, parallelism: u32, unneeded: SimSpan, interval: SimSpan) -> usize {
    if muted("KA-58") {
        return usize::MAX;
    }
    let parallelism = parallelism as usize;
    // An interval above the unneeded time counts as the unneeded time.
    let loops = (unneeded.ms() / interval.ms().max(1)).max(1);
    let loops = usize::try_from(loops).unwrap_or(usize::MAX);
    let at_once = parallelism.saturating_mul(loops).saturating_add(parallelism);
    at_once.min(tracked + 2 * parallelism)
}

/// Are enough nodes found? Those of atomic groups don't count (KA-58).
pub fn enough(found: usize, atomic: usize, limit: usize) -> bool {
    found.saturating_sub(atomic) >= limit
}

/// How long a node is unneeded before it is deleted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnneededTimes {
    /// GKE: by the profile or the pool's consolidation delay.
    pub ready: SimSpan,
    pub unready: SimSpan,
}

impl Default for UnneededTimes {
    /// 10 min and 20 min (KA-75).
    fn default() -> Self {
        Self { ready: SimSpan::from_secs(600), unready: SimSpan::from_secs(1200) }
    }
}

impl UnneededTimes {
    /// Has a node that is unneeded since `since` been so for long enough? Not at the exact end of the time.
    ///
    /// Rulebook: KA-75. Source: cluster-autoscaler, `unneeded/nodes.go`.
    pub fn over(&self, since: SimTime, is_ready: bool, now: SimTime) -> bool {
        let time = if is_ready { self.ready } else { self.unready };
        since + time < now || muted("KA-75")
    }
}

/// Since when each node is unneeded.
#[derive(Clone, Debug, Default)]
pub struct UnneededNodes {
    since: Map<NodeId, SimTime>,
}

impl UnneededNodes {
    /// Replaces the nodes by those that a loop found removable: each keeps its first time, others are forgotten.
    /// A loop that ends before it looks doesn't call this.
    ///
    /// Rulebook: KA-73. Source: cluster-autoscaler, `unneeded/nodes.go`.
    pub fn update(&mut self, removable: impl IntoIterator<Item = NodeId>, now: SimTime) {
        let mut since = Map::new();
        for node in removable {
            let first = self.since.get(&node).copied().filter(|_| !muted("KA-73"));
            since.insert(node, first.unwrap_or(now));
        }
        self.since = since;
    }

    pub fn forget(&mut self, nodes: &Set<NodeId>) {
        self.since.retain(|node, _| !nodes.contains(node));
    }

    pub fn since(&self, node: NodeId) -> Option<SimTime> {
        self.since.get(&node).copied()
    }

    pub fn nodes(&self) -> impl Iterator<Item = NodeId> {
        self.since.keys().copied()
    }

    pub fn len(&self) -> usize {
        self.since.len()
    }

    pub fn is_empty(&self) -> bool {
        self.since.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn at(secs: i64) -> SimTime {
        SimTime::from_secs(secs)
    }

    /// KA-73: one loop that finds the node needed starts its time anew.
    #[test]
    fn a_needed_node_is_forgotten() {
        let (a, b) = (NodeId(1), NodeId(2));
        let mut nodes = UnneededNodes::default();
        nodes.update([a, b], at(0));
        nodes.update([a], at(590));
        nodes.update([a, b], at(600));
        assert_eq!([nodes.since(a), nodes.since(b)], [Some(at(0)), Some(at(600))]);
        assert_eq!((nodes.len(), nodes.is_empty()), (2, false));
    }

    /// KA-75: a node that is unneeded since 0 goes in the first loop after 600 s, an unready one after 1200 s.
    #[test]
    fn the_unneeded_time_must_have_passed() {
        let times = UnneededTimes::default();
        let over = |is_ready, secs| times.over(at(0), is_ready, at(secs));
        assert_eq!([over(true, 600), over(true, 601), over(true, 610)], [false, true, true]);
        assert_eq!([over(false, 1200), over(false, 1201)], [false, true]);
    }
}
