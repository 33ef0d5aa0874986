//! Upgrades that are under way: pools whose nodes have two versions, and running operations.

mod report;

pub(super) use self::report::{tell, tell_finished};

use super::cluster::DescribedPools;
use super::upgrade_info::UpgradeTargets;
use crate::found::{FileNotes, Found, Sourced};
use crate::gke::operation::{Operation, Upgrades};
use crate::notes;
use model::{RunKind, Version};
use scenario::compile::pool_version;
use scenario::document::pool::{BLUE_GREEN_PHASES, RECONCILING};
use scenario::document::{Document, Node, Pool};
use scenario::primitive::Number;
use scenario::units::Instant;

/// The phase of a blue-green upgrade that is being rolled back.
const ROLLBACK: &str = "ROLLBACK_STARTED";

/// GKE's limit of nodes in a cluster.
const MOST_NODES: i64 = 15_000;

/// What is under way in the files.
#[derive(Debug, Default)]
pub(super) struct UnderWay {
    pub(super) pools: Vec<HalfWay>,
    /// The upgrade of the control plane that runs: its file, and its version if known.
    pub(super) control_plane: Option<(usize, String)>,
    /// Upgrades that are over.
    pub(super) finished: Vec<Finished>,
    /// The versions that pools have in their descriptions, and none of their nodes yet.
    pub(super) described: base::Map<String, String>,
    /// The files and pools of operations that were cancelled, and are over.
    cancelled: Vec<(usize, String)>,
}

/// An upgrade that is over.
#[derive(Debug)]
pub(super) struct Finished {
    pub(super) file: usize,
    pub(super) pool: String,
    pub(super) start: Instant,
    /// Did GKE start it?
    pub(super) automatic: bool,
}

/// A pool in the middle of an upgrade.
#[derive(Debug)]
pub(super) struct HalfWay {
    pub(super) pool: String,
    pub(super) file: usize,
    /// The nodes that have the new version.
    pub(super) done: usize,
    pub(super) nodes: usize,
    /// Old nodes that are cordoned: the upgrade works on them.
    pub(super) cordoned: Vec<String>,
    /// Does it run? Otherwise it was cancelled or has failed.
    pub(super) runs: bool,
    /// Was it cancelled? Then only its user resumes it (UP-13), or GKE later (UP-15).
    pub(super) cancelled: bool,
    /// Has it failed? Then nothing runs until its user resumes it or rolls it back (BS-12).
    pub(super) failed: bool,
    /// Is it being cancelled?
    pub(super) aborting: bool,
    /// Does GKE upgrade the rest of the nodes without a command?
    pub(super) again: bool,
    /// Did GKE start it? Then it goes on only while maintenance may go on.
    pub(super) automatic: bool,
    /// The phase of a blue-green upgrade.
    pub(super) phase: String,
}

impl HalfWay {
    /// Is it being rolled back?
    pub(super) fn rolls_back(&self) -> bool {
        self.phase == ROLLBACK
    }

    /// Is it being cancelled, with nodes in progress? They finish (SU-25).
    pub(super) fn finishes(&self) -> bool {
        self.aborting && !self.cordoned.is_empty()
    }

    /// Does the script of an import let it go on?
    pub(super) fn goes_on(&self) -> bool {
        !self.cancelled || self.finishes()
    }
}

impl UnderWay {
    pub(super) fn of_pool(&self, name: &str) -> Option<&HalfWay> {
        self.pools.iter().find(|half| half.pool == name)
    }
}

/// Finds pools in the middle of an upgrade and writes from which version to which it leads.
pub(super) fn build(
    document: &mut Document,
    described: &DescribedPools,
    found: &mut Found,
    targets: &UpgradeTargets,
    notes: &mut FileNotes,
) -> UnderWay {
    let operations = core::mem::take(&mut found.operations);
    let mut all = UnderWay { control_plane: targets.control_plane.clone(), ..UnderWay::default() };
    for Sourced { file, thing } in &operations {
        if let Some((pool, start)) = thing.upgraded() {
            // A whole second, like the start of a scenario.
            let start = Instant(start.saturating_add(999).div_euclid(1000).saturating_mul(1000));
            let (pool, automatic) = (pool.to_owned(), thing.is_automatic());
            all.finished.push(Finished { file: *file, pool, start, automatic });
            continue;
        }
        if let Some(pool) = thing.cancelled() {
            all.cancelled.push((*file, pool.to_owned()));
            continue;
        }
        let used = match thing.upgrades() {
            Some(Upgrades::ControlPlane) => {
                all.control_plane.get_or_insert_with(|| (*file, String::new()));
                !document.pools.is_empty()
            }
            Some(Upgrades::Pool(name)) => document.pools.iter().any(|pool| pool.name == name),
            None => false,
        };
        notes.file(*file).cluster_used |= used;
    }
    let master_text = document.cluster.current_master_version.clone();
    let master = Version::parse(&master_text);
    let from = document.cluster.current_node_version.clone();
    for at in 0..document.pools.len() {
        let name = document.pools[at].name.clone();
        let operation = operations
            .iter()
            .find(|operation| operation.thing.upgrades() == Some(Upgrades::Pool(name.as_str())));
        let state = described.states.get(&name).map_or("", String::as_str);
        let aborting = operation.is_some_and(|operation| operation.thing.is_aborting());
        let is_idle = operation.is_none() && matches!(state, "" | "RUNNING");
        let operation = operation.or_else(|| last_if_cancelled(&operations, &name, is_idle));
        let cancelled =
            aborting || operation.is_some_and(|operation| operation.thing.cancelled().is_some());
        let runs = !cancelled && (operation.is_some() || state == RECONCILING);
        let observed = described.pools.iter().find(|(other, _)| *other == name);
        if let (Some(operation), true) = (operation, document.pools[at].nodes.is_empty()) {
            list_nodes(document, at, &operation.thing, &from);
        }
        let now = pool_version(document, &document.pools[at]);
        let pool = &mut document.pools[at];
        let strategy = pool.upgrade_settings.as_ref().map_or("", |settings| &settings.strategy);
        let info = pool.update_info.clone();
        let phase = info.blue_green.phase.as_str();
        let kind = RunKind::named(strategy).unwrap_or_default();
        let is_known = kind == RunKind::Surge
            || kind == RunKind::BlueGreen
                && !pool.is_autoscaled()
                && (BLUE_GREEN_PHASES.contains(&phase) || phase == ROLLBACK);
        if !is_known {
            continue;
        }
        let begun = runs || cancelled || !matches!(state, "" | "RUNNING");
        let wanted = targets.pools.get(&name).map_or(&master_text, |(_, target)| target);
        // A cancelled one that has upgraded none leaves nothing.
        let works = operation.is_some_and(|operation| operation.thing.upgrades().is_some());
        let first = || first_versions(pool, now, wanted).filter(|_| works);
        let found = versions(pool, observed.is_some(), begun).or_else(first);
        let Some((target, from)) = found else {
            let is_later =
                all.finished.iter().any(|one| one.pool == name && Some(one.start) > notes.newest);
            if described.live.contains(&name) && (is_later || master.is_none()) {
                all.described.extend(older_nodes(pool));
            }
            continue;
        };
        // Nodes never get ahead of the control plane: the files are of different times.
        if master.is_some_and(|master| target.0 > master) {
            continue;
        }
        let file = observed.map(|(_, file)| *file);
        let file = file.or(operation.map(|operation| operation.file));
        let half = rewrite(pool, now, target, from);
        let failed =
            !runs && !cancelled && (state.contains("ERROR") || last_failed(&operations, &name));
        let half = HalfWay { file: file.unwrap_or(0), runs, cancelled, failed, aborting, ..half };
        let is_blue_green = kind == RunKind::BlueGreen;
        if runs || half.finishes() || is_blue_green && state.is_empty() && !cancelled {
            RECONCILING.clone_into(&mut pool.status);
            let start = operation.and_then(|operation| operation.thing.start());
            pool.upgrading_since = start.map(|at| Instant(at.div_euclid(1000) * 1000));
        }
        if is_blue_green {
            notes.forget(notes::UPDATE_INFO, &name.as_str().into());
            let is_rollback = phase == ROLLBACK;
            let half = HalfWay { runs: !cancelled, aborting: false, ..half };
            all.pools.push(HalfWay { phase: phase.to_owned(), ..half });
            if is_rollback {
                // A rollback treats the phases in which nodes are drained alike.
                pool.update_info.blue_green.phase = "DRAINING_BLUE_POOL".to_owned();
            }
            continue;
        }
        let done = operation.and_then(|operation| operation.thing.nodes_done());
        let awaited = if runs { await_nodes(pool, half.done, done) } else { 0 };
        let surge = surge_nodes(pool);
        let done = half.done - awaited - surge;
        let made = if slots_of(pool).0 > 0 { awaited } else { 0 };
        let half = HalfWay { done, nodes: half.nodes - surge - made, ..half };
        let automatic = targets.automatic.contains(&name)
            || operation.is_some_and(|operation| operation.thing.is_automatic());
        let again = pool.management.auto_upgrade == Some(true);
        all.pools.push(HalfWay { again, automatic, ..half });
    }
    for pool in &mut document.pools {
        let drains = all.of_pool(&pool.name);
        let drains = drains.filter(|half| (half.runs || half.finishes()) && half.phase.is_empty());
        for node in &mut pool.nodes {
            node.draining_since =
                node.draining_since.filter(|_| drains.is_some() && !node.version.is_empty());
            if let (Some(half), Some(since)) = (drains, node.draining_since) {
                let said = format_args!("{} ({})", node.name, scenario::instant::format(since.0));
                notes.note(half.file, notes::DRAINING, said);
            }
        }
        let is_described = described.states.contains_key(&pool.name);
        if is_described && all.of_pool(&pool.name).is_none() {
            pool.update_info = Default::default();
        }
    }
    all
}

/// The last operation that upgraded nodes of a pool, if it is over and was cancelled.
fn last_if_cancelled<'o>(
    operations: &'o [Sourced<Operation>],
    pool: &str,
    is_idle: bool,
) -> Option<&'o Sourced<Operation>> {
    let last = last_of(operations, pool).filter(|_| is_idle);
    last.filter(|operation| operation.thing.cancelled().is_some())
}

/// Has the last operation that upgraded nodes of a pool failed?
fn last_failed(operations: &[Sourced<Operation>], pool: &str) -> bool {
    last_of(operations, pool).is_some_and(|operation| operation.thing.failed().is_some())
}

fn last_of<'o>(operations: &'o [Sourced<Operation>], pool: &str) -> Option<&'o Sourced<Operation>> {
    let of_pool = operations.iter().filter(|operation| operation.thing.pool() == Some(pool));
    of_pool.max_by_key(|operation| operation.thing.start())
}

/// A version, as a number and as written.
type Written = (Version, String);

/// The target of the upgrade that a pool is in the middle of, and the version from which it began.
fn versions(pool: &Pool, described: bool, begun: bool) -> Option<(Written, Written)> {
    let mut counts: base::Map<Written, usize> = base::Map::new();
    for node in &pool.nodes {
        let text = if node.version.is_empty() { &pool.version } else { &node.version };
        *counts.entry((Version::parse(text)?, text.clone())).or_default() += 1;
    }
    let newest = counts.keys().last()?.clone();
    let own = Version::parse(&pool.version).map(|version| (version, pool.version.clone()));
    let own = own.filter(|_| described);
    let target = own.clone().filter(|own| own.0 > newest.0).unwrap_or_else(|| newest.clone());
    // Nothing is done yet: the nodes may only be older than their description.
    if target.0 > newest.0 && !begun {
        return None;
    }
    let older = counts.iter().filter(|(version, _)| version.0 < target.0);
    let most = older.max_by_key(|(_, count)| **count).map(|(version, _)| version.clone())?;
    let from = own.filter(|own| own.0 < target.0).unwrap_or(most);
    Some((target, from))
}

/// The versions of an upgrade whose operation has not upgraded any node yet: it leads to the wanted one.
fn first_versions(pool: &Pool, now: Option<Version>, wanted: &str) -> Option<(Written, Written)> {
    let now = now.filter(|_| !pool.nodes.is_empty())?;
    let target = Version::parse(wanted).filter(|target| *target > now)?;
    Some(((target, wanted.to_owned()), (now, now.to_string())))
}

/// Gives a pool whose description is newer than its nodes their version; returns its name and the described version.
fn older_nodes(pool: &mut Pool) -> Option<(String, String)> {
    let (target, from) = versions(pool, true, true)?;
    for node in &mut pool.nodes {
        if node.version == from.1 {
            node.version.clear();
        } else if node.version.is_empty() {
            node.version.clone_from(&pool.version);
        }
    }
    pool.version = from.1;
    Some((pool.name.clone(), target.1))
}

/// Gives the pool its target; nodes keep their versions.
fn rewrite(pool: &mut Pool, now: Option<Version>, target: Written, from: Written) -> HalfWay {
    let before = core::mem::replace(&mut pool.version, target.1);
    let before = if before.is_empty() {
        now.map_or_else(String::new, |now| now.to_string())
    } else {
        before
    };
    let mut half = HalfWay {
        pool: pool.name.clone(),
        file: 0,
        done: 0,
        nodes: pool.nodes.len(),
        cordoned: Vec::new(),
        runs: false,
        cancelled: false,
        failed: false,
        aborting: false,
        again: false,
        automatic: false,
        phase: String::new(),
    };
    for node in &mut pool.nodes {
        if node.version.is_empty() {
            node.version.clone_from(&before);
        }
        if node.version == pool.version {
            node.version.clear();
            half.done += 1;
        } else if node.unschedulable {
            half.cordoned.push(node.name.clone());
        }
    }
    pool.upgrading_from = from.1;
    half
}

/// Marks the new nodes that aren't Ready and that the running operation doesn't count as done: it waits for them (SU-06, SU-10).
/// Returns how many there are.
fn await_nodes(pool: &mut Pool, new: usize, done: Option<u32>) -> usize {
    let (surge, unavailable) = slots_of(pool);
    let slots = surge.saturating_add(unavailable);
    let counted = done.and_then(|done| usize::try_from(done).ok());
    let most = counted.map_or(slots, |done| slots.min(new.saturating_sub(done)));
    let waits = pool.nodes.iter_mut().filter(|node| node.version.is_empty());
    let waits = waits.filter_map(|node| node.not_ready.as_mut()).take(most);
    waits.map(|one| one.awaited = true).count()
}

/// The numbers of maxSurge and maxUnavailable.
fn slots_of(pool: &Pool) -> (usize, usize) {
    let settings = pool.upgrade_settings.as_ref();
    let given = settings.filter(|own| own.max_surge.is_some() || own.max_unavailable.is_some());
    let number = |number: Number| usize::try_from(number.int().unwrap_or(0)).unwrap_or(0);
    given.map_or((1, 0), |own| {
        let (surge, unavailable) = own.surge_numbers();
        (number(surge), number(unavailable))
    })
}

/// The surge nodes beside nodes in progress, whose places they have only when those are gone (SU-06).
fn surge_nodes(pool: &Pool) -> usize {
    let (most, _) = slots_of(pool);
    let mut zones: base::Map<&str, (usize, usize)> = base::Map::new();
    for node in &pool.nodes {
        let (done, in_progress) = zones.entry(node.zone.as_str()).or_default();
        match node.version.as_str() {
            "" if node.not_ready.as_ref().is_some_and(|one| one.awaited) => {}
            "" => *done += 1,
            _ => *in_progress += usize::from(node.unschedulable),
        }
    }
    zones.values().map(|(done, in_progress)| most.min(*done).min(*in_progress)).sum()
}

/// Lists the nodes of a pool that is only counted, as many of them done as its operation says.
fn list_nodes(document: &mut Document, at: usize, operation: &Operation, from: &str) {
    let zones = document.cluster.locations.clone();
    let pool = &mut document.pools[at];
    let newer = Version::parse(&pool.version) > Version::parse(from);
    let Some(done) = operation.nodes_done().filter(|_| newer && !from.is_empty()) else {
        return;
    };
    let zones = if pool.locations.is_empty() { zones } else { pool.locations.clone() };
    let per_zone = pool.initial_node_count.unwrap_or(0).max(0);
    let nodes = i64::try_from(zones.len()).unwrap_or(i64::MAX).saturating_mul(per_zone);
    if nodes > MOST_NODES {
        return;
    }
    let mut left = done;
    for zone in zones {
        for _ in 0..per_zone {
            let is_done = left > 0;
            left = left.saturating_sub(1);
            let version = if is_done { String::new() } else { from.to_owned() };
            pool.nodes.push(Node { zone: zone.clone(), version, ..Node::default() });
        }
    }
    if !pool.nodes.is_empty() {
        pool.initial_node_count = None;
    }
}
