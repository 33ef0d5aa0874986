//! Works out expressions as far as the texts tell what they are worth.

use core::cell::OnceCell;

use hcl_edit::expr::{
    BinaryOp, BinaryOperator, Expression, ForExpr, FuncCall, Object, Traversal, TraversalOperator,
    UnaryOperator,
};
use hcl_edit::structure::Block;
use hcl_edit::template::Element;
use hcl_edit::{Decorated, Span};

use super::functions;
use super::known;
use super::scope::{Bound, Definition, Env, Place, Scope, labels, literal_key};
use super::types;
use super::value::Value;

/// Deeper than this, references and parentheses together, nothing is worked out.
const DEPTH: usize = 100;
/// The longest text that is put together.
const LONGEST: usize = 1 << 16;
/// An expression is quoted up to here.
const QUOTED: usize = 60;
const SOURCE: usize = 1024;

/// The worth of an argument; what is unknown of it is named after it.
pub(super) fn argument(scope: &Scope<'_>, name: &str, expr: &Expression, env: Env<'_>) -> Value {
    let worth = Worth { scope, depth: 0 };
    let mut value = worth.of(expr, env);
    let label = OnceCell::new();
    value.label(&|| {
        label
            .get_or_init(|| quote(scope, name, expr, env.text))
            .clone()
    });
    value
}

/// `line 12: node_count = var.nodes`.
pub(super) fn quote(scope: &Scope<'_>, name: &str, expr: &Expression, text: &str) -> String {
    let span = expr.span().unwrap_or_default();
    let line = scope.line_of(text, span.start);
    let source = text.get(span).unwrap_or_default();
    // The rest would be cut off anyway.
    let source = source
        .get(..source.ceil_char_boundary(SOURCE))
        .unwrap_or(source);
    let mut words = source.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((end, _)) = words.char_indices().nth(QUOTED) {
        words.truncate(end);
        words.push('…');
    }
    format!("line {line}: {name} = {words}")
}

#[derive(Clone, Copy)]
struct Worth<'s, 'a> {
    scope: &'s Scope<'a>,
    depth: usize,
}

impl Worth<'_, '_> {
    fn of(self, expr: &Expression, env: Env<'_>) -> Value {
        if self.depth > DEPTH || !self.scope.steps(1) {
            return Value::unknown();
        }
        let deeper = Self {
            depth: self.depth + 1,
            ..self
        };
        let value = deeper.worked_out(expr, env);
        // What is handed on from elsewhere can be large without being written.
        let handed_on = matches!(
            expr,
            Expression::Variable(_) | Expression::Traversal(_) | Expression::FuncCall(_)
        );
        if handed_on && !self.scope.steps(value.size()) {
            return Value::unknown();
        }
        value
    }

    fn worked_out(self, expr: &Expression, env: Env<'_>) -> Value {
        match expr {
            Expression::Null(_) => Value::Null,
            Expression::Bool(value) => Value::Bool(*value.value()),
            Expression::Number(number) => match (number.as_i64(), number.as_f64()) {
                (Some(value), _) => Value::Int(value),
                (None, Some(value)) => Value::Float(value),
                (None, None) => Value::unknown(),
            },
            Expression::String(text) => Value::from(text.as_str()),
            Expression::Array(items) => {
                Value::List(items.iter().map(|item| self.of(item, env)).collect())
            }
            Expression::Object(object) => self.object(object, env),
            Expression::StringTemplate(template) => {
                let mut elements = template.iter();
                match (elements.next(), elements.next()) {
                    // `"${var.nodes}"` is what it holds, of whatever type.
                    (Some(Element::Interpolation(inner)), None) => self.of(&inner.expr, env),
                    _ => self.template(template.iter(), env),
                }
            }
            Expression::HeredocTemplate(heredoc) => self.template(heredoc.template.iter(), env),
            Expression::Parenthesis(inner) => self.of(inner.inner(), env),
            Expression::Variable(name) => {
                env.get(name.as_str()).cloned().unwrap_or(Value::unknown())
            }
            Expression::Conditional(choice) => match self.of(&choice.cond_expr, env) {
                Value::Bool(true) => self.of(&choice.true_expr, env),
                Value::Bool(false) => self.of(&choice.false_expr, env),
                _ => Value::unknown(),
            },
            Expression::FuncCall(call) => self.call(call, env),
            Expression::Traversal(traversal) => self.traversal(traversal, env),
            Expression::UnaryOp(op) => {
                let value = self.of(&op.expr, env);
                match (*op.operator.value(), value) {
                    (UnaryOperator::Neg, Value::Int(value)) => {
                        value.checked_neg().map_or(Value::unknown(), Value::Int)
                    }
                    (UnaryOperator::Neg, Value::Float(value)) => Value::Float(-value),
                    (UnaryOperator::Not, Value::Bool(value)) => Value::Bool(!value),
                    _ => Value::unknown(),
                }
            }
            Expression::BinaryOp(op) => self.binary(op, env),
            Expression::ForExpr(each) => self.each(each, env),
        }
    }

    fn object(self, object: &Object, env: Env<'_>) -> Value {
        let mut entries = Vec::with_capacity(object.len());
        for (key, value) in object {
            let name = literal_key(key).or_else(|| self.of(key.as_expr()?, env).written());
            let Some(name) = name else {
                return Value::unknown();
            };
            let expr = value.expr();
            let mut worth = self.of(expr, env);
            let label = OnceCell::new();
            worth.label(&|| {
                label
                    .get_or_init(|| quote(self.scope, &name, expr, env.text))
                    .clone()
            });
            entries.push((name, worth));
        }
        Value::Object(entries)
    }

    fn template<'t>(self, elements: impl Iterator<Item = &'t Element>, env: Env<'_>) -> Value {
        let mut text = String::new();
        for element in elements {
            match element {
                Element::Literal(literal) => text.push_str(literal),
                Element::Interpolation(inner) => match self.of(&inner.expr, env).written() {
                    Some(written) => text.push_str(&written),
                    None => return Value::unknown(),
                },
                Element::Directive(_) => return Value::unknown(),
            }
            if text.len() > LONGEST {
                return Value::unknown();
            }
        }
        Value::Text(text)
    }

    fn call(self, call: &FuncCall, env: Env<'_>) -> Value {
        let mut arguments: Vec<Value> = call.args.iter().map(|arg| self.of(arg, env)).collect();
        if call.args.expand_final() {
            match arguments.pop() {
                Some(Value::List(items)) => arguments.extend(items),
                _ => return Value::unknown(),
            }
        }
        match functions::call(call.name.name.as_str(), &arguments) {
            Value::Text(text) if text.len() > LONGEST => Value::unknown(),
            value => value,
        }
    }

    fn binary(self, op: &BinaryOp, env: Env<'_>) -> Value {
        use BinaryOperator::{And, Eq, NotEq, Or};
        let left = self.of(&op.lhs_expr, env);
        let operator = *op.operator.value();
        // What stands on the right need not be known where the left decides.
        match (operator, &left) {
            (And, Value::Bool(false)) => return Value::Bool(false),
            (Or, Value::Bool(true)) => return Value::Bool(true),
            _ => {}
        }
        let right = self.of(&op.rhs_expr, env);
        let is_unknown = |value: &Value| matches!(value, Value::Unknown(_));
        if is_unknown(&left) || is_unknown(&right) {
            return Value::unknown();
        }
        match (operator, &left, &right) {
            (Eq, _, _) => Value::Bool(left == right),
            (NotEq, _, _) => Value::Bool(left != right),
            (And | Or, Value::Bool(_), Value::Bool(right)) => Value::Bool(*right),
            _ => functions::arithmetic(operator, &left, &right),
        }
    }

    fn each(self, each: &ForExpr, env: Env<'_>) -> Value {
        let collection = self.of(&each.intro.collection_expr, env);
        let Some(pairs) = functions::pairs(&collection) else {
            return Value::unknown();
        };
        let mut entries: Vec<(String, Value)> = Vec::new();
        let mut items = Vec::new();
        for (key, value) in pairs {
            let outer = Bound {
                name: each.intro.key_var.as_ref().map_or("", |name| name.as_str()),
                value: key,
                outer: env.bound,
            };
            let inner = Bound {
                name: each.intro.value_var.as_str(),
                value,
                outer: Some(&outer),
            };
            let env = env.with(&inner);
            if let Some(condition) = &each.cond {
                match self.of(&condition.expr, env) {
                    Value::Bool(true) => {}
                    Value::Bool(false) => continue,
                    _ => return Value::unknown(),
                }
            }
            let worth = self.of(&each.value_expr, env);
            match &each.key_expr {
                None => items.push(worth),
                Some(key) => match self.of(key, env).written() {
                    // Values of one key are grouped, or the last one counts.
                    Some(key) if each.grouping => {
                        match entries.iter_mut().find(|(name, _)| *name == key) {
                            Some((_, Value::List(group))) => group.push(worth),
                            _ => entries.push((key, Value::List(vec![worth]))),
                        }
                    }
                    Some(key) => entries.push((key, worth)),
                    None => return Value::unknown(),
                },
            }
        }
        match each.key_expr {
            None => Value::List(items),
            Some(_) => Value::Object(entries),
        }
    }

    fn traversal(self, traversal: &Traversal, env: Env<'_>) -> Value {
        let operators: Vec<&TraversalOperator> =
            traversal.operators.iter().map(Decorated::value).collect();
        let Expression::Variable(root) = &traversal.expr else {
            let value = self.of(&traversal.expr, env);
            return self.follow(value, &operators, env);
        };
        let root = root.as_str();
        if let Some(value) = env.get(root) {
            return self.follow(value.clone(), &operators, env);
        }
        let Some((TraversalOperator::GetAttr(name), mut rest)) = operators.split_first() else {
            return Value::unknown();
        };
        let mut name_of = format!("{root}.{}", name.as_str());
        if let ("data", Some((TraversalOperator::GetAttr(label), after))) =
            (root, rest.split_first())
        {
            name_of = format!("{name_of}.{}", label.as_str());
            rest = after;
        }
        let place = match root {
            "var" => self.scope.variable(name.as_str(), env.text),
            _ => self.scope.get(&name_of).map(Ok),
        };
        let (place, is_set) = match place {
            Some(Ok(place)) => (place, false),
            Some(Err(place)) => (place, true),
            None => return Value::unknown(),
        };
        let there = Env::of(place.text);
        match place.what {
            Definition::Expression(expr) => {
                let work = || self.of(expr, there);
                let mut value = if is_set {
                    self.scope.local.outside(work)
                } else {
                    work()
                };
                if let Some(kind) = self.scope.type_of(name.as_str()).filter(|_| root == "var") {
                    types::complete(&mut value, kind, &|expr| self.of(expr, there));
                }
                self.follow(value, rest, env)
            }
            Definition::Block(block) => {
                // `[0]` and `["key"]` choose one of several that are written once.
                let one = rest
                    .iter()
                    .position(|op| matches!(op, TraversalOperator::GetAttr(_)))
                    .unwrap_or(rest.len());
                let Some((TraversalOperator::GetAttr(name), rest)) =
                    rest.get(one..).and_then(<[_]>::split_first)
                else {
                    return Value::unknown();
                };
                let chosen = operators.get(1..=one).unwrap_or_default();
                let instance = chosen.iter().find_map(|operator| match operator {
                    TraversalOperator::Index(key) => {
                        self.instance(block, there, &self.of(key, env))
                    }
                    _ => None,
                });
                let there = instance.as_ref().map_or(there, |bound| there.with(bound));
                let value = self.of_block(block, name.as_str(), there);
                self.follow(value, rest, env)
            }
        }
    }

    /// An attribute of a block; links and ids end in the name.
    fn of_block(self, block: &Block, name: &str, there: Env<'_>) -> Value {
        let get = |name| {
            let attribute = block.body.get_attribute(name)?;
            Some(self.of(&attribute.value, there))
        };
        let is_module = block.ident.as_str() == "module";
        if is_module && known::of_call(block).is_none() {
            // What other modules put out is theirs to say.
            let label = labels(block).first().copied().unwrap_or_default();
            let output = self.scope.get(&format!("output.{name}"));
            return match output.filter(|_| self.scope.local.is_call(label)) {
                Some(Place {
                    text,
                    what: Definition::Expression(expr),
                }) => self.of(expr, Env::of(text)),
                _ => Value::unknown(),
            };
        }
        let is_cluster = labels(block).first() == Some(&"google_container_cluster");
        // A zonal cluster of a module is in the first of its zones.
        let place = || match get("location") {
            None if is_module && get("regional").is_none() => get("region"),
            location => location,
        };
        let found = match name {
            "cluster_name" => get("name"),
            "id" | "self_link" | "cluster_id" => match (get("name"), place()) {
                _ if !is_module && !is_cluster => get("name"),
                (Some(Value::Text(name)), Some(Value::Text(place))) => Some(Value::Text(format!(
                    "projects/-/locations/{place}/clusters/{name}"
                ))),
                (name, _) => name,
            },
            "location" | "region" => get(name).or_else(place),
            other => get(other),
        };
        found.unwrap_or(Value::unknown())
    }

    /// What `each` or `count` is in the instance of a block that a key chooses.
    fn instance<'e>(self, block: &Block, there: Env<'_>, key: &Value) -> Option<Bound<'e>> {
        let (name, fields) = if block.body.has_attribute("count") {
            ("count", vec![("index", key.clone())])
        } else {
            let each = block.body.get_attribute("for_each")?;
            let collection = self.of(&each.value, there);
            let is_set = matches!(collection, Value::List(_));
            let pairs = functions::pairs(&collection)?;
            let is_key =
                |(at, value): &(Value, Value)| if is_set { value == key } else { at == key };
            let (_, value) = pairs.into_iter().find(is_key)?;
            ("each", vec![("key", key.clone()), ("value", value)])
        };
        let fields = fields.into_iter();
        Some(Bound {
            name,
            value: Value::Object(fields.map(|(key, value)| (key.to_owned(), value)).collect()),
            outer: None,
        })
    }

    /// Follows `.name`, `[0]` and `[*]` into a value.
    fn follow(self, value: Value, operators: &[&TraversalOperator], env: Env<'_>) -> Value {
        let mut value = value;
        for (at, operator) in operators.iter().enumerate() {
            let key = match operator {
                TraversalOperator::GetAttr(name) => Value::from(name.as_str()),
                TraversalOperator::Index(expr) => self.of(expr, env),
                TraversalOperator::LegacyIndex(index) => {
                    i64::try_from(*index.value()).map_or(Value::unknown(), Value::Int)
                }
                TraversalOperator::AttrSplat(_) | TraversalOperator::FullSplat(_) => {
                    let rest = operators.get(at + 1..).unwrap_or_default();
                    let items = match value {
                        Value::List(items) => items,
                        Value::Null => Vec::new(),
                        Value::Unknown(_) => return Value::unknown(),
                        one => vec![one],
                    };
                    let each = items.into_iter().map(|item| self.follow(item, rest, env));
                    return Value::List(each.collect());
                }
            };
            value = functions::index(&value, &key);
            if matches!(value, Value::Unknown(_)) {
                return value;
            }
        }
        value
    }
}
