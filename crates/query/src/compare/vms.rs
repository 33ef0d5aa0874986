//! The rows behind the numbers of VMs and nodes.

use crate::index::row::Row;
use crate::index::steps::CountSteps;
use base::{RecordNo, SimTime};
use trace::{Change, Record, Trace};

#[derive(Default)]
pub(super) struct VmRows {
    /// Rows at which a VM is created or deleted.
    pub(super) rows: Vec<RecordNo>,
    /// Rows at which a node joins the cluster or leaves it.
    registered: Vec<(SimTime, RecordNo)>,
    /// How many more VMs than at the start the quota allows, and since when.
    spare: Vec<(SimTime, Option<u32>)>,
}

impl VmRows {
    pub(super) fn new(trace: &Trace) -> Self {
        Self { spare: vec![(SimTime::ZERO, trace.start().spare)], ..Self::default() }
    }

    /// Follows a row about a node.
    pub(super) fn row(&mut self, row: Row<'_>) {
        let Row { before, after, .. } = row;
        if before.vm != after.vm {
            self.rows.push(row.no);
        }
        if before.registered != after.registered {
            self.registered.push((row.record.at, row.no));
        }
    }

    /// A row about the whole cluster.
    pub(super) fn cluster(&mut self, record: &Record) {
        if let Change::QuotaSet { spare } = record.change {
            self.spare.push((record.at, spare));
        }
    }

    /// The VMs allowed by the quota when the most nodes were registered. `start`: the VMs of the start.
    pub(super) fn quota(&self, nodes: &CountSteps, start: u32) -> Option<u32> {
        let at = nodes.first(nodes.max()).unwrap_or(SimTime::ZERO);
        let until_then = self.spare.iter().take_while(|(from, _)| *from <= at);
        let (_, spare) = until_then.last()?;
        Some(start + (*spare)?)
    }

    /// The rows that led to a number of registered nodes; none if it is that of the start.
    pub(super) fn to(&self, nodes: &CountSteps, number: u32) -> Vec<RecordNo> {
        let at = nodes.first(number);
        let rows = self.registered.iter().filter(|(row, _)| Some(*row) == at);
        rows.map(|(_, no)| *no).collect()
    }
}
