//! Floor 2: the trace, a run's rows in columns. Every view of a run is a query over it.

#![deny(
    clippy::float_arithmetic,
    clippy::iter_over_hash_type,
    clippy::disallowed_types,
    clippy::disallowed_methods
)]

pub mod apply;
mod blocker;
pub mod change;
pub mod chunk;
mod class;
mod code;
mod conclusion;
mod count_delta;
mod delta;
mod end;
mod ends;
pub mod events;
pub mod gke;
mod indexed_chunk;
mod ledger;
pub mod log;
mod marker;
mod meaning;
mod names;
mod new_node;
mod packed;
pub mod phrase;
mod pods;
mod reach;
mod reason;
mod record;
mod rows;
mod subject;
mod table;
pub mod text;
pub mod writer;

pub use apply::apply;
pub use blocker::BlockerField;
pub use change::{Blocker, Change, Ending, NEVER, Waits, WhyNot};
pub use chunk::Chunk;
pub use conclusion::Conclusion;
pub use count_delta::{CountDelta, PodStage};
pub use end::Ended;
pub use log::{Frame, Trace};
pub use marker::MarkerKind;
pub use meaning::Meaning;
pub use model::operations::Refusal;
pub use phrase::{Phrase, Value};
pub use pods::PackedPods;
pub use record::{Record, Subject};
pub use rows::Rows;
pub use writer::TraceWriter;
