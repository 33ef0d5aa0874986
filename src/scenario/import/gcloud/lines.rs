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
        blank: true,
        line: 0,
        begins: 0,
        found: Vec::new(),
        unended: 0,
    };
    split.all()?;
    let mut pieces = Vec::new();
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

fn fault(text: &str, at: usize, says: &str) -> Refusal {
    let (line, column) = position(text.as_bytes(), at);
    let text = format!("{says}, at line {line}, column {column}");
    Refusal::at("syntax", line, column, text)
}

struct Split<'t> {
    text: &'t str,
    at: usize,
    piece: String,
    /// The piece has nothing but blanks so far.
    blank: bool,
    /// Where the line begins in the piece.
    line: usize,
    begins: usize,
    found: Vec<(usize, String)>,
    /// Documents that were looked into in vain.
    unended: u8,
}

/// More of them are not looked into.
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
                '\\' if self.continues() => {}
                '`' | '^' if self.at_word() && self.continues() => {}
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
                        self.line = self.piece.len();
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
        if self.blank {
            self.begins = self.at;
            self.blank = c.is_whitespace();
        }
        self.piece.push(c);
        self.at += c.len_utf8();
    }

    fn end(&mut self) {
        let piece = core::mem::take(&mut self.piece);
        (self.blank, self.line) = (true, 0);
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
        let line = self.piece.get(self.line..).unwrap_or_default();
        let Some(end) = document(line).filter(|_| self.unended < UNENDED) else {
            return;
        };
        let prints = line.trim_start().starts_with("cat ") && !line.contains(['>', '|']);
        let mut length = 0;
        let mut script = false;
        for line in self.rest().split_inclusive('\n') {
            length += line.len();
            script |= line.trim_start().starts_with("gcloud ");
            if line.trim() == end {
                if script && !prints {
                    break;
                }
                self.at += length;
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
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    piece.len() <= SPLIT
        && !name.is_empty()
        && name.chars().all(is_name)
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
