//! `data` of a record: the ids and numbers of its change by name.

use serde_json::{Map, Value, json};

use base::{PodId, TemplateId};
use model::script::Failure;
use model::{AtLimit, Plan};
use trace::gke;
use trace::text::Namer;
use trace::{Blocker, BlockerField, Change, Meaning, Record, Subject, WhyNot};

fn ms(seconds: u32) -> i64 {
    i64::from(seconds) * 1000
}

pub(super) fn data(namer: &Namer<'_>, record: &Record) -> Value {
    let mut data = Map::new();
    for (name, field) in record.change.fields() {
        data.extend(values(namer, name, field));
    }
    if let (Some(shown), Subject::Workload(id)) = (data.get_mut("revision"), record.subject)
        && let Change::RolloutStarted { revision } | Change::ReplicaSetScaled { revision, .. } =
            record.change
    {
        *shown = json!(namer.plan.revision_number(id, revision));
    }
    if let Change::Blocked { by: Blocker::NoNode { filter, .. } } = record.change
        && let Subject::Pod(pod) = record.subject
        && let Some(blocker) = data.get_mut("blocker")
    {
        blocker["message"] = json!(gke::rejection(namer.plan, namer.cluster.owner(pod), filter));
    }
    Value::Object(data)
}

/// `lasts_s` becomes `lasts_ms`.
fn in_ms(name: &str) -> String {
    format!("{}_ms", name.strip_suffix("_s").unwrap_or(name))
}

/// A field in JSON: durations in milliseconds (`lasts_s` is `lasts_ms`), ids by their names.
fn values(namer: &Namer<'_>, name: &str, field: Meaning) -> Vec<(String, Value)> {
    let plan = namer.plan;
    let zone = |id| plan.zones.get(id).map(|zone| zone.name.as_str());
    let span = |value: Value| vec![(in_ms(name), value)];
    let (key, value) = match field {
        Meaning::Number(n) => (name, json!(n)),
        Meaning::Ordinal(n) => (name, json!(n + 1)),
        Meaning::Seconds(n) => return span(json!(ms(n))),
        Meaning::Limit(n) => return span(json!((n > 0).then(|| ms(n)))),
        Meaning::Flag(flag) => (name, json!(flag)),
        Meaning::Word(word) => (name, json!(word)),
        Meaning::Spare(n) => (name, json!(n)),
        Meaning::Node(id) => (name, json!(namer.subject(Subject::Node(id)))),
        Meaning::Zone(id) => (name, json!(zone(id))),
        Meaning::Workload(id) => (name, json!(namer.subject(Subject::Workload(id)))),
        Meaning::Template(id) => ("version", json!(version(plan, id))),
        Meaning::Entry(entry) | Meaning::Work(entry) => ("script", json!(entry)),
        Meaning::NodeChange(change) | Meaning::Upgrade(change, _) => (name, json!(change.name())),
        Meaning::AtLimit(at_limit) => ("forces", json!(at_limit == AtLimit::Forces)),
        Meaning::Ending(ending) => (name, json!(ending.text().replace(" at the ", "_at_"))),
        Meaning::Failure(why) => (name, json!(failure(why))),
        Meaning::Override(why) => (name, json!(why.name())),
        Meaning::Phase(phase) => (name, json!(phase.name())),
        Meaning::Refusal(why) => (name, json!(why.name())),
        Meaning::WhyNot(why) => (name, json!(why_not(plan, why))),
        Meaning::Blocker(by) => ("blocker", blocker(namer, by)),
        Meaning::NoScaleUp(why) => {
            let code = ("code".to_owned(), json!(why.code()));
            return vec![("reason".to_owned(), json!(why.text())), code];
        }
        Meaning::Stays(why) => {
            let code = ("code".to_owned(), json!(why.code()));
            return vec![("reason".to_owned(), json!(why.text())), code];
        }
        Meaning::Blocking(pod) => {
            let pod = pod.checked_sub(1).map(|pod| namer.subject(Subject::Pod(PodId(pod))));
            (name, json!(pod))
        }
        Meaning::ScaleUpError(why) => ("code", json!(why.code())),
        Meaning::Filter(number) => (name, json!(gke::filter(number).message)),
        Meaning::Scaled(_) | Meaning::Hidden(_) => return Vec::new(),
        Meaning::Group(id) => {
            let group = plan.groups.get(id);
            let pool = group.and_then(|group| plan.pools.get(group.pool));
            let zone = group.and_then(|group| zone(group.zone));
            let pool = ("pool".to_owned(), json!(pool.map(|pool| &pool.name)));
            return vec![pool, ("zone".to_owned(), json!(zone))];
        }
        Meaning::Volume(no) => {
            (name, json!(plan.volumes.get(no as usize).map(|volume| &volume.name)))
        }
        Meaning::Exclusion(no) => {
            let one = plan.maintenance.exclusions.get(no as usize);
            let (name, scope) = one.map_or(("", ""), |one| (&one.name, one.scope.name()));
            let name = ("exclusion".to_owned(), json!(name));
            return vec![name, ("scope".to_owned(), json!(scope))];
        }
    };
    vec![(key.to_owned(), value)]
}

fn version(plan: &Plan, id: TemplateId) -> Option<String> {
    let template = plan.templates.get(id)?;
    template.version.map(|version| version.to_string())
}

fn blocker(namer: &Namer<'_>, by: Blocker) -> Value {
    let kind = by.key().strip_prefix("blocker-").unwrap_or(by.key()).replace('-', "_");
    let mut data = json!({ "kind": kind });
    for (name, field) in by.fields() {
        match field {
            BlockerField::Number(n) => data[name] = json!(n),
            BlockerField::Seconds(n) => data[in_ms(name)] = json!(ms(n)),
            BlockerField::Filter(filter) => {
                data[name] = json!(filter.name);
                data["message"] = json!(filter.message);
            }
            BlockerField::Quota(index) => data[name] = json!(namer.quota(index)),
            BlockerField::Subject(subject) => data[name] = json!(namer.subject(subject)),
        }
    }
    data
}

fn why_not(plan: &Plan, why: WhyNot) -> String {
    match why {
        WhyNot::Policy(waits) => gke::waits(plan, &waits).join(", "),
        WhyNot::ControlPlane => "control_plane".to_owned(),
        WhyNot::AnotherRun => "another_run".to_owned(),
        WhyNot::OldNodes(_) => "old_nodes".to_owned(),
        WhyNot::Busy => "control_plane_busy".to_owned(),
    }
}

fn failure(why: Failure) -> &'static str {
    match why {
        Failure::Kubelet => "kubelet",
        Failure::Disk => "disk",
    }
}
