//! Which load balancer a Service gets. What held when it was created decides for good (LB-21 … LB-23); a Service that exists
//! shows it by its finalizer.

use crate::version::Version;
use base::{muted, order};

/// The five kinds that GKE makes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum BalancerKind {
    /// Internal passthrough Network Load Balancer, `GCE_VM_IP` NEGs.
    InternalNeg,
    /// Internal passthrough Network Load Balancer, instance groups.
    InternalGroup,
    /// Backend service-based external passthrough Network Load Balancer, `GCE_VM_IP` NEGs.
    ExternalNeg,
    /// Backend service-based external passthrough Network Load Balancer, instance groups.
    ExternalGroup,
    /// Target pool-based external passthrough Network Load Balancer.
    TargetPool,
}

/// What holds the backends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Backend {
    /// `GCE_VM_IP` network endpoint groups: one per Service and zone.
    Neg,
    /// Unmanaged instance groups: one per zone for all Services.
    InstanceGroup,
    TargetPool,
}

impl BalancerKind {
    pub fn is_internal(self) -> bool {
        matches!(self, Self::InternalNeg | Self::InternalGroup)
    }

    /// The message that names it.
    pub fn key(self) -> &'static str {
        match self {
            Self::InternalNeg => "balancer-internal-neg",
            Self::InternalGroup => "balancer-internal-group",
            Self::ExternalNeg => "balancer-external-neg",
            Self::ExternalGroup => "balancer-external-group",
            Self::TargetPool => "balancer-target-pool",
        }
    }

    pub fn backend(self) -> Backend {
        match self {
            Self::InternalNeg | Self::ExternalNeg => Backend::Neg,
            Self::InternalGroup | Self::ExternalGroup => Backend::InstanceGroup,
            Self::TargetPool => Backend::TargetPool,
        }
    }
}

impl Backend {
    /// Does one of them serve all Services of the cluster?
    ///
    /// Rulebook: LB-18, LB-19, LB-28. Source: About LoadBalancer Services.
    pub fn is_shared(self) -> bool {
        self == Self::InstanceGroup && !muted("LB-28")
    }

    /// How many there are for a Service, in a cluster with nodes in so many zones; empty NEGs count.
    ///
    /// Rulebook: LB-17, LB-20, LB-24. Source: About LoadBalancer Services.
    pub fn groups(self, zones: usize) -> usize {
        if self == Self::TargetPool && !muted("LB-20") { 1 } else { zones }
    }
}

/// What decides about the kind of a Service: at its creation, or as it is declared now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Declared<'a> {
    /// Names and values.
    pub annotations: &'a [(&'a str, &'a str)],
    /// `spec.loadBalancerClass`.
    pub class: Option<&'a str>,
    /// The cluster's version. `None`: not known; missing parts may be any.
    pub version: Option<Version>,
    /// GKE subsetting is on. `None`: not known.
    pub subsetting: Option<bool>,
}

/// What is known of a Service's load balancer. No kind: GKE makes none for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WhichKind {
    Known(Option<BalancerKind>),
    /// One of these, sorted: a version or the state of subsetting isn't known.
    OneOf(Vec<Option<BalancerKind>>),
}

/// What is known of a Service that exists.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Live {
    pub kind: WhichKind,
    /// Nothing on the Service shows its kind: it would get this one if it was created now.
    pub assumed: bool,
}

/// The annotations that ask for an internal load balancer: that of today, and that of versions before 1.17.
pub const INTERNAL: [&str; 2] =
    ["networking.gke.io/load-balancer-type", "cloud.google.com/load-balancer-type"];
/// The annotation that asks for a backend service.
pub const BACKEND_SERVICE: &str = "cloud.google.com/l4-rbs";
const TARGET_POOL: &str = "service.kubernetes.io/target-pool";

/// The first version with annotation `l4-rbs`.
const BACKEND_SERVICES: Version = version(1, 25, Some(5), None);
/// The first version in which external backend services have NEGs.
const EXTERNAL_NEGS: Version = version(1, 32, Some(2), Some(1_652_000));
/// The first version with `spec.loadBalancerClass`.
const CLASSES: Version = version(1, 33, Some(1), Some(1_779_000));
/// The first version in which subsetting is always on.
const SUBSETTING: Version = version(1, 36, None, None);
/// The first version in which external Services have backend services and NEGs without an annotation.
const NO_TARGET_POOLS: Version = version(1, 37, None, None);
const CHANGES: [Version; 5] =
    [BACKEND_SERVICES, EXTERNAL_NEGS, CLASSES, SUBSETTING, NO_TARGET_POOLS];

const fn version(major: u32, minor: u32, patch: Option<u32>, gke: Option<u32>) -> Version {
    Version { major, minor, patch, gke }
}

/// The kind that a class stands for, by the end of its name.
const CLASS_PREFIX: &str = "networking.gke.io/l4-regional-";
const CLASS: [(&str, BalancerKind); 4] = [
    ("external", BalancerKind::ExternalNeg),
    ("internal", BalancerKind::InternalNeg),
    ("external-legacy", BalancerKind::TargetPool),
    ("internal-legacy", BalancerKind::InternalGroup),
];

/// Of several on a Service, that of the newest controller counts.
const FINALIZER_PREFIX: &str = "gke.networking.io/l4-";
const FINALIZERS: [(&str, BalancerKind); 5] = [
    ("netlb-v3", BalancerKind::ExternalNeg),
    ("netlb-v2", BalancerKind::ExternalGroup),
    ("netlb-v1", BalancerKind::TargetPool),
    ("ilb-v2", BalancerKind::InternalNeg),
    ("ilb-v1", BalancerKind::InternalGroup),
];

/// The kind of a Service that is created with this. What isn't known may be anything.
///
/// Rulebook: LB-03 … LB-05, LB-16 … LB-20, BS-60, BS-61. Source: About LoadBalancer Services; LoadBalancer Service parameters.
pub fn at_creation(declared: &Declared<'_>) -> WhichKind {
    // The kind changes at these versions only, and an unknown part of a version sorts before any known one.
    let own = declared.version.unwrap_or_default();
    let may_be = |other: &Version| declared.version.is_none_or(|version| version.covers(*other));
    let versions = [own].into_iter().chain(CHANGES.into_iter().filter(may_be));
    let mut kinds: Vec<Option<BalancerKind>> = versions
        .flat_map(|version| {
            let subsetting =
                [declared.subsetting.unwrap_or(false), declared.subsetting.unwrap_or(true)];
            subsetting.map(|subsetting| kind(declared, version, subsetting))
        })
        .collect();
    order::sort(&mut kinds);
    kinds.dedup();
    match kinds.as_slice() {
        [kind] => WhichKind::Known(*kind),
        _ => WhichKind::OneOf(kinds),
    }
}

/// The kind of a Service that exists. Its finalizer comes before everything that is declared now.
///
/// Rulebook: BS-128, LB-21 … LB-23. Source: ingress-gce, cloud-provider-gcp.
pub fn of_live(finalizers: &[&str], now: &Declared<'_>) -> Live {
    let ends = || finalizers.iter().filter_map(|name| name.strip_prefix(FINALIZER_PREFIX));
    let row = FINALIZERS.iter().find(|(end, _)| ends().any(|other| other == *end));
    let shown = row
        .map(|(_, kind)| *kind)
        .or_else(|| annotation(now, TARGET_POOL).map(|_| BalancerKind::TargetPool))
        .or_else(|| now.class.and_then(of_class));
    match shown.filter(|_| !muted("BS-128")) {
        Some(kind) => Live { kind: WhichKind::Known(Some(kind)), assumed: false },
        None => Live { kind: at_creation(now), assumed: true },
    }
}

fn kind(declared: &Declared<'_>, version: Version, subsetting: bool) -> Option<BalancerKind> {
    let from = |first: Version| version >= first;
    let is_past = |first: Version| from(first) && !muted("BS-61");
    let subsetting = subsetting || is_past(SUBSETTING);
    if let Some(name) = declared.class {
        let kind = of_class(name).filter(|_| is_past(CLASSES));
        return kind.filter(|kind| *kind != BalancerKind::InternalNeg || subsetting);
    }
    let is_internal = INTERNAL.iter().any(|name| annotation(declared, name) == Some("Internal"));
    let asks = annotation(declared, BACKEND_SERVICE) == Some("enabled");
    let has_backend_service = asks && from(BACKEND_SERVICES) && !muted("LB-05");
    Some(if is_internal && !muted("LB-03") {
        if subsetting && !muted("LB-17") {
            BalancerKind::InternalNeg
        } else {
            BalancerKind::InternalGroup
        }
    } else if is_past(NO_TARGET_POOLS) {
        BalancerKind::ExternalNeg
    } else if has_backend_service {
        let has_negs = from(EXTERNAL_NEGS) && !muted("BS-60");
        if has_negs { BalancerKind::ExternalNeg } else { BalancerKind::ExternalGroup }
    } else {
        BalancerKind::TargetPool
    })
}

/// The kind that GKE makes for a class; none for the class of another controller.
///
/// Rulebook: BS-61. Source: About LoadBalancer Services.
pub fn of_class(name: &str) -> Option<BalancerKind> {
    let end = name.strip_prefix(CLASS_PREFIX)?;
    CLASS.iter().find(|(other, _)| *other == end).map(|(_, kind)| *kind)
}

fn annotation<'a>(declared: &Declared<'a>, name: &str) -> Option<&'a str> {
    declared.annotations.iter().find(|(other, _)| *other == name).map(|(_, value)| *value)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RBS: &[(&str, &str)] = &[(BACKEND_SERVICE, "enabled")];
    const ILB: &[(&str, &str)] = &[(INTERNAL[0], "Internal")];

    fn read(annotations: &[(&str, &str)], version: &str, subsetting: Option<bool>) -> WhichKind {
        let version = Version::parse(version);
        at_creation(&Declared { annotations, class: None, version, subsetting })
    }

    /// BS-60: without a version, the annotation stands for three kinds, and with a part of one for two.
    #[test]
    fn what_isnt_known_is_said() {
        let three =
            [BalancerKind::ExternalNeg, BalancerKind::ExternalGroup, BalancerKind::TargetPool]
                .map(Some);
        assert_eq!(read(RBS, "", None), WhichKind::OneOf(three.to_vec()));
        let two = [BalancerKind::ExternalNeg, BalancerKind::ExternalGroup].map(Some);
        assert_eq!(read(RBS, "1.32", None), WhichKind::OneOf(two.to_vec()));
        assert_eq!(read(RBS, "1.33", None), WhichKind::Known(Some(BalancerKind::ExternalNeg)));
        assert_eq!(
            read(RBS, "1.25.4-gke.1", None),
            WhichKind::Known(Some(BalancerKind::TargetPool))
        );
        let two = [BalancerKind::InternalNeg, BalancerKind::InternalGroup].map(Some);
        assert_eq!(read(ILB, "1.31.5-gke.1", None), WhichKind::OneOf(two.to_vec()));
        assert_eq!(
            read(ILB, "1.36.0-gke.1", None),
            WhichKind::Known(Some(BalancerKind::InternalNeg))
        );
    }

    /// LB-04, LB-05: values other than the documented ones ask for nothing.
    #[test]
    fn annotations_have_exact_values() {
        let pool = WhichKind::Known(Some(BalancerKind::TargetPool));
        assert_eq!(read(&[(BACKEND_SERVICE, "true")], "1.33.0-gke.1", Some(true)), pool);
        assert_eq!(read(&[(INTERNAL[1], "External")], "1.33.0-gke.1", Some(true)), pool);
        let both = [ILB, RBS].concat();
        let internal = WhichKind::Known(Some(BalancerKind::InternalNeg));
        assert_eq!(read(&both, "1.33.0-gke.1", Some(true)), internal);
    }

    /// BS-61: a class comes before annotations; one that isn't GKE's gets no load balancer from it.
    #[test]
    fn a_class_decides_alone() {
        let read = |class, version, subsetting| {
            let version = Version::parse(version);
            at_creation(&Declared { annotations: RBS, class: Some(class), version, subsetting })
        };
        let internal = "networking.gke.io/l4-regional-internal";
        let known = "1.33.1-gke.1779000";
        assert_eq!(
            read(internal, known, Some(true)),
            WhichKind::Known(Some(BalancerKind::InternalNeg))
        );
        assert_eq!(read(internal, known, Some(false)), WhichKind::Known(None));
        assert_eq!(read(internal, "1.33.1-gke.1", Some(true)), WhichKind::Known(None));
        let maybe = WhichKind::OneOf(vec![None, Some(BalancerKind::InternalNeg)]);
        assert_eq!(read(internal, known, None), maybe);
        assert_eq!(read("example.com/lb", known, Some(true)), WhichKind::Known(None));
    }

    /// BS-128: what is only declared is assumed.
    #[test]
    fn a_service_without_traces_is_assumed() {
        let now = Declared { annotations: RBS, ..Declared::default() };
        let v2_and_v3 = ["gke.networking.io/l4-netlb-v2", "gke.networking.io/l4-netlb-v3"];
        let live = of_live(&v2_and_v3, &now);
        assert_eq!(
            live,
            Live { kind: WhichKind::Known(Some(BalancerKind::ExternalNeg)), assumed: false }
        );
        let live = of_live(&["service.kubernetes.io/load-balancer-cleanup"], &now);
        assert!(live.assumed && matches!(live.kind, WhichKind::OneOf(_)), "{live:?}");
    }
}
