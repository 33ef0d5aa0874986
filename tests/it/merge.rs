//! Edits applied to a new import: without edits the result is the import, without a new import the edited scenario.

use proptest::prelude::*;
use scenario::json::Json;
use scenario::merge::{apply, changes};

/// Documents of the shape of a scenario: objects, lists of named things, lists of others.
fn document() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        (0..4_i64).prop_map(Json::Int),
        "[a-c]".prop_map(Json::Text),
        Just(Json::Null),
        Just(Json::Object(Vec::new())),
    ];
    leaf.prop_recursive(4, 40, 4, |inner| {
        let fields = prop::collection::btree_map("[a-d]", inner.clone(), 0..4);
        let object = fields.prop_map(|fields| Json::Object(fields.into_iter().collect()));
        let named = prop::collection::btree_map("[a-d]", inner.clone(), 0..4);
        let named = named.prop_map(|items| {
            let item = |(name, value): (String, Json)| {
                let name = ("name".to_owned(), Json::Text(name));
                Json::Object(vec![name, ("value".to_owned(), value)])
            };
            Json::List(items.into_iter().map(item).collect())
        });
        let list = prop::collection::vec(inner, 0..3).prop_map(Json::List);
        prop_oneof![object, named, list]
    })
}

/// The order of fields, and of things that have names, says nothing.
fn sorted(json: &Json) -> Json {
    match json {
        Json::Object(fields) => {
            let mut fields: Vec<_> = fields.iter().map(|(k, v)| (k.clone(), sorted(v))).collect();
            fields.sort_by(|a, b| a.0.cmp(&b.0));
            Json::Object(fields)
        }
        Json::List(items) => {
            let mut items: Vec<_> = items.iter().map(sorted).collect();
            if items.iter().all(|item| item.get("name").is_some()) {
                items.sort_by_key(|item| item.get("name").map(Json::compact));
            }
            Json::List(items)
        }
        other => other.clone(),
    }
}

proptest! {
    #[test]
    fn a_merge_without_edits_is_the_new_import(base in document(), new in document()) {
        let merged = apply(&changes(&base, &base), &new);
        prop_assert_eq!(merged.json, new);
        prop_assert_eq!(merged.clashes, []);
    }

    #[test]
    fn edits_on_the_same_import_give_the_edited_scenario(base in document(), edited in document()) {
        let merged = apply(&changes(&base, &edited), &base);
        prop_assert_eq!(sorted(&merged.json), sorted(&edited));
        prop_assert_eq!(merged.clashes, []);
    }

    #[test]
    fn every_edit_is_there_or_is_a_clash(base in document(), edited in document(), new in document()) {
        let edits = changes(&base, &edited);
        let merged = apply(&edits, &new);
        let left = changes(&merged.json, &apply(&edits, &merged.json).json);
        for change in left {
            prop_assert!(merged.clashes.iter().any(|clash| !clash.kept), "{}", change.place());
        }
    }
}
