//! Limits of the cluster autoscaler for a pool during its upgrade.

/// May the autoscaler add or remove nodes?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scaling {
    pub up: bool,
    pub down: bool,
}

impl Scaling {
    pub(super) const FREE: Self = Self { up: true, down: true };
    pub(super) const NONE: Self = Self { up: false, down: false };
    pub(super) const UP: Self = Self { up: true, down: false };
}
