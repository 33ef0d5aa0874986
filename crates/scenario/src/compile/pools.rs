//! Compiles zones, pools, groups and the nodes at the start.

use super::autoscaling;
use super::pool_shapes::PoolShapes;
use super::strategy::{drain, life, reservation, strategy};
use super::templates::{NodeShape, Templates};
use crate::accelerators;
use crate::by_name::numbers;
use crate::document::Document;
use crate::document::pool::{
    Node as NodeText, NotReady as NotReadyText, Pool as PoolText, Reserved, SCALE_DOWN_DISABLED,
};
use crate::initial_nodes::{node_name, nodes_of, zones_of};
use crate::units::Instant;
use base::{
    GroupId, IdVec, Map, NodeId, PoolId, RecordNo, Set, SimSpan, SimTime, TemplateId, ZoneId,
};
use model::node::{Health, NotReady, Side};
use model::pool::{Phase, Quota};
use model::script::NodeChange;
use model::strategy::{Progress, Soak};
use model::{
    Group, Node, NodePhase, Pool, PoolState, RunKind, RunState, Strategy, Surge, Symbols, Version,
    Zone,
};

/// The result of compiling the pools.
pub(crate) struct Pools {
    pub zones: IdVec<ZoneId, Zone>,
    pub pools: IdVec<PoolId, Pool>,
    pub states: IdVec<PoolId, PoolState>,
    pub groups: IdVec<GroupId, Group>,
    pub nodes: IdVec<NodeId, Node>,
    pub names: Vec<String>,
    pub draining_since: Map<NodeId, SimTime>,
    pub cordoned_since: Map<NodeId, SimTime>,
    pub not_ready: Map<NodeId, NotReady>,
    pub kept_nodes: Set<NodeId>,
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
        draining_since: Map::new(),
        cordoned_since: Map::new(),
        not_ready: Map::new(),
        kept_nodes: Set::new(),
        courses: IdVec::new(),
        templates: Templates::default(),
    };
    for pool in &doc.pools {
        all.add(doc, pool, &ids, symbols);
    }
    all
}

impl Pools {
    /// Adds a pool with its groups, and the nodes that it has at the start.
    fn add(
        &mut self,
        doc: &Document,
        text: &PoolText,
        zone_ids: &Map<&str, u32>,
        symbols: &mut Symbols,
    ) {
        let pool_id = self.pools.next_id();
        let zones = zones_of(doc, text);
        let groups: Vec<GroupId> = zones
            .iter()
            .filter_map(|name| {
                let zone = ZoneId(*zone_ids.get(name.as_str())?);
                Some(self.groups.push(Group { pool: pool_id, zone }))
            })
            .collect();
        let target = NodeShape::of_pool(doc, text);
        let base = target.template(doc, text, symbols);
        let strategy = strategy(doc, text);
        let shape = before_upgrade(text, &target, strategy).unwrap_or_else(|| target.clone());
        let template = shape.template(doc, text, symbols);
        let template = self.templates.intern(template, None);
        let bringing =
            (shape.version != target.version).then(|| self.templates.intern(base.clone(), None));
        let mut ordinal = 0;
        for (zone, listed) in nodes_of(text, &zones) {
            let Some(group) = groups.get(zone) else {
                continue;
            };
            ordinal += 1;
            let mut node = Node::new(*group, template, ordinal, SimTime::ZERO);
            if let Some(listed) = listed {
                let own = target.template_of_node(base.clone(), listed, symbols);
                node.upgraded = bringing.is_some() && own.version == target.version;
                node.template = self.templates.intern(own, None);
                self.set_condition(doc, listed, &mut node);
            }
            self.names.push(node_name(text, &zones[zone], ordinal, listed));
            self.nodes.push(node);
        }
        let next = self.next_ordinal(text, ordinal);
        let partial = bringing.is_some();
        let pool = pool(doc, text, groups.clone(), template, strategy, &target, partial);
        self.pools.push(pool);
        let state =
            PoolState { reservation: reservation(text, ordinal), ..PoolState::at_start(next) };
        let kind = strategy.run_of(NodeChange::Version);
        self.states.push(match bringing {
            Some(target) => PoolState {
                run: RunState::Cancelled,
                target: Some(target),
                kind,
                progress: progress(doc, text, strategy),
                ..state
            },
            None => state,
        });
        let own = self.nodes.values().filter(|node| groups.contains(&node.group));
        let mut shapes = PoolShapes::new(template, own.map(|node| node.template), shape);
        if let Some(id) = bringing {
            shapes.add_home(id, target);
            match kind.traits().sides {
                true => self.mark_sides(&groups),
                false => self.mark_surge_nodes(&groups, template, strategy.surge()),
            }
        }
        self.courses.push(shapes);
    }

    /// Sets what a listed node that is about to be added has been through before the run.
    fn set_condition(&mut self, doc: &Document, listed: &NodeText, node: &mut Node) {
        node.created = since_start(doc, listed.created_at);
        let id = self.nodes.next_id();
        let kept = listed.annotations.get(SCALE_DOWN_DISABLED);
        if kept.is_some_and(|value| value == "true") {
            self.kept_nodes.insert(id);
        }
        for (since, all) in [
            (listed.draining_since, &mut self.draining_since),
            (listed.cordoned_since, &mut self.cordoned_since),
        ] {
            if since.is_some() {
                all.insert(id, since_start(doc, since).min(SimTime::ZERO));
            }
        }
        if let Some(one) = &listed.not_ready {
            node.health = Health::Lost;
            node.failed_at = Some(since_start(doc, one.since).min(SimTime::ZERO));
            self.not_ready.insert(id, not_ready(one));
        }
        node.cordoned_by = listed.unschedulable.then_some(START);
        if listed.recreating {
            (node.phase, node.taken) = (NodePhase::Recreating { ready_at: None }, true);
            node.cordoned_by = Some(START);
        }
    }

    /// Old nodes that are cordoned, and not by a user, are in progress; newer ones than the target aren't old. A surge upgrade creates a node before it cordons an old one, so the last
    /// upgraded nodes of the zone are their surge nodes (SU-06).
    fn mark_surge_nodes(&mut self, groups: &[GroupId], target: TemplateId, settings: Surge) {
        for group in groups {
            let ids = || self.nodes.ids().filter(|id| self.nodes[*id].group == *group);
            let version = |template| self.templates.all[template].version;
            let in_progress = |id: &NodeId| {
                let node = &self.nodes[*id];
                let old = !node.upgraded && version(node.template) <= version(target);
                old && node.cordoned_by.is_some() && !self.cordoned_since.contains_key(id)
            };
            // One that isn't Ready yet replaces an old node that isn't cordoned yet.
            let awaits = |id: &NodeId| self.not_ready.get(id).is_some_and(|one| one.awaited);
            let most = settings.max_surge as usize;
            let awaited: Vec<NodeId> = ids().filter(awaits).take(most).collect();
            let count = (ids().filter(in_progress).count() + awaited.len()).min(most);
            let ready = |id: &NodeId| self.nodes[*id].upgraded && !awaits(id);
            let upgraded: Vec<NodeId> = ids().filter(ready).collect();
            for id in awaited.into_iter().chain(upgraded.into_iter().rev()).take(count) {
                self.nodes[id].surge = true;
            }
        }
    }

    /// Upgraded nodes of a blue-green upgrade are green, the others blue.
    fn mark_sides(&mut self, groups: &[GroupId]) {
        for id in self.nodes.ids().collect::<Vec<NodeId>>() {
            let node = &mut self.nodes[id];
            if groups.contains(&node.group) {
                node.side = Some(if node.upgraded { Side::Green } else { Side::Blue });
            }
        }
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

/// The pool at time 0. `partial`: an upgrade from `template` to `target` has begun.
fn pool(
    doc: &Document,
    text: &PoolText,
    groups: Vec<GroupId>,
    template: TemplateId,
    strategy: Strategy,
    target: &NodeShape,
    partial: bool,
) -> Pool {
    let upgrading_since = text.upgrading_since.filter(|_| partial);
    Pool {
        name: text.name.clone(),
        groups,
        template,
        partial,
        upgrading_since: upgrading_since
            .map(|since| since_start(doc, Some(since)).min(SimTime::ZERO)),
        strategy,
        drain: drain(text),
        spot: text.config.spot || text.config.preemptible,
        autoscaling: autoscaling::of_pool(text),
        any_reservation: text.reserved() == Reserved::First,
        auto_repair: text.management.auto_repair.unwrap_or(true) || doc.cluster.autopilot.enabled,
        live_migrates: accelerators::of_nodes(&target.config).is_none(),
        multi_host: text.is_multi_host(),
        life: life(text),
        auto_upgrade: text.management.auto_upgrade.unwrap_or(false),
    }
}

/// The quotas of which nodes of some pool take.
pub(crate) fn quotas(doc: &Document) -> Vec<Quota> {
    let units = |units: Option<&i64>| units.map_or(0, |units| u32::try_from(*units).unwrap_or(0));
    let quotas = doc.cluster.quotas.iter().map(|(name, left)| Quota {
        name: name.clone(),
        left: units(Some(left)),
        per_node: doc.pools.iter().map(|pool| units(pool.quotas.get(name))).collect(),
    });
    quotas.collect()
}

/// The phase of an upgrade with two sides at time 0, and the rest of its soak, or of its wait: by the time at which blue is
/// deleted; else a wait by when the upgrade began, if that is known.
fn progress(doc: &Document, text: &PoolText, strategy: Strategy) -> Progress {
    let info = &text.update_info.sides;
    let phase = Phase::named(&info.phase);
    let left = info.deletion.map(|at| SimSpan::from_ms(at.0.saturating_sub(doc.start_unix_ms())));
    let gone_by = |at: &Instant| SimSpan::from_ms(doc.start_unix_ms().saturating_sub(at.0));
    let rest = match (phase, strategy.wait()) {
        (Some(Phase::NodePoolSoaking), _) => {
            left.or(strategy.blue_green().map(|own| own.pool_soak))
        }
        (Some(Phase::WaitingToDrainBluePool), Some(wait)) => {
            let since = text.upgrading_since.as_ref().map(gone_by);
            left.or(since.map(|since| wait - since)).or(Some(wait)).map(|left| left.min(wait))
        }
        _ => None,
    };
    let soak = rest.map(|rest| Soak::Left(rest.max(SimSpan::ZERO)));
    Progress { phase, soak, ..Progress::default() }
}

/// The shape from which an upgrade of the pool has begun, if one has (UP-15, SU-27).
fn before_upgrade(text: &PoolText, target: &NodeShape, strategy: Strategy) -> Option<NodeShape> {
    let from = Version::parse(&text.upgrading_from)?;
    let is_known = match strategy.run_of(NodeChange::Version) {
        RunKind::Surge => !text.is_multi_host(),
        kind if kind.traits().sides => Phase::named(&text.update_info.sides.phase).is_some(),
        _ => false,
    };
    (is_known && Some(from) != target.version).then(|| target.with_version(from))
}

fn not_ready(text: &NotReadyText) -> NotReady {
    let said = [text.reason.as_str(), &text.message];
    let said: Vec<&str> = said.into_iter().filter(|one| !one.is_empty()).collect();
    NotReady { condition: said.join(": "), awaited: text.awaited }
}

pub(super) fn since_start(doc: &Document, instant: Option<Instant>) -> SimTime {
    instant.map_or(SimTime::ZERO, |instant| {
        SimTime::from_ms(instant.0.saturating_sub(doc.start_unix_ms()))
    })
}
