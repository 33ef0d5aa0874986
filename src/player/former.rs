//! The run before the last change, on the timeline of the present one.

use super::scene::source;
use super::track::common;
use crate::shell::run::loaded::Run;
use crate::shell::words::{day_time, tn};
use base::SimTime;
use draw::cells::Cells;
use draw::timeline::TimelineView;
use draw::timeline::axis::Axis;
use query::{Topic, outcome, parse_subject, series};
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
    let end = outcome::over(former.trace.last()).map_or(source.end_ms(), SimTime::ms);
    let mut theirs = source.timeline(&cells, &watched, end);
    for chart in &mut view.charts {
        let same = theirs.charts.iter().find(|one| one.title == chart.title);
        chart.former = same.map(|one| one.value.clone());
    }
    for row in &mut view.zones {
        let same = theirs.zones.iter().filter(|one| one.title == row.title);
        row.rows = same.map(|one| one.rows).fold(row.rows, u32::max);
    }
    let at = day_time(run.plan.start_unix_ms, end);
    theirs.ruler_title = tn("ui-former", &[("at", at.into())]);
    view.former = Some(Box::new(theirs));
}

#[cfg(test)]
pub(super) mod tests {
    use crate::player::scene::RunScene;
    use crate::shell::jobs::job::{JobEvent, JobId};
    use crate::shell::state::action::Action;
    use crate::shell::state::app_state::AppState;
    use crate::shell::state::shared::Shared;
    use crate::shell::state::update::update;
    use expect_test::expect;
    use query::Reading;
    use runner::{RunNo, Session};
    use scenario::edit::Edit;
    use scenario::json::Json;

    /// Performs an action, and runs the scenario.
    pub(in crate::player) fn run(state: &AppState, action: Action) -> AppState {
        let (state, _) = update(state, action);
        let draft = state.draft.as_ref().expect("a draft");
        let session = Session::new(&draft.text, None).expect("it runs");
        let mut trace = session.trace();
        let outcome = session.finish(|chunk| trace.push(chunk));
        let id = JobId::draft(RunNo(state.run_no));
        let grown = JobEvent::Grew(Shared::new(Reading::of(&trace)));
        let (state, _) = update(&state, Action::Job(id, grown));
        update(&state, Action::Job(id, JobEvent::Ended(outcome))).0
    }

    /// What is outlined, a line per lane.
    fn outlined(state: &AppState) -> String {
        let run = state.run.as_ref().expect("it ran");
        let scene = RunScene::of(run, false).after(state.former.clone(), false);
        let axis = scene.axis.stretches.last().map_or(0, |last| last.to_ms / 1000);
        let view = scene.timeline();
        let mut all = format!("{} of {axis} s\n", view.end_ms / 1000);
        for chart in &view.charts {
            let least = |of: &query::series::Steps| format!("{} to {}", of.min(), of.max());
            let former = chart.former.as_ref().map(least);
            all += &format!("{}: {}, {former:?}\n", chart.title, least(&chart.value));
        }
        let Some(former) = &view.former else { return all };
        all += &format!("{}\n", former.ruler_title);
        for (row, own) in former.phases.iter().zip(&view.phases) {
            all += &format!("{}: {}, {}\n", row.title, row.parts.len(), row.title == own.title);
        }
        for (row, own) in former.zones.iter().zip(&view.zones) {
            all += &format!("{}: {}, {}\n", row.title, row.bars.len(), row.title == own.title);
        }
        all
    }

    #[test]
    fn an_edit_outlines_the_run_before_it_and_another_scenario_does_not() {
        let state = run(&AppState::default(), Action::Preset("three-zones"));
        let first = outlined(&state);
        let surge = "/pools/0/upgradeSettings/maxSurge".to_owned();
        let state = run(&state, Action::Edit(Edit::Set(surge, Json::Int(1))));
        let slower = outlined(&state);
        let state = run(&state, Action::Undo);
        let back = outlined(&state);
        let state = run(&state, Action::Preset("stockout"));
        let other = outlined(&state);
        expect![[r#"
            2675 of 2675 s
            Nodes: 11 to 15, None
            web ready: 5 to 6, None
            redis ready: 2 to 3, None

            3701 of 3701 s
            Nodes: 11 to 13, Some("11 to 15")
            web ready: 5 to 6, Some("5 to 6")
            redis ready: 2 to 3, Some("2 to 3")
            before the last change: 02:44:15
            Phase web-pool: 4, true
            europe-west4-a: 24, true
            europe-west4-b: 25, true
            europe-west4-c: 25, true

            2675 of 3701 s
            Nodes: 11 to 15, Some("11 to 13")
            web ready: 5 to 6, Some("5 to 6")
            redis ready: 2 to 3, Some("2 to 3")
            before the last change: 03:01:41
            Phase web-pool: 4, true
            europe-west4-a: 24, true
            europe-west4-b: 24, true
            europe-west4-c: 24, true

            8243 of 8243 s
            Nodes: 6 to 7, None
            web ready: 7 to 8, None
            api ready: 3 to 4, None
        "#]]
        .assert_eq(&[first, slower, back, other].join("\n"));
    }
}
