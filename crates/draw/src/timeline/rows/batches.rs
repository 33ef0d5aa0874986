//! Rows of the batch lanes: drains and soaks.

use super::RunSource;
use crate::surface::plain;
use crate::timeline::{PartKind, PartLook, PartRow, RowPart};
use base::SimTime;
use query::lanes::{BatchLane, BatchPhase, BatchSegment};
use trace::{Phrase, Subject, Value};

pub(super) fn row(
    run: &RunSource<'_>,
    lane: &BatchLane,
    end: impl Fn(Option<SimTime>) -> i64,
) -> PartRow {
    let plan = run.trace.plan();
    let pool = plan.pools.get(lane.pool).map_or("", |pool| &pool.name);
    let args = [("pools", run.lanes.phases.len().into()), ("pool", plain(pool).into())];
    PartRow {
        kind: PartKind::Batches,
        subject: Subject::Pool(lane.pool),
        title: (run.tell)("ui-lane-batches", &args),
        parts: lane
            .segments
            .iter()
            .map(|segment| RowPart {
                from_ms: segment.from.ms(),
                to_ms: end(segment.to),
                label: label(run, segment, end(segment.to)),
                short: number(segment),
                look: PartLook::Batch { step: segment.step, paused: segment.paused },
            })
            .collect(),
    }
}

/// The short form of a label.
fn number(segment: &BatchSegment) -> String {
    match segment.step {
        BatchPhase::Drain => segment.batch.to_string(),
        BatchPhase::Soak | BatchPhase::PoolSoak => String::new(),
    }
}

fn label(run: &RunSource<'_>, segment: &BatchSegment, to_ms: i64) -> String {
    let key = match segment.step {
        _ if segment.paused => "ui-batch-paused",
        BatchPhase::Drain => "ui-batch-drain",
        BatchPhase::Soak => "ui-batch-soak",
        BatchPhase::PoolSoak => "ui-batch-pool-soak",
    };
    let lasts = SimTime::from_ms(to_ms) - segment.from;
    let args = [("batch", segment.batch.into()), ("lasts", Value::Span(lasts))];
    (run.tell)(key, &args)
}

/// The batch at an instant: `2 of 3`.
pub(super) fn note(run: &RunSource<'_>, row: &PartRow, at: SimTime) -> String {
    let own = run.lanes.batches.iter().find(|lane| Subject::Pool(lane.pool) == row.subject);
    let last = own.and_then(|lane| lane.segments.iter().rfind(|segment| segment.from <= at));
    match last {
        Some(last) if last.of > 0 => {
            let phrase = Phrase::new("side-batch").with("batch", last.batch).with("of", last.of);
            (run.tell)(phrase.key, &phrase.args)
        }
        _ => String::new(),
    }
}
