//! Maintenance policies: what a window really opens, whether GKE accepts the policy, and what would mend it.

pub mod rrule;
