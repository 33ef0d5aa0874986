//! Glyphs on the event lane.

use base::{RecordNo, SimTime};
use trace::{MarkerKind, Record, Subject};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Marker {
    pub at: SimTime,
    pub kind: MarkerKind,
    /// The first row of the group.
    pub no: RecordNo,
    pub subject: Subject,
    /// Rows of the same kind at the same instant.
    pub count: u32,
}

/// The scan's state.
#[derive(Clone, Debug, Default)]
pub(super) struct MarkerScan {
    pub(super) list: Vec<Marker>,
    /// Where the markers of the last instant begin.
    instant: usize,
}

impl MarkerScan {
    pub(super) fn row(&mut self, no: RecordNo, record: &Record) {
        let Some(kind) = record.change.marker() else {
            return;
        };
        let list = &mut self.list;
        if list.get(self.instant).is_none_or(|first| first.at != record.at) {
            self.instant = list.len();
        }
        let same = list.iter_mut().skip(self.instant).find(|marker| marker.kind == kind);
        match same {
            Some(marker) => marker.count += 1,
            None => {
                list.push(Marker { at: record.at, kind, no, subject: record.subject, count: 1 });
            }
        }
    }
}
