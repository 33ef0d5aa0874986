//! What the address names of the page's state. Pure.

use super::fragment::{Address, AddressSource, AddressView};
use crate::compare::state::Compare;
use crate::player::moment_ms;
use crate::shell::state::{AppState, Center, Shared, Tab, ThemeChoice};
use runner::StrategyChoice;
use trace::Subject;
use trace::text::Namer;

/// The part of the state that the address names.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Shown {
    /// The number of opened scenarios.
    opened: u32,
    is_open: bool,
    preset: Option<&'static str>,
    named: Option<Shared<AddressSource>>,
    center: Center,
    compared: Option<Vec<StrategyChoice>>,
    tab: Tab,
    selected: Option<Subject>,
    /// The run is complete, so the playhead can be anywhere.
    is_complete: bool,
}

/// How a change of the state changes the address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AddressChange {
    Nothing,
    /// The address of the entry is written soon.
    Soon,
    /// It is written at once: a reload would open another scenario.
    Now,
    /// Another view of the scenario is another entry.
    View,
    /// So is another scenario.
    Scenario,
}

impl Shown {
    pub fn of(state: &AppState) -> Self {
        let origin = state.draft.as_ref().map(|draft| &draft.origin);
        Self {
            opened: state.opened,
            is_open: origin.is_some(),
            preset: origin.and_then(|origin| origin.preset),
            named: origin.and_then(|origin| origin.named.clone()),
            center: state.below_comparison(),
            compared: state.compare.as_deref().map(Compare::strategies),
            tab: state.tab,
            selected: state.selected,
            is_complete: is_complete(state),
        }
    }

    pub fn is_same_scenario(&self, now: &Self) -> bool {
        (self.opened, self.is_open) == (now.opened, now.is_open)
    }

    /// The change from this to what is shown now.
    pub fn change(&self, now: &Self) -> AddressChange {
        let view = |shown: &Self| (shown.center, shown.compared.is_some());
        if self == now {
            AddressChange::Nothing
        } else if !self.is_same_scenario(now) {
            AddressChange::Scenario
        } else if view(self) != view(now) {
            AddressChange::View
        } else if (self.preset, &self.named, &self.compared)
            == (now.preset, &now.named, &now.compared)
        {
            AddressChange::Soon
        } else {
            AddressChange::Now
        }
    }
}

/// Is the run of the current scenario complete?
pub fn is_complete(state: &AppState) -> bool {
    state.run_of_draft().is_some_and(|run| run.outcome.is_some())
}

/// The address of the state, with the playhead at an instant.
pub fn address(state: &AppState, at_ms: i64, theme: Option<ThemeChoice>) -> Address {
    let Some(draft) = &state.draft else {
        return Address::default();
    };
    let source = match (draft.origin.preset, &draft.origin.named) {
        (Some(name), _) => AddressSource::Preset(name.to_owned()),
        (None, Some(named)) => AddressSource::clone(named),
        (None, None) => AddressSource::Own,
    };
    let waiting = state.view.as_ref();
    let selected = match waiting {
        Some(view) => view.selected.clone(),
        None => state.run.as_ref().zip(state.selected).map(|(run, subject)| {
            Namer { plan: &run.plan, cluster: run.trace.last() }.subject(subject)
        }),
    };
    // Until the playhead leaves it.
    let run = state.run_of_draft().filter(|run| run.outcome.is_some());
    let moment = state.moment.filter(|n| run.is_none_or(|run| moment_ms(run, *n) == at_ms));
    let view = AddressView {
        center: state.below_comparison(),
        at_ms: Some(at_ms).filter(|at| *at > 0 && moment.is_none()),
        moment,
        play: false,
        selected,
        tab: match waiting {
            Some(view) => view.tab,
            None => Some(state.tab).filter(|tab| *tab != Tab::default()),
        },
        compare: state.compare.as_deref().map(Compare::strategies),
        former: state.compare.as_deref().is_some_and(Compare::has_former),
    };
    Address { source: Some(source), view, theme: theme.filter(|theme| *theme == state.theme) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::state::Action;
    use crate::shell::state::update::update;
    use scenario::edit::Edit;
    use scenario::json::Json;

    /// Performs actions, and lists how each changes the address, and the address.
    fn check(actions: Vec<Action>, expected: &[(AddressChange, &str)]) {
        let mut state = AppState::default();
        let mut seen = Vec::new();
        for action in actions {
            let before = Shown::of(&state);
            state = update(&state, action).0;
            let fragment = address(&state, 0, None).write();
            seen.push((before.change(&Shown::of(&state)), fragment));
        }
        let seen: Vec<(AddressChange, &str)> =
            seen.iter().map(|(change, fragment)| (*change, fragment.as_str())).collect();
        assert_eq!(seen, expected);
    }

    fn surge(n: i64) -> Action {
        Action::Edit(Edit::Set("/pools/0/upgradeSettings/maxSurge".to_owned(), Json::Int(n)))
    }

    fn calendar(open: bool) -> Action {
        Action::View(Center::Calendar, open)
    }

    #[test]
    fn what_replaces_the_scenario_or_the_view_is_an_entry() {
        check(
            vec![
                Action::Preset("docs-5-nodes"),
                calendar(true),
                Action::Preset("stockout"),
                Action::Tab(Tab::Story),
                Action::Anew,
            ],
            &[
                (AddressChange::Scenario, "preset=docs-5-nodes"),
                (AddressChange::View, "preset=docs-5-nodes&view=calendar&tab=maintenance"),
                // A preset is shown on the stage.
                (AddressChange::Scenario, "preset=stockout"),
                (AddressChange::Soon, "preset=stockout&tab=story"),
                (AddressChange::Scenario, ""),
            ],
        );
    }

    #[test]
    fn a_moment_stays_in_the_address_until_its_run_is_there() {
        let address = "preset=stockout&moment=3";
        check(vec![Action::Address(Address::read(address))], &[(AddressChange::Scenario, address)]);
    }

    #[test]
    fn an_edited_scenario_is_its_own_in_the_same_entry() {
        let link = scenario::link::encode(r#"{"version":1,"pools":[{"name":"a"}]}"#);
        let link = format!("s={link}");
        check(
            vec![
                Action::Preset("docs-5-nodes"),
                surge(3),
                surge(4),
                Action::Undo,
                Action::Address(Address::read(&link)),
                surge(3),
                Action::Undo,
            ],
            &[
                (AddressChange::Scenario, "preset=docs-5-nodes"),
                (AddressChange::Now, "own"),
                (AddressChange::Nothing, "own"),
                (AddressChange::Now, "preset=docs-5-nodes"),
                (AddressChange::Scenario, &link),
                (AddressChange::Now, "own"),
                (AddressChange::Now, &link),
            ],
        );
    }
}
