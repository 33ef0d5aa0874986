//! Undoes changes alone. Pure.

use crate::shell::scenario::changes::{draft, record, replace};
use crate::shell::scenario::draft::Origin;
use crate::shell::scenario::history::{StepKind, Version};
use crate::shell::state::action::Effect;
use crate::shell::state::app_state::AppState;
use changeset::ListedChange;
use scenario::json::Json;

/// The scenario as it was opened, and its changes, the newest last.
pub struct ChangeList {
    opened: Version,
    pub before: Json,
    pub changes: Vec<ListedChange>,
}

impl ChangeList {
    pub fn of(state: &AppState) -> Option<Self> {
        let (opened, steps) = state.history.versions(&state.draft.as_ref()?.text)?;
        let (before, changes) = changeset::list(&opened.text, steps)?;
        Some(Self { opened, before, changes })
    }
}

/// Undoes one change and keeps the later ones, or undoes all; that is a step, too.
#[inline(never)]
pub fn take_back(state: &mut AppState, no: Option<u32>) -> Vec<Effect> {
    let (Some(before), Some(list)) = (state.draft.clone(), ChangeList::of(state)) else {
        return Vec::new();
    };
    let chosen = list.changes.iter().find(|change| Some(change.no) == no);
    let json = match no {
        Some(_) => chosen.and_then(|change| change.without.clone()),
        None => Some(list.before.clone()),
    };
    let Some(json) = json else { return Vec::new() };
    let (text, origin) = match json == list.before {
        true => (list.opened.text, list.opened.origin),
        false => (json.pretty(), Origin { preset: None, named: None, ..before.origin.clone() }),
    };
    let gone = list.changes.iter().map(|change| change.no);
    let what = StepKind::TakenBack {
        what: chosen.map(|change| Box::new(change.what.clone())),
        steps: gone.filter(|gone| no.is_none_or(|no| no == *gone)).collect(),
    };
    let (draft, _) = draft(&text, json, origin);
    let effects = replace(state, draft);
    record(state, Some(before.side()), what, None);
    effects
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::state::action::Action;
    use crate::shell::state::update::update;
    use expect_test::expect;
    use scenario::edit::{Edit, at};

    fn act(state: &mut AppState, action: Action) {
        *state = update(state, action).0;
    }

    fn set(state: &mut AppState, pointer: &str, value: i64) {
        act(state, Action::Edit(Edit::Set(pointer.to_owned(), Json::Int(value))));
    }

    fn value(state: &AppState, pointer: &str) -> Option<Json> {
        at(&state.draft.as_ref().expect("a scenario").json, pointer).cloned()
    }

    fn draft(state: &AppState) -> (std::rc::Rc<str>, Origin) {
        let draft = state.draft.clone().expect("a scenario");
        (draft.text, draft.origin)
    }

    const SURGE: &str = "/pools/0/upgradeSettings/maxSurge";

    #[test]
    fn a_change_is_undone_alone_and_comes_back() {
        let mut state = AppState::default();
        act(&mut state, Action::Preset("docs-5-nodes"));
        assert!(ChangeList::of(&state).is_none());
        let opened = draft(&state);
        let surge = value(&state, SURGE);
        set(&mut state, SURGE, 3);
        set(&mut state, "/seed", 7);
        act(&mut state, Action::Settled);
        set(&mut state, "/seed", 8);
        let list = ChangeList::of(&state).expect("three changes");
        let said: Vec<String> = (list.changes.iter())
            .map(|one| format!("{:?} {:?} {}", one.of, one.what, one.without.is_some()))
            .collect();
        expect![[r#"
            Some("default-pool") Field { name: "maxSurge", before: Some("2"), after: Some("3") } true
            None Field { name: "seed", before: None, after: Some("7") } false
            None Field { name: "seed", before: Some("7"), after: Some("8") } true"#]]
        .assert_eq(&said.join("\n"));
        let nos: Vec<u32> = list.changes.iter().map(|change| change.no).collect();

        // What a later change depends on stays.
        act(&mut state, Action::TakeBack(Some(nos[1])));
        assert_eq!(state.history.changes(), 3);
        act(&mut state, Action::TakeBack(Some(nos[0])));
        assert_eq!((value(&state, SURGE), value(&state, "/seed")), (surge, Some(Json::Int(8))));
        assert_eq!(state.history.changes(), 2);
        act(&mut state, Action::Undo);
        assert_eq!((value(&state, SURGE), state.history.changes()), (Some(Json::Int(3)), 3));
        act(&mut state, Action::Redo);
        assert_eq!(state.history.changes(), 2);

        // Without its changes it is the preset again, whose address is short.
        act(&mut state, Action::TakeBack(None));
        assert_eq!((draft(&state), state.history.changes()), (opened, 0));
        act(&mut state, Action::TakeBack(None));
        act(&mut state, Action::Undo);
        assert_eq!((value(&state, "/seed"), state.history.changes()), (Some(Json::Int(8)), 2));
    }
}
