//! The names that the texts define: variables, locals, resources and module calls, whichever file they stand in.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use hcl_edit::expr::{Expression, ObjectKey};
use hcl_edit::parser::Error;
use hcl_edit::structure::{Block, BlockLabel, Body};

use super::known::{self, Makes};
use super::local::Local;
use super::value::Value;

/// One text and what the parser made of it.
#[derive(Debug)]
pub(in crate::import) struct Parsed<'a> {
    pub(super) text: &'a str,
    pub(super) body: Result<Body, Error>,
}

/// What stands behind a name.
#[derive(Clone, Copy, Debug)]
pub(super) enum Definition<'a> {
    Expression(&'a Expression),
    Block(&'a Block),
}

/// Where a name is defined.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'a> {
    /// The text of its file, to quote from.
    pub(super) text: &'a str,
    pub(super) what: Definition<'a>,
}

/// So many expressions are worked out in one import at most, and values handed on: a few lines can ask for billions.
const STEPS: usize = 200_000;

#[derive(Debug)]
pub(super) struct Scope<'a> {
    names: BTreeMap<String, Place<'a>>,
    /// Types of variables, for the defaults that stand in them.
    types: BTreeMap<String, &'a Expression>,
    steps: Cell<usize>,
    /// The text, the place and the line that were asked for last.
    line: Cell<(*const u8, usize, usize)>,
    pub(super) local: Local<'a>,
    /// Variables with values given.
    valued: BTreeSet<&'a str>,
}

impl<'a> Scope<'a> {
    pub(super) fn of(files: &'a [Parsed<'a>]) -> Self {
        let mut scope = Self {
            names: BTreeMap::new(),
            types: BTreeMap::new(),
            steps: Cell::new(STEPS),
            line: Cell::new((core::ptr::null(), 0, 1)),
            local: Local::of(files),
            valued: BTreeSet::new(),
        };
        for file in files {
            if let Ok(body) = &file.body {
                scope.define(file.text, body);
            }
        }
        scope
    }

    fn define(&mut self, text: &'a str, body: &'a Body) {
        let values = is_values(body);
        for attribute in body.attributes() {
            if values {
                // A value given beats the default, whichever file comes first.
                let name = format!("var.{}", attribute.key.as_str());
                let what = Definition::Expression(&attribute.value);
                self.names.insert(name, Place { text, what });
                self.valued.insert(attribute.key.as_str());
            }
        }
        for block in body.blocks() {
            let labels: Vec<&str> = labels(block);
            match (block.ident.as_str(), labels.as_slice()) {
                ("locals", _) => {
                    for attribute in block.body.attributes() {
                        let name = format!("local.{}", attribute.key.as_str());
                        let what = Definition::Expression(&attribute.value);
                        self.names.entry(name).or_insert(Place { text, what });
                    }
                }
                ("variable", [name]) => {
                    if let Some(found) = block.body.get_attribute("type") {
                        self.types.entry((*name).to_owned()).or_insert(&found.value);
                    }
                    if let Some(default) = block.body.get_attribute("default") {
                        let what = Definition::Expression(&default.value);
                        let name = format!("var.{name}");
                        self.names.entry(name).or_insert(Place { text, what });
                    }
                }
                ("resource", [kind, name]) => {
                    let what = Definition::Block(block);
                    let name = format!("{kind}.{name}");
                    self.names.entry(name).or_insert(Place { text, what });
                }
                ("data", [kind, name]) => {
                    let what = Definition::Block(block);
                    let name = format!("data.{kind}.{name}");
                    self.names.entry(name).or_insert(Place { text, what });
                }
                ("output", [name]) => {
                    if let Some(value) = block.body.get_attribute("value") {
                        let what = Definition::Expression(&value.value);
                        let name = format!("output.{name}");
                        self.names.entry(name).or_insert(Place { text, what });
                    }
                }
                ("module", [name]) => {
                    let what = Definition::Block(block);
                    let name = format!("module.{name}");
                    self.names.entry(name).or_insert(Place { text, what });
                }
                _ => {}
            }
        }
    }

    pub(super) fn get(&self, name: &str) -> Option<Place<'a>> {
        self.names.get(name).copied()
    }

    /// Do the texts make a cluster?
    pub(super) fn has_cluster(&self) -> bool {
        let mut all = self.names.iter();
        all.any(|(name, place)| match place.what {
            Definition::Block(block) if block.ident.as_str() == "module" => {
                known::of_call(block).is_some_and(|makes| makes != Makes::Pool)
            }
            _ => name.starts_with("google_container_cluster."),
        })
    }

    /// The value of a variable, or its default; `Err` holds what the call of a module sets it to.
    pub(super) fn variable(&self, name: &str, text: &str) -> Option<Result<Place<'a>, Place<'a>>> {
        if let Some(set) = self.local.value(name, text) {
            return Some(Err(set));
        }
        let own = self.local.callers(name);
        let own = own.filter(|_| !self.valued.contains(name));
        own.or_else(|| self.get(&format!("var.{name}"))).map(Ok)
    }

    pub(super) fn type_of(&self, variable: &str) -> Option<&'a Expression> {
        self.types.get(variable).copied()
    }

    /// The line of a place, counted from the one before: thousands of places are asked for in their order.
    pub(super) fn line_of(&self, text: &str, at: usize) -> usize {
        let (last, from, line) = self.line.get();
        let goes_on = last == text.as_ptr() && from <= at;
        let (from, line) = if goes_on { (from, line) } else { (0, 1) };
        let between = text.as_bytes().get(from..at).unwrap_or_default();
        let line = line + between.iter().filter(|byte| **byte == b'\n').count();
        self.line.set((text.as_ptr(), at, line));
        line
    }

    /// Takes so many steps; false when there are not as many left.
    pub(super) fn steps(&self, steps: usize) -> bool {
        let left = self.steps.get().checked_sub(steps);
        self.steps.set(left.unwrap_or_default());
        left.is_some()
    }
}

/// Is a text one of values for variables, as `terraform.tfvars` is?
pub(super) fn is_values(body: &Body) -> bool {
    body.attributes().next().is_some() && body.blocks().next().is_none()
}

pub(super) fn labels(block: &Block) -> Vec<&str> {
    block.labels.iter().map(BlockLabel::as_str).collect()
}

/// The key of an object as it is written: a bare word is its own name.
pub(super) fn literal_key(key: &ObjectKey) -> Option<String> {
    match key {
        ObjectKey::Ident(name) => Some(name.as_str().to_owned()),
        ObjectKey::Expression(Expression::Variable(name)) => Some(name.as_str().to_owned()),
        ObjectKey::Expression(_) => None,
    }
}

/// Names that hold in a part of a text: `each`, `count`, the iterator of a dynamic block, the variables of a `for`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Env<'e> {
    pub(super) text: &'e str,
    pub(super) bound: Option<&'e Bound<'e>>,
}

#[derive(Debug)]
pub(super) struct Bound<'e> {
    pub(super) name: &'e str,
    pub(super) value: Value,
    pub(super) outer: Option<&'e Bound<'e>>,
}

impl<'e> Env<'e> {
    pub(super) fn of(text: &'e str) -> Self {
        Self { text, bound: None }
    }

    pub(super) fn with(self, bound: &'e Bound<'e>) -> Self {
        Self {
            bound: Some(bound),
            ..self
        }
    }

    pub(super) fn get(&self, name: &str) -> Option<&'e Value> {
        let mut at = self.bound;
        while let Some(bound) = at {
            if bound.name == name {
                return Some(&bound.value);
            }
            at = bound.outer;
        }
        None
    }
}
