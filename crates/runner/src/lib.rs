//! Where a run executes: in a worker, or on the page between frames.
//!
//! A [`Session`] is a run, driven in a loop by the command line and the tests, and in slices by a worker or the page.
//! [`Request`]s go to the runner as text; [`Report`]s return, with the trace in chunks of columns.

mod alternatives;
#[cfg_attr(not(feature = "browser"), allow(dead_code, reason = "without a page nobody branches"))]
mod checkpoints;
mod dispatcher;
mod operate;
#[cfg(feature = "browser")]
mod runner;
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
pub use query::Outcome;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::rc::Rc;
use trace::Chunk;
pub use trace::Ended;

pub use alternatives::{Alternative, Alternatives, FollowUp, alternatives};
pub use operate::{acts_at, operate, typed_span};
#[cfg(feature = "browser")]
pub use runner::Runner;
pub use session::{Session, Step};
pub use start::Start;
pub use trial::{RECORDS_AT_MOST, Trial};
pub use variant::{HalfwayRollback, StrategyChoice, back, can_take, chosen, policy_name};
#[cfg(feature = "browser")]
pub use worker::serve;
#[cfg(feature = "browser")]
pub use worker_handle::WorkerHandle;

/// The number of a request, from 1 on; reports carry the number of their request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RunNo(pub u32);

impl RunNo {
    /// The number in reports about the runner before the first request.
    pub const NONE: Self = Self(0);
}

/// A request to a runner. A new run ends the previous one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Request {
    /// Simulates a scenario document. `seed` replaces the document's own. `held` is a run and the number of its chunks
    /// that the page holds: the chunks shared with the new run aren't sent again.
    Run { text: String, seed: Option<u64>, held: Option<(RunNo, u32)> },
    /// Simulates a scenario document and reports only the outcome; fails with [`Fault::TooLarge`] if the run has more than
    /// this many records.
    Try { text: String, seed: Option<u64>, records: u32 },
    /// Moves to an instant of the finished run, in milliseconds since the scenario's start, so that a branch can
    /// start there.
    Prefetch { at_ms: i64 },
    /// Cancels the run; it sends no more reports.
    Stop,
}

/// A report of a runner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    /// Where runs execute from now on. The current run continues there, and nothing is reported twice.
    Ready(Place),
    /// Frame 0; before all rows.
    Started(Start),
    /// Instead of `Started`: frame 0 and this many chunks are those of the held run.
    Kept(u32),
    /// The next chunk of the trace.
    Sealed(Rc<Chunk>),
    /// Simulated time so far, in milliseconds since the scenario's start.
    Reached(i64),
    /// The last report of a finished run.
    Done(RunEnd),
    /// The only report of a run that was tried.
    Tried(Box<Outcome>),
    /// The last report of a run that failed.
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
    /// The browser or the page's policy forbids it; with the error.
    Refused(String),
    /// It didn't become ready in time.
    Silent,
    /// It ended; with the error.
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
pub struct RunEnd {
    /// The digest of all records in order; equal on every platform and with any slicing.
    pub digest: u64,
    /// The number of records.
    pub records: u32,
    /// Time of the last record, in milliseconds since the scenario's start.
    pub end_ms: i64,
    /// Why the run ended.
    pub ended: Ended,
}

/// Why a run failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The scenario is invalid, for these reasons.
    Scenario(Vec<Message>),
    /// The engine crashed, a bug in Nodetide.
    Crashed,
    /// The trial would have taken too long.
    TooLarge,
}
