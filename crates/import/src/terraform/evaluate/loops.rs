//! `for` expressions.

use hcl_edit::expr::ForExpr;

use super::{Evaluator, functions, size};
use crate::terraform::env::Env;
use scenario::json::Json;

impl<'a> Evaluator<'_, 'a> {
    /// The list or the object that a `for` makes; none with grouping.
    pub(super) fn for_each(&mut self, each: &ForExpr, env: &Env<'a>) -> Option<Json> {
        let items: Vec<(Json, Json)> = match self.evaluate(&each.intro.collection_expr, env)? {
            Json::List(items) => (0..).map(Json::Int).zip(items).collect(),
            Json::Object(entries) => {
                entries.into_iter().map(|(key, value)| (Json::Text(key), value)).collect()
            }
            _ => return None,
        };
        // What is copied counts.
        let outer = env.locals.iter().map(|(_, value)| size(value));
        self.spend(outer.chain(items.iter().map(|(_, value)| size(value))).sum())?;
        let mut inner = env.clone();
        let outer = inner.locals.len();
        let (mut list, mut entries) = (Vec::new(), Vec::new());
        for (key, value) in items {
            inner.locals.truncate(outer);
            let names = [(each.intro.key_var.as_ref(), key), (Some(&each.intro.value_var), value)];
            let named = names.into_iter().filter_map(|(name, value)| Some((name?, value)));
            inner.locals.extend(named.map(|(name, value)| (name.as_str().to_owned(), value)));
            match each.cond.as_ref().map(|cond| self.evaluate(&cond.expr, &inner)) {
                None | Some(Some(Json::Bool(true))) => {}
                Some(Some(Json::Bool(false))) => continue,
                Some(_) => return None,
            }
            let value = self.evaluate(&each.value_expr, &inner)?;
            self.spend(size(&value))?;
            match &each.key_expr {
                Some(key) => entries.push((functions::text(&self.evaluate(key, &inner)?)?, value)),
                None => list.push(value),
            }
        }
        match each.key_expr {
            _ if each.grouping => None,
            Some(_) => Some(Json::Object(entries)),
            None => Some(Json::List(list)),
        }
    }
}
