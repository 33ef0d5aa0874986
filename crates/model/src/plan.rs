//! Everything that is fixed for a run.

use super::affinity::Audience;
use super::budget::Budget;
use super::control_plane::Pace;
use super::labels::Symbols;
use super::maintenance::Maintenance;
use super::pool::{Group, NodeTemplate, Pool, Zone};
use super::scale_down::ScaleDown;
use super::script::{Command, ScriptEntry};
use super::service::Service;
use super::settings::Timings;
use super::workload::Workload;
use base::{
    BudgetId, GroupId, IdVec, Map, PoolId, ServiceId, SimSpan, SimTime, Sym, TemplateId,
    WorkloadId, ZoneId,
};

/// What the entries that change the configuration of a pool make of each that they may find: (entry of the script,
/// template before) → template after. Whether an entry acts at all is known only in the run (AM-84, SU-27).
pub type Outcomes = Map<(u32, TemplateId), TemplateId>;

/// Ids are given in the order of AM-56: pools as configured, zones as in `locations`, the rest by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    pub name: String,
    /// The instant of time 0, in milliseconds since 1970 (for display only).
    pub start_unix_ms: i64,
    pub seed: u64,
    /// The run ends here if nothing ended it before.
    pub until: SimTime,
    pub zones: IdVec<ZoneId, Zone>,
    pub pools: IdVec<PoolId, Pool>,
    pub groups: IdVec<GroupId, Group>,
    pub templates: IdVec<TemplateId, NodeTemplate>,
    pub workloads: IdVec<WorkloadId, Workload>,
    pub budgets: IdVec<BudgetId, Budget>,
    pub services: IdVec<ServiceId, Service>,
    /// Of the terms of affinity between Pods, each once.
    pub audiences: Vec<Audience>,
    pub symbols: Symbols,
    pub keys: WellKnown,
    pub names: Names,
    /// When automatic work may start, as far as the run can go.
    pub maintenance: Maintenance,
    /// Instants at which the script opens or closes a window: recorded even if nothing waits for them.
    pub switches: Vec<SimTime>,
    /// How soon GKE upgrades the control plane again by itself.
    pub pace: Pace,
    /// Pools that may be upgraded by themselves at the same time (BS-01, BS-07).
    pub concurrent: u32,
    pub timings: Timings,
    /// What the shutdown of a VM leaves to Pods of users (AM-33).
    pub spot_grace: SimSpan,
    /// `optimize-utilization`: the scheduler packs instead of spreading (KS-25).
    pub pack_nodes: bool,
    pub outcomes: Outcomes,
    pub scale_down: ScaleDown,
    /// In the order in which they act.
    pub script: Vec<ScriptEntry>,
}

impl Plan {
    /// The command of an entry of the script.
    pub fn command(&self, entry: u32) -> Option<&Command> {
        let entry = self.script.get(entry as usize)?;
        Some(&entry.command)
    }

    /// What an entry makes of a template: of what the pool's nodes are made from, or of what a node is.
    pub fn after(&self, entry: u32, template: TemplateId) -> TemplateId {
        let outcome = self.outcomes.get(&(entry, template)).copied();
        debug_assert!(outcome.is_some(), "entry {entry} after {template:?}");
        outcome.unwrap_or(template)
    }

    /// Up to when a run of the other plan is this run: both differ in what the script does from that instant on, and in
    /// nothing else. `None`: they may differ from the start.
    pub fn same_until(&self, other: &Self) -> Option<SimTime> {
        // A new field is to be thought of here.
        let Self {
            name: _,
            start_unix_ms,
            seed,
            until,
            zones,
            pools,
            groups,
            templates,
            workloads,
            budgets,
            services,
            audiences,
            symbols,
            keys,
            names,
            maintenance,
            switches,
            pace,
            concurrent,
            timings,
            spot_grace,
            pack_nodes,
            outcomes,
            scale_down,
            script,
        } = self;
        let alike = script.iter().zip(&other.script);
        let first = alike.take_while(|(mine, theirs)| mine == theirs).count();
        let rest = || {
            script
                .iter()
                .skip(first)
                .chain(other.script.iter().skip(first))
        };
        // An entry that waits for a phase has a number in the script, which moves; scaled workloads are followed from the start.
        let moves = |entry: &ScriptEntry| {
            entry.phase.is_some() || matches!(entry.command, Command::SetReplicas { .. })
        };
        let known = |outcomes: &Outcomes| -> Outcomes {
            let known = outcomes
                .iter()
                .filter(|((entry, _), _)| (*entry as usize) < first);
            known.map(|(key, to)| (*key, *to)).collect()
        };
        let mut common = templates.values().zip(other.templates.values());
        let same = !rest().any(moves)
            && *start_unix_ms == other.start_unix_ms
            && (*seed, *until, *keys) == (other.seed, other.until, other.keys)
            && *zones == other.zones
            && *pools == other.pools
            && *groups == other.groups
            && common.all(|(mine, theirs)| mine == theirs)
            && *workloads == other.workloads
            && *budgets == other.budgets
            && *services == other.services
            && *audiences == other.audiences
            && symbols.begins_like(&other.symbols)
            && *names == other.names
            && *maintenance == other.maintenance
            && (switches, pace) == (&other.switches, &other.pace)
            && *concurrent == other.concurrent
            && *timings == other.timings
            && (*spot_grace, *pack_nodes) == (other.spot_grace, other.pack_nodes)
            && known(outcomes) == known(&other.outcomes)
            && *scale_down == other.scale_down;
        let differ = rest().map(|entry| entry.at).min();
        same.then(|| differ.unwrap_or(SimTime::MAX))
    }

    pub fn group_of(&self, pool: PoolId, zone: ZoneId) -> Option<GroupId> {
        self.pools[pool]
            .groups
            .iter()
            .copied()
            .find(|group| self.groups[*group].zone == zone)
    }
}

/// Names that the scenario gives; later ones follow from numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names {
    /// Of the nodes that exist at time 0, by id.
    pub nodes: Vec<String>,
    /// Of the Pods that exist at time 0, by id; empty, or left out at the end, where it follows from the number.
    pub pods: Vec<String>,
}

/// Label keys that the scheduler treats by itself.
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
            empty: symbols.intern(""),
        }
    }
}
