//! The page as the player knows it.

use crate::compare::state::{Compare, Variant};
use crate::maintenance::support::support_end;
use crate::player::host::{Host, ShownRun};
use crate::player::{Compared, ComparedRun};
use crate::shell::run::loaded::Run;
use crate::shell::state::{Action, Store};
use crate::shell::web::theme::theme;
use draw::theme::Theme;
use query::compare::What;

impl Host for Store {
    fn shown(&self) -> ShownRun {
        let state = self.state();
        ShownRun {
            run: state.run.clone(),
            former: state.former.clone(),
            true_scale: state.true_scale,
            compared: state.compare.as_deref().map(compared),
        }
    }

    fn support_end(&self) -> Option<(i64, String)> {
        self.state().draft.as_ref().and_then(|draft| support_end(&draft.json))
    }

    fn filter(&self) -> String {
        self.state().filter.clone()
    }

    fn theme(&self) -> &'static Theme {
        theme(self.state().theme)
    }

    fn on_playing(&self, playing: bool) {
        self.send(Action::Playing(playing));
    }
}

/// The variants with a run.
fn compared(compare: &Compare) -> Compared {
    let variants = compare.variants.iter().enumerate();
    let runs = variants.filter_map(|(n, variant)| {
        let run = variant.run()?;
        let (from, to) = span(variant, run);
        Some(ComparedRun { n, run: run.clone(), from, to })
    });
    Compared { by: compare.by, runs: runs.collect() }
}

/// From the first start to the last end of an upgrade; without one the whole run.
fn span(variant: &Variant, run: &Run) -> (f64, f64) {
    let measures = variant.measures.as_ref();
    let rows = measures.and_then(|measures| measures.get(What::Duration));
    let rows = rows.map_or(&[][..], |measure| &measure.rows);
    let at = |no| run.trace.record(no).map(|record| record.at.ms() as f64);
    let from = rows.first().and_then(|no| at(*no)).unwrap_or(0.0);
    let to = rows.get(1).and_then(|no| at(*no));
    let to = to.unwrap_or(run.trace.end().ms() as f64);
    (from, to.max(from + 1000.0))
}

#[cfg(test)]
mod tests {
    use crate::player::{RunScene, moment_at, moment_ms};
    use crate::shell::address::fragment::Address;
    use crate::shell::address::shown;
    use crate::shell::jobs::job::{JobEvent, JobId};
    use crate::shell::run::loaded::Run;
    use crate::shell::state::update::update;
    use crate::shell::state::{Action, AppState, InfoBanner, Shared};
    use expect_test::expect;
    use query::Reading;
    use runner::{RunNo, Session};
    use scenario::edit::Edit;
    use scenario::json::Json;

    /// Performs an action, and runs the scenario.
    fn run(state: &AppState, action: Action) -> AppState {
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
            let least = |of: &base::Steps| format!("{} to {}", of.min(), of.max());
            let former = chart.former.as_ref().map(least);
            all += &format!("{}: {}, {former:?}\n", chart.title, least(&chart.value));
        }
        let Some(former) = &view.former else { return all };
        all += &format!("{}\n", former.ruler_title);
        for (row, own) in former.rows.iter().zip(&view.rows) {
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
            before: 02:44:15
            Phase web-pool: 4, true
            europe-west4-a: 24, true
            europe-west4-b: 25, true
            europe-west4-c: 25, true

            2675 of 3701 s
            Nodes: 11 to 15, Some("11 to 13")
            web ready: 5 to 6, Some("5 to 6")
            redis ready: 2 to 3, Some("2 to 3")
            before: 03:01:41
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

    #[test]
    fn a_moment_is_found_at_its_instant_only() {
        let state = run(&AppState::default(), Action::Preset("pdb-never-moves"));
        let run = state.run.as_ref().expect("it ran");
        let instant = moment_ms(run, 2);
        assert_eq!(moment_at(run, instant), Some(2));
        assert_eq!(moment_at(run, instant + 1), None);
        let growing = Run { outcome: None, ..run.clone() };
        assert_eq!(moment_at(&growing, instant), None);
    }
    #[test]
    fn an_address_keeps_its_moment_until_the_playhead_moves_and_one_that_is_not_there_is_noted() {
        let opened = |moment: &str| {
            let address = Address::read(&format!("preset=pdb-never-moves&moment={moment}"));
            run(&AppState::default(), Action::Address(address))
        };
        let state = opened("2");
        let instant = moment_ms(state.run.as_ref().expect("it ran"), 2);
        let written = |at| shown::address(&state, at, None).write();
        assert_eq!(written(instant), "preset=pdb-never-moves&moment=2");
        assert_eq!(written(instant + 1000), "preset=pdb-never-moves&t=3m2s");
        let state = opened("99");
        let moments = state.run.as_ref().map_or(0, |run| run.reading.moments().len());
        assert_eq!((state.note, state.moment), (Some(InfoBanner::NoMoment(moments)), None));
    }
}
