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
        "type" => kind: Text,
        "name" => name: Text,
        "change" => change: Change,
    }

    Change {
        "before" => before: Versioned,
        "after" => after: Versioned,
    }

    /// A pool before or after a plan.
    Versioned {
        "name" => name: Text,
        "version" => version: Text,
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
    let mut made = Resources::default();
    // A plan has desired values; existing ones are in it too.
    for values in [&top.planned, &top.values] {
        if made.is_empty() {
            module(&values.root, &mut made, &mut fields);
        }
    }
    top.resources.iter().for_each(|one| resource(one, &mut made, &mut fields));
    if made.is_empty() {
        let reason = say!("import-terraform-json-other");
        found.notes.refuse(file, "terraform-other", reason);
        return Ok(end);
    }
    let kind = if top.planned.root.is_empty() {
        "import-kind-terraform-state"
    } else {
        "import-kind-terraform-plan"
    };
    found.notes.say(file, say!(kind));
    for changed in top.changes.iter() {
        upgrade(changed, &mut fields);
    }
    let documents = made.documents(&mut fields);
    gke::read_asked(&documents, findings.notes, watch, found)?;
    Ok(end)
}

/// Notes that a plan upgrades a pool, which is imported as after the plan.
fn upgrade(changed: &Changed, fields: &mut Fields<'_, '_>) {
    let [before, after] = [&changed.change.before, &changed.change.after];
    let [from, to] = [&*before.version, &*after.version];
    if &*changed.kind == "google_container_node_pool"
        && !from.is_empty()
        && !to.is_empty()
        && from != to
    {
        let name = after.name.some().unwrap_or(&changed.name);
        let change = say!("import-from-to", pool = name, from = from, to = to);
        fields.findings.note(notes::PLANNED, change);
    }
}

impl Part {
    fn is_empty(&self) -> bool {
        self.resources.is_empty() && self.children.is_empty()
    }
}

fn module(module: &Part, made: &mut Resources, fields: &mut Fields<'_, '_>) {
    for one in module.resources.iter() {
        resource(one, made, fields);
    }
    for child in module.children.iter() {
        self::module(child, made, fields);
    }
}

fn resource(resource: &Resource, made: &mut Resources, fields: &mut Fields<'_, '_>) {
    if &*resource.mode == "data" {
        return;
    }
    let instances = resource.instances.iter();
    let trees =
        instances.filter_map(|instance| instance.attributes.0.as_ref()).chain(&resource.values.0);
    for tree in trees {
        match &*resource.kind {
            "google_container_cluster" => made.cluster(tree, &resource.name, fields),
            "google_container_node_pool" => made.pool(tree, &resource.name, fields),
            _ => {}
        }
    }
    if !resource.kind.starts_with("google_container_") {
        fields.findings.note(notes::OTHER_RESOURCES, "");
    }
}
