//! Which Pods a constraint counts.

use base::id::Id as _;
use base::{Map, Sym, WorkloadId};
use model::Plan;
use model::selector::{Operator, Selector};

/// Per constraint, the workloads of its namespace that its selector matches.
#[derive(Clone, Debug)]
pub(crate) struct Audiences {
    lists: Vec<Vec<WorkloadId>>,
    /// Per constraint of each workload, its list; then where each workload's constraints begin, and where the last ones end.
    of: Vec<u32>,
    begin: Vec<u32>,
}

impl Audiences {
    pub(crate) fn new(plan: &Plan) -> Self {
        let (mut lists, mut of) = (Vec::new(), Vec::new());
        let mut begin = Vec::new();
        if plan.workloads.values().any(|one| !one.spread.is_empty()) {
            let labelled = Labelled::new(plan);
            let mut known: Map<(&str, &Selector), u32> = Map::new();
            for workload in plan.workloads.values() {
                begin.push(of.len() as u32);
                let namespace = workload.namespace.as_str();
                of.extend(workload.spread.iter().map(|one| {
                    let selector = &one.selector;
                    *known.entry((namespace, selector)).or_insert_with(|| {
                        lists.push(labelled.matching(plan, namespace, selector));
                        lists.len() as u32 - 1
                    })
                }));
            }
            begin.push(of.len() as u32);
        }
        Self { lists, of, begin }
    }

    pub(crate) fn list(&self, workload: WorkloadId, constraint: usize) -> &[WorkloadId] {
        let begin = self.begin.get(workload.index() as usize..);
        let Some([first, end, ..]) = begin else {
            return &[];
        };
        let of = &self.of[*first as usize..*end as usize];
        of.get(constraint).map_or(&[], |number| &self.lists[*number as usize])
    }
}

/// Workloads by namespace and label, so that a selector isn't matched against all of them.
struct Labelled<'p> {
    by_label: Map<(&'p str, Sym, Sym), Vec<WorkloadId>>,
    by_namespace: Map<&'p str, Vec<WorkloadId>>,
}

impl<'p> Labelled<'p> {
    fn new(plan: &'p Plan) -> Self {
        let mut labelled = Self { by_label: Map::new(), by_namespace: Map::new() };
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
        candidates.filter(|id| selector.matches(&plan.workloads[*id].labels)).collect()
    }
}
