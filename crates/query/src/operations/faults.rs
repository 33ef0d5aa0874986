//! Faults that a user can inject into a cluster at an instant.

use base::{NodeId, PoolId, WorkloadId, ZoneId};
use model::node::Side;
use model::script::Failure;
use model::script::Shutdown;
use model::{Command, Health, Node, NodePhase, Plan, WorkloadKind};
use trace::{Change, Frame, Subject, Trace};

/// The page asks for numbers; these are the current ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UserFault {
    /// VMs that may exist beyond those of the start.
    Quota {
        now: Option<u32>,
    },
    /// Begins or ends.
    Stockout {
        zone: ZoneId,
        on: bool,
    },
    /// VMs reserved for the pool, and how many its upgrade needs.
    Reservation {
        pool: PoolId,
        now: Option<u32>,
        enough: u32,
    },
    Preempt {
        node: NodeId,
    },
    Fails {
        node: NodeId,
        why: Failure,
    },
    HostEvent {
        node: NodeId,
    },
    /// Its Pods never become ready on upgraded nodes, or do so again.
    NeverReady {
        workload: WorkloadId,
        on: bool,
    },
    SlowPull {
        workload: WorkloadId,
    },
    IgnoresSigterm {
        workload: WorkloadId,
    },
}

/// The selection: faults of a node or a workload apply to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FaultScope {
    pub pool: PoolId,
    pub zone: Option<ZoneId>,
    pub node: Option<NodeId>,
    pub workload: Option<WorkloadId>,
}

/// All applicable faults, the cluster's first.
pub fn faults(trace: &Trace, frame: &Frame, within: FaultScope) -> Vec<UserFault> {
    let plan = &**trace.plan();
    let Some(pool) = plan.pools.get(within.pool) else {
        return Vec::new();
    };
    let cluster = &frame.cluster;
    let mut found = vec![UserFault::Quota { now: cluster.spare }];
    let zones = pool.groups.iter().map(|group| plan.groups[*group].zone);
    let zones = zones.filter(|zone| within.zone.is_none_or(|wanted| wanted == *zone));
    found.extend(
        zones.map(|zone| UserFault::Stockout {
            zone,
            on: cluster.stockout.get(zone) != Some(&true),
        }),
    );
    found.push(UserFault::Reservation {
        pool: within.pool,
        now: cluster.pools.get(within.pool).and_then(|pool| pool.reservation),
        enough: enough(plan, frame, within.pool),
    });
    if let Some(node) = within.node {
        found.extend(of_node(plan, frame, node));
    }
    if let Some(workload) = within.workload {
        found.extend(of_workload(trace, frame, workload));
    }
    found
}

/// The pool's VMs, plus those that its upgrade creates before it deletes one.
fn enough(plan: &Plan, frame: &Frame, id: PoolId) -> u32 {
    let (Some(pool), Some(state)) = (plan.pools.get(id), frame.cluster.pools.get(id)) else {
        return 0;
    };
    let nodes = frame.cluster.nodes.values();
    let mine = || nodes.clone().filter(|node| plan.groups[node.group].pool == id);
    let vms = mine().filter(|node| node.occupies_capacity()).count() as u32;
    // A running upgrade's new nodes replace others; a node that lost its VM gets another.
    let green = |node: &Node| state.run.unfinished() && node.side == Some(Side::Green);
    let own = mine().filter(|node| node.phase != NodePhase::Gone && !node.surge && !green(node));
    let own = own.count() as u32;
    vms.max(own + state.strategy(pool).extra_vms(own))
}

fn of_node(plan: &Plan, frame: &Frame, id: NodeId) -> Vec<UserFault> {
    // A deleted node can't be taken away.
    let Some(node) = frame.cluster.nodes.get(id).filter(|node| node.up()) else {
        return Vec::new();
    };
    let pool = &plan.pools[plan.groups[node.group].pool];
    let mut found = Vec::new();
    if pool.spot {
        found.push(UserFault::Preempt { node: id });
    }
    if node.health == Health::Well {
        let fails = |why| UserFault::Fails { node: id, why };
        found.extend([Failure::Kubelet, Failure::Disk].map(fails));
        found.push(UserFault::HostEvent { node: id });
    }
    found
}

fn of_workload(trace: &Trace, frame: &Frame, id: WorkloadId) -> Vec<UserFault> {
    let plan = &**trace.plan();
    let known = plan.workloads.get(id);
    let Some(workload) = known.filter(|one| one.kind != WorkloadKind::Mirror) else {
        return Vec::new();
    };
    // Earlier rows about its behavior, the latest first.
    let rows = trace.rows_of(Subject::Workload(id));
    let past = rows.iter().rev().filter(|no| no.0 < frame.next);
    let said = past.filter_map(|no| match trace.record(*no)?.change {
        Change::BehaviourSet { entry } => match plan.script.get(entry as usize)?.command {
            Command::SetBehaviour { shutdown, fails_upgraded, .. } => {
                Some((shutdown, fails_upgraded))
            }
            _ => None,
        },
        _ => None,
    });
    let said: Vec<_> = said.collect();
    let fails = said.iter().find_map(|(_, fails)| *fails) == Some(true);
    let ignores = match said.iter().find_map(|(shutdown, _)| *shutdown) {
        Some(shutdown) => shutdown == Shutdown::AtTheEndOfGrace,
        None => workload.timings.shutdown.is_none(),
    };
    let mut found = vec![
        UserFault::NeverReady { workload: id, on: !fails },
        UserFault::SlowPull { workload: id },
    ];
    if !ignores {
        found.push(UserFault::IgnoresSigterm { workload: id });
    }
    found
}
