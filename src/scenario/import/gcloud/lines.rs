//! The commands of a pasted text: continued lines joined, comments and prompts left out, variables put in.

use super::super::prompt::{document, prompt, tool};
use super::variables::{Variables, assignment, default_of, put_in, without_env};
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
        unended: 0,
    };
    split.all()?;
    let mut variables = Variables::new();
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
    fn of(words: &[String], variables: &Variables) -> Self {
        let values = words.get(3..).unwrap_or_default();
        let values: Vec<String> = values
            .iter()
            .flat_map(|value| {
                let list = put_in(value, variables);
                list.split_whitespace()
                    .map(str::to_owned)
                    .collect::<Vec<_>>()
            })
            .collect();
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
fn bind(loops: &[Loop], turn: usize, variables: &mut Variables) {
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
    /// Documents of which the end was looked for in vain.
    unended: u8,
}

/// Their ends are not looked for more often.
const UNENDED: u8 = 16;

impl Split<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn all(&mut self) -> Result<(), Refusal> {
        self.begin_line();
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
                    self.skip_document();
                    self.begin_line();
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
        self.begin_line();
        true
    }

    /// Steps over a prompt, and over a remark of Windows.
    fn begin_line(&mut self) {
        let line = self.rest().lines().next().unwrap_or_default();
        let at = prompt(line);
        let command = line.get(at..).unwrap_or_default();
        let length = if is_remark(command) { line.len() } else { at };
        self.at += length;
    }

    /// Steps over the lines that the command before writes into a file, unless they are a script themselves.
    fn skip_document(&mut self) {
        let Some(end) = document(&self.piece).filter(|_| self.unended < UNENDED) else {
            return;
        };
        let mut length = 0;
        let mut script = false;
        for line in self.rest().split_inclusive('\n') {
            length += line.len();
            script |= line.trim_start().starts_with("gcloud ");
            if line.trim() == end {
                self.at += if script { 0 } else { length };
                return;
            }
        }
        self.unended += 1;
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

/// `REM` and `::` of Windows.
pub(super) fn is_remark(line: &str) -> bool {
    let word = line.split([' ', '\t']).next().unwrap_or_default();
    let word = word.trim_start_matches('@');
    word.eq_ignore_ascii_case("rem") || word.starts_with("::")
}

/// What stands before a command and leaves it one.
pub(super) fn is_before(word: &str) -> bool {
    matches!(
        word,
        "$" | "%"
            | "!"
            | "{"
            | "sudo"
            | "time"
            | "exec"
            | "nohup"
            | "call"
            | "do"
            | "then"
            | "else"
            | "if"
            | "elif"
            | "while"
            | "until"
    ) || is_declaration(word)
}

/// What makes variables of what follows.
fn is_declaration(word: &str) -> bool {
    matches!(
        word,
        "export" | "readonly" | "local" | "declare" | "typeset" | "set"
    )
}

/// The words of a command without settings of the environment and redirections; none of what is no command.
fn command(words: Vec<String>, variables: &mut Variables) -> Vec<String> {
    let mut left = Vec::with_capacity(words.len());
    let mut words = words.into_iter().peekable();
    let mut before = true;
    let mut declares = false;
    while let Some(word) = words.next() {
        if before {
            if is_before(&word) || (declares && word.starts_with('-')) {
                declares |= is_declaration(&word);
                continue;
            }
            if word.starts_with("```") {
                return left;
            }
            // `: "${NAME:=value}"`
            if word == ":" {
                words.for_each(|word| default_of(&word, variables));
                return left;
            }
            // `$name = value` and `[int]$name = value` of PowerShell
            let typed = word.split_once("]$").filter(|_| word.starts_with('['));
            let name = typed.map_or(word.strip_prefix('$'), |(_, name)| Some(name));
            let name = name.map(without_env);
            if let (Some(name), Some("=")) = (name, words.peek().map(String::as_str)) {
                words.next();
                if words.peek().is_some_and(|word| tool(word).is_some()) {
                    continue;
                }
                let value = words.next().filter(|_| words.peek().is_none());
                let value = value.filter(|value| !value.contains(['(', '@']));
                match value {
                    Some(value) => {
                        let value = put_in(value.trim_end_matches(','), variables);
                        variables.insert(name.to_owned(), value)
                    }
                    None => variables.remove(name),
                };
                return left;
            }
            if let Some((name, value)) = assignment(name.unwrap_or(&word)) {
                // `NAME=(a b)`
                let value = match value.strip_prefix('(') {
                    None => Some(put_in(value, variables)),
                    Some(first) => list(first, &mut words),
                };
                match value {
                    Some(value) => variables.insert(name.to_owned(), value),
                    None => variables.remove(name),
                };
                continue;
            }
            before = false;
            if let Some(tool) = tool(&word) {
                left.push(tool.to_owned());
                continue;
            }
        }
        if matches!(&*word, ">" | ">>" | "2>") {
            words.next();
        } else if !word.starts_with('>') && !word.starts_with("2>") {
            left.push(put_in(&word, variables));
        }
    }
    left
}

/// The rest of a list in parentheses, as one text with spaces; none where it has no end here.
fn list(first: &str, words: &mut impl Iterator<Item = String>) -> Option<String> {
    let mut all = first.to_owned();
    while !all.ends_with(')') {
        all.push(' ');
        all.push_str(&words.next()?);
    }
    Some(all.trim_end_matches(')').trim().to_owned())
}
