//! The workloads that a run hurts.

use super::super::summary::Short;
use super::{Brief, Page, part, plural, record};
use base::{Map, RecordNo, SimSpan, WorkloadId};
use core::cmp::Reverse;
use query::WorkloadOutcome;
use trace::{Change, Subject};

/// Lines at most.
const HURT: usize = 10;

/// How many Pods of a workload end so, and the first of them.
type Counts = Map<WorkloadId, (u32, RecordNo)>;

impl Page<'_> {
    /// Forced out and lost Pods, fewest ready Pods, and for how long; the worst first.
    pub(super) fn hurt(&self) -> Vec<String> {
        let Brief { trace, index, outcome, .. } = self.asked;
        let (mut forced, mut lost) = (Counts::default(), Counts::default());
        for one in &index.forced {
            if let Some(owner) = trace.owner(one.pod) {
                forced.entry(owner).or_insert((0, one.no)).0 += 1;
            }
        }
        for pod in &outcome.lost {
            let Some(owner) = trace.owner(*pod) else { continue };
            for no in trace.rows_of(Subject::Pod(*pod)) {
                let change = trace.record(no).map(|row| row.change);
                if matches!(change, Some(Change::PodForced { .. } | Change::PodGone)) {
                    let (n, first) = lost.entry(owner).or_insert((0, no));
                    (*n, *first) = (*n + 1, no.min(*first));
                }
            }
        }
        let ended = |one: &WorkloadOutcome| {
            let count = |counts: &Counts| counts.get(&one.workload).map_or(0, |(n, _)| *n);
            (count(&lost), count(&forced))
        };
        let mut hurt = query::hurt(&outcome.workloads);
        let others = outcome.workloads.iter().filter(|one| !hurt.contains(one));
        let others: Vec<WorkloadOutcome> = others.copied().collect();
        hurt.extend(others);
        hurt.retain(|one| is_told(one) || ended(one) > (0, 0));
        hurt.sort_by_key(|one| Reverse(ended(one)));
        // Workloads with the same fate share a line.
        let mut fates: Vec<(Vec<WorkloadId>, String)> = Vec::new();
        for one in &hurt {
            let mut fate = self.fate(one);
            for (counts, what) in [(&lost, "lost"), (&forced, "forced out")] {
                fate.extend(counts.get(&one.workload).map(|(n, no)| {
                    format!("{} {what}, first {}", plural(*n as usize, "Pod"), record(*no))
                }));
            }
            let fate = fate.join("; ");
            match fates.iter_mut().find(|(_, known)| *known == fate) {
                Some((alike, _)) => alike.push(one.workload),
                None => fates.push((vec![one.workload], fate)),
            }
        }
        let line = |(alike, fate): (Vec<WorkloadId>, String)| {
            let first = self.words.subject(Subject::Workload(alike[0]));
            match alike.len() - 1 {
                0 => format!("{first}: {fate}"),
                more => format!("{first} and {} like it: {fate}", plural(more, "workload")),
            }
        };
        part("Who is hurt", fates.into_iter().map(line).collect(), HURT)
    }

    fn fate(&self, one: &WorkloadOutcome) -> Vec<String> {
        let trace = self.asked.trace;
        let mut said = Vec::new();
        said.extend(one.failed.map(|no| {
            let at = trace.record(no).map(|row| self.words.instant(row.at));
            format!("the Job failed at {} {}", at.unwrap_or_default(), record(no))
        }));
        said.extend(one.fewest.map(|fewest| format!("fewest ready {fewest} of {}", one.replicas)));
        for (what, total) in
            [("no ready Pod", one.without_ready), ("below its PDB", one.below_budget)]
        {
            if total > SimSpan::ZERO {
                let short = Short::of(trace, &self.short, one, total);
                said.push(format!("{what} {}", self.lasts(total, &short)));
            }
        }
        if one.killed > 0 {
            let pods = plural(one.killed as usize, "Pod");
            said.push(format!("{pods} killed at the end of the grace period"));
        }
        if one.work_lost > SimSpan::ZERO {
            said.push(format!("{} of work lost", self.span(one.work_lost.rounded())));
        }
        if let Some(risk) = one.at_risk {
            let each = if risk.pods > 1 { " each" } else { "" };
            let longest = self.span(risk.longest.rounded());
            said.push(format!("up to {longest} of work{each} lost, if none is saved"));
        }
        said
    }

    /// What lasts at the end of the run has no length.
    fn lasts(&self, total: SimSpan, short: &Short) -> String {
        let Some((from, earlier)) = short.open else {
            return format!("for {}", self.span(total));
        };
        let still = format!("from {} to the end of the run", self.words.instant(from));
        match earlier {
            SimSpan::ZERO => still,
            earlier => format!("for {}, and {still}", self.span(earlier)),
        }
    }
}

/// Is it worse than that few of its Pods are missing for a while?
fn is_told(one: &WorkloadOutcome) -> bool {
    let halved = one.fewest.is_some_and(|fewest| one.replicas > 1 && fewest * 2 <= one.replicas);
    one.is_hurt() || halved
}
