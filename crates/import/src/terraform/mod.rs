//! Terraform: converts blocks of the Google provider and calls of Google's modules to clusters and pools of the API.
//!
//! `hcl-edit` parses the files. Files that come together are one module, unless several directories look like one each: a variable
//! may be in one and its value in another ([`scope`]). What can't be evaluated ([`evaluate`]) is reported with its place.

mod body;
mod env;
mod evaluate;
mod fields;
mod functions;
mod kubernetes;
mod limits;
mod module;
mod resource;
mod scope;
pub(super) mod state;

use base::say;
use hcl_edit::expr::Expression;
use hcl_edit::structure::{Block, Body};

use self::body::{all_arguments, arguments};
use self::env::Env;
use self::evaluate::{Evaluator, quote};
pub(super) use self::fields::Fields;
use self::fields::META;
pub(super) use self::kubernetes::bears_on_pods;
use self::module::ModuleKind;
pub(super) use self::resource::Resources;
pub(super) use self::scope::{File, Scopes, roots};
use self::scope::{META_ARGUMENTS, address, directory, is_values, labels, reference};
use super::configured::put;
use super::findings::Findings;
use super::notes;
use super::refuse::refusal;
use super::report::{FEW, Refusal, few};
use scenario::document::{Cluster, Pool};
use scenario::field::StructType;
use scenario::json::Json;

/// Words that start a block of a file.
const BLOCKS: [&str; 15] = [
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
    "dynamic",
];

/// Blocks with settings of a pool or a cluster, which are often pasted alone.
const POOL_SETTINGS: [&str; 5] =
    ["upgrade_settings", "autoscaling", "management", "node_config", "node_drain_config"];
const CLUSTER_SETTINGS: [&str; 3] =
    ["maintenance_policy", "cluster_autoscaling", "release_channel"];

/// What a block creates.
#[derive(Clone, Copy)]
enum BlockKind {
    Cluster,
    Pool,
}

impl BlockKind {
    fn spec(self) -> &'static StructType {
        match self {
            Self::Cluster => Cluster::SPEC,
            Self::Pool => Pool::SPEC,
        }
    }
}

/// Parses a text if it is Terraform.
pub(super) fn parse<'a>(index: usize, name: &'a str, text: &'a str) -> Option<File<'a>> {
    let body = || {
        limits::check(text)?;
        hcl_edit::parser::parse_body(text).map_err(|error| {
            let what = say!("import-not-terraform", error = error.message());
            refusal("syntax", text, error.location().offset(), what)
        })
    };
    is_terraform(text).then(|| File { index, name, text, directory: directory(name), body: body() })
}

/// Does the first line that isn't a comment start a block, or set a variable?
fn is_terraform(text: &str) -> bool {
    let mut rest = text.trim_start();
    loop {
        let after = if rest.starts_with('#') || rest.starts_with("//") {
            rest.split_once('\n')
        } else if rest.starts_with("/*") {
            rest.split_once("*/")
        } else {
            break;
        };
        rest = after.map_or("", |(_, after)| after.trim_start());
    }
    let line = rest.lines().next().unwrap_or_default();
    let is_word = |c: char| !c.is_ascii() || c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let end = line.find(|c: char| !is_word(c));
    let (word, after) = line.split_at(end.unwrap_or(line.len()));
    let rest = after.trim_start();
    let mut blocks = BLOCKS.iter().chain(&POOL_SETTINGS).chain(&CLUSTER_SETTINGS);
    if blocks.any(|block| *block == word) {
        return rest.starts_with(['"', '{']);
    }
    // A variable's value: `name = "web"`, but neither a comparison nor a line of a shell.
    let value = rest.strip_prefix('=').filter(|_| rest.len() < after.len());
    !word.is_empty() && value.is_some_and(|value| !value.starts_with(['=', '>']))
}

/// The clusters and pools of a file as JSON of the container API.
pub(super) fn to_json<'a>(
    file: &'a File<'a>,
    scopes: &Scopes<'a>,
    findings: &mut Findings<'_>,
) -> Result<String, Refusal> {
    let body = file.body.as_ref().map_err(Refusal::clone)?;
    findings.kinds.push(say!("import-kind-terraform"));
    let mut evaluator = Evaluator::new(scopes);
    let environments = evaluator.environments(file);
    let mut reader = ModuleReader {
        env: Env::of(file),
        evaluator,
        fields: Fields::new(findings, true),
        made: Resources::wanted(),
        other_resources: Vec::new(),
        unread: Vec::new(),
        none: Vec::new(),
        problems: Vec::new(),
        modules: Vec::new(),
        calls: false,
    };
    for env in environments {
        reader.env = env;
        reader.read(body);
    }
    if reader.made.is_empty() {
        reader.read_settings(body);
    }
    reader.finish(body)
}

struct ModuleReader<'s, 'a, 'f, 'n> {
    /// The file in the instance of its module that is being read.
    env: Env<'a>,
    evaluator: Evaluator<'s, 'a>,
    fields: Fields<'f, 'n>,
    made: Resources,
    /// Resources of other types; named if they may be about Pods.
    other_resources: Vec<String>,
    /// Disruption budgets and workloads that can't be evaluated.
    unread: Vec<String>,
    /// Clusters and pools with a count of zero.
    none: Vec<String>,
    /// What wasn't evaluated of clusters and pools, with their names.
    problems: Vec<(notes::Note, String, Vec<String>)>,
    /// Calls of unknown modules.
    modules: Vec<String>,
    /// It calls modules that are read.
    calls: bool,
}

impl<'a> ModuleReader<'_, 'a, '_, '_> {
    fn read(&mut self, body: &'a Body) {
        for block in body.blocks() {
            match (block.ident.as_str(), labels(block).as_slice()) {
                ("resource", ["google_container_cluster", label]) => {
                    self.each(block, label, BlockKind::Cluster, None);
                }
                ("resource", ["google_container_node_pool", label]) => {
                    self.each(block, label, BlockKind::Pool, None);
                }
                ("resource", ["google_compute_reservation", _]) => self.reservations(block),
                ("resource", [kind, _]) if kubernetes::may_be_manifest(kind) => {
                    self.manifests(block, kind);
                }
                ("resource", [kind, _]) if bears_on_pods(kind) => {
                    self.other_resources.push(address(block));
                }
                ("resource", _) => self.other_resources.push(String::new()),
                ("module", [label]) => match module::makes(block) {
                    Some(ModuleKind::Pool) => {
                        self.each(block, label, BlockKind::Pool, Some(ModuleKind::Pool));
                    }
                    Some(makes) => self.each(block, label, BlockKind::Cluster, Some(makes)),
                    None if self.evaluator.scopes.called(self.env.file, block).is_some() => {
                        self.calls = true;
                    }
                    None => {
                        let source = block.body.get_attribute("source");
                        let source = source.and_then(|source| source.value.as_str());
                        let call = format!("{label} ({})", source.unwrap_or_default());
                        self.modules.push(call);
                    }
                },
                ("node_pool", _) => self.each(block, "pool", BlockKind::Pool, None),
                _ => {}
            }
        }
    }

    /// Settings alone belong to a pool or cluster that isn't included.
    fn read_settings(&mut self, body: &Body) {
        let has = |names: &[&str]| body.blocks().any(|block| names.contains(&block.ident.as_str()));
        let env = self.env.clone();
        if has(&CLUSTER_SETTINGS) {
            let all = arguments(&mut self.evaluator, body, &env, Some(Cluster::SPEC));
            self.made.cluster(&all, "cluster", &mut self.fields);
        } else if has(&POOL_SETTINGS) {
            let all = arguments(&mut self.evaluator, body, &env, Some(Pool::SPEC));
            self.made.pool(&all, "pool", &mut self.fields);
        }
    }

    /// Reads each instance of a block.
    fn each(&mut self, block: &'a Block, label: &str, kind: BlockKind, makes: Option<ModuleKind>) {
        let instances = self.evaluator.instances(&block.body, &self.env);
        let instances = instances.unwrap_or_else(|| {
            for name in ["count", "for_each"] {
                if let Some(attribute) = block.body.get_attribute(name) {
                    let place = quote(name, &attribute.value, self.env.file);
                    self.fields.findings.note(notes::INSTANCES, place);
                }
            }
            vec![(Json::Null, self.env.clone())]
        });
        if instances.is_empty() {
            self.none.push(label.to_owned());
            self.fields.findings.note(notes::COUNT_ZERO, label);
        }
        let is_several = instances.len() > 1;
        self.made.block = self.within(address(block));
        let owner = block.body.get_attribute("cluster");
        let owner = owner.and_then(|cluster| self.cluster_reference(&cluster.value));
        self.made.owner = owner.clone().unwrap_or_default();
        for (at, (_, env)) in instances.into_iter().enumerate() {
            let problems = self.evaluator.problems.len();
            let mut all = match makes {
                Some(ModuleKind::Cluster | ModuleKind::Autopilot) => self.inputs(block, &env),
                _ => arguments(&mut self.evaluator, &block.body, &env, Some(kind.spec())),
            };
            if let Some(owner) = &owner {
                self.name_cluster(block, owner, &mut all);
            }
            let mut label = label.to_owned();
            if let Some(call) = &self.env.call {
                label = format!("{}-{label}", call.label);
            }
            if is_several {
                label = format!("{label}-{at}");
            }
            self.make(&all, &label, kind, makes);
            let name = all.get("name").and_then(Json::text).unwrap_or(&label);
            let all = &mut self.evaluator.problems;
            for (note, place) in all.drain(problems.min(all.len())..) {
                match self.problems.iter_mut().find(|(.., other, _)| *other == place) {
                    Some((.., names)) => names.push(name.to_owned()),
                    None => self.problems.push((note, place, vec![name.to_owned()])),
                }
            }
        }
    }

    /// Reads each instance of a reservation; how many of its machines are in use isn't in files.
    fn reservations(&mut self, block: &'a Block) {
        let instances = self.evaluator.instances(&block.body, &self.env);
        let instances = instances.unwrap_or_else(|| vec![(Json::Null, self.env.clone())]);
        let machines = block.body.get_blocks("specific_reservation").next();
        for (_, env) in instances {
            let mut value = |body: Option<&'a Body>, name| {
                let attribute = body.and_then(|body| body.get_attribute(name));
                attribute.map_or(Json::Null, |attribute| {
                    self.evaluator.argument(name, &attribute.value, &env)
                })
            };
            let own = Some(&block.body);
            let count = value(machines.map(|block| &block.body), "count");
            self.made.reservation([value(own, "name"), value(own, "zone"), count, Json::Null]);
        }
    }

    /// Reads each instance of a disruption budget or a workload.
    fn manifests(&mut self, block: &'a Block, kind: &str) {
        let instances = self.evaluator.instances(&block.body, &self.env);
        let instances = instances.unwrap_or_else(|| vec![(Json::Null, self.env.clone())]);
        for (_, env) in instances {
            let problems = self.evaluator.problems.len();
            let all = all_arguments(&mut self.evaluator, &block.body, &env);
            let is_other = kind == kubernetes::MANIFEST
                && all.get("manifest").is_none_or(|one| !kubernetes::is_budget(one));
            let workload = kubernetes::workload(kind, &all);
            if kubernetes::workload_kind(kind).is_some() {
                // Most of a workload's values bear on no run.
                self.evaluator.problems.truncate(problems);
            }
            match workload.or_else(|| kubernetes::budget(kind, &all)) {
                Some(manifest) => self.made.manifest(manifest),
                None if is_other => {
                    self.evaluator.problems.truncate(problems);
                    self.other_resources.push(address(block));
                }
                None => self.unread.push(address(block)),
            }
        }
    }

    /// A cluster whose name can't be evaluated is known by its block's label.
    fn name_cluster(&mut self, block: &Block, owner: &str, all: &mut Json) {
        for name in ["cluster", "location"] {
            let attribute = block.body.get_attribute(name);
            let refers = |value: &Expression| self.cluster_reference(value).is_some();
            if let Some(attribute) = attribute.filter(|one| refers(&one.value)) {
                let place = quote(name, &attribute.value, self.env.file);
                self.evaluator.problems.retain(|(_, problem)| *problem != place);
            }
        }
        if all.get("cluster") == Some(&Json::Null) {
            let label = owner.rsplit('.').next().unwrap_or_default();
            put(all, "cluster", Json::from(label));
        }
    }

    /// The address of the cluster, or of the module call that creates it, in an expression.
    fn cluster_reference(&self, expression: &Expression) -> Option<String> {
        let address = reference(expression)?;
        let resource = address.strip_prefix("data.").unwrap_or(&address);
        let is_cluster = resource.starts_with("google_container_cluster.");
        let makes = |block| module::makes(block).is_some();
        let block = || self.evaluator.block(&address, self.env.file);
        let is_module = address.starts_with("module.") && block().is_some_and(makes);
        (is_cluster || is_module).then(|| self.within(address))
    }

    /// An address in this instance of the module.
    fn within(&self, address: String) -> String {
        match &self.env.call {
            Some(call) => format!("{}{address}", call.address),
            None => address,
        }
    }

    /// The inputs of a module call that creates a cluster and a list of pools.
    fn inputs(&mut self, block: &Block, env: &Env<'a>) -> Json {
        let mut all = Vec::new();
        for attribute in block.body.attributes() {
            let name = attribute.key.as_str();
            if module::is_input(name) {
                let value = self.evaluator.argument(name, &attribute.value, env);
                all.push((name.to_owned(), value));
            } else if !META_ARGUMENTS.contains(&name) && !META.contains(&name) {
                self.fields.without_effect(name);
            }
        }
        Json::Object(all)
    }

    fn make(&mut self, all: &Json, label: &str, kind: BlockKind, makes: Option<ModuleKind>) {
        let fields = &mut self.fields;
        match makes {
            Some(makes @ (ModuleKind::Cluster | ModuleKind::Autopilot)) => {
                self.made.owner.clone_from(&self.made.block);
                let made = module::resources(all, makes == ModuleKind::Autopilot);
                for name in made.unused {
                    fields.without_effect(name);
                }
                self.made.cluster(&made.cluster, label, fields);
                for (at, mut pool) in (1..).zip(made.pools) {
                    let cluster = made.cluster.get("name").cloned();
                    put(&mut pool, "cluster", cluster.unwrap_or_else(|| Json::from(label)));
                    self.made.pool(&pool, &format!("{label}-pool-{at}"), fields);
                }
            }
            makes => {
                let plain = makes.map(|makes| module::plain(all.clone(), makes));
                let all = plain.as_ref().unwrap_or(all);
                match kind {
                    BlockKind::Pool => {
                        resource::tell_refused(all, label, fields);
                        self.made.pool(all, label, fields);
                    }
                    BlockKind::Cluster => self.made.cluster(all, label, fields),
                }
            }
        }
    }

    /// The documents, or why there are none.
    fn finish(self, body: &Body) -> Result<String, Refusal> {
        let Self { mut fields, .. } = self;
        if !self.made.is_empty() || !self.unread.is_empty() {
            for address in self.unread {
                fields.findings.note(notes::KUBERNETES_RESOURCES, address);
            }
            for (note, problem) in self.evaluator.problems {
                fields.findings.note_once(note, problem);
            }
            for (note, place, names) in self.problems {
                let names = few(&names, names.len(), FEW);
                let said = say!("import-place-of", place = place, names = names);
                fields.findings.note_once(note, said);
            }
            for module in self.modules {
                fields.findings.note(notes::MODULES, module);
            }
            for address in self.other_resources {
                fields.findings.note(notes::OTHER_RESOURCES, address);
            }
            return Ok(self.made.documents(&mut fields));
        }
        let list = |names: &[String]| few(names, names.len(), FEW);
        let is_empty = self.modules.is_empty() && self.none.is_empty();
        if self.calls || is_empty && (is_values(body) || self.other_resources.is_empty()) {
            for module in self.modules {
                fields.findings.note(notes::MODULES, module);
            }
            fields.findings.note(notes::DEFINITIONS, self.env.file.name);
            return Ok(String::new());
        }
        let (code, message) = if !self.modules.is_empty() {
            let message = say!("import-terraform-modules", modules = list(&self.modules));
            ("terraform-module", message)
        } else if !self.none.is_empty() {
            let message = say!("import-terraform-of-none", resources = list(&self.none));
            ("terraform-none", message)
        } else {
            ("terraform-other", say!("import-terraform-other"))
        };
        Err(Refusal::new(code, message))
    }
}
