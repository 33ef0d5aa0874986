//! New connections to Services: which part of them is lost, when, and how.

mod cuts;
mod scan;
mod service;
mod share;

pub use cuts::Cut;
pub(crate) use scan::TrafficScan;
pub(crate) use service::{connected, place};
pub use share::{Fraction, TrafficShare};

use base::{Map, RecordNo, ServiceId, SimSpan, SimTime};
use trace::{Change, Frame, Subject, Trace};

/// What becomes of new connections to each Service with a load balancer.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Traffic {
    each: Map<ServiceId, Vec<TrafficShare>>,
    scan: Option<Box<TrafficScan>>,
}

/// What a Service loses: new connections (AM-97), and open ones (AM-98).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ServiceOutcome {
    pub service: ServiceId,
    /// The most of a hundred at once, rounded up.
    pub most: u32,
    /// How long some are lost, and in how many stretches.
    pub lasts: SimSpan,
    pub times: u32,
    /// How long it would take to lose as many if all were lost.
    pub whole: SimSpan,
    pub since: SimTime,
    /// The row with which it begins.
    pub no: RecordNo,
    /// It lasts to the end.
    pub open: bool,
    /// The most of a hundred open connections that are cut at once, rounded up; at how many instants some are.
    pub cut: u32,
    pub cuts: u32,
    /// The row that leads to the largest one.
    pub cut_no: RecordNo,
}

impl ServiceOutcome {
    /// Are new connections lost?
    pub fn loses(&self) -> bool {
        self.times > 0
    }
}

impl Traffic {
    /// The shares of a Service in order: each lasts until the next one. Empty: it has no load balancer.
    pub fn of(&self, service: ServiceId) -> &[TrafficShare] {
        self.each.get(&service).map_or(&[], Vec::as_slice)
    }

    /// The share at an instant.
    pub fn at(&self, service: ServiceId, at: SimTime) -> Option<&TrafficShare> {
        let all = self.of(service);
        all.get(all.partition_point(|one| one.from <= at).checked_sub(1)?)
    }

    /// When a part of the connections is lost: from when to when, or to the end.
    pub fn stretches(&self, service: ServiceId) -> Vec<(SimTime, Option<SimTime>)> {
        let mut found: Vec<(SimTime, Option<SimTime>)> = Vec::new();
        for one in self.of(service) {
            match found.last_mut() {
                Some((_, to @ None)) if !one.loses() => *to = Some(one.from),
                Some((_, None)) => {}
                _ if one.loses() => found.push((one.from, None)),
                _ => {}
            }
        }
        found
    }

    /// What is lost until then; `None`: nothing.
    pub fn losses(&self, service: ServiceId, end: SimTime) -> Option<ServiceOutcome> {
        let all = self.of(service);
        let ends = all.iter().skip(1).map(|one| one.from).chain([end]);
        let spans = all.iter().zip(ends).map(|(one, to)| (one, to.min(end) - one.from));
        let lost = spans.filter(|(one, lasts)| one.loses() && *lasts > SimSpan::ZERO);
        let lost: Vec<(&TrafficShare, SimSpan)> = lost.collect();
        let cuts = self.cuts(service).iter().filter(|one| one.at <= end);
        let largest = cuts.clone().rev().max_by_key(|one| one.part);
        let first = lost.first().map(|(first, _)| *first);
        if first.is_none() && largest.is_none() {
            return None;
        }
        let stretches = self.stretches(service);
        Some(ServiceOutcome {
            service,
            cut: largest.map_or(0, |one| one.part.percent()),
            cuts: cuts.count() as u32,
            cut_no: largest.map_or(RecordNo(0), |one| one.no),
            most: lost.iter().map(|(one, _)| one.lost()).max().map_or(0, Fraction::percent),
            lasts: lost.iter().fold(SimSpan::ZERO, |sum, (_, lasts)| sum + *lasts),
            times: stretches.iter().filter(|(from, _)| *from < end).count() as u32,
            whole: whole(&lost),
            since: first.map_or(SimTime::ZERO, |first| first.from),
            no: first.map_or(RecordNo(0), |first| first.no),
            open: stretches.last().is_some_and(|(_, to)| to.is_none()),
        })
    }
}

/// The time that all losses together come to, to the nearest millisecond.
fn whole(lost: &[(&TrafficShare, SimSpan)]) -> SimSpan {
    // Exact enough for every sum.
    const FINE: u32 = 32;
    let fine = lost.iter().map(|(one, lasts)| {
        let Fraction { n, of } = one.lost();
        ((i128::from(lasts.ms()) * i128::from(n)) << FINE) / i128::from(of.max(1))
    });
    SimSpan::from_ms(((fine.sum::<i128>() + (1 << (FINE - 1))) >> FINE) as i64)
}

/// While the API doesn't answer, endpoints stay as they were known at its start.
///
/// Rulebook: AM-69.
pub(crate) fn before_outage(trace: &Trace, frame: &Frame) -> Option<Frame> {
    let is_start = |no: &RecordNo| {
        let row = trace.record(*no);
        row.is_some_and(|row| matches!(row.change, Change::ReplicaStarted { .. }))
    };
    let is_down = frame.cluster.control_plane.is_down();
    let mut rows = is_down.then(|| trace.rows_back(Subject::Cluster, frame.next))?;
    let start = rows.find(is_start).map_or(0, |no| no.0);
    Some(trace.frame(start, frame.at))
}
