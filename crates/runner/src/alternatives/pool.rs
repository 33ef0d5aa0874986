//! Edits of a pool.

use super::entry::PlanEntry;
use super::{in_script, set};
use crate::variant::StrategyChoice;
use base::SimSpan;
use model::Plan;
use model::strategy::{Strategy, Surge};
use query::alternatives::PoolChange;
use scenario::edit::Edit;
use scenario::instant;
use scenario::json::Json;

pub(super) fn edits(
    document: &Json,
    plan: &Plan,
    pool: &PlanEntry<'_>,
    change: &PoolChange,
) -> Vec<Edit> {
    let at = |part: &str| format!("{}/{part}", pool.pointer);
    let choose = |strategy| StrategyChoice::By(strategy).edits_at(&at("upgradeSettings"));
    match *change {
        PoolChange::Surge { from, to } => {
            let at = at("upgradeSettings");
            let unavailable = set(&at, "maxUnavailable", to.max_unavailable);
            let unavailable = (from.max_unavailable != to.max_unavailable).then_some(unavailable);
            // Without it a new maxUnavailable would make it 0 (AM-85).
            [set(&at, "maxSurge", to.max_surge)].into_iter().chain(unavailable).collect()
        }
        PoolChange::BlueGreen(to) | PoolChange::Rollout { to, .. } => {
            choose(Strategy::BlueGreen { settings: to, surge: Surge::DEFAULT })
        }
        PoolChange::Wait(_, wait) => {
            choose(Strategy::AutoscaledBlueGreen { wait, surge: Surge::DEFAULT })
        }
        PoolChange::SurgeInstead(to) => choose(Strategy::Surge(to)),
        PoolChange::GraceLimit(_, to) => {
            vec![set(&at("nodeDrainConfig"), "graceTerminationDuration", seconds(to))]
        }
        PoolChange::PdbTimeout(_, to) => {
            vec![set(&at("nodeDrainConfig"), "pdbTimeoutDuration", seconds(to))]
        }
        PoolChange::Reservation(from, to) => reserved(document, pool, (from, to)),
        PoolChange::NoExclusion => {
            vec![Edit::Remove(at("maintenancePolicy/exclusionUntilEndOfSupport"))]
        }
        PoolChange::RespectBudgets => respecting(document, pool),
        PoolChange::NodeLimit { maximum, total, to, .. } => {
            let field = match (maximum, total) {
                (false, false) => "minNodeCount",
                (false, true) => "totalMinNodeCount",
                (true, false) => "maxNodeCount",
                (true, true) => "totalMaxNodeCount",
            };
            vec![set(&at("autoscaling"), field, to)]
        }
        PoolChange::UpgradeAt(to) => {
            later(document, pool, &instant::format(plan.start_unix_ms + to.ms()))
        }
        PoolChange::AnyLocation => vec![set(&at("autoscaling"), "locationPolicy", "ANY")],
    }
}

/// The pool's upgrade at that instant, if it is what the script does last.
fn later(document: &Json, pool: &PlanEntry<'_>, at: &str) -> Vec<Edit> {
    let script = document.get("script").map_or(&[][..], Json::items);
    let is_own = |item: &Json| {
        item.get("do").and_then(Json::text) == Some("upgrade")
            && item.get("pool") == pool.json.get("name")
            && item.get("after").is_none()
    };
    let last = script.last().filter(|item| is_own(item));
    last.map(|_| set(&format!("/script/{}", script.len() - 1), "at", at)).into_iter().collect()
}

fn seconds(span: SimSpan) -> Json {
    Json::Text(format!("{}s", span.secs()))
}

/// The capacity that a pool's reservation has: in the script, else at the start.
fn reserved(document: &Json, pool: &PlanEntry<'_>, (from, to): (u32, u32)) -> Vec<Edit> {
    let name = pool.json.get("name");
    let of_pool = |item: &Json| item.get("pool") == name;
    let mut edits = in_script(document, "reservation", "nodes", (from, to), of_pool);
    if edits.is_empty() {
        edits.push(set(&pool.pointer, "reservedNodes", to));
    }
    edits
}

/// Lets the rollbacks of the pool respect budgets.
fn respecting(document: &Json, pool: &PlanEntry<'_>) -> Vec<Edit> {
    let script = document.get("script").map_or(&[][..], Json::items);
    let is_rollback = |item: &Json| {
        item.get("do").and_then(Json::text) == Some("rollback")
            && item.get("pool") == pool.json.get("name")
    };
    let rollbacks = script.iter().enumerate().filter(|(_, item)| is_rollback(item));
    rollbacks.map(|(n, _)| set(&format!("/script/{n}"), "respectPdb", Json::Bool(true))).collect()
}
