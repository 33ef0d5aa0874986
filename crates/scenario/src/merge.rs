//! Applies edits of a scenario to another document of the same cluster: a new import keeps the user's changes.
//!
//! Lists of named items are matched by name, because another dump has another order; every other list is one value.

use crate::document::budget::namespace;
use crate::json::Json;
use base::Map;

/// A user's edit: a path by names, the old value, and the new one.
#[derive(Clone, PartialEq, Debug)]
pub struct UserEdit {
    path: Vec<KeyStep>,
    pub before: Option<Json>,
    pub after: Option<Json>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum KeyStep {
    Field(String),
    /// An item of a list, by its key.
    Item(String),
}

/// A change whose old value differs in the new document.
#[derive(Clone, PartialEq, Debug)]
pub struct Clash {
    pub change: UserEdit,
    /// The new document's value at the place.
    pub now: Option<Json>,
    /// Was the change applied anyway? Otherwise its containing object is gone, and the change is dropped.
    pub kept: bool,
}

/// A document with changes applied.
#[derive(Clone, PartialEq, Debug)]
pub struct Merged {
    pub json: Json,
    pub clashes: Vec<Clash>,
}

impl UserEdit {
    /// Its place, as a pointer with names: `/pools/web/upgradeSettings/maxSurge`.
    pub fn place(&self) -> String {
        let mut place = String::new();
        for KeyStep::Field(name) | KeyStep::Item(name) in &self.path {
            place.push('/');
            place.push_str(name);
        }
        place
    }

    /// The place in two parts: the item of a list, without the list's name, and the field in it.
    pub fn item_and_field(&self) -> (String, String) {
        let (item, fields) = match &self.path[..] {
            [KeyStep::Field(_), KeyStep::Item(item), fields @ ..] => (item.clone(), fields),
            path => (String::new(), path),
        };
        let name = |(KeyStep::Field(name) | KeyStep::Item(name)): &KeyStep| name.clone();
        let names: Vec<String> = fields.iter().map(name).collect();
        (item, names.join("/"))
    }
}

/// The changes between a document and its edited version.
pub fn changes(base: &Json, edited: &Json) -> Vec<UserEdit> {
    let mut found = Vec::new();
    compare(Some(base), Some(edited), &mut Vec::new(), &mut found);
    found
}

/// Applies changes to another document. On conflict these changes win.
pub fn apply(changes: &[UserEdit], on: &Json) -> Merged {
    let mut json = on.clone();
    let mut clashes = Vec::new();
    for change in changes {
        let (now, kept) = match make(&mut json, change) {
            Ok(now) => (now, true),
            Err(MissingObject) => (None, false),
        };
        let agrees = kept && (now == change.before || now == change.after);
        // A removed value may have changed before, or be gone already.
        if !agrees && change.after.is_some() {
            let change = change.clone();
            clashes.push(Clash { change, now, kept });
        }
    }
    Merged { json, clashes }
}

fn compare(
    before: Option<&Json>,
    after: Option<&Json>,
    path: &mut Vec<KeyStep>,
    found: &mut Vec<UserEdit>,
) {
    if before == after {
        return;
    }
    // An object that only groups others isn't a change: the new document may have more in it.
    let grows = before.is_none() && matches!(path.last(), Some(KeyStep::Field(_)));
    let inside = match (before, after) {
        (Some(before), Some(after)) => parts(before, after),
        (None, Some(Json::Object(fields))) if grows && !fields.is_empty() => {
            after.and_then(|after| parts(&NO_FIELDS, after))
        }
        (None, Some(Json::List(items))) if grows && !items.is_empty() => {
            after.and_then(|after| parts(&NO_ITEMS, after))
        }
        _ => None,
    };
    let Some((before, after)) = inside else {
        found.push(UserEdit { path: path.clone(), before: before.cloned(), after: after.cloned() });
        return;
    };
    let (old, new) = (by_step(&before), by_step(&after));
    for (step, value) in &before {
        path.push(step.clone());
        compare(Some(*value), new.get(step).copied(), path, found);
        path.pop();
    }
    for (step, value) in &after {
        if !old.contains_key(step) {
            path.push(step.clone());
            compare(None, Some(*value), path, found);
            path.pop();
        }
    }
}

static NO_FIELDS: Json = Json::Object(Vec::new());
static NO_ITEMS: Json = Json::List(Vec::new());

type Parts<'a> = Vec<(KeyStep, &'a Json)>;

fn by_step<'a>(parts: &Parts<'a>) -> Map<KeyStep, &'a Json> {
    parts.iter().cloned().collect()
}

/// The parts of two values, if both have parts that can be matched by name.
fn parts<'a>(before: &'a Json, after: &'a Json) -> Option<(Parts<'a>, Parts<'a>)> {
    match (before, after) {
        (Json::Object(before), Json::Object(after)) => Some((fields(before)?, fields(after)?)),
        (Json::List(before), Json::List(after)) => {
            let by = |key: fn(&Json) -> Option<String>| items(before, key).zip(items(after, key));
            by(name).or_else(|| by(full_name))
        }
        _ => None,
    }
}

fn fields(fields: &[(String, Json)]) -> Option<Parts<'_>> {
    let step = |(name, value)| -> (KeyStep, &Json) { (KeyStep::Field(String::clone(name)), value) };
    with_distinct_names(fields.iter().map(|(name, value)| step((name, value))).collect())
}

fn items(items: &[Json], key: fn(&Json) -> Option<String>) -> Option<Parts<'_>> {
    let one = |item| Some((KeyStep::Item(key(item)?), item));
    with_distinct_names(items.iter().map(one).collect::<Option<_>>()?)
}

fn with_distinct_names(parts: Parts<'_>) -> Option<Parts<'_>> {
    (by_step(&parts).len() == parts.len()).then_some(parts)
}

/// `shop/web`; `web` without a namespace or in the default one.
pub fn name(item: &Json) -> Option<String> {
    let text = |key| item.get(key).and_then(Json::text);
    let name = text("name")?;
    Some(match namespace(text("namespace").unwrap_or("")) {
        "default" => name.to_owned(),
        namespace => format!("{namespace}/{name}"),
    })
}

/// A Deployment and a StatefulSet may have the same name.
fn full_name(item: &Json) -> Option<String> {
    let kind = item.get("kind").and_then(Json::text)?;
    Some(format!("{kind} {}", name(item)?))
}

/// The object that contains the change is missing.
struct MissingObject;

/// Applies a change, and returns the old value.
fn make(json: &mut Json, change: &UserEdit) -> Result<Option<Json>, MissingObject> {
    let Some((last, path)) = change.path.split_last() else {
        return Ok(Some(core::mem::replace(json, change.after.clone().unwrap_or_default())));
    };
    if !fits(json, change) {
        return Err(MissingObject);
    }
    let mut place = json;
    for (n, step) in path.iter().enumerate() {
        let makes_list = matches!(change.path.get(n + 1), Some(KeyStep::Item(_)));
        place = inside(place, step, makes_list)?;
    }
    let after = change.after.clone();
    match (place, last) {
        (Json::Object(fields), KeyStep::Field(name)) => {
            let at = fields.iter().rposition(|(other, _)| other == name);
            let after = after.map(|after| (name.clone(), after));
            Ok(replace(fields, at, after).map(|(_, before)| before))
        }
        (Json::List(items), KeyStep::Item(key)) => {
            let at = position(items, key);
            Ok(replace(items, at, after))
        }
        _ => Err(MissingObject),
    }
}

/// Replaces, removes or appends an entry, and returns the old one.
fn replace<T>(all: &mut Vec<T>, at: Option<usize>, after: Option<T>) -> Option<T> {
    match (at, after) {
        (Some(at), Some(after)) => Some(core::mem::replace(&mut all[at], after)),
        (Some(at), None) => Some(all.remove(at)),
        (None, after) => {
            all.extend(after);
            None
        }
    }
}

/// Does everything exist that contains the change? A missing field that only groups others can be created; an item can't.
fn fits(json: &Json, change: &UserEdit) -> bool {
    let mut place = json;
    let mut steps = change.path.iter();
    for step in &mut steps {
        let found = match (place, step) {
            (Json::Object(_), KeyStep::Field(name)) => place.get(name),
            (Json::List(items), KeyStep::Item(key)) => position(items, key).map(|at| &items[at]),
            _ => return false,
        };
        let Some(found) = found else {
            // A new item may be added to a new list.
            let is_new = change.before.is_none() || matches!(step, KeyStep::Field(_));
            let missing = steps.as_slice();
            let missing = if change.before.is_none() {
                missing.split_last().map_or(missing, |(_, before)| before)
            } else {
                missing
            };
            return is_new && missing.iter().all(|step| matches!(step, KeyStep::Field(_)));
        };
        place = found;
    }
    true
}

/// The value behind a step; creates missing values that only group others.
fn inside<'a>(
    json: &'a mut Json,
    step: &KeyStep,
    makes_list: bool,
) -> Result<&'a mut Json, MissingObject> {
    match (json, step) {
        (Json::Object(fields), KeyStep::Field(name)) => {
            let at = fields.iter().rposition(|(other, _)| other == name);
            let at = at.unwrap_or_else(|| {
                let made =
                    if makes_list { Json::List(Vec::new()) } else { Json::Object(Vec::new()) };
                fields.push((name.clone(), made));
                fields.len() - 1
            });
            fields.get_mut(at).map(|(_, value)| value).ok_or(MissingObject)
        }
        (Json::List(items), KeyStep::Item(key)) => {
            let at = position(items, key).ok_or(MissingObject)?;
            items.get_mut(at).ok_or(MissingObject)
        }
        _ => Err(MissingObject),
    }
}

fn position(items: &[Json], key: &str) -> Option<usize> {
    let is =
        |item: &Json| name(item).as_deref() == Some(key) || full_name(item).as_deref() == Some(key);
    items.iter().position(is)
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn json(text: &str) -> Json {
        Json::parse(text).unwrap_or_default()
    }

    fn shown(value: Option<&Json>) -> String {
        value.map_or("-".to_owned(), Json::compact)
    }

    /// The changes from a base to an edited document, and their result on a new one.
    fn check(base: &str, edited: &str, new: &str, wanted: Expect) {
        let changes = changes(&json(base), &json(edited));
        let merged = apply(&changes, &json(new));
        let mut text = String::new();
        for change in &changes {
            let (before, after) = (shown(change.before.as_ref()), shown(change.after.as_ref()));
            text += &format!("{}: {before} -> {after}\n", change.place());
        }
        for clash in &merged.clashes {
            let (place, now) = (clash.change.place(), shown(clash.now.as_ref()));
            let says = if clash.kept { "wins over" } else { "is lost, there" };
            text += &format!("clash at {place}: {says} {now}\n");
        }
        text += &merged.json.compact();
        text += "\n";
        wanted.assert_eq(&text);
    }

    #[test]
    fn edits_follow_the_names_of_pools() {
        check(
            r#"{"pools":[{"name":"a","max":1},{"name":"b","max":2}]}"#,
            r#"{"pools":[{"name":"a","max":1},{"name":"b","max":3}]}"#,
            r#"{"pools":[{"name":"c"},{"name":"b","max":2,"n":9},{"name":"a","max":1}]}"#,
            expect![[r#"
                /pools/b/max: 2 -> 3
                {"pools":[{"name":"c"},{"name":"b","max":3,"n":9},{"name":"a","max":1}]}
            "#]],
        );
    }

    #[test]
    fn an_edit_replaces_an_imported_value_and_is_reported() {
        check(
            r#"{"pools":[{"name":"a","u":{"maxSurge":2}}]}"#,
            r#"{"pools":[{"name":"a","u":{"maxSurge":3}}]}"#,
            r#"{"pools":[{"name":"a","u":{"maxSurge":1}}]}"#,
            expect![[r#"
                /pools/a/u/maxSurge: 2 -> 3
                clash at /pools/a/u/maxSurge: wins over 1
                {"pools":[{"name":"a","u":{"maxSurge":3}}]}
            "#]],
        );
    }

    #[test]
    fn an_edit_of_a_missing_item_is_lost_and_reported() {
        check(
            r#"{"budgets":[{"namespace":"shop","name":"web","max":1}]}"#,
            r#"{"budgets":[{"namespace":"shop","name":"web","max":2}]}"#,
            r#"{"budgets":[{"namespace":"other","name":"web","max":1}]}"#,
            expect![[r#"
                /budgets/shop/web/max: 1 -> 2
                clash at /budgets/shop/web/max: is lost, there -
                {"budgets":[{"namespace":"other","name":"web","max":1}]}
            "#]],
        );
    }

    #[test]
    fn added_and_removed_items_stay_so() {
        check(
            r#"{"budgets":[{"name":"old","max":1}],"seed":1}"#,
            r#"{"budgets":[{"name":"new","max":1}],"script":[1]}"#,
            r#"{"budgets":[{"name":"old","max":5},{"name":"more"}],"seed":2}"#,
            expect![[r#"
                /budgets/old: {"name":"old","max":1} -> -
                /budgets/new: - -> {"name":"new","max":1}
                /seed: 1 -> -
                /script: - -> [1]
                {"budgets":[{"name":"more"},{"name":"new","max":1}],"script":[1]}
            "#]],
        );
    }

    #[test]
    fn a_field_grows_where_nothing_was() {
        check(
            r#"{"pools":[{"name":"a"}]}"#,
            r#"{"pools":[{"name":"a","u":{"maxSurge":3}}],"budgets":[{"name":"b"}]}"#,
            r#"{"pools":[{"name":"a","u":{"strategy":"SURGE"}}]}"#,
            expect![[r#"
                /pools/a/u/maxSurge: - -> 3
                /budgets/b: - -> {"name":"b"}
                {"pools":[{"name":"a","u":{"strategy":"SURGE","maxSurge":3}}],"budgets":[{"name":"b"}]}
            "#]],
        );
        check(
            r#"{"budgets":[{"name":"a"}],"x":{"y":{"z":1}}}"#,
            r#"{"budgets":[{"name":"a"},{"name":"b"}],"x":{"y":{"z":2}}}"#,
            "{}",
            expect![[r#"
                /budgets/b: - -> {"name":"b"}
                /x/y/z: 1 -> 2
                clash at /x/y/z: wins over -
                {"budgets":[{"name":"b"}],"x":{"y":{"z":2}}}
            "#]],
        );
    }

    #[test]
    fn the_same_change_on_both_sides_is_no_conflict() {
        check(
            r#"{"pools":[{"name":"a","version":"1.32"}]}"#,
            r#"{"pools":[{"name":"a","version":"1.33"}]}"#,
            r#"{"pools":[{"name":"a","version":"1.33"}]}"#,
            expect![[r#"
                /pools/a/version: "1.32" -> "1.33"
                {"pools":[{"name":"a","version":"1.33"}]}
            "#]],
        );
    }

    #[test]
    fn a_list_without_names_is_one_value() {
        check(
            r#"{"script":[{"do":"upgrade","at":"0s"}]}"#,
            r#"{"script":[{"do":"upgrade","at":"0s"},{"do":"cancel","at":"9s"}]}"#,
            r#"{"script":[{"do":"upgrade","at":"5s"}]}"#,
            expect![[r#"
                /script: [{"do":"upgrade","at":"0s"}] -> [{"do":"upgrade","at":"0s"},{"do":"cancel","at":"9s"}]
                clash at /script: wins over [{"do":"upgrade","at":"5s"}]
                {"script":[{"do":"upgrade","at":"0s"},{"do":"cancel","at":"9s"}]}
            "#]],
        );
    }

    #[test]
    fn workloads_with_the_same_name_differ_by_kind() {
        check(
            r#"{"workloads":[{"kind":"Deployment","name":"a","n":1},{"kind":"StatefulSet","name":"a","n":1}]}"#,
            r#"{"workloads":[{"kind":"Deployment","name":"a","n":1},{"kind":"StatefulSet","name":"a","n":2}]}"#,
            r#"{"workloads":[{"kind":"StatefulSet","name":"a","n":1},{"kind":"Deployment","name":"a","n":1}]}"#,
            expect![[r#"
                /workloads/StatefulSet a/n: 1 -> 2
                {"workloads":[{"kind":"StatefulSet","name":"a","n":2},{"kind":"Deployment","name":"a","n":1}]}
            "#]],
        );
    }

    #[test]
    fn any_values_can_be_merged() {
        let values = [
            "null",
            "1",
            "[]",
            "{}",
            "[1]",
            r#"{"a":{"b":[{"name":"x"}]}}"#,
            r#"{"a":[]}"#,
            r#"{"a":{"b":[{"name":"x"},{"name":"x"}]}}"#,
            r#"{"a":{"b":[{"name":"x","c":1}]}}"#,
            r#"{"a":{"b":7},"a":{"b":8}}"#,
            r#"{"a":7}"#,
            r#"{"":{"":{}}}"#,
        ];
        for base in values.map(json) {
            for edited in values.map(json) {
                let changes = changes(&base, &edited);
                assert_eq!(apply(&changes, &base).clashes, []);
                for new in values.map(json) {
                    apply(&changes, &new);
                }
            }
        }
    }
}
