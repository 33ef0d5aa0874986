//! The changes since a scenario was opened, each with the scenario as it would be without it.

mod copies;
mod objects;
mod patch;

pub use self::copies::{CopyFormat, commands, unsaid};
pub use self::objects::{ChangedObjects, changed_objects};

use self::patch::Change;
use crate::step_kind::StepKind;
use base::Map;
use scenario::json::Json;
use scenario::primitive::integer;

/// The scenario after a step: its number, its kind, and the text.
pub type StepText = (u32, StepKind, String);

#[derive(Clone, Debug)]
struct Version {
    no: u32,
    what: StepKind,
    json: Json,
}

/// A change that is still in the scenario.
#[derive(Clone, PartialEq, Debug)]
pub struct ListedChange {
    pub no: u32,
    pub what: StepKind,
    /// The pool, workload or other item that it changed a field of.
    pub of: Option<String>,
    /// The scenario without it; `None`: a later change is in the same place.
    pub without: Option<Json>,
}

#[derive(Clone)]
struct Step<'a> {
    version: &'a Version,
    of: Option<String>,
    changes: Vec<Change>,
}

/// The scenario as it was opened, and the changes of the steps that weren't undone alone, the newest last. `None` if a text
/// isn't JSON.
pub fn list(opened: &str, steps: Vec<StepText>) -> Option<(Json, Vec<ListedChange>)> {
    let read =
        |(no, what, text): StepText| Some(Version { no, what, json: Json::parse(&text).ok()? });
    let versions = steps.into_iter().map(read).collect::<Option<Vec<_>>>()?;
    let opened = Json::parse(opened).ok()?;
    let changes = listed(&opened, &versions);
    Some((opened, changes))
}

fn listed(opened: &Json, versions: &[Version]) -> Vec<ListedChange> {
    let mut steps: Vec<Step<'_>> = Vec::new();
    let mut now = opened;
    for version in versions {
        let left = match &version.what {
            StepKind::TakenBack { steps: gone, .. } => without(&steps, gone),
            _ => None,
        };
        match left {
            Some(left) => steps = left,
            None => {
                let changes = patch::between(now, &version.json);
                steps.push(Step { version, of: patch::item(now, &changes), changes });
            }
        }
        now = &version.json;
    }
    let one = |(at, step): (usize, &Step<'_>)| {
        let undo = moved_to_end(&steps, at).and_then(|moved| {
            let (last, rest) = moved.split_last()?;
            let undo = patch::inverse(&last.changes);
            let later: Vec<Change> =
                rest[at..].iter().flat_map(|step| step.changes.clone()).collect();
            keeps_references(now, &undo, &later).then_some(undo)
        });
        ListedChange {
            no: step.version.no,
            what: step.version.what.clone(),
            of: step.of.clone(),
            without: undo.map(|undo| patch::apply(now, &undo)),
        }
    };
    steps.iter().enumerate().map(one).collect()
}

/// The steps without some of them; `None` if others depend on these.
fn without<'a>(steps: &[Step<'a>], gone: &[u32]) -> Option<Vec<Step<'a>>> {
    let mut left = steps.to_vec();
    for no in gone.iter().rev() {
        let at = left.iter().position(|step| step.version.no == *no)?;
        left = moved_to_end(&left, at)?;
        left.pop();
    }
    Some(left)
}

/// The same steps, in an order in which one of them is the last.
fn moved_to_end<'a>(steps: &[Step<'a>], at: usize) -> Option<Vec<Step<'a>>> {
    let mut moved = steps.to_vec();
    for no in at + 1..moved.len() {
        let (then, first) = patch::swap(&moved[no - 1].changes, &moved[no].changes)?;
        moved.swap(no - 1, no);
        moved[no - 1].changes = then;
        moved[no].changes = first;
    }
    Some(moved)
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
mod tests {
    use super::*;
    use expect_test::{Expect, expect};
    use std::rc::Rc;

    fn version(no: usize, text: &str) -> Version {
        let kind = StepKind::Several(no);
        Version { no: no as u32, what: kind, json: Json::parse(text).unwrap_or_default() }
    }

    fn back(steps: &[u32]) -> StepKind {
        StepKind::TakenBack { what: None, steps: Rc::from(steps) }
    }

    fn said(changes: &[ListedChange]) -> String {
        let one = |change: &ListedChange| {
            let of = change.of.as_deref().unwrap_or("-");
            let json = change.without.as_ref().map_or("stays".to_owned(), Json::compact);
            format!("{} {of}: {json}\n", change.no)
        };
        changes.iter().map(one).collect()
    }

    fn check(texts: &[&str], wanted: &Expect) {
        let mut versions: Vec<Version> =
            texts.iter().enumerate().map(|(no, text)| version(no, text)).collect();
        let opened = versions.remove(0).json;
        wanted.assert_eq(&said(&listed(&opened, &versions)));
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
                1 -: stays
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
                1 -: stays
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
                1 -: stays
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
                1 -: stays
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
                1 -: stays
                2 -: {"script":[{"do":"x"},{"do":"a"}]}
            "#]],
        );
    }

    #[test]
    fn what_was_undone_alone_is_gone_from_the_list() {
        let texts = [
            r#"{"l":[1,2],"a":1}"#,
            r#"{"l":[2],"a":1}"#,
            r#"{"l":[2],"a":2}"#,
            r#"{"l":[2,3],"a":2}"#,
        ];
        let mut versions: Vec<Version> =
            texts.iter().enumerate().map(|(no, text)| version(no, text)).collect();
        let opened = versions.remove(0).json;
        for no in [1, 3, 2] {
            let listed = listed(&opened, &versions);
            let gone = listed.iter().find(|change| change.no == no).expect("it is listed");
            let json = gone.without.clone().expect("nothing is in its place");
            let number = versions.len() as u32 + 1;
            versions.push(Version { no: number, what: back(&[no]), json });
        }
        assert_eq!(listed(&opened, &versions), []);
        assert_eq!(versions.last().map(|last| &last.json), Some(&opened));
        // That is a step as well: without it all but the last one are back.
        versions.pop();
        versions.pop();
        expect![[r#"
            2 -: {"l":[1,2,3],"a":1}
            3 -: {"l":[1,2],"a":2}
        "#]]
        .assert_eq(&said(&listed(&opened, &versions)));
        versions.push(Version { no: 9, what: back(&[2, 3]), json: opened.clone() });
        assert_eq!(listed(&opened, &versions), []);
        // A step whose changes are forgotten is one of its own.
        versions.push(Version { no: 10, what: back(&[77]), json: Json::Null });
        assert_eq!(listed(&opened, &versions).len(), 1);
    }
}
