//! What a run does to workloads and their Pods.

use super::super::fail_on::{Held, Judged};
use super::{AGAIN, Brief, Page, Part, part, plural, record};
use base::{Map, SimSpan, SimTime, WorkloadId};
use core::cmp::Reverse;
use model::Workload;
use query::WorkloadSummary;
use query::summary::limit;
use trace::{Change, Subject};

/// Lines at most.
const HURT: usize = 10;

impl Page<'_> {
    /// Workloads, and what ended Pods.
    pub(super) fn hurt(&self) -> Part {
        let Brief { trace, summary, .. } = self.asked;
        let judged = Judged {
            trace,
            summary,
            words: self.words,
            reports: self.asked.reports,
            diagnostics: &[],
        };
        // The first Pod of both is the same one if every forced Pod had a budget.
        let forced = judged.forced().filter(|_| summary.forced != summary.violations);
        let held = [forced, judged.violations(), judged.lost()];
        let sentence =
            |held: Held| format!("{} {}", held.sentence, held.no.map_or_else(String::new, record));
        let mut lines: Vec<String> = held.into_iter().flatten().map(sentence).collect();
        lines.extend(self.forced_out());
        lines.extend(self.gone_daemons());
        let mut hurt = query::hurt(&summary.workloads);
        let others = summary.workloads.iter().filter(|one| !hurt.contains(one));
        let others: Vec<WorkloadSummary> = others.copied().collect();
        hurt.extend(others);
        let hurt = hurt.iter().filter(|one| self.is_told(one));
        // Workloads with the same fate share a line.
        let mut fates: Vec<(Vec<&WorkloadSummary>, String)> = Vec::new();
        for one in hurt {
            let fate = self.fate(one);
            match fates.iter_mut().find(|(_, known)| *known == fate) {
                Some((alike, _)) => alike.push(one),
                None => fates.push((vec![one], fate)),
            }
        }
        lines.extend(fates.into_iter().map(|(alike, fate)| {
            let first = self.words.subject(Subject::Workload(alike[0].workload));
            match alike.len() - 1 {
                0 => format!("{first}: {fate}"),
                more => format!("{first} and {} like it: {fate}", plural(more, "workload")),
            }
        }));
        part("Who is hurt", lines, HURT)
    }

    /// Is it worse than that few of its Pods are missing for a while?
    fn is_told(&self, one: &WorkloadSummary) -> bool {
        let halved =
            one.fewest.is_some_and(|fewest| one.replicas > 1 && fewest * 2 <= one.replicas);
        one.is_hurt() || halved || one.refused > 0 || self.is_marked(one)
    }

    /// Whose Pods are forced out, if they are several workloads'.
    fn forced_out(&self) -> Option<String> {
        let mut forced: Map<Subject, u32> = Map::default();
        for (_, row) in self.asked.trace.records().filter(|(_, row)| row.change.is_forced()) {
            if let Subject::Pod(pod) = row.subject
                && let Some(owner) = self.asked.trace.owner(pod)
            {
                *forced.entry(Subject::Workload(owner)).or_default() += 1;
            }
        }
        let mut forced: Vec<(Subject, u32)> = forced.into_iter().collect();
        forced.sort_by_key(|(_, n)| Reverse(*n));
        let said =
            forced.iter().take(AGAIN).map(|(one, n)| format!("{} {n}", self.words.subject(*one)));
        let said = said.collect::<Vec<_>>().join(", ");
        let more = match forced.len().saturating_sub(AGAIN) {
            0 => String::new(),
            n => format!(" and {}", plural(n, "more workload")),
        };
        (forced.len() > 1).then(|| format!("Forced out: {said}{more}"))
    }

    /// Pods of DaemonSets that end with their nodes, where clients may miss them.
    fn gone_daemons(&self) -> Vec<String> {
        let trace = self.asked.trace;
        let mut gone: Map<WorkloadId, usize> = Map::default();
        for (_, row) in trace.records().filter(|(_, row)| row.change == Change::PodGone) {
            let Subject::Pod(pod) = row.subject else { continue };
            if let Some(owner) = trace.owner(pod)
                && trace.plan().workloads.get(owner).is_some_and(Workload::is_missed_daemon)
                && trace.rule(&row).slug == "node/takes-pods"
            {
                *gone.entry(owner).or_default() += 1;
            }
        }
        let said = gone.into_iter().map(|(owner, pods)| {
            let own = trace.plan().workloads.get(owner);
            let grace = self.span(own.map_or(SimSpan::ZERO, |own| own.grace));
            let owner = self.words.subject(Subject::Workload(owner));
            let (pods, their) = match pods {
                1 => ("1 Pod goes with its node".to_owned(), "its"),
                n => (format!("{n} Pods go with their nodes"), "their"),
            };
            format!("{owner}: {pods}, without {their} grace period of {grace} and without preStop (KD-11)")
        });
        said.collect()
    }

    fn fate(&self, one: &WorkloadSummary) -> String {
        let mut said = Vec::new();
        if let Some(no) = one.failed {
            let at = self.asked.trace.record(no).map(|row| self.words.instant(row.at));
            said.push(format!("the Job failed at {} {}", at.unwrap_or_default(), record(no)));
        }
        if let Some(fewest) = one.fewest {
            said.push(format!("fewest ready {fewest} of {}", one.replicas));
        }
        let own = self.asked.trace.plan().workloads.get(one.workload);
        let budgets = own.map_or(&[][..], |own| own.budgets.as_slice());
        if one.without_ready > SimSpan::ZERO {
            // A workload that is short whenever its only budget is stands there as that budget.
            let own = |subject| match subject {
                Subject::Budget(id) => budgets.contains(&id),
                subject => subject == Subject::Workload(one.workload),
            };
            said.push(format!("no ready Pod {}", self.lasts(own, one.without_ready)));
        }
        if one.below_budget > SimSpan::ZERO {
            let own = |subject| matches!(subject, Subject::Budget(id) if budgets.contains(&id));
            let mut short = self.short.iter().filter(|one| own(one.subject));
            let by = match short.all(|one| one.by_rollout) {
                true => " by its rollout, which doesn't read PDBs",
                false => "",
            };
            said.push(format!("below its PDB {}{by}", self.lasts(own, one.below_budget)));
        }
        if one.killed > 0 {
            said.push(format!(
                "{} killed at the end of the grace period",
                plural(one.killed as usize, "Pod")
            ));
        }
        if one.work_lost > SimSpan::ZERO {
            said.push(format!("{} of work lost", self.span(one.work_lost)));
        }
        if let Some(risk) = one.at_risk {
            let (longest, since) = (self.span(risk.longest), self.words.instant(risk.since));
            let pods = match risk.pods {
                1 => "1 Pod".to_owned(),
                n => format!("each of {n} Pods, {} in all", self.span(risk.total)),
            };
            said.push(format!(
                "lost work unknown (no assumptions.work): up to {longest} in {pods}, running since {since}"
            ));
        }
        if one.refused > 0 {
            let pods = plural(one.refused as usize, "Pod");
            said.push(format!("{pods} missing at the end, refused by an admission webhook"));
        }
        if self.is_marked(one) {
            said.push("safe-to-evict \"false\" holds up no drain of an upgrade".to_owned());
        }
        if one.moves > 0 {
            let again = match one.moved_again {
                0 => String::new(),
                n => format!(", {n} of them again"),
            };
            said.push(format!("{}{again}", plural(one.moves as usize, "move")));
        }
        said.join("; ")
    }

    /// Did Pods move that the cluster autoscaler must not evict? Autopilot has rules of its own for them.
    fn is_marked(&self, one: &WorkloadSummary) -> bool {
        let trace = self.asked.trace;
        let own = trace.plan().workloads.get(one.workload);
        one.moves > 0
            && !trace.start().control_plane.autopilot
            && own.is_some_and(|own| own.not_safe_to_evict)
    }

    /// How long one of the subjects had too few ready Pods, and how long at the start; what lasts at the end has no length.
    fn lasts(&self, is_meant: impl Fn(Subject) -> bool, total: SimSpan) -> String {
        let mut short = self.short.iter().filter(|one| one.total == total && is_meant(one.subject));
        let Some(found) = short.next() else {
            return format!("for {}", self.span(total));
        };
        let at_start = match found.stretches.first() {
            Some((SimTime::ZERO, Some(to))) if *to - SimTime::ZERO == total => {
                " at the start".to_owned()
            }
            Some((SimTime::ZERO, Some(to))) => {
                format!(", {} of it at the start", self.span(*to - SimTime::ZERO))
            }
            _ => String::new(),
        };
        let Some(from) = found.open_since() else {
            return format!("for {}{at_start}", self.span(total));
        };
        let still = format!("from {} to the end of the run", self.words.instant(from));
        match total - (limit(self.asked.trace) - from) {
            SimSpan::ZERO => still,
            earlier => format!("for {}, and {still}", self.span(earlier)),
        }
    }
}
