//! Combines everything found into one document.

mod addresses;
pub(super) mod apply_change;
mod assume;
pub(super) mod assumed_script;
mod budget_status;
mod calendar;
mod capacity;
mod changes;
mod cluster;
mod clusters;
mod commands;
mod conditions;
mod draft;
mod endpoints;
mod finalizers;
mod foreign;
mod identity;
mod jobs;
mod known_pods;
pub(super) mod kubectl_commands;
mod labeled_nodes;
mod left_alone;
mod namespaces;
mod nodes;
mod orders;
mod owners;
mod policy;
mod pool;
mod quota;
mod roles;
mod rollout;
mod shared;
mod spec;
mod split;
mod startup_taints;
mod under_way;
mod upgrade_info;
mod values;
mod volumes;
mod webhooks;
mod without_pods;
mod workloads;

pub(super) use self::identity::FullName;

use self::draft::Built;
use self::left_alone::LeftAlone;
use super::found::{FileNotes, Found, Notes, Sourced};
use super::kubectl::object::Object;
use super::notes;
use super::plan;
use base::{Message, say};
use scenario::document::{Document, Workload};

/// The document of all files; `None` if they contain nothing to simulate.
pub(super) fn document(found: &mut Found) -> Option<Document> {
    let mut notes = core::mem::take(&mut found.notes);
    let document = put_together(found, &mut notes);
    found.notes = notes;
    document
}

fn put_together(found: &mut Found, notes: &mut FileNotes) -> Option<Document> {
    clusters::tell(found, notes);
    namespaces::settle(found, notes);
    let (mut document, had_scenario) = start(found, notes);
    found.names_window = had_scenario || !found.clusters.is_empty();
    let mut described = cluster::build(&mut document, found, notes);
    let nodes = core::mem::take(&mut found.nodes);
    described.add_public(&nodes);
    let mut places = nodes::build(&mut document, &described, nodes, notes);
    let targets = upgrade_info::build(&mut document, found, notes);
    described.shortages.add_operations(found, &document, notes);
    let under_way = under_way::build(&mut document, &described, found, &targets, notes);
    plan::build(&mut document, found, notes);
    let steps = orders::build(&mut document, found, &described, &under_way, &mut places, notes);
    nodes::raise_control_plane(&mut document, described.configured_cluster, notes);
    places.any_pool = !document.pools.is_empty();
    custom_resources(found, notes);
    let built = workloads::build(found, &places, notes);
    let dumped = policy::build(&mut document, found, notes);
    let built = split::owners(built, notes);
    let rollouts = add_workloads(&mut document, built, had_scenario, notes);
    webhooks::tell(&document, found, notes);
    without_pods::tell(&document, found, notes);
    plan::tell_deleted(&document, found, notes);
    orders::write(&mut document, &steps.orders, &under_way, notes);
    if !document.pools.is_empty() {
        let about = [notes::KUBERNETES_RESOURCES, notes::ENDPOINT_SLICES, notes::WEBHOOKS];
        let names = |one: &&mut Notes| about.iter().any(|note| one.tally.has(*note));
        notes.files.iter_mut().filter(names).for_each(|one| one.cluster_used = true);
    }
    let Some(file) = notes.first_used() else {
        under_way::tell_finished(&under_way, notes);
        return None;
    };
    if document.pools.is_empty() && !had_scenario {
        assume::nodes(&mut document, file, notes);
    }
    // A change that a run can't make isn't followed by another one.
    let without_entry =
        [notes::LEFT_OUT, notes::DELETED_POOLS, notes::REFUSED_ROLLBACKS, notes::REFUSED_CHANGES];
    let is_left_out = without_entry.into_iter().any(|note| notes.with(note).is_some());
    found.asks_for_upgrade = assumed_script::asks_for_upgrade(&document);
    let scripted = had_scenario || steps.any || is_left_out || !document.script.is_empty();
    // Whoever says what is upgraded leaves nothing of it open.
    let scripted = scripted || found.assumes_no_upgrade;
    if !had_scenario {
        let created = |pool: &str| described.created.get(pool).is_some();
        known_pods::mark_unknown(&mut document, created, file, notes);
        startup_taints::remove(&mut document, file, notes);
        assumed_script::resume(&mut document, &under_way, scripted, notes);
        if !scripted {
            let left = LeftAlone { under_way: &under_way, foreign: &places.foreign };
            assumed_script::assume(&mut document, left, &targets, file, notes);
        }
        assumed_script::stockouts(&mut document, &described.shortages.stockouts);
    }
    let (capacities, errors) = (&found.capacities, &described.shortages.quotas);
    capacity::build(&mut document, capacities, errors, &described.public, notes);
    addresses::build(&mut document);
    if !had_scenario {
        assume::complete(&mut document, &places, file, notes);
        if !found.keep_local_times {
            calendar::local_times(&mut document, notes);
        }
        calendar::assume(&mut document, file, notes);
        budget_status::compare(&document, &dumped, notes);
    }
    under_way::tell_finished(&under_way, notes);
    for (rollout, file) in rollouts {
        rollout::go_on(&mut document, rollout, file, notes);
    }
    Some(document)
}

/// Adds the workloads, unless a scenario among the files has them; returns their rollouts with a file.
fn add_workloads(
    document: &mut Document,
    built: Vec<Built>,
    had_scenario: bool,
    notes: &mut FileNotes,
) -> Vec<(rollout::FoundRollout, usize)> {
    let mut rollouts = Vec::new();
    for Built { workload, files, pods, rollout, .. } in built {
        // Only a scenario can have it already, and takes precedence.
        let there = |other: &Workload| {
            (&other.kind, &other.namespace, &other.name)
                == (&workload.kind, &workload.namespace, &workload.name)
        };
        if had_scenario && document.workloads.iter().any(there) {
            for file in files {
                notes.workload(file, notes::IN_SCENARIO, &workload);
            }
            continue;
        }
        rollouts.extend(rollout.map(|one| (one, files.first().copied().unwrap_or(0))));
        for file in files {
            notes.file(file).used.workloads += 1;
        }
        for (file, count) in pods {
            notes.file(file).used.pods += count;
        }
        document.workloads.push(workload);
    }
    rollouts
}

/// The most custom resources whose Pods are searched for.
const SEARCHED: usize = 100;

/// Says which custom resources have no Pods in the files. Their operators name Pods after them.
fn custom_resources(found: &mut Found, notes: &mut FileNotes) {
    for (at, Sourced { file, thing }) in found.custom.iter().enumerate() {
        let [kind, namespace, name] = thing;
        let is_own = |pod: &Sourced<Box<Object>>| {
            let meta = &pod.thing.metadata;
            *meta.namespace == **namespace && meta.name.contains(name.as_str())
        };
        let has_pods = at >= SEARCHED || found.pods.iter().any(is_own);
        let note = if has_pods { notes::CUSTOM_RESOURCES } else { notes::CUSTOM_WITHOUT_PODS };
        let place = if namespace.is_empty() { "" } else { "/" };
        notes.note(*file, note, format_args!("{kind} {namespace}{place}{name}"));
    }
}

/// An empty document, or the scenario among the files, to which the others add.
fn start(found: &mut Found, notes: &mut FileNotes) -> (Document, bool) {
    let mut kept: Option<Document> = None;
    for Sourced { file, thing } in core::mem::take(&mut found.scenarios) {
        if kept.is_some() {
            notes.note(file, notes::REPEATED, "scenario");
            continue;
        }
        let opened = scenario::read(&thing);
        match opened.document {
            Some(document) => {
                count_scenario(file, &document, notes);
                let errors = opened.diagnostics.iter().filter(|one| one.stops_a_run());
                for error in errors {
                    let (path, problem) = (error.path.as_str(), error.message.clone());
                    let value = say!("import-value", path = path, problem = problem);
                    notes.tell(file, notes::VALUES, value, None);
                }
                kept = Some(document);
            }
            None => {
                let first = opened.diagnostics.into_iter().next();
                let problem = first.map_or_else(Message::default, |first| first.message);
                notes.refuse(file, "scenario", say!("import-no-scenario", problem = problem));
            }
        }
    }
    let had_scenario = kept.is_some();
    (kept.unwrap_or_else(Document::empty), had_scenario)
}

/// Counts the content of a scenario.
fn count_scenario(file: usize, document: &Document, notes: &mut FileNotes) {
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let number = |n: Option<i64>, otherwise: u32| {
        n.map_or(otherwise, |n| u32::try_from(n.max(0)).unwrap_or(u32::MAX))
    };
    let used = &mut notes.file(file).used;
    used.pools = count(document.pools.len());
    used.budgets = count(document.budgets.len());
    used.services = count(document.services.len());
    used.workloads = count(document.workloads.len());
    for pool in &document.pools {
        let zones = pool.zone_count(document.cluster.locations.len().max(1));
        let made = number(pool.initial_node_count, 0).saturating_mul(count(zones));
        let nodes = if pool.nodes.is_empty() { made } else { count(pool.nodes.len()) };
        used.nodes = used.nodes.saturating_add(nodes);
    }
    for workload in &document.workloads {
        let listed = count(workload.pods.len());
        let wanted = number(workload.replicas, 1).saturating_mul(number(workload.copies, 1));
        used.pods = used.pods.saturating_add(listed.max(wanted));
    }
}
