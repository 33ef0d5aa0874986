//! Which Pods of a node move, and which one prevents its removal.

use base::SimTime;
use model::Symbols;
use model::containers::RestartPolicy;
use serde_json::Value;
use sim::autoscaler::drainability::{
    Blocking, Controller, DrainedPod, Lookup, Options, OwnerKind, Phase, pods_to_move,
};

use super::super::{Oracle, list, same, text};
use super::{annotated_as_daemon, count, grace, instant, is_mirror, labels, number};

const SAFE_TO_EVICT: &str = "cluster-autoscaler.kubernetes.io/safe-to-evict";
const EXCUSED_VOLUMES: &str = "cluster-autoscaler.kubernetes.io/safe-to-evict-local-volumes";

pub(super) fn reason(why: Blocking) -> &'static str {
    match why {
        Blocking::ControllerNotFound => "ControllerNotFound",
        Blocking::MinReplicasReached => "MinReplicasReached",
        Blocking::NotReplicated => "NotReplicated",
        Blocking::LocalStorageRequested => "LocalStorageRequested",
        Blocking::NotSafeToEvictAnnotation => "NotSafeToEvictAnnotation",
        Blocking::UnmovableKubeSystemPod => "UnmovableKubeSystemPod",
        Blocking::NotEnoughPdb => "NotEnoughPdb",
    }
}

/// A flag that is missing is on.
fn options(case: &Value) -> Options {
    let options = &case["options"];
    let on = |name: &str| options[name].as_bool().unwrap_or(true);
    Options {
        system_pods: on("skip_nodes_with_system_pods"),
        local_storage: on("skip_nodes_with_local_storage"),
        custom_controllers: on("skip_nodes_with_custom_controller_pods"),
        min_replicas: count(&options["min_replica_count"]),
    }
}

fn namespace(object: &Value) -> &str {
    object["namespace"].as_str().filter(|name| !name.is_empty()).unwrap_or("default")
}

/// Reads the `kind` of an owner reference.
fn owner_kind(kind: &str) -> OwnerKind {
    match kind {
        "ReplicationController" => OwnerKind::ReplicationController,
        "ReplicaSet" => OwnerKind::ReplicaSet,
        "StatefulSet" => OwnerKind::StatefulSet,
        "Job" => OwnerKind::Job,
        "DaemonSet" => OwnerKind::DaemonSet,
        _ => OwnerKind::Other,
    }
}

/// Can the autoscaler look up owners of a kind in an API group (`apps`, or empty for the core group)? StatefulSets and
/// DaemonSets only in `apps`; of the other kinds it reads no group (KA-63).
fn can_be_looked_up(kind: OwnerKind, api_group: &str) -> bool {
    match kind {
        OwnerKind::ReplicationController | OwnerKind::ReplicaSet | OwnerKind::Job => true,
        OwnerKind::StatefulSet | OwnerKind::DaemonSet => api_group == "apps",
        OwnerKind::Other => false,
    }
}

fn controller(case: &Value, pod: &Value) -> Option<Controller> {
    let owner = &pod["controller"];
    let version = text(&owner["api_version"]);
    let group = version.split_once('/').map_or("", |(group, _)| group);
    let kind = owner_kind(owner["kind"].as_str()?);
    let existing = case["existing_controllers"].as_array();
    let lookup = match existing.filter(|_| can_be_looked_up(kind, group)) {
        None => Lookup::None,
        Some(existing) => {
            let same = |other: &&Value| {
                let key = |name: &str| other[name] == owner[name];
                key("kind") && key("name") && namespace(other) == namespace(pod)
            };
            // Without a number of replicas, it is one.
            let found = existing.iter().find(same);
            found.map_or(Lookup::Missing, |other| Lookup::Found {
                replicas: other["replicas"].as_u64().map_or(1, |n| n as u32),
            })
        }
    };
    Some(Controller { kind, lookup })
}

/// The owner, if ReplicaSets are listed by name and nothing else can be looked up.
pub(super) fn controller_among(case: &Value, pod: &Value) -> Option<Controller> {
    let owner = &pod["controller"];
    let kind = owner_kind(owner["kind"].as_str()?);
    let found = match kind {
        OwnerKind::ReplicaSet => list(&case["replicasets"]).contains(&owner["name"]),
        OwnerKind::DaemonSet => owner["name"] == "ds",
        _ => false,
    };
    let lookup = match found {
        true => Lookup::Found { replicas: count(&case["replicas_each"]) },
        false => Lookup::Missing,
    };
    Some(Controller { kind, lookup })
}

/// Does a Pod have a local volume that isn't excused by name? Its annotation is split at commas without trimming blanks (KA-70).
fn has_local_storage(pod: &Value) -> bool {
    let excused = text(&pod["annotations"][EXCUSED_VOLUMES]);
    list(&pod["volumes"]).iter().any(|volume| {
        let is_local = match text(&volume["kind"]) {
            "emptyDir" => text(&volume["medium"]) != "Memory",
            kind => kind == "hostPath",
        };
        is_local
            && (excused.is_empty() || excused.split(',').all(|one| one != text(&volume["name"])))
    })
}

/// The remaining disruptions of the budgets that select a Pod; a missing selector selects none.
fn budgets(case: &Value, pod: &Value) -> Vec<i64> {
    let mut symbols = Symbols::default();
    let own = labels(&pod["labels"], &mut symbols);
    let selects = |pdb: &&Value| {
        let wanted = labels(&pdb["selector"]["match_labels"], &mut symbols);
        pdb["selector"].is_object()
            && namespace(pdb) == namespace(pod)
            && wanted.iter().all(|(key, value)| own.get(key) == Some(value))
    };
    let selecting = list(&case["pdbs"]).iter().filter(selects);
    selecting.map(|pdb| number(&pdb["disruptions_allowed"])).collect()
}

pub(super) fn view<'a>(case: &Value, pod: &Value, budgets: &'a [i64]) -> DrainedPod<'a> {
    DrainedPod {
        mirror: is_mirror(pod),
        deletion: instant(&pod["deletion_timestamp_rel_s"]),
        grace: grace(pod),
        phase: match text(&pod["phase"]) {
            "Succeeded" => Phase::Succeeded,
            "Failed" => Phase::Failed,
            _ => Phase::Active,
        },
        restarts: match text(&pod["restart_policy"]) {
            "Never" => RestartPolicy::Never,
            "OnFailure" => RestartPolicy::OnFailure,
            _ => RestartPolicy::Always,
        },
        controller: controller(case, pod),
        annotated_as_daemon: annotated_as_daemon(pod),
        safe_to_evict: match text(&pod["annotations"][SAFE_TO_EVICT]) {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        },
        system: namespace(pod) == "kube-system",
        local_storage: has_local_storage(pod),
        budgets,
    }
}

/// Rulebook: KA-61 … KA-72.
#[test]
fn conformance_ca_drainability() {
    Oracle::load("ca_drainability").ask(|case| {
        let pods = list(&case["pods"]);
        let budgets: Vec<Vec<i64>> = pods.iter().map(|pod| budgets(case, pod)).collect();
        let views = pods.iter().zip(&budgets).map(|(pod, budgets)| view(case, pod, budgets));
        let found = pods_to_move(views, &options(case), SimTime::ZERO);
        let expect = &case["expect"];
        let blocking = &expect["blocking"];
        let theirs =
            blocking.is_object().then(|| (text(&blocking["pod"]), text(&blocking["reason"])));
        let name = |at: usize| text(&pods[at]["name"]);
        let ours = found.as_ref().err().map(|(at, why)| (name(*at), reason(*why)));
        same("blocking", ours, theirs)?;
        let moved = found.unwrap_or_default();
        for (what, ours) in [("evict", moved.evicted), ("daemonset_evict", moved.of_daemonsets)] {
            let theirs: Vec<&str> = list(&expect[what]).iter().map(text).collect();
            same(what, ours.into_iter().map(name).collect(), theirs)?;
        }
        Ok(())
    });
}
