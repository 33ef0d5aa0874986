//! The conditions and errors of clusters and pools, and of upgrades that have failed: stockouts and exceeded quotas count, all
//! others are named.

use super::values::texts;
use crate::found::{FileNotes, Found, Sourced};
use crate::gke::shape::{Top, exceeds_quota};
use crate::notes;
use crate::refuse;
use crate::text::excerpt;
use scenario::document::Document;

/// The code of Compute Engine in the message of a stockout.
const NO_RESOURCES: &str = "ZONE_RESOURCE_POOL_EXHAUSTED";

/// The most stockouts of a cluster or a pool whose zones are searched for.
const SEARCHED: u32 = 20;

/// What conditions say that there is too little of.
#[derive(Debug, Default)]
pub(super) struct Shortages {
    /// Zones without capacity.
    pub(super) stockouts: base::Set<String>,
    /// What names the quota, and its error.
    pub(super) quotas: Vec<Sourced<(String, String)>>,
    /// By cluster or pool: the status of a pool and its last operation may repeat what a condition says.
    told: base::Map<String, Vec<String>>,
}

/// The cluster or pool that an error is about.
struct Whose<'a> {
    name: &'a str,
    file: usize,
    zones: Vec<String>,
    /// Stockouts so far.
    searched: u32,
}

impl<'a> Whose<'a> {
    fn new(name: &'a str, file: usize, mut zones: Vec<String>, document: &Document) -> Self {
        if zones.is_empty() {
            zones.clone_from(&document.cluster.locations);
        }
        Self { name, file, zones, searched: 0 }
    }
}

impl Shortages {
    /// Names the conditions and errors of a cluster or a pool, and keeps shortages.
    pub(super) fn add(
        &mut self,
        top: &Top,
        file: usize,
        document: &Document,
        notes: &mut FileNotes,
    ) {
        let name = &*top.name;
        let mut whose = Whose::new(name, file, texts(&top.locations), document);
        let mut others = Vec::new();
        for condition in top.conditions.iter() {
            let code = condition.code();
            if self.is_shortage(&mut whose, code, &condition.message, notes) {
                continue;
            }
            others.push((code, condition.message.some()));
        }
        let is_fine = matches!(&*top.status, "" | "RUNNING" | "RECONCILING" | "STATUS_UNSPECIFIED");
        if !is_fine && !self.is_shortage(&mut whose, "", &top.status_message, notes) {
            others.insert(0, (&*top.status, top.status_message.some()));
        }
        for (code, message) in others {
            let said = match message {
                Some(message) => format!("{name}: {code} ({})", excerpt(message)),
                None => format!("{name}: {code}"),
            };
            notes.note(file, notes::CONDITIONS, said);
        }
    }

    /// The errors of operations: those of upgrades that have failed, unless the pool was upgraded again.
    pub(super) fn add_operations(
        &mut self,
        found: &mut Found,
        document: &Document,
        notes: &mut FileNotes,
    ) {
        let mut last: base::Map<&str, Option<i64>> = base::Map::new();
        for Sourced { thing, .. } in &found.operations {
            let start = last.entry(thing.pool().unwrap_or_default()).or_default();
            *start = thing.start().max(*start);
        }
        for Sourced { file, thing } in &found.operations {
            let Some(name) = thing.failed() else {
                continue;
            };
            let pool = document.pools.iter().find(|pool| pool.name == name);
            let Some(pool) = pool.filter(|_| last.get(name) == Some(&thing.start())) else {
                notes.refuse(*file, "operation", refuse::operation(true));
                continue;
            };
            notes.file(*file).cluster_used = true;
            let mut whose = Whose::new(name, *file, pool.locations.clone(), document);
            let message = thing.message();
            if !self.is_shortage(&mut whose, "", message, notes) {
                let said = format_args!("{name}: {}", excerpt(message));
                notes.note(*file, notes::CONDITIONS, said);
            }
        }
        for error in core::mem::take(&mut found.quota_errors) {
            let (name, message) = &error.thing;
            match self.is_told(name, message) {
                true => notes.file(error.file).cluster_used = true,
                false => self.quotas.push(error),
            }
        }
    }

    fn is_told(&self, name: &str, message: &str) -> bool {
        let mut told = self.told.get(name).into_iter().flatten();
        !message.is_empty()
            && told.any(|told| told.contains(message) || message.contains(told.as_str()))
    }

    /// Keeps an error that says that there is too little of something. `code`: empty if only its text is known.
    fn is_shortage(
        &mut self,
        whose: &mut Whose<'_>,
        code: &str,
        message: &str,
        notes: &mut FileNotes,
    ) -> bool {
        let is_open = matches!(code, "" | "RESOURCE_EXHAUSTED");
        let is_quota = code == "GCE_QUOTA_EXCEEDED" || is_open && exceeds_quota(message);
        let is_stockout = code == "GCE_STOCKOUT" || is_open && message.contains(NO_RESOURCES);
        if code.is_empty() && self.is_told(whose.name, message) {
            return true;
        }
        if is_quota {
            let error = (whose.name.to_owned(), message.to_owned());
            self.quotas.push(Sourced::of(whose.file, error));
        } else if !is_stockout || !self.stockout(whose, message, notes) {
            // It is only named.
            return false;
        }
        if !message.is_empty() {
            self.told.entry(whose.name.to_owned()).or_default().push(message.to_owned());
        }
        true
    }

    /// The instance that a pool's errors say can't be created.
    pub(super) fn instance_of(&self, pool: &str) -> Option<&str> {
        let mut told = self.told.get(pool)?.iter();
        told.find_map(|message| message.split_once("Instance '")?.1.split_once('\''))
            .map(|(name, _)| name)
    }

    /// Keeps the zones of a stockout: those that its message names, or all of them.
    fn stockout(&mut self, whose: &mut Whose<'_>, message: &str, notes: &mut FileNotes) -> bool {
        if whose.searched >= SEARCHED || whose.zones.is_empty() {
            return false;
        }
        whose.searched += 1;
        let mut zones = whose.zones.clone();
        if zones.iter().any(|zone| message.contains(zone.as_str())) {
            zones.retain(|zone| message.contains(zone.as_str()));
        }
        // A pool repeats what its cluster says.
        let is_known = zones.iter().all(|zone| self.stockouts.contains(zone))
            && self.told.keys().any(|name| self.is_told(name, message));
        if !is_known {
            let said = format_args!("{}: {}", whose.name, zones.join(", "));
            notes.note(whose.file, notes::STOCKOUT, said);
        }
        self.stockouts.extend(zones);
        true
    }
}
