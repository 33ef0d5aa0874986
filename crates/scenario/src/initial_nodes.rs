//! Zones, nodes and their names at time 0.

use crate::by_name::numbers;
use crate::document::Document;
use crate::document::pool::{Node as NodeText, Pool as PoolText};
use crate::natural;
use base::order;
use model::names::generated_node;

/// Names of zones by id: the cluster's, then those of pools and nodes (AM-05, AM-56).
pub(crate) fn zones(doc: &Document) -> Vec<String> {
    let mut zones = doc.cluster.locations.clone();
    for pool in &doc.pools {
        zones.extend(zones_of(doc, pool));
    }
    unique(zones)
}

/// Removes duplicates; the first one stays.
fn unique(mut names: Vec<String>) -> Vec<String> {
    let mut again = order::repeated(names.len(), &|a, b| names[a].cmp(&names[b])).into_iter();
    let mut next = again.next();
    let mut at = 0;
    names.retain(|_| {
        let keep = next != Some(at);
        if !keep {
            next = again.next();
        }
        at += 1;
        keep
    });
    names
}

/// Names of the nodes at the start, by id.
pub(crate) fn node_names(doc: &Document) -> Vec<String> {
    at_start(doc).into_iter().map(|node| node.name).collect()
}

/// A node at the start.
pub struct StartNode<'d> {
    pub name: String,
    pub pool: &'d PoolText,
    pub zone: String,
    /// `None`: it is only counted.
    pub listed: Option<&'d NodeText>,
}

/// The nodes at the start, by pool, zone and name.
pub fn at_start(doc: &Document) -> Vec<StartNode<'_>> {
    let mut nodes = Vec::new();
    for pool in &doc.pools {
        let zones = zones_of(doc, pool);
        for (at, (zone, listed)) in nodes_of(pool, &zones).into_iter().enumerate() {
            let zone = zones[zone].clone();
            let name = node_name(pool, &zone, at as u32 + 1, listed);
            nodes.push(StartNode { name, pool, zone, listed });
        }
    }
    nodes
}

/// The index of the pool with the node of this name: one at the start, or one that a run may create (AM-83).
pub fn pool_of_node(doc: &Document, name: &str) -> Option<usize> {
    let mut pools = doc.pools.iter();
    let listed = pools.position(|pool| pool.nodes.iter().any(|node| node.name == name));
    listed.or_else(|| made_node(doc, name).map(|(pool, _, _)| pool))
}

/// Reads a generated node name: the index of its pool, its zone and its number (AM-83).
pub(crate) fn made_node(doc: &Document, name: &str) -> Option<(usize, String, u32)> {
    let (group, number) = name.rsplit_once('-')?;
    let ordinal = number.parse().ok().filter(|n: &u32| n.to_string() == number)?;
    let mut pools = doc.pools.iter().enumerate();
    pools.find_map(|(at, pool)| {
        group.strip_prefix(pool.name.as_str())?;
        let mut zones = zones_of(doc, pool).into_iter();
        let zone = zones.find(|zone| generated_node(&pool.name, zone, ordinal) == name)?;
        Some((at, zone, ordinal))
    })
}

pub(crate) fn node_name(
    pool: &PoolText,
    zone: &str,
    ordinal: u32,
    listed: Option<&NodeText>,
) -> String {
    match listed {
        Some(node) if !node.name.is_empty() => node.name.clone(),
        Some(_) | None => generated_node(&pool.name, zone, ordinal),
    }
}

/// The zones of a pool, in upgrade order (AM-05).
pub(crate) fn zones_of(doc: &Document, pool: &PoolText) -> Vec<String> {
    let mut named: Vec<&str> = pool.nodes.iter().filter_map(zone_of).collect();
    order::sort_by(&mut named, |a, b| natural::compare(a, b));
    named.dedup();
    let mut zones: Vec<String> = Vec::new();
    if !pool.locations.is_empty() {
        zones.clone_from(&pool.locations);
    } else if named.is_empty() {
        zones = cluster_zones(doc);
    } else {
        let used = |zone: &&String| named.contains(&zone.as_str());
        zones.extend(doc.cluster.locations.iter().filter(used).cloned());
    }
    zones.extend(named.into_iter().map(str::to_owned));
    unique(zones)
}

/// The zone of a listed node, if given.
fn zone_of(node: &NodeText) -> Option<&str> {
    if !node.zone.is_empty() {
        return Some(&node.zone);
    }
    ["topology.kubernetes.io/zone", "failure-domain.beta.kubernetes.io/zone"]
        .iter()
        .find_map(|key| node.labels.get(*key))
        .map(String::as_str)
        .filter(|zone| !zone.is_empty())
}

/// A zonal cluster has its zone, a regional one the three that GKE picks in most regions.
fn cluster_zones(doc: &Document) -> Vec<String> {
    let cluster = &doc.cluster;
    if !cluster.locations.is_empty() {
        return cluster.locations.clone();
    }
    let location = cluster.location.as_str();
    let last = location.rsplit('-').next().unwrap_or_default();
    if location.is_empty() {
        return vec!["zone-a".to_owned()];
    }
    if last.len() == 1 {
        return vec![location.to_owned()];
    }
    // These regions have no zone a.
    let letters = match location {
        "us-east1" | "europe-west1" => ["b", "c", "d"],
        _ => ["a", "b", "c"],
    };
    letters.iter().map(|letter| format!("{location}-{letter}")).collect()
}

/// The number of nodes in the fullest zone.
pub(crate) fn largest_zone(doc: &Document, pool: &PoolText) -> u32 {
    nodes_by_zone(doc, pool).into_iter().max().unwrap_or(0)
}

/// The number of nodes in each of its zones, in order.
pub(crate) fn nodes_by_zone(doc: &Document, pool: &PoolText) -> Vec<u32> {
    let zones = zones_of(doc, pool);
    let mut counts = vec![0; zones.len()];
    for (zone, _) in nodes_of(pool, &zones) {
        counts[zone] += 1;
    }
    counts
}

/// The nodes of a pool by zone (an index into `zones`) and number.
pub(crate) fn nodes_of<'p>(
    pool: &'p PoolText,
    zones: &[String],
) -> Vec<(usize, Option<&'p NodeText>)> {
    if pool.nodes.is_empty() {
        let count = pool.initial_node_count.unwrap_or(0).max(0) as usize;
        return (0..zones.len())
            .flat_map(|zone| core::iter::repeat_n((zone, None), count))
            .collect();
    }
    let places = numbers(zones.iter().map(String::as_str));
    let mut nodes: Vec<(usize, &NodeText)> = pool
        .nodes
        .iter()
        .map(|node| {
            let zone = zone_of(node).and_then(|zone| places.get(zone).copied());
            (zone.unwrap_or(0) as usize, node)
        })
        .collect();
    order::sort_by(&mut nodes, |(a_zone, a), (b_zone, b)| {
        a_zone.cmp(b_zone).then_with(|| natural::compare(&a.name, &b.name))
    });
    nodes.into_iter().map(|(zone, node)| (zone, Some(node))).collect()
}
