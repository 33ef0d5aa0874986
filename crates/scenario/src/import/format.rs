//! Text formats beside JSON: each is turned into JSON documents, one after another, which then go the way of JSON.
//!
//! So every reader exists once. A format is a file and a line in [`FORMATS`].

use std::borrow::Cow;

use super::gcloud;
use super::notes::Note;
use super::report::Refusal;
use super::terraform::{self, Module};
use super::text;
use super::yaml;

/// A text format that is not JSON.
pub(super) struct Format {
    /// Is a text of this format? It begins neither with `{` nor with `[`, nor is it blank.
    pub(super) claims: fn(&str) -> bool,
    /// The text as JSON documents, object after object. Refusals name lines and columns of the text that was given.
    pub(super) to_json: fn(&str, &mut Said<'_>) -> Result<String, Refusal>,
}

/// The formats, in the order in which they are asked.
const FORMATS: [Format; 3] = [gcloud::FORMAT, terraform::FORMAT, yaml::FORMAT];

/// What a format wants said about the file, beside what the readers say about its documents.
#[derive(Debug)]
pub(super) struct Said<'a> {
    /// The texts of the import that are Terraform: they define names for each other.
    pub(super) module: &'a Module<'a>,
    /// Something that was given up or assumed, and the name of the thing.
    pub(super) notes: Vec<(Note, String)>,
    /// What the file is: "Terraform". A file of which nothing is said is what its documents are.
    pub(super) kinds: Vec<String>,
}

impl<'a> Said<'a> {
    pub(super) fn new(module: &'a Module<'a>) -> Self {
        Self {
            module,
            notes: Vec::new(),
            kinds: Vec::new(),
        }
    }
}

/// The JSON documents of a text. A text that begins with `{` or `[` is JSON and nothing else.
pub(super) fn to_json<'a>(whole: &'a str, said: &mut Said<'_>) -> Result<Cow<'a, str>, Refusal> {
    let start = whole.trim_start();
    if start.starts_with(['{', '[']) && !start.starts_with("{{") {
        return Ok(Cow::Borrowed(whole));
    }
    if let Some(refusal) = text::link(start) {
        return Err(refusal);
    }
    if let Some(format) = FORMATS.iter().find(|format| (format.claims)(whole)) {
        return (format.to_json)(whole, said).map(Cow::Owned);
    }
    match text::other_format(whole) {
        Some(refusal) => Err(refusal),
        None => Ok(Cow::Borrowed(whole)),
    }
}
