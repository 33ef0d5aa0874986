//! Drains that waited for Pods which were terminating already: long grace periods, and finalizers.

use super::{Page, plural, record};
use base::{Map, NodeId, PodId, RecordNo, Set, SimSpan, SimTime};
use trace::{Change, Record, Subject};

/// A drain that waits for less waits for an ordinary grace period.
const SHORT: SimSpan = SimSpan::from_secs(60);

/// Drains that waited for Pods of one workload.
struct Wait {
    span: SimSpan,
    nodes: Set<NodeId>,
    pod: PodId,
    /// The row with which the first Pod began to terminate; `None`: that was before the start.
    since: Option<RecordNo>,
    /// The end of the first drain.
    end: RecordNo,
}

impl Page<'_> {
    /// How long drains waited for the last Pod to be gone when no eviction was refused any more, by workload.
    pub(super) fn terminating(&self) -> Vec<(SimSpan, String)> {
        let trace = self.asked.trace;
        let mut began: Map<NodeId, SimTime> = Map::default();
        let mut waits: Map<(Subject, bool), Wait> = Map::default();
        for (no, row) in trace.records() {
            let Subject::Node(node) = row.subject else { continue };
            match row.change {
                Change::DrainStarted { .. } => {
                    began.insert(node, row.at);
                }
                Change::DrainEnded { .. } => {
                    let from = began.remove(&node).filter(|from| row.at - *from > SHORT);
                    let Some(from) = from else { continue };
                    let Some((pod, held)) = self.last_pod(node, &row) else { continue };
                    let since = self.terminates_since(pod, no);
                    let last = since.and_then(|no| trace.record(no)).map(|row| row.at);
                    let from = from.max(last.unwrap_or(from)).max(self.refused_until(node, row.at));
                    let span = row.at - from.min(row.at);
                    if span <= SHORT {
                        continue;
                    }
                    let owner = trace.owner(pod).map(Subject::Workload);
                    let owner = owner.unwrap_or(Subject::Pod(pod));
                    let wait = waits.entry((owner, held)).or_insert_with(|| Wait {
                        span: SimSpan::ZERO,
                        nodes: Set::new(),
                        pod,
                        since,
                        end: no,
                    });
                    wait.span = wait.span + span;
                    wait.nodes.insert(node);
                }
                _ => {}
            }
        }
        let said = waits
            .iter()
            .map(|((owner, held), wait)| (wait.span, self.held_by(*owner, *held, wait)));
        said.collect()
    }

    fn held_by(&self, owner: Subject, held: bool, wait: &Wait) -> String {
        let nodes = plural(wait.nodes.len(), "node");
        let span = self.span(wait.span);
        let owner = self.words.subject(owner);
        let pod = self.words.subject(Subject::Pod(wait.pod));
        if held {
            let end = record(wait.end);
            return format!(
                "{owner} held up the drains of {nodes} for {span} in all, up to their limit: finalizers keep its terminating Pods, first {pod} {end}"
            );
        }
        let first = match wait.since {
            Some(no) => self.row(no),
            None => format!("{pod}, terminating since before the start {}", record(wait.end)),
        };
        format!(
            "{owner} held up the drains of {nodes} for {span} in all with the grace period of its Pods, first {first}"
        )
    }

    /// The Pod for which a drain waited last, and whether finalizers keep it.
    fn last_pod(&self, node: NodeId, end: &Record) -> Option<(PodId, bool)> {
        let trace = self.asked.trace;
        let cause = end.cause.and_then(|no| trace.record(no));
        if let Some(Subject::Pod(pod)) = cause.map(|row| row.subject) {
            return Some((pod, false));
        }
        if !matches!(end.change, Change::DrainEnded { limit_reached: true, .. }) {
            return None;
        }
        let cluster = trace.frame_at(end.at).cluster;
        let pods = cluster.pods_on(node).into_iter();
        let held = |id: &PodId| cluster.pod(*id).is_some_and(|pod| pod.held());
        pods.filter(held).min().map(|pod| (pod, true))
    }

    /// The row with which the Pod began to terminate.
    fn terminates_since(&self, pod: PodId, before: RecordNo) -> Option<RecordNo> {
        let trace = self.asked.trace;
        let rows = trace.rows_of(Subject::Pod(pod)).into_iter().filter(|no| *no < before);
        let mut rows = rows.filter_map(|no| Some((no, trace.record(no)?)));
        rows.find(|(_, row)| matches!(row.change, Change::PodTerminating { .. })).map(|(no, _)| no)
    }

    /// Until when evictions from the node were refused.
    fn refused_until(&self, node: NodeId, before: SimTime) -> SimTime {
        let own = self.asked.index.blocked_nodes.iter().filter(|one| one.node == node);
        let ends = own.filter_map(|one| one.to).map(|(_, at)| at).filter(|at| *at <= before);
        ends.max().unwrap_or(SimTime::ZERO)
    }
}
