//! The kinds of change that recreate the nodes of a pool.

use base::muted;

/// The kinds of change that recreate nodes by the pool's strategy (SU-04, BG-05, AM-29).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum NodeChange {
    Version,
    MachineType,
    DiskType,
    DiskSize,
    ImageType,
    IpRotation,
    CredentialRotation,
    NetworkPolicy,
    ImageStreaming,
    NetworkPerformance,
    Gvnic,
    NodeSystemConfig,
    ConfidentialNodes,
    StoragePools,
    ShieldedNodes,
    IntranodeVisibility,
    NodeLocalDns,
    /// GKE recreates nodes at the same version (AM-30).
    VmDisruption,
}

impl NodeChange {
    /// Their names in scenarios, in the order of the variants.
    pub const NAMES: [(&'static str, Self); 18] = [
        ("version", Self::Version),
        ("machineType", Self::MachineType),
        ("diskType", Self::DiskType),
        ("diskSize", Self::DiskSize),
        ("imageType", Self::ImageType),
        ("ipRotation", Self::IpRotation),
        ("credentialRotation", Self::CredentialRotation),
        ("networkPolicy", Self::NetworkPolicy),
        ("imageStreaming", Self::ImageStreaming),
        ("networkPerformance", Self::NetworkPerformance),
        ("gvnic", Self::Gvnic),
        ("nodeSystemConfig", Self::NodeSystemConfig),
        ("confidentialNodes", Self::ConfidentialNodes),
        ("storagePools", Self::StoragePools),
        ("shieldedNodes", Self::ShieldedNodes),
        ("intranodeVisibility", Self::IntranodeVisibility),
        ("nodeLocalDns", Self::NodeLocalDns),
        ("vmDisruption", Self::VmDisruption),
    ];

    /// Does it wait for an open window although a user requested it?
    ///
    /// Rulebook: MR-03, AM-28, AM-29. Source: Maintenance windows and exclusions.
    pub fn waits_for_maintenance(self) -> bool {
        match self {
            Self::IpRotation
            | Self::CredentialRotation
            | Self::NetworkPolicy
            | Self::ShieldedNodes
            | Self::IntranodeVisibility
            | Self::NodeLocalDns => !muted("MR-03"),
            Self::Version
            | Self::MachineType
            | Self::DiskType
            | Self::DiskSize
            | Self::ImageType
            | Self::ImageStreaming
            | Self::NetworkPerformance
            | Self::Gvnic
            | Self::NodeSystemConfig
            | Self::ConfidentialNodes
            | Self::StoragePools => muted("AM-28"),
            Self::VmDisruption => false,
        }
    }

    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, change)| *change == self).map_or("", |(name, _)| *name)
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|(_, change)| *change)
    }
}
