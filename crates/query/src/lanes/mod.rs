//! The timeline: the content of each lane from the start to the end of the trace. All lanes share one time axis.

mod batches;
mod control_plane;
mod holds;
mod markers;
mod nodes;
mod phases;
mod quiet;
mod scaling;
mod sides;
mod usage;

pub use batches::{BatchLane, BatchPhase, BatchSegment};
pub use control_plane::ReplicaSegment;
pub use markers::Marker;
pub use nodes::{NodeLane, NodeSegment, ZoneLane};
pub use phases::{PhaseLane, PhaseSegment};
pub use quiet::Quiet;
pub use scaling::{Scaling, ScalingLane, ScalingSegment};
pub use sides::{BarLane, SideLane};
pub use usage::Usage;

use crate::index::Index;
use crate::index::row::{Row, each_row};
use crate::requests::NodeRequests;
use crate::traffic::LostPart;
use base::{IdVec, PoolId, ServiceId, SimSpan, SimTime, Steps};
use model::Plan;
pub use trace::MarkerKind;
use trace::{Change, Subject, Trace};

/// How many of a hundred connections of a Service are lost or cut, and with the worst draw of nodes, if that is another number.
#[derive(Clone, PartialEq, Debug)]
pub struct ConnectionLane {
    pub service: ServiceId,
    pub steps: Steps,
    pub worst: Option<Steps>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Lanes {
    /// Time of the last row.
    pub end: SimTime,
    /// When replicas of the control plane were upgraded.
    pub control_plane: Vec<ReplicaSegment>,
    pub phases: Vec<PhaseLane>,
    /// Blue-green batches, by pool.
    pub batches: Vec<BatchLane>,
    /// Decisions of the autoscaler, by pool.
    pub scaling: Vec<ScalingLane>,
    pub zones: Vec<ZoneLane>,
    /// The node lanes: one per zone, or two per pool upgraded with blue-green.
    pub bars: Vec<BarLane>,
    /// Registered nodes of the whole cluster, with lowest and highest.
    pub nodes: Steps,
    /// The same of each pool.
    pub pools: IdVec<PoolId, Steps>,
    /// Pending Pods.
    pub pending: Steps,
    /// How long the Pod is Pending that is so the longest; 0 if each gets a node at once.
    pub longest_wait: SimSpan,
    /// Services that lose new connections, and how many of a hundred, rounded up.
    pub lost: Vec<ConnectionLane>,
    /// Services of which open connections are cut, and how many of a hundred at once.
    pub cut: Vec<ConnectionLane>,
    /// CPU and memory of the Ready nodes, where a pool is autoscaled.
    pub usage: Option<[Usage; 2]>,
    pub markers: Vec<Marker>,
    /// Windows in which automatic work may start, up to the end of the trace.
    pub openings: Vec<(SimTime, SimTime)>,
    pub quiet: Vec<Quiet>,
    /// Shorter stretches without events, which playback hurries through.
    pub waits: Vec<Quiet>,
}

/// The scan's state.
#[derive(Clone, Debug)]
pub(super) struct LaneScan {
    control_plane: Vec<ReplicaSegment>,
    phases: phases::PhaseScan,
    scaling: scaling::ScalingScan,
    nodes: nodes::NodeScan,
    usage: Option<usage::UsageScan>,
    holds: holds::HoldScan,
    markers: markers::MarkerScan,
    quiet: quiet::QuietScan,
    waits: quiet::QuietScan,
}

impl LaneScan {
    pub(super) fn new(trace: &Trace) -> Self {
        Self {
            control_plane: Vec::new(),
            phases: phases::PhaseScan::new(trace.plan()),
            scaling: scaling::ScalingScan::new(trace.plan()),
            nodes: nodes::NodeScan::new(trace),
            usage: usage::UsageScan::of(trace),
            holds: holds::HoldScan::default(),
            markers: markers::MarkerScan::default(),
            quiet: quiet::QuietScan::new(quiet::SHORTEST),
            waits: quiet::QuietScan::new(quiet::WAIT),
        }
    }

    /// `requests`: of at least this row.
    pub(super) fn row(&mut self, trace: &Trace, requests: &NodeRequests, row: Row<'_>) {
        let (plan, Row { no, record, cluster, .. }): (&Plan, _) = (trace.plan(), row);
        if record.subject == Subject::Cluster {
            control_plane::row(&mut self.control_plane, record);
        }
        self.phases.row(no, record);
        self.scaling.row(plan, cluster, no, record);
        self.nodes.row(row);
        if let Some(usage) = &mut self.usage
            && let Some(node) = usage.row(trace, row)
        {
            let (lanes, now) = (&mut self.scaling.lanes, (plan, cluster, requests));
            self.holds.row(lanes, now, node, (no, record));
        }
        self.markers.row(no, record);
        // A calendar continues while nothing else happens: its edges alone count as quiet.
        let edge = matches!(record.change, Change::WindowOpened | Change::WindowClosed);
        if !edge {
            self.quiet.row(record.at);
            self.waits.row(record.at);
        }
    }

    pub(super) fn lanes(&self, trace: &Trace, index: &Index) -> Lanes {
        let (plan, end) = (trace.plan(), trace.end());
        let openings = plan.maintenance.openings.iter().copied();
        // The first one also shows that there are windows.
        let seen = |(n, (from, _)): &(usize, (SimTime, SimTime))| *n == 0 || *from <= end;
        let zones = self.nodes.zones(trace, index);
        let batches = self.phases.batches.values();
        let scaling = self.scaling.lanes.values();
        Lanes {
            end,
            control_plane: self.control_plane.clone(),
            phases: self.phases.lanes.values().cloned().collect(),
            batches: (batches.filter(|lane| !lane.segments.is_empty())).cloned().collect(),
            scaling: (scaling.filter(|lane| !lane.segments.is_empty())).cloned().collect(),
            bars: sides::bars(&zones, index),
            zones,
            nodes: index.steps.all.registered.steps.clone(),
            pools: index.steps.pools.values().map(|pool| pool.registered.steps.clone()).collect(),
            pending: index.steps.pending.steps.clone(),
            longest_wait: self.nodes.longest_wait(&index.waiting(trace), end),
            usage: (self.usage.as_ref()).map(|scan| [scan.cpu.clone(), scan.memory.clone()]),
            openings: openings.enumerate().filter(seen).map(|(_, one)| one).collect(),
            quiet: self.quiet.quiet(end),
            lost: lost(trace, index),
            cut: cut(trace, index),
            waits: self.waits.gaps(end),
            markers: self.markers.list.clone(),
        }
    }
}

fn lost(trace: &Trace, index: &Index) -> Vec<ConnectionLane> {
    let percents = |parts: Vec<LostPart>| {
        let mut steps = Steps::starting(SimTime::ZERO, 0);
        parts.into_iter().for_each(|(from, _, part)| steps.push(from, part.percent().into()));
        steps
    };
    let services = trace.plan().services.ids().filter_map(|service| {
        let steps = percents(index.traffic.parts(service));
        let worst = percents(index.traffic.drawn(service, |one| one.high));
        let loses = worst.max() > 0;
        let worst = (worst != steps).then_some(worst);
        loses.then_some(ConnectionLane { service, steps, worst })
    });
    services.collect()
}

fn cut(trace: &Trace, index: &Index) -> Vec<ConnectionLane> {
    const MARK: SimSpan = SimSpan::from_secs(1);
    let services = trace.plan().services.ids().filter_map(|service| {
        let mut steps = Steps::starting(SimTime::ZERO, 0);
        let cuts = index.traffic.cuts(service);
        let next = cuts.iter().skip(1).map(|one| Some(one.at)).chain([None]);
        for (one, next) in cuts.iter().zip(next) {
            steps.push(one.at, one.part.percent().into());
            if next.is_none_or(|next| next > one.at + MARK) {
                steps.push(one.at + MARK, 0);
            }
        }
        (steps.max() > 0).then_some(ConnectionLane { service, steps, worst: None })
    });
    services.collect()
}

/// Reads the rows once and keeps what can be drawn. Workload series are read one by one, by
/// `series::workload`.
pub fn lanes(trace: &Trace, index: &Index) -> Lanes {
    let mut scan = LaneScan::new(trace);
    each_row(trace, &mut |row| scan.row(trace, &index.requests, row));
    scan.lanes(trace, index)
}
