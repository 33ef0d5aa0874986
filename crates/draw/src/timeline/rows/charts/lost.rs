//! New connections that Services lose, and open ones that are cut.

use super::{ChartLane, RunSource};
use crate::surface::plain;
use crate::timeline::Chart;
use base::{SimTime, Steps};
use query::lanes::ConnectionLane;
use trace::Subject;

/// Only of Services that lose some.
pub(super) const LANE: ChartLane = ChartLane {
    key: "ui-lane-lost",
    height: 44.0,
    charts: |run, _, end_ms| {
        charts(run, &run.lanes.lost, end_ms, ["ui-lane-lost", "ui-lane-lost-note"])
    },
    note: |run, chart, at| now_and_most(run, chart, at, "ui-note-lost"),
};

/// Each cut is a mark of a second.
pub(super) const CUTS: ChartLane = ChartLane {
    key: "ui-lane-cut",
    height: 34.0,
    charts: |run, _, end_ms| {
        charts(run, &run.lanes.cut, end_ms, ["ui-lane-cut", "ui-lane-cut-note"])
    },
    note: |run, chart, at| now_and_most(run, chart, at, "ui-note-cut"),
};

fn now_and_most(run: &RunSource<'_>, chart: &Chart, at: SimTime, key: &'static str) -> String {
    let now = ("now", chart.value.at(at).into());
    match &chart.bound {
        Some(worst) => (run.tell)("ui-note-lost-drawn", &[now, ("worst", worst.max().into())]),
        None => (run.tell)(key, &[now, ("most", chart.value.max().into())]),
    }
}

fn charts(
    run: &RunSource<'_>,
    lanes: &[ConnectionLane],
    end_ms: i64,
    [title, note]: [&'static str; 2],
) -> Vec<Chart> {
    let charts = lanes.iter().map(|ConnectionLane { service: id, steps, worst }| {
        let service = run.trace.plan().services.get(*id);
        let name = service.map_or("", |service| service.name.as_str());
        Chart {
            title: (run.tell)(title, &[("name", plain(name).into())]),
            subject: Some(Subject::Service(*id)),
            value: steps.clone(),
            bound: worst.clone(),
            note: run.say(note),
            breaches: breaches(steps, end_ms),
            ..Chart::default()
        }
    });
    charts.collect()
}

/// When some are lost, in milliseconds.
fn breaches(lost: &Steps, end_ms: i64) -> Vec<(i64, i64)> {
    let stretches = lost.stretches(SimTime::from_ms(end_ms));
    let stretches = stretches.filter(|(.., percent)| *percent > 0);
    let mut all: Vec<(i64, i64)> = Vec::new();
    for (from, to, _) in stretches {
        match all.last_mut() {
            Some((_, last)) if *last == from.ms() => *last = to.ms(),
            _ => all.push((from.ms(), to.ms())),
        }
    }
    all
}
