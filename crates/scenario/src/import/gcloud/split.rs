//! A pasted text as commands: continued lines joined, comments, prompts and documents left out.

use super::super::prompt::{document, prompt};
use crate::import::refuse::position;
use crate::import::report::Refusal;

/// The commands, and where each begins.
pub(super) fn split(text: &str) -> Result<Vec<(usize, String)>, Refusal> {
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
    Ok(split.found)
}

pub(super) fn fault(text: &str, at: usize, says: &str) -> Refusal {
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
