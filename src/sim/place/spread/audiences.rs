//! Whose Pods a constraint counts.

use crate::base::{Map, Sym, WorkloadId};
use crate::model::Plan;
use crate::model::selector::{Operator, Selector};

/// Per constraint, the workloads of its namespace that its selector matches.
#[derive(Clone, Debug)]
pub(crate) struct Audiences {
    lists: Vec<Vec<WorkloadId>>,
    /// Per workload and constraint, a list.
    of: Map<WorkloadId, Vec<u32>>,
}

impl Audiences {
    pub(crate) fn new(plan: &Plan) -> Self {
        let mut lists = Vec::new();
        let mut of = Map::new();
        if plan.workloads.values().any(|one| !one.spread.is_empty()) {
            let labelled = Labelled::new(plan);
            let mut known: Map<(&str, &Selector), u32> = Map::new();
            for (id, workload) in plan.workloads.iter() {
                let namespace = workload.namespace.as_str();
                let mut number = |selector| {
                    *known.entry((namespace, selector)).or_insert_with(|| {
                        lists.push(labelled.matching(plan, namespace, selector));
                        lists.len() as u32 - 1
                    })
                };
                let spread = workload.spread.iter();
                let numbers: Vec<u32> = spread.map(|one| number(&one.selector)).collect();
                if !numbers.is_empty() {
                    of.insert(id, numbers);
                }
            }
        }
        Self { lists, of }
    }

    pub(crate) fn list(&self, workload: WorkloadId, constraint: usize) -> &[WorkloadId] {
        let number = self.of.get(&workload).and_then(|of| of.get(constraint));
        number
            .and_then(|number| self.lists.get(*number as usize))
            .map_or(&[], Vec::as_slice)
    }
}

/// Workloads by namespace and by each of their labels, so that no selector is held against all of them.
struct Labelled<'p> {
    by_label: Map<(&'p str, Sym, Sym), Vec<WorkloadId>>,
    by_namespace: Map<&'p str, Vec<WorkloadId>>,
}

impl<'p> Labelled<'p> {
    fn new(plan: &'p Plan) -> Self {
        let mut labelled = Self {
            by_label: Map::new(),
            by_namespace: Map::new(),
        };
        for (id, workload) in plan.workloads.iter() {
            let namespace = workload.namespace.as_str();
            for (key, value) in workload.labels.iter() {
                let with = labelled.by_label.entry((namespace, key, value));
                with.or_default().push(id);
            }
            labelled.by_namespace.entry(namespace).or_default().push(id);
        }
        labelled
    }

    fn matching(&self, plan: &Plan, namespace: &str, selector: &Selector) -> Vec<WorkloadId> {
        let one_value = selector.0.iter().find_map(|one| match &one.operator {
            Operator::In(values) if values.len() == 1 => Some((namespace, one.key, values[0])),
            _ => None,
        });
        let candidates = match one_value {
            Some(label) => self.by_label.get(&label),
            None => self.by_namespace.get(namespace),
        };
        let candidates = candidates.map_or(&[][..], Vec::as_slice).iter().copied();
        candidates
            .filter(|id| selector.matches(&plan.workloads[*id].labels))
            .collect()
    }
}
