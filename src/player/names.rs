//! Words with the names of a given cluster.

use crate::shell::run::loaded::Run;
use crate::shell::words::{day_time, language};
use model::Cluster;
use words::Words;

/// Calls `speak` with words that use the names of a given cluster.
pub fn speak_of<T>(run: &Run, cluster: &Cluster, speak: impl FnOnce(&Words<'_>) -> T) -> T {
    let clock = |at: base::SimTime| day_time(run.plan.start_unix_ms, at.ms());
    speak(&Words::new(language(), &clock, &run.plan, cluster))
}
