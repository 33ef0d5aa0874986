//! Compiles zones, pools, groups and the nodes at the start.

use super::pool_shapes::PoolShapes;
use super::strategy::{drain, is_multi_host, life, reservation, strategy};
use super::templates::{NodeShape, Templates};
use crate::by_name::numbers;
use crate::document::Document;
use crate::document::pool::{Node as NodeText, Pool as PoolText};
use crate::initial_nodes::{node_name, nodes_of, zones_of};
use base::{GroupId, IdVec, Map, NodeId, PoolId, RecordNo, SimTime, TemplateId, ZoneId};
use model::{Group, Node, NodePhase, Pool, PoolState, Symbols, Zone};

/// The result of compiling the pools.
pub(crate) struct Pools {
    pub zones: IdVec<ZoneId, Zone>,
    pub pools: IdVec<PoolId, Pool>,
    pub states: IdVec<PoolId, PoolState>,
    pub groups: IdVec<GroupId, Group>,
    pub nodes: IdVec<NodeId, Node>,
    pub names: Vec<String>,
    pub courses: IdVec<PoolId, PoolShapes>,
    pub templates: Templates,
}

/// The first record of a run: the cause of every earlier cordon.
const START: RecordNo = RecordNo(0);

/// `zones`: all zones, by id.
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
        let shape = NodeShape::of_pool(doc, text);
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
            self.names.push(node_name(text, &zones[zone], ordinal, listed));
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
        let own = self.nodes.values().filter(|node| groups_of_pool.contains(&node.group));
        self.courses.push(PoolShapes::new(template, own.map(|node| node.template), shape));
    }

    /// Larger than every number in use, so that generated names differ from listed ones (AM-83).
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
