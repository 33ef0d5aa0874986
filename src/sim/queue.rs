//! What is due when. Equal times follow AM-56: class by class, then by place and name, then first in first out.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::wake::{Class, Wake};
use crate::base::{RecordNo, SimTime};

/// Where a wake stands among those of its class: pool, zone and slot in the first number, name in the second.
pub type Rank = (u64, u64);

/// Seconds that the wheel holds; what is due later waits in a heap.
const WHEEL: i64 = 4096;
const WORD: i64 = 64;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Entry {
    at: SimTime,
    /// How often the classes of this instant have started again.
    round: u32,
    class: Class,
    rank: Rank,
    seq: u64,
    wake: Wake,
    cause: Option<RecordNo>,
}

/// A wake that is due, with the row that asked for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Due {
    pub at: SimTime,
    pub wake: Wake,
    pub cause: Option<RecordNo>,
}

/// The classes of an instant run in order and start again while anything of the instant is left: a wake of a
/// class that has passed waits for the next round.
///
/// Only the wakes of one instant are kept in order. Later ones lie in a wheel by the second at which they are due, so
/// that asking for a wake costs the same however many are waiting.
#[derive(Clone, Debug)]
pub struct Queue {
    /// Everything up to the instant `open`.
    due: BinaryHeap<Reverse<Entry>>,
    open: SimTime,
    /// One list a second, from the second of `open` on.
    wheel: Vec<Vec<Entry>>,
    /// A bit for each list that is not empty.
    filled: Vec<u64>,
    far: BinaryHeap<Reverse<Entry>>,
    now: SimTime,
    round: u32,
    class: Option<Class>,
    seq: u64,
}

impl Default for Queue {
    fn default() -> Self {
        Self {
            due: BinaryHeap::new(),
            open: SimTime::from_ms(-1),
            wheel: vec![Vec::new(); WHEEL as usize],
            filled: vec![0; (WHEEL / WORD) as usize],
            far: BinaryHeap::new(),
            now: SimTime::ZERO,
            round: 0,
            class: None,
            seq: 0,
        }
    }
}

fn second(at: SimTime) -> i64 {
    at.ms().div_euclid(1000)
}

impl Queue {
    pub fn push(&mut self, at: SimTime, wake: Wake, rank: Rank, cause: Option<RecordNo>) {
        let class = wake.class();
        let at = at.max(self.now);
        let passed = at == self.now && self.class.is_some_and(|current| class < current);
        let round = match (at == self.now, passed) {
            (false, _) => 0,
            (true, false) => self.round,
            (true, true) => self.round + 1,
        };
        self.seq += 1;
        self.put(Entry {
            at,
            round,
            class,
            rank,
            seq: self.seq,
            wake,
            cause,
        });
    }

    fn put(&mut self, entry: Entry) {
        if entry.at <= self.open {
            self.due.push(Reverse(entry));
        } else if second(entry.at) - second(self.open) < WHEEL {
            let list = second(entry.at) % WHEEL;
            self.wheel[list as usize].push(entry);
            self.filled[(list / WORD) as usize] |= 1 << (list % WORD);
        } else {
            self.far.push(Reverse(entry));
        }
    }

    pub fn pop(&mut self) -> Option<Due> {
        self.next()?;
        let Reverse(entry) = self.due.pop()?;
        self.now = entry.at;
        self.round = entry.round;
        self.class = Some(entry.class);
        Some(Due {
            at: entry.at,
            wake: entry.wake,
            cause: entry.cause,
        })
    }

    /// When the next wake is due.
    pub fn next(&mut self) -> Option<SimTime> {
        if self.due.is_empty() {
            self.open_next();
        }
        self.due.peek().map(|Reverse(entry)| entry.at)
    }

    /// Opens the next instant at which anything is due.
    fn open_next(&mut self) {
        let next = match (self.next_list(), self.far.peek()) {
            (Some(next), _) => next,
            (None, Some(Reverse(entry))) => second(entry.at),
            (None, None) => return,
        };
        // The wheel turns on: what was far may now be in it.
        self.open = self.open.max(SimTime::from_ms(next * 1000 - 1));
        while let Some(Reverse(entry)) = self.far.peek()
            && second(entry.at) - second(self.open) < WHEEL
        {
            let entry = *entry;
            self.far.pop();
            self.put(entry);
        }
        let list = (next % WHEEL) as usize;
        let waiting = &mut self.wheel[list];
        let Some(at) = waiting.iter().map(|entry| entry.at).min() else {
            return;
        };
        self.open = at;
        let due = &mut self.due;
        waiting.retain(|entry| {
            if entry.at == at {
                due.push(Reverse(*entry));
            }
            entry.at != at
        });
        if waiting.is_empty() {
            self.filled[list / WORD as usize] &= !(1 << (list as i64 % WORD));
        }
    }

    /// The first second, from that of `open` on, for which the wheel has anything.
    fn next_list(&self) -> Option<i64> {
        let from = second(self.open);
        let first = from.rem_euclid(WHEEL);
        let words = WHEEL / WORD;
        // The word of the first second is looked at twice: its later bits at the start, its earlier ones at the end.
        (0..=words).find_map(|n| {
            let word = (first / WORD + n) % words;
            let bits = self.filled[word as usize];
            let bits = match n {
                0 => bits & (u64::MAX << (first % WORD)),
                _ if n == words => bits & !(u64::MAX << (first % WORD)),
                _ => bits,
            };
            (bits != 0).then(|| {
                let list = word * WORD + i64::from(bits.trailing_zeros());
                from + (list - first).rem_euclid(WHEEL)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{NodeId, PodId, PoolId};

    fn drain(queue: &mut Queue) -> Vec<Wake> {
        std::iter::from_fn(|| queue.pop().map(|due| due.wake)).collect()
    }

    #[test]
    fn classes_come_in_order_whatever_the_order_of_asking() {
        let mut queue = Queue::default();
        let at = SimTime::from_secs(5);
        let wakes = [
            Wake::Strategy(PoolId(0)),
            Wake::Schedule,
            Wake::GraceOver(PodId(1)),
            Wake::VmBooted(NodeId(3)),
        ];
        for wake in wakes {
            queue.push(at, wake, (0, 0), None);
        }
        let [strategy, schedule, gone, ready] = wakes;
        assert_eq!(drain(&mut queue), [gone, ready, schedule, strategy]);
    }

    /// Near and far, equal and not: the wheel gives back in order of time, then of asking.
    #[test]
    fn instants_come_in_order_however_far_they_are() {
        use crate::base::Draw;
        let mut queue = Queue::default();
        let mut waiting = Vec::new();
        for n in 0..20_000_u64 {
            let luck = |what| Draw::of(11, what, n, 0).0 >> 33;
            if luck(0) % 3 < 2 {
                let span = [7, 1000, 30_000, 9_000_000, 90_000_000][luck(1) as usize % 5];
                let at = SimTime::from_ms(queue.now.ms() + (luck(2) % span) as i64);
                queue.push(at, Wake::Command(n as u32), (0, 0), None);
                waiting.push((at, n as u32));
            } else {
                waiting.sort_unstable();
                let first = (!waiting.is_empty()).then(|| waiting.remove(0));
                assert_eq!(queue.next(), first.map(|(at, _)| at));
                let due = queue.pop().map(|due| (due.at, due.wake));
                assert_eq!(due, first.map(|(at, n)| (at, Wake::Command(n))));
            }
        }
    }

    #[test]
    fn a_class_that_has_passed_waits_for_the_next_round() {
        let mut queue = Queue::default();
        let at = SimTime::from_secs(5);
        queue.push(at, Wake::TryEviction(NodeId(0), PodId(0)), (0, 0), None);
        queue.push(at, Wake::TryEviction(NodeId(0), PodId(1)), (0, 1), None);
        queue.push(at, Wake::Maintenance, (0, 0), None);
        assert_eq!(
            queue.pop().map(|due| due.wake),
            Some(Wake::TryEviction(NodeId(0), PodId(0)))
        );
        queue.push(at, Wake::Schedule, (0, 0), None);
        assert_eq!(
            drain(&mut queue),
            [
                Wake::TryEviction(NodeId(0), PodId(1)),
                Wake::Maintenance,
                Wake::Schedule
            ],
            "the second eviction of the instant comes before the scheduler looks again",
        );
    }
}
