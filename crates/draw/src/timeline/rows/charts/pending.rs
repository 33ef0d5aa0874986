//! Pods without a node, in the whole cluster.

use super::ChartLane;
use crate::timeline::Chart;
use base::SimSpan;
use trace::Value;

/// Only of runs in which a Pod waits for longer than an instant.
pub(super) const LANE: ChartLane = ChartLane {
    key: "ui-lane-pending",
    height: 44.0,
    charts: |run, _, _| {
        let chart = || Chart {
            title: run.say("ui-lane-pending"),
            value: run.lanes.pending.clone(),
            ..Chart::default()
        };
        (run.lanes.longest_wait > SimSpan::ZERO).then(chart).into_iter().collect()
    },
    note: |run, chart, at| {
        let longest = Value::Span(run.lanes.longest_wait);
        (run.tell)("ui-note-pending", &[("now", chart.value.at(at).into()), ("longest", longest)])
    },
};
