//! The codes of the cluster autoscaler's log: what each says, what to do about it, and the rule behind it.

use base::Message;

/// What is known of a code with these parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Code {
    pub code: &'static str,
    /// GKE documents it; otherwise only the autoscaler's source has it.
    pub is_documented: bool,
    pub rules: &'static str,
    key: &'static str,
}

impl Code {
    /// What it says, with the remedy as its attribute.
    pub fn says(&self, parameters: &[String]) -> Message {
        Message::new(format!("code-{}", self.key))
            .with("about", parameters.first().map_or("", String::as_str))
            .with("all", parameters.join(", "))
    }

    /// The name of the attribute with the remedy.
    pub const REMEDY: &'static str = "remedy";
}

/// Documented or in the source, code, a text that its parameters begin with or hold, rules, message. Where a code has several
/// lines the first that fits counts. One string: a table of strings would be part of the first load.
const CODES: &str = "\
D scale.up.error.out.of.resources - CA-08,BS-103 out-of-resources
D scale.up.error.quota.exceeded - BS-103 quota-exceeded
D scale.up.error.waiting.for.instances.timeout - BS-87,BS-103 instances-timeout
D scale.up.error.ip.space.exhausted - CA-69,BS-103 ip-space
D scale.up.error.service.account.deleted - BS-103 service-account
S scale.up.error.reservation.not.found - BS-103 reservation
S scale.up.error.reservation.not.ready - BS-103 reservation
S scale.up.error.reservation.incompatible - BS-103 reservation
S scale.up.error.reservation.capacity.exceeded - BS-103 reservation
S scale.up.error.invalid.reservation - BS-103 reservation
S scale.up.error.any.affinity.reservations.not.available - BS-103 reservation
S scale.up.error.any.affinity.reservations.no.capacity - BS-103 reservation
S scale.up.error.tpu.topology.invalid - BS-103 pool-settings
S scale.up.error.tpu.configuration.invalid - BS-103 pool-settings
S scale.up.error.unsupportred.compact.placement.config - BS-103 pool-settings
S scale.up.error.compact.placement.node.group.already.exists - BS-103 pool-settings
S scale.up.error.other - BS-103 scale-up-other
D FailedScaleUp - BS-103 event-failed
D NotTriggerScaleUp - BS-104 event-not-triggered
D no.scale.up.in.backoff - BS-104,KA-44 growth-pauses
S no.scale.up.not.tried - BS-104 not-tried
S no.scale.up.unexpected.error - BS-104 unexpected
D no.scale.up.mig.skipped max.node.group.size CA-05,KA-93 skipped-max
D no.scale.up.mig.skipped backoff KA-44,KA-93 skipped-backoff
D no.scale.up.mig.skipped not.ready KA-48,KA-93 skipped-not-ready
D no.scale.up.mig.skipped exceeded.quota KA-41,KA-93 skipped-limit
D no.scale.up.mig.skipped resource.limit KA-41,KA-93 skipped-limit
D no.scale.up.mig.skipped - KA-93 skipped
D no.scale.up.mig.failing.predicate - KA-93 predicate
S no.scale.up.mig.unknown.reason - BS-104 unexpected
D no.scale.up.nap.disabled - BS-104 nap-disabled
D no.scale.up.nap.no.locations.available - BS-104 nap-no-locations
D no.scale.up.nap.pod.zonal.resources.exceeded - BS-104,KA-41 nap-resources
D no.scale.up.nap.pod.zonal.failing.predicates - BS-104 nap-predicates
D no.scale.up.nap.pod.gpu.no.limit.defined - BS-104 nap-gpu-limit
D no.scale.up.nap.pod.gpu.type.not.supported - BS-104 nap-gpu-type
S no.scale.up.nap.pod.tpu.no.limit.defined - BS-104 nap-tpu
S no.scale.up.nap.pod.tpu.type.not.supported - BS-104 nap-tpu
S no.scale.up.nap.pod.tpu.accelerator.count.invalid - BS-104 nap-tpu
S no.scale.up.nap.pod.tpu.incompatible - BS-104 nap-tpu
S no.scale.up.nap.node.groups.limit.reached - BS-96,BS-104 nap-groups
S no.scale.up.nap.capacity.constraints - BS-104 nap-capacity
S no.scale.up.nap.pod.zonal.illegal.config - BS-104 nap-config
S no.scale.up.nap.pod.zonal.other.error - BS-104 unexpected
S no.scale.up.nap.pod.zonal.unexpected.error - BS-104 unexpected
S no.scale.up.nap.unexpected.error - BS-104 unexpected
S no.scale.up.nap.ccc.not.found - BS-104 nap-class
S no.scale.up.nap.ccc.autoprovisioning.disabled - BS-104 nap-class
S no.scale.up.nap.ccc.pod.incompatible - BS-104 nap-class
S no.scale.up.nap.ccc.fetch.error - BS-104 nap-class
S no.scale.up.nap.pod.workload.separation.invalid - BS-104 nap-selector
S no.scale.up.nap.pod.unusable.reservation - BS-104 nap-selector
S no.scale.up.nap.pod.gpu.request.invalid - BS-104 nap-selector
S no.scale.up.nap.pod.machine.family.unknown - BS-104 nap-selector
S no.scale.up.nap.pod.machine.family.not.supported - BS-104 nap-selector
D scale.down.error.failed.to.evict.pods - BS-103,AM-75 failed-to-evict
D scale.down.error.failed.to.mark.to.be.deleted - BS-103 removal-error
D scale.down.error.failed.to.delete.node.min.size.reached - BS-103 removal-error
S scale.down.error.failed.to.delete.node.other - BS-103 removal-error
D no.scale.down.in.backoff - KA-74,BS-105 removal-pauses
D no.scale.down.in.progress - BS-105 removal-goes-on
S no.scale.down.not.tried - BS-105 not-tried
S no.scale.down.unexpected.error - BS-105 unexpected
D no.scale.down.node.scale.down.disabled.annotation - KA-56 node-annotation
D no.scale.down.node.node.group.min.size.reached - KA-76 min-size
D no.scale.down.node.minimal.resource.limits.exceeded - KA-76,KA-41 resource-minimum
D no.scale.down.node.no.place.to.move.pods min-nodes-fake BS-97 class-floor
D no.scale.down.node.no.place.to.move.pods - KA-59,CA-45 no-place
D no.scale.down.node.pod.not.backed.by.controller - KA-67,CA-46 bare-pod
D no.scale.down.node.pod.not.safe.to.evict.annotation - KA-69,CA-48 not-safe
D no.scale.down.node.pod.kube.system.unmovable - KA-68,BS-45,CA-66 system-pod
D no.scale.down.node.pod.not.enough.pdb - KA-71,CA-49 budget
D no.scale.down.node.pod.controller.not.found - KA-63 no-controller
S no.scale.down.node.pod.min.replicas.reached - BS-105 min-replicas
D no.scale.down.node.pod.has.local.storage - CA-47,KA-70 local-storage
D no.scale.down.node.pod.unexpected.error - BS-105 unexpected
S no.scale.down.node.unexpected.error - BS-105 unexpected
S Backoff - KA-44,BS-102 status-backoff
S Unhealthy - KA-48,BS-102 status-unhealthy
";

/// All codes, each with each of its meanings once.
pub fn all() -> impl Iterator<Item = Code> {
    let mut before = None;
    let all = CODES.lines().filter_map(|line| Some(parsed(line)?.0));
    all.filter(move |one| before.replace(*one) != Some(*one))
}

fn parsed(line: &'static str) -> Option<(Code, &'static str)> {
    let mut words = line.split(' ');
    let (source, code, hint) = (words.next()?, words.next()?, words.next()?);
    let (rules, key) = (words.next()?, words.next()?);
    Some((Code { code, is_documented: source == "D", rules, key }, hint))
}

/// `None`: nothing is known of it, and nothing is guessed.
pub fn of(code: &str, parameters: &[String]) -> Option<Code> {
    let fits = |hint: &str| {
        hint == "-" || parameters.iter().any(|one| one.contains(&hint.replace('.', " ")))
    };
    let mut lines = CODES.lines().filter_map(parsed);
    lines.find(|(one, hint)| one.code == code && fits(hint)).map(|(one, _)| one)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_meaning_of_a_code_is_listed_twice() {
        let mut codes: Vec<Code> = all().collect();
        let listed = codes.len();
        codes.sort_by_key(|one| (one.code, one.key));
        codes.dedup();
        assert_eq!(codes.len(), listed);
    }

    /// Every code has a sentence and a remedy.
    #[test]
    fn each_code_is_explained() {
        for code in all() {
            let says = code.says(&["a".to_owned()]);
            let words = crate::plain();
            assert!(words.text(&says).len() > 20, "{}", code.code);
            assert!(words.attribute(&says, Code::REMEDY).len() > 10, "{}", code.code);
        }
        assert_eq!(of("no.scale.down.node.consolidation.paused", &[]), None);
        let skipped = of("no.scale.up.mig.skipped", &["max node group size reached".to_owned()]);
        assert_eq!(skipped.map(|one| one.key), Some("skipped-max"));
    }
}
