//! What is found in a file while its text becomes JSON.

use super::notes::Note;
use super::text::{excerpt, position};
use base::{Arg, Message, Set};

/// Notes about a file, besides those about its documents.
#[derive(Debug, Default)]
pub(super) struct Findings<'a> {
    /// The name of the file, for places in it.
    file: &'a str,
    pub(super) notes: Vec<(Note, Arg)>,
    /// The kind of the file: "Terraform". A file without one is described by its documents.
    pub(super) kinds: Vec<Message>,
    /// The line of the command that is being read.
    pub(super) line: Option<usize>,
    /// The lines of notes about commands.
    pub(super) lines: Vec<(Note, usize)>,
    once: Set<(&'static str, String)>,
}

impl<'a> Findings<'a> {
    pub(super) fn of(file: &'a str) -> Self {
        Self { file, ..Self::default() }
    }

    pub(super) fn note(&mut self, note: Note, name: impl Into<Arg>) {
        self.notes.push((note, name.into()));
        self.lines.extend(self.line.map(|line| (note, line)));
    }

    /// Notes a name only once.
    pub(super) fn note_once(&mut self, note: Note, name: impl Into<Arg>) {
        let name = name.into();
        if self.once.insert((note.key, format!("{name:?}"))) {
            self.note(note, name);
        }
    }

    /// Notes a piece of the file with its place: `main.tf:12:3 count = var.nodes`.
    pub(super) fn note_at(&mut self, note: Note, text: &str, at: usize, what: &str) {
        let (line, column) = position(text.as_bytes(), at);
        let name = format!("{}:{line}:{column} {}", self.file, excerpt(what));
        self.note_once(note, name);
    }
}
