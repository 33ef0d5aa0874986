//! Rows of the autoscaler's lanes: what grows and shrinks, and backoffs.

use super::RunSource;
use crate::surface::plain;
use crate::timeline::last_part;
use crate::timeline::{ScalingPart, ScalingRow};
use base::SimTime;
use query::lanes::{Scaling, ScalingLane, ScalingSegment};
use std::mem::discriminant;
use trace::{Subject, Value};

pub(super) fn row(run: &RunSource<'_>, lane: &ScalingLane, end_ms: i64) -> ScalingRow {
    let plan = run.trace.plan();
    let pool = plan.pools.get(lane.pool).map_or("", |pool| &pool.name);
    let lanes = run.lanes.scaling.len();
    let args = [("pools", lanes.into()), ("pool", plain(pool).into())];
    // Zones of one decision are one part.
    let decision = |one: &ScalingSegment| (one.from, discriminant(&one.what));
    let parts = lane.segments.chunk_by(|a, b| decision(a) == decision(b));
    ScalingRow {
        subject: Subject::Pool(lane.pool),
        title: (run.tell)("ui-lane-autoscaler", &args),
        parts: parts.map(|segments| part(run, segments, end_ms)).collect(),
    }
}

fn part(run: &RunSource<'_>, segments: &[ScalingSegment], end_ms: i64) -> ScalingPart {
    let first = segments[0];
    let to = segments.iter().map(|one| one.to.map_or(end_ms, SimTime::ms)).max();
    let join = |of: &dyn Fn(&ScalingSegment) -> String| {
        segments.iter().map(of).collect::<Vec<_>>().join(", ")
    };
    ScalingPart {
        from_ms: first.from.ms(),
        to_ms: to.unwrap_or(end_ms).min(end_ms),
        fails: matches!(first.what, Scaling::BacksOff { .. }),
        label: join(&|one| label(run, one, false)),
        short: join(&|one| label(run, one, true)),
    }
}

fn label(run: &RunSource<'_>, segment: &ScalingSegment, short: bool) -> String {
    let plan = run.trace.plan();
    let zone = plan.groups.get(segment.group).and_then(|group| plan.zones.get(group.zone));
    let zone = zone.map_or("", |zone| &zone.name);
    let zone = plain(if short { last_part(zone) } else { zone });
    let (key, args): (_, Vec<(&'static str, Value)>) = match segment.what {
        Scaling::Grows { from, to } => {
            ("ui-scaling-grows", vec![("from", from.into()), ("to", to.into())])
        }
        Scaling::Removes { nodes } => ("ui-scaling-removes", vec![("nodes", nodes.into())]),
        Scaling::BacksOff { .. } if short => ("ui-scaling-backoff", Vec::new()),
        Scaling::BacksOff { missing, why } => {
            let why = (run.tell)(why.key(), &[]);
            ("ui-scaling-fails", vec![("missing", missing.into()), ("why", why.into())])
        }
    };
    let zone = [("zone", zone.into())];
    (run.tell)(key, &zone.into_iter().chain(args).collect::<Vec<_>>())
}
