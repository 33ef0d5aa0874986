//! The kinds of change that recreate the nodes of a pool.

use base::muted;

base::enum_table! {
    /// The kinds of change that recreate nodes by the pool's strategy (SU-04, BG-05, AM-29), with their names in scenarios.
    #[derive(Default)]
    pub enum NodeChange, name, key {
        #[default]
        Version = "version", "change-version";
        MachineType = "machineType", "change-machine-type";
        DiskType = "diskType", "change-disk-type";
        DiskSize = "diskSize", "change-disk-size";
        ImageType = "imageType", "change-image-type";
        IpRotation = "ipRotation", "change-ip-rotation";
        CredentialRotation = "credentialRotation", "change-credential-rotation";
        NetworkPolicy = "networkPolicy", "change-network-policy";
        ImageStreaming = "imageStreaming", "change-image-streaming";
        NetworkPerformance = "networkPerformance", "change-network-performance";
        Gvnic = "gvnic", "change-gvnic";
        NodeSystemConfig = "nodeSystemConfig", "change-node-system-config";
        ConfidentialNodes = "confidentialNodes", "change-confidential-nodes";
        StoragePools = "storagePools", "change-storage-pools";
        ShieldedNodes = "shieldedNodes", "change-shielded-nodes";
        IntranodeVisibility = "intranodeVisibility", "change-intranode-visibility";
        NodeLocalDns = "nodeLocalDns", "change-node-local-dns";
        /// GKE recreates nodes at the same version (AM-30).
        VmDisruption = "vmDisruption", "change-vm-disruption";
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
