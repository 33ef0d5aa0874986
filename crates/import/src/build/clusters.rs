//! Which clusters the files are of: only one can be simulated, so state of two of them must not be put together.

use super::values::GKE_POOL;
use crate::found::{FileNotes, Found, Sourced};
use crate::gke::shape::Top;
use crate::notes;

/// GKE shortens the names of clusters in those of nodes, but not to fewer letters than these.
const SHORTENED: usize = 15;

/// Configuration doesn't name the project.
pub(super) const ASKED: &str = "projects/-/";

/// Is it a desired state, from configuration?
pub(super) fn is_asked(cluster: &Sourced<Top>) -> bool {
    cluster.thing.self_link.starts_with(ASKED)
}

/// Are they two states of one cluster, observed and desired?
pub(super) fn is_same(one: &Sourced<Top>, other: &Sourced<Top>) -> bool {
    let (asked, others) = (is_asked(one) || is_asked(other), (&one.thing, &other.thing));
    path(others.0) == path(others.1) || (asked && title(others.0) == title(others.1))
}

/// The identity of a cluster.
pub(super) fn path(cluster: &Top) -> String {
    cluster.self_link.some().map_or_else(|| title(cluster), str::to_owned)
}

pub(super) fn title(cluster: &Top) -> String {
    match cluster.location.some().or(cluster.zone.some()) {
        Some(location) => format!("{} in {location}", &*cluster.name),
        None => cluster.name.0.clone(),
    }
}

/// Notes the clusters if there are several: those that files of their own describe, and those that the names of nodes tell.
/// The clusters of one list are none: all but one are calendars.
pub(super) fn tell(found: &Found, notes: &mut FileNotes) {
    if let Some(two) = described(found).or_else(|| by_nodes(found)) {
        for (file, name) in two {
            notes.note(file, notes::TWO_CLUSTERS, name);
        }
    }
}

/// A cluster, with the file that tells of it.
type Of = (usize, String);

fn described(found: &Found) -> Option<[Of; 2]> {
    let all = || found.clusters.iter().filter(|one| !is_asked(one) && !one.thing.wanted.0);
    let is_alone = |one: &&Sourced<Top>| {
        all().filter(|other| other.file == one.file).all(|other| is_same(one, other))
    };
    let mut clusters = all().filter(is_alone);
    let first = clusters.next()?;
    let other = clusters.find(|one| !is_same(one, first))?;
    Some([(first.file, title(&first.thing)), (other.file, title(&other.thing))])
}

/// The clusters in the names of nodes.
fn of_nodes(found: &Found) -> impl Iterator<Item = (usize, &str)> {
    found.nodes.iter().filter_map(|node| {
        let meta = &node.thing.metadata;
        Some((node.file, cluster_of(&meta.name, meta.labels.get(GKE_POOL)?)?))
    })
}

/// Does the name of a node say that it is the cluster's?
pub(super) fn has_nodes(found: &Found, cluster: &Top) -> bool {
    of_nodes(found).next().is_some_and(|(_, name)| is_one(&cluster.name, name))
}

fn by_nodes(found: &Found) -> Option<[Of; 2]> {
    let of = |(file, name): (usize, &str)| (file, name.to_owned());
    let first = of_nodes(found).next()?;
    let other = of_nodes(found).find(|(_, name)| !is_one(first.1, name));
    if let Some(other) = other {
        return Some([of(first), of(other)]);
    }
    let mut clusters = found.clusters.iter().filter(|one| !one.thing.name.is_empty());
    let one = clusters.next()?;
    let is_known = is_one(&one.thing.name, first.1)
        || clusters.any(|cluster| is_one(&cluster.thing.name, first.1));
    (!is_known).then(|| [(one.file, title(&one.thing)), of(first)])
}

/// The cluster in the name that GKE gives a node: `gke-CLUSTER-POOL-1a2b3c4d-x5y6`. A long pool name is shortened, too.
fn cluster_of<'a>(node: &'a str, pool: &str) -> Option<&'a str> {
    let (rest, own) = node.strip_prefix("gke-")?.rsplit_once('-')?;
    let (rest, group) = rest.rsplit_once('-')?;
    let is_hex = |byte: u8| byte.is_ascii_hexdigit();
    if own.len() != 4 || group.len() != 8 || !group.bytes().all(is_hex) {
        return None;
    }
    let ends = (1..=pool.len()).rev().filter_map(|end| pool.get(..end));
    let mut clusters = ends.filter_map(|pool| rest.strip_suffix(pool)?.strip_suffix('-'));
    clusters.next().filter(|name| !name.is_empty())
}

fn is_one(one: &str, other: &str) -> bool {
    let (short, long) = if one.len() < other.len() { (one, other) } else { (other, one) };
    short == long || short.len() >= SHORTENED && long.starts_with(short)
}
