//! What holds at the end of a log. A reason is written when it is new, and again after five minutes: a chain of repeats is one
//! hold, and a repeat that is missing releases nothing (BS-100).

use base::say;
use scenario::instant;

use super::decisions::{self, Decisions, Groups};
use super::documents::LogPart;
use super::named::Named;
use super::pod_holds::{PodHolds, pod_event};
use super::shapes::{Coded, Entry, HeldNode, NoScaleDown, NoScaleUp};
use super::{
    AutoscalerLog, ClusterLog, DecisionKind, Group, Hold, HoldState, NodeFacts, Place, Reason,
    Subject, status_holds,
};

/// Seconds between two repeats of a chain, at most.
const REPEAT_S: i64 = 360;

/// Seconds without a repeat after which two are missing.
const SILENCE_S: i64 = 2 * REPEAT_S;

/// Seconds without removals after a scale-up, and for which a node is unneeded before it goes (KA-74).
pub(super) const COOL_DOWN_S: i64 = 600;

/// Seconds for which a group isn't grown after a failure, doubled with each further one (KA-44).
const BACK_OFF_S: i64 = 300;
const LONGEST_BACK_OFF_S: i64 = 1800;

/// The log that the autoscaler writes to.
const LOG: &str = "cluster-autoscaler-visibility";

type Timed = (i64, LogPart);

pub(super) fn fold(parts: Vec<(Place, LogPart)>, log: &mut AutoscalerLog) {
    let mut clusters: Named<(ClusterName, Vec<Timed>)> = Named::default();
    let mut kinds: Named<u32> = Named::default();
    let mut seen: Named<()> = Named::default();
    for (place, part) in parts {
        let (cluster, at, kind) = match &part {
            LogPart::Status(status) => {
                (ClusterName::default(), status.at, "status ConfigMap".to_owned())
            }
            LogPart::Entry(entry) => {
                if !entry.log.is_empty() && !entry.log.ends_with(LOG) {
                    log.others += 1;
                    continue;
                }
                let Some(kind) = kind(entry) else {
                    log.unread.add(place, say!("autolog-no-event"));
                    continue;
                };
                let id = format!("{} {}", entry.insert_id, entry.timestamp);
                if !entry.insert_id.is_empty() && seen.get(&id).is_some() {
                    log.repeated += 1;
                    continue;
                }
                seen.insert(id, ());
                (ClusterName(entry.cluster.clone(), entry.location.clone()), time(entry), kind)
            }
        };
        *kinds.of(kind, || 0) += 1;
        let ClusterName(name, location) = &cluster;
        let own = clusters.of(format!("{name}\n{location}"), || (cluster.clone(), Vec::new()));
        own.1.push((at.unwrap_or(0), part));
    }
    let mut clusters: Vec<(ClusterName, Vec<Timed>)> =
        clusters.into_sorted().into_iter().map(|(_, own)| own).collect();
    // What doesn't name its cluster belongs to the only one that is named; it is the first.
    if let [(ClusterName(none, _), unnamed), (_, named)] = &mut *clusters
        && none.is_empty()
    {
        named.append(unnamed);
        clusters.remove(0);
    }
    let names: Vec<ClusterName> = clusters.iter().map(|(name, _)| name.clone()).collect();
    let written = |ClusterName(name, location): &ClusterName| match names
        .iter()
        .filter(|one| one.0 == *name)
        .count()
    {
        1 => name.clone(),
        _ => format!("{name} ({location})"),
    };
    log.kinds = kinds.into_sorted();
    let clusters = clusters.into_iter();
    log.clusters = clusters.map(|(name, parts)| one_cluster(written(&name), parts)).collect();
}

/// The name of a cluster, and its location.
#[derive(Clone, Default)]
struct ClusterName(String, String);

/// The key of an entry's kind, with the keys above it.
fn kind(entry: &Entry) -> Option<String> {
    let kinds = [
        ("noDecisionStatus.noScaleUp", entry.no_scale_up.is_some()),
        ("noDecisionStatus.noScaleDown", entry.no_scale_down.is_some()),
        ("decision.scaleUp", entry.scale_up.is_some()),
        ("decision.scaleDown", entry.scale_down.is_some()),
        ("decision.nodePoolCreated", entry.created.is_some()),
        ("decision.nodePoolDeleted", entry.deleted.is_some()),
        ("resultInfo", entry.results.is_some()),
        ("status", time(entry).is_some() && has_counts(entry)),
        ("Event", of_autoscaler(entry)),
    ];
    let known = kinds.iter().find(|(_, is)| *is).map(|(kind, _)| (*kind).to_owned());
    let in_log =
        !(entry.insert_id.is_empty() && entry.log.is_empty()) && entry.object.kind.is_empty();
    known.or_else(|| entry.unknown.first().filter(|_| in_log).cloned())
}

fn has_counts(entry: &Entry) -> bool {
    entry.counts.as_ref().is_some_and(|one| one.nodes.or(one.target).is_some())
}

/// Is it one of the autoscaler's events on a Pod?
fn of_autoscaler(entry: &Entry) -> bool {
    let reasons = ["TriggeredScaleUp", "NotTriggerScaleUp", "FailedScaleUp"];
    entry.object.involved.kind == "Pod" && reasons.contains(&&*entry.object.reason)
}

/// When it was decided or measured; when it was written, if that isn't told.
fn time(entry: &Entry) -> Option<i64> {
    let measured = entry.counts.as_ref().and_then(|counts| counts.measured);
    let inner = entry.decided.or(entry.measured).or(measured);
    let object = &entry.object;
    let written = [&entry.timestamp, &object.last, &object.first];
    inner.or_else(|| Some(written.iter().find_map(|text| instant::parse(text))?.div_euclid(1000)))
}

/// Who is held, as a key: the reasons of one node follow each other, those of Pods are one for each group.
enum HoldKey {
    Node(String),
    /// Namespace, and owner or name.
    Pods(String, String),
    Group(String),
    Cluster(String),
}

impl HoldKey {
    fn text(&self) -> String {
        match self {
            Self::Node(name) => format!("node {name}"),
            Self::Pods(namespace, name) => format!("pods {namespace}/{name}"),
            Self::Group(name) => format!("group {name}"),
            Self::Cluster(code) => format!("cluster {code}"),
        }
    }
}

fn one_cluster(name: String, mut parts: Vec<Timed>) -> ClusterLog {
    base::order::sort_by_key(&mut parts, |(at, _)| *at);
    let mut fold = Fold::default();
    // All of them first: by clocks that go back, a result may stand before its decision.
    for (at, part) in &parts {
        let LogPart::Entry(entry) = part else {
            continue;
        };
        if let Some(decision) = decisions::of(entry, *at, &mut fold.groups) {
            fold.decisions.add(decision);
        }
    }
    let from = parts.iter().map(|(at, _)| *at).find(|at| *at > 0);
    let until = parts.last().map_or(0, |(at, _)| *at);
    let mut cluster = ClusterLog { name, from: from.unwrap_or(0), until, ..ClusterLog::default() };
    for (at, part) in parts {
        cluster.events += 1;
        match part {
            LogPart::Status(status) => cluster.statuses.push(status),
            LogPart::Entry(entry) => {
                let counts = entry.counts.as_ref();
                let counts = counts.and_then(|one| one.nodes.zip(one.target));
                cluster.nodes = counts.or(cluster.nodes);
                if of_autoscaler(&entry) {
                    fold.pods.add(&entry, at);
                    cluster.pod_events.push(pod_event(&entry, at));
                } else {
                    fold.entry(&entry, at);
                }
            }
        }
    }
    fold.finish(cluster)
}

#[derive(Default)]
struct Fold {
    groups: Groups,
    decisions: Decisions,
    open: Named<(HoldKey, Hold)>,
    closed: Vec<Hold>,
    pods: PodHolds,
    /// Failures in a row of each group, and the last of them.
    failures: Named<(u32, i64)>,
}

impl Fold {
    fn entry(&mut self, entry: &Entry, at: i64) {
        if let Some(no) = &entry.no_scale_down {
            self.no_scale_down(no, at);
        }
        if let Some(no) = &entry.no_scale_up {
            self.no_scale_up(no, at);
        }
        if let Some(decision) = decisions::of(entry, at, &mut self.groups) {
            self.decided(&decision.kind, at);
        }
        for result in entry.results.iter().flat_map(|results| results.iter()) {
            let error = (!result.error.id.is_empty()).then(|| reason(&result.error, None, at));
            let error = self.decisions.result(&result.event_id, at, error, &self.groups);
            match error {
                Some(error) => self.failed(error, at),
                None => self.succeeded(&result.event_id),
            }
        }
    }

    fn no_scale_down(&mut self, no: &NoScaleDown, at: i64) {
        if !no.reason.id.is_empty() {
            self.cluster(false, reason(&no.reason, None, at), at);
        }
        for HeldNode { node, reason: held } in &no.nodes {
            let name = node.name.clone();
            let facts = self.groups.of_node(node);
            let key = HoldKey::Node(name.clone());
            self.hold(key, Subject::Node(name), vec![reason(held, None, at)], facts, at);
        }
    }

    fn no_scale_up(&mut self, no: &NoScaleUp, at: i64) {
        for one in [&no.reason, &no.provisioning] {
            if !one.id.is_empty() {
                self.cluster(true, reason(one, None, at), at);
            }
        }
        for pods in &no.pods {
            let of_groups =
                pods.rejected.iter().chain(pods.skipped.iter()).chain(no.skipped.iter());
            let mut reasons: Vec<Reason> = of_groups
                .map(|one| reason(&one.reason, Some(self.groups.of(&one.mig)), at))
                .collect();
            reasons.extend(pods.provisioning.iter().map(|one| reason(one, None, at)));
            let sample = decisions::pod(&pods.group.sample);
            let count = pods.group.pods.unwrap_or(1);
            let owner = if sample.owner.is_empty() { &sample.name } else { &sample.owner };
            let key = HoldKey::Pods(sample.namespace.clone(), owner.clone());
            let subject = Subject::Pods { namespace: sample.namespace, name: sample.name, count };
            self.hold(key, subject, reasons, NodeFacts::default(), at);
        }
    }

    fn cluster(&mut self, growth: bool, reason: Reason, at: i64) {
        let key = HoldKey::Cluster(reason.code.clone());
        self.hold(key, Subject::Cluster { growth }, vec![reason], NodeFacts::default(), at);
    }

    /// Takes what stands in the way of a subject now.
    fn hold(
        &mut self,
        key: HoldKey,
        subject: Subject,
        reasons: Vec<Reason>,
        node: NodeFacts,
        at: i64,
    ) {
        let one_by_one = !matches!(key, HoldKey::Pods(..));
        if let Some((_, open)) = self.open.get_mut(&key.text()) {
            let gap = at - open.last;
            let is_same = |one: &Reason| {
                reasons.iter().any(|new| new.code == one.code && new.parameters == one.parameters)
            };
            let is_next = is_next(&key, &open.subject, &subject);
            let is_kept = !one_by_one || open.reasons.iter().any(is_same);
            if gap <= REPEAT_S && is_kept && !is_next {
                open.logged += u32::from(at > open.last);
                open.last = at;
                open.node = node;
                open.subject = subject;
                for new in reasons {
                    let known = |one: &&mut Reason| {
                        one.group == new.group && (one.group.is_some() || one.code == new.code)
                    };
                    match open.reasons.iter_mut().find(known) {
                        Some(one) => *one = new,
                        None => open.reasons.push(new),
                    }
                }
                return;
            }
            let state = match gap <= SILENCE_S {
                true if is_next => HoldState::Over(at),
                true if !is_kept => HoldState::Replaced(at),
                _ => HoldState::NoLongerReported,
            };
            self.close(&key, state);
        }
        let state = HoldState::Held;
        let hold =
            Hold { subject, reasons, since: at, last: at, logged: 1, state, again: None, node };
        self.open.insert(key.text(), (key, hold));
    }

    fn close(&mut self, key: &HoldKey, state: HoldState) {
        let open = self.open.remove(&key.text());
        self.closed.extend(open.map(|(_, hold)| Hold { state, ..hold }));
    }

    /// A decision ends what stood in the way of its nodes and Pods.
    fn decided(&mut self, decision: &DecisionKind, at: i64) {
        match decision {
            DecisionKind::ScaleDown { nodes } => {
                for node in nodes {
                    self.close(&HoldKey::Node(node.name.clone()), HoldState::Over(at));
                }
            }
            DecisionKind::ScaleUp { pods, groups, .. } => {
                for pod in pods {
                    let owner = if pod.owner.is_empty() { &pod.name } else { &pod.owner };
                    let key = HoldKey::Pods(pod.namespace.clone(), owner.clone());
                    self.close(&key, HoldState::Over(at));
                }
                for (group, _) in groups {
                    self.close(&HoldKey::Group(group.name.clone()), HoldState::Over(at));
                }
            }
            _ => {}
        }
    }

    fn failed(&mut self, error: Reason, at: i64) {
        if let Some(group) = error.group.clone() {
            let (count, last) = self.failures.of(group.name.clone(), || (0, 0));
            // A result names a group once for each of its errors.
            if *last != at || *count == 0 {
                *count += 1;
            }
            *last = at;
            let key = HoldKey::Group(group.name.clone());
            self.hold(key, Subject::Group(group), vec![error], NodeFacts::default(), at);
        } else if let Some(node) = error.parameters.first().cloned() {
            let key = HoldKey::Node(node.clone());
            self.hold(key, Subject::Node(node), vec![error], NodeFacts::default(), at);
        }
    }

    /// A group that has grown doesn't back off any more.
    fn succeeded(&mut self, id: &str) {
        let own = self.decisions.all.iter().find(|one| one.id == id);
        if let Some(DecisionKind::ScaleUp { groups, .. }) = own.map(|one| &one.kind) {
            for (group, _) in groups {
                self.failures.remove(&group.name);
            }
        }
    }

    fn finish(mut self, mut cluster: ClusterLog) -> ClusterLog {
        let until = cluster.until;
        self.decisions.finish(until);
        for (_, (key, mut hold)) in core::mem::take(&mut self.open).into_sorted() {
            hold.state = self.state(&key, &hold, until);
            if let (HoldKey::Group(name), HoldState::Held) = (&key, hold.state) {
                hold.again = Some(self.again(name, hold.last));
            }
            hold.reasons.retain(|one| hold.last - one.last <= SILENCE_S);
            self.closed.push(hold);
        }
        let pods = core::mem::take(&mut self.pods);
        self.closed.extend(pods.finish(&self.closed, until, SILENCE_S));
        base::order::sort_by_key(&mut cluster.statuses, |one| one.at);
        for status in &mut cluster.statuses {
            for one in &mut status.groups {
                one.group = self.groups.known(core::mem::take(&mut one.group));
            }
        }
        status_holds::name_pools(&mut cluster);
        if let Some(status) = cluster.statuses.last() {
            let known = |hold: &Hold| matches!(&hold.subject, Subject::Group(_)) && hold.is_held();
            let told =
                self.closed.iter().filter(|hold| known(hold)).map(|hold| hold.subject.clone());
            let told: Vec<Subject> = told.collect();
            self.closed
                .extend(status_holds::of(status).filter(|hold| !told.contains(&hold.subject)));
        }
        base::order::sort_by_key(&mut self.closed, |one| {
            (!one.is_held(), rank(&one.subject), one.since)
        });
        cluster.holds = self.closed;
        cluster.decisions = self.decisions.all;
        cluster
    }

    /// When a group is tried again that has failed.
    fn again(&self, group: &str, failed_at: i64) -> i64 {
        let failures = self.failures.get(group).map_or(1, |(count, _)| (*count).max(1));
        failed_at + (BACK_OFF_S << (failures - 1).min(3)).min(LONGEST_BACK_OFF_S)
    }

    fn state(&self, key: &HoldKey, hold: &Hold, until: i64) -> HoldState {
        let is_silent = until - hold.last > SILENCE_S;
        match key {
            HoldKey::Group(name) => match self.again(name, hold.last) {
                over if over <= until => HoldState::Over(over),
                over if self.decisions.is_served(name, hold.last) => HoldState::Waits(Some(over)),
                _ => HoldState::Held,
            },
            _ if is_silent => HoldState::NoLongerReported,
            HoldKey::Cluster(code) => match code.as_str() {
                "no.scale.down.in.backoff" => HoldState::Waits(Some(hold.since + COOL_DOWN_S)),
                "no.scale.down.in.progress" => match self.decisions.removed() {
                    Some(at) if at >= hold.last => HoldState::Over(at),
                    _ => HoldState::Waits(None),
                },
                _ => HoldState::Held,
            },
            _ => HoldState::Held,
        }
    }
}

/// Is it another Pod that waits alone? Those of a `ReplicaSet` are told together, so the one before has found its node.
fn is_next(key: &HoldKey, before: &Subject, now: &Subject) -> bool {
    let HoldKey::Pods(_, owner) = key else {
        return false;
    };
    let is_alone = |one: &Subject| matches!(one, Subject::Pods { count: 1, .. });
    owner.starts_with("Replica") && before != now && is_alone(before) && is_alone(now)
}

fn rank(subject: &Subject) -> u8 {
    match subject {
        Subject::Node(_) => 0,
        Subject::Pods { .. } => 1,
        Subject::Group(_) => 2,
        Subject::Cluster { .. } => 3,
    }
}

fn reason(told: &Coded, group: Option<Group>, at: i64) -> Reason {
    let parameters = told.parameters.clone();
    Reason { code: told.id.clone(), parameters, group, last: at }
}
