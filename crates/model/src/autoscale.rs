//! What the cluster autoscaler may do to the nodes of a pool while it is upgraded.

/// May the number of nodes change, and in which direction?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scaling {
    pub up: bool,
    pub down: bool,
}

impl Scaling {
    pub(super) const FREE: Self = Self {
        up: true,
        down: true,
    };
    pub(super) const NONE: Self = Self {
        up: false,
        down: false,
    };
    pub(super) const UP: Self = Self {
        up: true,
        down: false,
    };
}
