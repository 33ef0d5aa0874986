//! The parts that the JSON schema of a scenario is made of.

use super::json::Json;

/// Schemas of structs by name.
pub type Defs = base::Map<&'static str, Json>;

pub(crate) fn object(fields: &[(&str, Json)]) -> Json {
    Json::Object(
        fields
            .iter()
            .map(|(key, value)| ((*key).to_owned(), value.clone()))
            .collect(),
    )
}

pub(crate) fn any_of(choices: Vec<Json>) -> Json {
    object(&[("anyOf", Json::List(choices))])
}

/// A text of the given form.
pub(crate) fn text(pattern: &str) -> Json {
    object(&[("type", "string".into()), ("pattern", pattern.into())])
}

type Property = (&'static str, &'static str, fn(&mut Defs) -> Json);

pub(crate) fn of_struct(
    defs: &mut Defs,
    name: &'static str,
    about: &str,
    required: &[&str],
    properties: &[Property],
) -> Json {
    if !defs.contains_key(name) {
        defs.insert(name, Json::Null);
        let mut all = Vec::new();
        for (key, doc, schema) in properties {
            let mut property = vec![("description".to_owned(), doc.trim().into())];
            if let Json::Object(fields) = schema(defs) {
                property.extend(fields);
            }
            all.push(((*key).to_owned(), Json::Object(property)));
        }
        let mut fields = vec![
            ("description", about.trim().into()),
            ("type", "object".into()),
            ("properties", Json::Object(all)),
        ];
        if !required.is_empty() {
            let list = required.iter().map(|key| (*key).into()).collect();
            fields.push(("required", Json::List(list)));
        }
        defs.insert(name, object(&fields));
    }
    object(&[("$ref", Json::Text(format!("#/$defs/{name}")))])
}
