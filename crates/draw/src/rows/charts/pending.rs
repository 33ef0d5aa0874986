//! Pods that are pending.

use super::ChartLane;
use crate::charts::{Chart, ChartKind};

pub(super) const LANE: ChartLane = ChartLane {
    key: "ui-lane-pending",
    height: 36.0,
    charts: |run, _, _| {
        let title = run.say("ui-lane-pending");
        let value = run.lanes.pending.clone();
        let kind = ChartKind::Area;
        vec![Chart {
            title,
            value,
            kind,
            ..Chart::default()
        }]
    },
    note: |run, chart, at| {
        let args = [
            ("now", chart.value.at(at).into()),
            ("high", chart.value.max().into()),
        ];
        (run.tell)("ui-note-pending", &args)
    },
};
