//! Quotas of namespaces.

use super::object::Object;
use crate::build::FullName;
use crate::found::FileNotes;
use crate::notes;
use base::quantity::Quantity;

/// Resources that every Pod uses.
const OF_PODS: [&str; 8] = [
    "pods",
    "count/pods",
    "cpu",
    "memory",
    "requests.cpu",
    "requests.memory",
    "limits.cpu",
    "limits.memory",
];

/// Names a quota, and keeps its namespace if no Pod can be created there now.
pub(super) fn take(object: &Object, file: usize, notes: &mut FileNotes) {
    let status = &object.status;
    let millis = |text: &str| Quantity::parse(text).and_then(Quantity::millis);
    let full: Vec<String> = (status.hard.0.iter())
        .filter(|(resource, _)| OF_PODS.contains(&resource.as_str()))
        .filter_map(|(resource, hard)| {
            let used = status.used.get(resource)?;
            let is_full = millis(used)? >= millis(hard)?;
            is_full.then(|| format!("{resource} {} of {}", used.0, hard.0))
        })
        .collect();
    let name = FullName(object);
    // A quota with scopes counts some Pods only.
    let is_scoped = object.spec.scope_selector.0 || object.spec.scopes.iter().next().is_some();
    if full.is_empty() || is_scoped {
        notes.note(file, notes::QUOTAS, name);
        return;
    }
    notes.note(file, notes::FULL_QUOTAS, format!("{name} ({})", full.join(", ")));
    notes.full_quotas.namespaces.push(object.metadata.namespace.0.clone());
}
