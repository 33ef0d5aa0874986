//! Writes manifests of workloads, budgets and Services, as far as a scenario knows them.

use super::budgets;
use crate::document::{Document, Service, Workload};
use crate::field::Field as _;
use crate::json::Json;
use crate::text::yaml;

/// The API groups of the kinds that are written.
const KINDS: [(&str, &str); 7] = [
    ("Deployment", "apps/v1"),
    ("StatefulSet", "apps/v1"),
    ("DaemonSet", "apps/v1"),
    ("ReplicaSet", "apps/v1"),
    ("ReplicationController", "v1"),
    ("Job", "batch/v1"),
    ("Pod", "v1"),
];
/// Fields of a controller with the names of Kubernetes.
#[rustfmt::skip]
const OF_CONTROLLER: [&str; 11] = [
    "replicas", "minReadySeconds", "progressDeadlineSeconds", "podManagementPolicy", "parallelism", "completions", "backoffLimit",
    "podReplacementPolicy", "podFailurePolicy", "activeDeadlineSeconds", "serviceName",
];
/// Those of a Pod.
#[rustfmt::skip]
const OF_POD: [&str; 9] = [
    "restartPolicy", "nodeSelector", "affinity", "tolerations", "topologySpreadConstraints", "terminationGracePeriodSeconds", "priority",
    "preemptionPolicy", "overhead",
];

/// Those of a Service.
#[rustfmt::skip]
const OF_SERVICE: [&str; 11] = [
    "type", "selector", "ports", "externalTrafficPolicy", "internalTrafficPolicy", "healthCheckNodePort", "sessionAffinity",
    "loadBalancerClass", "loadBalancerIP", "allocateLoadBalancerNodePorts", "publishNotReadyAddresses",
];

/// The manifests, and the names of workloads and budgets that they leave out.
pub fn make(doc: &Document) -> (Vec<String>, Vec<String>) {
    let mut texts = Vec::new();
    let mut left_out = Vec::new();
    for workload in &doc.workloads {
        match manifest(workload) {
            Some(json) => texts.push(yaml::write(&json)),
            None => left_out.push(workload.name.clone()),
        }
    }
    for budget in &doc.budgets {
        match budget.copies {
            Some(_) => left_out.push(budget.name.clone()),
            None => budgets::write(texts.push_mut(String::new()), budget, None),
        }
    }
    texts.extend(doc.services.iter().map(|one| yaml::write(&service(one))));
    (texts, left_out)
}

fn service(service: &Service) -> Json {
    let json = service.write();
    let part = |keys: &[&str]| Json::Object(fields(&json, keys));
    Json::object([
        ("apiVersion", "v1".into()),
        ("kind", "Service".into()),
        ("metadata", part(&["name", "namespace", "annotations", "finalizers"])),
        ("spec", part(&OF_SERVICE)),
    ])
}

/// None for kinds of other projects, and for many workloads in one entry.
fn manifest(workload: &Workload) -> Option<Json> {
    let (kind, version) = KINDS.into_iter().find(|(kind, _)| *kind == workload.kind)?;
    if workload.copies.is_some() {
        return None;
    }
    let json = workload.write();
    let labels = match &workload.labels {
        Some(labels) => labels.write(),
        None => Json::object([("app", Json::from(workload.name.as_str()))]),
    };
    let own = |keys: &[&str]| fields(&json, keys);
    let mut pod = vec![("containers".to_owned(), containers(&json))];
    pod.extend(
        json.get("initContainers").map(|all| ("initContainers".to_owned(), with_requests(all))),
    );
    pod.extend(own(&OF_POD));
    if workload.empty_dir {
        let empty =
            Json::object([("name", "scratch".into()), ("emptyDir", Json::object::<&str>([]))]);
        pod.push(("volumes".to_owned(), Json::List(vec![empty])));
    }
    let namespace = Some(&workload.namespace).filter(|namespace| !namespace.is_empty());
    let meta = |more: Option<(&str, Json)>| {
        let named = [
            ("name", Some(workload.name.as_str().into())),
            ("namespace", namespace.map(|namespace| namespace.as_str().into())),
        ];
        let fields = named.into_iter().filter_map(|(key, value)| Some((key, value?)));
        Json::object(fields.chain(more))
    };
    let annotations = json.get("annotations").cloned();
    let (metadata, spec) = if kind == "Pod" {
        (meta(Some(("labels", labels))), Json::Object(pod))
    } else {
        let template =
            Json::object_of_set([("labels", Some(labels.clone())), ("annotations", annotations)]);
        let mut spec = own(&OF_CONTROLLER);
        spec.extend(strategy(&json));
        match kind {
            "Job" => {}
            "ReplicationController" => spec.push(("selector".to_owned(), labels)),
            _ => spec.push(("selector".to_owned(), Json::object([("matchLabels", labels)]))),
        }
        let template = Json::object([("metadata", template), ("spec", Json::Object(pod))]);
        spec.push(("template".to_owned(), template));
        (meta(None), Json::Object(spec))
    };
    Some(Json::object([
        ("apiVersion", version.into()),
        ("kind", kind.into()),
        ("metadata", metadata),
        ("spec", spec),
    ]))
}

/// The fields with these names.
fn fields(json: &Json, keys: &[&str]) -> Vec<(String, Json)> {
    let found = keys.iter().filter_map(|key| Some(((*key).to_owned(), json.get(key)?.clone())));
    found.collect()
}

fn containers(workload: &Json) -> Json {
    let mut all = match workload.get("containers") {
        Some(containers) => with_requests(containers),
        None => {
            let requests = workload.get("requests").cloned().map(resources);
            let name = workload.get("name").cloned();
            Json::List(vec![Json::object_of_set([("name", name), ("resources", requests)])])
        }
    };
    if let Json::List(items) = &mut all
        && let Some(Json::Object(first)) = items.first_mut()
    {
        for key in ["readinessProbe", "startupProbe"] {
            first.extend(workload.get(key).map(|probe| (key.to_owned(), probe.clone())));
        }
    }
    all
}

/// Containers with their requests where Kubernetes has them.
fn with_requests(containers: &Json) -> Json {
    let one = |container: &Json| match container {
        Json::Object(fields) => Json::Object(
            fields
                .iter()
                .cloned()
                .map(|(key, value)| match key == "requests" {
                    true => ("resources".to_owned(), resources(value)),
                    false => (key, value),
                })
                .collect(),
        ),
        other => other.clone(),
    };
    Json::List(containers.items().iter().map(one).collect())
}

fn resources(requests: Json) -> Json {
    Json::object([("requests", requests)])
}

/// How a rollout replaces Pods.
fn strategy(workload: &Json) -> Option<(String, Json)> {
    let limits = ["maxSurge", "maxUnavailable"].map(|key| (key, workload.get(key).cloned()));
    let rolling = Json::object_of_set(limits);
    let rolling = Some(rolling).filter(|rolling| *rolling != Json::Object(Vec::new()));
    let kind = workload.get("strategy").cloned();
    let strategy = Json::object_of_set([("type", kind), ("rollingUpdate", rolling)]);
    (strategy != Json::Object(Vec::new())).then(|| ("strategy".to_owned(), strategy))
}
