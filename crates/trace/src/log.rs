//! The trace of a run, and the cluster at any time.

use core::iter;
use core::ops::Range;
use std::rc::Rc;

use super::apply::{apply, apply_beside, count_created};
use super::chunk::Chunk;
use super::count_delta::CountDelta;
use super::delta::{Before, Delta, rest};
use super::ledger::Ledger;
use super::reach::{ends_nomination, is_of_all_nodes, is_of_pod_alone};
use super::record::{Record, Subject};
use super::rows::Rows;
use base::{NodeId, PodId, RecordNo, SimTime, WorkloadId};
use model::cluster::{Cluster, Lives, Past};
use model::plan::Plan;

/// A rule's slug and rulebook ids; the header of a trace has one per rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleName {
    pub slug: &'static str,
    pub ids: &'static [&'static str],
}

/// A run's rows. It grows by whole chunks, which clones share.
#[derive(Clone, Debug)]
pub struct Trace {
    plan: Rc<Plan>,
    rules: &'static [RuleName],
    start: Rc<Cluster>,
    chunks: Vec<Rc<Rows>>,
    /// The number of each chunk's first row.
    firsts: Vec<u32>,
    /// The effect of each chunk on the cluster, for seeking.
    deltas: Vec<Rc<Delta>>,
    /// The cluster after the last row.
    last: Rc<Cluster>,
    /// The rows by subject.
    ledger: Rc<Ledger>,
    len: u32,
}

impl PartialEq for Trace {
    /// Compares pointers, never rows.
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.plan, &other.plan)
            && self.chunks.len() == other.chunks.len()
            && self.chunks.iter().zip(&other.chunks).all(|(a, b)| Rc::ptr_eq(a, b))
    }
}

/// The cluster after the first `next` rows.
#[derive(Clone, PartialEq, Debug)]
pub struct Frame {
    pub cluster: Cluster,
    pub at: SimTime,
    pub next: u32,
}

impl Trace {
    pub fn new(plan: Rc<Plan>, start: Rc<Cluster>, rules: &'static [RuleName]) -> Self {
        let ledger = Rc::new(Ledger::new(&plan, &start));
        let past: Rc<Ledger> = Rc::clone(&ledger);
        let last = Cluster { past: Some(Past { lives: past, next: 0 }), ..start.without_pods() };
        Self {
            plan,
            rules,
            last: Rc::new(last),
            ledger,
            start,
            chunks: Vec::new(),
            firsts: Vec::new(),
            deltas: Vec::new(),
            len: 0,
        }
    }

    /// A trace of the same run without rows.
    #[must_use]
    pub fn without_rows(&self) -> Self {
        Self::new(Rc::clone(&self.plan), Rc::clone(&self.start), self.rules)
    }

    /// The same rows with the names of a plan that differs in nothing else.
    #[must_use]
    pub fn with_plan(&self, plan: Rc<Plan>) -> Self {
        Self { plan, ..self.clone() }
    }

    pub fn push(&mut self, chunk: Rc<Chunk>) {
        let rows = self.packed(&chunk);
        drop(chunk);
        self.read(rows);
    }

    /// Packs the next chunk.
    pub fn packed(&self, chunk: &Chunk) -> Rc<Rows> {
        Rc::new(Rows::of(chunk, self.len))
    }

    /// Adds the next chunk: packed, or from another trace of the same run.
    pub fn read(&mut self, chunk: Rc<Rows>) {
        // Another clone has extended the shared ledger.
        if self.ledger.len() != self.len {
            self.ledger = Rc::new(self.ledger.fork(self.len));
        }
        self.ledger.push(Rc::clone(&chunk));
        let last = Rc::make_mut(&mut self.last);
        let rest = match self.deltas.last() {
            Some(delta) => Rc::clone(&delta.after),
            None => rest(last),
        };
        let before = Before::of(last, rest, &chunk);
        replay(&self.plan, last, &chunk, self.len, 0..chunk.len());
        self.deltas.push(Rc::new(before.delta(last)));
        self.firsts.push(self.len);
        self.len += chunk.len() as u32;
        last.past = past(&self.ledger, self.len);
        self.chunks.push(chunk);
    }

    pub fn plan(&self) -> &Rc<Plan> {
        &self.plan
    }

    pub fn start(&self) -> &Rc<Cluster> {
        &self.start
    }

    /// The cluster after the last row: it has every name.
    pub fn last(&self) -> &Rc<Cluster> {
        &self.last
    }

    pub fn len(&self) -> u32 {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub fn chunks(&self) -> impl DoubleEndedIterator<Item = (u32, &Rc<Rows>)> {
        self.firsts.iter().copied().zip(&self.chunks)
    }

    pub fn rule(&self, record: &Record) -> RuleName {
        self.rules
            .get(record.rule.0 as usize)
            .copied()
            .unwrap_or(RuleName { slug: "unknown", ids: &[] })
    }

    /// The rule with this slug, if the trace's engine has it.
    pub fn rule_named(&self, slug: &str) -> Option<RuleName> {
        self.rules.iter().copied().find(|rule| rule.slug == slug)
    }

    pub fn record(&self, no: RecordNo) -> Option<Record> {
        if no.0 >= self.len {
            return None;
        }
        let chunk = self.firsts.partition_point(|first| *first <= no.0) - 1;
        self.chunks[chunk].record((no.0 - self.firsts[chunk]) as usize)
    }

    /// All rows in order.
    pub fn records(&self) -> impl DoubleEndedIterator<Item = (RecordNo, Record)> + '_ {
        self.records_in(0..u32::MAX)
    }

    /// The rows of a range of numbers; readable from both ends.
    pub fn records_in(
        &self,
        range: Range<u32>,
    ) -> impl DoubleEndedIterator<Item = (RecordNo, Record)> + '_ {
        self.chunks().flat_map(move |(first, chunk)| {
            let row = |no: u32| (no.saturating_sub(first) as usize).min(chunk.len());
            (row(range.start)..row(range.end))
                .filter_map(move |row| Some((RecordNo(first + row as u32), chunk.record(row)?)))
        })
    }

    /// Time of the last row.
    pub fn end(&self) -> SimTime {
        self.chunks.last().map_or(SimTime::ZERO, |chunk| chunk.time(chunk.len() - 1))
    }

    /// The number of rows at or before the instant.
    pub fn rows_until(&self, at: SimTime) -> u32 {
        let chunk = self.chunks.partition_point(|chunk| chunk.base_ms <= at.ms());
        let Some(last) = chunk.checked_sub(1) else {
            return 0;
        };
        self.firsts[last] + self.chunks[last].until(at) as u32
    }

    /// The cluster after all rows of the instant.
    pub fn frame_at(&self, at: SimTime) -> Frame {
        self.frame(self.rows_until(at), at)
    }

    /// The cluster after the first `next` rows.
    pub fn frame(&self, next: u32, at: SimTime) -> Frame {
        let next = next.min(self.len);
        let (cluster, from) = if next > self.len / 2 {
            (Cluster::clone(&self.last), self.len)
        } else {
            (self.start.without_pods(), 0)
        };
        let mut frame = Frame { cluster, at, next: from };
        self.go(&mut frame, next);
        frame.cluster.past = past(&self.ledger, next);
        frame
    }

    /// Moves a frame to a later or earlier instant.
    pub fn seek(&self, frame: &mut Frame, at: SimTime) {
        self.go(frame, self.rows_until(at));
        frame.at = at;
    }

    /// Applies the effects of whole chunks, and the rows within one.
    fn go(&self, frame: &mut Frame, next: u32) {
        if frame.next == next {
            return;
        }
        let back = next < frame.next;
        let there = if back { self.chunk_after(next) } else { self.chunk_of(next) };
        if back {
            let here = self.chunk_of(frame.next);
            for delta in self.deltas[there..=here].iter().rev() {
                delta.to_start(&mut frame.cluster);
            }
            self.deltas[there].put_rest(&mut frame.cluster, false);
        } else {
            let here = self.chunk_after(frame.next);
            for delta in &self.deltas[here..there] {
                delta.to_end(&mut frame.cluster);
            }
            if let Some(delta) = self.deltas[here..there].last() {
                delta.put_rest(&mut frame.cluster, true);
            }
        }
        let first = self.firsts[there];
        frame.next = if back { first } else { frame.next.max(first) };
        let rows = (frame.next - first) as usize..(next - first) as usize;
        let chunk = &self.chunks[there];
        replay(&self.plan, &mut frame.cluster, chunk, first, rows);
        frame.next = next;
        frame.cluster.past = past(&self.ledger, next);
    }

    /// The chunk that contains the row before `next`; for 0 the first chunk.
    fn chunk_of(&self, next: u32) -> usize {
        let begun = self.firsts.partition_point(|first| *first < next);
        begun.saturating_sub(1)
    }

    /// The chunk that contains row `next`.
    fn chunk_after(&self, next: u32) -> usize {
        let begun = self.firsts.partition_point(|first| *first <= next);
        begun.saturating_sub(1)
    }

    /// Calls `tell` for the nodes that may differ between two places, for some more than once; false if they are more than
    /// `most`.
    pub fn differing(&self, from: u32, to: u32, most: usize, mut tell: impl FnMut(NodeId)) -> bool {
        let (from, to) = (from.min(to), from.max(to));
        if from == to {
            return true;
        }
        let (here, there) = (self.chunk_after(from), self.chunk_of(to));
        if here == there {
            let first = self.firsts[here];
            let rows = (from - first) as usize..(to - first) as usize;
            let chunk = &self.chunks[here];
            let node = |row| match chunk.subject(row) {
                Some(Subject::Node(id)) => Some(id),
                _ => None,
            };
            let whole = chunk.change[rows.clone()].iter().copied().any(is_of_all_nodes);
            let nodes = rows.filter_map(node);
            if whole || nodes.clone().count() >= most {
                return false;
            }
            nodes.for_each(tell);
            return true;
        }
        let nodes = || self.deltas[here..=there].iter().flat_map(|delta| delta.nodes());
        let few = nodes().take(most).count() < most;
        if few {
            nodes().for_each(&mut tell);
        }
        few
    }

    /// Reports how the start differs from a cluster without Pods.
    pub fn begun(&self, mut tell: impl FnMut(CountDelta)) {
        self.ledger.begun(&mut tell);
    }

    /// Reports how the Pod counts after the first `to` rows differ from those after the first `from`.
    pub fn count_deltas(&self, from: u32, to: u32, mut tell: impl FnMut(CountDelta)) {
        self.ledger.count_deltas(from, to, &mut tell);
    }

    /// The workload that owns a Pod of any revision.
    pub fn owner(&self, pod: PodId) -> Option<WorkloadId> {
        self.ledger.owner(pod)
    }

    /// The revision of which a Pod is.
    pub fn revision(&self, pod: PodId) -> Option<WorkloadId> {
        self.ledger.revision(pod)
    }

    /// The numbers of the rows about a workload's Pods, in order.
    pub fn rows_of_pods(&self, owner: WorkloadId) -> Vec<RecordNo> {
        let mut rows = self.ledger.rows_of_pods(owner);
        rows.retain(|no| no.0 < self.len);
        rows
    }

    /// The last row about a subject among the first `next` rows.
    pub fn last_row(&self, subject: Subject, next: u32) -> Option<RecordNo> {
        self.ledger.last_row(subject, next.min(self.len))
    }

    /// Rows about one subject among the first `next`, the latest first.
    pub fn rows_back(&self, subject: Subject, next: u32) -> impl Iterator<Item = RecordNo> {
        let earlier = move |next| self.last_row(subject, next);
        iter::successors(earlier(next), move |no| {
            // An invalid ledger could make this endless.
            earlier(no.0).filter(|before| before < no)
        })
    }

    /// Rows about one subject, in order.
    pub fn rows_of(&self, subject: Subject) -> Vec<RecordNo> {
        let mut rows: Vec<_> = self.rows_back(subject, self.len).collect();
        rows.reverse();
        rows
    }
}

fn past(ledger: &Rc<Ledger>, next: u32) -> Option<Past> {
    let lives: Rc<Ledger> = Rc::clone(ledger);
    Some(Past { lives, next })
}

/// Applies a range of a chunk's rows. Pods are skipped: they are looked up.
fn replay(plan: &Plan, cluster: &mut Cluster, chunk: &Rows, first: u32, rows: Range<usize>) {
    for row in rows {
        let code = chunk.change[row];
        if is_of_pod_alone(code) || ends_nomination(code) && cluster.nominated.is_empty() {
            continue;
        }
        if let Some(owner) = chunk.created_for(row) {
            count_created(plan, cluster, owner);
            continue;
        }
        let Some(record) = chunk.record(row) else {
            continue;
        };
        match record.subject {
            Subject::Pod(id) => apply_beside(plan, cluster, id, &record),
            _ => apply(plan, cluster, RecordNo(first + row as u32), &record),
        }
    }
}
