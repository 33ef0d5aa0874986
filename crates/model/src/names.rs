//! Names of everything, those of nodes and Pods that a run creates included (AM-83).

use super::cluster::Cluster;
use super::plan::Plan;
use super::script::NodeRef;
use super::workload::WorkloadKind;
use base::{NodeId, PodId};

/// Names that the scenario gives; later ones follow from numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names {
    /// Of the nodes that exist at time 0, by id.
    pub nodes: Vec<String>,
    /// Of the Pods that exist at time 0, by id; empty, or left out at the end, where it follows from the number.
    pub pods: Vec<String>,
}

/// `pool-zone-number`, the zone by its last part (`europe-west4-b` gives `b`).
pub fn generated_node(pool: &str, zone: &str, ordinal: u32) -> String {
    let zone = zone.rsplit('-').next().unwrap_or(zone);
    format!("{pool}-{zone}-{ordinal}")
}

impl Plan {
    /// The name by which a script means it.
    pub fn name_in_script(&self, node: NodeRef) -> String {
        match node {
            NodeRef::Start(id) => self.names.nodes.get(id.0 as usize).cloned(),
            NodeRef::Made {
                pool,
                zone,
                ordinal,
            } => {
                let zone = self.zones.get(zone);
                let pool = self.pools.get(pool);
                pool.zip(zone)
                    .map(|(pool, zone)| generated_node(&pool.name, &zone.name, ordinal))
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
            generated_node(
                &self.pools[group.pool].name,
                &self.zones[group.zone].name,
                node.ordinal,
            )
        })
    }

    /// The name that the scenario gives to a Pod, where it is not the one that follows from its number.
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
                _ => format!("{}-{}", workload.name, pod.number),
            }
        })
    }
}
