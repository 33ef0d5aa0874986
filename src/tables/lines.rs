//! The lines of a table: which are listed, in which order, and in which words.

use crate::player::names::said;
use crate::player::painter::PaintInput;
use crate::player::scene::RunScene;
use crate::shell::run::loaded::Run;
use crate::shell::words::{day_time, t, tn};
use base::{PoolId, SimTime};
use query::requests::NodeUse;
use query::stage::StateCounts;
use query::tables::{LineReason, NodeColumn, NodeLine, PodColumn, PodLine, PodWants, nodes, pods};
use std::rc::Rc;
use trace::{Frame, Phrase, Subject, Value};
use words::Words;

/// What is listed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Listing {
    /// Pods instead of nodes.
    pub pods: bool,
    pub node_by: NodeColumn,
    pub pod_by: PodColumn,
    pub descending: bool,
    /// The keys of a state and of a kind of reason.
    pub state: Option<&'static str>,
    pub reason: Option<&'static str>,
    pub pool: Option<PoolId>,
    pub namespace: Option<String>,
    /// Words that must occur in a line.
    pub text: String,
}

/// All lines at an instant.
#[derive(Clone, Debug)]
pub enum Lines {
    Nodes(Vec<NodeLine>),
    Pods(Vec<PodLine>),
}

/// How many lines there are with each state and each kind of reason, by the keys of their words.
pub type Kinds = Vec<(&'static str, usize)>;

/// A line in words.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub subject: Subject,
    pub name: String,
    /// Of a node its pool and zone, of a Pod its node.
    pub place: String,
    pub namespace: String,
    pub state: String,
    pub code: &'static str,
    pub reason: String,
    pub used: Option<NodeUse>,
    pub since: String,
    pub lasted: String,
    pub age: String,
}

impl Lines {
    /// The lines, and all states and reasons there are before those are filtered.
    pub fn of(
        listing: &Listing,
        run: &Run,
        frame: &Frame,
        counts: &StateCounts,
    ) -> (Self, [Kinds; 2]) {
        let (trace, index) = (&run.trace, &run.index);
        let mut all = if listing.pods {
            let wants = PodWants {
                namespace: listing.namespace.as_deref(),
                state: None,
                pool: listing.pool,
            };
            Self::Pods(pods(trace, index, frame, counts, (wants, listing.pod_by)))
        } else {
            let mut lines = nodes(trace, index, frame, counts, listing.node_by);
            lines.retain(|line| listing.pool.is_none_or(|pool| pool == line.pool));
            Self::Nodes(lines)
        };
        let kinds = all.kinds();
        let fits = |state: &str, reason: Option<&LineReason>| {
            listing.state.is_none_or(|wanted| wanted == state)
                && listing.reason.is_none_or(|wanted| reason.is_some_and(|one| one.key == wanted))
        };
        match &mut all {
            Self::Nodes(lines) => {
                lines.retain(|line| fits(line.standing.key(), line.reason.as_ref()));
                if listing.descending {
                    lines.reverse();
                }
            }
            Self::Pods(lines) => {
                lines.retain(|line| fits(line.state.key(), line.reason.as_ref()));
                if listing.descending {
                    lines.reverse();
                }
            }
        }
        (all, kinds)
    }

    fn kinds(&self) -> [Kinds; 2] {
        let (mut states, mut reasons) = (Kinds::new(), Kinds::new());
        let mut add = |state: &'static str, reason: Option<&LineReason>| {
            count(&mut states, state);
            if let Some(reason) = reason {
                count(&mut reasons, reason.key);
            }
        };
        match self {
            Self::Nodes(lines) => {
                lines.iter().for_each(|line| add(line.standing.key(), line.reason.as_ref()));
            }
            Self::Pods(lines) => {
                lines.iter().for_each(|line| add(line.state.key(), line.reason.as_ref()));
            }
        }
        [states, reasons]
    }

    pub fn count(&self) -> usize {
        match self {
            Self::Nodes(lines) => lines.len(),
            Self::Pods(lines) => lines.len(),
        }
    }

    pub fn subject(&self, at: usize) -> Option<Subject> {
        match self {
            Self::Nodes(lines) => lines.get(at).map(|line| Subject::Node(line.node)),
            Self::Pods(lines) => lines.get(at).map(|line| Subject::Pod(line.pod)),
        }
    }

    /// Leaves only the lines in which all words of the text occur.
    pub fn search(&mut self, text: &str, run: &Run, scene: &RunScene, now: SimTime) {
        let wanted: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
        if wanted.is_empty() {
            return;
        }
        let kept: Vec<bool> = said(run, scene, |words| {
            let has = |at| {
                let line = self.line(at, run, words, now);
                let texts = [&line.name, &line.place, &line.namespace, &line.state, &line.reason];
                let all = texts.map(|text| text.to_lowercase()).join(" ");
                wanted.iter().all(|word| all.contains(word.as_str()))
            };
            (0..self.count()).map(has).collect()
        });
        let mut kept = kept.iter();
        let mut is_kept = || kept.next() == Some(&true);
        match self {
            Self::Nodes(lines) => lines.retain(|_| is_kept()),
            Self::Pods(lines) => lines.retain(|_| is_kept()),
        }
    }

    /// A line in words.
    pub fn line(&self, at: usize, run: &Run, words: &Words<'_>, now: SimTime) -> Line {
        let plan = &run.plan;
        let clock = |at: SimTime| day_time(plan.start_unix_ms, at.ms());
        let lasted = |at: SimTime| {
            words.say(&Phrase::new("pending-age").with("for", Value::Timer(now - at)))
        };
        let said = |reason: Option<&LineReason>| {
            reason.map(|reason| words.say(&reason.says)).unwrap_or_default()
        };
        let empty = || Line {
            subject: Subject::Cluster,
            name: String::new(),
            place: String::new(),
            namespace: String::new(),
            state: String::new(),
            code: "",
            reason: String::new(),
            used: None,
            since: String::new(),
            lasted: String::new(),
            age: String::new(),
        };
        match self {
            Self::Nodes(lines) => lines.get(at).map_or_else(empty, |line| Line {
                subject: Subject::Node(line.node),
                name: words.name(Subject::Node(line.node)),
                place: tn(
                    "table-place",
                    &[
                        ("pool", words.name(Subject::Pool(line.pool)).into()),
                        ("zone", words.name(Subject::Zone(line.zone)).into()),
                    ],
                ),
                state: t(line.standing.key()),
                code: line.reason.as_ref().map_or("", |reason| reason.code),
                reason: said(line.reason.as_ref()),
                used: line.used,
                since: clock(line.since),
                lasted: lasted(line.since),
                age: lasted(line.created),
                ..empty()
            }),
            Self::Pods(lines) => lines.get(at).map_or_else(empty, |line| Line {
                subject: Subject::Pod(line.pod),
                name: plan.pod_name(run.trace.last(), line.pod),
                place: line.node.map(|node| words.name(Subject::Node(node))).unwrap_or_default(),
                namespace: plan
                    .workloads
                    .get(line.workload)
                    .map_or_else(String::new, |own| own.namespace.clone()),
                state: t(line.state.key()),
                code: line.reason.as_ref().map_or("", |reason| reason.code),
                reason: said(line.reason.as_ref()),
                since: clock(line.since),
                lasted: lasted(line.since),
                age: lasted(line.created),
                ..empty()
            }),
        }
    }
}

fn count(kinds: &mut Kinds, key: &'static str) {
    match kinds.iter_mut().find(|(known, _)| *known == key) {
        Some((_, many)) => *many += 1,
        None => kinds.push((key, 1)),
    }
}

/// The heads of the columns as keys, as in the file.
pub const HEADS: [&str; 10] = [
    "table-col-name",
    "table-col-place",
    "table-col-namespace",
    "table-col-state",
    "table-col-code",
    "table-col-reason",
    "table-col-used",
    "table-col-since",
    "table-col-for",
    "table-col-age",
];

/// The lines as fields, for a file.
pub fn fields(lines: &Lines, show: &PaintInput<'_>) -> Option<Vec<Vec<String>>> {
    let (run, scene, frame) = (show.run?, show.scene?, show.frame?);
    let mut all = vec![HEADS.map(t).to_vec()];
    said(run, scene, |words| {
        for at in 0..lines.count() {
            let line = lines.line(at, run, words, frame.at);
            all.push(vec![
                line.name,
                line.place,
                line.namespace,
                line.state,
                line.code.to_owned(),
                line.reason,
                line.used.map(used).unwrap_or_default(),
                line.since,
                line.lasted,
                line.age,
            ]);
        }
    });
    Some(all)
}

/// `46 % of CPU, 22 % of memory`
pub fn used(used: NodeUse) -> String {
    let args = [("cpu", used.cpu.percent().into()), ("memory", used.memory.percent().into())];
    tn("autolog-used-short", &args)
}

/// What a table shows: the lines in view, and what can be chosen.
#[derive(Clone, Debug, Default)]
pub struct Listed {
    pub len: usize,
    /// The number of the first line in view.
    pub first: usize,
    pub lines: Vec<Line>,
    pub states: Kinds,
    pub reasons: Kinds,
    pub pools: Vec<(PoolId, String)>,
    pub namespaces: Rc<[String]>,
    pub autoscaled: bool,
    pub selected: Option<Subject>,
    /// The line to which the choice moves by a key.
    pub next: Option<(usize, Subject)>,
}
