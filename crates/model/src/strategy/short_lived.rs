//! Short-lived: nodes stay until their life is over, and new ones have the target.

use super::{Traits, surge};
use base::muted;

pub(super) static TRAITS: Traits = Traits {
    name: "SHORT_LIVED",
    takes: |_| !muted("SL-06"),
    replaces_nodes: false,
    stand_ins: false,
    ..surge::TRAITS
};
