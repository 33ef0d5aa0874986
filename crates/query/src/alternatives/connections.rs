//! Changes for Services that lose connections: the other traffic policy, Pods that run on until the check has noticed or stand on more
//! nodes, another kind of backends, and a longer draining time.

use super::SettingChange;
use super::context::{ChangeContext, OF_A_KIND};
use super::setting_change::{ClusterChange, WorkloadChange};
use crate::traffic::ServiceOutcome;
use base::{NodeId, ServiceId, SimSpan, WorkloadId, order};
use model::Service;
use model::load_balancer::{Backend, BalancerKind, LoadBalancer};
use model::service::Protocols;
use trace::Change;

/// Services that the question is about, of which this holds.
fn those<'a>(
    cx: &'a ChangeContext<'_>,
    holds: impl Fn(&ServiceOutcome) -> bool,
) -> impl Iterator<Item = (ServiceId, &'a Service, LoadBalancer)> {
    let services = cx.before.outcome.services.iter().filter(move |one| holds(one));
    services.filter_map(|one| {
        let service = cx.scope.plan.services.get(one.service)?;
        let is_meant = service.workloads.iter().any(|id| cx.scope.workloads.contains(id));
        Some((one.service, service, service.balancer.filter(|_| is_meant)?))
    })
}

/// Those that lose new connections.
fn losing<'a>(
    cx: &'a ChangeContext<'_>,
) -> impl Iterator<Item = (ServiceId, &'a Service, LoadBalancer)> {
    those(cx, ServiceOutcome::loses)
}

/// `Cluster` instead of `Local`, or the other way round.
pub(super) fn policies(cx: &ChangeContext<'_>) -> Vec<SettingChange> {
    let change = |(service, _, of): (ServiceId, &Service, LoadBalancer)| {
        let anew = of.kind == BalancerKind::TargetPool;
        SettingChange::Cluster(ClusterChange::TrafficPolicy { service, local: !of.local, anew })
    };
    losing(cx).map(change).take(OF_A_KIND).collect()
}

/// A `preStop` hook: Pods take connections until the health check has failed (LB-34, LB-41), within their grace period.
pub(super) fn longer_stops(cx: &ChangeContext<'_>) -> Vec<SettingChange> {
    let mut changes = Vec::new();
    for (_, service, of) in losing(cx) {
        let needed = of.health_check().notices_after(false);
        let change = |id: &WorkloadId| {
            let own = cx.scope.plan.workloads.get(*id).filter(|own| own.grace >= needed)?;
            let is_short = own.timings.shutdown.is_some_and(|now| now.p10 < needed);
            let change = match own.probes.fails_at_stop {
                true => WorkloadChange::Serves(needed),
                false => WorkloadChange::Stops(needed),
            };
            (own.probes.fails_at_stop || is_short).then(|| change.of(*id))
        };
        changes.extend(service.workloads.iter().filter_map(change));
    }
    changes.truncate(OF_A_KIND);
    changes
}

/// NEGs instead of instance groups or a target pool: GKE's own drains take a node out of them (BS-63, BS-122).
pub(super) fn negs(cx: &ChangeContext<'_>) -> Vec<SettingChange> {
    let others = losing(cx).filter(|(_, _, of)| of.kind.backend() != Backend::Neg);
    others.map(|(id, ..)| SettingChange::Cluster(ClusterChange::Negs(id))).take(OF_A_KIND).collect()
}

/// A topology spread over nodes, where several Pods of a Service are on one at the start.
pub(super) fn spread(cx: &ChangeContext<'_>) -> Vec<SettingChange> {
    let start = cx.scope.trace.start();
    let shares_a_node = |id: &WorkloadId| {
        let pods = start.each_pod().filter(|(_, pod)| pod.workload == *id);
        let mut nodes: Vec<NodeId> = pods.filter_map(|(_, pod)| pod.node()).collect();
        let pods = nodes.len();
        order::sort(&mut nodes);
        nodes.dedup();
        nodes.len() < pods
            && cx.scope.plan.workloads.get(*id).is_some_and(|own| !own.spreads_hard())
    };
    let own =
        losing(cx).flat_map(|(_, service, _)| &service.workloads).filter(|id| shares_a_node(id));
    own.map(|id| WorkloadChange::Spread.of(*id)).take(OF_A_KIND).collect()
}

/// Open connections have until their Pods close them, instead of being cut when the draining time is over (BS-82, AM-98). With
/// `Cluster` they would end with the VM of the node through which they come.
pub(super) fn longer_draining(cx: &ChangeContext<'_>) -> Vec<SettingChange> {
    let drained = |one: &ServiceOutcome| {
        let row = cx.scope.trace.record(one.cut_no).filter(|_| one.cuts > 0);
        row.is_some_and(|row| matches!(row.change, Change::BackendRemoved { .. }))
    };
    let changes =
        those(cx, drained).filter(|(_, _, of)| of.local).filter_map(|(id, service, of)| {
            let from =
                of.connection_draining(service.protocols == Protocols::Tcp, service.draining)?;
            let plan = cx.scope.plan;
            let own = service.workloads.iter().filter_map(|id| plan.workloads.get(*id));
            let ends = own.filter_map(|own| Some(own.timings.shutdown?.p90.min(own.grace)));
            let to = ends.max()?.min(SimSpan::from_secs(3600));
            let longer = ClusterChange::Draining { service: id, from, to };
            (to > from).then_some(SettingChange::Cluster(longer))
        });
    changes.take(OF_A_KIND).collect()
}
