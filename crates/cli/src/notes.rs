//! What the files ask for and a run doesn't have, and what it assumes of them: said by `check` and by the brief.

use super::english;
use base::{Arg, Message, say};
use import::{FileReport, Line, Used};
use scenario::Diagnostic;

/// Lines at most.
const MOST: usize = 5;
/// Characters of a line, and of a note in the report of an import.
const LENGTH: usize = 300;
const SHORT: usize = 120;
/// Notes in a line of the report.
const NAMED: usize = 3;

/// Notes of an import that bear on the answer; what decides most comes first.
const NOTES: [&str; 31] = [
    "bad-documents",
    "webhooks",
    "budgets-without-pods",
    "other-clusters",
    "deleted-pools",
    "deleted-clusters",
    "shell-syntax",
    "commands-left-out",
    "after-upgrade",
    "kubernetes-resources",
    "differences-left-out",
    "refused-rollbacks",
    "refused-changes",
    "running-upgrade",
    "not-simulated-yet",
    "local-disks",
    "local-ssds",
    "upgrade-under-way",
    "failed-upgrades",
    "upgrades-being-cancelled",
    "cancelled-after",
    "upgrade",
    "blank-filled-in",
    "created-from-start",
    "from-start",
    "not-evaluated",
    "policy-not-evaluated",
    "conditions",
    "quota",
    "stockouts",
    "slow-boot",
];

/// Notes without which the answer would be read wrongly: they come before it.
const FIRST: [&str; 3] = ["foreign-nodes", "budgets-of-a-role", "refused-settings"];

/// The notes of all files, those that bear on the answer first.
pub(super) fn ranked(reports: &[FileReport], of: fn(&FileReport) -> &[Line]) -> Vec<(bool, &Line)> {
    let rank = |line: &Line| FIRST.iter().chain(&NOTES).position(|key| *key == line.key);
    let mut all: Vec<&Line> = reports.iter().flat_map(of).collect();
    all.sort_by_key(|line| rank(line).unwrap_or(usize::MAX));
    all.into_iter().map(|line| (rank(line).is_some(), line)).collect()
}

/// The report of an import in three lines, after those of files that aren't used: `import` prints the whole.
pub(super) fn report(reports: &[FileReport]) -> String {
    let mut out = String::new();
    for (one, reason) in reports.iter().filter_map(|one| Some((one, one.reason.as_ref()?))) {
        let said = english::text(&say!("report-not-used", reason = reason.message.clone()));
        out += &format!("{}: {said}\n", words::visible::visible(one.file.clone()));
    }
    let used = reports.iter().map(|one| one.used).fold(Used::default(), |all, one| Used {
        nodes: all.nodes + one.nodes,
        pods: all.pods + one.pods,
        budgets: all.budgets + one.budgets,
        workloads: all.workloads + one.workloads,
        pools: all.pools + one.pools,
        services: all.services + one.services,
    });
    out += &format!("{}: {}\n", english::text(&say!("report-used")), english::used(used));
    let ignored = ranked(reports, |one| &one.ignored);
    let assumed = ranked(reports, |one| &one.assumed);
    for (title, all) in [(say!("report-ignored"), ignored), (say!("report-assumed"), assumed)] {
        let told = all.iter().take(NAMED);
        let told = told.map(|(_, line)| short(english::text(&line.message), SHORT));
        let told: Vec<String> = told.collect();
        let more = match all.len().saturating_sub(NAMED) {
            0 => String::new(),
            n => format!("; {}", english::text(&say!("cli-report-more", n = n))),
        };
        if !told.is_empty() {
            out += &format!("{}: {}{more}\n", english::text(&title), told.join("; "));
        }
    }
    out
}

/// The sentence, or its beginning.
fn short(text: String, length: usize) -> String {
    match text.char_indices().nth(length) {
        Some((end, _)) => format!("{} …", text[..end].trim_end()),
        None => text,
    }
}

/// What is said before the answer.
pub(super) fn first(reports: &[FileReport]) -> Vec<String> {
    let line = |(title, line): (&str, &Line)| format!("{title}: {}", english::text(&line.message));
    let ignored = reports.iter().flat_map(|one| &one.ignored).map(|one| ("Not simulated", one));
    let assumed = reports.iter().flat_map(|one| &one.assumed).map(|one| ("Assumed", one));
    let all = ignored.chain(assumed).filter(|(_, one)| is_first(one));
    all.map(|one| short(line(one), LENGTH)).take(MOST).collect()
}

fn is_first(line: &Line) -> bool {
    FIRST.contains(&line.key)
}

/// What of the files may change the answer, and isn't read or simulated.
pub(super) fn open(reports: &[FileReport], diagnostics: &[Diagnostic]) -> Vec<String> {
    let unread = reports.iter().filter_map(|one| {
        let reason = one.reason.as_ref().filter(|reason| reason.is_unreadable())?;
        let file = words::visible::visible(one.file.clone());
        Some(format!("Not read: {file}: {}", english::text(&reason.message)))
    });
    let ignored = bearing(reports, |one| &one.ignored).filter(|one| !is_first(one));
    let left_out = found(diagnostics).chain(ignored.map(|one| not_simulated(&one.message)));
    unread.chain(left_out).map(|line| short(line, LENGTH)).take(MOST).collect()
}

/// What is assumed of the files and bears on the answer.
pub(super) fn assumed(reports: &[FileReport]) -> Vec<String> {
    let assumed = bearing(reports, |one| &one.assumed).filter(|one| !is_first(one));
    let assumed = assumed.map(|one| format!("Assumed: {}", english::text(&one.message)));
    assumed.map(|line| short(line, LENGTH)).take(MOST).collect()
}

/// What the files have, bears on the answer, and isn't simulated, a sentence each.
pub(super) fn left_out(reports: &[FileReport], diagnostics: &[Diagnostic]) -> Vec<String> {
    let ignored = bearing(reports, |one| &one.ignored).map(|one| not_simulated(&one.message));
    found(diagnostics).chain(ignored).collect()
}

fn bearing(reports: &[FileReport], of: fn(&FileReport) -> &[Line]) -> impl Iterator<Item = &Line> {
    ranked(reports, of).into_iter().filter(|(bears, _)| *bears).map(|(_, line)| line)
}

fn found(diagnostics: &[Diagnostic]) -> impl Iterator<Item = String> {
    diagnostics.iter().filter(|one| is_left_out(one)).map(|one| not_simulated(&one.message))
}

fn not_simulated(message: &Message) -> String {
    format!("Not simulated: {}", english::text(message))
}

/// Does the finding name a part of the scenario that bears on a run and is left out of it?
pub(super) fn is_left_out(one: &Diagnostic) -> bool {
    matches!(&*one.message.key, "check-no-autopilot" | "check-no-flows")
}

/// Commands of the script that GKE refuses and a run executes, each with its pool.
pub(super) fn refused(diagnostics: &[Diagnostic]) -> impl Iterator<Item = (Option<&Arg>, Message)> {
    let refused = diagnostics.iter().filter(|one| one.code == "version/pool-step");
    refused.map(|one| (one.message.arg("pool"), say!("cli-refused", why = one.message.clone())))
}
