//! Decisions with their results: joined by the id of the event, from which an error also has the pool and the zone of its group.

use super::named::Named;
use super::shapes::{Controller, Entry, Mig, NodeShape, PodName};
use super::{Decision, DecisionKind, Group, NodeFacts, Outcome, PodRef, Reason, Removed};

/// Seconds after which a decision without a result is given up (BS-100).
const GIVEN_UP_S: i64 = 3 * 3600;

/// The groups that the log describes, by name.
#[derive(Default)]
pub(super) struct Groups(Named<Group>);

impl Groups {
    /// The group as it is described, with what is known of it from elsewhere.
    pub(super) fn of(&mut self, mig: &Mig) -> Group {
        let mut group = Group::named(&mig.name);
        for (own, told) in [(&mut group.pool, &mig.pool), (&mut group.zone, &mig.zone)] {
            if !told.is_empty() {
                own.clone_from(told);
            }
        }
        if group.pool.is_empty() {
            return self.known(group);
        }
        if self.0.get(&group.name).is_none() {
            self.0.insert(group.name.clone(), group.clone());
        }
        group
    }

    pub(super) fn known(&self, group: Group) -> Group {
        self.0.get(&group.name).cloned().unwrap_or(group)
    }

    pub(super) fn of_node(&mut self, node: &NodeShape) -> NodeFacts {
        NodeFacts { group: self.of(&node.mig), cpu: node.cpu, memory: node.memory }
    }
}

pub(super) fn pod(pod: &PodName) -> PodRef {
    let Controller { kind, name } = &pod.owner;
    let is_whole = !kind.is_empty() && !name.is_empty();
    let owner = if is_whole { format!("{kind}/{name}") } else { name.clone() };
    PodRef { namespace: pod.namespace.clone(), name: pod.name.clone(), owner }
}

/// The decision of an entry, if it has one.
pub(super) fn of(entry: &Entry, at: i64, groups: &mut Groups) -> Option<Decision> {
    let kind = if let Some(up) = &entry.scale_up {
        let grown = up.groups.iter();
        let pods: Vec<PodRef> = up.pods.iter().map(pod).collect();
        DecisionKind::ScaleUp {
            groups: grown.map(|one| (groups.of(&one.mig), one.nodes.unwrap_or(0))).collect(),
            pods_in_all: in_all(up.pods_in_all, pods.len()),
            pods,
        }
    } else if let Some(down) = &entry.scale_down {
        let removed = down.iter().map(|one| {
            let pods: Vec<PodRef> = one.pods.iter().map(pod).collect();
            Removed {
                name: one.node.name.clone(),
                facts: groups.of_node(&one.node),
                pods_in_all: in_all(one.pods_in_all, pods.len()),
                pods,
            }
        });
        DecisionKind::ScaleDown { nodes: removed.collect() }
    } else if let Some(created) = &entry.created {
        let pools = created.pools.iter().map(|pool| pool.name.clone()).collect();
        DecisionKind::PoolCreated { pools, for_scale_up: created.scale_up.clone() }
    } else {
        let pools = entry.deleted.clone()?;
        DecisionKind::PoolDeleted { pools }
    };
    Some(Decision { at, id: entry.event_id.clone(), kind, result: Outcome::Open })
}

/// A list is cut at fifty, and a count that is left out is zero.
fn in_all(told: Option<i64>, listed: usize) -> i64 {
    told.unwrap_or(0).max(i64::try_from(listed).unwrap_or(i64::MAX))
}

/// Decisions by the ids of their events.
#[derive(Default)]
pub(super) struct Decisions {
    pub(super) all: Vec<Decision>,
    by_id: Named<usize>,
}

impl Decisions {
    pub(super) fn add(&mut self, decision: Decision) {
        if !decision.id.is_empty() {
            self.by_id.insert(decision.id.clone(), self.all.len());
        }
        self.all.push(decision);
    }

    /// Takes a result, with an error or without; its error as a reason.
    pub(super) fn result(
        &mut self,
        id: &str,
        at: i64,
        error: Option<Reason>,
        groups: &Groups,
    ) -> Option<Reason> {
        let index = match self.by_id.get(id) {
            Some(index) => *index,
            None => {
                let kind = DecisionKind::Unknown;
                self.add(Decision { at, id: id.to_owned(), kind, result: Outcome::Open });
                self.all.len() - 1
            }
        };
        let decision = &mut self.all[index];
        let at = at.max(decision.at);
        let Some(mut error) = error else {
            if decision.result == Outcome::Open {
                decision.result = Outcome::Done(at);
            }
            return None;
        };
        if error.code.starts_with("scale.up.") && error.group.is_none() {
            let group = error.parameters.first().map(|name| groups.known(Group::named(name)));
            error.group = group;
        }
        match &mut decision.result {
            Outcome::Failed { errors, .. } => errors.push(error.clone()),
            result => *result = Outcome::Failed { at, errors: vec![error.clone()] },
        }
        Some(error)
    }

    /// Is there a later decision to grow for the Pods for which this one failed?
    pub(super) fn is_served(&self, group: &str, failed_at: i64) -> bool {
        let pods_of = |decision: &Decision| match &decision.kind {
            DecisionKind::ScaleUp { pods, .. } => pods.clone(),
            _ => Vec::new(),
        };
        let failed = self.all.iter().filter(|one| {
            matches!(&one.result, Outcome::Failed { at, errors } if *at == failed_at
                && errors.iter().any(|error| error.group.as_ref().is_some_and(|own| own.name == group)))
        });
        let waiting: Vec<PodRef> = failed.flat_map(pods_of).collect();
        let alike = |a: &PodRef, b: &PodRef| {
            a.namespace == b.namespace
                && (a.name == b.name || (!a.owner.is_empty() && a.owner == b.owner))
        };
        let mut later = self.all.iter().filter(|one| one.at >= failed_at);
        later
            .any(|one| pods_of(one).iter().any(|pod| waiting.iter().any(|other| alike(pod, other))))
    }

    /// When the last removal was over, unless one goes on.
    pub(super) fn removed(&self) -> Option<i64> {
        self.all.iter().try_fold(0, |last, one| match (&one.kind, &one.result) {
            (DecisionKind::ScaleDown { .. }, Outcome::Open) => None,
            (DecisionKind::ScaleDown { .. }, Outcome::Done(at) | Outcome::Failed { at, .. }) => {
                Some(last.max(*at))
            }
            _ => Some(last),
        })
    }

    pub(super) fn finish(&mut self, until: i64) {
        for one in &mut self.all {
            if one.result == Outcome::Open && until - one.at > GIVEN_UP_S {
                one.result = Outcome::GivenUp;
            }
        }
    }
}
