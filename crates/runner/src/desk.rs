//! What a runner does next: a state machine without a browser.
//!
//! Runs are pure functions, so one that lost its worker is simply run again; what was told of it already is not
//! told twice.
#![cfg_attr(
    not(feature = "browser"),
    allow(dead_code, reason = "without a page there is no runner")
)]

use super::{Fault, Order, Place, Report, RunNo, Why};

/// One thing to do. Acts are done in order; `Tell` comes last, because who is told may order again at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// Hands an order to the worker.
    Post(RunNo, Order),
    /// Hands an order to the slices on the page.
    Drive(RunNo, Order),
    /// Starts another worker.
    Renew,
    Tell(RunNo, Report),
}

/// After a run of so many records another worker takes the next order, unless it goes on with that run.
const LARGE: u32 = 300_000;

#[derive(Debug, Default)]
pub(super) struct Desk {
    place: Option<Place>,
    run: Option<Run>,
    last: Option<RunNo>,
    /// A worker was lost, and its replacement has finished no run yet.
    renewed: bool,
    /// The worker has had a large run, and gives no memory back while it lives.
    swollen: bool,
}

/// The run that is under way, or waits for a place.
#[derive(Debug)]
struct Run {
    no: RunNo,
    order: Order,
    /// The start and chunks, and time that were told.
    told: u32,
    reached_ms: i64,
    /// The start and chunks that came since the run began at its present place.
    came: u32,
}

impl Desk {
    pub(super) fn order(&mut self, no: RunNo, order: Order) -> Vec<Act> {
        if let Order::Near { .. } = order {
            // No request waits for it, so nothing is done twice for it.
            return match self.run {
                None => self.hand_over(no, order),
                Some(_) => Vec::new(),
            };
        }
        self.last = Some(no);
        let goes_on = matches!(order, Order::Run { held: Some(_), .. });
        let renew = self.swollen && !goes_on && self.place == Some(Place::Worker);
        self.run = match order {
            Order::Stop | Order::Near { .. } => None,
            Order::Run { .. } | Order::Try { .. } => Some(Run {
                no,
                order: order.clone(),
                told: 0,
                reached_ms: i64::MIN,
                came: 0,
            }),
        };
        if renew && self.run.is_some() {
            self.swollen = false;
            self.place = None;
            return vec![Act::Renew];
        }
        self.hand_over(no, order)
    }

    /// The worker said that it is ready.
    pub(super) fn ready(&mut self) -> Vec<Act> {
        if self.place.is_some() {
            return Vec::new();
        }
        self.settle(Place::Worker)
    }

    /// There is no worker, or none any more.
    pub(super) fn alone(&mut self, text: String) -> Vec<Act> {
        match self.place {
            None if self.renewed => self.settle(Place::Inline(Why::Lost(text))),
            None => self.settle(Place::Inline(Why::Refused(text))),
            Some(Place::Worker) if !self.renewed => self.renew(),
            Some(Place::Worker) => match self.run.take() {
                // A run that broke two workers would break the page as well.
                Some(run) => {
                    let mut acts = self.renew();
                    acts.push(Act::Tell(run.no, Report::Failed(Fault::Crashed)));
                    acts
                }
                None => self.settle(Place::Inline(Why::Lost(text))),
            },
            Some(Place::Inline(_)) => Vec::new(),
        }
    }

    /// The worker should have told something long ago: it is gone or stuck. Once, another one runs it again.
    pub(super) fn silent(&mut self) -> Vec<Act> {
        match self.place {
            Some(Place::Worker) if !self.waits() => Vec::new(),
            Some(Place::Worker) if !self.renewed => self.renew(),
            Some(Place::Worker) => self.settle(Place::Inline(Why::Lost(String::new()))),
            None | Some(Place::Inline(_)) => Vec::new(),
        }
    }

    /// Should the worker tell something soon?
    pub(super) fn waits(&self) -> bool {
        self.place == Some(Place::Worker) && self.run.is_some()
    }

    /// Did the run that is under way tell anything at its present place?
    pub(super) fn started(&self) -> bool {
        self.run.as_ref().is_none_or(|run| run.came > 0)
    }

    fn renew(&mut self) -> Vec<Act> {
        self.renewed = true;
        self.swollen = false;
        self.place = None;
        vec![Act::Renew]
    }

    /// The worker had its time to say that it is ready.
    pub(super) fn patience_over(&mut self) -> Vec<Act> {
        if self.place.is_some() {
            return Vec::new();
        }
        self.settle(Place::Inline(Why::Silent))
    }

    /// A report came; tells it unless it is stale or was told before.
    pub(super) fn heard(&mut self, no: RunNo, report: Report) -> Vec<Act> {
        let Some(run) = self.run.as_mut().filter(|run| run.no == no) else {
            return Vec::new();
        };
        let news = match &report {
            Report::Ready(_) => false,
            Report::Started(_) | Report::Sealed(_) => {
                run.came += 1;
                run.came > run.told
            }
            Report::Kept(chunks) => {
                run.came += 1 + chunks;
                run.came > run.told
            }
            Report::Reached(ms) => *ms > run.reached_ms,
            Report::Done(_) | Report::Tried(_) | Report::Failed(_) => true,
        };
        if !news {
            return Vec::new();
        }
        // The worker's program is broken, and takes no further order.
        if report == Report::Failed(Fault::Crashed) && self.place == Some(Place::Worker) {
            return self.alone(String::new());
        }
        match &report {
            Report::Ready(_) => {}
            Report::Started(_) | Report::Kept(_) | Report::Sealed(_) => run.told = run.came,
            Report::Reached(ms) => run.reached_ms = *ms,
            Report::Done(_) | Report::Tried(_) | Report::Failed(_) => {
                self.run = None;
                self.renewed = false;
            }
        }
        self.swollen |= matches!(&report, Report::Done(done) if done.records > LARGE);
        vec![Act::Tell(no, report)]
    }

    fn settle(&mut self, place: Place) -> Vec<Act> {
        self.place = Some(place.clone());
        let waiting = self.run.as_mut().map(|run| {
            run.came = 0;
            (run.no, run.order.clone())
        });
        let mut acts = match waiting {
            Some((no, order)) => self.hand_over(no, order),
            None => Vec::new(),
        };
        acts.push(Act::Tell(
            self.last.unwrap_or(RunNo::NONE),
            Report::Ready(place),
        ));
        acts
    }

    fn hand_over(&self, no: RunNo, order: Order) -> Vec<Act> {
        match self.place {
            None => Vec::new(),
            Some(Place::Worker) => vec![Act::Post(no, order)],
            Some(Place::Inline(_)) => vec![Act::Drive(no, order)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Outcome;
    use std::rc::Rc;
    use trace::Chunk;

    const ONE: RunNo = RunNo(1);
    const TWO: RunNo = RunNo(2);

    fn run(text: &str) -> Order {
        Order::Run {
            text: text.to_owned(),
            seed: None,
            held: None,
        }
    }

    fn sealed(base_ms: i64) -> Report {
        Report::Sealed(Rc::new(Chunk {
            base_ms,
            ..Chunk::default()
        }))
    }

    fn done() -> Report {
        Report::Done(Outcome {
            digest: 7,
            records: 3,
            end_ms: 9,
            ended: trace::Ended::Quiet,
        })
    }

    fn ready(place: Place) -> Report {
        Report::Ready(place)
    }

    #[test]
    fn orders_wait_for_the_worker_and_only_the_last_is_run() {
        let mut desk = Desk::default();
        assert_eq!(desk.order(ONE, run("a")), []);
        assert_eq!(desk.order(TWO, run("b")), []);
        assert_eq!(
            desk.ready(),
            [
                Act::Post(TWO, run("b")),
                Act::Tell(TWO, ready(Place::Worker))
            ]
        );
        assert_eq!(desk.ready(), []);
        assert_eq!(desk.patience_over(), []);
    }

    #[test]
    fn a_large_run_takes_its_worker_with_it() {
        let mut desk = Desk::default();
        desk.ready();
        desk.order(ONE, run("a"));
        let large = Report::Done(Outcome {
            digest: 7,
            records: LARGE + 1,
            end_ms: 9,
            ended: trace::Ended::Quiet,
        });
        let told = Act::Tell(ONE, large.clone());
        assert_eq!(desk.heard(ONE, large), [told]);
        let near = Order::Near { at_ms: 7 };
        assert_eq!(desk.order(ONE, near.clone()), [Act::Post(ONE, near)]);
        assert_eq!(desk.order(TWO, run("b")), [Act::Renew]);
        assert_eq!(
            desk.ready(),
            [
                Act::Post(TWO, run("b")),
                Act::Tell(TWO, ready(Place::Worker))
            ]
        );
        // It was not lost: the first that is gets another one.
        assert_eq!(desk.alone(String::new()), [Act::Renew]);
    }

    #[test]
    fn a_branch_of_a_large_run_goes_on_where_that_was() {
        let mut desk = Desk::default();
        desk.ready();
        desk.order(ONE, run("a"));
        desk.heard(ONE, sealed(0));
        desk.heard(
            ONE,
            Report::Done(Outcome {
                digest: 7,
                records: LARGE + 1,
                end_ms: 9,
                ended: trace::Ended::Quiet,
            }),
        );
        let branch = Order::Run {
            text: "b".to_owned(),
            seed: None,
            held: Some((ONE, 1)),
        };
        assert_eq!(
            desk.order(TWO, branch.clone()),
            [Act::Post(TWO, branch.clone())]
        );
        let kept = Report::Kept(1);
        assert_eq!(desk.heard(TWO, kept.clone()), [Act::Tell(TWO, kept)]);
        assert_eq!(desk.heard(TWO, sealed(50)), [Act::Tell(TWO, sealed(50))]);
        // Another worker knows nothing of that, and tells from the start what was told already.
        assert_eq!(desk.alone(String::new()), [Act::Renew]);
        desk.ready();
        assert_eq!(desk.heard(TWO, Report::Started(Default::default())), []);
        assert_eq!(desk.heard(TWO, sealed(0)), []);
        assert_eq!(desk.heard(TWO, sealed(50)), []);
        assert_eq!(desk.heard(TWO, sealed(90)), [Act::Tell(TWO, sealed(90))]);
    }

    #[test]
    fn ready_without_an_order_carries_no_run() {
        assert_eq!(
            Desk::default().ready(),
            [Act::Tell(RunNo::NONE, ready(Place::Worker))]
        );
    }

    #[test]
    fn stale_reports_are_dropped() {
        let mut desk = Desk::default();
        desk.ready();
        desk.order(ONE, run("a"));
        assert_eq!(desk.order(TWO, run("b")), [Act::Post(TWO, run("b"))]);
        assert_eq!(desk.heard(ONE, done()), []);
        assert_eq!(desk.heard(TWO, done()), [Act::Tell(TWO, done())]);
        assert_eq!(desk.heard(TWO, done()), []);
    }

    #[test]
    fn a_stopped_run_tells_nothing_more() {
        let mut desk = Desk::default();
        desk.ready();
        desk.order(ONE, run("a"));
        assert_eq!(desk.order(ONE, Order::Stop), [Act::Post(ONE, Order::Stop)]);
        assert_eq!(desk.heard(ONE, sealed(0)), []);
    }

    #[test]
    fn a_run_stopped_before_the_worker_is_ready_never_starts() {
        let mut desk = Desk::default();
        desk.order(ONE, run("a"));
        assert_eq!(desk.order(ONE, Order::Stop), []);
        assert_eq!(desk.ready(), [Act::Tell(ONE, ready(Place::Worker))]);
    }

    #[test]
    fn a_refused_or_silent_worker_leaves_the_page_to_run() {
        let refused = Place::Inline(Why::Refused("no".to_owned()));
        let mut desk = Desk::default();
        desk.order(ONE, run("a"));
        assert_eq!(
            desk.alone("no".to_owned()),
            [Act::Drive(ONE, run("a")), Act::Tell(ONE, ready(refused))]
        );
        let mut desk = Desk::default();
        let silent = Place::Inline(Why::Silent);
        assert_eq!(
            desk.patience_over(),
            [Act::Tell(RunNo::NONE, ready(silent))]
        );
        assert_eq!(desk.ready(), []);
        assert_eq!(desk.order(ONE, run("a")), [Act::Drive(ONE, run("a"))]);
    }

    #[test]
    fn a_run_that_lost_its_worker_goes_on_in_another_where_its_reports_ended() {
        let mut desk = Desk::default();
        desk.ready();
        desk.order(ONE, run("a"));
        assert!(desk.waits());
        desk.heard(ONE, sealed(0));
        desk.heard(ONE, Report::Reached(40));
        assert_eq!(desk.alone("gone".to_owned()), [Act::Renew]);
        assert!(!desk.waits());
        assert_eq!(
            desk.ready(),
            [
                Act::Post(ONE, run("a")),
                Act::Tell(ONE, ready(Place::Worker))
            ]
        );
        assert_eq!(desk.heard(ONE, Report::Reached(30)), []);
        assert_eq!(desk.heard(ONE, sealed(0)), []);
        assert_eq!(desk.heard(ONE, sealed(50)), [Act::Tell(ONE, sealed(50))]);
        assert_eq!(desk.heard(ONE, done()), [Act::Tell(ONE, done())]);
        assert!(!desk.waits());
        // It was well for a while, so the next loss is a first one again.
        assert_eq!(desk.alone(String::new()), [Act::Renew]);
    }

    #[test]
    fn a_silent_worker_is_replaced_once_and_then_the_page_runs() {
        let mut desk = Desk::default();
        desk.ready();
        assert_eq!(desk.silent(), []);
        desk.order(ONE, run("a"));
        assert_eq!(desk.silent(), [Act::Renew]);
        assert_eq!(desk.silent(), []);
        desk.ready();
        let lost = Place::Inline(Why::Lost(String::new()));
        assert_eq!(
            desk.silent(),
            [Act::Drive(ONE, run("a")), Act::Tell(ONE, ready(lost))]
        );
        assert!(!desk.waits());
        assert_eq!(desk.heard(ONE, done()), [Act::Tell(ONE, done())]);
    }

    #[test]
    fn a_run_that_breaks_two_workers_fails_and_the_next_has_a_third() {
        let mut desk = Desk::default();
        desk.ready();
        desk.order(ONE, run("a"));
        let failed = Report::Failed(Fault::Crashed);
        assert_eq!(desk.heard(ONE, failed.clone()), [Act::Renew]);
        desk.ready();
        assert_eq!(
            desk.alone("unreachable".to_owned()),
            [Act::Renew, Act::Tell(ONE, failed)]
        );
        assert_eq!(desk.order(TWO, run("b")), []);
        assert_eq!(
            desk.ready(),
            [
                Act::Post(TWO, run("b")),
                Act::Tell(TWO, ready(Place::Worker))
            ]
        );
    }

    #[test]
    fn where_no_other_worker_starts_the_page_runs() {
        let mut desk = Desk::default();
        desk.ready();
        desk.order(ONE, run("a"));
        assert_eq!(desk.alone("gone".to_owned()), [Act::Renew]);
        let lost = Place::Inline(Why::Lost("no".to_owned()));
        assert_eq!(
            desk.alone("no".to_owned()),
            [Act::Drive(ONE, run("a")), Act::Tell(ONE, ready(lost))]
        );
        let failed = Report::Failed(Fault::Crashed);
        assert_eq!(desk.heard(ONE, failed.clone()), [Act::Tell(ONE, failed)]);
    }

    #[test]
    fn a_finished_run_is_not_run_again() {
        let mut desk = Desk::default();
        desk.ready();
        desk.order(ONE, run("a"));
        desk.heard(ONE, done());
        assert_eq!(desk.alone(String::new()), [Act::Renew]);
        assert_eq!(desk.ready(), [Act::Tell(ONE, ready(Place::Worker))]);
        let lost = Place::Inline(Why::Lost(String::new()));
        assert_eq!(desk.alone(String::new()), [Act::Tell(ONE, ready(lost))]);
    }
}
