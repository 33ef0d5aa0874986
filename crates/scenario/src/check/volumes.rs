//! Volume claims: their zones, and who can use them.

use super::context::Cx;
use crate::compile::volumes::is_per_pod;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::volume::VolumeClaim;
use crate::initial_nodes;
use crate::labels::fill;
use crate::resolve::Owner;
use base::{Map, Set};

/// Every claim, with its owner and its path; of copies the first.
fn claims<'a, 'd>(
    cx: &'a Cx<'_, 'd>,
) -> impl Iterator<Item = (&'a Owner<'d>, &'d VolumeClaim, String)> + 'a {
    let owners = cx.resolved.workloads.iter();
    let firsts = owners.filter(|owner| owner.copy.is_none_or(|copy| copy == 0));
    firsts.flat_map(|owner| {
        let all = owner.source.volume_claims.iter().enumerate();
        all.map(move |(n, claim)| {
            (owner, claim, format!("/workloads/{}/volumeClaims/{n}", owner.at))
        })
    })
}

/// A zone without nodes holds Pods in Pending.
pub(super) fn zones(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let known = initial_nodes::zones(cx.doc);
    for (_, claim, path) in claims(cx) {
        let mut find = |field: String, zones: &[String]| {
            for (n, zone) in zones.iter().enumerate().filter(|(_, zone)| !known.contains(zone)) {
                Diagnostic::warning("volume/zone", format!("{path}/{field}/{n}"))
                    .with("zone", zone)
                    .with("volume", &claim.name)
                    .with("zones", known.join(", "))
                    .add_to(out);
            }
        };
        find("zones".to_owned(), &claim.zones);
        find("allowedZones".to_owned(), &claim.allowed_zones);
        for (n, one) in claim.claims.iter().enumerate() {
            find(format!("claims/{n}/zones"), &one.zones);
        }
    }
}

/// A local disk whose node doesn't exist holds its Pod in Pending.
pub(super) fn nodes(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    if claims(cx).next().is_none() {
        return;
    }
    let known: Set<&str> = cx.node_names.iter().map(String::as_str).collect();
    for (owner, claim, path) in claims(cx) {
        let mut find = |field: String, node: &str| {
            if !node.is_empty() && !known.contains(node) {
                let found = Diagnostic::warning("volume/node", format!("{path}/{field}"));
                out.push(found.with("node", node).with("volume", &claim.name));
            }
        };
        for (n, one) in claim.claims.iter().enumerate() {
            find(format!("claims/{n}/node"), &one.node);
        }
        if !is_per_pod(owner, claim) {
            find("node".to_owned(), &claim.node);
        } else if !claim.node.is_empty() {
            out.push(Diagnostic::error("volume/node-of-each", format!("{path}/node")));
        }
    }
}

/// Only Pods that keep their names have claims of their own, one for each ordinal.
pub(super) fn per_pod(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (owner, claim, path) in claims(cx) {
        if claim.per_pod && !owner.kind.has_ordinals() {
            let kind = &owner.source.kind;
            let found = Diagnostic::error("volume/per-pod", format!("{path}/perPod"));
            out.push(found.with("kind", kind));
        } else if !claim.per_pod && !claim.claims.is_empty() {
            out.push(Diagnostic::error("volume/claims", format!("{path}/claims")));
        }
        let mut seen = Set::new();
        for (n, one) in claim.claims.iter().enumerate() {
            if !seen.insert(one.ordinal) {
                let path = format!("{path}/claims/{n}/ordinal");
                let found = Diagnostic::error("volume/ordinal", path);
                out.push(found.with("ordinal", one.ordinal));
            }
        }
    }
}

/// A shared disk that one node has at a time: Pods on others wait for it.
pub(super) fn one_node(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (owner, claim, path) in claims(cx) {
        let many = claim.access_mode.ends_with("Many");
        if !many && !is_per_pod(owner, claim) && owner.replicas > 1 {
            let found = Diagnostic::warning("volume/one-node", format!("{path}/accessMode"));
            out.push(found.with("volume", &claim.name).with("workload", &owner.name));
        }
    }
}

/// Workloads that share a claim say the same about it.
pub(super) fn alike(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let mut known: Map<(&str, String), (&VolumeClaim, &str)> = Map::new();
    for (owner, claim, path) in claims(cx).filter(|(owner, claim, _)| !is_per_pod(owner, claim)) {
        let name = fill(&claim.name, owner.copy).into_owned();
        let first = known.entry((owner.namespace, name)).or_insert((claim, &owner.name));
        if first.0 != claim {
            let found = Diagnostic::warning("volume/differs", path);
            out.push(found.with("volume", &claim.name).with("workload", first.1));
        }
    }
}
