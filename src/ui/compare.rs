//! Runs of the scenario as it is and in other ways beside one another: which variants there are, what is known of each, and
//! what is under way.
//!
//! The first variant is the page's own run. The others are run one after the other by a runner of their own, and then each
//! once more to see how long the way back from its middle takes. What belongs to an older text is dropped.

use super::action::Effect;
use super::fragment::View;
use super::state::{AppState, Run, Shared};
use super::steps;
use crate::base::{SimSpan, SimTime};
use crate::query::Measures;
use crate::query::Reading;
use crate::query::compare::{What, rolled_back};
use crate::runner::{self, Fault, Outcome, RECORDS_AT_MOST, RunNo, Way};
use crate::scenario::json::Json;
use std::rc::Rc;

/// More beside one another nobody takes in.
pub const AT_MOST: usize = 3;

/// What happens to the comparison.
#[derive(Clone, PartialEq, Debug)]
pub enum Step {
    /// Begins, with these ways beside the scenario as it is; without any with the one that is proposed.
    Show(Vec<Way>),
    Hide,
    Add,
    Drop(usize),
    Change(usize, Way),
    /// Makes a variant the scenario.
    Take(usize),
    By(By),
    /// The rows of a number are asked for, by its variant; once more: no longer.
    Pick(usize, What),
    /// What the run that was ordered came to.
    Came(RunNo, Result<(Shared<Reading>, Outcome), Fault>),
}

/// What the one playhead means in each of the runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum By {
    /// The same instant.
    #[default]
    Clock,
    /// The same part of each upgrade.
    Share,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Compare {
    pub variants: Vec<Variant>,
    pub by: By,
    pub picked: Option<(usize, What)>,
    /// The document that the variants are made of.
    of: Shared<Json>,
    under_way: Option<(RunNo, u32, Leg)>,
    /// Numbers texts, so that an answer about an older one is known.
    texts: u32,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Variant {
    pub way: Way,
    pub came: Option<Result<Run, Fault>>,
    /// As far as all that are compared are known.
    pub measures: Option<Rc<Measures>>,
    pub back: Option<Back>,
    text: Rc<str>,
    no: u32,
}

/// The way back from the middle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Back {
    /// No pool is upgraded.
    Nothing,
    /// The strategy has none.
    NoWay,
    Never,
    Took(SimSpan),
    /// That run could not be computed.
    Unknown,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Leg {
    Run,
    /// Asked for at an instant.
    Back(SimTime),
}

impl Variant {
    fn new(way: Way) -> Self {
        Self {
            way,
            came: None,
            measures: None,
            back: None,
            text: "".into(),
            no: 0,
        }
    }

    pub fn run(&self) -> Option<&Run> {
        self.came.as_ref()?.as_ref().ok()
    }

    fn needs(&self, leg: Leg) -> bool {
        match leg {
            Leg::Run => self.came.is_none(),
            Leg::Back(_) => self.run().is_some() && self.back.is_none(),
        }
    }

    fn forget(&mut self, no: u32) {
        self.no = no;
        self.came = None;
        self.measures = None;
        self.back = None;
    }
}

impl Compare {
    fn new(of: Shared<Json>, ways: &[Way]) -> Self {
        let mut compare = Self {
            variants: vec![Variant::new(Way::AsIs)],
            by: By::default(),
            picked: None,
            of,
            under_way: None,
            texts: 0,
        };
        for way in ways.iter().take(AT_MOST - 1) {
            compare.push(*way);
        }
        if ways.is_empty() {
            compare.push(compare.own().unwrap_or(Way::AsIs).other());
        }
        compare
    }

    /// How the scenario itself has it, if it has all pools alike.
    pub fn own(&self) -> Option<Way> {
        Way::of(&self.of)
    }

    /// May somebody choose how any pool is upgraded?
    pub fn any_choice(&self) -> bool {
        runner::chosen(&self.of).next().is_some()
    }

    /// The ways beside the scenario as it is.
    pub fn ways(&self) -> Vec<Way> {
        self.variants.iter().skip(1).map(|one| one.way).collect()
    }

    /// A run that is too long is compared with nothing.
    pub fn is_too_large(&self) -> bool {
        matches!(self.variants[0].came, Some(Err(Fault::TooLarge)))
    }

    fn push(&mut self, way: Way) {
        let mut variant = Variant::new(way);
        variant.text = way.apply(&self.of).compact().into();
        self.texts += 1;
        variant.no = self.texts;
        self.variants.push(variant);
    }

    fn change(&mut self, n: usize, way: Way) {
        if n > 0
            && let Some(variant) = self.variants.get_mut(n)
        {
            variant.way = way;
            self.renew();
        }
    }

    /// Texts follow the document; of those that are others nothing is known any more.
    fn renew(&mut self) {
        for variant in self.variants.iter_mut().skip(1) {
            let text = variant.way.apply(&self.of).compact();
            if *text != *variant.text {
                variant.text = text.into();
                self.texts += 1;
                variant.forget(self.texts);
            }
        }
    }

    /// The scenario as it is comes to the page's own run, when that is whole.
    fn follow_own(&mut self, run: Option<&Run>) {
        let first = &mut self.variants[0];
        let known = first.came.as_ref().and_then(|came| came.as_ref().ok());
        if known == run && (run.is_some() || first.came.is_none()) {
            return;
        }
        let came = run.map(|run| match run.trace.len() > RECORDS_AT_MOST {
            true => Err(Fault::TooLarge),
            false => Ok(run.clone()),
        });
        if first.came != came {
            self.texts += 1;
            first.forget(self.texts);
            first.came = came;
        }
    }

    /// What each came to. Nodes are counted up to the end of the longest, so all are worked out together.
    fn measure(&mut self) {
        let ends = self.variants.iter().filter_map(Variant::run);
        let until = ends.map(|run| run.trace.end()).max();
        let until = until.unwrap_or(SimTime::ZERO);
        for variant in &mut self.variants {
            variant.measures = variant.run().and_then(|run| {
                let ended = run.outcome.as_ref()?.ended.into();
                Some(Rc::new(Measures::of(&run.trace, &run.index, ended, until)))
            });
        }
        let there = |(n, what): &(usize, What)| {
            let measures = self.variants.get(*n)?.measures.as_ref()?;
            measures.get(*what)
        };
        if self.picked.as_ref().is_some_and(|one| there(one).is_none()) {
            self.picked = None;
        }
    }

    fn is_measured(&self) -> bool {
        let mut variants = self.variants.iter();
        variants.all(|one| one.run().is_some() == one.measures.is_some())
    }

    /// What is to be computed next, with its text: all runs before any way back.
    fn next(&mut self) -> Option<(u32, Leg, String)> {
        self.variants[0].run()?;
        let waiting = self.variants.iter().find(|one| one.needs(Leg::Run));
        if let Some(one) = waiting {
            return Some((one.no, Leg::Run, one.text.to_string()));
        }
        for variant in self
            .variants
            .iter_mut()
            .filter(|one| one.needs(Leg::Back(SimTime::ZERO)))
        {
            let document = variant.way.apply(&self.of);
            let Some(run) = variant.run() else { continue };
            variant.back = Some(match runner::back(&document, &run.trace) {
                runner::Back::Nothing => Back::Nothing,
                runner::Back::NoWay => Back::NoWay,
                runner::Back::Asked(document, at) => {
                    return Some((variant.no, Leg::Back(at), document.compact()));
                }
            });
        }
        None
    }

    fn came(&mut self, no: RunNo, came: Result<(Shared<Reading>, Outcome), Fault>) {
        let Some((_, text, leg)) = self.under_way.filter(|(other, ..)| *other == no) else {
            return;
        };
        self.under_way = None;
        let Some(variant) = self.variants.iter_mut().find(|one| one.no == text) else {
            return;
        };
        match leg {
            Leg::Run => variant.came = Some(came.map(|(read, outcome)| run(no, &read, outcome))),
            Leg::Back(at) => {
                variant.back = Some(match came {
                    Ok((read, _)) => rolled_back(&read.trace, at).map_or(Back::Never, Back::Took),
                    Err(_) => Back::Unknown,
                });
            }
        }
    }
}

fn run(no: RunNo, read: &Shared<Reading>, outcome: Outcome) -> Run {
    let trace = read.trace.clone();
    Run {
        no,
        plan: Rc::clone(trace.plan()).into(),
        start: Rc::clone(trace.start()).into(),
        index: Rc::clone(&read.index).into(),
        lanes: Rc::clone(read.lanes()).into(),
        trace,
        reading: read.clone(),
        outcome: Some(outcome),
        diagnostics: Shared::new(Vec::new()),
    }
}

/// The run is looked at as an address says: beside other ways or not.
pub fn visit(state: &mut AppState, view: &View) -> Vec<Effect> {
    match (&view.compare, &state.compare) {
        (Some(ways), _) => step(state, Step::Show(ways.clone())),
        (None, Some(_)) => step(state, Step::Hide),
        (None, None) => Vec::new(),
    }
}

/// Does a step. What is to be run follows from [`follow`].
pub fn step(state: &mut AppState, step: Step) -> Vec<Effect> {
    if let Step::Show(ways) = step {
        let draft = state.draft.as_ref();
        let compare = draft.map(|draft| Compare::new(draft.json.clone(), &ways));
        state.compare = compare.map(Shared::new);
        return vec![Effect::StopVarying];
    }
    let Some(shared) = &state.compare else {
        return Vec::new();
    };
    let mut compare = Compare::clone(shared);
    match step {
        Step::Show(_) => {}
        Step::Hide => {
            state.compare = None;
            return vec![Effect::StopVarying];
        }
        Step::Add if compare.variants.len() < AT_MOST => {
            let last = compare.variants.last().map(|one| one.way);
            let own = compare.own();
            let last = last.filter(|way| *way != Way::AsIs).or(own);
            compare.push(last.unwrap_or(Way::AsIs).other());
        }
        Step::Add => {}
        Step::Drop(n) => {
            if n > 0 && n < compare.variants.len() && compare.variants.len() > 2 {
                compare.variants.remove(n);
                compare.picked = None;
                compare.measure();
            }
        }
        Step::Change(n, way) => compare.change(n, way),
        Step::Take(n) => {
            let Some(way) = compare.variants.get(n).map(|one| one.way) else {
                return Vec::new();
            };
            let mut effects = vec![Effect::StopVarying];
            state.compare = None;
            effects.extend(steps::change(state, &way.edits(&compare.of)));
            return effects;
        }
        Step::By(by) => compare.by = by,
        Step::Pick(n, what) => {
            compare.picked = Some((n, what)).filter(|one| compare.picked != Some(*one));
        }
        Step::Came(no, came) => compare.came(no, came),
    }
    state.compare = Some(Shared::new(compare));
    Vec::new()
}

/// After every action: what is compared is of the scenario as it is now, and what is missing is ordered.
pub fn follow(state: &mut AppState) -> Vec<Effect> {
    let Some(shared) = &state.compare else {
        return Vec::new();
    };
    let Some(draft) = &state.draft else {
        state.compare = None;
        return vec![Effect::StopVarying];
    };
    let mut compare = Compare::clone(shared);
    if compare.of != draft.json {
        compare.of = draft.json.clone();
        compare.renew();
    }
    let own = state.run_of_draft().filter(|run| run.outcome.is_some());
    compare.follow_own(own);
    if !compare.is_measured() {
        compare.measure();
    }
    let mut effects = Vec::new();
    let wanted = |compare: &Compare| {
        let (_, no, leg) = compare.under_way?;
        let variant = compare.variants.iter().find(|one| one.no == no)?;
        variant.needs(leg).then_some(())
    };
    if wanted(&compare).is_none() {
        let stale = compare.under_way.take().is_some();
        if let Some((text_no, leg, text)) = compare.next() {
            state.tries += 1;
            let no = RunNo(state.tries);
            compare.under_way = Some((no, text_no, leg));
            effects.push(Effect::Vary(no, text));
        } else if stale {
            effects.push(Effect::StopVarying);
        }
    }
    if state.compare.as_deref() != Some(&compare) {
        state.compare = Some(Shared::new(compare));
    }
    effects
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::Session;
    use crate::scenario::edit::Edit;
    use crate::ui::action::Action;
    use crate::ui::update::update;
    use expect_test::{Expect, expect};

    fn ran(text: &str) -> Result<(Shared<Reading>, Outcome), Fault> {
        let session = Session::new(text, None)?;
        let mut trace = session.trace();
        let outcome = session.finish(|chunk| trace.push(chunk));
        Ok((Shared::new(Reading::of(&trace)), outcome))
    }

    /// What is to be run: how its pools are upgraded, and that it turns back.
    fn told(text: &str) -> String {
        let json = Json::parse(text).expect("JSON");
        let way = Way::of(&json).map_or("mixed".to_owned(), Way::write);
        match text.contains("rollback") {
            true => format!("{way} and back"),
            false => way,
        }
    }

    /// The page without a browser: does actions and their effects, and writes down what is run beside the page's own run.
    #[derive(Default)]
    struct Page {
        state: AppState,
        /// Answers wait.
        held: bool,
        waiting: Vec<(RunNo, String)>,
        log: String,
    }

    impl Page {
        fn act(&mut self, action: Action) {
            let mut actions = vec![action];
            while let Some(action) = actions.pop() {
                let (next, effects) = update(&self.state, action);
                self.state = next;
                for effect in effects {
                    match effect {
                        Effect::Run(no, text) => {
                            let (read, outcome) = ran(&text).expect("it runs");
                            actions.push(Action::Done(no, outcome));
                            actions.push(Action::Grew(no, read));
                        }
                        Effect::Vary(no, text) => {
                            self.log += &format!("    runs {}\n", told(&text));
                            if self.held {
                                self.waiting.push((no, text));
                            } else {
                                actions.push(Action::Compare(Step::Came(no, ran(&text))));
                            }
                        }
                        Effect::StopVarying => self.log += "    stops\n",
                        _ => {}
                    }
                }
            }
        }

        fn line(&mut self, line: &str) {
            self.log += &format!("{line}\n");
            let words: Vec<&str> = line.split(' ').collect();
            let number = |n: usize| words[n].parse::<usize>().expect("a number");
            let way = |n: usize| Way::read(words[n]).expect("a way");
            let step = match words[0] {
                "preset" => {
                    let preset = crate::scenario::preset(words[1]).expect("a preset");
                    return self.act(Action::Preset(preset.name));
                }
                "surge" => {
                    let pointer = "/pools/0/upgradeSettings/maxSurge".to_owned();
                    let value = Json::Int(number(1) as i64);
                    return self.act(Action::Edit(Edit::Set(pointer, value)));
                }
                "undo" => return self.act(Action::Undo),
                "hold" => {
                    self.held = true;
                    return;
                }
                "let" => {
                    self.held = false;
                    for (no, text) in std::mem::take(&mut self.waiting) {
                        self.act(Action::Compare(Step::Came(no, ran(&text))));
                    }
                    return;
                }
                "show" => Step::Show((1..words.len()).map(way).collect()),
                "hide" => Step::Hide,
                "add" => Step::Add,
                "drop" => Step::Drop(number(1)),
                "change" => Step::Change(number(1), way(2)),
                "take" => Step::Take(number(1)),
                "pick" => Step::Pick(number(1), What::Evictions),
                other => panic!("{other}"),
            };
            self.act(Action::Compare(step));
        }

        fn show(&mut self) {
            let Some(compare) = &self.state.compare else {
                let json = &self.state.draft.as_ref().expect("a scenario").json;
                let way = Way::of(json).map_or("mixed".to_owned(), Way::write);
                self.log += &format!("is {way}\n");
                return;
            };
            for variant in &compare.variants {
                let count = |what| variant.measures.as_ref()?.get(what).map(|one| one.number);
                let numbers = [count(What::NodesMax), count(What::Evictions)];
                let came = variant.came.as_ref().map(|came| came.as_ref().err());
                let way = variant.way.write();
                self.log += &format!("{way}: {came:?} {numbers:?} {:?}\n", variant.back);
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
                stops
                runs blue-green-1-0-3600
                runs surge-2-1 and back
                runs blue-green-1-0-3600 and back
            as-is: Some(None) [Some(Count(7)), Some(Count(10))] Some(Took(SimSpan(241000)))
            blue-green-1-0-3600: Some(None) [Some(Count(10)), Some(Count(8))] Some(Took(SimSpan(61000)))
            picked false
        "#]],
        );
        check(
            &["preset blue-green-percent", "show"],
            &expect![[r#"
                preset blue-green-percent
                show
                    stops
                    runs blue-green-1-0-3600
                    runs mixed and back
                    runs blue-green-1-0-3600 and back
                as-is: Some(None) [Some(Count(20)), Some(Count(20))] Some(Took(SimSpan(3031000)))
                blue-green-1-0-3600: Some(None) [Some(Count(20)), Some(Count(20))] Some(Took(SimSpan(3566000)))
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
                    stops
                    runs surge-1-0
                    runs surge-2-1 and back
                    runs surge-1-0 and back
                add
                    runs blue-green-1-0-3600
                    runs blue-green-1-0-3600 and back
                pick 1
                change 2 blue-green-2-60-600
                    runs blue-green-2-60-600
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
                as-is: Some(None) [Some(Count(7)), Some(Count(10))] Some(Took(SimSpan(241000)))
                blue-green-2-60-600: Some(None) [Some(Count(10)), Some(Count(8))] Some(Took(SimSpan(61000)))
                picked false
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
                    stops
                    runs surge-1-0
                change 1 surge-4-0
                    runs surge-4-0
                let
                    runs surge-2-1 and back
                    runs surge-4-0 and back
                hold
                change 1 surge-5-0
                    runs surge-5-0
                hide
                    stops
                let
                is surge-2-1
            "#]],
        );
    }

    #[test]
    fn a_variant_that_is_opened_is_one_edit() {
        check(
            &[
                "preset docs-5-nodes",
                "show",
                "take 1",
                "undo",
                "show surge-0-0",
            ],
            &expect![[r#"
                preset docs-5-nodes
                show
                    stops
                    runs blue-green-1-0-3600
                    runs surge-2-1 and back
                    runs blue-green-1-0-3600 and back
                take 1
                    stops
                undo
                show surge-0-0
                    stops
                    runs surge-0-0
                    runs surge-2-1 and back
                as-is: Some(None) [Some(Count(7)), Some(Count(10))] Some(Took(SimSpan(241000)))
                surge-0-0: Some(Some(Scenario("error[surge/both-zero] /pools/0/upgradeSettings: maxSurge and maxUnavailable are both 0: no node could ever be upgraded. Hint: Set one of them to at least 1. (SU-28)"))) [None, None] None
                picked false
            "#]],
        );
    }
}
