//! From the names of a document to the numbers of ids.

use base::Map;

/// Numbers of ids by name, in the order of the list; of two of a name the first.
pub(crate) fn numbers<'a>(names: impl Iterator<Item = &'a str>) -> Map<&'a str, u32> {
    let mut all = Map::new();
    for (at, name) in names.enumerate() {
        all.entry(name).or_insert(at as u32);
    }
    all
}

/// Numbers of ids by `namespace/name` and by `name`; `None` = more than one has it.
pub(crate) type References = Map<String, Option<u32>>;

pub(crate) fn references<'a>(names: impl Iterator<Item = (&'a str, &'a str)>) -> References {
    let mut all = References::new();
    for (at, (namespace, name)) in names.enumerate() {
        for key in [format!("{namespace}/{name}"), name.to_owned()] {
            let twice = all.contains_key(&key);
            all.insert(key, (!twice).then_some(at as u32));
        }
    }
    all
}
