//! The importer's answer about a log, decoded.

use base::Message;
use scenario::instant;
use scenario::json::Json;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct LogAnswer {
    pub clusters: Vec<LogCluster>,
    /// The kinds of events with their numbers.
    pub kinds: Vec<(String, i64)>,
    pub other_logs: i64,
    pub repeated: i64,
    pub unread: i64,
    pub first_unread: Vec<UnreadPart>,
}

/// A part that can't be read.
#[derive(Clone, Debug, PartialEq)]
pub struct UnreadPart {
    pub line: i64,
    pub entry: i64,
    pub why: Message,
}

/// One cluster of a log. Times are seconds since 1970, 0 if unknown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LogCluster {
    pub name: String,
    pub from: i64,
    pub until: i64,
    pub events: i64,
    pub says: Vec<Message>,
    pub holds: Vec<LogHold>,
    pub decisions: Vec<LogDecision>,
    pub statuses: Vec<LogStatus>,
    pub pod_events: Vec<PodEvent>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HeldKind {
    Node,
    Pods,
    Group,
    Cluster,
}

base::enum_table! {
    pub enum HeldState, key {
        Held = "autolog-state-held",
        Waits = "autolog-state-waits",
        Silent = "autolog-state-silent",
        Replaced = "autolog-state-replaced",
        Over = "autolog-state-over",
    }
}

/// What stands in the way of a subject.
#[derive(Clone, Debug, PartialEq)]
pub struct LogHold {
    pub kind: HeldKind,
    pub state: HeldState,
    /// With its namespace.
    pub name: String,
    /// Pods alike.
    pub count: i64,
    pub pool: String,
    pub zone: String,
    /// Requests in per cent of what Pods may use.
    pub used: Option<(i64, i64)>,
    pub since: i64,
    pub last: i64,
    /// When it ends or has ended.
    pub until: Option<i64>,
    /// When a group that can't grow is tried again.
    pub again: Option<i64>,
    pub logged: i64,
    pub reasons: Vec<LogReason>,
}

/// A code with its parameters, and the groups of which it was said.
#[derive(Clone, Debug, PartialEq)]
pub struct LogReason {
    pub code: String,
    pub parameters: Vec<String>,
    /// Pools with their zones.
    pub groups: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LogDecision {
    pub at: i64,
    /// `scaleUp`, `scaleDown`, `nodePoolCreated`, `nodePoolDeleted`, `unknown`.
    pub kind: String,
    /// Groups that grow by how much, nodes that go, or pools.
    pub what: Vec<(String, i64)>,
    pub pods: Vec<String>,
    pub pods_in_all: i64,
    /// `open`, `done`, `failed`, `given-up`.
    pub result: String,
    pub result_at: Option<i64>,
    pub errors: Vec<LogReason>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LogStatus {
    pub at: i64,
    pub state: String,
    pub groups: Vec<LogGroup>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LogGroup {
    pub pool: String,
    pub zone: String,
    /// Ready nodes, wanted nodes, fewest and most.
    pub numbers: [Option<i64>; 4],
    pub scale_up: String,
    pub since: Option<i64>,
    pub candidates: i64,
    pub error: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct PodEvent {
    pub at: i64,
    pub pod: String,
    pub reason: String,
    pub message: String,
}

fn text(json: &Json, name: &str) -> String {
    json.get(name).and_then(Json::text).unwrap_or_default().to_owned()
}

fn number(json: &Json, name: &str) -> Option<i64> {
    match json.get(name) {
        Some(Json::Int(n)) => Some(*n),
        _ => None,
    }
}

fn time(json: &Json, name: &str) -> Option<i64> {
    let ms = instant::parse(json.get(name)?.text()?)?;
    Some(ms.div_euclid(1000))
}

fn items<'a>(json: &'a Json, name: &str) -> impl Iterator<Item = &'a Json> {
    json.get(name).map(Json::items).unwrap_or_default().iter()
}

/// A name with its namespace.
fn named(json: &Json, key: &str) -> String {
    match text(json, "namespace").as_str() {
        "" => text(json, key),
        namespace => format!("{namespace}/{}", text(json, key)),
    }
}

impl LogHold {
    /// The first code, or nothing.
    pub fn code(&self) -> &str {
        self.reasons.first().map_or("", |one| &one.code)
    }
}

impl LogAnswer {
    pub fn of_json(json: &Json) -> Option<Self> {
        json.get("clusters")?;
        let kinds = items(json, "kinds");
        let unread = items(json, "firstUnread").filter_map(|one| {
            let (line, entry) = (number(one, "line")?, number(one, "entry")?);
            Some(UnreadPart { line, entry, why: one.get("why")?.message()? })
        });
        Some(Self {
            clusters: items(json, "clusters").map(cluster).collect(),
            kinds: kinds
                .map(|one| (text(one, "kind"), number(one, "count").unwrap_or(0)))
                .collect(),
            other_logs: number(json, "otherLogs").unwrap_or(0),
            repeated: number(json, "repeated").unwrap_or(0),
            unread: number(json, "unread").unwrap_or(0),
            first_unread: unread.collect(),
        })
    }
}

fn cluster(json: &Json) -> LogCluster {
    LogCluster {
        name: text(json, "cluster"),
        from: time(json, "from").unwrap_or(0),
        until: time(json, "until").unwrap_or(0),
        events: number(json, "events").unwrap_or(0),
        says: items(json, "says").filter_map(Json::message).collect(),
        holds: items(json, "holds").filter_map(hold).collect(),
        decisions: items(json, "decisions").map(decision).collect(),
        statuses: items(json, "statuses").map(status).collect(),
        pod_events: items(json, "podEvents").map(pod_event).collect(),
    }
}

fn hold(json: &Json) -> Option<LogHold> {
    let [cpu, memory] = ["cpuRatio", "memRatio"].map(|name| number(json, name));
    Some(LogHold {
        kind: match json.get("kind")?.text()? {
            "node" => HeldKind::Node,
            "pods" => HeldKind::Pods,
            "group" => HeldKind::Group,
            _ => HeldKind::Cluster,
        },
        state: match json.get("state")?.text()? {
            "held" => HeldState::Held,
            "waits" => HeldState::Waits,
            "no-longer-reported" => HeldState::Silent,
            "replaced" => HeldState::Replaced,
            _ => HeldState::Over,
        },
        name: named(json, "name"),
        count: number(json, "count").unwrap_or(1),
        pool: text(json, "pool"),
        zone: text(json, "zone"),
        used: cpu.or(memory).map(|_| (cpu.unwrap_or(0), memory.unwrap_or(0))),
        since: time(json, "since").unwrap_or(0),
        last: time(json, "last").unwrap_or(0),
        until: time(json, "until"),
        again: time(json, "again"),
        logged: number(json, "logged").unwrap_or(0),
        reasons: reasons(json, "reasons"),
    })
}

/// Each code with its parameters once.
fn reasons(json: &Json, name: &str) -> Vec<LogReason> {
    let mut all: Vec<LogReason> = Vec::new();
    for one in items(json, name) {
        let code = text(one, "code");
        let parameters: Vec<String> =
            items(one, "parameters").filter_map(Json::text).map(str::to_owned).collect();
        let group = one.get("group").map(|_| group(one));
        let known = all.iter_mut().find(|old| old.code == code && old.parameters == parameters);
        match known {
            Some(old) => old.groups.extend(group),
            None => all.push(LogReason { code, parameters, groups: group.into_iter().collect() }),
        }
    }
    all
}

fn decision(json: &Json) -> LogDecision {
    let groups = items(json, "groups");
    let mut what: Vec<(String, i64)> =
        groups.map(|one| (group(one), number(one, "nodes").unwrap_or(0))).collect();
    let mut in_all = number(json, "podsInAll").unwrap_or(0);
    let mut pods: Vec<String> = items(json, "pods").map(|one| named(one, "name")).collect();
    for one in items(json, "nodes") {
        what.push((text(one, "name"), 1));
        pods.extend(items(one, "pods").map(|one| named(one, "name")));
        in_all += number(one, "podsInAll").unwrap_or(0);
    }
    what.extend(items(json, "pools").filter_map(Json::text).map(|name| (name.to_owned(), 1)));
    LogDecision {
        at: time(json, "at").unwrap_or(0),
        kind: text(json, "kind"),
        what,
        pods,
        pods_in_all: in_all,
        result: text(json, "result"),
        result_at: time(json, "resultAt"),
        errors: reasons(json, "errors"),
    }
}

/// A pool with its zone, as far as they are known.
pub fn place(pool: &str, zone: &str) -> String {
    [pool, zone].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

fn group(json: &Json) -> String {
    place(&text(json, "pool"), &text(json, "zone"))
}

fn status(json: &Json) -> LogStatus {
    let group = |one: &Json| LogGroup {
        pool: text(one, "pool"),
        zone: text(one, "zone"),
        numbers: ["ready", "target", "min", "max"].map(|name| number(one, name)),
        scale_up: text(one, "scaleUp"),
        since: time(one, "scaleUpSince"),
        candidates: number(one, "candidates").unwrap_or(0),
        error: text(one, "errorMessage"),
    };
    LogStatus {
        at: time(json, "at").unwrap_or(0),
        state: text(json, "state"),
        groups: items(json, "groups").map(group).collect(),
    }
}

fn pod_event(json: &Json) -> PodEvent {
    PodEvent {
        at: time(json, "at").unwrap_or(0),
        pod: named(json, "pod"),
        reason: text(json, "reason"),
        message: text(json, "message"),
    }
}
