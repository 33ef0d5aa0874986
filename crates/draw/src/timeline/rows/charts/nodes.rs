//! Registered nodes of the whole cluster, by state, and the quota's limit.

use super::ChartLane;
use crate::timeline::charts::Chart;
use crate::timeline::rows::RunSource;
use base::SimTime;
use base::order::sort_by;
use query::series::Steps;
use query::stage::TileState;

pub(super) const LANE: ChartLane = ChartLane {
    key: "ui-lane-nodes",
    height: 44.0,
    charts: |run, _, _| {
        vec![Chart {
            title: run.say("ui-lane-nodes"),
            value: run.lanes.nodes.clone(),
            bound: bound(run),
            bands: bands(run),
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

/// From the bottom: as a node is replaced it moves down, from old to new.
const STACK: [TileState; 9] = [
    TileState::ReadyNew,
    TileState::NotReady,
    TileState::Blocked,
    TileState::Draining,
    TileState::Cordoned,
    TileState::ReadyOld,
    TileState::Deleting,
    TileState::Recreating,
    TileState::Starting,
];

/// The numbers of nodes in each state that occurs.
fn bands(run: &RunSource<'_>) -> Vec<(TileState, Steps)> {
    let mut changes: Vec<(SimTime, TileState, i64)> = Vec::new();
    for node in run.lanes.zones.iter().flat_map(|zone| &zone.nodes) {
        for segment in &node.segments {
            let Some(state) = segment.state else { continue };
            changes.push((segment.from, state, 1));
            changes.extend(segment.to.map(|to| (to, state, -1)));
        }
    }
    sort_by(&mut changes, Ord::cmp);
    let begin = changes.first().map_or(SimTime::ZERO, |(at, ..)| *at);
    let band = |state: TileState| {
        let mut count = 0;
        let own = changes.iter().filter(|(_, of, _)| *of == state);
        let mut steps = Steps::starting(begin, 0);
        for (at, _, by) in own {
            count += by;
            steps.push(*at, count);
        }
        steps
    };
    STACK.into_iter().map(|state| (state, band(state))).filter(|(_, one)| one.max() > 0).collect()
}

/// Nodes allowed by the quota, if the scenario sets one.
fn bound(run: &RunSource<'_>) -> Option<Steps> {
    let spare = run.trace.start().spare?;
    let vms =
        run.trace.start().nodes.values().filter(|node| node.occupies_capacity()).count() as i64;
    Some(Steps::starting(SimTime::ZERO, vms + i64::from(spare)))
}
