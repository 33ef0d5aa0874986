//! Selectors, affinity terms, taints and tolerations: they select Pods and nodes by labels.

use super::labels::Labels;
use base::{SimSpan, Sym};

/// `In`, `NotIn`, `Exists`, `DoesNotExist`, `Gt`, `Lt` with their operands.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Operator {
    In(Vec<Sym>),
    NotIn(Vec<Sym>),
    Exists,
    DoesNotExist,
    /// The bound; `None` if the scenario's text isn't an integer, which matches nothing.
    Gt(Option<i64>),
    Lt(Option<i64>),
}

/// One expression of a selector or of a node affinity term.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Requirement {
    pub key: Sym,
    pub operator: Operator,
}

impl Requirement {
    /// `number` reads a label's value as an integer, for `Gt` and `Lt`.
    pub fn matches(&self, value: Option<Sym>, number: impl Fn(Sym) -> Option<i64>) -> bool {
        match (&self.operator, value) {
            (Operator::In(list), Some(value)) => list.contains(&value),
            (Operator::NotIn(list), value) => value.is_none_or(|value| !list.contains(&value)),
            (Operator::Exists, value) => value.is_some(),
            (Operator::DoesNotExist, value) => value.is_none(),
            (Operator::Gt(bound), Some(value)) => {
                matches!((number(value), bound), (Some(n), Some(b)) if n > *b)
            }
            (Operator::Lt(bound), Some(value)) => {
                matches!((number(value), bound), (Some(n), Some(b)) if n < *b)
            }
            (Operator::In(_) | Operator::Gt(_) | Operator::Lt(_), None) => false,
        }
    }
}

/// A label selector; the empty one matches everything, a missing one (`None` in its place) nothing.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Selector(pub Vec<Requirement>);

impl Selector {
    pub fn matches(&self, labels: &Labels) -> bool {
        self.0.iter().all(|requirement| requirement.matches(labels.get(requirement.key), |_| None))
    }
}

/// A node affinity term: all expressions must hold; an empty term matches nothing (KS-09).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct NodeTerm {
    pub expressions: Vec<Requirement>,
    /// `matchFields` on `metadata.name`: the required name of the node; `None` = any.
    pub names: Option<Vec<String>>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Effect {
    NoSchedule,
    PreferNoSchedule,
    NoExecute,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Taint {
    pub key: Sym,
    pub value: Sym,
    pub effect: Effect,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Toleration {
    /// `None` = every key; valid only without a value.
    pub key: Option<Sym>,
    /// `None` = operator `Exists`: any value.
    pub value: Option<Sym>,
    /// `None` = every effect.
    pub effect: Option<Effect>,
    /// `tolerationSeconds`: how long a `NoExecute` taint is tolerated; `None` = forever.
    pub lasts: Option<SimSpan>,
}

impl Toleration {
    /// KS-08: effect empty or equal; key empty or equal; `Exists`, or `Equal` with equal values.
    pub fn tolerates(&self, taint: &Taint) -> bool {
        self.effect.is_none_or(|effect| effect == taint.effect)
            && self.key.is_none_or(|key| key == taint.key)
            && self.value.is_none_or(|value| value == taint.value)
    }
}

/// A topology spread constraint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpreadConstraint {
    pub topology_key: Sym,
    pub max_skew: i64,
    /// 1 if not in the scenario.
    pub min_domains: i64,
    /// `DoNotSchedule`: a filter. `ScheduleAnyway`: a score.
    pub hard: bool,
    pub selector: Selector,
    pub honor_affinity: bool,
    pub honor_taints: bool,
}
