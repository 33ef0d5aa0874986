//! What Terraform itself writes as JSON: `terraform show -json` of a state or a plan, and state files.

use serde::de::{IgnoredAny, MapAccess};

use super::fields::Told;
use super::resource::Resources;
use super::value::Value;
use crate::import::Importer;
use crate::import::format::Said;
use crate::import::found::Found;
use crate::import::gke;
use crate::import::loose::{List, Shape, Text, Tree, shape};
use crate::import::notes;
use crate::import::outline::Outline;
use crate::import::progress::Watch;

pub(in crate::import) const IMPORTER: Importer = Importer { claims, read };

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
}

shape! {
    Changed {
        "type" => kind: Text,
        "name" => name: Text,
        "change" => change: Change,
    }
}

shape! {
    Change {
        "before" => before: Versioned,
        "after" => after: Versioned,
    }
}

shape! {
    /// A pool before or after a plan.
    Versioned {
        "name" => name: Text,
        "version" => version: Text,
    }
}

shape! {
    Values {
        "root_module" => root: Part,
    }
}

shape! {
    Part {
        "resources" => resources: List<Resource>,
        "child_modules" => children: List<Part>,
    }
}

shape! {
    Instance {
        "attributes" => attributes: Tree,
    }
}

/// A resource; of those that are no clusters or pools the attributes are skipped, which is most of a state.
#[derive(Clone, Debug, Default)]
pub(in crate::import) struct Resource {
    mode: Text,
    kind: Text,
    name: Text,
    values: Tree,
    instances: List<Instance>,
}

#[derive(Clone, Copy)]
pub(in crate::import) enum Slot {
    Mode,
    Kind,
    Name,
    Values,
    Instances,
}

impl Resource {
    /// Terraform writes the type before the attributes.
    fn is_wanted(&self) -> bool {
        self.kind.starts_with("google_container_") && &*self.mode != "data"
    }
}

impl Shape for Resource {
    type Slot = Slot;

    fn slot(key: &str) -> Option<Slot> {
        match key {
            "mode" => Some(Slot::Mode),
            "type" => Some(Slot::Kind),
            "name" => Some(Slot::Name),
            "values" => Some(Slot::Values),
            "instances" => Some(Slot::Instances),
            _ => None,
        }
    }

    fn fill<'de, A: MapAccess<'de>>(&mut self, slot: Slot, map: &mut A) -> Result<(), A::Error> {
        match slot {
            Slot::Mode => self.mode = map.next_value()?,
            Slot::Kind => self.kind = map.next_value()?,
            Slot::Name => self.name = map.next_value()?,
            Slot::Values if self.is_wanted() => self.values = map.next_value()?,
            Slot::Instances if self.is_wanted() => self.instances = map.next_value()?,
            Slot::Values | Slot::Instances => drop(map.next_value::<IgnoredAny>()?),
        }
        Ok(())
    }
}

impl<'de> serde::Deserialize<'de> for Resource {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        crate::import::loose::object(from)
    }
}

fn read(text: &str, watch: &mut Watch<'_>, found: &mut Found) -> Result<usize, serde_json::Error> {
    let file = watch.file;
    let mut documents = serde_json::Deserializer::from_str(text).into_iter::<File>();
    let top = documents.next().transpose()?.unwrap_or_default();
    let end = documents.byte_offset();
    let nothing = super::Module::default();
    let mut said = Said::new(&nothing);
    let mut told = Told::new(&mut said, false);
    let mut made = Resources::default();
    // A plan says what shall be; what is there already stands in it too.
    for values in [&top.planned, &top.values] {
        if made.is_empty() {
            module(&values.root, &mut made, &mut told);
        }
    }
    top.resources
        .iter()
        .for_each(|one| resource(one, &mut made, &mut told));
    if made.is_empty() {
        let text =
            "Terraform's JSON without google_container_cluster and google_container_node_pool";
        found.desk.refuse(file, "terraform-other", text.to_owned());
        return Ok(end);
    }
    let kind = if top.planned.root.is_empty() {
        "Terraform state"
    } else {
        "Terraform plan"
    };
    found.desk.say(file, kind);
    for changed in top.changes.iter() {
        upgrade(changed, &mut told);
    }
    let documents = made.documents(&mut told);
    gke::read_asked(&documents, said.notes, watch, found)?;
    Ok(end)
}

/// Says that a plan upgrades a pool, which is taken as the plan leaves it.
fn upgrade(changed: &Changed, told: &mut Told<'_, '_>) {
    let [before, after] = [&changed.change.before, &changed.change.after];
    let [from, to] = [&*before.version, &*after.version];
    if &*changed.kind == "google_container_node_pool"
        && !from.is_empty()
        && !to.is_empty()
        && from != to
    {
        let name = after.name.some().unwrap_or(&changed.name);
        let said = format!("{name} (from {from} to {to})");
        told.said.notes.push((notes::PLANNED, said));
    }
}

impl Part {
    fn is_empty(&self) -> bool {
        self.resources.is_empty() && self.children.is_empty()
    }
}

fn module(module: &Part, made: &mut Resources, told: &mut Told<'_, '_>) {
    for one in module.resources.iter() {
        resource(one, made, told);
    }
    for child in module.children.iter() {
        self::module(child, made, told);
    }
}

fn resource(resource: &Resource, made: &mut Resources, told: &mut Told<'_, '_>) {
    if &*resource.mode == "data" {
        return;
    }
    let instances = resource.instances.iter();
    let trees = instances
        .filter_map(|instance| instance.attributes.0.as_ref())
        .chain(&resource.values.0);
    for tree in trees {
        let value = Value::from(tree);
        match &*resource.kind {
            "google_container_cluster" => made.cluster(value.entries(), &resource.name, told),
            "google_container_node_pool" => made.pool(value.entries(), &resource.name, told),
            _ => {}
        }
    }
    if !resource.is_wanted() {
        let note = notes::OTHER_RESOURCES;
        told.said.notes.push((note, String::new()));
    }
}
