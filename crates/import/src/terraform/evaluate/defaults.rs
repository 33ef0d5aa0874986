//! The defaults in the types of variables: `map(object({ max_surge = optional(number, 1) }))`.

use hcl_edit::expr::{Expression, FuncCall};

use super::Evaluator;
use crate::terraform::env::Env;
use crate::terraform::scope::literal_key;
use scenario::json::Json;

impl<'a> Evaluator<'_, 'a> {
    /// The value with the defaults of attributes that it lacks.
    pub(super) fn with_defaults(
        &mut self,
        value: Json,
        kind: &Expression,
        env: &Env<'a>,
    ) -> Option<Json> {
        self.spend(1)?;
        let Some(kind) = call(kind) else { return Some(value) };
        match (kind.name.name.as_str(), value, kind.args.iter().next()) {
            ("optional", value, Some(of)) => self.with_defaults(value, of, env),
            ("list" | "set", Json::List(items), Some(of)) => {
                let items = items.into_iter().map(|item| self.with_defaults(item, of, env));
                items.collect::<Option<_>>().map(Json::List)
            }
            ("map", Json::Object(entries), Some(of)) => {
                let entries = entries.into_iter();
                let entries =
                    entries.map(|(key, value)| Some((key, self.with_defaults(value, of, env)?)));
                entries.collect::<Option<_>>().map(Json::Object)
            }
            ("object", Json::Object(mut entries), Some(Expression::Object(attributes))) => {
                for (key, of) in attributes {
                    let Some(name) = literal_key(key) else { continue };
                    let own = entries.iter_mut().find(|(key, _)| key == name);
                    if let Some((_, value)) = own {
                        let given = core::mem::replace(value, Json::Null);
                        *value = self.with_defaults(given, of.expr(), env)?;
                    } else if let Some(value) = self.default_of(of.expr(), env) {
                        entries.push((name.to_owned(), value));
                    }
                }
                Some(Json::Object(entries))
            }
            (_, value, _) => Some(value),
        }
    }

    /// The default of an attribute that a value lacks.
    pub(super) fn default_of(&mut self, kind: &Expression, env: &Env<'a>) -> Option<Json> {
        let optional = call(kind).filter(|call| call.name.name.as_str() == "optional")?;
        let default = match optional.args.iter().nth(1) {
            Some(default) => self.evaluate(default, env)?,
            None => Json::Null,
        };
        self.with_defaults(default, kind, env)
    }
}

/// The type of an attribute or an element of a type.
pub(super) fn inner<'t>(kind: &'t Expression, name: &str) -> Option<&'t Expression> {
    let call = call(kind)?;
    match (call.name.name.as_str(), call.args.iter().next()?) {
        ("optional", of) => inner(of, name),
        ("map", of) => Some(of),
        ("object", Expression::Object(attributes)) => {
            let mut attributes = attributes.iter();
            attributes.find(|(key, _)| literal_key(key) == Some(name)).map(|(_, of)| of.expr())
        }
        _ => None,
    }
}

fn call(kind: &Expression) -> Option<&FuncCall> {
    match kind {
        Expression::FuncCall(call) => Some(call),
        _ => None,
    }
}
