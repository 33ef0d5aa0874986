//! The yardstick: the benchmark as a bare loop over its events, without rules, causes or a cluster, but with a row
//! for each change. Its cost is that of the events alone.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

const PODS: usize = 30;
const WORKLOAD: usize = 100;
const BUDGET: u32 = 10;
const SLOTS: u32 = 20;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    Booted(u32),
    Retry(u32),
    PodGone(u32),
    PodReady(u32),
    Deleted(u32),
}

type Waiting = Reverse<(u32, u32, Event)>;

#[derive(Default)]
pub(super) struct Plain {
    waiting: BinaryHeap<Waiting>,
    asked: u32,
    now: u32,
    nodes: u32,
    next: u32,
    /// Pods of each node that still have to be evicted, as bits, and those that still exist.
    left: Vec<u32>,
    there: Vec<u32>,
    /// Pods of each workload that are missing.
    missing: Vec<u32>,
    /// Room on each new node, and the first that has any.
    room: Vec<u32>,
    first: usize,
    rows: Vec<(u32, u8, u32, u32)>,
    pub(super) end: u32,
    pub(super) evictions: u32,
    pub(super) most_missing: u32,
}

impl Plain {
    /// Runs the benchmark with this many nodes.
    pub(super) fn run(nodes: u32) -> Self {
        let pods = nodes as usize * PODS;
        let mut work = Self {
            nodes,
            left: vec![(1 << PODS) - 1; nodes as usize],
            there: vec![PODS as u32; nodes as usize],
            missing: vec![0; pods.div_ceil(WORKLOAD)],
            ..Self::default()
        };
        for _ in 0..SLOTS.min(nodes) {
            work.take_node();
        }
        while let Some(Reverse((at, _, event))) = work.waiting.pop() {
            work.now = at;
            work.act(event);
        }
        work
    }

    pub(super) fn rows(&self) -> usize {
        self.rows.len()
    }

    fn after(&mut self, secs: u32, event: Event) {
        self.asked += 1;
        self.waiting.push(Reverse((self.now + secs, self.asked, event)));
    }

    fn row(&mut self, kind: u8, subject: u32) {
        self.rows.push((self.now, kind, subject, self.asked));
    }

    fn take_node(&mut self) {
        if self.next < self.nodes {
            self.row(0, self.next);
            self.after(180, Event::Booted(self.next));
            self.next += 1;
        }
    }

    fn act(&mut self, event: Event) {
        match event {
            Event::Booted(node) => {
                self.room.push(PODS as u32);
                self.row(1, node);
                self.evict(node);
            }
            Event::Retry(node) => self.evict(node),
            Event::PodGone(pod) => {
                let node = pod / PODS as u32;
                self.row(4, pod);
                self.there[node as usize] -= 1;
                if self.there[node as usize] == 0 {
                    self.row(6, node);
                    self.after(30, Event::Deleted(node));
                }
            }
            Event::PodReady(pod) => {
                self.row(5, pod);
                self.missing[pod as usize / WORKLOAD] -= 1;
            }
            Event::Deleted(node) => {
                self.row(7, node);
                self.end = self.now;
                self.take_node();
            }
        }
    }

    fn evict(&mut self, node: u32) {
        let mut kept = 0;
        for at in 0..PODS as u32 {
            if self.left[node as usize] & (1 << at) == 0 {
                continue;
            }
            let pod = node * PODS as u32 + at;
            let missing = &mut self.missing[pod as usize / WORKLOAD];
            if *missing == BUDGET {
                kept |= 1 << at;
                continue;
            }
            *missing += 1;
            self.most_missing = self.most_missing.max(*missing);
            self.evictions += 1;
            self.row(2, pod);
            self.after(30, Event::PodGone(pod));
            while self.room[self.first] == 0 {
                self.first += 1;
            }
            self.room[self.first] -= 1;
            self.row(3, pod);
            self.after(20, Event::PodReady(pod));
        }
        self.left[node as usize] = kept;
        if kept != 0 {
            self.after(5, Event::Retry(node));
        }
    }
}
