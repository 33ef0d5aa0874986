//! Flying Pods: from the places of the Pods that they replace to their new nodes.

use crate::shell::run::loaded::Run;
use base::{Map, PodId, RecordNo};
use draw::layout::StageLayout;
use draw::stage::Flight;
use draw::surface::Rect;
use draw::view::StageView;
use model::PodPhase;
use std::cell::RefCell;
use trace::{Change, Frame, Subject};

/// The duration of a flight, in milliseconds.
const FLIGHT: f64 = 900.0;
/// With more rows in one frame nothing flies.
const JUMP: u32 = 300;

struct FlightStart {
    pod: PodId,
    from: (f64, f64),
    began: f64,
}

#[derive(Default)]
pub struct Flights {
    legs: RefCell<Vec<FlightStart>>,
    /// Where Pods were as they left.
    places: RefCell<Map<PodId, Option<(f64, f64)>>>,
    origins: RefCell<Map<PodId, (f64, f64)>>,
}

impl Flights {
    pub fn are_over(&self) -> bool {
        self.legs.borrow().is_empty()
    }

    pub fn stop(&self) {
        self.legs.borrow_mut().clear();
        self.forget();
    }

    /// What follows is no longer the rows after those that were seen.
    fn forget(&self) {
        self.origins.borrow_mut().clear();
        self.places.borrow_mut().clear();
    }

    /// Starts flights of newly bound Pods from the places of the Pods that they replace.
    pub fn depart(
        &self,
        run: &Run,
        frame: &Frame,
        (view, layout, next): (&StageView, &StageLayout, u32),
        now: f64,
    ) {
        if frame.next <= next || frame.next - next > JUMP {
            self.forget();
            return;
        }
        let place = |pod: PodId| layout.pod(view, pod).map(Rect::middle);
        let mut origins = self.origins.borrow_mut();
        let mut places = self.places.borrow_mut();
        for no in next..frame.next {
            let Some(record) = run.trace.record(RecordNo(no)) else {
                continue;
            };
            let Subject::Pod(pod) = record.subject else {
                continue;
            };
            match record.change {
                Change::PodCreated { .. } => {
                    let before = run.index.pod_before(pod);
                    let from = before.and_then(|old| places.get(&old).copied().flatten());
                    origins.extend(from.map(|from| (pod, from)));
                }
                Change::PodBound { .. } => {
                    let from = place(pod).or_else(|| origins.remove(&pod));
                    if let Some(from) = from {
                        self.legs.borrow_mut().push(FlightStart { pod, from, began: now });
                    }
                }
                Change::PodTerminating { .. } | Change::PodForced { .. } | Change::PodGone => {
                    places.entry(pod).or_insert_with(|| place(pod));
                }
                _ => {}
            }
        }
    }

    pub fn now(
        &self,
        view: &StageView,
        layout: &StageLayout,
        frame: &Frame,
        now: f64,
    ) -> Vec<Flight> {
        let mut flights = Vec::new();
        self.legs.borrow_mut().retain(|leg| {
            let part = (now - leg.began) / FLIGHT;
            let bound = frame
                .cluster
                .pod(leg.pod)
                .is_some_and(|pod| !matches!(pod.phase(), PodPhase::Pending | PodPhase::Gone));
            let (Some(to), true, true) = (layout.pod(view, leg.pod), bound, part < 1.0) else {
                return false;
            };
            let pod = layout
                .nodes(view)
                .find_map(|(node, _)| node.pods.iter().find(|pod| pod.id == leg.pod));
            if let Some(pod) = pod {
                let part = part.max(0.0);
                flights.push(Flight { pod: *pod, from: leg.from, to: to.middle(), part });
            }
            true
        });
        flights
    }
}
