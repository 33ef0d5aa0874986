//! What blocks a Pod or a node: one table.

use super::code::{A, B, Bits, Packing, TwoWords, merge};
use super::gke::{self, FilterText};
use super::names::Namer;
use super::subject::Subject;
use base::{BudgetId, NodeId, ZoneId};

/// Which blocker the first word holds, and the rest of that word.
const KIND: Bits = A.at(24, 8);
const REST: Bits = A.at(0, 24);

/// A field of a blocker, as messages and data need it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlockerField {
    Number(u32),
    Seconds(u32),
    /// A quota of the plan, by its number.
    Quota(u32),
    Filter(FilterText),
    Subject(Subject),
}

/// Generates the enum from the table. An entry is
///
/// ```text
/// Name = code { field: Type as Field = PLACE, … } refuses => "message key", text in golden files;
/// ```
///
/// `code` never changes, nor does the place of a field. `refuses`: it blocks an eviction rather than a start. The key and the
/// names of the fields are also those of the record's data.
macro_rules! blockers {
    ($names:ident; $(
        $(#[$doc:meta])*
        $name:ident = $code:literal $({ $($field:ident: $type:ident $(as $kind:ident)? = $place:ident),* })?
            $($refuses:ident)? => $key:literal, $text:expr;
    )*) => {
        /// What blocks a Pod or a node, with ids and numbers.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum Blocker { $(
            $(#[$doc])*
            $name $({ $($field: $type),* })?,
        )* }

        impl TwoWords for Blocker {
            fn words(self) -> [u32; 2] {
                match self { $(
                    Self::$name $({ $($field),* })? => {
                        merge([Packing::<u32>::put(KIND, $code), $($($place.put($field)),*)?])
                    }
                )* }
            }

            fn from_words(words: [u32; 2]) -> Option<Self> {
                let kind: u32 = KIND.get(words)?;
                Some(match kind {
                    $( $code => Self::$name $({ $($field: $place.get(words)?),* })?, )*
                    _ => return None,
                })
            }
        }

        impl Blocker {
            /// Does it block an eviction rather than a start?
            pub fn refuses_eviction(self) -> bool {
                match self { $( Self::$name { .. } => blockers!(@$($refuses)?), )* }
            }

            /// The key of its message.
            pub fn key(self) -> &'static str {
                match self { $( Self::$name { .. } => $key, )* }
            }

            /// Its fields by name, with their values.
            pub fn fields(self) -> Vec<(&'static str, BlockerField)> {
                match self { $(
                    Self::$name $({ $($field),* })? => vec![
                        $($( (stringify!($field), blockers!(@field $field $(as $kind)?)) ),*)?
                    ],
                )* }
            }

            pub(super) fn text(self, $names: &Namer<'_>) -> String {
                match self { $( Self::$name $({ $($field),* })? => String::from($text), )* }
            }
        }
    };
    (@refuses) => { true };
    (@) => { false };
    (@field $field:ident) => { BlockerField::Number($field) };
    (@field $field:ident as Quota) => { BlockerField::Quota($field) };
    (@field $field:ident as Subject) => { BlockerField::Subject($field.into()) };
    (@field $field:ident as Filter) => { BlockerField::Filter(gke::filter($field)) };
    (@field $field:ident as DrainFilter) => { BlockerField::Filter(gke::drain_filter($field)) };
    (@field $field:ident as $kind:ident) => { BlockerField::$kind($field) };
}

blockers! {
    names;

    /// The budget has no unit left.
    Budget = 0 { budget: BudgetId as Subject = REST, allowed: u32 = B } refuses
        => "blocker-budget", format!("{} allows {allowed}", names.budget(budget));
    /// Two budgets select the Pod: a server error that no retry can fix.
    TwoBudgets = 1 { first: BudgetId as Subject = REST, second: BudgetId as Subject = B } refuses
        => "blocker-two-budgets", format!("two budgets, {} and {}", names.budget(first), names.budget(second));
    /// The budget's status allows no disruption.
    Forbidden = 2 { budget: BudgetId as Subject = REST } refuses
        => "blocker-forbidden", format!("{} cannot be spent", names.budget(budget));
    /// The scheduler's filter (its number in the table) was the first to reject that many nodes.
    NoNode = 3 { filter: u32 as Filter = REST, nodes: u32 = B }
        => "blocker-no-node", {
            let FilterText { name, message } = gke::filter(filter);
            format!("{name}, {nodes} {message}")
        };
    /// There is no node at all.
    NoNodes = 4 => "blocker-no-nodes", "no node";
    /// The project's VM quota is used up.
    Quota = 5 { spare: u32 = B } => "blocker-quota", format!("quota +{spare} is used up");
    /// A quota of the region is short of what a VM takes, or all that are requested at once.
    QuotaOf = 21 { quota: u32 as Quota = REST, short: u32 = B }
        => "blocker-quota-of", format!("quota {}: -{short}", names.quota(quota));
    Stockout = 6 { zone: ZoneId as Subject = REST } => "blocker-stockout", format!("{} is stocked out", names.zone(zone));
    /// The control plane is being upgraded, and no node is created in the meantime.
    ControlPlane = 13 => "blocker-control-plane", "the control plane is upgraded";
    /// The reservation is used up.
    Reservation = 12 { machines: u32 = B } => "blocker-reservation", format!("reservation of {machines} is used up");
    /// A `kubectl drain` filter returned an error (its number in the table).
    DrainFilter = 7 { filter: u32 as DrainFilter = REST }
        => "blocker-drain-filter", format!("drain filter {}", gke::drain_filter(filter).name);
    /// The controller waits before its next attempt.
    Backoff = 8 { wait_s: u32 as Seconds = B } => "blocker-backoff", format!("back-off {wait_s}s");
    /// The Job has failed for good: too many of its Pods failed.
    BackoffLimit = 9 { failures: u32 = B } => "blocker-backoff-limit", format!("failed after {failures} failures");
    /// The Job has failed for good: a Pod matched its `podFailurePolicy`.
    FailurePolicy = 10 => "blocker-pod-failure-policy", "failed by its policy";
    /// The Job has failed for good: it took longer than its `activeDeadlineSeconds`.
    Deadline = 11 { after_s: u32 as Seconds = B } => "blocker-deadline", format!("failed after {after_s}s");
    /// A volume of the Pod is attached to another node (KS-41).
    Volume = 20 { node: NodeId as Subject = REST }
        => "blocker-volume", format!("volume attached to {}", names.node(node));
}

impl Blocker {
    /// Does a quota allow no more VMs?
    pub fn is_quota(self) -> bool {
        matches!(self, Self::Quota { .. } | Self::QuotaOf { .. })
    }

    /// Has the Job failed for good?
    pub fn fails_job(self) -> bool {
        matches!(self, Self::BackoffLimit { .. } | Self::FailurePolicy | Self::Deadline { .. })
    }
}
