//! Entries of the script; each one is the root of its own chain of causes.

use crate::cx::{Cx, Process};
use crate::drain::purpose::Purpose;
use crate::drain::registry::DrainRequest;
use crate::rules::Rule;
use crate::wake::Wake;
use base::{NodeId, muted};
use model::script::{Command, NodeRef};
use trace::{Change, Refusal, Subject};

#[derive(Clone, Debug)]
pub(super) struct Commands;

impl Process for Commands {
    fn on_wake(&mut self, cx: &mut Cx<'_>, wake: Wake) {
        if let Wake::Command(entry) = wake {
            cx.command(entry);
        }
    }
}

impl Cx<'_> {
    /// Carries out an entry of the script (class 0 of AM-56), or passes it to the process whose state it changes.
    fn command(&mut self, entry: u32) {
        let plan = self.plan;
        let Some(command) = plan.command(entry) else {
            return;
        };
        let node = command.node();
        let node = node.and_then(|node| node.find(plan, &self.world.cluster));
        let subject = node.map_or_else(|| subject(command), Subject::Node);
        let change = Change::Commanded { entry };
        // An entry that waited for other work is caused by the end of that work.
        let waited = plan.script.get(entry as usize).is_some_and(|entry| entry.after.is_some());
        let cause = self.cause.filter(|_| waited);
        self.cause = self.record_because(Rule::UserCommand, subject, change, cause);
        if !self.api_answers(command) {
            return;
        }
        if command.node().is_some() && node.is_none() {
            return self.refuse_missing(subject);
        }
        let (rule, change) = match *command {
            Command::UpgradeControlPlane { .. }
            | Command::RecreateControlPlane { .. }
            | Command::Target { .. } => return self.wake_now(Wake::ControlPlaneCommand(entry)),
            // A step acts when GKE takes it.
            Command::Step { .. } => return,
            Command::Upgrade { .. }
            | Command::Cancel { .. }
            | Command::Resume { .. }
            | Command::Rollback { .. }
            | Command::Complete { .. }
            | Command::SetShape { .. }
            | Command::SetStrategy { .. } => return self.wake_now(Wake::PoolCommand(entry)),
            Command::Resize { .. }
            | Command::Preempt { .. }
            | Command::Fail { .. }
            | Command::HostEvent { .. } => return self.wake_now(Wake::VmCommand(entry)),
            Command::SetBehaviour { .. } => return self.wake_now(Wake::KubeletCommand(entry)),
            Command::Missing => return self.refuse_missing(subject),
            Command::Cordon { .. } | Command::Uncordon { .. } | Command::Drain { .. } => {
                if let Some(node) = node {
                    self.node_command(node, command);
                }
                return;
            }
            Command::Reservation { machines, .. } => {
                (Rule::ReservationSet, Change::ReservationSet { machines })
            }
            Command::SetReplicas { replicas, .. } => {
                (Rule::SetReplicas, Change::ReplicasSet { replicas })
            }
            Command::Rollout { revision, .. } => {
                (Rule::RolloutStart, Change::RolloutStarted { revision })
            }
            Command::SetBudget { .. } => (Rule::SetBudget, Change::LimitSet { entry }),
            Command::Quota { spare } => (Rule::QuotaSet, Change::QuotaSet { spare }),
            Command::Stockout { on: true, .. } => (Rule::StockoutSet, Change::StockoutBegan),
            Command::Stockout { on: false, .. } => (Rule::StockoutSet, Change::StockoutEnded),
        };
        self.record(rule, subject, change);
    }

    /// What kubectl does to a node.
    fn node_command(&mut self, node: NodeId, command: &Command) {
        let state = &self.world.cluster.nodes[node];
        let (is_cordoned, subject) = (state.cordoned_by.is_some(), Subject::Node(node));
        if !state.registered() {
            return self.refuse_node(node, Refusal::NoSuchNode);
        }
        match *command {
            Command::Drain { options, .. } => {
                if !state.up() || self.world.drains.by_upgrade(node) {
                    return self.refuse_node(node, Refusal::UpgradeDrains);
                }
                let request = DrainRequest { purpose: &Purpose::USER, options, slot: 0 };
                self.request_drain(node, Rule::UserCordon, request);
            }
            Command::Cordon { .. } if !is_cordoned => {
                self.record(Rule::UserCordon, subject, Change::NodeCordoned);
            }
            Command::Uncordon { .. } if is_cordoned => {
                self.record(Rule::UserUncordon, subject, Change::NodeUncordoned);
            }
            _ => self.refuse_node(node, Refusal::AlreadySo),
        }
    }

    fn refuse_missing(&mut self, subject: Subject) {
        let refused = Change::Refused { why: Refusal::Missing };
        self.record(Rule::MissingTarget, subject, refused);
    }

    /// MR-10: does the API answer the command now? Otherwise the command is refused.
    fn api_answers(&mut self, command: &Command) -> bool {
        let injected = match command {
            Command::Quota { .. }
            | Command::Stockout { .. }
            | Command::Reservation { .. }
            | Command::Preempt { .. }
            | Command::Fail { .. }
            | Command::HostEvent { .. }
            | Command::SetBehaviour { .. }
            | Command::Missing
            | Command::UpgradeControlPlane { .. }
            | Command::RecreateControlPlane { .. }
            | Command::Target { .. }
            | Command::Step { .. } => true,
            Command::Upgrade { automatic, .. } => *automatic,
            _ => false,
        };
        let answers = injected || !self.world.cluster.control_plane.is_down() || muted("MR-10");
        if !answers {
            let change = Change::Refused { why: Refusal::ControlPlaneDown };
            self.record(Rule::ApiIsDown, subject(command), change);
        }
        answers
    }

    pub(super) fn refuse_node(&mut self, node: NodeId, why: Refusal) {
        self.record(Rule::NodeCommandRefused, node, Change::Refused { why });
    }
}

/// The subject of a command's rows.
fn subject(command: &Command) -> Subject {
    match *command {
        Command::Upgrade { pool, .. }
        | Command::Cancel { pool }
        | Command::Resume { pool, .. }
        | Command::Rollback { pool, .. }
        | Command::Complete { pool }
        | Command::Reservation { pool, .. }
        | Command::Resize { pool, .. }
        | Command::SetStrategy { pool, .. }
        | Command::SetShape { pool } => Subject::Pool(pool),
        Command::SetReplicas { workload, .. }
        | Command::Rollout { workload, .. }
        | Command::SetBehaviour { workload, .. } => Subject::Workload(workload),
        Command::SetBudget { budget, .. } => Subject::Budget(budget),
        Command::Fail { node, .. }
        | Command::HostEvent { node }
        | Command::Cordon { node }
        | Command::Uncordon { node }
        | Command::Drain { node, .. }
        | Command::Preempt { node } => match node {
            NodeRef::Start(node) => Subject::Node(node),
            NodeRef::Made { pool, .. } => Subject::Pool(pool),
        },
        Command::Quota { .. }
        | Command::Missing
        | Command::UpgradeControlPlane { .. }
        | Command::RecreateControlPlane { .. }
        | Command::Target { .. }
        | Command::Step { .. } => Subject::Cluster,
        Command::Stockout { zone, .. } => Subject::Zone(zone),
    }
}
