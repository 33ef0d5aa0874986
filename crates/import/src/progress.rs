//! The progress of an import: files of many megabytes take a while.

/// The progress of an import.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    pub stage: ImportStage,
    /// Index of the current file.
    pub file: usize,
    /// Kubernetes objects, clusters and node pools read so far, in all files.
    pub objects: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ImportStage {
    /// Reads the text and, if it isn't JSON, converts it, which takes most of the time.
    Text,
    Objects,
    /// Combines what was found.
    Scenario,
    /// Writes the report.
    Report,
}

/// Reports once per this many objects: a few thousand reports per second would be slow.
const EVERY: usize = 256;

/// Counts what is read, and reports it.
pub(super) struct Watch<'a> {
    pub(super) file: usize,
    objects: usize,
    tell: &'a mut dyn FnMut(Progress),
}

impl<'a> Watch<'a> {
    pub(super) fn new(tell: &'a mut dyn FnMut(Progress)) -> Self {
        Self { file: 0, objects: 0, tell }
    }

    pub(super) fn stage(&mut self, stage: ImportStage) {
        (self.tell)(Progress { stage, file: self.file, objects: self.objects });
    }

    /// Counts one object.
    pub(super) fn object(&mut self) {
        self.objects += 1;
        if self.objects.is_multiple_of(EVERY) {
            self.stage(ImportStage::Objects);
        }
    }
}
