//! What Pods request of the Ready nodes of a cluster with autoscaled pools, and the limit: what these nodes have for Pods.

use super::ChartLane;
use crate::timeline::rows::RunSource;
use crate::timeline::{Chart, Unit};
use base::SimTime;

pub(super) const CPU: ChartLane = ChartLane {
    key: "ui-lane-cpu",
    height: 44.0,
    charts: |run, _, _| chart(run, 0, "ui-lane-cpu", Unit::Cores),
    note: |run, chart, at| note(run, chart, at, "ui-note-cores"),
};

pub(super) const MEMORY: ChartLane = ChartLane {
    key: "ui-lane-memory",
    height: 44.0,
    charts: |run, _, _| chart(run, 1, "ui-lane-memory", Unit::GiB),
    note: |run, chart, at| note(run, chart, at, "ui-note-gib"),
};

fn chart(run: &RunSource<'_>, which: usize, title: &str, unit: Unit) -> Vec<Chart> {
    let usage = run.lanes.usage.iter().map(|both| &both[which]);
    // Pods needn't request memory.
    let used = usage.filter(|usage| usage.requested.max() > 0);
    used.map(|usage| Chart {
        title: run.say(title),
        value: usage.requested.clone(),
        bound: Some(usage.allocatable.clone()),
        unit,
        ..Chart::default()
    })
    .collect()
}

fn note(run: &RunSource<'_>, chart: &Chart, at: SimTime, key: &str) -> String {
    let has = chart.bound.as_ref().map_or(0, |has| has.at(at));
    let [used, has] = [chart.value.at(at), has].map(|amount| chart.unit.text(amount).into());
    (run.tell)(key, &[("used", used), ("has", has)])
}
