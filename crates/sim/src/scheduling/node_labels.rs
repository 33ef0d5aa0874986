//! The labels of a node as the scheduler reads them, and what matches them.

use base::{NodeId, SimSpan, Sym, TemplateId, WorkloadId, ZoneId, muted};
use model::selector::{Effect, NodeTerm, Taint, Toleration};
use model::{Cluster, Plan, Workload, WorkloadKind};

/// A label value that no selector names: present, but equal to nothing.
const UNNAMED: Sym = Sym(u32::MAX);

/// Labels of the template and of the zone, and the host name, the only one that differs from node to node.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeLabels<'a> {
    pub(super) plan: &'a Plan,
    pub(super) template: TemplateId,
    pub(super) zone: ZoneId,
    /// Empty while a whole class is judged; `names_nodes` tells when that isn't enough.
    pub(super) name: &'a str,
}

impl<'a> NodeLabels<'a> {
    pub(super) fn of(plan: &'a Plan, cluster: &Cluster, node: NodeId, name: &'a str) -> Self {
        Self {
            plan,
            template: cluster.nodes[node].template,
            zone: cluster.zone_of(plan, node),
            name,
        }
    }

    pub(super) fn zonal(&self, key: Sym) -> bool {
        is_zonal(self.plan, key)
    }

    pub(super) fn label(&self, key: Sym) -> Option<Sym> {
        let keys = &self.plan.keys;
        let symbol = |text: &str| Some(self.plan.symbols.find(text).unwrap_or(UNNAMED));
        if key == keys.hostname {
            symbol(self.name)
        } else if self.zonal(key) {
            symbol(&self.plan.zones[self.zone].name)
        } else {
            self.plan.templates[self.template].labels.get(key)
        }
    }

    /// Every pair of the node selector, and one of the required terms if there are any (KS-09).
    pub(super) fn matches(&self, workload: &Workload) -> bool {
        let terms = &workload.node_affinity;
        workload.node_selector.iter().all(|(key, value)| self.label(*key) == Some(*value))
            && (terms.is_empty() || terms.iter().any(|term| self.matches_term(term)))
    }

    /// All expressions must hold; an empty term matches nothing (KS-09).
    pub(super) fn matches_term(&self, term: &NodeTerm) -> bool {
        let number = |sym: Sym| self.plan.symbols.text(sym).parse().ok();
        let named = |names: &Vec<String>| names.iter().any(|name| name == self.name);
        !(term.expressions.is_empty() && term.names.is_none())
            && term.names.as_ref().is_none_or(named)
            && term
                .expressions
                .iter()
                .all(|expression| expression.matches(self.label(expression.key), number))
    }
}

/// Does every node carry its zone under this key?
pub(super) fn is_zonal(plan: &Plan, key: Sym) -> bool {
    let keys = &plan.keys;
    key == keys.zone || key == keys.old_zone || key == keys.gke_zone
}

/// Does the Pod tolerate the taint, including the tolerations that a DaemonSet adds (KS-08, KC-14)?
pub(super) fn tolerates(plan: &Plan, workload: &Workload, taint: &Taint) -> bool {
    workload.tolerations.iter().any(|toleration| toleration.tolerates(taint))
        || added(plan, workload, taint)
}

/// Does the DaemonSet controller add a toleration of the taint to its Pods (KC-14)?
pub(super) fn adds(plan: &Plan, taint: &Taint, host_network: bool) -> bool {
    if muted("KC-14") {
        return false;
    }
    let key = plan.symbols.text(taint.key);
    let Some(condition) = key.strip_prefix("node.kubernetes.io/") else {
        return false;
    };
    match taint.effect {
        Effect::NoExecute => matches!(condition, "not-ready" | "unreachable"),
        Effect::NoSchedule => match condition {
            "disk-pressure" | "memory-pressure" | "pid-pressure" | "unschedulable" => true,
            "network-unavailable" => host_network,
            _ => false,
        },
        Effect::PreferNoSchedule => false,
    }
}

fn added(plan: &Plan, workload: &Workload, taint: &Taint) -> bool {
    workload.kind == WorkloadKind::DaemonSet && adds(plan, taint, false)
}

/// How long a Pod may stay on a node with certain NoExecute taints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ToleratedTime {
    Not,
    For(SimSpan),
    Ever,
}

/// How long does the Pod tolerate every NoExecute taint? For each taint the first matching toleration counts (KT-12).
///
/// Static Pods tolerate all of them. Source: Kubernetes `taint_eviction.go`, `getMinTolerationTime`.
pub fn tolerated_time(plan: &Plan, workload: WorkloadId, taints: &[Taint]) -> ToleratedTime {
    let workload = &plan.workloads[workload];
    let mut shortest: Option<SimSpan> = None;
    let executing = taints.iter();
    for taint in executing.filter(|taint| taint.effect == Effect::NoExecute) {
        if workload.kind == WorkloadKind::Mirror || added(plan, workload, taint) {
            continue;
        }
        let mut own = workload.tolerations.iter();
        match own.find(|toleration| toleration.tolerates(taint)) {
            None => return ToleratedTime::Not,
            Some(Toleration { lasts: None, .. }) => {}
            Some(Toleration { lasts: Some(lasts), .. }) => {
                shortest = Some(shortest.map_or(*lasts, |other| other.min(*lasts)));
            }
        }
    }
    shortest.map_or(ToleratedTime::Ever, ToleratedTime::For)
}

/// Does the required affinity distinguish nodes by name?
pub(super) fn names_nodes(plan: &Plan, workload: &Workload) -> bool {
    let host = plan.keys.hostname;
    workload.node_selector.iter().any(|(key, _)| *key == host)
        || workload.node_affinity.iter().any(|term| term_names_nodes(plan, term))
}

pub(super) fn term_names_nodes(plan: &Plan, term: &NodeTerm) -> bool {
    let host = plan.keys.hostname;
    term.names.is_some() || term.expressions.iter().any(|one| one.key == host)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scheduling::testing::read;
    use base::TemplateId;

    /// KT-12: the least of the first tolerations that match.
    #[test]
    fn a_pod_stays_as_long_as_it_tolerates_every_taint() {
        let of = |wants: &str| {
            let taints = "taint=a:v:NoExecute taint=b:v:NoExecute taint=c:v:NoSchedule";
            let (plan, _) = read(&format!("node a-1 {taints}\n pod x {wants}"));
            match tolerated_time(&plan, WorkloadId(0), &plan.templates[TemplateId(0)].taints) {
                ToleratedTime::Not => "not".to_owned(),
                ToleratedTime::For(lasts) => format!("{} s", lasts.secs()),
                ToleratedTime::Ever => "for ever".to_owned(),
            }
        };
        assert_eq!(of("tolerates=a:"), "not");
        assert_eq!(of("tolerates=a:NoExecute:0"), "not");
        assert_eq!(of("tolerates=a: tolerates=b:"), "for ever");
        assert_eq!(of("tolerates=a: tolerates=b:NoExecute:60"), "60 s");
        assert_eq!(of("tolerates=a:NoExecute:30 tolerates=b::60"), "30 s");
        // The second toleration of the same taint is never asked.
        assert_eq!(of("tolerates=a: tolerates=a::5 tolerates=b::60"), "60 s");
        assert_eq!(of("mirror"), "for ever");
    }
}
