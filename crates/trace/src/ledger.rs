//! Indexes the rows by subject. A Pod's state at any time follows from its few rows, so that no frame
//! holds a million Pods.

use std::cell::{Ref, RefCell};
use std::ops::Range;
use std::rc::Rc;

use super::apply::{advance, new_pod};
use super::change::Change;
use super::count_delta::{CountDelta, PodStage, Sums, stage_after, turn};
use super::indexed_chunk::{IndexedChunk, NONE};
use super::packed::Packed;
use super::reach::{creates_pod, says_of_pod};
use super::record::{Record, Subject};
use super::rows::Rows;
use base::{Map, NodeId, PodId, RecordNo, WorkloadId, broken, order, push_slowly};
use model::cluster::{Cluster, Lives};
use model::plan::Plan;
use model::pod::Pod;

/// Takes each change of a count.
type Tell<'a> = &'a mut dyn FnMut(CountDelta);

/// The chunk being read, before it is packed.
#[derive(Clone, Debug, Default)]
struct Fresh {
    stages: Vec<u32>,
    workloads: Vec<u32>,
    numbers: Vec<u32>,
}

#[derive(Clone, Debug)]
struct Entries {
    plan: Rc<Plan>,
    start: Rc<Cluster>,
    chunks: Vec<IndexedChunk>,
    len: u32,
    /// The last row about each Pod, each node, and each other subject.
    pods: Vec<u32>,
    nodes: Vec<u32>,
    others: Map<Subject, u32>,
    /// The number of the next Pod, by workload.
    numbers: Vec<u32>,
    fresh: Fresh,
    /// Linked lists of the Pods that were ever on a node.
    first_on: Vec<u32>,
    next_on: Vec<u32>,
    /// What the Pods of the start add to the counts.
    begun: Vec<CountDelta>,
}

/// Shared by all clones of a trace; a reader passes the number of rows that it may see.
#[derive(Debug)]
pub(super) struct Ledger(RefCell<Entries>);

impl Ledger {
    pub(super) fn new(plan: &Rc<Plan>, start: &Rc<Cluster>) -> Self {
        let mut entries = Entries {
            plan: Rc::clone(plan),
            chunks: Vec::new(),
            len: 0,
            pods: vec![NONE; start.pod_count() as usize],
            nodes: vec![NONE; start.nodes.len() as usize],
            others: Map::new(),
            fresh: Fresh::default(),
            numbers: start.workloads.values().map(|state| state.next_number).collect(),
            first_on: vec![NONE; start.nodes.len() as usize],
            next_on: vec![NONE; start.pod_count() as usize],
            begun: Vec::new(),
            start: Rc::clone(start),
        };
        let mut sums = Sums::new(entries.numbers.len());
        for (id, pod) in start.each_pod() {
            if let Some(node) = pod.node() {
                entries.put_on(node, id);
            }
            let stage = PodStage::of(pod.phase());
            turn(id, pod.workload, PodStage::Absent, stage, &mut |turn| {
                sums.add(turn);
            });
        }
        entries.begun = sums.count_deltas();
        Self(RefCell::new(entries))
    }

    /// Copies the first `len` rows, for a run that continues differently.
    pub(super) fn fork(&self, len: u32) -> Self {
        let entries = self.0.borrow();
        let fork = Self::new(&entries.plan, &entries.start);
        for chunk in entries.chunks.iter().filter(|chunk| chunk.first < len) {
            fork.push(Rc::clone(&chunk.rows));
        }
        fork
    }

    pub(super) fn len(&self) -> u32 {
        self.0.borrow().len
    }

    pub(super) fn push(&self, chunk: Rc<Rows>) {
        self.0.borrow_mut().push(chunk);
    }

    /// The last row about the subject among the first `next`.
    pub(super) fn last_row(&self, subject: Subject, next: u32) -> Option<RecordNo> {
        let entries = self.0.borrow();
        let last = match subject {
            Subject::Pod(id) => *entries.pods.get(id.0 as usize)?,
            Subject::Node(id) => *entries.nodes.get(id.0 as usize)?,
            other => *entries.others.get(&other)?,
        };
        let row = entries.before(last, next);
        (row != NONE).then_some(RecordNo(row))
    }

    /// The numbers of the rows about a workload's Pods, in order.
    pub(super) fn revision(&self, id: PodId) -> Option<WorkloadId> {
        self.0.borrow().revision(id)
    }

    pub(super) fn rows_of_pods(&self, owner: WorkloadId) -> Vec<RecordNo> {
        let entries = self.0.borrow();
        let mut rows = Vec::new();
        for id in entries.owned(owner) {
            let mut row = entries.pods.get(id.0 as usize).copied().unwrap_or(NONE);
            while row != NONE {
                rows.push(RecordNo(row));
                row = entries.earlier(row);
            }
        }
        order::sort(&mut rows);
        rows
    }

    /// Reports how the start differs from a cluster without Pods.
    pub(super) fn begun(&self, tell: Tell<'_>) {
        self.0.borrow().begun.iter().for_each(|turn| tell(*turn));
    }

    /// Reports how the counts after the first `to` rows differ from those after the first `from`.
    pub(super) fn count_deltas(&self, from: u32, to: u32, tell: Tell<'_>) {
        let entries = self.0.borrow();
        let (rows, back) = (from.min(to)..from.max(to), to < from);
        let begun = entries.chunks.partition_point(|chunk| chunk.first <= rows.start);
        let ended = entries.chunks.partition_point(|chunk| chunk.first < rows.end);
        let chunks = entries.chunks.get(begun.saturating_sub(1)..ended);
        let chunks = chunks.unwrap_or_default().iter();
        if back {
            chunks.rev().for_each(|chunk| entries.count_deltas_back(chunk, &rows, tell));
        } else {
            chunks.for_each(|chunk| entries.count_deltas(chunk, &rows, tell));
        }
    }
}

impl Lives for Ledger {
    fn count(&self, next: u32) -> u32 {
        let entries = self.0.borrow();
        let Some(chunk) = entries.chunk_of(next) else {
            return entries.start.pod_count();
        };
        let rows = ((next - chunk.first) as usize).min(chunk.rows.len());
        let created = chunk.rows.change[..rows].iter();
        chunk.pods + created.filter(|code| creates_pod(**code)).count() as u32
    }

    fn pod(&self, id: PodId, next: u32) -> Option<Pod> {
        let entries = self.0.borrow();
        let last = *entries.pods.get(id.0 as usize)?;
        entries.life(id, entries.before(last, next))
    }

    fn owner(&self, id: PodId) -> Option<WorkloadId> {
        self.0.borrow().owner(id)
    }

    fn owned(&self, owner: WorkloadId, next: u32) -> Vec<PodId> {
        let mut owned = self.0.borrow().owned(owner);
        let count = self.count(next);
        owned.retain(|id| id.0 < count);
        owned
    }

    fn ever_on(&self, node: NodeId) -> Vec<PodId> {
        let entries: Ref<'_, Entries> = self.0.borrow();
        let mut found = Vec::new();
        let mut at = entries.first_on.get(node.0 as usize).copied();
        while let Some(pod) = at.filter(|pod| *pod != NONE) {
            found.push(PodId(pod));
            at = entries.next_on.get(pod as usize).copied();
        }
        found
    }
}

impl Entries {
    fn put_on(&mut self, NodeId(node): NodeId, PodId(pod): PodId) {
        let node = node as usize;
        if self.first_on.len() <= node {
            self.first_on.resize(node + 1, NONE);
        }
        self.next_on[pod as usize] = std::mem::replace(&mut self.first_on[node], pod);
    }

    fn revision(&self, id: PodId) -> Option<WorkloadId> {
        self.start.owner(id).or_else(|| Some(self.made(id)?.0))
    }

    fn owner(&self, id: PodId) -> Option<WorkloadId> {
        self.revision(id).map(|revision| self.plan.first_revision(revision))
    }

    /// Every Pod of a workload so far.
    fn owned(&self, owner: WorkloadId) -> Vec<PodId> {
        let mut owned: Vec<PodId> =
            self.plan.revisions(owner).flat_map(|revision| self.start.owned(revision)).collect();
        let ends = self.chunks.iter().skip(1).map(|chunk| chunk.pods);
        let ends = ends.chain([self.pods.len() as u32]);
        for (chunk, end) in self.chunks.iter().zip(ends) {
            for revision in self.plan.revisions(owner) {
                let made = chunk.made.0.places(revision.0, (end - chunk.pods) as usize);
                owned.extend(made.into_iter().map(|row| PodId(chunk.pods + row)));
            }
        }
        owned
    }

    /// Workload and number of a Pod that the run created.
    fn made(&self, id: PodId) -> Option<(WorkloadId, u32)> {
        let there = (id.0 as usize) < self.pods.len();
        let begun = self.chunks.partition_point(|chunk| chunk.pods <= id.0);
        let chunk = self.chunks.get(begun.checked_sub(1)?).filter(|_| there)?;
        let made = (id.0 - chunk.pods) as usize;
        let (workload, number) = if chunk.first < self.len {
            (chunk.made.0.get(made), chunk.made.1.get(made))
        } else {
            let fresh = &self.fresh;
            (*fresh.workloads.get(made)?, *fresh.numbers.get(made)?)
        };
        Some((WorkloadId(workload), number))
    }

    fn chunk_of(&self, row: u32) -> Option<&IndexedChunk> {
        let begun = self.chunks.partition_point(|chunk| chunk.first <= row);
        self.chunks.get(begun.checked_sub(1)?)
    }

    fn earlier(&self, row: u32) -> u32 {
        self.chunk_of(row).map_or(NONE, |chunk| chunk.earlier(row))
    }

    /// The row, or the subject's latest one before it, among the first `next`.
    fn before(&self, mut row: u32, next: u32) -> u32 {
        while row != NONE && row >= next && !broken("ledger/before") {
            row = self.earlier(row);
        }
        row
    }

    /// The Pod after a row about it; `NONE`: at the start.
    fn life(&self, id: PodId, mut row: u32) -> Option<Pod> {
        let mut pod = self.start.pod(id);
        // The rows that set its state, the latest first: rarely more than these.
        let mut few = [NONE; 8];
        let mut more = Vec::new();
        let mut count = 0;
        while let Some(chunk) = self.chunk_of(row).filter(|_| row != NONE) {
            let at = (row - chunk.first) as usize;
            if says_of_pod(chunk.rows.change[at]) {
                match few.get_mut(count) {
                    Some(slot) => *slot = row,
                    None => more.push(row),
                }
                count += 1;
            }
            row = chunk.earlier(row);
        }
        let rows = few.iter().take(count).chain(&more);
        for row in rows.rev() {
            let Some(record) = self.record(*row) else {
                continue;
            };
            if let Change::PodCreated { workload, place } = record.change {
                let (_, number) = self.made(id)?;
                pod = Some(new_pod(&self.plan, workload, place, number, record.at));
            } else if let Some(pod) = &mut pod {
                advance(pod, &record);
            }
        }
        pod
    }

    fn record(&self, row: u32) -> Option<Record> {
        let chunk = self.chunk_of(row)?;
        chunk.rows.record((row - chunk.first) as usize)
    }

    /// The stage of a Pod after a row about it.
    fn stage_after(&self, id: PodId, row: u32) -> u8 {
        let read = row.checked_sub(self.len).filter(|_| row != NONE);
        if let Some(stages) = read.and_then(|row| self.fresh.stages.get(row as usize)) {
            return (stages >> 4) as u8;
        }
        match self.chunk_of(row).filter(|_| row != NONE) {
            Some(chunk) => chunk.stages.get((row - chunk.first) as usize) as u8 >> 4,
            None => {
                let pod = self.start.pod(id);
                pod.map_or(PodStage::Absent, |pod| PodStage::of(pod.phase())) as u8
            }
        }
    }

    fn push(&mut self, chunk: Rc<Rows>) {
        let rows = chunk.len();
        let mut earlier = Vec::with_capacity(rows);
        self.fresh.stages.reserve_exact(rows);
        self.chunks.push(IndexedChunk {
            first: self.len,
            pods: self.pods.len() as u32,
            rows: Rc::clone(&chunk),
            ..IndexedChunk::default()
        });
        let mut sums = Sums::new(self.numbers.len());
        for row in 0..rows {
            let no = self.len + row as u32;
            let (before, stages) = match chunk.subject(row) {
                Some(Subject::Pod(id)) => self.pod_row(id, no, row, &chunk, &mut sums),
                Some(Subject::Node(id)) => {
                    let at = id.0 as usize;
                    while self.nodes.len() <= at {
                        push_slowly(&mut self.nodes, NONE);
                    }
                    (std::mem::replace(&mut self.nodes[at], no), 0)
                }
                Some(other) => (self.others.insert(other, no).unwrap_or(NONE), 0),
                None => (NONE, 0),
            };
            earlier.push(if before == NONE { 0 } else { no - before });
            self.fresh.stages.push(stages.into());
        }
        self.len += rows as u32;
        let fresh = std::mem::take(&mut self.fresh);
        if let Some(chunk) = self.chunks.last_mut() {
            chunk.earlier = Packed::of(&earlier);
            chunk.stages = Packed::of(&fresh.stages);
            chunk.made = (Packed::of(&fresh.workloads), Packed::of(&fresh.numbers));
            chunk.count_deltas = sums.count_deltas();
        }
    }

    fn pod_row(
        &mut self,
        id: PodId,
        no: u32,
        row: usize,
        chunk: &Rows,
        sums: &mut Sums,
    ) -> (u32, u8) {
        let Some(record) = chunk.record(row) else {
            return (NONE, 0);
        };
        if let Change::PodCreated { workload, .. } = record.change
            && let Some(next) = self.numbers.get_mut(workload.0 as usize)
        {
            let counts = !self.plan.workloads[workload].kind.has_ordinals();
            self.fresh.workloads.push(workload.0);
            self.fresh.numbers.push(*next);
            *next += u32::from(counts);
            push_slowly(&mut self.pods, NONE);
            push_slowly(&mut self.next_on, NONE);
        }
        let Some(earlier) = self.pods.get(id.0 as usize).copied() else {
            return (NONE, 0);
        };
        self.pods[id.0 as usize] = no;
        let before = self.stage_after(id, earlier);
        let after = match record.change {
            Change::PodCreated { .. } => PodStage::Pending,
            _ => stage_after(PodStage::ALL[usize::from(before)], &record),
        };
        if let (Change::PodBound { node, .. }, PodStage::Starting) = (record.change, after) {
            self.put_on(node, id);
        }
        let before_stage = PodStage::ALL[usize::from(before)];
        if let Some(owner) = self.owner(id) {
            turn(id, owner, before_stage, after, &mut |turn| sums.add(turn));
        }
        (earlier, before | ((after as u8) << 4))
    }

    fn count_deltas(&self, chunk: &IndexedChunk, rows: &Range<u32>, tell: Tell<'_>) {
        let (part, len) = (chunk.part(rows), chunk.rows.len());
        if part.len() * 2 <= len {
            return self.each_delta(chunk, part, tell);
        }
        // The sum of the whole chunk is known: undoing rows from its end is shorter.
        self.each_delta_back(chunk, 0..part.start, tell);
        chunk.count_deltas.iter().for_each(|turn| tell(*turn));
        if !broken("ledger/rest") {
            self.each_delta_back(chunk, part.end..len, tell);
        }
    }

    /// Undoes the latest row first.
    fn count_deltas_back(&self, chunk: &IndexedChunk, rows: &Range<u32>, tell: Tell<'_>) {
        let (part, len) = (chunk.part(rows), chunk.rows.len());
        if part.len() * 2 <= len {
            return self.each_delta_back(chunk, part, tell);
        }
        self.each_delta(chunk, part.end..len, tell);
        chunk.count_deltas.iter().for_each(|turn| tell(turn.back()));
        self.each_delta(chunk, 0..part.start, tell);
    }

    fn each_delta(&self, chunk: &IndexedChunk, rows: Range<usize>, tell: Tell<'_>) {
        rows.for_each(|row| self.turn(chunk, row, tell));
    }

    fn each_delta_back(&self, chunk: &IndexedChunk, rows: Range<usize>, tell: Tell<'_>) {
        let mut tell = |turn: CountDelta| tell(turn.back());
        rows.rev().for_each(|row| self.turn(chunk, row, &mut tell));
    }

    fn turn(&self, chunk: &IndexedChunk, row: usize, tell: Tell<'_>) {
        let stages = chunk.stages.get(row) as u8;
        let (before, after) = (stages & 15, stages >> 4);
        if before == after {
            return;
        }
        let stage = |stage: u8| PodStage::ALL[usize::from(stage)];
        if let Some(Subject::Pod(id)) = chunk.rows.subject(row)
            && let Some(owner) = self.owner(id)
        {
            turn(id, owner, stage(before), stage(after), tell);
        }
    }
}
