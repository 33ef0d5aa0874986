//! Files and pasted texts to import.

use crate::shell::state::Shared;
use wasm_bindgen::JsValue;

/// A file or a pasted text, as a handle: its bytes stay in the browser until the importer reads them.
#[derive(Clone, PartialEq, Debug)]
pub struct ImportSource {
    /// Its number in the dialog.
    pub no: u32,
    /// Empty for a text.
    pub name: String,
    /// The number of the pasted text; 0 for a file and for the box's text.
    pub pasted: u32,
    pub bytes: f64,
    pub blob: Option<Shared<JsValue>>,
    /// The message key of why it isn't read.
    pub problem: Option<&'static str>,
}

/// The message key for files beyond [`FILES`].
pub const TOO_MANY: &str = "ui-import-too-many";

/// The most files taken at once.
pub const FILES: usize = 500;

/// Larger files aren't read; the importer has the same limit.
pub(crate) const LIMIT: f64 = 128.0 * 1024.0 * 1024.0;

impl ImportSource {
    /// A file without a number yet. Too large ones are refused without reading them.
    pub fn new(name: String, bytes: f64, blob: JsValue) -> Self {
        Self {
            no: 0,
            name,
            pasted: 0,
            bytes,
            blob: Some(Shared::new(blob)),
            problem: (bytes > LIMIT).then_some("ui-import-too-large"),
        }
    }

    /// Something that can't be read at all.
    pub fn refused(name: String, problem: &'static str) -> Self {
        Self { no: 0, name, pasted: 0, bytes: 0.0, blob: None, problem: Some(problem) }
    }
}
