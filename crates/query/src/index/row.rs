//! Reads rows one by one, each with its Pod or node as it was before: one pass follows Pods and nodes for all readers.

use super::counted_node::CountedNode;
use super::stays::{PodStays, Stay};
use base::{NodeId, RecordNo};
use model::Cluster;
use trace::{Record, Subject, Trace, apply};

/// A row, with its Pod or node as it was before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row<'a> {
    pub(crate) no: RecordNo,
    pub(crate) record: &'a Record,
    pub(crate) stay: Stay,
    /// The node that it is about, before and after it, without refusals.
    pub(crate) before: CountedNode,
    pub(crate) after: CountedNode,
    /// Nodes and pools after the row, without Pods.
    pub(crate) cluster: &'a Cluster,
}

fn counted(cluster: &Cluster, node: NodeId) -> CountedNode {
    cluster.nodes.get(node).map(|node| CountedNode::of(node, 0)).unwrap_or_default()
}

/// Pods, nodes and pools up to a row.
#[derive(Clone, Debug, Default)]
pub(crate) struct RowReader {
    pub(crate) stays: PodStays,
    cluster: Cluster,
}

impl RowReader {
    /// Before the first row.
    pub(crate) fn of(trace: &Trace) -> Self {
        Self { stays: PodStays::of(trace), cluster: trace.start().without_pods() }
    }

    /// Follows a row.
    pub(crate) fn row<'a>(
        &'a mut self,
        trace: &Trace,
        no: RecordNo,
        record: &'a Record,
    ) -> Row<'a> {
        let stay = self.stays.row(trace, record);
        let (mut before, mut after) = (CountedNode::default(), CountedNode::default());
        match record.subject {
            Subject::Node(node) => {
                before = counted(&self.cluster, node);
                apply(trace.plan(), &mut self.cluster, no, record);
                after = counted(&self.cluster, node);
            }
            Subject::Pool(_) | Subject::Cluster | Subject::Zone(_) => {
                apply(trace.plan(), &mut self.cluster, no, record);
            }
            Subject::Pod(_) | Subject::Workload(_) | Subject::Budget(_) | Subject::Service(_) => {}
        }
        Row { no, record, stay, before, after, cluster: &self.cluster }
    }
}

/// Reads all rows in order. Returns the Pods after the last one.
pub(crate) fn each_row(trace: &Trace, read: &mut dyn FnMut(Row<'_>)) -> PodStays {
    let mut reader = RowReader::of(trace);
    for (no, record) in trace.records() {
        read(reader.row(trace, no, &record));
    }
    reader.stays
}
