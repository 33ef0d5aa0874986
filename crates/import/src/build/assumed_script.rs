//! The script that an import assumes: what is under way goes on, and what trails the control plane follows it.

use super::assume::has_version;
use super::left_alone::{LeftAlone, keeps_minor, tell_extended};
use super::under_way::{UnderWay, tell};
use super::upgrade_info::UpgradeTargets;
use crate::found::FileNotes;
use crate::notes;
use crate::subject::Subject;
use base::{Message, say};
use model::Version;
use scenario::calendar;
use scenario::compile::{pool_version, target_version};
use scenario::document::{Document, MaintenancePolicy, Pool, ScriptItem};
use scenario::primitive::IntOrText;
use scenario::units::At;

/// Resumes every upgrade that runs, before the commands of the files. `scripted`: there are commands.
pub(super) fn resume(
    document: &mut Document,
    under_way: &UnderWay,
    scripted: bool,
    notes: &mut FileNotes,
) {
    let mut first = Vec::new();
    let policy = calendar::compile::policy(document);
    let windows = policy.is_none_or(|policy| policy.window.length().is_some());
    for half in &under_way.pools {
        let target = document.pools.iter().find(|pool| pool.name == half.pool);
        let target = target.map_or("", |pool| pool.version.as_str()).to_owned();
        let own = document.script.iter().find(|item| item.pool == half.pool);
        let goes_on = own.is_some_and(|item| item.action == "resume");
        // Without a policy it makes no difference who started it, and blue-green upgrades don't pause (UP-16).
        let by_hand = half.automatic.is_none()
            && (half.runs || !scripted && !half.rests())
            && half.phase.is_empty()
            && has_policy(document);
        tell(half, &target, by_hand, (goes_on, scripted), notes);
        if !goes_on && (half.runs || half.paused || !scripted && !half.rests()) {
            let automatic = half.automatic == Some(true) && (half.runs || half.paused);
            let action = match (automatic, half.rolls_back()) {
                (true, _) => "upgrade",
                (false, true) => "rollback",
                (false, false) => "resume",
            };
            let version = if automatic { target } else { String::new() };
            first.push(ScriptItem {
                version,
                automatic,
                ..ScriptItem::at_once(action, &half.pool)
            });
        } else if half.finishes() {
            first
                .extend(["resume", "cancel"].map(|action| ScriptItem::at_once(action, &half.pool)));
        } else if let Some(at) = half.due_again(notes.newest).filter(|_| !scripted && !windows) {
            let at = Some(At::Instant(at.0));
            first.push(ScriptItem { at, automatic: true, ..ScriptItem::of("resume", &half.pool) });
        }
    }
    if let Some((file, target)) = &under_way.control_plane {
        let master = Version::parse(&document.cluster.current_master_version);
        let by_command = document.script.iter().any(|item| item.control_plane);
        let known = Version::parse(target).filter(|target| Some(*target) > master);
        let target = known.or_else(|| master.filter(|_| target.is_empty()).map(next_minor));
        if let Some(target) = target.filter(|_| !by_command) {
            let said = say!("import-control-plane-under-way", target = target);
            notes.tell(*file, notes::UPGRADE, said, None);
            first.push(control_plane(&target.to_string()));
        }
    }
    put_first(document, first);
}

/// Inserts entries before all others, which may name each other by position.
pub(super) fn put_first(document: &mut Document, first: Vec<ScriptItem>) {
    for item in &mut document.script {
        if let Some(IntOrText::Int(no)) = &mut item.after {
            *no += i64::try_from(first.len()).unwrap_or(0);
        }
    }
    document.script.splice(0..0, first);
}

/// Zones without capacity stay so until the script says otherwise.
pub(super) fn stockouts(document: &mut Document, zones: &base::Set<String>) {
    let stockout =
        |zone: &String| ScriptItem { zone: zone.clone(), ..ScriptItem::at_once("stockout", "") };
    let used = |zone: &&String| {
        let pools = document.pools.iter().flat_map(|pool| &pool.locations);
        pools.chain(&document.cluster.locations).any(|other| other == *zone)
    };
    let first = zones.iter().filter(used).map(stockout).collect();
    put_first(document, first);
}

/// Writes a script: the files contain none.
pub(super) fn assume(
    document: &mut Document,
    left: LeftAlone<'_>,
    targets: &UpgradeTargets,
    file: usize,
    notes: &mut FileNotes,
) {
    let under_way = left.under_way;
    let master = Version::parse(&document.cluster.current_master_version);
    let trails = |pool: &&Pool| match master {
        Some(master) => oldest(document, pool).is_some_and(|now| now < master),
        None => true,
    };
    let trailing = idle_pools(document, left).filter(trails);
    let mut trailing: Vec<(String, bool)> = trailing.map(|pool| named(document, pool)).collect();
    let Some(master) = master else {
        without_control_plane(document, left, &trailing, file, notes);
        return;
    };
    let before = under_way.pools.iter().rfind(|half| half.goes_on()).map(|half| half.pool.clone());
    let mut script =
        AssumedScript { document, targets, master, file, notes, items: Vec::new(), before };
    script.move_cluster(&mut trailing);
    let is_idle = trailing.is_empty() && script.items.is_empty() && under_way.pools.is_empty();
    if is_idle && keeps_minor(document) {
        tell_extended(document, file, script.notes);
    } else if is_idle {
        let pools = idle_pools(document, left).map(|pool| named(document, pool)).collect();
        script.upgrade_to_next_minor(pools);
    }
    script.upgrade_to_control_plane(trailing);
    let items = script.items;
    document.script.extend(items);
}

/// The verbs of a script that upgrade something, or go on with it.
pub const UPGRADES: [&str; 5] = ["upgrade", "target", "resume", "rollback", "complete"];

/// Does the script upgrade anything?
pub fn asks_for_upgrade(document: &Document) -> bool {
    document.script.iter().any(|item| UPGRADES.contains(&item.action.as_str()))
}

/// Upgrades these pools and no others, started by GKE or by hand as an assumed upgrade would be: to their versions, else to that
/// of the control plane, else to the next minor version. The control plane goes first where they would pass it.
pub fn asked_script(document: &Document, pools: &[(String, Option<Version>)]) -> Vec<ScriptItem> {
    let master = Version::parse(&document.cluster.current_master_version);
    let own = |name: &String| document.pools.iter().find(|pool| pool.name == *name);
    // A person asks for what GKE wouldn't do yet.
    let is_early = |to: Option<Version>| {
        let minor = |one: Version| (one.major, one.minor);
        keeps_minor(document) && to.map(minor) > master.map(minor)
    };
    let asked = pools.iter().filter_map(|(name, version)| {
        let pool = own(name)?;
        let now = oldest(document, pool);
        let target = version.or_else(|| match (master, now) {
            (Some(master), Some(now)) if now >= master => Some(next_minor(master)),
            (Some(master), _) => Some(master),
            (None, now) => now.map(next_minor),
        });
        let (pool, automatic) = named(document, pool);
        Some(((pool, automatic && !is_early(target)), now, target))
    });
    let asked: Vec<_> = asked.collect();
    let highest = asked.iter().filter_map(|(_, _, target)| *target).max();
    let plane = highest.filter(|to| master.is_some_and(|master| *to > master));
    let item = |to: Version| ScriptItem {
        automatic: !is_early(Some(to)),
        ..control_plane(&to.to_string())
    };
    let mut items: Vec<ScriptItem> = plane.map(item).into_iter().collect();
    let mut before = None;
    for ((pool, automatic), now, target) in asked {
        let Some(target) = target else {
            items.push(ScriptItem { automatic, ..ScriptItem::at_once("upgrade", &pool) });
            continue;
        };
        let waits = !automatic && master.is_some_and(|master| target > master);
        let first = before.clone().filter(|_| !automatic);
        items.extend(steps(&pool, automatic, (now, target), first, waits));
        if !automatic {
            before = Some(pool);
        }
    }
    items
}

/// The upgrades of a pool one after another: each skips one minor version at most (BS-06). `planned`: the first waits for the
/// control plane.
fn steps(
    pool: &str,
    automatic: bool,
    (mut now, target): (Option<Version>, Version),
    mut before: Option<String>,
    planned: bool,
) -> Vec<ScriptItem> {
    let mut items = Vec::new();
    while now != Some(target) {
        let version = match now {
            Some(now) if now.minor.saturating_add(2) < target.minor => next_minor(next_minor(now)),
            _ => target,
        };
        let item = manual(pool, version, before.replace(pool.to_owned()), planned);
        items.push(ScriptItem { automatic, ..item });
        now = Some(version);
    }
    items
}

/// Pools with nodes and without an upgrade under way.
fn idle_pools<'d>(document: &'d Document, left: LeftAlone<'_>) -> impl Iterator<Item = &'d Pool> {
    document.pools.iter().filter(move |pool| node_count(pool) > 0 && !left.has(pool))
}

fn node_count(pool: &Pool) -> i64 {
    let made = pool.initial_node_count.unwrap_or(0);
    i64::try_from(pool.nodes.len()).unwrap_or(i64::MAX).max(made)
}

/// A pool's name, and whether GKE upgrades it: in a release channel it does unless the files say otherwise (BS-09).
fn named(document: &Document, pool: &Pool) -> (String, bool) {
    let in_channel = !matches!(document.cluster.channel(), "" | "UNSPECIFIED");
    (pool.name.clone(), pool.management.auto_upgrade.unwrap_or(in_channel))
}

/// Upgrades pools to their described versions. If none is known, GKE upgrades those that it upgrades by itself, or a person
/// upgrades the largest pool.
fn without_control_plane(
    document: &mut Document,
    left: LeftAlone<'_>,
    trailing: &[(String, bool)],
    file: usize,
    notes: &mut FileNotes,
) {
    let under_way = left.under_way;
    let mut items = Vec::new();
    for (pool, automatic) in trailing {
        if let Some(version) = under_way.described.get(pool) {
            let said = say!("import-upgrade-to-described", pool = pool, target = version);
            let said = said.with("by", started_by(document, *automatic));
            notes.tell(file, notes::UPGRADE, said, Some(Subject::pool(pool)));
            let item = ScriptItem::at_once("upgrade", pool);
            items.push(ScriptItem { version: version.clone(), automatic: *automatic, ..item });
        }
    }
    if !items.is_empty() {
        document.script.extend(items);
        return;
    }
    if keeps_minor(document) {
        tell_extended(document, file, notes);
        return;
    }
    if under_way.pools.is_empty() {
        for (pool, _) in trailing.iter().filter(|(_, automatic)| *automatic) {
            upgrade(document, pool, true, file, notes);
        }
        if !document.script.is_empty() {
            return;
        }
    }
    // The first of the largest pools, and a control plane only if there is nothing else.
    let rank = |pool: &Pool| (pool.name != "control-plane", node_count(pool));
    let largest = idle_pools(document, left).map(rank).max();
    let pool = idle_pools(document, left).find(|pool| Some(rank(pool)) == largest);
    let pool = pool.map(|pool| pool.name.clone()).filter(|_| under_way.pools.is_empty());
    if let Some(pool) = pool {
        upgrade(document, &pool, false, file, notes);
    }
}

/// The script while it is written, for a cluster whose control plane's version is known.
struct AssumedScript<'a> {
    document: &'a Document,
    targets: &'a UpgradeTargets,
    /// The version of the control plane.
    master: Version,
    /// The file to which notes belong that are about no other.
    file: usize,
    notes: &'a mut FileNotes,
    items: Vec<ScriptItem>,
    /// The pool whose upgrade precedes the next manual one.
    before: Option<String>,
}

impl AssumedScript<'_> {
    /// Adds the targets to which GKE moves the cluster; removes the pools that it moves, too.
    fn move_cluster(&mut self, trailing: &mut Vec<(String, bool)>) {
        let newer = |target: &str| Version::parse(target) > Some(self.master);
        let moves = self.targets.cluster.as_ref().filter(|(_, target)| newer(target));
        if let Some((file, target)) = moves {
            trailing.retain(|(_, automatic)| !automatic);
            let said = say!("import-upgrade-target", target = target);
            self.notes.tell(*file, notes::UPGRADE, said, None);
            self.items.push(cluster_target(target));
        }
    }

    /// Upgrades a cluster that has the control plane's version everywhere to the next minor version.
    fn upgrade_to_next_minor(&mut self, pools: Vec<(String, bool)>) {
        if pools.is_empty() {
            return;
        }
        let target = next_minor(self.master);
        let said = say!("import-upgrade-of-control-plane", target = target);
        self.notes.tell(self.file, notes::UPGRADE, said, None);
        self.items.push(ScriptItem { automatic: true, ..control_plane(&target.to_string()) });
        for (pool, automatic) in pools {
            let item = match automatic {
                // It waits for the control plane by itself.
                true => ScriptItem { automatic, ..manual(&pool, target, None, false) },
                false => manual(&pool, target, self.before.replace(pool.clone()), true),
            };
            tell_upgrade(&item, &item.version, self.document, self.file, self.notes);
            self.items.push(item);
        }
    }

    /// Upgrades pools to the control plane's version, or to the targets that GKE has for them.
    fn upgrade_to_control_plane(&mut self, trailing: Vec<(String, bool)>) {
        for (pool, automatic) in trailing {
            let own = self.targets.pools.get(&pool).filter(|_| automatic);
            if let Some((file, target)) = own {
                let said = say!("import-upgrade-target-of-pool", pool = &pool, target = target);
                self.notes.tell(*file, notes::UPGRADE, said, Some(Subject::pool(&pool)));
                let item = manual(&pool, self.master, None, false);
                self.items.push(ScriptItem { automatic: true, version: target.clone(), ..item });
                continue;
            }
            let own = self.document.pools.iter().find(|own| own.name == pool);
            let now = own.and_then(|own| oldest(self.document, own));
            let before = self.before.clone().filter(|_| !automatic);
            let items = steps(&pool, automatic, (now, self.master), before, false);
            let targets: Vec<&str> = items.iter().map(|item| item.version.as_str()).collect();
            let target = targets.join(", then ");
            if let Some(item) = items.first() {
                tell_upgrade(item, &target, self.document, self.file, self.notes);
            }
            self.items.extend(items);
            if !automatic {
                self.before = Some(pool);
            }
        }
    }
}

/// GKE moves the cluster to the version.
fn cluster_target(target: &str) -> ScriptItem {
    ScriptItem { version: target.to_owned(), ..ScriptItem::at_once("target", "") }
}

/// Upgrades a pool by hand: at once, or after another pool or the control plane.
fn manual(pool: &str, target: Version, before: Option<String>, planned: bool) -> ScriptItem {
    let after = match before {
        Some(before) => Some(format!("pool/{before}")),
        None => planned.then(|| "controlPlane".to_owned()),
    };
    ScriptItem {
        at: after.is_none().then_some(At::Offset(0)),
        after: after.map(IntOrText::Text),
        version: target.to_string(),
        ..ScriptItem::of("upgrade", pool)
    }
}

fn control_plane(target: &str) -> ScriptItem {
    let version = target.to_owned();
    ScriptItem { control_plane: true, version, ..ScriptItem::at_once("upgrade", "") }
}

fn tell_upgrade(
    item: &ScriptItem,
    target: &str,
    document: &Document,
    file: usize,
    notes: &mut FileNotes,
) {
    let pool = &item.pool;
    let said: Message = match (&item.after, item.automatic) {
        (_, true) => {
            let master = Version::parse(&document.cluster.current_master_version);
            let ahead = Version::parse(&item.version).zip(master).is_some_and(|(to, now)| to > now);
            let when = if ahead { "later" } else { "now" };
            say!("import-upgrade-automatic", pool = pool, target = target, when = when)
        }
        (Some(IntOrText::Text(after)), _) => match after.strip_prefix("pool/") {
            Some(before) => {
                say!("import-upgrade-after", pool = pool, target = target, before = before)
            }
            None => say!("import-upgrade-after-control-plane", pool = pool, target = target),
        },
        _ => say!("import-upgrade-to-control-plane", pool = pool, target = target),
    };
    let policy = if has_policy(document) { "some" } else { "none" };
    notes.tell(file, notes::UPGRADE, said.with("policy", policy), Some(Subject::pool(pool)));
}

fn has_policy(document: &Document) -> bool {
    document.cluster.maintenance_policy != MaintenancePolicy::default()
}

/// Who starts an upgrade, as far as windows and exclusions ask.
fn started_by(document: &Document, automatic: bool) -> &'static str {
    match (automatic, has_policy(document)) {
        (true, _) => "GKE",
        (false, true) => "hand",
        (false, false) => "any",
    }
}

/// The version of a pool's oldest node.
fn oldest(document: &Document, pool: &Pool) -> Option<Version> {
    let own = pool_version(document, pool);
    let listed = pool.nodes.iter().filter_map(|node| Version::parse(&node.version));
    has_version(document, pool).then_some(())?;
    listed.chain(own).min()
}

pub(super) fn next_minor(now: Version) -> Version {
    Version { minor: now.minor.saturating_add(1), patch: None, gke: None, ..now }
}

/// Upgrades a pool at once, or when GKE may. Without a control plane to follow, the version is written where it can be changed.
pub(super) fn upgrade(
    document: &mut Document,
    pool: &str,
    automatic: bool,
    file: usize,
    notes: &mut FileNotes,
) {
    let mut item = ScriptItem { automatic, ..ScriptItem::at_once("upgrade", pool) };
    let own = document.pools.iter().find(|pool| pool.name == item.pool);
    let now = own.and_then(|pool| pool_version(document, pool));
    let pool = &item.pool;
    let target = target_version(document, &item, now);
    let said = match target {
        Some(target) => say!("import-upgrade-to-next", pool = pool, target = target),
        None => say!("import-upgrade-to-unknown", pool = pool),
    };
    let said = said.with("by", started_by(document, automatic));
    notes.tell(file, notes::UPGRADE, said, Some(Subject::pool(pool)));
    item.version = target.map_or_else(String::new, |target| target.to_string());
    document.script.push(item);
}
