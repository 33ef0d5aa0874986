//! Words with the names of a given cluster.

use super::scene::RunScene;
use super::speech::speak_of;
use crate::shell::run::loaded::Run;
use query::moments::Moment;
use trace::Subject;
use words::Words;

/// Calls `speak` with words in the page's language and UTC times.
pub fn said<T>(run: &Run, scene: &RunScene, speak: impl FnOnce(&Words<'_>) -> T) -> T {
    speak_of(run, &scene.last, speak)
}

/// The name of a subject for one line: of a long name of a node the beginning, and what tells the node from the others of its
/// pool.
pub fn line_name(run: &Run, scene: &RunScene, words: &Words<'_>, subject: Subject) -> String {
    let name = words.name(subject);
    let Subject::Node(node) = subject else { return name };
    let group = scene.last.nodes.get(node).and_then(|node| run.plan.groups.get(node.group));
    let own = group.map_or(&*name, |group| run.index.names.short(group.pool, &name));
    with_own_end(&name, own)
}

/// A name that is longer than a line has room for, with its own part as a whole.
fn with_own_end(name: &str, own: &str) -> String {
    if name.chars().count() <= LINE {
        return name.to_owned();
    }
    let own: Vec<char> = own.chars().collect();
    let tail = &own[own.len().saturating_sub(LINE - 1)..];
    let head = name.chars().take(LINE.saturating_sub(tail.len() + 1));
    head.chain(['…']).chain(tail.iter().copied()).collect()
}

/// Letters of a name in a line of the story.
const LINE: usize = 24;

/// The sentence of a moment, without its subject's name.
pub fn moment_text(run: &Run, words: &Words<'_>, moment: &Moment) -> String {
    match (&moment.says, run.trace.record(moment.no)) {
        (Some(says), _) => words.say(says),
        (None, Some(record)) => words.sentence(&record, run.trace.rule(&record)),
        (None, None) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::with_own_end;

    #[test]
    fn what_tells_a_node_from_others_stays_in_a_long_name() {
        let long = "gke-production-europe-west4-checkout-workers-large-1a2b3c4d-x7k2";
        for (name, own, shown) in [
            ("default-pool-a-1", "a-1", "default-pool-a-1"),
            (long, "x7k2", "gke-production-euro…x7k2"),
            (long, long, "…ers-large-1a2b3c4d-x7k2"),
        ] {
            assert_eq!(with_own_end(name, own), shown);
        }
    }
}
