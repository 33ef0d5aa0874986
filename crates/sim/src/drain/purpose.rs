//! What a drain is for.

use crate::rules::Rule;
use base::broken;
use model::node::AtLimit;

/// Who asked for the drain, which decides how Pods leave and what happens at the limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// Evictions; after the limit the rest is forced out.
    Upgrade,
    /// Pods are deleted with their grace, budgets are not read (AM-12); the same limit.
    RollbackByDeletion,
    /// A batch of blue nodes: evictions; after the limit nobody asks any more, and the rest stays (BG-16, AM-16).
    Batch,
    /// Blue nodes that are to go: Pods are deleted with at most an hour of grace (BG-32, BG-33).
    DeleteBlue,
    /// `kubectl drain`: at the timeout it gives up.
    User,
}

impl Purpose {
    /// The rule by which its Pods are deleted; without one they are evicted.
    pub(super) fn deletes(self) -> Option<Rule> {
        match self {
            Self::RollbackByDeletion => Some(Rule::DeletePod),
            Self::DeleteBlue if broken("blue-green/budgets") => None,
            Self::DeleteBlue => Some(Rule::DeleteBluePod),
            Self::Upgrade | Self::Batch | Self::User => None,
        }
    }

    /// The rule by which it begins.
    pub(super) fn begins(self) -> Rule {
        match self {
            Self::Upgrade | Self::RollbackByDeletion | Self::User => Rule::DrainStart,
            Self::Batch => Rule::DrainBlueNode,
            Self::DeleteBlue => Rule::EmptyBlueNode,
        }
    }

    pub(super) fn at_limit(self) -> AtLimit {
        match self {
            Self::Upgrade | Self::RollbackByDeletion => AtLimit::Forces,
            Self::Batch | Self::DeleteBlue => AtLimit::Leaves,
            Self::User => AtLimit::GivesUp,
        }
    }
}
