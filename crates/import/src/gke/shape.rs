//! Clusters, node pools and operations of the container API (v1), as far as used.

use super::super::loose::{Flag, Int, List, Present, Text, Tree, shape};
use scenario::instant;

shape! {
    /// A wrapper, a cluster or a node pool: one shape, because the kind is only known at the end.
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
        "autopilot" => autopilot: Enabled,
        "autoscaling" => autoscaling: Tree,
        "maintenancePolicy" => maintenance: Tree,
        "networkConfig" => network: Tree,
        "privateClusterConfig" => private: Tree,
        "defaultMaxPodsConstraint" => default_max_pods: MaxPods,
        "nodePoolUpgradeConcurrencyConfig" => pools_at_once: Tree,
        "createTime" => created: Text,
        // `get-upgrade-info` has them; people add them by hand.
        "endOfStandardSupportTimestamp" => standard_support: Text,
        "endOfExtendedSupportTimestamp" => extended_support: Text,
        "scheduleUpgradeConfig" => schedule_upgrades: Enabled,
        "currentNodeCount" => node_count: Int,
        "endpoint" => endpoint: Text,
        "masterAuth" => master_auth: Present,
        "nodeConfig" => node_config: Present,
        // A node pool
        "config" => config: Tree,
        "version" => version: Text,
        "initialNodeCount" => initial_node_count: Int,
        "upgradeSettings" => upgrade: Tree,
        "management" => management: Tree,
        "maxPodsConstraint" => max_pods: Tree,
        "nodeDrainConfig" => drain: Tree,
        "placementPolicy" => placement: Tree,
        "instanceGroupUrls" => groups: List<Text>,
        "queuedProvisioning" => queued: Tree,
        "podIpv4CidrSize" => cidr_size: Int,
        // Addresses for Pods.
        "clusterIpv4Cidr" => cidr: Text,
        "updateInfo" => update_info: Tree,
        // A command creates it.
        "gcloudCreated" => by_command: Flag,
        // Terraform is to create it, or files of configuration describe it.
        "terraformWanted" => wanted: Flag,
        "status" => status: Text,
        "statusMessage" => status_message: Text,
        "conditions" => conditions: List<StatusCondition>,
    }

    StatusCondition {
        "code" => code: Text,
        "canonicalCode" => canonical: Text,
        "message" => message: Text,
    }
}

impl StatusCondition {
    /// Newer ones only have the canonical code.
    pub(crate) fn code(&self) -> &str {
        let code = self.code.some().filter(|code| *code != "UNKNOWN");
        code.or(self.canonical.some()).unwrap_or("UNKNOWN")
    }
}

/// Is it the message of a request that exceeds a quota?
pub(crate) fn exceeds_quota(message: &str) -> bool {
    let message = message.to_ascii_lowercase();
    message.contains("insufficient") && message.contains("quota")
}

/// A node pool is read with the same shape.
pub(crate) type Pool = Top;

shape! {
    Enabled {
        "enabled" => enabled: Flag,
    }

    MaxPods {
        "maxPodsPerNode" => max_pods: Int,
    }
}

shape! {
    /// A region or a reservation of the Compute Engine API.
    Capacity {
        "name" => name: Text,
        "quotas" => quotas: List<Quota>,
        "specificReservation" => machines: Option<Machines>,
        "zone" => zone: Text,
        // Only reservations of Terraform have it: they are to be applied.
        "terraformWanted" => wanted: Option<bool>,
    }

    Quota {
        "metric" => metric: Text,
        "limit" => limit: Int,
        "usage" => usage: Int,
    }

    Machines {
        "count" => count: Int,
        "inUseCount" => used: Int,
    }
}

impl Quota {
    /// What of it is left.
    pub(crate) fn free(&self) -> Option<i64> {
        Some(self.limit.0?.saturating_sub(self.usage.0?).max(0))
    }
}

shape! {
    /// `ClusterUpgradeInfo` and `NodePoolUpgradeInfo` of the container API.
    UpgradeInfo {
        "autoUpgradeStatus" => status: List<Text>,
        "pausedReason" => paused: List<Text>,
        "minorTargetVersion" => minor: Text,
        "patchTargetVersion" => patch: Text,
        "endOfStandardSupportTimestamp" => standard_support: Text,
        "endOfExtendedSupportTimestamp" => extended_support: Text,
    }
}

/// The code of an error: the operation was cancelled.
const CANCELLED: i64 = 1;

shape! {
    Operations {
        "operations" => operations: Option<List<Operation>>,
        "name" => name: Text,
        "operationType" => kind: Text,
        "status" => status: Text,
        "statusMessage" => status_message: Text,
        "detail" => detail: Text,
        "targetLink" => target: Text,
        "selfLink" => self_link: Text,
        "startTime" => started: Text,
        "endTime" => ended: Text,
        "progress" => progress: OperationProgress,
        "error" => error: OperationError,
    }

    OperationError {
        "code" => code: Int,
        "message" => message: Text,
    }

    OperationProgress {
        "metrics" => metrics: List<Metric>,
    }

    Metric {
        "name" => name: Text,
        "intValue" => value: Int,
    }
}

/// An operation is read with the shape of their list.
pub(crate) type Operation = Operations;

/// The subject of a running upgrade.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Upgrades<'a> {
    ControlPlane,
    Pool(&'a str),
}

impl Operation {
    /// What it upgrades; `None` if it doesn't run, or does something else.
    pub(crate) fn upgrades(&self) -> Option<Upgrades<'_>> {
        if !matches!(&*self.status, "RUNNING" | "PENDING" | "ABORTING") {
            return None;
        }
        match &*self.kind {
            "UPGRADE_MASTER" => Some(Upgrades::ControlPlane),
            _ => self.pool().map(Upgrades::Pool),
        }
    }

    /// The pool whose nodes it upgrades.
    pub(crate) fn pool(&self) -> Option<&str> {
        let upgrades = matches!(&*self.kind, "UPGRADE_NODES" | "AUTO_UPGRADE_NODES");
        self.target.split("/nodePools/").nth(1).filter(|_| upgrades)?.split('/').next()
    }

    /// The pool that it has upgraded, and when that began; `None` if it isn't over, or has failed.
    pub(crate) fn upgraded(&self) -> Option<(&str, i64)> {
        let start = self.start()?;
        let is_done = self.is_over() && self.message().is_empty() && self.cancelled().is_none();
        self.pool().filter(|_| is_done).map(|pool| (pool, start))
    }

    /// What went wrong, if anything did.
    pub(crate) fn message(&self) -> &str {
        self.error.message.some().or(self.status_message.some()).unwrap_or_default()
    }

    /// The pool whose upgrade has ended with an error.
    pub(crate) fn failed(&self) -> Option<&str> {
        let is_error = self.is_over() && !self.message().is_empty() && self.cancelled().is_none();
        self.pool().filter(|_| is_error)
    }

    /// The pool whose upgrade is over, in one way or another.
    pub(crate) fn has_ended(&self) -> Option<&str> {
        self.upgraded().map(|(pool, _)| pool).or(self.cancelled()).or(self.failed())
    }

    fn is_over(&self) -> bool {
        &*self.status == "DONE"
    }

    /// The pool whose upgrade was cancelled, and has ended.
    pub(crate) fn cancelled(&self) -> Option<&str> {
        let is_said = self.message().to_ascii_lowercase().contains("cancel");
        let is_cancelled = self.is_over() && (is_said || self.error.code.0 == Some(CANCELLED));
        self.pool().filter(|_| is_cancelled)
    }

    /// When it began.
    pub(crate) fn start(&self) -> Option<i64> {
        instant::parse(self.started.some()?)
    }

    /// When it ended.
    pub(crate) fn end(&self) -> Option<i64> {
        instant::parse(self.ended.some()?)
    }

    /// Is it being cancelled? Then nothing resumes it (UP-12).
    pub(crate) fn is_aborting(&self) -> bool {
        &*self.status == "ABORTING"
    }

    /// Did GKE start it? Its type or its detail says so, if anything does.
    pub(crate) fn is_automatic(&self) -> bool {
        let detail = self.detail.to_ascii_lowercase();
        &*self.kind == "AUTO_UPGRADE_NODES"
            || ["auto-upgrade", "auto upgrade", "automatic"]
                .iter()
                .any(|word| detail.contains(word))
    }

    /// The number of nodes that are done, if it says so.
    pub(crate) fn nodes_done(&self) -> Option<u32> {
        self.metric(&["NODES_COMPLETE", "NODES_DONE"])
    }

    /// The number of nodes that it upgrades in all, if it says so.
    pub(crate) fn nodes_total(&self) -> Option<u32> {
        self.metric(&["NODES_TOTAL"])
    }

    fn metric(&self, names: &[&str]) -> Option<u32> {
        let metrics = self.progress.metrics.iter();
        let known = metrics.filter(|one| names.contains(&&*one.name));
        known
            .max_by_key(|metric| metric.value.0)
            .and_then(|metric| u32::try_from(metric.value.0?).ok())
    }
}
