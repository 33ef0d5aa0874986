//! What is due when. Equal times follow AM-56: class by class, then by place and name, then first in first out.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::wake::{Class, Wake};
use crate::base::{RecordNo, SimTime};

/// Where a wake stands among those of its class: pool, zone and slot in the first number, name in the second.
pub type Rank = (u64, u64);

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
#[derive(Clone, Debug, Default)]
pub struct Queue {
    heap: BinaryHeap<Reverse<Entry>>,
    now: SimTime,
    round: u32,
    class: Option<Class>,
    seq: u64,
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
        self.heap.push(Reverse(Entry {
            at,
            round,
            class,
            rank,
            seq: self.seq,
            wake,
            cause,
        }));
    }

    pub fn pop(&mut self) -> Option<Due> {
        let Reverse(entry) = self.heap.pop()?;
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
    pub fn next(&self) -> Option<SimTime> {
        self.heap.peek().map(|Reverse(entry)| entry.at)
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
