//! What happens from outside: entries of the script, each a root of its own chain of causes.

use super::Sim;
use super::drain::{Asked, Purpose};
use super::rules::Rule;
use super::upgrade::Due;
use base::NodeId;
use model::script::{Command, NodeRef};
use trace::{Change, Refusal, Subject};

impl Sim {
    /// Acts on one entry of the script (class 0 of AM-56).
    pub(super) fn command(&mut self, entry: u32) {
        let Some(command) = self
            .plan
            .script
            .get(entry as usize)
            .map(|entry| entry.command.clone())
        else {
            return;
        };
        let node = named(&command).and_then(|node| node.find(&self.plan, &self.core.world.cluster));
        let subject = node.map_or_else(|| subject(&command), Subject::Node);
        self.cause = self.tx().record_because(
            Rule::UserCommand,
            subject,
            Change::Commanded { entry },
            None,
        );
        if !self.api_answers(&command) {
            return;
        }
        match command {
            Command::UpgradeControlPlane { .. } | Command::RecreateControlPlane { .. } => {
                self.upgrade_control_plane(entry);
            }
            Command::Target { .. } => self.set_target(entry),
            // It acts when GKE takes it.
            Command::Step { .. } => {}
            Command::Upgrade {
                pool,
                change,
                automatic,
                ..
            } => {
                let due = Due {
                    entry,
                    change,
                    at: self.core.now,
                    row: self.cause,
                };
                self.upgrade(pool, due, automatic);
            }
            Command::Cancel { pool } => self.cancel(pool),
            Command::Resume { pool } => self.resume(pool),
            Command::Rollback { pool, respect_pdb } => self.roll_back(pool, respect_pdb),
            Command::Complete { pool } => self.complete(pool),
            Command::SetShape { pool } => self.set_shape(pool, entry),
            Command::SetStrategy { pool, strategy } => self.set_strategy(pool, strategy, entry),
            Command::Reservation { machines, .. } => {
                let change = Change::ReservationSet { machines };
                self.tx().record(Rule::ReservationSet, subject, change);
            }
            Command::Resize { pool, nodes } => self.resize(pool, nodes),
            Command::Preempt { .. } => self.on_node(subject, Self::preempt_vm),
            Command::Fail { why, .. } => {
                self.on_node(subject, |sim, node| sim.fail_node(node, why));
            }
            Command::HostEvent { .. } => self.on_node(subject, Self::host_event),
            Command::SetReplicas { replicas, .. } => {
                self.tx()
                    .record(Rule::SetReplicas, subject, Change::ReplicasSet { replicas });
            }
            Command::SetBehaviour { .. } => self.set_behaviour(entry),
            Command::SetBudget { .. } => {
                self.tx()
                    .record(Rule::SetBudget, subject, Change::LimitSet { entry });
            }
            Command::Missing => self.refuse_missing(subject),
            Command::Cordon { .. } => self.on_node(subject, |sim, node| sim.cordon(node, true)),
            Command::Uncordon { .. } => self.on_node(subject, |sim, node| sim.cordon(node, false)),
            Command::Drain { options, .. } => {
                let asked = Asked {
                    purpose: Purpose::User,
                    options,
                    slot: 0,
                };
                self.on_node(subject, |sim, node| sim.user_drain(node, asked));
            }
            Command::Quota { spare } => {
                self.tx()
                    .record(Rule::QuotaSet, subject, Change::QuotaSet { spare });
            }
            Command::Stockout { on, .. } => {
                let change = if on {
                    Change::StockoutBegan
                } else {
                    Change::StockoutEnded
                };
                self.tx().record(Rule::StockoutSet, subject, change);
            }
        }
    }

    /// The subject is the node that is named, if the run has it.
    fn on_node(&mut self, subject: Subject, act: impl FnOnce(&mut Self, NodeId)) {
        match subject {
            Subject::Node(node) => act(self, node),
            _ => self.refuse_missing(subject),
        }
    }

    fn refuse_missing(&mut self, subject: Subject) {
        let refused = Change::Refused {
            why: Refusal::Missing,
        };
        self.tx().record(Rule::MissingTarget, subject, refused);
    }

    fn cordon(&mut self, node: NodeId, on: bool) {
        let state = &self.core.world.cluster.nodes[node];
        if !state.registered() {
            return self.refuse_node(node, Refusal::NoSuchNode);
        }
        if state.cordoned_by.is_some() == on {
            return self.refuse_node(node, Refusal::AlreadySo);
        }
        if on {
            self.tx()
                .record(Rule::UserCordon, Subject::Node(node), Change::NodeCordoned);
        } else {
            self.tx().record(
                Rule::UserUncordon,
                Subject::Node(node),
                Change::NodeUncordoned,
            );
        }
    }

    fn user_drain(&mut self, node: NodeId, asked: Asked) {
        let state = &self.core.world.cluster.nodes[node];
        if !state.registered() {
            self.refuse_node(node, Refusal::NoSuchNode);
        } else if !state.up() || self.drained_by_upgrade(node) {
            self.refuse_node(node, Refusal::UpgradeDrains);
        } else {
            self.ask_drain(node, Rule::UserCordon, asked);
        }
    }

    pub(super) fn refuse_node(&mut self, node: NodeId, why: Refusal) {
        self.tx().record(
            Rule::NodeCommandRefused,
            Subject::Node(node),
            Change::Refused { why },
        );
    }
}

/// The node that a command names, if it is about one.
fn named(command: &Command) -> Option<NodeRef> {
    match *command {
        Command::Fail { node, .. }
        | Command::HostEvent { node }
        | Command::Cordon { node }
        | Command::Uncordon { node }
        | Command::Drain { node, .. }
        | Command::Preempt { node } => Some(node),
        _ => None,
    }
}

/// What a command is about.
pub(super) fn subject(command: &Command) -> Subject {
    match *command {
        Command::Upgrade { pool, .. }
        | Command::Cancel { pool }
        | Command::Resume { pool }
        | Command::Rollback { pool, .. }
        | Command::Complete { pool }
        | Command::Reservation { pool, .. }
        | Command::Resize { pool, .. }
        | Command::SetStrategy { pool, .. }
        | Command::SetShape { pool } => Subject::Pool(pool),
        Command::SetReplicas { workload, .. } | Command::SetBehaviour { workload, .. } => {
            Subject::Workload(workload)
        }
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
