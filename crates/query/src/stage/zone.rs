//! A zone's column: progress, slots, tiles.

use super::context::{Detail, StageContext};
use super::state::ZoneStatus;
use super::tile::{Tile, tile};
use crate::index::ZoneRun;
use crate::strategy;
use base::{GroupId, NodeId, PoolId, SimTime, ZoneId};
use model::RunState;
use model::autoscale::Autoscaling;
use trace::{Phrase, Subject, Value};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ZoneBand {
    pub zone: ZoneId,
    pub group: GroupId,
    pub name: String,
    pub status: ZoneStatus,
    /// `done`, `6 nodes + 1 creating`, `next`.
    pub head: Phrase,
    /// `since 02:13:31`, or what it waits for: `out of stock`.
    pub since: Option<Phrase>,
    /// The box below the tiles: what happened, or when it starts and after which pool.
    pub note: Option<Phrase>,
    pub slots: Option<Slots>,
    pub tiles: Vec<Tile>,
    /// Nodes with the target configuration, and the zone's number of nodes while nothing is in progress.
    pub done: u32,
    pub of: u32,
}

/// `4 of 4 upgrade slots in use: min(3 + 1, 20, 4 nodes) = 4` (SU-14).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slots {
    pub in_use: u32,
    pub of: u32,
    pub words: Phrase,
    pub formula: Phrase,
    /// `Surge b1→b5, b2→b6. Unavailable b3.`, one phrase per kind.
    pub pairs: Vec<Phrase>,
    pub list: Vec<SlotView>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SlotView {
    pub slot: u32,
    pub surge: bool,
    pub node: NodeId,
    pub stand_in: Option<NodeId>,
}

pub(super) fn band(cx: &StageContext<'_>, pool: PoolId, group: GroupId) -> Option<ZoneBand> {
    let plan = cx.trace.plan();
    let zone = plan.groups.get(group)?.zone;
    let cluster = &cx.frame.cluster;
    // With many nodes each is a cell and needs no tile.
    let nodes = match cx.detail {
        Detail::Tiles => cx.counts.nodes_of(group),
        Detail::Cells => &[],
    };
    let tiles: Vec<Tile> =
        nodes.iter().filter_map(|id| Some(tile(cx, pool, *id, cluster.nodes.get(*id)?))).collect();
    let super::state_counts::Tally { registered, booting, done, of, .. } =
        cx.counts.tally_of(group);
    let status = status(cx, pool, zone);
    let head = match status {
        ZoneStatus::Done { .. } => Phrase::new("zone-done"),
        ZoneStatus::Next { at } => turn(cx, pool, zone, at),
        ZoneStatus::Idle | ZoneStatus::Working { .. } | ZoneStatus::Waiting { .. } => {
            count(limits(cx, pool, false), registered, booting)
        }
    };
    Some(ZoneBand {
        zone,
        group,
        name: plan.zones.get(zone)?.name.clone(),
        head,
        since: match status {
            ZoneStatus::Working { since } => Some(Phrase::new("zone-since").with("at", since)),
            ZoneStatus::Waiting { .. } if cluster.stockout.get(zone) == Some(&true) => {
                Some(Phrase::new("zone-out-of-stock"))
            }
            ZoneStatus::Waiting { .. } => Some(Phrase::new("zone-waits-for-capacity")),
            _ => None,
        },
        note: note(cx, pool, zone, status),
        slots: slots(cx, pool, zone, of),
        status,
        tiles,
        done,
        of,
    })
}

/// The autoscaler's limits of a pool in total, or in each of its zones.
fn limits(cx: &StageContext<'_>, pool: PoolId, total: bool) -> Option<Autoscaling> {
    cx.trace.plan().pools.get(pool)?.autoscaling.filter(|one| one.total == total)
}

/// `3 nodes + 1 creating`, `3 of 1–5 nodes`
fn count(limits: Option<Autoscaling>, registered: u32, booting: u32) -> Phrase {
    let phrase = match limits {
        Some(limits) => {
            Phrase::new("zone-nodes-limited").with("min", limits.min).with("max", limits.max)
        }
        None => Phrase::new("zone-nodes"),
    };
    phrase.with("nodes", registered).with("creating", booting)
}

/// The nodes of a pool whose limits hold for all its zones together.
pub(super) fn nodes_of_pool(cx: &StageContext<'_>, pool: PoolId) -> Option<Phrase> {
    let limits = limits(cx, pool, true)?;
    let groups = cx.trace.plan().pools[pool].groups.iter();
    let tallies = groups.map(|group| cx.counts.tally_of(*group));
    let (registered, booting) = tallies.fold((0, 0), |(registered, booting), tally| {
        (registered + tally.registered, booting + tally.booting)
    });
    Some(count(Some(limits), registered, booting))
}

/// The pool's latest work in the zone that has begun by now.
fn run<'a>(cx: &StageContext<'a>, pool: PoolId, zone: ZoneId) -> Option<&'a ZoneRun> {
    cx.index
        .zones
        .iter()
        .rev()
        .find(|run| run.pool == pool && run.zone == zone && run.no.0 < cx.frame.next)
}

fn status(cx: &StageContext<'_>, pool: PoolId, zone: ZoneId) -> ZoneStatus {
    let Some(state) = cx.frame.cluster.pools.get(pool) else {
        return ZoneStatus::Idle;
    };
    if state.run == RunState::Idle {
        return ZoneStatus::Idle;
    }
    if let Some(status) = strategy::of(state.kind).zone_status(cx, pool, state) {
        return status;
    }
    if let Some(run) = run(cx, pool, zone) {
        return match run.to {
            Some((no, at)) if no.0 < cx.frame.next => ZoneStatus::Done { at },
            _ if state.run == RunState::WaitingForResources => {
                ZoneStatus::Waiting { since: run.from }
            }
            _ => ZoneStatus::Working { since: run.from },
        };
    }
    if !state.run.unfinished() {
        return ZoneStatus::Idle;
    }
    let at = cx
        .index
        .zones
        .iter()
        .find(|run| run.pool == pool && run.zone == zone && run.no.0 >= cx.frame.next)
        .map(|run| run.from);
    ZoneStatus::Next { at }
}

/// The pool's zone whose turn is before this one's: in the run's order, or, for turns still to come, in
/// the order of the pool's zones.
fn before(cx: &StageContext<'_>, pool: PoolId, zone: ZoneId) -> Option<ZoneId> {
    let mut runs = cx.index.zones.iter().filter(|run| run.pool == pool);
    let mut last = None;
    let came = runs.by_ref().find_map(|run| {
        if run.zone == zone && run.no.0 >= cx.frame.next {
            return Some(last);
        }
        last = Some(run.zone);
        None
    });
    if let Some(before) = came {
        return before;
    }
    let plan = cx.trace.plan();
    let groups = &plan.pools.get(pool)?.groups;
    let zones = || groups.iter().filter_map(|group| plan.groups.get(*group));
    let at = zones().position(|group| group.zone == zone)?;
    zones().nth(at.checked_sub(1)?).map(|group| group.zone)
}

/// A waiting zone is next when the one before it is in progress or done.
fn turn(cx: &StageContext<'_>, pool: PoolId, zone: ZoneId, at: Option<SimTime>) -> Phrase {
    let waits = |zone| matches!(status(cx, pool, zone), ZoneStatus::Next { .. });
    let pool_waits =
        cx.frame.cluster.pools.get(pool).is_some_and(|state| state.run == RunState::Queued);
    match (before(cx, pool, zone).filter(|zone| waits(*zone)), at) {
        // A zone of a pool that can't start yet isn't next.
        (None, _) if !pool_waits => Phrase::new("zone-next"),
        (_, Some(at)) => Phrase::new("zone-from").with("at", at),
        (_, None) => Phrase::new("zone-then"),
    }
}

fn note(cx: &StageContext<'_>, pool: PoolId, zone: ZoneId, status: ZoneStatus) -> Option<Phrase> {
    match status {
        ZoneStatus::Idle | ZoneStatus::Working { .. } | ZoneStatus::Waiting { .. } => None,
        ZoneStatus::Done { at } => {
            let run = run(cx, pool, zone)?;
            Some(
                Phrase::new("zone-done-note")
                    .with("at", at)
                    .with("nodes", run.nodes)
                    .with("took", at - run.from)
                    .with("evictions", run.evictions)
                    .with("forced", run.forced)
                    .with("blocked", run.blocked)
                    .with("blocked_s", i64::from(run.blocked.secs())),
            )
        }
        ZoneStatus::Next { at } => {
            let after = before(cx, pool, zone);
            let mut phrase = Phrase::new(match (at, after) {
                (Some(_), Some(_)) => "zone-next-at-after",
                (Some(_), None) => "zone-next-at",
                (None, Some(_)) => "zone-next-after",
                (None, None) => "zone-next-some-time",
            });
            if let Some(at) = at {
                phrase = phrase.with("at", at);
            }
            if let Some(after) = after {
                phrase = phrase.with("zone", Subject::Zone(after));
            }
            Some(phrase)
        }
    }
}

fn slots(cx: &StageContext<'_>, pool: PoolId, zone: ZoneId, nodes: u32) -> Option<Slots> {
    let plan = cx.trace.plan();
    let state = cx.frame.cluster.pools.get(pool)?;
    if state.zone != Some(zone) || cx.detail == Detail::Cells && state.run == RunState::Idle {
        return None;
    }
    let surge = state.strategy(plan.pools.get(pool)?).surge();
    let list: Vec<SlotView> = cx
        .counts
        .tasks
        .iter()
        .filter(|task| {
            cx.frame.cluster.nodes.get(task.node).is_some_and(|node| {
                plan.groups[node.group].pool == pool && plan.groups[node.group].zone == zone
            })
        })
        .map(|task| SlotView {
            slot: task.slot,
            surge: task.surge,
            node: task.node,
            stand_in: task.stand_in,
        })
        .collect();
    let pairs = match cx.detail {
        Detail::Tiles => pairs(&list),
        Detail::Cells => Vec::new(),
    };
    let of = state.surge_slots + state.unavailable_slots;
    let in_use = list.len() as u32;
    Some(Slots {
        in_use,
        of,
        words: Phrase::new("slots-in-use").with("used", in_use).with("of", of),
        formula: Phrase::new("slots-formula")
            .with("surge", surge.max_surge)
            .with("unavailable", surge.max_unavailable)
            .with("nodes", nodes)
            .with("of", of),
        pairs,
        list,
    })
}

/// The surge pairs, and the nodes recreated in place.
fn pairs(list: &[SlotView]) -> Vec<Phrase> {
    let surge: Vec<Phrase> = list
        .iter()
        .filter_map(|slot| {
            let pair = Phrase::new("slots-pair").with("node", slot.node);
            Some(pair.with("new", slot.stand_in?))
        })
        .collect();
    let unavailable: Vec<Subject> =
        list.iter().filter(|slot| !slot.surge).map(|slot| Subject::Node(slot.node)).collect();
    let mut pairs = Vec::new();
    if !surge.is_empty() {
        pairs.push(Phrase::new("slots-surge").with("pairs", Value::List(surge)));
    }
    if !unavailable.is_empty() {
        pairs.push(Phrase::new("slots-unavailable").with("nodes", unavailable));
    }
    pairs
}
