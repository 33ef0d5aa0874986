//! Subjects as people type them: `node/web-3`, `pod/shop/web-1`, `record/17`.

use base::{IdVec, PodId, RecordNo, SimTime, id::Id};
use model::{Cluster, Plan};
use trace::{Subject, Trace};

/// The topic of a question.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Topic {
    Subject(Subject),
    Record(RecordNo),
}

/// Why a typed subject is invalid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoSuch {
    /// An unknown kind.
    Kind(String),
    Name(String),
    /// Without a namespace the name is ambiguous.
    Ambiguous(String),
}

/// Reads `pool/P`, `node/N`, `pod/NS/P`, `workload/NS/W`, `budget/NS/B`, `service/NS/S`, `record/NO`,
/// `cluster`; `NS/` may be omitted if the name is unique. Pods of a StatefulSet follow one another under a name: it
/// means the one at the given time.
pub fn parse_subject(trace: &Trace, text: &str, at: SimTime) -> Result<Topic, NoSuch> {
    let plan = trace.plan();
    if text == "cluster" {
        return Ok(Topic::Subject(Subject::Cluster));
    }
    let Some((kind, name)) = text.split_once('/') else {
        return Err(NoSuch::Kind(text.to_owned()));
    };
    let unknown = || NoSuch::Name(text.to_owned());
    let subject = match kind {
        "record" => {
            let no = name.parse().map(RecordNo).map_err(|_| unknown())?;
            trace.record(no).ok_or_else(unknown)?;
            return Ok(Topic::Record(no));
        }
        "pool" => Subject::Pool(plain(&plan.pools, name, |pool| &pool.name).ok_or_else(unknown)?),
        "zone" => Subject::Zone(plain(&plan.zones, name, |zone| &zone.name).ok_or_else(unknown)?),
        "node" => {
            let last = trace.last();
            Subject::Node(node(plan, last, name).ok_or_else(unknown)?)
        }
        "pod" => {
            let created = || trace.frame_at(at).cluster.pod_count();
            Subject::Pod(pod(plan, trace.last(), text, name, created)?)
        }
        "workload" => Subject::Workload(scoped(plan.known_workloads(), text, name, |item| {
            (&item.namespace, &item.name)
        })?),
        "budget" => Subject::Budget(scoped(plan.budgets.iter(), text, name, |item| {
            (&item.namespace, &item.name)
        })?),
        "service" => Subject::Service(scoped(plan.services.iter(), text, name, |item| {
            (&item.namespace, &item.name)
        })?),
        _ => return Err(NoSuch::Kind(text.to_owned())),
    };
    Ok(Topic::Subject(subject))
}

fn plain<I: Id, T>(items: &IdVec<I, T>, name: &str, of: impl Fn(&T) -> &String) -> Option<I> {
    items.iter().find(|(_, item)| of(item) == name).map(|(id, _)| id)
}

fn node(plan: &Plan, cluster: &Cluster, name: &str) -> Option<base::NodeId> {
    cluster.nodes.ids().find(|id| plan.node_name(cluster, *id) == name)
}

/// A namespace and a name, or a name alone.
fn split(name: &str) -> (Option<&str>, &str) {
    name.split_once('/').map_or((None, name), |(namespace, name)| (Some(namespace), name))
}

fn scoped<'a, I, T: 'a>(
    items: impl Iterator<Item = (I, &'a T)>,
    text: &str,
    name: &str,
    of: impl Fn(&T) -> (&String, &String),
) -> Result<I, NoSuch> {
    let (namespace, name) = split(name);
    let mut fits = items
        .filter(|(_, item)| of(item).1 == name)
        .filter(|(_, item)| namespace.is_none_or(|wanted| of(item).0 == wanted))
        .map(|(id, _)| id);
    match (fits.next(), fits.next()) {
        (None, _) => Err(NoSuch::Name(text.to_owned())),
        (Some(id), None) => Ok(id),
        (Some(_), Some(_)) => Err(NoSuch::Ambiguous(text.to_owned())),
    }
}

/// The newest of the `created` Pods with the name, else the first that follows.
fn pod(
    plan: &Plan,
    cluster: &Cluster,
    text: &str,
    name: &str,
    created: impl Fn() -> u32,
) -> Result<PodId, NoSuch> {
    let (namespace, name) = split(name);
    let mut found: Vec<PodId> = Vec::new();
    let mut in_namespace: Option<&str> = None;
    for id in (0..cluster.pod_count()).map(PodId) {
        let owner = cluster.owner(id);
        let Some(workload) = owner.and_then(|owner| plan.workloads.get(owner)) else {
            continue;
        };
        // Most names don't even start with the workload's: skips their texts.
        let given = plan.given_pod_name(id);
        let candidate = match given {
            Some(given) => given == name,
            None => {
                let own = !plan.names.ordinals.is_empty() || name.starts_with(&workload.name);
                own && plan.pod_name(cluster, id) == name
            }
        };
        if !candidate || namespace.is_some_and(|wanted| wanted != workload.namespace) {
            continue;
        }
        if in_namespace.is_some_and(|other| other != workload.namespace) {
            return Err(NoSuch::Ambiguous(text.to_owned()));
        }
        in_namespace = Some(&workload.namespace);
        found.push(id);
    }
    match found.as_slice() {
        [] => Err(NoSuch::Name(text.to_owned())),
        [only] => Ok(*only),
        [first, ..] => {
            let created = created();
            let newest = found.iter().rev().find(|id| id.0 < created);
            Ok(*newest.unwrap_or(first))
        }
    }
}
