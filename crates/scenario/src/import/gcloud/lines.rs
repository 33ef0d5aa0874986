//! The commands of a pasted text as words: loops are run, variables put in.

use super::super::prompt::tool;
use super::split::{fault, split};
use super::variables::{Variables, assignment, default_of, letters, put_in, without_env};
use crate::import::report::Refusal;

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
    let mut pieces = Vec::new();
    let mut counted = (0, 1);
    for (begins, piece) in split(text)? {
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
        pieces.push(Piece {
            number: counted.1,
            text: piece,
            words,
        });
    }
    let mut run = Run {
        variables: Variables::new(),
        lines: Vec::new(),
    };
    run.all(&pieces, 0)?;
    Ok(run.lines)
}

/// A command as it is written.
struct Piece {
    number: usize,
    text: String,
    words: Vec<String>,
}

impl Piece {
    /// `for` and `done`, also behind `do`.
    fn keyword(&self) -> &str {
        let mut words = self.words.iter().map(String::as_str);
        words
            .find(|word| !matches!(*word, "do" | "then" | "else" | "{" | "}"))
            .unwrap_or_default()
    }
}

/// What a script comes to: its commands one after another, those in loops as often as they are run.
struct Run {
    variables: Variables,
    lines: Vec<Line>,
}

/// A command is not repeated more often by one loop.
const TURNS: usize = 256;
/// Loops in loops.
const LOOPS: usize = 16;

impl Run {
    fn all(&mut self, pieces: &[Piece], loops: usize) -> Result<(), Refusal> {
        let mut rest = pieces;
        while let Some((piece, after)) = rest.split_first() {
            rest = after;
            if piece.keyword() == "for" {
                let (body, behind) = after.split_at(end_of_loop(after));
                rest = behind;
                self.repeat(piece, body, loops + 1)?;
                continue;
            }
            let length = piece.text.len();
            // What stands in no loop is as long as it is written.
            if !self.variables.spend(if loops > 0 { length + 1 } else { 0 }) {
                return Err(Refusal::new(
                    "too-large",
                    "the loops and variables of this script come to more than is read",
                ));
            }
            let words = command(piece, &mut self.variables);
            if words.first().is_some_and(|word| tool(word).is_some()) {
                self.lines.push(Line {
                    number: piece.number,
                    words,
                });
            }
        }
        Ok(())
    }

    /// `for pool in a b; do`
    fn repeat(&mut self, head: &Piece, body: &[Piece], loops: usize) -> Result<(), Refusal> {
        if loops > LOOPS {
            let text = format!("loops nest deeper than {LOOPS} at line {}", head.number);
            return Err(Refusal::new("too-deep", text));
        }
        let mut words = head.words.iter().skip_while(|word| *word != "for").skip(1);
        let name = words.next().cloned().unwrap_or_default();
        let mut values: Vec<String> = Vec::new();
        for value in words.skip(1) {
            let list = put_in(value, &self.variables);
            values.extend(list.split_whitespace().take(TURNS).map(str::to_owned));
            if values.len() >= TURNS {
                break;
            }
        }
        let unknown = |value: &String| value.contains(['$', '*', '{', '(']);
        if values.is_empty() || values.iter().any(unknown) {
            self.variables.remove(&name);
            return self.all(body, loops);
        }
        for value in values.into_iter().take(TURNS) {
            self.variables.insert(name.clone(), value);
            self.all(body, loops)?;
        }
        Ok(())
    }
}

/// Where the `done` stands that ends a loop; a loop without one goes on to the end.
fn end_of_loop(pieces: &[Piece]) -> usize {
    let mut open = 1_usize;
    let end = pieces.iter().position(|piece| {
        match piece.keyword() {
            "for" | "while" | "until" | "select" => open += 1,
            "done" => open -= 1,
            _ => {}
        }
        open == 0
    });
    end.unwrap_or(pieces.len())
}

/// What stands before a command and leaves it one.
pub(super) fn is_before(word: &str) -> bool {
    matches!(
        word,
        "$" | "%"
            | "!"
            | "{"
            | "sudo"
            | "("
            | "command"
            | "env"
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
fn command(piece: &Piece, variables: &mut Variables) -> Vec<String> {
    let mut left = Vec::with_capacity(piece.words.len());
    let mut words = piece.words.iter().cloned().peekable();
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
                        variables.insert(name.to_owned(), value);
                    }
                    None => variables.remove(name),
                }
                return left;
            }
            if let Some((name, value)) = assignment(name.unwrap_or(&word)) {
                // `` NAME=`command` ``
                if value.starts_with('`') {
                    variables.remove(name);
                    return left;
                }
                // `NAME=(a b)`
                let value = match value.strip_prefix('(') {
                    None => Some(put_in(value, variables)),
                    Some(first) => list(first, &mut words),
                };
                match value {
                    Some(value) => variables.insert(name.to_owned(), value),
                    None => variables.remove(name),
                }
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
            let value = put_in(&word, variables);
            if splits(&word, &piece.text) {
                left.extend(value.split_whitespace().map(str::to_owned));
            } else {
                left.push(value);
            }
        }
    }
    left
}

/// Longer commands are not looked through for each of their words.
const SPLIT: usize = 1 << 14;

/// Is a word a variable without quotes, or a whole list? The shell splits what it is worth.
fn splits(word: &str, piece: &str) -> bool {
    let name = word.strip_prefix('$').unwrap_or_default();
    let name = match name.strip_prefix('{') {
        Some(inner) => inner.strip_suffix('}').unwrap_or_default(),
        None => name,
    };
    if name.ends_with("[@]") {
        return true;
    }
    piece.len() <= SPLIT
        && !name.is_empty()
        && name.chars().all(letters)
        && !piece.contains(&format!("\"{word}\""))
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
