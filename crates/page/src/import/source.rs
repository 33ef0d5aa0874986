//! Files and pasted texts to import.

use crate::shell::shared::Shared;
use wasm_bindgen::JsValue;

/// A file or a pasted text, as a handle: its bytes stay with the browser until the importer reads them.
#[derive(Clone, PartialEq, Debug)]
pub struct ImportSource {
    /// Its number in the dialog.
    pub no: u32,
    /// Empty for a text.
    pub name: String,
    /// Which of the pasted texts it is; 0 for a file, and for what stands in the box.
    pub pasted: u32,
    pub bytes: f64,
    pub blob: Option<Shared<JsValue>>,
    /// The key of why it is not read.
    pub problem: Option<&'static str>,
}

/// The key of why files beyond [`FILES`] are not read.
pub const TOO_MANY: &str = "ui-import-too-many";

/// More files are not taken at once.
pub const FILES: usize = 500;

/// Larger files are not even read; a limit of the importer, too.
pub(crate) const LIMIT: f64 = 128.0 * 1024.0 * 1024.0;

impl ImportSource {
    /// A file before it has a number. What is too large is known without reading it.
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

    /// Something that cannot be read at all.
    pub fn refused(name: String, problem: &'static str) -> Self {
        Self {
            no: 0,
            name,
            pasted: 0,
            bytes: 0.0,
            blob: None,
            problem: Some(problem),
        }
    }
}
