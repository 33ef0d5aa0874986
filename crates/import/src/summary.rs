//! Builds the report of a file from its notes.

use super::found::Notes;
use super::notes::{DEFINITIONS, EMPTY_LISTS, NoteSide, OTHER_KINDS};
use super::report::{FEW, FileReport, Line, Refusal, few};
use base::say;

/// The report of one file: its notes, or why it is refused.
pub(super) fn of_file(name: &str, notes: &mut Notes, refused: Option<Refusal>) -> FileReport {
    let mut report = FileReport { file: name.to_owned(), ..FileReport::default() };
    let mut others = 0_usize;
    let mut kinds = Vec::new();
    for (kind, count) in core::mem::take(&mut notes.others) {
        others += count;
        kinds.push(format!("{kind} {count}"));
    }
    if others > 0 {
        notes.tally.add_many(OTHER_KINDS, others, kinds.clone());
    }
    let is_used = refused.is_none() && notes.is_used();
    report.ignored = notes.tally.lines(NoteSide::Ignored);
    let is_blank = notes.kinds.is_empty();
    report.kinds = notes.kinds.iter().map(|kind| kind.key.clone()).collect();
    report.kind = match core::mem::take(&mut notes.kinds) {
        kinds if kinds.len() == 1 => kinds.into_iter().next().unwrap_or_default(),
        kinds => say!("import-kinds", kinds = kinds),
    };
    if is_used {
        report.used = notes.used;
        report.recognised = notes.tally.lines(NoteSide::Recognised);
        report.assumed = notes.tally.lines(NoteSide::Assumed);
        for (code, message) in core::mem::take(&mut notes.refusals) {
            report.ignored.push(Line {
                key: code,
                count: 1,
                names: Vec::new(),
                subjects: Vec::new(),
                message,
            });
        }
        return report;
    }
    let reason = refused.unwrap_or_else(|| unused(notes, &kinds, &report));
    if is_blank {
        report.kind = say!("import-kind-refused", kind = reason.code.replace('-', " "));
    }
    report.ignored.clear();
    report.reason = Some(reason);
    report
}

/// Why nothing is used in a file that was read completely.
fn unused(notes: &mut Notes, kinds: &[String], report: &FileReport) -> Refusal {
    if !notes.refusals.is_empty() {
        let (code, message) = notes.refusals.swap_remove(0);
        return Refusal::new(code, message);
    }
    if !kinds.is_empty() {
        let kinds = few(kinds, kinds.len(), FEW);
        return Refusal::new("other-kinds", say!("import-without-effect", kinds = kinds));
    }
    if notes.tally.has(EMPTY_LISTS) {
        return Refusal::new("empty-list", say!("import-empty-list"));
    }
    if notes.tally.has(DEFINITIONS) {
        return Refusal::new("terraform-values", say!("import-terraform-values"));
    }
    match report.ignored.first() {
        Some(line) => {
            Refusal::new("nothing-usable", say!("import-only", line = line.message.clone()))
        }
        None => Refusal::new("content", say!("import-no-cluster")),
    }
}
