//! What must hold in every run, whatever the scenario: asked of the trace alone, row by row.

use std::collections::BTreeMap;

use nodetide::base::{NodeId, PoolId, RecordNo, ZoneId};
use nodetide::model::budget;
use nodetide::model::surge::{PARALLEL_LIMIT, forecast, slots};
use nodetide::model::{Cluster, Plan, PodPhase, RunState, WorkloadKind};
use nodetide::trace::{Change, Ending, Frame, Record, Subject, Trace};

/// Runs through the trace once and stops at the first row that breaks a rule.
pub(crate) fn check(trace: &Trace) -> Result<(), String> {
    let plan = trace.plan();
    let mut frame = trace.frame(0, nodetide::base::SimTime::ZERO);
    let mut bounds = Bounds::of(plan, &frame.cluster);
    let vms = frame
        .cluster
        .nodes
        .values()
        .filter(|node| node.occupies_capacity());
    let vms = vms.count() as u32;
    let mut last = None;
    for (no, record) in trace.records() {
        let say = |what: String| Err(format!("row {} at {}: {what}", no.0, record.at));
        if last.is_some_and(|at| record.at < at) {
            return say("time runs backwards".to_owned());
        }
        last = Some(record.at);
        if record.cause.is_some_and(|cause| cause >= no) {
            return say("the cause comes after its effect".to_owned());
        }
        if record.cause.is_none() && !is_root(&record) {
            return say(format!("{:?} has no cause", record.change));
        }
        // SU-06, KD-01: a surge slot touches no old node before its new one is Ready.
        if let (Subject::Node(node), Change::DrainStarted { .. }) = (record.subject, record.change)
            && frame.cluster.nodes[node].cordoned_by.is_none()
            && !uncordoned_just_now(trace, no, &record)
        {
            return say("drained without a cordon".to_owned());
        }
        before(plan, &frame, &record, vms).or_else(say)?;
        frame = advance(trace, frame, no, &record);
        bounds.after(plan, &frame.cluster, &record).or_else(say)?;
    }
    at_the_end(trace, &frame)
}

/// Did somebody take the cordon away in the second between it and the drain?
fn uncordoned_just_now(trace: &Trace, no: RecordNo, started: &Record) -> bool {
    let earlier = (0..no.0).rev().filter_map(|no| trace.record(RecordNo(no)));
    let second = nodetide::base::SimSpan::from_secs(1);
    earlier
        .take_while(|record| record.at + second >= started.at)
        .any(|record| record.subject == started.subject && record.change == Change::NodeUncordoned)
}

fn advance(trace: &Trace, mut frame: Frame, no: RecordNo, record: &Record) -> Frame {
    nodetide::trace::apply(trace.plan(), &mut frame.cluster, no, record);
    frame.next = no.0 + 1;
    frame.at = record.at;
    frame
}

fn is_root(record: &Record) -> bool {
    matches!(
        record.change,
        Change::Started | Change::Commanded { .. } | Change::WindowOpened | Change::WindowClosed
    )
}

/// What must hold of the state that a row meets.
fn before(plan: &Plan, frame: &Frame, record: &Record, start: u32) -> Result<(), String> {
    let cluster = &frame.cluster;
    match (record.subject, record.change) {
        // SU-23, KE-08: an eviction that a budget guards never takes it below what must stay.
        (
            Subject::Pod(pod),
            Change::PodTerminating {
                ending: Ending::Evicted,
                ..
            },
        ) => {
            let state = &cluster.pods[pod];
            let ready = state.ready();
            for id in &plan.workloads[state.workload].budgets {
                let status = budget_at(plan, cluster, *id);
                if ready && status.is_some_and(|status| status.disruptions_allowed < 1) {
                    return Err(format!("evicted against {}", plan.budgets[*id].name));
                }
            }
            Ok(())
        }
        // KS-07, KS-12: nothing is bound to a cordoned or full node.
        (Subject::Pod(pod), Change::PodBound { node, .. }) => {
            let state = &cluster.nodes[node];
            // KC-14: daemon Pods tolerate the cordon.
            let workload = cluster.pods[pod].workload;
            let daemon = plan.workloads[workload].kind == WorkloadKind::DaemonSet;
            if !(state.schedulable() || daemon && state.up()) {
                return Err("bound to a node that takes no Pods".to_owned());
            }
            let room = plan.templates[state.template].max_pods as usize;
            if cluster.pods_on(node).count() >= room {
                return Err("bound to a full node".to_owned());
            }
            Ok(())
        }
        // AM-60: one unit for each VM, and none in a zone that is stocked out.
        (Subject::Node(_), Change::NodeRequested { group, .. }) => {
            capacity(plan, cluster, start, plan.groups[group].zone)
        }
        (Subject::Node(node), Change::NodeRecreating { .. }) => {
            capacity(plan, cluster, start, cluster.zone_of(plan, node))
        }
        // AM-61, AM-84, UP-10: only a run in progress takes nodes, an automatic one in an open window, in its zone.
        (Subject::Node(node), Change::NodeTaken { .. }) => {
            let pool = &cluster.pools[cluster.pool_of(plan, node)];
            let rolls_back = pool.run == RunState::RollingBack;
            if !pool.run.takes_nodes() {
                return Err(format!("a node is taken while {:?}", pool.run));
            }
            if pool.automatic && !rolls_back && !plan.open_at(record.at) {
                return Err("a node is taken outside of the windows".to_owned());
            }
            if pool.zone != Some(cluster.zone_of(plan, node)) || cluster.nodes[node].taken {
                return Err("a node of another zone or slot is taken".to_owned());
            }
            Ok(())
        }
        // AM-70: one automatic operation at a time.
        (
            Subject::Pool(pool),
            Change::UpgradeStarted {
                automatic: true, ..
            }
            | Change::UpgradeResumed { automatic: true },
        ) => {
            let busy = cluster.pools.iter().any(|(other, state)| {
                let runs = state.run.takes_nodes() || state.run == RunState::Cancelling;
                other != pool && state.automatic && runs
            });
            if busy || !plan.open_at(record.at) {
                return Err("an automatic run starts out of turn".to_owned());
            }
            Ok(())
        }
        // KC-01, KC-09, KC-15: never more Pods than wanted, one for an ordinal, one daemon Pod for a node.
        (Subject::Pod(_), Change::PodCreated { workload, place }) => {
            let own = || cluster.pods.values().filter(|pod| pod.workload == workload);
            let exists = |pod: &&nodetide::model::Pod| pod.phase != PodPhase::Gone;
            let there = match plan.workloads[workload].kind {
                WorkloadKind::StatefulSet { .. } => {
                    own().filter(exists).any(|pod| pod.number == place)
                }
                WorkloadKind::DaemonSet => own().filter(exists).any(|pod| {
                    pod.pinned
                        .or(pod.node())
                        .is_some_and(|node| node.0 + 1 == place)
                }),
                _ => {
                    let wanted = cluster.workloads[workload].replicas as usize;
                    own().filter(|pod| pod.active()).count() >= wanted
                }
            };
            if there {
                return Err("a Pod too many is created".to_owned());
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

fn capacity(plan: &Plan, cluster: &Cluster, start: u32, zone: ZoneId) -> Result<(), String> {
    let vms = cluster
        .nodes
        .values()
        .filter(|node| node.occupies_capacity());
    let vms = vms.count() as u32;
    if cluster.spare.is_some_and(|spare| vms >= start + spare) {
        return Err(format!("{vms} VMs and one more"));
    }
    if cluster.stockout[zone] {
        return Err(format!(
            "a VM in {}, which is stocked out",
            plan.zones[zone].name
        ));
    }
    Ok(())
}

fn budget_at(
    plan: &Plan,
    cluster: &Cluster,
    id: nodetide::base::BudgetId,
) -> Option<budget::BudgetStatus> {
    let budget = &plan.budgets[id];
    let (mut pods, mut healthy) = (0, 0);
    let mut owners = BTreeMap::new();
    for pod in cluster.pods.values() {
        if pod.phase == PodPhase::Gone || !budget.workloads.contains(&pod.workload) {
            continue;
        }
        pods += 1;
        healthy += i64::from(pod.ready());
        let kind = plan.workloads[pod.workload].kind;
        if kind.is_owner() {
            let replicas = cluster.workloads[pod.workload].replicas;
            owners.insert(pod.workload, kind.has_scale().then_some(replicas));
        }
    }
    let selected = budget::Selected {
        pods,
        healthy,
        scale: budget::scale(owners.into_values()),
    };
    budget::status(cluster.budgets[id], selected)
}

/// Bounds of AM-02 and UP-11, pool by pool.
struct Bounds {
    start: BTreeMap<PoolId, u32>,
    registered: BTreeMap<PoolId, i64>,
    in_progress: BTreeMap<PoolId, u32>,
    taken: BTreeMap<NodeId, PoolId>,
}

impl Bounds {
    fn of(plan: &Plan, cluster: &Cluster) -> Self {
        let mut start = BTreeMap::new();
        for node in cluster.nodes.values().filter(|node| node.registered()) {
            *start.entry(plan.groups[node.group].pool).or_insert(0) += 1;
        }
        let registered = start
            .iter()
            .map(|(pool, n)| (*pool, i64::from(*n)))
            .collect();
        Self {
            start,
            registered,
            in_progress: BTreeMap::new(),
            taken: BTreeMap::new(),
        }
    }

    fn after(&mut self, plan: &Plan, cluster: &Cluster, record: &Record) -> Result<(), String> {
        let Subject::Node(node) = record.subject else {
            return Ok(());
        };
        let pool = cluster.pool_of(plan, node);
        match record.change {
            Change::NodeTaken { .. } => {
                self.taken.insert(node, pool);
                *self.in_progress.entry(pool).or_insert(0) += 1;
            }
            Change::NodeReady => *self.registered.entry(pool).or_insert(0) += 1,
            Change::NodeGone => {
                *self.registered.entry(pool).or_insert(0) -= 1;
                let recreated =
                    !matches!(cluster.nodes[node].phase, nodetide::model::NodePhase::Gone);
                if !recreated && self.taken.remove(&node).is_some() {
                    *self.in_progress.entry(pool).or_insert(0) -= 1;
                }
            }
            Change::NodeUncordoned if self.taken.remove(&node).is_some() => {
                *self.in_progress.entry(pool).or_insert(0) -= 1;
            }
            _ => return Ok(()),
        }
        let busy = self.in_progress.get(&pool).copied().unwrap_or(0);
        if busy > PARALLEL_LIMIT {
            return Err(format!("{busy} nodes in progress"));
        }
        let start = self.start.get(&pool).copied().unwrap_or(0);
        let settings = plan.pools[pool].surge();
        let zones: Vec<u32> = plan.pools[pool].groups.iter().map(|_| start).collect();
        let bounds = forecast(settings, &zones, None, plan.pools[pool].spot);
        let slots = slots(settings, start);
        let now = self.registered.get(&pool).copied().unwrap_or(0);
        let missing = i64::from(
            slots.unavailable
                + if plan.pools[pool].spot {
                    slots.surge
                } else {
                    0
                },
        );
        if now < i64::from(start) - missing || now > i64::from(start + slots.surge) {
            return Err(format!("{now} nodes, {bounds:?}"));
        }
        Ok(())
    }
}

/// What must hold when nothing can happen any more.
fn at_the_end(trace: &Trace, frame: &Frame) -> Result<(), String> {
    let plan = trace.plan();
    for (id, state) in frame.cluster.pools.iter() {
        // SU-27: after a rollback nothing is left of what was undone.
        let undone = frame.cluster.nodes.values().filter(|node| {
            plan.groups[node.group].pool == id && node.registered() && node.upgraded
        });
        if state.run == RunState::RolledBack && undone.count() > 0 {
            return Err(format!(
                "{} rolled back with new nodes",
                plan.pools[id].name
            ));
        }
        if state.run != RunState::Succeeded {
            continue;
        }
        // A node at the version is at the target, also if an edit of labels that the script foresaw was refused.
        let at = |node: &nodetide::model::Node, target| {
            let (own, wanted) = (&plan.templates[node.template], &plan.templates[target]);
            node.template == target
                || (own.version == wanted.version && own.labels != wanted.labels)
        };
        let old = frame.cluster.nodes.values().filter(|node| {
            plan.groups[node.group].pool == id
                && node.registered()
                && state.target.is_none_or(|target| !at(node, target))
        });
        if old.count() > 0 {
            return Err(format!("{} succeeded with old nodes", plan.pools[id].name));
        }
    }
    for (id, pod) in frame.cluster.pods.iter() {
        if let Some(node) = pod.node()
            && !frame.cluster.nodes[node].registered()
        {
            return Err(format!(
                "{} is on a node that is gone",
                plan.pod_name(&frame.cluster, id)
            ));
        }
    }
    Ok(())
}
