//! How the comparison describes each strategy, and the form of its settings: a file each, and the table.

mod autoscaled;
mod blue_green;
mod short_lived;
mod surge;

use crate::shell::state::Store;
use crate::shell::words::t;
use model::{RunKind, Strategy};
use yew::prelude::*;

struct Description {
    /// Message keys of the name as a choice, and in a column.
    label: &'static str,
    short: &'static str,
    name: fn(Strategy) -> String,
    settings: fn(Strategy) -> String,
    fields: fn(&Store, usize, Strategy) -> Html,
}

/// The table: one line per strategy.
fn of(strategy: Strategy) -> &'static Description {
    match strategy.kind() {
        RunKind::Surge => &surge::DESCRIPTION,
        RunKind::BlueGreen => &blue_green::DESCRIPTION,
        RunKind::ShortLived => &short_lived::DESCRIPTION,
        RunKind::AutoscaledBlueGreen => &autoscaled::DESCRIPTION,
    }
}

pub(super) fn label(strategy: Strategy) -> String {
    t(of(strategy).label)
}

pub(super) fn short(strategy: Strategy) -> String {
    t(of(strategy).short)
}

pub(super) fn name(strategy: Strategy) -> String {
    (of(strategy).name)(strategy)
}

pub(super) fn settings(strategy: Strategy) -> String {
    (of(strategy).settings)(strategy)
}

/// The fields of a variant's settings.
pub(super) fn fields(store: &Store, n: usize, strategy: Strategy) -> Html {
    (of(strategy).fields)(store, n, strategy)
}
