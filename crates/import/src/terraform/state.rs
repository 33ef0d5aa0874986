//! Terraform's own JSON: `terraform show -json` of a state or a plan, and state files.

use super::fields::Fields;
use super::resource::Resources;
use crate::findings::Findings;
use crate::found::Found;
use crate::gke;
use crate::importer::Importer;
use crate::loose::{List, Text, Tree, shape};
use crate::notes;
use crate::outline::Outline;
use crate::progress::Watch;
use base::say;
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
        if let Some(tree @ Json::Object(_)) = &changed.change.before.0 {
            add(&changed.kind, &changed.name, tree, &mut before, &mut of_state);
        }
    }
    if made.is_empty() && before.is_empty() {
        let reason = say!("import-terraform-json-other");
        found.notes.refuse(file, "terraform-other", reason);
        return Ok(end);
    }
    let kind = if is_plan { "import-kind-terraform-plan" } else { "import-kind-terraform-state" };
    found.notes.say(file, say!(kind));
    for changed in deleted {
        let name = changed.change.before.0.as_ref().and_then(|tree| tree.get("name")?.text());
        let said = say!("import-deletion-of", pool = name.unwrap_or(&changed.name));
        fields.findings.note(notes::LEFT_OUT, said);
    }
    let documents = before.documents(&mut of_state) + &made.documents(&mut fields);
    gke::read_asked(&documents, findings.notes, watch, found)?;
    Ok(end)
}

impl Changed {
    /// Does the plan delete a cluster or a pool, or replace it?
    fn deletes(&self) -> bool {
        self.change.actions.iter().any(|action| &**action == "delete")
            && matches!(&*self.kind, CLUSTER | POOL)
    }
}

const CLUSTER: &str = "google_container_cluster";
const POOL: &str = "google_container_node_pool";

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
    if !resource.kind.starts_with("google_container_") {
        fields.findings.note(notes::OTHER_RESOURCES, "");
    }
}

fn add(kind: &str, name: &str, tree: &Json, made: &mut Resources, fields: &mut Fields<'_, '_>) {
    match kind {
        CLUSTER => made.cluster(tree, name, fields),
        POOL => made.pool(tree, name, fields),
        _ => {}
    }
}
