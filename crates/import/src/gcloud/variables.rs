//! Variables of a script with literal values: `NAME=value`, `$NAME`, `${NAME}`.

use super::split::{LITERAL, QUOTED, is_assignment, plain};
use base::Map;

/// What precedes the pool of an operation.
pub(super) const OF_POOL: &str = "nodePools/";

/// The longest value, and the most text that variables add to a script, in bytes.
const LONGEST: usize = 4096;
const WORK: usize = 1 << 20;

#[derive(Default)]
pub(super) struct Variables {
    known: Map<String, String>,
    added: usize,
}

impl Variables {
    /// Takes over assignments; false for another command.
    pub(super) fn assign(&mut self, words: &[String]) -> bool {
        let declares = ["export", "readonly", "local", "declare", "typeset"];
        let begins = words.iter().take_while(|word| declares.contains(&word.as_str())).count();
        let words = words.get(begins..).unwrap_or_default();
        let words = words.iter().skip_while(|word| begins > 0 && word.starts_with('-'));
        if !words.clone().all(|word| is_assignment(word)) || words.clone().next().is_none() {
            return false;
        }
        for (name, value) in words.filter_map(|word| word.split_once('=')) {
            // An operation is known by its pool.
            let value = match pool_of_operation(value) {
                Some(pool) => format!("{OF_POOL}{}", self.expand(pool).concat()),
                None => self.expand(value).join(" "),
            };
            self.forget(name);
            let is_literal = !value.contains(['$', '`']) && !name.ends_with(['+', ']']);
            if is_literal && value.len() <= LONGEST {
                self.known.insert(name.to_owned(), value);
            }
        }
        true
    }

    /// The value may be another one from here on.
    pub(super) fn forget(&mut self, name: &str) {
        let end = name.find(|c| !is_letter(c)).unwrap_or(name.len());
        self.known.remove(&name[..end]);
    }

    /// The words that a word becomes; what isn't known stays.
    pub(super) fn expand(&mut self, word: &str) -> Vec<String> {
        let (mut words, mut last, mut rest) = (Vec::new(), None::<String>, word);
        while let Some(at) = rest.find(['$', QUOTED, LITERAL]) {
            let (before, reference) = rest.split_at(at);
            let (value, length) = self.value(reference);
            rest = &reference[length..];
            if at > 0 || value.is_none() {
                last.get_or_insert_default().push_str(before);
            }
            match value {
                None => last.get_or_insert_default().push_str(&plain(&reference[..length])),
                Some(value) if reference.starts_with(QUOTED) => {
                    last.get_or_insert_default().push_str(&value);
                }
                Some(value) => {
                    for (no, piece) in value.split_whitespace().enumerate() {
                        words.extend(last.take_if(|_| no > 0));
                        last.get_or_insert_default().push_str(piece);
                    }
                }
            }
        }
        if !rest.is_empty() || word.is_empty() {
            last.get_or_insert_default().push_str(rest);
        }
        words.extend(last);
        words
    }

    /// The value of the variable that a text begins with, and the length of the reference.
    fn value(&mut self, text: &str) -> (Option<String>, usize) {
        let braces = usize::from(text[1..].starts_with('{'));
        let name = &text[1 + braces..];
        let end = name.find(|c| !is_letter(c)).unwrap_or(name.len());
        let is_closed = braces == 0 || name[end..].starts_with('}');
        let value = self.known.get(&name[..end]).filter(|_| is_closed && self.added < WORK);
        match value.filter(|_| !text.starts_with(LITERAL)).cloned() {
            Some(value) => {
                self.added += value.len();
                (Some(value), 1 + end + 2 * braces)
            }
            None => (None, 1),
        }
    }
}

/// The pool whose operation is listed: `$(gcloud container operations list --filter=targetLink~nodePools/web)`.
pub(super) fn pool_of_operation(value: &str) -> Option<&str> {
    let list = value.strip_prefix("$(gcloud container operations list")?;
    list.split_once(OF_POOL)?.1.split(['"', '\'', ' ', '$', ')']).next()
}

fn is_letter(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}
