//! Where an expression stands: the names that it can use besides those of its module.

use super::scope::File;
use base::Map;
use scenario::json::Json;
use std::rc::Rc;

/// A file, the call of its module, and the local names in an instance of a block: `each` or `count`, and the iterators of `dynamic`
/// blocks.
#[derive(Clone, Debug)]
pub(super) struct Env<'a> {
    pub(super) file: &'a File<'a>,
    /// `None`: a root module.
    pub(super) call: Option<Rc<Inputs>>,
    pub(super) locals: Vec<(String, Json)>,
}

impl<'a> Env<'a> {
    pub(super) fn of(file: &'a File<'a>) -> Self {
        Self { file, call: None, locals: Vec::new() }
    }

    /// In another file of the module, without local names.
    pub(super) fn beside(&self, file: &'a File<'a>) -> Self {
        Self { call: self.call.clone(), ..Self::of(file) }
    }

    /// The directory of the root module.
    pub(super) fn root(&self) -> &str {
        self.call.as_ref().map_or(&self.file.directory, |call| &call.root)
    }

    pub(super) fn get(&self, name: &str) -> Option<&Json> {
        let mut locals = self.locals.iter().rev();
        locals.find(|(local, _)| local == name).map(|(_, value)| value)
    }

    /// With one more local name, whose value has these fields.
    pub(super) fn with<const N: usize>(&self, name: &str, fields: [(&str, Json); N]) -> Self {
        let mut inner = self.clone();
        inner.locals.push((name.to_owned(), Json::object(fields)));
        inner
    }
}

/// What a call passes on.
#[derive(Debug)]
pub(super) struct Inputs {
    /// By address: `var.region`; `None`: unknown.
    pub(super) values: Map<String, Option<Json>>,
    /// The address of the call: `module.web[0].`.
    pub(super) address: String,
    /// The call's label, with the key of its instance.
    pub(super) label: String,
    /// The directory of the root module.
    pub(super) root: String,
}
