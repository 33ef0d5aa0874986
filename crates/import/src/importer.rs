//! Readers of JSON documents.

use super::found::Found;
use super::outline::Outline;
use super::progress::Watch;

/// A readable format.
pub(super) struct Importer {
    /// Does a document with this outline have the format?
    pub(super) claims: fn(&Outline) -> bool,
    /// Reads the document at the start of the text; returns its length.
    pub(super) read: fn(&str, &mut Watch<'_>, &mut Found) -> Result<usize, serde_json::Error>,
}
