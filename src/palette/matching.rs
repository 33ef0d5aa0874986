//! Scores how well a text matches the typed one: word by word, and names by letters in order.
//!
//! Existing crates were considered: after gzip the smallest takes 8 KB of the wasm, and none tells which words match.

use crate::shell::words::lowercase;
use base::order;

/// The typed text in lowercase, as words that may match in any order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Query {
    words: Vec<String>,
}

/// The score of a text, and the matched bytes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fit {
    pub score: i32,
    /// Ranges of bytes, in order and separate.
    pub marks: Vec<(usize, usize)>,
}

const WHOLE: i32 = 100;
const BEGINNING: i32 = 80;
const WORD: i32 = 60;
const OTHER: i32 = 50;
const INSIDE: i32 = 40;
const SCATTERED: i32 = 20;
/// Matching by scattered letters takes at least this many.
const LETTERS: usize = 3;

impl Query {
    pub fn of(text: &str) -> Self {
        Self { words: text.split_whitespace().map(str::to_lowercase).collect() }
    }

    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Does each word begin a word of the text, or one of `also`? The latter scores nearly as high as a match within
    /// the text.
    pub fn names(&self, text: &str, also: &str) -> Option<Fit> {
        let said = || text.split_whitespace().chain(also.split_whitespace());
        let begins = |word: &String| said().any(|said| same(said, 0, word).is_some());
        let long = |word: &String| word.chars().count() >= LETTERS;
        let fits = !also.is_empty() && self.words.iter().all(|word| long(word) && begins(word));
        fits.then(|| Fit { score: OTHER * 4 * self.words.len() as i32, marks: Vec::new() })
    }

    /// Every word must be in the text; better matches and then shorter texts score higher.
    pub fn fit(&self, text: &str) -> Option<Fit> {
        let mut fit = Fit::default();
        for word in &self.words {
            fit.score += one(text, word, &mut fit.marks)? * 4;
        }
        // Of equal matches the shorter one is meant; without a query the order stays.
        if !self.is_empty() {
            fit.score -= text.len().min(60) as i32 / 2;
        }
        order::sort(&mut fit.marks);
        let mut joined: Vec<(usize, usize)> = Vec::new();
        for (from, to) in fit.marks {
            match joined.last_mut() {
                Some(last) if from <= last.1 => last.1 = last.1.max(to),
                _ => joined.push((from, to)),
            }
        }
        fit.marks = joined;
        Some(fit)
    }
}

/// The best match of a word in a text.
fn one(text: &str, word: &str, marks: &mut Vec<(usize, usize)>) -> Option<i32> {
    let mut inside: Option<(i32, usize, usize)> = None;
    for (at, _) in text.char_indices() {
        let Some(end) = same(text, at, word) else {
            continue;
        };
        let score = match at {
            0 if end == text.len() => WHOLE,
            0 => BEGINNING,
            _ if begins(text, at) => WORD,
            _ => INSIDE,
        };
        if inside.is_none_or(|(best, ..)| score > best) {
            inside = Some((score, at, end));
        }
        if score > INSIDE {
            break;
        }
    }
    if let Some((score, at, end)) = inside {
        marks.push((at, end));
        return Some(score);
    }
    scattered(text, word, marks)
}

/// The end of a match at `at`, ignoring case.
fn same(text: &str, at: usize, word: &str) -> Option<usize> {
    let mut end = at;
    let mut letters = text.get(at..)?.chars();
    for wanted in word.chars() {
        let found = letters.next()?;
        if !alike(found, wanted) {
            return None;
        }
        end += found.len_utf8();
    }
    Some(end)
}

fn alike(found: char, wanted: char) -> bool {
    found.eq_ignore_ascii_case(&wanted)
        || !found.is_ascii() && lowercase(&found.to_string()).chars().eq([wanted])
}

/// Does a word of a name begin there? Names consist of words and numbers: `web-pool-b1`.
fn begins(text: &str, at: usize) -> bool {
    let before = text.get(..at).and_then(|text| text.chars().next_back());
    let here = text.get(at..).and_then(|text| text.chars().next());
    match (before, here) {
        (None, _) => true,
        (Some(before), Some(here)) => {
            !before.is_alphanumeric() || before.is_numeric() != here.is_numeric()
        }
        (Some(_), None) => false,
    }
}

/// Matches letters and digits in order, each next to the previous one or at the start of a word: `npt` and `n-p-t`
/// are in `node-pool-two`.
fn scattered(text: &str, word: &str, marks: &mut Vec<(usize, usize)>) -> Option<i32> {
    let before = marks.len();
    let mut letters = word.chars().filter(|c| c.is_alphanumeric()).peekable();
    letters.peek()?;
    let mut last = usize::MAX;
    for (at, found) in text.char_indices() {
        let Some(wanted) = letters.peek() else {
            break;
        };
        if alike(found, *wanted) && (last == at || begins(text, at)) {
            letters.next();
            last = at + found.len_utf8();
            marks.push((at, last));
        }
    }
    if letters.peek().is_some() {
        marks.truncate(before);
        return None;
    }
    Some(SCATTERED)
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    /// The matching texts, best first, with matches in brackets.
    fn check(query: &str, texts: &[&str], expected: &Expect) {
        let query = Query::of(query);
        let mut found: Vec<(i32, String)> = Vec::new();
        for text in texts {
            let Some(fit) = query.fit(text) else {
                continue;
            };
            let mut shown = (*text).to_owned();
            for (from, to) in fit.marks.iter().rev() {
                shown.insert(*to, ']');
                shown.insert(*from, '[');
            }
            found.push((-fit.score, shown));
        }
        found.sort();
        let lines: String = found.iter().map(|(_, shown)| format!("{shown}\n")).collect();
        expected.assert_eq(&lines);
    }

    #[test]
    fn names_that_begin_so_come_first() {
        let names = ["web-pool-b1", "b1", "b10", "ab1", "web-1", "B1-log"];
        check(
            "b1",
            &names,
            &expect![[r#"
                [b1]
                [b1]0
                [B1]-log
                web-pool-[b1]
                a[b1]
            "#]],
        );
    }

    #[test]
    fn words_may_come_in_any_order() {
        let texts = ["b1 cordoned", "b1 drained", "b2 cordoned"];
        check(
            "cord b1",
            &texts,
            &expect![[r#"
                [b1] [cord]oned
            "#]],
        );
    }

    #[test]
    fn initials_of_words_fit_last() {
        let texts = ["node-pool-two", "input", "Next event", "nothing"];
        check(
            "npt",
            &texts,
            &expect![[r#"
                [n]ode-[p]ool-[t]wo
            "#]],
        );
        check("-", &texts[1..2], &expect![[""]]);
        check(
            "neev",
            &texts,
            &expect![[r#"
                [Ne]xt [ev]ent
            "#]],
        );
    }

    #[test]
    fn other_words_fit_by_their_beginnings() {
        let fits = |query: &str| {
            let fit = Query::of(query).names("Import a cluster", "gcloud YAML terraform");
            fit.is_some()
        };
        for query in ["yaml", "terra", "gcloud import"] {
            assert!(fits(query), "{query}");
        }
        for query in ["ya", "form", "gcloud export"] {
            assert!(!fits(query), "{query}");
        }
    }

    #[test]
    fn letters_of_any_script_are_letters() {
        check(
            "éco",
            &["l'École", "ecole", "日本"],
            &expect![[r#"
                l'[Éco]le
            "#]],
        );
        check(
            "本",
            &["日本"],
            &expect![[r#"
            日[本]
        "#]],
        );
    }
}
