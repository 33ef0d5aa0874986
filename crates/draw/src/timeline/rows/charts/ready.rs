//! Ready Pods of the workloads with the largest losses, and their budgets' floors.

use super::ChartLane;
use crate::surface::plain;
use crate::timeline::Chart;
use crate::timeline::rows::RunSource;
use base::SimTime;
use base::order::sort_by;
use query::series::{self, WorkloadSeries};
use trace::{Subject, Trace};

pub(super) const LANE: ChartLane = ChartLane {
    key: "ui-lane-ready",
    height: 44.0,
    charts: |run, watched, end_ms| {
        let chart = |series| chart(run, series, end_ms);
        watched.iter().map(chart).collect()
    },
    note: |run, chart, at| {
        let ready = ("ready", chart.value.at(at).into());
        let of = chart.of.as_ref().map_or(0, |of| of.at(at));
        let of = ("of", of.into());
        match &chart.bound {
            Some(floor) => {
                let args = [ready, of, ("floor", floor.at(at).into())];
                (run.tell)("ui-note-floor", &args)
            }
            None => (run.tell)("ui-note-ready", &[ready, of]),
        }
    },
};

fn chart(run: &RunSource<'_>, series: &WorkloadSeries, end_ms: i64) -> Chart {
    let workload = run.trace.plan().workloads.get(series.workload);
    let name = workload.map_or("", |workload| workload.name.as_str());
    let end = |to: Option<SimTime>| to.map_or(end_ms, SimTime::ms);
    let breaches = series.breaches.iter();
    Chart {
        title: (run.tell)("ui-lane-ready", &[("name", plain(name).into())]),
        subject: Some(Subject::Workload(series.workload)),
        value: series.ready.clone(),
        of: Some(series.desired.clone()),
        bound: series.floor.clone(),
        note: run.say("ui-lane-breach"),
        breaches: breaches.map(|(from, to)| (from.ms(), end(*to))).collect(),
        ..Chart::default()
    }
}

/// The most chart lanes of workloads.
const WATCHED: usize = 2;

/// The workloads with the largest losses, those with a budget first.
pub fn watched(trace: &Trace) -> Vec<WorkloadSeries> {
    let plan = trace.plan();
    let mut order: Vec<_> = plan
        .known_workloads()
        .filter(|(_, workload)| workload.kind.has_scale() && workload.replicas > 0)
        .map(|(id, workload)| {
            let rank = (workload.budgets.is_empty(), std::cmp::Reverse(workload.replicas));
            (rank, id)
        })
        .collect();
    sort_by(&mut order, Ord::cmp);
    // Each takes a pass over all rows: fewer candidates in a long run.
    let looked_at = if trace.len() > 300_000 { 1 } else { 6 };
    let mut found: Vec<(i64, WorkloadSeries)> = order
        .into_iter()
        .take(looked_at)
        .filter_map(|(_, id)| series::workload(trace, id))
        .map(|series| {
            let short = series.desired.max() - series.ready.min();
            let weight = short * 1000 / series.desired.max().max(1);
            let kept = i64::from(series.floor.is_some());
            (-(weight + 2_000 * kept + 10_000 * series.breaches.len() as i64), series)
        })
        .collect();
    sort_by(&mut found, |(a, left), (b, right)| (a, left.workload).cmp(&(b, right.workload)));
    found.into_iter().take(WATCHED).map(|(_, series)| series).collect()
}
