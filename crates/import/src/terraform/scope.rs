//! The names defined in the files: variables, locals, resources and module calls, across files.

use hcl_edit::Decorated;
use hcl_edit::expr::{Expression, ObjectKey, TraversalOperator};
use hcl_edit::structure::{Block, BlockLabel, Body};

use crate::report::Refusal;
use base::Map;

/// A file of Terraform.
#[derive(Debug)]
pub(crate) struct File<'a> {
    pub(crate) index: usize,
    pub(crate) name: &'a str,
    pub(super) text: &'a str,
    pub(super) body: Result<Body, Refusal>,
}

/// The definition of a name, and its file.
#[derive(Clone, Copy, Debug)]
pub(super) enum Definition<'a> {
    Expression(&'a File<'a>, &'a Expression),
    Block(&'a File<'a>, &'a Block),
    /// Several files define it differently.
    Ambiguous,
}

#[derive(Debug, Default)]
pub(crate) struct Scope<'a> {
    /// By address: `var.region`, `google_container_cluster.main`.
    names: Map<String, Definition<'a>>,
    /// The types of variables, by address.
    kinds: Map<String, (&'a File<'a>, &'a Expression)>,
}

/// Arguments of a module call that aren't variables of the module.
pub(super) const META_ARGUMENTS: [&str; 6] =
    ["source", "version", "count", "for_each", "providers", "depends_on"];

/// The scopes of the files: one for all, or one for each directory that is a module of its own.
pub(crate) struct Scopes<'a> {
    /// That of files elsewhere.
    common: Scope<'a>,
    own: Map<&'a str, Scope<'a>>,
}

impl<'a> Scopes<'a> {
    pub(crate) fn of(files: &'a [File<'a>]) -> Self {
        let modules = modules(files);
        let is_shared = |file: &&File<'_>| !modules.contains(&directory(file.name));
        let own = modules.iter().map(|module| {
            let is_own = |file: &&File<'_>| directory(file.name) == *module || is_shared(file);
            (*module, Scope::of(files.iter().filter(is_own)))
        });
        Self { common: Scope::of(files.iter().filter(is_shared)), own: own.collect() }
    }

    pub(crate) fn of_file(&self, file: &File<'_>) -> &Scope<'a> {
        self.own.get(directory(file.name)).unwrap_or(&self.common)
    }
}

/// The directory of a file; Terraform's modules are directories.
pub(crate) fn directory(name: &str) -> &str {
    name.rsplit_once(['/', '\\']).map_or("", |(directory, _)| directory)
}

/// The directories that are modules of their own, if there are several: those with blocks and values of their own, and those that
/// define the same as another. Other directories may belong to any module, as a local module or as values do.
pub(crate) fn modules<'a>(files: &'a [File<'a>]) -> Vec<&'a str> {
    let mut blocks: Map<&str, base::Set<String>> = Map::new();
    let mut valued: base::Set<&str> = base::Set::new();
    for file in files {
        let Ok(body) = &file.body else { continue };
        let own = directory(file.name);
        match is_values(body) {
            true => drop(valued.insert(own)),
            false => {
                let made = body
                    .blocks()
                    .filter(|block| matches!(block.ident.as_str(), "resource" | "module"));
                blocks.entry(own).or_default().extend(made.map(address));
            }
        }
    }
    let repeats = |own: &str, made: &base::Set<String>| {
        let mut others = blocks.iter().filter(|(other, _)| **other != own);
        others.any(|(_, others)| made.iter().any(|one| others.contains(one)))
    };
    let found = blocks.iter().filter(|(own, made)| valued.contains(**own) || repeats(own, made));
    let found: Vec<&str> = found.map(|(own, _)| *own).collect();
    if found.len() > 1 { found } else { Vec::new() }
}

impl<'a> Scope<'a> {
    fn of(files: impl Iterator<Item = &'a File<'a>> + Clone) -> Self {
        let mut scope = Self::default();
        let bodies = || {
            let files = files.clone();
            files.filter_map(|file| Some((file, file.body.as_ref().ok()?)))
        };
        for (file, body) in bodies() {
            for block in body.blocks() {
                scope.define_block(file, block);
            }
        }
        // A given value takes precedence over the default, in any order of files.
        for (file, body) in bodies().filter(|(_, body)| is_values(body)) {
            for attribute in body.attributes() {
                let value = Definition::Expression(file, &attribute.value);
                let name = format!("var.{}", attribute.key.as_str());
                scope.names.insert(name, value);
            }
        }
        scope
    }

    pub(super) fn get(&self, address: &str) -> Option<Definition<'a>> {
        self.names.get(address).copied()
    }

    /// The type of a variable, and its file.
    pub(super) fn kind(&self, address: &str) -> Option<(&'a File<'a>, &'a Expression)> {
        self.kinds.get(address).copied()
    }

    fn define_block(&mut self, file: &'a File<'a>, block: &'a Block) {
        let mut define = |name: String, key: &str| {
            if let Some(attribute) = block.body.get_attribute(key) {
                self.define(name, file, &attribute.value);
            }
        };
        match (block.ident.as_str(), labels(block).as_slice()) {
            ("locals", _) => {
                for attribute in block.body.attributes() {
                    let name = attribute.key.as_str();
                    define(format!("local.{name}"), name);
                }
            }
            ("variable", [name]) => {
                define(format!("var.{name}"), "default");
                if let Some(kind) = block.body.get_attribute("type") {
                    self.kinds.insert(format!("var.{name}"), (file, &kind.value));
                }
            }
            ("resource" | "data" | "module", _) => {
                if block.ident.as_str() == "module" {
                    self.define_arguments(block);
                }
                let block_definition = Definition::Block(file, block);
                self.names.entry(address(block)).or_insert(block_definition);
            }
            _ => {}
        }
    }

    fn define(&mut self, name: String, file: &'a File<'a>, value: &'a Expression) {
        let definition = Definition::Expression(file, value);
        let known = self.names.entry(name).or_insert(definition);
        if !matches!(known, Definition::Expression(_, other) if *other == value) {
            *known = Definition::Ambiguous;
        }
    }

    /// An argument of a local module's call may be a variable of another file, which has a default as well.
    fn define_arguments(&mut self, call: &Block) {
        let source = call.body.get_attribute("source");
        let source = source.and_then(|source| source.value.as_str());
        if !source.is_some_and(|source| source.starts_with('.')) {
            return;
        }
        for argument in call.body.attributes() {
            let name = argument.key.as_str();
            let address = format!("var.{name}");
            let passes_on = reference(&argument.value).is_some_and(|passed| passed == address);
            if !META_ARGUMENTS.contains(&name) && !passes_on {
                self.names.insert(address, Definition::Ambiguous);
            }
        }
    }
}

/// Does a file only set variables, like `terraform.tfvars`?
pub(super) fn is_values(body: &Body) -> bool {
    body.attributes().next().is_some() && body.blocks().next().is_none()
}

pub(super) fn labels(block: &Block) -> Vec<&str> {
    block.labels.iter().map(BlockLabel::as_str).collect()
}

/// The address of a block in expressions: `google_container_cluster.main`, `module.gke`.
pub(super) fn address(block: &Block) -> String {
    let labels = labels(block).join(".");
    match block.ident.as_str() {
        "resource" => labels,
        kind => format!("{kind}.{labels}"),
    }
}

/// The address at the start of a traversal, and the number of operators in the address.
pub(super) fn address_of(root: &str, operators: &[&TraversalOperator]) -> Option<(String, usize)> {
    let length = if root == "data" { 2 } else { 1 };
    let mut address = root.to_owned();
    for operator in operators.get(..length)? {
        let TraversalOperator::GetAttr(name) = operator else {
            return None;
        };
        address.push('.');
        address.push_str(name.as_str());
    }
    Some((address, length))
}

/// The address in an expression, including inside a template: `"${module.gke.name}"`.
pub(super) fn reference(expression: &Expression) -> Option<String> {
    let expression = match expression {
        Expression::StringTemplate(template) => {
            let element = template.iter().next()?;
            &element.as_interpolation()?.expr
        }
        other => other,
    };
    let traversal = expression.as_traversal()?;
    let operators: Vec<_> = traversal.operators.iter().map(Decorated::value).collect();
    let root = traversal.expr.as_variable()?.as_str();
    Some(address_of(root, &operators)?.0)
}

/// The literal key of an object's entry: a bare word is its own name.
pub(super) fn literal_key(key: &ObjectKey) -> Option<&str> {
    match key {
        ObjectKey::Ident(name) => Some(name.as_str()),
        ObjectKey::Expression(Expression::Variable(name)) => Some(name.as_str()),
        ObjectKey::Expression(Expression::String(name)) => Some(name.as_str()),
        ObjectKey::Expression(_) => None,
    }
}
