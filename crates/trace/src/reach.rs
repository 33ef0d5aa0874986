//! What a row can change, by the code of its change, so that a reader of many rows needn't unpack each.

use super::change::CLASSES;
use super::class::{ALL_NODES, CREATES_POD, ENDS_NOMINATION, POD_ONLY, POD_STATE};

fn is(code: u8, class: u8) -> bool {
    CLASSES[usize::from(code)] & class != 0
}

pub(super) fn creates_pod(code: u8) -> bool {
    is(code, CREATES_POD)
}

/// Is it about a Pod's state?
pub(super) fn says_of_pod(code: u8) -> bool {
    is(code, POD_STATE)
}

/// Is it about a Pod, and does it change nothing else?
pub(super) fn is_of_pod_alone(code: u8) -> bool {
    is(code, POD_ONLY)
}

/// Besides the Pod, does it only remove its nomination?
pub(super) fn ends_nomination(code: u8) -> bool {
    is(code, ENDS_NOMINATION)
}

/// Is it about a pool, and may it change all of its nodes?
pub(super) fn is_of_all_nodes(code: u8) -> bool {
    is(code, ALL_NODES)
}
