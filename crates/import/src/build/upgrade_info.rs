//! Uses what `get-upgrade-info` prints: its targets become those of the assumed script, its dates those of the cluster.

use super::values::{instant, version};
use crate::found::{FileNotes, Found, Sourced};
use crate::gke::operation::{Operation, Upgrades};
use crate::gke::upgrade_info::{UpgradeDetails, UpgradeInfo};
use crate::loose::Text;
use crate::notes;
use crate::subject::Subject;
use base::say;
use model::maintenance::{ClusterPart, Scope, UpgradeKind};
use model::{Pace, Version};
use scenario::calendar;
use scenario::compile::pool_version;
use scenario::document::maintenance::MaintenanceWindow;
use scenario::document::{Document, Pool};
use scenario::units::{Duration, Instant};

/// More clusters and pools than a person asks about.
const MOST: usize = 1000;

/// What GKE plans for the cluster and its pools.
#[derive(Debug, Default)]
pub(super) struct UpgradeTargets {
    /// The file, and the version to which GKE moves the cluster.
    pub(super) cluster: Option<(usize, String)>,
    /// The minor version that follows when what pauses minor upgrades alone is over (MX-20, MX-21, BS-27), and when the policy of the
    /// files ends that pause, if it explains it.
    pub(super) later: Option<((usize, String), Option<Instant>)>,
    /// The pools', by name.
    pub(super) pools: base::Map<String, (usize, String)>,
    /// The version to which the control plane is being upgraded.
    pub(super) control_plane: Option<(usize, String)>,
    /// Pools with an upgrade under way, and whether GKE started it.
    pub(super) automatic: base::Map<String, bool>,
    /// Pools whose automatic upgrades GKE pauses.
    pub(super) paused: base::Set<String>,
}

/// Whose information it is.
#[derive(Clone, PartialEq, Eq)]
enum Whose {
    Cluster,
    Pool(String),
    /// A pool's, but nothing says which.
    SomePool,
}

pub(super) fn build(
    document: &mut Document,
    found: &mut Found,
    notes: &mut FileNotes,
) -> UpgradeTargets {
    let mut all = UpgradeTargets::default();
    let infos = core::mem::take(&mut found.upgrade_infos);
    for (at, Sourced { file, thing }) in infos.into_iter().enumerate() {
        if at >= MOST {
            notes.refuse(file, "too-many", say!("import-too-many-objects"));
            continue;
        }
        if document.pools.is_empty() && document.cluster.current_master_version.is_empty() {
            notes.refuse(file, "upgrade-info", say!("import-upgrade-info"));
            continue;
        }
        let title = found.titles.get(file).map_or("", String::as_str);
        let targets = [&thing.minor, &thing.patch].map(|target| version(target, file, notes));
        // What runs tells more than what may follow.
        let running = thing.running().and_then(|one| Version::parse(&one.target));
        let newest = targets.iter().filter_map(|target| Version::parse(target)).max();
        let whose = whose(document, title, running.or(newest), &found.operations);
        let name = match &whose {
            Whose::Cluster => document.cluster.name.clone(),
            Whose::Pool(pool) => pool.clone(),
            Whose::SomePool => {
                notes.refuse(file, "upgrade-info", say!("import-upgrade-info-of-some-pool"));
                continue;
            }
        };
        notes.file(file).cluster_used = true;
        recognised(&name, &thing, file, notes);
        paused(document, &name, &thing, file, notes);
        if whose == Whose::Cluster {
            dates(document, &thing, file, notes);
        }
        let [minor, patch] = targets;
        // A pause of minor upgrades leaves the patches (AM-70).
        let only_patch = thing.status.iter().any(|status| &**status == "MINOR_UPGRADE_PAUSED");
        let support = calendar::compile::context(document).end_of_support;
        let support = support.map(|secs| Instant(secs.saturating_mul(1000)));
        let excluded = minors_excluded_until(document, (support, only_patch), notes);
        let interval = minor_interval_ends(document, notes);
        let over =
            excluded.max(interval.filter(|over| only_patch || is_after_patch(document, *over)));
        // GKE waits no longer than for the end of support (BS-19).
        let over = over.map(|over| support.map_or(over, |support| over.min(support)));
        let patch_first = only_patch || over.is_some();
        if whose == Whose::Cluster && patch_first && !patch.is_empty() && !minor.is_empty() {
            all.later = Some(((file, minor.clone()), over));
        }
        let target = match (patch_first && !patch.is_empty(), minor.is_empty()) {
            (true, _) | (_, true) => patch,
            _ => minor,
        };
        let target = Some((file, target)).filter(|(_, target)| !target.is_empty());
        let running = thing.running();
        match whose {
            Whose::Cluster => {
                all.cluster = target.or(all.cluster);
                let running = running.map(|one| version(&one.target, file, notes));
                let running = running.filter(|target| !target.is_empty());
                all.control_plane = running.map(|target| (file, target)).or(all.control_plane);
            }
            Whose::Pool(pool) => {
                if let Some(automatic) = running.and_then(UpgradeDetails::is_automatic) {
                    all.automatic.insert(pool.clone(), automatic);
                }
                if !thing.paused.is_empty() {
                    all.paused.insert(pool.clone());
                }
                if let Some(target) = target {
                    all.pools.insert(pool, target);
                }
            }
            Whose::SomePool => {}
        }
    }
    all
}

/// The end of the exclusions that hold minor upgrades of the control plane now, and, unless GKE says that it holds nothing else,
/// leave patches (MX-09, MX-10).
fn minors_excluded_until(
    document: &Document,
    (support, only_minors_are_held): (Option<Instant>, bool),
    notes: &FileNotes,
) -> Option<Instant> {
    let now = notes.newest.or(notes.now);
    let exclusions = document.cluster.maintenance_policy.window.exclusions.iter();
    let ends = exclusions.filter_map(|(_, one)| {
        let at = |text: &str| scenario::instant::parse(text).map(Instant);
        let scope = Scope::named(&one.options.scope)?;
        let is_meant =
            only_minors_are_held || !scope.blocks(ClusterPart::ControlPlane, UpgradeKind::Patch);
        let begun = at(&one.start_time) <= now || now.is_none();
        let ends = if one.end_time.is_empty() { support } else { at(&one.end_time) };
        ends.filter(|ends| is_meant && begun && Some(*ends) > now)
    });
    ends.max()
}

/// The end of the interval in which the disruption budget, GKE's own if the cluster has none, permits no minor upgrade (BS-27).
fn minor_interval_ends(document: &Document, notes: &FileNotes) -> Option<Instant> {
    let budget = &document.cluster.maintenance_policy.disruption_budget;
    let interval = budget.minor.map_or(Pace::MINOR, Duration::span);
    let ends = Instant(budget.last_minor?.0.saturating_add(interval.ms()));
    Some(ends).filter(|ends| Some(*ends) > notes.newest.or(notes.now))
}

/// Is it later than the disruption budget permits a patch?
fn is_after_patch(document: &Document, at: Instant) -> bool {
    let budget = &document.cluster.maintenance_policy.disruption_budget;
    let interval = budget.patch.map_or(Pace::PATCH, Duration::span);
    let patch = budget.last.map(|last| last.0.saturating_add(interval.ms()));
    patch < Some(at.0)
}

/// Finds whose it is: by the command above it or the name of its file, else by its newest target.
fn whose(
    document: &Document,
    title: &str,
    newest: Option<Version>,
    operations: &[Sourced<Operation>],
) -> Whose {
    if let Some((command, rest)) = title.split_once(" get-upgrade-info") {
        if command.ends_with("clusters") {
            return Whose::Cluster;
        }
        let mut words = rest.split_whitespace();
        if let Some(pool) = words.next().filter(|word| !word.starts_with('-')) {
            return Whose::Pool(pool.to_owned());
        }
    }
    let pools = document.pools.iter().map(|pool| pool.name.as_str());
    let named = pools.filter(|name| contains_word(title, name)).max_by_key(|name| name.len());
    if let Some(name) = named {
        return Whose::Pool(name.to_owned());
    }
    // The control plane isn't upgraded to the version that it has.
    let master = Version::parse(&document.cluster.current_master_version);
    let Some(newest) = newest.filter(|newest| master.is_some_and(|now| *newest <= now)) else {
        return Whose::Cluster;
    };
    let trails = |pool: &&Pool| {
        let listed = pool.nodes.iter().filter_map(|node| Version::parse(&node.version));
        listed.chain(pool_version(document, pool)).any(|version| version < newest)
    };
    let mut trailing: Vec<&Pool> = document.pools.iter().filter(trails).collect();
    let is_upgraded = |pool: &&Pool| {
        let of_pool = Some(Upgrades::Pool(&pool.name));
        operations.iter().any(|operation| operation.thing.upgrades() == of_pool)
    };
    if trailing.len() > 1 && trailing.iter().any(is_upgraded) {
        trailing.retain(is_upgraded);
    }
    match *trailing {
        [pool] => Whose::Pool(pool.name.clone()),
        [] => Whose::Cluster,
        _ => Whose::SomePool,
    }
}

/// Is the name in the text, and no part of a longer word?
fn contains_word(text: &str, name: &str) -> bool {
    let is_edge = |c: Option<char>| c.is_none_or(|c| !c.is_ascii_alphanumeric());
    !name.is_empty()
        && text.match_indices(name).any(|(at, _)| {
            is_edge(text[..at].chars().next_back())
                && is_edge(text[at + name.len()..].chars().next())
        })
}

fn recognised(name: &str, info: &UpgradeInfo, file: usize, notes: &mut FileNotes) {
    let mut said: Vec<String> = info.status.iter().map(|one| one.0.clone()).collect();
    for (what, text) in [
        ("minorTargetVersion", &info.minor),
        ("patchTargetVersion", &info.patch),
        ("endOfStandardSupportTimestamp", &info.standard_support),
        ("endOfExtendedSupportTimestamp", &info.extended_support),
    ] {
        said.extend(text.some().map(|text| format!("{what} {text}")));
    }
    let name = if name.is_empty() { "-" } else { name };
    notes.note(file, notes::UPGRADE_INFO, format_args!("{name} ({})", said.join(", ")));
}

/// Says which reasons for a pause the run can't have: the files have no window, exclusion or interval for them.
fn paused(document: &Document, name: &str, info: &UpgradeInfo, file: usize, notes: &mut FileNotes) {
    let policy = &document.cluster.maintenance_policy;
    let window = &policy.window;
    let has_window = MaintenanceWindow { exclusions: Default::default(), ..window.clone() }
        != MaintenanceWindow::default();
    for reason in info.paused.iter().filter_map(|reason| reason.some()) {
        let explained = match reason {
            "MAINTENANCE_WINDOW" => has_window,
            "CLUSTER_DISRUPTION_BUDGET" | "CLUSTER_DISRUPTION_BUDGET_MINOR_UPGRADE" => true,
            _ => reason.starts_with("MAINTENANCE_EXCLUSION") && !window.exclusions.is_empty(),
        };
        if !explained {
            notes.note(file, notes::PAUSED, format_args!("{name}: {reason}"));
        }
    }
}

/// The end of support, and the last upgrades of the control plane unless its description has them.
fn dates(document: &mut Document, info: &UpgradeInfo, file: usize, notes: &mut FileNotes) {
    let cluster = &mut document.cluster;
    let standard = end_of_support(&info.standard_support, file, notes);
    cluster.end_of_standard_support = standard.or(cluster.end_of_standard_support);
    let extended = end_of_support(&info.extended_support, file, notes);
    cluster.end_of_extended_support = extended.or(cluster.end_of_extended_support);
    let budget = &mut cluster.maintenance_policy.disruption_budget;
    let over = |is_minor: bool| {
        let done = info.details.iter().filter(|one| &*one.state == "SUCCEEDED");
        let of = done.filter(|one| {
            let minor = |text: &str| Version::parse(text).map(|version| version.minor);
            !is_minor || minor(&one.from) != minor(&one.target)
        });
        of.filter_map(|one| instant(&one.ended)).max()
    };
    budget.last_minor = budget.last_minor.or_else(|| over(true));
    budget.last = budget.last.or_else(|| over(false));
}

/// GKE also writes a day without a time.
fn end_of_support(text: &Text, file: usize, notes: &mut FileNotes) -> Option<Instant> {
    let written = text.some()?;
    let read = instant(text).or_else(|| {
        let day = format!("{written}T00:00:00Z");
        scenario::instant::parse(&day).map(Instant)
    });
    if read.is_none() {
        notes.note(file, notes::DATES, written);
    }
    read
}

/// Says to which version GKE moves the cluster.
pub(super) fn tell(target: &str, file: usize, notes: &mut FileNotes) {
    let said = say!("import-upgrade-target", target = target);
    notes.tell(file, notes::UPGRADE, said, None);
}

/// Says to which version GKE moves the cluster after a pause of minor upgrades, or that nobody knows when that is over.
pub(super) fn tell_later(target: &str, at: Option<Instant>, file: usize, notes: &mut FileNotes) {
    let at = at.map(|at| scenario::instant::format(at.0));
    let said = match at {
        Some(at) => say!("import-upgrade-target-later", target = target, at = at),
        None => say!("import-upgrade-target-left-out", target = target),
    };
    notes.tell(file, notes::UPGRADE, said, None);
}

/// Says that GKE upgrades the pool to its own target.
pub(super) fn tell_pool(pool: &str, target: &str, file: usize, notes: &mut FileNotes) {
    let said = say!("import-upgrade-target-of-pool", pool = pool, target = target);
    notes.tell(file, notes::UPGRADE, said, Some(Subject::pool(pool)));
}
