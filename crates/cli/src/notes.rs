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
const NOTES: [&str; 30] = [
    "bad-documents",
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
    "labels-differ",
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

/// The notes of all files, those that bear on the answer first.
pub(super) fn ranked(reports: &[FileReport], of: fn(&FileReport) -> &[Line]) -> Vec<(bool, &Line)> {
    let rank = |line: &Line| NOTES.iter().position(|key| *key == line.key);
    let mut all: Vec<&Line> = reports.iter().flat_map(of).collect();
    all.sort_by_key(|line| rank(line).unwrap_or(NOTES.len()));
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

/// A line for each thing of the files that isn't simulated or is assumed.
pub(super) fn lines(reports: &[FileReport], diagnostics: &[Diagnostic]) -> Vec<String> {
    let unread = reports.iter().filter_map(|one| {
        let reason = one.reason.as_ref().filter(|reason| reason.is_unreadable())?;
        let file = words::visible::visible(one.file.clone());
        Some(format!("Not read: {file}: {}", english::text(&reason.message)))
    });
    let assumed = ranked(reports, |one| &one.assumed).into_iter().filter(|(bears, _)| *bears);
    let assumed = assumed.map(|(_, line)| format!("Assumed: {}", english::text(&line.message)));
    let all = unread.chain(left_out(reports, diagnostics)).chain(assumed);
    all.map(|line| short(line, LENGTH)).take(MOST).collect()
}

/// What the files have, bears on the answer, and isn't simulated, a sentence each.
pub(super) fn left_out(reports: &[FileReport], diagnostics: &[Diagnostic]) -> Vec<String> {
    let line = |message| format!("Not simulated: {}", english::text(message));
    let found = diagnostics.iter().filter(|one| is_left_out(one)).map(|one| line(&one.message));
    let ignored = ranked(reports, |one| &one.ignored).into_iter().filter(|(bears, _)| *bears);
    found.chain(ignored.map(|(_, one)| line(&one.message))).collect()
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
