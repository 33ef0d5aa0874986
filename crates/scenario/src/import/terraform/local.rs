//! Modules of folders beside the caller, where their files are among the texts: what their calls set.
//!
//! Texts come without folders, so that a module's files are known by its variables alone: a text declares all that a
//! call sets. What follows from that is told as assumed.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use hcl_edit::expr::{Expression, TraversalOperator};
use hcl_edit::structure::{Block, Body};

use super::scope::{Definition, Parsed, Place, is_values, labels};

/// Arguments of a call that are no variables of the module.
const META: [&str; 6] = [
    "source",
    "version",
    "count",
    "for_each",
    "providers",
    "depends_on",
];

/// More calls are not compared with what the texts declare.
const CALLS: usize = 1000;

#[derive(Debug, Default)]
pub(super) struct Local<'a> {
    /// Names of the calls whose modules are given.
    calls: BTreeSet<&'a str>,
    /// What the one call sets a variable to; none where there are several values that it may have.
    set: BTreeMap<&'a str, Option<Place<'a>>>,
    /// Defaults of the callers' own variables.
    outer: BTreeMap<&'a str, Place<'a>>,
    /// Whether what a call sets is being worked out: its variables are the caller's.
    outside: Cell<bool>,
    used: RefCell<BTreeSet<&'a str>>,
}

/// A text with the variables that it declares.
struct Declared<'a> {
    text: &'a str,
    names: BTreeMap<&'a str, Option<Place<'a>>>,
}

impl<'a> Local<'a> {
    pub(super) fn of(files: &'a [Parsed<'a>]) -> Self {
        let mut all = Self::default();
        let parsed = || {
            let files = files.iter();
            files.filter_map(|file| Some((file.text, file.body.as_ref().ok()?)))
        };
        let calls: Vec<(&str, &str, &Block)> = parsed()
            .flat_map(|(text, body)| calls(text, body))
            .take(CALLS)
            .collect();
        if calls.is_empty() {
            return all;
        }
        let declared: Vec<Declared<'_>> =
            parsed().map(|(text, body)| declared(text, body)).collect();
        let mut modules = BTreeSet::new();
        for (text, label, call) in calls {
            let sets = || {
                let attributes = call.body.attributes();
                attributes.filter(|one| !META.contains(&one.key.as_str()))
            };
            let is_module = |file: &Declared<'_>| {
                !core::ptr::eq(file.text, text)
                    && sets().all(|one| file.names.contains_key(one.key.as_str()))
            };
            if sets().next().is_none() {
                continue;
            }
            let mut fits = (0..).zip(&declared).filter(|(_, file)| is_module(file));
            let Some((module, _)) = fits.next() else {
                continue;
            };
            let is_only = fits.next().is_none();
            // What only hands on the caller's variables fits the caller's own declarations as well.
            let hands_on = sets().all(|one| is_variable(&one.value, one.key.as_str()));
            if !hands_on || !is_only {
                all.calls.insert(label);
            }
            let is_sure = is_only && !hands_on;
            if is_sure {
                modules.insert(module);
            }
            let is_sure = is_sure
                && !call.body.has_attribute("count")
                && !call.body.has_attribute("for_each");
            for one in sets() {
                let what = Definition::Expression(&one.value);
                let place = Some(Place { text, what }).filter(|_| is_sure);
                let value = all.set.entry(one.key.as_str()).or_insert(place);
                if !value.is_some_and(|value| is_same(&value, text, &one.value)) {
                    *value = None;
                }
            }
        }
        for (at, file) in declared.iter().enumerate() {
            if !modules.contains(&at) {
                for (name, default) in &file.names {
                    if let Some(default) = default {
                        all.outer.entry(name).or_insert(*default);
                    }
                }
            }
        }
        all.doubt(parsed().map(|(_, body)| body), &declared, &modules);
        all
    }

    /// Variables of a module that nobody sets may have the value of another's of the same name.
    fn doubt(
        &mut self,
        bodies: impl Iterator<Item = &'a Body>,
        declared: &[Declared<'a>],
        modules: &BTreeSet<usize>,
    ) {
        let values = bodies.filter(|body| is_values(body));
        let values = values.flat_map(|body| body.attributes().map(|one| one.key.as_str()));
        let others = declared.iter().enumerate();
        let others = others.filter(|(at, _)| !modules.contains(at));
        let others = others.flat_map(|(_, file)| file.names.keys().copied());
        let named: BTreeSet<&str> = values.chain(others).collect();
        for module in modules.iter().filter_map(|at| declared.get(*at)) {
            for name in module.names.keys().filter(|name| named.contains(*name)) {
                self.set.entry(name).or_insert(None);
            }
        }
    }

    /// Is it a call of a module that is given?
    pub(super) fn is_call(&self, label: &str) -> bool {
        self.calls.contains(label)
    }

    /// What a call sets a variable to that some text refers to, if it is known that one does.
    pub(super) fn value(&self, variable: &str, text: &str) -> Option<Place<'a>> {
        if self.outside.get() {
            return None;
        }
        let (name, place) = self.set.get_key_value(variable)?;
        // The text of a call is none of the module.
        let is_caller = place.is_some_and(|place| core::ptr::eq(place.text, text));
        if !is_caller {
            self.used.borrow_mut().insert(name);
        }
        place.filter(|_| !is_caller)
    }

    /// The default of a variable where the caller's own counts.
    pub(super) fn callers(&self, variable: &str) -> Option<Place<'a>> {
        let outer = || self.outer.get(variable).copied();
        self.outside.get().then(outer).flatten()
    }

    /// Works out what a call sets.
    pub(super) fn outside<T>(&self, work: impl FnOnce() -> T) -> T {
        let before = self.outside.replace(true);
        let worth = work();
        self.outside.set(before);
        worth
    }

    /// The variables that were asked for: those with one value, and those that may have several.
    pub(super) fn used(&self) -> [Vec<&'a str>; 2] {
        let used = self.used.borrow();
        let is_set = |name: &&str| matches!(self.set.get(name), Some(Some(_)));
        let (set, doubtful) = used.iter().copied().partition(is_set);
        [set, doubtful]
    }
}

/// Is it `var.region` of the name `region`?
fn is_variable(expr: &Expression, name: &str) -> bool {
    let Expression::Traversal(traversal) = expr else {
        return false;
    };
    let root = traversal.expr.as_variable();
    let is_root = root.is_some_and(|root| root.as_str() == "var");
    match traversal.operators.as_slice() {
        [only] => {
            is_root && matches!(only.value(), TraversalOperator::GetAttr(of) if of.as_str() == name)
        }
        _ => false,
    }
}

/// Do two calls of one text set the same?
fn is_same(place: &Place<'_>, text: &str, expr: &Expression) -> bool {
    let same = matches!(place.what, Definition::Expression(other) if other == expr);
    same && core::ptr::eq(place.text, text)
}

/// The calls of modules of folders beside the text.
fn calls<'a>(text: &'a str, body: &'a Body) -> impl Iterator<Item = (&'a str, &'a str, &'a Block)> {
    let modules = body.get_blocks("module");
    modules.filter_map(move |block| {
        let source = block.body.get_attribute("source")?.value.as_str()?;
        let is_local = source.starts_with("./") || source.starts_with("../");
        let label = labels(block).first().copied()?;
        is_local.then_some((text, label, block))
    })
}

fn declared<'a>(text: &'a str, body: &'a Body) -> Declared<'a> {
    let names = body.get_blocks("variable").filter_map(|block| {
        let default = block.body.get_attribute("default");
        let place = default.map(|default| Place {
            text,
            what: Definition::Expression(&default.value),
        });
        Some((labels(block).first().copied()?, place))
    });
    Declared {
        text,
        names: names.collect(),
    }
}
