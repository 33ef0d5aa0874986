//! Names of the subjects of rows.

use super::gke;
use super::reason::WhyNot;
use super::subject::Subject;
use base::{BudgetId, GroupId, NodeId, ZoneId};
use model::cluster::Cluster;
use model::plan::Plan;
use model::script::{Command, NodeChange};

/// Names of the subjects of rows. Names never change, so the last frame has them all.
#[derive(Clone, Copy)]
pub struct Namer<'a> {
    pub plan: &'a Plan,
    pub cluster: &'a Cluster,
}

impl Namer<'_> {
    /// `pod/web-1`, `budget/shop/web-pdb`: the namespace is shown unless it is `default`.
    pub fn subject(&self, subject: Subject) -> String {
        let plan = self.plan;
        match subject {
            Subject::Cluster => "cluster".to_owned(),
            Subject::Pool(id) => format!("pool/{}", plan.pools[id].name),
            Subject::Zone(id) => format!("zone/{}", plan.zones[id].name),
            Subject::Node(id) => format!("node/{}", plan.node_name(self.cluster, id)),
            Subject::Pod(id) => {
                let namespace =
                    self.cluster.owner(id).map_or("", |owner| &plan.workloads[owner].namespace);
                scoped("pod", namespace, &plan.pod_name(self.cluster, id))
            }
            Subject::Workload(id) => {
                let workload = &plan.workloads[id];
                scoped("workload", &workload.namespace, &workload.name)
            }
            Subject::Budget(id) => {
                scoped("budget", &plan.budgets[id].namespace, &plan.budgets[id].name)
            }
            Subject::Service(id) => {
                scoped("service", &plan.services[id].namespace, &plan.services[id].name)
            }
        }
    }

    pub(super) fn budget(&self, id: BudgetId) -> &str {
        self.plan.budgets.get(id).map_or("?", |budget| &budget.name)
    }

    pub(super) fn exclusion(&self, no: u32) -> &str {
        let all = &self.plan.maintenance.exclusions;
        all.get(no as usize).map_or("?", |one| &one.name)
    }

    pub(super) fn zone(&self, id: ZoneId) -> &str {
        &self.plan.zones[id].name
    }

    /// `web/europe-west4-a`: a pool's nodes in a zone.
    pub(super) fn group(&self, id: GroupId) -> String {
        let group = self.plan.groups[id];
        format!("{}/{}", self.plan.pools[group.pool].name, self.zone(group.zone))
    }

    /// One zone, or the two of a regional disk.
    pub(super) fn zones(&self, zone: ZoneId, other: ZoneId) -> String {
        match zone == other {
            true => self.zone(zone).to_owned(),
            false => format!("{} and {}", self.zone(zone), self.zone(other)),
        }
    }

    pub(super) fn volume(&self, index: u32) -> &str {
        self.plan.volumes.get(index as usize).map_or("?", |volume| &volume.name)
    }

    /// The name of a quota.
    pub fn quota(&self, index: u32) -> &str {
        self.plan.quotas.get(index as usize).map_or("?", |quota| &quota.name)
    }

    pub(super) fn node(&self, id: NodeId) -> String {
        self.plan.node_name(self.cluster, id)
    }

    fn command(&self, entry: u32) -> Option<&Command> {
        let entry = self.plan.script.get(entry as usize);
        entry.map(|entry| &entry.command)
    }

    /// What a script entry does to the control plane.
    pub(super) fn work(&self, entry: u32) -> &'static str {
        match self.command(entry) {
            Some(Command::RecreateControlPlane { repair: true }) => "repair",
            Some(Command::RecreateControlPlane { repair: false }) => "vmDisruption",
            _ => "upgrade",
        }
    }

    /// The version that a script entry brings to the control plane.
    pub(super) fn version(&self, entry: u32) -> String {
        let command = self.command(entry);
        let version = command.and_then(Command::version_of_control_plane);
        version.map_or_else(|| "?".to_owned(), |to| to.to_string())
    }

    pub(super) fn change(&self, change: NodeChange) -> &'static str {
        match change {
            NodeChange::Version => "upgrade",
            other => other.name(),
        }
    }

    /// Every reason with its BS-16 code, exclusions with their names.
    pub(super) fn why_not(&self, why: WhyNot) -> String {
        match why {
            WhyNot::Policy(waits) => gke::waits(self.plan, &waits).join(", "),
            WhyNot::ControlPlane => "control plane is older".to_owned(),
            WhyNot::AnotherRun => "another pool is being upgraded".to_owned(),
            WhyNot::Busy => "the control plane is worked on".to_owned(),
            WhyNot::OldNodes(_) => "nodes are two minor versions behind".to_owned(),
        }
    }
}

fn scoped(kind: &str, namespace: &str, name: &str) -> String {
    match namespace {
        "" | "default" => format!("{kind}/{name}"),
        _ => format!("{kind}/{namespace}/{name}"),
    }
}
