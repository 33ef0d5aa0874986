//! How long each step of a runbook takes, as a run of it shows.

use base::{Message, NodeId, PodId, SimTime, say};
use model::{Command, NodeRef};
use query::outcome::limit;
use query::{ForcedBy, Index};
use std::collections::BTreeSet;
use trace::{Blocker, Change, Subject, Trace, Value};
use words::{Words, catalogue::english};

use super::finished_run::{FinishedRun, dates};

/// The position of each step in the script, and from when to when its work lasts. What the run doesn't end has no length.
pub(super) fn expected(ran: &FinishedRun) -> Vec<(usize, Message)> {
    let trace = &ran.trace;
    let clock = dates(trace, None);
    let words = Words::new(english(), &clock, trace.plan(), trace.last());
    let index = &Index::of(trace);
    let lost = ran.outcome(index).lost;
    let mut run = RunbookRun { trace, index, words: &words, lost, said: Vec::new() };
    let mut open: Vec<OpenCommand> = Vec::new();
    let mut last = None;
    for (no, row) in trace.records() {
        match row.change {
            Change::Commanded { entry } => {
                let Some(entry) = trace.plan().script.get(entry as usize) else { continue };
                last = Some((no, entry.item));
                let Some(subject) = subject_of(&entry.command) else { continue };
                // What comes later goes on with it or stops it.
                open.retain(|other| other.subject != subject);
                open.push(OpenCommand { item: entry.item, subject, given: row.at, began: None });
            }
            Change::Refused { why } if why.is_failure() => {
                if let Some((_, item)) = last.filter(|(no, _)| row.cause == Some(*no)) {
                    let why: Message = say!(why.key());
                    run.said.push((item as usize, say!("runbook-no-effect", why = why)));
                }
            }
            Change::UpgradeStarted { .. }
            | Change::UpgradeResumed { .. }
            | Change::RollbackStarted
            | Change::ControlPlaneStarted { .. }
            | Change::DrainStarted { .. } => {
                let own = open.iter_mut().filter(|command| command.subject == row.subject);
                own.for_each(|command| command.began = command.began.or(Some(row.at)));
            }
            Change::UpgradeSucceeded
            | Change::RolledBack
            | Change::ControlPlaneDone
            | Change::DrainEnded { .. }
            | Change::DrainAborted => {
                for command in open.extract_if(.., |command| command.subject == row.subject) {
                    run.ended(&command, row.at, row.change == Change::DrainAborted);
                }
            }
            Change::UpgradeCancelled | Change::UpgradeFailed => {
                open.retain(|command| command.subject != row.subject);
            }
            _ => {}
        }
    }
    open.iter().for_each(|command| run.unfinished(command));
    run.said
}

/// A command whose work isn't over.
struct OpenCommand {
    /// Its position in the script.
    item: u32,
    /// What it works on.
    subject: Subject,
    /// When it was given.
    given: SimTime,
    /// When its work began.
    began: Option<SimTime>,
}

/// What a command works on; `None` for commands whose length isn't told.
fn subject_of(command: &Command) -> Option<Subject> {
    match *command {
        Command::Upgrade { pool, .. }
        | Command::Resume { pool, .. }
        | Command::Rollback { pool, .. } => Some(Subject::Pool(pool)),
        Command::UpgradeControlPlane { .. } => Some(Subject::Cluster),
        Command::Drain { node: NodeRef::Start(node), .. } => Some(Subject::Node(node)),
        _ => None,
    }
}

/// A run of a runbook, and what it shows of the steps so far.
struct RunbookRun<'a> {
    trace: &'a Trace,
    index: &'a Index,
    words: &'a Words<'a>,
    /// Pods that no controller recreates.
    lost: Vec<PodId>,
    said: Vec<(usize, Message)>,
}

impl RunbookRun<'_> {
    fn say(&mut self, command: &OpenCommand, said: Message) {
        self.said.push((command.item as usize, said));
    }

    /// Says how long a command took, which budgets held it up, and which Pods were forced out meanwhile.
    fn ended(&mut self, command: &OpenCommand, at: SimTime, gave_up: bool) {
        let began = command.began.unwrap_or(command.given);
        let took = self.words.value(&Value::Span(at - began));
        let (from, to) = (self.words.instant(began), self.words.instant(at));
        let key = if gave_up { "runbook-gave-up" } else { "runbook-expected" };
        self.say(command, say!(key, took = took, from = from, to = to));
        self.say_refusing(command, began, at);
        let (n, owners) = self.forced(began, at);
        if n > 0 {
            self.say(command, say!("runbook-forced", n = n, owners = owners));
        }
        self.say_deleted(command, began, at);
        self.say_lost(command, began, at);
    }

    /// Says which Pods end against their budgets without a limit, as those that are left on the nodes of a blue pool when it is deleted.
    fn say_deleted(&mut self, command: &OpenCommand, from: SimTime, to: SimTime) {
        let deleted = self.index.forced.iter().filter(|one| {
            from <= one.at && one.at < to && one.violates && one.by == ForcedBy::Deletion
        });
        let (pods, at): (Vec<PodId>, Vec<SimTime>) = deleted.map(|one| (one.pod, one.at)).unzip();
        if let Some(first) = at.first() {
            let (at, owners) = (self.words.instant(*first), self.owners(&pods));
            self.say(command, say!("runbook-deleted", n = pods.len(), owners = owners, at = at));
        }
    }

    /// The names of the Pods' workloads.
    fn owners(&self, pods: &[PodId]) -> Vec<String> {
        let owners = pods.iter().map(|pod| match self.trace.owner(*pod) {
            Some(owner) => self.words.subject(Subject::Workload(owner)),
            None => self.words.subject(Subject::Pod(*pod)),
        });
        owners.collect::<BTreeSet<String>>().into_iter().collect()
    }

    /// Says which Pods of a drained node are gone for good.
    fn say_lost(&mut self, command: &OpenCommand, from: SimTime, to: SimTime) {
        let Subject::Node(node) = command.subject else { return };
        let before = self.trace.frame_at(from);
        let is_own =
            |pod: &PodId| before.cluster.pod(*pod).and_then(|pod| pod.node()) == Some(node);
        let rows = self.trace.records_in(0..self.trace.rows_until(to)).map(|(_, row)| row);
        let gone = rows.filter(|row| from <= row.at);
        let gone = gone.filter_map(|row| match (row.subject, row.change) {
            (Subject::Pod(pod), Change::PodGone) => Some(pod),
            _ => None,
        });
        let lost = gone.filter(|pod| self.lost.contains(pod) && is_own(pod));
        let pods: Vec<String> = lost.map(|pod| self.words.subject(Subject::Pod(pod))).collect();
        if !pods.is_empty() {
            self.say(command, say!("runbook-lost", n = pods.len(), pods = pods));
        }
    }

    /// Says that a drain has no end in the run, and which budgets hold it up.
    fn unfinished(&mut self, command: &OpenCommand) {
        let (Subject::Node(_), Some(began)) = (command.subject, command.began) else { return };
        let since = self.words.instant(command.given.max(began));
        self.say(command, say!("runbook-endless", since = since));
        self.say_refusing(command, began, limit(self.trace));
    }

    /// Says which budgets refused evictions; those from the node, if the command drains one.
    fn say_refusing(&mut self, command: &OpenCommand, from: SimTime, to: SimTime) {
        let own = |node: Option<NodeId>| match command.subject {
            Subject::Node(drained) => node == Some(drained),
            _ => true,
        };
        let refused = self.index.holds.iter().filter(|hold| hold.refuses() && own(hold.node));
        let refused = refused.filter(|hold| from <= hold.at && hold.at < to);
        let budgets = refused.filter_map(|hold| match hold.by {
            Blocker::Budget { budget, .. } => Some(self.words.subject(Subject::Budget(budget))),
            _ => None,
        });
        let budgets: BTreeSet<String> = budgets.collect();
        if !budgets.is_empty() {
            let budgets: Vec<String> = budgets.into_iter().collect();
            self.say(command, say!("runbook-refused", budgets = budgets));
        }
    }

    /// How many Pods were forced out, and the names of their workloads.
    fn forced(&self, from: SimTime, to: SimTime) -> (usize, Vec<String>) {
        let at_limit = self.index.forced.iter().filter(|one| {
            from <= one.at && one.at < to && matches!(one.by, ForcedBy::Limit { .. })
        });
        let pods: Vec<PodId> = at_limit.map(|one| one.pod).collect();
        (pods.len(), self.owners(&pods))
    }
}
