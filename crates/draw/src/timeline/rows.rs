//! Turns the lanes of a run into rows of its timeline: words names and numbers, assigns nodes to rows.

mod batches;
mod charts;
mod nodes;
mod scaling;

pub use charts::ready::watched;
pub use nodes::nodes;
pub(super) use nodes::united;

use super::axis::Axis;
use super::{ExclusionRow, Lane, PhasePart, PhaseRow, TimelineView};
use crate::cells::Cells;
use crate::surface::plain;
use base::SimTime;
use model::RunState;
use model::maintenance::Maintenance;
use model::pool::Phase;
use query::lanes::{Lanes, PhaseLane, PhaseSegment};
use query::series::WorkloadSeries;
use query::stage::StateCounts;
use trace::{Change, Subject, Trace, Value, WhyNot};

/// Formats the message of a key.
pub type Tell<'a> = &'a dyn Fn(&str, &[(&'static str, Value)]) -> String;

/// A run, and the function that words its messages.
#[derive(Clone, Copy)]
pub struct RunSource<'a> {
    pub trace: &'a Trace,
    pub lanes: &'a Lanes,
    pub tell: Tell<'a>,
}

impl RunSource<'_> {
    /// A run without its own end is shown for at least a minute.
    pub fn end_ms(&self) -> i64 {
        self.trace.end().ms().max(60_000)
    }

    /// The axis over the whole run, without quiet stretches unless true to scale.
    pub fn axis(&self, true_scale: bool) -> Axis {
        let quiet = self.lanes.quiet.iter().filter(|_| !true_scale);
        let quiet: Vec<(i64, i64)> = quiet.map(|quiet| (quiet.from.ms(), quiet.to.ms())).collect();
        Axis::over(&quiet, 0, self.end_ms())
    }

    /// The timeline up to an end, which may be later, for comparison with a longer run.
    pub fn timeline(&self, cells: &Cells, watched: &[WorkloadSeries], end_ms: i64) -> TimelineView {
        let run = self;
        let plan = run.trace.plan();
        let end = |to: Option<SimTime>| to.map_or(end_ms, SimTime::ms);
        TimelineView {
            start_unix_ms: plan.start_unix_ms,
            end_ms,
            openings: openings(run),
            exclusions: exclusions(run, end_ms),
            support_end: None,
            openings_title: run.say("ui-lane-openings"),
            phases: (control_plane_row(run, end).into_iter())
                .chain(
                    (run.lanes.phases.iter())
                        .filter(|lane| !lane.segments.is_empty())
                        .map(|lane| phase_row(run, lane, end)),
                )
                .collect(),
            batches: (run.lanes.batches.iter()).map(|lane| batches::row(run, lane, end)).collect(),
            scaling: (run.lanes.scaling.iter())
                .map(|lane| scaling::row(run, lane, end_ms))
                .collect(),
            zones: (run.lanes.bars.iter())
                .filter_map(|lane| nodes::row(run, lane, cells, end))
                .collect(),
            charts: charts::of(run, watched, end_ms),
            markers: run.lanes.markers.clone(),
            moments: Vec::new(),
            former: None,
            markers_title: run.say("ui-lane-events"),
            ruler_title: run.say("ui-lane-utc"),
        }
    }

    /// The second line of a lane's title, with an instant's numbers.
    pub fn note(
        &self,
        view: &TimelineView,
        counts: &StateCounts,
        at: SimTime,
        lane: Lane,
    ) -> String {
        match lane {
            Lane::Zone(n) => {
                let lane = self.lanes.bars.get(n);
                lane.map_or_else(String::new, |lane| nodes::note(self, lane, counts, at))
            }
            Lane::Batches(n) => {
                let lane = self.lanes.batches.get(n);
                lane.map_or_else(String::new, |lane| batches::note(self, lane, at))
            }
            Lane::Chart(n) => {
                (view.charts.get(n)).map_or_else(String::new, |chart| charts::note(self, chart, at))
            }
            Lane::Scaling(n) => {
                view.scaling.get(n).map_or_else(String::new, |row| scaling::note(row, at))
            }
            Lane::Ruler | Lane::Openings | Lane::Phase(_) | Lane::Events => String::new(),
        }
    }

    fn say(&self, key: &str) -> String {
        (self.tell)(key, &[])
    }
}

/// Openings of windows, if there are windows.
fn openings(run: &RunSource<'_>) -> Vec<(i64, i64)> {
    let openings = run.lanes.openings.iter().filter(|one| **one != Maintenance::ALL);
    openings.map(|(from, to)| (from.ms(), to.ms())).collect()
}

/// The run's exclusions in lane order, so that scopes don't overlap.
fn exclusions(run: &RunSource<'_>, end_ms: i64) -> Vec<ExclusionRow> {
    let all = run.trace.plan().maintenance.exclusions.iter();
    let met = all.filter(|one| one.from.ms() < end_ms && one.to.ms() > 0);
    met.map(|one| ExclusionRow {
        name: plain(&one.name),
        from_ms: one.from.ms(),
        to_ms: one.to.ms(),
        scope: one.scope,
    })
    .collect()
}

/// The upgrade of the control plane, by replica.
fn control_plane_row(
    run: &RunSource<'_>,
    end: impl Fn(Option<SimTime>) -> i64,
) -> Option<PhaseRow> {
    let segments = &run.lanes.control_plane;
    let of = run.trace.start().control_plane.replicas;
    let parts = segments.iter().map(|segment| PhasePart {
        from_ms: segment.from.ms(),
        to_ms: end(segment.to),
        run: RunState::Running,
        paused: false,
        in_phase: true,
        label: (run.tell)(
            "ui-replica",
            &[("replica", (segment.replica + 1).into()), ("of", of.into())],
        ),
    });
    (!segments.is_empty()).then(|| PhaseRow {
        subject: Subject::Cluster,
        title: run.say("ui-lane-control-plane"),
        parts: parts.collect(),
    })
}

fn phase_row(
    run: &RunSource<'_>,
    lane: &PhaseLane,
    end: impl Fn(Option<SimTime>) -> i64,
) -> PhaseRow {
    let plan = run.trace.plan();
    let pool = plan.pools.get(lane.pool).map_or("", |pool| &pool.name);
    PhaseRow {
        subject: Subject::Pool(lane.pool),
        title: (run.tell)("ui-lane-phase", &[("pool", plain(pool).into())]),
        parts: lane
            .segments
            .iter()
            .map(|segment| {
                let zone = segment.zone.and_then(|zone| plan.zones.get(zone));
                let state = run.say(run_key(segment.run));
                PhasePart {
                    from_ms: segment.from.ms(),
                    to_ms: end(segment.to),
                    run: segment.run,
                    paused: matches!(segment.run, RunState::Paused | RunState::Cancelled),
                    in_phase: segment.phase.is_some(),
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

/// The phase of a blue-green upgrade by its API name, and why it is paused.
fn phase_label(run: &RunSource<'_>, segment: &PhaseSegment) -> String {
    let phase = segment.phase.map_or("", Phase::name);
    match segment.run {
        RunState::Cancelled | RunState::Paused => {
            (run.tell)("ui-phase-paused", &[("phase", phase.into())])
        }
        RunState::WaitingForResources | RunState::Failed => {
            format!("{phase}, {}", run.say(run_key(segment.run)))
        }
        _ => phase.to_owned(),
    }
}

/// The key of the word for a pool's state.
pub fn run_key(run: RunState) -> &'static str {
    match run {
        RunState::Idle => "ui-run-idle",
        RunState::Queued => "ui-run-queued",
        RunState::Running => "ui-run-running",
        RunState::WaitingForResources => "ui-run-waiting",
        RunState::Paused => "ui-run-paused",
        RunState::Cancelling => "ui-run-cancelling",
        RunState::Cancelled => "ui-run-cancelled",
        RunState::RollingBack => "ui-run-rolling-back",
        RunState::Succeeded => "ui-run-succeeded",
        RunState::RolledBack => "ui-run-rolled-back",
        RunState::Failed => "ui-run-failed",
    }
}

#[cfg(test)]
mod tests {
    use super::RunSource;
    use trace::Value;
    use words::Words;

    /// Calls `check` with the whole run of a preset, in English.
    pub(super) fn preset_run(preset: &str, check: impl FnOnce(&RunSource<'_>)) {
        let text = scenario::preset(preset).expect("a preset").text();
        let session = runner::Session::new(text, None).expect("a scenario");
        let mut trace = session.trace();
        session.finish(|chunk| trace.push(chunk));
        let lanes = query::lanes(&trace, &query::Index::of(&trace));
        let words = Words::english(trace.plan(), trace.last());
        let tell = |key: &str, args: &[(&'static str, Value)]| words.message(key, args);
        check(&RunSource { trace: &trace, lanes: &lanes, tell: &tell });
    }
}
