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
        (subject, Change::Refused { why }) => match cx.commanded {
            Some((of, entry)) if of == subject => refused(cx, entry, why.is_failure()),
            _ => {}
        },
        (
            Subject::Pool(pool),
            Change::UpgradeSucceeded
            | Change::UpgradeCancelled
            | Change::UpgradeFailed
            | Change::RolledBack,
        ) => {
            let failed = record.change == Change::UpgradeFailed;
            work_ended(cx, failed, |work| work == CommandWork::Pool(pool));
            ended(cx, Awaited::Pool(pool));
        }
        (Subject::Cluster, Change::ControlPlaneDone | Change::ControlPlaneBack) => {
            work_ended(cx, false, |work| work == CommandWork::ControlPlane);
            ended(cx, Awaited::ControlPlane);
        }
        (_, Change::WaitEnded { entry }) => end(cx, &[entry], false),
        (_, Change::WaitFailed { entry, .. }) => end(cx, &[entry], true),
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
            end(cx, &over, record.change == Change::DrainAborted);
        }
        _ => {}
    }
}

/// Takes a command as answered. What waits for one without work is awake by then, and finds its script ended.
fn refused(cx: &mut Cx<'_>, entry: u32, failed: bool) {
    let stops = cx.plan.script.get(entry as usize).is_some_and(|item| item.stops);
    if cx.entries_at_work.contains(&entry) {
        end(cx, &[entry], failed);
    } else if failed && stops {
        cx.stopped_at.push(entry);
    }
}

fn work_ended(cx: &mut Cx<'_>, failed: bool, is_over: impl Fn(CommandWork) -> bool) {
    let plan = cx.plan;
    let entries = cx.entries_at_work.iter().copied();
    let over =
        entries.filter(|entry| plan.command(*entry).and_then(Command::work).is_some_and(&is_over));
    let over: Vec<u32> = over.collect();
    end(cx, &over, failed);
}

/// Takes the work of entries as over. If it failed, a script that stops at failures ends.
fn end(cx: &mut Cx<'_>, entries: &[u32], failed: bool) {
    cx.entries_at_work.retain(|entry| !entries.contains(entry));
    for entry in entries {
        match cx.plan.script.get(*entry as usize) {
            Some(item) if failed && item.stops => cx.stopped_at.push(*entry),
            _ => ended(cx, Awaited::Entry(*entry)),
        }
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
