//! Chart lanes: a file each, and the table.

mod nodes;
pub(super) mod ready;

use super::RunSource;
use crate::timeline::charts::Chart;
use base::SimTime;
use query::series::WorkloadSeries;

/// A kind of chart.
pub(super) struct ChartLane {
    /// The message key of the titles.
    key: &'static str,
    height: f64,
    /// The charts of a run up to an end.
    charts: fn(&RunSource<'_>, &[WorkloadSeries], i64) -> Vec<Chart>,
    /// The second line of the title at an instant.
    note: fn(&RunSource<'_>, &Chart, SimTime) -> String,
}

/// The table: one line per kind, from top to bottom.
const LANES: &[ChartLane] = &[nodes::LANE, ready::LANE];

pub(super) fn of(run: &RunSource<'_>, watched: &[WorkloadSeries], end_ms: i64) -> Vec<Chart> {
    let lanes = LANES.iter().flat_map(|lane| {
        let charts = (lane.charts)(run, watched, end_ms);
        charts.into_iter().map(|chart| Chart { lane: lane.key, height: lane.height, ..chart })
    });
    lanes.collect()
}

pub(super) fn note(run: &RunSource<'_>, chart: &Chart, at: SimTime) -> String {
    let lane = LANES.iter().find(|lane| lane.key == chart.lane);
    lane.map_or_else(String::new, |lane| (lane.note)(run, chart, at))
}
