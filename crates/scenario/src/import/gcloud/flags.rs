//! What the flags of gcloud set, with the names of the container API.

use super::values::Take;
use Take::{
    Accelerator, Exclusion, Int, List, Map, Policy, Seconds, Size, Switch, Taints, Text, Upper,
    Value,
};

/// A flag: its name, the path that it sets, and how its value is written.
pub(super) struct Flag {
    pub(super) name: &'static str,
    pub(super) path: &'static str,
    pub(super) take: Take,
}

const fn flag(name: &'static str, path: &'static str, take: Take) -> Flag {
    Flag { name, path, take }
}

/// Flags that set something of a node pool.
#[rustfmt::skip]
pub(super) const POOL: &[Flag] = &[
    flag("--num-nodes", "initialNodeCount", Int),
    flag("--size", "initialNodeCount", Int),
    flag("--node-version", "version", Text),
    flag("--machine-type", "config.machineType", Text),
    flag("--disk-size", "config.diskSizeGb", Size),
    flag("--disk-type", "config.diskType", Text),
    flag("--image-type", "config.imageType", Upper),
    flag("--spot", "config.spot", Switch),
    flag("--preemptible", "config.preemptible", Switch),
    flag("--flex-start", "config.flexStart", Switch),
    flag("--max-run-duration", "config.maxRunDuration", Seconds),
    flag("--node-labels", "config.labels", Map),
    flag("--node-taints", "config.taints", Taints),
    flag("--accelerator", "config.accelerators", Accelerator),
    flag("--max-pods-per-node", "maxPodsConstraint.maxPodsPerNode", Int),
    flag("--enable-autoscaling", "autoscaling.enabled", Switch),
    flag("--min-nodes", "autoscaling.minNodeCount", Int),
    flag("--max-nodes", "autoscaling.maxNodeCount", Int),
    flag("--total-min-nodes", "autoscaling.totalMinNodeCount", Int),
    flag("--total-max-nodes", "autoscaling.totalMaxNodeCount", Int),
    flag("--location-policy", "autoscaling.locationPolicy", Upper),
    flag("--enable-autoupgrade", "management.autoUpgrade", Switch),
    flag("--enable-autorepair", "management.autoRepair", Switch),
    flag("--max-surge-upgrade", "upgradeSettings.maxSurge", Int),
    flag("--max-unavailable-upgrade", "upgradeSettings.maxUnavailable", Int),
    flag("--enable-surge-upgrade", "upgradeSettings.strategy", Value("SURGE")),
    flag("--enable-blue-green-upgrade", "upgradeSettings.strategy", Value("BLUE_GREEN")),
    flag("--node-pool-soak-duration", "upgradeSettings.blueGreenSettings.nodePoolSoakDuration", Seconds),
    flag("--standard-rollout-policy", "upgradeSettings.blueGreenSettings.standardRolloutPolicy", Policy),
    flag("--autoscaled-rollout-policy", "upgradeSettings.blueGreenSettings.autoscaledRolloutPolicy", Policy),
    flag("--node-drain-grace-period-seconds", "nodeDrainConfig.graceTerminationDuration", Seconds),
    flag("--node-drain-pdb-timeout-seconds", "nodeDrainConfig.pdbTimeoutDuration", Seconds),
    flag("--respect-pdb-during-node-pool-deletion", "nodeDrainConfig.respectPdbDuringNodePoolDeletion", Switch),
    flag("--enable-queued-provisioning", "queuedProvisioning.enabled", Switch),
];

/// The zones of a pool, or of a cluster.
pub(super) const ZONES: Flag = flag("--node-locations", "locations", List);

/// Flags that set something of a cluster.
#[rustfmt::skip]
pub(super) const CLUSTER: &[Flag] = &[
    ZONES,
    flag("--release-channel", "releaseChannel.channel", Upper),
    flag("--default-max-pods-per-node", "defaultMaxPodsConstraint.maxPodsPerNode", Int),
    flag("--enable-scheduled-upgrades", "scheduleUpgradeConfig.enabled", Switch),
    flag("--autoscaling-profile", "autoscaling.autoscalingProfile", Upper),
    flag("--enable-autoprovisioning", "autoscaling.enableNodeAutoprovisioning", Switch),
    flag("--maintenance-window", "maintenancePolicy.window.dailyMaintenanceWindow.startTime", Text),
    flag("--maintenance-window-start", "maintenancePolicy.window.recurringWindow.window.startTime", Text),
    flag("--maintenance-window-end", "maintenancePolicy.window.recurringWindow.window.endTime", Text),
    flag("--maintenance-window-duration", "maintenancePolicy.window.recurringWindow.window.endTime", Take::Lasts),
    flag("--maintenance-window-recurrence", "maintenancePolicy.window.recurringWindow.recurrence", Text),
    flag("--clear-maintenance-window", "maintenancePolicy.window.recurringWindow", Take::Clear),
    flag("--maintenance-minor-version-disruption-interval", "maintenancePolicy.disruptionBudget.minorVersionDisruptionInterval", Text),
    flag("--maintenance-patch-version-disruption-interval", "maintenancePolicy.disruptionBudget.patchVersionDisruptionInterval", Text),
    flag("--add-maintenance-exclusion-name", "", Exclusion),
    flag("--add-maintenance-exclusion-start", "startTime", Exclusion),
    flag("--add-maintenance-exclusion-end", "endTime", Exclusion),
    flag("--add-maintenance-exclusion-scope", "maintenanceExclusionOptions.scope", Exclusion),
    flag("--add-maintenance-exclusion-until-end-of-support", "maintenanceExclusionOptions.endTimeBehavior", Value("UNTIL_END_OF_SUPPORT")),
    flag("--remove-maintenance-exclusion", "maintenancePolicy.window.maintenanceExclusions", Take::Remove),
];

/// The surge flags, of which gcloud wants both or none, and what GKE takes where nothing is said (UP-02).
pub(super) const SURGE: [(&str, i64); 2] =
    [("--max-surge-upgrade", 1), ("--max-unavailable-upgrade", 0)];

/// Flags that say which cluster or pool is meant, and which version.
#[rustfmt::skip]
pub(super) const WHICH: [&str; 11] = [
    "--cluster", "--node-pool", "--zone", "--region", "--location", "--cluster-version", "--master", "--project",
    "--async", "--quiet", "--all",
];

/// Flags of gcloud that are switches and of no effect here.
#[rustfmt::skip]
pub(super) const SWITCHES: [&str; 66] = [
    "--async", "--quiet", "--master", "--all", "--enable-ip-alias", "--enable-private-nodes",
    "--enable-private-endpoint", "--enable-master-authorized-networks", "--enable-shielded-nodes",
    "--enable-network-policy", "--enable-legacy-authorization", "--enable-kubernetes-alpha",
    "--enable-stackdriver-kubernetes", "--enable-cloud-logging", "--enable-cloud-monitoring",
    "--enable-cloud-endpoints", "--enable-basic-auth", "--enable-intra-node-visibility", "--enable-l4-ilb-subsetting",
    "--enable-managed-prometheus", "--enable-dataplane-v2", "--enable-vertical-pod-autoscaling",
    "--enable-workload-identity", "--enable-gvnic", "--enable-image-streaming", "--enable-confidential-nodes",
    "--enable-tpu", "--enable-fleet", "--enable-google-cloud-access", "--enable-master-global-access",
    "--enable-dns-access", "--enable-ip-access", "--enable-service-externalips", "--enable-cost-allocation",
    "--enable-nested-virtualization", "--shielded-secure-boot", "--shielded-integrity-monitoring",
    "--issue-client-certificate", "--no-issue-client-certificate", "--log-http", "--user-output-enabled",
    "--enable-insecure-kubelet-readonly-port", "--enable-multi-networking", "--enable-fqdn-network-policy",
    "--enable-autoprovisioning", "--enable-confidential-storage", "--enable-fast-socket",
    "--enable-kernel-module-signature-enforcement", "--enable-best-effort-provision", "--enable-secret-manager",
    "--enable-identity-service", "--enable-mesh-certificates", "--enable-backup-restore", "--enable-ray-operator",
    "--enable-runtime-vulnerability-insight", "--enable-cilium-clusterwide-network-policy",
    "--enable-tpu-service-networking", "--enable-k8s-certs-via-dns", "--enable-security-posture",
    "--enable-workload-vulnerability-scanning", "--enable-autoprovisioning-surge-upgrade",
    "--enable-autoprovisioning-blue-green-upgrade", "--enable-autoprovisioning-autoupgrade",
    "--enable-autoprovisioning-autorepair", "--disable-default-snat", "--internal-ip",
];

/// Flags of gcloud with a value and of no effect here.
#[rustfmt::skip]
pub(super) const VALUES: [&str; 62] = [
    "--project", "--account", "--configuration", "--format", "--verbosity", "--filter", "--cluster", "--node-pool",
    "--zone", "--region", "--location", "--cluster-version", "--network", "--subnetwork", "--create-subnetwork",
    "--cluster-ipv4-cidr", "--services-ipv4-cidr", "--cluster-secondary-range-name",
    "--services-secondary-range-name", "--master-ipv4-cidr", "--master-authorized-networks", "--scopes",
    "--service-account", "--tags", "--labels", "--update-labels", "--remove-labels", "--metadata",
    "--metadata-from-file", "--addons", "--update-addons", "--logging", "--monitoring", "--workload-pool",
    "--workload-metadata", "--min-cpu-platform", "--local-ssd-count", "--ephemeral-storage-local-ssd", "--sandbox",
    "--boot-disk-kms-key", "--database-encryption-key", "--security-posture", "--workload-vulnerability-scanning",
    "--notification-config", "--fleet-project", "--tier", "--gateway-api", "--placement-type", "--placement-policy",
    "--tpu-topology", "--reservation", "--reservation-affinity", "--resource-manager-tags",
    "--system-config-from-file", "--autoprovisioning-config-file", "--max-cpu", "--max-memory", "--stack-type",
    "--binauthz-evaluation-mode", "--private-endpoint-subnetwork", "--local-nvme-ssd-block", "--logging-variant",
];
