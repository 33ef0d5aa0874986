//! Changes for Services that lose new connections: the other traffic policy, and Pods that run on until the check has noticed.

use super::SettingChange;
use super::context::{ChangeContext, OF_A_KIND};
use super::setting_change::{ClusterChange, WorkloadChange};
use base::{ServiceId, WorkloadId};
use model::Service;
use model::load_balancer::{BalancerKind, LoadBalancer};

/// Services that lose some and that the question is about.
fn losing<'a>(
    cx: &'a ChangeContext<'_>,
) -> impl Iterator<Item = (ServiceId, &'a Service, LoadBalancer)> {
    let services = cx.before.outcome.services.iter().filter(|one| one.loses());
    let services = services.filter_map(|one| {
        let service = cx.scope.plan.services.get(one.service)?;
        let is_meant = service.workloads.iter().any(|id| cx.scope.workloads.contains(id));
        Some((one.service, service, service.balancer.filter(|_| is_meant)?))
    });
    services.take(OF_A_KIND)
}

/// `Cluster` instead of `Local`, or the other way round.
pub(super) fn policies(cx: &ChangeContext<'_>) -> Vec<SettingChange> {
    let change = |(service, _, of): (ServiceId, &Service, LoadBalancer)| {
        SettingChange::Cluster(ClusterChange::TrafficPolicy { service, local: !of.local })
    };
    // On a target pool that makes the forwarding rule anew: an outage of its own (BS-129).
    let in_place = losing(cx).filter(|(_, _, of)| of.kind != BalancerKind::TargetPool);
    in_place.map(change).collect()
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
