//! Words that Pods, nodes and controllers have as their states.

use super::super::loose::{Scalar, from_scalar};

/// The conditions that are read, without their names: every Pod has four or more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum ConditionKind {
    Ready,
    Complete,
    Failed,
    Progressing,
    #[default]
    Other,
}

from_scalar!(ConditionKind, |scalar: Scalar<'_>| match scalar {
    Scalar::Text("Ready") => ConditionKind::Ready,
    Scalar::Text("Complete") => ConditionKind::Complete,
    Scalar::Text("Failed") => ConditionKind::Failed,
    Scalar::Text("Progressing") => ConditionKind::Progressing,
    _ => ConditionKind::Other,
});

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Truth {
    True,
    #[default]
    NotTrue,
}

from_scalar!(Truth, |scalar: Scalar<'_>| match scalar {
    Scalar::Text("True") | Scalar::Bool(true) => Truth::True,
    _ => Truth::NotTrue,
});

/// The phase of a Pod.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Phase {
    Pending,
    #[default]
    Running,
    Succeeded,
    Failed,
    /// The node has stopped responding.
    Unknown,
}

from_scalar!(Phase, |scalar: Scalar<'_>| match scalar {
    Scalar::Text("Pending") => Phase::Pending,
    Scalar::Text("Succeeded") => Phase::Succeeded,
    Scalar::Text("Failed") => Phase::Failed,
    Scalar::Text("Unknown") => Phase::Unknown,
    _ => Phase::Running,
});

impl Phase {
    pub(crate) fn is_finished(self) -> bool {
        match self {
            Self::Succeeded | Self::Failed => true,
            Self::Pending | Self::Running | Self::Unknown => false,
        }
    }
}
