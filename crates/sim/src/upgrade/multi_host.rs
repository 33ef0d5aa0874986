//! Multi-host TPU slices: the whole pool is one unit and is recreated in one step, for all settings (BS-05,
//! AM-77).

use super::run_spec::RunSpec;
use super::slot::SlotAt;
use super::surge;
use super::work::{RunRules, Work};
use crate::cx::{Core, Cx};
use crate::rules::Rule;
use crate::wake::Wake;
use base::{NodeId, SimTime, ZoneId, broken, muted};
use model::node::{Node, NodePhase};
use trace::{Change, Subject};

/// The state of the pool's single slot.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) enum TpuSlice {
    New,
    Draining(Vec<NodeId>),
    Deleting(Vec<NodeId>),
    /// There is no capacity for the whole slice.
    Waiting {
        nodes: Vec<NodeId>,
        since: SimTime,
    },
    Booting(Vec<NodeId>),
    #[default]
    Over,
}

impl Work for TpuSlice {
    fn rules(&self) -> &'static RunRules {
        &surge::RULES
    }

    fn step(&mut self, cx: &mut Cx<'_>, spec: &mut RunSpec) {
        *self = cx.multi_host_step(spec, std::mem::take(self));
    }

    fn busy(&self) -> bool {
        !matches!(self, Self::New | Self::Over)
    }

    fn is_left(&self, _: &Core, _: &RunSpec) -> bool {
        *self != Self::Over
    }

    fn waiting(&self) -> Vec<(SimTime, usize)> {
        match self {
            Self::Waiting { since, .. } => vec![(*since, 0)],
            _ => Vec::new(),
        }
    }

    fn retry_request(&mut self, cx: &mut Cx<'_>, spec: &RunSpec, _: usize) {
        if let Self::Waiting { nodes, since } = self {
            *self = cx.boot_slice(spec, std::mem::take(nodes), *since);
        }
    }

    /// Recreates the whole slice again with the previous configuration.
    fn roll_back(&mut self, _: &mut Cx<'_>, _: &RunSpec) {
        *self = Self::New;
    }
}

fn is_off(node: &Node) -> bool {
    node.phase == NodePhase::Recreating { ready_at: None }
}

impl Cx<'_> {
    fn multi_host_step(&mut self, spec: &RunSpec, mut slice: TpuSlice) -> TpuSlice {
        loop {
            let before = core::mem::discriminant(&slice);
            slice = self.multi_host_once(spec, slice);
            if core::mem::discriminant(&slice) == before {
                return slice;
            }
        }
    }

    fn multi_host_once(&mut self, spec: &RunSpec, slice: TpuSlice) -> TpuSlice {
        let all = |sim: &Self, nodes: &[NodeId], are: fn(&Node) -> bool| {
            let known = &sim.core.world.cluster.nodes;
            nodes.iter().all(|node| are(&known[*node]))
        };
        match slice {
            TpuSlice::New => self.take_slice(spec),
            TpuSlice::Draining(nodes) => {
                // A VM that was taken away needs no drain, and a user's drain in the meantime changes nothing.
                let drains = |node: &NodeId| self.world.drains.by_upgrade(*node);
                let early = broken("multi-host/early") && !nodes.iter().all(drains);
                if nodes.iter().any(drains) && !early {
                    return TpuSlice::Draining(nodes);
                }
                for node in &nodes {
                    if self.world.cluster.nodes[*node].up() {
                        self.cause = self.world.node_row(*node);
                        self.wake_now(Wake::ForgetDrain(*node));
                        self.delete_node(*node, Rule::DeleteSlice, true);
                    }
                }
                TpuSlice::Deleting(nodes)
            }
            TpuSlice::Deleting(nodes) => {
                if all(self, &nodes, is_off) {
                    self.boot_slice(spec, nodes, self.now)
                } else {
                    TpuSlice::Deleting(nodes)
                }
            }
            // Taken away before the last one was Ready.
            TpuSlice::Booting(nodes) if !all(self, &nodes, |node| !is_off(node)) => {
                self.boot_slice(spec, nodes, self.now)
            }
            TpuSlice::Booting(nodes) if all(self, &nodes, Node::up) => {
                for node in &nodes {
                    self.cause = self.world.node_row(*node);
                    self.record(Rule::SliceDone, *node, Change::NodeDone);
                }
                TpuSlice::Over
            }
            // The wait may have been reported, and something else since.
            TpuSlice::Waiting { nodes, since } => self.boot_slice(spec, nodes, since),
            slice => slice,
        }
    }

    /// Takes all nodes of the pool at once, if one of them is old.
    fn take_slice(&mut self, spec: &RunSpec) -> TpuSlice {
        let cluster = &self.world.cluster;
        let ours = cluster
            .nodes
            .iter()
            .filter(|(_, node)| self.plan.groups[node.group].pool == spec.pool && node.up());
        let part = usize::from(broken("multi-host/part"));
        let nodes: Vec<NodeId> = ours.map(|(id, _)| id).skip(part).collect();
        let boots = self.zones_of(spec.pool).into_iter().any(|zone| self.old_boots(spec, zone));
        if nodes.iter().all(|node| self.at_target(spec.brings(), *node)) && !boots {
            return TpuSlice::Over;
        }
        if !self.takes_nodes(spec) || boots {
            return TpuSlice::New;
        }
        let cause = self.cause;
        for node in &nodes {
            self.cause = cause;
            let at = SlotAt {
                pool: spec.pool,
                zone: self.world.cluster.zone_of(self.plan, *node),
                number: 0,
                surge: false,
                target: spec.target,
                direction: spec.direction,
            };
            let change = Change::NodeTaken { slot: 0, surge: false };
            let taken = self.record(Rule::TakeSlice, *node, change);
            self.cause = taken.or(cause);
            self.cordon_old(at, *node, None, Rule::CordonSlice);
        }
        TpuSlice::Draining(nodes)
    }

    /// AM-77: creates no VM before there is capacity for all of them.
    fn boot_slice(&mut self, spec: &RunSpec, nodes: Vec<NodeId>, since: SimTime) -> TpuSlice {
        let all = &self.world.cluster.nodes;
        let off = nodes.iter().copied().filter(|node| is_off(&all[*node]));
        let off: Vec<NodeId> = off.collect();
        let vms = off.len() as u32;
        let zones: Vec<ZoneId> = {
            let cluster = &self.world.cluster;
            off.iter().map(|node| cluster.zone_of(self.plan, *node)).collect()
        };
        let refuses = |zone: &ZoneId| self.world.refusal(spec.pool, *zone, vms).is_some();
        let out = zones.into_iter().find(refuses);
        let out = out.filter(|_| !muted("AM-77") && !broken("multi-host/room"));
        if let Some(zone) = out {
            self.refuse_all(Rule::SliceWaits, Subject::Pool(spec.pool), zone, vms);
            return TpuSlice::Waiting { nodes, since };
        }
        for node in &off {
            self.recreate_node(*node, spec.target, Rule::RecreateSlice);
        }
        TpuSlice::Booting(nodes)
    }
}
