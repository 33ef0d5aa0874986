//! New connections to Services: which part of them is lost, when, and how.

mod cuts;
mod nodes;
mod scan;
mod service;
mod share;

pub use cuts::Cut;
pub use nodes::DrawRange;
pub(crate) use scan::TrafficScan;
pub(crate) use service::{connected, place};
pub use share::{Fraction, TrafficShare};

use base::{Map, RecordNo, ServiceId, SimSpan, SimTime};
use trace::{Change, Frame, Subject, Trace};

/// What becomes of new connections to each Service with a load balancer.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Traffic {
    each: Map<ServiceId, ServiceTraffic>,
    scan: Option<Box<TrafficScan>>,
}

#[derive(Clone, PartialEq, Debug, Default)]
struct ServiceTraffic {
    shares: Vec<TrafficShare>,
    /// If backends are drawn, from the first instant on at which draws differ.
    ranges: Vec<DrawRange>,
}

/// What a Service loses: new connections (AM-97), and open ones (AM-98).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ServiceOutcome {
    pub service: ServiceId,
    /// The most of a hundred at once, rounded up: with the nodes that are drawn, with the best draw, and with the worst.
    pub most: u32,
    pub least: u32,
    pub worst: u32,
    /// How long some are lost with the worst draw, and how long it would take to lose as many if all were lost.
    pub worst_lasts: SimSpan,
    pub worst_whole: SimSpan,
    /// How long some are lost, and in how many stretches; with the worst draw, if none are with the nodes that are drawn.
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
    /// Are new connections lost, or may they be, by which nodes are drawn?
    pub fn loses(&self) -> bool {
        self.times > 0
    }

    /// Does it depend on which nodes are drawn?
    pub fn varies(&self) -> bool {
        (self.least, self.worst, self.worst_lasts) != (self.most, self.most, self.lasts)
    }
}

impl Traffic {
    /// The shares of a Service in order: each lasts until the next one. Empty: it has no load balancer.
    pub fn of(&self, service: ServiceId) -> &[TrafficShare] {
        self.each.get(&service).map_or(&[], |one| one.shares.as_slice())
    }

    /// The share at an instant.
    pub fn at(&self, service: ServiceId, at: SimTime) -> Option<&TrafficShare> {
        let all = self.of(service);
        all.get(all.partition_point(|one| one.from <= at).checked_sub(1)?)
    }

    /// What the best and the worst draw of nodes lose at an instant, if they differ.
    pub fn range(&self, service: ServiceId, at: SimTime) -> Option<[Fraction; 2]> {
        let all = self.ranges(service);
        let one = all.get(all.partition_point(|one| one.from <= at).checked_sub(1)?)?;
        (one.low != one.high).then_some([one.low, one.high])
    }

    /// Each lasts until the next one. Before the first, and of a Service that has none, all draws lose what is lost.
    pub fn ranges(&self, service: ServiceId) -> &[DrawRange] {
        self.each.get(&service).map_or(&[], |one| one.ranges.as_slice())
    }

    /// What is lost from an instant on, with the row with which it begins.
    pub(crate) fn parts(&self, service: ServiceId) -> Vec<LostPart> {
        self.of(service).iter().map(|one| (one.from, one.no, one.lost())).collect()
    }

    /// [`Traffic::parts`] with a draw.
    pub(crate) fn drawn(
        &self,
        service: ServiceId,
        of: fn(&DrawRange) -> Fraction,
    ) -> Vec<LostPart> {
        let (parts, ranges) = (self.parts(service), self.ranges(service));
        let is_before = |(from, ..): &LostPart| ranges.first().is_none_or(|one| *from < one.from);
        let before = parts.into_iter().filter(is_before);
        before.chain(ranges.iter().map(|one| (one.from, one.no, of(one)))).collect()
    }

    /// When a part of the connections is lost: from when to when, or to the end.
    pub fn stretches(&self, service: ServiceId) -> Vec<(SimTime, Option<SimTime>)> {
        stretches(&self.parts(service))
    }

    /// What is lost until then; `None`: nothing.
    pub fn losses(&self, service: ServiceId, end: SimTime) -> Option<ServiceOutcome> {
        let parts = self.parts(service);
        let (best, worst) =
            (self.drawn(service, |one| one.low), self.drawn(service, |one| one.high));
        let (lost, most) = (lost(&parts, end), lost(&worst, end));
        // What may be lost counts where nothing is.
        let (shown, parts) = if lost.is_empty() { (&most, &worst) } else { (&lost, &parts) };
        let cuts = self.cuts(service).iter().filter(|one| one.at <= end);
        let largest = cuts.clone().rev().max_by_key(|one| one.part);
        let first = shown.first().map(|((from, no, _), _)| (*from, *no));
        if first.is_none() && largest.is_none() {
            return None;
        }
        let stretches = stretches(parts);
        let percent = |of: &[(LostPart, SimSpan)]| {
            of.iter().map(|((.., part), _)| *part).max().map_or(0, Fraction::percent)
        };
        let lasts = |of: &[(LostPart, SimSpan)]| {
            of.iter().fold(SimSpan::ZERO, |sum, (_, lasts)| sum + *lasts)
        };
        let (since, no) = first.unwrap_or((SimTime::ZERO, RecordNo(0)));
        Some(ServiceOutcome {
            service,
            cut: largest.map_or(0, |one| one.part.percent()),
            cuts: cuts.count() as u32,
            cut_no: largest.map_or(RecordNo(0), |one| one.no),
            most: percent(&lost),
            least: percent(&self::lost(&best, end)),
            worst: percent(&most),
            worst_lasts: lasts(&most),
            worst_whole: whole(&most),
            lasts: lasts(shown),
            times: stretches.iter().filter(|(from, _)| *from < end).count() as u32,
            whole: whole(&lost),
            since,
            no,
            open: stretches.last().is_some_and(|(_, to)| to.is_none()),
        })
    }
}

/// What is lost from an instant on, and the row with which it begins.
pub(crate) type LostPart = (SimTime, RecordNo, Fraction);

/// The parts that lose some until then, each with how long it lasts.
fn lost(parts: &[LostPart], end: SimTime) -> Vec<(LostPart, SimSpan)> {
    let ends = parts.iter().skip(1).map(|(from, ..)| *from).chain([end]);
    let spans = parts.iter().zip(ends).map(|(one, to)| (*one, to.min(end) - one.0));
    spans.filter(|((.., part), lasts)| part.n > 0 && *lasts > SimSpan::ZERO).collect()
}

fn stretches(parts: &[LostPart]) -> Vec<(SimTime, Option<SimTime>)> {
    let mut found: Vec<(SimTime, Option<SimTime>)> = Vec::new();
    for (from, _, part) in parts {
        match found.last_mut() {
            Some((_, to @ None)) if part.n == 0 => *to = Some(*from),
            Some((_, None)) => {}
            _ if part.n > 0 => found.push((*from, None)),
            _ => {}
        }
    }
    found
}

/// The time that all losses together come to, to the nearest millisecond.
fn whole(lost: &[(LostPart, SimSpan)]) -> SimSpan {
    // Exact enough for every sum.
    const FINE: u32 = 32;
    let fine = lost.iter().map(|((.., part), lasts)| {
        let Fraction { n, of } = *part;
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
