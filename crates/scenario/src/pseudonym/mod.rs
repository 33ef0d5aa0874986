//! Replaces the names in a scenario, to share it without revealing its owner.
//!
//! The run stays the same, so names keep what a run can see of them: equality, order, and
//! the numbers at their ends (`words.rs`). Kept because every cluster has them or the engine needs
//! them: zones and regions, versions, machine types, Kubernetes resources, keys of labels that Kubernetes and
//! GKE define, and the namespaces `default` and `kube-…`. Free text and fields that are kept unread are
//! removed. Numbers below 1000 in names stay.

mod keys;
mod words;

pub use super::document::setting::NameKind;

use super::document::budget::namespace;
use super::document::pod_spec::Container;
use super::document::setting::Hides;
use super::document::{Document, Workload};
use super::field::{Field as _, FieldSpec, FieldType, StructType};
use super::json::Json;
use super::owner;
use super::units::Duration;
use model::WorkloadKind;
use model::scale_down::DELETION_COST;
use words::{Pseudonyms, WordCollector};

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
    let json = numbered(document).write();
    walk(&mut json.clone(), Document::SPEC, &mut |_, text| seen.see(text));
    let pseudonyms: Pseudonyms = seen.pseudonyms();
    let mut changed = json;
    let mut all: base::Map<(NameKind, String), String> = base::Map::new();
    walk(&mut changed, Document::SPEC, &mut |kind, text| {
        let new = pseudonyms.of(text);
        if new != *text {
            all.insert((kind, core::mem::take(text)), new.clone());
        }
        *text = new;
    });
    let names = all.into_iter().map(|((kind, old), new)| Name { kind, old, new });
    let (changed, _) = super::document::read::<Document>(&changed);
    let changed = Document { name: title.to_owned(), ..changed.unwrap_or_default() };
    (changed, names.collect())
}

/// The document with numbers in place of free names: of markers, containers and exclusions.
fn numbered(document: &Document) -> Document {
    let mut doc = document.clone();
    for (n, marker) in doc.markers.iter_mut().enumerate() {
        marker.text = format!("Marker {}", n + 1);
        marker.name = format!("marker-{}", n + 1);
    }
    let exclusions = &mut doc.cluster.maintenance_policy.window.exclusions;
    let all = core::mem::take(exclusions).into_iter().enumerate();
    let all = all.map(|(n, (_, one))| (format!("exclusion-{:02}", n + 1), one));
    *exclusions = all.collect();
    let number = |containers: &mut dyn Iterator<Item = &mut Container>| {
        for (n, container) in containers.enumerate().filter(|(_, one)| !one.name.is_empty()) {
            container.name = format!("container-{}", n + 1);
        }
    };
    for workload in &mut doc.workloads {
        number(&mut workload.containers.iter_mut().chain(&mut workload.init_containers));
    }
    for item in &mut doc.script {
        number(&mut item.containers.iter_mut());
        if !item.image.is_empty() {
            "image".clone_into(&mut item.image);
        }
    }
    doc
}

/// Gets every name, and may change it.
type Visit<'a> = &'a mut dyn FnMut(NameKind, &mut String);

/// Visits the names in an object of the document, and removes what reveals more.
fn walk(json: &mut Json, spec: &StructType, visit: Visit<'_>) {
    let key = json.get("key").and_then(Json::text).unwrap_or_default().to_owned();
    let Json::Object(fields) = json else { return };
    fields.retain_mut(|(name, inner)| match spec.field(name) {
        Some(field) => hide(inner, field, &key, visit),
        None => false,
    });
}

/// Visits the names in a field; false if it is to be removed. `key`: that beside it.
fn hide(json: &mut Json, field: &FieldSpec, key: &str, visit: Visit<'_>) -> bool {
    match field.setting.hides {
        Hides::Nothing => {
            inner(json, field.holds(), visit);
            // Of a part that the document keeps unread, nothing may be left.
            return field.setting.holds.is_none() || *json != Json::Object(Vec::new());
        }
        Hides::All => return false,
        Hides::Name(kind) => texts(json, &mut |text| name(kind, text, visit)),
        Hides::Namespace => texts(json, &mut |text| space(text, visit)),
        Hides::Reference(kind) => texts(json, &mut |text| reference(kind, text, visit)),
        Hides::Work => texts(json, &mut |text| {
            behind("pool/", NameKind::Pool, text, visit);
        }),
        Hides::Kind => texts(json, &mut |text| {
            let workload = Workload { kind: text.clone(), ..Workload::default() };
            if matches!(owner::kind(&workload), WorkloadKind::Custom { .. }) {
                name(NameKind::Label, text, visit);
            }
        }),
        Hides::Address if matches!(json.text(), Some("0.0.0.0" | "127.0.0.1")) => {}
        Hides::Address => texts(json, &mut |text| name(NameKind::Label, text, visit)),
        Hides::Key => texts(json, &mut |text| self::key(text, visit)),
        Hides::Value => texts(json, &mut |text| value(key, text, visit)),
        Hides::Labels => entries(json, &mut |label, own| {
            texts(own, &mut |text| value(label, text, visit));
            self::key(label, visit);
            true
        }),
        Hides::Resources => entries(json, &mut |resource, _| {
            if !keys::is_resource(resource) {
                name(NameKind::Label, resource, visit);
            }
            true
        }),
        Hides::Annotations => entries(json, &mut |key, own| {
            keys::is_defined(key) && is_plain(key, own.text().unwrap_or_default())
        }),
        Hides::Flags => {
            if let Json::List(flags) = json {
                flags.retain(|flag| flag.text().is_some_and(keys::is_plain_flag));
            }
        }
        Hides::NodeFields => each(json, &mut |field| {
            entries(field, &mut |key, values| {
                if key == "values" {
                    texts(values, &mut |text| name(NameKind::Node, text, visit));
                }
                true
            });
        }),
        Hides::Reservation => {
            entries(json, &mut |key, _| key == "consumeReservationType");
            return !matches!(json, Json::Object(fields) if fields.is_empty());
        }
    }
    true
}

/// Visits the names in the structs of a value.
fn inner(json: &mut Json, kind: FieldType, visit: Visit<'_>) {
    match (kind, json) {
        (FieldType::Struct(spec), json) => walk(json, spec, visit),
        (FieldType::List(kind), json) => each(json, &mut |one| inner(one, *kind, visit)),
        (FieldType::Map(kind), json) => entries(json, &mut |_, one| {
            inner(one, *kind, visit);
            true
        }),
        _ => {}
    }
}

/// The items of a list.
fn each(json: &mut Json, of: &mut dyn FnMut(&mut Json)) {
    if let Json::List(items) = json {
        items.iter_mut().for_each(of);
    }
}

/// A text, or those of a list.
fn texts(json: &mut Json, of: &mut dyn FnMut(&mut String)) {
    match json {
        Json::Text(text) => of(text),
        json => each(json, &mut |one| {
            if let Json::Text(text) = one {
                of(text);
            }
        }),
    }
}

/// The entries of a map, of which those stay for which it says so.
fn entries(json: &mut Json, of: &mut dyn FnMut(&mut String, &mut Json) -> bool) {
    if let Json::Object(fields) = json {
        fields.retain_mut(|(key, value)| of(key, value));
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
    if !keys::OPEN_DOMAINS.iter().any(|domain| behind(domain, NameKind::Label, text, visit)) {
        name(NameKind::Label, text, visit);
    }
}

/// Visits the name behind a prefix, if the text has that.
fn behind(prefix: &str, kind: NameKind, text: &mut String, visit: Visit<'_>) -> bool {
    let Some(rest) = text.strip_prefix(prefix) else { return false };
    let mut rest = rest.to_owned();
    name(kind, &mut rest, visit);
    *text = format!("{prefix}{rest}");
    true
}

fn value(key: &str, text: &mut String, visit: Visit<'_>) {
    if !keys::is_public(key) && !matches!(text.as_str(), "true" | "false") {
        name(NameKind::Label, text, visit);
    }
}

/// Is it a switch, a word of load balancers, a number that only orders Pods, or a duration?
fn is_plain(key: &str, value: &str) -> bool {
    let is_delay = key.ends_with("/pod-scale-up-delay") && Duration::parse(value).is_some();
    let is_cost = key == DELETION_COST && value.parse::<i32>().is_ok();
    matches!(value, "true" | "false" | "enabled" | "Internal") || is_cost || is_delay
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

    /// What decides about a load balancer stays, without addresses and names.
    #[test]
    fn services_keep_their_load_balancers() {
        let text = r#"{"version":1,"pools":[],"cluster":{"networkConfig":{"network":"acme","enableL4ilbSubsetting":true}},
          "services":[{"name":"pay","type":"LoadBalancer","loadBalancerClass":"networking.gke.io/l4-regional-internal","loadBalancerIP":"10.0.0.7",
           "annotations":{"networking.gke.io/load-balancer-type":"Internal","acme.io/team":"pay"},"finalizers":["gke.networking.io/l4-ilb-v2"],
           "ports":[{"name":"acme","port":80,"targetPort":"acme","protocol":"TCP","appProtocol":"acme.io/own"}]}]}"#;
        let (changed, _) = of_document(&open(text).document.unwrap_or_default(), "A");
        expect![[r#"{"version":1,"name":"A","cluster":{"networkConfig":{"enableL4ilbSubsetting":true}},"services":[{"name":"opot","type":"LoadBalancer","annotations":{"networking.gke.io/load-balancer-type":"Internal"},"ports":[{"name":"avco","port":80,"targetPort":"avco","protocol":"TCP"}],"loadBalancerClass":"networking.gke.io/l4-regional-internal","finalizers":["gke.networking.io/l4-ilb-v2"]}]}"#]].assert_eq(&changed.to_text());
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
