//! The lines of a table: which are listed, in which order, and in which words.

use crate::player::{PaintInput, RunScene, said};
use crate::shell::dates::day_time;
use crate::shell::run::loaded::Run;
use crate::shell::words::{t, tn};
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

/// A line at an instant.
#[derive(Clone, Debug)]
enum Row {
    Node(NodeLine),
    Pod(PodLine),
}

/// All lines at an instant.
#[derive(Clone, Debug)]
pub struct Lines(Vec<Row>);

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

impl Row {
    fn state(&self) -> &'static str {
        match self {
            Self::Node(line) => line.standing.key(),
            Self::Pod(line) => line.state.key(),
        }
    }

    fn reason(&self) -> Option<&LineReason> {
        match self {
            Self::Node(line) => line.reason.as_ref(),
            Self::Pod(line) => line.reason.as_ref(),
        }
    }

    fn subject(&self) -> Subject {
        match self {
            Self::Node(line) => Subject::Node(line.node),
            Self::Pod(line) => Subject::Pod(line.pod),
        }
    }
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
        let mut rows: Vec<Row> = if listing.pods {
            let wants = PodWants {
                namespace: listing.namespace.as_deref(),
                state: None,
                pool: listing.pool,
            };
            let lines = pods(trace, index, frame, counts, (wants, listing.pod_by));
            lines.into_iter().map(Row::Pod).collect()
        } else {
            let mut lines = nodes(trace, index, frame, counts, listing.node_by);
            lines.retain(|line| listing.pool.is_none_or(|pool| pool == line.pool));
            lines.into_iter().map(Row::Node).collect()
        };
        let (mut states, mut reasons) = (Kinds::new(), Kinds::new());
        for row in &rows {
            count(&mut states, row.state());
            row.reason().into_iter().for_each(|reason| count(&mut reasons, reason.key));
        }
        rows.retain(|row| {
            let reason = |wanted| row.reason().is_some_and(|one| one.key == wanted);
            listing.state.is_none_or(|wanted| wanted == row.state())
                && listing.reason.is_none_or(reason)
        });
        if listing.descending {
            rows.reverse();
        }
        (Self(rows), [states, reasons])
    }

    pub fn count(&self) -> usize {
        self.0.len()
    }

    pub fn subject(&self, at: usize) -> Option<Subject> {
        self.0.get(at).map(Row::subject)
    }

    /// Leaves only the lines in which all words of the text occur.
    pub fn search(&mut self, text: &str, run: &Run, scene: &RunScene, now: SimTime) {
        let wanted: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
        if wanted.is_empty() {
            return;
        }
        said(run, scene, |words| {
            self.0.retain(|row| {
                let line = row.line(run, words, now);
                let texts = [&line.name, &line.place, &line.namespace, &line.state, &line.reason];
                let all = texts.map(|text| text.to_lowercase()).join(" ");
                wanted.iter().all(|word| all.contains(word.as_str()))
            });
        });
    }

    pub fn line(&self, at: usize, run: &Run, words: &Words<'_>, now: SimTime) -> Option<Line> {
        self.0.get(at).map(|row| row.line(run, words, now))
    }
}

impl Row {
    /// In words.
    fn line(&self, run: &Run, words: &Words<'_>, now: SimTime) -> Line {
        let plan = &run.plan;
        let clock = |at: SimTime| day_time(plan.start_unix_ms, at.ms());
        let lasted = |at: SimTime| {
            words.say(&Phrase::new("pending-age").with("for", Value::Timer(now - at)))
        };
        let reason = self.reason();
        let line = |name: String, since: SimTime, created: SimTime| Line {
            subject: self.subject(),
            name,
            place: String::new(),
            namespace: String::new(),
            state: t(self.state()),
            code: reason.map_or("", |reason| reason.code),
            reason: reason.map(|reason| words.say(&reason.says)).unwrap_or_default(),
            used: None,
            since: clock(since),
            lasted: lasted(since),
            age: lasted(created),
        };
        match self {
            Self::Node(own) => Line {
                place: tn(
                    "table-place",
                    &[
                        ("pool", words.name(Subject::Pool(own.pool)).into()),
                        ("zone", words.name(Subject::Zone(own.zone)).into()),
                    ],
                ),
                used: own.used,
                ..line(words.name(self.subject()), own.since, own.created)
            },
            Self::Pod(own) => Line {
                place: own.node.map(|node| words.name(Subject::Node(node))).unwrap_or_default(),
                namespace: plan
                    .workloads
                    .get(own.workload)
                    .map_or_else(String::new, |owner| owner.namespace.clone()),
                ..line(plan.pod_name(run.trace.last(), own.pod), own.since, own.created)
            },
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
        for row in &lines.0 {
            let line = row.line(run, words, frame.at);
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
