//! The autoscaler's status ConfigMap, in its two forms: YAML from 1.30 on, a text before (BS-102).

use scenario::instant;

use super::super::loose::{Int, Text, shape};
use super::shapes::Entry;
use super::{Group, GroupStatus as Told, Status};

shape! {
    ClusterStatus {
        "health" => health: Health,
        "scaleUp" => scale_up: Activity,
        "scaleDown" => scale_down: Activity,
    }

    GroupStatus {
        "name" => name: Text,
        "health" => health: Health,
        "scaleUp" => scale_up: Activity,
        "scaleDown" => scale_down: Activity,
    }

    Health {
        "status" => status: Text,
        "nodeCounts" => nodes: NodeCounts,
        "cloudProviderTarget" => target: Int,
        "minSize" => min: Int,
        "maxSize" => max: Int,
    }

    NodeCounts {
        "registered" => registered: Registered,
    }

    Registered {
        "total" => total: Int,
        "ready" => ready: Int,
        "notStarted" => not_started: Int,
    }

    Activity {
        "status" => status: Text,
        "backoffInfo" => backoff: Backoff,
        "candidates" => candidates: Int,
        "lastTransitionTime" => since: Text,
    }

    Backoff {
        "errorCode" => code: Text,
        "errorMessage" => message: Text,
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
pub(super) fn of(entry: &Entry) -> Option<Status> {
    if entry.whole.is_none() && entry.groups.is_none() && entry.state.is_empty() {
        return None;
    }
    let groups = entry.groups.iter().flat_map(|groups| groups.iter());
    let groups = groups.map(|one| told(&one.name, &one.health, &one.scale_up, &one.scale_down));
    let whole = entry.whole.as_ref();
    Some(Status {
        at: time(&entry.time),
        state: entry.state.0.clone(),
        health: whole.map(|one| one.health.status.0.clone()).unwrap_or_default(),
        groups: groups.collect(),
    })
}

fn told(name: &str, health: &Health, up: &Activity, down: &Activity) -> Told {
    let nodes = &health.nodes.registered;
    Told {
        group: Group::named(name),
        health: health.status.0.clone(),
        ready: nodes.ready.0,
        target: health.target.0,
        starting: nodes.not_started.0,
        limits: health.min.0.zip(health.max.0),
        scale_up: up.status.0.clone(),
        scale_up_since: time(&up.since),
        error: [&up.backoff.code, &up.backoff.message].map(|text| text.0.clone()),
        scale_down: down.status.0.clone(),
        scale_down_since: time(&down.since),
        candidates: down.candidates.0,
    }
}

/// The status, if the text begins one in the text form.
pub(super) fn of_text(text: &str) -> Option<Status> {
    let mut lines = text.strip_prefix(TEXT)?.lines();
    let at = lines.next()?;
    let mut status = Status { at: time(at), state: "Running".to_owned(), ..Status::default() };
    let mut reader = Reader::default();
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
struct Reader {
    part: String,
}

impl Reader {
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
