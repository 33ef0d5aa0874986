//! The autoscaler's status ConfigMap, in its two forms: YAML from 1.30 on, a text before (BS-102).

use scenario::instant;
use scenario::json::Json;

use super::values::{Value, objects, part};
use super::{Group, GroupStatus as Told, Status};

/// What an entry has of a status.
#[derive(Clone, Debug, Default)]
pub(super) struct StatusParts {
    pub(super) state: String,
    pub(super) whole: Option<ClusterStatus>,
    pub(super) groups: Option<Vec<GroupStatus>>,
    pub(super) time: String,
}

objects! {
    ClusterStatus {
        "health" => health: Health,
    }

    GroupStatus {
        "name" => name: String,
        "health" => health: Health,
        "scaleUp" => scale_up: Activity,
        "scaleDown" => scale_down: Activity,
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Health {
    status: String,
    ready: Option<i64>,
    starting: Option<i64>,
    target: Option<i64>,
    limits: Option<(i64, i64)>,
}

impl Value for Health {
    fn of(json: &Json) -> Self {
        let registered = json.get("nodeCounts").and_then(|counts| counts.get("registered"));
        Self {
            status: part(json, "status"),
            ready: registered.and_then(|one| part(one, "ready")),
            starting: registered.and_then(|one| part(one, "notStarted")),
            target: part(json, "cloudProviderTarget"),
            limits: part::<Option<_>>(json, "minSize").zip(part(json, "maxSize")),
        }
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Activity {
    status: String,
    since: String,
    candidates: Option<i64>,
    error: [String; 2],
}

impl Value for Activity {
    fn of(json: &Json) -> Self {
        let backs_off = json.get("backoffInfo");
        let error = |key| backs_off.map(|one| part(one, key)).unwrap_or_default();
        Self {
            status: part(json, "status"),
            since: part(json, "lastTransitionTime"),
            candidates: part(json, "candidates"),
            error: ["errorCode", "errorMessage"].map(error),
        }
    }
}

/// Begins a status in its text form.
const TEXT: &str = "Cluster-autoscaler status at ";

/// The time of the Go programs that write it: `2026-02-04 21:40:11.3 +0000 UTC m=+86412.1`. The zero time is never.
fn time(text: &str) -> Option<i64> {
    let text = text.trim().trim_end_matches(':');
    let mut words = text.split_whitespace();
    let (day, clock) = (words.next()?, words.next());
    let at = match clock {
        Some(clock) => instant::parse(&format!("{day}T{}Z", clock.trim_end_matches('Z')))?,
        None => instant::parse(day)?,
    };
    (!text.starts_with("0001-")).then_some(at.div_euclid(1000))
}

/// The status of an entry, if it is one.
pub(super) fn of(entry: &StatusParts) -> Option<Status> {
    if entry.whole.is_none() && entry.groups.is_none() && entry.state.is_empty() {
        return None;
    }
    let groups = entry.groups.iter().flat_map(|groups| groups.iter());
    let groups = groups.map(|one| told(&one.name, &one.health, &one.scale_up, &one.scale_down));
    let whole = entry.whole.as_ref();
    Some(Status {
        at: time(&entry.time),
        state: entry.state.clone(),
        health: whole.map(|one| one.health.status.clone()).unwrap_or_default(),
        groups: groups.collect(),
    })
}

fn told(name: &str, health: &Health, up: &Activity, down: &Activity) -> Told {
    Told {
        group: Group::named(name),
        health: health.status.clone(),
        ready: health.ready,
        target: health.target,
        starting: health.starting,
        limits: health.limits,
        scale_up: up.status.clone(),
        scale_up_since: time(&up.since),
        error: up.error.clone(),
        scale_down: down.status.clone(),
        scale_down_since: time(&down.since),
        candidates: down.candidates,
    }
}

/// The status, if the text begins one in the text form.
pub(super) fn of_text(text: &str) -> Option<Status> {
    let mut lines = text.strip_prefix(TEXT)?.lines();
    let at = lines.next()?;
    let mut status = Status { at: time(at), state: "Running".to_owned(), ..Status::default() };
    let mut reader = StatusReader::default();
    for line in lines {
        let Some((key, value)) = line.trim().split_once(':') else {
            continue;
        };
        let value = value.trim();
        match key {
            "Name" => status.groups.push(told(
                value,
                &Health::default(),
                &Activity::default(),
                &Activity::default(),
            )),
            "Health" | "ScaleUp" | "ScaleDown" => reader.begin(key, value, &mut status),
            "LastTransitionTime" => reader.since(value, &mut status),
            _ => {}
        }
    }
    Some(status)
}

/// Which of a group's parts the lines belong to.
#[derive(Default)]
struct StatusReader {
    part: String,
}

impl StatusReader {
    fn begin(&mut self, part: &str, value: &str, status: &mut Status) {
        self.part = part.to_owned();
        let word = value.split([' ', '(']).next().unwrap_or_default().to_owned();
        let number = |name| number(value, name);
        match (part, status.groups.last_mut()) {
            ("Health", None) => status.health = word,
            ("Health", Some(group)) => {
                group.health = word;
                group.ready = number("ready");
                group.starting = number("notStarted");
                group.target = number("cloudProviderTarget");
                group.limits = number("minSize").zip(number("maxSize"));
            }
            ("ScaleUp", Some(group)) => group.scale_up = word,
            ("ScaleDown", Some(group)) => {
                group.scale_down = word;
                group.candidates = number("candidates");
            }
            _ => {}
        }
    }

    fn since(&self, value: &str, status: &mut Status) {
        let Some(group) = status.groups.last_mut() else {
            return;
        };
        match self.part.as_str() {
            "ScaleUp" => group.scale_up_since = time(value),
            "ScaleDown" => group.scale_down_since = time(value),
            _ => {}
        }
    }
}

/// The number behind `name=`.
fn number(text: &str, name: &str) -> Option<i64> {
    let values = text.split([' ', '(', ')', ',']);
    let value = values.filter_map(|one| one.split_once('=')).find(|(key, _)| *key == name)?.1;
    value.parse().ok()
}
