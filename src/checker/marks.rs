//! Marks the parts of a pasted text that count, and those that a finding or a trap is about.

use base::{Arg, order};
use scenario::calendar::Report;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TextMark {
    None,
    Used,
    /// A trap concerns it.
    Trap,
    /// It violates a rule.
    Broken,
}

/// The text in pieces.
pub fn pieces<'a>(
    text: &'a str,
    used: &[String],
    report: Option<&Report>,
) -> Vec<(TextMark, &'a str)> {
    let mut found: Vec<(usize, usize, TextMark)> = Vec::new();
    for (no, value) in used.iter().enumerate() {
        let free =
            |at: usize| !found.iter().any(|(from, to, _)| *from < at + value.len() && at < *to);
        let at = text.match_indices(value.as_str()).map(|(at, _)| at).find(|at| free(*at));
        let Some(at) = at.filter(|_| !value.is_empty()) else {
            continue;
        };
        if !value.to_ascii_uppercase().contains("FREQ=") {
            let bound = match no {
                0 => about(report, &["startTime"], &["trap/offset", "trap/first-start"]),
                1 => about(report, &["endTime"], &["trap/far-end"]),
                _ => TextMark::Used,
            };
            found.push((at, at + value.len(), bound));
            continue;
        }
        // A rule is marked part by part.
        let mut start = at;
        for part in value.split(';') {
            let key = part.split('=').next().unwrap_or_default();
            let traps: &[&str] = match key.trim() {
                "BYDAY" => &["trap/unlisted-day", "trap/overlap", "trap/other-day"],
                "BYSETPOS" => &["trap/set-position"],
                "BYMONTHDAY" => &["trap/missing-date"],
                "UNTIL" => &["trap/until-day", "trap/ends"],
                "COUNT" => &["trap/ends"],
                _ => &[],
            };
            let mark = match about(report, &["recurrence"], traps) {
                TextMark::Broken if !is_said(report, part, key) => TextMark::Used,
                mark => mark,
            };
            if !part.is_empty() {
                found.push((start, start + part.len(), mark));
            }
            start += part.len() + 1;
        }
    }
    order::sort(&mut found);
    let mut all = Vec::new();
    let mut done = 0;
    for (from, to, mark) in found {
        if from > done {
            all.push((TextMark::None, &text[done..from]));
        }
        all.push((mark, &text[from..to]));
        done = to;
    }
    if done < text.len() {
        all.push((TextMark::None, &text[done..]));
    }
    all
}

/// Does a finding name this part of a rule?
fn is_said(report: Option<&Report>, part: &str, key: &str) -> bool {
    let findings = report.into_iter().flat_map(|report| &report.findings);
    let mut about = findings.filter(|one| one.path.ends_with("recurrence"));
    let value = part.split_once('=').map_or("", |(_, value)| value);
    about.any(|one| {
        let args = one.message.args.iter();
        let mut texts = args.filter_map(|(_, arg)| match arg {
            Arg::Text(text) if !text.is_empty() => Some(text.as_str()),
            _ => None,
        });
        texts.any(|text| text == key || value.split(',').any(|value| text == value))
    })
}

fn about(report: Option<&Report>, fields: &[&str], traps: &[&str]) -> TextMark {
    let Some(report) = report else {
        return TextMark::Used;
    };
    let ends = |path: &str| fields.iter().any(|field| path.ends_with(field));
    let window = |path: &str| path.contains("/window/recurringWindow");
    if report.findings.iter().any(|one| window(&one.path) && ends(&one.path)) {
        TextMark::Broken
    } else if report.traps.iter().any(|trap| traps.contains(&trap.code)) {
        TextMark::Trap
    } else {
        TextMark::Used
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scenario::calendar::text::plain;
    use scenario::calendar::{Edition, PolicyContext, Utc, report};

    fn check(text: &str, wanted: &str) {
        let pasted = plain(text, &Utc).unwrap().unwrap();
        let context = PolicyContext {
            edition: Edition::Y2025,
            now: 1_743_465_600,
            in_channel: true,
            end_of_support: None,
        };
        let report = report(&pasted.policy, context, &Utc);
        let said: String = pieces(text, &pasted.used, Some(&report))
            .into_iter()
            .map(|(mark, part)| match mark {
                TextMark::None => part.to_owned(),
                TextMark::Used => format!("[{part}]"),
                TextMark::Trap => format!("<{part}>"),
                TextMark::Broken => format!("!{part}!"),
            })
            .collect();
        assert_eq!(said, wanted);
    }

    #[test]
    fn what_counts_is_marked_and_what_misleads_is_marked_otherwise() {
        check(
            "FREQ=WEEKLY;BYDAY=SA,SU from 2025-04-05T05:00:00Z to 2025-04-06T19:00:00Z",
            "[FREQ=WEEKLY];<BYDAY=SA,SU> from [2025-04-05T05:00:00Z] to [2025-04-06T19:00:00Z]",
        );
        check(
            "2025-04-05T05:00:00Z 2025-04-05T10:00:00Z FREQ=WEEKLY;BYDAY=SUN",
            "[2025-04-05T05:00:00Z] [2025-04-05T10:00:00Z] [FREQ=WEEKLY];!BYDAY=SUN!",
        );
        check("16:00", "[16:00]");
    }
}
