//! Operations of the container API: a running upgrade is what is going on in the cluster; of a finished one
//! its start counts, beside a dump from before it, whether it was cancelled, and its error.

use super::super::found::{Found, Sourced};
use super::super::importer::Importer;
use super::super::loose::{Batch, Int, List, Text, shape};
use super::super::notes;
use super::super::outline::Outline;
use super::super::progress::Watch;
use super::super::refuse;
use super::shape::exceeds_quota;
use base::say;
use scenario::instant;

/// The code of an error: the operation was cancelled.
const CANCELLED: i64 = 1;

pub(crate) const IMPORTER: Importer = Importer { claims, read };

shape! {
    Operations {
        "operations" => operations: Option<List<Operation>>,
        "name" => name: Text,
        "operationType" => kind: Text,
        "status" => status: Text,
        "statusMessage" => status_message: Text,
        "detail" => detail: Text,
        "targetLink" => target: Text,
        "selfLink" => self_link: Text,
        "startTime" => started: Text,
        "endTime" => ended: Text,
        "progress" => progress: OperationProgress,
        "error" => error: OperationError,
    }

    OperationError {
        "code" => code: Int,
        "message" => message: Text,
    }

    OperationProgress {
        "metrics" => metrics: List<Metric>,
    }

    Metric {
        "name" => name: Text,
        "intValue" => value: Int,
    }
}

/// An operation is read with the shape of their list.
pub(crate) type Operation = Operations;

fn claims(outline: &Outline) -> bool {
    outline.has_any(&["operationType", "operations"])
}

fn read(text: &str, watch: &mut Watch<'_>, found: &mut Found) -> Result<usize, serde_json::Error> {
    let mut documents = serde_json::Deserializer::from_str(text).into_iter::<Batch<Operations>>();
    let batch = documents.next().transpose()?.unwrap_or_default();
    for mut top in batch.all {
        let listed = top.operations.take().map(|list| list.0);
        for operation in listed.unwrap_or_else(|| vec![*top]) {
            watch.object();
            take(operation, watch.file, found);
        }
    }
    Ok(documents.byte_offset())
}

fn take(operation: Operation, file: usize, found: &mut Found) {
    // What failed is part of the state in the files; what has succeeded may be later than it.
    if operation.upgrades().is_some() || !operation.error.message.is_empty() {
        found.notes.newest_of(&operation.started);
        found.notes.newest_of(&operation.ended);
    }
    if operation.upgrades().is_some() {
        let name = format!("{} {}", &*operation.kind, &*operation.name);
        found.notes.say(file, say!("import-kind-operation"));
        found.notes.note(file, notes::RUNNING_OPERATIONS, name);
        found.operations.push(Sourced::of(file, operation));
    } else if exceeds_quota(operation.message()) {
        // What is left of the quota limits the run that tries again.
        found.notes.say(file, say!("import-kind-operation"));
        let name = operation.pool().unwrap_or(&operation.name).to_owned();
        let error = (name, operation.message().to_owned());
        found.quota_errors.push(Sourced::of(file, error));
    } else if operation.has_ended().is_some() {
        found.notes.say(file, say!("import-kind-operation"));
        found.operations.push(Sourced::of(file, operation));
    } else {
        found.notes.refuse(file, "operation", refuse::operation(&*operation.status == "DONE"));
    }
}

/// The subject of a running upgrade.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Upgrades<'a> {
    ControlPlane,
    Pool(&'a str),
}

impl Operation {
    /// What it upgrades; `None` if it doesn't run, or does something else.
    pub(crate) fn upgrades(&self) -> Option<Upgrades<'_>> {
        if !matches!(&*self.status, "RUNNING" | "PENDING" | "ABORTING") {
            return None;
        }
        match &*self.kind {
            "UPGRADE_MASTER" => Some(Upgrades::ControlPlane),
            _ => self.pool().map(Upgrades::Pool),
        }
    }

    /// The pool whose nodes it upgrades.
    pub(crate) fn pool(&self) -> Option<&str> {
        let upgrades = matches!(&*self.kind, "UPGRADE_NODES" | "AUTO_UPGRADE_NODES");
        self.target.split("/nodePools/").nth(1).filter(|_| upgrades)?.split('/').next()
    }

    /// The pool that it has upgraded, and when that began; `None` if it isn't over, or has failed.
    pub(crate) fn upgraded(&self) -> Option<(&str, i64)> {
        let start = self.start()?;
        let is_done = self.is_over() && self.message().is_empty() && self.cancelled().is_none();
        self.pool().filter(|_| is_done).map(|pool| (pool, start))
    }

    /// What went wrong, if anything did.
    pub(crate) fn message(&self) -> &str {
        self.error.message.some().or(self.status_message.some()).unwrap_or_default()
    }

    /// The pool whose upgrade has ended with an error.
    pub(crate) fn failed(&self) -> Option<&str> {
        let is_error = self.is_over() && !self.message().is_empty() && self.cancelled().is_none();
        self.pool().filter(|_| is_error)
    }

    /// The pool whose upgrade is over, in one way or another.
    pub(crate) fn has_ended(&self) -> Option<&str> {
        self.upgraded().map(|(pool, _)| pool).or(self.cancelled()).or(self.failed())
    }

    fn is_over(&self) -> bool {
        &*self.status == "DONE"
    }

    /// The pool whose upgrade was cancelled, and has ended.
    pub(crate) fn cancelled(&self) -> Option<&str> {
        let is_said = self.message().to_ascii_lowercase().contains("cancel");
        let is_cancelled = self.is_over() && (is_said || self.error.code.0 == Some(CANCELLED));
        self.pool().filter(|_| is_cancelled)
    }

    /// When it began.
    pub(crate) fn start(&self) -> Option<i64> {
        instant::parse(self.started.some()?)
    }

    /// When it ended.
    pub(crate) fn end(&self) -> Option<i64> {
        instant::parse(self.ended.some()?)
    }

    /// Is it being cancelled? Then nothing resumes it (UP-12).
    pub(crate) fn is_aborting(&self) -> bool {
        &*self.status == "ABORTING"
    }

    /// Did GKE start it? Its type or its detail says so, if anything does.
    pub(crate) fn is_automatic(&self) -> bool {
        let detail = self.detail.to_ascii_lowercase();
        &*self.kind == "AUTO_UPGRADE_NODES"
            || ["auto-upgrade", "auto upgrade", "automatic"]
                .iter()
                .any(|word| detail.contains(word))
    }

    /// The number of nodes that are done, if it says so.
    pub(crate) fn nodes_done(&self) -> Option<u32> {
        self.metric(&["NODES_COMPLETE", "NODES_DONE"])
    }

    /// The number of nodes that it upgrades in all, if it says so.
    pub(crate) fn nodes_total(&self) -> Option<u32> {
        self.metric(&["NODES_TOTAL"])
    }

    fn metric(&self, names: &[&str]) -> Option<u32> {
        let metrics = self.progress.metrics.iter();
        let known = metrics.filter(|one| names.contains(&&*one.name));
        known
            .max_by_key(|metric| metric.value.0)
            .and_then(|metric| u32::try_from(metric.value.0?).ok())
    }
}
