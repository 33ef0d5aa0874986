//! The kinds of change that recreate the nodes of a pool.

use crate::tables::named;
use base::muted;

named! {
    /// The kinds of change that recreate nodes by the pool's strategy (SU-04, BG-05, AM-29), with their names in scenarios.
    NodeChange {
        Version = "version",
        MachineType = "machineType",
        DiskType = "diskType",
        DiskSize = "diskSize",
        ImageType = "imageType",
        IpRotation = "ipRotation",
        CredentialRotation = "credentialRotation",
        NetworkPolicy = "networkPolicy",
        ImageStreaming = "imageStreaming",
        NetworkPerformance = "networkPerformance",
        Gvnic = "gvnic",
        NodeSystemConfig = "nodeSystemConfig",
        ConfidentialNodes = "confidentialNodes",
        StoragePools = "storagePools",
        ShieldedNodes = "shieldedNodes",
        IntranodeVisibility = "intranodeVisibility",
        NodeLocalDns = "nodeLocalDns",
        /// GKE recreates nodes at the same version (AM-30).
        VmDisruption = "vmDisruption",
    }
}

impl NodeChange {
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
}
