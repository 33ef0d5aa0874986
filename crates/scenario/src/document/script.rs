//! The script: what happens to the cluster, and when.

use super::assumptions::PodAssumptions;
use super::pod_spec::Container;
use super::pool::{NodeConfig, Taint};
use super::setting::{Hides, LONGEST_SECS, NameKind};
use super::upgrade_settings::UpgradeSettings;
use super::workload::Fails;
use crate::field::{Map, document};
use crate::primitive::IntOrText;
use crate::units::{Amount, At, Duration, Instant};
use model::node_change::NodeChange;

document! {
    /// An entry of the script. `do` determines which of the other fields apply.
    pub struct ScriptItem {
        /// When; with a phase, how long after it began; with `after`, how long after that work ended.
        "at" at: Option<At>,
        /// The work for whose end it waits: `pool/NAME`, `controlPlane`, or the position of an earlier entry, from 0.
        "after" after: Option<IntOrText> { hides(Hides::Work) },
        /// A phase of the pool's blue-green upgrade to wait for, as the API calls it.
        "phase" phase: String,
        /// `upgrade`, `cancel`, `resume`, `rollback`, `complete`, `set`, `cordon`, `uncordon`, `drain`, `open`, `close`, `quota`, `stockout`, `reservation`,
        /// `resize`, `preempt`, `fail`, `hostEvent`, `repair`, `target`, `rollout`.
        "do" action: String: required,
        /// The pool: upgrade, cancel, resume, rollback, complete, set, reservation, resize.
        "pool" pool: String { name_of(NameKind::Pool) },
        /// Upgrade, repair: the control plane instead of a pool.
        "controlPlane" control_plane: bool,
        /// Upgrade: the new version. Target: the default version of the channel from then on, to which GKE moves the cluster.
        "version" version: String,
        /// Upgrade: what changes; `version` if missing. `vmDisruption`: GKE recreates the VMs at the same version.
        "change" change: String,
        /// Upgrade, resume: started automatically by GKE, so only when maintenance may start.
        "automatic" automatic: bool,
        /// Upgrade: why GKE ignores windows and exclusions: `emergency`, `criticalPatch`, `endOfSupport`, `certificates`,
        /// `starvation`.
        "override" over: String,
        /// Upgrade: other changes of the nodes' configuration.
        "config" config: Option<NodeConfig>,
        /// Rollback: respect budgets.
        "respectPdb" respect_pdb: bool,
        /// Set: new labels of the pool's nodes.
        "labels" labels: Option<Map> { hides(Hides::Labels) },
        /// Set: new taints of the pool's nodes.
        "taints" taints: Option<Vec<Taint>>,
        /// Set: how the pool is upgraded from now on.
        "upgradeSettings" upgrade_settings: Option<UpgradeSettings>,
        /// Set, rollout, fail (its Pods are never ready on upgraded nodes): the workload, as `namespace/name` or `name`.
        "workload" workload: String { hides(Hides::Reference(NameKind::Workload)) },
        /// Set: its replicas.
        "replicas" replicas: Option<i64> { count() },
        /// Set: how long its images are pulled from now on.
        "imagePull" image_pull: Option<Duration> { seconds() },
        /// Set: how long its Pods take to end from now on.
        "shutdown" shutdown: Option<Duration> { seconds() },
        /// Set: its Pods ignore SIGTERM from now on.
        "ignoresSigterm" ignores_sigterm: Option<bool>,
        /// Rollout: back to the template before the last rollout, as `kubectl rollout undo` does.
        "undo" undo: bool,
        /// Rollout: the annotation `deployment.kubernetes.io/revision` of its Deployment.
        "revision" revision: Option<i64> { count() },
        /// Rollout: since when it has been under way, if it began before the start.
        "since" since: Option<Instant>,
        /// Rollout: since when its progress deadline has been exceeded, if it was before the start.
        "deadlineExceeded" deadline_exceeded: Option<Instant>,
        /// Rollout: the new image, which nodes pull again; the same if missing.
        "image" image: String,
        /// Rollout: request of a new Pod with one container; as before if missing.
        "requests" requests: Map<Amount> { hides(Hides::Resources) },
        /// Rollout: containers of the new Pods, if there are several.
        "containers" containers: Vec<Container>,
        /// Rollout: how containers of the new Pods fail; as before if missing.
        "fails" fails: Option<Vec<Fails>>,
        /// Rollout: durations of the new Pods; as before if missing.
        "assumptions" assumptions: PodAssumptions,
        /// Set: the budget, as `namespace/name` or `name`.
        "budget" budget: String { hides(Hides::Reference(NameKind::Budget)) },
        /// Set: Pods that must stay.
        "minAvailable" min_available: Option<IntOrText>,
        /// Set: Pods that may be missing.
        "maxUnavailable" max_unavailable: Option<IntOrText>,
        /// Cordon, uncordon, drain, preempt, fail, hostEvent: the node.
        "node" node: String { name_of(NameKind::Node) },
        /// Fail: what is wrong with the node, `kubelet` (if missing) or `disk`.
        "reason" reason: String,
        /// Drain: give up after this time.
        "timeout" timeout: Option<Duration> { seconds() },
        /// Drain: grace of every Pod; −1 = its own.
        "gracePeriodSeconds" grace_period_seconds: Option<i64> { between(-1, LONGEST_SECS) },
        /// Drain: also Pods without a controller.
        "force" force: bool,
        /// Drain: ignore DaemonSet Pods.
        "ignoreDaemonsets" ignore_daemonsets: bool,
        /// Drain: also Pods with emptyDir volumes.
        "deleteEmptydirData" delete_emptydir_data: bool,
        /// Drain: delete Pods instead of evicting them, without asking their budgets.
        "disableEviction" disable_eviction: bool,
        /// Drain: don't wait for Pods that have been terminating for more than this many seconds.
        "skipWaitForDeleteTimeout" skip_wait_for_delete_timeout: Option<i64> { seconds() },
        /// Quota: VMs that may exist beyond those of the start; unlimited if missing.
        "spareNodes" spare_nodes: Option<i64> { count() },
        /// Reservation: machines held for the pool; none if missing. Resize: nodes of each zone.
        "nodes" nodes: Option<i64> { between(0, 15_000) },
        /// Stockout: the zone.
        "zone" zone: String,
        /// Stockout: how long; until switched off if missing.
        "for" lasts: Option<Duration> { seconds() },
        /// Stockout, fail: begins (if missing) or ends.
        "on" on: Option<bool>,
        /// A note.
        "note" note: String { hides(Hides::All) },
    }
}

impl ScriptItem {
    /// An entry about a pool, or about none.
    pub fn of(action: &str, pool: &str) -> Self {
        Self { action: action.to_owned(), pool: pool.to_owned(), ..Self::default() }
    }

    /// The same at the start.
    pub fn at_once(action: &str, pool: &str) -> Self {
        Self { at: Some(At::Offset(0)), ..Self::of(action, pool) }
    }

    /// What an upgrade changes: as given, else the first field in its `config`, else the version.
    pub fn node_change(&self) -> NodeChange {
        if let Some(change) = NodeChange::named(&self.change) {
            return change;
        }
        match &self.config {
            Some(config) if !config.machine_type.is_empty() => NodeChange::MachineType,
            Some(config) if !config.image_type.is_empty() => NodeChange::ImageType,
            Some(config) if config.disk_size_gb.is_some() => NodeChange::DiskSize,
            Some(config) if !config.disk_type.is_empty() => NodeChange::DiskType,
            Some(_) | None => NodeChange::Version,
        }
    }
}
