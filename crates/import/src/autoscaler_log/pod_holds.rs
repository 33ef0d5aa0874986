//! Pods that wait by the autoscaler's events on them: such an event is repeated as long as no group grows for the Pod.

use super::shapes::Entry;
use super::{Hold, HoldState, NodeFacts, PodEvent, Reason, Subject};
use scenario::instant;

/// The event that ends the others.
const GROWS: &str = "TriggeredScaleUp";

/// What the events say at the end of a log.
#[derive(Debug, Default)]
pub(super) struct PodHolds(Vec<Hold>);

impl PodHolds {
    /// Takes an event on a Pod.
    pub(super) fn add(&mut self, entry: &Entry, at: i64) {
        let object = &entry.object;
        let (namespace, name) = (object.involved.namespace.clone(), object.involved.name.clone());
        let subject = Subject::Pods { namespace, name, count: 1 };
        let place = self.0.iter().position(|one| one.subject == subject);
        if object.reason == GROWS {
            if let Some(place) = place {
                self.0.remove(place);
            }
            return;
        }
        let first = instant::parse(&object.first).map_or(at, |ms| ms.div_euclid(1000));
        let (code, parameters) = (object.reason.clone(), vec![object.message.clone()]);
        let reason = Reason { code, parameters, group: None, last: at };
        let Some(known) = place.and_then(|place| self.0.get_mut(place)) else {
            let (state, node) = (HoldState::Held, NodeFacts::default());
            let (reasons, since, again) = (vec![reason], first.min(at), None);
            self.0.push(Hold { subject, reasons, since, last: at, logged: 1, state, again, node });
            return;
        };
        known.reasons.retain(|one| one.code != reason.code);
        known.reasons.push(reason);
        known.since = known.since.min(first);
        (known.last, known.logged) = (at, known.logged + 1);
    }

    /// The holds of Pods that the log itself doesn't have. `silence`: the seconds after which one isn't reported any longer.
    pub(super) fn finish(self, known: &[Hold], until: i64, silence: i64) -> Vec<Hold> {
        let name = |one: &Hold| match &one.subject {
            Subject::Pods { namespace, name, .. } => Some((namespace.clone(), name.clone())),
            _ => None,
        };
        let known: Vec<_> = known.iter().filter_map(name).collect();
        let mut holds = self.0;
        holds.retain(|one| name(one).is_none_or(|own| !known.contains(&own)));
        for hold in holds.iter_mut().filter(|hold| until - hold.last > silence) {
            hold.state = HoldState::NoLongerReported;
        }
        holds
    }
}

/// The event, as it is listed.
pub(super) fn pod_event(entry: &Entry, at: i64) -> PodEvent {
    let Entry { object, .. } = entry;
    PodEvent {
        at,
        namespace: object.involved.namespace.clone(),
        pod: object.involved.name.clone(),
        reason: object.reason.clone(),
        message: object.message.clone(),
    }
}
