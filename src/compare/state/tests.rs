use super::*;
use crate::share::parts::ShareState;
use crate::shell::address::fragment::Address;
use crate::shell::jobs::job::{Job, JobEvent, JobId, JobPurpose};
use crate::shell::scenario::step_words::said;
use crate::shell::state::update::update;
use crate::shell::state::{Action, AppState, Effect};
use crate::shell::words::{hint, tm};
use expect_test::{Expect, expect};
use query::Reading;
use runner::{Request, RunEnd, Session, Trial};
use scenario::edit::Edit;

fn tried(text: &str, seed: Option<u64>, records: u32) -> JobEvent {
    let outcome = Trial::new(text, seed, records).and_then(Trial::finish);
    outcome.map_or_else(JobEvent::Failed, |outcome| JobEvent::Tried(Box::new(outcome)))
}

fn result(text: &str) -> JobEvent {
    match ran(text) {
        Ok((read, outcome)) => JobEvent::Ran(read, outcome),
        Err(fault) => JobEvent::Failed(fault),
    }
}

fn ran(text: &str) -> Result<(Shared<Reading>, RunEnd), Fault> {
    let session = Session::new(text, None)?;
    let mut trace = session.trace();
    let outcome = session.finish(|chunk| trace.push(chunk));
    Ok((Shared::new(Reading::of(&trace)), outcome))
}

/// The run to do: how its pools are upgraded, and whether it rolls back.
fn told(text: &str) -> String {
    let json = Json::parse(text).expect("JSON");
    let choice = StrategyChoice::of(&json).map_or("mixed".to_owned(), StrategyChoice::write);
    match text.contains("rollback") {
        true => format!("{choice} and back"),
        false => choice,
    }
}

fn written(choice: &VariantChoice) -> String {
    match choice {
        VariantChoice::Strategy(choice) => choice.write(),
        VariantChoice::Former(former) => format!("before {}", said(&former.before)),
    }
}

/// The page without a browser: performs actions and effects, and records background runs.
#[derive(Default)]
struct Page {
    state: AppState,
    /// Results are withheld.
    held: bool,
    waiting: Vec<(JobId, String)>,
    log: String,
}

impl Page {
    fn act(&mut self, action: Action) {
        let mut actions = vec![action];
        while let Some(action) = actions.pop() {
            let (next, effects) = update(&self.state, action);
            let choices = |state: &AppState| state.compare.as_deref().map(Compare::choices);
            let (before, now) = (choices(&self.state), choices(&next));
            self.state = next;
            for effect in effects {
                match effect {
                    Effect::Start(id, Job::Simulate(Request::Run { text, .. }))
                        if id.purpose == JobPurpose::Draft =>
                    {
                        let (read, outcome) = ran(&text).expect("it runs");
                        actions.push(Action::Job(id, JobEvent::Ended(outcome)));
                        actions.push(Action::Job(id, JobEvent::Grew(read)));
                    }
                    Effect::Start(id, Job::Simulate(Request::Try { text, seed, records }))
                        if id.purpose == JobPurpose::Variant =>
                    {
                        actions.push(Action::Job(id, tried(&text, seed, records)));
                    }
                    Effect::Start(id, Job::Simulate(Request::Run { text, .. })) => {
                        self.log += &format!("    runs {}\n", told(&text));
                        if self.held {
                            self.waiting.push((id, text));
                        } else {
                            actions.push(Action::Job(id, result(&text)));
                        }
                    }
                    Effect::Cancel(JobPurpose::Variant) => self.log += "    stops\n",
                    _ => {}
                }
            }
            if before != now {
                let choices = now.unwrap_or_default();
                let choices: Vec<String> = choices.iter().map(written).collect();
                self.log += &format!("    beside it {}\n", choices.join(","));
            }
        }
    }

    fn line(&mut self, line: &str) {
        self.log += &format!("{line}\n");
        let words: Vec<&str> = line.split(' ').collect();
        let number = |n: usize| words[n].parse::<usize>().expect("a number");
        let choice =
            |n: usize| VariantChoice::from(StrategyChoice::read(words[n]).expect("a choice"));
        let step = match words[0] {
            "preset" => {
                let preset = scenario::preset(words[1]).expect("a preset");
                return self.act(Action::Preset(preset.name));
            }
            "surge" => {
                let pointer = "/pools/0/upgradeSettings/maxSurge".to_owned();
                let value = Json::Int(number(1) as i64);
                return self.act(Action::Edit(Edit::Set(pointer, value)));
            }
            "undo" => return self.act(Action::Undo),
            "redo" => return self.act(Action::Redo),
            "link" => return self.act(Action::Address(Address::read(words[1]))),
            "hold" => {
                self.held = true;
                return;
            }
            "let" => {
                self.held = false;
                for (id, text) in std::mem::take(&mut self.waiting) {
                    self.act(Action::Job(id, result(&text)));
                }
                return;
            }
            "show" => CompareStep::Show((1..words.len()).map(choice).collect()),
            "hide" => CompareStep::Hide,
            "add" => CompareStep::Add,
            "drop" => CompareStep::Drop(number(1)),
            "change" => CompareStep::Change(number(1), choice(2)),
            "take" => CompareStep::Take(number(1)),
            "former" => CompareStep::Former(number(1), number(2) as u32),
            "pick" => CompareStep::Pick(number(1), What::Evictions),
            other => panic!("{other}"),
        };
        self.act(Action::Compare(step));
    }

    fn show(&mut self) {
        let Some(compare) = &self.state.compare else {
            let Some(draft) = &self.state.draft else {
                self.log += "is nothing\n";
                return;
            };
            let choice =
                StrategyChoice::of(&draft.json).map_or("mixed".to_owned(), StrategyChoice::write);
            self.log += &format!("is {choice}\n");
            return;
        };
        for variant in &compare.variants {
            let count = |what| variant.measures.as_ref()?.get(what).map(|one| one.number);
            let numbers = [count(What::NodesMax), count(What::Evictions)];
            let came = variant.came.as_ref().map(|came| came.as_ref().err());
            let choice = written(&variant.choice);
            self.log += &format!("{choice}: {came:?} {numbers:?} {:?}", variant.back);
            let runs = variant.sample.as_ref().map_or(0, |sample| sample.progress().0);
            let ranges = variant.sample.as_ref().and_then(|sample| sample.ranges());
            let took = ranges.map(|ranges| ranges.map(|one| one.took.secs()));
            self.log += &format!(" {runs} runs: {took:?}\n");
            if let Some((refused, runs)) = variant.refused.as_deref() {
                let (said, hint) = (tm(&refused.message), hint(&refused.message));
                let runs = StrategyChoice::By(*runs).write();
                self.log += &format!("    {said} {hint} {runs}\n");
            }
        }
        self.log += &format!("picked {:?}\n", compare.picked.is_some());
    }
}

fn check(lines: &[&str], expected: &Expect) {
    let mut page = Page::default();
    for line in lines {
        page.line(line);
    }
    page.show();
    expected.assert_eq(&page.log);
}

#[test]
fn the_other_strategy_is_proposed_and_every_way_back_is_tried() {
    check(
        &["preset docs-5-nodes", "show"],
        &expect![[r#"
            preset docs-5-nodes
            show
                runs blue-green-1-0-3600
                beside it blue-green-1-0-3600
                runs surge-2-1 and back
                runs blue-green-1-0-3600 and back
            as-is: Some(None) [Some(Count(7)), Some(Count(10))] Some(Took(SimSpan(241000), SimTime(241000))) 15 runs: Some([272, 482, 902])
            blue-green-1-0-3600: Some(None) [Some(Count(10)), Some(Count(8))] Some(Took(SimSpan(61000), SimTime(1980000))) 15 runs: Some([3856, 3961, 4171])
            picked false
        "#]],
    );
    check(
        &["preset blue-green-percent", "show"],
        &expect![[r#"
            preset blue-green-percent
            show
                runs blue-green-1-0-3600
                beside it blue-green-1-0-3600
                runs mixed and back
                runs blue-green-1-0-3600 and back
            as-is: Some(None) [Some(Count(20)), Some(Count(20))] Some(Took(SimSpan(3031000), SimTime(1690000))) 15 runs: Some([9166, 9321, 9551])
            blue-green-1-0-3600: Some(None) [Some(Count(20)), Some(Count(20))] Some(Took(SimSpan(3566000), SimTime(2030000))) 15 runs: Some([10966, 11071, 11351])
            picked false
        "#]],
    );
}

#[test]
fn only_what_an_edit_changed_is_run_again() {
    check(
        &[
            "preset docs-5-nodes",
            "show surge-1-0",
            "add",
            "pick 1",
            "change 2 blue-green-2-60-600",
            "surge 3",
            "undo",
            "drop 1",
        ],
        &expect![[r#"
            preset docs-5-nodes
            show surge-1-0
                runs surge-1-0
                beside it surge-1-0
                runs surge-2-1 and back
                runs surge-1-0 and back
            add
                runs blue-green-1-0-3600
                beside it surge-1-0,blue-green-1-0-3600
                runs blue-green-1-0-3600 and back
            pick 1
            change 2 blue-green-2-60-600
                runs blue-green-2-60-600
                beside it surge-1-0,blue-green-2-60-600
                runs blue-green-2-60-600 and back
            surge 3
                runs blue-green-2-60-600
                runs surge-3-1 and back
                runs blue-green-2-60-600 and back
            undo
                runs blue-green-2-60-600
                runs surge-2-1 and back
                runs blue-green-2-60-600 and back
            drop 1
                beside it blue-green-2-60-600
            as-is: Some(None) [Some(Count(7)), Some(Count(10))] Some(Took(SimSpan(241000), SimTime(241000))) 15 runs: Some([272, 482, 902])
            blue-green-2-60-600: Some(None) [Some(Count(10)), Some(Count(8))] Some(Took(SimSpan(61000), SimTime(540000))) 15 runs: Some([976, 1081, 1291])
            picked false
        "#]],
    );
}

#[test]
fn beside_what_nobody_may_choose_nothing_is_offered() {
    check(
        &["preset short-lived", "show surge-1-0", "add"],
        &expect![[r#"
            preset short-lived
            show surge-1-0
                beside it 
            add
            as-is: Some(None) [Some(Count(4)), Some(Count(0))] Some(NoWay) 15 runs: Some([601230, 601230, 601230])
            picked false
        "#]],
    );
}

#[test]
fn the_scenario_before_a_change_is_compared_and_taken() {
    check(
        &["preset short-lived", "surge 3", "show", "add"],
        &expect![[r#"
            preset short-lived
            surge 3
            show
                runs mixed
                beside it before maxSurge 3
            add
            as-is: Some(None) [Some(Count(4)), Some(Count(0))] Some(NoWay) 15 runs: Some([601230, 601230, 601230])
            before maxSurge 3: Some(None) [Some(Count(4)), Some(Count(0))] Some(NoWay) 15 runs: Some([601230, 601230, 601230])
            picked false
        "#]],
    );
    let mut page = Page::default();
    for line in ["preset docs-5-nodes", "surge 3", "show", "former 1 2", "take 1"] {
        page.line(line);
    }
    let origin = page.state.draft.as_ref().and_then(|draft| draft.origin.preset);
    assert_eq!((page.state.history.changes(), origin), (0, Some("docs-5-nodes")));
    check(
        &["preset docs-5-nodes", "surge 3", "surge 4", "show", "former 1 2", "take 1", "undo"],
        &expect![[r#"
            preset docs-5-nodes
            surge 3
            surge 4
            show
                runs blue-green-1-0-3600
                beside it blue-green-1-0-3600
                runs surge-4-1 and back
                runs blue-green-1-0-3600 and back
            former 1 2
                runs surge-2-1
                beside it before maxSurge 2 → 4
                runs surge-2-1 and back
            take 1
                beside it 
            undo
            is surge-4-1
        "#]],
    );
}

/// Neither a link nor an address holds a former state, and none opens another comparison in its place.
#[test]
fn a_comparison_with_a_former_state_alone_is_in_no_link() {
    let shared = |lines: &[&str]| {
        let mut page = Page::default();
        lines.iter().for_each(|line| page.line(line));
        ShareState::of(&page.state).compared
    };
    let former = ["preset docs-5-nodes", "surge 3", "show surge-1-0", "former 1 2"];
    assert_eq!(shared(&former), None);
    let both = [&former[..], &["add"]].concat();
    assert_eq!(shared(&both), Some(vec![StrategyChoice::read("blue-green-1-0-3600").unwrap()]));
    let page = "preset=docs-5-nodes&compare=";
    for (compared, wanted) in [("former", None), ("former,surge-1-0", Some(2)), ("1", Some(2))] {
        let mut opened = Page::default();
        opened.line(&format!("link {page}{compared}"));
        let compare = opened.state.compare.as_ref();
        assert_eq!(compare.map(|compare| compare.variants.len()), wanted, "{compared}");
        assert_eq!(opened.state.note.is_some(), compared.contains("former"));
    }
}

#[test]
fn what_is_compared_is_taken_back_and_the_scenario_stays() {
    check(
        &[
            "link preset=docs-5-nodes&compare=surge-1-0",
            "add",
            "change 2 surge-3-0",
            "drop 1",
            "undo",
            "undo",
            "redo",
            "undo",
            "undo",
            "undo",
            "redo",
        ],
        &expect![[r#"
            link preset=docs-5-nodes&compare=surge-1-0
                beside it surge-1-0
                runs surge-1-0
                runs surge-2-1 and back
                runs surge-1-0 and back
            add
                runs blue-green-1-0-3600
                beside it surge-1-0,blue-green-1-0-3600
                runs blue-green-1-0-3600 and back
            change 2 surge-3-0
                runs surge-3-0
                beside it surge-1-0,surge-3-0
                runs surge-3-0 and back
            drop 1
                beside it surge-3-0
            undo
                runs surge-1-0
                beside it surge-1-0,surge-3-0
                runs surge-1-0 and back
            undo
                runs blue-green-1-0-3600
                beside it surge-1-0,blue-green-1-0-3600
                runs blue-green-1-0-3600 and back
            redo
                runs surge-3-0
                beside it surge-1-0,surge-3-0
                runs surge-3-0 and back
            undo
                runs blue-green-1-0-3600
                beside it surge-1-0,blue-green-1-0-3600
                runs blue-green-1-0-3600 and back
            undo
                beside it surge-1-0
            undo
            redo
                runs blue-green-1-0-3600
                beside it surge-1-0,blue-green-1-0-3600
                runs blue-green-1-0-3600 and back
            as-is: Some(None) [Some(Count(7)), Some(Count(10))] Some(Took(SimSpan(241000), SimTime(241000))) 15 runs: Some([272, 482, 902])
            surge-1-0: Some(None) [Some(Count(6)), Some(Count(8))] Some(Took(SimSpan(844000), SimTime(602000))) 15 runs: Some([680, 1205, 2255])
            blue-green-1-0-3600: Some(None) [Some(Count(10)), Some(Count(8))] Some(Took(SimSpan(61000), SimTime(1980000))) 15 runs: Some([3856, 3961, 4171])
            picked false
        "#]],
    );
}

#[test]
fn the_first_link_is_nothing_to_take_back_and_another_is() {
    check(
        &["link preset=docs-5-nodes", "undo"],
        &expect![[r#"
        link preset=docs-5-nodes
        undo
        is surge-2-1
    "#]],
    );
    check(
        &[
            "link preset=docs-5-nodes",
            "link preset=blue-green-percent&compare=surge-1-0",
            "undo",
            "hide",
            "undo",
        ],
        &expect![[r#"
            link preset=docs-5-nodes
            link preset=blue-green-percent&compare=surge-1-0
                beside it surge-1-0
                runs surge-1-0
                runs mixed and back
                runs surge-1-0 and back
            undo
            hide
                beside it 
            undo
            is surge-2-1
        "#]],
    );
}

#[test]
fn what_is_stale_is_dropped() {
    check(
        &[
            "preset docs-5-nodes",
            "hold",
            "show surge-1-0",
            "change 1 surge-4-0",
            "let",
            "hold",
            "change 1 surge-5-0",
            "hide",
            "let",
        ],
        &expect![[r#"
            preset docs-5-nodes
            hold
            show surge-1-0
                runs surge-1-0
                beside it surge-1-0
            change 1 surge-4-0
                runs surge-4-0
                beside it surge-4-0
            let
                runs surge-2-1 and back
                runs surge-4-0 and back
            hold
            change 1 surge-5-0
                runs surge-5-0
                beside it surge-5-0
            hide
                stops
                beside it 
            let
            is surge-2-1
        "#]],
    );
}

#[test]
fn a_variant_that_is_opened_is_one_edit() {
    check(
        &["preset docs-5-nodes", "show", "take 1", "undo", "show surge-0-0"],
        &expect![[r#"
            preset docs-5-nodes
            show
                runs blue-green-1-0-3600
                beside it blue-green-1-0-3600
                runs surge-2-1 and back
                runs blue-green-1-0-3600 and back
            take 1
                beside it 
            undo
            show surge-0-0
                runs surge-0-0
                beside it surge-0-0
                runs surge-2-1 and back
                runs surge-0-0 and back
            as-is: Some(None) [Some(Count(7)), Some(Count(10))] Some(Took(SimSpan(241000), SimTime(241000))) 15 runs: Some([272, 482, 902])
            surge-0-0: Some(None) [Some(Count(6)), Some(Count(8))] Some(Took(SimSpan(844000), SimTime(602000))) 15 runs: Some([680, 1205, 2255])
                maxSurge and maxUnavailable are both 0: no node could ever be upgraded. Set one of them to at least 1. A run uses maxSurge 1. surge-1-0
            picked false
        "#]],
    );
}
