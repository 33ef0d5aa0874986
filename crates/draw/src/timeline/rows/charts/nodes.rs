//! Registered nodes of the whole cluster, and the quota's limit.

use super::ChartLane;
use crate::timeline::charts::{Chart, ChartKind};
use crate::timeline::rows::RunSource;
use base::SimTime;
use query::series::Steps;

pub(super) const LANE: ChartLane = ChartLane {
    key: "ui-lane-nodes",
    height: 44.0,
    charts: |run, _, _| {
        vec![Chart {
            title: run.say("ui-lane-nodes"),
            value: run.lanes.nodes.clone(),
            bound: bound(run),
            kind: ChartKind::Area,
            ..Chart::default()
        }]
    },
    note: |run, chart, at| {
        let nodes = &chart.value;
        let args = [
            ("now", nodes.at(at).into()),
            ("low", nodes.min().into()),
            ("high", nodes.max().into()),
        ];
        (run.tell)("ui-note-nodes", &args)
    },
};

/// Nodes allowed by the quota, if the scenario sets one.
fn bound(run: &RunSource<'_>) -> Option<Steps> {
    let spare = run.trace.start().spare?;
    let vms =
        run.trace.start().nodes.values().filter(|node| node.occupies_capacity()).count() as i64;
    Some(Steps::starting(SimTime::ZERO, vms + i64::from(spare)))
}
