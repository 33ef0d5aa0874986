//! The fixed inputs of a run.

use super::affinity::Audience;
use super::autoscale::ResourceLimit;
use super::budget::Budget;
use super::containers::Trouble;
use super::control_plane::Pace;
use super::labels::Symbols;
use super::load_balancer::Behavior;
use super::maintenance::Maintenance;
use super::node::{Mark, NotReady};
use super::pod::{Held, Pod};
use super::pool::{Group, NodeTemplate, Pool, Quota, Zone};
use super::scale_down::ScaleDown;
use super::script::{Command, ScriptEntry};
use super::selector::{Effect, Taint};
use super::service::Service;
use super::settings::Timings;
use super::volume::Volume;
use super::workload::Workload;
use base::{
    BudgetId, GroupId, IdVec, Map, NodeId, PodId, PoolId, ServiceId, Set, SimSpan, SimTime, Sym,
    TemplateId, WorkloadId, ZoneId,
};

/// The effect of each script entry on the templates that it may find: (entry, template before) → template
/// after. Whether an entry acts at all is known only in the run (AM-84, SU-27).
pub type Outcomes = Map<(u32, TemplateId), TemplateId>;

/// Ids follow AM-56: pools as configured, zones as in `locations`, the rest by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    pub name: String,
    /// The instant of time 0, in milliseconds since 1970 (for display only).
    pub start_unix_ms: i64,
    pub seed: u64,
    /// The run ends here at the latest.
    pub until: SimTime,
    pub zones: IdVec<ZoneId, Zone>,
    pub pools: IdVec<PoolId, Pool>,
    /// Quotas that not all pools take in the same measure.
    pub quotas: Vec<Quota>,
    pub groups: IdVec<GroupId, Group>,
    pub templates: IdVec<TemplateId, NodeTemplate>,
    pub workloads: IdVec<WorkloadId, Workload>,
    pub budgets: IdVec<BudgetId, Budget>,
    pub services: IdVec<ServiceId, Service>,
    /// How their load balancers behave.
    pub balancing: Behavior,
    /// The audiences of all affinity terms between Pods, without duplicates.
    pub audiences: Vec<Audience>,
    pub symbols: Symbols,
    pub keys: WellKnown,
    pub names: Names,
    /// When automatic work may start, up to the end of the run.
    pub maintenance: Maintenance,
    /// Instants at which the script opens or closes a window: recorded even if nothing waits for them.
    pub switches: Vec<SimTime>,
    /// How soon GKE may automatically upgrade the control plane again.
    pub pace: Pace,
    /// The most automatic pool upgrades at the same time (BS-01, BS-07).
    pub concurrent: u32,
    pub timings: Timings,
    /// The time that a VM's shutdown leaves to user Pods (AM-33).
    pub spot_grace: SimSpan,
    /// `optimize-utilization`: the scheduler packs instead of spreading (KS-25).
    pub pack_nodes: bool,
    /// Nodes of the start that have the annotation `scale-down-disabled`.
    pub kept_nodes: Set<NodeId>,
    /// May scale-downs give Pods an hour, if the control plane is new enough (AM-104)?
    pub long_scale_downs: bool,
    /// Of the cluster as a whole, for the autoscaler.
    pub resource_limits: Vec<ResourceLimit>,
    pub outcomes: Outcomes,
    pub scale_down: ScaleDown,
    /// Pods of the start with a container that fails.
    pub troubles: Map<PodId, Trouble>,
    /// Pods of the start that only their finalizers keep.
    pub held: Map<PodId, Held>,
    /// Pods of the start that terminate and don't pass their readiness any more.
    pub not_serving: Set<PodId>,
    /// When the drains of nodes began that an upgrade drains at the start.
    pub draining_since: Map<NodeId, SimTime>,
    /// Since when users have had nodes cordoned that an upgrade under way isn't working on yet.
    pub cordoned_since: Map<NodeId, SimTime>,
    /// Nodes that aren't Ready at the start.
    pub not_ready: Map<NodeId, NotReady>,
    pub volumes: Vec<Volume>,
    /// In the order in which entries act.
    pub script: Vec<ScriptEntry>,
}

/// Are the first fields of two values equal? The last ones are compared otherwise.
macro_rules! same {
    ($one:ident, $other:ident; $($field:ident),*; $($own:ident),*) => {{
        let Self { $($field,)* $($own: _,)* } = $one;
        $(*$field == $other.$field)&&*
    }};
}

impl Plan {
    /// Does the cluster autoscaler manage any pool?
    pub fn is_autoscaled(&self) -> bool {
        self.pools.values().any(|pool| pool.autoscaling.is_some())
    }

    /// Has any Service a load balancer of which something is known?
    pub fn is_balanced(&self) -> bool {
        self.services.values().any(|service| service.known_balancer().is_some())
    }

    /// Is a disk of the workload part of the node, so that its Pod fits no other (KS-39)?
    pub fn is_tied(&self, workload: WorkloadId, node: NodeId) -> bool {
        let is_there = |one: &Volume| one.local.iter().any(|(_, of)| *of == node);
        self.volumes.iter().any(|one| one.users.contains(&workload) && is_there(one))
    }

    /// When a pool that is canceled then is upgraded again without a command.
    ///
    /// Rulebook: UP-15, AM-61. Source: Node upgrade strategies.
    pub fn due_again(&self, pool: PoolId, then: SimTime) -> Option<SimTime> {
        const AGAIN_AFTER: SimSpan = SimSpan::from_secs(24 * 3600);
        if !self.pools[pool].auto_upgrade {
            return None;
        }
        let next = self.maintenance.next_opening(then);
        let always = self.maintenance.open_at(then) && next.is_none();
        if always { Some(then + AGAIN_AFTER) } else { next }
    }

    /// The deletion timestamp of a Pod that is terminating: the end of its grace period, also where finalizers keep it longer.
    pub fn deletion(&self, id: PodId, pod: &Pod) -> Option<SimTime> {
        let held = self.held.get(&id).filter(|_| pod.held());
        held.map(|held| held.until).or_else(|| pod.deletion())
    }

    /// Does the Pod pass its readiness while it terminates, as long as it has containers, so that it may be a node's last resort?
    ///
    /// Rulebook: BS-124. Source: Kubernetes, `pkg/proxy/topology.go`.
    pub fn serves_to_the_end(&self, pod: PodId, workload: WorkloadId) -> bool {
        let fails = self.workloads.get(workload).is_some_and(|own| own.probes.fails_at_stop);
        !fails && !self.not_serving.contains(&pod) && self.held.get(&pod).is_none()
    }

    /// The command of an entry of the script.
    pub fn command(&self, entry: u32) -> Option<&Command> {
        let entry = self.script.get(entry as usize)?;
        Some(&entry.command)
    }

    /// The effect of an entry on a template, which may be the pool's or a node's.
    pub fn after(&self, entry: u32, template: TemplateId) -> TemplateId {
        let outcome = self.outcomes.get(&(entry, template)).copied();
        debug_assert!(outcome.is_some(), "entry {entry} after {template:?}");
        outcome.unwrap_or(template)
    }

    /// Until when runs of both plans are the same: from that instant on their scripts differ, and nothing else
    /// does. `None`: they may differ from the start.
    pub fn same_until(&self, other: &Self) -> Option<SimTime> {
        // Every new field must be considered here.
        let same_fields = same!(
            self, other;
            start_unix_ms, seed, until, zones, pools, quotas, groups, workloads, budgets, services, balancing, audiences,
            keys, names, maintenance, switches, pace, concurrent, timings, spot_grace, pack_nodes, kept_nodes,
            long_scale_downs, resource_limits, scale_down, troubles, held, not_serving, draining_since, cordoned_since,
            not_ready, volumes;
            name, templates, symbols, outcomes, script
        );
        let alike = self.script.iter().zip(&other.script);
        let first = alike.take_while(|(mine, theirs)| mine == theirs).count();
        let rest = || self.script.iter().skip(first).chain(other.script.iter().skip(first));
        // The number of an entry that waits for something changes with the script; scaled workloads are tracked from the start.
        let moves = |entry: &ScriptEntry| {
            entry.phase.is_some()
                || entry.after.is_some()
                || matches!(entry.command, Command::SetReplicas { .. })
        };
        let known = |outcomes: &Outcomes| -> Outcomes {
            let known = outcomes.iter().filter(|((entry, _), _)| (*entry as usize) < first);
            known.map(|(key, to)| (*key, *to)).collect()
        };
        let mut common = self.templates.values().zip(other.templates.values());
        let same = !rest().any(moves)
            && same_fields
            && common.all(|(mine, theirs)| mine == theirs)
            && self.symbols.begins_like(&other.symbols)
            && known(&self.outcomes) == known(&other.outcomes);
        let differ = rest().map(|entry| entry.at).min();
        same.then(|| differ.unwrap_or(SimTime::MAX))
    }

    /// The first revision of a Deployment, by any of its revisions; other workloads have only one.
    pub fn first_revision(&self, id: WorkloadId) -> WorkloadId {
        let revision = self.workloads.get(id).map_or(0, |workload| workload.revision);
        WorkloadId(id.0.saturating_sub(revision))
    }

    /// All revisions of a Deployment, by its first one: their ids follow each other.
    pub fn revisions(&self, first: WorkloadId) -> impl Iterator<Item = WorkloadId> + use<'_> {
        let ids = (first.0..).map(WorkloadId);
        ids.zip(0..)
            .take_while(|(id, n)| self.workloads.get(*id).is_some_and(|one| one.revision == *n))
            .map(|(id, _)| id)
    }

    /// The number of a Deployment's revision: as in the cluster if that of a rollout under way at the start is known, else counted
    /// from 1.
    pub fn revision_number(&self, first: WorkloadId, revision: u32) -> u32 {
        let known = self.revisions(first).find_map(|id| {
            let own = self.workloads.get(id)?;
            Some((own.rollout.number?, own.revision))
        });
        known.map_or(revision + 1, |(number, of)| (number + revision).saturating_sub(of))
    }

    /// The workloads that people know: without the later revisions of Deployments.
    pub fn known_workloads(&self) -> impl Iterator<Item = (WorkloadId, &Workload)> {
        self.workloads.iter().filter(|(_, workload)| workload.revision == 0)
    }

    /// Does the script change the template of this Deployment?
    pub fn has_rollouts(&self, id: WorkloadId) -> bool {
        let is_later = |id: u32| {
            self.workloads.get(WorkloadId(id)).is_some_and(|workload| workload.revision > 0)
        };
        is_later(id.0) || is_later(id.0 + 1)
    }

    pub fn group_of(&self, pool: PoolId, zone: ZoneId) -> Option<GroupId> {
        self.pools[pool].groups.iter().copied().find(|group| self.groups[*group].zone == zone)
    }
}

/// Names in the scenario; later ones follow from numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names {
    /// Names of the nodes at time 0, by id.
    pub nodes: Vec<String>,
    /// Names of the Pods at time 0, by id; empty, or missing at the end, if they follow from the number.
    pub pods: Vec<String>,
    /// Names of ordinals that don't follow from their StatefulSet's: each Pod of the ordinal has it.
    pub ordinals: Map<(WorkloadId, u32), String>,
}

/// Label keys with a special meaning for the scheduler.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WellKnown {
    /// `kubernetes.io/hostname`
    pub hostname: Sym,
    /// `topology.kubernetes.io/zone`
    pub zone: Sym,
    /// `failure-domain.beta.kubernetes.io/zone`
    pub old_zone: Sym,
    /// `topology.gke.io/zone`
    pub gke_zone: Sym,
    /// `node.kubernetes.io/unschedulable`
    pub unschedulable: Sym,
    /// `node.kubernetes.io/unreachable`
    pub unreachable: Sym,
    /// `DeletionCandidateOfClusterAutoscaler`
    pub deletion_candidate: Sym,
    /// `ToBeDeletedByClusterAutoscaler`
    pub to_be_deleted: Sym,
    /// The empty string.
    pub empty: Sym,
}

impl WellKnown {
    pub fn of(symbols: &mut Symbols) -> Self {
        Self {
            hostname: symbols.intern("kubernetes.io/hostname"),
            zone: symbols.intern("topology.kubernetes.io/zone"),
            old_zone: symbols.intern("failure-domain.beta.kubernetes.io/zone"),
            gke_zone: symbols.intern("topology.gke.io/zone"),
            unschedulable: symbols.intern("node.kubernetes.io/unschedulable"),
            unreachable: symbols.intern("node.kubernetes.io/unreachable"),
            deletion_candidate: symbols.intern("DeletionCandidateOfClusterAutoscaler"),
            to_be_deleted: symbols.intern("ToBeDeletedByClusterAutoscaler"),
            empty: symbols.intern(""),
        }
    }

    /// The taint that the autoscaler's mark stands for.
    pub fn taint(&self, mark: Mark) -> Taint {
        let (key, effect) = match mark {
            Mark::Candidate => (self.deletion_candidate, Effect::PreferNoSchedule),
            Mark::ToBeDeleted => (self.to_be_deleted, Effect::NoSchedule),
        };
        Taint { key, value: self.empty, effect }
    }
}
