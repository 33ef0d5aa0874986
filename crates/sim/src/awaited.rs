//! Script entries that wait until other work has ended, as a shell waits for gcloud.

use crate::cx::Cx;
use model::script::{Awaited, Command, CommandWork};
use trace::{Change, Record, Subject};

use crate::wake::Wake;

/// Follows the work of script entries, and runs the entries that wait for its end. The row that ends the work is their cause.
pub(super) fn on_record(cx: &mut Cx<'_>, record: &Record) {
    match (record.subject, record.change) {
        (subject, Change::Commanded { entry }) => {
            cx.commanded = Some((subject, entry));
            match cx.plan.command(entry).and_then(Command::work) {
                Some(_) => cx.entries_at_work.push(entry),
                None => ended(cx, Awaited::Entry(entry)),
            }
        }
        // The last command is answered at once.
        (subject, Change::Refused { .. }) => match cx.commanded {
            Some((of, entry)) if of == subject && cx.entries_at_work.contains(&entry) => {
                end(cx, &[entry]);
            }
            _ => {}
        },
        (
            Subject::Pool(pool),
            Change::UpgradeSucceeded
            | Change::UpgradeCancelled
            | Change::UpgradeFailed
            | Change::RolledBack,
        ) => {
            work_ended(cx, |work| work == CommandWork::Pool(pool));
            ended(cx, Awaited::Pool(pool));
        }
        (Subject::Cluster, Change::ControlPlaneDone | Change::ControlPlaneBack) => {
            work_ended(cx, |work| work == CommandWork::ControlPlane);
            ended(cx, Awaited::ControlPlane);
        }
        (
            Subject::Node(node),
            Change::DrainEnded { .. } | Change::DrainAborted | Change::NodeGone,
        ) => {
            let (plan, nodes) = (cx.plan, &cx.world.cluster);
            let mut over = Vec::new();
            for entry in &cx.entries_at_work {
                if let Some(CommandWork::Drain(of)) = plan.command(*entry).and_then(Command::work)
                    && of.find(plan, nodes) == Some(node)
                {
                    over.push(*entry);
                }
            }
            end(cx, &over);
        }
        _ => {}
    }
}

fn work_ended(cx: &mut Cx<'_>, is_over: impl Fn(CommandWork) -> bool) {
    let plan = cx.plan;
    let entries = cx.entries_at_work.iter().copied();
    let over =
        entries.filter(|entry| plan.command(*entry).and_then(Command::work).is_some_and(&is_over));
    let over: Vec<u32> = over.collect();
    end(cx, &over);
}

/// Takes the work of entries as over.
fn end(cx: &mut Cx<'_>, entries: &[u32]) {
    cx.entries_at_work.retain(|entry| !entries.contains(entry));
    for entry in entries {
        ended(cx, Awaited::Entry(*entry));
    }
}

/// Runs the entries that wait for that, each once.
fn ended(cx: &mut Cx<'_>, what: Awaited) {
    for (entry, item) in cx.plan.script.iter().enumerate() {
        let Some((_, delay)) = item.after.filter(|(awaited, _)| *awaited == what) else {
            continue;
        };
        let entry = entry as u32;
        if cx.acted.insert(entry) {
            let at = cx.now + delay;
            cx.wake(at, Wake::Command(entry));
        }
    }
}
