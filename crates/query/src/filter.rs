//! The filter of the stage and the log: nodes in a state, nodes where something was forced out, or
//! a name: a workload, a zone, a pool, a node.

use crate::index::Index;
use crate::lanes::MarkerKind;
use crate::stage::{StateCounts, TileState};
use base::{NodeId, RecordNo, WorkloadId};
use model::{Cluster, Plan};
use trace::{Change, Frame, Record, Subject, Trace};

/// What a filter selects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wanted<'a> {
    State(TileState),
    Forced,
    Text(&'a str),
}

/// Words for states, even if a name contains them.
const STATES: [(&str, TileState); 7] = [
    ("not-ready", TileState::NotReady),
    ("blocked", TileState::Blocked),
    ("draining", TileState::Draining),
    ("cordoned", TileState::Cordoned),
    ("starting", TileState::Starting),
    ("recreating", TileState::Recreating),
    ("deleting", TileState::Deleting),
];

/// The filter's word for a state.
pub fn word(state: TileState) -> Option<&'static str> {
    let found = STATES.iter().find(|(_, other)| *other == state);
    found.map(|(word, _)| *word)
}

fn wanted(text: &str) -> Wanted<'_> {
    if text == "forced" {
        return Wanted::Forced;
    }
    match STATES.iter().find(|(word, _)| *word == text) {
        Some((_, state)) => Wanted::State(*state),
        None => Wanted::Text(text),
    }
}

/// A typed name, in lowercase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Name<'a> {
    text: &'a str,
    /// The name matches exactly, so longer ones don't count: `web-12` isn't `web-120`.
    whole: bool,
}

impl<'a> Name<'a> {
    pub fn of(plan: &Plan, text: &'a str) -> Self {
        let pools = plan.pools.values().map(|one| &one.name);
        let zones = plan.zones.values().map(|one| &one.name);
        let workloads = plan.workloads.values().map(|one| &one.name);
        let mut names = pools.chain(zones).chain(workloads);
        let small = |name: &String| name.eq_ignore_ascii_case(text);
        let whole = names.any(small);
        Self { text, whole }
    }

    pub fn fits(self, name: &str) -> bool {
        let name = name.to_ascii_lowercase();
        let goes_on = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
        let mut places = name.match_indices(self.text);
        places.any(|(at, found)| {
            let before = name[..at].chars().next_back();
            let after = name[at + found.len()..].chars().next();
            !self.whole || !goes_on(before) && !goes_on(after)
        })
    }
}

/// Nodes that match the filter, and all nodes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FilterMatch {
    /// By node id.
    pub nodes: Vec<bool>,
    pub count: u32,
    pub of: u32,
}

/// Matches the filter against the nodes of the frame.
pub fn nodes(
    trace: &Trace,
    index: &Index,
    counts: &StateCounts,
    frame: &Frame,
    text: &str,
) -> FilterMatch {
    let text = text.trim().to_ascii_lowercase();
    let cluster = &frame.cluster;
    let mut matched = vec![false; cluster.nodes.len() as usize];
    let mut put = |node: NodeId| {
        if let Some(slot) = matched.get_mut(node.0 as usize) {
            *slot = true;
        }
    };
    match wanted(&text) {
        Wanted::State(state) => {
            let nodes = cluster.nodes.ids();
            nodes.filter(|node| counts.state(*node) == Some(state)).for_each(&mut put);
        }
        Wanted::Forced => {
            let forced = index.forced.iter().take_while(|one| one.no.0 < frame.next);
            let nodes = forced.filter_map(|one| one.node);
            nodes.for_each(|node| put(current_node(index, counts, node)));
        }
        Wanted::Text(text) => named(trace, counts, frame, text, &mut put),
    }
    let there = |node: &NodeId| counts.state(*node).is_some();
    let of = cluster.nodes.ids().filter(there).count() as u32;
    let count = cluster
        .nodes
        .ids()
        .filter(there)
        .filter(|node| matched.get(node.0 as usize) == Some(&true))
        .count() as u32;
    FilterMatch { nodes: matched, count, of }
}

/// The node, or the one that replaced it.
fn current_node(index: &Index, counts: &StateCounts, node: NodeId) -> NodeId {
    if counts.state(node).is_some() {
        return node;
    }
    let task = index.tasks.iter().rev().find(|task| task.node == node);
    task.and_then(|task| task.stand_in).unwrap_or(node)
}

/// Nodes of the pools and zones with that name, and nodes with Pods of the workloads with it; if there are none,
/// nodes with the name, and those with Pods with the name.
fn named(
    trace: &Trace,
    counts: &StateCounts,
    frame: &Frame,
    text: &str,
    put: &mut dyn FnMut(NodeId),
) {
    let plan = trace.plan();
    let wanted = Name::of(plan, text);
    let fits = |name: &str| wanted.fits(name);
    let workloads: Vec<bool> = plan.workloads.values().map(|one| fits(&one.name)).collect();
    let mut found = false;
    for (id, group) in plan.groups.iter() {
        let pool = plan.pools.get(group.pool).is_some_and(|pool| fits(&pool.name));
        let zone = plan.zones.get(group.zone).is_some_and(|zone| fits(&zone.name));
        if pool || zone {
            found = true;
            counts.nodes_of(id).iter().for_each(|node| put(*node));
        }
    }
    if workloads.contains(&true) {
        found = true;
        let theirs = |owner: WorkloadId| workloads.get(owner.0 as usize) == Some(&true);
        let pods = frame.cluster.pods_of(theirs);
        pods.filter_map(|(_, pod)| pod.node()).for_each(&mut *put);
    }
    if !found {
        for node in frame.cluster.nodes.ids() {
            if fits(&plan.node_name(&frame.cluster, node)) {
                put(node);
            }
        }
        for (id, pod) in frame.cluster.pods_of(|_| true) {
            if let Some(node) = pod.node().filter(|_| fits(&plan.pod_name(&frame.cluster, id))) {
                put(node);
            }
        }
    }
}

/// Does a row match a filter that is a word for events? `None`: the filter is a name.
pub fn row(index: &Index, text: &str, (no, record): (RecordNo, &Record)) -> Option<bool> {
    let change = record.change;
    Some(match wanted(text) {
        Wanted::Forced => index.forced_by(no).is_some(),
        Wanted::State(TileState::NotReady) => matches!(
            change,
            Change::NodeFailed { .. }
                | Change::NodeLost
                | Change::HostEvent { .. }
                | Change::NodeRecovered
        ),
        Wanted::State(TileState::Blocked) => change.marker() == Some(MarkerKind::Blocked),
        Wanted::State(TileState::Draining) => matches!(
            change,
            Change::DrainStarted { .. } | Change::DrainEnded { .. } | Change::DrainAborted
        ),
        Wanted::State(TileState::Cordoned) => {
            matches!(change, Change::NodeCordoned | Change::NodeUncordoned)
        }
        Wanted::State(TileState::Starting) => {
            matches!(change, Change::NodeRequested { .. } | Change::NodeReady)
        }
        Wanted::State(TileState::Recreating) => matches!(change, Change::NodeRecreating { .. }),
        Wanted::State(TileState::Deleting) => {
            matches!(change, Change::NodeDeleting { .. } | Change::NodeGone)
        }
        Wanted::State(TileState::ReadyNew | TileState::ReadyOld) | Wanted::Text(_) => return None,
    })
}

/// The names of a node's pool and zone, which match its events too.
pub fn home<'a>(trace: &'a Trace, last: &Cluster, subject: Subject) -> [&'a str; 2] {
    let plan = trace.plan();
    let group = match subject {
        Subject::Node(node) => last.nodes.get(node).map(|node| node.group),
        _ => None,
    };
    let group = group.and_then(|group| plan.groups.get(group));
    group.map_or(["", ""], |group| {
        let pool = plan.pools.get(group.pool).map_or("", |pool| pool.name.as_str());
        let zone = plan.zones.get(group.zone).map_or("", |zone| zone.name.as_str());
        [pool, zone]
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::made;
    use base::SimTime;
    use expect_test::{Expect, expect};

    /// Two zones; a budget of `cart` delays the drain of a-0 until its limit.
    const LINE: &str = "pool a nodes=2 surge=1+0 | app cart replicas=1 on=a-0 max-unavailable=0 | app web replicas=1 on=a-1 | at=0 upgrade a";

    fn check(text: &str, at: i64, wanted: Expect) {
        let run = made(LINE);
        let frame = run.trace.frame_at(SimTime::from_secs(at));
        let counts = StateCounts::at(&run.trace, &run.index, &frame);
        let matched = nodes(&run.trace, &run.index, &counts, &frame, text);
        let plan = run.trace.plan();
        let names = frame
            .cluster
            .nodes
            .ids()
            .filter(|node| matched.nodes[node.0 as usize])
            .map(|node| plan.node_name(&frame.cluster, node));
        let names: Vec<String> = names.collect();
        wanted.assert_eq(&format!("{} of {}: {}", matched.count, matched.of, names.join(" ")));
    }

    #[test]
    fn words_for_states_and_names_light_nodes() {
        check("cart", 0, expect!["1 of 3: a-0"]);
        check(" WEB ", 0, expect!["1 of 3: a-1"]);
        check("blocked", 0, expect!["0 of 3: "]);
        check("blocked", 1000, expect!["1 of 3: a-0"]);
        check("forced", 1000, expect!["0 of 3: "]);
        check("forced", 5000, expect!["1 of 2: a-a-2"]);
        check("a-1", 0, expect!["1 of 3: a-1"]);
        check("cart-0", 0, expect!["1 of 3: a-0"]);
        check("nobody", 0, expect!["0 of 3: "]);
    }

    #[test]
    fn a_whole_name_is_no_part_of_another() {
        let line = "pool a nodes=3 | app web-1 replicas=1 on=a-0 | app web-12 replicas=1 on=a-1 | app api replicas=1 on=a-2";
        let plan = made(line).trace.plan().clone();
        let fits = |typed: &str| {
            let wanted = Name::of(&plan, typed);
            let names = ["web-1", "web-12", "web-1-7", "my-web-1", "Web-1"];
            names.map(|name| wanted.fits(name))
        };
        assert_eq!(fits("web-1"), [true, false, true, true, true]);
        assert_eq!(fits("web"), [true; 5]);
        assert_eq!(fits("b-1"), [true; 5]);
    }

    #[test]
    fn words_for_what_happens_pass_only_its_rows() {
        let run = made(LINE);
        let count = |text: &str| {
            let rows = run.trace.records();
            rows.filter(|(no, record)| row(&run.index, text, (*no, record)) == Some(true)).count()
        };
        assert_eq!(count("forced"), 1);
        assert!(count("blocked") >= 1);
        assert!(count("draining") >= 4);
        let mut rows = run.trace.records();
        let named = rows.any(|(no, record)| row(&run.index, "cart", (no, &record)).is_some());
        assert!(!named);
    }
}
