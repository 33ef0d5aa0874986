//! Rows of the autoscaler's lanes: what grows and shrinks, backoffs, and the nodes that stay.

use super::RunSource;
use crate::surface::plain;
use crate::timeline::last_part;
use crate::timeline::{PartKind, PartLook, PartRow, RowPart, ScalingKind};
use base::SimTime;
use model::autoscale::Stays;
use query::lanes::{Scaling, ScalingLane, ScalingSegment};
use std::mem::discriminant;
use trace::{Subject, Value};

pub(super) fn row(run: &RunSource<'_>, lane: &ScalingLane, end_ms: i64) -> PartRow {
    let plan = run.trace.plan();
    let pool = plan.pools.get(lane.pool).map_or("", |pool| &pool.name);
    let lanes = run.lanes.scaling.len();
    let args = [("pools", lanes.into()), ("pool", plain(pool).into())];
    // Zones of one decision are one part.
    let decision = |one: &ScalingSegment| (one.from, discriminant(&one.what));
    let parts = lane.segments.chunk_by(|a, b| decision(a) == decision(b));
    PartRow {
        kind: PartKind::Scaling,
        subject: Subject::Pool(lane.pool),
        title: (run.tell)("ui-lane-autoscaler", &args),
        parts: parts.map(|segments| part(run, segments, end_ms)).collect(),
    }
}

/// What goes on at an instant, in short.
pub(super) fn note(row: &PartRow, at: SimTime) -> String {
    let now = |part: &&RowPart| (part.from_ms..part.to_ms).contains(&at.ms());
    let now = row.parts.iter().rev().filter(now).map(|part| part.short.as_str());
    now.collect::<Vec<_>>().join(", ")
}

fn part(run: &RunSource<'_>, segments: &[ScalingSegment], end_ms: i64) -> RowPart {
    let first = &segments[0];
    let to = segments.iter().map(|one| one.to.map_or(end_ms, SimTime::ms)).max();
    let join = |of: &dyn Fn(&ScalingSegment) -> String| {
        segments.iter().map(of).collect::<Vec<_>>().join(", ")
    };
    RowPart {
        from_ms: first.from.ms(),
        to_ms: to.unwrap_or(end_ms).min(end_ms),
        label: join(&|one| label(run, one, false)),
        short: join(&|one| label(run, one, true)),
        look: PartLook::Scaling(match first.what {
            Scaling::Grows { .. } | Scaling::Removes { .. } => ScalingKind::Works,
            Scaling::BacksOff { .. } => ScalingKind::BacksOff,
            Scaling::CoolsDown { .. } => ScalingKind::CoolsDown,
            Scaling::Held(_) => ScalingKind::Held,
        }),
    }
}

fn label(run: &RunSource<'_>, segment: &ScalingSegment, short: bool) -> String {
    let plan = run.trace.plan();
    let zone = plan.groups.get(segment.group).and_then(|group| plan.zones.get(group.zone));
    let zone = zone.map_or("", |zone| &zone.name);
    let zone = plain(if short { last_part(zone) } else { zone });
    let (key, args): (_, Vec<(&'static str, Value)>) = match &segment.what {
        Scaling::Grows { from, to } => {
            ("ui-scaling-grows", vec![("from", (*from).into()), ("to", (*to).into())])
        }
        Scaling::Removes { nodes } => ("ui-scaling-removes", vec![("nodes", (*nodes).into())]),
        Scaling::CoolsDown { .. } if short => ("ui-scaling-cool-down", Vec::new()),
        Scaling::CoolsDown { nodes } => ("ui-scaling-cools-down", vec![("nodes", (*nodes).into())]),
        Scaling::Held(nodes) => {
            let all = nodes.iter().map(|(_, n)| n).sum::<u32>().into();
            let reason = |(why, n): &(Stays, u32)| {
                let why = run.say(&format!("{}.short", why.key()));
                if nodes.len() == 1 { why } else { format!("{n} {why}") }
            };
            let why = nodes.iter().map(reason).collect::<Vec<_>>().join(", ");
            let key = if short { "ui-scaling-held" } else { "ui-scaling-held-by" };
            (key, vec![("nodes", all), ("why", why.into())])
        }
        Scaling::BacksOff { .. } if short => ("ui-scaling-backoff", Vec::new()),
        Scaling::BacksOff { missing, why } => {
            let why = (run.tell)(why.key(), &[]);
            ("ui-scaling-fails", vec![("missing", (*missing).into()), ("why", why.into())])
        }
    };
    let zone = [("zone", zone.into())];
    (run.tell)(key, &zone.into_iter().chain(args).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use crate::timeline::PartLook;
    use crate::timeline::rows::tests::preset_run;
    use base::SimTime;
    use expect_test::{Expect, expect};
    use std::fmt::Write as _;

    /// The parts of a preset's lanes with their seconds, and their notes at a second.
    fn check(preset: &str, at: i64, expected: Expect) {
        preset_run(preset, |run| {
            let mut text = String::new();
            for row in run.lanes.scaling.iter().map(|lane| super::row(run, lane, run.end_ms())) {
                let _ =
                    writeln!(text, "{}: {}", row.title, super::note(&row, SimTime::from_secs(at)));
                for part in &row.parts {
                    let (from, to) = (part.from_ms / 1000, part.to_ms / 1000);
                    let PartLook::Scaling(kind) = part.look else { panic!("{part:?}") };
                    let _ = writeln!(text, "  {kind:?} {from} to {to}: {}", part.label);
                }
            }
            expected.assert_eq(&text);
        });
    }

    #[test]
    fn a_lane_says_what_grows_what_shrinks_and_what_stays() {
        check(
            "wont-scale-down",
            100,
            expect![[r#"
            Autoscaler main: 6 held
              Held 0 to 610: 6 held: 1 scale-down-disabled, 1 no place for a Pod, 1 Pod without a controller, 1 safe-to-evict: "false", 1 system Pod, 1 PDB
              Held 610 to 645: 7 held: 1 the cluster's minimum, 1 scale-down-disabled, 1 no place for a Pod, 1 Pod without a controller, 1 safe-to-evict: "false", 1 system Pod, 1 PDB
              Works 610 to 645: us-central1-a −1
            Autoscaler fixed: 1 held
              Held 0 to 645: 1 held: the group's minimum
        "#]],
        );
        check(
            "scale-from-zero",
            100,
            expect![[r#"
            Autoscaler: b 0 → 3
              Works 60 to 240: europe-west1-b 0 → 3
              Works 2440 to 2475: europe-west1-b −3
        "#]],
        );
    }
}
