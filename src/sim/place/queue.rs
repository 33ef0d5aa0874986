//! Whose turn it is: the active queue, the Pods in backoff, and those that wait for something to change.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::base::{Map, PodId, Set, SimSpan, SimTime, WorkloadId, muted};

const BACKOFF_TICK_MS: i64 = 1000;
const POOL_TICK_MS: i64 = 30_000;
/// How long a Pod waits in the pool without any event (KS-03).
const LONGEST_WAIT: SimSpan = SimSpan::from_secs(300);

/// What the queue must know of a Pod.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Kin {
    pub workload: WorkloadId,
    pub priority: i32,
    pub daemon: bool,
}

/// Daemon Pods first (AM-73), then the higher priority, the earlier entry, the older Pod (KS-01).
type Turn = (bool, i64, SimTime, PodId);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Active,
    Backoff { until: SimTime },
    Pool,
}

/// A Pod that fitted nowhere at least once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Entry {
    kin: Kin,
    /// When it was last put into the queue.
    since: SimTime,
    attempts: u32,
    place: Place,
}

/// The scheduling queue.
///
/// Rulebook: KS-01 to KS-04, AM-73. Source: Kubernetes `scheduling_queue.go`, `queuesort/priority_sort.go`.
/// Simplified: every event moves every Pod (KS-04).
#[derive(Clone, Debug, Default)]
pub struct Backlog {
    /// Most Pods are bound at their first attempt and have no entry.
    entries: Map<PodId, Entry>,
    active: BinaryHeap<Reverse<(Turn, Kin)>>,
    /// Active Pods that are to be passed over.
    removed: Set<PodId>,
    backoff: Set<(SimTime, PodId)>,
    pool: Set<(SimTime, PodId)>,
    /// Popped; bound unless it is said to have failed.
    trying: Option<(PodId, Kin)>,
}

impl Backlog {
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.active.len() == self.removed.len() && self.trying.is_none()
    }

    /// A Pod without a node.
    pub fn add(&mut self, pod: PodId, kin: Kin, at: SimTime) {
        self.active.push(Reverse((turn(pod, kin, at), kin)));
    }

    /// The Pod was deleted, or bound by somebody else.
    pub fn remove(&mut self, pod: PodId) {
        if self.trying.is_some_and(|(trying, _)| trying == pod) {
            self.trying = None;
            self.entries.remove(&pod);
            return;
        }
        match self.entries.remove(&pod).map(|entry| (entry.place, entry)) {
            Some((Place::Backoff { until }, _)) => {
                self.backoff.remove(&(until, pod));
            }
            Some((Place::Pool, entry)) => {
                self.pool.remove(&(entry.since, pod));
            }
            Some((Place::Active, _)) | None => {
                self.removed.insert(pod);
            }
        }
    }

    /// The next Pod to be tried. What was popped before and did not fail counts as bound.
    pub fn pop(&mut self, at: SimTime) -> Option<PodId> {
        if let Some((bound, _)) = self.trying.take()
            && !self.entries.is_empty()
        {
            self.entries.remove(&bound);
        }
        self.flush(at);
        loop {
            let Reverse(((.., pod), kin)) = self.active.pop()?;
            if !self.removed.is_empty() && self.removed.remove(&pod) {
                continue;
            }
            self.trying = Some((pod, kin));
            return Some(pod);
        }
    }

    /// The Pod that was popped fits nowhere.
    pub fn failed(&mut self, pod: PodId, at: SimTime) {
        let Some((_, kin)) = self.trying.take_if(|(trying, _)| *trying == pod) else {
            return;
        };
        let entry = self.entries.entry(pod).or_insert(Entry {
            kin,
            since: at,
            attempts: 0,
            place: Place::Pool,
        });
        entry.attempts += 1;
        entry.since = at;
        entry.place = Place::Pool;
        self.pool.insert((at, pod));
    }

    /// Something happened that could help some of the Pods that wait (KS-03): a node is new or uncordoned, a Pod left.
    pub fn event(&mut self, at: SimTime, helps: impl Fn(PodId) -> bool) {
        if muted("KS-03") {
            return;
        }
        for (since, pod) in std::mem::take(&mut self.pool) {
            if helps(pod) {
                self.wake(pod, at);
            } else {
                self.pool.insert((since, pod));
            }
        }
    }

    /// When `pop` can next give a Pod although nothing happens in between, the retry of KS-03 apart.
    pub fn next_wake(&self, at: SimTime) -> Option<SimTime> {
        if self.active.is_empty() {
            self.backoff.first().map(|(until, _)| (*until).max(at))
        } else {
            Some(at)
        }
    }

    /// When the Pod that waits longest is tried again without an event.
    pub fn next_event_free_retry(&self) -> Option<SimTime> {
        self.pool.first().map(|(since, _)| retry_at(*since))
    }

    /// Pods that wait for an event, by how long they wait.
    pub fn waiting(&self) -> impl Iterator<Item = PodId> + '_ {
        self.pool.iter().map(|(_, pod)| *pod)
    }

    fn flush(&mut self, at: SimTime) {
        while let Some((until, pod)) = self.backoff.first().copied() {
            if until > at {
                break;
            }
            self.backoff.pop_first();
            self.activate(pod);
        }
        while let Some((since, pod)) = self.pool.first().copied() {
            if retry_at(since) > at {
                break;
            }
            self.pool.pop_first();
            self.wake(pod, at);
        }
    }

    fn wake(&mut self, pod: PodId, at: SimTime) {
        let Some(entry) = self.entries.get_mut(&pod) else {
            return;
        };
        let over = entry.since + backoff(entry.attempts);
        if over <= at {
            self.activate(pod);
            return;
        }
        let until = next_tick(over, BACKOFF_TICK_MS);
        entry.place = Place::Backoff { until };
        self.backoff.insert((until, pod));
    }

    fn activate(&mut self, pod: PodId) {
        if let Some(entry) = self.entries.get_mut(&pod) {
            entry.place = Place::Active;
            let turn = turn(pod, entry.kin, entry.since);
            self.active.push(Reverse((turn, entry.kin)));
        }
    }
}

fn turn(pod: PodId, kin: Kin, since: SimTime) -> Turn {
    let priority = if muted("KS-01") { 0 } else { kin.priority };
    let daemon = kin.daemon && !muted("AM-73");
    (!daemon, -i64::from(priority), since, pod)
}

/// KS-02: 1, 2, 4, 8, 10, 10 … seconds.
fn backoff(attempts: u32) -> SimSpan {
    if muted("KS-02") {
        return SimSpan::ZERO;
    }
    let doublings = attempts.saturating_sub(1).min(4);
    SimSpan::from_secs((1 << doublings).min(10))
}

/// The first tick of the pool at which more than the longest wait is over.
fn retry_at(since: SimTime) -> SimTime {
    next_tick(since + LONGEST_WAIT + SimSpan::from_ms(1), POOL_TICK_MS)
}

/// The first instant of a grid that is not earlier.
fn next_tick(at: SimTime, grid_ms: i64) -> SimTime {
    let ticks = -(-at.ms()).div_euclid(grid_ms);
    SimTime::from_ms(ticks * grid_ms)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Kin = Kin {
        workload: WorkloadId(0),
        priority: 0,
        daemon: false,
    };

    fn s(secs: i64) -> SimTime {
        SimTime::from_secs(secs)
    }

    fn all(backlog: &mut Backlog, at: SimTime) -> Vec<u32> {
        std::iter::from_fn(|| backlog.pop(at))
            .map(|pod| pod.0)
            .collect()
    }

    #[test]
    fn daemons_then_priority_then_entry_then_age() {
        let mut backlog = Backlog::default();
        let urgent = Kin {
            priority: 100,
            ..PLAIN
        };
        let daemon = Kin {
            daemon: true,
            ..PLAIN
        };
        backlog.add(PodId(1), PLAIN, s(2));
        backlog.add(PodId(5), PLAIN, s(1));
        backlog.add(PodId(4), PLAIN, s(1));
        backlog.add(PodId(3), urgent, s(2));
        backlog.add(PodId(9), daemon, s(2));
        assert_eq!(all(&mut backlog, s(2)), [9, 3, 4, 5, 1]);
        assert!(backlog.pop(s(2)).is_none() && backlog.is_empty());
    }

    #[test]
    fn a_pod_waits_for_an_event_or_five_minutes() {
        // GF-16: tried in vain at 1 and 31, bound at 241.
        let mut backlog = Backlog::default();
        backlog.add(PodId(0), PLAIN, s(1));
        assert_eq!(backlog.pop(s(1)), Some(PodId(0)));
        backlog.failed(PodId(0), s(1));
        assert_eq!(backlog.pop(s(1)), None);
        assert_eq!(backlog.next_wake(s(1)), None);
        backlog.event(s(31), |_| true);
        assert_eq!(backlog.pop(s(31)), Some(PodId(0)));
        backlog.failed(PodId(0), s(31));
        assert_eq!(backlog.next_event_free_retry(), Some(s(360)));
        assert_eq!(backlog.pop(s(240)), None);
        backlog.event(s(241), |_| true);
        assert_eq!(backlog.next_wake(s(241)), Some(s(241)));
        assert_eq!(backlog.pop(s(241)), Some(PodId(0)));
        assert_eq!(backlog.pop(s(241)), None);
        assert!(backlog.is_empty());
    }

    #[test]
    fn without_an_event_the_pool_is_looked_at_every_half_minute() {
        let mut backlog = Backlog::default();
        backlog.add(PodId(0), PLAIN, s(0));
        backlog.pop(s(0));
        backlog.failed(PodId(0), s(0));
        // At 300 s no more than 5 min are over.
        assert_eq!(backlog.pop(s(300)), None);
        assert_eq!(backlog.next_event_free_retry(), Some(s(330)));
        assert_eq!(backlog.pop(s(330)), Some(PodId(0)));
    }

    #[test]
    fn backoff_doubles_up_to_ten_seconds() {
        let mut backlog = Backlog::default();
        backlog.add(PodId(0), PLAIN, s(0));
        let mut tried = Vec::new();
        let mut at = s(0);
        for _ in 0..7 {
            assert_eq!(backlog.pop(at), Some(PodId(0)));
            tried.push(at.ms() / 1000);
            backlog.failed(PodId(0), at);
            backlog.event(at, |_| true);
            at = backlog
                .next_wake(at)
                .expect("it waits for its backoff alone");
        }
        assert_eq!(tried, [0, 1, 3, 7, 15, 25, 35]);
    }

    #[test]
    fn an_event_within_the_backoff_brings_the_pod_back_at_its_end_on_the_grid() {
        let mut backlog = Backlog::default();
        let ms = SimTime::from_ms;
        backlog.add(PodId(0), PLAIN, ms(300));
        backlog.pop(ms(300));
        backlog.failed(PodId(0), ms(300));
        backlog.event(ms(500), |_| true);
        assert_eq!(backlog.next_wake(ms(500)), Some(s(2)));
        assert_eq!(backlog.pop(ms(1999)), None);
        assert_eq!(backlog.pop(s(2)), Some(PodId(0)));
    }

    #[test]
    fn a_deleted_pod_is_not_tried() {
        let mut backlog = Backlog::default();
        for pod in 0..4 {
            backlog.add(PodId(pod), PLAIN, s(0));
        }
        backlog.remove(PodId(1));
        assert_eq!(backlog.pop(s(0)), Some(PodId(0)));
        backlog.failed(PodId(0), s(0));
        backlog.remove(PodId(0));
        assert_eq!(all(&mut backlog, s(0)), [2, 3]);
        backlog.event(s(9), |_| true);
        assert!(backlog.is_empty() && backlog.pop(s(9)).is_none());
    }
}
