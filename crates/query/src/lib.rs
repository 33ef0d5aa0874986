//! Floor 4: queries over a trace. They are pure; answers are small, comparable and not yet in a language.

#![deny(
    clippy::float_arithmetic,
    clippy::iter_over_hash_type,
    clippy::disallowed_types,
    clippy::disallowed_methods
)]

pub mod alternatives;
mod autoscaler;
pub mod budgets;
pub mod cause_chain;
pub mod compare;
pub mod conditions;
pub mod filter;
pub mod find;
mod forced;
mod gcloud;
mod harm;
pub mod held_back;
pub mod index;
mod intervals;
pub mod kubectl_drains;
pub mod lanes;
mod letters;
mod longest_hold;
pub mod moments;
mod old_nodes;
pub mod open_holds;
pub mod operations;
pub mod outcome;
mod over;
pub mod packet;
mod pod_counts;
mod reach;
mod reading;
mod removal;
mod repeated;
pub mod requests;
mod scaling_counts;
pub mod series;
pub mod short_names;
pub mod shortfall;
pub mod stage;
pub mod strategy;
mod stretch;
pub mod subject;
pub mod tables;
#[cfg(test)]
mod tests;
pub mod traffic;
pub mod upgrades;
mod verdict;
pub mod why;
pub mod windows;

pub use alternatives::{Before, SettingChange};
pub use cause_chain::{Chains, chains};
pub use compare::Measures;
pub use events::{EventKind, ListedRow, of_upgrades};
pub use find::{NthEvent, find, nth_event};
pub use forced::{ForcedBy, ForcedPod};
pub use harm::WorkAtRisk;
pub use index::{Hold, Index, SlotTask, ZoneRun};
pub use lanes::{Lanes, Marker, MarkerKind, lanes};
pub use longest_hold::{HoldStretch, longest_hold, waits};
pub use open_holds::{OpenHold, open_holds};
pub use operations::{Operations, operations};
pub use outcome::{Outcome, PoolOutcome, WorkloadOutcome, hurt};
pub use over::over;
pub use reach::reach;
pub use reading::{Events, ListedRows, Reading};
pub use repeated::Repeated;
pub use scaling_counts::{Oscillation, ScalingCounts};
pub use shortfall::{AtHalf, Shortfall, shortfalls_until};
pub use stage::{Detail, StageModel, Tile, TileState, stage};
pub use strategy::rollout;
pub use stretch::{StretchCounts, stretch};
pub use subject::{Topic, parse_subject};
pub use trace::{Conclusion, events};
pub use upgrades::UpgradeOutcome;
pub use verdict::{Level, Verdict, of_service, verdict};
pub use why::{Reason, Why, why};
