//! The gcloud commands for a pool's upgrade. `CLUSTER` and `OPERATION_ID` are placeholders.
//!
//! Source: gcloud reference, `container clusters upgrade`, `container operations cancel`, `container node-pools rollback`
//! and `complete-upgrade`.

use base::text::quote;
use model::Version;

pub(super) const CANCEL: &str = "gcloud container operations cancel OPERATION_ID";

/// Starts an upgrade or resumes it; without a version, to that of the control plane.
pub(super) fn upgrade(pool: &str, version: Option<Version>) -> String {
    let pool = quote(pool);
    let version = version.map_or_else(String::new, |to| format!(" --cluster-version={to}"));
    format!("gcloud container clusters upgrade CLUSTER --node-pool={pool}{version}")
}

pub(super) fn rollback(pool: &str, respect_pdb: bool) -> String {
    let pool = quote(pool);
    let flag = if respect_pdb { " --respect-pdb=true" } else { "" };
    format!("gcloud container node-pools rollback {pool} --cluster=CLUSTER{flag}")
}

pub(super) fn complete(pool: &str) -> String {
    let pool = quote(pool);
    format!("gcloud container node-pools complete-upgrade {pool} --cluster=CLUSTER")
}
