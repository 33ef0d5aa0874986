//! The volume claims of a workload's Pods.

use crate::found::{FileNotes, Sourced};
use crate::kubectl::object::{Object, Spec, Volume};
use crate::kubectl::storage::{Claim, Storage};
use crate::notes;
use scenario::document::Workload;
use scenario::document::volume::{ACCESS_MODES, OrdinalClaim, VolumeClaim};
use scenario::natural;

/// Where a workload's claims are read.
pub(super) struct PodSource<'a> {
    pub(super) controller: Option<&'a Object>,
    /// Its Pods.
    pub(super) pods: Vec<&'a Object>,
    /// Their specs, or that of the template.
    pub(super) specs: Vec<&'a Spec>,
}

impl PodSource<'_> {
    /// Adds what holds Pods in a zone or makes them wait, and notes what the files don't say; true if a claim isn't that of
    /// all Pods, or isn't in the files.
    pub(super) fn add_claims(
        &self,
        workload: &mut Workload,
        file: usize,
        notes: &mut FileNotes,
    ) -> bool {
        let mut read = ClaimReader {
            storage: &notes.storage,
            claims: Vec::new(),
            assumed: false,
            unknown: false,
        };
        let templates = self.templates(workload, read.storage);
        let named = self.named_after_pods(workload);
        let ordinal = |claim: &str, template: &str| match workload.kind.as_str() {
            "StatefulSet" => ordinal(claim, template, &workload.name),
            _ => named.get(&(template, claim)).copied(),
        };
        for (name, template) in &templates {
            read.per_pod(workload, name, template, &ordinal);
        }
        for name in self.shared(&templates, &ordinal, &mut read.unknown) {
            read.shared(workload, &name);
        }
        let ClaimReader { claims, assumed, unknown, .. } = read;
        workload.volume_claims = claims;
        if assumed {
            notes.workload(file, notes::DISKS, workload);
        }
        if unknown {
            notes.workload(file, notes::VOLUMES, workload);
        }
        unknown
    }

    /// The ordinals of claims that an operator names after their Pods, by volume and claim; of Pods without ordinals their places in
    /// the order of names.
    fn named_after_pods(&self, workload: &Workload) -> base::Map<(&str, &str), i64> {
        let mut named = base::Map::new();
        if workload.kind == "StatefulSet" || !keeps_names(workload) {
            return named;
        }
        let suffix = |pod: &Object| {
            let number = natural::suffix(&pod.metadata.name, &workload.name).map(i64::from);
            number.filter(|number| workload.replicas.is_none_or(|replicas| *number < replicas))
        };
        let by_name = self.pods.iter().all(|pod| suffix(pod).is_some());
        for (place, pod) in (0..).zip(&self.pods) {
            let ordinal = suffix(pod).filter(|_| by_name).unwrap_or(place);
            for volume in pod.spec.volumes.iter().filter(|one| is_named_after(one, pod)) {
                named.insert((&*volume.name, &*volume.claim.name), ordinal);
            }
        }
        named
    }

    /// The templates of a StatefulSet; without it, those by which its Pods name their claims.
    fn templates(&self, workload: &Workload, storage: &Storage) -> Vec<(String, Claim)> {
        if !keeps_names(workload) {
            return Vec::new();
        }
        if let Some(set) = self.controller {
            let all = set.spec.claim_templates.iter();
            return all.map(|one| (one.metadata.name.0.clone(), Claim::of(&one.spec))).collect();
        }
        let Some(pod) = self.pods.first() else {
            return Vec::new();
        };
        let volumes = pod.spec.volumes.iter();
        let stateful = workload.kind == "StatefulSet";
        let own = volumes.filter(|one| match stateful {
            true => *one.claim.name == format!("{}-{}", &*one.name, &*pod.metadata.name),
            false => is_named_after(one, pod),
        });
        own.map(|one| {
            let key = (workload.namespace.clone(), one.claim.name.0.clone());
            let claim = storage.claims.get(&key).cloned().unwrap_or_default();
            (one.name.0.clone(), Claim { volume: String::new(), ..claim })
        })
        .collect()
    }

    /// The names of claims that all Pods share; others belong to single Pods, as operators make them.
    fn shared(
        &self,
        templates: &[(String, Claim)],
        ordinal: &dyn Fn(&str, &str) -> Option<i64>,
        unknown: &mut bool,
    ) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for spec in &self.specs {
            for volume in spec.volumes.iter() {
                let name = &volume.claim.name.0;
                let of_template =
                    |(template, _): &(String, Claim)| ordinal(name, template).is_some();
                if name.is_empty() || names.contains(name) || templates.iter().any(of_template) {
                    continue;
                }
                let uses = |spec: &&Spec| spec.volumes.iter().any(|one| one.claim.name.0 == *name);
                if self.specs.iter().all(uses) {
                    names.push(name.clone());
                } else {
                    *unknown = true;
                }
            }
        }
        names
    }
}

/// Does a new Pod take the name and the claims of the one that it replaces?
pub(super) fn keeps_names(workload: &Workload) -> bool {
    workload.kind == "StatefulSet" || workload.pod_management_policy == "Parallel"
}

/// Has each Pod a claim that is named after it, as operators do that recreate a Pod with its name and its disks?
pub(super) fn are_named(pods: &[Sourced<Box<Object>>]) -> bool {
    let has_own_claim = |pod: &Sourced<Box<Object>>| {
        pod.thing.spec.volumes.iter().any(|volume| is_named_after(volume, &pod.thing))
    };
    !pods.is_empty() && pods.iter().all(has_own_claim)
}

/// Operators name claims `data-0-kafka-broker-3`, or as the Pod.
fn is_named_after(volume: &Volume, pod: &Object) -> bool {
    volume.claim.name.contains(&*pod.metadata.name)
}

/// `data-db-0` of the set `db`
fn ordinal(claim: &str, template: &str, set: &str) -> Option<i64> {
    let rest = claim.strip_prefix(template)?.strip_prefix('-')?.strip_prefix(set)?;
    rest.strip_prefix('-')?
        .parse()
        .ok()
        .filter(|ordinal| (0..i64::from(i32::MAX)).contains(ordinal))
}

struct ClaimReader<'a> {
    storage: &'a Storage,
    claims: Vec<VolumeClaim>,
    /// A disk is taken to be in the zone of its Pod.
    assumed: bool,
    /// Some claim isn't in the files.
    unknown: bool,
}

impl ClaimReader<'_> {
    fn claim(&self, name: &str, claim: &Claim) -> VolumeClaim {
        let mode = claim.modes.iter().find(|mode| mode.ends_with("Many"));
        let mode = mode.filter(|mode| ACCESS_MODES.contains(&mode.as_str()));
        let class = self.storage.class(&claim.class);
        VolumeClaim {
            name: name.to_owned(),
            access_mode: mode.cloned().unwrap_or_default(),
            volume_binding_mode: if class.immediate {
                "Immediate".to_owned()
            } else {
                String::new()
            },
            allowed_zones: class.zones,
            regional: class.regional,
            ..VolumeClaim::default()
        }
    }

    /// The claims of each ordinal; they outlive its Pods.
    fn per_pod(
        &mut self,
        workload: &Workload,
        name: &str,
        template: &Claim,
        ordinal: &dyn Fn(&str, &str) -> Option<i64>,
    ) {
        let mut bound = Vec::new();
        let mut anywhere = false;
        let (mut known, mut unplaced) = (0, 0);
        for ((namespace, claim), found) in &self.storage.claims {
            let ordinal = ordinal(claim, name);
            let Some(ordinal) = ordinal.filter(|_| *namespace == workload.namespace) else {
                continue;
            };
            known += 1;
            let node = self.storage.node(found);
            match self.storage.zones(found) {
                Some([]) if node.is_empty() => anywhere = true,
                Some(zones) => bound.push(OrdinalClaim { ordinal, zones: zones.to_vec(), node }),
                None => unplaced += i32::from(!found.volume.is_empty()),
            }
        }
        if bound.is_empty() && (anywhere || template.many()) {
            return;
        }
        self.assumed |= unplaced > 0 || (known == 0 && workload.replicas != Some(0));
        base::order::sort_by_key(&mut bound, |one| one.ordinal);
        self.claims.push(VolumeClaim {
            per_pod: true,
            claims: bound,
            ..self.claim(name, template)
        });
    }

    fn shared(&mut self, workload: &Workload, name: &str) {
        let key = (workload.namespace.clone(), name.to_owned());
        let Some(found) = self.storage.claims.get(&key) else {
            self.unknown = true;
            return;
        };
        let zones = self.storage.zones(found);
        let node = self.storage.node(found);
        let anywhere = zones.is_some_and(<[String]>::is_empty) && node.is_empty();
        if anywhere || (zones.is_none() && found.many()) {
            return;
        }
        let mut claim = self.claim(name, found);
        if !found.volume.is_empty() {
            // Its class has made the disk.
            (claim.volume_binding_mode, claim.regional) = (String::new(), false);
            claim.allowed_zones.clear();
            claim.zones = zones.unwrap_or_default().to_vec();
            self.assumed |= zones.is_none();
            claim.node = node;
        }
        self.claims.push(claim);
    }
}
