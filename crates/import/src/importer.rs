//! What a reader of JSON documents is.

use super::found::Found;
use super::outline::Outline;
use super::progress::Watch;

/// A format that can be read.
pub(super) struct Importer {
    /// Is a document of that outline one of this format?
    pub(super) claims: fn(&Outline) -> bool,
    /// Reads the document at the beginning of the text; answers where it ends.
    pub(super) read: fn(&str, &mut Watch<'_>, &mut Found) -> Result<usize, serde_json::Error>,
}
