//! Why a batch of a blue-green upgrade is in its state: its nodes, its drain and its soak.

use super::sides::sides;
use super::state::{BlueGreenState, current_upgrade, pods_left};
use super::why as phases;
use crate::rollout::Batch;
use crate::stage::{BatchBand, BatchTurn, Detail, StageContext};
use crate::why::{Reason, Until, Why, WhyContext};
use base::{PoolId, RecordNo, SimTime};
use trace::{Phrase, Subject, Value};

/// `number`: from 1 on. `None`: the pool's blue-green upgrade has no such batch.
#[inline(never)]
pub(super) fn why(cx: &WhyContext<'_>, pool: PoolId, number: u32) -> Option<Why> {
    let stage = StageContext {
        trace: cx.trace,
        index: cx.index,
        frame: cx.frame,
        detail: Detail::Tiles,
        counts: cx.counts(),
    };
    let going = current_upgrade(&stage, pool)?;
    let bands = sides(&stage, pool)?.batches;
    let of = bands.last()?.last;
    let mut bands = bands.iter();
    let band = bands.find(|band| band.first <= number && number <= band.last)?;
    let row = going.run.batches.get(number.checked_sub(1)? as usize);
    let begun = row.filter(|row| row.no.0 < cx.frame.next);
    let drained = begun.and_then(|row| row.drained);
    let drained = drained.filter(|drained| drained.no.0 < cx.frame.next);
    let state = going.state;
    let (key, no, since) = match (band.turn, begun, drained) {
        (BatchTurn::Planned, ..) => ("why-batch-planned", None, going.run.from),
        (BatchTurn::Left, ..) => ("why-batch-left", phase(&going), state.since),
        (BatchTurn::Paused, begun, drained) => {
            let no = drained.map(|drained| drained.no);
            let no = no.or_else(|| begun.map(|row| row.no));
            ("why-batch-paused", no, state.since)
        }
        (BatchTurn::Soaking, _, Some(drained)) => {
            ("why-batch-soaking", Some(drained.no), drained.at)
        }
        (_, _, Some(drained)) => ("why-batch-done", Some(drained.no), drained.at),
        (BatchTurn::Done, None, _) => ("why-batch-drained-before", None, going.run.from),
        (_, begun, None) => {
            let since = begun.map_or(going.run.from, |row| row.at);
            ("why-batch-draining", begun.map(|row| row.no), since)
        }
    };
    let nodes = band.nodes.iter().map(|node| Subject::Node(*node));
    let what = Phrase::new(key)
        .with("title", band.title.clone())
        .with("of", of)
        .with("pool", Subject::Pool(pool))
        .with("names", Value::Names(nodes.collect()))
        .with("since", since)
        .with("for", cx.frame.at - since);
    let reason = match no.and_then(|no| Reason::of_row(cx, no)) {
        Some(reason) => reason,
        None => {
            let rule = cx.rule("blue-green/batch", &["BG-15", "AM-14"]);
            Reason::of_rule(rule, Phrase::new("why-rule"))
        }
    };
    let reason = reason
        .input("input-batch", number)
        .input("input-batches", of)
        .input("input-batch-soak", going.settings().batch_soak)
        .input("input-pods-left", pods_left(&stage, &band.nodes));
    let name = cx.trace.plan().pools.get(pool)?.name.as_str();
    let said = going.progress().phase.filter(|_| state.run.unfinished());
    let said = said.map(|phase| phases::says(&state, phase, name));
    Some(
        Why::new(cx, what, since)
            .because(Some(reason))
            .until(until(cx, &going, band, row))
            .say(said.into_iter().flatten())
            .chained(cx, no),
    )
}

/// The row with which the upgrade went on from the batches.
fn phase(going: &BlueGreenState<'_>) -> Option<RecordNo> {
    let phases = going.run.phases.iter().rev();
    let mut past = phases.filter(|begun| begun.no.0 < going.next);
    past.next().map(|begun| begun.no)
}

fn until(
    cx: &WhyContext<'_>,
    going: &BlueGreenState<'_>,
    band: &BatchBand,
    row: Option<&Batch>,
) -> Option<Until> {
    let at = |at: SimTime, key| Some(Until::at(at, Phrase::new(key)));
    let to_come = |at: Option<SimTime>| at.filter(|at| *at > cx.frame.at);
    let back = to_come(going.turns_back_at());
    let goes = || {
        let deleted = to_come(going.deletes_at());
        match (deleted, back) {
            (Some(deleted), _) => at(deleted, "until-blue-deleted"),
            (None, Some(back)) => at(back, "until-rolled-back-from"),
            (None, None) => None,
        }
    };
    match band.turn {
        BatchTurn::Planned => match row {
            Some(row) => at(row.at, "until-drain-starts"),
            None => goes(),
        },
        BatchTurn::Draining => match row.and_then(|row| row.drained) {
            Some(drained) => at(drained.at, "until-batch-drained"),
            None => goes(),
        },
        BatchTurn::Soaking => phases::until(cx, going).or_else(goes),
        BatchTurn::Done => goes(),
        BatchTurn::Paused | BatchTurn::Left => None,
    }
}
