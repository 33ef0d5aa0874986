//! The whole trace, and the cluster at any time.

use core::ops::Range;
use std::rc::Rc;

use super::apply::apply;
use super::chunk::Chunk;
use super::record::{Record, Subject};
use crate::base::{RecordNo, SimTime};
use crate::model::cluster::Cluster;
use crate::model::plan::Plan;

/// A slug and the rulebook ids behind it; the header of a trace holds one for each rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleName {
    pub slug: &'static str,
    pub ids: &'static [&'static str],
}

/// A trace grows by whole chunks; a clone shares them.
#[derive(Clone, Debug)]
pub struct Trace {
    plan: Rc<Plan>,
    rules: &'static [RuleName],
    start: Rc<Cluster>,
    chunks: Vec<Rc<Chunk>>,
    /// Number of the first row of each chunk.
    firsts: Vec<u32>,
    /// The cluster before the first row of each chunk, for seeking.
    before: Vec<Rc<Cluster>>,
    len: u32,
}

impl PartialEq for Trace {
    /// Equality is pointer equality: rows are never compared.
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.plan, &other.plan)
            && self.chunks.len() == other.chunks.len()
            && self
                .chunks
                .iter()
                .zip(&other.chunks)
                .all(|(a, b)| Rc::ptr_eq(a, b))
    }
}

/// The cluster after row `next - 1`; `next` is the first row that is not in it.
#[derive(Clone, PartialEq, Debug)]
pub struct Frame {
    pub cluster: Cluster,
    pub at: SimTime,
    pub next: u32,
}

impl Trace {
    pub fn new(plan: Rc<Plan>, start: Rc<Cluster>, rules: &'static [RuleName]) -> Self {
        Self {
            plan,
            rules,
            start,
            chunks: Vec::new(),
            firsts: Vec::new(),
            before: Vec::new(),
            len: 0,
        }
    }

    pub fn push(&mut self, chunk: Rc<Chunk>) {
        let before = match (self.before.last(), self.chunks.last()) {
            (Some(cluster), Some(last)) => {
                let mut cluster = Cluster::clone(cluster);
                let first = *self.firsts.last().unwrap_or(&0);
                replay(&self.plan, &mut cluster, last, first, 0..last.len());
                Rc::new(cluster)
            }
            _ => Rc::clone(&self.start),
        };
        self.before.push(before);
        self.firsts.push(self.len);
        self.len += chunk.len() as u32;
        self.chunks.push(chunk);
    }

    pub fn plan(&self) -> &Rc<Plan> {
        &self.plan
    }

    pub fn start(&self) -> &Rc<Cluster> {
        &self.start
    }

    pub fn len(&self) -> u32 {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub fn chunks(&self) -> impl DoubleEndedIterator<Item = (u32, &Rc<Chunk>)> {
        self.firsts.iter().copied().zip(&self.chunks)
    }

    pub fn rule(&self, record: &Record) -> RuleName {
        self.rules
            .get(record.rule.0 as usize)
            .copied()
            .unwrap_or(RuleName {
                slug: "unknown",
                ids: &[],
            })
    }

    /// The rule with that slug, if the engine that wrote the trace has it.
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

    /// The rows of a range of numbers, from either end.
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
        self.chunks
            .last()
            .map_or(SimTime::ZERO, |chunk| chunk.time(chunk.len() - 1))
    }

    /// How many rows happened at or before the instant.
    pub fn rows_until(&self, at: SimTime) -> u32 {
        let chunk = self
            .chunks
            .partition_point(|chunk| chunk.base_ms <= at.ms());
        let Some(last) = chunk.checked_sub(1) else {
            return 0;
        };
        let rows = &self.chunks[last];
        let offset = at.ms() - rows.base_ms;
        self.firsts[last] + rows.at.partition_point(|ms| i64::from(*ms) <= offset) as u32
    }

    /// The cluster after everything of the instant.
    pub fn frame_at(&self, at: SimTime) -> Frame {
        self.frame(self.rows_until(at), at)
    }

    /// The cluster after the first `next` rows.
    pub fn frame(&self, next: u32, at: SimTime) -> Frame {
        let next = next.min(self.len);
        let chunk = self
            .firsts
            .partition_point(|first| *first < next)
            .checked_sub(1);
        let mut cluster = match chunk {
            Some(chunk) => Cluster::clone(&self.before[chunk]),
            None => Cluster::clone(&self.start),
        };
        if let Some(chunk) = chunk {
            let first = self.firsts[chunk];
            replay(
                &self.plan,
                &mut cluster,
                &self.chunks[chunk],
                first,
                0..(next - first) as usize,
            );
        }
        Frame { cluster, at, next }
    }

    /// Moves a frame to a later or earlier instant, from where it is if that is nearer.
    pub fn seek(&self, frame: &mut Frame, at: SimTime) {
        let next = self.rows_until(at);
        let chunk = self
            .firsts
            .partition_point(|first| *first < next)
            .saturating_sub(1);
        if next < frame.next
            || self
                .firsts
                .get(chunk)
                .is_some_and(|first| *first > frame.next)
        {
            *frame = self.frame(next, at);
            return;
        }
        while frame.next < next {
            let chunk = self.firsts.partition_point(|first| *first <= frame.next) - 1;
            let (first, rows) = (self.firsts[chunk], &self.chunks[chunk]);
            let to = (next - first).min(rows.len() as u32);
            replay(
                &self.plan,
                &mut frame.cluster,
                rows,
                first,
                (frame.next - first) as usize..to as usize,
            );
            frame.next = first + to;
        }
        frame.at = at;
    }

    /// Rows about one subject, in order. Walks the trace once; callers that ask often keep an index.
    pub fn rows_of(&self, subject: Subject) -> Vec<RecordNo> {
        let word = subject.pack();
        let mut rows = Vec::new();
        for (first, chunk) in self.chunks() {
            let found = chunk
                .subject
                .iter()
                .enumerate()
                .filter(|(_, other)| **other == word);
            rows.extend(found.map(|(row, _)| RecordNo(first + row as u32)));
        }
        rows
    }
}

fn replay(plan: &Plan, cluster: &mut Cluster, chunk: &Chunk, first: u32, rows: Range<usize>) {
    for row in rows {
        if let Some(record) = chunk.record(row) {
            apply(plan, cluster, RecordNo(first + row as u32), &record);
        }
    }
}
