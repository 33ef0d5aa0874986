//! The settings of gcloud flags, with the names of the container API.

use scenario::document::setting::{GcloudFlag, Take};
use scenario::document::{Cluster, Pool};
use scenario::field::{FieldType, StructType};

/// The setting of a flag.
pub(super) struct FlagSetting {
    pub(super) flag: GcloudFlag,
    /// The path of the setting in a pool, a cluster or a maintenance exclusion.
    pub(super) path: String,
    /// GKE's default.
    pub(super) default: &'static str,
    /// The fields of the setting's struct.
    pub(super) inner: Option<&'static StructType>,
    pub(super) of: FlagOwner,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum FlagOwner {
    Pool,
    Cluster,
    Exclusion,
}

impl FlagSetting {
    /// Is it one of the surge flags, of which gcloud wants both or none (UP-02)?
    pub(super) fn is_surge(&self) -> bool {
        self.path.starts_with("upgradeSettings.max")
    }
}

/// Every flag of a pool or of a cluster, with its setting.
pub(super) fn all(of: FlagOwner) -> Vec<FlagSetting> {
    let spec = match of {
        FlagOwner::Pool => Pool::SPEC,
        FlagOwner::Cluster | FlagOwner::Exclusion => Cluster::SPEC,
    };
    let mut all = Vec::new();
    collect(spec, "", of, &mut all);
    all
}

fn collect(spec: &'static StructType, above: &str, of: FlagOwner, all: &mut Vec<FlagSetting>) {
    for field in spec.fields {
        let path = format!("{above}{}", field.target());
        let inner = field.kind.spec();
        for flag in field.setting.flags.into_iter().flatten() {
            let mut path = path.clone();
            if let (FieldType::Struct(_), Take::Switch) = (field.kind, flag.take) {
                path.push_str(".enabled");
            }
            all.push(FlagSetting { flag, path, default: field.setting.default, inner, of });
        }
        match field.kind {
            FieldType::Struct(inner) => collect(inner, &format!("{path}."), of, all),
            FieldType::Map(FieldType::Struct(inner)) => {
                collect(inner, "", FlagOwner::Exclusion, all);
            }
            _ => {}
        }
    }
}

/// Flags that name the cluster, the pool, the version, or the reservation, or local SSDs.
#[rustfmt::skip]
pub(super) const WHICH: [&str; 18] = [
    "--add-maintenance-exclusion-name", "--cluster", "--node-pool", "--zone", "--region", "--location", "--cluster-version", "--master", "--project",
    "--async", "--quiet", "--all", "--respect-pdb", "--reservation-affinity", "--reservation",
    "--local-ssd-count", "--ephemeral-storage-local-ssd", "--local-nvme-ssd-block",
];

/// Switches of gcloud without effect here.
#[rustfmt::skip]
pub(super) const SWITCHES: [&str; 67] = [
    "--respect-pdb", "--async", "--quiet", "--master", "--all", "--enable-ip-alias", "--enable-private-nodes",
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

/// Flags of gcloud with a value but without effect here.
#[rustfmt::skip]
pub(super) const VALUES: [&str; 55] = [
    "--project", "--account", "--configuration", "--format", "--verbosity", "--filter", "--cluster", "--node-pool",
    "--zone", "--region", "--location", "--cluster-version", "--network", "--subnetwork", "--create-subnetwork",
    "--cluster-ipv4-cidr", "--services-ipv4-cidr", "--cluster-secondary-range-name",
    "--services-secondary-range-name", "--master-ipv4-cidr", "--master-authorized-networks", "--scopes",
    "--service-account", "--tags", "--labels", "--update-labels", "--remove-labels", "--metadata",
    "--metadata-from-file", "--addons", "--update-addons", "--logging", "--monitoring", "--workload-pool",
    "--workload-metadata", "--min-cpu-platform", "--sandbox",
    "--boot-disk-kms-key", "--database-encryption-key", "--security-posture", "--workload-vulnerability-scanning",
    "--notification-config", "--fleet-project", "--tier", "--gateway-api", "--placement-policy",
    "--resource-manager-tags",
    "--system-config-from-file", "--autoprovisioning-config-file", "--max-cpu", "--max-memory", "--stack-type",
    "--binauthz-evaluation-mode", "--private-endpoint-subnetwork", "--logging-variant",
];
