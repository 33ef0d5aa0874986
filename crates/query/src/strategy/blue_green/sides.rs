//! The two sides of a pool in a blue-green upgrade: their nodes, and the batches in which blue is drained, including
//! future ones.

use super::autoscaled;
use super::rollout::{self, SideRows};
use super::state::{BatchBand, BatchTurn, BlueGreenState, current_upgrade, pods_left};
use crate::stage::context::{Detail, StageContext, permille};
use base::{NodeId, PoolId, SimSpan, TemplateId, order};
use model::RunState;
use model::node::Side;
use model::pool::{Phase, Progress, Soak};
use model::settings::NodeOrder;
use model::strategy::blue_green::forecast;
use trace::{Phrase, Value};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sides {
    pub blue: SideBand,
    pub green: SideBand,
    /// In drain order. Empty for very many nodes.
    pub batches: Vec<BatchBand>,
    /// Blue nodes of each zone when the upgrade began, which is the wanted number of green ones.
    pub zones: Vec<u32>,
    /// Is blue in the second row? See [`rollout::SideRows`].
    pub second: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideBand {
    /// Its nodes, including VMs being created.
    pub nodes: u32,
    /// `6 on 1.32, cordoned 02:03:00`.
    pub words: Phrase,
    /// `batch 2 of 3`.
    pub chip: Option<Phrase>,
}

pub(crate) fn sides(cx: &StageContext<'_>, pool: PoolId) -> Option<Sides> {
    let going = current_upgrade(cx, pool)?;
    let zones = zones(cx, &going);
    let side_rows = SideRows::of(&cx.index.rollouts, pool);
    let first = going.run.blue.first();
    Some(Sides {
        blue: blue(cx, &going),
        green: green(cx, &going),
        batches: match cx.detail {
            Detail::Tiles if going.wait().is_some() => autoscaled::bands(cx, &going),
            Detail::Tiles => batches(cx, &going, &zones),
            Detail::Cells => Vec::new(),
        },
        second: first.is_some_and(|node| side_rows.is_second(*node)),
        zones,
    })
}

/// Blue nodes of each zone.
fn zones(cx: &StageContext<'_>, going: &BlueGreenState<'_>) -> Vec<u32> {
    let groups = cx.trace.plan().pools.get(going.pool);
    let groups = groups.map_or(&[][..], |pool| &pool.groups);
    let mut counts = vec![0; groups.len()];
    for id in &going.run.blue {
        let node = cx.frame.cluster.nodes.get(*id);
        let at = node.and_then(|node| groups.iter().position(|one| *one == node.group));
        if let Some(count) = at.and_then(|at| counts.get_mut(at)) {
            *count += 1;
        }
    }
    counts
}

fn version(cx: &StageContext<'_>, pool: PoolId, template: Option<TemplateId>) -> String {
    match cx.version_text(pool, template) {
        text if text.is_empty() => "unknown".to_owned(),
        text => text,
    }
}

fn blue(cx: &StageContext<'_>, going: &BlueGreenState<'_>) -> SideBand {
    let count = going.count(cx, Side::Blue);
    let nodes = |key: &'static str| {
        Phrase::new(key)
            .with("nodes", count.there)
            .with("version", version(cx, going.pool, count.template))
    };
    let words = match (going.progress().phase, going.cordoned()) {
        _ if count.there == 0 => gone(going),
        (Some(Phase::DeletingBluePool), _) => {
            Phrase::new("side-deleting").with("left", count.there).with("of", going.run.blue.len())
        }
        (Some(Phase::RollbackStarted), _) => nodes("side-again"),
        (_, Some(at)) => nodes("side-cordoned").with("at", at),
        (_, None) => nodes("side-nodes"),
    };
    let Progress { phase, batch, batches, soak, .. } = going.progress();
    let chip = match (phase, soak) {
        _ if going.paused() => Some(Phrase::new("side-paused")),
        _ if !going.state.run.unfinished() => None,
        (Some(Phase::WaitingToDrainBluePool), Some(Soak::Until(until))) => {
            Some(Phrase::new("side-wait").with("left", Value::Timer(until - going.now)))
        }
        (Some(Phase::DrainingBluePool), _) if going.wait().is_some() => None,
        (Some(Phase::DrainingBluePool), _) => {
            Some(Phrase::new("side-batch").with("batch", batch).with("of", batches))
        }
        (Some(Phase::NodePoolSoaking), Some(Soak::Until(until))) => {
            Some(Phrase::new("side-soak").with("left", Value::Timer(until - going.now)))
        }
        _ => None,
    };
    SideBand { nodes: count.there, words, chip }
}

fn gone(going: &BlueGreenState<'_>) -> Phrase {
    match going.run.to.filter(|(no, _)| no.0 < going.next) {
        Some((_, at)) => Phrase::new("side-deleted").with("at", at),
        None => Phrase::new("side-empty"),
    }
}

fn green(cx: &StageContext<'_>, going: &BlueGreenState<'_>) -> SideBand {
    let count = going.count(cx, Side::Green);
    let key = if going.wait().is_some() { "side-nodes" } else { "side-ready" };
    let nodes = Phrase::new(key)
        .with("nodes", count.there)
        .with("version", version(cx, going.pool, count.template));
    let words = match (going.progress().phase, going.cordoned()) {
        _ if going.state.run == RunState::Failed => Phrase::new("side-not-created"),
        (Some(Phase::RollbackStarted), _) if count.there == 0 => gone(going),
        (Some(Phase::RollbackStarted), _) => {
            Phrase::new("side-deleting").with("left", count.there).with("of", going.run.blue.len())
        }
        (_, Some(at)) => nodes.with("at", at),
        (_, None) if going.wait().is_some() => nodes,
        (_, None) => Phrase::new("side-booting")
            .with("ready", count.registered)
            .with("of", going.run.blue.len()),
    };
    SideBand { nodes: count.there, words, chip: None }
}

/// Every batch: from the rows, including later ones, else as planned.
fn batches(cx: &StageContext<'_>, going: &BlueGreenState<'_>, zones: &[u32]) -> Vec<BatchBand> {
    let plan = cx.trace.plan();
    let cluster = &cx.frame.cluster;
    let group = |id: &NodeId| cluster.nodes.get(*id).map(|node| node.group);
    let groups = plan.pools.get(going.pool).map(|pool| &pool.groups);
    let mut rest: Vec<NodeId> = going.run.blue.clone();
    rest.retain(|id| going.run.batch_of(*id).is_none());
    order::sort_by_key(&mut rest, |id| {
        let zone = groups.and_then(|all| all.iter().position(|one| Some(*one) == group(id)));
        (zone, *id)
    });
    let planned = forecast(going.settings(), zones);
    let of = match going.run.of {
        0 => planned.batches.len() as u32,
        of => of,
    };
    let mut bands: Vec<BatchBand> = Vec::new();
    for (at, row) in (0..).zip(&going.run.batches) {
        let mut nodes = row.nodes.clone();
        order::sort_by_key(&mut nodes, |id| *id);
        bands.push(if row.no.0 < going.next {
            begun(cx, going, row, at, nodes)
        } else {
            let at_time = Phrase::new("batch-drain-at").with("at", row.at);
            waits(going, (at + 1, at + 1), Some(at_time), nodes)
        });
    }
    let told = bands.len() as u32;
    let size = planned.batch_size.max(1) as usize;
    let known = plan.timings.node_order == NodeOrder::Listed || of == told + 1;
    if of == 0 {
        bands.push(waits(going, (0, 0), None, rest));
    } else if known {
        for (at, nodes) in (told..of).zip(rest.chunks(size)) {
            bands.push(waits(going, (at + 1, at + 1), None, nodes.to_vec()));
        }
    } else if told < of {
        bands.push(waits(going, (told + 1, of), None, rest));
    }
    bands
}

fn title(first: u32, last: u32) -> Phrase {
    let key = match first {
        0 => "batch-none",
        _ if first == last => "batch-title",
        _ => "batch-titles",
    };
    Phrase::new(key).with("first", first).with("last", last)
}

/// A batch whose drain hasn't begun.
fn waits(
    going: &BlueGreenState<'_>,
    (first, last): (u32, u32),
    at: Option<Phrase>,
    nodes: Vec<NodeId>,
) -> BatchBand {
    let over = going.progress().phase > Some(Phase::DrainingBluePool);
    // BG-26: later rows show that it never gets its turn.
    let deleted = || Some(Phrase::new("batch-deleted-at").with("at", going.deletes_at()?));
    let back = || Some(Phrase::new("batch-back-at").with("at", going.turns_back_at()?));
    let never = || deleted().or_else(back);
    let after = || Phrase::new("batch-after").with("batch", first.saturating_sub(1));
    let drained_before =
        matches!(going.run.found_in, Some(Phase::NodePoolSoaking | Phase::DeletingBluePool));
    let (turn, word, line) = match (over, first) {
        (true, 0) => (BatchTurn::Left, "batch-skipped", None),
        (true, _) if drained_before => (BatchTurn::Done, "batch-drained-before", None),
        (true, _) => (BatchTurn::Left, "batch-left", None),
        (false, 0) => (BatchTurn::Planned, "batch-skipped", None),
        (false, 1) => (BatchTurn::Planned, "batch-planned", at.or_else(back)),
        (false, _) => {
            (BatchTurn::Planned, "batch-planned", at.or_else(never).or_else(|| Some(after())))
        }
    };
    BatchBand {
        first,
        last,
        turn,
        title: title(first, last),
        word: Phrase::new(word),
        line,
        progress: None,
        nodes,
    }
}

fn begun(
    cx: &StageContext<'_>,
    going: &BlueGreenState<'_>,
    row: &rollout::Batch,
    at: u32,
    nodes: Vec<NodeId>,
) -> BatchBand {
    let now = going.now;
    let drained = row.drained.filter(|drained| drained.no.0 < going.next);
    let at_work = going.is_in(Phase::DrainingBluePool) && at + 1 == going.progress().batch;
    let left = || pods_left(cx, &nodes);
    let mut progress = None;
    let (turn, word, line) = match (drained, going.progress().soak) {
        (None, _) if !at_work => (BatchTurn::Left, Phrase::new("batch-stopped"), None),
        (None, _) => {
            let line = Phrase::new("batch-pods").with("pods", left());
            match going.paused() {
                true => (BatchTurn::Paused, Phrase::new("batch-paused"), Some(line)),
                false => (BatchTurn::Draining, Phrase::new("batch-draining"), Some(line)),
            }
        }
        (Some(_), Some(Soak::Left(_))) if at_work => (
            BatchTurn::Paused,
            Phrase::new("batch-paused"),
            Some(Phrase::new("batch-soak-dropped")),
        ),
        (Some(drained), Some(Soak::Until(until))) if at_work && until > now => {
            progress = Some(permille(drained.at, now, until));
            (
                BatchTurn::Soaking,
                Phrase::new("batch-soak-left").with("left", Value::Timer(until - now)),
                Some(Phrase::new("batch-soak-of").with("soak", Value::Timer(drained.soak))),
            )
        }
        (Some(drained), _) => {
            let next = going.run.batches.get(at as usize + 1).map(|next| next.at);
            let phases = || {
                let after = |begun: &&rollout::PhaseStart| begun.no > drained.no;
                Some(going.run.phases.iter().find(after)?.at)
            };
            let end = next.or_else(phases);
            let cut = end.is_some_and(|end| end < drained.at + drained.soak);
            let soaked = drained.soak > SimSpan::ZERO && !cut;
            let key = if soaked { "batch-soaked" } else { "batch-drained" };
            let line = Phrase::new("batch-drained-at").with("at", drained.at);
            (BatchTurn::Done, Phrase::new(key), Some(line))
        }
    };
    BatchBand {
        first: at + 1,
        last: at + 1,
        turn,
        title: title(at + 1, at + 1),
        word,
        line,
        progress,
        nodes,
    }
}
