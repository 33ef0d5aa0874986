//! What is worked out once for a run and then only looked at: cells, the axis, the rows of the timeline.

use super::text::speak_of;
use crate::base::SimTime;
use crate::base::order::sort_by;
use crate::draw::axis::Axis;
use crate::draw::cells::Cells;
use crate::draw::charts::{Chart, ChartKind};
use crate::draw::compose;
use crate::draw::surface::plain;
use crate::draw::timeline::{Bar, EventMark, PhasePart, PhaseRow, TimelineView, ZoneRow};
use crate::model::{Cluster, RunState};
use crate::query::lanes::{PhaseLane, ZoneLane};
use crate::query::series::{self, Steps, WorkloadSeries};
use crate::query::stage::Detail;
use crate::trace::{Change, Ending, Subject, Trace};
use crate::ui::state::Run;
use crate::ui::words::{t, tn};
use crate::words::Words;
use std::rc::Rc;

pub struct RunScene {
    pub end_ms: f64,
    pub axis: Axis,
    pub cells: Cells,
    pub timeline: TimelineView,
    /// Workloads with a lane of their own, in the order of the charts after the first.
    pub watched: Vec<WorkloadSeries>,
    pub detail: Detail,
    /// The cluster after the last row: it knows every name.
    pub last: Rc<Cluster>,
    pub evictions: Steps,
    pub forced: Steps,
    /// Numbers of the rows that are told, in order.
    told: Vec<u32>,
}

/// Lanes for workloads.
const WATCHED: usize = 2;

impl RunScene {
    pub fn of(run: &Run, true_scale: bool) -> Self {
        let trace = &run.trace;
        let end = trace.end();
        // A run without an end of its own is seen at least for a minute.
        let end_ms = end.ms().max(60_000);
        let quiet: Vec<(i64, i64)> = if true_scale {
            Vec::new()
        } else {
            run.lanes
                .quiet
                .iter()
                .map(|quiet| (quiet.from.ms(), quiet.to.ms()))
                .collect()
        };
        let cells = Cells::of(&run.lanes);
        let watched = watched(trace);
        let (evictions, forced) = counts(trace);
        Self {
            end_ms: end_ms as f64,
            axis: Axis::over(&quiet, 0, end_ms),
            timeline: timeline(run, &cells, &watched, end_ms),
            detail: Detail::for_nodes(run.lanes.nodes.max().max(0) as u32),
            last: Rc::new(trace.frame_at(end).cluster),
            cells,
            watched,
            evictions,
            forced,
            told: crate::query::events::story(trace)
                .map(|told| told.no.0)
                .collect(),
        }
    }

    /// Who every id is, at the end of the run.
    pub fn speak<T>(run: &Run, speak: impl FnOnce(&Words<'_>) -> T) -> T {
        let last = run.trace.frame_at(run.trace.end()).cluster;
        speak_of(run, &last, speak)
    }

    /// Numbers of the rows that are told, in order.
    pub fn told(&self) -> &[u32] {
        &self.told
    }

    /// How many of the rows before this one are told.
    pub fn told_before(&self, next: u32) -> u32 {
        self.told.partition_point(|no| *no < next) as u32
    }
}

/// The workloads that lose the most, those with a budget first.
fn watched(trace: &Trace) -> Vec<WorkloadSeries> {
    let plan = trace.plan();
    let mut order: Vec<_> = plan
        .workloads
        .iter()
        .filter(|(_, workload)| workload.kind.has_scale() && workload.replicas > 0)
        .map(|(id, workload)| {
            let rank = (
                workload.budgets.is_empty(),
                std::cmp::Reverse(workload.replicas),
            );
            (rank, id)
        })
        .collect();
    sort_by(&mut order, Ord::cmp);
    // A walk over all rows each: fewer where there are many.
    let looked_at = if trace.len() > 300_000 { 1 } else { 6 };
    let mut found: Vec<(i64, WorkloadSeries)> = order
        .into_iter()
        .take(looked_at)
        .filter_map(|(_, id)| series::workload(trace, id))
        .map(|series| {
            let short = series.desired.max() - series.ready.min();
            let weight = short * 1000 / series.desired.max().max(1);
            let kept = i64::from(series.floor.is_some());
            (
                -(weight + 2_000 * kept + 10_000 * series.breaches.len() as i64),
                series,
            )
        })
        .collect();
    sort_by(&mut found, |(a, left), (b, right)| {
        (a, left.workload).cmp(&(b, right.workload))
    });
    found
        .into_iter()
        .take(WATCHED)
        .map(|(_, series)| series)
        .collect()
}

fn counts(trace: &Trace) -> (Steps, Steps) {
    let (mut evictions, mut forced) = (0, 0);
    let mut evicted = Steps::starting(SimTime::ZERO, 0);
    let mut ended = Steps::starting(SimTime::ZERO, 0);
    for (_, record) in trace.records() {
        match record.change {
            Change::PodTerminating {
                ending: Ending::Evicted,
                ..
            } => {
                evictions += 1;
                evicted.push(record.at, evictions);
            }
            Change::PodForced { .. }
            | Change::PodTerminating {
                ending: Ending::DeletedAtLimit,
                ..
            } => {
                forced += 1;
                ended.push(record.at, forced);
            }
            _ => {}
        }
    }
    (evicted, ended)
}

fn timeline(run: &Run, cells: &Cells, watched: &[WorkloadSeries], end_ms: i64) -> TimelineView {
    let plan = &run.plan;
    let end = |to: Option<SimTime>| to.map_or(end_ms, SimTime::ms);
    let nodes = &run.lanes.nodes;
    let bound = plan_bound(run);
    let mut charts = vec![Chart {
        title: t("ui-lane-nodes"),
        value: nodes.clone(),
        note: String::new(),
        breached: false,
        bound,
        kind: ChartKind::Area,
    }];
    charts.extend(watched.iter().map(|series| {
        let name = plan
            .workloads
            .get(series.workload)
            .map_or("", |workload| workload.name.as_str());
        let breached = !series.breaches.is_empty();
        Chart {
            title: tn("ui-lane-ready", &[("name", plain(name).into())]),
            value: series.ready.clone(),
            bound: series.floor.clone(),
            kind: ChartKind::Line,
            note: if breached {
                t("ui-lane-breach")
            } else {
                String::new()
            },
            breached,
        }
    }));
    let many = run.lanes.zones.len() > 1;
    TimelineView {
        start_unix_ms: plan.start_unix_ms,
        end_ms,
        openings: openings(run, end_ms),
        openings_title: t("ui-lane-openings"),
        phases: run
            .lanes
            .phases
            .iter()
            .filter(|lane| !lane.segments.is_empty())
            .map(|lane| phase_row(run, lane, end))
            .collect(),
        zones: run
            .lanes
            .zones
            .iter()
            .map(|lane| zone_row(run, lane, cells, many, end))
            .collect(),
        charts,
        markers: run
            .lanes
            .markers
            .iter()
            .map(|marker| EventMark {
                at_ms: marker.at.ms(),
                kind: marker.kind,
                subject: marker.subject,
                count: marker.count,
            })
            .collect(),
        markers_title: t("ui-lane-events"),
        ruler_title: t("ui-lane-utc"),
    }
}

/// Nodes that the quota allows, where the scenario sets one.
fn plan_bound(run: &Run) -> Option<Steps> {
    let spare = run.start.spare?;
    let vms = run
        .start
        .nodes
        .values()
        .filter(|node| node.occupies_capacity())
        .count() as i64;
    Some(Steps::starting(SimTime::ZERO, vms + i64::from(spare)))
}

/// Windows are shown when they are shut for some of the run.
fn openings(run: &Run, end_ms: i64) -> Vec<(i64, i64)> {
    let list: Vec<(i64, i64)> = run
        .lanes
        .openings
        .iter()
        .map(|(from, to)| (from.ms(), to.ms()))
        .collect();
    let always = list.iter().any(|(from, to)| *from <= 0 && *to >= end_ms);
    if always { Vec::new() } else { list }
}

fn phase_row(run: &Run, lane: &PhaseLane, end: impl Fn(Option<SimTime>) -> i64) -> PhaseRow {
    let plan = &run.plan;
    let pool = plan.pools.get(lane.pool).map_or("", |pool| &pool.name);
    PhaseRow {
        subject: Subject::Pool(lane.pool),
        title: tn("ui-lane-phase", &[("pool", plain(pool).into())]),
        parts: lane
            .segments
            .iter()
            .map(|segment| {
                let zone = segment.zone.and_then(|zone| plan.zones.get(zone));
                let state = t(run_key(segment.run));
                PhasePart {
                    from_ms: segment.from.ms(),
                    to_ms: end(segment.to),
                    run: segment.run,
                    label: match (segment.run, zone) {
                        (RunState::Running, Some(zone)) => plain(&zone.name),
                        (_, Some(zone)) => format!("{state}, {}", plain(&zone.name)),
                        (_, None) => state,
                    },
                }
            })
            .collect(),
    }
}

/// Key of the word for a pool's state.
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
    }
}

fn zone_row(
    run: &Run,
    lane: &ZoneLane,
    cells: &Cells,
    many: bool,
    end: impl Fn(Option<SimTime>) -> i64,
) -> ZoneRow {
    let plan = &run.plan;
    let zone = plan.zones.get(lane.zone).map_or("", |zone| &zone.name);
    let pool = plan.pools.get(lane.pool).map_or("", |pool| &pool.name);
    let name = if many && run.lanes.phases.len() > 1 {
        format!("{} {}", plain(pool), plain(zone))
    } else {
        plain(zone)
    };
    ZoneRow {
        subject: Subject::Zone(lane.zone),
        title: name,
        rows: cells.count(lane.pool, lane.zone),
        bars: lane
            .nodes
            .iter()
            .flat_map(|node| {
                let row = cells.cell(node.node);
                node.segments.iter().filter_map(move |segment| {
                    Some((row, segment.from, segment.to, segment.state?))
                })
            })
            .map(|(row, from, to, state)| Bar {
                row,
                from_ms: from.ms(),
                to_ms: end(to),
                look: compose::look(state),
            })
            .collect(),
    }
}
