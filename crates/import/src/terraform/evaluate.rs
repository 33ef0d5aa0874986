//! Evaluates expressions: all but directives of templates, and functions that need a network or are rare.
//!
//! What can't be evaluated is unknown: the argument is omitted, and its place is reported. That, and `try`, which evaluates its
//! arguments one by one, are why it isn't `hcl::eval`.

mod calls;
mod defaults;
mod loops;
mod operators;

use hcl_edit::expr::{Expression, FuncCall, Object, ObjectKey, Traversal, TraversalOperator};
use hcl_edit::structure::{Block, Body};
use hcl_edit::template::Element;
use hcl_edit::{Decorated, Span};

use super::env::Env;
use super::functions::{self, LONGEST};
use super::module::makes;
use super::scope::{Definition, File, Scopes, address_of, literal_key};
use crate::configured::whole;
use crate::notes::{self, Note};
use crate::text::{excerpt, position};
use scenario::instant;
use scenario::json::Json;

/// The deepest nesting of references and parentheses that is evaluated.
const DEPTH: usize = 100;
/// The most expressions and values evaluated per file: a few lines can require billions.
const STEPS: usize = 200_000;
/// The most instances of one block.
const INSTANCES: usize = 1000;

pub(super) struct Evaluator<'s, 'a> {
    pub(super) scopes: &'s Scopes<'a>,
    depth: usize,
    steps: usize,
    /// Does a variable without a value keep the current argument from being evaluated?
    lacks_value: bool,
    /// What wasn't evaluated, with its place.
    pub(super) problems: Vec<(Note, String)>,
}

/// Arguments and blocks that decide when maintenance may begin.
const OF_POLICY: [&str; 6] =
    ["start_time", "end_time", "recurrence", "scope", "channel", "release_channel"];

impl<'s, 'a> Evaluator<'s, 'a> {
    pub(super) fn new(scopes: &'s Scopes<'a>) -> Self {
        Self { scopes, depth: 0, steps: STEPS, lacks_value: false, problems: Vec::new() }
    }

    /// The block with this address in a file's module.
    pub(super) fn block(&self, address: &str, file: &File<'_>) -> Option<&'a Block> {
        match self.scopes.of_file(file).get(address)? {
            Definition::Block(_, block) => Some(block),
            Definition::Expression(..) | Definition::Ambiguous => None,
        }
    }

    /// The value of an argument; null with a problem if it can't be evaluated.
    pub(super) fn argument(&mut self, name: &str, expression: &Expression, env: &Env<'a>) -> Json {
        let problems = self.problems.len();
        self.lacks_value = false;
        self.evaluate(expression, env).unwrap_or_else(|| {
            self.problem(problems, name, name, expression, env);
            Json::Null
        })
    }

    /// Notes that an argument or a block isn't evaluated, in place of what is noted of its parts.
    fn problem(
        &mut self,
        before: usize,
        name: &str,
        said: &str,
        expression: &Expression,
        env: &Env<'a>,
    ) {
        let note = match () {
            () if OF_POLICY.contains(&name) || name.contains("maintenance_") => {
                notes::POLICY_NOT_EVALUATED
            }
            () if self.lacks_value => notes::NOT_EVALUATED,
            () => notes::NOT_SUPPORTED,
        };
        self.problems.truncate(before);
        self.problems.push((note, quote(said, expression, env.file)));
    }

    fn evaluate(&mut self, expression: &Expression, env: &Env<'a>) -> Option<Json> {
        if self.depth >= DEPTH {
            return None;
        }
        self.spend(1)?;
        self.depth += 1;
        let value = self.evaluate_one(expression, env);
        self.depth -= 1;
        let value = value?;
        // A referenced value can be much larger than the expression.
        if matches!(
            expression,
            Expression::Traversal(_) | Expression::FuncCall(_) | Expression::Variable(_)
        ) {
            self.spend(size(&value))?;
        }
        Some(value)
    }

    fn spend(&mut self, steps: usize) -> Option<()> {
        let left = self.steps.checked_sub(steps);
        self.steps = left.unwrap_or_default();
        left.map(|_| ())
    }

    fn evaluate_one(&mut self, expression: &Expression, env: &Env<'a>) -> Option<Json> {
        match expression {
            Expression::Null(_) => Some(Json::Null),
            Expression::Bool(value) => Some(Json::Bool(*value.value())),
            Expression::Number(number) => {
                let int = number.as_i64().map(Json::Int);
                int.or_else(|| number.as_f64().map(Json::Float))
            }
            Expression::String(text) => Some(Json::from(text.as_str())),
            Expression::Array(items) => {
                let items = items.iter().map(|item| self.evaluate(item, env));
                items.collect::<Option<_>>().map(Json::List)
            }
            Expression::Object(object) => self.object(object, env),
            Expression::StringTemplate(template) => {
                let mut elements = template.iter();
                match (elements.next(), elements.next()) {
                    // `"${var.nodes}"` keeps the type of its value.
                    (Some(Element::Interpolation(inner)), None) => self.evaluate(&inner.expr, env),
                    _ => self.template(template.iter(), env),
                }
            }
            Expression::HeredocTemplate(heredoc) => self.template(heredoc.template.iter(), env),
            Expression::Parenthesis(inner) => self.evaluate(inner.inner(), env),
            Expression::Variable(name) => env.get(name.as_str()).cloned(),
            Expression::Conditional(choice) => match self.evaluate(&choice.cond_expr, env)? {
                Json::Bool(true) => self.evaluate(&choice.true_expr, env),
                Json::Bool(false) => self.evaluate(&choice.false_expr, env),
                _ => None,
            },
            Expression::FuncCall(call) => self.call(call, env),
            Expression::Traversal(traversal) => self.traversal(traversal, env),
            Expression::UnaryOp(op) => {
                let value = self.evaluate(&op.expr, env)?;
                operators::unary(*op.operator.value(), &value)
            }
            Expression::BinaryOp(op) => self.binary(op, env),
            Expression::ForExpr(each) => self.for_each(each, env),
        }
    }

    fn object(&mut self, object: &Object, env: &Env<'a>) -> Option<Json> {
        let mut entries = Vec::with_capacity(object.len());
        for (key, value) in object {
            let name = match literal_key(key) {
                Some(name) => name.to_owned(),
                None => functions::text(&self.evaluate(key.as_expr()?, env)?)?,
            };
            let value = self.argument(&name, value.expr(), env);
            entries.push((name, value));
        }
        Some(Json::Object(entries))
    }

    fn template<'t>(
        &mut self,
        elements: impl Iterator<Item = &'t Element>,
        env: &Env<'a>,
    ) -> Option<Json> {
        let mut text = String::new();
        for element in elements {
            match element {
                Element::Literal(literal) => text.push_str(literal),
                Element::Interpolation(inner) => {
                    text.push_str(&functions::text(&self.evaluate(&inner.expr, env)?)?);
                }
                Element::Directive(_) => return None,
            }
            if text.len() > LONGEST {
                return None;
            }
        }
        Some(Json::Text(text))
    }

    fn call(&mut self, call: &FuncCall, env: &Env<'a>) -> Option<Json> {
        let name = call.name.name.as_str();
        if matches!(name, "try" | "can") {
            let problems = self.problems.len();
            let value = call.args.iter().find_map(|arg| self.evaluate(arg, env));
            self.problems.truncate(problems);
            return if name == "can" { Some(Json::Bool(value.is_some())) } else { value };
        }
        let arguments = call.args.iter().map(|arg| self.evaluate(arg, env));
        let mut arguments = arguments.collect::<Option<Vec<Json>>>()?;
        if call.args.expand_final() {
            let Some(Json::List(items)) = arguments.pop() else {
                return None;
            };
            arguments.extend(items);
        }
        match (name, arguments.as_slice()) {
            ("timestamp" | "plantimestamp", []) => {
                let now = self.scopes.now?;
                Some(Json::Text(instant::format(now - now.rem_euclid(1000))))
            }
            ("file", [Json::Text(path)]) => self.scopes.text(env.root(), path).map(Json::from),
            (name, arguments) => functions::call(name, arguments),
        }
    }

    fn traversal(&mut self, traversal: &Traversal, env: &Env<'a>) -> Option<Json> {
        let operators: Vec<_> = traversal.operators.iter().map(Decorated::value).collect();
        let local = match &traversal.expr {
            Expression::Variable(root) => env.get(root.as_str()).cloned(),
            other => Some(self.evaluate(other, env)?),
        };
        if let Some(value) = local {
            return self.follow(value, &operators, env);
        }
        let root = traversal.expr.as_variable()?.as_str();
        let (address, length) = address_of(root, &operators)?;
        let mut rest = operators.get(length..)?;
        if root == "path" {
            let is_own = address == "path.module";
            let path = if is_own { env.file.directory.as_str() } else { env.root() };
            return Some(Json::from(path));
        }
        let scope = self.scopes.of_file(env.file);
        let input = env.call.as_ref().and_then(|call| call.values.get(&address));
        if let Some(value) = input {
            let mut value = value.clone()?;
            if let Some((file, kind)) = scope.kind(&address) {
                value = self.with_defaults(value, kind, &env.beside(file))?;
            }
            return self.follow(value, rest, env);
        }
        let definition = scope.get(&address);
        self.lacks_value |= definition.is_none() && root == "var";
        match definition? {
            Definition::Expression(file, mut expression) => {
                let mut kind = scope.kind(&address);
                // In a literal object only the wanted entry counts.
                while let (
                    Expression::Object(object),
                    [TraversalOperator::GetAttr(name), more @ ..],
                ) = (expression, rest)
                {
                    let is_it = |key: &ObjectKey| literal_key(key) == Some(name.as_str());
                    let mut entries = object.iter();
                    rest = more;
                    let inner = |(file, kind)| Some((file, defaults::inner(kind, name)?));
                    kind = kind.and_then(inner);
                    let Some((_, entry)) = entries.find(|(key, _)| is_it(key)) else {
                        let (file, kind) = kind?;
                        let value = self.default_of(kind, &env.beside(file))?;
                        return self.follow(value, rest, env);
                    };
                    expression = entry.expr();
                }
                let mut value = self.evaluate(expression, &env.beside(file))?;
                if let Some((file, kind)) = kind {
                    value = self.with_defaults(value, kind, &env.beside(file))?;
                }
                self.follow(value, rest, env)
            }
            Definition::Block(file, block) => self.of_block(file, block, rest, env),
            Definition::Ambiguous => None,
        }
    }

    /// The value of a reference such as `google_container_cluster.main[0].name`.
    fn of_block(
        &mut self,
        file: &'a File<'a>,
        block: &'a Block,
        operators: &[&TraversalOperator],
        env: &Env<'a>,
    ) -> Option<Json> {
        let beside = env.beside(file);
        match operators {
            [TraversalOperator::Index(key), rest @ ..] => {
                let key = self.evaluate(key, env)?;
                let mut all = self.instances(&block.body, &beside)?.into_iter();
                let (_, there) = all.find(|(other, _)| *other == key)?;
                self.of_instance(block, &there, rest, env)
            }
            [TraversalOperator::AttrSplat(_) | TraversalOperator::FullSplat(_), rest @ ..] => {
                let all = self.instances(&block.body, &beside)?.into_iter();
                let all = all.map(|(_, there)| self.of_instance(block, &there, rest, env));
                all.collect::<Option<_>>().map(Json::List)
            }
            rest => self.of_instance(block, &beside, rest, env),
        }
    }

    /// An attribute of an instance, or an output of a module. Ids end in the name.
    fn of_instance(
        &mut self,
        block: &'a Block,
        there: &Env<'a>,
        operators: &[&TraversalOperator],
        env: &Env<'a>,
    ) -> Option<Json> {
        let [TraversalOperator::GetAttr(name), rest @ ..] = operators else {
            return None;
        };
        let is_module = block.ident.as_str() == "module";
        if is_module && makes(block).is_none() {
            let output = self.output(block, name, there)?;
            return self.follow(output, rest, env);
        }
        let mut get = |name| {
            let attribute = block.body.get_attribute(name)?;
            self.evaluate(&attribute.value, there)
        };
        let value = match name.as_str() {
            "name" | "cluster_name" => get("name"),
            "id" | "self_link" | "cluster_id" => {
                let name = get("name")?;
                // A module's zonal cluster is in the first of its zones.
                let is_zonal = block.body.has_attribute("regional");
                let place = get("location").or_else(|| get("region").filter(|_| !is_zonal));
                match (name.text(), place.as_ref().and_then(Json::text)) {
                    (Some(name), Some(place)) => {
                        let id = format!("projects/-/locations/{place}/clusters/{name}");
                        Some(Json::Text(id))
                    }
                    _ => Some(name),
                }
            }
            "location" | "region" => get("location").or_else(|| get("region")),
            other => get(other),
        };
        self.follow(value?, rest, env)
    }

    /// Evaluates `.name`, `[0]` and `[*].name` of a value.
    fn follow(
        &mut self,
        mut value: Json,
        operators: &[&TraversalOperator],
        env: &Env<'a>,
    ) -> Option<Json> {
        for (at, operator) in operators.iter().enumerate() {
            let key = match operator {
                TraversalOperator::GetAttr(name) => Json::from(name.as_str()),
                TraversalOperator::Index(expression) => self.evaluate(expression, env)?,
                TraversalOperator::LegacyIndex(index) => {
                    Json::Int(i64::try_from(*index.value()).ok()?)
                }
                TraversalOperator::AttrSplat(_) | TraversalOperator::FullSplat(_) => {
                    let items = match value {
                        Json::List(items) => items,
                        Json::Null => Vec::new(),
                        one => vec![one],
                    };
                    let rest = operators.get(at + 1..)?;
                    let items = items.into_iter().map(|item| self.follow(item, rest, env));
                    return items.collect::<Option<_>>().map(Json::List);
                }
            };
            value = functions::index(&value, &key)?.clone();
        }
        Some(value)
    }

    /// The instances of a block by key. `None`: their number is unknown.
    pub(super) fn instances(&mut self, body: &Body, env: &Env<'a>) -> Option<Vec<(Json, Env<'a>)>> {
        if let Some(count) = body.get_attribute("count") {
            let count = whole(&self.evaluate(&count.value, env)?)?;
            let all = (0..count).map(Json::Int);
            let all = all.map(|at| (at.clone(), env.with("count", [("index", at)])));
            return (0..=INSTANCES as i64).contains(&count).then(|| all.collect());
        }
        match body.get_attribute("for_each") {
            Some(elements) => self.each(&elements.value, "each", env),
            None => Some(vec![(Json::Null, env.clone())]),
        }
    }

    /// An environment for each element, under the name of the iterator. `None`: their number is unknown.
    fn each(
        &mut self,
        elements: &Expression,
        iterator: &str,
        env: &Env<'a>,
    ) -> Option<Vec<(Json, Env<'a>)>> {
        let each =
            |key: Json, value| (key.clone(), env.with(iterator, [("key", key), ("value", value)]));
        let all: Vec<_> = match self.evaluate(elements, env)? {
            // The key of a set's element is the element.
            Json::List(items) => items.into_iter().map(|item| each(item.clone(), item)).collect(),
            Json::Object(entries) => {
                let entries = entries.into_iter();
                entries.map(|(key, value)| each(Json::Text(key), value)).collect()
            }
            _ => return None,
        };
        (all.len() <= INSTANCES).then_some(all)
    }

    /// The environments of the blocks that a `dynamic` block makes; none with a problem if they can't be evaluated.
    pub(super) fn blocks(&mut self, name: &str, body: &Body, env: &Env<'a>) -> Vec<Env<'a>> {
        let Some(elements) = body.get_attribute("for_each") else {
            return Vec::new();
        };
        let iterator = body.get_attribute("iterator");
        let iterator = iterator.and_then(|iterator| iterator.value.as_variable());
        let iterator = iterator.map_or(name, |iterator| iterator.as_str());
        let problems = self.problems.len();
        self.lacks_value = false;
        let all = self.each(&elements.value, iterator, env).unwrap_or_else(|| {
            self.problem(problems, name, &format!("dynamic {name}"), &elements.value, env);
            Vec::new()
        });
        all.into_iter().map(|(_, env)| env).collect()
    }
}

/// `main.tf:12:3 node_count = var.nodes`.
pub(super) fn quote(name: &str, expression: &Expression, file: &File<'_>) -> String {
    let span = expression.span().unwrap_or_default();
    let (line, column) = position(file.text.as_bytes(), span.start);
    let source = file.text.get(span).unwrap_or_default();
    format!("{}:{line}:{column} {name} = {}", file.name, excerpt(source))
}

/// The number of values in a value; a long text counts as many.
fn size(value: &Json) -> usize {
    match value {
        Json::List(items) => items.iter().map(size).sum::<usize>() + 1,
        Json::Object(entries) => entries.iter().map(|(_, value)| size(value)).sum::<usize>() + 1,
        Json::Text(text) => 1 + text.len() / 64,
        Json::Null | Json::Bool(_) | Json::Int(_) | Json::Float(_) => 1,
    }
}
