//! Why a node is unhealthy, and the consequences.

use super::{Reason, Until, Why, WhyContext};
use base::NodeId;
use model::{Health, Node};
use trace::{Change, Phrase, Subject};

/// `None`: it is healthy.
pub(super) fn why(cx: &WhyContext<'_>, id: NodeId, node: &Node) -> Option<Why> {
    let key = match node.health {
        Health::Well => return None,
        Health::Silent => "why-node-silent",
        Health::Lost => "why-node-lost",
        Health::DiskFull => "why-node-disk-full",
        Health::Down => "why-node-down",
    };
    let since = node.failed_at.unwrap_or(node.created);
    let what =
        Phrase::new(key).with("node", id).with("since", since).with("for", cx.frame.at - since);
    let subject = Subject::Node(id);
    let rows = cx.trace.rows_of(subject).into_iter();
    let failed = rows
        .take_while(|no| no.0 < cx.frame.next)
        .filter(|no| cx.trace.record(*no).is_some_and(|one| begins(one.change)))
        .last();
    let next = cx.next_that(subject, |record| until(record.change).is_some());
    let end = next.and_then(|(_, record)| Some((record.at, until(record.change)?)));
    let never = || Until::never(Phrase::new("until-never"));
    let end = end.map_or_else(never, |(at, key)| Until::at(at, Phrase::new(key)));
    Some(
        Why::new(cx, what, since)
            .because(failed.and_then(|no| Reason::of_row(cx, no)))
            .chained(cx, failed)
            .until(Some(end)),
    )
}

fn begins(change: Change) -> bool {
    matches!(change, Change::NodeFailed { .. } | Change::NodeLost | Change::HostEvent { .. })
}

/// What ends the failure, or is done about it.
fn until(change: Change) -> Option<&'static str> {
    Some(match change {
        Change::NodeLost => "until-lost",
        Change::NodeRecovered => "until-back",
        Change::NodeCordoned | Change::NodeDeleting { .. } => "until-repair",
        _ => return None,
    })
}
