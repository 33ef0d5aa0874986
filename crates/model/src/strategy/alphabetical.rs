//! Alphabetical: the nodes of a pool are recreated one at a time, in the order of their names.

use super::{Traits, surge};

pub(super) static TRAITS: Traits = Traits {
    name: "ALPHABETICAL",
    ..surge::TRAITS
};
