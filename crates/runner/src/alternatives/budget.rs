//! Edits of a disruption budget.

use super::entry::PlanEntry;
use super::set;
use base::quantity::IntOrPercent;
use model::budget::Limit;
use query::alternatives::BudgetChange;
use scenario::edit::Edit;
use scenario::json::Json;

pub(super) fn edits(budget: &PlanEntry<'_>, change: &BudgetChange) -> Vec<Edit> {
    match *change {
        BudgetChange::Limit { to, .. } => limited(budget, to),
        BudgetChange::AlwaysAllow => {
            vec![set(&budget.pointer, "unhealthyPodEvictionPolicy", "AlwaysAllow")]
        }
        BudgetChange::Removed => vec![Edit::Remove(budget.pointer.clone())],
    }
}

/// The limit of a budget, in place of one of the other kind.
fn limited(budget: &PlanEntry<'_>, limit: Limit) -> Vec<Edit> {
    let (field, other, value) = match limit {
        Limit::MinAvailable(value) => ("minAvailable", "maxUnavailable", value),
        Limit::MaxUnavailable(value) => ("maxUnavailable", "minAvailable", value),
    };
    let value = match value {
        IntOrPercent::Int(n) => Json::Int(n),
        IntOrPercent::Percent(n) => Json::Text(format!("{n}%")),
    };
    let other = budget.json.get(other).map(|_| format!("{}/{other}", budget.pointer));
    let set = Edit::Set(format!("{}/{field}", budget.pointer), value);
    other.map(Edit::Remove).into_iter().chain([set]).collect()
}
