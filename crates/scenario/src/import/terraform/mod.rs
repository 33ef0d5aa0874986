//! Terraform: blocks of the Google provider and calls of Google's module become clusters and pools of the API.
//!
//! Texts are parsed by `hcl-edit`; its evaluator is not needed, for what counts is also what is *not* known. Texts
//! that come together are one module: a variable may stand in one and its value in another ([`scope`]).

mod body;

mod fields;
mod functions;
mod known;
mod limits;
mod local;
mod module;
mod resource;
mod scope;
pub(super) mod state;
mod types;
mod value;
mod worth;

use hcl_edit::expr::{Expression, TraversalOperator};
use hcl_edit::structure::{Block, Body};
use hcl_edit::template::Element;

use self::body::{Instance, entries, instances};
pub(super) use self::fields::Told;
use self::known::Makes;
pub(super) use self::resource::Resources;
use self::scope::{Bound, Definition, Env, Parsed, Scope, is_values, labels};
pub(super) use self::value::Value;
use self::value::get;
use super::format::{Format, Said};
use super::notes;
use super::refuse::position;
use super::report::{FEW, Refusal, few};

pub(super) const FORMAT: Format = Format { claims, to_json };

/// Words that begin a block of a module.
const BLOCKS: [&str; 14] = [
    "resource",
    "module",
    "provider",
    "terraform",
    "data",
    "variable",
    "locals",
    "output",
    "import",
    "moved",
    "removed",
    "check",
    "ephemeral",
    "node_pool",
];
/// Blocks that are settings of a cluster or a pool: they are often shown by themselves.
const SETTINGS: [&str; 8] = [
    "upgrade_settings",
    "autoscaling",
    "management",
    "node_config",
    "node_drain_config",
    "maintenance_policy",
    "cluster_autoscaling",
    "release_channel",
];

/// The texts of an import that are Terraform, parsed.
#[derive(Debug, Default)]
pub(super) struct Module<'a> {
    files: Vec<Parsed<'a>>,
}

impl<'a> Module<'a> {
    pub(super) fn of(texts: impl Iterator<Item = &'a str>) -> Self {
        let files = texts
            .filter(|text| claims(text) && limits::check(text).is_ok())
            .map(|text| Parsed {
                text,
                body: hcl_edit::parser::parse_body(text),
            });
        Self {
            files: files.collect(),
        }
    }

    fn file(&self, text: &str) -> Option<&Parsed<'a>> {
        self.files
            .iter()
            .find(|file| core::ptr::eq(file.text, text))
    }
}

/// The first line that is no comment.
fn first_line(text: &str) -> &str {
    let mut rest = text.trim_start();
    loop {
        let after = if rest.starts_with('#') || rest.starts_with("//") {
            rest.split_once('\n').map(|(_, after)| after)
        } else if rest.starts_with("/*") {
            rest.split_once("*/").map(|(_, after)| after)
        } else {
            return rest.lines().next().unwrap_or_default();
        };
        rest = after.unwrap_or_default().trim_start();
    }
}

fn claims(text: &str) -> bool {
    let line = first_line(text);
    let end = line.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-'));
    let (word, rest) = line.split_at(end.unwrap_or(line.len()));
    let rest = rest.trim_start();
    if BLOCKS.contains(&word) || SETTINGS.contains(&word) || word == "dynamic" {
        return rest.starts_with(['"', '{']);
    }
    // A value of a variable: `name = "web"`, but neither a comparison nor a line of a shell.
    let value = rest
        .strip_prefix('=')
        .filter(|_| rest.len() < line.len() - word.len());
    !word.is_empty() && value.is_some_and(|value| !value.starts_with(['=', '>']))
}

fn to_json(text: &str, said: &mut Said<'_>) -> Result<String, Refusal> {
    limits::check(text)?;
    let module = said.module;
    let Some(file) = module.file(text) else {
        return Ok(String::new());
    };
    let body = file.body.as_ref().map_err(|error| {
        let (line, column) = position(text.as_bytes(), error.location().offset());
        let said = error.message();
        let text = format!("not Terraform: {said} at line {line}, column {column}");
        Refusal::at("syntax", line, column, text)
    })?;
    said.kinds.push("Terraform".to_owned());
    let scope = Scope::of(&module.files);
    let mut told = Told::new(said, true);
    let mut reader = Reader {
        scope: &scope,
        text,
        made: Resources::default(),
        others: 0,
        none: Vec::new(),
        modules: Vec::new(),
        local: Vec::new(),
    };
    reader.read(body, &mut told);
    reader.finish(body, &mut told)
}

/// The block that an expression such as `google_container_cluster.main.name` refers to.
fn owner(expr: &Expression) -> Option<String> {
    let expr = match expr {
        Expression::StringTemplate(template) => match template.iter().next() {
            Some(Element::Interpolation(inner)) => &inner.expr,
            _ => return None,
        },
        other => other,
    };
    let Expression::Traversal(traversal) = expr else {
        return None;
    };
    let root = traversal.expr.as_variable()?.as_str();
    let mut owner = root.to_owned();
    let names = if root == "data" { 2 } else { 1 };
    for at in 0..names {
        let TraversalOperator::GetAttr(label) = traversal.operators.get(at)?.value() else {
            return None;
        };
        owner.push('.');
        owner.push_str(label.as_str());
    }
    Some(owner)
}

/// Makes a resource of the arguments of a block and its label.
type Make<'f> = &'f dyn Fn(&mut Resources, &[(String, Value)], &str, &mut Told<'_, '_>);

struct Reader<'s, 'a> {
    scope: &'s Scope<'a>,
    text: &'s str,
    made: Resources,
    /// Resources of other types.
    others: usize,
    /// Clusters and pools that are there zero times.
    none: Vec<String>,
    /// Calls of modules that are not known.
    modules: Vec<String>,
    /// Calls of modules whose files are other texts.
    local: Vec<String>,
}

impl Reader<'_, '_> {
    fn read(&mut self, body: &Body, told: &mut Told<'_, '_>) {
        for block in body.blocks() {
            match (block.ident.as_str(), labels(block).as_slice()) {
                ("resource", ["google_container_cluster", label]) => {
                    self.each(block, label, told, &|made, from, label, told| {
                        made.cluster(from, label, told);
                    });
                }
                ("resource", ["google_container_node_pool", label]) => {
                    self.each(block, label, told, &|made, from, label, told| {
                        made.pool(from, label, told);
                    });
                }
                ("resource", _) => self.others += 1,
                ("module", [label]) => self.call(block, label, told),
                ("node_pool", _) => {
                    self.each(block, "pool", told, &|made, from, label, told| {
                        made.pool(from, label, told);
                    });
                }
                _ => {}
            }
        }
        self.settings(body, told);
    }

    /// Blocks that are settings and stand by themselves belong to a pool or a cluster that is not shown.
    fn settings(&mut self, body: &Body, told: &mut Told<'_, '_>) {
        let is_setting = |block: &Block| SETTINGS.contains(&block.ident.as_str());
        if !body.blocks().any(is_setting) || !self.made.is_empty() {
            return;
        }
        let from = entries(self.scope, body, Env::of(self.text));
        let of_cluster = SETTINGS.get(5..).unwrap_or_default();
        if from
            .iter()
            .any(|(name, _)| of_cluster.contains(&name.as_str()))
        {
            self.made.cluster(&from, "cluster", told);
        } else {
            self.made.pool(&from, "pool", told);
        }
    }

    /// Reads each instance of a block.
    fn each(&mut self, block: &Block, label: &str, told: &mut Told<'_, '_>, make: Make<'_>) {
        let all = instances(self.scope, &block.body, self.text).unwrap_or_else(|unknown| {
            let unknown = format!("{label} ({unknown})");
            told.said.notes.push((notes::INSTANCES, unknown));
            vec![Instance {
                name: "",
                value: Value::Null,
            }]
        });
        if all.is_empty() {
            let name = label.to_owned();
            self.none.push(name.clone());
            told.said.notes.push((notes::COUNT_ZERO, name));
        }
        let several = all.len() > 1;
        let labels = labels(block);
        self.made.block = match block.ident.as_str() {
            "resource" => labels.join("."),
            ident => format!("{ident}.{label}"),
        };
        let cluster = block.body.get_attribute("cluster");
        self.made.owner = cluster.and_then(|cluster| owner(&cluster.value));
        for (at, Instance { name, value }) in all.into_iter().enumerate() {
            let bound = Bound {
                name,
                value,
                outer: None,
            };
            let env = Env::of(self.text).with(&bound);
            let mut from = entries(self.scope, &block.body, env);
            if let (Some(Value::Unknown(_)), Some(name)) = (
                get(&from, "cluster"),
                self.by_label().or_else(|| self.other_cluster()),
            ) {
                from.push(("cluster".to_owned(), Value::Text(name)));
            }
            let label = if several {
                format!("{label}-{at}")
            } else {
                label.to_owned()
            };
            make(&mut self.made, &from, &label, told);
        }
    }

    /// The label of the one cluster that the block refers to: it is its name where no text tells the name.
    fn by_label(&self) -> Option<String> {
        let owner = self.made.owner.as_ref()?;
        let Definition::Block(block) = self.scope.get(owner)?.what else {
            return None;
        };
        let is_here = match block.ident.as_str() {
            "module" => known::of_call(block).is_some(),
            ident => ident != "data",
        };
        if !is_here {
            return None;
        }
        let is_one = ["count", "for_each"]
            .iter()
            .all(|name| !block.body.has_attribute(name));
        let label = labels(block).last().map(|label| (*label).to_owned());
        label.filter(|_| is_one)
    }

    /// A cluster that the block refers to beside those that the texts make: it is called after the reference.
    fn other_cluster(&self) -> Option<String> {
        let owner = self.made.owner.as_ref()?;
        let reference = owner.strip_prefix("data.").unwrap_or(owner);
        let is_other = reference.starts_with("google_container_cluster.")
            && self.scope.get(owner).is_none()
            && self.scope.has_cluster();
        is_other.then(|| owner.clone())
    }

    fn call(&mut self, block: &Block, label: &str, told: &mut Told<'_, '_>) {
        let Some(makes) = known::of_call(block) else {
            let source = block.body.get_attribute("source");
            let source = source.and_then(|source| source.value.as_str());
            let call = format!("{label} ({})", source.unwrap_or_default());
            if self.scope.local.is_call(label) {
                self.local.push(call);
            } else {
                self.modules.push(call);
            }
            return;
        };
        self.each(block, label, told, &|made, from, label, told| {
            match makes {
                Makes::Pool => {
                    return made.pool(&known::plain(from, makes), label, told);
                }
                Makes::PlainCluster | Makes::PlainAutopilot => {
                    return made.cluster(&known::plain(from, makes), label, told);
                }
                Makes::Cluster | Makes::Autopilot => {}
            }
            made.owner = Some(made.block.clone());
            let asked = module::asked(from, makes);
            for name in &asked.unused {
                told.without_effect(name);
            }
            made.cluster(&asked.cluster, label, told);
            let cluster = get(&asked.cluster, "name").cloned();
            let cluster = cluster.filter(|name| name.text().is_some());
            for (at, mut pool) in asked.pools.into_iter().enumerate() {
                let cluster = cluster.clone().unwrap_or_else(|| Value::from(label));
                pool.push(("cluster".to_owned(), cluster));
                made.pool(&pool, &format!("{label}-pool-{}", at + 1), told);
            }
        });
    }

    /// The documents, or why there are none.
    fn finish(self, body: &Body, told: &mut Told<'_, '_>) -> Result<String, Refusal> {
        if !self.made.is_empty() {
            for module in self.modules {
                told.said.notes.push((notes::MODULES, module));
            }
            for module in self.local {
                told.said.notes.push((notes::LOCAL_MODULES, module));
            }
            let used = self.scope.local.used().into_iter();
            for (note, names) in [notes::SET_BY_CALL, notes::SET_TWICE].into_iter().zip(used) {
                let names = names.into_iter().map(|name| (note, name.to_owned()));
                told.said.notes.extend(names);
            }
            for _ in 0..self.others {
                told.said
                    .notes
                    .push((notes::OTHER_RESOURCES, String::new()));
            }
            return Ok(self.made.documents(told));
        }
        if !self.local.is_empty() {
            let modules = few(&self.local, self.local.len(), FEW);
            let text = format!(
                "Terraform that calls modules whose files are taken to be the others: {modules}; \
                 what it sets is used there"
            );
            return Err(Refusal::new("terraform-values", text));
        }
        if !self.modules.is_empty() {
            let modules = few(&self.modules, self.modules.len(), FEW);
            let text = format!(
                "Terraform that calls modules which are not read: {modules}; bring their files, \
                 or what terraform show -json prints"
            );
            return Err(Refusal::new("terraform-module", text));
        }
        if !self.none.is_empty() {
            let none = few(&self.none, self.none.len(), FEW);
            let text =
                format!("Terraform whose clusters and node pools are there zero times: {none}");
            return Err(Refusal::new("terraform-none", text));
        }
        if is_values(body) || self.others == 0 {
            return Err(Refusal::new(
                "terraform-values",
                "Terraform without resources: what it defines is used where other files refer to it",
            ));
        }
        Err(Refusal::new(
            "terraform-other",
            "Terraform without google_container_cluster and google_container_node_pool",
        ))
    }
}
