//! Names of objects, and duplicates.

use crate::found::{FileNotes, Sourced};
use crate::kubectl::object::Object;
use crate::notes;

/// Keeps the last of the objects with one name, in its place.
///
/// The name consists of parts; an object without one is kept.
pub(super) fn latest<T>(
    all: Vec<Sourced<T>>,
    notes: &mut FileNotes,
    name: impl Fn(&T) -> Option<[&str; 3]>,
) -> Vec<Sourced<T>> {
    let mut last = base::Map::new();
    for (at, sourced) in all.iter().enumerate() {
        if let Some(name) = name(&sourced.thing) {
            last.insert(name, at);
        }
    }
    if last.len() == all.len() {
        return all;
    }
    let mut is_last = Vec::with_capacity(all.len());
    for (at, sourced) in all.iter().enumerate() {
        let name = name(&sourced.thing);
        is_last.push(name.is_none_or(|name| last.get(&name) == Some(&at)));
        if let (Some([_, _, name]), Some(false)) = (name, is_last.last()) {
            notes.note(sourced.file, notes::REPEATED, name);
        }
    }
    let mut is_last = is_last.into_iter();
    all.into_iter().filter(|_| is_last.next() == Some(true)).collect()
}

/// Kind, namespace and name of an object, if it has a name.
pub(super) fn identity<'a>(kind: &'a str, object: &'a Object) -> Option<[&'a str; 3]> {
    let meta = &object.metadata;
    Some([kind, &meta.namespace, meta.name.some()?])
}

/// `namespace/name` of an object.
pub(crate) struct FullName<'a>(pub(crate) &'a Object);

impl core::fmt::Display for FullName<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let meta = &self.0.metadata;
        match meta.namespace.some() {
            Some(namespace) => write!(f, "{namespace}/{}", &*meta.name),
            None => f.write_str(&meta.name),
        }
    }
}
