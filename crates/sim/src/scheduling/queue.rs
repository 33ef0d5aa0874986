//! The scheduling queue: active Pods, Pods in backoff, and Pods that wait for an event.
//!
//! Unschedulable Pods with the same shape, priority, attempts and reported reasons form one group: as long as only
//! bindings happen, the answer for one holds for all.

use std::cmp::Ordering;
use std::collections::VecDeque;

use base::{Map, MinQueue, PodId, Set, SimSpan, SimTime, muted};

const BACKOFF_TICK_MS: i64 = 1000;
const POOL_TICK_MS: i64 = 30_000;
/// How long a Pod waits in the pool without an event (KS-03).
const LONGEST_WAIT: SimSpan = SimSpan::from_secs(300);

/// The sort fields of a Pod.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct PodPriority {
    pub value: i32,
    pub daemon: bool,
}

/// Daemon Pods first (AM-73), then the higher priority, the earlier entry, the older Pod (KS-01).
type Turn = ((bool, i64, SimTime), PodId);

/// Pods that fit nowhere for the same reasons: as long as only bindings happen, none of the others fits either,
/// and there is nothing new to report.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct EquivalenceClass {
    pub shape: u64,
    pub priority: i32,
    /// Identifies the reasons that were reported.
    pub reported: u32,
}

/// Class, daemon, attempts: Pods of a group have these in common.
type Likeness = (EquivalenceClass, bool, u32);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum QueuePlace {
    Active,
    Backoff { until: SimTime },
    Pool,
}

/// Pods that failed at least once and come one after the other in the queue. Most groups have one Pod.
#[derive(Clone, Debug)]
struct PodGroup {
    /// By age.
    pods: VecDeque<PodId>,
    priority: PodPriority,
    /// When they last entered the queue.
    since: SimTime,
    attempts: u32,
    place: QueuePlace,
}

/// An entry of the active queue, in three words: at the start every Pod may have one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct WaitingPod {
    since: SimTime,
    priority: PodPriority,
    pod: PodId,
    /// The group that the Pod is the first of, or [`NEW`].
    group: u32,
}

/// With more groups the assertion is skipped.
const CHECKED: usize = 64;

/// A Pod that was never tried and has no group.
const NEW: u32 = u32::MAX;

impl WaitingPod {
    fn turn(&self) -> Turn {
        turn(self.pod, self.priority, self.since)
    }
}

impl PartialOrd for WaitingPod {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for WaitingPod {
    fn cmp(&self, other: &Self) -> Ordering {
        let turns = self.turn().cmp(&other.turn());
        turns.then_with(|| self.group.cmp(&other.group))
    }
}

/// The Pod that was popped.
#[derive(Clone, Copy, Debug)]
struct Trying {
    pod: PodId,
    priority: PodPriority,
    attempts: u32,
}

/// The scheduling queue.
///
/// Rulebook: KS-01 to KS-04, AM-73. Source: Kubernetes `scheduling_queue.go`, `queuesort/priority_sort.go`.
/// Simplified: an event moves every Pod that it could help (KS-04).
#[derive(Clone, Debug, Default)]
pub struct Backlog {
    /// Most Pods are bound at their first attempt and never join a group.
    groups: Vec<PodGroup>,
    /// Empty groups, for reuse.
    unused: Vec<u32>,
    active: MinQueue<WaitingPod>,
    backoff: Set<(SimTime, u32)>,
    pool: Set<(SimTime, u32)>,
    /// Groups that entered the pool at one instant and can take more Pods.
    joined: Map<Likeness, u32>,
    joined_at: Option<SimTime>,
    /// The popped Pod; it counts as bound unless reported as failed.
    trying: Option<Trying>,
    /// The popped Pod's group, without it.
    rest: Option<u32>,
}

impl Backlog {
    #[cfg(test)]
    fn is_empty(&self) -> bool {
        let waiting = self.groups.len() > self.unused.len();
        !waiting && self.active.is_empty() && self.trying.is_none()
    }

    /// Adds a Pod without a node.
    pub fn add(&mut self, pod: PodId, priority: PodPriority, at: SimTime) {
        self.active.push(WaitingPod { since: at, priority, pod, group: NEW });
    }

    /// Pops the next Pod. The previous one counts as bound unless it was reported as failed.
    pub fn pop(&mut self, at: SimTime) -> Option<PodId> {
        self.trying = None;
        if let Some(rest) = self.rest.take() {
            self.activate(rest);
        }
        debug_assert!(
            self.groups.len() > CHECKED || self.holds_together(),
            "a group is not where it says"
        );
        self.flush(at);
        let WaitingPod { pod, priority, group, .. } = self.active.pop()?;
        let (priority, attempts) = match group {
            NEW => (priority, 0),
            no => {
                let group = &mut self.groups[no as usize];
                group.pods.pop_front();
                let of = (group.priority, group.attempts);
                if group.pods.is_empty() {
                    self.end(no);
                } else {
                    self.rest = Some(no);
                }
                of
            }
        };
        self.trying = Some(Trying { pod, priority, attempts });
        Some(pod)
    }

    /// Is every group where its `place` says, and is nothing else there?
    fn holds_together(&self) -> bool {
        let groups = (0..).zip(&self.groups);
        let used = groups.filter(|(no, _)| !self.unused.contains(no));
        let (mut backoff, mut pool) = (0, 0);
        let all = used.into_iter().all(|(no, group)| {
            let there = match group.place {
                QueuePlace::Active => true,
                QueuePlace::Backoff { until } => {
                    backoff += 1;
                    self.backoff.contains(&(until, no))
                }
                QueuePlace::Pool => {
                    pool += 1;
                    self.pool.contains(&(group.since, no))
                }
            };
            there && !group.pods.is_empty() && group.pods.iter().is_sorted()
        });
        all && (backoff, pool) == (self.backoff.len(), self.pool.len())
    }

    /// Reports that the popped Pod fits nowhere.
    pub fn failed(&mut self, pod: PodId, at: SimTime, alike: Option<EquivalenceClass>) {
        let Some(failed) = self.trying.take_if(|trying| trying.pod == pod) else {
            return;
        };
        let pods = VecDeque::from([pod]);
        self.wait(pods, failed, at, alike);
    }

    /// Reports that the popped Pod and the rest of its group fit nowhere. If `differs`, Pods that come after another entry of
    /// the active queue stay in it, because that one could change the answer.
    pub fn all_failed(&mut self, pod: PodId, at: SimTime, alike: EquivalenceClass, differs: bool) {
        let Some(failed) = self.trying.take_if(|trying| trying.pod == pod) else {
            return;
        };
        let mut pods = VecDeque::new();
        if let Some(rest) = self.rest.take() {
            let group = &mut self.groups[rest as usize];
            pods = std::mem::take(&mut group.pods);
            if differs && let Some(next) = self.active.peek() {
                let next = next.turn();
                let later =
                    pods.partition_point(|pod| turn(*pod, group.priority, group.since) < next);
                group.pods = pods.split_off(later);
            }
            if group.pods.is_empty() {
                self.end(rest);
            } else {
                self.rest = Some(rest);
            }
        }
        pods.push_front(pod);
        self.wait(pods, failed, at, Some(alike));
    }

    /// Puts Pods that failed together into the pool.
    fn wait(
        &mut self,
        pods: VecDeque<PodId>,
        failed: Trying,
        at: SimTime,
        alike: Option<EquivalenceClass>,
    ) {
        let attempts = (failed.attempts + 1).min(LAST_BACKOFF);
        if self.joined_at != Some(at) {
            self.joined.clear();
            self.joined_at = Some(at);
        }
        let likeness = alike.map(|alike| (alike, failed.priority.daemon, attempts));
        if let Some(no) = likeness.and_then(|likeness| self.joined.get(&likeness)) {
            join(&mut self.groups[*no as usize].pods, pods);
            return;
        }
        let group = PodGroup {
            pods,
            priority: failed.priority,
            since: at,
            attempts,
            place: QueuePlace::Pool,
        };
        let no = match self.unused.pop() {
            Some(no) => {
                self.groups[no as usize] = group;
                no
            }
            None => {
                self.groups.push(group);
                self.groups.len() as u32 - 1
            }
        };
        self.pool.insert((at, no));
        if let Some(likeness) = likeness {
            self.joined.insert(likeness, no);
        }
    }

    /// Retries before this instant that were skipped, because nothing had changed, count as made and failed (KS-03).
    pub fn count_skipped_retries(&mut self, at: SimTime) {
        while let Some((since, no)) = self.pool.first().copied() {
            let retried = retry_at(since);
            if retried >= at {
                break;
            }
            let period = (retry_at(retried) - retried).ms();
            let more = ((at - retried).ms() - 1) / period;
            let since = SimTime::from_ms(retried.ms() + more * period);
            let group = &mut self.groups[no as usize];
            group.since = since;
            group.attempts = LAST_BACKOFF.min(group.attempts + 1 + more as u32);
            self.pool.pop_first();
            self.pool.insert((since, no));
        }
    }

    /// Moves the Pods that an event could help (KS-03): a node is new or uncordoned, a Pod is deleted. The first Pod of a group
    /// decides for all.
    pub fn event(&mut self, at: SimTime, helps: impl Fn(PodId) -> bool) {
        if muted("KS-03") {
            return;
        }
        self.joined_at = None;
        for (since, no) in std::mem::take(&mut self.pool) {
            let pods = &self.groups[no as usize].pods;
            if pods.front().is_some_and(|pod| helps(*pod)) {
                self.wake(no, at);
            } else {
                self.pool.insert((since, no));
            }
        }
    }

    /// When `pop` can next return a Pod without an event, apart from the retry of KS-03.
    pub fn next_wake(&self, at: SimTime) -> Option<SimTime> {
        if self.active.is_empty() {
            self.backoff.first().map(|(until, _)| (*until).max(at))
        } else {
            Some(at)
        }
    }

    /// When the longest-waiting Pod was last tried, and when it is retried without an event.
    pub fn next_event_free_retry(&self) -> Option<(SimTime, SimTime)> {
        self.pool.first().map(|(since, _)| (*since, retry_at(*since)))
    }

    /// Does any Pod wait for an event?
    pub fn is_waiting(&self) -> bool {
        !self.pool.is_empty()
    }

    fn flush(&mut self, at: SimTime) {
        while let Some((until, no)) = self.backoff.first().copied() {
            if until > at {
                break;
            }
            self.backoff.pop_first();
            self.activate(no);
        }
        while let Some((since, no)) = self.pool.first().copied() {
            if retry_at(since) > at {
                break;
            }
            self.pool.pop_first();
            self.joined_at = None;
            self.wake(no, at);
        }
    }

    fn wake(&mut self, no: u32, at: SimTime) {
        let group = &mut self.groups[no as usize];
        let over = group.since + backoff(group.attempts);
        if over <= at {
            self.activate(no);
            return;
        }
        let until = next_tick(over, BACKOFF_TICK_MS);
        group.place = QueuePlace::Backoff { until };
        self.backoff.insert((until, no));
    }

    fn activate(&mut self, no: u32) {
        let group = &mut self.groups[no as usize];
        group.place = QueuePlace::Active;
        if let Some(pod) = group.pods.front() {
            self.active.push(WaitingPod {
                since: group.since,
                priority: group.priority,
                pod: *pod,
                group: no,
            });
        }
    }

    fn end(&mut self, no: u32) {
        self.groups[no as usize].pods = VecDeque::new();
        self.unused.push(no);
    }
}

/// Merges Pods by age; the added ones are usually younger.
fn join(pods: &mut VecDeque<PodId>, mut more: VecDeque<PodId>) {
    if pods.len() < more.len() {
        std::mem::swap(pods, &mut more);
    }
    for pod in more {
        match pods.back() {
            Some(last) if *last > pod => {
                let at = pods.partition_point(|other| *other < pod);
                pods.insert(at, pod);
            }
            Some(_) | None => pods.push_back(pod),
        }
    }
}

fn turn(pod: PodId, priority: PodPriority, since: SimTime) -> Turn {
    (entry_turn(priority, since), pod)
}

/// The sort key of a Pod that enters the queue at `since`; Pods with the same key are sorted by age.
pub fn entry_turn(priority: PodPriority, since: SimTime) -> (bool, i64, SimTime) {
    let value = if muted("KS-01") { 0 } else { priority.value };
    let daemon = priority.daemon && !muted("AM-73");
    (!daemon, -i64::from(value), since)
}

/// From this number of attempts on the backoff is the same.
const LAST_BACKOFF: u32 = 5;

/// KS-02: 1, 2, 4, 8, 10, 10 … seconds.
fn backoff(attempts: u32) -> SimSpan {
    if muted("KS-02") {
        return SimSpan::ZERO;
    }
    let doublings = attempts.saturating_sub(1).min(4);
    SimSpan::from_secs((1 << doublings).min(10))
}

/// The first tick of the pool after more than the longest wait.
fn retry_at(since: SimTime) -> SimTime {
    next_tick(since + LONGEST_WAIT + SimSpan::from_ms(1), POOL_TICK_MS)
}

/// The first instant of the grid at or after `at`.
fn next_tick(at: SimTime, grid_ms: i64) -> SimTime {
    let ticks = -(-at.ms()).div_euclid(grid_ms);
    SimTime::from_ms(ticks * grid_ms)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: PodPriority = PodPriority { value: 0, daemon: false };

    fn s(secs: i64) -> SimTime {
        SimTime::from_secs(secs)
    }

    fn all(backlog: &mut Backlog, at: SimTime) -> Vec<u32> {
        std::iter::from_fn(|| backlog.pop(at)).map(|pod| pod.0).collect()
    }

    #[test]
    fn daemons_then_priority_then_entry_then_age() {
        let mut backlog = Backlog::default();
        let urgent = PodPriority { value: 100, ..PLAIN };
        let daemon = PodPriority { daemon: true, ..PLAIN };
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
        // GF-16: fails at 1 and 31, bound at 241.
        let mut backlog = Backlog::default();
        backlog.add(PodId(0), PLAIN, s(1));
        assert_eq!(backlog.pop(s(1)), Some(PodId(0)));
        backlog.failed(PodId(0), s(1), None);
        assert_eq!(backlog.pop(s(1)), None);
        assert_eq!(backlog.next_wake(s(1)), None);
        backlog.event(s(31), |_| true);
        assert_eq!(backlog.pop(s(31)), Some(PodId(0)));
        backlog.failed(PodId(0), s(31), None);
        assert_eq!(backlog.next_event_free_retry(), Some((s(31), s(360))));
        assert_eq!(backlog.pop(s(240)), None);
        backlog.event(s(241), |_| true);
        assert_eq!(backlog.next_wake(s(241)), Some(s(241)));
        assert_eq!(backlog.pop(s(241)), Some(PodId(0)));
        assert_eq!(backlog.pop(s(241)), None);
        assert!(backlog.is_empty());
    }

    #[test]
    fn skipped_retries_count_as_made() {
        let mut backlog = Backlog::default();
        backlog.add(PodId(0), PLAIN, s(0));
        backlog.pop(s(0));
        backlog.failed(PodId(0), s(0), None);
        // Skipped at 330, 660 and 990.
        backlog.count_skipped_retries(s(1000));
        assert_eq!(backlog.pop(s(1000)), None);
        assert_eq!(backlog.next_event_free_retry(), Some((s(990), s(1320))));
        // The fourth attempt was at 990: its backoff of 8 s is over.
        backlog.count_skipped_retries(s(1320));
        assert_eq!(backlog.pop(s(1320)), Some(PodId(0)));
    }

    #[test]
    fn a_skipped_retry_begins_a_backoff() {
        let mut backlog = Backlog::default();
        backlog.add(PodId(0), PLAIN, s(0));
        backlog.pop(s(0));
        backlog.failed(PodId(0), s(0), None);
        backlog.count_skipped_retries(s(331));
        backlog.event(s(331), |_| true);
        assert_eq!(backlog.next_wake(s(331)), Some(s(332)));
    }

    #[test]
    fn without_an_event_unschedulable_pods_are_flushed_every_half_minute() {
        let mut backlog = Backlog::default();
        backlog.add(PodId(0), PLAIN, s(0));
        backlog.pop(s(0));
        backlog.failed(PodId(0), s(0), None);
        // At 300 s not more than 5 min have passed.
        assert_eq!(backlog.pop(s(300)), None);
        assert_eq!(backlog.next_event_free_retry(), Some((s(0), s(330))));
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
            backlog.failed(PodId(0), at, None);
            backlog.event(at, |_| true);
            at = backlog.next_wake(at).expect("it waits for its backoff alone");
        }
        assert_eq!(tried, [0, 1, 3, 7, 15, 25, 35]);
    }

    #[test]
    fn an_event_within_the_backoff_brings_the_pod_back_at_its_end_on_the_grid() {
        let mut backlog = Backlog::default();
        let ms = SimTime::from_ms;
        backlog.add(PodId(0), PLAIN, ms(300));
        backlog.pop(ms(300));
        backlog.failed(PodId(0), ms(300), None);
        backlog.event(ms(500), |_| true);
        assert_eq!(backlog.next_wake(ms(500)), Some(s(2)));
        assert_eq!(backlog.pop(ms(1999)), None);
        assert_eq!(backlog.pop(s(2)), Some(PodId(0)));
    }

    #[test]
    fn an_event_at_the_end_of_the_backoff_finds_it_over() {
        let mut backlog = Backlog::default();
        let ms = SimTime::from_ms;
        backlog.add(PodId(0), PLAIN, ms(300));
        backlog.pop(ms(300));
        backlog.failed(PodId(0), ms(300), None);
        backlog.event(ms(1300), |_| true);
        assert_eq!(backlog.pop(ms(1300)), Some(PodId(0)));
    }

    const CLASS: EquivalenceClass = EquivalenceClass { shape: 0, priority: 0, reported: 0 };

    #[test]
    fn pods_that_wait_alike_are_tried_as_one() {
        let mut backlog = Backlog::default();
        for pod in 0..4 {
            backlog.add(PodId(pod), PLAIN, s(0));
        }
        for pod in 0..4 {
            assert_eq!(backlog.pop(s(0)), Some(PodId(pod)));
            backlog.failed(PodId(pod), s(0), Some(CLASS));
        }
        assert_eq!(backlog.pop(s(0)), None);
        backlog.event(s(9), |_| true);
        assert_eq!(backlog.pop(s(9)), Some(PodId(0)));
        backlog.all_failed(PodId(0), s(9), CLASS, true);
        assert_eq!(backlog.pop(s(9)), None);
        backlog.event(s(20), |_| true);
        assert_eq!(backlog.pop(s(20)), Some(PodId(0)));
        // The first is bound, none of the others is.
        assert_eq!(backlog.pop(s(20)), Some(PodId(1)));
        backlog.all_failed(PodId(1), s(20), CLASS, true);
        backlog.event(s(40), |_| true);
        assert_eq!(all(&mut backlog, s(40)), [1, 2, 3]);
        assert!(backlog.is_empty());
    }

    #[test]
    fn another_pod_has_its_turn_between_equivalent_ones() {
        for (differs, turns) in [(true, [0, 1, 2]), (false, [0, 1, 9])] {
            let mut backlog = Backlog::default();
            for (pod, alike) in [(0, Some(CLASS)), (1, None), (2, Some(CLASS))] {
                backlog.add(PodId(pod), PLAIN, s(0));
                backlog.pop(s(0));
                backlog.failed(PodId(pod), s(0), alike);
            }
            backlog.event(s(9), |_| true);
            assert_eq!(backlog.pop(s(9)), Some(PodId(0)));
            backlog.all_failed(PodId(0), s(9), CLASS, differs);
            let next = [backlog.pop(s(9)), backlog.pop(s(9))];
            let next = next.map(|pod| pod.map_or(9, |pod| pod.0));
            assert_eq!([0, next[0], next[1]], turns);
        }
    }

    /// A group behaves like its Pods one by one: order of attempts, bindings, retries.
    #[test]
    fn groups_and_single_pods_have_the_same_turns() {
        use base::Draw;
        let (mut groups, mut singles) = (Backlog::default(), Backlog::default());
        let (mut next, mut at) = (0, s(0));
        for round in 0..2000 {
            let luck = |n: u64, of: u64| (Draw::of(5, round, n, 0).0 >> 20) % of;
            for _ in 0..luck(0, 4) {
                for backlog in [&mut groups, &mut singles] {
                    backlog.add(PodId(next), PLAIN, at);
                }
                next += 1;
            }
            if luck(1, 3) > 0 {
                groups.event(at, |_| true);
                singles.event(at, |_| true);
            }
            let shape = |pod: PodId| EquivalenceClass { shape: u64::from(pod.0 % 2), ..CLASS };
            // This many find room; then both shapes are full.
            let room = luck(2, 4) as usize;
            let mut bound = [Vec::new(), Vec::new()];
            for (which, backlog) in [&mut groups, &mut singles].into_iter().enumerate() {
                while let Some(pod) = backlog.pop(at) {
                    if bound[which].len() < room {
                        bound[which].push(pod);
                    } else if which == 0 {
                        backlog.all_failed(pod, at, shape(pod), false);
                    } else {
                        backlog.failed(pod, at, None);
                    }
                }
            }
            assert_eq!(bound[0], bound[1], "round {round}");
            let times = |one: &Backlog| (one.next_wake(at), one.next_event_free_retry());
            assert_eq!(times(&groups), times(&singles), "round {round}");
            assert_eq!(groups.is_empty(), singles.is_empty(), "round {round}");
            at += SimSpan::from_ms(luck(3, 40_000) as i64);
        }
        assert!(next > 2000);
    }
}
