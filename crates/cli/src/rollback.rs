//! Rollbacks of a pool: when each ended, and how many nodes went back.

use base::{PoolId, RecordNo, SimTime};
use model::NodePhase;
use trace::{Change, Subject, Trace};

pub(super) struct Rollback {
    pub(super) began: (RecordNo, SimTime),
    pub(super) ended: Option<(RecordNo, SimTime)>,
    /// How many nodes with the new configuration when it began are replaced or deleted since.
    pub(super) back: u32,
}

/// In the order in which they began.
pub(super) fn rollbacks(trace: &Trace, pool: PoolId) -> Vec<Rollback> {
    let own = trace.rows_of(Subject::Pool(pool));
    let rows = |change: Change| {
        let rows = own.iter().filter_map(|no| Some((*no, trace.record(*no)?)));
        rows.filter(move |(_, row)| row.change == change).map(|(no, row)| (no, row.at))
    };
    let all = rows(Change::RollbackStarted).map(|began| {
        let ended = rows(Change::RolledBack).find(|(no, _)| *no > began.0);
        let nodes = with_target(trace, pool, began);
        let last = ended.unwrap_or((RecordNo(trace.len()), trace.end()));
        let back = nodes.saturating_sub(with_target(trace, pool, last));
        Rollback { began, ended, back }
    });
    all.collect()
}

/// The pool's nodes with the configuration of its upgrade, before that row.
fn with_target(trace: &Trace, pool: PoolId, (no, at): (RecordNo, SimTime)) -> u32 {
    let cluster = trace.frame(no.0, at).cluster;
    let target = cluster.pools.get(pool).and_then(|state| state.target);
    let nodes = cluster.nodes.values().filter(|node| {
        trace.plan().groups[node.group].pool == pool
            && Some(node.template) == target
            && node.phase != NodePhase::Gone
    });
    nodes.count() as u32
}
