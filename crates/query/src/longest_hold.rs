//! When a subject is held longest: where a question about it is answered that names no instant.

use crate::autoscaler::{holds, outlasts};
use crate::index::{Hold, Index};
use crate::outcome::limit;
use base::{RecordNo, SimSpan, SimTime};
use core::cmp::Reverse;
use trace::{Blocker, Change, Subject, Trace};

/// From a row on to an instant, or to the end of the run.
pub type HoldStretch = (RecordNo, SimTime, Option<SimTime>);

/// From when the subject is held longest, and how long. `None`: it never is.
pub fn longest_hold(trace: &Trace, index: &Index, subject: Subject) -> Option<(SimTime, SimSpan)> {
    let of_index = index.holds.iter().filter(|hold| is_about(trace, hold, subject));
    let of_index = of_index.map(|hold| (hold.no, hold.began, hold.end.map(|(_, at)| at)));
    let of_rows = match subject {
        Subject::Node(_) => stays(trace, subject),
        _ => waits(trace, subject),
    };
    let limit = limit(trace);
    let lasts = |(_, from, to): HoldStretch| (from, to.unwrap_or(limit).max(from) - from);
    let all = of_index.chain(of_rows).map(lasts).filter(|(_, span)| *span > SimSpan::ZERO);
    let (from, span) = all.max_by_key(|(from, span)| (*span, Reverse(*from)))?;
    Some((answered(trace, subject, (from, from + span)).unwrap_or(from), span))
}

/// When the autoscaler first answers for a Pod that waits: until then the question has half an answer.
fn answered(trace: &Trace, subject: Subject, (from, to): (SimTime, SimTime)) -> Option<SimTime> {
    let Subject::Pod(pod) = subject else { return None };
    let rows = trace.rows_of(Subject::Workload(trace.owner(pod)?)).into_iter();
    let rows = rows.filter_map(|no| trace.record(no)).filter(|row| from <= row.at && row.at < to);
    let mut answers = rows.filter(|row| {
        matches!(row.change, Change::NoScaleUp { .. } | Change::ScaleUpTriggered { .. })
    });
    answers.next().map(|row| row.at)
}

/// Does it hold the subject, or something of it?
fn is_about(trace: &Trace, hold: &Hold, subject: Subject) -> bool {
    let node = match hold.subject {
        Subject::Node(node) => Some(node),
        _ => hold.node,
    };
    match subject {
        _ if hold.subject == subject => true,
        Subject::Node(own) => node == Some(own),
        Subject::Pool(pool) => {
            let (plan, last) = (trace.plan(), trace.last());
            let group = node.and_then(|node| Some(last.nodes.get(node)?.group));
            group.is_some_and(|group| plan.groups[group].pool == pool)
        }
        Subject::Workload(workload) => match hold.subject {
            Subject::Pod(pod) => trace.owner(pod) == Some(workload),
            _ => false,
        },
        Subject::Budget(own) => match hold.by {
            Blocker::Budget { budget, .. } => budget == own,
            Blocker::TwoBudgets { first, second } => first == own || second == own,
            _ => false,
        },
        _ => false,
    }
}

/// The stretches in which the work on a pool or the control plane waits.
pub fn waits(trace: &Trace, subject: Subject) -> Vec<HoldStretch> {
    stretches(trace, subject, |_, change| {
        let waits = matches!(
            change,
            Change::UpgradeQueued { .. }
                | Change::UpgradePaused { .. }
                | Change::ResourcesMissing
                | Change::ControlPlaneScheduled { .. }
        );
        let starts = matches!(change, Change::ControlPlaneStarted { .. });
        (waits || starts || change.is_phase()).then_some(waits)
    })
}

/// The stretches in which a little used node isn't removed.
pub(crate) fn stays(trace: &Trace, node: Subject) -> Vec<HoldStretch> {
    stretches(trace, node, |open, change| match (change, open) {
        (Change::Stays { why, .. }, _) => Some(holds(why, None)),
        (change, Some(Change::Stays { why, .. })) if !outlasts(why, change) => Some(false),
        _ => None,
    })
}

/// `begins`: whether a row begins a stretch or ends the open one, whose row it gets; `None`: neither.
fn stretches(
    trace: &Trace,
    subject: Subject,
    begins: impl Fn(Option<Change>, Change) -> Option<bool>,
) -> Vec<HoldStretch> {
    let mut all: Vec<HoldStretch> = Vec::new();
    let mut open = None;
    for no in trace.rows_of(subject) {
        let Some(row) = trace.record(no) else { continue };
        let Some(begins) = begins(open, row.change) else { continue };
        if open.is_some()
            && let Some(last) = all.last_mut()
        {
            last.2 = Some(row.at);
        }
        open = begins.then_some(row.change);
        all.extend(begins.then_some((no, row.at, None)));
    }
    all
}
