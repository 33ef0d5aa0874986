//! Converts the importer's report to the page's types.

use super::results::{FoundFile, ImportResult, ReportLine, ReportLink, USED};
use super::source::ImportSource;
use crate::shell::scenario::draft::TextProblem;
use crate::shell::words::{t, tm};
use base::{Arg, Message};
use scenario::json::Json;

/// Converts a report. `numbers` are those of the files read.
pub(crate) fn found_files(report: &str, numbers: &[u32]) -> Vec<FoundFile> {
    let report = Json::parse(report).unwrap_or_default();
    let numbers = numbers.iter().copied().chain(core::iter::repeat(u32::MAX));
    let files = report.items().iter().zip(numbers);
    files.map(|(report, no)| found_file(report, no)).collect()
}

fn found_file(report: &Json, no: u32) -> FoundFile {
    let lines = |key| {
        let lines = report.get(key).map(Json::items).unwrap_or_default();
        lines.iter().map(line).collect()
    };
    let count = |key| match report.get("used").and_then(|used| used.get(key)) {
        Some(Json::Int(count)) => u32::try_from(*count).unwrap_or(u32::MAX),
        _ => 0,
    };
    FoundFile {
        no,
        kind: said(report.get("kind")),
        recognised: lines("recognised"),
        used: USED
            .iter()
            .map(|(key, words)| (*words, count(key)))
            .filter(|(_, count)| *count > 0)
            .collect(),
        ignored: lines("ignored"),
        assumed: lines("assumed"),
        reason: report.get("reason").and_then(Json::message).map(|one| tm(&one)),
        is_log: report.get("code").and_then(Json::text) == Some("log"),
    }
}

/// The scenarios of texts, or the first error.
pub(super) fn typed(read: &str) -> Result<Vec<Json>, TextProblem> {
    let one = |json: &Json| match (json.get("document"), json.get("error").and_then(Json::message))
    {
        (Some(document), _) => Ok(document.clone()),
        (None, error) => Err(TextProblem {
            says: error.map(|error| tm(&error)).unwrap_or_default(),
            line: match json.get("line") {
                Some(Json::Int(line)) => usize::try_from(*line).ok(),
                _ => None,
            },
        }),
    };
    let read = Json::parse(read).unwrap_or_default();
    read.items().iter().map(one).collect()
}

/// The text of a name or message.
fn said(json: Option<&Json>) -> String {
    let arg = json.and_then(Json::arg);
    arg.map_or_else(String::new, |arg| crate::shell::words::speaker().arg(&arg))
}

/// A line of a report: it ends with names, which may link to objects of the scenario.
fn line(line: &Json) -> ReportLine {
    let list = |key| line.get(key).map(Json::items).unwrap_or_default();
    let subjects = list("subjects").iter().map(Json::text);
    let subjects = subjects.chain(core::iter::repeat(None));
    let names = list("names");
    let link = |(name, subject): (&Json, Option<&str>)| ReportLink {
        name: said(Some(name)),
        subject: subject.filter(|subject| !subject.is_empty()).map(str::to_owned),
    };
    let count = match line.get("count") {
        Some(Json::Int(count)) => u32::try_from(*count).unwrap_or(u32::MAX),
        _ => 0,
    };
    let message = line.get("text").and_then(Json::message).unwrap_or_default();
    let more = match message.arg("names") {
        Some(Arg::Message(shown)) => left_out(shown, names.len()),
        _ => 0,
    };
    ReportLine {
        key: line.get("key").and_then(Json::text).unwrap_or_default().to_owned(),
        count,
        says: match message.arg("what") {
            Some(Arg::Message(what)) => tm(what),
            _ => tm(&message),
        },
        links: names.iter().zip(subjects).map(link).collect(),
        more,
    }
}

/// How many names are omitted. The sentence may name fewer than exist.
fn left_out(shown: &Message, names: usize) -> usize {
    let (Some(Arg::List(list)), Some(Arg::Number(more))) = (shown.arg("names"), shown.arg("more"))
    else {
        return 0;
    };
    let all = list.len() + usize::try_from(*more).unwrap_or(0);
    all.saturating_sub(names)
}

/// A report about unreadable files.
pub(crate) fn unread(files: &[ImportSource], why: &str) -> ImportResult {
    let reason = t(why);
    let file = |file: &ImportSource| FoundFile {
        no: file.no,
        reason: Some(reason.clone()),
        ..FoundFile::default()
    };
    ImportResult { files: files.iter().map(file).collect(), scenario: None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use import::{File, read};

    #[test]
    fn a_report_is_shown_as_it_was_written() {
        let scenario = br#"{"version":1,"pools":[{"name":"a","initialNodeCount":2,"upgrade":5}]}"#;
        let list =
            br#"{"apiVersion":"v1","kind":"List","items":[{"apiVersion":"v1","kind":"Secret"}]}"#;
        let file = |name, bytes| File { name, bytes };
        let files = [file("a.json", &scenario[..]), file("b.json", &list[..])];
        let import = read(&files);
        let reports = import.reports.iter().map(|one| one.json(&Json::of_message));
        let report = Json::List(reports.collect()).compact();
        let files = found_files(&report, &[4, 7]);
        assert_eq!(files.len(), 2);
        for ((shown, report), no) in files.iter().zip(&import.reports).zip([4, 7]) {
            assert_eq!(shown.no, no);
            assert_eq!(shown.kind, tm(&report.kind));
            for (shown, lines) in [
                (&shown.recognised, &report.recognised),
                (&shown.ignored, &report.ignored),
                (&shown.assumed, &report.assumed),
            ] {
                assert_eq!(shown.len(), lines.len());
                for (shown, line) in shown.iter().zip(lines) {
                    assert_eq!((&*shown.key, shown.count), (line.key, line.count));
                    let whole = tm(&line.message);
                    assert!(whole.contains(&shown.says), "{whole}");
                }
            }
            let reason = report.reason.as_ref().map(|reason| tm(&reason.message));
            assert_eq!(shown.reason, reason);
        }
        let counts = &files[0].used;
        assert_eq!(counts[..], [("ui-used-pools", 1), ("ui-used-nodes", 2)]);
        assert!(files[1].reason.is_some());
    }

    #[test]
    fn what_is_no_report_shows_nothing() {
        for report in ["", "null", "[", "{}", "7"] {
            assert_eq!(found_files(report, &[]), Vec::new(), "{report}");
        }
        let blank = FoundFile { no: 3, ..FoundFile::default() };
        assert_eq!(found_files("[null]", &[3]), [blank]);
    }
}
