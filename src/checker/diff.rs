//! The changes between two values of a policy, by words: `BYDAY=SA`, without `,SU`.

use scenario::calendar::fix::Fix;
use scenario::document::MaintenancePolicy;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DiffKind {
    Same,
    Gone,
    New,
}

pub type DiffWords = Vec<(DiffKind, String)>;

/// A changed value with its name; a rule is compared part by part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValueDiff {
    pub name: &'static str,
    pub words: DiffWords,
}

/// The changes of a fix to the window.
pub fn changes(before: &MaintenancePolicy, fix: &Fix) -> Vec<ValueDiff> {
    let Some(after) = &fix.window else {
        return Vec::new();
    };
    let old = before.window.recurring.as_ref();
    let (start, end, rule) = old.map_or(("", "", ""), |old| {
        (&*old.window.start_time, &*old.window.end_time, &*old.recurrence)
    });
    let mut all = Vec::new();
    for (name, old, new) in
        [("start", start, after.start.as_str()), ("end", end, after.end.as_str())]
    {
        if old != new {
            all.push(ValueDiff { name, words: words(old, new) });
        }
    }
    if rule != after.recurrence {
        all.extend(
            parts(rule, &after.recurrence).into_iter().map(|words| ValueDiff { name: "", words }),
        );
    }
    all
}

/// The changed parts of a rule, by words.
fn parts(old: &str, new: &str) -> Vec<DiffWords> {
    let split = |rule: &str| -> Vec<String> { rule.split(';').map(str::to_owned).collect() };
    let key = |part: &str| part.split('=').next().unwrap_or_default().to_owned();
    let (old, new) = (split(old), split(new));
    let mut all = Vec::new();
    for part in &old {
        match new.iter().find(|other| key(other) == key(part)) {
            Some(other) if other == part => {}
            Some(other) => all.push(words(part, other)),
            None => all.push(vec![(DiffKind::Gone, part.clone())]),
        }
    }
    let added = new.iter().filter(|part| !old.iter().any(|other| key(other) == key(part)));
    all.extend(added.map(|part| vec![(DiffKind::New, part.clone())]));
    all
}

/// Runs of letters, of digits, and of everything else.
fn tokens(text: &str) -> Vec<&str> {
    let mut all = Vec::new();
    let mut start = 0;
    let mut before = None;
    for (at, c) in text.char_indices() {
        // In an instant, the day may change while the hour stays.
        let word = (c.is_alphabetic(), c.is_ascii_digit());
        if at > start && (before != Some(word) || word == (false, false)) {
            all.push(&text[start..at]);
            start = at;
        }
        before = Some(word);
    }
    if start < text.len() {
        all.push(&text[start..]);
    }
    all
}

/// Dates that differ in more than one part are compared as a whole.
fn dates<'a>(old: &'a str, new: &'a str) -> Option<[(&'a str, &'a str); 2]> {
    let split = |text: &'a str| text.split_at_checked(10).filter(|(_, time)| time.starts_with('T'));
    let (old, new) = (split(old)?, split(new)?);
    let parts = |date: &'a str| date.split('-');
    let others = parts(old.0).zip(parts(new.0)).filter(|(old, new)| old != new);
    (others.count() > 1).then_some([old, new])
}

/// Keeps the longest common words.
pub fn words(old: &str, new: &str) -> DiffWords {
    if let Some([(old, was), (new, is)]) = dates(old, new) {
        let date = [(DiffKind::Gone, old.to_owned()), (DiffKind::New, new.to_owned())];
        return date.into_iter().chain(words(was, is)).collect();
    }
    let (old, new) = (tokens(old), tokens(new));
    // The longest common rest for each pair of positions; values have a few dozen words.
    let (rows, columns) = (old.len().min(400), new.len().min(400));
    let mut rest = vec![vec![0u16; columns + 1]; rows + 1];
    for i in (0..rows).rev() {
        for j in (0..columns).rev() {
            rest[i][j] = match old[i] == new[j] {
                true => rest[i + 1][j + 1] + 1,
                false => rest[i + 1][j].max(rest[i][j + 1]),
            };
        }
    }
    let mut all: DiffWords = Vec::new();
    let mut say = |kind: DiffKind, word: &str| match all.last_mut() {
        Some((last, text)) if *last == kind => text.push_str(word),
        _ => all.push((kind, word.to_owned())),
    };
    let (mut i, mut j) = (0, 0);
    while i < rows || j < columns {
        if i < rows && j < columns && old[i] == new[j] {
            say(DiffKind::Same, old[i]);
            (i, j) = (i + 1, j + 1);
        } else if j >= columns || i < rows && rest[i + 1][j] >= rest[i][j + 1] {
            say(DiffKind::Gone, old[i]);
            i += 1;
        } else {
            say(DiffKind::New, new[j]);
            j += 1;
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn what_goes_and_what_comes_stands_where_it_stood() {
        let said: String = [
            ("BYDAY=SA,SU", "BYDAY=SA"),
            ("2025-04-06T19:00:00Z", "2025-04-05T19:00:00Z"),
            ("2026-01-03T02:00:00Z", "2025-03-29T06:00:00Z"),
            ("BYDAY=SUN", "BYDAY=SU"),
            ("", "a"),
            ("a b", ""),
        ]
        .map(|(old, new)| {
            let words = words(old, new).into_iter().map(|(kind, word)| match kind {
                DiffKind::Same => word,
                DiffKind::Gone => format!("[-{word}]"),
                DiffKind::New => format!("[+{word}]"),
            });
            words.collect::<String>() + "\n"
        })
        .concat();
        expect![[r#"
            BYDAY=SA[-,SU]
            2025-04-[-06][+05]T19:00:00Z
            [-2026-01-03][+2025-03-29]T[-02][+06]:00:00Z
            BYDAY=[-SUN][+SU]
            [+a]
            [-a b]
        "#]]
        .assert_eq(&said);
    }
}
