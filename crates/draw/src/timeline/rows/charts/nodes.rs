//! Registered nodes by state: of the whole cluster with the quota's limit, and of each autoscaled pool with its own limits.

use super::ChartLane;
use crate::surface::plain;
use crate::timeline::Chart;
use crate::timeline::rows::RunSource;
use base::order::sort_by;
use base::{PoolId, SimTime, Steps};
use query::lanes::ZoneLane;
use query::stage::TileState;
use trace::Subject;

/// The most autoscaled pools with a chart each.
const POOLS: usize = 4;

pub(super) const LANE: ChartLane = ChartLane {
    key: "ui-lane-nodes",
    height: 44.0,
    charts,
    note: |run, chart, at| {
        let nodes = &chart.value;
        let now = ("now", nodes.at(at).into());
        match chart.limits.as_slice() {
            [(_, min), (_, max)] => {
                (run.tell)("ui-note-limits", &[now, ("min", (*min).into()), ("max", (*max).into())])
            }
            _ => {
                let range = [("low", nodes.min().into()), ("high", nodes.max().into())];
                (run.tell)("ui-note-nodes", &[[now].as_slice(), &range].concat())
            }
        }
    },
};

/// A chart for each of up to four autoscaled pools, beside others. The cluster's chart is there unless those show everything;
/// its limits are the sums over its pools if all of them are autoscaled, and else there are none.
fn charts(run: &RunSource<'_>, _: &[query::series::WorkloadSeries], _: i64) -> Vec<Chart> {
    let pools = &run.trace.plan().pools;
    let scaled: Vec<(PoolId, [i64; 2])> =
        pools.ids().filter_map(|id| Some((id, limits(run, id)?))).collect();
    let all = scaled.len() == pools.len() as usize;
    let each = pools.len() > 1 && scaled.len() <= POOLS;
    let sum = |which: usize| scaled.iter().map(|(_, limits)| limits[which]).sum();
    let whole = || Chart {
        title: run.say("ui-lane-nodes"),
        value: run.lanes.nodes.clone(),
        bound: bound(run),
        bands: bands(run, |_| true),
        limits: if all { labels(run, [sum(0), sum(1)]) } else { Vec::new() },
        ..Chart::default()
    };
    let whole = (!each || !all || run.trace.start().spare.is_some()).then(whole);
    let of_pool = |(id, limits): &(PoolId, [i64; 2])| {
        let name = plain(&pools[*id].name);
        Chart {
            title: (run.tell)("ui-lane-nodes-of", &[("pool", name.into())]),
            subject: Some(Subject::Pool(*id)),
            value: run.lanes.pools[*id].clone(),
            bands: bands(run, |zone| zone.pool == *id),
            limits: labels(run, *limits),
            ..Chart::default()
        }
    };
    whole.into_iter().chain(scaled.iter().filter(|_| each).map(of_pool)).collect()
}

/// The least and the most nodes that the autoscaler gives a pool: those of a zone count for each of its zones (CA-35, CA-36). No
/// command changes them in a run.
fn limits(run: &RunSource<'_>, pool: PoolId) -> Option<[i64; 2]> {
    let pool = &run.trace.plan().pools[pool];
    let own = pool.autoscaling.filter(|own| !own.compute_engine)?;
    let zones = if own.total { 1 } else { pool.groups.len() as i64 };
    Some([own.min, own.max].map(|nodes| i64::from(nodes) * zones))
}

fn labels(run: &RunSource<'_>, limits: [i64; 2]) -> Vec<(String, i64)> {
    let keys = ["ui-limit-min", "ui-limit-max"];
    let label = |(key, nodes): (&str, i64)| ((run.tell)(key, &[("nodes", nodes.into())]), nodes);
    keys.into_iter().zip(limits).map(label).collect()
}

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
fn bands(run: &RunSource<'_>, is_own: impl Fn(&ZoneLane) -> bool) -> Vec<(TileState, Steps)> {
    let mut changes: Vec<(SimTime, TileState, i64)> = Vec::new();
    let zones = run.lanes.zones.iter().filter(|zone| is_own(zone));
    for node in zones.flat_map(|zone| &zone.nodes) {
        for segment in &node.segments {
            let Some(state) = segment.state else { continue };
            changes.push((segment.from, state, 1));
            changes.extend(segment.to.map(|to| (to, state, -1)));
        }
    }
    sort_by(&mut changes, Ord::cmp);
    let begin = changes.first().map_or(SimTime::ZERO, |(at, ..)| SimTime::ZERO.min(*at));
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

#[cfg(test)]
mod tests {
    use super::super::super::tests::preset_run;
    use super::*;

    /// A pool without nodes at the start has none that start before they are requested.
    #[test]
    fn bands_begin_with_the_run() {
        preset_run("scale-from-zero", |run| {
            let batch = charts(run, &[], 0).into_iter().find(|chart| chart.title == "batch nodes");
            let bands = batch.expect("a chart").bands;
            let starting = bands.iter().find(|(state, _)| *state == TileState::Starting);
            let (_, starting) = starting.expect("a band");
            let at = |secs| starting.at(SimTime::from_secs(secs));
            assert_eq!([at(0), at(24), at(120)], [0, 0, 3]);
        });
    }
}
