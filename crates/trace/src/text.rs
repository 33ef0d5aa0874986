//! The text form of a trace: for golden files, the command line and failing tests.

use std::fmt::Write as _;

use super::log::Trace;
pub use super::names::Namer;
use super::record::Record;
use base::RecordNo;

/// Seconds, with a fraction only if there is one.
fn seconds(record: &Record) -> String {
    let ms = record.at.ms();
    match ms % 1000 {
        0 => format!("{}s", ms / 1000),
        part => format!("{}.{:03}s", ms / 1000, part.abs()),
    }
}

/// Every row as a line: time, subject, fact, rule with its ids, cause. Aligned, without trailing blanks.
pub fn table(trace: &Trace, keep: impl Fn(RecordNo, &Record) -> bool) -> String {
    let last = trace.frame_at(trace.end());
    let namer = Namer { plan: trace.plan(), cluster: &last.cluster };
    let mut rows = Vec::new();
    for (no, record) in trace.records() {
        if !keep(no, &record) {
            continue;
        }
        let rule = trace.rule(&record);
        let ids = rule.ids.join(" ");
        let cause =
            record.cause.and_then(|cause| trace.record(cause)).map_or_else(String::new, |cause| {
                format!("<- {} {}", namer.subject(cause.subject), cause.change.text(&namer))
            });
        rows.push([
            seconds(&record),
            namer.subject(record.subject),
            record.change.text(&namer),
            format!("{} [{ids}]", rule.slug),
            cause,
        ]);
    }
    let width =
        |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths = [0, 1, 2, 3].map(width);
    let mut text = String::new();
    for [at, subject, fact, rule, cause] in &rows {
        let mut line = String::new();
        let _ = write!(
            line,
            "{at:>w0$}  {subject:<w1$}  {fact:<w2$}  {rule:<w3$}  {cause}",
            w0 = widths[0],
            w1 = widths[1],
            w2 = widths[2],
            w3 = widths[3]
        );
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}
