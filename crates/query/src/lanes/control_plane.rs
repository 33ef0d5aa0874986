//! The control plane: when each of its replicas was upgraded.

use base::SimTime;
use trace::{Change, Record};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReplicaSegment {
    /// Counted from 0.
    pub replica: u32,
    pub from: SimTime,
    /// `None`: until the end of the trace.
    pub to: Option<SimTime>,
}

/// Reads a row about the cluster.
pub(super) fn row(segments: &mut Vec<ReplicaSegment>, record: &Record) {
    let began = match record.change {
        Change::ReplicaStarted { replica, .. } => Some(replica),
        Change::ControlPlaneDone | Change::ControlPlaneBack => None,
        _ => return,
    };
    if let Some(last) = segments.last_mut() {
        last.to = last.to.or(Some(record.at));
    }
    segments.extend(began.map(|replica| ReplicaSegment { replica, from: record.at, to: None }));
}
