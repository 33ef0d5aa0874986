//! Speaks of a run with its cluster's names.

use crate::shell::run::Run;
use crate::shell::words::Utc;
use model::Cluster;
use words::Words;
use words::catalogue::english;

/// Makes words with the names of a given cluster.
pub fn speak_of<T>(run: &Run, cluster: &Cluster, speak: impl FnOnce(&Words<'_>) -> T) -> T {
    let port = Utc {
        start_unix_ms: run.plan.start_unix_ms,
    };
    speak(&Words::new(english(), &port, &run.plan, cluster))
}
