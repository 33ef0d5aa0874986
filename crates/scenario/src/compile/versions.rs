//! The versions that script entries lead to.

use crate::awaited::Awaited;
use crate::document::{Document, ScriptItem};
use base::order;
use model::Version;

/// The version to which one upgrade brings a pool: [`ControlPlaneVersions::target`].
pub fn target_version(doc: &Document, item: &ScriptItem, now: Option<Version>) -> Option<Version> {
    ControlPlaneVersions::of(doc).target(item, now)
}

/// More than the next minor version: the control plane moves one at a time (BS-06).
pub(crate) fn skips(from: Version, to: Version) -> bool {
    (to.major, to.minor) > (from.major, from.minor.saturating_add(1))
}

/// An instant and an index in the script.
pub(crate) type EntryAt = (i64, usize);

/// When script entries act relative to each other. Entries that wait for a phase come after all entries with a time.
fn times(doc: &Document) -> Vec<EntryAt> {
    let earliest = Awaited::of(doc).earliest;
    let items = doc.script.iter().zip(earliest).enumerate();
    let at = |item: &ScriptItem, at| if item.phase.is_empty() { at } else { i64::MAX };
    items.map(|(no, (item, earliest))| (at(item, earliest), no)).collect()
}

/// The version of the control plane when a script entry acts, by the control plane's earlier upgrades.
pub(crate) struct ControlPlaneVersions<'d> {
    doc: &'d Document,
    pub(crate) times: Vec<EntryAt>,
    /// When each of its upgrades acts, in order, with the version.
    steps: Vec<(EntryAt, Version)>,
}

impl<'d> ControlPlaneVersions<'d> {
    pub(crate) fn of(doc: &'d Document) -> Self {
        let times = times(doc);
        let items = doc.script.iter().zip(&times);
        let own = items.filter(|(item, _)| item.action == "upgrade" && item.control_plane);
        let steps = own.filter_map(|(item, at)| Some((*at, item, Version::parse(&item.version)?)));
        let mut steps: Vec<_> = steps.collect();
        order::sort_by_key(&mut steps, |(at, ..)| *at);
        let mut now = Version::parse(&doc.cluster.current_master_version);
        // GKE refuses a command over several minor versions.
        steps.retain(|(_, item, to)| {
            let runs = item.automatic || !now.is_some_and(|now| skips(now, *to));
            now = if runs { now.max(Some(*to)) } else { now };
            runs
        });
        let steps = steps.into_iter().map(|(at, _, to)| (at, to)).collect();
        Self { doc, times, steps }
    }

    /// The entry's version; else the control plane's at that time; else, if no version of it is known, the next minor version.
    pub(crate) fn target(&self, item: &ScriptItem, now: Option<Version>) -> Option<Version> {
        // An entry that isn't in the script yet comes last.
        let entry = || {
            let mut script = self.doc.script.iter();
            script.position(|one| core::ptr::eq(one, item)).unwrap_or(usize::MAX)
        };
        let next = |now: Version| Version {
            minor: now.minor.saturating_add(1),
            patch: None,
            gke: None,
            ..now
        };
        Version::parse(&item.version).or_else(|| match self.at(entry()) {
            Some(master) => Some(master).max(now),
            None => now.map(next),
        })
    }

    /// By entries that are earlier, or that stand before it at the same instant.
    pub(crate) fn at(&self, entry: usize) -> Option<Version> {
        let due = self.times.get(entry).copied().unwrap_or((i64::MAX, usize::MAX));
        self.newest(|at| at < due)
    }

    /// By entries whose work can be over when the entry acts: those of the same instant have only begun, unless it waits.
    pub(crate) fn before(&self, entry: usize) -> Option<Version> {
        let waits = self.doc.script.get(entry).is_some_and(|item| item.after.is_some());
        if waits {
            return self.at(entry);
        }
        let due = self.times.get(entry).map_or(i64::MAX, |at| at.0);
        self.newest(|at| at.0 < due)
    }

    /// The newest target that is set before an entry: GKE moves the control plane there, at an instant that only a run knows.
    pub(crate) fn aimed_at(&self, entry: usize) -> Option<Version> {
        let due = self.times.get(entry).map_or(i64::MAX, |at| at.0);
        let items = self.doc.script.iter().zip(&self.times);
        let earlier = items.filter(|(item, at)| item.action == "target" && at.0 < due);
        earlier.filter_map(|(item, _)| Version::parse(&item.version)).max()
    }

    /// An upgrade that waits for a window may come after later ones: versions never go back.
    fn newest(&self, counts: impl Fn(EntryAt) -> bool) -> Option<Version> {
        let steps = self.steps.iter().filter(|(at, _)| counts(*at)).map(|(_, to)| *to);
        steps.chain(Version::parse(&self.doc.cluster.current_master_version)).max()
    }
}
