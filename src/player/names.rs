//! Words with the names of a given cluster.

use super::scene::RunScene;
use crate::shell::run::loaded::Run;
use crate::shell::words::{day_time, language};
use model::Cluster;
use query::moments::Moment;
use words::Words;

/// Calls `speak` with words that use the names of a given cluster.
pub fn speak_of<T>(run: &Run, cluster: &Cluster, speak: impl FnOnce(&Words<'_>) -> T) -> T {
    let clock = |at: base::SimTime| day_time(run.plan.start_unix_ms, at.ms());
    speak(&Words::new(language(), &clock, &run.plan, cluster))
}

/// Calls `speak` with words in the page's language and UTC times.
pub fn said<T>(run: &Run, scene: &RunScene, speak: impl FnOnce(&Words<'_>) -> T) -> T {
    speak_of(run, &scene.last, speak)
}

/// The sentence of a moment, without its subject's name.
pub fn moment_text(run: &Run, words: &Words<'_>, moment: &Moment) -> String {
    match (&moment.says, run.trace.record(moment.no)) {
        (Some(says), _) => words.say(says),
        (None, Some(record)) => words.sentence(&record, run.trace.rule(&record)),
        (None, None) => String::new(),
    }
}
