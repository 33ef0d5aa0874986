//! Who is held back in a run: nodes that the autoscaler would remove and doesn't, and Pods without a node.

use crate::autoscaler::{Autoscaler, outlasts};
use crate::index::Index;
use crate::longest_hold::stays;
use crate::outcome::limit;
use crate::subject::Topic;
use crate::why::{Why, why_within};
use base::{NodeId, SimSpan, SimTime, order};
use model::PodPhase;
use model::autoscale::Stays;
use trace::{Change, Frame, Subject, Trace};

/// A node that stays or a Pod that waits, and the answer why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeldBack {
    pub subject: Subject,
    pub since: SimTime,
    /// `None`: to the end of the run.
    pub until: Option<SimTime>,
    pub why: Why,
}

/// What a run says of all nodes and Pods.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HeldInRun {
    /// The longest stretch of each, if it lasts to the end or for ten minutes, after which an unneeded node goes (KA-74).
    pub nodes: Vec<HeldBack>,
    /// Pods that wait at the end.
    pub pods: Vec<HeldBack>,
    /// Nodes that stay as their Pods request enough.
    pub used: Vec<NodeId>,
    /// Nodes that are removed.
    pub removed: Vec<(NodeId, SimTime)>,
}

const UNNEEDED: SimSpan = SimSpan::from_secs(600);

pub fn held_back(trace: &Trace, index: &Index) -> HeldInRun {
    let mut found = HeldInRun::default();
    let end = trace.frame_at(trace.end());
    let mut stretches = Vec::new();
    for (id, _) in trace.last().nodes.iter() {
        let node = Subject::Node(id);
        stretches.extend(stays(trace, node).into_iter().map(|(_, from, to)| (from, to, id)));
        let rows = trace.rows_of(node).into_iter().filter_map(|no| trace.record(no));
        let rows: Vec<_> = rows.collect();
        let marked = rows.iter().rfind(|row| matches!(row.change, Change::DeletionMarked { .. }));
        let told = rows.iter().rposition(|row| matches!(row.change, Change::Stays { .. }));
        let is_used = told.is_some_and(|at| {
            matches!(rows[at].change, Change::Stays { why: Stays::Used, .. })
                && rows[at..].iter().all(|row| outlasts(Stays::Used, row.change))
        });
        found.used.extend(is_used.then_some(id));
        found.removed.extend(marked.map(|row| (id, row.at)));
    }
    let lasts = |to: Option<SimTime>, from: SimTime| to.unwrap_or(limit(trace)).max(from) - from;
    stretches.retain(|(from, to, _)| to.is_none() || lasts(*to, *from) >= UNNEEDED);
    // One frame for each instant.
    order::sort_by_key(&mut stretches, |(from, ..)| *from);
    let mut frame = (SimTime::ZERO, trace.frame_at(SimTime::ZERO));
    for (from, to, node) in stretches {
        if frame.0 != from {
            frame = (from, trace.frame_at(from));
        }
        // The others are used, too.
        let held = |scaler: Autoscaler<'_>| scaler.held(index, node);
        let is_held = Autoscaler::of(trace, &frame.1).and_then(held).is_some();
        let subject = Subject::Node(node);
        let why = answer(trace, index, &frame.1, subject).filter(|_| is_held);
        let Some(why) = why else { continue };
        let one = HeldBack { subject, since: from, until: to, why };
        match found.nodes.iter_mut().find(|other| other.subject == subject) {
            // What lasts counts before what is over.
            Some(other) if to.is_none() || lasts(other.until, other.since) < lasts(to, from) => {
                *other = one;
            }
            Some(_) => {}
            None => found.nodes.push(one),
        }
    }
    let waiting = end.cluster.pods_of(|_| true);
    let waiting = waiting.filter(|(_, pod)| pod.phase() == PodPhase::Pending).map(|(id, _)| id);
    let pods = waiting.filter_map(|id| {
        let why = answer(trace, index, &end, Subject::Pod(id))?;
        Some(HeldBack { subject: Subject::Pod(id), since: why.since, until: None, why })
    });
    found.pods = pods.collect();
    found
}

fn answer(trace: &Trace, index: &Index, frame: &Frame, subject: Subject) -> Option<Why> {
    why_within(trace, index, (frame, None), Topic::Subject(subject), None)
}
