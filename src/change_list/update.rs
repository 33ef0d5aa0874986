//! Undoes changes alone. Pure.

use crate::shell::scenario::changes::{draft, record, replace, take};
use crate::shell::scenario::history::{StepKind, Version};
use crate::shell::state::{AppState, Effect};
use changeset::Changes;

/// The scenario as it was opened, and its changes.
pub fn read(state: &AppState) -> Option<(Version, Changes)> {
    let (opened, texts) = state.history.versions(&state.draft.as_ref()?.text)?;
    let changes = Changes::read(&opened.text, texts)?;
    Some((opened, changes))
}

/// Undoes one change and keeps the later ones, or undoes all; that is a step, too.
#[inline(never)]
pub fn take_back(state: &mut AppState, no: Option<u32>) -> Vec<Effect> {
    let (Some(before), Some((opened, changes))) = (state.draft.clone(), read(state)) else {
        return Vec::new();
    };
    let json = match no {
        Some(no) => changes.without(no),
        None => Some(changes.opened.clone()),
    };
    let Some(json) = json else { return Vec::new() };
    let chosen = |of: u32| no.is_none_or(|no| no == of);
    let gone = || changes.steps().filter(|(of, _)| chosen(*of));
    let what = StepKind::TakenBack {
        what: no.and_then(|_| gone().next()).map(|(_, what)| Box::new(what.clone())),
        steps: gone().map(|(of, _)| of).collect(),
    };
    if json != changes.opened {
        return take(state, &before, json, what, None);
    }
    let (draft, _) = draft(&opened.text, json, opened.origin);
    let effects = replace(state, draft);
    record(state, Some(before.side()), what, None);
    effects
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::scenario::draft::Origin;
    use crate::shell::state::Action;
    use crate::shell::state::update::update;
    use expect_test::expect;
    use scenario::edit::{Edit, at};
    use scenario::json::Json;

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
        assert!(read(&state).is_none());
        let opened = draft(&state);
        let surge = value(&state, SURGE);
        set(&mut state, SURGE, 3);
        set(&mut state, "/seed", 7);
        act(&mut state, Action::Settled);
        set(&mut state, "/seed", 8);
        let list = read(&state).expect("three changes").1.list();
        let said: Vec<String> = (list.iter())
            .map(|one| format!("{:?} {:?} {}", one.of, one.what, one.stays.is_none()))
            .collect();
        expect![[r#"
            Some("default-pool") Field { name: "maxSurge", before: Some("2"), after: Some("3") } true
            None Field { name: "seed", before: None, after: Some("7") } false
            None Field { name: "seed", before: Some("7"), after: Some("8") } true"#]]
        .assert_eq(&said.join("\n"));
        let nos: Vec<u32> = list.iter().map(|change| change.no).collect();

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
