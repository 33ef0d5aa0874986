//! Edits of a scenario document: a JSON pointer and its new value.
//!
//! The text stays as written except for the edited place: fields keep their order, and unknown fields stay.

use super::json::Json;

/// A change of the document.
#[derive(Clone, PartialEq, Debug)]
pub enum Edit {
    /// Sets a value at a pointer; creates missing objects and lists.
    Set(String, Json),
    /// Removes the value at a pointer.
    Remove(String),
    /// Appends to the list at a pointer.
    Append(String, Json),
    /// Replaces the field at a pointer by one with another name and a value.
    Rename(String, String, Json),
}

/// Steps of a pointer (RFC 6901).
pub(crate) fn steps(pointer: &str) -> impl Iterator<Item = String> + '_ {
    pointer.split('/').skip(1).map(step_name)
}

/// A name as a step of a pointer.
pub fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// The name or index in a step of a pointer.
pub fn step_name(step: &str) -> String {
    step.replace("~1", "/").replace("~0", "~")
}

/// The value at a pointer.
pub fn at<'a>(json: &'a Json, pointer: &str) -> Option<&'a Json> {
    steps(pointer).try_fold(json, |json, step| match json {
        Json::List(items) => items.get(step.parse::<usize>().ok()?),
        _ => json.get(&step),
    })
}

/// The document after the edit.
pub fn apply(json: &Json, edit: &Edit) -> Json {
    apply_all(json, std::slice::from_ref(edit))
}

/// The document after the edits, one after the other.
pub fn apply_all(json: &Json, edits: &[Edit]) -> Json {
    let mut json = json.clone();
    for edit in edits {
        change(&mut json, edit);
    }
    json
}

fn change(json: &mut Json, edit: &Edit) {
    match edit {
        Edit::Set(pointer, value) => *place(json, pointer) = value.clone(),
        Edit::Remove(pointer) => remove(json, pointer),
        Edit::Rename(pointer, name, value) => {
            remove(json, pointer);
            if let Some((parent, _)) = pointer.rsplit_once('/') {
                *child(place(json, parent), name.clone()) = value.clone();
            }
        }
        Edit::Append(pointer, value) => {
            let list = place(json, pointer);
            if !matches!(list, Json::List(_)) {
                *list = Json::List(Vec::new());
            }
            if let Json::List(items) = list {
                items.push(value.clone());
            }
        }
    }
}

fn place<'a>(json: &'a mut Json, pointer: &str) -> &'a mut Json {
    steps(pointer).fold(json, child)
}

fn child(json: &mut Json, step: String) -> &mut Json {
    if let Json::List(items) = json {
        let last = items.len();
        let at = step.parse::<usize>().unwrap_or(last).min(last);
        if at == last {
            items.push(Json::Null);
        }
        return &mut items[at];
    }
    if !matches!(json, Json::Object(_)) {
        *json = Json::Object(Vec::new());
    }
    let Json::Object(fields) = json else {
        unreachable!("made an object above");
    };
    let at = fields.iter().rposition(|(name, _)| *name == step);
    let at = at.unwrap_or_else(|| {
        fields.push((step, Json::Null));
        fields.len() - 1
    });
    &mut fields[at].1
}

fn remove(json: &mut Json, pointer: &str) {
    let Some((parent, last)) = pointer.rsplit_once('/') else {
        return;
    };
    if at(json, parent).is_none() {
        return;
    }
    match place(json, parent) {
        Json::List(items) => {
            if let Some(at) = last.parse::<usize>().ok().filter(|at| *at < items.len()) {
                items.remove(at);
            }
        }
        Json::Object(fields) => {
            let name = step_name(last);
            fields.retain(|(other, _)| *other != name);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(before: &str, edit: Edit, after: &str) {
        let json = Json::parse(before).unwrap_or_default();
        assert_eq!(apply(&json, &edit).compact(), after);
    }

    #[test]
    fn an_edit_changes_its_place_and_nothing_else() {
        let two = Json::Int(2);
        check(
            r#"{"b":1,"pools":[{"x":{},"upgradeSettings":{"maxSurge":1}}]}"#,
            Edit::Set("/pools/0/upgradeSettings/maxSurge".to_owned(), two.clone()),
            r#"{"b":1,"pools":[{"x":{},"upgradeSettings":{"maxSurge":2}}]}"#,
        );
        check(
            r#"{"pools":[{}]}"#,
            Edit::Set("/pools/0/upgradeSettings/maxSurge".to_owned(), two.clone()),
            r#"{"pools":[{"upgradeSettings":{"maxSurge":2}}]}"#,
        );
        check(
            r#"{"a":1}"#,
            Edit::Append("/script".to_owned(), two.clone()),
            r#"{"a":1,"script":[2]}"#,
        );
        check(r#"{"script":[1,2,3]}"#, Edit::Remove("/script/1".to_owned()), r#"{"script":[1,3]}"#);
        check(r#"{"a/b":1,"c":2}"#, Edit::Remove("/a~1b".to_owned()), r#"{"c":2}"#);
        check(r#"{"c":2}"#, Edit::Remove("/x/y".to_owned()), r#"{"c":2}"#);
        check(
            r#"{"budgets":[{"min":1}]}"#,
            Edit::Rename("/budgets/0/min".to_owned(), "max".to_owned(), Json::Int(2)),
            r#"{"budgets":[{"max":2}]}"#,
        );
    }
}
