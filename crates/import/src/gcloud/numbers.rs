//! Lists of numbers: `{0..2}`, `$(seq 0 2)`, `for ((i=0; i<3; i++))`.

use super::shell::{Shell, TURNS};

/// The numbers from one to another; `None` if they are too many for a loop.
pub(super) fn numbers(first: i64, step: i64, last: i64) -> Option<Vec<String>> {
    let mut all = Vec::new();
    let mut next = Some(first).filter(|_| step != 0);
    while let Some(number) =
        next.filter(|number| if step > 0 { *number <= last } else { *number >= last })
    {
        if all.len() == TURNS {
            return None;
        }
        all.push(number.to_string());
        next = number.checked_add(step);
    }
    (step != 0).then_some(all)
}

/// The words of `a-{0..2}`.
pub(super) fn braces(word: &str) -> Option<Vec<String>> {
    let (before, rest) = word.split_once('{')?;
    let (inner, after) = rest.split_once('}')?;
    let (first, last) = inner.split_once("..")?;
    let (first, last): (i64, i64) = (first.parse().ok()?, last.parse().ok()?);
    let all = numbers(first, if first <= last { 1 } else { -1 }, last)?;
    Some(all.iter().map(|number| format!("{before}{number}{after}")).collect())
}

impl Shell<'_> {
    /// The variable of `for ((i=0; i<3; i++))`, its values, and the last command of the head.
    pub(super) fn counted(
        &mut self,
        at: usize,
        end: usize,
    ) -> Option<(String, Vec<String>, usize)> {
        let mut text = String::new();
        let head = self.split.get(at..end)?.iter().take(3);
        let last = head.enumerate().find_map(|(no, command)| {
            text += &command.words.concat();
            text.push(';');
            text.ends_with("));").then_some(at + no)
        })?;
        let (_, text) = text.split_once("for((")?;
        let mut parts = text.strip_suffix("));")?.split(';');
        let (name, first) = parts.next()?.split_once('=')?;
        let (until, step) = (parts.next()?.strip_prefix(name)?, parts.next()?);
        let (until, less) = match until.strip_prefix("<=") {
            Some(until) => (until, 0),
            None => (until.strip_prefix('<')?, 1),
        };
        let step = match step.strip_prefix(name).or(step.strip_suffix(name))? {
            "++" => 1,
            step => self.number(step.strip_prefix("+=")?)?,
        };
        let (first, until) = (self.number(first)?, self.number(until)?);
        let values = numbers(first, step.max(0), until.checked_sub(less)?)?;
        Some((name.to_owned(), values, last))
    }

    /// A number, or that of a variable, which needs no sign here.
    fn number(&mut self, word: &str) -> Option<i64> {
        let known = self.known.get(word).and_then(|values| values.first().cloned());
        known.unwrap_or_else(|| self.expand(word).concat()).parse().ok()
    }
}
