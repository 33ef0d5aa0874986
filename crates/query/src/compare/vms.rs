//! The number of VMs over time.

use base::{IdVec, NodeId, PoolId, RecordNo, SimTime};
use model::{Cluster, Node, Plan, Side};
use trace::{Change, Record, Trace, apply};

pub(super) struct VmCounts {
    cluster: Cluster,
    /// The end of the count.
    until: SimTime,
    at: SimTime,
    start: i64,
    /// The nodes of the pools without those that an upgrade under way at the start has created beside them.
    pub(super) size: i64,
    now: i64,
    /// The most at one time.
    pub(super) most: i64,
    /// Summed over VMs, in milliseconds.
    pub(super) sum: i64,
    /// The part beyond the size of the pools; fewer at another time doesn't compensate.
    pub(super) extra: i64,
    pools: IdVec<PoolId, PoolVms>,
    /// Rows at which a VM is created or deleted.
    pub(super) rows: Vec<RecordNo>,
    pub(super) registered: Extremes,
    /// How many more VMs than at the start the quota allows, and since when.
    spare: Vec<(SimTime, Option<u32>)>,
}

/// The VMs of one pool, as all of them above.
#[derive(Clone, Copy, Default)]
struct PoolVms {
    size: i64,
    now: i64,
    extra: i64,
}

/// The instants with the most and the fewest registered nodes, with the rows that led to each.
#[derive(Default)]
pub(super) struct Extremes {
    now: i64,
    most: i64,
    fewest: i64,
    /// When the most were registered.
    most_at: SimTime,
    pub(super) of_most: Vec<RecordNo>,
    pub(super) of_fewest: Vec<RecordNo>,
    at: SimTime,
    /// Rows of this instant.
    rows: Vec<RecordNo>,
}

impl VmCounts {
    pub(super) fn new(trace: &Trace, until: SimTime) -> Self {
        let cluster = trace.start().without_pods();
        let start = cluster.nodes.values().filter(|node| node.occupies_capacity()).count() as i64;
        let registered = i64::from(cluster.registered());
        let pools = pools(trace.plan(), &cluster);
        Self {
            spare: vec![(SimTime::ZERO, cluster.spare)],
            until,
            at: SimTime::ZERO,
            start,
            size: pools.values().map(|pool| pool.size).sum(),
            now: start,
            most: start,
            sum: 0,
            extra: 0,
            pools,
            rows: Vec::new(),
            registered: Extremes {
                now: registered,
                most: registered,
                fewest: registered,
                ..Extremes::default()
            },
            cluster,
        }
    }

    pub(super) fn row(&mut self, plan: &Plan, no: RecordNo, record: &Record, id: NodeId) {
        let state = |cluster: &Cluster| {
            let node = cluster.nodes.get(id);
            (node.map(State::of).unwrap_or_default(), node.map(|node| plan.groups[node.group].pool))
        };
        let (before, old) = state(&self.cluster);
        apply(plan, &mut self.cluster, no, record);
        let (after, new) = state(&self.cluster);
        if before.there != after.there {
            self.pass(record.at);
            let delta = i64::from(after.there) - i64::from(before.there);
            self.now += delta;
            if let Some(pool) = new.or(old) {
                self.pools[pool].now += delta;
            }
            if record.at <= self.until {
                self.rows.push(no);
            }
        }
        let delta = i64::from(after.registered) - i64::from(before.registered);
        self.registered.change(record.at, no, delta);
    }

    /// A row about the whole cluster.
    pub(super) fn cluster(&mut self, record: &Record) {
        if let Change::QuotaSet { spare } = record.change {
            self.spare.push((record.at, spare));
        }
    }

    /// The VMs allowed by the quota when the most existed.
    pub(super) fn quota(&self) -> Option<u32> {
        let at = self.registered.most_at;
        let until_then = self.spare.iter().take_while(|(from, _)| *from <= at);
        let (_, spare) = until_then.last()?;
        Some(u32::try_from(self.start).ok()? + (*spare)?)
    }

    /// Finishes after the last row.
    pub(super) fn close(&mut self) {
        self.pass(self.until);
        self.most = self.most.max(self.now);
        self.registered.close();
    }

    fn pass(&mut self, at: SimTime) {
        let to = at.min(self.until);
        if to > self.at {
            let ms = (to - self.at).ms();
            self.most = self.most.max(self.now);
            self.sum += self.now * ms;
            self.extra += (self.now - self.size).max(0) * ms;
            for pool in self.pools.iter_mut().map(|(_, pool)| pool) {
                pool.extra += (pool.now - pool.size).max(0) * ms;
            }
            self.at = to;
        }
    }

    pub(super) fn extra_of_pools(&self) -> IdVec<PoolId, i64> {
        self.pools.values().map(|pool| pool.extra).collect()
    }
}

/// The pools and their nodes: surge nodes replace others that exist, and so do green ones while blue ones exist.
fn pools(plan: &Plan, cluster: &Cluster) -> IdVec<PoolId, PoolVms> {
    let mut sides: IdVec<PoolId, [i64; 3]> = plan.pools.ids().map(|_| [0; 3]).collect();
    for node in cluster.nodes.values().filter(|node| node.occupies_capacity()) {
        let side = match node.side {
            _ if node.surge => 2,
            Some(Side::Green) => 1,
            _ => 0,
        };
        sides[plan.groups[node.group].pool][side] += 1;
    }
    let pool = |[others, green, surge]: &[i64; 3]| PoolVms {
        size: *others.max(green),
        now: others + green + surge,
        extra: 0,
    };
    sides.values().map(pool).collect()
}

#[derive(Default)]
struct State {
    /// Does the VM exist, including while it is being created or deleted?
    there: bool,
    registered: bool,
}

impl State {
    fn of(node: &Node) -> Self {
        Self { there: node.occupies_capacity(), registered: node.registered() }
    }
}

impl Extremes {
    fn change(&mut self, at: SimTime, no: RecordNo, delta: i64) {
        if at != self.at {
            self.close();
            self.at = at;
        }
        if delta != 0 {
            self.now += delta;
            self.rows.push(no);
        }
    }

    /// Ends the instant: values without duration don't count.
    fn close(&mut self) {
        let rows = std::mem::take(&mut self.rows);
        if self.now > self.most {
            (self.most, self.of_most) = (self.now, rows.clone());
            self.most_at = self.at;
        }
        if self.now < self.fewest {
            (self.fewest, self.of_fewest) = (self.now, rows);
        }
    }
}
