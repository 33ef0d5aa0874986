//! Calls of local modules: what they pass on, and what they return.

use hcl_edit::structure::Block;

use super::{Evaluator, INSTANCES};
use crate::terraform::env::{Env, Inputs};
use crate::terraform::scope::{Definition, File, META_ARGUMENTS, labels};
use scenario::json::Json;
use std::rc::Rc;

/// The deepest nesting of calls.
const CALLS: usize = 8;

/// What an output adds to the depth of an expression.
const NESTING: usize = 8;

impl<'a> Evaluator<'_, 'a> {
    /// A file in each instance of its module. The number of instances that can't be evaluated is taken as one.
    pub(in crate::terraform) fn environments(&mut self, file: &'a File<'a>) -> Vec<Env<'a>> {
        let problems = self.problems.len();
        let mut all = self.called(file, CALLS);
        all.truncate(INSTANCES);
        self.problems.truncate(problems);
        all
    }

    fn called(&mut self, file: &'a File<'a>, depth: usize) -> Vec<Env<'a>> {
        let scopes = self.scopes;
        let Some(calls) = scopes.calls_of(file) else {
            return vec![Env::of(file)];
        };
        let mut all = Vec::new();
        // A module that calls itself has no instances.
        for (caller, call) in calls.iter().filter(|_| depth > 0) {
            for outer in self.called(caller, depth - 1) {
                let instances = self.instances(&call.body, &outer);
                for (key, env) in instances.unwrap_or_else(|| vec![(Json::Null, outer)]) {
                    if all.len() < INSTANCES {
                        all.push(self.inside(call, &key, &env, file));
                    }
                }
            }
        }
        all
    }

    /// A file of the module that a block calls.
    fn inside(&mut self, call: &Block, key: &Json, env: &Env<'a>, file: &'a File<'a>) -> Env<'a> {
        let arguments = call.body.attributes();
        let arguments = arguments.filter(|one| !META_ARGUMENTS.contains(&one.key.as_str()));
        let values = arguments.map(|argument| {
            let value = self.evaluate(&argument.value, env);
            (format!("var.{}", argument.key.as_str()), value)
        });
        let values = values.collect();
        let (outer, root) = match &env.call {
            Some(call) => (call.address.as_str(), call.root.clone()),
            None => ("", env.file.directory.clone()),
        };
        let mut label = labels(call).join(".");
        let key = super::functions::text(key);
        let address = match &key {
            Some(key) => format!("{outer}module.{label}[{key}]."),
            None => format!("{outer}module.{label}."),
        };
        label.extend(key.iter().flat_map(|key| ["-", key]));
        let inputs = Inputs { values, address, label, root };
        Env { call: Some(Rc::new(inputs)), ..Env::of(file) }
    }

    /// The output of a local module's instance.
    pub(super) fn output(&mut self, call: &'a Block, name: &str, env: &Env<'a>) -> Option<Json> {
        let scopes = self.scopes;
        let scope = scopes.called(env.file, call)?;
        let Definition::Expression(file, value) = scope.get(&format!("output.{name}"))? else {
            return None;
        };
        let key = ["count", "each"].iter().find_map(|name| env.get(name));
        let key = key.and_then(|local| local.get("index").or_else(|| local.get("key")));
        let key = key.cloned().unwrap_or(Json::Null);
        // A few levels of modules need as much stack as many of parentheses.
        let depth = self.depth;
        self.depth += NESTING;
        let inside = self.inside(call, &key, env, file);
        let output = self.evaluate(value, &inside);
        self.depth = depth;
        output
    }
}
