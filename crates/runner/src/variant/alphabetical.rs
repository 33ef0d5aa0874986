//! Alphabetical upgrades have no settings.

use super::Choice;
use model::Strategy;

pub(super) const CHOICE: Choice = Choice {
    prefix: "alphabetical",
    default: Strategy::Alphabetical,
    write: |_| "1".to_owned(),
    read: |parts| (parts == ["1"]).then_some(Strategy::Alphabetical),
    fields: |_| Vec::new(),
    own: |_| Some(Strategy::Alphabetical),
};
