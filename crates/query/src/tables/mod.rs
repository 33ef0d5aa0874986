//! Tables of the nodes and Pods that exist at the playhead: in which state, since when, and why.

mod nodes;
mod pods;

pub use nodes::{NodeColumn, NodeLine, NodeStanding, nodes};
pub use pods::{PodColumn, PodLine, PodState, PodWants, pods};

use base::order;
use trace::Phrase;

/// Why a line is as it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineReason {
    /// The kind of reason, by which lines are filtered: the key of its message.
    pub key: &'static str,
    pub says: Phrase,
    /// GKE's code in the autoscaler's log; may be empty.
    pub code: &'static str,
}

/// Makes each name once.
fn by_name<T>(lines: Vec<T>, name: impl Fn(&T) -> String) -> Vec<T> {
    let mut named: Vec<(String, T)> = lines.into_iter().map(|line| (name(&line), line)).collect();
    order::sort_by(&mut named, |(a, _), (b, _)| a.cmp(b));
    named.into_iter().map(|(_, line)| line).collect()
}

impl LineReason {
    fn of(says: Phrase) -> Self {
        Self { key: says.key, says, code: "" }
    }
}
