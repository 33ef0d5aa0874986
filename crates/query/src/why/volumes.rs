//! What volumes do to a Pod: the zones in which they hold it, and the node that still has them.

use super::{Reason, Until, Why, WhyContext, budget, say::Say};
use crate::index::Hold;
use base::{NodeId, PodId};
use model::NodePhase;
use model::volume::{Claim, ZoneSet};
use model::volume_zones::VolumeZones;
use trace::{Blocker, Change, Phrase, Subject, Value};

/// The number of the filter for zones of volumes (KS-39).
pub(super) const ELSEWHERE: u32 = 12;

/// The zones in which a pending Pod's volumes are.
pub(super) fn zones(cx: &WhyContext<'_>, id: PodId) -> Option<Reason> {
    let (plan, cluster) = (cx.trace.plan(), &cx.frame.cluster);
    let pod = cluster.pod(id)?;
    let mut known = VolumeZones::at_start(plan, cx.trace.start());
    let mut row = None;
    for (no, record) in cx.trace.records_in(0..cx.frame.next) {
        if let (Subject::Pod(user), Change::VolumeProvisioned { volume, zone, other }) =
            (record.subject, record.change)
            && let Some(user) = cluster.pod(user)
        {
            let claim = plan.claim(volume, &user);
            known.bind(claim, [zone, other]);
            row = row.or(plan.claims(&pod).any(|own| own == claim).then_some(no));
        }
    }
    let (bound, _) = known.of_pod(plan, &pod);
    if bound == ZoneSet::ALL {
        return None;
    }
    let zones = plan.zones.ids().filter(|zone| bound.contains(*zone)).map(Subject::Zone);
    let rule = cx.rule("volume/provision", &["KS-40"]);
    let mut reason = Reason::of_rule(rule, Phrase::new("why-volume-zones"));
    reason.no = row;
    Some(reason.input("input-volume-zones", Value::Names(zones.collect())))
}

/// The node that a pending Pod's disk is part of, and whether it is there.
pub(super) fn local(cx: &WhyContext<'_>, id: PodId) -> Option<Reason> {
    let cluster = &cx.frame.cluster;
    let node = cx.trace.plan().disk_node(&cluster.pod(id)?)?;
    let there = cluster.nodes.get(node).is_some_and(|node| node.phase != NodePhase::Gone);
    let phrase = Phrase::new("why-volume-local").with("there", if there { "yes" } else { "no" });
    let reason = Reason::of_rule(cx.rule("volume/local", &["KS-39"]), phrase);
    let known = cluster.nodes.get(node).is_some();
    Some(if known { reason.input("input-volume-node", Subject::Node(node)) } else { reason })
}

/// What keeps a bound Pod from its volumes, if something does.
pub(super) fn hold(cx: &WhyContext<'_>, id: PodId) -> Option<(Hold, NodeId)> {
    let mut holds = cx.index.holds_on(Subject::Pod(id), cx.frame.next);
    holds.find_map(|hold| match hold.by {
        Blocker::Volume { node } => Some((*hold, node)),
        _ => None,
    })
}

/// Explains the wait with the Pods that use the volumes on the other node, until they are attached.
pub(super) fn waits(cx: &WhyContext<'_>, id: PodId, (hold, node): (Hold, NodeId), why: Why) -> Why {
    let (plan, cluster) = (cx.trace.plan(), &cx.frame.cluster);
    let claims: Vec<Claim> =
        cluster.pod(id).map_or_else(Vec::new, |pod| plan.claims(&pod).collect());
    let mut users = cluster.pods_on(node);
    users.retain(|user| {
        let user = cluster.pod(*user);
        user.is_some_and(|user| plan.claims(&user).any(|claim| claims.contains(&claim)))
    });
    let names: Vec<String> = users.iter().map(|user| plan.pod_name(cluster, *user)).collect();
    let users = Value::Names(users.into_iter().map(Subject::Pod).collect());
    let reason = budget::refusal(cx, &hold).map(|reason| reason.input("input-volume-users", users));
    let attached = cx.next_that(Subject::Pod(id), |record| {
        matches!(record.change, Change::VolumesAttached { .. })
    });
    let until = match attached {
        Some((_, record)) => Until::at(record.at, Phrase::new("until-volume")),
        None => Until::never(Phrase::new("until-never-volume")),
    };
    let mut why = why.because(reason);
    // The reason for the wait comes before its origin.
    why.reasons.rotate_left(1);
    let text =
        format!("Multi-Attach error for volume, already used by pod(s) {}", names.join(", "));
    why.until(Some(until))
        .say([Say::new(text, "event FailedAttachVolume")])
        .chained(cx, Some(hold.no))
}
