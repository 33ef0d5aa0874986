//! The first sentences about a log: who is held back, by what, since when.

use base::{Arg, Message, say};
use scenario::instant;

use super::fold::COOL_DOWN_S;
use super::{ClusterLog, Hold, HoldState, Status, Subject, full_name};

/// What kind of thing holds a node.
const KINDS: [(&str, &[&str]); 4] = [
    ("autolog-by-pods", &["no.scale.down.node.pod.", "no.scale.down.node.no.place"]),
    ("autolog-by-limits", &["no.scale.down.node.node.group.", "no.scale.down.node.minimal."]),
    ("autolog-by-settings", &["no.scale.down.node.scale.down.disabled"]),
    ("autolog-by-failures", &["scale.down.error."]),
];

impl ClusterLog {
    /// The instant, without its day if that is the day of the log's end.
    pub fn clock(&self, at: i64) -> String {
        let written = |at: i64| instant::format(at * 1000).replace('T', " ").replace('Z', "");
        let (text, end) = (written(at), written(self.until));
        match text.split_once(' ') {
            Some((day, clock)) if end.starts_with(day) => clock.to_owned(),
            _ => text,
        }
    }

    /// Who is held back at the end of the log, by what, since when; then what pauses.
    pub fn verdict(&self) -> Vec<Message> {
        let mut says = Vec::new();
        let held = |of: fn(&Subject) -> bool| self.held().filter(move |one| of(&one.subject));
        let nodes: Vec<&Hold> = held(|one| matches!(one, Subject::Node(_))).collect();
        if let Some(first) = nodes.iter().map(|one| one.since).min() {
            let since = self.clock(first);
            says.push(say!(
                "autolog-nodes-stay",
                n = nodes.len(),
                by = kinds(&nodes),
                since = since
            ));
        }
        let pods: Vec<&Hold> = held(|one| matches!(one, Subject::Pods { .. })).collect();
        if let Some(first) = pods.iter().map(|one| one.since).min() {
            let count = |one: &&Hold| match one.subject {
                Subject::Pods { count, .. } => count,
                _ => 0,
            };
            let n: i64 = pods.iter().map(count).sum();
            says.push(say!(
                "autolog-pods-wait",
                n = n,
                pods = names(&pods),
                since = self.clock(first)
            ));
        }
        let groups: Vec<&Hold> = held(|one| matches!(one, Subject::Group(_))).collect();
        if let Some(first) = groups.iter().map(|one| one.since).min() {
            let (n, since) = (groups.len(), self.clock(first));
            says.push(say!("autolog-groups-wait", n = n, groups = names(&groups), since = since));
        }
        for one in held(|one| matches!(one, Subject::Cluster { .. })) {
            let code = one.reasons.first().map_or("", |reason| &reason.code);
            let since = self.clock(one.since);
            says.push(say!("autolog-cluster-held", code = code, since = since));
        }
        if says.is_empty() {
            says.push(say!(if self.knows_nothing() {
                "autolog-initializing"
            } else {
                "autolog-nothing-held"
            }));
        }
        let pauses = self.holds.iter().filter(|one| {
            matches!(one.state, HoldState::Waits(_))
                && matches!(one.subject, Subject::Cluster { .. })
        });
        for one in pauses {
            let since = self.clock(one.since);
            says.push(match one.state {
                HoldState::Waits(Some(until)) => {
                    say!("autolog-removal-pauses", since = since, until = self.clock(until))
                }
                _ => say!("autolog-removal-goes-on", since = since),
            });
        }
        says.extend(self.statuses.last().into_iter().flat_map(|status| self.of_status(status)));
        says
    }

    /// Which groups grow, and which will lose nodes, at the instant of a status.
    fn of_status(&self, status: &Status) -> Vec<Message> {
        let growing = status.groups.iter().filter(|one| one.scale_up == "InProgress");
        let grown_at = growing.clone().filter_map(|one| one.scale_up_since).max();
        let grow = growing.map(|one| {
            let (n, since) = (one.starting.unwrap_or(0), one.scale_up_since.unwrap_or(0));
            say!("autolog-group-grows", group = one.group.said(), n = n, since = self.clock(since))
        });
        let shrink = status.groups.iter().filter_map(|one| {
            let n = one.candidates.filter(|n| *n > 0)?;
            let begun = one.scale_down_since.max(grown_at)?;
            let after = self.clock(begun + COOL_DOWN_S);
            Some(say!("autolog-group-shrinks", group = one.group.said(), n = n, after = after))
        });
        grow.chain(shrink).collect()
    }

    /// There is only the status of an autoscaler that has just begun.
    fn knows_nothing(&self) -> bool {
        let newest = self.statuses.last();
        self.decisions.is_empty()
            && self.holds.is_empty()
            && newest.is_some_and(|status| status.state == "Initializing")
    }
}

/// How many nodes each kind of thing holds.
fn kinds(nodes: &[&Hold]) -> Vec<Arg> {
    let of = |code: &str| {
        KINDS.iter().position(|(_, starts)| starts.iter().any(|start| code.starts_with(start)))
    };
    let mut counts = [0_usize; KINDS.len() + 1];
    for node in nodes {
        let code = node.reasons.first().map_or("", |reason| &*reason.code);
        counts[of(code).unwrap_or(KINDS.len())] += 1;
    }
    let keys = KINDS.iter().map(|(key, _)| *key).chain(["autolog-by-unknown"]);
    let counts = keys.zip(counts).filter(|(_, n)| *n > 0);
    counts.map(|(key, n)| Arg::Message(say!(key, n = n))).collect()
}

/// How many subjects a sentence names.
const NAMED: usize = 3;

/// The first of them by name, and how many more there are.
fn names(holds: &[&Hold]) -> Vec<Arg> {
    let name = |one: &&Hold| match &one.subject {
        Subject::Pods { namespace, name, .. } => full_name(namespace, name).into(),
        Subject::Node(name) => name.as_str().into(),
        Subject::Group(group) => Arg::Message(group.said()),
        Subject::Cluster { .. } => Arg::Text(String::new()),
    };
    let mut all: Vec<Arg> = holds.iter().take(NAMED).map(name).collect();
    if let Some(more) = holds.len().checked_sub(NAMED).filter(|more| *more > 0) {
        all.push(Arg::Message(say!("autolog-and-more", n = more)));
    }
    all
}
