//! How long each step of a runbook takes, as a run of it shows.

use base::{Message, NodeId, PodId, SimTime, say};
use model::{Command, NodeRef};
use query::Index;
use query::summary::limit;
use std::collections::BTreeSet;
use trace::{Blocker, Change, Subject, Trace, Value};
use words::{Words, catalogue::english};

use super::finished_run::dates;

/// The position of each step in the script, and from when to when its work lasts. What the run doesn't end has no length.
pub(super) fn expected(trace: &Trace) -> Vec<(usize, Message)> {
    let clock = dates(trace, None);
    let words = Words::new(english(), &clock, trace.plan(), trace.last());
    // Its item, what it works on, when the command was given, and when its work began.
    let index = Index::of(trace);
    let refusing = |subject: Subject, from: SimTime, to: SimTime| {
        let own = |node: Option<NodeId>| match subject {
            Subject::Node(drained) => node == Some(drained),
            _ => true,
        };
        let refused = index.holds.iter().filter(|hold| hold.refuses() && own(hold.node));
        let refused = refused.filter(|hold| from <= hold.at && hold.at < to);
        let budgets = refused.filter_map(|hold| match hold.by {
            Blocker::Budget { budget, .. } => Some(words.subject(Subject::Budget(budget))),
            _ => None,
        });
        budgets.collect::<BTreeSet<String>>()
    };
    let forced = |from: SimTime, to: SimTime| {
        let rows = trace.records().map(|(_, row)| row).filter(|row| from <= row.at && row.at < to);
        let pods = rows.filter_map(|row| match (row.subject, row.change) {
            (Subject::Pod(pod), Change::PodForced { .. }) => Some(pod),
            _ => None,
        });
        let pods: Vec<PodId> = pods.collect();
        let owners = pods.iter().map(|pod| match trace.owner(*pod) {
            Some(owner) => words.subject(Subject::Workload(owner)),
            None => words.subject(Subject::Pod(*pod)),
        });
        (pods.len(), owners.collect::<BTreeSet<String>>())
    };
    let mut open: Vec<(u32, Subject, SimTime, Option<SimTime>)> = Vec::new();
    let mut all = Vec::new();
    for (_, row) in trace.records() {
        match row.change {
            Change::Commanded { entry } => {
                let Some(entry) = trace.plan().script.get(entry as usize) else { continue };
                let subject = match entry.command {
                    Command::Upgrade { pool, .. }
                    | Command::Resume { pool }
                    | Command::Rollback { pool, .. } => Subject::Pool(pool),
                    Command::UpgradeControlPlane { .. } => Subject::Cluster,
                    Command::Drain { node: NodeRef::Start(node), .. } => Subject::Node(node),
                    _ => continue,
                };
                // What comes later goes on with it or stops it.
                open.retain(|(_, other, ..)| *other != subject);
                open.push((entry.item, subject, row.at, None));
            }
            Change::UpgradeStarted { .. }
            | Change::UpgradeResumed { .. }
            | Change::RollbackStarted
            | Change::ControlPlaneStarted { .. }
            | Change::DrainStarted { .. } => {
                let own = open.iter_mut().filter(|(_, subject, ..)| *subject == row.subject);
                own.for_each(|(.., began)| *began = began.or(Some(row.at)));
            }
            Change::UpgradeSucceeded
            | Change::RolledBack
            | Change::ControlPlaneDone
            | Change::DrainEnded { .. }
            | Change::DrainAborted => {
                let own = open.extract_if(.., |(_, subject, ..)| *subject == row.subject);
                for (item, _, given, began) in own {
                    let began = began.unwrap_or(given);
                    let took = words.value(&Value::Span(row.at - began));
                    let (from, to) = (words.instant(began), words.instant(row.at));
                    let gave_up = row.change == Change::DrainAborted;
                    let key = if gave_up { "runbook-gave-up" } else { "runbook-expected" };
                    let said = say!(key, took = took, from = from, to = to);
                    all.push((item as usize, said));
                    let refusing = refusing(row.subject, began, row.at);
                    let budgets: Vec<String> = refusing.into_iter().collect();
                    if !budgets.is_empty() {
                        all.push((item as usize, say!("runbook-refused", budgets = budgets)));
                    }
                    let (n, owners) = forced(began, row.at);
                    if n > 0 {
                        let owners: Vec<String> = owners.into_iter().collect();
                        all.push((item as usize, say!("runbook-forced", n = n, owners = owners)));
                    }
                }
            }
            Change::UpgradeCancelled | Change::UpgradeFailed => {
                open.retain(|(_, subject, ..)| *subject != row.subject);
            }
            _ => {}
        }
    }
    // What is left of drains has no end in the run.
    let last = limit(trace);
    for (item, subject, given, began) in open {
        let (Subject::Node(_), Some(began)) = (subject, began) else { continue };
        let since = words.instant(given.max(began));
        all.push((item as usize, say!("runbook-endless", since = since)));
        let budgets: Vec<String> = refusing(subject, began, last).into_iter().collect();
        if !budgets.is_empty() {
            all.push((item as usize, say!("runbook-refused", budgets = budgets)));
        }
    }
    all
}
