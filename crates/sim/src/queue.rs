//! The queue of wakes. Equal times follow AM-56: by class, then by place and name, then first in, first out.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use super::wake::{Class, Wake};
use base::{MinQueue, RecordNo, SimTime, broken};

/// The order of a wake within its class: pool, zone and slot in the first number, name in the second.
pub type Rank = (u64, u64);

/// Seconds that the wheel covers, a power of two; later wakes wait in a heap.
const WHEEL: i64 = 4096;
const WORD: i64 = 64;

#[derive(Clone, Copy, Debug)]
struct QueueEntry {
    rank: Rank,
    seq: u64,
    wake: Wake,
    cause: Option<RecordNo>,
}

impl QueueEntry {
    /// The sort key; no two entries share one.
    fn key(&self) -> (Rank, u64) {
        (self.rank, self.seq)
    }
}

impl PartialEq for QueueEntry {
    fn eq(&self, other: &Self) -> bool {
        self.seq == other.seq
    }
}

impl Eq for QueueEntry {}

impl PartialOrd for QueueEntry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for QueueEntry {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

/// An entry of a later instant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Later {
    at: SimTime,
    entry: QueueEntry,
}

/// A due wake, with the row that caused it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DueWake {
    pub at: SimTime,
    pub wake: Wake,
    pub cause: Option<RecordNo>,
}

/// The classes of an instant run in order and restart while wakes of the instant are left: a wake of a
/// class that has passed waits for the next round.
///
/// Only the wakes of one instant are sorted. Later ones lie in a wheel by the second at which they are due, so
/// that requesting a wake costs the same however many are waiting.
#[derive(Clone, Debug)]
pub struct Queue {
    now: SimTime,
    /// The second of `now`.
    second: i64,
    /// The number of the class that acts.
    class: usize,
    /// Have the classes of this instant restarted, so that each has had its turn?
    pub restarted: bool,
    /// The rest of this round by class, and the next round. Most wakes arrive in order.
    round: [MinQueue<QueueEntry>; CLASSES],
    left: usize,
    again: Vec<QueueEntry>,
    /// One list per second, from the second of `now` on.
    wheel: Vec<Vec<Later>>,
    /// Emptied lists, whose memory is reused.
    spare: Vec<Vec<Later>>,
    /// A bit for each list that isn't empty.
    filled: Vec<u64>,
    far: BinaryHeap<Reverse<Later>>,
    seq: u64,
}

const CLASSES: usize = Class::Backends as usize + 1;

impl Default for Queue {
    fn default() -> Self {
        Self {
            now: SimTime::ZERO,
            second: 0,
            class: 0,
            restarted: false,
            round: Default::default(),
            left: 0,
            again: Vec::new(),
            wheel: vec![Vec::new(); WHEEL as usize],
            spare: Vec::new(),
            filled: vec![0; (WHEEL / WORD) as usize],
            far: BinaryHeap::new(),
            seq: 0,
        }
    }
}

fn second(at: SimTime) -> i64 {
    at.ms().div_euclid(1000)
}

impl Queue {
    /// Requests a wake at an instant; a past instant counts as now.
    pub fn push(&mut self, at: SimTime, wake: Wake, rank: Rank, cause: Option<RecordNo>) {
        self.seq += 1;
        let entry = QueueEntry {
            rank: if broken("queue/rank") { (0, 0) } else { rank },
            seq: self.seq,
            wake,
            cause,
        };
        if at > self.now {
            self.put(Later { at, entry });
        } else if (wake.class() as usize) < self.class {
            self.again.push(entry);
        } else {
            self.enter(entry);
        }
    }

    /// Replaces the script's later wakes by those of another script; the new ones come first in their
    /// rank.
    pub fn replace_script(
        &mut self,
        old: impl Fn(Wake) -> bool,
        new: impl Iterator<Item = (SimTime, Wake, Rank)>,
        cause: Option<RecordNo>,
    ) {
        for (list, waiting) in self.wheel.iter_mut().enumerate() {
            let any = !waiting.is_empty();
            waiting.retain(|later| !old(later.entry.wake));
            if any && waiting.is_empty() {
                let list = list as i64;
                self.filled[(list / WORD) as usize] &= !(1 << (list % WORD));
            }
        }
        self.far.retain(|Reverse(later)| !old(later.entry.wake));
        for (at, wake, rank) in new {
            let entry = QueueEntry { rank, seq: 0, wake, cause };
            self.put(Later { at, entry });
        }
    }

    fn enter(&mut self, entry: QueueEntry) {
        self.round[entry.wake.class() as usize].push(entry);
        self.left += 1;
    }

    fn put(&mut self, later: Later) {
        let due = second(later.at);
        if due - self.second < WHEEL {
            let list = due & (WHEEL - 1);
            let slot = &mut self.wheel[list as usize];
            if slot.capacity() == 0
                && let Some(spare) = self.spare.pop()
            {
                *slot = spare;
            }
            slot.push(later);
            self.filled[(list / WORD) as usize] |= 1 << (list % WORD);
        } else {
            self.far.push(Reverse(later));
        }
    }

    pub fn pop(&mut self) -> Option<DueWake> {
        if self.left == 0 {
            self.class = 0;
            self.restarted = !self.again.is_empty();
            if !self.restarted {
                self.open_next()?;
            }
            // The list keeps its memory.
            let mut again = std::mem::take(&mut self.again);
            for entry in again.drain(..) {
                self.enter(entry);
            }
            self.again = again;
        }
        loop {
            if let Some(entry) = self.round[self.class].pop() {
                self.left -= 1;
                return Some(DueWake { at: self.now, wake: entry.wake, cause: entry.cause });
            }
            self.class += 1;
        }
    }

    /// Has the class acted at this instant, or had its turn?
    pub fn has_begun(&self, class: Class) -> bool {
        self.restarted || self.class >= class as usize
    }

    /// Does this round have another wake of the class that comes before the rank?
    pub fn others_before(&self, class: Class, rank: Rank) -> bool {
        let first = self.round[class as usize].peek();
        first.is_some_and(|first| first.rank < rank)
    }

    /// All waiting wakes, unordered.
    pub fn waiting(&self) -> impl Iterator<Item = Wake> + '_ {
        let now = self.round.iter().flat_map(MinQueue::iter).chain(&self.again);
        let near = self.wheel.iter().flatten().map(|later| &later.entry);
        let far = self.far.iter().map(|Reverse(later)| &later.entry);
        now.chain(near).chain(far).map(|entry| entry.wake)
    }

    /// When the next wake is due.
    #[inline]
    pub fn next(&self) -> Option<SimTime> {
        if self.left > 0 || !self.again.is_empty() {
            return Some(self.now);
        }
        self.later()
    }

    #[inline(never)]
    fn later(&self) -> Option<SimTime> {
        let far = self.far.peek().map(|Reverse(later)| later.at);
        let near = self.next_list().and_then(|next| {
            let list = &self.wheel[(next & (WHEEL - 1)) as usize];
            list.iter().map(|later| later.at).min()
        });
        near.or(far)
    }

    /// Advances to the next instant with a wake.
    fn open_next(&mut self) -> Option<()> {
        let at = self.later()?;
        self.now = at;
        self.second = second(at);
        // The wheel has moved: wakes that were too far may now be inside.
        while let Some(Reverse(later)) = self.far.peek()
            && second(later.at) - self.second < WHEEL
            && !broken("queue/far")
        {
            let later = *later;
            self.far.pop();
            self.put(later);
        }
        let list = (self.second & (WHEEL - 1)) as usize;
        let mut waiting = std::mem::take(&mut self.wheel[list]);
        waiting.retain(|later| {
            if later.at == at {
                self.enter(later.entry);
            }
            later.at != at
        });
        if waiting.is_empty() {
            self.filled[list / WORD as usize] &= !(1 << (list as i64 % WORD));
            self.spare.push(waiting);
        } else {
            self.wheel[list] = waiting;
        }
        Some(())
    }

    /// The first second, from that of `now` on, with wakes in the wheel.
    fn next_list(&self) -> Option<i64> {
        let from = self.second;
        let first = from & (WHEEL - 1);
        let words = WHEEL / WORD;
        // The first word is read twice: its later bits first, its earlier bits at the end.
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
    use base::{NodeId, PodId, PoolId};

    fn drain(queue: &mut Queue) -> Vec<Wake> {
        std::iter::from_fn(|| queue.pop().map(|due| due.wake)).collect()
    }

    #[test]
    fn wakes_of_an_instant_come_in_order_of_class() {
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

    /// Near and far, equal and different instants: wakes return in order of time, then of request.
    #[test]
    fn wakes_come_in_order_of_time() {
        use base::Draw;
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
    fn a_wake_of_an_earlier_class_waits_for_the_next_round() {
        let mut queue = Queue::default();
        let at = SimTime::from_secs(5);
        queue.push(at, Wake::TryEvictions(NodeId(0)), (0, 0), None);
        queue.push(at, Wake::TryEvictions(NodeId(1)), (0, 1), None);
        queue.push(at, Wake::Maintenance, (0, 0), None);
        assert_eq!(queue.pop().map(|due| due.wake), Some(Wake::TryEvictions(NodeId(0))));
        queue.push(at, Wake::Schedule, (0, 0), None);
        assert_eq!(
            drain(&mut queue),
            [Wake::TryEvictions(NodeId(1)), Wake::Maintenance, Wake::Schedule],
            "the second eviction of the instant comes before the scheduler looks again",
        );
    }
}
