//! Maps Terraform's arguments to the container API's settings: in blocks, states, plans and module inputs.
//!
//! Names of arguments come from the document's fields.

use crate::configured::put;
use crate::findings::Findings;
use crate::notes;
use base::Arg;
use scenario::document::pool::{BootDisk, NodeConfig};
use scenario::document::setting::Terraform;
use scenario::document::{Cluster, Pool};
use scenario::field::{FieldSpec, FieldType, StructType};
use scenario::json::Json;

/// An argument that isn't a field's.
enum Other {
    /// Another name of a setting. Fields win over it: an observed value is better than a desired one.
    Path(&'static str),
    /// A block with some of the surrounding fields.
    Inline(&'static StructType),
    /// Blocks that are read separately.
    Apart(&'static StructType),
}

#[rustfmt::skip]
const OTHERS: &[(&StructType, &str, Other)] = &[
    (Cluster::SPEC, "min_master_version", Other::Path("currentMasterVersion")),
    (Cluster::SPEC, "node_pool", Other::Apart(Pool::SPEC)),
    (Cluster::SPEC, "node_config", Other::Apart(NodeConfig::SPEC)),
    (Pool::SPEC, "initial_node_count", Other::Path("initialNodeCount")),
    (Pool::SPEC, "instance_group_urls", Other::Path("instanceGroupUrls")),
    (NodeConfig::SPEC, "local_ssd_count", Other::Path("localSsdCount")),
    (NodeConfig::SPEC, "ephemeral_storage_config", Other::Path("ephemeralStorageLocalSsdConfig")),
    (NodeConfig::SPEC, "ephemeral_storage_local_ssd_config", Other::Path("ephemeralStorageLocalSsdConfig")),
    (NodeConfig::SPEC, "local_nvme_ssd_block_config", Other::Path("localNvmeSsdBlockConfig")),
    (NodeConfig::SPEC, "boot_disk", Other::Inline(BootDisk::SPEC)),
];

fn others(
    spec: &StructType,
) -> impl Iterator<Item = &'static (&'static StructType, &'static str, Other)> {
    OTHERS.iter().filter(move |(of, ..)| core::ptr::eq(*of, spec))
}

/// The argument that is an exclusion's key.
const EXCLUSION_NAME: &str = "exclusion_name";

/// Arguments of clusters and pools that are read by name.
const BY_NAME: [&str; 7] = [
    EXCLUSION_NAME,
    "name",
    "cluster",
    "location",
    "initial_node_count",
    "remove_default_node_pool",
    "kubernetes_version",
];

/// Arguments that aren't settings.
pub(super) const META: [&str; 13] = [
    "name_prefix",
    "project",
    "project_id",
    "providers",
    "provider",
    "count",
    "for_each",
    "depends_on",
    "lifecycle",
    "timeouts",
    "deletion_protection",
    "remove_default_node_pool",
    "initial_node_count",
];

/// The field of an argument.
fn field(spec: &'static StructType, name: &str) -> Option<&'static FieldSpec> {
    spec.fields.iter().find_map(|field| match (field.setting.terraform, field.holds()) {
        (Terraform::Inline, FieldType::Struct(inner)) => self::field(inner, name),
        _ => Some(field).filter(|field| field.argument().is_some_and(|own| own == name)),
    })
}

/// Is an argument used?
pub(super) fn is_read(spec: Option<&'static StructType>, name: &str) -> bool {
    let is_field = |spec| field(spec, name).is_some() || others(spec).any(|one| one.1 == name);
    BY_NAME.contains(&name) || spec.is_some_and(is_field)
}

/// The fields of a nested block.
pub(super) fn spec_of(
    spec: Option<&'static StructType>,
    block: &str,
) -> Option<&'static StructType> {
    let other = || {
        let (.., other) = others(spec?).find(|one| one.1 == block)?;
        match other {
            Other::Path(_) => None,
            Other::Inline(inner) | Other::Apart(inner) => Some(*inner),
        }
    };
    let field = spec.and_then(|spec| field(spec, block));
    field.map_or_else(other, |field| field.holds().spec())
}

/// Reads fields, and notes arguments without effect.
pub(crate) struct Fields<'f, 'n> {
    pub(crate) findings: &'f mut Findings<'n>,
    /// Every argument was written by hand. States contain all arguments, so one without effect is normal.
    by_hand: bool,
}

impl<'f, 'n> Fields<'f, 'n> {
    pub(crate) fn new(findings: &'f mut Findings<'n>, by_hand: bool) -> Self {
        Self { findings, by_hand }
    }

    pub(super) fn without_effect(&mut self, name: impl Into<Arg>) {
        if self.by_hand {
            self.findings.note_once(notes::WITHOUT_EFFECT, name);
        }
    }

    /// Reads the fields of a struct from arguments.
    pub(crate) fn read(&mut self, spec: &'static StructType, arguments: &Json) -> Json {
        let mut into = Json::Object(Vec::new());
        for (_, name, other) in others(spec) {
            match (other, arguments.get(name)) {
                (Other::Path(path), Some(value)) => set(&mut into, path, without_nulls(value)),
                (Other::Inline(inner), Some(value)) => {
                    let block = first(value).map(|block| self.read(inner, block));
                    if let Some(Json::Object(entries)) = block {
                        for (name, value) in entries {
                            put(&mut into, &name, value);
                        }
                    }
                }
                (Other::Apart(_), _) | (_, None) => {}
            }
        }
        self.fields(spec, arguments, "", &mut into);
        if let Json::Object(arguments) = arguments {
            for (name, value) in arguments {
                let is_known = is_read(Some(spec), name) || META.contains(&&**name);
                if !is_known && *value != Json::Null {
                    self.without_effect(name);
                }
            }
        }
        into
    }

    fn fields(
        &mut self,
        spec: &'static StructType,
        arguments: &Json,
        above: &str,
        into: &mut Json,
    ) {
        for field in spec.fields {
            if let (Terraform::Inline, FieldType::Struct(inner)) =
                (field.setting.terraform, field.holds())
            {
                self.fields(inner, arguments, &format!("{above}{}.", field.key), into);
            }
            let name = field.argument();
            let Some(value) = name.and_then(|name| arguments.get(&name)) else {
                continue;
            };
            let json = match field.holds() {
                FieldType::Struct(inner) if field.setting.below.is_empty() => {
                    let block = first(value).filter(|block| is_known(block));
                    block.map_or(Json::Null, |block| self.read(inner, block))
                }
                FieldType::List(FieldType::Struct(inner)) => {
                    let blocks = blocks(value).iter().map(|block| self.read(inner, block));
                    Json::List(blocks.collect())
                }
                FieldType::Map(FieldType::Struct(inner)) => self.exclusions(inner, blocks(value)),
                _ => without_nulls(value),
            };
            set(into, &format!("{above}{}", field.target()), json);
        }
    }

    fn exclusions(&mut self, spec: &'static StructType, blocks: &[Json]) -> Json {
        let named = (1..).zip(blocks).map(|(at, block)| {
            let name = block.get(EXCLUSION_NAME).and_then(Json::text);
            let name = name.map_or_else(|| format!("{EXCLUSION_NAME}-{at}"), str::to_owned);
            (name, block)
        });
        let known = named.filter(|(_, block)| is_known(block));
        Json::Object(known.map(|(name, block)| (name, self.read(spec, block))).collect())
    }
}

/// Sets a value at a path, unless it is empty.
fn set(into: &mut Json, path: &str, value: Json) {
    if !matches!(&value, Json::Null) && !matches!(&value, Json::List(items) if items.is_empty()) {
        put(into, path, value);
    }
}

/// Removes nulls, including values that couldn't be evaluated, from objects.
fn without_nulls(value: &Json) -> Json {
    match value {
        Json::Object(entries) => {
            let set = entries.iter().filter(|(_, value)| *value != Json::Null);
            Json::Object(set.map(|(key, value)| (key.clone(), without_nulls(value))).collect())
        }
        other => other.clone(),
    }
}

/// The blocks of a list, or a single block written as an object.
fn blocks(value: &Json) -> &[Json] {
    match value {
        Json::List(items) => items,
        Json::Object(_) => core::slice::from_ref(value),
        _ => &[],
    }
}

/// Are the times of a window or an exclusion known? Without one of them it would be another one.
fn is_known(block: &Json) -> bool {
    let has_end = block.get("exclusion_options").and_then(first).is_some_and(|options| {
        options.get("end_time_behavior").is_some_and(|end| *end != Json::Null)
    });
    let mut times = ["start_time", "end_time", "recurrence"].iter();
    times.all(|name| block.get(name) != Some(&Json::Null) || has_end && *name == "end_time")
}

/// The first block.
pub(super) fn first(value: &Json) -> Option<&Json> {
    let mut blocks = blocks(value).iter();
    blocks.find(|block| matches!(block, Json::Object(_)))
}
