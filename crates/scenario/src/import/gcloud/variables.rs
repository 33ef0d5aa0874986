//! Variables of a script, as far as it says what they are.

use core::cell::Cell;
use std::collections::BTreeMap;

/// So much text loops and variables may make of a script, in bytes.
const WORK: usize = 2 << 20;

/// The variables that are known, and how much work is left.
pub(super) struct Variables {
    known: BTreeMap<String, String>,
    left: Cell<usize>,
}

impl Variables {
    pub(super) fn new() -> Self {
        Self {
            known: BTreeMap::new(),
            left: Cell::new(WORK),
        }
    }

    pub(super) fn insert(&mut self, name: String, value: String) {
        self.known.insert(name, value);
    }

    pub(super) fn remove(&mut self, name: &str) {
        self.known.remove(name);
    }

    /// Takes so much of the work that is left; false when there is none left.
    pub(super) fn spend(&self, bytes: usize) -> bool {
        self.left.set(self.left.get().saturating_sub(bytes));
        self.left.get() > 0
    }

    fn get(&self, name: &str) -> Option<&String> {
        self.known.get(name)
    }
}

/// Gives a variable what `${NAME:=value}` gives it.
pub(super) fn default_of(word: &str, variables: &mut Variables) {
    let body = word
        .strip_prefix("${")
        .and_then(|word| word.strip_suffix('}'));
    if let Some((name, value)) = body.and_then(|body| body.split_once('=')) {
        let name = name.trim_end_matches(':');
        if variables.get(name).is_none() && name.chars().all(letters) {
            let value = put_in(value, variables);
            variables.insert(name.to_owned(), value);
        }
    }
}

/// May it stand in the name of a variable?
pub(super) fn letters(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The name of a variable, also where PowerShell calls it one of the environment.
pub(super) fn without_env(name: &str) -> &str {
    name.strip_prefix("env:").unwrap_or(name)
}

/// `NAME=value` before a command, or alone.
pub(super) fn assignment(word: &str) -> Option<(&str, &str)> {
    let (name, value) = word.split_once('=')?;
    let begins = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    (begins && name.chars().all(letters)).then_some((name, value))
}

/// No text of variables is longer.
const LONGEST: usize = 4096;

/// Puts the values of known variables in place of `$NAME`, `${NAME}`, `${NAME:-value}` and `%NAME%`.
pub(super) fn put_in(word: &str, variables: &Variables) -> String {
    if !word.contains(['$', '%']) || word.len() > LONGEST {
        return word.to_owned();
    }
    let mut out = String::with_capacity(word.len());
    let mut rest = word;
    while let Some(at) = rest.find(['$', '%']) {
        let (before, reference) = rest.split_at(at);
        out.push_str(before);
        let (value, length) = referred(reference, variables);
        match value {
            Some(value) if out.len() + value.len() <= LONGEST && variables.spend(value.len()) => {
                out.push_str(&value);
            }
            _ => out.push_str(reference.get(..length).unwrap_or_default()),
        }
        rest = reference.get(length..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}

/// The value of the variable that a text begins with, if it is known, and how long its name is as it is written.
fn referred(text: &str, variables: &Variables) -> (Option<String>, usize) {
    let value = |name: &str| variables.get(name).cloned();
    if let Some(after) = text.strip_prefix('%') {
        let known = after
            .split_once('%')
            .and_then(|(name, _)| Some((value(name)?, name.len() + 2)));
        return known.map_or((None, 1), |(value, length)| (Some(value), length));
    }
    let after = text.get(1..).unwrap_or_default();
    let Some(inner) = after.strip_prefix('{') else {
        let name = without_env(after);
        let prefix = 1 + after.len() - name.len();
        let end = name.find(|c| !letters(c)).unwrap_or(name.len());
        let (name, _) = name.split_at(end);
        return (value(name), prefix + end);
    };
    let mut depth = 1_usize;
    let end = inner.char_indices().find(|(_, c)| {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    let looked = end.map_or(inner.len(), |(end, _)| end);
    let Some((end, _)) = end.filter(|_| variables.spend(looked)) else {
        variables.spend(looked);
        return (None, 1);
    };
    let (body, _) = inner.split_at(end);
    let length = end + 3;
    let body = without_env(body);
    let (name, how) = body.split_at(body.find(|c| !letters(c)).unwrap_or(body.len()));
    let known = value(name).filter(|value| !value.is_empty() || !how.starts_with(':'));
    let how = how.strip_prefix(':').unwrap_or(how);
    let default = how.strip_prefix(['-', '=']);
    match (known, default) {
        (Some(value), Some(_)) => (Some(value), length),
        // `${NAME[@]}` of a list
        (Some(value), None) if matches!(how, "" | "[@]" | "[*]") || how.starts_with('?') => {
            (Some(value), length)
        }
        (None, Some(default)) => (Some(put_in(default, variables)), length),
        (Some(_) | None, None) => (None, length),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn known_variables_are_put_in_and_others_stay() {
        let mut variables = Variables::new();
        for (name, value) in [("A", "1"), ("EMPTY", "")] {
            variables.insert(name.to_owned(), value.to_owned());
        }
        default_of("${D:=4}", &mut variables);
        default_of("${A:=9}", &mut variables);
        let words = [
            "$A-${A}-%A%",
            "$B ${B} %B% 100%",
            "${A:-2} ${B:-2} ${B-3} ${EMPTY:-5}${EMPTY-6}",
            "${B:-${C:-${A}}}",
            "${B:-$C}",
            "${A:?says why} ${B:?says why} ${A%x} ${A",
            "$env:A ${env:A} $D",
            "$(cat $A) $ $$",
        ];
        let put = words.map(|word| put_in(word, &variables));
        expect![[r#"
            1-1-1
            $B ${B} %B% 100%
            1 2 3 5
            1
            $C
            1 ${B:?says why} ${A%x} ${A
            1 1 4
            $(cat 1) $ $$
        "#]]
        .assert_eq(&(put.join("\n") + "\n"));
        let deep = "${B:-".repeat(800);
        assert_eq!(put_in(&deep, &variables), deep);
    }
}
