//! The changes since a scenario was opened: which can be undone alone, and the scenario without one of them.

mod copies;
mod objects;
mod patch;

pub use self::copies::{CopyFormat, commands, not_covered};
pub use self::objects::{ChangedObjects, changed_objects};

use self::patch::Change;
use crate::step_kind::StepKind;
use base::Map;
use scenario::json::Json;
use scenario::primitive::integer;

/// The scenario after a step: its number, its kind, and the text.
pub type StepText = (u32, StepKind, String);

/// A change that is still in the scenario.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedChange {
    pub no: u32,
    pub what: StepKind,
    /// The pool, workload or other item that it changed a field of.
    pub of: Option<String>,
    /// The key of the reason why it can't be undone alone, if so.
    pub stays: Option<&'static str>,
}

/// The changes since a scenario was opened, without those that were undone alone; the newest last.
pub struct Changes {
    pub opened: Json,
    now: Json,
    steps: Vec<Step>,
}

#[derive(Clone)]
struct Step {
    no: u32,
    what: StepKind,
    of: Option<String>,
    changes: Vec<Change>,
}

impl Changes {
    /// Compares each text with the one before; only two are held at once. `None` if a text isn't JSON.
    pub fn read(opened: &str, texts: impl IntoIterator<Item = StepText>) -> Option<Self> {
        let opened = Json::parse(opened).ok()?;
        let (mut now, mut steps) = (opened.clone(), Vec::new());
        for (no, what, text) in texts {
            let json = Json::parse(&text).ok()?;
            let left = match &what {
                StepKind::TakenBack { steps: gone, .. } => without(&steps, gone),
                _ => None,
            };
            match left {
                Some(left) => steps = left,
                None => {
                    let changes = patch::between(&now, &json);
                    steps.push(Step { no, what, of: patch::item(&now, &changes), changes });
                }
            }
            now = json;
        }
        Some(Self { opened, now, steps })
    }

    pub fn list(&self) -> Vec<ListedChange> {
        let one = |(at, step): (usize, &Step)| ListedChange {
            no: step.no,
            what: step.what.clone(),
            of: step.of.clone(),
            stays: self.undo(at).err(),
        };
        self.steps.iter().enumerate().map(one).collect()
    }

    /// The number and the kind of each.
    pub fn steps(&self) -> impl Iterator<Item = (u32, &StepKind)> {
        self.steps.iter().map(|step| (step.no, &step.what))
    }

    /// The scenario without one of the changes, if it can be undone alone.
    pub fn without(&self, no: u32) -> Option<Json> {
        let at = self.steps.iter().position(|step| step.no == no)?;
        Some(patch::apply(&self.now, &self.undo(at).ok()?))
    }

    /// What undoes a change alone, or the key of the reason why nothing does.
    fn undo(&self, at: usize) -> Result<Vec<Change>, &'static str> {
        let (own, later) = moved_to_end(&self.steps, at).ok_or("ui-change-stays")?;
        let undo = patch::inverse(&own);
        match keeps_references(&self.now, &undo, &later.concat()) {
            true => Ok(undo),
            false => Err("ui-change-awaited"),
        }
    }
}

/// The steps without some of them; `None` if others depend on these.
fn without(steps: &[Step], gone: &[u32]) -> Option<Vec<Step>> {
    let mut left = steps.to_vec();
    for no in gone.iter().rev() {
        let at = left.iter().position(|step| step.no == *no)?;
        let (_, later) = moved_to_end(&left, at)?;
        left.remove(at);
        left[at..].iter_mut().zip(later).for_each(|(step, changes)| step.changes = changes);
    }
    Some(left)
}

/// The changes of a step if it were the last one, and those of each later step before it.
fn moved_to_end(steps: &[Step], at: usize) -> Option<(Vec<Change>, Vec<Vec<Change>>)> {
    let (mut own, mut later) = (steps[at].changes.clone(), Vec::new());
    for step in &steps[at + 1..] {
        let (then, first) = patch::in_other_order(&own, &step.changes)?;
        later.push(then);
        own = first;
    }
    Some((own, later))
}

/// Does each entry of the script wait for the same one as now, or as before the step? `later`: what came after that step.
fn keeps_references(now: &Json, undo: &[Change], later: &[Change]) -> bool {
    let now = only_script(now);
    let after = patch::apply(&now, undo);
    let before = patch::apply(&after, &patch::inverse(later));
    let known = [awaited(&now, undo), awaited(&before, later)];
    awaited(&after, &[]).iter().all(|(no, other)| known.iter().any(|of| of.get(no) == Some(other)))
}

/// The document with nothing but the script in its place.
fn only_script(json: &Json) -> Json {
    let Json::Object(fields) = json else { return json.clone() };
    let keep = |(name, value): &(String, Json)| match name.as_str() {
        "script" => (name.clone(), value.clone()),
        _ => (name.clone(), Json::Null),
    };
    Json::Object(fields.iter().map(keep).collect())
}

/// What each entry of the script waits for by its number, both by their places after the changes.
fn awaited(json: &Json, changes: &[Change]) -> Map<usize, Option<usize>> {
    let Json::Object(fields) = json else { return Map::new() };
    let Some(list) = fields.iter().position(|(name, _)| name == "script") else {
        return Map::new();
    };
    let place = |no: usize| patch::follow([list, no], changes).map(|[_, no]| no);
    let one = |(no, entry): (usize, &Json)| {
        let other = entry.get("after").and_then(integer);
        let other = other.and_then(|other| usize::try_from(other).ok());
        // One that is gone is no place.
        let other = other.filter(|other| *other < no);
        Some((place(no)?, other.map(|other| place(other).unwrap_or(usize::MAX))))
    };
    fields[list].1.items().iter().enumerate().filter_map(one).collect()
}

#[cfg(test)]
mod dependent_steps;

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};
    use std::rc::Rc;

    /// The texts after the first one, as steps of which the first is number 1.
    fn texts(texts: &[&str]) -> Vec<StepText> {
        let one =
            |(no, text): (usize, &&str)| (no as u32, StepKind::Several(no), (*text).to_owned());
        texts.iter().enumerate().skip(1).map(one).collect()
    }

    fn read(opened: &str, steps: &[StepText]) -> Changes {
        Changes::read(opened, steps.to_vec()).expect("it is JSON")
    }

    fn back(steps: &[u32]) -> StepKind {
        StepKind::TakenBack { what: None, steps: Rc::from(steps) }
    }

    fn said(changes: &Changes) -> String {
        let one = |change: ListedChange| {
            let of = change.of.as_deref().unwrap_or("-");
            let without = changes.without(change.no).as_ref().map(Json::compact);
            assert_eq!(without.is_none(), change.stays.is_some());
            let why = change.stays.and_then(|key| key.strip_prefix("ui-change-")).unwrap_or("");
            let json = without.unwrap_or_else(|| why.to_owned());
            format!("{} {of}: {json}\n", change.no)
        };
        changes.list().into_iter().map(one).collect()
    }

    fn check(all: &[&str], wanted: &Expect) {
        wanted.assert_eq(&said(&read(all[0], &texts(all))));
    }

    #[test]
    fn each_change_can_be_undone_alone_unless_a_later_one_is_in_its_place() {
        check(
            &[
                r#"{"pools":[{"name":"a","max":1}],"seed":1}"#,
                r#"{"pools":[{"name":"a","max":2}],"seed":1}"#,
                r#"{"pools":[{"name":"a","max":2},{"name":"b","max":1}],"seed":1}"#,
                r#"{"pools":[{"name":"a","max":2},{"name":"b","max":3}],"seed":1}"#,
                r#"{"pools":[{"name":"a","max":2},{"name":"b","max":3}],"seed":7}"#,
            ],
            &expect![[r#"
                1 a: {"pools":[{"name":"a","max":1},{"name":"b","max":3}],"seed":7}
                2 -: stays
                3 b: {"pools":[{"name":"a","max":2},{"name":"b","max":1}],"seed":7}
                4 -: {"pools":[{"name":"a","max":2},{"name":"b","max":3}],"seed":1}
            "#]],
        );
    }

    #[test]
    fn entries_of_the_script_keep_what_they_wait_for() {
        // The entry that was added waits for the second one, which would become the first.
        check(
            &[
                r#"{"script":[{"do":"a"}]}"#,
                r#"{"script":[{"do":"x"},{"do":"a"}]}"#,
                r#"{"script":[{"do":"x"},{"do":"a"},{"do":"b","after":1}]}"#,
            ],
            &expect![[r#"
                1 -: awaited
                2 -: {"script":[{"do":"x"},{"do":"a"}]}
            "#]],
        );
        check(
            &[
                r#"{"script":[{"do":"a"},{"do":"b","after":0}]}"#,
                r#"{"script":[{"do":"x"},{"do":"a"},{"do":"b","after":1}]}"#,
                r#"{"script":[{"do":"x"},{"do":"a"},{"do":"b","after":1},{"do":"c","after":0}]}"#,
            ],
            &expect![[r#"
                1 -: awaited
                2 -: {"script":[{"do":"x"},{"do":"a"},{"do":"b","after":1}]}
            "#]],
        );
        check(
            &[
                r#"{"script":[{"do":"a"},{"do":"b","after":0}]}"#,
                r#"{"script":[{"do":"x"},{"do":"a"},{"do":"b","after":1}]}"#,
                r#"{"script":[{"do":"x"},{"do":"a"},{"do":"b","after":1}],"seed":2}"#,
            ],
            &expect![[r#"
                1 -: {"script":[{"do":"a"},{"do":"b","after":0}],"seed":2}
                2 -: {"script":[{"do":"x"},{"do":"a"},{"do":"b","after":1}]}
            "#]],
        );
    }

    #[test]
    fn an_entry_that_comes_back_waits_for_what_it_did() {
        check(
            &[
                r#"{"script":[{"do":"x"},{"do":"a"},{"do":"c"},{"do":"b","after":1}]}"#,
                r#"{"script":[{"do":"x"},{"do":"a"},{"do":"c"}]}"#,
                r#"{"script":[{"do":"a"},{"do":"c"}]}"#,
            ],
            &expect![[r#"
                1 -: awaited
                2 -: {"script":[{"do":"x"},{"do":"a"},{"do":"c"}]}
            "#]],
        );
    }

    #[test]
    fn a_field_that_comes_back_is_for_the_same_entry() {
        check(
            &[
                r#"{"script":[{"do":"x"},{"do":"a"},{"do":"c"},{"do":"b","after":1}]}"#,
                r#"{"script":[{"do":"x"},{"do":"a"},{"do":"c"},{"do":"b"}]}"#,
                r#"{"script":[{"do":"a"},{"do":"c"},{"do":"b"}]}"#,
            ],
            &expect![[r#"
                1 -: awaited
                2 -: {"script":[{"do":"x"},{"do":"a"},{"do":"c"},{"do":"b"}]}
            "#]],
        );
    }

    #[test]
    fn a_number_of_an_entry_may_be_text() {
        check(
            &[
                r#"{"script":[{"do":"a"}]}"#,
                r#"{"script":[{"do":"x"},{"do":"a"}]}"#,
                r#"{"script":[{"do":"x"},{"do":"a"},{"do":"b","after":"1"}]}"#,
            ],
            &expect![[r#"
                1 -: awaited
                2 -: {"script":[{"do":"x"},{"do":"a"}]}
            "#]],
        );
    }

    #[test]
    fn what_was_undone_alone_is_gone_from_the_list() {
        let all = [
            r#"{"l":[1,2],"a":1}"#,
            r#"{"l":[2],"a":1}"#,
            r#"{"l":[2],"a":2}"#,
            r#"{"l":[2,3],"a":2}"#,
        ];
        let (opened, mut steps) = (all[0], texts(&all));
        for no in [1, 3, 2] {
            let json = read(opened, &steps).without(no).expect("nothing is in its place");
            steps.push((steps.len() as u32 + 1, back(&[no]), json.compact()));
        }
        assert_eq!(read(opened, &steps).list(), []);
        assert_eq!(steps.last().map(|(_, _, text)| text.as_str()), Some(opened));
        // That is a step as well: without it all but the last one are back.
        steps.pop();
        steps.pop();
        expect![[r#"
            2 -: {"l":[1,2,3],"a":1}
            3 -: {"l":[1,2],"a":2}
        "#]]
        .assert_eq(&said(&read(opened, &steps)));
        steps.push((9, back(&[2, 3]), opened.to_owned()));
        assert_eq!(read(opened, &steps).list(), []);
        // A step whose changes are forgotten is one of its own.
        steps.push((10, back(&[77]), "null".to_owned()));
        assert_eq!(read(opened, &steps).list().len(), 1);
        assert!(Changes::read(opened, [(1, StepKind::Opened, "{".to_owned())]).is_none());
    }
}
