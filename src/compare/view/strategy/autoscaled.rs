//! Autoscaled blue-green in the comparison.

use super::Description;
use crate::compare::view::typed_fields::{self, typed};
use crate::shell::form::names;
use crate::shell::state::Store;
use crate::shell::words::{t, tn};
use base::SimSpan;
use model::Strategy;
use yew::prelude::*;

pub(super) static DESCRIPTION: Description = Description {
    label: "ui-compare-autoscaled",
    short: "ui-compare-short-autoscaled",
    name: |_| t("ui-compare-autoscaled"),
    settings: |strategy| tn("ui-compare-autoscaled-settings", &[("wait", wait(strategy).into())]),
    fields,
};

fn wait(strategy: Strategy) -> SimSpan {
    strategy.wait().unwrap_or_default()
}

fn fields(store: &Store, n: usize, strategy: Strategy) -> Html {
    let read = Callback::from(move |text: String| {
        let wait = typed_fields::soak(&text)?;
        Ok(Strategy::AutoscaledBlueGreen { wait, surge: strategy.surge() })
    });
    let names = names("ui-wait-for-drain", "waitForDrainDuration", "");
    typed(store, (n, "wait"), names, format!("{}s", wait(strategy).secs()), false, read)
}
