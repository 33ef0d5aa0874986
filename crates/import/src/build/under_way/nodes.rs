//! The nodes of a pool in the middle of an upgrade: which are done, which it waits for, and which are surge nodes.

use super::half_way::HalfWay;
use crate::build::conditions::Shortages;
use crate::found::FileNotes;
use crate::gke::shape::Operation;
use crate::notes;
use crate::subject::Subject;
use model::Version;
use scenario::document::{Document, Node, Pool};
use scenario::primitive::Number;
use scenario::units::Instant;

/// GKE's limit of nodes in a cluster.
const MOST_NODES: i64 = 15_000;

/// GKE's label of a node that it drains.
const OPERATION: (&str, &str) = ("operation.gke.io/type", "drain");

/// Of the old nodes that are cordoned, those that the upgrade works on: the others were cordoned by a user, before it began or
/// after it had ended. What it had begun when it was cancelled has been finished (SU-25).
pub(super) fn by_user(
    pool: &mut Pool,
    (start, has_ended): (Option<i64>, bool),
    mut cordoned: Vec<String>,
    file: usize,
    notes: &mut FileNotes,
) -> Vec<String> {
    // Taints have whole seconds.
    let start = start.map(|at| at.div_euclid(1000) * 1000);
    for node in &mut pool.nodes {
        let is_before = |since: &Instant| start.is_some_and(|start| since.0 < start);
        let since = node.draining_since.filter(|since| has_ended || is_before(since));
        let (Some(since), Some(at)) = (since, cordoned.iter().position(|name| *name == node.name))
        else {
            continue;
        };
        // When GKE began to drain it isn't known.
        node.draining_since = None;
        if node.labels.get(OPERATION.0).is_none_or(|kind| kind != OPERATION.1) {
            node.cordoned_since = Some(since);
            cordoned.remove(at);
            let said = format_args!("{} ({})", node.name, scenario::instant::format(since.0));
            let note = if has_ended { notes::CORDONED_BY_HAND } else { notes::CORDONED_BEFORE };
            notes.note(file, note, said);
        }
    }
    cordoned
}

/// Is it an old node that the upgrade works on?
fn in_progress(node: &Node) -> bool {
    !node.version.is_empty() && node.unschedulable && node.cordoned_since.is_none()
}

/// Marks the new nodes that aren't Ready and that the running operation doesn't count as done: it waits for them (SU-06, SU-10).
/// Returns how many there are.
pub(super) fn await_nodes(pool: &mut Pool, new: usize, done: Option<u32>) -> usize {
    let (surge, unavailable) = slots_of(pool);
    // Each node in progress has a slot, and in a surge slot a node beside it; Spot doesn't wait for that one (SU-17).
    let (taken, beside) = match pool.config.spot || pool.config.preemptible {
        true => (0, 0),
        false => (pool.nodes.iter().filter(|node| in_progress(node)).count(), surge_nodes(pool)),
    };
    let slots = surge.saturating_add(unavailable).saturating_sub(taken);
    let counted = done.and_then(|done| usize::try_from(done).ok());
    let most = counted.map_or(slots, |done| slots.min(new.saturating_sub(done + beside)));
    let waits = pool.nodes.iter_mut().filter(|node| node.version.is_empty());
    let waits = waits.filter_map(|node| node.not_ready.as_mut()).take(most);
    waits.map(|one| one.awaited = true).count()
}

/// Adds the nodes that the operation counts and no file has: it has deleted them to recreate them, as many as it has slots for
/// (SU-10, SU-12). Returns how many there are.
pub(super) fn add_deleted(
    pool: &mut Pool,
    half: &HalfWay,
    operation: &Operation,
    shortages: &Shortages,
    notes: &mut FileNotes,
) -> usize {
    let (surge, unavailable) = slots_of(pool);
    let awaited = |node: &&Node| node.not_ready.as_ref().is_some_and(|one| one.awaited);
    let taken = pool.nodes.iter().filter(|node| in_progress(node) || awaited(node)).count();
    let free = surge.saturating_add(unavailable).saturating_sub(taken).min(unavailable);
    let total = operation.nodes_total().and_then(|total| usize::try_from(total).ok());
    // VMs may also be away for other reasons: Spot.
    if total.is_none() || pool.config.spot || pool.config.preemptible {
        return 0;
    }
    let count = total.unwrap_or(0).saturating_sub(half.nodes).min(free);
    for _ in 0..count {
        let there = |zone: &&String| pool.nodes.iter().filter(|node| node.zone == **zone).count();
        let away = |zone: &&String| (there(zone), !shortages.stockouts.contains(*zone));
        let Some(zone) = pool.locations.iter().min_by_key(away).cloned() else {
            return 0;
        };
        let name = shortages.instance_of(&pool.name).unwrap_or_default();
        let is_known = pool.nodes.iter().any(|node| node.name == name);
        let name = if is_known { "" } else { name };
        let said = format!("{} ({zone})", if name.is_empty() { &pool.name } else { name });
        notes.about(half.file, notes::RECREATING, said, Subject::pool(&pool.name));
        pool.nodes.push(Node {
            name: name.to_owned(),
            version: pool.upgrading_from.clone(),
            recreating: true,
            zone,
            ..Node::default()
        });
    }
    count
}

/// The numbers of maxSurge and maxUnavailable.
pub(super) fn slots_of(pool: &Pool) -> (usize, usize) {
    let settings = pool.upgrade_settings.as_ref();
    let given = settings.filter(|own| own.max_surge.is_some() || own.max_unavailable.is_some());
    let number = |number: Number| usize::try_from(number.int().unwrap_or(0)).unwrap_or(0);
    given.map_or((1, 0), |own| {
        let (surge, unavailable) = own.surge_numbers();
        (number(surge), number(unavailable))
    })
}

/// The surge nodes beside nodes in progress, whose places they have only when those are gone (SU-06).
pub(super) fn surge_nodes(pool: &Pool) -> usize {
    let (most, _) = slots_of(pool);
    let mut zones: base::Map<&str, (usize, usize)> = base::Map::new();
    for node in &pool.nodes {
        let (done, in_progress) = zones.entry(node.zone.as_str()).or_default();
        match node.version.as_str() {
            "" if node.not_ready.as_ref().is_some_and(|one| one.awaited) => {}
            "" => *done += 1,
            _ => *in_progress += usize::from(self::in_progress(node)),
        }
    }
    zones.values().map(|(done, in_progress)| most.min(*done).min(*in_progress)).sum()
}

/// Lists the nodes of a pool that is only counted, as many of them done as its operation says.
pub(super) fn list_nodes(document: &mut Document, at: usize, operation: &Operation) {
    let Document { cluster, pools, .. } = document;
    let (pool, from) = (&mut pools[at], &cluster.current_node_version);
    let newer = Version::parse(&pool.version) > Version::parse(from);
    let Some(done) = operation.nodes_done().filter(|_| newer && !from.is_empty()) else {
        return;
    };
    let zones = if pool.locations.is_empty() { &cluster.locations } else { &pool.locations };
    let per_zone = pool.initial_node_count.unwrap_or(0).max(0);
    let nodes = i64::try_from(zones.len()).unwrap_or(i64::MAX).saturating_mul(per_zone);
    if nodes > MOST_NODES {
        return;
    }
    let mut left = done;
    for zone in zones.clone() {
        for _ in 0..per_zone {
            let is_done = left > 0;
            left = left.saturating_sub(1);
            let version = if is_done { String::new() } else { from.clone() };
            pool.nodes.push(Node { zone: zone.clone(), version, ..Node::default() });
        }
    }
    if !pool.nodes.is_empty() {
        pool.initial_node_count = None;
    }
}
