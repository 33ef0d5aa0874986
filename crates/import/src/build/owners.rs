//! Finds the owner of a Pod, through its ReplicaSet.

use std::borrow::Cow;

use crate::kubectl::kind::ObjectKind;
use crate::kubectl::object::{Meta, Object, Owner};

/// The identity of a workload in the document.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Key {
    pub(super) namespace: String,
    pub(super) kind: String,
    pub(super) name: String,
}

/// How an owner is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OwnerFrom {
    Reference,
    /// The Deployment of a missing ReplicaSet, by the ReplicaSet's name.
    Name,
}

/// Kind and name of ReplicaSets' owners, by namespace and name of the ReplicaSet.
#[derive(Debug, Default)]
pub(super) struct ReplicaSets(base::Map<(String, String), Option<(String, String)>>);

/// Does the owner create a ReplicaSet per revision?
pub(super) fn replaces_by_sets(owner: &Owner) -> bool {
    matches!(&*owner.kind, "Deployment" | "Rollout") && is_own(owner)
}

impl ReplicaSets {
    pub(super) fn add(&mut self, object: &Object) {
        let meta = &object.metadata;
        let owner = controller(meta).filter(|owner| replaces_by_sets(owner));
        let name = (meta.namespace.0.clone(), meta.name.0.clone());
        self.0.insert(name, owner.map(|owner| (owner.kind.0.clone(), owner.name.0.clone())));
    }

    /// The workload that a Pod belongs to.
    pub(super) fn owner_of(&self, pod: &Object) -> (Key, OwnerFrom) {
        let meta = &pod.metadata;
        let key = |kind: &str, name: &str| Key {
            namespace: meta.namespace.0.clone(),
            kind: kind.to_owned(),
            name: name.to_owned(),
        };
        let is_mirror = meta.annotations.0.get("kubernetes.io/config.mirror").is_some();
        let Some(owner) = controller(meta).filter(|owner| !owner.kind.is_empty()) else {
            if is_mirror {
                return (
                    key("Mirror", without_node(&meta.name, &pod.spec.node_name)),
                    OwnerFrom::Reference,
                );
            }
            return (key("Pod", &meta.name), OwnerFrom::Reference);
        };
        match &*owner.kind {
            "Node" => {
                (key("Mirror", without_node(&meta.name, &pod.spec.node_name)), OwnerFrom::Reference)
            }
            // A mirror Pod of an old kubelet that named no owner, or one adopted by mistake.
            _ if is_mirror => {
                (key("Mirror", without_node(&meta.name, &pod.spec.node_name)), OwnerFrom::Reference)
            }
            "ReplicaSet" if is_own(owner) => {
                let name = (meta.namespace.0.clone(), owner.name.0.clone());
                match self.0.get(&name) {
                    Some(Some((kind, name))) => (key(kind, name), OwnerFrom::Reference),
                    Some(None) => (key("ReplicaSet", &owner.name), OwnerFrom::Reference),
                    None => match name_of_owner(meta, &owner.name) {
                        Some((kind, name)) => (key(kind, name), OwnerFrom::Name),
                        None => (key("ReplicaSet", &owner.name), OwnerFrom::Reference),
                    },
                }
            }
            "Pod" => (key("Pod", &meta.name), OwnerFrom::Reference),
            kind => (key(&qualified(kind, owner), &owner.name), OwnerFrom::Reference),
        }
    }
}

/// Is the owner's kind one of Kubernetes' own?
fn is_own(owner: &Owner) -> bool {
    ObjectKind::named(&owner.kind, &owner.api_version).is_some()
}

/// Other API groups have their own `Job` or `StatefulSet`, which behave differently: `Job.batch.volcano.sh`.
fn qualified<'a>(kind: &'a str, owner: &Owner) -> Cow<'a, str> {
    let builtin = ObjectKind::named(kind, "").is_some() || kind == "Mirror";
    match owner.api_version.split_once('/') {
        Some((group, _)) if builtin && !is_own(owner) => Cow::Owned(format!("{kind}.{group}")),
        _ => Cow::Borrowed(kind),
    }
}

/// The controlling owner of the object; old dumps lack the flag.
pub(super) fn controller(meta: &Meta) -> Option<&Owner> {
    let flagged = |flag: &'static str| meta.owners.iter().find(move |one| &*one.controller == flag);
    flagged("true").or_else(|| flagged(""))
}

/// Labels that ReplicaSets' owners add to their Pods.
const HASHES: [(&str, &str); 2] =
    [("Deployment", "pod-template-hash"), ("Rollout", "rollouts-pod-template-hash")];

/// `web-5d4f8c7b9d` with the label `pod-template-hash: 5d4f8c7b9d` belongs to `web`. Up to Kubernetes 1.11 the label
/// is a decimal number, so the form of the last part must suffice.
fn name_of_owner<'a>(meta: &Meta, replica_set: &'a str) -> Option<(&'static str, &'a str)> {
    let (kind, hash) =
        (HASHES.iter()).find_map(|(kind, label)| Some((*kind, meta.labels.get(label)?)))?;
    let (name, last) = replica_set.rsplit_once('-')?;
    let safe = |c: char| "bcdfghjklmnpqrstvwxz2456789".contains(c);
    let looks_like_hash =
        (5..=10).contains(&last.len()) && last.chars().all(|c| safe(c) || c.is_ascii_digit());
    (!name.is_empty() && (last == &**hash || looks_like_hash)).then_some((kind, name))
}

/// The name of a static Pod without its node's name is the same on all nodes.
fn without_node<'a>(name: &'a str, node: &str) -> &'a str {
    let stem = name.strip_suffix(node).and_then(|stem| stem.strip_suffix('-'));
    stem.filter(|stem| !stem.is_empty() && !node.is_empty()).unwrap_or(name)
}
