//! Shrinks a failing scenario: removes parts and reduces numbers while it still fails.

use serde_json::Value;

/// The most attempts; each is a run.
const TRIES: u32 = 4000;

/// Shrinks a document while `fails` returns true, which means that it fails in the same way.
pub fn shrink(document: &Value, mut fails: impl FnMut(&Value) -> bool) -> Value {
    let mut best = document.clone();
    let mut tries = 0;
    loop {
        let before = best.clone();
        for path in paths(&best) {
            let Some(smaller) = smaller(&best, &path) else {
                continue;
            };
            for candidate in smaller {
                tries += 1;
                if tries > TRIES {
                    return best;
                }
                if fails(&candidate) {
                    best = candidate;
                    break;
                }
            }
        }
        if best == before {
            return best;
        }
    }
}

/// Pointers to every value, large parts first, later list entries before earlier ones.
fn paths(document: &Value) -> Vec<String> {
    let mut paths = Vec::new();
    let mut level = vec![String::new()];
    while !level.is_empty() {
        let mut next = Vec::new();
        for path in &level {
            match document.pointer(path) {
                Some(Value::Object(fields)) => {
                    next.extend(fields.keys().map(|key| format!("{path}/{}", escaped(key))));
                }
                Some(Value::Array(list)) => {
                    next.extend((0..list.len()).rev().map(|at| format!("{path}/{at}")));
                }
                _ => {}
            }
        }
        paths.extend(next.iter().cloned());
        level = next;
    }
    paths
}

fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// The document without the value, or with a smaller number; `None` if the value no longer exists.
fn smaller(document: &Value, path: &str) -> Option<Vec<Value>> {
    if path == "/version" {
        return None;
    }
    let value = document.pointer(path)?;
    let (parent, last) = path.rsplit_once('/')?;
    let mut candidates = Vec::new();
    let mut without = document.clone();
    match without.pointer_mut(parent)? {
        Value::Object(fields) => {
            let key = last.replace("~1", "/").replace("~0", "~");
            fields.remove(&key);
            candidates.push(without);
        }
        Value::Array(list) => {
            let at: usize = last.parse().ok()?;
            list.remove(at);
            candidates.push(without);
        }
        _ => {}
    }
    if let Some(number) = value.as_u64().filter(|number| *number > 0) {
        for less in [0, number / 2, number - 1] {
            let mut changed = document.clone();
            *changed.pointer_mut(path)? = less.into();
            candidates.push(changed);
        }
    }
    Some(candidates)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn irrelevant_parts_are_left_out() {
        let document =
            json!({ "version": 1, "a": [1, { "b/c": 7, "d": 9 }, 3], "e": { "f": "g" } });
        let small = shrink(&document, |candidate| {
            let list = candidate["a"].as_array();
            list.is_some_and(|list| list.iter().any(|one| one["b/c"].as_u64() > Some(2)))
        });
        assert_eq!(small, json!({ "version": 1, "a": [{ "b/c": 3 }] }));
    }
}
