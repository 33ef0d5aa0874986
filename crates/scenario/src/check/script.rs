//! Entries of the script: required fields are there, and nothing unsupported is used.

use super::context::Cx;
use super::forms::own_values;
use crate::awaited::{After, Awaited, RETIRED};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::{Pool, ScriptItem};
use crate::primitive::IntOrText;
use crate::revisions::ROLLOUT;
use crate::units::At;
use base::{Message, say};
use model::Phase;
use model::maintenance::Override;
use model::script::NodeChange;

const KNOWN: [&str; 21] = [
    "upgrade",
    "cancel",
    "resume",
    "rollback",
    "complete",
    "set",
    "cordon",
    "uncordon",
    "drain",
    "open",
    "close",
    "quota",
    "stockout",
    "reservation",
    "resize",
    "preempt",
    "fail",
    "hostEvent",
    "repair",
    "target",
    ROLLOUT,
];

pub(super) fn wrong(path: String, message: Message, out: &mut Diagnostics) {
    out.push(Diagnostic::error("script/entry", path).says(message));
}

/// Kinds of entries, and their times.
pub(super) fn items(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let awaited = Awaited::of(cx.doc);
    for (at, item) in cx.doc.script.iter().enumerate() {
        let path = format!("/script/{at}");
        let action = item.action.as_str();
        if action == RETIRED {
            out.push(Diagnostic::warning("script/retired", path).with("action", action));
            continue;
        }
        if !KNOWN.contains(&action) {
            let message = say!("check-no-action", action = action, known = KNOWN.join(", "));
            wrong(format!("{path}/do"), message, out);
        }
        if let Some(after) = &item.after {
            let found = awaited.after.get(at).copied().flatten();
            self::after(cx, at, after, found, out);
        }
        if !item.phase.is_empty() {
            phase(&path, item, out);
        } else if item.at.is_none() && item.after.is_none() {
            wrong(path, say!("check-entry-without-time"), out);
        }
    }
}

/// What an entry may wait for, and which entries may.
fn after(
    cx: &Cx<'_, '_>,
    at: usize,
    after: &IntOrText,
    found: Option<After>,
    out: &mut Diagnostics,
) {
    let item = &cx.doc.script[at];
    let field = || format!("/script/{at}/after");
    let is_switch = |item: &ScriptItem| matches!(item.action.as_str(), "open" | "close");
    let switch = match found {
        Some(After::Entry(no)) => cx.doc.script.get(no).is_some_and(is_switch),
        _ => false,
    };
    if found.is_none() || switch {
        let text = match after {
            IntOrText::Int(no) => no.to_string(),
            IntOrText::Text(text) => text.clone(),
        };
        wrong(field(), say!("check-after-nothing", after = text), out);
    } else if !item.phase.is_empty() {
        wrong(field(), say!("check-after-and-phase"), out);
    } else if item.at.is_some_and(|at| matches!(at, At::Instant(_))) {
        wrong(format!("/script/{at}/at"), say!("check-after-at"), out);
    } else if is_switch(item)
        || item.action == "set" && (item.labels.is_some() || item.taints.is_some())
    {
        wrong(field(), say!("check-after-of-action", action = &item.action), out);
    }
}

/// Which entries may wait for a phase, and for which phases.
fn phase(path: &str, item: &ScriptItem, out: &mut Diagnostics) {
    let field = || format!("{path}/phase");
    if Phase::named(&item.phase).is_none() {
        let names: Vec<&str> = Phase::names().collect();
        let message = say!("check-no-phase", phase = &item.phase, known = names.join(", "));
        wrong(field(), message, out);
    } else if item.pool.is_empty() {
        wrong(field(), say!("check-phase-without-pool"), out);
    } else if matches!(item.action.as_str(), "upgrade" | "open" | "close" | "repair" | "target")
        || item.action == "set" && (item.labels.is_some() || item.taints.is_some())
    {
        wrong(field(), say!("check-phase-of-action", action = &item.action), out);
    }
}

/// GKE upgrades a pool again that was rolled back, if it upgrades the pool automatically; a run doesn't.
pub(super) fn rolled_back(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    // In a release channel GKE refuses to turn autoUpgrade off (BS-09), without one it has no scopes of exclusions.
    let channel = match cx.doc.cluster.channel() {
        "" => "unknown",
        "UNSPECIFIED" => "none",
        _ => "some",
    };
    for (at, item) in cx.doc.script.iter().enumerate() {
        let own = |pool: &&Pool| pool.name == item.pool && item.action == "rollback";
        let pool = cx.doc.pools.iter().find(own);
        if pool.is_some_and(|pool| pool.management.auto_upgrade == Some(true)) {
            Diagnostic::warning("rollback/upgraded-again", format!("/script/{at}"))
                .with("pool", &item.pool)
                .with("channel", channel)
                .add_to(out);
        }
    }
}

/// The fields that each kind of entry requires.
pub(super) fn targets(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (at, item) in cx.doc.script.iter().enumerate() {
        let path = format!("/script/{at}");
        let mut need = |noun: &'static str, value: &str| {
            if value.is_empty() {
                let message = say!("check-entry-needs", action = &item.action, noun = say!(noun));
                wrong(path.clone(), message, out);
            }
        };
        match item.action.as_str() {
            "upgrade" if item.control_plane && item.node_change() == NodeChange::VmDisruption => {}
            "upgrade" if item.control_plane => need("noun-version", &item.version),
            "target" => need("noun-version", &item.version),
            "repair" if item.control_plane => {}
            "repair" => {
                wrong(path.clone(), say!("check-repair-of-nodes"), out);
            }
            "upgrade" | "cancel" | "resume" | "rollback" | "complete" | "reservation"
            | "resize" => {
                need("noun-pool", &item.pool);
            }
            "cordon" | "uncordon" | "drain" | "preempt" | "hostEvent" => {
                need("noun-node", &item.node);
            }
            "stockout" => need("noun-zone", &item.zone),
            ROLLOUT => need("noun-workload", &item.workload),
            "fail" if item.workload.is_empty() => need("noun-node", &item.node),
            "set" => set(&path, item, out),
            _ => {}
        }
        numbers(&path, item, out);
    }
}

fn numbers(path: &str, item: &ScriptItem, out: &mut Diagnostics) {
    own_values(item, &|| path.to_owned(), out);
    if item.action == "resize" && item.nodes.is_none() {
        wrong(path.to_owned(), say!("check-resize-without-nodes"), out);
    }
    let field = |name: &str| format!("{path}/{name}");
    if !item.over.is_empty() && (item.action != "upgrade" || Override::named(&item.over).is_none())
    {
        let words = Override::ALL.map(Override::name);
        let message = say!("check-no-override", name = &item.over, known = words.join(", "));
        wrong(field("override"), message, out);
    }
    if !matches!(item.reason.as_str(), "" | "kubelet" | "disk") {
        let message = say!("check-no-reason-to-fail", reason = &item.reason);
        wrong(field("reason"), message, out);
    }
    if !item.change.is_empty() && NodeChange::named(&item.change).is_none() {
        let words = NodeChange::ALL.map(NodeChange::name);
        let message = say!("check-no-node-change", change = &item.change, known = words.join(", "));
        wrong(field("change"), message, out);
    }
}

/// GKE doesn't upgrade a pool by itself whose auto-upgrade is off (BS-09).
pub(super) fn automatic(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (at, item) in cx.doc.script.iter().enumerate() {
        let off = |name: &str| {
            let pool = cx.doc.pools.iter().find(|pool| pool.name == name);
            pool.is_some_and(|pool| pool.management.auto_upgrade == Some(false))
        };
        if item.action == "upgrade" && item.automatic && off(&item.pool) {
            Diagnostic::warning("script/auto-upgrade-off", format!("/script/{at}/automatic"))
                .with("pool", &item.pool)
                .add_to(out);
        }
    }
}

/// Labels and taints are one entry, upgrade settings another.
fn says_of_pool(item: &ScriptItem) -> bool {
    (item.labels.is_some() || item.taints.is_some()) != item.upgrade_settings.is_some()
}

fn says_of_workload(item: &ScriptItem) -> bool {
    let behaviour =
        item.image_pull.is_some() || item.shutdown.is_some() || item.ignores_sigterm.is_some();
    item.replicas.is_some() != behaviour
}

/// Sets labels or taints of a pool, replicas of a workload, or the limit of a budget.
fn set(path: &str, item: &ScriptItem, out: &mut Diagnostics) {
    let named = [&item.pool, &item.workload, &item.budget];
    let targets = named.iter().filter(|name| !name.is_empty()).count();
    let message = if targets != 1 {
        "check-set-one"
    } else if !item.workload.is_empty() && !says_of_workload(item) {
        "check-set-workload"
    } else if !item.pool.is_empty() && !says_of_pool(item) {
        "check-set-pool"
    } else if !item.budget.is_empty()
        && item.min_available.is_some() == item.max_unavailable.is_some()
    {
        "check-set-budget"
    } else {
        return;
    };
    wrong(path.to_owned(), say!(message), out);
}
