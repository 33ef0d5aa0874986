//! The timeline: what each lane shows from the start to the end of the trace. All lanes share one time axis.

mod markers;
mod nodes;
mod phases;
mod quiet;

pub use markers::{Marker, MarkerKind, is_phase, kind};
pub use nodes::{NodeLane, NodeSegment, ZoneLane, row_at};
pub use phases::{PhaseLane, PhaseSegment};
pub use quiet::{Quiet, quiet};

use crate::base::SimTime;
use crate::query::index::Index;
use crate::query::series::Steps;
use crate::trace::Trace;

#[derive(Clone, PartialEq, Debug)]
pub struct Lanes {
    /// Time of the last row.
    pub end: SimTime,
    pub phases: Vec<PhaseLane>,
    pub zones: Vec<ZoneLane>,
    /// Registered nodes of the whole cluster, the deepest and the highest.
    pub nodes: Steps,
    /// Pods that are pending.
    pub pending: Steps,
    pub markers: Vec<Marker>,
    /// Windows in which automatic work may start, as far as the trace goes.
    pub openings: Vec<(SimTime, SimTime)>,
    pub quiet: Vec<Quiet>,
}

/// Reads the rows twice and keeps what can be drawn. Workload series are asked for one by one:
/// `series::workload`.
pub fn lanes(trace: &Trace, index: &Index) -> Lanes {
    let end = trace.end();
    let markers = markers::markers(trace);
    let (zones, nodes, pending) = nodes::zones(trace, index);
    Lanes {
        end,
        phases: phases::phases(trace),
        zones,
        nodes,
        pending,
        openings: trace
            .plan()
            .openings
            .iter()
            .copied()
            .filter(|(from, _)| *from <= end)
            .collect(),
        quiet: quiet(trace, quiet::SHORTEST),
        markers,
    }
}
