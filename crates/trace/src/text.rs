//! The one text form of a trace: golden files, the command line and failing tests print it.

use std::fmt::Write as _;

use super::change::{Blocker, Change, Ending, NEVER, WhyNot};
use super::log::Trace;
use super::record::{Record, Subject};
use base::{BudgetId, RecordNo};
use model::cluster::Cluster;
use model::operations::Refusal;
use model::plan::Plan;
use model::script::{Command, Failure, NodeChange};

/// Names for the rows of a trace. Names never change, so the last frame knows them all.
#[derive(Clone, Copy)]
pub struct Namer<'a> {
    pub plan: &'a Plan,
    pub cluster: &'a Cluster,
}

impl Namer<'_> {
    /// `pod/web-1`, `budget/shop/web-pdb`: the namespace stands only where it is not `default`.
    pub fn subject(&self, subject: Subject) -> String {
        let plan = self.plan;
        match subject {
            Subject::Cluster => "cluster".to_owned(),
            Subject::Pool(id) => format!("pool/{}", plan.pools[id].name),
            Subject::Zone(id) => format!("zone/{}", plan.zones[id].name),
            Subject::Node(id) => format!("node/{}", plan.node_name(self.cluster, id)),
            Subject::Pod(id) => {
                let namespace = self
                    .cluster
                    .owner(id)
                    .map_or("", |owner| &plan.workloads[owner].namespace);
                scoped("pod", namespace, &plan.pod_name(self.cluster, id))
            }
            Subject::Workload(id) => {
                let workload = &plan.workloads[id];
                scoped("workload", &workload.namespace, &workload.name)
            }
            Subject::Budget(id) => scoped(
                "budget",
                &plan.budgets[id].namespace,
                &plan.budgets[id].name,
            ),
            Subject::Service(id) => scoped(
                "service",
                &plan.services[id].namespace,
                &plan.services[id].name,
            ),
        }
    }

    fn budget(&self, id: BudgetId) -> &str {
        self.plan.budgets.get(id).map_or("?", |budget| &budget.name)
    }

    /// The fact in the fewest words that tell it from another.
    pub fn fact(&self, change: Change) -> String {
        let zone = |id| &self.plan.zones[id].name;
        match change {
            Change::Started => "started".to_owned(),
            Change::Commanded { entry } => format!("command {entry}"),
            Change::Refused { why } => format!("refused: {}", refusal(why)),
            Change::WindowOpened => "window open".to_owned(),
            Change::WindowClosed => "window closed".to_owned(),
            Change::ExclusionBegan { exclusion } => {
                format!("exclusion {} begins", self.exclusion(exclusion))
            }
            Change::ExclusionEnded { exclusion } => {
                format!("exclusion {} over", self.exclusion(exclusion))
            }
            Change::QuotaSet { spare: Some(n) } => format!("quota +{n}"),
            Change::QuotaSet { spare: None } => "quota enough".to_owned(),
            Change::StockoutBegan => "stocked out".to_owned(),
            Change::StockoutEnded => "in stock".to_owned(),
            Change::ReplicasSet { replicas } => format!("replicas {replicas}"),
            Change::LimitSet { .. } => "limit edited".to_owned(),
            Change::BehaviourSet { .. } => "behaves differently".to_owned(),
            Change::ControlPlaneStarted { entry } => {
                let command = plan_command(self.plan, entry);
                let what = match command {
                    Some(Command::RecreateControlPlane { repair: true }) => "repair",
                    Some(Command::RecreateControlPlane { repair: false }) => "vmDisruption",
                    _ => "upgrade",
                };
                format!("control plane {what} started")
            }
            Change::ControlPlaneBack => "control plane is back".to_owned(),
            Change::ControlPlaneScheduled { entry, after_s } => {
                let command = plan_command(self.plan, entry);
                let version = command.and_then(Command::version_of_control_plane);
                let version = version.map_or_else(|| "?".to_owned(), |to| to.to_string());
                format!("SCHEDULED: control plane to {version}, not before {after_s}s from now")
            }
            Change::PolicyOverridden { why } => format!(
                "override: {}; windows and exclusions are not asked",
                why.name()
            ),
            Change::ReplicaStarted { replica, lasts_s } => {
                format!("replica {} of the control plane, {lasts_s}s", replica + 1)
            }
            Change::ControlPlaneDone => "control plane upgraded".to_owned(),
            Change::UpgradeQueued { why } => format!("queued: {}", self.why_not(why)),
            Change::UpgradeStarted {
                change, automatic, ..
            } => {
                let what = match change {
                    NodeChange::Version => "upgrade",
                    other => other.name(),
                };
                format!(
                    "{what} started{}",
                    if automatic { ", automatic" } else { "" }
                )
            }
            Change::ZoneStarted {
                zone: id,
                surge,
                unavailable,
            } => {
                format!(
                    "zone {} started, {surge} surge + {unavailable} unavailable",
                    zone(id)
                )
            }
            Change::ZoneDone { zone: id } => format!("zone {} done", zone(id)),
            Change::ResourcesMissing => "waits for resources".to_owned(),
            Change::ResourcesFound => "has resources".to_owned(),
            Change::UpgradePaused { why } => format!("paused: {}", self.why_not(why)),
            Change::UpgradeResumed { .. } => "resumed".to_owned(),
            Change::UpgradeCancelling => "cancelling".to_owned(),
            Change::UpgradeCancelled => "cancelled".to_owned(),
            Change::RollbackStarted => "rolling back".to_owned(),
            Change::RolledBack => "rolled back".to_owned(),
            Change::UpgradeSucceeded => "succeeded".to_owned(),
            Change::UpgradeFailed => "failed".to_owned(),
            Change::ReservationSet { machines: Some(n) } => format!("reservation of {n}"),
            Change::ReservationSet { machines: None } => "no reservation".to_owned(),
            Change::SettingsSet { .. } => "upgrade settings set".to_owned(),
            Change::Resized { nodes } => format!("resized to {nodes} in each zone"),
            Change::NodeFailed {
                why: Failure::Kubelet,
            } => "kubelet stops".to_owned(),
            Change::NodeFailed { why: Failure::Disk } => "disk full".to_owned(),
            Change::NodeLost => "lost".to_owned(),
            Change::HostEvent { down_s: 0 } => "host event".to_owned(),
            Change::HostEvent { down_s } => format!("host event, down for {down_s}s"),
            Change::NodeRecovered => "back".to_owned(),
            Change::NodeShutDown {
                gone_after_s,
                recreate,
            } => {
                let back = if recreate { ", comes back" } else { "" };
                format!("taken away in {gone_after_s}s{back}")
            }
            Change::PodUnready => "not ready".to_owned(),
            Change::PhaseStarted { phase, lasts_s: 0 } => phase.name().to_owned(),
            Change::PhaseStarted { phase, lasts_s } => format!("{}, {lasts_s}s", phase.name()),
            Change::BatchStarted { batch, of } => format!("batch {} of {of}", batch + 1),
            Change::BatchDrained { soak_s } => format!("batch drained, soaks {soak_s}s"),
            Change::Reshaped { .. } => "labels and taints set".to_owned(),
            Change::NodeTaken { slot, surge } => {
                format!(
                    "taken by {} slot {}",
                    if surge { "surge" } else { "unavailable" },
                    slot + 1
                )
            }
            Change::NodeRequested { ready_after_s, .. } => {
                format!("requested, ready in {ready_after_s}s")
            }
            Change::NodeReady => "ready".to_owned(),
            Change::NodeCordoned => "cordoned".to_owned(),
            Change::NodeUncordoned => "uncordoned".to_owned(),
            Change::DrainStarted {
                pods, limit_s: 0, ..
            } => format!("draining {pods} pods"),
            Change::DrainStarted { pods, limit_s, .. } => {
                format!("draining {pods} pods, at most {limit_s}s")
            }
            Change::DrainAborted => "drain aborted".to_owned(),
            Change::DrainEnded {
                limit_reached: false,
            } => "drained".to_owned(),
            Change::DrainEnded {
                limit_reached: true,
            } => "drained by limit".to_owned(),
            Change::DrainPaused => "drain paused".to_owned(),
            Change::DrainResumed { limit_s } => format!("drain goes on, at most {limit_s}s"),
            Change::NodeDeleting {
                gone_after_s,
                recreate: false,
            } => format!("deleting for {gone_after_s}s"),
            Change::NodeDeleting {
                gone_after_s,
                recreate: true,
            } => format!("deleting for {gone_after_s}s, to recreate"),
            Change::NodeGone => "gone".to_owned(),
            Change::NodeRecreating { ready_after_s, .. } => {
                format!("recreating, ready in {ready_after_s}s")
            }
            Change::NodeDone => "done".to_owned(),
            Change::PodCreated { .. } => "pending".to_owned(),
            Change::PodBound { node, .. } => {
                format!("bound to {}", self.plan.node_name(self.cluster, node))
            }
            Change::Nominated { node } => {
                format!("nominated to {}", self.plan.node_name(self.cluster, node))
            }
            Change::NominationCleared => "nomination cleared".to_owned(),
            Change::PodStarted {
                ready_after_s: NEVER,
            } => "running, never ready".to_owned(),
            Change::PodStarted { ready_after_s } => format!("running, ready in {ready_after_s}s"),
            Change::PodReady => "ready".to_owned(),
            Change::PodTerminating {
                ending,
                gone_after_s,
            } => {
                let ending = match ending {
                    Ending::Evicted => "evicted",
                    Ending::Deleted => "deleted",
                    Ending::DeletedAtLimit => "deleted at the limit",
                    Ending::Preempted => "preempted",
                };
                format!("{ending}, gone in {gone_after_s}s")
            }
            Change::PodForced {
                violates_budget: true,
            } => "forced out against its budget".to_owned(),
            Change::PodForced {
                violates_budget: false,
            } => "forced out before its grace".to_owned(),
            Change::PodGone => "gone".to_owned(),
            Change::Blocked { by } => format!("blocked: {}", self.blocker(by)),
            Change::Unblocked => "unblocked".to_owned(),
        }
    }

    fn exclusion(&self, no: u32) -> &str {
        let all = &self.plan.maintenance.exclusions;
        all.get(no as usize).map_or("?", |one| &one.name)
    }

    /// Every reason with the code of BS-16, an exclusion with its name.
    fn why_not(&self, why: WhyNot) -> String {
        match why {
            WhyNot::Policy(waits) => super::gke::waits(self.plan, &waits).join(", "),
            WhyNot::ControlPlane => "control plane is older".to_owned(),
            WhyNot::AnotherRun => "another pool is being upgraded".to_owned(),
            WhyNot::Busy => "the control plane is worked on".to_owned(),
            WhyNot::OldNodes => "nodes are two minor versions behind".to_owned(),
        }
    }

    fn blocker(&self, by: Blocker) -> String {
        match by {
            Blocker::Budget { budget, allowed } => {
                format!("{} allows {allowed}", self.budget(budget))
            }
            Blocker::TwoBudgets { first, second } => {
                format!(
                    "two budgets, {} and {}",
                    self.budget(first),
                    self.budget(second)
                )
            }
            Blocker::Forbidden { budget } => format!("{} cannot be spent", self.budget(budget)),
            Blocker::NoNode { filter, nodes } => format!("{nodes} nodes, filter {filter}"),
            Blocker::NoNodes => "no node".to_owned(),
            Blocker::Quota { spare } => format!("quota +{spare} is used up"),
            Blocker::Stockout { zone } => format!("{} is stocked out", self.plan.zones[zone].name),
            Blocker::ControlPlane => "the control plane is upgraded".to_owned(),
            Blocker::Reservation { machines } => format!("reservation of {machines} is used up"),
            Blocker::DrainFilter { filter } => format!("drain filter {filter}"),
            Blocker::Backoff { seconds } => format!("back-off {seconds}s"),
            Blocker::BackoffLimit { failures } => format!("failed after {failures} failures"),
            Blocker::FailurePolicy => "failed by its policy".to_owned(),
            Blocker::Deadline { seconds } => format!("failed after {seconds}s"),
        }
    }
}

fn scoped(kind: &str, namespace: &str, name: &str) -> String {
    match namespace {
        "" | "default" => format!("{kind}/{name}"),
        _ => format!("{kind}/{namespace}/{name}"),
    }
}

fn plan_command(plan: &Plan, entry: u32) -> Option<&Command> {
    plan.script.get(entry as usize).map(|entry| &entry.command)
}

fn refusal(why: Refusal) -> &'static str {
    match why {
        Refusal::RunUnfinished => "an upgrade of the pool has not ended",
        Refusal::NothingToCancel => "nothing to cancel",
        Refusal::NothingToResume => "nothing to resume",
        Refusal::NothingToRollBack => "nothing to roll back",
        Refusal::Locked => "locked while an upgrade runs",
        Refusal::NoSuchNode => "no such node",
        Refusal::AlreadySo => "already so",
        Refusal::UpgradeDrains => "drained by the upgrade",
        Refusal::DeletingBluePool => "the blue pool is being deleted",
        Refusal::NotSoaking => "the pool does not soak",
        Refusal::NotSpot => "not a Spot VM",
        Refusal::WouldShrink => "the pool would shrink",
        Refusal::Missing => "not there",
        Refusal::ControlPlaneDown => "the control plane does not answer",
        Refusal::ControlPlaneBusy => "the control plane is being upgraded",
    }
}

/// Seconds, with a fraction only where there is one.
fn seconds(record: &Record) -> String {
    let ms = record.at.ms();
    match ms % 1000 {
        0 => format!("{}s", ms / 1000),
        part => format!("{}.{:03}s", ms / 1000, part.abs()),
    }
}

/// Every row as a line: time, subject, fact, rule with its ids, cause. Aligned, without trailing blanks.
pub fn table(trace: &Trace, keep: impl Fn(RecordNo, &Record) -> bool) -> String {
    let last = trace.frame_at(trace.end());
    let namer = Namer {
        plan: trace.plan(),
        cluster: &last.cluster,
    };
    let mut rows = Vec::new();
    for (no, record) in trace.records() {
        if !keep(no, &record) {
            continue;
        }
        let rule = trace.rule(&record);
        let ids = rule.ids.join(" ");
        let cause = record
            .cause
            .and_then(|cause| trace.record(cause))
            .map_or_else(String::new, |cause| {
                format!(
                    "<- {} {}",
                    namer.subject(cause.subject),
                    namer.fact(cause.change)
                )
            });
        rows.push([
            seconds(&record),
            namer.subject(record.subject),
            namer.fact(record.change),
            format!("{} [{ids}]", rule.slug),
            cause,
        ]);
    }
    let width = |column: usize| {
        rows.iter()
            .map(|row| row[column].chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths = [0, 1, 2, 3].map(width);
    let mut text = String::new();
    for [at, subject, fact, rule, cause] in &rows {
        let mut line = String::new();
        let _ = write!(
            line,
            "{at:>w0$}  {subject:<w1$}  {fact:<w2$}  {rule:<w3$}  {cause}",
            w0 = widths[0],
            w1 = widths[1],
            w2 = widths[2],
            w3 = widths[3]
        );
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}
