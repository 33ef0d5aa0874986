//! Persistent volume claims of workloads.

use super::setting::NameKind;
use crate::field::document;

/// `accessMode`.
pub const ACCESS_MODES: &[&str] =
    &["ReadWriteOnce", "ReadWriteOncePod", "ReadOnlyMany", "ReadWriteMany"];

document! {
    /// A persistent volume claim with its disk, or the claims that a StatefulSet makes of a template.
    pub struct VolumeClaim {
        /// Name of the claim or of the template. Workloads of a namespace that name the same claim share it; `{n}` stands for the
        /// number of a copy.
        "name" name: String: required { name_of(NameKind::Label).named() },
        /// StatefulSet: has each ordinal a claim of its own, as `volumeClaimTemplates` make them?
        "perPod" per_pod: bool,
        /// `ReadWriteOnce` (if missing), `ReadWriteOncePod`, `ReadOnlyMany` or `ReadWriteMany`.
        "accessMode" access_mode: String { words(ACCESS_MODES) },
        /// `WaitForFirstConsumer` (if missing) or `Immediate`: when an unbound claim gets its disk.
        "volumeBindingMode" volume_binding_mode: String { words(&["WaitForFirstConsumer", "Immediate"]) },
        /// Where its disk is if it is bound: one zone, or the two of a regional disk. With `perPod` that of all claims that
        /// aren't listed.
        "zones" zones: Vec<String>,
        /// The node that its disk is part of, if it is local to one: its Pods fit no other. Without `perPod`.
        "node" node: String { name_of(NameKind::Node) },
        /// Unbound: the zones that its class allows (`allowedTopologies`); all if missing.
        "allowedZones" allowed_zones: Vec<String>,
        /// Unbound: does its class make regional disks, in two zones?
        "regional" regional: bool,
        /// `perPod`: claims that are bound.
        "claims" claims: Vec<OrdinalClaim>,
    }

    /// The claim of one Pod of a StatefulSet.
    pub struct OrdinalClaim {
        /// The ordinal of the Pod.
        "ordinal" ordinal: i64: required { count() },
        /// Where its disk is.
        "zones" zones: Vec<String>,
        /// The node that its disk is part of, if it is local to one: its Pod fits no other.
        "node" node: String { name_of(NameKind::Node) },
    }
}
