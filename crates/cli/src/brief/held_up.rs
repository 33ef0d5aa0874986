//! What took the time: refused evictions, terminating Pods, Pods without a node, upgrades that waited.

use super::{Brief, Page, Part, part, plural, record};
use base::{BudgetId, Map, NodeId, PodId, RecordNo, Set, SimSpan, SimTime, WorkloadId};
use query::Topic;
use query::stage::scheduling_phrase;
use query::summary::limit;
use query::why::awaits;
use trace::{Blocker, Change, Record, Subject};

/// Lines at most.
const HELD: usize = 7;
/// A Pod that waits for less is not worth a line.
const LONG_PENDING: SimSpan = SimSpan::from_secs(60);

impl Page<'_> {
    /// What took the time: refused evictions, terminating Pods, Pods without a node, pools that waited.
    pub(super) fn held_up(&self) -> Part {
        let Brief { trace, index, .. } = self.asked;
        let limit = limit(trace);
        let mut found = self.refusals(limit);
        found.extend(self.terminating());
        // Nodes of an upgrade under way that never become Ready.
        let (plan, last) = (trace.plan(), trace.last());
        let nodes = plan.not_ready.keys().filter_map(|id| {
            let waits = awaits(plan, last, *id)?;
            let since = last.nodes.get(*id)?.failed_at?;
            Some((limit - since, self.words.say(&waits)))
        });
        found.extend(nodes);
        // Pods that no node took, by workload: those of the end, and those before.
        let mut pending: Map<(Subject, bool), (SimSpan, RecordNo, Set<PodId>)> = Map::default();
        for hold in &index.holds {
            // A drain that a Pod aborts doesn't hold up the Pod.
            let aborts = matches!(hold.by, Blocker::DrainFilter { .. });
            let (Subject::Pod(pod), false) = (hold.subject, hold.refuses() || aborts) else {
                continue;
            };
            // Since when it waits, also for another reason.
            let created =
                trace.start().pod(pod).filter(model::Pod::pending).map(|one| one.created());
            let began = created.filter(|_| hold.began == SimTime::ZERO).unwrap_or(hold.began);
            let span = hold.end.map_or(limit, |(_, at)| at) - began;
            let Some(owner) = trace.owner(pod).filter(|_| span >= LONG_PENDING) else {
                continue;
            };
            let entry = pending
                .entry((Subject::Workload(owner), hold.end.is_none()))
                .or_insert_with(|| (SimSpan::ZERO, hold.no, Set::new()));
            entry.2.insert(pod);
            if span > entry.0 {
                (entry.0, entry.1) = (span, hold.no);
            }
        }
        for ((owner, still), (span, no, pods)) in &pending {
            let owner = self.words.subject(*owner);
            let (waits, why) =
                match trace.record(*no).is_some_and(|row| row.change.is_unschedulable()) {
                    true => ("pending", self.rejections(*no)),
                    false => ("waiting", self.row(*no)),
                };
            let (n, up_to) = match pods.len() {
                0 | 1 => ("a Pod".to_owned(), ""),
                n => (plural(n, "Pod"), "up to "),
            };
            let lasts = match still {
                true => format!("{owner} has {n} {waits} to the end of the run"),
                false => format!("{owner} had {n} {waits} for {up_to}{}", self.span(*span)),
            };
            found.push((*span, format!("{lasts}: {why}")));
        }
        let of_all = |by| matches!(by, Blocker::Quota { .. });
        let reserved = |by| matches!(by, Blocker::Reservation { .. });
        found.extend(self.no_vms("quota", of_all, limit));
        found.extend(self.no_vms("reservation", reserved, limit));
        found.extend((0..).zip(&plan.quotas).filter_map(|(number, own)| {
            let is = |by| matches!(by, Blocker::QuotaOf { quota, .. } if quota == number);
            self.no_vms(&format!("quota {}", own.name), is, limit)
        }));
        found.extend(self.waits(Subject::Cluster, limit));
        for (pool, _) in trace.plan().pools.iter() {
            found.extend(self.waits(Subject::Pool(pool), limit));
        }
        found.sort_by_key(|(span, _)| std::cmp::Reverse(*span));
        part("What held it up", found.into_iter().map(|(_, text)| text).collect(), HELD)
    }

    /// How long nodes waited for VMs that the quota, or a reservation, didn't allow.
    fn no_vms(
        &self,
        of: &str,
        is_of: impl Fn(Blocker) -> bool,
        limit: SimTime,
    ) -> Option<(SimSpan, String)> {
        let holds = self.asked.index.holds.iter();
        let holds: Vec<_> = holds.filter(|hold| is_of(hold.by)).collect();
        let first = holds.first()?;
        let mut waits: Vec<(SimTime, SimTime)> =
            holds.iter().map(|hold| (hold.at, hold.end.map_or(limit, |(_, at)| at))).collect();
        waits.sort_unstable();
        let (mut span, mut last) = (SimSpan::ZERO, SimTime::ZERO);
        for (from, to) in waits {
            span = span + (to.max(last) - from.max(last).min(to.max(last)));
            last = last.max(to);
        }
        // What lasts at the end has no length; and a pool of which no slot goes on waits in its own line.
        let lasts = match holds.iter().any(|hold| hold.end.is_none()) {
            true => " to the end of the run".to_owned(),
            false if span == SimSpan::ZERO => String::new(),
            false => format!(" for {} in all", self.span(span)),
        };
        let text = format!("the {of} held up VMs{lasts}, first {}", self.row(first.no));
        Some((span, text))
    }

    /// Refused evictions by budget, with the time that the drains of nodes had to wait for it.
    fn refusals(&self, limit: SimTime) -> Vec<(SimSpan, String)> {
        type Wait = (NodeId, SimTime, SimTime);
        let mut refused: Map<BudgetId, (Vec<Wait>, RecordNo)> = Map::default();
        let mut open: Set<BudgetId> = Set::new();
        for hold in self.asked.index.holds.iter().filter(|hold| hold.refuses()) {
            let (Blocker::Budget { budget, .. } | Blocker::TwoBudgets { first: budget, .. }) =
                hold.by
            else {
                continue;
            };
            let until = hold.end.map_or(limit, |(_, at)| at);
            if hold.end.is_none() {
                open.insert(budget);
            }
            let entry = refused.entry(budget).or_insert_with(|| (Vec::new(), hold.no));
            entry.0.extend(hold.node.map(|node| (node, hold.at, until)));
        }
        let said = refused.into_iter().map(|(budget, (mut waits, no))| {
            waits.sort_unstable();
            let mut nodes = 0;
            let mut span = SimSpan::ZERO;
            let mut last: Option<(NodeId, SimTime)> = None;
            for (node, from, until) in waits {
                let known = last.filter(|(same, _)| *same == node).map(|(_, until)| until);
                nodes += usize::from(known.is_none());
                let from = known.map_or(from, |known| from.max(known));
                let until = known.map_or(until, |known| until.max(known));
                span = span + (until - from.min(until));
                last = Some((node, until));
            }
            // What lasts at the end has no length.
            let lasts = match open.contains(&budget) {
                true => "to the end of the run".to_owned(),
                false => format!("for {} in all", self.span(span)),
            };
            let text = format!(
                "{} held up the drains of {} {lasts}{}, first {}",
                self.words.subject(Subject::Budget(budget)),
                plural(nodes, "node"),
                self.failed_sync(budget),
                self.row(no)
            );
            (span, text)
        });
        said.collect()
    }

    /// That the budget's status can't be computed, and because of which owners (KP-08).
    fn failed_sync(&self, budget: BudgetId) -> String {
        let plan = self.asked.trace.plan();
        let Some(own) = plan.budgets.get(budget).filter(|own| own.limit.needs_scale()) else {
            return String::new();
        };
        let is_without = |id: &&WorkloadId| {
            let owner = plan.workloads.get(**id).map(|owner| owner.kind);
            owner.is_some_and(|kind| kind.is_owner() && !kind.has_scale())
        };
        let without = own.workloads.iter().filter(is_without);
        let names: Vec<String> =
            without.map(|id| self.words.subject(Subject::Workload(*id))).collect();
        match names.is_empty() {
            true => String::new(),
            false => format!(
                " (SyncFailed: no scale subresource of {}; only an integer minAvailable counts, KP-08)",
                names.join(", ")
            ),
        }
    }

    /// Why no node took the Pod at that row: the message of the scheduler's event.
    fn rejections(&self, no: RecordNo) -> String {
        let trace = self.asked.trace;
        let Some(first) = trace.record(no) else {
            return String::new();
        };
        let rows = (no.0..).map_while(|no| trace.record(RecordNo(no)));
        let same = rows.take_while(|row| (row.subject, row.at) == (first.subject, first.at));
        let by = |row: Record| match row.change {
            Change::Blocked { by } => Some(by),
            _ => None,
        };
        let cluster = trace.frame_at(first.at).cluster;
        let blockers: Vec<Blocker> = same.filter_map(by).collect();
        let Some(phrase) = scheduling_phrase(trace, &cluster, first.subject, &blockers) else {
            return self.row(no);
        };
        let (at, pod) = (self.words.instant(first.at), self.words.subject(first.subject));
        format!("{at} {pod}: {} {}", self.words.say(&phrase), record(no))
    }

    /// The row with which an upgrade began to wait, and when it goes on.
    fn row_until(&self, no: RecordNo, at: SimTime) -> String {
        let Brief { trace, index, .. } = self.asked;
        let subject = trace.record(no).map(|row| Topic::Subject(row.subject));
        let why = subject.and_then(|subject| query::why(trace, index, subject, at));
        let until = why.and_then(|why| why.until);
        let until = until.map(|until| format!(". Until: {}", self.words.say(&until.sentence)));
        self.row(no) + &until.unwrap_or_default()
    }

    fn waiting(&self, subject: Subject) -> String {
        match subject {
            Subject::Cluster => "the control plane".to_owned(),
            _ => self.words.subject(subject),
        }
    }

    /// How long the upgrade of a pool or the control plane was queued, paused, or without capacity, with its longest wait.
    fn waits(&self, subject: Subject, limit: SimTime) -> Option<(SimSpan, String)> {
        let trace = self.asked.trace;
        let mut longest: Option<(SimSpan, RecordNo, SimTime)> = None;
        let mut total = SimSpan::ZERO;
        let mut open: Option<(RecordNo, SimTime)> = None;
        let rows = trace.rows_of(subject);
        let rows = rows.into_iter().filter_map(|no| Some((no, trace.record(no)?)));
        let mut close = |open: &mut Option<(RecordNo, SimTime)>, at: SimTime| {
            if let Some((no, from)) = open.take() {
                total = total + (at - from);
                if longest.is_none_or(|(span, ..)| at - from > span) {
                    longest = Some((at - from, no, from));
                }
            }
        };
        let is_phase = |change: Change| match subject {
            Subject::Cluster => {
                matches!(change, Change::UpgradeQueued { .. } | Change::ControlPlaneStarted { .. })
            }
            _ => change.is_phase(),
        };
        for (no, row) in rows.filter(|(_, row)| is_phase(row.change)) {
            close(&mut open, row.at);
            let waits = matches!(
                row.change,
                Change::UpgradeQueued { .. }
                    | Change::UpgradePaused { .. }
                    | Change::ResourcesMissing
            );
            open = waits.then_some((no, row.at));
        }
        let still = open;
        close(&mut open, limit);
        if let Some((no, from)) = still {
            let who = self.waiting(subject);
            let text = format!("{who} waits to the end of the run: {}", self.row_until(no, from));
            return Some((limit - from, text));
        }
        let (span, no, from) = longest.filter(|(span, ..)| *span > SimSpan::ZERO)?;
        let text = format!(
            "{} waited for {} in all, longest {}: {}",
            self.waiting(subject),
            self.span(total),
            self.span(span),
            self.row_until(no, from)
        );
        Some((total, text))
    }
}
