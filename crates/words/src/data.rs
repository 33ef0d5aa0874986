//! `data` of a record: the ids and numbers of its change by name.

use serde_json::{Value, json};

use model::script::Failure;
use model::{AtLimit, Plan};
use trace::gke;
use trace::text::Namer;
use trace::{Blocker, Change, Ending, Refusal, Subject, WhyNot};

fn ms(seconds: u32) -> i64 {
    i64::from(seconds) * 1000
}

pub(super) fn data(namer: &Namer<'_>, change: Change) -> Value {
    let plan = namer.plan;
    let version = |id| {
        plan.templates
            .get(id)
            .and_then(|template| template.version)
            .map(|version| version.to_string())
    };
    let zone = |id| plan.zones.get(id).map(|zone| zone.name.as_str());
    match change {
        Change::Started
        | Change::WindowOpened
        | Change::WindowClosed
        | Change::StockoutBegan
        | Change::StockoutEnded
        | Change::ResourcesMissing
        | Change::ResourcesFound
        | Change::UpgradeCancelling
        | Change::UpgradeCancelled
        | Change::RollbackStarted
        | Change::RolledBack
        | Change::UpgradeSucceeded
        | Change::UpgradeFailed
        | Change::DrainPaused
        | Change::PodUnready
        | Change::NodeLost
        | Change::NodeRecovered
        | Change::ControlPlaneDone
        | Change::ControlPlaneBack
        | Change::NodeReady
        | Change::NodeCordoned
        | Change::NodeUncordoned
        | Change::DrainAborted
        | Change::NodeGone
        | Change::NodeDone
        | Change::NominationCleared
        | Change::PodReady
        | Change::PodGone
        | Change::Unblocked => json!({}),
        Change::Commanded { entry }
        | Change::LimitSet { entry }
        | Change::ControlPlaneStarted { entry }
        | Change::BehaviourSet { entry }
        | Change::SettingsSet { entry }
        | Change::Reshaped { entry } => {
            json!({ "script": entry })
        }
        Change::Refused { why } => json!({ "why": refusal(why) }),
        Change::PolicyOverridden { why } => json!({ "why": why.name() }),
        Change::ExclusionBegan { exclusion } | Change::ExclusionEnded { exclusion } => {
            let one = plan.maintenance.exclusions.get(exclusion as usize);
            let (name, scope) = one.map_or(("", ""), |one| (&one.name, one.scope.name()));
            json!({ "exclusion": name, "scope": scope })
        }
        Change::ControlPlaneScheduled { entry, after_s } => {
            json!({ "script": entry, "after_ms": ms(after_s) })
        }
        Change::QuotaSet { spare } => json!({ "spare": spare }),
        Change::ReplicasSet { replicas } => json!({ "replicas": replicas }),
        Change::UpgradeQueued { why } | Change::UpgradePaused { why } => {
            json!({ "why": why_not(plan, why) })
        }
        Change::UpgradeStarted {
            target,
            change,
            automatic,
        } => {
            json!({ "version": version(target), "change": change.name(), "automatic": automatic })
        }
        Change::ReplicaStarted { replica, lasts_s } => {
            json!({ "replica": replica + 1, "lasts_ms": ms(lasts_s) })
        }
        Change::ReservationSet { machines } => json!({ "machines": machines }),
        Change::Resized { nodes } => json!({ "nodes": nodes }),
        Change::NodeFailed { why } => json!({ "why": failure(why) }),
        Change::HostEvent { down_s } => json!({ "down_ms": ms(down_s) }),
        Change::NodeShutDown {
            gone_after_s,
            recreate,
        } => json!({ "gone_ms": ms(gone_after_s), "recreate": recreate }),
        Change::PhaseStarted { phase, lasts_s } => {
            json!({ "phase": phase.name(), "lasts_ms": (lasts_s > 0).then(|| ms(lasts_s)) })
        }
        Change::BatchStarted { batch, of } => json!({ "batch": batch + 1, "of": of }),
        Change::BatchDrained { soak_s } => json!({ "soak_ms": ms(soak_s) }),
        Change::DrainResumed { limit_s } => json!({ "limit_ms": ms(limit_s) }),
        Change::ZoneStarted {
            zone: id,
            surge,
            unavailable,
        } => json!({ "zone": zone(id), "surge": surge, "unavailable": unavailable }),
        Change::ZoneDone { zone: id } => json!({ "zone": zone(id) }),
        Change::UpgradeResumed { automatic } => json!({ "automatic": automatic }),
        Change::NodeTaken { slot, surge } => json!({ "slot": slot + 1, "surge": surge }),
        Change::NodeRequested {
            group,
            template,
            ready_after_s,
        } => {
            let group = plan.groups.get(group);
            json!({
                "pool": group.and_then(|group| plan.pools.get(group.pool)).map(|pool| &pool.name),
                "zone": group.and_then(|group| zone(group.zone)),
                "version": version(template),
                "ready_after_ms": ms(ready_after_s),
            })
        }
        Change::DrainStarted {
            pods,
            limit_s,
            at_limit,
        } => {
            json!({ "pods": pods, "limit_ms": (limit_s > 0).then(|| ms(limit_s)), "forces": at_limit == AtLimit::Forces })
        }
        Change::DrainEnded { limit_reached } => json!({ "limit_reached": limit_reached }),
        Change::NodeDeleting {
            gone_after_s,
            recreate,
        } => json!({ "gone_after_ms": ms(gone_after_s), "recreate": recreate }),
        Change::NodeRecreating {
            template,
            ready_after_s,
        } => json!({ "version": version(template), "ready_after_ms": ms(ready_after_s) }),
        Change::PodCreated { workload, .. } => {
            json!({ "workload": namer.subject(Subject::Workload(workload)) })
        }
        Change::PodBound { node, start_s } => {
            json!({ "node": namer.subject(Subject::Node(node)), "start_ms": ms(start_s) })
        }
        Change::Nominated { node } => json!({ "node": namer.subject(Subject::Node(node)) }),
        Change::PodStarted { ready_after_s } => json!({ "ready_after_ms": ms(ready_after_s) }),
        Change::PodTerminating {
            ending,
            gone_after_s,
        } => {
            let ending = match ending {
                Ending::Evicted => "evicted",
                Ending::Deleted => "deleted",
                Ending::DeletedAtLimit => "deleted_at_limit",
                Ending::Preempted => "preempted",
            };
            json!({ "ending": ending, "gone_after_ms": ms(gone_after_s) })
        }
        Change::PodForced { violates_budget } => json!({ "violates_budget": violates_budget }),
        Change::Blocked { by } => json!({ "blocker": blocker(namer, by) }),
    }
}

fn blocker(namer: &Namer<'_>, by: Blocker) -> Value {
    let budget = |id| namer.subject(Subject::Budget(id));
    match by {
        Blocker::Budget {
            budget: id,
            allowed,
        } => json!({ "kind": "budget", "budget": budget(id), "allowed": allowed }),
        Blocker::TwoBudgets { first, second } => {
            json!({ "kind": "two_budgets", "first": budget(first), "second": budget(second) })
        }
        Blocker::Forbidden { budget: id } => {
            json!({ "kind": "forbidden", "budget": budget(id) })
        }
        Blocker::NoNode { filter, nodes } => json!({
            "kind": "no_node",
            "filter": filter,
            "message": gke::filter(filter),
            "nodes": nodes,
        }),
        Blocker::NoNodes => json!({ "kind": "no_nodes" }),
        Blocker::Quota { spare } => json!({ "kind": "quota", "spare": spare }),
        Blocker::Stockout { zone } => {
            json!({ "kind": "stockout", "zone": namer.subject(Subject::Zone(zone)) })
        }
        Blocker::ControlPlane => json!({ "kind": "control_plane" }),
        Blocker::Reservation { machines } => {
            json!({ "kind": "reservation", "machines": machines })
        }
        Blocker::DrainFilter { filter } => json!({
            "kind": "drain_filter",
            "filter": filter,
            "message": gke::drain_filter(filter),
        }),
        Blocker::Backoff { seconds } => json!({ "kind": "backoff", "wait_ms": ms(seconds) }),
        Blocker::BackoffLimit { failures } => {
            json!({ "kind": "backoff_limit", "failures": failures })
        }
        Blocker::FailurePolicy => json!({ "kind": "pod_failure_policy" }),
        Blocker::Deadline { seconds } => json!({ "kind": "deadline", "after_ms": ms(seconds) }),
    }
}

fn why_not(plan: &Plan, why: WhyNot) -> String {
    match why {
        WhyNot::Policy(waits) => gke::waits(plan, &waits).join(", "),
        WhyNot::ControlPlane => "control_plane".to_owned(),
        WhyNot::AnotherRun => "another_run".to_owned(),
        WhyNot::OldNodes => "old_nodes".to_owned(),
        WhyNot::Busy => "control_plane_busy".to_owned(),
    }
}

fn refusal(why: Refusal) -> &'static str {
    match why {
        Refusal::RunUnfinished => "run_unfinished",
        Refusal::NothingToCancel => "nothing_to_cancel",
        Refusal::NothingToResume => "nothing_to_resume",
        Refusal::NothingToRollBack => "nothing_to_roll_back",
        Refusal::Locked => "locked",
        Refusal::NoSuchNode => "no_such_node",
        Refusal::AlreadySo => "already_so",
        Refusal::UpgradeDrains => "upgrade_drains",
        Refusal::DeletingBluePool => "deleting_blue_pool",
        Refusal::NotSoaking => "not_soaking",
        Refusal::NotSpot => "not_spot",
        Refusal::WouldShrink => "would_shrink",
        Refusal::Missing => "missing",
        Refusal::ControlPlaneDown => "control_plane_down",
        Refusal::ControlPlaneBusy => "control_plane_busy",
    }
}

fn failure(why: Failure) -> &'static str {
    match why {
        Failure::Kubelet => "kubelet",
        Failure::Disk => "disk",
    }
}
