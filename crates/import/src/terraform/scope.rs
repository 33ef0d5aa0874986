//! The names defined in the files: variables, locals, resources and module calls, across files.

use hcl_edit::Decorated;
use hcl_edit::expr::{Expression, ObjectKey, TraversalOperator};
use hcl_edit::structure::{Block, BlockLabel, Body};

use crate::report::Refusal;
use base::Map;
use std::cell::Cell;

/// A file of Terraform.
#[derive(Debug)]
pub(crate) struct File<'a> {
    pub(crate) index: usize,
    pub(crate) name: &'a str,
    pub(super) text: &'a str,
    /// That of its module.
    pub(super) directory: String,
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
    calls: Calls<'a>,
    /// All files, Terraform or not, by their paths, and whether a function has read them.
    texts: Map<String, (&'a str, Cell<bool>)>,
    /// Milliseconds since 1970.
    pub(super) now: Option<i64>,
}

/// The calls of a directory, each with its file.
type Calls<'a> = Map<&'a str, Vec<(&'a File<'a>, &'a Block)>>;

impl<'a> Scopes<'a> {
    pub(crate) fn of(
        files: &'a [File<'a>],
        texts: impl Iterator<Item = (&'a str, &'a str)>,
        now: Option<i64>,
    ) -> Self {
        let calls = calls(files);
        let callers = calls.values().flatten().map(|(file, _)| file.directory.as_str());
        let modules: base::Set<&str> =
            modules(files).into_iter().chain(calls.keys().copied()).chain(callers).collect();
        let is_shared = |file: &&File<'_>| !modules.contains(file.directory.as_str());
        let scope =
            |files: &mut dyn Iterator<Item = &'a File<'a>>| Scope::of(files.collect(), &calls);
        let own = modules.iter().map(|module| {
            let is_called = calls.contains_key(*module);
            let is_own = |file: &&File<'_>| match file.directory == *module {
                // Values in a file are those of a root module.
                true => !(is_called && file.body.as_ref().is_ok_and(is_values)),
                false => !is_called && is_shared(file),
            };
            (*module, scope(&mut files.iter().filter(is_own)))
        });
        let own = own.collect();
        let common = scope(&mut files.iter().filter(is_shared));
        let texts = texts.map(|(name, text)| (normal(name), (text, Cell::new(false)))).collect();
        Self { common, own, calls, texts, now }
    }

    pub(super) fn of_file(&self, file: &File<'_>) -> &Scope<'a> {
        self.own.get(file.directory.as_str()).unwrap_or(&self.common)
    }

    /// The calls of a file's module.
    pub(super) fn calls_of(&self, file: &File<'_>) -> Option<&[(&'a File<'a>, &'a Block)]> {
        self.calls.get(file.directory.as_str()).map(Vec::as_slice)
    }

    /// The text of another file, relative to where Terraform runs: as a rule in the root module.
    pub(super) fn text(&self, root: &str, path: &str) -> Option<&'a str> {
        let beside = self.texts.get(&normal(&format!("{root}/{path}")));
        let (text, is_read) = beside.or_else(|| self.texts.get(&normal(path)))?;
        is_read.set(true);
        Some(*text)
    }

    /// Has a function read the file?
    pub(crate) fn has_read(&self, name: &str) -> bool {
        self.texts.get(&normal(name)).is_some_and(|(_, is_read)| is_read.get())
    }

    /// The names in the module that a block calls, if its files are there.
    pub(super) fn called(&self, file: &File<'_>, call: &Block) -> Option<&Scope<'a>> {
        self.own.get(callee(&self.calls, file, call)?)
    }
}

fn calls<'a>(files: &'a [File<'a>]) -> Calls<'a> {
    let mut calls = Calls::default();
    for file in files {
        let Ok(body) = &file.body else { continue };
        for call in body.blocks().filter(|block| block.ident.as_str() == "module") {
            let path = source(file, call);
            let found = files.iter().find(|other| path.as_ref() == Some(&other.directory));
            if let Some(found) = found.filter(|found| found.directory != file.directory) {
                calls.entry(found.directory.as_str()).or_default().push((file, call));
            }
        }
    }
    calls
}

/// The directory that a block calls, if it has files.
fn callee<'a>(calls: &Calls<'a>, file: &File<'_>, call: &Block) -> Option<&'a str> {
    let path = source(file, call)?;
    let callee = calls.keys().find(|callee| **callee == path).copied();
    callee.filter(|callee| *callee != file.directory)
}

/// The directory of a local module.
fn source(file: &File<'_>, call: &Block) -> Option<String> {
    let source = call.body.get_attribute("source")?.value.as_str()?;
    source.starts_with('.').then(|| normal(&format!("{}/{source}", file.directory)))
}

/// A path without `.`, and without `..` as far as possible.
pub(super) fn normal(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// The directory of a file; Terraform's modules are directories.
pub(super) fn directory(name: &str) -> String {
    let mut path = normal(name);
    path.truncate(path.rfind('/').unwrap_or_default());
    path
}

/// The files of each root module, if there are several.
pub(crate) fn roots(files: &[File<'_>]) -> Vec<Vec<usize>> {
    let calls = calls(files);
    let roots = modules(files).into_iter().filter(|module| !calls.contains_key(*module));
    let files_of = |module: &str| {
        let mut all = vec![module];
        let mut at = 0;
        while let Some(own) = all.get(at).copied() {
            let called =
                calls.iter().filter(|(_, by)| by.iter().any(|(file, _)| file.directory == own));
            let new: Vec<&str> =
                called.map(|(called, _)| *called).filter(|one| !all.contains(one)).collect();
            all.extend(new);
            at += 1;
        }
        let own = files.iter().filter(|file| all.contains(&file.directory.as_str()));
        own.map(|file| file.index).collect()
    };
    roots.map(files_of).collect()
}

/// The directories that are modules of their own, if there are several: those with blocks and values of their own, and those that
/// define the same as another. Other directories may belong to any module, as values do.
fn modules<'a>(files: &'a [File<'a>]) -> Vec<&'a str> {
    let mut blocks: Map<&str, base::Set<String>> = Map::new();
    let mut valued: base::Set<&str> = base::Set::new();
    for file in files {
        let Ok(body) = &file.body else { continue };
        let own = file.directory.as_str();
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
    fn of(files: Vec<&'a File<'a>>, calls: &Calls<'a>) -> Self {
        let mut scope = Self::default();
        let bodies = || files.iter().filter_map(|file| Some((*file, file.body.as_ref().ok()?)));
        for (file, body) in bodies() {
            for block in body.blocks() {
                scope.define_block(file, block);
                // A call whose files aren't known by their directory: they may be among these.
                if block.ident.as_str() == "module" && callee(calls, file, block).is_none() {
                    scope.define_arguments(block);
                }
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
            ("output", [name]) => define(format!("output.{name}"), "value"),
            ("resource" | "data" | "module", _) => {
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
