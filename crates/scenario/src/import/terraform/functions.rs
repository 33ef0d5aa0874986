//! Terraform's functions, as far as they need nothing but their arguments.

use hcl_edit::expr::BinaryOperator;

use super::value::Value;

/// The result of a function; unknown where the function, or what it needs, is.
pub(super) fn call(name: &str, arguments: &[Value]) -> Value {
    let is_unknown = |value: &Value| matches!(value, Value::Unknown(_));
    // These take the first that is of use.
    match name {
        "try" => {
            let known = arguments.iter().find(|value| !is_unknown(value));
            return known.cloned().unwrap_or(Value::unknown());
        }
        "can" => {
            let known = arguments.first().filter(|value| !is_unknown(value));
            return known.map_or(Value::unknown(), |_| Value::Bool(true));
        }
        _ => {}
    }
    if let Some(unknown) = arguments.iter().find(|value| is_unknown(value)) {
        return unknown.clone();
    }
    result(name, arguments).unwrap_or(Value::unknown())
}

fn result(name: &str, arguments: &[Value]) -> Option<Value> {
    let first = arguments.first()?;
    let second = arguments.get(1);
    let text = |value: &Value| value.written();
    match name {
        "tostring" => text(first).map(Value::Text),
        "tonumber" | "parseint" => match first {
            Value::Text(text) => text.trim().parse().ok().map(Value::Int),
            number => Some(number.clone()),
        },
        "tobool" => match first.text() {
            Some(text) => text.parse().ok().map(Value::Bool),
            None => Some(first.clone()),
        },
        "tolist" | "tomap" | "sensitive" | "nonsensitive" => Some(first.clone()),
        "one" => match first.items() {
            [] => Some(Value::Null),
            [only] => Some(only.clone()),
            _ => None,
        },
        "toset" | "distinct" => {
            let mut seen: Vec<Value> = Vec::new();
            for item in first.items() {
                if !seen.contains(item) {
                    seen.push(item.clone());
                }
            }
            Some(Value::List(seen))
        }
        "compact" => {
            let full = |item: &&Value| !matches!(item, Value::Null) && item.text() != Some("");
            Some(Value::List(
                first.items().iter().filter(full).cloned().collect(),
            ))
        }
        "concat" => Some(Value::List(
            arguments
                .iter()
                .flat_map(Value::items)
                .cloned()
                .collect::<Vec<_>>(),
        )),
        "flatten" => {
            let mut flat = Vec::new();
            flatten(first, &mut flat);
            Some(Value::List(flat))
        }
        "merge" => {
            let mut all: Vec<(String, Value)> = Vec::new();
            for (key, value) in arguments.iter().flat_map(Value::entries) {
                match all.iter_mut().find(|(name, _)| name == key) {
                    Some((_, old)) => *old = value.clone(),
                    None => all.push((key.clone(), value.clone())),
                }
            }
            Some(Value::Object(all))
        }
        "lookup" => match first.get(second?.text()?) {
            Some(value) => Some(value.clone()),
            None => arguments.get(2).cloned(),
        },
        "coalesce" => {
            let full = |item: &&Value| !matches!(item, Value::Null) && item.text() != Some("");
            arguments.iter().find(full).cloned()
        }
        "coalescelist" => arguments
            .iter()
            .find(|list| !list.items().is_empty())
            .cloned(),
        "element" => {
            let items = first.items();
            let Value::Int(at) = second? else { return None };
            let at = at.rem_euclid(i64::try_from(items.len()).ok()?.max(1));
            items.get(usize::try_from(at).ok()?).cloned()
        }
        "slice" => match (second?, arguments.get(2)?) {
            (Value::Int(from), Value::Int(to)) => {
                let range = usize::try_from(*from).ok()?..usize::try_from(*to).ok()?;
                first
                    .items()
                    .get(range)
                    .map(|items| Value::List(items.to_vec()))
            }
            _ => None,
        },
        "length" => {
            let length = match first {
                Value::Text(text) => text.chars().count(),
                Value::List(items) => items.len(),
                Value::Object(entries) => entries.len(),
                _ => return None,
            };
            i64::try_from(length).ok().map(Value::Int)
        }
        "keys" => Some(Value::List(
            first
                .entries()
                .iter()
                .map(|(key, _)| Value::from(key.as_str()))
                .collect(),
        )),
        "values" => Some(Value::List(
            first
                .entries()
                .iter()
                .map(|(_, value)| value.clone())
                .collect(),
        )),
        "contains" => Some(Value::Bool(first.items().contains(second?))),
        "max" | "min" => {
            let numbers: Option<Vec<i64>> = arguments
                .iter()
                .map(|value| match value {
                    Value::Int(value) => Some(*value),
                    _ => None,
                })
                .collect();
            let numbers = numbers?.into_iter();
            let chosen = if name == "max" {
                numbers.max()
            } else {
                numbers.min()
            };
            chosen.map(Value::Int)
        }
        "ceil" | "floor" => match first {
            Value::Int(value) => Some(Value::Int(*value)),
            Value::Float(value) => {
                let whole = if name == "ceil" {
                    libm::ceil(*value)
                } else {
                    libm::floor(*value)
                };
                (whole.abs() < 9.0e15).then_some(Value::Int(whole as i64))
            }
            _ => None,
        },
        "lower" => Some(Value::Text(text(first)?.to_ascii_lowercase())),
        "upper" => Some(Value::Text(text(first)?.to_ascii_uppercase())),
        "trimspace" => Some(Value::from(text(first)?.trim())),
        "trimprefix" => {
            let (whole, prefix) = (text(first)?, text(second?)?);
            Some(Value::from(whole.strip_prefix(&prefix).unwrap_or(&whole)))
        }
        "trimsuffix" => {
            let (whole, suffix) = (text(first)?, text(second?)?);
            Some(Value::from(whole.strip_suffix(&suffix).unwrap_or(&whole)))
        }
        "replace" => {
            let (whole, old) = (text(first)?, text(second?)?);
            // Between slashes stands a regular expression.
            let plain = !old.is_empty() && !old.starts_with('/');
            plain.then_some(())?;
            bounded(whole.replace(&old, &text(arguments.get(2)?)?))
        }
        "split" => {
            let (by, whole) = (text(first)?, text(second?)?);
            (!by.is_empty()).then(|| Value::List(whole.split(&by).map(Value::from).collect()))
        }
        "join" => {
            let parts: Option<Vec<String>> = second?.items().iter().map(text).collect();
            bounded(parts?.join(&text(first)?))
        }
        "format" => format(&text(first)?, arguments.get(1..)?),
        "formatlist" => format_list(&text(first)?, arguments.get(1..)?),
        _ => None,
    }
}

/// Texts that grow beyond what a name or a label can be are given up.
fn bounded(text: String) -> Option<Value> {
    (text.len() <= 1 << 16).then_some(Value::Text(text))
}

fn flatten(value: &Value, flat: &mut Vec<Value>) {
    match value {
        Value::List(items) => items.iter().for_each(|item| flatten(item, flat)),
        other => flat.push(other.clone()),
    }
}

/// `format` with `%s`, `%d`, `%v` and `%%`.
fn format(pattern: &str, arguments: &[Value]) -> Option<Value> {
    let mut text = String::new();
    let mut arguments = arguments.iter();
    let mut chars = pattern.chars();
    while let Some(c) = chars.next() {
        if c != '%' {
            text.push(c);
            continue;
        }
        match chars.next()? {
            '%' => text.push('%'),
            's' | 'd' | 'v' => text.push_str(&arguments.next()?.written()?),
            _ => return None,
        }
    }
    bounded(text)
}

/// `format` once for each item of the lists among the arguments.
fn format_list(pattern: &str, arguments: &[Value]) -> Option<Value> {
    let lists = arguments
        .iter()
        .filter(|value| matches!(value, Value::List(_)));
    let long = lists.map(|list| list.items().len()).max()?;
    let mut all = Vec::new();
    let mut left = 1_usize << 20;
    for at in 0..long {
        // What is no list is the same each time.
        let each = arguments.iter().map(|value| match value {
            Value::List(items) => items.get(at).cloned(),
            one => Some(one.clone()),
        });
        let one = format(pattern, &each.collect::<Option<Vec<Value>>>()?)?;
        left = left.checked_sub(one.text().map_or(0, str::len) + 1)?;
        all.push(one);
    }
    Some(Value::List(all))
}

/// Keys and values of a collection, as `for` and `for_each` see them.
pub(super) fn pairs(collection: &Value) -> Option<Vec<(Value, Value)>> {
    match collection {
        Value::List(items) => Some(
            (0..)
                .zip(items)
                .map(|(at, item)| (Value::Int(at), item.clone()))
                .collect(),
        ),
        Value::Object(entries) => Some(
            entries
                .iter()
                .map(|(key, value)| (Value::from(key.as_str()), value.clone()))
                .collect(),
        ),
        Value::Null
        | Value::Bool(_)
        | Value::Int(_)
        | Value::Float(_)
        | Value::Text(_)
        | Value::Unknown(_) => None,
    }
}

pub(super) fn index(value: &Value, key: &Value) -> Value {
    let found = match (value, key) {
        (Value::List(items), Value::Int(at)) => {
            usize::try_from(*at).ok().and_then(|at| items.get(at))
        }
        (Value::Object(_), Value::Text(key)) => value.get(key),
        _ => None,
    };
    found.cloned().unwrap_or(Value::unknown())
}

/// Sums and comparisons of numbers.
pub(super) fn arithmetic(operator: BinaryOperator, left: &Value, right: &Value) -> Value {
    use BinaryOperator::{Div, Greater, GreaterEq, Less, LessEq, Minus, Mod, Mul, Plus};
    let number = |value: &Value| match value {
        Value::Int(value) => Some(*value as f64),
        Value::Float(value) => Some(*value),
        Value::Text(text) => text.parse().ok(),
        _ => None,
    };
    let (Some(a), Some(b)) = (number(left), number(right)) else {
        return Value::unknown();
    };
    let result = match operator {
        Less => return Value::Bool(a < b),
        LessEq => return Value::Bool(a <= b),
        Greater => return Value::Bool(a > b),
        GreaterEq => return Value::Bool(a >= b),
        Plus => a + b,
        Minus => a - b,
        Mul => a * b,
        Div if b != 0.0 => a / b,
        Mod if b != 0.0 => a % b,
        _ => return Value::unknown(),
    };
    if result.fract() == 0.0 && result.abs() < 9.0e15 {
        Value::Int(result as i64)
    } else if result.is_finite() {
        Value::Float(result)
    } else {
        Value::unknown()
    }
}
