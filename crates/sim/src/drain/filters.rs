//! Which Pods of a node a drain evicts: the filters of `kubectl drain`, in its order.

use base::muted;
use model::script::DrainOptions;

/// The properties that the filters read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DrainPod {
    /// Seconds since its deletion timestamp, if it has one.
    pub deleted_ago_s: Option<u32>,
    /// Its controlling owner is a DaemonSet of group `apps`.
    pub of_daemonset: bool,
    /// … and that object exists.
    pub daemonset_exists: bool,
    pub mirror: bool,
    pub empty_dir: bool,
    /// It has a controlling owner of any kind.
    pub owned: bool,
    /// Phase Succeeded or Failed.
    pub finished: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    Okay,
    Warning,
    Skip,
    Error,
}

/// Whether the Pod is evicted, and the status and number of the last filter that ran.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PodDeleteStatus {
    pub delete: bool,
    pub status: Status,
    pub filter: u32,
}

/// One filter: delete or not, with a status.
pub struct PodFilter {
    pub name: &'static str,
    check: fn(&DrainPod, &DrainOptions) -> (bool, Status),
}

/// In the original's order; the first that answers "do not delete" ends the chain (KD-01).
pub const FILTERS: &[PodFilter] = &[
    PodFilter { name: "skip deleted", check: skip_deleted },
    PodFilter { name: "daemon set", check: daemon_set },
    PodFilter { name: "mirror", check: mirror },
    PodFilter { name: "local storage", check: local_storage },
    PodFilter { name: "unreplicated", check: unreplicated },
];

const PASS: (bool, Status) = (true, Status::Okay);

/// Runs the chain on one Pod (KD-01).
///
/// Rulebook: KD-01 … KD-06. Source: Kubernetes docs, Safely Drain a Node.
pub fn verdict(pod: &DrainPod, options: &DrainOptions) -> PodDeleteStatus {
    let mut last = PodDeleteStatus { delete: true, status: Status::Okay, filter: 0 };
    for (number, filter) in FILTERS.iter().enumerate() {
        let (delete, status) = (filter.check)(pod, options);
        // The status of a Pod that passes is that of the *last* filter: an earlier filter's warning is lost.
        last = PodDeleteStatus { delete, status, filter: number as u32 };
        if !delete && !muted("KD-01") {
            break;
        }
    }
    last
}

/// Does an error among the Pods prevent every eviction (KD-07)?
pub fn aborts<'a>(verdicts: impl IntoIterator<Item = &'a PodDeleteStatus>) -> bool {
    verdicts.into_iter().any(|verdict| verdict.status == Status::Error) && !muted("KD-07")
}

/// KD-02: the deletion began more than N seconds ago; exactly N is not more.
fn skip_deleted(pod: &DrainPod, options: &DrainOptions) -> (bool, Status) {
    let limit = options.skip_wait_for_delete_s;
    match pod.deleted_ago_s {
        Some(age) if limit > 0 && age > limit && !muted("KD-02") => (false, Status::Skip),
        _ => PASS,
    }
}

/// KD-03.
fn daemon_set(pod: &DrainPod, options: &DrainOptions) -> (bool, Status) {
    if !pod.of_daemonset || pod.finished || muted("KD-03") {
        return PASS;
    }
    match (pod.daemonset_exists, options.ignore_daemonsets, options.force) {
        (true, true, _) => (false, Status::Warning),
        (false, _, true) => (true, Status::Warning),
        (true, false, _) | (false, _, false) => (false, Status::Error),
    }
}

/// KD-04.
fn mirror(pod: &DrainPod, _: &DrainOptions) -> (bool, Status) {
    if pod.mirror && !muted("KD-04") { (false, Status::Skip) } else { PASS }
}

/// KD-05: a memory `emptyDir` counts like any other.
fn local_storage(pod: &DrainPod, options: &DrainOptions) -> (bool, Status) {
    match (pod.empty_dir && !pod.finished && !muted("KD-05"), options.delete_emptydir_data) {
        (false, _) => PASS,
        (true, true) => (true, Status::Warning),
        (true, false) => (false, Status::Error),
    }
}

/// KD-06: an owner of any kind is enough.
fn unreplicated(pod: &DrainPod, options: &DrainOptions) -> (bool, Status) {
    match (pod.owned || pod.finished || muted("KD-06"), options.force) {
        (true, _) => PASS,
        (false, true) => (true, Status::Warning),
        (false, false) => (false, Status::Error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// KD-02: N 100; exactly N is not older.
    #[test]
    fn pods_terminating_for_long_are_skipped() {
        let options = DrainOptions { skip_wait_for_delete_s: 100, ..DrainOptions::UPGRADE };
        let status = |age: u32| {
            let pod = DrainPod { deleted_ago_s: Some(age), owned: true, ..DrainPod::default() };
            verdict(&pod, &options).status
        };
        assert_eq!(
            [status(3), status(100), status(200)],
            [Status::Okay, Status::Okay, Status::Skip]
        );
    }
}
