//! The scale-down planner over several loops.

use super::super::sched::World;
use super::super::{Oracle, list, same, text};
use super::drainability::{controller_among, reason, view};
use super::utilization::uses;
use super::{count, number, requests, resources};
use base::{BudgetId, GroupId, IdVec, NodeId, PodId, Set, SimTime};
use model::Symbols;
use model::utilization::{Ignored, utilization};
use serde_json::{Value, json};
use sim::autoscaler::drainability::{DrainedPod, Options};
use sim::autoscaler::planner::{GroupState, Intervals, NodeFacts, Planner, Stays};
use sim::autoscaler::removal::{PodFacts, Simulation, Unremovable};
use sim::autoscaler::unneeded::UnneededTimes;
use sim::scheduling::Occupancy;
use sim::scheduling::snapshot::{Rotation, Snapshot};
use std::collections::{BTreeMap, BTreeSet};

/// Rulebook: KA-53, KA-56 to KA-60, KA-73 to KA-77.
#[test]
fn conformance_ca_scaledown_planner() {
    Oracle::load("ca_scaledown_planner").ask(several_loops);
}

struct Facts<'a> {
    case: &'a Value,
    budgets: Vec<Vec<BudgetId>>,
    symbols: std::cell::RefCell<Symbols>,
}

impl Facts<'_> {
    fn pod(&self, pod: PodId) -> &Value {
        &self.case["pods"][pod.0 as usize]
    }
}

impl PodFacts for Facts<'_> {
    fn drained<'a>(&'a self, pod: PodId, budgets: &'a [i64]) -> DrainedPod<'a> {
        let pod = self.pod(pod);
        DrainedPod { controller: controller_among(self.case, pod), ..view(self.case, pod, budgets) }
    }

    fn budgets(&self, pod: PodId) -> &[BudgetId] {
        &self.budgets[pod.0 as usize]
    }
}

impl NodeFacts for Facts<'_> {
    fn stays(&self, node: NodeId) -> Option<Stays> {
        let node = &self.case["nodes"][node.0 as usize];
        let disabled = "cluster-autoscaler.kubernetes.io/scale-down-disabled";
        if node["annotations"][disabled] == "true" {
            return Some(Stays::ScaleDownDisabledAnnotation);
        }
        let mut symbols = self.symbols.borrow_mut();
        let allocatable = resources(&node["allocatable"], &mut symbols);
        let here = list(&self.case["pods"]).iter().filter(|pod| pod["node"] == node["name"]);
        let here: Vec<&Value> = here.filter(|pod| !super::super::finished(pod)).collect();
        let amounts: Vec<_> = here.iter().map(|pod| requests(pod, &mut symbols)).collect();
        let pods = uses(here, &amounts);
        let used = utilization(&allocatable, None, &pods, Ignored::default(), SimTime::ZERO);
        let below = used.is_some_and(|used| used.share.is_below(50));
        (!below).then_some(Stays::NotUnderutilized)
    }

    fn is_ready(&self, _: NodeId) -> bool {
        true
    }

    fn group(&self, _: NodeId) -> GroupId {
        GroupId(0)
    }

    fn size(&self, _: NodeId) -> GroupState {
        let group = &self.case["node_group"];
        GroupState {
            target: count(&group["target"]),
            min: count(&group["min"]),
            deleting: 0,
            atomic: group["zero_or_max"] == true,
        }
    }

    fn times(&self, _: GroupId) -> UnneededTimes {
        UnneededTimes::default()
    }

    fn needs(&self, _: NodeId, _: &[NodeId]) -> Option<Stays> {
        None
    }
}

fn several_loops(case: &Value) -> Result<(), String> {
    let mut world = World::new(false);
    for node in list(&case["nodes"]) {
        let mut node = node.clone();
        node["labels"]["topology.kubernetes.io/zone"] = json!("z");
        world.node(&node);
    }
    let all = list(&case["pods"]);
    for pod in all {
        world.pod(pod);
    }
    let pdbs = list(&case["pdbs"]);
    let selects = |pdb: &Value, pod: &Value| {
        let wanted = pdb["selector"]["match_labels"].as_object().into_iter().flatten();
        pdb["namespace"] == pod["namespace"]
            && wanted.clone().count() > 0
            && wanted.into_iter().all(|(key, value)| pod["labels"][key] == *value)
    };
    let of_pod = |pod: &Value| {
        let own = (0..).zip(pdbs).filter(|(_, pdb)| selects(pdb, pod));
        own.map(|(at, _)| BudgetId(at)).collect()
    };
    let facts =
        Facts { case, budgets: all.iter().map(of_pod).collect(), symbols: Default::default() };
    let (plan, cluster) = world.done();
    let mut occupancy = Occupancy::new(&plan, &cluster);
    let (mut planner, mut rotation) = (Planner::default(), Rotation::default());
    let candidates: Vec<NodeId> = cluster.nodes.ids().collect();
    for second in [0, 300, 600, 601] {
        let now = SimTime::from_secs(second);
        let mut allowed: IdVec<BudgetId, i64> =
            pdbs.iter().map(|pdb| number(&pdb["disruptions_allowed"])).collect();
        let mut snapshot = Snapshot::new(&plan, &cluster, &mut occupancy);
        planner.hints.begin();
        let mut hints = std::mem::take(&mut planner.hints);
        let simulation = Simulation {
            snapshot: &mut snapshot,
            rotation: &mut rotation,
            hints: &mut hints,
            options: Options::default(),
            allowed: &mut allowed,
            full: Set::new(),
            forgets: false,
            now,
        };
        let found = planner.update(simulation, &facts, &candidates, |_| true, Intervals::default());
        planner.hints = hints;
        let deletable = planner.deletable(&facts, &found, &|_| false, now);
        let name = |node: &NodeId| plan.names.nodes[node.0 as usize].clone();
        let names = |nodes: &[NodeId]| nodes.iter().map(name).collect::<BTreeSet<String>>();
        let theirs = |value: &Value| {
            list(value).iter().map(|one| text(one).to_owned()).collect::<BTreeSet<String>>()
        };
        let expect = &case["expect"][format!("t{second}")];
        let unneeded: Vec<NodeId> = found.unneeded.iter().map(|(node, _)| *node).collect();
        same(&format!("{second}: unneeded"), names(&unneeded), theirs(&expect["unneeded"]))?;
        // The original doesn't tell why the rest of an atomic group stays.
        let told = |(_, why): &&(NodeId, Stays)| *why != Stays::AtomicGroup;
        let stays = found.stays.iter().chain(&deletable.stays).filter(told);
        let ours: BTreeMap<String, String> =
            stays.map(|(node, why)| (name(node), code(*why, all))).collect();
        let wanted = expect["unremovable"].as_object().into_iter().flatten();
        let wanted: BTreeMap<String, String> =
            wanted.map(|(node, why)| (node.clone(), text(why).to_owned())).collect();
        same(&format!("{second}: unremovable"), ours, wanted)?;
        same(
            &format!("{second}: empty"),
            names(&deletable.empty),
            theirs(&expect["delete_empty"]),
        )?;
        same(
            &format!("{second}: drain"),
            names(&deletable.drain),
            theirs(&expect["delete_drain"]),
        )?;
    }
    Ok(())
}

fn code(why: Stays, pods: &[Value]) -> String {
    match why {
        Stays::Unremovable(Unremovable::BlockedBy(pod, why)) => {
            format!("BlockedByPod:{}:{}", text(&pods[pod.0 as usize]["name"]), reason(why))
        }
        Stays::Unremovable(Unremovable::NoPlaceFor(_)) => "NoPlaceToMovePods".to_owned(),
        other => format!("{other:?}"),
    }
}
