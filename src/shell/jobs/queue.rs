//! The current background jobs, and the order of those that share a worker.

use super::job::{Job, JobEvent, JobId, JobPurpose, PURPOSES};
use crate::shell::state::Effect;
use runner::{Request, RunNo};

/// The jobs that are running or waiting, by purpose.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Jobs {
    last: u32,
    running: [Option<RunNo>; PURPOSES],
}

impl Jobs {
    /// Starts a job with the next number.
    pub fn start(&mut self, purpose: JobPurpose, job: Job) -> Effect {
        self.last += 1;
        let no = RunNo(self.last);
        self.start_as(JobId { purpose, no }, job)
    }

    pub fn start_as(&mut self, id: JobId, job: Job) -> Effect {
        self.running[id.purpose as usize] = Some(id.no);
        Effect::Start(id, job)
    }

    /// Cancels the job for a purpose, if one is running or waiting.
    pub fn cancel(&mut self, purpose: JobPurpose) -> Vec<Effect> {
        let running = self.running[purpose as usize].take();
        let effect = running.map(|_| Effect::Cancel(purpose));
        effect.into_iter().collect()
    }

    /// Does an event belong to a current job? Events of canceled and replaced jobs don't.
    pub fn accept(&mut self, id: JobId, event: &JobEvent) -> bool {
        let running = &mut self.running[id.purpose as usize];
        let accepted = *running == Some(id.no);
        if accepted && event.is_last() {
            *running = None;
        }
        accepted
    }
}

/// Jobs that share the background worker, in the order in which they run.
#[derive(Debug, Default)]
pub(crate) struct JobQueue {
    jobs: Vec<(JobId, Request)>,
    running: Option<JobId>,
}

impl JobQueue {
    pub(crate) fn push(&mut self, id: JobId, request: Request) {
        self.remove(id.purpose);
        let before = |(other, _): &(JobId, Request)| other.purpose < id.purpose;
        let at = self.jobs.partition_point(before);
        self.jobs.insert(at, (id, request));
    }

    /// Removes a job that ended or was canceled.
    pub(crate) fn remove(&mut self, purpose: JobPurpose) {
        self.jobs.retain(|(job, _)| job.purpose != purpose);
    }

    /// The running job, if it has this number.
    pub(crate) fn running(&self, no: RunNo) -> Option<JobId> {
        self.running.filter(|running| running.no == no)
    }

    /// The next request for the worker, if the running job changes. An interrupted job starts again later.
    pub(crate) fn next(&mut self) -> Option<(RunNo, Request)> {
        let first = self.jobs.first();
        let id = first.map(|(id, _)| *id);
        if id == self.running {
            return None;
        }
        self.running = id;
        Some(match first {
            Some((id, request)) => (id.no, request.clone()),
            None => (RunNo::NONE, Request::Stop),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use runner::Fault;

    fn id(purpose: JobPurpose, no: u32) -> JobId {
        let no = RunNo(no);
        JobId { purpose, no }
    }

    #[test]
    fn an_urgent_job_interrupts_another_which_then_starts_again() {
        let mut queue = JobQueue::default();
        let request = |at_ms| Request::Prefetch { at_ms };
        queue.push(id(JobPurpose::Alternative, 1), request(1));
        assert_eq!(queue.next(), Some((RunNo(1), request(1))));
        assert_eq!(queue.next(), None);
        queue.push(id(JobPurpose::Variant, 2), request(2));
        assert_eq!(queue.next(), Some((RunNo(2), request(2))));
        assert_eq!(queue.running(RunNo(1)), None);
        // A job replaces the previous one with the same purpose.
        queue.push(id(JobPurpose::Alternative, 3), request(3));
        assert_eq!(queue.next(), None);
        queue.remove(JobPurpose::Variant);
        assert_eq!(queue.next(), Some((RunNo(3), request(3))));
        queue.remove(JobPurpose::Alternative);
        assert_eq!(queue.next(), Some((RunNo::NONE, Request::Stop)));
        assert_eq!(queue.next(), None);
    }

    #[test]
    fn events_of_replaced_and_cancelled_jobs_are_not_accepted() {
        let mut jobs = Jobs::default();
        let failed = JobEvent::Failed(Fault::Crashed);
        let stop = Job::Simulate(Request::Stop);
        jobs.start(JobPurpose::Variant, stop.clone());
        jobs.start(JobPurpose::Variant, stop.clone());
        assert!(!jobs.accept(id(JobPurpose::Variant, 1), &failed));
        assert!(jobs.accept(id(JobPurpose::Variant, 2), &failed));
        assert!(!jobs.accept(id(JobPurpose::Variant, 2), &failed));
        assert_eq!(jobs.cancel(JobPurpose::Variant), []);
        jobs.start(JobPurpose::Import, stop);
        assert_eq!(jobs.cancel(JobPurpose::Import), [Effect::Cancel(JobPurpose::Import)]);
        assert!(!jobs.accept(id(JobPurpose::Import, 3), &failed));
    }
}
