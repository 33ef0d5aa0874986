//! Updates the comparison.

use super::offers;
use super::state::choice::VariantChoice;
use super::state::{Compare, CompareStep};
use crate::change_list;
use crate::shell::address::fragment::AddressView;
use crate::shell::jobs::job::{Job, JobEvent, JobPurpose};
use crate::shell::scenario::changes;
use crate::shell::state::{AppState, Effect, InfoBanner, Shared};
use runner::RunNo;

/// Shows the run as an address specifies: with or without variants.
pub fn visit(state: &mut AppState, view: &AddressView) -> Vec<Effect> {
    if view.former {
        state.note = Some(InfoBanner::NoFormer);
    }
    match (&view.compare, &state.compare) {
        // An address of nothing but former states shows no other comparison in their place.
        (Some(choices), _) if !view.former || !choices.is_empty() => {
            let choices = choices.iter().copied().map(VariantChoice::from);
            step(state, CompareStep::Show(choices.collect()))
        }
        (_, Some(_)) => step(state, CompareStep::Hide),
        (_, None) => Vec::new(),
    }
}

/// Performs a step. [`follow`] requests the necessary runs.
pub fn step(state: &mut AppState, step: CompareStep) -> Vec<Effect> {
    if let CompareStep::Show(choices) = step {
        let draft = state.draft.as_ref();
        let suggested = offers::suggested(state);
        let compare = draft.map(|draft| Compare::new(draft.json.clone(), choices, suggested));
        state.compare = compare.map(Shared::new);
        return state.jobs.cancel(JobPurpose::Variant);
    }
    let Some(shared) = &state.compare else {
        return Vec::new();
    };
    let mut compare = Compare::clone(shared);
    let before = compare.choices();
    match step {
        CompareStep::Show(_) => {}
        CompareStep::Hide => {
            state.compare = None;
            return state.jobs.cancel(JobPurpose::Variant);
        }
        CompareStep::Add => {
            let next = offers::unlike(state, &compare.choices());
            if let Some(next) = next.filter(|_| compare.has_room()) {
                compare.push(next);
            }
        }
        CompareStep::Drop(n) => {
            if n > 0 && n < compare.variants.len() && compare.variants.len() > 2 {
                compare.variants.remove(n);
                compare.picked = None;
                compare.measure();
            }
        }
        CompareStep::Change(n, choice) => compare.change(n, choice),
        CompareStep::Former(n, no) => {
            if let Some(former) = offers::former(state, no) {
                compare.change(n, former);
            }
        }
        CompareStep::Take(n) => {
            let Some(choice) = compare.variants.get(n).map(|one| one.choice.clone()) else {
                return Vec::new();
            };
            let mut effects = state.jobs.cancel(JobPurpose::Variant);
            state.compare = None;
            effects.extend(match choice {
                VariantChoice::Strategy(choice) => {
                    changes::change(state, &choice.edits(&compare.of))
                }
                // Without its changes it is the scenario that was opened.
                VariantChoice::Former(former) => match change_list::update::read(state) {
                    Some((_, changes)) if changes.opened == former.json => {
                        change_list::update::take_back(state, None)
                    }
                    _ => changes::take_former(state, &former.json),
                },
            });
            return effects;
        }
        CompareStep::By(by) => compare.by = by,
        CompareStep::Pick(n, what) => {
            compare.picked = Some((n, what)).filter(|one| compare.picked != Some(*one));
        }
    }
    compare.record(before);
    state.compare = Some(Shared::new(compare));
    Vec::new()
}

/// Takes the result of a run. The next one is started by [`follow`].
pub fn take_event(state: &mut AppState, no: RunNo, event: JobEvent) {
    let Some(shared) = &state.compare else { return };
    let mut compare = Compare::clone(shared);
    match event {
        JobEvent::Ran(read, outcome) => compare.ran(no, Ok((read, outcome))),
        JobEvent::Failed(fault) => compare.ran(no, Err(fault)),
        JobEvent::Tried(outcome) => compare.tried(&outcome),
        JobEvent::Grew(_) | JobEvent::Ended(_) | JobEvent::Read(_) => return,
    }
    state.compare = Some(Shared::new(compare));
}

/// Runs after every action: updates the comparison to the current scenario and requests missing runs.
pub fn follow(state: &mut AppState) -> Vec<Effect> {
    let Some(shared) = &state.compare else {
        return Vec::new();
    };
    let Some(draft) = &state.draft else {
        state.compare = None;
        return state.jobs.cancel(JobPurpose::Variant);
    };
    let mut compare = Compare::clone(shared);
    if compare.of != draft.json {
        compare.of = draft.json.clone();
        compare.renew();
        compare.offer(offers::suggested(state));
        // They are no longer the last steps.
        compare.past.clear();
        compare.future.clear();
    }
    let own = state.run_of_draft().filter(|run| run.outcome.is_some());
    compare.follow_own(own);
    if !compare.is_measured() {
        compare.measure();
    }
    let mut effects = Vec::new();
    let wanted = |compare: &Compare| {
        let (text, leg) = compare.running?;
        let variant = compare.variants.iter().find(|one| one.no == text)?;
        variant.needs(leg).then_some(())
    };
    if wanted(&compare).is_none() {
        compare.running = None;
        if let Some((text, leg, request)) = compare.next() {
            compare.running = Some((text, leg));
            effects.push(state.jobs.start(JobPurpose::Variant, Job::Simulate(request)));
        } else {
            effects.extend(state.jobs.cancel(JobPurpose::Variant));
        }
    }
    if state.compare.as_deref() != Some(&compare) {
        state.compare = Some(Shared::new(compare));
    }
    effects
}
