//! Rows of upgrades: their phases, of the control plane and of pools.

use super::RunSource;
use crate::surface::plain;
use crate::timeline::{PartKind, PartLook, PartRow, RowPart};
use base::SimTime;
use model::RunState;
use model::pool::Phase;
use query::lanes::{PhaseLane, PhaseSegment};
use trace::{Change, Subject, WhyNot};

/// The upgrade of the control plane, by replica.
pub(super) fn control_plane(
    run: &RunSource<'_>,
    end: impl Fn(Option<SimTime>) -> i64,
) -> Option<PartRow> {
    let segments = &run.lanes.control_plane;
    let of = run.trace.start().control_plane.replicas;
    let parts = segments.iter().map(|segment| RowPart {
        from_ms: segment.from.ms(),
        to_ms: end(segment.to),
        look: PartLook::Phase { run: RunState::Running, in_phase: true },
        short: String::new(),
        label: (run.tell)(
            "ui-replica",
            &[("replica", (segment.replica + 1).into()), ("of", of.into())],
        ),
    });
    (!segments.is_empty()).then(|| PartRow {
        kind: PartKind::Phases,
        subject: Subject::Cluster,
        title: run.say("ui-lane-control-plane"),
        parts: parts.collect(),
    })
}

pub(super) fn row(
    run: &RunSource<'_>,
    lane: &PhaseLane,
    end: impl Fn(Option<SimTime>) -> i64,
) -> PartRow {
    let plan = run.trace.plan();
    let pool = plan.pools.get(lane.pool).map_or("", |pool| &pool.name);
    PartRow {
        kind: PartKind::Phases,
        subject: Subject::Pool(lane.pool),
        title: (run.tell)("ui-lane-phase", &[("pool", plain(pool).into())]),
        parts: lane
            .segments
            .iter()
            .map(|segment| {
                let zone = segment.zone.and_then(|zone| plan.zones.get(zone));
                let state = run.say(segment.run.key());
                RowPart {
                    from_ms: segment.from.ms(),
                    to_ms: end(segment.to),
                    look: PartLook::Phase { run: segment.run, in_phase: segment.phase.is_some() },
                    short: String::new(),
                    label: match (segment.run, zone) {
                        _ if segment.phase.is_some() => phase_label(run, segment),
                        (RunState::Running, Some(zone)) => plain(&zone.name),
                        (RunState::Paused | RunState::Queued, _) => {
                            reasons(run, segment).unwrap_or(state)
                        }
                        (_, Some(zone)) => format!("{state}, {}", plain(&zone.name)),
                        (_, None) => state,
                    },
                }
            })
            .collect(),
    }
}

/// GKE's codes for why an upgrade waits; other reasons have none.
fn reasons(run: &RunSource<'_>, segment: &PhaseSegment) -> Option<String> {
    let (Change::UpgradePaused { why: WhyNot::Policy(waits) }
    | Change::UpgradeQueued { why: WhyNot::Policy(waits) }) = run.trace.record(segment.no)?.change
    else {
        return None;
    };
    let maintenance = &run.trace.plan().maintenance;
    let mut codes: Vec<&str> = maintenance.paused_reasons(waits.by).collect();
    codes.dedup();
    Some(codes.join(", "))
}

/// The phase of a blue-green upgrade, and why it is paused.
fn phase_label(run: &RunSource<'_>, segment: &PhaseSegment) -> String {
    let phase = segment.phase.map_or("", Phase::name);
    let phase = (run.tell)("going-phase", &[("phase", phase.into())]);
    match segment.run {
        RunState::Cancelled | RunState::Paused => {
            (run.tell)("ui-phase-paused", &[("phase", phase.into())])
        }
        RunState::WaitingForResources | RunState::Failed => {
            format!("{phase}, {}", run.say(segment.run.key()))
        }
        _ => phase,
    }
}
