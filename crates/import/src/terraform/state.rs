//! Terraform's own JSON: `terraform show -json` of a state, and state files.

use super::fields::{Fields, first};
use super::kubernetes;
use super::resource::Resources;
use crate::findings::Findings;
use crate::found::Found;
use crate::gke;
use crate::importer::Importer;
use crate::loose::{List, Text, Tree, document, shape};
use crate::notes;
use crate::outline::Outline;
use crate::progress::Watch;
use base::say;
use scenario::json::Json;

pub(crate) const IMPORTER: Importer = Importer { claims, read };

fn claims(outline: &Outline) -> bool {
    outline.object
        && (outline.has("terraform_version") || outline.has("format_version"))
        && outline.has_any(&["values", "resources", "prior_state"])
}

shape! {
    File {
        "values" => values: Values,
        // A state file
        "resources" => resources: List<Resource>,
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
    let (top, end) = document::<File>(text)?;
    let mut findings = Findings::default();
    let mut fields = Fields::new(&mut findings, false);
    let mut made = Resources::default();
    module(&top.values.root, &mut made, &mut fields);
    top.resources.iter().for_each(|one| resource(one, &mut made, &mut fields));
    if made.is_empty() {
        let reason = say!("import-terraform-json-other");
        found.notes.refuse(file, "terraform-other", reason);
        return Ok(end);
    }
    found.notes.say(file, say!("import-kind-terraform-state"));
    let documents = made.documents(&mut fields);
    gke::read_asked(&documents, findings.notes, watch, found)?;
    Ok(end)
}

pub(crate) const CLUSTER: &str = "google_container_cluster";
pub(crate) const POOL: &str = "google_container_node_pool";
pub(crate) const RESERVATION: &str = "google_compute_reservation";

/// Adds the resources of a module and of those in it.
pub(crate) fn module(module: &Part, made: &mut Resources, fields: &mut Fields<'_, '_>) {
    module.resources.iter().for_each(|one| resource(one, made, fields));
    module.children.iter().for_each(|child| self::module(child, made, fields));
}

fn resource(resource: &Resource, made: &mut Resources, fields: &mut Fields<'_, '_>) {
    if &*resource.mode == "data" {
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

/// Adds a cluster, a pool or a reservation.
pub(crate) fn add(
    kind: &str,
    name: &str,
    tree: &Json,
    made: &mut Resources,
    fields: &mut Fields<'_, '_>,
) {
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
        _ => {}
    }
}
