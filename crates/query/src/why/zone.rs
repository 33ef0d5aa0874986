//! Why a zone is in its state in its pool's upgrade: its turn, its slots, what is done and left, when it ends.

use super::{Reason, Until, Why, WhyContext, say};
use crate::index::ZoneRun;
use crate::stage::{Detail, PoolBand, ZoneBand, ZoneStatus, stage_of};
use crate::strategy;
use base::{PoolId, RecordNo, SimTime, ZoneId, order};
use trace::{Change, Phrase, Subject, Value};

/// `meant`: the pool of the question.
pub(super) fn why(cx: &WhyContext<'_>, id: ZoneId, meant: Option<PoolId>) -> Option<Why> {
    let out = *cx.frame.cluster.stockout.get(id)?;
    let picture = stage_of(cx.trace, cx.index, cx.frame, Detail::Cells, cx.counts());
    let mut bands: Vec<(&PoolBand, &ZoneBand)> = picture
        .pools
        .iter()
        .filter_map(|pool| Some((pool, pool.zones.iter().find(|band| band.zone == id)?)))
        .collect();
    // Of several pools the one in the question answers, else one in progress, then one that waits.
    order::sort_by_key(&mut bands, |(pool, band)| match band.status {
        _ if meant == Some(pool.pool) => 0,
        ZoneStatus::Working { .. } | ZoneStatus::Waiting { .. } => 1,
        ZoneStatus::Next { .. } => 2,
        ZoneStatus::Done { .. } => 3,
        ZoneStatus::Idle => 4,
    });
    let mut why = match bands.first() {
        Some((pool, band)) => own(cx, pool, band)
            .unwrap_or_else(|| upgraded(cx, pool, band))
            .say([say::nodes_of(&pool.name, &band.name)]),
        None => Why::new(cx, what("why-zone-empty", id, cx.frame.at), cx.frame.at),
    };
    if out {
        why = stockout(cx, id, why);
    }
    Some(why)
}

fn what(key: &'static str, id: ZoneId, since: SimTime) -> Phrase {
    Phrase::new(key).with("zone", Subject::Zone(id)).with("since", since)
}

/// The answer of the run's strategy.
fn own(cx: &WhyContext<'_>, pool: &PoolBand, band: &ZoneBand) -> Option<Why> {
    let state = cx.frame.cluster.pools.get(pool.pool)?;
    strategy::of(state.kind).why_zone(cx, band.group, (band.done, band.of))
}

fn upgraded(cx: &WhyContext<'_>, pool: &PoolBand, band: &ZoneBand) -> Why {
    let id = band.zone;
    let run = turn(cx, pool.pool, id);
    let (key, since) = match band.status {
        ZoneStatus::Working { since } | ZoneStatus::Waiting { since } => {
            ("why-zone-working", since)
        }
        ZoneStatus::Done { at } => ("why-zone-done", at),
        ZoneStatus::Next { .. } => ("why-zone-next", cx.frame.at),
        ZoneStatus::Idle => ("why-zone", cx.frame.at),
    };
    let slots = band.slots.as_ref();
    let what = what(key, id, since)
        .with("pool", Subject::Pool(pool.pool))
        .with("for", cx.frame.at - since)
        .with("done", band.done)
        .with("of", band.of)
        .with("left", band.of.saturating_sub(band.done))
        .with("used", slots.map_or(0, |slots| slots.in_use))
        .with("slots", slots.map_or(0, |slots| slots.of));
    let row = run.map(|(_, run)| run.no).filter(|no| no.0 < cx.frame.next);
    let mut why =
        Why::new(cx, what, since).because(Some(numbers(cx, pool, band, run))).chained(cx, row);
    why.until = match (band.status, run) {
        (ZoneStatus::Working { .. } | ZoneStatus::Waiting { .. }, Some((_, run))) => {
            Some(match run.to {
                Some((_, at)) => Until::at(at, Phrase::new("until-zone-done")),
                None => Until::never(Phrase::new("until-never")),
            })
        }
        (ZoneStatus::Next { at }, _) => Some(match at {
            Some(at) => Until::at(at, Phrase::new("until-zone-starts")),
            None => Until::never(Phrase::new("until-zone-never-starts")),
        }),
        _ => None,
    };
    // After this zone the run continues with another one.
    if !(matches!(band.status, ZoneStatus::Done { .. }) && pool.run.unfinished()) {
        let kind = cx.frame.cluster.pools.get(pool.pool).map(|state| state.kind);
        why = why.say(say::run(pool.run, kind.unwrap_or_default(), &pool.name));
    }
    why
}

/// The zone's turn in the latest upgrade that includes it, and its place among the pool's zones.
fn turn<'a>(cx: &WhyContext<'a>, pool: PoolId, zone: ZoneId) -> Option<(u32, &'a ZoneRun)> {
    let runs = || cx.index.zones.iter().filter(|run| run.pool == pool);
    let mine = || runs().filter(|run| run.zone == zone);
    let begun = |run: &&ZoneRun| run.no.0 < cx.frame.next;
    let run = mine().rfind(begun).or_else(|| mine().next())?;
    let mut before: Vec<ZoneId> = runs()
        .filter(|other| other.no < run.no && other.zone != zone)
        .map(|other| other.zone)
        .collect();
    order::sort(&mut before);
    before.dedup();
    Some((before.len() as u32 + 1, run))
}

/// The rule of zones and slots, with the current numbers.
fn numbers(
    cx: &WhyContext<'_>,
    pool: &PoolBand,
    band: &ZoneBand,
    run: Option<(u32, &ZoneRun)>,
) -> Reason {
    let rule = cx.rule("surge/zone-start", &["UP-10", "SU-15", "AM-03", "AM-59"]);
    let mut reason = Reason::of_rule(rule, Phrase::new("why-rule"));
    reason.no = run.map(|(_, run)| run.no).filter(|no: &RecordNo| no.0 < cx.frame.next);
    reason = reason.input("input-pool", Subject::Pool(pool.pool));
    if let Some((place, _)) = run {
        reason = reason.input(
            "input-turn",
            Phrase::new("value-of").with("part", place).with("whole", pool.zones.len()),
        );
    }
    if let Some(slots) = &band.slots {
        reason = reason.input("input-slots", slots.formula.clone());
        if !slots.list.is_empty() {
            let nodes = slots.list.iter().map(|slot| Subject::Node(slot.node));
            reason = reason.input("input-in-progress", Value::Names(nodes.collect()));
        }
    }
    if band.status == ZoneStatus::Idle {
        return reason.input("input-nodes", band.of);
    }
    reason = reason
        .input("input-done", band.done)
        .input("input-left", band.of.saturating_sub(band.done));
    let at_work = cx.frame.cluster.pools.get(pool.pool).and_then(|state| state.zone);
    if let (ZoneStatus::Next { .. }, Some(zone)) = (band.status, at_work) {
        reason = reason.input("input-zone-now", Subject::Zone(zone));
    }
    if let (ZoneStatus::Done { at }, Some((_, run))) = (band.status, run) {
        reason = reason
            .input("input-took", at - run.from)
            .input("input-evictions", run.evictions)
            .input("input-forced", run.forced)
            .input("input-blocked", run.blocked);
    }
    reason
}

/// Missing capacity comes before everything else.
fn stockout(cx: &WhyContext<'_>, id: ZoneId, mut why: Why) -> Why {
    let subject = Subject::Zone(id);
    let row = cx.last_that(subject, |record| record.change == Change::StockoutBegan);
    why.since = row.map_or(SimTime::ZERO, |(_, record)| record.at);
    why.what = Phrase::new("why-zone-out")
        .with("zone", subject)
        .with("since", why.since)
        .with("upgrade", why.what.clone());
    if let Some(reason) = row.and_then(|(no, _)| Reason::of_row(cx, no)) {
        why.reasons.insert(0, reason);
    }
    let next = cx.next_that(subject, |record| record.change == Change::StockoutEnded);
    why.until = Some(match next {
        Some((_, record)) => Until::at(record.at, Phrase::new("until-stock")),
        None => Until::never(Phrase::new("until-never")),
    });
    why.say.insert(0, say::stockout());
    why.chained(cx, row.map(|(no, _)| no))
}
