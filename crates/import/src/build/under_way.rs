//! Upgrades that are under way: pools whose nodes have two versions, and running operations.

mod half_way;
mod last;
mod nodes;
mod report;

pub(super) use self::half_way::HalfWay;
pub(super) use self::report::{tell, tell_finished};

use self::half_way::ROLLBACK;
use self::last::{last_failed, last_if_cancelled, last_of};
use self::nodes::{add_deleted, await_nodes, by_user, list_nodes, slots_of, surge_nodes};
use super::cluster::DescribedPools;
use super::conditions::Shortages;
use super::upgrade_info::UpgradeTargets;
use crate::found::{FileNotes, Found, Sourced};
use crate::gke::shape::{Operation, Upgrades};
use crate::notes;
use model::{RunKind, Version};
use scenario::compile::pool_version;
use scenario::document::pool::{PHASES, RECONCILING};
use scenario::document::{Document, Pool};
use scenario::units::Instant;

/// The phase of an autoscaled upgrade that no file says the end of.
const WAITS: &str = "WAITING_TO_DRAIN_BLUE_POOL";
const RUNNING_WITH_ERROR: &str = "RUNNING_WITH_ERROR";

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
}

impl UnderWay {
    pub(super) fn of_pool(&self, name: &str) -> Option<&HalfWay> {
        self.pools.iter().find(|half| half.pool == name)
    }

    /// Is the pool being upgraded at the start, so that its settings are locked (BS-04)?
    pub(super) fn locks(&self, name: &str) -> bool {
        self.of_pool(name).is_some_and(|half| half.runs || half.finishes())
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
    let mut all = UnderWay::default();
    all.add_operations(&operations, document, notes);
    for at in 0..document.pools.len() {
        let upgrade = PoolUpgrade::of(&document.pools[at].name, described, &operations);
        all.add_pool(document, at, &upgrade, (targets, &described.shortages), notes);
    }
    forget_finished(document, described, &all, notes);
    all
}

impl UnderWay {
    /// Adds the operations that are over, and the upgrade of the control plane that runs.
    fn add_operations(
        &mut self,
        operations: &[Sourced<Operation>],
        document: &Document,
        notes: &mut FileNotes,
    ) {
        for Sourced { file, thing } in operations {
            if let Some((pool, start)) = thing.upgraded() {
                // A whole second, like the start of a scenario.
                let start = start.saturating_add(999).div_euclid(1000).saturating_mul(1000);
                let (pool, start) = (pool.to_owned(), Instant(start));
                self.finished.push(Finished { file: *file, pool, start });
                continue;
            }
            if let Some(pool) = thing.cancelled() {
                self.cancelled.push((*file, pool.to_owned()));
                continue;
            }
            let used = match thing.upgrades() {
                Some(Upgrades::ControlPlane) => {
                    self.control_plane.get_or_insert_with(|| (*file, String::new()));
                    !document.pools.is_empty()
                }
                Some(Upgrades::Pool(name)) => document.pools.iter().any(|pool| pool.name == name),
                None => false,
            };
            notes.file(*file).cluster_used |= used;
        }
    }

    /// Adds the pool if it is in the middle of an upgrade that can be simulated.
    fn add_pool(
        &mut self,
        document: &mut Document,
        at: usize,
        upgrade: &PoolUpgrade<'_>,
        (targets, shortages): (&UpgradeTargets, &Shortages),
        notes: &mut FileNotes,
    ) {
        if let (Some(operation), true) = (upgrade.operation, document.pools[at].nodes.is_empty()) {
            list_nodes(document, at, &operation.thing);
        }
        let now = pool_version(document, &document.pools[at]);
        let Document { cluster, pools, .. } = document;
        let (pool, master_text) = (&mut pools[at], &cluster.current_master_version);
        if !is_simulated(pool) {
            return;
        }
        let master = Version::parse(master_text);
        let wanted = targets.pools.get(&pool.name).map_or(master_text, |(_, target)| target);
        // A cancelled one that has upgraded none leaves nothing.
        let works = upgrade.operation.is_some_and(|one| one.thing.upgrades().is_some());
        let first = || first_versions(pool, now, wanted).filter(|_| works);
        let found = versions(pool, upgrade.described_by.is_some(), upgrade.has_begun());
        let Some((target, from)) = found.or_else(first) else {
            let is_later = |one: &Finished| one.pool == pool.name && Some(one.start) > notes.newest;
            let is_later = self.finished.iter().any(is_later);
            if upgrade.is_live && (is_later || master.is_none()) {
                self.described.extend(older_nodes(pool));
            }
            return;
        };
        // Nodes never get ahead of the control plane: the files are of different times.
        if master.is_some_and(|master| target.0 > master) {
            return;
        }
        let half = rewrite(pool, now, target, from);
        let mut half = upgrade.half_way(pool, half, notes);
        if let (Some(operation), true) = (upgrade.operation, half.runs && half.phase.is_empty()) {
            half.nodes += add_deleted(pool, &half, &operation.thing, shortages, notes);
        }
        self.pools.push(half);
    }
}

/// What the files say about the upgrade of a pool.
struct PoolUpgrade<'a> {
    /// Those of all pools.
    operations: &'a [Sourced<Operation>],
    /// The operation that runs; or the last one, if it was cancelled and nothing else happens to the pool.
    operation: Option<&'a Sourced<Operation>>,
    /// The file that describes the pool.
    described_by: Option<usize>,
    /// The pool's status in its description, or empty.
    status: &'a str,
    /// The pool exists.
    is_live: bool,
    runs: bool,
    cancelled: bool,
    /// It is being cancelled.
    aborting: bool,
}

impl<'a> PoolUpgrade<'a> {
    fn of(pool: &str, described: &'a DescribedPools, operations: &'a [Sourced<Operation>]) -> Self {
        let of_pool = Some(Upgrades::Pool(pool));
        let running = operations.iter().find(|operation| operation.thing.upgrades() == of_pool);
        let status = described.states.get(pool).map_or("", String::as_str);
        let aborting = running.is_some_and(|operation| operation.thing.is_aborting());
        let is_idle = running.is_none() && matches!(status, "" | "RUNNING" | RUNNING_WITH_ERROR);
        let operation = running.or_else(|| last_if_cancelled(operations, pool, is_idle));
        let cancelled =
            aborting || operation.is_some_and(|operation| operation.thing.cancelled().is_some());
        let described_by = described.pools.iter().find(|(other, _)| other == pool);
        Self {
            operations,
            operation,
            described_by: described_by.map(|(_, file)| *file),
            status,
            is_live: described.live.contains(pool),
            runs: !cancelled && (operation.is_some() || status == RECONCILING),
            cancelled,
            aborting,
        }
    }

    /// Does its status or its operation say that an upgrade has begun?
    fn has_begun(&self) -> bool {
        self.runs || self.cancelled || !matches!(self.status, "" | "RUNNING")
    }

    /// Writes into the pool what its upgrade is doing, and completes what its nodes tell.
    fn half_way(&self, pool: &mut Pool, half: HalfWay, notes: &mut FileNotes) -> HalfWay {
        let Self { operation, runs, cancelled, aborting, .. } = *self;
        let file = self.described_by.or(operation.map(|operation| operation.file)).unwrap_or(0);
        let named = operation.map_or_else(String::new, |one| one.thing.name.0.clone());
        let has_sides = run_kind(pool).traits().sides;
        let again = !has_sides && pool.management.auto_upgrade == Some(true);
        let is_own = |one: &Sourced<Operation>| one.thing.is_automatic();
        let automatic = last_of(self.operations, &pool.name).is_some_and(is_own).then_some(true);
        let failed = self.status.contains("ERROR") || last_failed(self.operations, &pool.name);
        let stands = !runs && !cancelled;
        // An error is how an operation ends that maintenance interrupts, too.
        let interrupted = again && automatic == Some(true);
        let paused = stands && interrupted;
        let failed = stands && !paused && failed;
        let half = HalfWay {
            file,
            runs,
            cancelled,
            failed,
            paused,
            aborting,
            again,
            operation: named,
            ..half
        };
        if runs || half.finishes() || has_sides && self.status.is_empty() && !cancelled {
            RECONCILING.clone_into(&mut pool.status);
            let start = operation.and_then(|operation| operation.thing.start());
            pool.upgrading_since = start.map(|at| Instant(at.div_euclid(1000) * 1000));
        }
        if has_sides {
            return with_phase(pool, half, notes);
        }
        let last = operation.or_else(|| last_of(self.operations, &pool.name));
        let start = last.and_then(|operation| operation.thing.start());
        let has_ended =
            !runs && last.is_some_and(|operation| operation.thing.has_ended().is_some());
        let cordoned = by_user(pool, (start, has_ended), half.cordoned, file, notes);
        let done = operation.and_then(|operation| operation.thing.nodes_done());
        let awaited = if runs { await_nodes(pool, half.done, done) } else { 0 };
        let surge = surge_nodes(pool);
        let made = if slots_of(pool).0 > 0 { awaited } else { 0 };
        HalfWay {
            done: half.done - awaited - surge,
            nodes: half.nodes - surge - made,
            cordoned,
            automatic: if paused { Some(true) } else { automatic },
            ended: last_of(self.operations, &pool.name)
                .and_then(|one| one.thing.end())
                .map(|at| Instant(at.div_euclid(1000) * 1000)),
            ..half
        }
    }
}

/// Completes an upgrade that has phases.
fn with_phase(pool: &mut Pool, half: HalfWay, notes: &mut FileNotes) -> HalfWay {
    notes.forget(notes::UPDATE_INFO, &pool.name.as_str().into());
    let phase = pool.update_info.sides.phase.clone();
    if phase == ROLLBACK {
        // A rollback treats the phases in which nodes are drained alike.
        pool.update_info.sides.phase = "DRAINING_BLUE_POOL".to_owned();
    }
    let told = pool.upgrading_since.is_some() || pool.update_info.sides.deletion.is_some();
    if phase == WAITS && !told {
        notes.pool(half.file, notes::WAIT_BEGUN, &pool.name);
    }
    HalfWay { runs: !half.cancelled, aborting: false, phase, ..half }
}

/// How the upgrade settings of the pool replace nodes.
fn run_kind(pool: &Pool) -> RunKind {
    pool.kind().unwrap_or_default()
}

/// Can a run start in the middle of the pool's upgrade?
fn is_simulated(pool: &Pool) -> bool {
    let phase = pool.update_info.sides.phase.as_str();
    let kind = run_kind(pool);
    let known = || PHASES.contains(&phase) || phase == ROLLBACK;
    kind == RunKind::Surge || kind.traits().sides && known()
}

/// Removes from pools and nodes what only an upgrade under way needs: since when nodes drain, and the phase.
fn forget_finished(
    document: &mut Document,
    described: &DescribedPools,
    all: &UnderWay,
    notes: &mut FileNotes,
) {
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
    let mut half =
        HalfWay { pool: pool.name.clone(), nodes: pool.nodes.len(), ..HalfWay::default() };
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
