//! Admission webhooks that may decide what becomes of Pods: named, as a run doesn't have them.

use crate::found::{FileNotes, Found, Sourced};
use crate::notes;
use base::{Message, say};
use scenario::document::Document;
use scenario::json::Json;

/// What a webhook is asked about: its resource and operation, and a word for it.
const ASKED: [(&str, &str, &str); 3] = [
    ("pods", "CREATE", "pods"),
    ("pods", "DELETE", "deletions"),
    ("pods/eviction", "CREATE", "evictions"),
];

/// Parts of the names of GKE's own webhooks.
const OWN: [&str; 2] = [".gke.io", "googleapis.com"];

pub(super) fn tell(document: &Document, found: &mut Found, notes: &mut FileNotes) {
    for Sourced { file, thing: (kind, name, webhooks) } in core::mem::take(&mut found.webhooks) {
        let webhooks = webhooks.0.unwrap_or_default();
        let mut told: Vec<Message> = Vec::new();
        for webhook in webhooks.items() {
            for said in of_webhook(document, &name, webhook) {
                if !told.contains(&said) {
                    notes.tell(file, notes::WEBHOOKS, said.clone(), None);
                    told.push(said);
                }
            }
        }
        if !told.is_empty() {
            notes.one_has_effect(file, &kind);
        }
    }
}

fn text<'a>(json: &'a Json, key: &str) -> &'a str {
    json.get(key).and_then(Json::text).unwrap_or_default()
}

fn of_webhook(document: &Document, name: &str, webhook: &Json) -> Vec<Message> {
    let own = text(webhook, "name");
    let service = webhook.get("clientConfig").and_then(|one| one.get("service"));
    let Some(service) = service.filter(|_| !OWN.iter().any(|part| own.contains(part))) else {
        return Vec::new();
    };
    let ignores = text(webhook, "failurePolicy") == "Ignore";
    let rules = webhook.get("rules").map(Json::items).unwrap_or_default();
    // What it doesn't hear of while it is away goes on; but an eviction may be refused for a reason of its own.
    let asked = ASKED.iter().filter(|(.., what)| !ignores || *what == "evictions");
    let asked = asked.filter(|(resource, operation, _)| {
        rules.iter().any(|rule| {
            let has = |key, value: &[&str]| {
                let items = rule.get(key).map(Json::items).unwrap_or_default();
                items.iter().filter_map(Json::text).any(|one| value.contains(&one))
            };
            let every = if resource.contains('/') { "pods/*" } else { "*" };
            has("apiGroups", &["", "*"])
                && has("operations", &[operation, "*"])
                && has("resources", &[resource, every, "*/*"])
        })
    });
    let is_set = |key| matches!(webhook.get(key), Some(Json::Object(own)) if !own.is_empty());
    let chosen = is_set("namespaceSelector") || is_set("objectSelector");
    let place = format!("{}/{}", text(service, "namespace"), text(service, "name"));
    let pods = match pods_of(document, service) {
        Some(1) if !ignores => "one",
        _ => "other",
    };
    let said = asked.map(|(.., what)| {
        say!(
            "import-webhook",
            name = name,
            policy = if ignores { "Ignore" } else { "Fail" },
            what = *what,
            chosen = if chosen { "yes" } else { "no" },
            service = place.as_str(),
            pods = pods
        )
    });
    said.collect()
}

/// How many Pods its Service has; `None` if the Service isn't in the files.
fn pods_of(document: &Document, service: &Json) -> Option<i64> {
    let namespace = match text(service, "namespace") {
        "default" => "",
        namespace => namespace,
    };
    let name = text(service, "name");
    let mut services = document.services.iter();
    let own = services.find(|one| one.namespace == namespace && one.name == name)?;
    let selector = own.selector.as_ref()?;
    let selected = document.workloads.iter().filter(|one| {
        let labels = one.labels.as_ref();
        let has = |(key, value)| labels.is_some_and(|own| own.get(key) == Some(value));
        one.namespace == namespace && selector.iter().all(has)
    });
    selected.map(|one| one.replicas.or(i64::try_from(one.pods.len()).ok())).sum()
}
