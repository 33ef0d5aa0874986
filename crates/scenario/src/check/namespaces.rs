//! Namespaces of names in findings, where a name alone says too little.

use crate::diagnostic::Diagnostics;
use crate::document::Document;
use crate::document::budget::namespace;
use base::{Arg, Map};

/// Puts the namespace before the names of workloads and budgets that several namespaces have.
pub(super) fn qualify(doc: &Document, out: &mut Diagnostics) {
    let mut first: Map<&str, &str> = Map::new();
    let mut several: Vec<&str> = Vec::new();
    let workloads = doc.workloads.iter().map(|one| (one.name.as_str(), namespace(&one.namespace)));
    let budgets = doc.budgets.iter().map(|one| (one.name.as_str(), namespace(&one.namespace)));
    for (name, space) in workloads.chain(budgets) {
        match first.get(name) {
            Some(known) if *known != space => several.push(name),
            Some(_) => {}
            None => drop(first.insert(name, space)),
        }
    }
    if several.is_empty() {
        return;
    }
    for found in out.iter_mut() {
        let Some(space) = space_of(doc, &found.path) else { continue };
        for (key, arg) in &mut found.message.args {
            let is_name =
                matches!(&**key, "workload" | "budget" | "owner" | "first" | "second" | "name");
            if let Arg::Text(name) = arg
                && is_name
                && several.contains(&name.as_str())
            {
                *name = format!("{space}/{name}");
            }
        }
    }
}

/// The namespace of the workload or budget that the path leads to: what it selects, or is selected by, has the same.
fn space_of<'d>(doc: &'d Document, path: &str) -> Option<&'d str> {
    let mut parts = path.split('/').skip(1);
    let (list, no) = (parts.next()?, parts.next()?.parse::<usize>().ok()?);
    match list {
        "workloads" => doc.workloads.get(no).map(|one| namespace(&one.namespace)),
        "budgets" => doc.budgets.get(no).map(|one| namespace(&one.namespace)),
        _ => None,
    }
}
