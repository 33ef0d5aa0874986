//! What a run comes to: each count has its one definition here, and everybody shows views of it.
//!
//! Counts are of whole instants: states without duration don't count.

mod codec;
mod finish;
mod scan;
mod value;
mod workloads;

pub(crate) use self::scan::OutcomeScan;
pub use self::value::{
    NodeCounts, Outcome, PoolOutcome, TO_THE_END, WorkloadOutcome, hurt, limit, to_the_end,
};
