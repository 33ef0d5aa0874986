//! Compares runs of one scenario: the measures of each, and the rows behind each measure.
//!
//! There is no winner: each row in which lower is better tells which run has the lower number. Runs that did different
//! work aren't compared.

mod measure;
mod moves;
#[cfg(test)]
mod tests;
mod vms;

use self::measure::measure;
pub use self::measure::{Measure, Number, What};
use self::moves::Moves;
use self::vms::VmRows;
use crate::events::of_upgrades;
use crate::index::Index;
use crate::index::row::{Row, each_row};
use crate::outcome::Outcome;
use crate::removal::{Removal, removal};
use crate::series::{self, WorkloadSeries};
use crate::traffic::ServiceOutcome;
use base::{NodeId, RecordNo, Set, SimSpan, SimTime};
use model::Maintenance;
use trace::{Change, Conclusion, Record, Subject, Trace};

/// The measures of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Measures {
    pub conclusion: Conclusion,
    /// The size of the pools at the start: a node that an upgrade under way has beside them is one more.
    pub own_nodes: u32,
    pub list: Vec<Measure>,
}

/// One line of the table: the runs' measures of one thing, and whether each is marked as the lowest. None is if lower
/// isn't better, if all are equal, or if the runs ended differently.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompareRow<'a> {
    pub what: What,
    pub cells: Vec<(Option<&'a Measure>, bool)>,
}

impl Measures {
    /// Reads the rows of a finished run. VMs are counted up to `until`, the same instant for all compared runs.
    pub fn of(trace: &Trace, index: &Index, outcome: &Outcome, until: SimTime) -> Self {
        let mut scan = MeasureScan::new(trace);
        each_row(trace, &mut |row| scan.row(row));
        let nodes = &index.steps.all.registered;
        let forced = index.forced.iter().map(|one| one.no).collect();
        let (each, began) = (&outcome.each, outcome.each.first());
        let ended = each.iter().filter(|one| outcome.over.is_some() && one.to == outcome.over);
        let ended = ended.filter_map(|one| one.ended).next_back();
        let mut list = vec![
            measure(
                What::Duration,
                began.map_or(Number::Nothing, |_| Number::Span(outcome.duration)),
                began.map(|one| one.no).into_iter().chain(ended).collect(),
            ),
            measure(
                What::Drained,
                scan.drained.map_or(Number::Nothing, |(at, _)| {
                    Number::Span(at - began.map_or(SimTime::ZERO, |one| one.from))
                }),
                scan.drained.map(|(_, no)| no).into_iter().collect(),
            ),
            measure(
                What::NodesMax,
                match scan.vms.quota(nodes, index.steps.all.vms.start) {
                    Some(quota) => Number::Within(outcome.nodes.max, quota),
                    None => Number::Count(outcome.nodes.max),
                },
                scan.vms.to(nodes, nodes.max()),
            ),
            measure(
                What::NodesMin,
                Number::Count(outcome.nodes.min),
                scan.vms.to(nodes, nodes.min()),
            ),
            measure(
                What::ExtraNodes,
                Number::NodeTime(outcome.extra_vms_until(until).ms()),
                scan.vms.rows.clone(),
            ),
            measure(
                What::NodeTime,
                Number::NodeTime(outcome.vm_time_until(until).ms()),
                scan.vms.rows,
            ),
            measure(What::Evictions, Number::Count(scan.evictions.len() as u32), scan.evictions),
            measure(What::Forced, Number::Count(outcome.forced), forced),
        ];
        if trace.plan().maintenance.openings != [Maintenance::ALL] {
            let used = each.iter().filter(|one| one.windows > 0).map(|one| one.no).collect();
            list.insert(1, measure(What::Windows, Number::Count(outcome.windows), used));
            let worked = began.map_or(Number::Nothing, |_| Number::Span(outcome.worked));
            list.insert(1, Measure { what: What::Work, number: worked, ..list[0].clone() });
        }
        list.extend(scan.moves.measures());
        list.extend(watched(trace).map(|series| ready(trace, &series)));
        if trace.plan().is_balanced() {
            let rows = |of: fn(&ServiceOutcome) -> Option<RecordNo>| {
                outcome.services.iter().filter_map(of).collect::<Vec<RecordNo>>()
            };
            let lost = rows(|one| one.loses().then_some(one.no));
            let cut = rows(|one| (one.cuts > 0).then_some(one.cut_no));
            list.push(measure(What::Lost, Number::Span(outcome.connections_lost()), lost));
            list.push(measure(What::Cut, Number::Count(outcome.connections_cut()), cut));
        }
        let blocked = index.blocked_nodes.iter().map(|one| one.no).collect();
        list.push(measure(What::Blocked, Number::Span(outcome.blocked), blocked));
        Self { conclusion: outcome.conclusion, own_nodes: outcome.size, list }
    }

    pub fn get(&self, what: What) -> Option<&Measure> {
        self.list.iter().find(|one| one.what == what)
    }
}

/// The table of the compared runs, in the order of the first one's measures.
pub fn table<'a>(runs: &[Option<&'a Measures>]) -> Vec<CompareRow<'a>> {
    let Some(first) = runs.iter().flatten().next() else {
        return Vec::new();
    };
    let alike = alike(runs.iter().flatten().copied());
    let lines = first.list.iter().map(|one| {
        let cells: Vec<Option<&Measure>> =
            runs.iter().map(|run| run.and_then(|run| run.get(one.what))).collect();
        let nothing = cells.iter().flatten().any(|one| one.number == Number::Nothing);
        let marks = alike && !nothing && one.what.is_better_lower();
        let lower = |mine: Number| {
            let others = || cells.iter().flatten().map(|one| one.number);
            !others().any(|other| other.lower(mine)) && others().any(|other| mine.lower(other))
        };
        CompareRow {
            what: one.what,
            cells: cells
                .iter()
                .map(|cell| (*cell, marks && cell.is_some_and(|one| lower(one.number))))
                .collect(),
        }
    });
    lines.collect()
}

/// Did all runs do all of the same work? A run that was rolled back early or is stuck is quick and moves
/// little, which isn't a merit.
pub fn alike<'a>(mut runs: impl Iterator<Item = &'a Measures>) -> bool {
    let first = runs.next();
    first.is_none_or(|first| {
        first.conclusion.completed() && runs.all(|other| other.conclusion == first.conclusion)
    })
}

/// How long a rollback took that was requested at an instant. `None` if none began, or one didn't end.
pub fn rolled_back(trace: &Trace, asked: SimTime) -> Option<SimSpan> {
    let mut under_way = 0;
    let mut last = None;
    for (_, record) in of_upgrades(trace) {
        match record.change {
            Change::RollbackStarted => under_way += 1,
            Change::RolledBack => {
                under_way -= 1;
                last = Some(record.at);
            }
            _ => {}
        }
    }
    last.filter(|_| under_way == 0).map(|at| at - asked)
}

/// Workloads with a wanted number of Pods.
fn watched(trace: &Trace) -> impl Iterator<Item = WorkloadSeries> {
    let workloads = trace.plan().known_workloads();
    let scaled = workloads.filter(|(_, workload)| workload.kind.has_scale());
    scaled.filter_map(|(id, _)| series::workload(trace, id))
}

/// The lowest number of ready Pods, and the rows of the instant at which it was first reached.
fn ready(trace: &Trace, series: &WorkloadSeries) -> Measure {
    let least = series.ready.min();
    let begun = series.ready.points().iter().find(|(_, n)| *n == least);
    let at = begun.map_or(SimTime::ZERO, |(at, _)| *at);
    let of_it = |record: &Record| match record.subject {
        Subject::Pod(pod) => trace.owner(pod) == Some(series.workload),
        _ => false,
    };
    let last = trace.rows_until(at);
    let rows = (0..last)
        .rev()
        .map(RecordNo)
        .map_while(|no| Some((no, trace.record(no)?)))
        .take_while(|(_, record)| record.at == at)
        .filter(|(_, record)| of_it(record))
        .map(|(no, _)| no);
    let mut rows: Vec<RecordNo> = rows.collect();
    rows.reverse();
    let count = |n: i64| u32::try_from(n).unwrap_or(0);
    measure(
        What::Ready(series.workload),
        Number::Of(count(least), count(series.desired.max())),
        rows,
    )
}

/// The rows behind the numbers.
struct MeasureScan<'a> {
    trace: &'a Trace,
    /// The last end of a drain.
    drained: Option<(SimTime, RecordNo)>,
    /// Blue nodes that are drained to be deleted.
    deleted: Set<NodeId>,
    evictions: Vec<RecordNo>,
    moves: Moves,
    vms: VmRows,
}

impl<'a> MeasureScan<'a> {
    fn new(trace: &'a Trace) -> Self {
        Self {
            trace,
            drained: None,
            deleted: Set::new(),
            evictions: Vec::new(),
            moves: Moves::new(trace),
            vms: VmRows::new(trace),
        }
    }

    fn row(&mut self, row: Row<'_>) {
        let Row { no, record, .. } = row;
        match record.subject {
            Subject::Node(node) => {
                match record.change {
                    Change::DrainStarted { .. }
                        if self.trace.rule(record).slug == "blue-green/empty-node" =>
                    {
                        self.deleted.insert(node);
                    }
                    Change::DrainEnded { .. } if !self.deleted.contains(&node) => {
                        self.drained = Some((record.at, no));
                    }
                    _ => {}
                }
                self.vms.row(row);
            }
            Subject::Pod(pod) => {
                self.moves.row(self.trace, row, pod);
                if removal(self.trace, record) == Some(Removal::Evicted) {
                    self.evictions.push(no);
                }
            }
            Subject::Cluster => self.vms.cluster(record),
            Subject::Pool(_)
            | Subject::Zone(_)
            | Subject::Workload(_)
            | Subject::Budget(_)
            | Subject::Service(_) => {}
        }
    }
}
