//! Where a run executes: in a worker, or on the page between frames.
//!
//! A [`Session`] is the run itself, and the same everywhere: the command line and the tests drive it in a loop, a
//! worker or the page in slices. An [`Order`] goes down as text, [`Report`]s come up, and a chunk of the trace
//! comes up as columns.

mod alter;
#[cfg_attr(
    not(feature = "browser"),
    allow(dead_code, reason = "without a page nobody branches")
)]
mod checkpoints;
mod desk;
pub mod fit;
#[cfg(feature = "browser")]
mod hand;
#[cfg(feature = "browser")]
mod inline;
mod operate;
#[cfg(feature = "browser")]
mod page;
mod session;
mod start;
mod trial;
mod variant;
#[cfg(feature = "browser")]
mod watch;
#[cfg(feature = "browser")]
mod wire;
#[cfg(feature = "browser")]
mod worker;

use base::Message;
pub use query::Figures;
use std::fmt;
use std::rc::Rc;
use trace::Chunk;
pub use trace::Ended;

pub use alter::{Alternative, alternatives};
#[cfg(feature = "browser")]
pub use hand::Hand;
pub use operate::{acts_at, operate, typed_span};
#[cfg(feature = "browser")]
pub use page::Runner;
pub use session::{Session, Step};
pub use start::Start;
pub use trial::{RECORDS_AT_MOST, Trial};
pub use variant::{Back as WayBack, Way, back, chosen};
#[cfg(feature = "browser")]
pub use worker::serve;

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
    /// Simulates a scenario document; a seed here takes the place of the document's own. Whoever asks may hold so many
    /// chunks of another run: if this one begins as that did, they are not told again.
    Run {
        text: String,
        seed: Option<u64>,
        held: Option<(RunNo, u32)>,
    },
    /// Simulates a scenario document of which only the figures are wanted, and those only if it has no more records
    /// than so many.
    Try {
        text: String,
        seed: Option<u64>,
        records: u32,
    },
    /// Goes to an instant of the run that is over, in milliseconds since the scenario's start, so that another one may
    /// soon go on from there.
    Near { at_ms: i64 },
    /// Ends the run; no report of it comes any more.
    Stop,
}

/// What a runner tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    /// Where runs execute from now on. A run that was under way goes on there, and nothing is told twice.
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
    Inline(Why),
}

/// Why there is no worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The browser, or the policy of the page, allows none.
    Refused(String),
    /// It did not say *ready* in time.
    Silent,
    /// It was there and ended.
    Lost(String),
}

impl fmt::Display for Why {
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
