//! New connections that Services lose.

use super::ChartLane;
use crate::surface::plain;
use crate::timeline::Chart;
use base::{SimTime, Steps};
use trace::Subject;

/// Only of Services that lose some.
pub(super) const LANE: ChartLane = ChartLane {
    key: "ui-lane-lost",
    height: 44.0,
    charts: |run, _, end_ms| {
        let charts = run.lanes.lost.iter().map(|(id, lost)| {
            let service = run.trace.plan().services.get(*id);
            let name = service.map_or("", |service| service.name.as_str());
            Chart {
                title: (run.tell)("ui-lane-lost", &[("name", plain(name).into())]),
                subject: Some(Subject::Service(*id)),
                value: lost.clone(),
                note: run.say("ui-lane-lost-note"),
                breaches: breaches(lost, end_ms),
                ..Chart::default()
            }
        });
        charts.collect()
    },
    note: |run, chart, at| {
        let args = [("now", chart.value.at(at).into()), ("most", chart.value.max().into())];
        (run.tell)("ui-note-lost", &args)
    },
};

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
