//! Operators: logic, comparison, arithmetic.

use hcl_edit::expr::{BinaryOp, BinaryOperator, UnaryOperator};

use super::Evaluator;
use super::functions::{from_number, number};
use crate::terraform::env::Env;
use scenario::json::Json;

pub(super) fn unary(operator: UnaryOperator, value: &Json) -> Option<Json> {
    match (operator, value) {
        (UnaryOperator::Not, Json::Bool(value)) => Some(Json::Bool(!value)),
        (UnaryOperator::Neg, value) => from_number(-number(value)?),
        (UnaryOperator::Not, _) => None,
    }
}

impl<'a> Evaluator<'_, 'a> {
    pub(super) fn binary(&mut self, op: &BinaryOp, env: &Env<'a>) -> Option<Json> {
        use BinaryOperator::{And, Div, Eq, Greater, GreaterEq, Less, LessEq, Minus};
        use BinaryOperator::{Mod, Mul, NotEq, Or, Plus};
        let left = self.evaluate(&op.lhs_expr, env)?;
        let operator = *op.operator.value();
        // The right side needn't be known if the left one decides.
        match (operator, &left) {
            (And, Json::Bool(false)) | (Or, Json::Bool(true)) => return Some(left),
            _ => {}
        }
        let right = self.evaluate(&op.rhs_expr, env)?;
        let numbers = || Some((number(&left)?, number(&right)?));
        Some(match operator {
            Eq => Json::Bool(left == right),
            NotEq => Json::Bool(left != right),
            And | Or => return matches!(right, Json::Bool(_)).then_some(right),
            Less => numbers().map(|(left, right)| Json::Bool(left < right))?,
            LessEq => numbers().map(|(left, right)| Json::Bool(left <= right))?,
            Greater => numbers().map(|(left, right)| Json::Bool(left > right))?,
            GreaterEq => numbers().map(|(left, right)| Json::Bool(left >= right))?,
            Plus => numbers().and_then(|(left, right)| from_number(left + right))?,
            Minus => numbers().and_then(|(left, right)| from_number(left - right))?,
            Mul => numbers().and_then(|(left, right)| from_number(left * right))?,
            Div => numbers().and_then(|(left, right)| from_number(left / right))?,
            Mod => numbers().and_then(|(left, right)| from_number(left % right))?,
        })
    }
}
