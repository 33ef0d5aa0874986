//! The documents of a text: entries one after another, in a list, a line each, as YAML, or a status.

use base::{Message, say};

use super::super::findings::Findings;
use super::super::loose::{Tree, start_counting};
use super::super::refuse::brackets;
use super::super::text::{self, File};
use super::super::wrapping::unwrapped;
use super::super::yaml;
use super::shapes::Entry;
use super::{Place, Status, Unread, status};

/// What a text is made of.
pub(super) enum LogPart {
    Entry(Box<Entry>),
    Status(Status),
}

/// Reads the file's documents to the sink. What can't be read is left out, with its place.
pub(super) fn read(
    file: &File<'_>,
    at: usize,
    sink: &mut dyn FnMut(Place, LogPart),
    unread: &mut Unread,
) {
    let mut reader = LogReader { file: at, entries: 0, sink, unread };
    match text::of(file.bytes) {
        Ok(text) => reader.text(&unwrapped(&text)),
        Err(refusal) => reader.refuse(refusal.at.map_or(1, |(line, _)| line), refusal.message),
    }
}

struct LogReader<'a> {
    file: usize,
    entries: usize,
    sink: &'a mut dyn FnMut(Place, LogPart),
    unread: &'a mut Unread,
}

impl LogReader<'_> {
    fn text(&mut self, text: &str) {
        let start = text.trim_start();
        if is_display(start) {
            self.refuse(1, say!("autolog-copied-display"));
        } else if start.starts_with(['{', '[']) {
            self.json(text, None);
        } else if let Some(status) = status::of_text(start) {
            self.add(1, LogPart::Status(status));
        } else if let Some(status) = described(text) {
            self.text(status);
        } else {
            self.yaml(text);
        }
    }

    /// Objects one after another, separated by white space, or by commas within a list. `of`: the line in the file that all of
    /// them come from.
    fn json(&mut self, text: &str, of: Option<usize>) {
        let (mut at, mut line, mut counted) = (0, 1, 0);
        loop {
            let rest = text[at..].trim_start_matches(BETWEEN);
            at = text.len() - rest.len();
            if rest.is_empty() {
                break;
            }
            line += breaks(&text[counted..at]);
            counted = at;
            // One document's values are forgotten before the next one.
            start_counting();
            let rest = rest.trim_end();
            let mut documents = serde_json::Deserializer::from_str(rest).into_iter::<Tree>();
            match documents.next() {
                Some(Err(error)) if error.is_eof() => {
                    self.refuse(of.unwrap_or(line), say!("import-cut-off"));
                    let whole = whole_items(rest);
                    if let Some(Ok(entry)) = whole.map(|one| serde_json::from_str::<Tree>(&one)) {
                        self.entry(of.unwrap_or(line), Entry::of(&entry.0.unwrap_or_default()));
                    }
                    break;
                }
                Some(Err(error)) => {
                    let said = error.to_string();
                    let said = said.rsplit_once(" at line ").map_or(&*said, |(said, _)| said);
                    let inner = line + error.line().max(1) - 1;
                    self.refuse(of.unwrap_or(inner), say!("import-not-json", error = said));
                    at = next_object(text, at);
                }
                Some(Ok(entry)) => {
                    at += documents.byte_offset();
                    self.entry(of.unwrap_or(line), Entry::of(&entry.0.unwrap_or_default()));
                }
                None => break,
            }
        }
    }

    fn yaml(&mut self, text: &str) {
        let (mut line, mut rest) = (1, text);
        while !rest.is_empty() {
            let end = rest.find("\n---").map_or(rest.len(), |at| at + 1);
            let (document, behind) = rest.split_at(end);
            let body = document.trim_start_matches("---");
            if !body.trim().is_empty() {
                match yaml::to_json(body, &mut Findings::default()) {
                    Ok(json) => self.json(&json, Some(line)),
                    Err(refusal) => {
                        let inner = refusal.at.map_or(1, |(line, _)| line);
                        self.refuse(line + inner - 1, refusal.message);
                    }
                }
            }
            line += breaks(document);
            rest = behind;
        }
    }

    fn entry(&mut self, line: usize, mut entry: Entry) {
        for item in core::mem::take(&mut entry.object.items) {
            self.entry(line, item);
        }
        let status = core::mem::take(&mut entry.object.status);
        if !status.is_empty() {
            self.text(&status);
        } else if let Some(status) = status::of(&entry.status) {
            self.add(line, LogPart::Status(status));
        } else if !entry.object.kind.ends_with("List") {
            self.add(line, LogPart::Entry(Box::new(entry)));
        }
    }

    fn add(&mut self, line: usize, part: LogPart) {
        self.entries += 1;
        (self.sink)(Place { file: self.file, entry: self.entries, line }, part);
    }

    fn refuse(&mut self, line: usize, message: Message) {
        self.unread.add(Place { file: self.file, entry: self.entries + 1, line }, message);
    }
}

/// What may stand between two objects.
const BETWEEN: [char; 8] = [' ', '\t', '\r', '\n', ',', '[', ']', '\u{1e}'];

/// A document that is cut off, up to the last whole item of a list in it.
fn whole_items(text: &str) -> Option<String> {
    let (mut open, mut whole) = (Vec::new(), None);
    for (at, byte) in brackets(text) {
        match byte {
            b'{' => open.push('}'),
            b'[' => open.push(']'),
            _ => {
                open.pop();
                if open.last() == Some(&']') {
                    whole = Some((at + 1, open.clone()));
                }
            }
        }
    }
    let (end, open) = whole?;
    Some(text[..end].chars().chain(open.into_iter().rev()).collect())
}

fn breaks(text: &str) -> usize {
    text.bytes().filter(|byte| *byte == b'\n').count()
}

/// Where the object behind the one at this byte begins: a line with the same indentation, as those of its parts have more.
fn next_object(text: &str, at: usize) -> usize {
    let own = text[..at].rfind('\n').map_or(0, |line| line + 1);
    let indentation = |line: &str| line.len() - line.trim_start().len();
    let depth = indentation(&text[own..at]).min(at - own);
    let mut next = at;
    for line in text[at..].split_inclusive('\n') {
        let begins = line.trim_start().starts_with('{') && indentation(line) == depth;
        if next > at && begins {
            return next;
        }
        next += line.len();
    }
    text.len()
}

/// Was it copied from the tree that the console displays: keys without quotes, elements with their numbers?
fn is_display(text: &str) -> bool {
    let of_a_tree = |line: &str| {
        let line = line.trim();
        matches!(
            line,
            "0: {" | "jsonPayload: {" | "noDecisionStatus: {" | "decision: {" | "resultInfo: {"
        )
    };
    text.lines().take(200).any(of_a_tree)
}

/// The status that `kubectl describe configmap` displays.
fn described(text: &str) -> Option<&str> {
    let (_, data) = text.split_once("\nstatus:\n----\n")?;
    let ends = ["\nBinaryData\n", "\nEvents:"];
    let end = ends.iter().filter_map(|end| data.find(end)).min();
    Some(&data[..end.unwrap_or(data.len())])
}
