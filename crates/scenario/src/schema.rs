//! The JSON schema of a scenario, from its field tables.

use super::document::assumptions::Quantiles;
use super::field::{Field as _, FieldType, StructType};
use super::json::Json;

/// Schemas of structs by name.
pub type Defs = base::Map<&'static str, Json>;

/// The schema of a field type; structs are collected in `defs` and referenced.
pub(crate) fn of(kind: FieldType, defs: &mut Defs) -> Json {
    let integer = || Json::object([("type", "integer".into())]);
    let unsigned = || Json::object([("type", "integer".into()), ("minimum", Json::Int(0))]);
    let string = || Json::object([("type", "string".into())]);
    match kind {
        FieldType::Text => string(),
        FieldType::Bool => Json::object([("type", "boolean".into())]),
        FieldType::Int => any_of(vec![integer(), text("^-?[0-9]+$")]),
        FieldType::Number => Json::object([("type", "number".into())]),
        FieldType::Unsigned => any_of(vec![unsigned(), text("^[0-9]+$")]),
        FieldType::Edition => any_of(vec![
            Json::object([("enum", Json::List(vec![Json::Int(2026), Json::Int(2025)]))]),
            text("^(2026|2025|current|seed)$"),
        ]),
        FieldType::IntOrText => any_of(vec![unsigned(), text("^[0-9]+%$")]),
        FieldType::Duration => {
            any_of(vec![text("^-?([0-9]+(\\.[0-9]+)?(ms|s|m|h|d))+$"), integer()])
        }
        FieldType::Range => any_of(vec![of(FieldType::Duration, defs), of(Quantiles::TYPE, defs)]),
        FieldType::Instant => {
            let text =
                |format: &str| Json::object([("type", "string".into()), ("format", format.into())]);
            any_of(vec![text("date-time"), text("date")])
        }
        FieldType::At => any_of(vec![string(), integer()]),
        FieldType::Amount => any_of(vec![string(), Json::object([("type", "number".into())])]),
        FieldType::Any => Json::Object(Vec::new()),
        FieldType::Struct(spec) => of_struct(spec, defs),
        FieldType::List(items) => {
            let items = of(*items, defs);
            Json::object([("type", "array".into()), ("items", items)])
        }
        FieldType::Map(values) => {
            let values = of(*values, defs);
            Json::object([("type", "object".into()), ("additionalProperties", values)])
        }
    }
}

fn of_struct(spec: &'static StructType, defs: &mut Defs) -> Json {
    let name = spec.name;
    if !defs.contains_key(name) {
        defs.insert(name, Json::Null);
        let mut all = Vec::new();
        for field in spec.fields {
            let mut property = vec![("description".to_owned(), field.doc.trim().into())];
            if let Json::Object(fields) = of(field.holds(), defs) {
                property.extend(fields);
            }
            all.push((field.key.to_owned(), Json::Object(property)));
        }
        let mut fields = vec![
            ("description", spec.about.trim().into()),
            ("type", "object".into()),
            ("properties", Json::Object(all)),
        ];
        let required = spec.fields.iter().filter(|field| field.required);
        let required: Vec<Json> = required.map(|field| field.key.into()).collect();
        if !required.is_empty() {
            fields.push(("required", Json::List(required)));
        }
        defs.insert(name, Json::object(fields));
    }
    Json::object([("$ref", Json::Text(format!("#/$defs/{name}")))])
}

fn any_of(choices: Vec<Json>) -> Json {
    Json::object([("anyOf", Json::List(choices))])
}

/// A text of the given form.
fn text(pattern: &str) -> Json {
    Json::object([("type", "string".into()), ("pattern", pattern.into())])
}
