//! Splits pasted commands into words: joins continued lines, removes quotes, comments, prompts and documents
//! in the script.

use crate::prompt::{document, prompt};
use crate::refuse::refusal;
use crate::report::Refusal;
use base::say;

/// A `$` that the shell leaves alone: in single quotes, or after a backslash.
pub(super) const LITERAL: char = '\u{1}';
/// A `$` in double quotes: its value isn't split.
pub(super) const QUOTED: char = '\u{2}';

/// The last word of a command that runs in the background.
pub(super) const BACKGROUND: &str = "&";

/// A text as written.
pub(super) fn plain(text: &str) -> String {
    text.replace([QUOTED, LITERAL], "$")
}

/// A command as written, with marks for the `$` in quotes.
pub(super) struct Split {
    pub(super) at: usize,
    /// Its line, from 1.
    pub(super) line: usize,
    pub(super) words: Vec<String>,
    pub(super) joined: Joined,
}

/// Does a command depend on the success of the one before?
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Joined {
    #[default]
    No,
    /// `&&`
    And,
    /// `||`
    Or,
    /// `|`
    Pipe,
}

/// `NAME=value`, `NAME+=value`, `NAME[key]=value`.
pub(super) fn is_assignment(word: &str) -> bool {
    let name = word.split_once('=').map_or("", |(name, _)| name);
    let name = name.strip_suffix('+').unwrap_or(name);
    let name =
        name.strip_suffix(']').and_then(|name| name.split_once('[')).map_or(name, |one| one.0);
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Windows remarks: `REM` and `::`.
pub(super) fn is_remark(line: &str) -> bool {
    let word = line.split([' ', '\t']).next().unwrap_or_default();
    let word = word.trim_start_matches('@');
    word.eq_ignore_ascii_case("rem") || word.starts_with("::")
}

/// The commands of a text as written.
pub(super) fn split(text: &str) -> Result<Vec<Split>, Refusal> {
    let mut splitter = Splitter { text, last: text.rfind(')'), ..Splitter::default() };
    splitter.split()?;
    Ok(splitter.commands)
}

/// After this many searches for the end of a document in vain, no more are made.
const UNENDED: u8 = 16;

#[derive(Default)]
struct Splitter<'t> {
    text: &'t str,
    at: usize,
    /// The word so far; an empty one may be quoted.
    word: Option<String>,
    words: Vec<String>,
    begins: usize,
    /// The start of the line.
    line: usize,
    commands: Vec<Split>,
    /// How the next command depends on the one before.
    joined: Joined,
    /// An array begins: `NAME=(`.
    in_array: bool,
    /// The last closing parenthesis of the text.
    last: Option<usize>,
    unended: u8,
}

impl<'t> Splitter<'t> {
    fn split(&mut self) -> Result<(), Refusal> {
        self.begin_line();
        while let Some(c) = self.rest().chars().next() {
            let is_begin = self.word.is_none();
            let next = self.rest().get(c.len_utf8()..).unwrap_or_default();
            let is_spaced = next.is_empty() || next.starts_with(char::is_whitespace);
            match c {
                '\'' | '"' => self.quoted(c)?,
                '(' if self.begins_array() => {
                    self.take(c);
                    self.end_word();
                    self.in_array = true;
                }
                ')' if self.in_array => {
                    self.end_word();
                    self.take(c);
                    self.end_word();
                    self.in_array = false;
                }
                '\n' if self.in_array => {
                    self.end_word();
                    self.at += 1;
                }
                '$' | '<' if next.starts_with('(') => self.substitution(),
                '\\' if self.continues(next) => {}
                '`' | '^' if is_begin && self.continues(next) => {}
                '\\' => {
                    self.at += 1;
                    next.chars().next().into_iter().for_each(|c| self.take_as(c, LITERAL));
                }
                '#' if is_begin => self.at += self.rest().find('\n').unwrap_or(self.rest().len()),
                '\n' => {
                    self.end_word();
                    self.at += 1;
                    self.skip_document();
                    self.begin_line();
                    // A flag on its own line belongs to the previous command, even if the backslash is missing.
                    if !self.rest().trim_start_matches([' ', '\t']).starts_with("--") {
                        self.end_command();
                    }
                }
                ';' if next.starts_with(';') => self.separate(2),
                ';' if is_spaced => self.separate(1),
                '&' | '|' if next.starts_with(c) => {
                    self.separate(2);
                    self.joined = if c == '&' { Joined::And } else { Joined::Or };
                }
                '&' | '|' if is_begin && is_spaced => {
                    if c == '&' && !self.words.is_empty() {
                        self.words.push(BACKGROUND.to_owned());
                    }
                    self.separate(1);
                    self.joined = if c == '|' { Joined::Pipe } else { Joined::No };
                }
                c if c.is_whitespace() => {
                    self.end_word();
                    self.at += c.len_utf8();
                }
                c => self.take(c),
            }
        }
        self.separate(0);
        Ok(())
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn take(&mut self, c: char) {
        if self.words.is_empty() && self.word.is_none() {
            self.begins = self.at;
        }
        self.word.get_or_insert_default().push(c);
        self.at += c.len_utf8();
    }

    /// Takes a character; the sign of a variable as this mark.
    fn take_as(&mut self, c: char, mark: char) {
        self.take(if c == '$' { mark } else { c });
    }

    /// Is it the parenthesis of `NAME=(a b)`?
    fn begins_array(&self) -> bool {
        let begins = |word: &String| word.ends_with('=') && is_assignment(word);
        self.word.as_ref().is_some_and(begins) && self.last > Some(self.at)
    }

    fn end_word(&mut self) {
        self.words.extend(self.word.take());
    }

    fn end_command(&mut self) {
        let words = core::mem::take(&mut self.words);
        if !words.is_empty() {
            let (before, line) = self.commands.last().map_or((0, 1), |last| (last.at, last.line));
            let between = self.text.get(before..self.begins).unwrap_or_default();
            let line = line + between.bytes().filter(|byte| *byte == b'\n').count();
            let joined = core::mem::take(&mut self.joined);
            self.commands.push(Split { at: self.begins, line, words, joined });
        }
    }

    fn separate(&mut self, length: usize) {
        self.at += length;
        self.end_word();
        self.end_command();
    }

    /// Skips the end of a line after a backslash, or after other shells' continuation characters.
    fn continues(&mut self, next: &str) -> bool {
        let line = next.trim_start_matches([' ', '\t', '\r']);
        let is_end = line.is_empty() || line.starts_with('\n');
        if is_end {
            self.end_word();
            self.at += 1 + next.len() - line.len() + usize::from(!line.is_empty());
            self.begin_line();
        }
        is_end
    }

    /// Skips a prompt, and Windows remarks.
    fn begin_line(&mut self) {
        self.line = self.at;
        let line = self.rest().lines().next().unwrap_or_default();
        let at = prompt(line);
        let is_remark = is_remark(line.get(at..).unwrap_or_default());
        self.at += if is_remark { line.len() } else { at };
    }

    /// Skips the lines that the previous line writes to a file, unless they are a script themselves.
    fn skip_document(&mut self) {
        let line = self.text.get(self.line..self.at).unwrap_or_default();
        let Some(end) = document(line).filter(|_| self.unended < UNENDED) else {
            return;
        };
        let prints = line.trim_start().starts_with("cat ") && !line.contains(['>', '|']);
        let mut length = 0;
        let mut is_script = false;
        for line in self.rest().split_inclusive('\n') {
            length += line.len();
            is_script |= line.trim_start().starts_with("gcloud ");
            if line.trim() == end && (prints || !is_script) {
                self.at += length;
                return;
            }
        }
        self.unended += 1;
    }

    fn quoted(&mut self, quote: char) -> Result<(), Refusal> {
        let start = self.at;
        if self.words.is_empty() && self.word.is_none() {
            self.begins = start;
        }
        self.word.get_or_insert_default();
        self.at += 1;
        let mut escaped = false;
        while let Some(c) = self.rest().chars().next() {
            let escaped_before = core::mem::take(&mut escaped);
            match c {
                _ if escaped_before => {}
                '\\' if quote == '"' => {
                    escaped = true;
                    self.at += 1;
                    continue;
                }
                c if c == quote => {
                    self.at += 1;
                    return Ok(());
                }
                _ => {}
            }
            let is_literal = escaped_before || quote == '\'';
            self.take_as(c, if is_literal { LITERAL } else { QUOTED });
        }
        let what = say!("import-open-quotation");
        Err(refusal("syntax", self.text, start, what))
    }

    /// Reads `$(…)` as part of one word, including its contents.
    fn substitution(&mut self) {
        let mut depth = 0_usize;
        while let Some(c) = self.rest().chars().next() {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            self.take(c);
            if c == ')' && depth == 0 {
                return;
            }
        }
    }
}
