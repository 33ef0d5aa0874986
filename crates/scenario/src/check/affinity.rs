//! Affinity between Pods and host ports: what the API refuses, and what no node can satisfy.

use super::context::Cx;
use super::forms::{between, one_of, selector_form, wrong};
use crate::compile::affinity::{MatchedWorkloads, NAMESPACE_LABEL};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::Workload;
use crate::document::pod_spec::{Affinity, PodAffinity, PodAffinityTerm};
use crate::resolve::Index;
use base::{Map, Set, WorkloadId, say};
use model::WorkloadKind;

/// Every term of a workload with its path, and the weight of a preferred one.
fn each_term(
    at: usize,
    workload: &Workload,
    see: &mut dyn FnMut(String, Option<i64>, &PodAffinityTerm),
) {
    let Some(affinity) = &workload.affinity else {
        return;
    };
    for (name, pods) in
        [("podAffinity", &affinity.pod_affinity), ("podAntiAffinity", &affinity.pod_anti_affinity)]
    {
        let Some(pods) = pods else { continue };
        let path = format!("/workloads/{at}/affinity/{name}");
        for (n, term) in pods.required.iter().enumerate() {
            let list = "requiredDuringSchedulingIgnoredDuringExecution";
            see(format!("{path}/{list}/{n}"), None, term);
        }
        for (n, one) in pods.preferred.iter().enumerate() {
            let list = "preferredDuringSchedulingIgnoredDuringExecution";
            see(format!("{path}/{list}/{n}"), Some(one.weight), &one.term);
        }
    }
}

pub(super) fn forms(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (at, workload) in cx.doc.workloads.iter().enumerate() {
        each_term(at, workload, &mut |path, weight, term| {
            let path = match weight {
                Some(_) => format!("{path}/podAffinityTerm"),
                None => path,
            };
            if term.topology_key.is_empty() {
                wrong(format!("{path}/topologyKey"), say!("check-no-topology-key"), out);
            }
            let labels = term.label_selector.as_ref();
            selector_form(&format!("{path}/labelSelector"), labels, out);
            let namespaces = term.namespace_selector.as_ref();
            selector_form(&format!("{path}/namespaceSelector"), namespaces, out);
            if labels.is_none() {
                out.push(Diagnostic::warning("workload/term-without-selector", path));
            }
        });
        let containers = workload.containers.iter().enumerate();
        for (n, port, one) in containers.flat_map(|(n, container)| {
            let ports = container.ports.iter().enumerate();
            ports.map(move |(port, one)| (n, port, one))
        }) {
            let path = format!("/workloads/{at}/containers/{n}/ports/{port}");
            let host_port = one.host_port.unwrap_or(0);
            between(format!("{path}/hostPort"), host_port, (0, 65_535), out);
            let known = ["TCP", "UDP", "SCTP"];
            one_of(format!("{path}/protocol"), &one.protocol, &known, out);
        }
    }
}

/// A scenario has no labels of namespaces, except the name that each has.
pub(super) fn namespaces(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (at, workload) in cx.doc.workloads.iter().enumerate() {
        each_term(at, workload, &mut |path, _, term| {
            let Some(selector) = &term.namespace_selector else {
                return;
            };
            let mut keys = selector.match_labels.keys();
            let mut others = selector.match_expressions.iter();
            if keys.any(|key| key != NAMESPACE_LABEL)
                || others.any(|one| one.key != NAMESPACE_LABEL)
            {
                Diagnostic::info("document/not-simulated", path)
                    .says(say!("check-namespace-labels", label = NAMESPACE_LABEL))
                    .add_to(out);
            }
        });
    }
}

/// Most scenarios have no such term and need no index.
fn any_requires(cx: &Cx<'_, '_>, pods: fn(&Affinity) -> Option<&PodAffinity>) -> bool {
    let affinities = cx.doc.workloads.iter().filter_map(|one| one.affinity.as_ref());
    let mut pods = affinities.filter_map(pods);
    pods.any(|pods| !pods.required.is_empty())
}

/// Pods with required affinity to others of which none can come first (KS-15).
pub(super) fn alone(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let owners = &cx.resolved.workloads;
    if !any_requires(cx, |affinity| affinity.pod_affinity.as_ref()) {
        return;
    }
    let index = Index::new(owners);
    let mut symbols = cx.resolved.symbols.clone();
    let mut audiences = MatchedWorkloads::new(&index);
    // Which owners wait for which, and which exist or can be created.
    let mut followers: Vec<Vec<usize>> = vec![Vec::new(); owners.len()];
    let mut comes = vec![true; owners.len()];
    let mut without_any = Set::new();
    for (id, owner) in owners.iter().enumerate() {
        let Some(near) = audiences.all_near(owner, &mut symbols) else {
            continue;
        };
        let itself = near.iter().any(|other| other.0 as usize == id);
        let placed = owner.source.pods.iter().any(|pod| !pod.node.is_empty());
        if near.is_empty() {
            without_any.insert(id);
        }
        comes[id] = itself || placed;
        if !comes[id] {
            if !index.spend(near.len() as u64) {
                return;
            }
            for other in near {
                followers[other.0 as usize].push(id);
            }
        }
    }
    let mut came: Vec<usize> = (0..owners.len()).filter(|id| comes[*id]).collect();
    while let Some(id) = came.pop() {
        for follower in core::mem::take(&mut followers[id]) {
            if !core::mem::replace(&mut comes[follower], true) {
                came.push(follower);
            }
        }
    }
    let mut told = Set::new();
    for (id, owner) in owners.iter().enumerate() {
        let message = if without_any.contains(&id) {
            say!("check-affinity-without-pods", workload = &owner.name)
        } else if !comes[id] {
            say!("check-affinity-in-a-circle", workload = &owner.name)
        } else {
            continue;
        };
        if told.insert(owner.at) {
            Diagnostic::warning(
                "workload/affinity-never-met",
                format!("/workloads/{}/affinity/podAffinity", owner.at),
            )
            .says(message)
            .add_to(out);
        }
    }
}

/// Pods that keep away from each other, but outnumber the nodes (KS-16).
pub(super) fn apart(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    if !any_requires(cx, |affinity| affinity.pod_anti_affinity.as_ref()) {
        return;
    }
    let nodes = cx.node_names.len() as i64;
    let owners = &cx.resolved.workloads;
    let index = Index::new(owners);
    let mut symbols = cx.resolved.symbols.clone();
    let mut audiences = MatchedWorkloads::new(&index);
    let mut told = Set::new();
    for (id, owner) in (0..).map(WorkloadId).zip(owners) {
        let pods = i64::from(owner.replicas);
        if pods > nodes
            && nodes > 0
            && audiences.one_a_node((id, owner), &mut symbols)
            && told.insert(owner.at)
        {
            Diagnostic::warning(
                "workload/anti-affinity-room",
                format!("/workloads/{}/affinity/podAntiAffinity", owner.at),
            )
            .with("pods", pods)
            .with("owner", &owner.name)
            .with("nodes", nodes)
            .add_to(out);
        }
    }
}

/// Only one Pod per node can use a host port (KS-10). DaemonSets have one Pod per node, and often several sets for
/// different nodes.
pub(super) fn ports(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let nodes = cx.node_names.len() as i64;
    let mut wanted: Map<(i64, &str, &str), (i64, usize)> = Map::new();
    for owner in &cx.resolved.workloads {
        if owner.kind == WorkloadKind::DaemonSet {
            continue;
        }
        let ports = owner.source.containers.iter().flat_map(|one| &one.ports);
        let own: Set<(i64, &str, &str)> = ports
            .filter_map(|one| {
                let port = one.host_port.filter(|port| *port > 0)?;
                let protocol = Some(one.protocol.as_str()).filter(|text| !text.is_empty());
                let ip = Some(one.host_ip.as_str()).filter(|text| !text.is_empty());
                Some((port, protocol.unwrap_or("TCP"), ip.unwrap_or("0.0.0.0")))
            })
            .collect();
        for port in &own {
            let (pods, _) = wanted.entry(*port).or_insert((0, owner.at));
            *pods += i64::from(owner.replicas);
        }
    }
    for ((port, protocol, _), (pods, at)) in wanted {
        if pods > nodes && nodes > 0 {
            Diagnostic::warning("workload/host-port", format!("/workloads/{at}/containers"))
                .with("pods", pods)
                .with("port", port.to_string())
                .with("protocol", protocol)
                .with("nodes", nodes)
                .add_to(out);
        }
    }
}
