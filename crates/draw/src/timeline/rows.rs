//! Turns the lanes of a run into rows of its timeline: words names and numbers, assigns nodes to rows.

mod batches;
mod charts;
mod nodes;
mod phases;
mod scaling;

pub use charts::ready::watched;
pub use nodes::nodes;
pub(super) use nodes::united;

use super::axis::Axis;
use super::{ExclusionRow, Lane, LaneName, PartKind, PartRow, TimelineView};
use crate::cells::Cells;
use crate::surface::plain;
use base::SimTime;
use model::maintenance::Maintenance;
use query::lanes::Lanes;
use query::series::WorkloadSeries;
use query::stage::StateCounts;
use trace::{Trace, Value};

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
            rows: part_rows(run, end_ms),
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
        let note = match lane.kind {
            LaneName::Zone => {
                let own = self.lanes.bars.get(lane.n);
                own.map(|own| nodes::note(self, own, counts, at))
            }
            LaneName::Parts => view.rows.get(lane.n).and_then(|row| match row.kind {
                PartKind::Batches => Some(batches::note(self, row, at)),
                PartKind::Scaling => Some(scaling::note(row, at)),
                PartKind::Phases => None,
            }),
            LaneName::Chart => view.charts.get(lane.n).map(|own| charts::note(self, own, at)),
            LaneName::Ruler | LaneName::Openings | LaneName::Events => None,
        };
        note.unwrap_or_default()
    }

    fn say(&self, key: &str) -> String {
        (self.tell)(key, &[])
    }
}

/// Phases, each pool's with its batches below, and the autoscaler's decisions.
fn part_rows(run: &RunSource<'_>, end_ms: i64) -> Vec<PartRow> {
    let end = |to: Option<SimTime>| to.map_or(end_ms, SimTime::ms);
    let lanes = run.lanes;
    let mut rows: Vec<PartRow> = phases::control_plane(run, end).into_iter().collect();
    for lane in lanes.phases.iter().filter(|lane| !lane.segments.is_empty()) {
        rows.push(phases::row(run, lane, end));
        let own = lanes.batches.iter().find(|batches| batches.pool == lane.pool);
        rows.extend(own.map(|lane| batches::row(run, lane, end)));
    }
    rows.extend(lanes.scaling.iter().map(|lane| scaling::row(run, lane, end_ms)));
    rows
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
