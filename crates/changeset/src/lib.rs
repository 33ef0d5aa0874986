//! Floor 3: what people changed of a scenario since they opened it. Each change has a kind, can be undone alone, and is a text
//! for other tools.

mod list;
mod step_kind;

pub use list::{
    ChangedObjects, Changes, CopyFormat, ListedChange, StepText, changed_objects, commands,
    not_covered,
};
pub use step_kind::{StepKind, count};
