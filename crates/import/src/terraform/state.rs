//! Terraform's own JSON: `terraform show -json` of a state or a plan, and state files.

use super::fields::{Fields, first};
use super::kubernetes;
use super::resource::Resources;
use crate::findings::Findings;
use crate::found::{Found, Sourced};
use crate::gcloud::order::Order;
use crate::gke;
use crate::importer::Importer;
use crate::kubectl;
use crate::loose::{List, Text, Tree, shape};
use crate::notes;
use crate::outline::Outline;
use crate::progress::Watch;
use base::say;
use model::script::NodeChange;
use scenario::json::Json;

pub(crate) const IMPORTER: Importer = Importer { claims, read };

fn claims(outline: &Outline) -> bool {
    outline.object
        && (outline.has("terraform_version") || outline.has("format_version"))
        && outline.has_any(&["values", "planned_values", "resources", "prior_state"])
}

shape! {
    File {
        "values" => values: Values,
        "planned_values" => planned: Values,
        // A state file
        "resources" => resources: List<Resource>,
        "resource_changes" => changes: List<Changed>,
    }

    Changed {
        "address" => address: Text,
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

    Values {
        "root_module" => root: Part,
    }

    Part {
        "resources" => resources: List<Resource>,
        "child_modules" => children: List<Part>,
    }

    Instance {
        "attributes" => attributes: Tree,
    }

    Resource {
        "address" => address: Text,
        "mode" => mode: Text,
        "type" => kind: Text,
        "name" => name: Text,
        "values" => values: Tree,
        "instances" => instances: List<Instance>,
    }
}

fn read(text: &str, watch: &mut Watch<'_>, found: &mut Found) -> Result<usize, serde_json::Error> {
    let file = watch.file;
    let mut documents = serde_json::Deserializer::from_str(text).into_iter::<File>();
    let top = documents.next().transpose()?.unwrap_or_default();
    let end = documents.byte_offset();
    let mut findings = Findings::default();
    let mut fields = Fields::new(&mut findings, false);
    let is_plan = !top.planned.root.is_empty() || top.changes.iter().next().is_some();
    let mut made = if is_plan { Resources::wanted() } else { Resources::default() };
    let deleted: Vec<&Changed> = top.changes.iter().filter(|changed| changed.deletes()).collect();
    // A plan has desired values; existing ones are in it too.
    for values in [&top.planned, &top.values] {
        if made.is_empty() {
            module(&values.root, &mut made, &mut fields, &deleted);
        }
    }
    top.resources.iter().for_each(|one| resource(one, &mut made, &mut fields, &deleted));
    let mut before = Resources::default();
    let mut known = Findings::default();
    let mut of_state = Fields::new(&mut known, false);
    for changed in top.changes.iter().filter(|_| is_plan) {
        // What a reservation has before is no further one.
        let of_cluster = &*changed.kind != RESERVATION;
        if let Some(tree @ Json::Object(_)) =
            changed.change.before.0.as_ref().filter(|_| of_cluster)
        {
            add(&changed.kind, &changed.name, tree, &mut before, &mut of_state);
        }
    }
    let left_out = top.changes.iter().filter(|changed| changed.is_left_out_of_kubernetes());
    for changed in left_out {
        fields.findings.note(notes::KUBERNETES_RESOURCES, &*changed.address);
    }
    let notes = &fields.findings.notes;
    let is_blank = notes.iter().all(|(note, _)| *note != notes::KUBERNETES_RESOURCES);
    if made.is_empty() && before.is_empty() && is_blank {
        let reason = say!("import-terraform-json-other");
        found.notes.refuse(file, "terraform-other", reason);
        return Ok(end);
    }
    let kind = if is_plan { "import-kind-terraform-plan" } else { "import-kind-terraform-state" };
    found.notes.say(file, say!(kind));
    for changed in deleted {
        let name = changed.change.before.0.as_ref().and_then(|tree| tree.get("name")?.text());
        let pool = name.unwrap_or(&changed.name);
        let said = match changed.creates() {
            true => say!("import-replacement-of", pool = pool),
            false => say!("import-deletion-of", pool = pool),
        };
        fields.findings.note(notes::LEFT_OUT, said);
    }
    let unknown = top.changes.iter().filter_map(Changed::unknown_version);
    for (setting, address) in unknown {
        let said = say!("import-known-after-apply", setting = setting, of = address);
        fields.findings.note(notes::LEFT_OUT, said);
    }
    for changed in &*top.changes.0 {
        found.orders.extend(changed.order().map(|thing| Sourced { file, thing }));
    }
    let manifests = core::mem::take(&mut made.manifests);
    let documents = before.documents(&mut of_state) + &made.documents(&mut fields);
    gke::read_asked(&documents, findings.notes, watch, found)?;
    for manifest in manifests {
        kubectl::read(&manifest.compact(), watch, found)?;
    }
    Ok(end)
}

impl Changed {
    /// Does the plan delete a cluster or a pool, or replace it?
    fn deletes(&self) -> bool {
        self.change.actions.iter().any(|action| &**action == "delete")
            && matches!(&*self.kind, CLUSTER | POOL)
    }

    /// Does it change Pods or budgets in a way that isn't read?
    fn is_left_out_of_kubernetes(&self) -> bool {
        let acts = |action: &Text| matches!(&**action, "create" | "update" | "delete");
        let after = self.change.after.0.as_ref();
        let is_read = after.is_some_and(|after| kubernetes::budget(&self.kind, after).is_some());
        self.change.actions.iter().any(acts) && kubernetes::bears_on_pods(&self.kind) && !is_read
    }

    fn creates(&self) -> bool {
        self.change.actions.iter().any(|action| &**action == "create")
    }

    /// The version that an update sets and that only `terraform apply` finds out, and the resource.
    fn unknown_version(&self) -> Option<(&'static str, &str)> {
        let unknown = self.change.unknown.0.as_ref().filter(|_| self.change.before.0.is_some())?;
        let is_own = matches!(&*self.kind, CLUSTER | POOL);
        let is_unknown = |key: &&str| is_own && unknown.get(key) == Some(&Json::Bool(true));
        let setting =
            ["version", "node_version", "min_master_version"].into_iter().find(is_unknown);
        setting.map(|setting| (setting, &*self.address))
    }
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
    /// What an update does besides setting what a scenario has.
    fn order(&self) -> Option<Order> {
        let (before, after) = (self.change.before.0.as_ref()?, self.change.after.0.as_ref()?);
        let mut order = Order::default();
        let name = || before.get("name")?.text();
        match &*self.kind {
            POOL => {
                fn nodes(tree: &Json) -> Option<&Json> {
                    tree.get("node_config")?.items().first()
                }
                let (old, new) = (nodes(before)?, nodes(after)?);
                let changes = OF_NODES.iter().filter(|(key, _)| {
                    let of = |json: &Json| json.get(key).filter(|json| !is_blank(json)).cloned();
                    of(old) != of(new)
                });
                let mut names: Vec<Text> =
                    changes.map(|(_, change)| Text(change.name().to_owned())).collect();
                names.dedup();
                order.verb = Text("recreate".to_owned());
                order.pool = Text(name()?.to_owned());
                order.names = List(names);
                Some(order).filter(|order| !order.names.is_empty())
            }
            CLUSTER => {
                let of = |tree: &Json| tree.get(POLICY).is_some_and(|policy| !is_blank(policy));
                let is_removed = of(before) && after.get(POLICY).is_some_and(is_blank);
                order.verb = Text("update".to_owned());
                order.cluster = Text(name()?.to_owned());
                let policy = vec![("maintenancePolicy".to_owned(), Json::Null)];
                order.of_cluster = Tree(Some(Json::Object(policy)));
                Some(order).filter(|_| is_removed)
            }
            _ => None,
        }
    }
}

const POLICY: &str = "maintenance_policy";

/// Is a block left out, or switched off?
fn is_blank(json: &Json) -> bool {
    match json {
        Json::Null | Json::Bool(false) => true,
        Json::List(items) => items.iter().all(is_blank),
        Json::Object(fields) => fields.iter().all(|(_, value)| is_blank(value)),
        _ => false,
    }
}

const CLUSTER: &str = "google_container_cluster";
const POOL: &str = "google_container_node_pool";
const RESERVATION: &str = "google_compute_reservation";

impl Part {
    fn is_empty(&self) -> bool {
        self.resources.is_empty() && self.children.is_empty()
    }
}

/// `deleted`: what a plan replaces stays as it is.
fn module(module: &Part, made: &mut Resources, fields: &mut Fields<'_, '_>, deleted: &[&Changed]) {
    for one in module.resources.iter() {
        resource(one, made, fields, deleted);
    }
    for child in module.children.iter() {
        self::module(child, made, fields, deleted);
    }
}

fn resource(
    resource: &Resource,
    made: &mut Resources,
    fields: &mut Fields<'_, '_>,
    deleted: &[&Changed],
) {
    let is_deleted =
        deleted.iter().any(|one| !one.address.is_empty() && *one.address == *resource.address);
    if &*resource.mode == "data" || is_deleted {
        return;
    }
    let instances = resource.instances.iter();
    let trees =
        instances.filter_map(|instance| instance.attributes.0.as_ref()).chain(&resource.values.0);
    for tree in trees {
        add(&resource.kind, &resource.name, tree, made, fields);
    }
    if !resource.kind.starts_with("google_container_")
        && &*resource.kind != RESERVATION
        && !kubernetes::bears_on_pods(&resource.kind)
    {
        fields.findings.note(notes::OTHER_RESOURCES, "");
    }
}

fn add(kind: &str, name: &str, tree: &Json, made: &mut Resources, fields: &mut Fields<'_, '_>) {
    match kind {
        CLUSTER => made.cluster(tree, name, fields),
        POOL => made.pool(tree, name, fields),
        RESERVATION => {
            let get = |tree: &Json, name| tree.get(name).cloned().unwrap_or(Json::Null);
            let machines = tree.get("specific_reservation").and_then(first);
            let of = |name| machines.map_or(Json::Null, |machines| get(machines, name));
            made.reservation([
                get(tree, "name"),
                get(tree, "zone"),
                of("count"),
                of("in_use_count"),
            ]);
        }
        _ => kubernetes::budget(kind, tree).into_iter().for_each(|one| made.manifest(one)),
    }
}
