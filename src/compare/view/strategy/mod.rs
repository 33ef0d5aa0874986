//! How the comparison describes each strategy, and the form of its settings: a file each, and the table.

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

/// The table: one line per strategy; `None`: it isn't simulated.
fn of(strategy: Strategy) -> Option<&'static Description> {
    Some(match strategy.kind()? {
        RunKind::Surge => &surge::DESCRIPTION,
        RunKind::BlueGreen | RunKind::AutoscaledBlueGreen => &blue_green::DESCRIPTION,
        RunKind::ShortLived => &short_lived::DESCRIPTION,
    })
}

pub(super) fn label(strategy: Strategy) -> String {
    of(strategy).map_or_else(String::new, |one| t(one.label))
}

pub(super) fn short(strategy: Strategy) -> String {
    of(strategy).map_or_else(|| strategy.name().to_owned(), |one| t(one.short))
}

pub(super) fn name(strategy: Strategy) -> String {
    of(strategy).map_or_else(|| strategy.name().to_owned(), |one| (one.name)(strategy))
}

pub(super) fn settings(strategy: Strategy) -> String {
    of(strategy).map_or_else(|| strategy.name().to_owned(), |one| (one.settings)(strategy))
}

/// The fields of a variant's settings.
pub(super) fn fields(store: &Store, n: usize, strategy: Strategy) -> Html {
    of(strategy).map_or_else(Html::default, |one| (one.fields)(store, n, strategy))
}
