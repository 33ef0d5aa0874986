//! PersistentVolumes, their claims and StorageClasses.

use super::object::{NodeTerm, Object, Spec};
use crate::loose::{List, Text};
use base::Map;

/// The node that the disk of a PersistentVolume is part of (KS-39).
pub(super) fn local_node(spec: &Spec) -> Option<&str> {
    let terms = spec.volume_affinity.required.terms.iter();
    let mut expressions = terms.flat_map(|term| term.expressions.iter());
    let host = expressions.find(|one| &*one.key == "kubernetes.io/hostname")?;
    host.values.iter().next().and_then(Text::some)
}

/// Labels of a node with its zone.
const ZONES: [&str; 3] = [
    "topology.gke.io/zone",
    "topology.kubernetes.io/zone",
    "failure-domain.beta.kubernetes.io/zone",
];

/// What the files say about disks.
#[derive(Debug, Default)]
pub(crate) struct Storage {
    /// The zones of PersistentVolumes by name; none: they can be used anywhere.
    volumes: Map<String, Vec<String>>,
    /// The nodes of those that are local to one.
    local: Map<String, String>,
    /// By namespace and name.
    pub(crate) claims: Map<(String, String), Claim>,
    classes: Map<String, Class>,
}

/// A claim, or a template of claims.
#[derive(Clone, Debug, Default)]
pub(crate) struct Claim {
    /// The name of its PersistentVolume; empty: not bound.
    pub(crate) volume: String,
    pub(crate) modes: Vec<String>,
    pub(crate) class: String,
}

/// Where a StorageClass makes disks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Class {
    pub(crate) immediate: bool,
    pub(crate) regional: bool,
    pub(crate) zones: Vec<String>,
}

impl Claim {
    pub(crate) fn of(spec: &Spec) -> Self {
        Self {
            volume: spec.volume_name.0.clone(),
            modes: spec.access_modes.iter().map(|mode| mode.0.clone()).collect(),
            class: spec.storage_class.0.clone(),
        }
    }

    /// Can many nodes use its disk at once?
    pub(crate) fn many(&self) -> bool {
        self.modes.iter().any(|mode| mode.ends_with("Many")) || self.class.ends_with("-rwx")
    }
}

impl Storage {
    /// Takes an object of these kinds.
    pub(crate) fn take(&mut self, kind: &str, object: &Object) -> bool {
        let (meta, spec) = (&object.metadata, &object.spec);
        let name = meta.name.0.clone();
        match kind {
            "PersistentVolume" => {
                let mut zones = zones_of(&spec.volume_affinity.required.terms);
                let label = ZONES.iter().find_map(|key| meta.labels.get(key));
                if let (true, Some(label)) = (zones.is_empty(), label) {
                    // Of a regional disk: `a__b`.
                    zones.extend(label.split("__").map(str::to_owned));
                }
                self.volumes.insert(name.clone(), zones);
                if let Some(node) = local_node(spec) {
                    self.local.insert(name.clone(), node.to_owned());
                }
                if let Some(claim) = spec.claim_ref.name.some() {
                    let namespace = &*spec.claim_ref.namespace;
                    let namespace = if namespace == "default" { "" } else { namespace };
                    let key = (namespace.to_owned(), claim.to_owned());
                    let claim = Claim { volume: name, ..Claim::of(spec) };
                    self.claims.entry(key).or_insert(claim);
                }
            }
            "PersistentVolumeClaim" => {
                let key = (meta.namespace.0.clone(), name);
                self.claims.insert(key, Claim::of(spec));
            }
            "StorageClass" => {
                let replication = object.parameters.get("replication-type");
                let terms = object.allowed_topologies.iter();
                let zones = terms.flat_map(|term| term.labels.iter());
                let zones = zones.filter(|label| ZONES.contains(&&*label.key));
                let zones = zones.flat_map(|label| label.values.iter().map(|zone| zone.0.clone()));
                let class = Class {
                    immediate: &*object.binding_mode != "WaitForFirstConsumer",
                    regional: replication.is_some_and(|kind| kind.starts_with("regional")),
                    zones: zones.collect(),
                };
                self.classes.insert(name, class);
            }
            _ => return false,
        }
        true
    }

    /// Adds what another file says.
    pub(crate) fn absorb(&mut self, other: Self) {
        for (name, zones) in other.volumes {
            self.volumes.insert(name, zones);
        }
        for (name, node) in other.local {
            self.local.insert(name, node);
        }
        for (key, claim) in other.claims {
            self.claims.insert(key, claim);
        }
        for (name, class) in other.classes {
            self.classes.insert(name, class);
        }
    }

    /// The zones of a bound claim's disk, if the files have it; none: it can be used anywhere.
    pub(crate) fn zones(&self, claim: &Claim) -> Option<&[String]> {
        self.volumes.get(&claim.volume).map(Vec::as_slice)
    }

    /// The node that a bound claim's disk is part of; empty: none.
    pub(crate) fn node(&self, claim: &Claim) -> String {
        self.local.get(&claim.volume).cloned().unwrap_or_default()
    }

    /// How the class makes disks. GKE's `standard` makes them at once, others wait for a Pod.
    pub(crate) fn class(&self, name: &str) -> Class {
        let known = self.classes.get(name).cloned();
        known.unwrap_or(Class { immediate: name == "standard", ..Class::default() })
    }
}

/// The zones that the terms require, each once.
fn zones_of(terms: &List<NodeTerm>) -> Vec<String> {
    let expressions = terms.iter().flat_map(|term| term.expressions.iter());
    let zonal = expressions.filter(|one| ZONES.contains(&&*one.key) && &*one.operator == "In");
    let mut zones: Vec<String> = Vec::new();
    for Text(zone) in zonal.flat_map(|one| one.values.iter()) {
        if !zones.contains(zone) {
            zones.push(zone.clone());
        }
    }
    zones
}
