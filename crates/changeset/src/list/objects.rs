//! What is changed of budgets and workloads: commands of kubectl where there are some.

use base::{Message, say};
use scenario::Document;
use scenario::document::budget::namespace;
use scenario::document::{Budget, ScriptItem, Workload};

/// Changes of objects of Kubernetes.
#[derive(Debug, Default)]
pub struct ChangedObjects {
    /// New limits of budgets, and replicas, as entries of a script.
    pub entries: Vec<ScriptItem>,
    /// What no such entry does.
    pub omitted: Vec<Message>,
}

/// Compares the objects before the changes with those after them.
pub fn changed_objects(before: &Document, after: &Document) -> ChangedObjects {
    let mut found = ChangedObjects::default();
    let set = || ScriptItem::of("set", "");
    let of_budget = |one: &Budget| (namespace(&one.namespace).to_owned(), one.name.clone());
    for (old, new) in pairs(&before.budgets, &after.budgets, of_budget) {
        let (min, max) = (new.min_available.clone(), new.max_unavailable.clone());
        let limits =
            Budget { min_available: min.clone(), max_unavailable: max.clone(), ..old.clone() };
        let budget = format!("{}/{}", namespace(&new.namespace), new.name);
        if limits == *new && new.copies.is_none() {
            let entry = ScriptItem { budget, min_available: min, max_unavailable: max, ..set() };
            found.entries.push(entry);
        } else {
            found.omit(format!("PodDisruptionBudget {budget}"));
        }
    }
    let name = |one: &Workload| (namespace(&one.namespace).to_owned(), one.name.clone());
    let of_workload = |one: &Workload| (one.kind.clone(), name(one));
    for (old, new) in pairs(&before.workloads, &after.workloads, of_workload) {
        let replicas = Workload { replicas: new.replicas, ..old.clone() };
        let workload = format!("{}/{}", namespace(&new.namespace), new.name);
        // The command looks for its kind by its name.
        let is_alone = after.workloads.iter().filter(|one| name(one) == name(new)).count() == 1;
        let has_scale = ["Deployment", "StatefulSet", "ReplicaSet"].contains(&&*new.kind);
        let has_scale = has_scale && is_alone;
        if replicas == *new && has_scale && new.replicas.is_some() && new.copies.is_none() {
            found.entries.push(ScriptItem { workload, replicas: new.replicas, ..set() });
        } else {
            found.omit(format!("{} {workload}", new.kind));
        }
    }
    found
}

impl ChangedObjects {
    fn omit(&mut self, object: String) {
        self.omitted.push(say!("export-changed-object", object = object));
    }
}

/// The entries that differ.
fn pairs<'a, T: PartialEq, K: PartialEq>(
    before: &'a [T],
    after: &'a [T],
    key: impl Fn(&T) -> K,
) -> impl Iterator<Item = (&'a T, &'a T)> {
    let known = move |new: &T| before.iter().find(|old| key(old) == key(new));
    after.iter().filter_map(move |new| Some((known(new)?, new))).filter(|(old, new)| old != new)
}
