//! The windows that upgrades used, and how many nodes each finished.

use super::super::english;
use super::super::order::ends;
use super::{Page, Part, part, plural};
use base::{Message, PoolId, RecordNo, SimTime, say};
use model::Maintenance;
use query::summary::upgraded;
use query::windows::manual_in_exclusions;
use trace::{Change, Subject, Trace};
use words::Words;
use words::visible::visible;

/// Windows at most.
const WINDOWS: usize = 4;

impl Page<'_> {
    /// The numbers of all lines are those of the whole run: nodes that are finished after a window has closed are counted
    /// with it, those before the first one on their own.
    pub(super) fn windows(&self) -> Part {
        let trace = self.asked.trace;
        let openings = &trace.plan().maintenance.openings;
        let starts = query::windows::used(trace).into_iter();
        let starts: Vec<SimTime> = starts.filter_map(|no| Some(trace.record(no)?.at)).collect();
        let used = openings.iter().filter(|one| {
            **one != Maintenance::ALL && starts.iter().any(|at| one.0 <= *at && *at < one.1)
        });
        let used: Vec<(SimTime, SimTime)> = used.copied().collect();
        // A script may open the first one before the start, and the last one for ever.
        let (start, end) = (SimTime::ZERO, trace.end());
        let again = counted_again(trace);
        let done = |at: SimTime| match at <= start {
            true => 0,
            false => {
                let earlier = again.iter().filter(|(from, _)| *from <= at).map(|(_, n)| n);
                upgraded(trace, &trace.frame_at(at.min(end)).cluster) + earlier.sum::<u32>()
            }
        };
        let all = done(SimTime::MAX);
        let nodes = |n: u32| format!("{} upgraded", plural(n as usize, "node"));
        let mut lines = Vec::new();
        let before = used.first().map_or(0, |(from, _)| done(*from));
        if before > 0 {
            lines.push(format!("before the first of them: {}", nodes(before)));
        }
        let first = lines.len();
        for (at, (from, to)) in used.iter().enumerate().take(WINDOWS) {
            let (opened, closed) = (done(*from), done(*to));
            let end = used.get(at + 1).map_or(all, |(from, _)| done(*from));
            let late = match end.saturating_sub(closed) {
                0 => String::new(),
                n => format!(", {n} more after it closed"),
            };
            let from = self.words.instant((*from).max(start));
            let to = match *to < SimTime::MAX {
                true => self.words.instant(*to),
                false => "the end".to_owned(),
            };
            let inside = nodes(closed.saturating_sub(opened));
            lines.push(format!("{from} to {to}: {inside}{late}"));
        }
        if let Some((from, _)) = used.get(WINDOWS) {
            let more = plural(used.len() - WINDOWS, "more window");
            lines.push(format!("{more}: {}", nodes(all.saturating_sub(done(*from)))));
        }
        part("Windows used", lines, first + WINDOWS + 1)
    }
}

impl Page<'_> {
    /// Manual upgrades that run although an exclusion of all upgrades is active.
    pub(super) fn in_exclusions(&self) -> Part {
        let said = in_exclusions(self.asked.trace, self.words, "cli-in-exclusion");
        part("Within exclusions", said.iter().map(english::text).collect(), WINDOWS)
    }
}

/// The message for each manual upgrade within an exclusion of all upgrades.
pub(in super::super) fn in_exclusions(
    trace: &Trace,
    words: &Words<'_>,
    key: &'static str,
) -> Vec<Message> {
    let exclusions = &trace.plan().maintenance.exclusions;
    let line = |(no, pool, at): (RecordNo, PoolId, usize)| {
        let (one, row) = (exclusions.get(at)?, trace.record(no)?);
        Some(say!(
            key,
            at = words.instant(row.at),
            pool = words.subject(Subject::Pool(pool)),
            name = visible(one.name.clone()),
            scope = one.scope.name(),
            to = ends(words, one),
            no = no.0,
        ))
    };
    manual_in_exclusions(trace).into_iter().filter_map(line).collect()
}

/// When a pool's next upgrade began, and how many of its upgraded nodes are original ones again from then on.
fn counted_again(trace: &Trace) -> Vec<(SimTime, u32)> {
    let starts =
        trace.records().filter(|(_, row)| matches!(row.change, Change::UpgradeStarted { .. }));
    let count = |next: u32, at: SimTime| upgraded(trace, &trace.frame(next, at).cluster);
    starts
        .map(|(no, row)| (row.at, count(no.0, row.at).saturating_sub(count(no.0 + 1, row.at))))
        .filter(|(_, n)| *n > 0)
        .collect()
}
