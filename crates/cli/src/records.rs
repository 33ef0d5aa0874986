//! Records as a story.

use std::io::{self, Write};

use super::output::Out;
use base::RecordNo;
use model::Cluster;
use query::events::story as told;
use query::why::rejection;
use trace::{Blocker, Change, Record, Subject, Trace, apply, gke};
use words::catalogue::english;
use words::visible::visible;
use words::{Clock, Words};

pub(super) fn story(
    out: &mut Out,
    trace: &Trace,
    clock: Clock<'_>,
    keep: &dyn Fn(&Record) -> bool,
) -> io::Result<()> {
    let words = Words::new(english(), clock, trace.plan(), trace.last());
    let mut nodes = ListedNodes { cluster: trace.start().without_pods(), next: 0 };
    for one in told(trace).filter(|one| keep(&one.record)) {
        let rule = trace.rule(&one.record);
        let line = words.story_line(one.no, &one.record, rule);
        writeln!(out, "{}", nodes.with_taints(trace, one.no, &one.record, line))?;
    }
    Ok(())
}

/// The nodes at a row.
struct ListedNodes {
    cluster: Cluster,
    next: u32,
}

impl ListedNodes {
    /// Names the taints for which nodes rejected the Pod.
    fn with_taints(&mut self, trace: &Trace, no: RecordNo, row: &Record, line: String) -> String {
        let Change::Blocked { by: Blocker::NoNode { filter, .. } } = row.change else {
            return line;
        };
        let plan = trace.plan();
        let rows = trace.records_in(self.next..no.0);
        for (no, row) in rows.filter(|(_, row)| matches!(row.subject, Subject::Node(_))) {
            apply(plan, &mut self.cluster, no, &row);
        }
        self.next = no.0;
        let told = rejection(trace, &self.cluster, row.subject, filter);
        line.replacen(gke::filter(filter).message, &visible(told), 1)
    }
}
