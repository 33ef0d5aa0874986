//! Short-lived: nodes stay until the end of their life, and new ones have the target.

use super::{Traits, surge};
use base::muted;

pub(super) static TRAITS: Traits = Traits {
    name: "SHORT_LIVED",
    label: "SHORT_LIVED",
    takes: |_| !muted("SL-06"),
    replaces_nodes: false,
    waits_for_windows: || muted("AM-66"),
    stand_ins: false,
    ..surge::TRAITS
};
