//! What ends a refused eviction or a terminating Pod in this run.

use super::{Until, WhyContext};
use crate::index::Hold;
use base::{PodId, SimTime};
use trace::{Change, Ending, Phrase, Record, Subject, Trace};

/// The row that ends the refusal: reasons may change before.
pub(super) fn of_hold(cx: &WhyContext<'_>, hold: &Hold) -> Option<Record> {
    let mut end = hold.end?;
    loop {
        let record = cx.trace.record(end.0)?;
        if !matches!(record.change, Change::Blocked { .. }) {
            return Some(record);
        }
        let holds = &cx.index.holds;
        let next = holds.get(holds.partition_point(|other| other.no < end.0))?;
        end = next.end?;
    }
}

/// The message of when a Pod is deleted against its budget.
pub(super) fn until_forced(trace: &Trace, record: &Record) -> &'static str {
    match trace.rule(record).slug {
        "autoscaled/violation" => "until-hour-over",
        _ => "until-pdb-timeout",
    }
}

/// What the row does to the refused Pod.
fn key(trace: &Trace, record: &Record) -> &'static str {
    match record.change {
        Change::PodForced { .. } => "until-forced",
        change if change.is_forced() => until_forced(trace, record),
        Change::PodTerminating { ending: Ending::Deleted, .. } => "until-pod-deleted",
        Change::DrainAborted => "until-drain-gives-up",
        Change::DrainEnded { .. } => "until-drain-leaves",
        _ => "until-evicted",
    }
}

pub(super) fn refusal(cx: &WhyContext<'_>, hold: &Hold) -> Until {
    match of_hold(cx, hold) {
        Some(record) => Until::at(record.at, Phrase::new(key(cx.trace, &record))),
        None => Until::never(Phrase::new("until-never")),
    }
}

/// The end of the last of several refusals.
pub(super) fn refusals(cx: &WhyContext<'_>, holds: &[&Hold]) -> Until {
    let mut last: Option<Record> = None;
    for hold in holds {
        match of_hold(cx, hold) {
            Some(record) if last.is_none_or(|last| last.at <= record.at) => last = Some(record),
            Some(_) => {}
            None => return Until::never(Phrase::new("until-never")),
        }
    }
    let Some(record) = last else {
        return Until::never(Phrase::new("until-never"));
    };
    Until::at(
        record.at,
        Phrase::new(match key(cx.trace, &record) {
            "until-evicted" => "until-unblocked",
            "until-forced" => "until-last-forced",
            "until-pod-deleted" => "until-last-deleted",
            other => other,
        }),
    )
}

/// When a terminating Pod is gone in this run. `until`: the end of its grace period, if its kubelet acts.
pub(super) fn of_pod(cx: &WhyContext<'_>, id: PodId, until: Option<SimTime>) -> Until {
    let ends =
        |record: &Record| matches!(record.change, Change::PodGone | Change::PodForced { .. });
    match (cx.next_that(Subject::Pod(id), ends), until) {
        (Some((_, record)), _) if matches!(record.change, Change::PodForced { .. }) => {
            Until::at(record.at, Phrase::new("until-forced"))
        }
        (Some((_, record)), _) => Until::at(record.at, Phrase::new("until-pod-gone")),
        // The run ends before.
        (None, Some(at)) => Until::at(at, Phrase::new("until-pod-gone")),
        (None, None) => Until::never(Phrase::new("until-never")),
    }
}
