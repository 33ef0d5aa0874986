//! Which alternatives are tried, and when.

use super::state::{Applied, Asked, KnownTrial, Trials};
use crate::player::RunScene;
use crate::shell::jobs::job::{Job, JobEvent, JobPurpose};
use crate::shell::run::loaded::Run;
use crate::shell::scenario::changes::{change, change_as};
use crate::shell::scenario::history::StepKind;
use crate::shell::state::{AppState, Effect, Shared, Tab};
use query::alternatives::Before;
use runner::{Alternatives, FollowUp, Place, RECORDS_AT_MOST, Request, RunNo, alternatives};
use scenario::edit;
use std::rc::Rc;
use trace::Subject;

/// The most records of a run for which the page itself tries alternatives, between frames.
pub(crate) const INLINE_AT_MOST: u32 = 100_000;

pub(crate) fn at_most(state: &AppState) -> u32 {
    match state.place {
        Some(Place::Inline(_)) => INLINE_AT_MOST,
        Some(Place::Worker) | None => RECORDS_AT_MOST,
    }
}

/// The displayed question: about a finished run of the current draft.
pub(crate) fn question(state: &AppState) -> Option<(&Run, Asked)> {
    let run = state.run_of_draft()?;
    let asked = match state.tab {
        Tab::Why => (state.selected.unwrap_or(Subject::Cluster), state.asked_at),
        Tab::Findings => (Subject::Cluster, None),
        Tab::Operations | Tab::Story | Tab::Maintenance => return None,
    };
    run.outcome.is_some().then_some((run, asked))
}

/// Runs after every action: a new question cancels the running alternative and starts its own. The answer about the
/// whole run is less urgent and starts a little later.
pub fn follow(state: &mut AppState) -> Vec<Effect> {
    let Some((run, asked)) = question(state) else {
        let over = |trials: &Shared<Trials>| trials.run.0 != state.run_no || draft_is_wrong(state);
        if state.trials.as_ref().is_some_and(over) {
            return drop_all(state);
        }
        return Vec::new();
    };
    let no = run.no;
    if state.trials.as_ref().is_some_and(|trials| trials.is_of(no, asked)) {
        return Vec::new();
    }
    let known = state.trials.as_ref().is_some_and(|trials| trials.run == no);
    if asked.0 == Subject::Cluster && !known {
        if state.considered == no.0 {
            return Vec::new();
        }
        state.considered = no.0;
        let mut effects = drop_all(state);
        effects.push(Effect::Consider(no));
        return effects;
    }
    begin(state)
}

pub(crate) fn draft_is_wrong(state: &AppState) -> bool {
    let draft = state.draft.as_ref();
    draft.is_none_or(|draft| draft.errors().next().is_some())
}

pub(crate) fn drop_all(state: &mut AppState) -> Vec<Effect> {
    state.trials = None;
    state.jobs.cancel(JobPurpose::Alternative)
}

/// Answers the current question, if it is about that run.
#[inline(never)]
pub fn consider(state: &mut AppState, no: RunNo) -> Vec<Effect> {
    match question(state) {
        Some((run, asked)) if run.no == no => {
            let trials = state.trials.as_ref();
            if trials.is_some_and(|trials| trials.is_of(no, asked)) {
                return Vec::new();
            }
            begin(state)
        }
        Some(_) | None => {
            // The question is no longer displayed; it starts over when it is again.
            state.considered = 0;
            Vec::new()
        }
    }
}

pub(crate) fn begin(state: &mut AppState) -> Vec<Effect> {
    let new = question(state).and_then(|(run, asked)| trials_of(state, run, asked));
    // The same changes at another instant: their trials go on.
    if let (Some(new), Some(old)) = (&new, &state.trials)
        && (new.run, &new.focus, &new.list) == (old.run, &old.focus, &old.list)
    {
        let mut trials = Trials::clone(old);
        (trials.subject, trials.at) = (new.subject, new.at);
        state.trials = Some(Shared::new(trials));
        return Vec::new();
    }
    let mut effects = drop_all(state);
    if let Some(trials) = new {
        state.trials = Some(Shared::new(trials));
        effects.extend(go_on(state));
    }
    effects
}

/// Orders the first alternative that wasn't tried.
#[inline(never)]
pub(crate) fn go_on(state: &mut AppState) -> Vec<Effect> {
    let (Some(shared), Some(draft)) = (&state.trials, &state.draft) else {
        return Vec::new();
    };
    let mut trials = Trials::clone(shared);
    let next = (0..trials.list.len()).find(|n| trials.came(*n).is_none());
    let text = next.and_then(|n| Some(trials.list.get(n)?.apply(&draft.json).compact()));
    trials.stopped = false;
    trials.running = next;
    let request = text.map(|text| Request::Try { text, seed: None, records: at_most(state) });
    state.trials = Some(Shared::new(trials));
    let job = request.map(Job::Simulate);
    let effect = job.map(|job| state.jobs.start(JobPurpose::Alternative, job));
    effect.into_iter().collect()
}

/// Takes the result of an alternative and starts the next one.
#[inline(never)]
pub fn take_event(state: &mut AppState, event: JobEvent) -> Vec<Effect> {
    let (Some(shared), Some(draft), Some(outcome)) = (&state.trials, &state.draft, event.tried())
    else {
        return Vec::new();
    };
    let mut trials = Trials::clone(shared);
    if let Some(one) = trials.running.and_then(|n| trials.list.get(n)) {
        let commands = match one.under_way {
            // The script has the command that resumes it.
            Some(FollowUp::ResumeCancelled) => Rc::default(),
            _ => changeset::commands(&draft.json, &one.apply(&draft.json)).into(),
        };
        let (edit, came) = (one.edit.clone(), Rc::new(outcome));
        trials.known.push(KnownTrial { edit, came, commands });
    }
    state.trials = Some(Shared::new(trials));
    go_on(state)
}

/// Stops at the user's request.
#[inline(never)]
pub fn stop(state: &mut AppState) -> Vec<Effect> {
    let Some(shared) = state.trials.as_ref().filter(|trials| trials.running.is_some()) else {
        return Vec::new();
    };
    let mut trials = Trials::clone(shared);
    trials.running = None;
    trials.stopped = true;
    state.trials = Some(Shared::new(trials));
    state.jobs.cancel(JobPurpose::Alternative)
}

/// Continues after a stop.
#[inline(never)]
pub fn again(state: &mut AppState) -> Vec<Effect> {
    let stopped = state.trials.as_ref().is_some_and(|trials| trials.stopped);
    if stopped { go_on(state) } else { Vec::new() }
}

/// Applies edits, which may be those of an alternative.
pub fn apply(state: &mut AppState, edits: &[edit::Edit]) -> Vec<Effect> {
    let applied = applied(state, edits);
    let effects = match &applied {
        Some(one) => change_as(state, edits, StepKind::Applied(one.edit.clone())),
        None => change(state, edits),
    };
    state.applied = applied.filter(|_| !effects.is_empty());
    effects
}

/// The words of the alternative with these edits, before they are applied.
fn applied(state: &AppState, edits: &[edit::Edit]) -> Option<Applied> {
    let (run, trials) = (state.run.as_ref()?, state.trials.as_ref()?);
    let n = trials.list.iter().position(|one| one.document == edits)?;
    let one = trials.list.get(n)?;
    let offers = trials.offers(&run.plan);
    let offer = offers.iter().find(|offer| offer.at == n || offer.same.contains(&n))?;
    Some(RunScene::speak(run, |words| Applied {
        run: RunNo(state.run_no + 1),
        edit: words.say(&one.phrase()),
        gain: words.say(&offer.effect()),
    }))
}

#[inline(never)]
fn trials_of(state: &AppState, run: &Run, asked: Asked) -> Option<Trials> {
    let (draft, outcome) = (state.draft.as_ref()?, run.outcome.as_ref()?);
    let last = state.trials.as_ref().filter(|trials| trials.run == run.no);
    let before = match last {
        Some(last) => last.before.clone(),
        None => (run.trace.len() <= at_most(state)).then(|| {
            let before = Before::of(&run.trace, &run.index, outcome.ended, state.is_dated());
            Rc::new(before)
        }),
    };
    let found = before
        .as_deref()
        .map(|before| alternatives(&draft.json, &run.trace, &run.index, before, asked));
    let Alternatives { focus, list } = found.unwrap_or_default();
    Some(Trials {
        run: run.no,
        subject: asked.0,
        at: asked.1,
        before,
        focus,
        list: list.into(),
        known: last.map_or_else(Vec::new, |last| last.known.clone()),
        running: None,
        stopped: false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alternatives::state::TrialProgress;
    use crate::shell::address::fragment::Address;
    use crate::shell::jobs::job::JobId;
    use crate::shell::state::Action;
    use crate::shell::state::update::update;
    use crate::shell::words::tm;
    use base::SimTime;
    use expect_test::expect;
    use query::alternatives::PoolChange;
    use query::{Reading, SettingChange};
    use runner::{Fault, Outcome, RunEnd, Session, Trial};
    use scenario::merge::UserEdit;
    use trace::Trace;

    fn run(text: &str) -> (Trace, RunEnd) {
        let session = Session::new(text, None).expect("a preset runs");
        let mut trace = session.trace();
        let outcome = session.finish(|chunk| trace.push(chunk));
        (trace, outcome)
    }

    /// Performs an action and its effects like the page, up to a number of trials; returns what was tried.
    fn act(state: &mut AppState, action: Action, trials: usize) -> Vec<String> {
        let mut tried = Vec::new();
        let mut actions = vec![action];
        while let Some(action) = actions.pop() {
            let (next, effects) = update(state, action);
            *state = next;
            for effect in effects {
                match effect {
                    Effect::Start(id, Job::Simulate(Request::Run { text, .. })) => {
                        let (trace, outcome) = run(&text);
                        actions.push(Action::Job(id, JobEvent::Ended(outcome)));
                        let reading = Shared::new(Reading::of(&trace));
                        actions.push(Action::Job(id, JobEvent::Grew(reading)));
                    }
                    Effect::Consider(no) => actions.push(Action::Consider(no)),
                    Effect::Start(id, _) if id.purpose == JobPurpose::Forecast => {}
                    Effect::Cancel(JobPurpose::Forecast) => {}
                    Effect::Start(id, Job::Simulate(Request::Try { text, records, .. }))
                        if tried.len() < trials =>
                    {
                        let outcome = Trial::new(&text, None, records).and_then(Trial::finish);
                        let outcome = outcome.expect("an alternative runs");
                        let event = JobEvent::Tried(Box::new(outcome));
                        actions.push(Action::Job(id, event));
                        tried.push(text);
                    }
                    Effect::Start(..) => tried.push("left".to_owned()),
                    Effect::Cancel(_) => tried.push("stop".to_owned()),
                    _ => {}
                }
            }
        }
        tried
    }

    fn stand(state: &AppState) -> TrialProgress {
        state.trials.as_ref().expect("a question").stand()
    }

    const BUDGET: Subject = Subject::Budget(base::BudgetId(0));

    #[test]
    fn what_is_asked_next_ends_what_is_under_way_and_keeps_what_is_known() {
        let mut state = AppState::default();
        let tried = act(&mut state, Action::Preset("pdb-never-moves"), 2);
        assert_eq!(tried.len(), 3);
        assert_eq!(stand(&state), TrialProgress::Trying { now: 3, of: 7 });
        let late = JobId { purpose: JobPurpose::Alternative, no: RunNo(3) };
        act(&mut state, Action::Select(Some(BUDGET)), 0);
        let tried = act(&mut state, Action::Tab(Tab::Why), 0);
        assert_eq!(tried, ["stop", "left"]);
        // One of the two known ones is about this budget too.
        assert_eq!(stand(&state), TrialProgress::Trying { now: 2, of: 7 });
        let before = state.clone();
        let failed = JobEvent::Failed(Fault::Crashed);
        act(&mut state, Action::Job(late, failed), 0);
        assert_eq!(state, before);
        let tried = act(&mut state, Action::StopTrying, 0);
        assert_eq!(tried, ["stop"]);
        assert_eq!(stand(&state), TrialProgress::Stopped { tried: 1, of: 7 });
        let tried = act(&mut state, Action::TryAgain, 9);
        assert_eq!(tried.len(), 6);
        assert_eq!(stand(&state), TrialProgress::Done { tried: 7 });
        assert_eq!(act(&mut state, Action::Playing(true), 9).len(), 0);
    }

    /// At the end of a run that ends well nothing is left to change; while a drain is refused its budget is.
    #[test]
    fn changes_bear_on_the_instant_at_which_the_playhead_rests() {
        let mut state = AppState::default();
        act(&mut state, Action::Preset("weekday-45-minutes"), 0);
        let pool = Subject::Pool(base::PoolId(0));
        act(&mut state, Action::Select(Some(pool)), 0);
        act(&mut state, Action::Tab(Tab::Why), 0);
        let mut all = String::new();
        let end = state.run.as_ref().expect("it ran").trace.end();
        for at in [SimTime::from_secs(600), SimTime::from_secs(660), end] {
            let tried = act(&mut state, Action::AskAt(at), 0);
            let trials = state.trials.as_ref().expect("a question");
            all += &format!("{at}: {} changes, {tried:?}\n", trials.list.len());
        }
        expect![[r#"
            +00:10:00: 6 changes, []
            +00:11:00: 6 changes, []
            +00:48:36: 0 changes, ["stop"]
        "#]]
        .assert_eq(&all);
    }

    #[test]
    fn what_is_applied_comes_to_what_was_promised() {
        for preset in ["pdb-never-moves", "stockout", "three-zones", "surge-0-20"] {
            let mut state = AppState::default();
            act(&mut state, Action::Preset(preset), 9);
            let trials = state.trials.clone().expect("a question");
            let offers = trials.offers(&state.run.as_ref().expect("it ran").plan);
            assert!(!offers.is_empty(), "{preset}");
            for n in offers.into_iter().take(4).map(|offer| offer.at) {
                let (one, promised) = (trials.alternative(n), trials.outcome(n));
                let mut state = state.clone();
                let edits = one.expect("listed").document.clone();
                act(&mut state, Action::Apply(edits), 0);
                let run = state.run.as_ref().expect("it ran");
                let applied = state.applied.clone().expect("an alternative");
                assert_eq!(applied.run, run.no, "{preset}: {applied:?}");
                let ended = run.outcome.as_ref().expect("it ended").ended;
                let outcome = Outcome::read(&run.trace, ended).1;
                assert_eq!(Some(&outcome), promised, "{preset}: {applied:?}");
            }
        }
    }

    /// An upgrade under way is cancelled before its pool is updated, and then goes on; a default isn't among the changes.
    #[test]
    fn commands_for_an_upgrade_under_way_cancel_update_and_resume() {
        let node = |n: usize, minor| format!(r#"{{"name":"a-{n}","version":"1.{minor}.4-gke.1"}}"#);
        let nodes: Vec<String> = (0..6).map(|n| node(n, if n < 2 { 33 } else { 32 })).collect();
        let text = format!(
            r#"{{"version":1,"cluster":{{"name":"prod","location":"us-east1"}},"pools":[{{"name":"web","status":"RECONCILING",
                "version":"1.33.4-gke.1","upgradingFrom":"1.32.4-gke.1","upgradeSettings":{{"strategy":"SURGE","maxSurge":1}},
                "nodes":[{}]}}],"script":[{{"at":"0s","do":"resume","pool":"web"}}]}}"#,
            nodes.join(",")
        );
        let mut state = AppState::default();
        let link = format!("s={}", scenario::link::encode(&text));
        act(&mut state, Action::Address(Address::read(&link)), 99);
        let trials = state.trials.as_ref().expect("a question");
        let surge = (0..trials.list.len())
            .find(|n| {
                let edit = &trials.list[*n].edit;
                matches!(edit, SettingChange::Pool(_, PoolChange::Surge { .. }))
            })
            .expect("more surge nodes");
        expect![[r#"
            OPERATION=$(gcloud container operations list --location=us-east1 --filter="operationType=UPGRADE_NODES AND status=RUNNING AND targetLink~/clusters/prod/nodePools/web$" --limit=1 --format='value(name)')
            [ -n "$OPERATION" ] && gcloud container operations cancel "$OPERATION" --location=us-east1
            [ -n "$OPERATION" ] && gcloud container operations wait "$OPERATION" --location=us-east1
            gcloud container node-pools update web --cluster=prod --location=us-east1 --enable-surge-upgrade --max-surge-upgrade=2 --max-unavailable-upgrade=0
            gcloud container clusters upgrade prod --location=us-east1 --node-pool=web --cluster-version=1.33.4-gke.1"#]].assert_eq(&trials.commands(surge).join("\n"));
        let (before, after) =
            (&state.draft.as_ref().expect("a scenario").json, trials.list[surge].document.clone());
        let after = edit::apply_all(before, &after);
        let said = |format: changeset::CopyFormat| {
            let (missing, _) = changeset::not_covered(format, before, &after, &tm);
            let text = format.write(before, &after, &tm);
            format!("{text}{:?}", missing.iter().map(UserEdit::place).collect::<Vec<_>>())
        };
        expect![[r##"
            # Each command changes a live cluster immediately. Review it before you run it.
            CLUSTER=prod
            LOCATION=us-east1

            # Node pool web
            # The operation that upgrades “web”, if it runs.
            OPERATION=$(gcloud container operations list --location="$LOCATION" --filter="operationType=UPGRADE_NODES AND status=RUNNING AND targetLink~/clusters/$CLUSTER/nodePools/web$" --limit=1 --format='value(name)')
            [ -n "$OPERATION" ] && gcloud container operations cancel "$OPERATION" --location="$LOCATION"
            [ -n "$OPERATION" ] && gcloud container operations wait "$OPERATION" --location="$LOCATION"
            gcloud container node-pools update web --cluster="$CLUSTER" --location="$LOCATION" --enable-surge-upgrade --max-surge-upgrade=2 --max-unavailable-upgrade=0
            # Running the same upgrade again resumes it.
            gcloud container clusters upgrade "$CLUSTER" --location="$LOCATION" --node-pool=web --cluster-version=1.33.4-gke.1
            []"##]].assert_eq(&said(changeset::CopyFormat::Gcloud));
        assert!(said(changeset::CopyFormat::Terraform).ends_with("[]"));
    }

    #[test]
    fn a_draft_with_errors_has_no_alternatives_and_a_large_run_says_so() {
        let mut state = AppState::default();
        act(&mut state, Action::Preset("docs-5-nodes"), 9);
        let wrong = edit::Edit::Set("/pools/0/version".to_owned(), "no".into());
        act(&mut state, Action::Edit(wrong), 9);
        assert_eq!(state.trials, None);
        let mut state = AppState::default();
        act(&mut state, Action::Preset("docs-5-nodes"), 9);
        let mut trials = Trials::clone(state.trials.as_ref().expect("a question"));
        trials.before = None;
        assert_eq!(trials.stand(), TrialProgress::TooLarge);
        let plan = &state.run.as_ref().expect("it ran").plan;
        assert!(trials.offers(plan).is_empty());
    }
}
