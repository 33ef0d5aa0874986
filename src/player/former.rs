//! The run before the last change, on the timeline of the present one.

use super::quiet::common;
use super::speech::source;
use crate::shell::dates::day_time;
use crate::shell::run::loaded::Run;
use crate::shell::words::tn;
use base::SimTime;
use draw::cells::Cells;
use draw::timeline::TimelineView;
use draw::timeline::axis::Axis;
use query::{Topic, parse_subject, series};
use trace::Subject;
use trace::text::Namer;

/// An axis for both runs. It reaches the former end, but at most twice as far as the present run.
#[inline(never)] // Nothing was changed before the first run is on the screen.
pub(super) fn axis(run: &Run, former: &Run, true_scale: bool) -> Axis {
    let (end, before) = (source(run).end_ms(), source(former).end_ms());
    let last = before.clamp(end, end * 2);
    let quiet = [run, former].into_iter().map(|one| (&*one.lanes.quiet, one.trace.end()));
    let quiet = if true_scale { Vec::new() } else { common(quiet, last) };
    Axis::over(&quiet, 0, last)
}

/// Adds the former run, with the same workloads.
#[inline(never)]
pub(super) fn add(view: &mut TimelineView, run: &Run, former: &Run) {
    let namer = Namer { plan: &run.plan, cluster: run.trace.last() };
    let watched = view.charts.iter().filter_map(|chart| {
        match parse_subject(&former.trace, &namer.subject(chart.subject?), SimTime::ZERO) {
            Ok(Topic::Subject(Subject::Workload(id))) => series::workload(&former.trace, id),
            _ => None,
        }
    });
    let watched = watched.collect::<Vec<_>>();
    let (source, cells) = (source(former), Cells::of(&former.lanes));
    let end = former.over.map_or(source.end_ms(), SimTime::ms);
    let mut theirs = source.timeline(&cells, &watched, end);
    for chart in &mut view.charts {
        let same = theirs.charts.iter().find(|one| one.title == chart.title);
        chart.former = same.map(|one| one.value.clone());
    }
    for row in &mut view.zones {
        let same = theirs.zones.iter().filter(|one| (&one.title, one.per) == (&row.title, row.per));
        row.rows = same.map(|one| one.rows).fold(row.rows, u32::max);
    }
    let at = day_time(former.plan.start_unix_ms, end);
    theirs.ruler_title = tn("ui-former", &[("at", at.into())]);
    view.former = Some(Box::new(theirs));
}
