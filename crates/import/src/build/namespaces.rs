//! Manifests without a namespace beside a cluster, as charts write them: the namespace is that of the person's command.

use crate::found::{FileNotes, Found};
use crate::kubectl::kind::ObjectKind;
use crate::kubectl::object::Object;
use crate::notes;
use crate::subject::Subject;

/// Gives them that of the cluster's only object of that kind and name, or that of the others in their file.
pub(super) fn settle(found: &mut Found, notes: &mut FileNotes) {
    let explicit = core::mem::take(&mut found.in_default);
    let lacks = |file: usize, object: &Object| {
        let meta = &object.metadata;
        let key = (file, object.kind.0.clone(), meta.name.0.clone());
        meta.namespace.is_empty() && meta.created.is_empty() && !explicit.contains(&key)
    };
    // By kind and name, the namespaces and the files of objects that have one.
    let mut known: base::Map<(&str, String), base::Set<(String, usize)>> = base::Map::new();
    for (file, kind, object) in objects(found).filter(|(file, _, one)| !lacks(*file, one)) {
        let meta = &object.metadata;
        let own = known.entry((kind.name(), meta.name.0.clone())).or_default();
        own.insert((meta.namespace.0.clone(), file));
    }
    // By file, the namespaces of objects of the same name.
    let mut spaces: base::Map<usize, base::Set<String>> = base::Map::new();
    let only = |file: usize, kind: ObjectKind, object: &Object| {
        let own = known.get(&(kind.name(), object.metadata.name.0.clone()))?;
        let mut others = own.iter().filter(|(_, by)| *by != file).map(|(space, _)| space);
        let first = others.next()?;
        others.all(|other| other == first).then(|| first.clone())
    };
    for (file, kind, object) in objects(found).filter(|(file, _, one)| lacks(*file, one)) {
        if let Some(space) = only(file, kind, object) {
            spaces.entry(file).or_default().insert(space);
        }
    }
    let files: base::Set<usize> = known.values().flatten().map(|(_, by)| *by).collect();
    let is_beside = |file: usize| files.iter().any(|by| *by != file);
    let mut taken = Vec::new();
    for (file, kind, object) in objects(found) {
        let is_open = lacks(file, object) && is_beside(file);
        let of_file = spaces.get(&file).filter(|spaces| spaces.len() == 1);
        let of_file = of_file.and_then(|spaces| spaces.iter().next().cloned());
        taken.push(is_open.then(|| (kind, only(file, kind, object).or(of_file))));
    }
    let mut taken = taken.into_iter();
    for (file, object) in objects_mut(found) {
        let Some((kind, space)) = taken.next().flatten() else { continue };
        let is_known = space.is_some();
        object.metadata.namespace.0 = space.unwrap_or_default();
        let note = if is_known { notes::NAMESPACE } else { notes::DEFAULT_NAMESPACE };
        let meta = &object.metadata;
        let place = meta.namespace.some().unwrap_or("default");
        let said = format_args!("{} {} ({place})", kind.name(), &*meta.name);
        notes.about(file, note, said, Subject::object(kind, meta));
    }
}

fn objects(found: &Found) -> impl Iterator<Item = (usize, ObjectKind, &Object)> {
    let controllers = found.controllers.iter().map(|one| (one.file, one.thing.0, &*one.thing.1));
    let budgets = found.budgets.iter().map(|one| (one.file, ObjectKind::Budget, &*one.thing));
    let services = found.services.iter().map(|one| (one.file, ObjectKind::Service, &*one.thing));
    controllers.chain(budgets).chain(services)
}

/// The same, in the same order.
fn objects_mut(found: &mut Found) -> impl Iterator<Item = (usize, &mut Object)> {
    let controllers = found.controllers.iter_mut().map(|one| (one.file, &mut *one.thing.1));
    let budgets = found.budgets.iter_mut().map(|one| (one.file, &mut *one.thing));
    let services = found.services.iter_mut().map(|one| (one.file, &mut *one.thing));
    controllers.chain(budgets).chain(services)
}
