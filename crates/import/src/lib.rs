//! Floor 3: imports real clusters as scenarios: kubectl and GKE JSON and YAML in, one document and a report per file out.
//!
//! Each kind of document is a file and a line in [`IMPORTERS`], each text format besides JSON one in [`format`]. A
//! reader only collects what it finds ([`found`]); [`build`] combines it afterwards, across
//! files.

pub mod autoscaler_log;
mod build;
mod configured;
mod findings;
mod format;
mod found;
mod gcloud;
mod gke;
mod importer;
mod kubectl;
mod loose;
mod nodetide;
mod notes;
mod outline;
mod part;
mod plan;
mod policy;
mod progress;
mod prompt;
mod read;
mod refuse;
mod report;
mod subject;
mod summary;
mod terraform;
mod text;
mod typed;
mod wrapping;
mod yaml;

pub use build::assumed_script::{UPGRADES, asked_script, asks_for_upgrade};
pub use policy::{policies, policies_of, policy, together};
pub use progress::{ImportStage, Progress};
pub use read::{document, modules, read, read_at, read_today, read_with, read_without_upgrade};
pub use report::{FileReport, Import, Line, Refusal, Used};
pub use text::{File, LIMIT};
pub use typed::typed;
