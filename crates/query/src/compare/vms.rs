//! The rows behind the numbers of VMs and nodes.

use base::{NodeId, RecordNo, SimTime};
use model::{Cluster, Node, Plan};
use trace::{Change, Record, Trace, apply};

pub(super) struct VmRows {
    cluster: Cluster,
    /// VMs at the start.
    start: u32,
    /// Rows at which a VM is created or deleted.
    pub(super) rows: Vec<RecordNo>,
    pub(super) registered: Extremes,
    /// How many more VMs than at the start the quota allows, and since when.
    spare: Vec<(SimTime, Option<u32>)>,
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

impl VmRows {
    pub(super) fn new(trace: &Trace) -> Self {
        let cluster = trace.start().without_pods();
        let registered = i64::from(cluster.registered());
        Self {
            start: cluster.nodes.values().filter(|node| node.occupies_capacity()).count() as u32,
            spare: vec![(SimTime::ZERO, cluster.spare)],
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
        let state = |cluster: &Cluster| cluster.nodes.get(id).map(State::of).unwrap_or_default();
        let before = state(&self.cluster);
        apply(plan, &mut self.cluster, no, record);
        let after = state(&self.cluster);
        if before.there != after.there {
            self.rows.push(no);
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
        Some(self.start + (*spare)?)
    }

    /// Finishes after the last row.
    pub(super) fn close(&mut self) {
        self.registered.close();
    }
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
