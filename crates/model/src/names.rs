//! Names of all objects, including the nodes and Pods that a run creates (AM-83).

use super::cluster::Cluster;
use super::plan::Plan;
use super::pool::Group;
use super::script::NodeRef;
use super::workload::WorkloadKind;
use base::{NodeId, PodId};

/// `pool-zone-number`, with the zone's last part (`europe-west4-b` gives `b`).
pub fn generated_node(pool: &str, zone: &str, ordinal: u32) -> String {
    let zone = zone.rsplit('-').next().unwrap_or(zone);
    format!("{pool}-{zone}-{ordinal}")
}

impl Plan {
    /// The node's name in a script.
    pub fn name_in_script(&self, node: NodeRef) -> String {
        match node {
            NodeRef::Start(id) => self.names.nodes.get(id.0 as usize).cloned(),
            NodeRef::Made { pool, zone, ordinal } => {
                let zone = self.zones.get(zone);
                let pool = self.pools.get(pool);
                pool.zip(zone).map(|(pool, zone)| generated_node(&pool.name, &zone.name, ordinal))
            }
        }
        .unwrap_or_default()
    }

    pub fn node_name(&self, cluster: &Cluster, id: NodeId) -> String {
        if let Some(name) = self.names.nodes.get(id.0 as usize) {
            return name.clone();
        }
        cluster.nodes.get(id).map_or_else(String::new, |node| {
            let group = self.groups[node.group];
            generated_node(&self.pools[group.pool].name, &self.zones[group.zone].name, node.ordinal)
        })
    }

    /// The Pod's name in the scenario, if it doesn't follow from its number.
    pub fn given_pod_name(&self, id: PodId) -> Option<&str> {
        let name = self.names.pods.get(id.0 as usize)?;
        (!name.is_empty()).then_some(name)
    }

    pub fn pod_name(&self, cluster: &Cluster, id: PodId) -> String {
        if let Some(name) = self.given_pod_name(id) {
            return name.to_owned();
        }
        cluster.pod(id).map_or_else(String::new, |pod| {
            let workload = &self.workloads[pod.workload];
            match workload.kind {
                WorkloadKind::Pod | WorkloadKind::Mirror => workload.name.clone(),
                _ if let Some(name) = self.names.ordinals.get(&(pod.workload, pod.number)) => {
                    name.clone()
                }
                _ if workload.revision > 0 => {
                    format!("{}-r{}-{}", workload.name, workload.revision + 1, pod.number)
                }
                _ => format!("{}-{}", workload.name, pod.number),
            }
        })
    }
}

impl NodeRef {
    /// The reference to a node in a script of the plan.
    pub fn of(plan: &Plan, cluster: &Cluster, id: NodeId) -> Option<Self> {
        if (id.0 as usize) < plan.names.nodes.len() {
            return Some(Self::Start(id));
        }
        let node = cluster.nodes.get(id)?;
        let Group { pool, zone } = plan.groups[node.group];
        let ordinal = node.ordinal;
        Some(Self::Made { pool, zone, ordinal })
    }

    /// The node, if it exists in the run.
    pub fn find(self, plan: &Plan, cluster: &Cluster) -> Option<NodeId> {
        match self {
            Self::Start(node) => Some(node),
            Self::Made { .. } => {
                let first = plan.names.nodes.len();
                let made = cluster.nodes.ids().skip(first);
                let mut made = made.filter(|id| Self::of(plan, cluster, *id) == Some(self));
                made.next()
            }
        }
    }
}
