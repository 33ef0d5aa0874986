//! Entries of the script: each has what its kind needs, and nothing asks for what is not built.

use super::context::Cx;
use super::forms::own_values;
use crate::compile::script::change;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::ScriptItem;
use model::Phase;
use model::maintenance::Override;
use model::script::NodeChange;

const KNOWN: [&str; 20] = [
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
];

pub(super) fn wrong(path: String, message: String, hint: impl Into<String>, out: &mut Diagnostics) {
    out.push(
        Diagnostic::error("script/entry", path)
            .says(message)
            .hint(hint),
    );
}

/// Kinds of entries, and when they act.
pub(super) fn items(cx: &Cx<'_, '_>, _: &'static [&'static str], out: &mut Diagnostics) {
    for (at, item) in cx.doc.script.iter().enumerate() {
        let path = format!("/script/{at}");
        let action = item.action.as_str();
        if !KNOWN.contains(&action) {
            let hint = format!("Write one of {}.", KNOWN.join(", "));
            wrong(
                format!("{path}/do"),
                format!("“{action}” is not known."),
                hint,
                out,
            );
        }
        if !item.phase.is_empty() {
            phase(&path, item, out);
        } else if item.at.is_none() {
            wrong(
                path,
                "The entry has no time.".to_owned(),
                "Write one as “at”.",
                out,
            );
        }
    }
}

/// What may wait for a phase, and for which.
fn phase(path: &str, item: &ScriptItem, out: &mut Diagnostics) {
    let field = || format!("{path}/phase");
    if Phase::named(&item.phase).is_none() {
        let names: Vec<&str> = Phase::names().collect();
        let message = format!("“{}” is no phase.", item.phase);
        wrong(
            field(),
            message,
            format!("Write one of {}.", names.join(", ")),
            out,
        );
    } else if item.pool.is_empty() {
        let message = "An entry that waits for a phase names the pool.".to_owned();
        wrong(field(), message, "Name the pool as “pool”.", out);
    } else if matches!(
        item.action.as_str(),
        "upgrade" | "open" | "close" | "repair" | "target"
    ) || item.action == "set" && (item.labels.is_some() || item.taints.is_some())
    {
        let message = format!("“{}” cannot wait for a phase.", item.action);
        wrong(
            field(),
            message,
            "Write a time as “at”, and leave the phase out.",
            out,
        );
    }
}

/// What the kind of an entry needs is there.
pub(super) fn targets(cx: &Cx<'_, '_>, _: &'static [&'static str], out: &mut Diagnostics) {
    for (at, item) in cx.doc.script.iter().enumerate() {
        let path = format!("/script/{at}");
        let mut need = |name: &str, value: &str| {
            if value.is_empty() {
                let message = format!("“{}” needs a {name}.", item.action);
                wrong(path.clone(), message, format!("Name the {name}."), out);
            }
        };
        match item.action.as_str() {
            "upgrade" if item.control_plane && change(item) == NodeChange::VmDisruption => {}
            "upgrade" if item.control_plane => need("version", &item.version),
            "target" => need("version", &item.version),
            "repair" if item.control_plane => {}
            "repair" => {
                let message = "“repair” is of the control plane; nodes are repaired by themselves.";
                let hint = "Write “controlPlane”: true, or let a node “fail”.";
                wrong(path.clone(), message.to_owned(), hint, out);
            }
            "upgrade" | "cancel" | "resume" | "rollback" | "complete" | "reservation"
            | "resize" => {
                need("pool", &item.pool);
            }
            "cordon" | "uncordon" | "drain" | "preempt" | "hostEvent" => need("node", &item.node),
            "stockout" => need("zone", &item.zone),
            "fail" if item.workload.is_empty() => need("node", &item.node),
            "set" => set(&path, item, out),
            _ => {}
        }
        numbers(&path, item, out);
    }
}

fn numbers(path: &str, item: &ScriptItem, out: &mut Diagnostics) {
    own_values(item, path, out);
    if item.action == "resize" && item.nodes.is_none() {
        let message = "“resize” needs the nodes of each zone.".to_owned();
        wrong(path.to_owned(), message, "Write them as “nodes”.", out);
    }
    let field = |name: &str| format!("{path}/{name}");
    if !item.over.is_empty() && (item.action != "upgrade" || Override::named(&item.over).is_none())
    {
        let words: Vec<&str> = Override::NAMES.iter().map(|(name, _)| *name).collect();
        let message = format!("“{}” overrides no policy.", item.over);
        let hint = format!("Write one of {}, of an upgrade.", words.join(", "));
        wrong(field("override"), message, hint, out);
    }
    if !matches!(item.reason.as_str(), "" | "kubelet" | "disk") {
        let message = format!("“{}” is no reason to fail.", item.reason);
        wrong(field("reason"), message, "Write kubelet or disk.", out);
    }
    if !item.change.is_empty() && NodeChange::named(&item.change).is_none() {
        let words: Vec<&str> = NodeChange::NAMES.iter().map(|(name, _)| *name).collect();
        let hint = format!("Write one of {}.", words.join(", "));
        wrong(
            field("change"),
            format!("“{}” is no change that recreates nodes.", item.change),
            hint,
            out,
        );
    }
}

/// Labels and taints are one entry, settings another.
fn says_of_pool(item: &ScriptItem) -> bool {
    (item.labels.is_some() || item.taints.is_some()) != item.upgrade_settings.is_some()
}

fn says_of_workload(item: &ScriptItem) -> bool {
    let behaviour =
        item.image_pull.is_some() || item.shutdown.is_some() || item.ignores_sigterm.is_some();
    item.replicas.is_some() != behaviour
}

/// Labels or taints of a pool, replicas of a workload, or the number of a budget.
fn set(path: &str, item: &ScriptItem, out: &mut Diagnostics) {
    let named = [&item.pool, &item.workload, &item.budget];
    let targets = named.iter().filter(|name| !name.is_empty()).count();
    let message = if targets != 1 {
        "“set” names exactly one pool, workload or budget."
    } else if !item.workload.is_empty() && !says_of_workload(item) {
        "“set” of a workload needs replicas, imagePull, shutdown or ignoresSigterm."
    } else if !item.pool.is_empty() && !says_of_pool(item) {
        "“set” of a pool needs labels, taints or upgradeSettings."
    } else if !item.budget.is_empty()
        && item.min_available.is_some() == item.max_unavailable.is_some()
    {
        "“set” of a budget needs exactly one of minAvailable and maxUnavailable."
    } else {
        return;
    };
    wrong(
        path.to_owned(),
        message.to_owned(),
        "Set labels and taints of a pool, replicas of a workload, or the number of a budget.",
        out,
    );
}
