//! Types of variables: `object({ spot = optional(bool, false) })` says what an object without the key has there.

use hcl_edit::expr::{Expression, FuncCall};

use super::scope::literal_key;
use super::value::Value;

/// Fills in what a value leaves out and its type has a default for.
pub(super) fn complete(value: &mut Value, kind: &Expression, worth: &dyn Fn(&Expression) -> Value) {
    let Expression::FuncCall(call) = kind else {
        return;
    };
    let Some(of) = call.args.iter().next() else {
        return;
    };
    match (call.name.name.as_str(), of, value) {
        ("list" | "set", of, Value::List(items)) => {
            items.iter_mut().for_each(|item| complete(item, of, worth));
        }
        ("map", of, Value::Object(entries)) => {
            for (_, value) in entries {
                complete(value, of, worth);
            }
        }
        ("object", Expression::Object(fields), Value::Object(entries)) => {
            for (key, field) in fields {
                if let Some(name) = literal_key(key) {
                    complete_field(entries, name, field.expr(), worth);
                }
            }
        }
        _ => {}
    }
}

fn complete_field(
    entries: &mut Vec<(String, Value)>,
    name: String,
    field: &Expression,
    worth: &dyn Fn(&Expression) -> Value,
) {
    let optional = match field {
        Expression::FuncCall(call) if call.name.name.as_str() == "optional" => Some(call),
        _ => None,
    };
    let at = entries.iter().rposition(|(other, _)| *other == name);
    let at = match (at, optional) {
        (Some(at), _) => at,
        (None, Some(_)) => {
            entries.push((name, Value::Null));
            entries.len() - 1
        }
        (None, None) => return,
    };
    let Some((_, value)) = entries.get_mut(at) else {
        return;
    };
    let argument = |call: &FuncCall, at: usize| call.args.iter().nth(at).map(worth);
    if let Some(default) = optional.filter(|_| *value == Value::Null)
        && let Some(default) = argument(default, 1)
    {
        *value = default;
    }
    let kind = optional.map_or(Some(field), |call| call.args.iter().next());
    if let Some(kind) = kind {
        complete(value, kind, worth);
    }
}
