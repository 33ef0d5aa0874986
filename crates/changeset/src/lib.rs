//! Floor 3: what people changed of a scenario since they opened it. Each change has a kind, can be undone alone, and is a text
//! for other tools.

mod copies;
mod list;
pub mod patch;
mod step_kind;

pub use copies::{CopyFormat, unsaid};
pub use list::{ListedChange, StepText, list};
pub use step_kind::{StepKind, count};
