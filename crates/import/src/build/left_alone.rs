//! What no upgrade is assumed of: pools of other providers, and minor versions in the Extended channel.

use super::under_way::UnderWay;
use crate::found::FileNotes;
use crate::notes;
use base::say;
use scenario::document::{Document, Pool};

/// Pools of which no upgrade is assumed.
#[derive(Clone, Copy)]
pub(super) struct LeftAlone<'a> {
    pub(super) under_way: &'a UnderWay,
    /// Those of other providers: nobody knows when they are upgraded.
    pub(super) foreign: &'a base::Set<String>,
}

impl LeftAlone<'_> {
    pub(super) fn has(self, pool: &Pool) -> bool {
        self.under_way.of_pool(&pool.name).is_some() || self.foreign.contains(&pool.name)
    }
}

/// In the Extended channel no minor upgrade is automatic before the end of extended support (BS-136).
pub(super) fn keeps_minor(document: &Document) -> bool {
    document.cluster.channel() == "EXTENDED"
}

pub(super) fn tell_extended(document: &Document, file: usize, notes: &mut FileNotes) {
    let end = document.cluster.end_of_extended_support;
    let end = end.map_or_else(|| "unknown".to_owned(), |at| scenario::instant::format(at.0));
    notes.tell(file, notes::EXTENDED, say!("import-extended-channel", end = end), None);
}
