//! A plan of Terraform, as `terraform show -json` prints it: what exists before it, and what it changes of clusters and pools.

mod apply;
pub(super) mod change;
mod delete;

pub(crate) use self::apply::build;
pub(crate) use self::delete::tell as tell_deleted;

use self::change::PlannedChange;
use super::findings::Findings;
use super::found::{Found, Sourced};
use super::gke;
use super::importer::Importer;
use super::loose::{List, Text, Tree, document, shape};
use super::notes;
use super::outline::Outline;
use super::progress::Watch;
use super::terraform::state::{self, CLUSTER, POOL, RESERVATION};
use super::terraform::{Fields, Resources, bears_on_pods};
use base::say;
use model::script::NodeChange;
use scenario::document::{Cluster, Pool};
use scenario::json::Json;

pub(super) const IMPORTER: Importer = Importer { claims, read };

fn claims(outline: &Outline) -> bool {
    outline.object && outline.has_any(&["planned_values", "resource_changes"])
}

shape! {
    Plan {
        "planned_values" => planned: state::Values,
        "resource_changes" => changes: List<Changed>,
    }

    Changed {
        "address" => address: Text,
        "mode" => mode: Text,
        "type" => kind: Text,
        "name" => name: Text,
        "change" => change: Change,
    }

    Change {
        "actions" => actions: List<Text>,
        "before" => before: Tree,
        "after" => after: Tree,
        "after_unknown" => unknown: Tree,
    }
}

fn read(text: &str, watch: &mut Watch<'_>, found: &mut Found) -> Result<usize, serde_json::Error> {
    let file = watch.file;
    let (top, end) = document::<Plan>(text)?;
    let mut findings = Findings::default();
    let mut fields = Fields::new(&mut findings, false);
    let mut made = Resources::default();
    let changes = || top.changes.iter().filter(|one| &*one.mode != "data");
    for changed in changes() {
        changed.add(&mut made, &mut fields);
    }
    if made.is_empty() {
        state::module(&top.planned.root, &mut made, &mut fields);
    }
    for changed in changes().filter(|one| one.acts() && bears_on_pods(&one.kind)) {
        fields.findings.note(notes::KUBERNETES_RESOURCES, &*changed.address);
    }
    if made.is_empty() && fields.findings.notes.is_empty() {
        let reason = say!("import-terraform-json-other");
        found.notes.refuse(file, "terraform-other", reason);
        return Ok(end);
    }
    found.notes.say(file, say!("import-kind-terraform-plan"));
    for changed in changes() {
        if let Some(setting) = changed.unknown_version() {
            let said = say!("import-known-after-apply", setting = setting, of = &*changed.address);
            fields.findings.note(notes::LEFT_OUT, said);
        }
        let all = changed.changes(&mut fields);
        found.planned.extend(all.into_iter().map(|thing| Sourced { file, thing }));
    }
    let documents = made.documents(&mut fields);
    gke::read_asked(&documents, findings.notes, watch, found)?;
    Ok(end)
}

/// Settings of nodes that a scenario doesn't have; each change recreates the nodes (SU-04).
const OF_NODES: [(&str, NodeChange); 6] = [
    ("gcfs_config", NodeChange::ImageStreaming),
    ("gvnic", NodeChange::Gvnic),
    ("confidential_nodes", NodeChange::ConfidentialNodes),
    ("kubelet_config", NodeChange::NodeSystemConfig),
    ("linux_node_config", NodeChange::NodeSystemConfig),
    ("storage_pools", NodeChange::StoragePools),
];

impl Changed {
    fn does(&self, action: &str) -> bool {
        self.change.actions.iter().any(|one| &**one == action)
    }

    fn acts(&self) -> bool {
        ["create", "update", "delete"].iter().any(|action| self.does(action))
    }

    fn before(&self) -> Option<&Json> {
        self.change.before.0.as_ref().filter(|tree| matches!(tree, Json::Object(_)))
    }

    fn after(&self) -> Option<&Json> {
        self.change.after.0.as_ref().filter(|tree| matches!(tree, Json::Object(_)))
    }

    /// Adds what exists before the plan, or what it creates; of a reservation, what it makes of it.
    fn add(&self, made: &mut Resources, fields: &mut Fields<'_, '_>) {
        let tree = match &*self.kind {
            CLUSTER | POOL => self.before().or(self.after()),
            RESERVATION => self.after(),
            _ => None,
        };
        made.wanted = self.before().is_none() || &*self.kind == RESERVATION;
        if let Some(tree) = tree {
            state::add(&self.kind, &self.name, tree, made, fields);
        }
    }

    /// The version that an update sets and that only `terraform apply` finds out.
    fn unknown_version(&self) -> Option<&'static str> {
        let unknown = self.change.unknown.0.as_ref().filter(|_| self.before().is_some())?;
        let is_unknown = |key: &&str| unknown.get(key) == Some(&Json::Bool(true));
        let is_own = matches!(&*self.kind, CLUSTER | POOL);
        let mut all = ["version", "node_version", "min_master_version"].into_iter();
        all.find(is_unknown).filter(|_| is_own)
    }

    fn changes(&self, fields: &mut Fields<'_, '_>) -> Vec<PlannedChange> {
        let Some(before) = self.before() else {
            return Vec::new();
        };
        let name = before.get("name").and_then(Json::text).unwrap_or(&self.name);
        if self.does("delete") && matches!(&*self.kind, CLUSTER | POOL) {
            let pool = name.to_owned();
            return vec![PlannedChange::Delete { pool, replaced: self.does("create") }];
        }
        let Some(after) = self.after().filter(|_| self.does("update")) else {
            return Vec::new();
        };
        match &*self.kind {
            POOL => vec![pool(name, [before, after], false, fields)],
            CLUSTER => {
                let version = after.get("min_master_version").and_then(Json::text);
                let mut all = vec![PlannedChange::Cluster {
                    name: name.to_owned(),
                    version: version.unwrap_or_default().to_owned(),
                    before: fields.read(Cluster::SPEC, before),
                    after: fields.read(Cluster::SPEC, after),
                }];
                let [old, new] = [before, after]
                    .map(|tree| tree.get("node_pool").map_or(&[][..], |pools| pools.items()));
                for new in new {
                    let name = new.get("name").and_then(Json::text).unwrap_or_default();
                    let old = old.iter().find(|old| old.get("name") == new.get("name"));
                    all.extend(old.map(|old| pool(name, [old, new], true, fields)));
                }
                all
            }
            _ => Vec::new(),
        }
    }
}

fn pool(name: &str, trees: [&Json; 2], inline: bool, fields: &mut Fields<'_, '_>) -> PlannedChange {
    let nodes = trees.map(|tree| tree.get("node_config").and_then(|nodes| nodes.items().first()));
    let is_changed = |key: &str| {
        let [old, new] =
            nodes.map(|nodes| nodes.and_then(|nodes| nodes.get(key)).filter(|one| !is_blank(one)));
        old != new
    };
    let changed = OF_NODES.iter().filter(|(key, _)| is_changed(key));
    let mut recreates: Vec<NodeChange> = changed.map(|(_, change)| *change).collect();
    recreates.dedup();
    let [before, after] = trees.map(|tree| fields.read(Pool::SPEC, tree));
    PlannedChange::Pool { name: name.to_owned(), before, after, recreates, inline }
}

/// Is a block left out, or switched off?
fn is_blank(json: &Json) -> bool {
    match json {
        Json::Null | Json::Bool(false) => true,
        Json::List(items) => items.iter().all(is_blank),
        Json::Object(fields) => fields.iter().all(|(_, value)| is_blank(value)),
        _ => false,
    }
}
