//! Compiles volume claims: those with the same name in a namespace are one, and each template is one volume.

use super::script::Lazily;
use crate::document::volume::{OrdinalClaim, VolumeClaim};
use crate::labels::fill;
use crate::resolve::{Owner, Resolved};
use base::{IdVec, Map, NodeId, WorkloadId, ZoneId, id::Id as _};
use model::Workload;
use model::volume::{NOWHERE, Volume, ZoneSet};

/// Compiles all volumes, and adds them to the workloads that use them; the first workload says what a shared one is like.
pub(crate) fn volumes(
    resolved: &Resolved<'_>,
    zones: &[String],
    nodes: &Lazily<'_, Map<&str, u32>>,
    workloads: &mut IdVec<WorkloadId, Workload>,
) -> Vec<Volume> {
    let mut all: Vec<Volume> = Vec::new();
    let mut shared: Map<(&str, String), u32> = Map::new();
    for (at, owner) in resolved.workloads.iter().enumerate() {
        let id = WorkloadId::new(at as u32);
        for claim in &owner.source.volume_claims {
            let name = fill(&claim.name, owner.copy).into_owned();
            let next = all.len() as u32;
            let number = match is_per_pod(owner, claim) {
                true => next,
                false => *shared.entry((owner.namespace, name.clone())).or_insert(next),
            };
            if number == next {
                all.push(volume(owner, claim, name, zones, nodes));
            }
            let used = &mut workloads[id].volumes;
            if !used.contains(&number) {
                used.push(number);
                all[number as usize].users.push(id);
            }
        }
    }
    all
}

/// Has each Pod of the workload a claim of its own?
pub(crate) fn is_per_pod(owner: &Owner<'_>, claim: &VolumeClaim) -> bool {
    claim.per_pod && owner.kind.has_ordinals()
}

fn volume(
    owner: &Owner<'_>,
    claim: &VolumeClaim,
    name: String,
    zones: &[String],
    nodes: &Lazily<'_, Map<&str, u32>>,
) -> Volume {
    // A zone without nodes is in no set.
    let set = |names: &[String]| {
        let known = (0..).zip(zones).filter(|(_, zone)| names.contains(zone));
        known.fold(ZoneSet::NONE, |set, (at, _)| set.with(ZoneId::new(at)))
    };
    let per_pod = is_per_pod(owner, claim);
    // A local disk needs no zone: its node has one.
    let bound = |names: &[String], node: &str| match names.is_empty() {
        true => (!node.is_empty()).then_some(ZoneSet::ALL),
        false => Some(set(names)),
    };
    let ordinal = |one: &OrdinalClaim| u32::try_from(one.ordinal).unwrap_or(u32::MAX);
    let listed = || claim.claims.iter().filter(|_| per_pod);
    let node = |name: &str| {
        let known = nodes.get(name).map_or(NOWHERE, |id| NodeId(*id));
        (!name.is_empty()).then_some(known)
    };
    let local = listed().filter_map(|one| Some((ordinal(one), node(&one.node)?)));
    let shared = node(&claim.node).filter(|_| !per_pod).map(|node| (0, node));
    Volume {
        name,
        per_pod,
        once: matches!(claim.access_mode.as_str(), "" | "ReadWriteOnce" | "ReadWriteOncePod"),
        immediate: claim.volume_binding_mode == "Immediate",
        regional: claim.regional,
        allowed: match claim.allowed_zones.is_empty() {
            true => ZoneSet::ALL,
            false => set(&claim.allowed_zones),
        },
        of_all: bound(&claim.zones, if per_pod { "" } else { &claim.node }),
        bound: listed()
            .filter_map(|one| Some((ordinal(one), bound(&one.zones, &one.node)?)))
            .collect(),
        local: local.chain(shared).collect(),
        users: Vec::new(),
    }
}
