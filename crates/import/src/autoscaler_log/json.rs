//! A log as JSON, for scripts and for the page.

use base::Message;
use scenario::instant;
use scenario::json::Json;

use super::{
    AutoscalerLog, ClusterLog, Decision, DecisionKind, Group, GroupStatus, Hold, HoldState,
    NodeFacts, Outcome, PodEvent, PodRef, Reason, Status, Subject,
};
use crate::File;

/// How sentences are written: as text for scripts, encoded for the page.
pub struct Sentences<'a> {
    pub message: &'a dyn Fn(&Message) -> Json,
    /// What is added to a reason.
    pub reason: &'a dyn Fn(&Reason) -> Vec<(&'static str, Json)>,
}

type Fields = Vec<(&'static str, Json)>;

impl AutoscalerLog {
    /// The contract's form, with what the sentences of reasons add.
    pub fn json(&self, files: &[File<'_>], say: &Sentences<'_>) -> Json {
        let unread = self.unread.first.iter().map(|(place, why)| {
            object(vec![
                ("file", text(files.get(place.file).map_or("", |file| file.name))),
                ("entry", count(place.entry)),
                ("line", count(place.line)),
                ("why", (say.message)(why)),
            ])
        });
        let kinds = self
            .kinds
            .iter()
            .map(|(kind, n)| object(vec![("kind", text(kind)), ("count", Json::Int((*n).into()))]));
        object(vec![
            ("clusters", list(self.clusters.iter().map(|one| cluster(one, say)))),
            ("kinds", list(kinds)),
            ("otherLogs", Json::Int(self.others.into())),
            ("repeated", Json::Int(self.repeated.into())),
            ("unread", Json::Int(self.unread.count.into())),
            ("firstUnread", list(unread)),
        ])
    }
}

fn cluster(one: &ClusterLog, say: &Sentences<'_>) -> Json {
    let mut fields = vec![
        ("cluster", text(&one.name)),
        ("from", time(one.from)),
        ("until", time(one.until)),
        ("events", Json::Int(one.events.into())),
        ("says", list(one.verdict().iter().map(say.message))),
        ("holds", list(one.holds.iter().map(|hold| of_hold(hold, say)))),
        ("decisions", list(one.decisions.iter().map(|one| decision(one, say)))),
        ("statuses", list(one.statuses.iter().map(status))),
        ("podEvents", list(one.pod_events.iter().map(pod_event))),
    ];
    if let Some((nodes, target)) = one.nodes {
        fields.extend([("nodes", Json::Int(nodes)), ("target", Json::Int(target))]);
    }
    object(fields)
}

fn of_hold(one: &Hold, say: &Sentences<'_>) -> Json {
    let mut fields = match &one.subject {
        Subject::Node(name) => {
            let mut fields = vec![("kind", text("node")), ("name", text(name))];
            fields.extend(facts(&one.node));
            fields
        }
        Subject::Pods { namespace, name, count } => vec![
            ("kind", text("pods")),
            ("namespace", text(namespace)),
            ("name", text(name)),
            ("count", Json::Int(*count)),
        ],
        Subject::Group(own) => {
            let mut fields = vec![("kind", text("group")), ("name", text(&own.name))];
            fields.extend(place(own));
            fields
        }
        Subject::Cluster { growth } => {
            vec![
                ("kind", text("cluster")),
                ("name", text(if *growth { "scale-up" } else { "scale-down" })),
            ]
        }
    };
    let (state, until) = match one.state {
        HoldState::Held => ("held", None),
        HoldState::Waits(until) => ("waits", until),
        HoldState::NoLongerReported => ("no-longer-reported", None),
        HoldState::Replaced(at) => ("replaced", Some(at)),
        HoldState::Over(at) => ("over", Some(at)),
    };
    fields.push(("state", text(state)));
    fields.extend(until.map(|at| ("until", time(at))));
    fields.extend(one.again.map(|at| ("again", time(at))));
    fields.extend([
        ("since", time(one.since)),
        ("last", time(one.last)),
        ("logged", Json::Int(one.logged.into())),
        ("reasons", list(one.reasons.iter().map(|one| reason(one, say)))),
    ]);
    object(fields)
}

fn reason(one: &Reason, say: &Sentences<'_>) -> Json {
    let parameters = one.parameters.iter().map(|one| text(one));
    let mut fields = vec![("code", text(&one.code)), ("parameters", list(parameters))];
    if let Some(group) = &one.group {
        fields.push(("group", text(&group.name)));
        fields.extend(place(group));
    }
    fields.extend((say.reason)(one));
    object(fields)
}

fn decision(one: &Decision, say: &Sentences<'_>) -> Json {
    let mut fields = vec![("at", time(one.at)), ("id", text(&one.id))];
    let names = |all: &[String]| list(all.iter().map(|one| text(one)));
    fields.extend(match &one.kind {
        DecisionKind::ScaleUp { groups, pods, pods_in_all } => {
            let groups = groups.iter().map(|(group, nodes)| {
                let mut fields = vec![("group", text(&group.name)), ("nodes", Json::Int(*nodes))];
                fields.extend(place(group));
                object(fields)
            });
            vec![
                ("kind", text("scaleUp")),
                ("groups", list(groups)),
                ("pods", list(pods.iter().map(pod))),
                ("podsInAll", Json::Int(*pods_in_all)),
            ]
        }
        DecisionKind::ScaleDown { nodes } => {
            let nodes = nodes.iter().map(|one| {
                let mut fields = vec![("name", text(&one.name))];
                fields.extend(facts(&one.facts));
                fields.extend([
                    ("pods", list(one.pods.iter().map(pod))),
                    ("podsInAll", Json::Int(one.pods_in_all)),
                ]);
                object(fields)
            });
            vec![("kind", text("scaleDown")), ("nodes", list(nodes))]
        }
        DecisionKind::PoolCreated { pools, for_scale_up } => vec![
            ("kind", text("nodePoolCreated")),
            ("pools", names(pools)),
            ("scaleUp", text(for_scale_up)),
        ],
        DecisionKind::PoolDeleted { pools } => {
            vec![("kind", text("nodePoolDeleted")), ("pools", names(pools))]
        }
        DecisionKind::Unknown => vec![("kind", text("unknown"))],
    });
    fields.extend(match &one.result {
        Outcome::Open => vec![("result", text("open"))],
        Outcome::GivenUp => vec![("result", text("given-up"))],
        Outcome::Done(at) => vec![("result", text("done")), ("resultAt", time(*at))],
        Outcome::Failed { at, errors } => vec![
            ("result", text("failed")),
            ("resultAt", time(*at)),
            ("errors", list(errors.iter().map(|one| reason(one, say)))),
        ],
    });
    object(fields)
}

fn status(one: &Status) -> Json {
    object(vec![
        ("at", one.at.map_or(Json::Null, time)),
        ("state", text(&one.state)),
        ("health", text(&one.health)),
        ("groups", list(one.groups.iter().map(group_status))),
    ])
}

fn group_status(one: &GroupStatus) -> Json {
    let number = |n: Option<i64>| n.map_or(Json::Null, Json::Int);
    let at = |at: Option<i64>| at.map_or(Json::Null, time);
    let mut fields = vec![("group", text(&one.group.name))];
    fields.extend(place(&one.group));
    fields.extend([
        ("health", text(&one.health)),
        ("ready", number(one.ready)),
        ("target", number(one.target)),
        ("starting", number(one.starting)),
        ("min", number(one.limits.map(|(min, _)| min))),
        ("max", number(one.limits.map(|(_, max)| max))),
        ("scaleUp", text(&one.scale_up)),
        ("scaleUpSince", at(one.scale_up_since)),
        ("errorCode", text(&one.error[0])),
        ("errorMessage", text(&one.error[1])),
        ("scaleDown", text(&one.scale_down)),
        ("scaleDownSince", at(one.scale_down_since)),
        ("candidates", number(one.candidates)),
    ]);
    object(fields)
}

fn pod_event(one: &PodEvent) -> Json {
    object(vec![
        ("at", time(one.at)),
        ("namespace", text(&one.namespace)),
        ("pod", text(&one.pod)),
        ("reason", text(&one.reason)),
        ("message", text(&one.message)),
    ])
}

fn pod(one: &PodRef) -> Json {
    object(vec![
        ("namespace", text(&one.namespace)),
        ("name", text(&one.name)),
        ("owner", text(&one.owner)),
    ])
}

fn facts(one: &NodeFacts) -> Fields {
    let mut fields = place(&one.group);
    fields.extend(one.cpu.map(|cpu| ("cpuRatio", Json::Int(cpu))));
    fields.extend(one.memory.map(|memory| ("memRatio", Json::Int(memory))));
    fields
}

fn place(group: &Group) -> Fields {
    vec![("pool", text(&group.pool)), ("zone", text(&group.zone))]
}

fn object(fields: Fields) -> Json {
    Json::object(fields)
}

fn list(all: impl Iterator<Item = Json>) -> Json {
    Json::List(all.collect())
}

fn text(one: &str) -> Json {
    one.into()
}

fn count(n: usize) -> Json {
    Json::Int(i64::try_from(n).unwrap_or(i64::MAX))
}

/// Null if it isn't known.
fn time(at: i64) -> Json {
    if at == 0 { Json::Null } else { text(&instant::format(at.saturating_mul(1000))) }
}
