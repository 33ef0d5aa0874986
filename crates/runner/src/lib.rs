//! Where a run executes: in a worker, or on the page between frames.
//!
//! A [`Session`] is the run itself, and the same everywhere: the command line and the tests drive it in a loop, a
//! worker or the page in slices. An [`Order`] goes down as text, [`Report`]s come up, and a chunk of the trace
//! comes up as columns.

mod alternatives;
#[cfg_attr(
    not(feature = "browser"),
    allow(dead_code, reason = "without a page nobody branches")
)]
mod checkpoints;
mod dispatcher;
mod operate;
#[cfg(feature = "browser")]
mod page;
mod session;
#[cfg(feature = "browser")]
mod slices;
mod start;
mod trial;
mod variant;
#[cfg(feature = "browser")]
mod watch;
pub mod window_fit;
#[cfg(feature = "browser")]
mod wire;
#[cfg(feature = "browser")]
mod worker;
#[cfg(feature = "browser")]
mod worker_handle;

use base::Message;
pub use query::Figures;
use std::fmt;
use std::rc::Rc;
use trace::Chunk;
pub use trace::Ended;

pub use alternatives::{Alternative, alternatives};
pub use operate::{acts_at, operate, typed_span};
#[cfg(feature = "browser")]
pub use page::Runner;
pub use session::{Session, Step};
pub use start::Start;
pub use trial::{RECORDS_AT_MOST, Trial};
pub use variant::{Back as WayBack, Way, back, chosen};
#[cfg(feature = "browser")]
pub use worker::serve;
#[cfg(feature = "browser")]
pub use worker_handle::WorkerHandle;

/// Numbers the runs of a page; a report carries the number of its order. Callers count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RunNo(pub u32);

impl RunNo {
    /// What a report about the runner itself carries before there was an order.
    pub const NONE: Self = Self(0);
}

/// A request to a runner. A new run ends the one before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Simulates a scenario document. A seed here replaces the document's own. `held` names a run of which the page
    /// holds so many chunks: chunks that this run shares with it aren't sent again.
    Run {
        text: String,
        seed: Option<u64>,
        held: Option<(RunNo, u32)>,
    },
    /// Simulates a scenario document and reports only the figures, and those only if the run has at most so many
    /// records.
    Try {
        text: String,
        seed: Option<u64>,
        records: u32,
    },
    /// Goes to an instant of the run that is over, in milliseconds since the scenario's start, so that a branch can
    /// start there.
    Prefetch { at_ms: i64 },
    /// Cancels the run. No more reports of it follow.
    Stop,
}

/// A report of a runner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    /// Where runs execute from now on. A run under way continues there, and nothing is reported twice.
    Ready(Place),
    /// Frame 0; before all rows.
    Started(Start),
    /// Instead: frame 0 and so many chunks are those of the run that was held.
    Kept(u32),
    /// The next rows of the trace.
    Sealed(Rc<Chunk>),
    /// Simulated time so far, in milliseconds since the scenario's start.
    Reached(i64),
    /// The last report of a run that was computed.
    Done(Outcome),
    /// The only report of a run that was tried.
    Tried(Box<Figures>),
    /// The last report of a run that was not.
    Failed(Fault),
}

/// Where runs execute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    Worker,
    /// On the page, in slices between frames.
    Inline(NoWorker),
}

/// Why there is no worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoWorker {
    /// The browser, or the policy of the page, allows none.
    Refused(String),
    /// It did not say *ready* in time.
    Silent,
    /// It was there and ended.
    Lost(String),
}

impl fmt::Display for NoWorker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, text) = match self {
            Self::Refused(text) => ("the browser refused the worker", text.as_str()),
            Self::Silent => ("the worker didn't start in time", ""),
            Self::Lost(text) => ("the worker stopped", text.as_str()),
        };
        f.write_str(what)?;
        if text.is_empty() {
            return Ok(());
        }
        write!(f, ": {text}")
    }
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Over all records in order; equal on every platform and in any slicing.
    pub digest: u64,
    /// The number of records.
    pub records: u32,
    /// Time of the last record, in milliseconds since the scenario's start.
    pub end_ms: i64,
    /// Why it went no further.
    pub ended: Ended,
}

/// Why a run was not computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The scenario can't be used, for these reasons.
    Scenario(Vec<Message>),
    /// The engine broke off, a defect of Nodetide.
    Crashed,
    /// A trial that would have taken too long.
    TooLarge,
}
