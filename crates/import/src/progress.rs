//! How far an import has come: files of many megabytes take a moment.

/// How far an import has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    pub stage: ImportStage,
    /// Index of the file that is read.
    pub file: usize,
    /// Objects of Kubernetes, clusters and node pools that were read, of all files so far.
    pub objects: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ImportStage {
    /// The text is looked at; where it is not JSON, it becomes JSON, which takes most of the time.
    Text,
    Objects,
    /// What was found is put together.
    Scenario,
    /// What is told of it is put into words.
    Report,
}

/// Told once in so many objects: a few thousand times a second would be a burden of its own.
const EVERY: usize = 256;

/// Counts what is read, and tells of it.
pub(super) struct Watch<'a> {
    pub(super) file: usize,
    objects: usize,
    tell: &'a mut dyn FnMut(Progress),
}

impl<'a> Watch<'a> {
    pub(super) fn new(tell: &'a mut dyn FnMut(Progress)) -> Self {
        Self {
            file: 0,
            objects: 0,
            tell,
        }
    }

    pub(super) fn stage(&mut self, stage: ImportStage) {
        (self.tell)(Progress {
            stage,
            file: self.file,
            objects: self.objects,
        });
    }

    /// Counts one object that was read.
    pub(super) fn object(&mut self) {
        self.objects += 1;
        if self.objects.is_multiple_of(EVERY) {
            self.stage(ImportStage::Objects);
        }
    }
}
