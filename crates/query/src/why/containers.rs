//! How the containers of a Pod fail.

use super::{Until, WhyContext};
use base::{PodId, RecordNo};
use model::containers::Trouble;
use trace::{Change, Phrase, Record, Subject};

/// Is it in `ImagePullBackOff`?
pub(super) fn pulls_in_vain(cx: &WhyContext<'_>, id: PodId) -> bool {
    let row = cx.last_that(Subject::Pod(id), |_| true);
    trouble(cx, id, row).is_some_and(|(key, _)| key == "why-pod-image-pull")
}

/// How the container of a Pod fails now, and until when it waits (KT-26).
pub(super) fn trouble(
    cx: &WhyContext<'_>,
    id: PodId,
    row: Option<(RecordNo, Record)>,
) -> Option<(&'static str, Option<Until>)> {
    let next = |key, fits: fn(&Change) -> bool| {
        let found = cx.next_that(Subject::Pod(id), |record| fits(&record.change));
        found.map(|(_, record)| Until::at(record.at, Phrase::new(key)))
    };
    let pulls = || next("until-next-pull", |one| matches!(one, Change::PullFailed { .. }));
    let starts =
        || next("until-restart", |one| matches!(one, Change::PodReady | Change::PodStarted { .. }));
    match row.map(|(_, record)| record.change) {
        Some(Change::PullFailed { .. }) => Some(("why-pod-image-pull", pulls())),
        Some(Change::ContainerExited { .. }) => Some(("why-pod-crash-loop", starts())),
        Some(Change::ContainerKilled { .. }) => Some(("why-pod-killed", starts())),
        Some(_) => None,
        None => match cx.trace.plan().troubles.get(&id)? {
            Trouble::ImagePull => Some(("why-pod-image-pull", pulls())),
            Trouble::CrashLoop { .. } => Some(("why-pod-crash-loop", starts())),
        },
    }
}
