//! Edits of a document: what is due, durations, and settings.

use super::{FitSetting, VmSpeed};
use base::SimTime;
use base::civil::DAY;
use model::Version;
use model::settings::{PodTimings, Timings};
use scenario::calendar::{Span, Window, compile};
use scenario::compile::pool_version;
use scenario::document::{Document, Pool, Range, ScriptItem};
use scenario::primitive::{IntOrText, Number};
use scenario::units::{At, Duration};

/// Does the entry begin the upgrade of a pool, or go on with one that is under way?
fn begins(item: &ScriptItem) -> bool {
    matches!(item.action.as_str(), "upgrade" | "resume")
}

/// The pools with an upgrade in the script, in its order, then those that trail the control plane: the ones that GKE upgrades, and
/// those that only commands do.
pub(super) fn due_pools(doc: &Document) -> (Vec<usize>, Vec<usize>) {
    let place = |name: &str| doc.pools.iter().position(|pool| pool.name == name);
    let scripted = doc.script.iter().filter(|item| begins(item));
    let scripted = scripted.filter_map(|item| place(&item.pool));
    let trails = |pool: &usize| {
        let own = &doc.pools[*pool];
        is_due_again(own)
            || !due(&doc.script, &doc.cluster.current_master_version, &own.version).is_empty()
    };
    let mut found: Vec<usize> = Vec::new();
    for pool in scripted.chain((0..doc.pools.len()).filter(trails)) {
        if !found.contains(&pool) {
            found.push(pool);
        }
    }
    let automatic = |pool: &usize| {
        let own = &doc.pools[*pool];
        let mut script = doc.script.iter();
        own.management.auto_upgrade != Some(false)
            || script.any(|item| begins(item) && item.pool == own.name && item.automatic)
    };
    found.into_iter().partition(automatic)
}

/// Removes the targets while old nodes hold up the control plane (BS-06): what is due is that pools follow to its current version.
fn drop_held_targets(doc: &mut Document) {
    let Some(master) = Version::parse(&doc.cluster.current_master_version) else { return };
    let is_held = |to: Version| {
        let minors = doc.pools.iter().filter_map(|pool| oldest(doc, pool)).map(|own| own.minor);
        to > master && minors.min().is_some_and(|least| least + 2 < to.minor)
    };
    let held = |item: &ScriptItem| {
        item.action == "target" && Version::parse(&item.version).is_some_and(is_held)
    };
    doc.script = doc.script.iter().filter(|item| !held(item)).cloned().collect();
}

/// The version of a pool's oldest node.
fn oldest(doc: &Document, pool: &Pool) -> Option<Version> {
    let listed = pool.nodes.iter().filter_map(|node| Version::parse(&node.version));
    listed.chain(pool_version(doc, pool)).min()
}

/// UP-15: does GKE upgrade the rest of its nodes after a cancel?
fn is_due_again(pool: &Pool) -> bool {
    let is_partial = !pool.upgrading_from.is_empty() && !pool.is_running();
    is_partial && pool.management.auto_upgrade == Some(true)
}

/// Adds GKE's upgrades of the pools that trail the control plane, where the script has none of theirs: after that of the control plane
/// if the script has it. Returns the pools that are due, and those of them whose upgrade it adds. Without `adds` only those of the
/// script are due.
pub(super) fn with_due(doc: &mut Document, adds: bool) -> (Vec<usize>, Vec<String>) {
    drop_held_targets(doc);
    let (mut pools, _) = due_pools(doc);
    let mut added = Vec::new();
    if !adds {
        let own = |pool: &usize| &doc.pools[*pool].name;
        pools.retain(|pool| doc.script.iter().any(|item| begins(item) && item.pool == *own(pool)));
        return (pools, added);
    }
    let of_plane = |item: &ScriptItem| item.action == "upgrade" && item.control_plane;
    let follows = doc.script.iter().any(of_plane);
    let targeted = doc.script.iter().any(|item| item.action == "target");
    for pool in &pools {
        let own = &doc.pools[*pool];
        let scripted = doc.script.iter().any(|item| begins(item) && item.pool == own.name);
        // Those with automatic upgrades follow a target by themselves, and GKE goes on with what it has begun.
        let follows_target = targeted && own.management.auto_upgrade == Some(true);
        if scripted || follows_target || is_due_again(own) {
            continue;
        }
        let version = due(&doc.script, &doc.cluster.current_master_version, &own.version);
        added.push(own.name.clone());
        doc.script.push(ScriptItem {
            at: Some(At::Offset(0)),
            after: follows.then(|| IntOrText::Text("controlPlane".to_owned())),
            action: "upgrade".to_owned(),
            pool: own.name.clone(),
            version,
            automatic: true,
            ..ScriptItem::default()
        });
    }
    (pools, added)
}

/// Lets no automatic entry of the script begin before an instant.
pub(super) fn begin_at(doc: &mut Document, from: SimTime) {
    let start = doc.start_unix_ms();
    let is_automatic = |item: &&mut ScriptItem| item.automatic || item.action == "target";
    for item in doc.script.iter_mut().filter(is_automatic).filter(|item| item.after.is_none()) {
        let at = item.at.map_or(0, |at| at.since(start)).max(from.ms());
        item.at = Some(At::Offset(at));
    }
}

/// The version due for the pool: the script's target, or the control plane's version.
fn due(script: &[ScriptItem], master: &str, own: &str) -> String {
    let of_cluster = |item: &&ScriptItem| item.control_plane || item.action == "target";
    let mut versions = script.iter().filter(of_cluster).map(|item| &item.version);
    let scripted = versions.find(|version| !version.is_empty());
    let master = Some(master).filter(|master| Version::parse(master) > Version::parse(own));
    let master = master.filter(|_| !own.is_empty());
    scripted.map_or_else(|| master.unwrap_or_default().to_owned(), Clone::clone)
}

/// Are all durations of VMs, Pods, and the control plane given, so that none is assumed?
pub(super) fn all_given(doc: &Document) -> bool {
    let all = &doc.assumptions;
    let open = [all.node_create, all.node_delete, all.control_plane, all.pod_start];
    open.iter().all(Option::is_some)
}

/// Sets the durations of VMs, Pods, and the control plane that the scenario leaves open: half, once, or twice the assumed one. Those
/// that it gives are drawn.
pub(super) fn timed(doc: &mut Document, machines: VmSpeed) {
    let (all, assumed) = (&mut doc.assumptions, Timings::ASSUMED);
    let halves = match machines {
        VmSpeed::Fast => 1,
        VmSpeed::Middling => 2,
        VmSpeed::Slow => 4,
    };
    for (range, assumed) in [
        (&mut all.node_create, assumed.node_create),
        (&mut all.node_delete, assumed.node_delete),
        (&mut all.control_plane, assumed.control_plane),
        (&mut all.pod_start, PodTimings::ASSUMED.start),
    ] {
        let secs = i64::from(assumed.p50.secs());
        range.get_or_insert(Range::fixed(Duration(secs * 500 * halves)));
    }
}

/// The shortest time between the starts of two windows, at most a day.
pub(super) fn apart(doc: &Document, window: &Window) -> Option<i64> {
    let now = compile::context(doc).now;
    let all = window.occurrences(Span::new(now, now + 90 * DAY)).ok()?;
    let starts = all.windows(2).map(|two| two[1].from - two[0].from);
    Some(starts.filter(|span| *span > 0).min()?.min(DAY))
}

/// Sets how many nodes of the pool are upgraded at once, and how.
pub(super) fn set_nodes(doc: &mut Document, pool: usize, setting: FitSetting, nodes: i64) {
    let settings = doc.pools[pool].upgrade_settings.get_or_insert_default();
    if setting == FitSetting::MaxUnavailable {
        let nodes = Some(Number::Int(nodes));
        (settings.max_surge, settings.max_unavailable) = (Some(Number::Int(0)), nodes);
    } else {
        settings.max_surge = Some(Number::Int(nodes));
    }
}
