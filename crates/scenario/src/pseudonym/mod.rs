//! Replaces the names in a scenario, to share it without revealing its owner.
//!
//! The run stays the same, so names keep what a run can see of them: equality, order, and
//! the numbers at their ends (`words.rs`). Kept because every cluster has them or the engine needs
//! them: zones and regions, versions, machine types, Kubernetes resources, keys of labels that Kubernetes and
//! GKE define, and the namespaces `default` and `kube-…`. Free text and fields that are kept unread are
//! removed. Numbers below 1000 in names stay.

mod keys;
mod words;

use super::document::budget::{Expression, LabelSelector, namespace};
use super::document::pod_spec::{
    Affinity, Container, NodeSelectorTerm, PodAffinityTerm, Toleration,
};
use super::document::pool::{NodeConfig, Taint};
use super::document::{Document, MaintenancePolicy, Pool, ScriptItem, Workload};
use super::field::{Field as _, Map};
use super::json::Json;
use super::owner;
use super::primitive::IntOrText;
use super::units::Duration;
use model::WorkloadKind;
use model::scale_down::DELETION_COST;
use words::{Pseudonyms, WordCollector};

/// The kind of a name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum NameKind {
    Cluster,
    Pool,
    Node,
    Namespace,
    Workload,
    Pod,
    Budget,
    Service,
    /// A key or a value of labels and taints, or a resource.
    Label,
}

/// A name and its pseudonym.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    pub kind: NameKind,
    pub old: String,
    pub new: String,
}

/// Every changed name, by kind and old name.
pub type Names = Vec<Name>;

/// Renames what a scenario describes, and itself to `title`; returns the names. JSON that isn't a scenario gives an empty
/// one.
#[inline(never)]
pub fn pseudonymize(json: &Json, title: &str) -> (Json, Names) {
    let (document, _) = super::document::read::<Document>(json);
    let (document, names) = of_document(&document.unwrap_or_else(Document::empty), title);
    (document.write(), names)
}

/// Renames a parsed document.
pub fn of_document(document: &Document, title: &str) -> (Document, Names) {
    let mut seen = WordCollector::default();
    for zone in crate::initial_nodes::zones(document) {
        // Nodes created in a run have the last part of their zone in their name.
        seen.keep(zone.rsplit('-').next().unwrap_or_default());
    }
    for word in ["default", "gke", "kube", "system", "public", "node", "lease"] {
        seen.keep(word);
    }
    let mut collect = document.clone();
    walk(&mut collect, &mut |_, text| seen.see(text));
    let pseudonyms: Pseudonyms = seen.pseudonyms();
    let mut changed = document.clone();
    title.clone_into(&mut changed.name);
    let mut all: base::Map<(NameKind, String), String> = base::Map::new();
    walk(&mut changed, &mut |kind, text| {
        let new = pseudonyms.of(text);
        if new != *text {
            all.insert((kind, core::mem::take(text)), new.clone());
        }
        *text = new;
    });
    let names = all.into_iter().map(|((kind, old), new)| Name { kind, old, new });
    (changed, names.collect())
}

/// Gets every name, and may change it.
type Visit<'a> = &'a mut dyn FnMut(NameKind, &mut String);

fn walk(doc: &mut Document, visit: Visit<'_>) {
    doc.description.clear();
    for (n, marker) in doc.markers.iter_mut().enumerate() {
        marker.text = format!("Marker {}", n + 1);
        marker.name = format!("marker-{}", n + 1);
    }
    doc.calendars.clear();
    let cluster = &mut doc.cluster;
    name(NameKind::Cluster, &mut cluster.name, visit);
    cluster.network_config = Json::Null;
    cluster.autoscaling.autoprovisioning_node_pool_defaults = Json::Null;
    nameless(&mut cluster.maintenance_policy);
    for one in &mut doc.pools {
        pool(one, visit);
    }
    for one in &mut doc.workloads {
        workload(one, visit);
    }
    for budget in &mut doc.budgets {
        name(NameKind::Budget, &mut budget.name, visit);
        space(&mut budget.namespace, visit);
        selector(&mut budget.selector, visit);
    }
    for service in &mut doc.services {
        name(NameKind::Service, &mut service.name, visit);
        space(&mut service.namespace, visit);
        if let Some(labels) = &mut service.selector {
            labels_of(labels, visit);
        }
        annotations(&mut service.annotations);
        service.ports = Json::Null;
    }
    for item in &mut doc.script {
        script(item, visit);
    }
}

fn name(kind: NameKind, text: &mut String, visit: Visit<'_>) {
    if !text.is_empty() {
        visit(kind, text);
    }
}

fn space(text: &mut String, visit: Visit<'_>) {
    if namespace(text) != "default" && !keys::is_namespace_of_all(text) {
        name(NameKind::Namespace, text, visit);
    }
}

fn pool(pool: &mut Pool, visit: Visit<'_>) {
    name(NameKind::Pool, &mut pool.name, visit);
    config(&mut pool.config, visit);
    resources(&mut pool.allocatable, visit);
    pool.gcloud_flags.retain(|flag| keys::is_plain_flag(flag));
    for node in &mut pool.nodes {
        name(NameKind::Node, &mut node.name, visit);
        labels_of(&mut node.labels, visit);
        annotations(&mut node.annotations);
        taints(node.taints.as_mut(), visit);
        resources(&mut node.allocatable, visit);
    }
}

fn config(config: &mut NodeConfig, visit: Visit<'_>) {
    labels_of(&mut config.labels, visit);
    taints(Some(&mut config.taints), visit);
    config.reservation_affinity = only(&config.reservation_affinity, &["consumeReservationType"]);
}

/// The named fields of an object; nothing if it has none of them.
fn only(object: &Json, fields: &[&str]) -> Json {
    let kept = fields.iter().filter_map(|field| Some((*field, object.get(field)?.clone())));
    let kept: Vec<(&str, Json)> = kept.collect();
    if kept.is_empty() { Json::Null } else { Json::object(kept) }
}

fn taints(taints: Option<&mut Vec<Taint>>, visit: Visit<'_>) {
    for taint in taints.into_iter().flatten() {
        value(&taint.key, &mut taint.value, visit);
        key(&mut taint.key, visit);
    }
}

fn workload(workload: &mut Workload, visit: Visit<'_>) {
    if matches!(owner::kind(workload), WorkloadKind::Custom { .. }) {
        name(NameKind::Label, &mut workload.kind, visit);
    }
    name(NameKind::Workload, &mut workload.name, visit);
    reference(NameKind::Workload, &mut workload.part_of, visit);
    space(&mut workload.namespace, visit);
    if let Some(labels) = &mut workload.labels {
        labels_of(labels, visit);
    }
    annotations(&mut workload.annotations);
    resources(&mut workload.requests, visit);
    resources(&mut workload.overhead, visit);
    containers(workload.containers.iter_mut().chain(&mut workload.init_containers), visit);
    labels_of(&mut workload.node_selector, visit);
    if let Some(affinity) = &mut workload.affinity {
        affinities(affinity, visit);
    }
    for Toleration { key: name, value: text, .. } in &mut workload.tolerations {
        value(name, text, visit);
        key(name, visit);
    }
    for constraint in &mut workload.topology_spread_constraints {
        key(&mut constraint.topology_key, visit);
        selector(&mut constraint.label_selector, visit);
        constraint.match_label_keys.iter_mut().for_each(|name| key(name, visit));
    }
    for fails in &mut workload.fails {
        name(NameKind::Pool, &mut fails.pool, visit);
    }
    for pod in &mut workload.pods {
        name(NameKind::Pod, &mut pod.name, visit);
        name(NameKind::Node, &mut pod.node, visit);
        annotations(&mut pod.annotations);
        pod.finalizers.iter_mut().for_each(|one| key(one, visit));
    }
    for claim in &mut workload.volume_claims {
        name(NameKind::Label, &mut claim.name, visit);
        let each = claim.claims.iter_mut().map(|one| &mut one.node);
        each.chain([&mut claim.node]).for_each(|node| name(NameKind::Node, node, visit));
    }
    workload.volumes = Json::Null;
}

fn containers<'a>(all: impl Iterator<Item = &'a mut Container>, visit: Visit<'_>) {
    for (n, container) in all.enumerate() {
        let Container { name: own, requests, ports, .. } = container;
        for port in ports {
            if !matches!(port.host_ip.as_str(), "0.0.0.0" | "127.0.0.1") {
                name(NameKind::Label, &mut port.host_ip, visit);
            }
        }
        if !own.is_empty() {
            *own = format!("container-{}", n + 1);
        }
        resources(requests, visit);
    }
}

fn affinities(affinity: &mut Affinity, visit: Visit<'_>) {
    let of_pods = [&mut affinity.pod_affinity, &mut affinity.pod_anti_affinity];
    for pods in of_pods.into_iter().flatten() {
        let preferred = pods.preferred.iter_mut().map(|one| &mut one.term);
        for one in pods.required.iter_mut().chain(preferred) {
            pod_term(one, visit);
        }
    }
    let Some(nodes) = &mut affinity.node_affinity else {
        return;
    };
    let required = nodes.required.iter_mut();
    for one in required.flat_map(|selector| &mut selector.node_selector_terms) {
        term(one, visit);
    }
    for preferred in &mut nodes.preferred {
        term(&mut preferred.preference, visit);
    }
}

fn term(term: &mut NodeSelectorTerm, visit: Visit<'_>) {
    for one in &mut term.match_expressions {
        expression(one, visit);
    }
    for field in &mut term.match_fields {
        for node in &mut field.values {
            name(NameKind::Node, node, visit);
        }
    }
}

fn pod_term(term: &mut PodAffinityTerm, visit: Visit<'_>) {
    key(&mut term.topology_key, visit);
    selector(&mut term.label_selector, visit);
    selector(&mut term.namespace_selector, visit);
    for name in &mut term.namespaces {
        space(name, visit);
    }
    let keys = term.match_label_keys.iter_mut();
    for name in keys.chain(&mut term.mismatch_label_keys) {
        key(name, visit);
    }
}

fn selector(selector: &mut Option<LabelSelector>, visit: Visit<'_>) {
    if let Some(selector) = selector {
        labels_of(&mut selector.match_labels, visit);
        for one in &mut selector.match_expressions {
            expression(one, visit);
        }
    }
}

fn expression(expression: &mut Expression, visit: Visit<'_>) {
    for text in &mut expression.values {
        value(&expression.key, text, visit);
    }
    key(&mut expression.key, visit);
}

fn script(item: &mut ScriptItem, visit: Visit<'_>) {
    item.note.clear();
    name(NameKind::Pool, &mut item.pool, visit);
    if let Some(IntOrText::Text(after)) = &mut item.after
        && let Some(pool) = after.strip_prefix("pool/")
    {
        let mut pool = pool.to_owned();
        name(NameKind::Pool, &mut pool, visit);
        *after = format!("pool/{pool}");
    }
    name(NameKind::Node, &mut item.node, visit);
    reference(NameKind::Workload, &mut item.workload, visit);
    if !item.image.is_empty() {
        "image".clone_into(&mut item.image);
    }
    resources(&mut item.requests, visit);
    containers(item.containers.iter_mut(), visit);
    for fails in item.fails.iter_mut().flatten() {
        name(NameKind::Pool, &mut fails.pool, visit);
    }
    reference(NameKind::Budget, &mut item.budget, visit);
    if let Some(labels) = &mut item.labels {
        labels_of(labels, visit);
    }
    taints(item.taints.as_mut(), visit);
    if let Some(new) = &mut item.config {
        config(new, visit);
    }
}

/// `namespace/name` or `name`.
fn reference(kind: NameKind, text: &mut String, visit: Visit<'_>) {
    match text.split_once('/') {
        Some((namespace, rest)) => {
            let (mut namespace, mut rest) = (namespace.to_owned(), rest.to_owned());
            space(&mut namespace, visit);
            name(kind, &mut rest, visit);
            *text = format!("{namespace}/{rest}");
        }
        None => name(kind, text, visit),
    }
}

fn key(text: &mut String, visit: Visit<'_>) {
    if keys::is_defined(text) {
        return;
    }
    // The domain is Kubernetes', the rest is free text.
    for domain in keys::OPEN_DOMAINS {
        if let Some(rest) = text.strip_prefix(domain) {
            let mut rest = rest.to_owned();
            name(NameKind::Label, &mut rest, visit);
            *text = format!("{domain}{rest}");
            return;
        }
    }
    name(NameKind::Label, text, visit);
}

fn value(key: &str, text: &mut String, visit: Visit<'_>) {
    if !keys::is_public(key) && !matches!(text.as_str(), "true" | "false") {
        name(NameKind::Label, text, visit);
    }
}

fn labels_of(labels: &mut Map, visit: Visit<'_>) {
    let old = core::mem::take(labels);
    for (mut name, mut text) in old {
        value(&name, &mut text, visit);
        key(&mut name, visit);
        labels.insert(name, text);
    }
}

fn resources<T>(amounts: &mut Map<T>, visit: Visit<'_>) {
    let old = core::mem::take(amounts);
    for (mut resource, amount) in old {
        if !keys::is_resource(&resource) {
            name(NameKind::Label, &mut resource, visit);
        }
        amounts.insert(resource, amount);
    }
}

/// Keeps only annotations that the engine uses, and switches of Kubernetes and GKE.
fn annotations(annotations: &mut Map) {
    let old = core::mem::take(annotations);
    let kept = old.into_iter().filter(|(key, value)| keys::is_defined(key) && is_plain(key, value));
    annotations.extend(kept);
}

/// Is it a switch, a number that only orders Pods, or a duration?
fn is_plain(key: &str, value: &str) -> bool {
    let is_delay = key.ends_with("/pod-scale-up-delay") && Duration::parse(value).is_some();
    let is_cost = key == DELETION_COST && value.parse::<i32>().is_ok();
    matches!(value, "true" | "false") || is_cost || is_delay
}

/// Keeps windows, and exclusions under numbers: their names are free text.
fn nameless(policy: &mut MaintenancePolicy) {
    policy.resource_version = Json::Null;
    let all = core::mem::take(&mut policy.window.exclusions);
    let numbered = all.into_iter().enumerate();
    let numbered = numbered.map(|(n, (_, one))| (format!("exclusion-{:02}", n + 1), one));
    policy.window.exclusions = numbered.collect();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::open;
    use expect_test::expect;

    #[test]
    fn affinity_between_pods_still_matches_the_same_pods() {
        let text = r#"{"version":1,"pools":[],"workloads":[
            {"kind":"Deployment","name":"checkout","namespace":"shop","containers":[{"name":"c","ports":[{"hostPort":80,"hostIP":"10.2.0.7"}]}],
             "affinity":{"podAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":[
               {"topologyKey":"acme.com/rack","labelSelector":{"matchLabels":{"app":"cache"}},"namespaces":["data","default"],
                "namespaceSelector":{"matchLabels":{"kubernetes.io/metadata.name":"data"}},"mismatchLabelKeys":["team"]}]},
              "podAntiAffinity":{"preferredDuringSchedulingIgnoredDuringExecution":[{"weight":7,"podAffinityTerm":
               {"topologyKey":"kubernetes.io/hostname","labelSelector":{"matchExpressions":[{"key":"team","operator":"In","values":["pay"]}]},
                "matchLabelKeys":["app"]}}]}}},
            {"kind":"Deployment","name":"cache","namespace":"data"}]}"#;
        let (changed, _) =
            of_document(&open(text).document.unwrap_or_default(), "A scenario under other names");
        expect![[r#"{"version":1,"name":"A scenario under other names","workloads":[{"kind":"Deployment","name":"avco","namespace":"ruqu","containers":[{"name":"container-1","ports":[{"hostPort":80,"hostIP":"1000"}]}],"affinity":{"podAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":[{"labelSelector":{"matchLabels":{"app":"anta"}},"topologyKey":"ahik.bama/quis","namespaces":["cavo","default"],"namespaceSelector":{"matchLabels":{"kubernetes.io/metadata.name":"cavo"}},"mismatchLabelKeys":["uzli"]}]},"podAntiAffinity":{"preferredDuringSchedulingIgnoredDuringExecution":[{"weight":7,"podAffinityTerm":{"labelSelector":{"matchExpressions":[{"key":"uzli","operator":"In","values":["opot"]}]},"topologyKey":"kubernetes.io/hostname","matchLabelKeys":["app"]}}]}}},{"kind":"Deployment","name":"anta","namespace":"cavo"}]}"#]].assert_eq(&changed.to_text());
    }

    #[test]
    fn finalizers_name_no_company() {
        let text = r#"{"version":1,"pools":[],"workloads":[{"kind":"Deployment","name":"web","pods":[
            {"deletionTimestamp":"2026-11-23T08:00:00Z","finalizers":["acme.io/cleanup"]}]}]}"#;
        let (changed, _) = of_document(&open(text).document.unwrap_or_default(), "A");
        let text = changed.to_text();
        assert!(text.contains("finalizers") && !text.contains("acme"), "{text}");
    }

    #[test]
    fn names_change_and_what_every_cluster_has_stays() {
        let text = r#"{"version":1,"name":"Acme before Christmas","description":"d","seed":7,
          "cluster":{"name":"acme-prod","location":"europe-west4","networkConfig":{"network":"acme"}},
          "pools":[{"name":"web-pool","version":"1.33.1-gke.100","config":{"machineType":"e2-standard-4",
            "labels":{"acme.com/team":"checkout"},"taints":[{"key":"team","value":"checkout","effect":"NO_SCHEDULE"}]},
            "nodes":[{"name":"gke-acme-prod-web-pool-1a2b3c4d-x7k2","zone":"europe-west4-a","labels":{"kubernetes.io/hostname":"gke-acme-prod-web-pool-1a2b3c4d-x7k2"}},
             {"name":"web-pool-b-12","zone":"europe-west4-b"}]}],
          "workloads":[{"kind":"Deployment","name":"checkout","namespace":"shop","replicas":2,
             "nodeSelector":{"cloud.google.com/gke-nodepool":"web-pool","kubernetes.io/arch":"amd64"},
             "annotations":{"cluster-autoscaler.kubernetes.io/safe-to-evict":"false","acme.com/owner":"jane@acme.com"},
             "tolerations":[{"key":"team","operator":"Equal","value":"checkout"}],
             "pods":[{"name":"checkout-7d9f8b6c5d-x2k9p","node":"web-pool-b-12"}]},
            {"kind":"DaemonSet","name":"fluentbit","namespace":"kube-system"}],
          "budgets":[{"name":"checkout-pdb","namespace":"shop","selector":{"matchLabels":{"app":"checkout"}},"maxUnavailable":1}],
          "script":[{"at":"0s","do":"upgrade","pool":"web-pool","note":"for Jane"},{"at":"1h","do":"set","workload":"shop/checkout","replicas":4}],
          "markers":[{"at":"1h","text":"Jane comes","name":"jane"}]}"#;
        let document = open(text).document.unwrap_or_default();
        let (changed, names) = of_document(&document, "A scenario under other names");
        expect![[r#"
            {
              "version": 1,
              "name": "A scenario under other names",
              "seed": 7,
              "cluster": {
                "name": "asab-oxij",
                "location": "europe-west4"
              },
              "pools": [
                {
                  "name": "utiq-opot",
                  "version": "1.33.1-gke.100",
                  "config": {
                    "machineType": "e2-standard-4",
                    "labels": {
                      "asab.caov/uhej": "biul"
                    },
                    "taints": [
                      {
                        "key": "uhej",
                        "value": "biul",
                        "effect": "NO_SCHEDULE"
                      }
                    ]
                  },
                  "nodes": [
                    {
                      "name": "gke-asab-oxij-utiq-opot-1akab-xuug",
                      "zone": "europe-west4-a",
                      "labels": {
                        "kubernetes.io/hostname": "gke-asab-oxij-utiq-opot-1akab-xuug"
                      }
                    },
                    {
                      "name": "utiq-opot-b-12",
                      "zone": "europe-west4-b"
                    }
                  ]
                }
              ],
              "workloads": [
                {
                  "kind": "Deployment",
                  "name": "biul",
                  "namespace": "riaq",
                  "replicas": 2,
                  "annotations": {
                    "cluster-autoscaler.kubernetes.io/safe-to-evict": "false"
                  },
                  "nodeSelector": {
                    "cloud.google.com/gke-nodepool": "utiq-opot",
                    "kubernetes.io/arch": "amd64"
                  },
                  "tolerations": [
                    {
                      "key": "uhej",
                      "operator": "Equal",
                      "value": "biul"
                    }
                  ],
                  "pods": [
                    {
                      "name": "biul-7cojo-vuol",
                      "node": "utiq-opot-b-12"
                    }
                  ]
                },
                {
                  "kind": "DaemonSet",
                  "name": "eqov",
                  "namespace": "kube-system"
                }
              ],
              "budgets": [
                {
                  "name": "biul-ogvo",
                  "namespace": "riaq",
                  "selector": {
                    "matchLabels": {
                      "app": "biul"
                    }
                  },
                  "maxUnavailable": 1
                }
              ],
              "script": [
                {
                  "at": "0s",
                  "do": "upgrade",
                  "pool": "utiq-opot"
                },
                {
                  "at": "3600s",
                  "do": "set",
                  "workload": "riaq/biul",
                  "replicas": 4
                }
              ],
              "markers": [
                {
                  "at": "3600s",
                  "text": "Marker 1",
                  "name": "marker-1"
                }
              ]
            }
        "#]]
        .assert_eq(&changed.to_pretty_text());
        let list: Vec<String> = names
            .iter()
            .map(|name| format!("{:?} {} -> {}\n", name.kind, name.old, name.new))
            .collect();
        expect![[r#"
            Cluster acme-prod -> asab-oxij
            Pool web-pool -> utiq-opot
            Node gke-acme-prod-web-pool-1a2b3c4d-x7k2 -> gke-asab-oxij-utiq-opot-1akab-xuug
            Node web-pool-b-12 -> utiq-opot-b-12
            Namespace shop -> riaq
            Workload checkout -> biul
            Workload fluentbit -> eqov
            Pod checkout-7d9f8b6c5d-x2k9p -> biul-7cojo-vuol
            Budget checkout-pdb -> biul-ogvo
            Label acme.com/team -> asab.caov/uhej
            Label checkout -> biul
            Label gke-acme-prod-web-pool-1a2b3c4d-x7k2 -> gke-asab-oxij-utiq-opot-1akab-xuug
            Label team -> uhej
            Label web-pool -> utiq-opot
        "#]]
        .assert_eq(&list.concat());
        assert_eq!(of_document(&document, "A scenario under other names").0, changed);
    }
}
