//! Pods that fail on upgraded nodes only: how many, since when, and the commands that take the nodes back.

use super::{Reason, Why, WhyContext, say};
use crate::gcloud;
use base::{PodId, PoolId, SimTime, WorkloadId};
use model::containers::{FailureMode, Trouble};
use model::{PodPhase, RunState, Version};
use trace::{Change, Phrase, Subject, Value};

/// How many Pods are named.
const NAMED: usize = 6;

/// The failing Pods of a workload on nodes of a pool.
struct Failing {
    pool: PoolId,
    workload: WorkloadId,
    version: Version,
    how: FailureMode,
    since: SimTime,
    pods: Vec<PodId>,
}

/// Reports failures before what holds the upgrade, as a faster upgrade doesn't help.
pub(super) fn told(
    cx: &WhyContext<'_>,
    mut why: Why,
    meant: impl Fn(PoolId, WorkloadId) -> bool,
) -> Why {
    let plan = cx.trace.plan();
    for (n, one) in failing(cx, meant).into_iter().enumerate() {
        let run = cx.frame.cluster.pools[one.pool].run;
        let how = match one.how {
            FailureMode::Crash { .. } => "crash",
            FailureMode::ImagePull => "image",
            FailureMode::NeverReady | FailureMode::Hangs { .. } => "unready",
        };
        let phrase = Phrase::new("why-fails-on-version")
            .with("pods", one.pods.len())
            .with("workload", Subject::Workload(one.workload))
            .with("how", how)
            .with("version", one.version.to_string())
            .with("since", one.since)
            .with("pool", Subject::Pool(one.pool))
            .with("run", if run == RunState::Cancelled { "cancelled" } else { "goes" });
        let all = cx.frame.cluster.pods_of(|owner| plan.first_revision(owner) == one.workload);
        let named = one.pods.iter().take(NAMED).map(|pod| Subject::Pod(*pod)).collect();
        let reason =
            Reason::of_rule(cx.rule("upgrade/roll-back", &["UP-13", "SU-27", "AM-61"]), phrase);
        let reason = reason
            .input("input-failing-pods", Value::Names(named))
            .input("input-ready", all.filter(|(_, pod)| pod.ready()).count());
        why.reasons.insert(n, reason);
        let cancel = say::cancel();
        if run != RunState::Cancelled && !why.say.contains(&cancel) {
            why.say.push(cancel);
        }
        let back = say::Say::new(gcloud::rollback(&plan.pools[one.pool].name, false), "command");
        if !why.say.iter().any(|said| said.text == back.text) {
            why.say.push(back);
        }
    }
    why
}

/// What a run assumes of a Pod that failed at the start, or that replaces one, as its container is unknown on other versions.
pub(super) fn assumed(cx: &WhyContext<'_>, id: PodId) -> Option<Reason> {
    let plan = cx.trace.plan();
    let pod = cx.frame.cluster.pod(id)?;
    let own = cx.trace.owner(id)?;
    let failed =
        |change| matches!(change, Change::ContainerExited { .. } | Change::PullFailed { .. });
    let of_own = plan.troubles.iter().filter(|(other, _)| cx.trace.owner(**other) == Some(own));
    let mut ready = of_own.map(|(_, one)| matches!(one, Trouble::CrashLoop { unready: false, .. }));
    let ready = ready.next()? || ready.any(|ready| ready);
    let is_own = plan.troubles.contains_key(&id)
        || cx.last_that(Subject::Pod(id), |record| failed(record.change)).is_some();
    let fails = &plan.workloads.get(pod.workload)?.fails;
    let version = fails.iter().find_map(|one| one.version).map(|version| version.to_string());
    let sentence = Phrase::new("why-fails-assumed")
        .with("version", version.unwrap_or_else(|| "any".to_owned()))
        .with("ready", if ready { "yes" } else { "no" });
    let rule = cx.rule("pod/fails-assumed", &["AM-102"]);
    is_own.then(|| Reason::of_rule(rule, sentence))
}

/// By workload and pool, in the order of their first Pods.
fn failing(cx: &WhyContext<'_>, meant: impl Fn(PoolId, WorkloadId) -> bool) -> Vec<Failing> {
    let (plan, cluster) = (cx.trace.plan(), &cx.frame.cluster);
    let mut all: Vec<Failing> = Vec::new();
    if !plan.workloads.values().any(|one| one.fails.iter().any(|fails| fails.version.is_some())) {
        return all;
    }
    for (id, pod) in cluster.each_pod() {
        let on = match pod.phase() {
            PodPhase::Starting { .. } | PodPhase::Running { ready: false, .. } => pod.node(),
            _ => None,
        };
        let Some(node) = on else { continue };
        let (pool, workload) = (cluster.pool_of(plan, node), plan.first_revision(pod.workload));
        let run = cluster.pools[pool].run;
        let is_back = matches!(run, RunState::Queued | RunState::RollingBack);
        if !run.unfinished() || is_back || !meant(pool, workload) {
            continue;
        }
        let version = plan.templates[cluster.nodes[node].template].version;
        let mut fails = plan.workloads[pod.workload].fails.iter();
        let by_version =
            fails.find(|one| one.version.is_some() && one.applies(pool, version, cx.frame.at));
        let (Some(fails), Some(version)) = (by_version, version) else { continue };
        match all.iter_mut().find(|one| one.pool == pool && one.workload == workload) {
            Some(one) => {
                one.since = one.since.min(pod.created());
                one.pods.push(id);
            }
            None => all.push(Failing {
                pool,
                workload,
                version,
                how: fails.how,
                since: pod.created(),
                pods: vec![id],
            }),
        }
    }
    all
}
