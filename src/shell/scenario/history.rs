//! Undo and redo.
//!
//! A step stores the one range in which two texts of a scenario differ, with its content before and after: a small edit
//! of a large scenario takes little memory. The empty text stands for no scenario.

use super::draft::{DraftSide, Origin};
use super::step_words::said;
pub use changeset::{StepKind, StepText};
use std::rc::Rc;

/// The most steps.
const MAX_STEPS: usize = 200;
/// The most bytes of all steps. The last step stays, however large it is.
const MAX_BYTES: usize = 8 << 20;
/// The most bytes of the steps that the next visit finds.
const SAVED_BYTES: usize = 256 << 10;

/// Steps that can be undone, and steps that can be redone.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct History {
    past: Rc<Vec<HistoryStep>>,
    future: Rc<Vec<HistoryStep>>,
    /// The field of the last step, while further edits of it belong to the same step.
    open: Option<String>,
}

/// The scenario before or after a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Version {
    pub text: String,
    pub origin: Origin,
    /// The step replaced the whole scenario.
    pub whole: bool,
    /// For an operation at an instant: until then both versions have the same run.
    pub same_until_ms: Option<i64>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct HistoryStep {
    /// Steps count on, also from those that are forgotten.
    no: u32,
    at: usize,
    old: Rc<str>,
    new: Rc<str>,
    before: Origin,
    after: Origin,
    /// Its approximate memory.
    bytes: usize,
    what: StepKind,
}

impl History {
    /// Records a step. `field`: the pointer of the only field that it changed.
    pub fn record(
        &mut self,
        before: DraftSide<'_>,
        after: DraftSide<'_>,
        what: StepKind,
        field: Option<&str>,
    ) {
        let joined = match self.past.last() {
            Some(last) if field.is_some() && self.open.as_deref() == field => {
                last.undone(before.text).map(|text| (text, last.before.clone()))
            }
            _ => None,
        };
        let past = Rc::make_mut(&mut self.past);
        let mut step = match joined {
            Some((text, origin)) => {
                let what = match past.pop() {
                    Some(last) => last.what.joined(what),
                    None => what,
                };
                let before = DraftSide { text: &text, origin };
                HistoryStep::between(before, after, what)
            }
            None => HistoryStep::between(before, after, what),
        };
        let differs = step.old != step.new;
        self.open = field.filter(|_| differs).map(str::to_owned);
        if differs {
            step.no = past.last().map_or(0, |last| last.no) + 1;
            past.push(step);
        }
        self.future = Rc::default();
        self.forget();
    }

    /// Makes a further edit of the same field a separate step.
    pub fn settle(&mut self) {
        self.open = None;
    }

    pub fn undo(&mut self, text: &str) -> Option<Version> {
        self.open = None;
        let text = self.past.last()?.undone(text)?;
        let step = Rc::make_mut(&mut self.past).pop()?;
        let version = step.version(text, &step.before);
        Rc::make_mut(&mut self.future).push(step);
        Some(version)
    }

    pub fn redo(&mut self, text: &str) -> Option<Version> {
        self.open = None;
        let text = self.future.last()?.done(text)?;
        let step = Rc::make_mut(&mut self.future).pop()?;
        let version = step.version(text, &step.after);
        Rc::make_mut(&mut self.past).push(step);
        Some(version)
    }

    /// The texts before the steps since the scenario was opened, each with the step's number, the numbers of those that it
    /// took back, and its words, for the next visit: as many of the last ones as have room.
    pub fn write(&self, text: &str) -> String {
        let (mut all, mut now) = (String::new(), text.to_owned());
        for step in self.since_opened().iter().rev() {
            now = match step.undone(&now) {
                Some(before) if all.len() + before.len() <= SAVED_BYTES => before,
                _ => break,
            };
            let (steps, what) = match &step.what {
                StepKind::TakenBack { what, steps } => (&steps[..], what.as_deref().map(said)),
                what => (&[][..], Some(said(what))),
            };
            let steps: Vec<String> = steps.iter().map(u32::to_string).collect();
            let words = format!("{} {} {}", step.no, steps.join(","), what.unwrap_or_default());
            all = [&now, "\0", &words, "\0", &all].concat();
        }
        all
    }

    /// Takes the written steps that led to a text in place of its own.
    pub fn read(&mut self, written: &str, text: &str, origin: &Origin) {
        Rc::make_mut(&mut self.past).clear();
        let mut parts = written.split('\0');
        let mut before = parts.next().unwrap_or_default();
        let mut first = None;
        while let (Some(words), Some(after)) = (parts.next(), parts.next()) {
            let after = if after.is_empty() { text } else { after };
            let side = |text| DraftSide { text, origin: origin.clone() };
            let mut words = words.splitn(3, ' ');
            let no = words.next().and_then(|no| no.parse::<u32>().ok()).unwrap_or_default();
            let first = *first.get_or_insert(no);
            let back = words.next().unwrap_or_default().split(',');
            let own = |no: &str| no.parse::<u32>().ok()?.checked_add(1)?.checked_sub(first);
            let back = back.filter_map(own);
            let steps: Rc<[u32]> = back.filter(|no| *no > 0).collect();
            let what = StepKind::Applied(words.next().unwrap_or_default().to_owned());
            let named = Some(what.clone()).filter(|one| *one != StepKind::Applied(String::new()));
            let what = match steps.is_empty() {
                true => what,
                false => StepKind::TakenBack { what: named.map(Box::new), steps },
            };
            self.record(side(before), side(after), what, None);
            before = after;
        }
    }

    /// Is there nothing to undo or redo?
    pub fn is_empty(&self) -> bool {
        self.past.is_empty() && self.future.is_empty()
    }

    /// The step that would be undone.
    pub fn last(&self) -> Option<&StepKind> {
        self.past.last().map(|step| &step.what)
    }

    /// The steps since the scenario was opened, from the last one on, by their numbers.
    pub fn latest(&self) -> impl Iterator<Item = (u32, &StepKind)> {
        self.since_opened().iter().rev().map(|step| (step.no, &step.what))
    }

    /// The text before a step; the last one led to this text.
    pub fn before(&self, text: &str, no: u32) -> Option<(StepKind, String)> {
        let first = self.past.iter().find(|step| step.no == no)?;
        let mut steps = self.past.iter().rev().take_while(|step| step.no >= no);
        let text = steps.try_fold(text.to_owned(), |text, step| step.undone(&text))?;
        Some((first.what.clone(), text))
    }

    /// The step that would be redone.
    pub fn next(&self) -> Option<&StepKind> {
        self.future.last().map(|step| &step.what)
    }

    /// The number of changes since the scenario was opened, without those that were undone alone.
    pub fn changes(&self) -> usize {
        let steps = self.since_opened().iter().map(|step| (step.no, &step.what));
        changeset::count(&steps.collect::<Vec<_>>())
    }

    /// The scenario as it was opened, and the number, kind and text of each step since then. Each text is made when it is asked for.
    pub fn versions(&self, text: &str) -> Option<(Version, impl Iterator<Item = StepText>)> {
        let steps = self.since_opened();
        let mut back = steps.iter().rev();
        let opened = back.try_fold(text.to_owned(), |text, step| step.undone(&text))?;
        let mut now = opened.clone();
        let texts = steps.iter().map_while(move |step| {
            now = step.done(&now)?;
            Some((step.no, step.what.clone(), now.clone()))
        });
        Some((steps.first()?.version(opened, &steps[0].before), texts))
    }

    /// The steps since the last one that replaced the whole scenario.
    fn since_opened(&self) -> &[HistoryStep] {
        let whole = self.past.iter().rposition(|step| step.what.whole());
        &self.past[whole.map_or(0, |at| at + 1)..]
    }

    fn forget(&mut self) {
        let past = Rc::make_mut(&mut self.past);
        let mut bytes = 0;
        let kept = past
            .iter()
            .rev()
            .take(MAX_STEPS)
            .take_while(|step| {
                let first = bytes == 0;
                bytes += step.bytes;
                first || bytes <= MAX_BYTES
            })
            .count();
        past.drain(..past.len() - kept);
    }
}

impl HistoryStep {
    fn between(before: DraftSide<'_>, after: DraftSide<'_>, what: StepKind) -> Self {
        let (a, b) = (before.text, after.text);
        let same = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
        let at = (0..=same)
            .rev()
            .find(|at| a.is_char_boundary(*at) && b.is_char_boundary(*at))
            .unwrap_or(0);
        let (a, b) = (&a[at..], &b[at..]);
        let ends = a.bytes().rev().zip(b.bytes().rev());
        let same = ends.take_while(|(a, b)| a == b).count();
        let end = (0..=same)
            .rev()
            .find(|end| a.is_char_boundary(a.len() - end) && b.is_char_boundary(b.len() - end))
            .unwrap_or(0);
        let (old, new) = (&a[..a.len() - end], &b[..b.len() - end]);
        // Another import's data is at least as large as its scenario, however little the texts differ.
        let held = match before.origin.taken == after.origin.taken {
            true => 0,
            false => before.text.len() + after.text.len(),
        };
        Self {
            no: 0,
            at,
            old: Rc::from(old),
            new: Rc::from(new),
            bytes: old.len() + new.len() + held,
            before: before.origin,
            after: after.origin,
            what,
        }
    }

    fn undone(&self, text: &str) -> Option<String> {
        replaced(text, self.at, &self.new, &self.old)
    }

    fn done(&self, text: &str) -> Option<String> {
        replaced(text, self.at, &self.old, &self.new)
    }

    /// The scenario after the step is undone or redone.
    fn version(&self, text: String, origin: &Origin) -> Version {
        Version {
            text,
            origin: origin.clone(),
            whole: self.what.whole(),
            same_until_ms: self.what.asked_at_ms(),
        }
    }
}

/// Replaces a piece of the text, if it is there.
fn replaced(text: &str, at: usize, old: &str, new: &str) -> Option<String> {
    let (before, after) = (text.get(..at)?, text.get(at..)?.strip_prefix(old)?);
    Some([before, new, after].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use scenario::edit::{self, Edit};
    use scenario::json::Json;

    fn side(text: &str) -> DraftSide<'_> {
        DraftSide { text, ..DraftSide::default() }
    }

    /// A history of these texts in order.
    fn history(texts: &[&str]) -> History {
        let mut history = History::default();
        for pair in texts.windows(2) {
            history.record(side(pair[0]), side(pair[1]), StepKind::Opened, None);
        }
        history
    }

    #[test]
    fn every_text_comes_back_and_goes_again() {
        let texts = ["", "aXb", "ab", "aéb", "aèb", "aaaa", "aa", "𝄞", "𝄢", ""];
        let mut history = history(&texts);
        let mut now = String::new();
        for text in texts.iter().rev().skip(1) {
            now = history.undo(&now).expect("there is a step").text;
            assert_eq!(now, *text);
        }
        assert_eq!(history.undo(&now), None);
        for text in &texts[1..] {
            now = history.redo(&now).expect("there is a step").text;
            assert_eq!(now, *text);
        }
        assert_eq!(history.redo(&now), None);
    }

    #[test]
    fn a_new_step_forgets_what_was_undone() {
        let mut history = history(&["a", "b"]);
        history.undo("b");
        assert_eq!(history.next(), Some(&StepKind::Opened));
        history.record(side("a"), side("c"), StepKind::Link, None);
        assert_eq!((history.last(), history.next()), (Some(&StepKind::Link), None));
    }

    #[test]
    fn a_text_that_is_not_the_one_of_the_step_is_left_alone() {
        let mut history = history(&["abc", "aXc"]);
        assert_eq!(history.undo("abc"), None);
        assert_eq!(history.undo("é"), None);
        let undone = history.undo("aXc").map(|one| one.text);
        assert_eq!(undone.as_deref(), Some("abc"), "the step is still there");
    }

    #[test]
    fn a_small_edit_of_a_large_scenario_costs_little() {
        let large = "x".repeat(1 << 14);
        let mut history = History::default();
        for n in 0..MAX_STEPS + 9 {
            let text = |n: usize| format!("{large}{n}{large}");
            history.record(side(&text(n)), side(&text(n + 1)), StepKind::Opened, None);
        }
        assert_eq!(history.past.len(), MAX_STEPS);
        let held: usize = history.past.iter().map(|step| step.bytes).sum();
        assert!(held < 2_000, "{held}");
        // Whole differing scenarios count, and the last one always stays.
        let [one, other] = ["y", "z"].map(|text| text.repeat(MAX_BYTES / 4));
        for n in 0..4 {
            history.record(side(&one), side(&other), StepKind::Several(n), None);
        }
        assert_eq!(history.past.len(), 2);
        let huge = "y".repeat(MAX_BYTES);
        history.record(side(""), side(&huge), StepKind::Link, None);
        assert_eq!((history.past.len(), history.last()), (1, Some(&StepKind::Link)));
    }

    /// Edits of `{"a":1,"o":{"p":1,"q":2}}` in order, and the label of an undo.
    fn check(edits: &[Edit], label: &str) {
        let json = Json::parse(r#"{"a":1,"o":{"p":1,"q":2},"l":[{"n":"x"}]}"#).unwrap_or_default();
        let mut history = History::default();
        edits.iter().fold(json, |json, edit| {
            let after = edit::apply(&json, edit);
            let (old, new) = (json.compact(), after.compact());
            let field = match edit {
                Edit::Set(pointer, _) => Some(pointer.as_str()),
                _ => None,
            };
            history.record(side(&old), side(&new), StepKind::of(&json, edit), field);
            after
        });
        let label_is = history.last().map(|what| format!("{what:?}"));
        assert_eq!(label_is.as_deref().unwrap_or("nothing"), label);
    }

    #[test]
    fn a_step_says_what_it_did() {
        let set = |pointer: &str, value: Json| Edit::Set(pointer.to_owned(), value);
        let both = |p, q| {
            let field = |name: &str, n| (name.to_owned(), Json::Int(n));
            Json::Object(vec![field("p", p), field("q", q)])
        };
        check(
            &[set("/a", Json::Int(2))],
            r#"Field { name: "a", before: Some("1"), after: Some("2") }"#,
        );
        check(
            &[set("/b", Json::Bool(true))],
            r#"Field { name: "b", before: None, after: Some("true") }"#,
        );
        check(
            &[set("/o", both(1, 3))],
            r#"Field { name: "q", before: Some("2"), after: Some("3") }"#,
        );
        check(&[set("/o", both(2, 3))], r#"Field { name: "o", before: None, after: None }"#);
        check(
            &[set("/a", "a name that is far too long".into())],
            r#"Field { name: "a", before: Some("1"), after: Some("a name that is far too …") }"#,
        );
        check(&[Edit::Append("/l".to_owned(), Json::Null)], r#"Added("l")"#);
        check(&[Edit::Remove("/l/0".to_owned())], r#"Removed("l")"#);
        check(
            &[Edit::Remove("/a".to_owned())],
            r#"Field { name: "a", before: Some("1"), after: None }"#,
        );
        check(
            &[Edit::Rename("/a".to_owned(), "b".to_owned(), Json::Int(5))],
            r#"Field { name: "a", before: Some("1"), after: Some("b 5") }"#,
        );
    }

    #[test]
    fn edits_of_one_field_in_a_row_are_one_step() {
        let set = |pointer: &str, value| Edit::Set(pointer.to_owned(), Json::Int(value));
        check(
            &[set("/a", 2), set("/a", 3), set("/a", 4)],
            r#"Field { name: "a", before: Some("1"), after: Some("4") }"#,
        );
        check(
            &[set("/a", 2), set("/o/p", 3)],
            r#"Field { name: "p", before: Some("1"), after: Some("3") }"#,
        );
        // Back at the start there is nothing to undo.
        check(&[set("/a", 2), set("/a", 1)], "nothing");
        check(
            &[set("/o/p", 3), set("/a", 2), set("/a", 1), set("/a", 5)],
            r#"Field { name: "a", before: Some("1"), after: Some("5") }"#,
        );
    }

    #[test]
    fn an_edit_after_a_pause_is_a_step_of_its_own() {
        let mut history = History::default();
        history.record(side("1"), side("2"), StepKind::Opened, Some("/a"));
        history.settle();
        history.record(side("2"), side("3"), StepKind::Opened, Some("/a"));
        history.record(side("3"), side("4"), StepKind::Opened, Some("/a"));
        let version = history.undo("4").map(|version| version.text);
        assert_eq!(version.as_deref(), Some("2"));
    }

    #[test]
    fn the_next_visit_finds_the_steps_since_the_scenario_was_opened() {
        let mut history = history(&["", "a"]);
        let set =
            StepKind::Field { name: "p".to_owned(), before: None, after: Some("1".to_owned()) };
        let texts = ["a", "ab", "abcé", "xabcé"];
        let kinds = [set, StepKind::Gone("web".to_owned()), StepKind::Text];
        for (pair, what) in texts.windows(2).zip(&kinds) {
            history.record(side(pair[0]), side(pair[1]), what.clone(), None);
        }
        let written = history.write("xabcé");
        let read = |written: &str, text: &str| {
            let mut history = History::default();
            history.read(written, text, &Origin::default());
            history
        };
        let mut found = read(&written, "xabcé");
        assert_eq!((found.changes(), found.since_opened().len()), (3, 3));
        let mut now = "xabcé".to_owned();
        for (before, what) in texts.iter().zip(&kinds).rev() {
            assert_eq!(found.last(), Some(&StepKind::Applied(said(what))));
            now = found.undo(&now).expect("a step").text;
            assert_eq!(now, *before);
        }
        assert!(found.undo(&now).is_none(), "the scenario was opened so");
        // One that was taken back alone counts no more, then as now.
        let what = Some(Box::new(StepKind::Text));
        let taken = StepKind::TakenBack { what, steps: [4].into() };
        history.record(side("xabcé"), side("abcé"), taken, None);
        let again = read(&history.write("abcé"), "abcé");
        assert_eq!((again.changes(), history.changes()), (2, 2));
        assert_eq!(again.last().map(said), history.last().map(said));
        for nothing in ["", "\0", "a", "a\0b"] {
            assert!(read(nothing, "a").is_empty(), "{nothing:?}");
        }
        // As many as have room, the last ones.
        let large = |n: usize| n.to_string().repeat(SAVED_BYTES / 2 - 99);
        for n in 1..5 {
            history.record(side(&large(n)), side(&large(n + 1)), StepKind::Several(n), None);
        }
        let found = read(&history.write(&large(5)), &large(5));
        assert_eq!(found.past.len(), 2);
    }

    #[test]
    fn changes_count_from_the_scenario_that_was_opened() {
        let mut history = history(&["", "a"]);
        assert!(history.changes() == 0 && history.versions("a").is_none());
        let several = StepKind::Several;
        history.record(side("a"), side("ab"), several(1), None);
        history.record(side("ab"), side("abc"), several(2), None);
        let (opened, versions) = history.versions("abc").expect("there are two");
        let texts: Vec<_> = versions.map(|(no, _, text)| (no, text)).collect();
        let wanted = [(2, "ab".to_owned()), (3, "abc".to_owned())];
        assert_eq!((opened.text.as_str(), &texts[..]), ("a", &wanted[..]));
        // One that is undone alone is gone, and so is the step that undid it.
        let back = StepKind::TakenBack { what: None, steps: [2].into() };
        history.record(side("abc"), side("ac"), back, None);
        assert_eq!(history.changes(), 1);
        history.undo("ac");
        assert_eq!(history.changes(), 2);
        history.record(side("abc"), side("x"), StepKind::Opened, None);
        assert_eq!(history.changes(), 0);
    }
}
