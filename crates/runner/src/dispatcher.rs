//! What a runner does next: a state machine that needs no browser.
//!
//! Runs are pure functions, so a run that lost its worker is run again; reports that were already passed on aren't
//! repeated.
#![cfg_attr(not(feature = "browser"), allow(dead_code, reason = "only the page has a runner"))]

use super::{Fault, NoWorker, Place, Report, Request, RunNo};

/// A step of the runner. Steps are done in order; `Report` is the last one, because its listener may send a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// Hands a request to the worker.
    Post(RunNo, Request),
    /// Hands a request to the slices on the page.
    Drive(RunNo, Request),
    /// Starts another worker.
    Renew,
    Report(RunNo, Report),
}

/// After a run with more records, another worker takes the next request, unless that request is a branch of the run.
const LARGE: u32 = 300_000;

#[derive(Debug, Default)]
pub(super) struct Dispatcher {
    place: Option<Place>,
    run: Option<RequestedRun>,
    last: Option<RunNo>,
    /// A worker was lost, and its replacement hasn't finished a run yet.
    renewed: bool,
    /// The worker has done a large run, and never gives memory back.
    swollen: bool,
}

/// The run in progress, or waiting for a place.
#[derive(Debug)]
struct RequestedRun {
    no: RunNo,
    request: Request,
    /// The start, chunks and time reported so far.
    reported: u32,
    reached_ms: i64,
    /// The start and chunks received since the run began in its current place.
    received: u32,
}

impl Dispatcher {
    pub(super) fn request(&mut self, no: RunNo, request: Request) -> Vec<Act> {
        if let Request::Prefetch { .. } = request {
            // No request waits for it, so it isn't repeated.
            return match self.run {
                None => self.hand_over(no, request),
                Some(_) => Vec::new(),
            };
        }
        self.last = Some(no);
        let goes_on = matches!(request, Request::Run { held: Some(_), .. });
        let renew = self.swollen && !goes_on && self.place == Some(Place::Worker);
        self.run = match request {
            Request::Stop | Request::Prefetch { .. } => None,
            Request::Run { .. } | Request::Try { .. } => Some(RequestedRun {
                no,
                request: request.clone(),
                reported: 0,
                reached_ms: i64::MIN,
                received: 0,
            }),
        };
        if renew && self.run.is_some() {
            self.swollen = false;
            self.place = None;
            return vec![Act::Renew];
        }
        self.hand_over(no, request)
    }

    /// The worker is ready.
    pub(super) fn ready(&mut self) -> Vec<Act> {
        if self.place.is_some() {
            return Vec::new();
        }
        self.settle(Place::Worker)
    }

    /// No worker is available.
    pub(super) fn alone(&mut self, text: String) -> Vec<Act> {
        match self.place {
            None if self.renewed => self.settle(Place::Inline(NoWorker::Lost(text))),
            None => self.settle(Place::Inline(NoWorker::Refused(text))),
            Some(Place::Worker) if !self.renewed => self.renew(),
            Some(Place::Worker) => match self.run.take() {
                // A run that broke two workers would break the page too.
                Some(run) => {
                    let mut acts = self.renew();
                    acts.push(Act::Report(run.no, Report::Failed(Fault::Crashed)));
                    acts
                }
                None => self.settle(Place::Inline(NoWorker::Lost(text))),
            },
            Some(Place::Inline(_)) => Vec::new(),
        }
    }

    /// The worker was silent for too long. Another worker runs the request again, once.
    pub(super) fn silent(&mut self) -> Vec<Act> {
        match self.place {
            Some(Place::Worker) if !self.waits() => Vec::new(),
            Some(Place::Worker) if !self.renewed => self.renew(),
            Some(Place::Worker) => self.settle(Place::Inline(NoWorker::Lost(String::new()))),
            None | Some(Place::Inline(_)) => Vec::new(),
        }
    }

    /// Should the worker report something soon?
    pub(super) fn waits(&self) -> bool {
        self.place == Some(Place::Worker) && self.run.is_some()
    }

    /// Has the current run reported anything in its current place?
    pub(super) fn started(&self) -> bool {
        self.run.as_ref().is_none_or(|run| run.received > 0)
    }

    fn renew(&mut self) -> Vec<Act> {
        self.renewed = true;
        self.swollen = false;
        self.place = None;
        vec![Act::Renew]
    }

    /// The worker didn't become ready in time.
    pub(super) fn patience_over(&mut self) -> Vec<Act> {
        if self.place.is_some() {
            return Vec::new();
        }
        self.settle(Place::Inline(NoWorker::Silent))
    }

    /// Takes a report, and passes it on unless it is stale or repeated.
    pub(super) fn receive(&mut self, no: RunNo, report: Report) -> Vec<Act> {
        let Some(run) = self.run.as_mut().filter(|run| run.no == no) else {
            return Vec::new();
        };
        let news = match &report {
            Report::Ready(_) => false,
            Report::Started(_) | Report::Sealed(_) => {
                run.received += 1;
                run.received > run.reported
            }
            Report::Kept(chunks) => {
                run.received += 1 + chunks;
                run.received > run.reported
            }
            Report::Reached(ms) => *ms > run.reached_ms,
            Report::Done(_) | Report::Tried(_) | Report::Failed(_) => true,
        };
        if !news {
            return Vec::new();
        }
        // The worker's program is broken and takes no more requests.
        if report == Report::Failed(Fault::Crashed) && self.place == Some(Place::Worker) {
            return self.alone(String::new());
        }
        match &report {
            Report::Ready(_) => {}
            Report::Started(_) | Report::Kept(_) | Report::Sealed(_) => run.reported = run.received,
            Report::Reached(ms) => run.reached_ms = *ms,
            Report::Done(_) | Report::Tried(_) | Report::Failed(_) => {
                self.run = None;
                self.renewed = false;
            }
        }
        self.swollen |= matches!(&report, Report::Done(done) if done.records > LARGE);
        vec![Act::Report(no, report)]
    }

    fn settle(&mut self, place: Place) -> Vec<Act> {
        self.place = Some(place.clone());
        let waiting = self.run.as_mut().map(|run| {
            run.received = 0;
            (run.no, run.request.clone())
        });
        let mut acts = match waiting {
            Some((no, request)) => self.hand_over(no, request),
            None => Vec::new(),
        };
        acts.push(Act::Report(self.last.unwrap_or(RunNo::NONE), Report::Ready(place)));
        acts
    }

    fn hand_over(&self, no: RunNo, request: Request) -> Vec<Act> {
        match self.place {
            None => Vec::new(),
            Some(Place::Worker) => vec![Act::Post(no, request)],
            Some(Place::Inline(_)) => vec![Act::Drive(no, request)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RunEnd;
    use std::rc::Rc;
    use trace::Chunk;

    const ONE: RunNo = RunNo(1);
    const TWO: RunNo = RunNo(2);

    fn run(text: &str) -> Request {
        Request::Run { text: text.to_owned(), seed: None, held: None }
    }

    fn sealed(base_ms: i64) -> Report {
        Report::Sealed(Rc::new(Chunk { base_ms, ..Chunk::default() }))
    }

    fn done() -> Report {
        Report::Done(RunEnd { digest: 7, records: 3, end_ms: 9, ended: trace::Ended::Quiet })
    }

    fn ready(place: Place) -> Report {
        Report::Ready(place)
    }

    #[test]
    fn requests_wait_for_the_worker_and_only_the_last_is_run() {
        let mut dispatcher = Dispatcher::default();
        assert_eq!(dispatcher.request(ONE, run("a")), []);
        assert_eq!(dispatcher.request(TWO, run("b")), []);
        assert_eq!(
            dispatcher.ready(),
            [Act::Post(TWO, run("b")), Act::Report(TWO, ready(Place::Worker))]
        );
        assert_eq!(dispatcher.ready(), []);
        assert_eq!(dispatcher.patience_over(), []);
    }

    #[test]
    fn a_large_run_takes_its_worker_with_it() {
        let mut dispatcher = Dispatcher::default();
        dispatcher.ready();
        dispatcher.request(ONE, run("a"));
        let large = Report::Done(RunEnd {
            digest: 7,
            records: LARGE + 1,
            end_ms: 9,
            ended: trace::Ended::Quiet,
        });
        let reported = Act::Report(ONE, large.clone());
        assert_eq!(dispatcher.receive(ONE, large), [reported]);
        let near = Request::Prefetch { at_ms: 7 };
        assert_eq!(dispatcher.request(ONE, near.clone()), [Act::Post(ONE, near)]);
        assert_eq!(dispatcher.request(TWO, run("b")), [Act::Renew]);
        assert_eq!(
            dispatcher.ready(),
            [Act::Post(TWO, run("b")), Act::Report(TWO, ready(Place::Worker))]
        );
        // Not counted as lost: the first lost one is replaced.
        assert_eq!(dispatcher.alone(String::new()), [Act::Renew]);
    }

    #[test]
    fn a_branch_of_a_large_run_goes_on_where_that_was() {
        let mut dispatcher = Dispatcher::default();
        dispatcher.ready();
        dispatcher.request(ONE, run("a"));
        dispatcher.receive(ONE, sealed(0));
        dispatcher.receive(
            ONE,
            Report::Done(RunEnd {
                digest: 7,
                records: LARGE + 1,
                end_ms: 9,
                ended: trace::Ended::Quiet,
            }),
        );
        let branch = Request::Run { text: "b".to_owned(), seed: None, held: Some((ONE, 1)) };
        assert_eq!(dispatcher.request(TWO, branch.clone()), [Act::Post(TWO, branch.clone())]);
        let kept = Report::Kept(1);
        assert_eq!(dispatcher.receive(TWO, kept.clone()), [Act::Report(TWO, kept)]);
        assert_eq!(dispatcher.receive(TWO, sealed(50)), [Act::Report(TWO, sealed(50))]);
        // Another worker starts over and repeats what was already reported.
        assert_eq!(dispatcher.alone(String::new()), [Act::Renew]);
        dispatcher.ready();
        assert_eq!(dispatcher.receive(TWO, Report::Started(Default::default())), []);
        assert_eq!(dispatcher.receive(TWO, sealed(0)), []);
        assert_eq!(dispatcher.receive(TWO, sealed(50)), []);
        assert_eq!(dispatcher.receive(TWO, sealed(90)), [Act::Report(TWO, sealed(90))]);
    }

    #[test]
    fn ready_without_an_order_carries_no_run() {
        assert_eq!(Dispatcher::default().ready(), [Act::Report(RunNo::NONE, ready(Place::Worker))]);
    }

    #[test]
    fn stale_reports_are_dropped() {
        let mut dispatcher = Dispatcher::default();
        dispatcher.ready();
        dispatcher.request(ONE, run("a"));
        assert_eq!(dispatcher.request(TWO, run("b")), [Act::Post(TWO, run("b"))]);
        assert_eq!(dispatcher.receive(ONE, done()), []);
        assert_eq!(dispatcher.receive(TWO, done()), [Act::Report(TWO, done())]);
        assert_eq!(dispatcher.receive(TWO, done()), []);
    }

    #[test]
    fn a_stopped_run_reports_nothing_more() {
        let mut dispatcher = Dispatcher::default();
        dispatcher.ready();
        dispatcher.request(ONE, run("a"));
        assert_eq!(dispatcher.request(ONE, Request::Stop), [Act::Post(ONE, Request::Stop)]);
        assert_eq!(dispatcher.receive(ONE, sealed(0)), []);
    }

    #[test]
    fn a_run_stopped_before_the_worker_is_ready_never_starts() {
        let mut dispatcher = Dispatcher::default();
        dispatcher.request(ONE, run("a"));
        assert_eq!(dispatcher.request(ONE, Request::Stop), []);
        assert_eq!(dispatcher.ready(), [Act::Report(ONE, ready(Place::Worker))]);
    }

    #[test]
    fn without_a_worker_the_page_runs() {
        let refused = Place::Inline(NoWorker::Refused("no".to_owned()));
        let mut dispatcher = Dispatcher::default();
        dispatcher.request(ONE, run("a"));
        assert_eq!(
            dispatcher.alone("no".to_owned()),
            [Act::Drive(ONE, run("a")), Act::Report(ONE, ready(refused))]
        );
        let mut dispatcher = Dispatcher::default();
        let silent = Place::Inline(NoWorker::Silent);
        assert_eq!(dispatcher.patience_over(), [Act::Report(RunNo::NONE, ready(silent))]);
        assert_eq!(dispatcher.ready(), []);
        assert_eq!(dispatcher.request(ONE, run("a")), [Act::Drive(ONE, run("a"))]);
    }

    #[test]
    fn a_run_that_lost_its_worker_goes_on_in_another_where_its_reports_ended() {
        let mut dispatcher = Dispatcher::default();
        dispatcher.ready();
        dispatcher.request(ONE, run("a"));
        assert!(dispatcher.waits());
        dispatcher.receive(ONE, sealed(0));
        dispatcher.receive(ONE, Report::Reached(40));
        assert_eq!(dispatcher.alone("gone".to_owned()), [Act::Renew]);
        assert!(!dispatcher.waits());
        assert_eq!(
            dispatcher.ready(),
            [Act::Post(ONE, run("a")), Act::Report(ONE, ready(Place::Worker))]
        );
        assert_eq!(dispatcher.receive(ONE, Report::Reached(30)), []);
        assert_eq!(dispatcher.receive(ONE, sealed(0)), []);
        assert_eq!(dispatcher.receive(ONE, sealed(50)), [Act::Report(ONE, sealed(50))]);
        assert_eq!(dispatcher.receive(ONE, done()), [Act::Report(ONE, done())]);
        assert!(!dispatcher.waits());
        // It worked for a while, so the next loss counts as the first.
        assert_eq!(dispatcher.alone(String::new()), [Act::Renew]);
    }

    #[test]
    fn a_silent_worker_is_replaced_once_and_then_the_page_runs() {
        let mut dispatcher = Dispatcher::default();
        dispatcher.ready();
        assert_eq!(dispatcher.silent(), []);
        dispatcher.request(ONE, run("a"));
        assert_eq!(dispatcher.silent(), [Act::Renew]);
        assert_eq!(dispatcher.silent(), []);
        dispatcher.ready();
        let lost = Place::Inline(NoWorker::Lost(String::new()));
        assert_eq!(dispatcher.silent(), [Act::Drive(ONE, run("a")), Act::Report(ONE, ready(lost))]);
        assert!(!dispatcher.waits());
        assert_eq!(dispatcher.receive(ONE, done()), [Act::Report(ONE, done())]);
    }

    #[test]
    fn a_run_that_crashes_two_workers_fails_and_the_next_gets_a_third() {
        let mut dispatcher = Dispatcher::default();
        dispatcher.ready();
        dispatcher.request(ONE, run("a"));
        let failed = Report::Failed(Fault::Crashed);
        assert_eq!(dispatcher.receive(ONE, failed.clone()), [Act::Renew]);
        dispatcher.ready();
        assert_eq!(
            dispatcher.alone("unreachable".to_owned()),
            [Act::Renew, Act::Report(ONE, failed)]
        );
        assert_eq!(dispatcher.request(TWO, run("b")), []);
        assert_eq!(
            dispatcher.ready(),
            [Act::Post(TWO, run("b")), Act::Report(TWO, ready(Place::Worker))]
        );
    }

    #[test]
    fn where_no_other_worker_starts_the_page_runs() {
        let mut dispatcher = Dispatcher::default();
        dispatcher.ready();
        dispatcher.request(ONE, run("a"));
        assert_eq!(dispatcher.alone("gone".to_owned()), [Act::Renew]);
        let lost = Place::Inline(NoWorker::Lost("no".to_owned()));
        assert_eq!(
            dispatcher.alone("no".to_owned()),
            [Act::Drive(ONE, run("a")), Act::Report(ONE, ready(lost))]
        );
        let failed = Report::Failed(Fault::Crashed);
        assert_eq!(dispatcher.receive(ONE, failed.clone()), [Act::Report(ONE, failed)]);
    }

    #[test]
    fn a_finished_run_is_not_run_again() {
        let mut dispatcher = Dispatcher::default();
        dispatcher.ready();
        dispatcher.request(ONE, run("a"));
        dispatcher.receive(ONE, done());
        assert_eq!(dispatcher.alone(String::new()), [Act::Renew]);
        assert_eq!(dispatcher.ready(), [Act::Report(ONE, ready(Place::Worker))]);
        let lost = Place::Inline(NoWorker::Lost(String::new()));
        assert_eq!(dispatcher.alone(String::new()), [Act::Report(ONE, ready(lost))]);
    }
}
