//! Where other parts of a scenario name a pool, a workload or a budget.

use super::lists::{items, text};
use crate::setup::part::Part;
use scenario::document::{self, Document};
use scenario::edit::{self, Edit};
use scenario::initial_nodes::pool_of_node;
use scenario::json::Json;

/// The label of GKE's nodes with the name of their pool.
pub const POOL_LABEL: &str = "cloud.google.com/gke-nodepool";

/// Does the entry of the script name the part? `doc`: the document that both are in.
fn is_about(doc: &Document, entry: &Json, part: Part, one: &Json) -> bool {
    match part {
        Part::Pool => {
            let name = text(one, "name");
            text(entry, "pool") == name || is_in_pool(doc, text(entry, "node"), name)
        }
        Part::Workload => names(text(entry, "workload"), one),
        Part::Budget => names(text(entry, "budget"), one),
        // No command is about a Service.
        Part::Service => false,
    }
}

fn is_in_pool(doc: &Document, node: &str, pool: &str) -> bool {
    pool_of_node(doc, node).is_some_and(|at| doc.pools[at].name == pool)
}

/// The node's name in a pool with another name. `None`: it is in another pool, or has a listed name, which stays.
fn renamed_node(doc: &Document, node: &str, pool: &str, new: &str) -> Option<String> {
    let own = &doc.pools[pool_of_node(doc, node)?];
    let is_listed = own.nodes.iter().any(|listed| listed.name == node);
    let rest = node.strip_prefix(pool).filter(|_| own.name == pool && !is_listed)?;
    Some(format!("{new}{rest}"))
}

fn read(json: &Json) -> Document {
    document::read(json).0.unwrap_or_default()
}

/// `shop/web` or `web`.
fn names(written: &str, one: &Json) -> bool {
    let (namespace, name) = match written.split_once('/') {
        Some((namespace, name)) => (Some(namespace), name),
        None => (None, written),
    };
    name == text(one, "name") && namespace.is_none_or(|own| own == namespace_of(one))
}

pub fn namespace_of(one: &Json) -> &str {
    Some(text(one, "namespace")).filter(|own| !own.is_empty()).unwrap_or("default")
}

/// The labels of a workload's Pods.
fn labels_of(one: &Json) -> Vec<(String, String)> {
    match one.get("labels") {
        Some(Json::Object(labels)) => {
            let labels = labels.iter();
            labels
                .map(|(key, value)| (key.clone(), value.text().unwrap_or_default().to_owned()))
                .collect()
        }
        _ => vec![("app".to_owned(), text(one, "name").to_owned())],
    }
}

/// The selector of a Service for exactly the Pods of a workload.
pub fn labels_json(workload: &Json) -> Json {
    let labels = labels_of(workload);
    Json::object(labels.iter().map(|(key, value)| (key.as_str(), value.as_str().into())))
}

/// The same as a budget has it.
pub fn selector_of(workload: &Json) -> Json {
    Json::object([("matchLabels", labels_json(workload))])
}

/// Makes a budget or a Service select, in the namespace of the workload.
pub fn select(place: &str, selector: Json, workload: &Json) -> Vec<Edit> {
    let namespace = format!("{place}/namespace");
    let selects = Edit::Set(format!("{place}/selector"), selector);
    let moves = match workload.get("namespace").cloned() {
        Some(own) => Edit::Set(namespace, own),
        None => Edit::Remove(namespace),
    };
    vec![selects, moves]
}

/// Does a budget select the Pods of a workload, as far as its labels decide? An empty selector selects all of the namespace, a missing
/// one none (KP-02).
pub fn selects(budget: &Json, workload: &Json) -> bool {
    let Some(selector @ Json::Object(_)) = budget.get("selector") else { return false };
    let labels = labels_of(workload);
    let value_of = |key: &str| labels.iter().find(|(own, _)| own == key).map(|(_, is)| is.as_str());
    let wanted = match selector.get("matchLabels") {
        Some(Json::Object(wanted)) => &wanted[..],
        _ => &[],
    };
    namespace_of(budget) == namespace_of(workload)
        && wanted.iter().all(|(key, value)| value_of(key) == value.text())
        && items(selector, "/matchExpressions").iter().all(|one| holds(one, value_of))
}

/// Does an expression of a selector hold? An invalid one never does (KP-03).
fn holds<'l>(expression: &Json, value_of: impl Fn(&str) -> Option<&'l str>) -> bool {
    let value = value_of(text(expression, "key"));
    let values = items(expression, "/values");
    let is_in = || values.iter().any(|one| one.text() == value);
    match (text(expression, "operator"), values.len()) {
        ("In", 1..) => value.is_some() && is_in(),
        ("NotIn", 1..) => value.is_none() || !is_in(),
        ("Exists", 0) => value.is_some(),
        ("DoesNotExist", 0) => value.is_none(),
        _ => false,
    }
}

/// The workloads whose Pods need a pool, each as the pointer of its selector.
fn pinned<'a>(json: &'a Json, pool: &'a str) -> impl Iterator<Item = String> + 'a {
    let workloads = items(json, "/workloads").iter().enumerate();
    let selector = |own: &'a Json| own.get("nodeSelector")?.get(POOL_LABEL)?.text();
    let own = workloads.filter(move |(_, own)| selector(own) == Some(pool));
    let label = edit::escaped(POOL_LABEL);
    own.map(move |(at, _)| format!("{}/nodeSelector/{label}", Part::Workload.place(at)))
}

/// Removes the entries of the script that are about the part, node selectors of a pool, and the budgets and Services that select nothing else.
pub(super) fn forget(json: &Json, part: Part, one: &Json) -> Vec<Edit> {
    let doc = read(json);
    let script = items(json, "/script").iter().enumerate();
    let about = script.filter(|(_, entry)| is_about(&doc, entry, part, one));
    let about: Vec<usize> = about.map(|(no, _)| no).collect();
    let mut edits = drop_entries(json, &about);
    if part == Part::Pool {
        edits.extend(pinned(json, text(one, "name")).map(Edit::Remove));
    }
    if part == Part::Workload {
        let others = || items(json, "/workloads").iter().filter(|other| *other != one);
        let budgets = items(json, "/budgets").iter().enumerate();
        let own = budgets.filter(|(_, budget)| {
            selects(budget, one) && !others().any(|other| selects(budget, other))
        });
        // From the last on, so that each is where it was.
        let own: Vec<usize> = own.map(|(at, _)| at).collect();
        edits.extend(own.iter().rev().map(|at| Edit::Remove(Part::Budget.place(*at))));
        let labels = labels_json(one);
        let services = items(json, "/services").iter().enumerate();
        let own = services.filter(|(_, service)| {
            service.get("selector") == Some(&labels) && namespace_of(service) == namespace_of(one)
        });
        let own: Vec<usize> = own.map(|(at, _)| at).collect();
        edits.extend(own.iter().rev().map(|at| Edit::Remove(Part::Service.place(*at))));
    }
    edits
}

/// Removes entries of the script. What waited for one of them acts at its time; what waits for another one still does.
pub(super) fn drop_entries(json: &Json, gone: &[usize]) -> Vec<Edit> {
    if gone.is_empty() {
        return Vec::new();
    }
    let mut edits = Vec::new();
    for (at, entry) in items(json, "/script").iter().enumerate() {
        let Some(after) = entry.get("after").filter(|_| !gone.contains(&at)) else { continue };
        let pointer = format!("/script/{at}/after");
        let number = match after {
            Json::Int(no) => usize::try_from(*no).ok(),
            other => other.text().and_then(|no| no.parse().ok()),
        };
        // The work of a pool that is gone is that of no entry.
        let waits_for_gone = match number {
            Some(no) => gone.contains(&no),
            None => !is_there(json, gone, after),
        };
        if waits_for_gone {
            edits.push(Edit::Remove(pointer));
            if entry.get("at").is_none() {
                edits.push(Edit::Set(format!("/script/{at}/at"), "0s".into()));
            }
        } else if let Some(no) = number {
            let before = gone.iter().filter(|other| **other < no).count();
            edits.push(Edit::Set(pointer, Json::Int((no - before) as i64)));
        }
    }
    edits.extend(gone.iter().rev().map(|at| Edit::Remove(format!("/script/{at}"))));
    edits
}

/// Is there still an entry about the pool, or the control plane, that `after` names?
fn is_there(json: &Json, gone: &[usize], after: &Json) -> bool {
    let Some(pool) = after.text().and_then(|after| after.strip_prefix("pool/")) else {
        return true;
    };
    let mut entries = items(json, "/script").iter().enumerate();
    entries.any(|(at, entry)| !gone.contains(&at) && text(entry, "pool") == pool)
}

/// Sets the new name of a part wherever the old one stands.
pub(super) fn rename(json: &Json, part: Part, at: usize, new: &str) -> Vec<Edit> {
    let Some(one) = items(json, part.list()).get(at) else {
        return Vec::new();
    };
    let old = text(one, "name");
    let doc = read(json);
    let mut edits = Vec::new();
    for (no, entry) in items(json, "/script").iter().enumerate() {
        let mut set = |key: &str, value: String| {
            edits.push(Edit::Set(format!("/script/{no}/{key}"), value.as_str().into()));
        };
        if text(entry, "after") == format!("pool/{old}") && part == Part::Pool {
            set("after", format!("pool/{new}"));
        }
        if !is_about(&doc, entry, part, one) {
            continue;
        }
        let (key, written) = match part {
            Part::Pool if text(entry, "pool") == old => ("pool", new.to_owned()),
            Part::Pool => match renamed_node(&doc, text(entry, "node"), old, new) {
                Some(node) => ("node", node),
                None => continue,
            },
            Part::Workload => ("workload", with_name(text(entry, "workload"), new)),
            Part::Budget => ("budget", with_name(text(entry, "budget"), new)),
            Part::Service => continue,
        };
        set(key, written);
    }
    match part {
        Part::Pool => {
            for (no, workload) in items(json, "/workloads").iter().enumerate() {
                for (at, pod) in items(workload, "/pods").iter().enumerate() {
                    let node = renamed_node(&doc, text(pod, "node"), old, new);
                    edits.extend(node.map(|node| {
                        let pointer = format!("/workloads/{no}/pods/{at}/node");
                        Edit::Set(pointer, node.as_str().into())
                    }));
                }
            }
            edits.extend(pinned(json, old).map(|pointer| Edit::Set(pointer, new.into())));
        }
        // Its Pods have its name as a label, unless they have others.
        Part::Workload if one.get("labels").is_none() => {
            let namespace = namespace_of(one);
            for list in ["/workloads", "/budgets", "/services"] {
                for (no, other) in items(json, list).iter().enumerate() {
                    if namespace_of(other) == namespace {
                        let mut renamed = other.clone();
                        relabel(&mut renamed, old, new);
                        if renamed != *other {
                            edits.push(Edit::Set(format!("{list}/{no}"), renamed));
                        }
                    }
                }
            }
        }
        Part::Workload | Part::Budget | Part::Service => {}
    }
    edits
}

fn with_name(written: &str, new: &str) -> String {
    match written.split_once('/') {
        Some((namespace, _)) => format!("{namespace}/{new}"),
        None => new.to_owned(),
    }
}

/// The copy of a workload selects its own Pods, by a label of its own.
pub(super) fn own_label(copy: &Json, old: &str, new: &str) -> Json {
    let mut copy = copy.clone();
    relabel(&mut copy, old, new);
    if let Some(Json::Object(labels)) = copy.get("labels") {
        let own = labels.iter().find(|(_, value)| value.text() == Some(old));
        if let Some((key, _)) = own {
            let key = edit::escaped(key);
            copy = edit::apply(&copy, &Edit::Set(format!("/labels/{key}"), new.into()));
        }
    }
    copy
}

/// Changes the label `app` in all selectors of Pods.
fn relabel(json: &mut Json, old: &str, new: &str) {
    match json {
        Json::Object(fields) => {
            for (key, value) in fields {
                let selects = key == "matchLabels" || key == "selector";
                if let Json::Object(labels) = value
                    && selects
                {
                    let own = labels
                        .iter_mut()
                        .filter(|(key, is)| key == "app" && is.text() == Some(old));
                    own.for_each(|(_, is)| *is = new.into());
                }
                relabel(value, old, new);
            }
        }
        Json::List(items) => items.iter_mut().for_each(|item| relabel(item, old, new)),
        _ => {}
    }
}
