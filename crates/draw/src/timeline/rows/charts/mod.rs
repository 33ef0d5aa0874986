//! Chart lanes: a file each, and the table.

mod lost;
mod nodes;
mod pending;
pub(super) mod ready;
mod requested;

use super::RunSource;
use crate::timeline::Chart;
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
const LANES: &[ChartLane] = &[
    nodes::LANE,
    pending::LANE,
    lost::LANE,
    lost::CUTS,
    ready::LANE,
    requested::CPU,
    requested::MEMORY,
];

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

#[cfg(test)]
mod tests {
    use crate::cells::Cells;
    use crate::timeline::rows::tests::preset_run;
    use crate::timeline::rows::watched;
    use base::SimTime;
    use expect_test::{Expect, expect};
    use std::fmt::Write as _;

    /// The charts of a preset's run with their notes at a second.
    fn check(preset: &str, at: i64, expected: Expect) {
        preset_run(preset, |run| {
            let view = run.timeline(&Cells::of(run.lanes), &watched(run.trace), run.end_ms());
            let mut charts = String::new();
            for chart in &view.charts {
                let note = super::note(run, chart, SimTime::from_secs(at));
                let limits = chart.limits.iter().map(|(label, _)| format!(" | {label}"));
                let _ = writeln!(charts, "{}: {note}{}", chart.title, limits.collect::<String>());
            }
            expected.assert_eq(&charts);
        });
    }

    #[test]
    fn charts_show_what_there_is_in_a_run() {
        check(
            "scale-from-zero",
            100,
            expect![[r#"
                Nodes: 1 now, 1 to 4
                batch nodes: 0 now, min 0, max 5 | min 0 | max 5
                Pending Pods: 7 now, longest 41 min 30 s
                thumbnails ready: 0 of 1
                CPU requested: 0 of 1.9 cores
                Memory requested: 0 of 5.9 GiB
            "#]],
        );
        check(
            "wont-scale-down",
            100,
            expect![[r#"
            main nodes: 9 now, min 0, max 12 | min 0 | max 12
            fixed nodes: 1 now, min 1, max 3 | min 1 | max 3
            orders ready: 1 of 1, minimum 1
            encoder ready: 1 of 1
            CPU requested: 3.8 of 39.2 cores
            Memory requested: 2.6 of 129 GiB
        "#]],
        );
        check(
            "balanced-zones",
            100,
            expect![[r#"
                each-zone nodes: 6 now, min 3, max 12 | min 3 | max 12
                all-zones nodes: 6 now, min 3, max 12 | min 3 | max 12
                Pending Pods: 0 now, longest 58 min
                api ready: 6 of 6
                web ready: 6 of 6
                CPU requested: 30 of 47 cores
                Memory requested: 12 of 154 GiB
            "#]],
        );
        check(
            "docs-5-nodes",
            100,
            expect![[r#"
            Nodes: 4 now, 4 to 7
            api ready: 3 of 3
            web ready: 5 of 5
        "#]],
        );
    }
}
