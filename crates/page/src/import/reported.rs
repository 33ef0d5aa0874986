//! What the importer tells of files, in the page's terms.

use super::results::{Found, FoundFile, ReportLine, ReportLink, USED};
use super::source::ImportSource;
use crate::shell::words::t;
use scenario::json::Json;

/// A report in the page's terms. `numbers` are those of the files that were read.
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
        kind: text(report, "kind"),
        recognised: lines("recognised"),
        used: USED
            .iter()
            .map(|(key, words)| (*words, count(key)))
            .filter(|(_, count)| *count > 0)
            .collect(),
        ignored: lines("ignored"),
        assumed: lines("assumed"),
        reason: Some(text(report, "reason")).filter(|reason| !reason.is_empty()),
    }
}

fn text(json: &Json, key: &str) -> String {
    json.get(key)
        .and_then(Json::text)
        .unwrap_or_default()
        .to_owned()
}

/// A line of a report: its sentence ends with names, which may lead to things of the scenario.
fn line(line: &Json) -> ReportLine {
    let list = |key| line.get(key).map(Json::items).unwrap_or_default();
    let names: Vec<&str> = list("names").iter().filter_map(Json::text).collect();
    let subjects = list("subjects").iter().map(Json::text);
    let subjects = subjects.chain(core::iter::repeat(None));
    let link = |(name, subject): (&&str, Option<&str>)| ReportLink {
        name: (*name).to_owned(),
        subject: subject
            .filter(|subject| !subject.is_empty())
            .map(str::to_owned),
    };
    let count = match line.get("count") {
        Some(Json::Int(count)) => u32::try_from(*count).unwrap_or(u32::MAX),
        _ => 0,
    };
    let whole = text(line, "text");
    let (says, more) = split(&whole, count, &names);
    ReportLine {
        key: text(line, "key"),
        count,
        says: says.to_owned(),
        links: names.iter().zip(subjects).map(link).collect(),
        more,
    }
}

/// Parts a sentence from its count and its names: what it says, and how many names it leaves out.
fn split<'a>(text: &'a str, count: u32, names: &[&str]) -> (&'a str, usize) {
    let bare = text
        .strip_prefix(&count.to_string())
        .unwrap_or(text)
        .trim_start();
    let Some(first) = names.first() else {
        return (bare, 0);
    };
    let Some((says, named)) = bare
        .match_indices(": ")
        .map(|(at, _)| (&bare[..at], &bare[at + 2..]))
        .find(|(_, named)| named.starts_with(first))
    else {
        return (bare, 0);
    };
    // The sentence may name fewer than are there.
    for told in (1..=names.len()).rev() {
        let Some(rest) = named.strip_prefix(&names[..told].join(", ")) else {
            continue;
        };
        let left = rest
            .strip_prefix(" and ")
            .and_then(|rest| rest.strip_suffix(" more")?.parse().ok());
        let left: usize = left.unwrap_or(0);
        return (says, (told + left).saturating_sub(names.len()));
    }
    (says, 0)
}

/// Reports files that couldn't be read.
pub(crate) fn unread(files: &[ImportSource], why: &str) -> Found {
    let reason = t(why);
    let file = |file: &ImportSource| FoundFile {
        no: file.no,
        reason: Some(reason.clone()),
        ..FoundFile::default()
    };
    Found {
        files: files.iter().map(file).collect(),
        scenario: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scenario::import::{File, read};

    #[test]
    fn a_report_is_shown_as_it_was_written() {
        let scenario = br#"{"version":1,"pools":[{"name":"a","initialNodeCount":2,"upgrade":5}]}"#;
        let list =
            br#"{"apiVersion":"v1","kind":"List","items":[{"apiVersion":"v1","kind":"Secret"}]}"#;
        let file = |name, bytes| File { name, bytes };
        let files = [file("a.json", &scenario[..]), file("b.json", &list[..])];
        let import = read(&files);
        let report = serde_json::to_string(&import.reports).unwrap();
        let files = found_files(&report, &[4, 7]);
        assert_eq!(files.len(), 2);
        for ((shown, report), no) in files.iter().zip(&import.reports).zip([4, 7]) {
            assert_eq!(shown.no, no);
            assert_eq!(shown.kind, report.kind);
            for (shown, lines) in [
                (&shown.recognised, &report.recognised),
                (&shown.ignored, &report.ignored),
                (&shown.assumed, &report.assumed),
            ] {
                assert_eq!(shown.len(), lines.len());
                for (shown, line) in shown.iter().zip(lines) {
                    assert_eq!((&*shown.key, shown.count), (line.key, line.count));
                    assert!(line.text.contains(&shown.says), "{}", line.text);
                }
            }
            let reason = report.reason.as_ref();
            assert_eq!(shown.reason.as_ref(), reason.map(|reason| &reason.text));
        }
        let counts = &files[0].used;
        assert_eq!(counts[..], [("ui-used-pools", 1), ("ui-used-nodes", 2)]);
        assert!(files[1].reason.is_some());
    }

    #[test]
    fn a_sentence_is_parted_from_its_names() {
        for (text, count, names, wanted) in [
            ("3 nodes", 3, &[][..], ("nodes", 0)),
            (
                "2 Pods being deleted: left out: a, b",
                2,
                &["a", "b"],
                ("Pods being deleted: left out", 0),
            ),
            ("9 Pods: a, b and 7 more", 9, &["a", "b", "c"], ("Pods", 6)),
            ("9 Pods: a, b and 7 more", 9, &["a", "b"], ("Pods", 7)),
            ("1 pool: 1 and 2 more", 1, &["1 and 2 more"], ("pool", 0)),
            (
                "1 pool without a name",
                1,
                &["x"],
                ("pool without a name", 0),
            ),
        ] {
            assert_eq!(split(text, count, names), wanted, "{text}");
        }
    }

    #[test]
    fn what_is_no_report_shows_nothing() {
        for report in ["", "null", "[", "{}", "7"] {
            assert_eq!(found_files(report, &[]), Vec::new(), "{report}");
        }
        let blank = FoundFile {
            no: 3,
            ..FoundFile::default()
        };
        assert_eq!(found_files("[null]", &[3]), [blank]);
    }
}
