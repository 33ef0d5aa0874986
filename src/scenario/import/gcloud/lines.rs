//! The commands of a pasted text: continued lines joined, comments and prompts left out, variables put in.

use std::collections::BTreeMap;

use crate::scenario::import::refuse::position;
use crate::scenario::import::report::Refusal;

/// One command as its words.
#[derive(Debug)]
pub(super) struct Line {
    /// Where it begins, from 1.
    pub(super) number: usize,
    pub(super) words: Vec<String>,
}

/// Longer texts are no command lines.
const LIMIT: usize = 4 << 20;

/// All commands of a text, one after another.
pub(super) fn lines(text: &str) -> Result<Vec<Line>, Refusal> {
    if text.len() > LIMIT {
        let text = format!("commands of {} MiB; up to 4 MiB are read", text.len() >> 20);
        return Err(Refusal::new("too-large", text));
    }
    let mut split = Split {
        text,
        at: 0,
        piece: String::new(),
        begins: 0,
        found: Vec::new(),
    };
    split.all()?;
    let mut variables = BTreeMap::new();
    let mut loops: Vec<Loop> = Vec::new();
    let mut lines = Vec::new();
    let mut counted = (0, 1);
    for (begins, piece) in split.found {
        // Pieces come in order, so that every line break is counted once.
        let between = text.get(counted.0..begins).unwrap_or_default();
        counted = (
            begins,
            counted.1 + between.bytes().filter(|byte| *byte == b'\n').count(),
        );
        let Some(words) = shlex::split(&piece) else {
            return Err(fault(
                text,
                begins,
                "this command cannot be split into words",
            ));
        };
        match words.first().map(String::as_str) {
            Some("for") => loops.push(Loop::of(&words, &variables)),
            Some("done") => drop(loops.pop()),
            _ => {}
        }
        for turn in 0..turns(&loops) {
            bind(&loops, turn, &mut variables);
            let words = command(words.clone(), &mut variables);
            if !words.is_empty() {
                lines.push(Line {
                    number: counted.1,
                    words,
                });
            }
        }
    }
    Ok(lines)
}

/// `for pool in a b; do`
struct Loop {
    name: String,
    /// None where they are not written out.
    values: Vec<String>,
}

/// A command is not repeated more often.
const TURNS: usize = 256;

impl Loop {
    fn of(words: &[String], variables: &BTreeMap<String, String>) -> Self {
        let values = words.get(3..).unwrap_or_default();
        let values = values.iter().map(|value| put_in(value, variables));
        let values: Vec<String> = values.collect();
        let known = !values
            .iter()
            .any(|value| value.contains(['$', '*', '{', '(']));
        Self {
            name: words.get(1).cloned().unwrap_or_default(),
            values: if known { values } else { Vec::new() },
        }
    }
}

/// How often a command within loops is run.
fn turns(loops: &[Loop]) -> usize {
    let turns = loops.iter().map(|each| each.values.len().max(1));
    turns.fold(1, usize::saturating_mul).min(TURNS)
}

/// Gives the variables of all loops their values in one turn.
fn bind(loops: &[Loop], turn: usize, variables: &mut BTreeMap<String, String>) {
    let mut rest = turn;
    for each in loops.iter().rev() {
        if let Some(value) = each.values.get(rest % each.values.len().max(1)) {
            variables.insert(each.name.clone(), value.clone());
        }
        rest /= each.values.len().max(1);
    }
}

fn fault(text: &str, at: usize, says: &str) -> Refusal {
    let (line, column) = position(text.as_bytes(), at);
    let text = format!("{says}, at line {line}, column {column}");
    Refusal::at("syntax", line, column, text)
}

struct Split<'t> {
    text: &'t str,
    at: usize,
    piece: String,
    begins: usize,
    found: Vec<(usize, String)>,
}

impl Split<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn all(&mut self) -> Result<(), Refusal> {
        while let Some(c) = self.rest().chars().next() {
            match c {
                '\'' | '"' => self.quoted(c)?,
                '$' if self.rest().starts_with("$(") => self.substitution(),
                '\\' | '`' | '^' if self.continues() => {}
                '\\' => {
                    self.take(c);
                    if let Some(next) = self.rest().chars().next() {
                        self.take(next);
                    }
                }
                '#' if self.at_word() => self.skip_line(),
                // Lines of Windows.
                '\r' if matches!(self.rest().as_bytes().get(1), None | Some(b'\n')) => self.at += 1,
                '\n' => {
                    self.at += 1;
                    // A flag on a line of its own belongs to the command before, even where the backslash got lost.
                    if self
                        .rest()
                        .trim_start_matches([' ', '\t'])
                        .starts_with("--")
                    {
                        self.piece.push(' ');
                    } else {
                        self.end();
                    }
                }
                ';' if self.followed_by_space(1) => self.separator(1),
                '&' | '|' if self.rest().starts_with("&&") || self.rest().starts_with("||") => {
                    self.separator(2);
                }
                '&' | '|' if self.at_word() && self.followed_by_space(1) => self.separator(1),
                c => self.take(c),
            }
        }
        self.end();
        Ok(())
    }

    fn take(&mut self, c: char) {
        if self.piece.trim_start().is_empty() {
            self.begins = self.at;
        }
        self.piece.push(c);
        self.at += c.len_utf8();
    }

    fn end(&mut self) {
        let piece = core::mem::take(&mut self.piece);
        if !piece.trim().is_empty() {
            self.found.push((self.begins, piece));
        }
    }

    fn separator(&mut self, length: usize) {
        self.at += length;
        self.end();
    }

    /// Does a new word begin here?
    fn at_word(&self) -> bool {
        self.piece.is_empty() || self.piece.ends_with([' ', '\t'])
    }

    fn followed_by_space(&self, length: usize) -> bool {
        let next = self
            .rest()
            .get(length..)
            .and_then(|rest| rest.chars().next());
        next.is_none_or(char::is_whitespace)
    }

    /// Steps over a backslash, or what other shells write for it, at the end of a line.
    fn continues(&mut self) -> bool {
        let after = self.rest().get(1..).unwrap_or_default();
        let line = after.trim_start_matches([' ', '\t', '\r']);
        if !line.starts_with('\n') && !line.is_empty() {
            return false;
        }
        self.at += 1 + (after.len() - line.len()) + usize::from(!line.is_empty());
        self.piece.push(' ');
        true
    }

    fn skip_line(&mut self) {
        self.at += self.rest().find('\n').unwrap_or(self.rest().len());
    }

    fn quoted(&mut self, quote: char) -> Result<(), Refusal> {
        let start = self.at;
        self.take(quote);
        let mut escaped = false;
        while let Some(c) = self.rest().chars().next() {
            self.take(c);
            match c {
                _ if escaped => escaped = false,
                '\\' if quote == '"' => escaped = true,
                c if c == quote => return Ok(()),
                _ => {}
            }
        }
        Err(fault(
            self.text,
            start,
            "a quotation mark that nothing closes",
        ))
    }

    /// `$(…)` is one word, whatever stands in it.
    fn substitution(&mut self) {
        let mut depth = 0_usize;
        while let Some(c) = self.rest().chars().next() {
            match c {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            let plain = !c.is_whitespace() && !matches!(c, '\'' | '"' | '\\' | '#');
            self.take(if plain { c } else { '_' });
            self.at += c.len_utf8() - if plain { c.len_utf8() } else { 1 };
            if c == ')' && depth == 0 {
                return;
            }
        }
    }
}

/// The words of a command without prompts, settings of the environment and redirections; none of what is no command.
fn command(words: Vec<String>, variables: &mut BTreeMap<String, String>) -> Vec<String> {
    let mut left = Vec::with_capacity(words.len());
    let mut words = words.into_iter().peekable();
    let mut before = true;
    while let Some(word) = words.next() {
        if before {
            if matches!(
                &*word,
                "$" | "%" | "sudo" | "time" | "export" | "do" | "then" | "!"
            ) {
                continue;
            }
            if word.starts_with("```") {
                return left;
            }
            if let Some((name, value)) = assignment(&word) {
                let value = put_in(value, variables);
                variables.insert(name.to_owned(), value);
                continue;
            }
            // The end of a prompt such as `me@host:~$`.
            if word.ends_with('$') && words.peek().is_some_and(|next| is_tool(next)) {
                continue;
            }
            before = false;
        }
        if matches!(&*word, ">" | ">>" | "2>") {
            words.next();
        } else if !word.starts_with('>') && !word.starts_with("2>") {
            left.push(put_in(&word, variables));
        }
    }
    left
}

fn is_tool(word: &str) -> bool {
    matches!(word, "gcloud" | "kubectl")
}

/// `NAME=value` before a command, or alone.
pub(super) fn assignment(word: &str) -> Option<(&str, &str)> {
    let (name, value) = word.split_once('=')?;
    let letters = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let begins = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    (begins && name.chars().all(letters)).then_some((name, value))
}

/// Puts the values of known variables in place of `$NAME` and `${NAME}`.
fn put_in(word: &str, variables: &BTreeMap<String, String>) -> String {
    if variables.is_empty() || !word.contains('$') || word.len() > 4096 {
        return word.to_owned();
    }
    let mut out = String::with_capacity(word.len());
    let mut rest = word;
    while let Some((before, after)) = rest.split_once('$') {
        out.push_str(before);
        let (name, behind) = match after
            .strip_prefix('{')
            .and_then(|after| after.split_once('}'))
        {
            Some((name, behind)) => (name, behind),
            None => {
                let letters = |c: char| c.is_ascii_alphanumeric() || c == '_';
                after.split_at(after.find(|c| !letters(c)).unwrap_or(after.len()))
            }
        };
        match variables.get(name) {
            Some(value) if out.len() + value.len() <= 4096 => out.push_str(value),
            _ => out.push_str(&rest[before.len()..rest.len() - behind.len()]),
        }
        rest = behind;
    }
    out.push_str(rest);
    out
}
