//! The work of Jobs: it is done in time, and what is lost of it is reported.

use super::{RowCx, Said, clock, ensure};
use crate::run::FinishedRun;
use crate::shadow::{Deadline, Life, Shadow, bounds};
use base::{SimSpan, SimTime};
use trace::{Change, Subject};

/// AM-101: what is done is done then, and nothing else is.
pub(super) fn work_is_done_in_time(row: &RowCx<'_>) -> Said {
    clock::in_time(row, |due| matches!(due, Deadline::WorkDone(_)))?;
    let (Subject::Pod(id), "pod/work-done") = (row.record.subject, row.slug) else {
        return Ok(());
    };
    let (shadow, at) = (row.shadow, row.record.at);
    let Some((own, work)) = shadow.work.get(&id).zip(shadow.work_of(id)) else {
        return Err("its work has no length".to_owned());
    };
    ensure(row.record.change == (Change::PodFinished { code: 0 }), || "it failed".to_owned())?;
    ensure(matches!(shadow.pod(id).life, Life::Running { .. } | Life::Terminating { .. }), || {
        format!("it is {:?}", shadow.pod(id).life)
    })?;
    if own.length.is_some() {
        let due = shadow.due_of(Deadline::WorkDone(id));
        return ensure(due == Some(at), || format!("it was due at {due:?}"));
    }
    // Of the start, also what was done before.
    let (low, high) = bounds(work);
    let worked = own.lasted(at);
    let within = worked <= high || own.from > SimSpan::ZERO || at == SimTime::ZERO;
    ensure(low <= worked && within, || format!("after {worked:?} of {low:?} to {high:?}"))
}

/// AM-101, KC-18: the row after a Pod's end says what it lost, and no other row does.
pub(super) fn lost_work_is_reported(row: &RowCx<'_>) -> Said {
    let said = match (row.record.subject, row.record.change) {
        (Subject::Pod(id), Change::WorkLost { lost_s }) => {
            Some((id, SimSpan::from_secs(i64::from(lost_s))))
        }
        _ => None,
    };
    let owed = row.shadow.owed;
    // A Pod whose node is gone has no more than all its work to lose, or all since its last checkpoint; how much that is
    // may be drawn.
    let within = said.is_some_and(|(pod, said)| {
        let work = row.shadow.work_of(pod);
        let drawn = work.filter(|work| work.length.p10 < work.length.p90);
        let most = owed.filter(|(of, _)| *of == pod).map(|(_, most)| most);
        let since = drawn.and_then(|work| work.checkpoint);
        drawn.is_some() && most.max(since).is_some_and(|most| said <= most)
    });
    ensure(said == owed || within, || format!("{said:?} instead of {owed:?}"))
}

/// Checks the last row and the sums of the outcome.
pub(super) fn all_lost_work_is_counted(run: &FinishedRun<'_>, shadow: &Shadow<'_>) -> Said {
    ensure(shadow.owed.is_none(), || format!("{:?} was lost", shadow.owed))?;
    let outcome = query::Outcome::read(&run.trace, run.outcome.ended).1;
    ensure(outcome.work_lost() == shadow.lost, || {
        format!("{:?} of {:?} are counted", outcome.work_lost(), shadow.lost)
    })
}
