//! Tables of the nodes and Pods that exist at the playhead: in which state, since when, and why.

mod nodes;
mod pods;

pub use nodes::{NodeColumn, NodeLine, NodeStanding, nodes};
pub use pods::{PodColumn, PodLine, PodState, PodWants, pods};

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

impl LineReason {
    fn of(says: Phrase) -> Self {
        Self { key: says.key, says, code: "" }
    }
}
