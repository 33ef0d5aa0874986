//! A run in the page's language.

use crate::shell::dates::day_time;
use crate::shell::run::loaded::Run;
use crate::shell::words::{language, tn};
use draw::timeline::rows::RunSource;
use model::Cluster;
use words::Words;

/// A run as the source of timeline rows, in the page's language.
pub fn source(run: &Run) -> RunSource<'_> {
    RunSource { trace: &run.trace, lanes: &run.lanes, tell: &tn }
}

/// Calls `speak` with words that use the names of a given cluster.
pub fn speak_of<T>(run: &Run, cluster: &Cluster, speak: impl FnOnce(&Words<'_>) -> T) -> T {
    let clock = |at: base::SimTime| day_time(run.plan.start_unix_ms, at.ms());
    speak(&Words::new(language(), &clock, &run.plan, cluster))
}
