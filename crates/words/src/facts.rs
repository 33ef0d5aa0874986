//! A fact as a phrase: for the event log, and as the arguments of a rule's sentence.

use base::{SimSpan, TemplateId};
use model::script::{Failure, NodeChange, Shutdown};
use model::{AtLimit, Command, NodeRef, Plan, Version};
use trace::gke;
use trace::{Blocker, Change, Ending, NEVER, Phrase, Refusal, Subject, Value, WhyNot};

fn yes(yes: bool) -> Value {
    Value::Text(if yes { "yes" } else { "no" }.to_owned())
}

fn secs(secs: u32) -> SimSpan {
    SimSpan::from_secs(i64::from(secs))
}

fn spare(spare: Option<u32>) -> Value {
    spare.map_or_else(|| Value::from("none"), Value::from)
}

/// The change in the fewest words, with everything that a sentence about it may name.
pub fn fact(plan: &Plan, change: Change) -> Phrase {
    let say = Phrase::new;
    match change {
        Change::Started => say("fact-started"),
        Change::Commanded { entry } => say("fact-commanded").with("command", command(plan, entry)),
        Change::Refused { why } => say("fact-refused").with("why", say(refusal(why))),
        Change::WindowOpened => say("fact-window-opened"),
        Change::WindowClosed => say("fact-window-closed"),
        Change::ExclusionBegan { exclusion: no } => exclusion(plan, "fact-exclusion-began", no),
        Change::ExclusionEnded { exclusion: no } => exclusion(plan, "fact-exclusion-ended", no),
        Change::QuotaSet { spare: n } => say("fact-quota").with("spare", spare(n)),
        Change::StockoutBegan => say("fact-stockout-began").with("out", yes(true)),
        Change::StockoutEnded => say("fact-stockout-ended").with("out", yes(false)),
        Change::ReplicasSet { replicas } => say("fact-replicas").with("replicas", replicas),
        Change::LimitSet { entry } => say("fact-limit").with("command", command(plan, entry)),
        Change::BehaviourSet { .. } => say("fact-behaviour"),
        Change::ControlPlaneStarted { entry } => {
            say("fact-control-plane-started").with("command", of_control_plane(plan, entry))
        }
        Change::ReplicaStarted { replica, lasts_s } => say("fact-replica-started")
            .with("replica", replica + 1)
            .with("lasts", secs(lasts_s)),
        Change::ControlPlaneDone => say("fact-control-plane-done"),
        Change::ControlPlaneBack => say("fact-control-plane-back"),
        Change::ControlPlaneScheduled { entry, after_s } => say("fact-control-plane-scheduled")
            .with("command", of_control_plane(plan, entry))
            .with("after", secs(after_s)),
        Change::PolicyOverridden { why } => say("fact-overridden").with("why", why.name()),
        Change::UpgradeQueued { why } => say("fact-queued").with("why", why_not(plan, why)),
        Change::UpgradeStarted {
            target,
            change,
            automatic,
        } => say("fact-upgrade-started")
            .with("change", node_change(change, version(plan, target)))
            .with("automatic", yes(automatic)),
        Change::ZoneStarted {
            zone,
            surge,
            unavailable,
        } => say("fact-zone-started")
            .with("zone", Subject::Zone(zone))
            .with("surge", surge)
            .with("unavailable", unavailable)
            .with("slots", surge + unavailable),
        Change::ZoneDone { zone } => say("fact-zone-done").with("zone", Subject::Zone(zone)),
        Change::ResourcesMissing => say("fact-resources-missing").with("kind", "pool"),
        Change::ResourcesFound => say("fact-resources-found"),
        Change::UpgradePaused { why } => say("fact-paused").with("why", why_not(plan, why)),
        Change::UpgradeResumed { automatic } => {
            say("fact-resumed").with("automatic", yes(automatic))
        }
        Change::UpgradeCancelling => say("fact-cancelling"),
        Change::UpgradeCancelled => say("fact-cancelled"),
        Change::RollbackStarted => say("fact-rolling-back"),
        Change::RolledBack => say("fact-rolled-back"),
        Change::UpgradeSucceeded => say("fact-succeeded"),
        Change::UpgradeFailed => say("fact-failed"),
        Change::ReservationSet { machines } => {
            say("fact-reservation").with("machines", spare(machines))
        }
        Change::SettingsSet { .. } => say("fact-settings"),
        Change::Resized { nodes } => say("fact-resized").with("nodes", nodes),
        Change::NodeFailed { why } => say(match why {
            Failure::Kubelet => "fact-kubelet-stops",
            Failure::Disk => "fact-disk-full",
        }),
        Change::NodeLost => say("fact-node-lost"),
        Change::HostEvent { down_s } => say(match down_s {
            0 => "fact-host-moved",
            _ => "fact-host-down",
        })
        .with("down", secs(down_s)),
        Change::NodeRecovered => say("fact-node-back"),
        Change::NodeShutDown {
            gone_after_s,
            recreate,
        } => say("fact-shut-down")
            .with("gone", secs(gone_after_s))
            .with("back", yes(recreate)),
        Change::PodUnready => say("fact-pod-unready").with("state", "unready"),
        Change::PhaseStarted { phase, lasts_s } => say("fact-phase")
            .with("phase", phase.name())
            .with("lasts", secs(lasts_s)),
        Change::BatchStarted { batch, of } => {
            say("fact-batch").with("batch", batch + 1).with("of", of)
        }
        Change::BatchDrained { soak_s } => say("fact-batch-drained")
            .with("waits", yes(soak_s > 0))
            .with("soak", secs(soak_s)),
        Change::Reshaped { .. } => say("fact-reshaped"),
        Change::NodeTaken { slot, .. } => say("fact-taken").with("slot", slot + 1),
        Change::NodeRequested { ready_after_s, .. } => {
            say("fact-requested").with("ready", secs(ready_after_s))
        }
        Change::NodeReady => say("fact-node-ready"),
        Change::NodeCordoned => say("fact-cordoned"),
        Change::NodeUncordoned => say("fact-uncordoned"),
        Change::DrainStarted {
            pods,
            limit_s,
            at_limit,
        } => say("fact-drain-started")
            .with("pods", pods)
            .with(
                "limited",
                match (limit_s, at_limit) {
                    (0, _) => "no",
                    (_, AtLimit::Forces) => "yes",
                    (_, AtLimit::GivesUp) => "gives-up",
                    (_, AtLimit::Leaves) => "leaves",
                },
            )
            .with("limit", secs(limit_s)),
        Change::DrainAborted => say("fact-drain-aborted"),
        Change::DrainEnded { limit_reached } => say(if limit_reached {
            "fact-drained-by-limit"
        } else {
            "fact-drained"
        }),
        Change::DrainPaused => say("fact-drain-paused"),
        Change::DrainResumed { limit_s } => say("fact-drain-resumed").with("limit", secs(limit_s)),
        Change::NodeDeleting {
            gone_after_s,
            recreate,
        } => say(if recreate {
            "fact-deleting-to-recreate"
        } else {
            "fact-deleting"
        })
        .with("gone", secs(gone_after_s)),
        Change::NodeGone => say("fact-node-gone"),
        Change::NodeRecreating { ready_after_s, .. } => {
            say("fact-recreating").with("ready", secs(ready_after_s))
        }
        Change::NodeDone => say("fact-node-done"),
        Change::PodCreated { workload, .. } => {
            say("fact-pod-created").with("workload", Subject::Workload(workload))
        }
        Change::PodBound { node, .. } => say("fact-bound").with("node", node),
        Change::Nominated { node } => say("fact-nominated").with("node", node),
        Change::NominationCleared => say("fact-nomination-cleared"),
        Change::PodStarted {
            ready_after_s: NEVER,
        } => say("fact-pod-never-ready"),
        Change::PodStarted { ready_after_s } => {
            say("fact-pod-started").with("ready", secs(ready_after_s))
        }
        Change::PodReady => say("fact-pod-ready"),
        Change::PodTerminating {
            ending,
            gone_after_s,
        } => say(match ending {
            Ending::Evicted => "fact-evicted",
            Ending::Deleted => "fact-deleted",
            Ending::DeletedAtLimit => "fact-deleted-at-limit",
            Ending::Preempted => "fact-preempted",
        })
        .with("gone", secs(gone_after_s)),
        Change::PodForced { violates_budget } => say(if violates_budget {
            "fact-forced-against-budget"
        } else {
            "fact-forced"
        })
        .with("violates", yes(violates_budget)),
        Change::PodGone => say("fact-pod-gone").with("state", "gone"),
        Change::Blocked { by } => blocked(by),
        Change::Unblocked => say("fact-unblocked"),
    }
}

/// With the blocker's own numbers beside the phrase about it.
fn blocked(by: Blocker) -> Phrase {
    let phrase = Phrase::new("fact-blocked")
        .with("blocker", blocker(by))
        .with("kind", "held");
    let inner = blocker(by);
    inner
        .args
        .into_iter()
        .fold(phrase, |phrase, (name, value)| phrase.with(name, value))
}

pub fn blocker(by: Blocker) -> Phrase {
    let say = Phrase::new;
    match by {
        Blocker::Budget { budget, allowed } => say("blocker-budget")
            .with("budget", Subject::Budget(budget))
            .with("allowed", allowed),
        Blocker::TwoBudgets { first, second } => say("blocker-two-budgets")
            .with("first", Subject::Budget(first))
            .with("second", Subject::Budget(second)),
        Blocker::Forbidden { budget } => {
            say("blocker-forbidden").with("budget", Subject::Budget(budget))
        }
        Blocker::NoNode { filter, nodes } => say("blocker-no-node")
            .with("nodes", nodes)
            .with("reason", gke::filter(filter)),
        Blocker::NoNodes => say("blocker-no-nodes"),
        Blocker::Quota { spare } => say("blocker-quota").with("spare", spare),
        Blocker::Stockout { zone } => say("blocker-stockout").with("zone", Subject::Zone(zone)),
        Blocker::ControlPlane => say("blocker-control-plane"),
        Blocker::Reservation { machines } => say("blocker-reservation").with("machines", machines),
        Blocker::DrainFilter { filter } => say("blocker-drain-filter")
            .with("reason", gke::drain_filter(filter))
            .with("filter", gke::drain_filter(filter)),
        Blocker::Backoff { seconds } => say("blocker-backoff").with("seconds", secs(seconds)),
        Blocker::BackoffLimit { failures } => {
            say("blocker-backoff-limit").with("failures", failures)
        }
        Blocker::FailurePolicy => say("blocker-failure-policy"),
        Blocker::Deadline { seconds } => say("blocker-deadline").with("seconds", secs(seconds)),
    }
}

fn version(plan: &Plan, template: TemplateId) -> Option<Version> {
    plan.templates
        .get(template)
        .and_then(|template| template.version)
}

/// What is changed: the version, or something else that makes every node anew (SU-04).
fn node_change(change: NodeChange, version: Option<Version>) -> Phrase {
    Phrase::new(match change {
        NodeChange::Version => return Phrase::new("change-version").with("to", to(version)),
        NodeChange::MachineType => "change-machine-type",
        NodeChange::DiskType => "change-disk-type",
        NodeChange::DiskSize => "change-disk-size",
        NodeChange::ImageType => "change-image-type",
        NodeChange::IpRotation => "change-ip-rotation",
        NodeChange::CredentialRotation => "change-credential-rotation",
        NodeChange::NetworkPolicy => "change-network-policy",
        NodeChange::ImageStreaming => "change-image-streaming",
        NodeChange::NetworkPerformance => "change-network-performance",
        NodeChange::Gvnic => "change-gvnic",
        NodeChange::NodeSystemConfig => "change-node-system-config",
        NodeChange::ConfidentialNodes => "change-confidential-nodes",
        NodeChange::StoragePools => "change-storage-pools",
        NodeChange::ShieldedNodes => "change-shielded-nodes",
        NodeChange::IntranodeVisibility => "change-intranode-visibility",
        NodeChange::NodeLocalDns => "change-node-local-dns",
        NodeChange::VmDisruption => "change-vm-disruption",
    })
}

fn to(version: Option<Version>) -> Value {
    version.map_or_else(
        || Value::from(""),
        |version| Value::from(Phrase::new("command-to").with("version", version.to_string())),
    )
}

/// What an entry does to the control plane.
fn of_control_plane(plan: &Plan, entry: u32) -> Phrase {
    let entry = plan.script.get(entry as usize);
    let version = match entry.map(|entry| &entry.command) {
        Some(Command::UpgradeControlPlane { version, .. } | Command::Step { version, .. }) => {
            version
        }
        Some(Command::RecreateControlPlane { repair: true }) => return Phrase::new("work-repair"),
        _ => return Phrase::new("work-disruption"),
    };
    Phrase::new("work-upgrade").with("version", version.to_string())
}

/// What the script asked for.
pub fn command(plan: &Plan, entry: u32) -> Phrase {
    let say = Phrase::new;
    let pool = |id| Value::from(Subject::Pool(id));
    let named = |node| match node {
        NodeRef::Start(id) => Value::from(Subject::Node(id)),
        NodeRef::Made { .. } => plan.name_in_script(node).into(),
    };
    let Some(entry) = plan.script.get(entry as usize) else {
        return say("command-unknown");
    };
    match &entry.command {
        Command::Upgrade {
            pool: id,
            version,
            change: NodeChange::Version,
            automatic,
        } => say(if *automatic {
            "command-upgrade-automatic"
        } else {
            "command-upgrade"
        })
        .with("pool", pool(*id))
        .with("to", to(*version)),
        Command::Upgrade {
            pool: id,
            change,
            automatic,
            ..
        } => say("command-change")
            .with("pool", pool(*id))
            .with("automatic", yes(*automatic))
            .with("change", node_change(*change, None)),
        Command::Cancel { pool: id } => say("command-cancel").with("pool", pool(*id)),
        Command::Resume { pool: id } => say("command-resume").with("pool", pool(*id)),
        Command::Rollback {
            pool: id,
            respect_pdb,
        } => say(if *respect_pdb {
            "command-rollback-respecting"
        } else {
            "command-rollback"
        })
        .with("pool", pool(*id)),
        Command::Complete { pool: id } => say("command-complete").with("pool", pool(*id)),
        Command::SetShape { pool: id, .. } => say("command-shape").with("pool", pool(*id)),
        Command::SetReplicas { workload, replicas } => say("command-replicas")
            .with("workload", Subject::Workload(*workload))
            .with("replicas", *replicas),
        Command::SetBehaviour {
            workload,
            image_pull,
            shutdown,
            fails_upgraded,
        } => {
            let mut parts = Vec::new();
            parts.extend(image_pull.map(|pull| say("behaviour-pull").with("pull", pull)));
            parts.extend(shutdown.map(|shutdown| match shutdown {
                Shutdown::After(span) => say("behaviour-shutdown").with("shutdown", span),
                Shutdown::AtTheEndOfGrace => say("behaviour-ignores"),
            }));
            parts.extend(fails_upgraded.map(|fails| match fails {
                true => say("behaviour-fails"),
                false => say("behaviour-works"),
            }));
            say("command-behaviour")
                .with("workload", Subject::Workload(*workload))
                .with("parts", parts)
        }
        Command::SetBudget { budget, limit } => say("command-budget")
            .with("budget", Subject::Budget(*budget))
            .with("limit", Phrase::limit(*limit)),
        Command::UpgradeControlPlane { version, automatic } => say("command-control-plane")
            .with("version", version.to_string())
            .with("automatic", yes(*automatic)),
        Command::RecreateControlPlane { repair: true } => say("command-repair-control-plane"),
        Command::RecreateControlPlane { repair: false } => say("command-disrupt-control-plane"),
        Command::Target { version } => say("command-target").with("version", version.to_string()),
        Command::Step { version, .. } => say("command-step").with("version", version.to_string()),
        Command::Missing => say("command-missing"),
        Command::Cordon { node } => say("command-cordon").with("node", named(*node)),
        Command::Uncordon { node } => say("command-uncordon").with("node", named(*node)),
        Command::Drain { node, .. } => say("command-drain").with("node", named(*node)),
        Command::Reservation { pool: id, machines } => say("command-reservation")
            .with("pool", pool(*id))
            .with("machines", spare(*machines)),
        Command::SetStrategy { pool: id, .. } => say("command-settings").with("pool", pool(*id)),
        Command::Resize { pool: id, nodes } => say("command-resize")
            .with("pool", pool(*id))
            .with("nodes", *nodes),
        Command::Fail { node, why } => say(match why {
            Failure::Kubelet => "command-fail",
            Failure::Disk => "command-fail-disk",
        })
        .with("node", named(*node)),
        Command::HostEvent { node } => say("command-host-event").with("node", named(*node)),
        Command::Preempt { node } => say("command-preempt").with("node", named(*node)),
        Command::Quota { spare: n } => say("command-quota").with("spare", spare(*n)),
        Command::Stockout { zone, on } => say(if *on {
            "command-stockout"
        } else {
            "command-in-stock"
        })
        .with("zone", Subject::Zone(*zone)),
    }
}

fn refusal(why: Refusal) -> &'static str {
    match why {
        Refusal::RunUnfinished => "refusal-run-unfinished",
        Refusal::NothingToCancel => "refusal-nothing-to-cancel",
        Refusal::NothingToResume => "refusal-nothing-to-resume",
        Refusal::NothingToRollBack => "refusal-nothing-to-roll-back",
        Refusal::Locked => "refusal-locked",
        Refusal::NoSuchNode => "refusal-no-such-node",
        Refusal::AlreadySo => "refusal-already-in-state",
        Refusal::UpgradeDrains => "refusal-upgrade-drains",
        Refusal::DeletingBluePool => "refusal-deleting-blue-pool",
        Refusal::NotSoaking => "refusal-not-soaking",
        Refusal::NotSpot => "refusal-not-spot",
        Refusal::WouldShrink => "refusal-would-shrink",
        Refusal::Missing => "refusal-missing",
        Refusal::ControlPlaneDown => "refusal-control-plane-down",
        Refusal::ControlPlaneBusy => "refusal-control-plane-busy",
    }
}

/// Every reason, with the code of GKE where it has one (BS-16).
fn why_not(plan: &Plan, why: WhyNot) -> Value {
    let say = Phrase::new;
    Value::from(match why {
        WhyNot::Policy(waits) if !waits.is_for_window() => {
            let codes = gke::waits(plan, &waits);
            let all = codes
                .iter()
                .map(|code| say("whynot-code").with("code", code.as_str()));
            return Value::from(all.collect::<Vec<Phrase>>());
        }
        WhyNot::Policy(_) => say("whynot-window"),
        WhyNot::ControlPlane => say("whynot-control-plane"),
        WhyNot::AnotherRun => say("whynot-another-run"),
        WhyNot::OldNodes => say("whynot-old-nodes"),
        WhyNot::Busy => say("whynot-busy"),
    })
}

fn exclusion(plan: &Plan, key: &'static str, no: u32) -> Phrase {
    let one = plan.maintenance.exclusions.get(no as usize);
    let (name, scope) = one.map_or(("", ""), |one| (one.name.as_str(), one.scope.name()));
    Phrase::new(key).with("name", name).with("scope", scope)
}
