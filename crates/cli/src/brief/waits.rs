//! What commands of a script wait for in vain, and what it leaves behind where it ends.

use super::super::english;
use super::{Page, Part, part, plural, record};
use base::{Map, RecordNo, say};
use model::Command;
use model::script::Awaited;
use trace::{Change, Subject, Trace};

/// Lines at most.
const WAITS: usize = 6;
/// Nodes in a line.
const NODES: usize = 6;

/// Waits of the script that ended with an error: at their timeout, or at a progress deadline.
pub(crate) fn failed(trace: &Trace) -> impl Iterator<Item = RecordNo> {
    let rows = trace.records();
    rows.filter(|(_, row)| matches!(row.change, Change::WaitFailed { .. })).map(|(no, _)| no)
}

/// Waits that nothing in the run ends: their rows and entries.
pub(crate) fn endless(trace: &Trace) -> Vec<(RecordNo, u32)> {
    let plan = trace.plan();
    let mut open: Vec<(RecordNo, u32, Subject)> = Vec::new();
    for (no, row) in trace.records() {
        match row.change {
            Change::Commanded { entry }
                if matches!(plan.command(entry), Some(Command::Wait { .. })) =>
            {
                open.push((no, entry, row.subject));
            }
            Change::WaitEnded { entry } | Change::WaitFailed { entry, .. } => {
                open.retain(|(_, other, _)| *other != entry);
            }
            Change::Refused { .. } => {
                if let Some(at) = open.iter().rposition(|(.., subject)| *subject == row.subject) {
                    open.remove(at);
                }
            }
            _ => {}
        }
    }
    open.into_iter().map(|(no, entry, _)| (no, entry)).collect()
}

impl Page<'_> {
    /// That a wait has no end, so that the script doesn't go on.
    pub(super) fn waits_on(&self) -> String {
        let trace = self.asked.trace;
        let all = endless(trace).into_iter().map(|(no, entry)| {
            let mut behind = vec![entry];
            for (item, no) in trace.plan().script.iter().zip(0..) {
                if let Some((Awaited::Entry(before), _)) = item.after
                    && behind.contains(&before)
                {
                    behind.push(no);
                }
            }
            let what = self.words.say(&words::facts::command(trace.plan(), entry));
            let said = say!("cli-waits-on", what = what, record = no.0, n = behind.len() - 1);
            format!(" {}", english::text(&said))
        });
        all.collect()
    }

    pub(super) fn waits_in_vain(&self) -> Part {
        let lines = failed(self.asked.trace).map(|no| {
            let row = self.asked.trace.record(no);
            let Some(Change::WaitFailed { entry, timed_out }) = row.map(|row| row.change) else {
                return String::new();
            };
            let what = self.words.say(&words::facts::command(self.asked.trace.plan(), entry));
            let why = if timed_out { "timed out" } else { "the progress deadline is exceeded" };
            let at = row.map_or_else(String::new, |row| self.words.instant(row.at));
            format!("{at} {what}: {why} {}", record(no))
        });
        part("Waits that failed", lines.collect(), WAITS)
    }

    /// Nodes that stay cordoned where a failure ends the script.
    pub(super) fn left_cordoned(&self) -> Part {
        let trace = self.asked.trace;
        let mut cordoned: Map<Subject, bool> = Map::default();
        for (_, row) in trace.records() {
            match row.change {
                Change::NodeCordoned => {
                    cordoned.insert(row.subject, trace.rule(&row).slug == "user/cordon");
                }
                Change::NodeUncordoned | Change::NodeGone => {
                    cordoned.insert(row.subject, false);
                }
                _ => {}
            }
        }
        let left = cordoned.iter().filter(|(_, own)| **own).map(|(node, _)| *node);
        let names: Vec<String> = left.map(|node| self.words.subject(node)).collect();
        let more = match names.len().saturating_sub(NODES) {
            0 => String::new(),
            n => format!(" and {}", plural(n, "more node")),
        };
        let few = names[..names.len().min(NODES)].join(", ");
        let ends = self.stop.is_some() || !endless(trace).is_empty();
        let line = (ends && !names.is_empty()).then(|| format!("{few}{more}"));
        part("Nodes that the script leaves cordoned", line.into_iter().collect(), 1)
    }
}
