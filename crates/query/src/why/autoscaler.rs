//! What the cluster autoscaler does for a Pod that waits and of a pool, for whom a node comes, and why one stays or goes.

use super::{Reason, Until, Why, WhyContext, say::Say};
use crate::autoscaler::{Autoscaler, FailedGrowth, Growth, Resize, Standing, holds};
use base::{GroupId, NodeId, PodId, PoolId, RecordNo, SimTime, WorkloadId, order};
use model::autoscale::{Autoscaling, LocationPolicy, NoScaleUp, Stays};
use model::node::{Mark, Node};
use trace::{Change, Phrase, Record, Subject, Value};

/// The autoscaler's answer about a Pending Pod: the growth for it, or why nothing grows.
pub(super) fn of_pod(cx: &WhyContext<'_>, id: PodId, why: Why) -> Why {
    let scaler = Autoscaler::of(cx.trace, cx.frame);
    let Some((scaler, pod)) = scaler.zip(cx.frame.cluster.pod(id)) else {
        return why;
    };
    if scaler.ignores(pod.workload) {
        let sentence = Phrase::new("why-autoscaler-ignores");
        return why.because(Some(Reason::of_rule(rule(cx, &["KA-11"]), sentence)));
    }
    if let Some((growth, resizes)) = scaler.growth(id) {
        return grows(cx, scaler, &growth, &resizes, why);
    }
    let mut standing = scaler.standing(pod.workload);
    let why = why.say(not_triggered(scaler, pod.workload, &standing));
    // Pools that could have nodes for it come first.
    order::sort_by_key(&mut standing, |one| one.why == NoScaleUp::Predicate);
    standing.into_iter().fold(why, |why, one| why.because(stays(cx, scaler, pod.workload, one)))
}

fn rule(cx: &WhyContext<'_>, ids: &'static [&'static str]) -> trace::log::RuleName {
    trace::log::RuleName { ids, ..cx.rule("autoscaler/no-scale-up", ids) }
}

fn grows(
    cx: &WhyContext<'_>,
    scaler: Autoscaler<'_>,
    growth: &Growth,
    resizes: &[Resize],
    why: Why,
) -> Why {
    let plan = cx.trace.plan();
    let said = scaler.places("why-pool-grows-for-pods", growth, resizes);
    let reason = Reason::of_row(cx, growth.no).map(|reason| {
        let reason = Reason { sentence: said.with("pods", growth.pods), ..reason };
        let reason = reason.input("input-grows", Value::List(sizes(cx, resizes)));
        match scaler.ready_at(resizes) {
            Some(at) => reason.input("input-nodes-ready-at", at),
            None => reason,
        }
    });
    let event = |one: &Resize| {
        let group = plan.groups[one.group];
        let (pool, zone) = (&plan.pools[group.pool], &plan.zones[group.zone].name);
        let max = pool.autoscaling.map_or(0, |settings| settings.max);
        format!("{{{}/{zone} {}->{} (max: {max})}}", pool.name, one.from, one.to)
    };
    let events: Vec<String> = resizes.iter().map(event).collect();
    let text = format!("pod triggered scale-up: [{}]", events.join(" "));
    let opinion = resizes.first().and_then(|one| second_opinion(cx, one.no));
    why.because(reason).because(opinion).say([Say::new(text, "event TriggeredScaleUp")])
}

/// Between which groups a decision chose, and what GKE's own weights say (AM-106). The options follow the decision's rows.
pub(super) fn second_opinion(cx: &WhyContext<'_>, decision: RecordNo) -> Option<Reason> {
    let rows = (decision.0 + 1..).map(RecordNo);
    let rows = rows.map_while(|no| Some((no, cx.trace.record(no)?.change)));
    let rows = rows.skip_while(|(_, change)| matches!(change, Change::ScaleUpDecided { .. }));
    let options = rows.map_while(|(no, change)| match change {
        Change::ScaleUpOption { group, second, nodes, pods } => {
            let said = of_group(cx, "value-growth-option", group);
            let said = said.with("nodes", nodes).with("pods", pods);
            Some((second, cx.trace.plan().groups[group].pool, no, said))
        }
        _ => None,
    });
    let first: Vec<(u32, PoolId, RecordNo, Phrase)> = options.collect();
    let mut second = first.clone();
    order::sort_by_key(&mut second, |one| one.0);
    let ((_, chosen, no, _), (_, pool, ..)) = (first.first()?, second.first()?);
    let sentence = match chosen == pool {
        true => Phrase::new("why-second-opinion-same"),
        false => Phrase::new("why-second-opinion").with("pool", Subject::Pool(*pool)),
    };
    let reason = Reason { sentence, ..Reason::of_row(cx, *no)? };
    let [first, second] =
        [first, second].map(|all| Value::List(all.into_iter().map(|one| one.3).collect()));
    Some(reason.input("input-growth-options", first).input("input-growth-options-of-gke", second))
}

fn of_group(cx: &WhyContext<'_>, key: &'static str, group: GroupId) -> Phrase {
    let group = cx.trace.plan().groups[group];
    Phrase::new(key).with("pool", Subject::Pool(group.pool)).with("zone", Subject::Zone(group.zone))
}

/// `1 → 3 in us-central1-a`
fn sizes(cx: &WhyContext<'_>, resizes: &[Resize]) -> Vec<Phrase> {
    let size = |one: &Resize| {
        of_group(cx, "value-resize", one.group).with("from", one.from).with("to", one.to)
    };
    resizes.iter().map(size).collect()
}

/// The autoscaler's event, which is English in every language.
fn not_triggered(
    scaler: Autoscaler<'_>,
    workload: WorkloadId,
    standing: &[Standing],
) -> Option<Say> {
    let counts = scaler.counts(workload, standing);
    let text = format!("pod didn't trigger scale-up: {counts}");
    (!counts.is_empty()).then(|| Say::new(text, "event NotTriggerScaleUp"))
}

/// Why a group isn't grown, and what would change that.
fn stays(
    cx: &WhyContext<'_>,
    scaler: Autoscaler<'_>,
    workload: WorkloadId,
    one: Standing,
) -> Option<Reason> {
    let pool = scaler.pool_of(one.group);
    let settings = scaler.settings(pool)?;
    let sentence =
        of_group(cx, "why-pool-stays", one.group).with("why", Phrase::new(one.why.key()));
    let reason = Reason { sentence, ..Reason::of_row(cx, one.no)? };
    let reason = match one.why {
        NoScaleUp::MaxSize => reason.input("input-max-nodes", limit(settings, settings.max)),
        NoScaleUp::Predicate => reason.input("input-new-node-rejected", scaler.text(workload, one)),
        NoScaleUp::Backoff => {
            let failures = scaler.failures(pool);
            failures.iter().filter(|failed| failed.group == one.group).fold(reason, backs_off)
        }
        NoScaleUp::Upgrade => match until_allowed(cx, pool) {
            Some(at) => reason.input("input-upgrade-until", at),
            None => reason,
        },
        NoScaleUp::NotReady
        | NoScaleUp::TooLargeAtOnce
        | NoScaleUp::ResourceLimit
        | NoScaleUp::ComputeEngine
        | NoScaleUp::Expendable => reason,
    };
    Some(helped(reason, remedy(one.why, settings), one.why.code()))
}

fn backs_off(reason: Reason, failure: &FailedGrowth) -> Reason {
    let reason = reason.input("input-backoff-until", failure.backs_off_until);
    match failure.grows_at {
        Some(at) => reason.input("input-grows-before", at),
        None => reason,
    }
}

/// With what helps, and GKE's code.
fn helped(reason: Reason, remedy: Option<Phrase>, code: &'static str) -> Reason {
    let reason = match remedy {
        Some(remedy) => reason.input("input-remedy", remedy),
        None => reason,
    };
    match code {
        "" => reason,
        code => reason.input("input-log-code", code),
    }
}

fn remedy(why: NoScaleUp, settings: Autoscaling) -> Option<Phrase> {
    Some(match why {
        NoScaleUp::MaxSize => {
            let flag = if settings.total { "--total-max-nodes" } else { "--max-nodes" };
            Phrase::new("remedy-max-size").with("flag", flag)
        }
        NoScaleUp::NotReady => Phrase::new("remedy-not-ready"),
        NoScaleUp::TooLargeAtOnce => Phrase::new("remedy-too-large"),
        NoScaleUp::ResourceLimit => Phrase::new("remedy-resource-limit"),
        NoScaleUp::Predicate => Phrase::new("remedy-predicate"),
        NoScaleUp::ComputeEngine => Phrase::new("remedy-compute-engine"),
        NoScaleUp::Expendable => Phrase::new("remedy-expendable"),
        NoScaleUp::Backoff | NoScaleUp::Upgrade => return None,
    })
}

/// When the pool's upgrade is in another phase.
fn until_allowed(cx: &WhyContext<'_>, pool: PoolId) -> Option<SimTime> {
    let next = cx.next_that(Subject::Pool(pool), |record| record.change.is_phase());
    next.map(|(_, record)| record.at)
}

/// `4 per zone`, `9 in all zones`
fn limit(settings: Autoscaling, nodes: u32) -> Phrase {
    let key = if settings.total { "value-nodes-in-total" } else { "value-nodes-per-zone" };
    Phrase::new(key).with("nodes", nodes)
}

/// The limits of an autoscaled pool, the last decision about it, and where it backs off.
pub(super) fn of_pool(cx: &WhyContext<'_>, id: PoolId, mut why: Why) -> Why {
    let scaler = Autoscaler::of(cx.trace, cx.frame);
    let Some((scaler, settings)) = scaler.and_then(|one| Some((one, one.settings(id)?))) else {
        return why;
    };
    let tallies = cx.trace.plan().pools[id].groups.iter();
    let tallies = tallies.map(|group| cx.counts().tally_of(*group));
    let nodes: u32 = tallies.map(|tally| tally.registered + tally.booting).sum();
    let policy = match settings.policy {
        LocationPolicy::Balanced => "BALANCED",
        LocationPolicy::Any => "ANY",
    };
    let rule = cx.rule("autoscaler/scale-up", &["CA-05", "CA-06", "KA-32"]);
    let reason = Reason::of_rule(rule, Phrase::new("why-pool-autoscaled").with("nodes", nodes))
        .input("input-min-nodes", limit(settings, settings.min))
        .input("input-max-nodes", limit(settings, settings.max))
        .input("input-location-policy", policy);
    why = why.because(Some(reason));
    let decision = scaler.decision(id, cx.frame.next);
    why = why.because(decision.first().and_then(|first| {
        let sentence = Phrase::new("why-pool-last-grown").with("at", cx.trace.record(first.no)?.at);
        let reason = Reason { sentence, ..Reason::of_row(cx, first.no)? };
        Some(reason.input("input-grows", Value::List(sizes(cx, &decision))))
    }));
    why = why.because(decision.first().and_then(|first| second_opinion(cx, first.no)));
    for (workload, one) in not_grown(cx, scaler, id) {
        let why_not = stays(cx, scaler, workload, one);
        why = why.because(why_not.map(|one| one.input("input-waits", Subject::Workload(workload))));
    }
    for failure in scaler.failures(id) {
        why = why.because(Reason::of_row(cx, failure.no).map(|reason| {
            let failed = match cx.trace.record(failure.no).map(|record| record.change) {
                Some(Change::ScaleUpFailed { why, missing, .. }) => {
                    of_group(cx, "why-pool-backs-off", failure.group)
                        .with("why", Phrase::new(why.key()))
                        .with("missing", missing)
                }
                _ => reason.sentence.clone(),
            };
            let reason = Reason { sentence: failed, ..reason };
            backs_off(reason, &failure)
        }));
    }
    why
}

/// For which workloads with Pods that wait the pool isn't grown, the first group of each.
fn not_grown(
    cx: &WhyContext<'_>,
    scaler: Autoscaler<'_>,
    pool: PoolId,
) -> Vec<(WorkloadId, Standing)> {
    let plan = cx.trace.plan();
    let mut waiting: Vec<WorkloadId> = cx
        .counts()
        .pending
        .iter()
        .filter_map(|pod| cx.frame.cluster.pod(pod))
        .map(|pod| pod.workload)
        .collect();
    order::sort(&mut waiting);
    waiting.dedup();
    let waiting = waiting.into_iter();
    let standing = waiting.filter_map(|owner| {
        let mut all = scaler.standing(owner).into_iter();
        let found = all.find(|one| scaler.pool_of(one.group) == pool)?;
        Some((plan.first_revision(owner), found))
    });
    standing.take(WORKLOADS).collect()
}

/// For so many workloads a pool says why it isn't grown.
const WORKLOADS: usize = 3;

/// For which decision a node comes that was requested for Pods.
pub(super) fn of_node(cx: &WhyContext<'_>, id: NodeId, ready_at: SimTime) -> Option<Reason> {
    let scaler = Autoscaler::of(cx.trace, cx.frame)?;
    let request = cx.trace.record(scaler.requested(id)?)?;
    let (no, decision) = request.cause.and_then(|no| Some((no, cx.trace.record(no)?)))?;
    let Change::ScaleUpDecided { group, from, to } = decision.change else {
        return None;
    };
    let resize = Resize { no, group, from, to };
    let sentence = of_group(cx, "why-node-for-pods", group).with("at", decision.at);
    let reason = Reason { sentence, ..Reason::of_row(cx, no)? };
    Some(
        reason
            .input("input-grows", Value::List(sizes(cx, &[resize])))
            .input("input-ready-at", ready_at),
    )
}

/// Why a node stays, and since when it is unneeded.
pub(super) fn removal(cx: &WhyContext<'_>, id: NodeId) -> Vec<Reason> {
    let Some(scaler) = Autoscaler::of(cx.trace, cx.frame) else {
        return Vec::new();
    };
    let found = scaler.removal(id);
    let unneeded = found.unneeded.and_then(|(no, since)| {
        // KA-02, CA-68.
        let pods = cx.frame.cluster.pods_on(id).into_iter();
        let mut owners = pods.filter_map(|pod| cx.trace.owner(pod));
        let key = match owners.any(|owner| scaler.ignores(owner)) {
            true => "why-node-unneeded-expendable",
            false => "why-node-unneeded",
        };
        let sentence = Phrase::new(key).with("since", since);
        let reason = Reason { sentence, ..Reason::of_row(cx, no)? };
        Some(match found.goes_at {
            Some(at) => reason.input("input-goes-at", at),
            None => reason,
        })
    });
    let stays = found.stays.and_then(|(no, why, pod)| {
        let sentence = Phrase::new("why-node-stays").with("why", Phrase::new(why.key()));
        let reason = Reason { sentence, ..Reason::of_row(cx, no)? };
        let reason = match pod {
            Some(pod) => reason.input("input-kept-by", Subject::Pod(pod)),
            None => reason,
        };
        let pool = cx.frame.cluster.pool_of(cx.trace.plan(), id);
        let used = cx.index.node_use(cx.trace, cx.frame, id);
        let settings = scaler.settings(pool)?;
        let owner = pod.and_then(|pod| cx.trace.owner(pod)).filter(|_| why == Stays::NoPlace);
        let own = match owner.is_some_and(|owner| cx.trace.plan().is_tied(owner, id)) {
            true => Some(Phrase::new("remedy-local-disk")),
            false => release(why, settings),
        };
        // What it names first isn't all: the node is used, too (KA-53).
        let also = release(Stays::Used, settings).filter(|_| holds(why, None) && !holds(why, used));
        let remedy = match (own, also) {
            (Some(own), Some(also)) => {
                Some(Phrase::new("remedy-both").with("first", own).with("then", also))
            }
            (own, also) => own.or(also),
        };
        Some(helped(reason, remedy, scaler.code(id, why)))
    });
    stays.into_iter().chain(unneeded).collect()
}

/// When it is found that an unneeded node stays, and why.
pub(super) fn until_held(cx: &WhyContext<'_>, id: NodeId) -> Option<Until> {
    let scaler = Autoscaler::of(cx.trace, cx.frame)?;
    let (no, why, _) = scaler.removal(id).held_later?;
    let sentence = Phrase::new("until-held").with("why", Phrase::new(why.key()));
    Some(Until::at(cx.trace.record(no)?.at, sentence))
}

/// That a node is unneeded, or that it is little used and stays, and since when.
pub(super) fn held(cx: &WhyContext<'_>, id: NodeId) -> Option<Phrase> {
    let scaler = Autoscaler::of(cx.trace, cx.frame)?;
    let Some((no, why, pod)) = scaler.held(cx.index, id) else {
        let (_, since) = scaler.removal(id).unneeded?;
        let said = Phrase::new("why-node-is-unneeded").with("node", id).with("since", since);
        return Some(said.with("for", cx.frame.at - since));
    };
    let since = cx.trace.record(no)?.at;
    let said = Phrase::new(if pod.is_some() { "why-node-held-by" } else { "why-node-held" });
    let said = said.with("node", id).with("since", since).with("for", cx.frame.at - since);
    let said = said.with("why", Phrase::new(why.key()));
    Some(match pod {
        Some(pod) => said.with("pod", Subject::Pod(pod)),
        None => said,
    })
}

/// What lets a node go that stays.
fn release(why: Stays, settings: Autoscaling) -> Option<Phrase> {
    Some(match why {
        Stays::MinSize => {
            let flag = if settings.total { "--total-min-nodes" } else { "--min-nodes" };
            Phrase::new("remedy-min-size").with("flag", flag)
        }
        Stays::Used => Phrase::new("remedy-used"),
        Stays::ResourceLimit => Phrase::new("remedy-minimal-limits"),
        Stays::Annotation => Phrase::new("remedy-annotation"),
        Stays::NoPlace => Phrase::new("remedy-no-place"),
        Stays::ControllerNotFound | Stays::NotReplicated => Phrase::new("remedy-controller"),
        Stays::MinReplicas => Phrase::new("remedy-min-replicas"),
        Stays::LocalStorage => Phrase::new("remedy-local-storage"),
        Stays::NotSafeToEvict => Phrase::new("remedy-not-safe"),
        Stays::SystemPod => Phrase::new("remedy-system-pod"),
        Stays::Budget | Stays::Failed => Phrase::new("remedy-budget"),
        Stays::ComputeEngine => Phrase::new("remedy-compute-engine"),
        Stays::PodsUnknown => Phrase::new("remedy-pods-unknown"),
        Stays::LastNode
        | Stays::OthersFirst
        | Stays::AtWork
        | Stays::CoolDown
        | Stays::OneByOne
        | Stays::AtomicGroup
        | Stays::NotStarted => return None,
    })
}

/// A node that is marked for its removal: until it is gone or kept.
pub(super) fn marked(cx: &WhyContext<'_>, id: NodeId, node: &Node) -> Option<Why> {
    node.mark.filter(|mark| *mark == Mark::ToBeDeleted)?;
    let subject = Subject::Node(id);
    let (no, mark) =
        cx.last_that(subject, |row| matches!(row.change, Change::DeletionMarked { .. }))?;
    let what = Phrase::new("why-node-removed")
        .with("node", id)
        .with("since", mark.at)
        .with("for", cx.frame.at - mark.at);
    let ends = |row: &Record| matches!(row.change, Change::NodeGone | Change::DeletionGivenUp);
    let until = cx.next_that(subject, ends).map(|(_, row)| match row.change {
        Change::NodeGone => Until::at(row.at, Phrase::new("until-node-gone")),
        _ => Until::at(row.at, Phrase::new("until-kept")),
    });
    let why = Why::new(cx, what, mark.at).because(Reason::of_row(cx, no));
    let why = removal(cx, id).into_iter().fold(why, |why, one| why.because(Some(one)));
    Some(why.until(until).chained(cx, Some(no)))
}
