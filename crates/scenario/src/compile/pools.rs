//! Zones, pools, their groups and the nodes of the start.

use super::course::Course;
use super::numbers;
use super::strategy::{drain, is_multi_host, life, reservation, strategy};
use super::templates::{Shape, Templates};
use crate::document::Document;
use crate::document::pool::{Node as NodeText, Pool as PoolText};
use crate::natural;
use crate::resolve;
use base::{GroupId, IdVec, Map, NodeId, PoolId, RecordNo, SimTime, TemplateId, ZoneId, order};
use model::names::generated_node;
use model::{Group, Node, NodePhase, Pool, PoolState, Symbols, Zone};

/// What compiling the pools gives.
pub(crate) struct Pools {
    pub zones: IdVec<ZoneId, Zone>,
    pub pools: IdVec<PoolId, Pool>,
    pub states: IdVec<PoolId, PoolState>,
    pub groups: IdVec<GroupId, Group>,
    pub nodes: IdVec<NodeId, Node>,
    pub names: Vec<String>,
    pub courses: IdVec<PoolId, Course>,
    pub templates: Templates,
}

/// The record that starts a run: it stands for every cordon that was there before.
const START: RecordNo = RecordNo(0);

/// `zones`: all there are, in id order.
pub(crate) fn compile(doc: &Document, zones: &[String], symbols: &mut Symbols) -> Pools {
    let ids = numbers(zones.iter().map(String::as_str));
    let zones = zones.iter().cloned();
    let zones: IdVec<ZoneId, Zone> = zones.map(|name| Zone { name }).collect();
    let mut all = Pools {
        zones,
        pools: IdVec::new(),
        states: IdVec::new(),
        groups: IdVec::new(),
        nodes: IdVec::new(),
        names: Vec::new(),
        courses: IdVec::new(),
        templates: Templates::default(),
    };
    for pool in &doc.pools {
        all.add(doc, pool, &ids, symbols);
    }
    all
}

impl Pools {
    fn add(
        &mut self,
        doc: &Document,
        text: &PoolText,
        zone_ids: &Map<&str, u32>,
        symbols: &mut Symbols,
    ) {
        let pool = self.pools.next_id();
        let zones = zones_of(doc, text);
        let groups: Vec<GroupId> = zones
            .iter()
            .filter_map(|name| {
                let zone = ZoneId(*zone_ids.get(name.as_str())?);
                Some(self.groups.push(Group { pool, zone }))
            })
            .collect();
        let shape = Shape::of_pool(doc, text);
        let base = shape.template(doc, text, symbols);
        let template = self.templates.intern(base.clone(), None);
        let mut ordinal = 0;
        for (zone, listed) in nodes_of(text, &zones) {
            let Some(group) = groups.get(zone) else {
                continue;
            };
            ordinal += 1;
            let mut node = node(*group, ordinal, template);
            if let Some(listed) = listed {
                let own = shape.template_of_node(base.clone(), listed, symbols);
                node.template = self.templates.intern(own, None);
                node.created = created(doc, listed);
                node.cordoned_by = listed.unschedulable.then_some(START);
            }
            self.names
                .push(node_name(text, &zones[zone], ordinal, listed));
            self.nodes.push(node);
        }
        let next = self.next_ordinal(text, ordinal);
        let groups_of_pool = groups.clone();
        self.pools.push(Pool {
            name: text.name.clone(),
            groups,
            template,
            strategy: strategy(doc, text),
            drain: drain(text),
            spot: text.config.spot || text.config.preemptible,
            auto_repair: text.management.auto_repair.unwrap_or(true)
                || doc.cluster.autopilot.enabled,
            live_migrates: text.config.accelerators.is_empty(),
            multi_host: is_multi_host(text),
            life: life(text),
            auto_upgrade: text.management.auto_upgrade.unwrap_or(false),
        });
        self.states.push(PoolState {
            reservation: reservation(text, ordinal),
            ..PoolState::at_start(next)
        });
        let own = self
            .nodes
            .values()
            .filter(|node| groups_of_pool.contains(&node.group));
        self.courses
            .push(Course::new(template, own.map(|node| node.template), shape));
    }

    /// Beyond every number in use, so that no generated name meets a listed one (AM-83).
    fn next_ordinal(&self, text: &PoolText, nodes: u32) -> u32 {
        let last = text
            .nodes
            .iter()
            .filter(|node| node.name.starts_with(&text.name))
            .filter_map(|node| node.name.rsplit('-').next()?.parse::<u32>().ok())
            .filter(|number| *number < 1 << 24)
            .max()
            .unwrap_or(0);
        nodes.max(last) + 1
    }
}

fn node(group: GroupId, ordinal: u32, template: TemplateId) -> Node {
    Node {
        group,
        template,
        ordinal,
        created: SimTime::ZERO,
        phase: NodePhase::Ready,
        cordoned_by: None,
        upgraded: false,
        surge: false,
        taken: false,
        health: Default::default(),
        failed_at: None,
        side: None,
    }
}

fn created(doc: &Document, node: &NodeText) -> SimTime {
    node.created_at.map_or(SimTime::ZERO, |instant| {
        SimTime::from_ms(instant.0.saturating_sub(doc.start_unix_ms()))
    })
}

/// Names of the nodes of the start, by id.
pub(crate) fn node_names(doc: &Document) -> Vec<String> {
    let mut names = Vec::new();
    for pool in &doc.pools {
        let zones = zones_of(doc, pool);
        for (at, (zone, listed)) in nodes_of(pool, &zones).into_iter().enumerate() {
            names.push(node_name(pool, &zones[zone], at as u32 + 1, listed));
        }
    }
    names
}

/// Reads a name that a run gives to a node: the place of its pool, its zone and its number (AM-83).
pub(crate) fn made_node(doc: &Document, name: &str) -> Option<(usize, String, u32)> {
    let (group, number) = name.rsplit_once('-')?;
    let ordinal = number
        .parse()
        .ok()
        .filter(|n: &u32| n.to_string() == number)?;
    let mut pools = doc.pools.iter().enumerate();
    pools.find_map(|(at, pool)| {
        group.strip_prefix(pool.name.as_str())?;
        let mut zones = zones_of(doc, pool).into_iter();
        let zone = zones.find(|zone| generated_node(&pool.name, zone, ordinal) == name)?;
        Some((at, zone, ordinal))
    })
}

fn node_name(pool: &PoolText, zone: &str, ordinal: u32, listed: Option<&NodeText>) -> String {
    match listed {
        Some(node) if !node.name.is_empty() => node.name.clone(),
        Some(_) | None => generated_node(&pool.name, zone, ordinal),
    }
}

/// The zones of a pool, in the order in which they are upgraded (AM-05).
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
    resolve::unique(zones)
}

/// Zone of a listed node, as far as it is said.
fn zone_of(node: &NodeText) -> Option<&str> {
    if !node.zone.is_empty() {
        return Some(&node.zone);
    }
    [
        "topology.kubernetes.io/zone",
        "failure-domain.beta.kubernetes.io/zone",
    ]
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
    // These two have no zone a.
    let letters = match location {
        "us-east1" | "europe-west1" => ["b", "c", "d"],
        _ => ["a", "b", "c"],
    };
    letters
        .iter()
        .map(|letter| format!("{location}-{letter}"))
        .collect()
}

/// Nodes of the fullest zone.
pub(crate) fn largest_zone(doc: &Document, pool: &PoolText) -> u32 {
    nodes_by_zone(doc, pool).into_iter().max().unwrap_or(0)
}

/// How many nodes each of its zones has, in their order.
pub(crate) fn nodes_by_zone(doc: &Document, pool: &PoolText) -> Vec<u32> {
    let zones = zones_of(doc, pool);
    let mut counts = vec![0; zones.len()];
    for (zone, _) in nodes_of(pool, &zones) {
        counts[zone] += 1;
    }
    counts
}

/// The nodes of a pool by zone (its place in `zones`) and number.
fn nodes_of<'p>(pool: &'p PoolText, zones: &[String]) -> Vec<(usize, Option<&'p NodeText>)> {
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
        a_zone
            .cmp(b_zone)
            .then_with(|| natural::compare(&a.name, &b.name))
    });
    nodes
        .into_iter()
        .map(|(zone, node)| (zone, Some(node)))
        .collect()
}
