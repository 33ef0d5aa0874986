//! What a cluster's autoscaler has written: its visibility events as Cloud Logging exports them, its status, and its events on
//! Pods (BS-99 … BS-106). An event is a difference: what holds at the end of a log is folded from all of them.

mod decisions;
mod documents;
mod fold;
mod json;
mod named;
mod pod_holds;
mod shapes;
mod status;
mod status_holds;
#[cfg(test)]
mod tests;
mod values;
mod verdict;

pub use json::Sentences;

use base::{Message, say};

use super::loose;
use super::text::File;

/// What files say about autoscalers. Times are seconds since 1970.
#[derive(Debug, Default)]
pub struct AutoscalerLog {
    pub clusters: Vec<ClusterLog>,
    /// The kinds of events, as the log names them, with their numbers.
    pub kinds: Vec<(String, u32)>,
    /// Entries of other logs.
    pub others: u32,
    /// Events that are there more than once.
    pub repeated: u32,
    pub unread: Unread,
}

/// What is not read.
#[derive(Debug, Default)]
pub struct Unread {
    pub count: u32,
    /// The first of them, with their places.
    pub first: Vec<(Place, Message)>,
}

/// How many unread parts are named.
const NAMED: usize = 20;

impl Unread {
    fn add(&mut self, place: Place, message: Message) {
        self.count += 1;
        if self.first.len() < NAMED {
            self.first.push((place, message));
        }
    }
}

/// Where something is: the file, the entry in it, and its line, the last two from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    pub file: usize,
    pub entry: usize,
    pub line: usize,
}

/// What is known of one cluster.
#[derive(Debug, Default)]
pub struct ClusterLog {
    /// Empty if nothing names it.
    pub name: String,
    /// The first and the last instant that it speaks of.
    pub from: i64,
    pub until: i64,
    pub events: u32,
    /// What stands in the way of nodes, Pods, groups and the cluster, in that order, the longest first.
    pub holds: Vec<Hold>,
    pub decisions: Vec<Decision>,
    pub statuses: Vec<Status>,
    pub pod_events: Vec<PodEvent>,
    /// Autoscaled nodes, and how many there should be, of the last event about them.
    pub nodes: Option<(i64, i64)>,
}

/// A managed instance group.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Group {
    pub name: String,
    pub pool: String,
    pub zone: String,
}

impl Group {
    /// Its pool, or its name, and its zone.
    pub fn said(&self) -> Message {
        match (self.pool.as_str(), self.zone.as_str()) {
            ("", "") => say!("autolog-name", name = &self.name),
            (pool, "") => say!("autolog-name", name = pool),
            ("", zone) => say!("autolog-in-zone", name = &self.name, zone = zone),
            (pool, zone) => say!("autolog-in-zone", name = pool, zone = zone),
        }
    }

    /// From a name, or a URL, which has the zone too.
    fn named(name: &str) -> Self {
        let of = |key: &str| name.split_once(key).map(|(_, rest)| rest.split('/').next());
        let zone = of("/zones/").flatten().unwrap_or_default();
        let name = name.rsplit('/').next().unwrap_or(name);
        Self { name: name.to_owned(), pool: String::new(), zone: zone.to_owned() }
    }
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Subject {
    Node(String),
    /// Pods alike, by one of them.
    Pods {
        namespace: String,
        name: String,
        count: i64,
    },
    Group(Group),
    /// Whether it stands in the way of growth, or of removal.
    Cluster {
        growth: bool,
    },
}

/// A code with what it is about.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Reason {
    pub code: String,
    pub parameters: Vec<String>,
    /// The group that it says something about.
    pub group: Option<Group>,
    pub last: i64,
}

/// What stands in the way of a subject, as long as it is repeated.
#[derive(Clone, Debug)]
pub struct Hold {
    pub subject: Subject,
    /// One for a node, one for each group for a Pod.
    pub reasons: Vec<Reason>,
    /// The first event in an unbroken chain.
    pub since: i64,
    pub last: i64,
    pub logged: u32,
    pub state: HoldState,
    /// When a group that can't grow is tried again.
    pub again: Option<i64>,
    pub node: NodeFacts,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct NodeFacts {
    pub group: Group,
    /// Requests in per cent of what Pods may use.
    pub cpu: Option<i64>,
    pub memory: Option<i64>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum HoldState {
    Held,
    /// A pause that ends by itself, then if the log tells; what it was for is done elsewhere.
    Waits(Option<i64>),
    /// Two repeats are missing: no longer held for that, busy again, or gone.
    NoLongerReported,
    /// Another reason took its place then.
    Replaced(i64),
    /// The node was chosen for its removal then, a group has grown for the Pods or the next Pod waits, or the group may grow again.
    Over(i64),
}

/// A name with its namespace, if there is one.
pub fn full_name(namespace: &str, name: &str) -> String {
    if namespace.is_empty() { name.to_owned() } else { format!("{namespace}/{name}") }
}

impl Hold {
    pub fn is_held(&self) -> bool {
        matches!(self.state, HoldState::Held)
    }

    /// The reasons, each once, with the groups that have it.
    pub fn by_reason(&self) -> Vec<(&Reason, Vec<&Group>)> {
        let mut all: Vec<(&Reason, Vec<&Group>)> = Vec::new();
        for one in &self.reasons {
            let is_same = |(other, _): &&mut (&Reason, _)| {
                other.code == one.code && other.parameters == one.parameters
            };
            match all.iter_mut().find(is_same) {
                Some((_, groups)) => groups.extend(&one.group),
                None => all.push((one, one.group.iter().collect())),
            }
        }
        all
    }
}

/// A decision, with its result.
#[derive(Clone, Debug)]
pub struct Decision {
    pub at: i64,
    pub id: String,
    pub kind: DecisionKind,
    pub result: Outcome,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DecisionKind {
    ScaleUp {
        groups: Vec<(Group, i64)>,
        pods: Vec<PodRef>,
        pods_in_all: i64,
    },
    ScaleDown {
        nodes: Vec<Removed>,
    },
    PoolCreated {
        pools: Vec<String>,
        for_scale_up: String,
    },
    PoolDeleted {
        pools: Vec<String>,
    },
    /// The log has only its result.
    Unknown,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct PodRef {
    pub namespace: String,
    pub name: String,
    /// The kind and the name of what made it.
    pub owner: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Removed {
    pub name: String,
    pub facts: NodeFacts,
    pub pods: Vec<PodRef>,
    pub pods_in_all: i64,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    Open,
    Done(i64),
    Failed {
        at: i64,
        errors: Vec<Reason>,
    },
    /// No result came within three hours.
    GivenUp,
}

/// The autoscaler's state at an instant.
#[derive(Clone, Debug, Default)]
pub struct Status {
    pub at: Option<i64>,
    /// `Running`, or `Initializing`: it knows nothing yet.
    pub state: String,
    pub health: String,
    pub groups: Vec<GroupStatus>,
}

#[derive(Clone, Debug, Default)]
pub struct GroupStatus {
    pub group: Group,
    pub health: String,
    pub ready: Option<i64>,
    pub target: Option<i64>,
    pub starting: Option<i64>,
    /// The fewest and the most nodes.
    pub limits: Option<(i64, i64)>,
    pub scale_up: String,
    pub scale_up_since: Option<i64>,
    /// Code and message of why it backs off; empty in the text form.
    pub error: [String; 2],
    pub scale_down: String,
    pub scale_down_since: Option<i64>,
    pub candidates: Option<i64>,
}

/// An event on a Pod: `TriggeredScaleUp`, `NotTriggerScaleUp`, `FailedScaleUp`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PodEvent {
    pub at: i64,
    pub namespace: String,
    pub pod: String,
    pub reason: String,
    pub message: String,
}

impl AutoscalerLog {
    /// Was there anything of an autoscaler?
    pub fn is_empty(&self) -> bool {
        self.clusters.is_empty()
    }

    /// What is held back at the end, of each cluster.
    pub fn held(&self) -> impl Iterator<Item = (&ClusterLog, &Hold)> {
        let of = |one| ClusterLog::held(one).map(move |hold| (one, hold));
        self.clusters.iter().flat_map(of)
    }
}

impl ClusterLog {
    pub fn held(&self) -> impl Iterator<Item = &Hold> {
        self.holds.iter().filter(|hold| hold.is_held())
    }
}

/// Reads files in any mixture and order. Never panics and never hangs, on any input.
pub fn read(files: &[File<'_>], tell: &mut dyn FnMut(usize, usize)) -> AutoscalerLog {
    loose::start_counting();
    let mut log = AutoscalerLog::default();
    let mut parts = Vec::new();
    for (at, file) in files.iter().enumerate() {
        let mut take = |place, part| {
            parts.push((place, part));
            if parts.len().is_multiple_of(512) {
                tell(at, parts.len());
            }
        };
        documents::read(file, at, &mut take, &mut log.unread);
    }
    fold::fold(parts, &mut log);
    log
}
