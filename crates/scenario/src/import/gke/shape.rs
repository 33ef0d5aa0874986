//! Clusters and node pools of the container API (v1), as far as they are read.

use super::super::kubectl::object::Taint;
use super::super::loose::{Flag, Int, List, Present, Table, Text, Tree, shape};

shape! {
    /// A wrapper, a cluster or a node pool: their keys are read side by side, for one may turn out to be the other.
    Top {
        "clusters" => clusters: Option<List<Top>>,
        "nodePools" => node_pools: Option<List<Pool>>,
        "name" => name: Text,
        "selfLink" => self_link: Text,
        // A cluster
        "location" => location: Text,
        "zone" => zone: Text,
        "locations" => locations: List<Text>,
        "currentMasterVersion" => master_version: Text,
        "currentNodeVersion" => node_version: Text,
        "initialClusterVersion" => initial_version: Text,
        "releaseChannel" => release_channel: Tree,
        "autopilot" => autopilot: Autopilot,
        "autoscaling" => autoscaling: Tree,
        "maintenancePolicy" => maintenance: Tree,
        "networkConfig" => network: Tree,
        "defaultMaxPodsConstraint" => default_max_pods: MaxPods,
        "nodePoolUpgradeConcurrencyConfig" => pools_at_once: Tree,
        "createTime" => created: Text,
        "scheduleUpgradeConfig" => schedule_upgrades: Enabled,
        "currentNodeCount" => node_count: Int,
        "endpoint" => endpoint: Text,
        "masterAuth" => master_auth: Present,
        "nodeConfig" => node_config: Present,
        // A node pool
        "config" => config: Option<Config>,
        "version" => version: Text,
        "initialNodeCount" => initial_node_count: Int,
        "upgradeSettings" => upgrade: Option<Upgrade>,
        "management" => management: Option<Management>,
        "maxPodsConstraint" => max_pods: MaxPods,
        "nodeDrainConfig" => drain: Drain,
        "instanceGroupUrls" => groups: List<Text>,
        "queuedProvisioning" => queued: Enabled,
        "podIpv4CidrSize" => cidr_size: Int,
        "updateInfo" => update_info: Tree,
        "status" => status: Text,
    }
}

/// A node pool is read with the same shape.
pub(in crate::import) type Pool = Top;

shape! {
    Autopilot {
        "enabled" => enabled: Flag,
    }
}

shape! {
    Enabled {
        "enabled" => enabled: Flag,
    }
}

shape! {
    Config {
        "machineType" => machine_type: Text,
        "spot" => spot: Flag,
        "preemptible" => preemptible: Flag,
        "flexStart" => flex_start: Flag,
        "reservationAffinity" => reservation: Tree,
        "maxRunDuration" => max_run: Text,
        "imageType" => image_type: Text,
        "diskType" => disk_type: Text,
        "diskSizeGb" => disk_size: Int,
        "labels" => labels: Table<Text>,
        "taints" => taints: List<Taint>,
        "accelerators" => accelerators: List<Accelerator>,
    }
}

shape! {
    Accelerator {
        "acceleratorCount" => count: Int,
        "acceleratorType" => kind: Text,
    }
}

shape! {
    Upgrade {
        "strategy" => strategy: Text,
        "maxSurge" => max_surge: Int,
        "maxUnavailable" => max_unavailable: Int,
        "blueGreenSettings" => blue_green: Tree,
    }
}

shape! {
    Management {
        "autoUpgrade" => auto_upgrade: Flag,
        "autoRepair" => auto_repair: Flag,
    }
}

shape! {
    MaxPods {
        "maxPodsPerNode" => max_pods: Int,
    }
}

shape! {
    Drain {
        "pdbTimeoutDuration" => pdb_timeout: Text,
        "graceTerminationDuration" => grace: Text,
        "respectPdbDuringNodePoolDeletion" => respect: Flag,
    }
}
