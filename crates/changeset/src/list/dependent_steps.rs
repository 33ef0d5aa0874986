//! Steps of which later ones change what earlier ones did: undone alone, several together, in any order.

use super::{Changes, StepText};
use crate::step_kind::StepKind;
use scenario::json::Json;
use std::rc::Rc;

/// A list of texts as steps from number 1 on; the first is what was opened.
fn steps(texts: &[&str]) -> Vec<StepText> {
    let step = |(no, text): (usize, &&str)| (no as u32, StepKind::Several(no), (*text).to_owned());
    texts.iter().enumerate().skip(1).map(step).collect()
}

fn back(no: u32, gone: &[u32], text: &str) -> StepText {
    (no, StepKind::TakenBack { what: None, steps: Rc::from(gone) }, text.to_owned())
}

fn read(opened: &str, steps: &[StepText]) -> Changes {
    Changes::read(opened, steps.to_vec()).expect("it is JSON")
}

/// The number of each change, what it changed a field of, and the text without it, or why it stays.
fn listed(changes: &Changes) -> Vec<String> {
    let one = |one: super::ListedChange| {
        let of = one.of.map_or(String::new(), |of| format!(" {of}"));
        let then = match one.stays {
            None => changes.without(one.no).expect("it can be undone").compact(),
            Some(why) => why.to_owned(),
        };
        format!("{}{of}: {then}", one.no)
    };
    changes.list().into_iter().map(one).collect()
}

fn numbers(changes: &Changes) -> Vec<u32> {
    changes.steps().map(|(no, _)| no).collect()
}

const EMPTY: &str = r#"{"pools":[]}"#;
const ADDED: &str = r#"{"pools":[{"name":"a","max":1}]}"#;
const CHANGED: &str = r#"{"pools":[{"name":"a","max":2}]}"#;
const TWICE: &str = r#"{"pools":[{"name":"a","max":3}]}"#;

/// The second step changes what the first one added: together both go, in either order.
#[test]
fn steps_that_depend_on_each_other_are_undone_together() {
    let two = steps(&[EMPTY, ADDED, CHANGED]);
    assert_eq!(
        listed(&read(EMPTY, &two)),
        ["1: ui-change-stays", r#"2 a: {"pools":[{"name":"a","max":1}]}"#]
    );
    for gone in [vec![1, 2], vec![2], vec![1]] {
        let text = if gone == [2] { ADDED } else { EMPTY };
        let after = read(EMPTY, &[&two[..], &[back(3, &gone, text)]].concat());
        match gone[..] {
            [1, 2] => assert_eq!(after.list(), []),
            [2] => assert_eq!(listed(&after), [r#"1: {"pools":[]}"#]),
            // The first alone is in the way of the second: what was done is a step of its own.
            _ => assert_eq!(numbers(&after), [1, 2, 3]),
        }
    }
    let three = steps(&[EMPTY, ADDED, CHANGED, TWICE]);
    let without = |gone: &[u32], text: &str| {
        numbers(&read(EMPTY, &[&three[..], &[back(4, gone, text)]].concat()))
    };
    assert!(without(&[1, 2, 3], EMPTY).is_empty());
    assert_eq!(without(&[2, 3], ADDED), [1]);
    assert_eq!(without(&[3], CHANGED), [1, 2]);
    // The one in the middle is changed by the last one, and can't go alone; nor can it with the first.
    assert_eq!(without(&[2], TWICE), [1, 2, 3, 4]);
    assert_eq!(without(&[1, 2], EMPTY), [1, 2, 3, 4]);
}

/// One after another from the last to the first: each leaves the text before it.
#[test]
fn dependent_steps_are_undone_from_the_last_to_the_first() {
    let mut all = steps(&[EMPTY, ADDED, CHANGED, TWICE]);
    for (no, gone, text, left) in
        [(4, 3, CHANGED, vec![1, 2]), (5, 2, ADDED, vec![1]), (6, 1, EMPTY, vec![])]
    {
        let changes = read(EMPTY, &all);
        assert_eq!(changes.without(gone).as_ref().map(Json::compact).as_deref(), Some(text));
        // Only the last one of them can be undone alone.
        assert!((1..gone).all(|earlier| changes.without(earlier).is_none()));
        all.push(back(no, &[gone], text));
        assert_eq!(numbers(&read(EMPTY, &all)), left);
    }
}

/// Two that depend on each other, among two that don't.
#[test]
fn a_dependent_pair_goes_from_among_others() {
    let texts = [
        r#"{"seed":1,"pools":[{"name":"w","max":1}]}"#,
        r#"{"seed":2,"pools":[{"name":"w","max":1}]}"#,
        r#"{"seed":2,"pools":[{"name":"w","max":1},{"name":"a","max":1}]}"#,
        r#"{"seed":2,"pools":[{"name":"w","max":7},{"name":"a","max":1}]}"#,
        r#"{"seed":2,"pools":[{"name":"w","max":7},{"name":"a","max":5}]}"#,
    ];
    let four = steps(&texts);
    let changes = read(texts[0], &four);
    assert_eq!(
        listed(&changes),
        [
            r#"1: {"seed":1,"pools":[{"name":"w","max":7},{"name":"a","max":5}]}"#,
            "2: ui-change-stays",
            r#"3 w: {"seed":2,"pools":[{"name":"w","max":1},{"name":"a","max":5}]}"#,
            r#"4 a: {"seed":2,"pools":[{"name":"w","max":7},{"name":"a","max":1}]}"#,
        ]
    );
    let pair = back(5, &[2, 4], r#"{"seed":2,"pools":[{"name":"w","max":7}]}"#);
    let after = read(texts[0], &[&four[..], &[pair]].concat());
    assert_eq!(
        listed(&after),
        [
            r#"1: {"seed":1,"pools":[{"name":"w","max":7}]}"#,
            r#"3 w: {"seed":2,"pools":[{"name":"w","max":1}]}"#,
        ]
    );
    // All that is left, then nothing.
    let rest = back(6, &[1, 3], texts[0]);
    let pair = back(5, &[2, 4], r#"{"seed":2,"pools":[{"name":"w","max":7}]}"#);
    assert_eq!(read(texts[0], &[&four[..], &[pair, rest]].concat()).list(), []);
}

/// Places move as steps go: what came after an item that is gone is in its place, and named by what it changed.
#[test]
fn places_follow_when_an_item_before_them_goes() {
    let texts = [
        r#"{"pools":[{"name":"a"},{"name":"b","max":1},{"name":"c","max":1}]}"#,
        r#"{"pools":[{"name":"b","max":1},{"name":"c","max":1}]}"#,
        r#"{"pools":[{"name":"b","max":2},{"name":"c","max":1}]}"#,
        r#"{"pools":[{"name":"b","max":2},{"name":"c","max":3}]}"#,
    ];
    let three = steps(&texts);
    assert_eq!(
        listed(&read(texts[0], &three)),
        [
            r#"1: {"pools":[{"name":"a"},{"name":"b","max":2},{"name":"c","max":3}]}"#,
            r#"2 b: {"pools":[{"name":"b","max":1},{"name":"c","max":3}]}"#,
            r#"3 c: {"pools":[{"name":"b","max":2},{"name":"c","max":1}]}"#,
        ]
    );
    // Without the first and the second, the third is still that of c.
    let text = r#"{"pools":[{"name":"a"},{"name":"b","max":1},{"name":"c","max":3}]}"#;
    for gone in [[1, 2], [2, 1]] {
        let after = read(texts[0], &[&three[..], &[back(4, &gone, text)]].concat());
        assert_eq!(
            listed(&after),
            [r#"3 c: {"pools":[{"name":"a"},{"name":"b","max":1},{"name":"c","max":1}]}"#]
        );
    }
    // One that changes two pools is of neither, one that changes two fields of one is of that.
    let two = [texts[0], r#"{"pools":[{"name":"a"},{"name":"b","max":9},{"name":"c","max":9}]}"#];
    assert_eq!(read(two[0], &steps(&two)).list()[0].of, None);
    let one =
        [texts[0], r#"{"pools":[{"name":"a"},{"name":"b","max":9,"min":3},{"name":"c","max":1}]}"#];
    assert_eq!(read(one[0], &steps(&one)).list()[0].of.as_deref(), Some("b"));
}

/// Undoing is a step, which can be undone: what it took back is there again, and can be undone alone.
#[test]
fn what_was_taken_back_can_come_back() {
    let texts = [r#"{"a":1,"b":1}"#, r#"{"a":2,"b":1}"#, r#"{"a":2,"b":2}"#];
    let two = steps(&texts);
    // The state before is taken, as by an undo: the list is what it was.
    assert_eq!(listed(&read(texts[0], &two)), [r#"1: {"a":1,"b":2}"#, r#"2: {"a":2,"b":1}"#]);
    // Number 1 is gone; the same change again is a new step.
    let again =
        [&two[..], &[back(3, &[1], r#"{"a":1,"b":2}"#), (4, StepKind::Text, texts[2].to_owned())]]
            .concat();
    assert_eq!(listed(&read(texts[0], &again)), [r#"2: {"a":2,"b":1}"#, r#"4: {"a":1,"b":2}"#]);
    // What a step that took back says has no part that is known is a change of its own.
    let unknown = [&two[..], &[back(3, &[1, 9], r#"{"a":1,"b":2}"#)]].concat();
    assert_eq!(numbers(&read(texts[0], &unknown)), [1, 2, 3]);
}

/// Entries of a script wait for each other by number: one may go if each of the rest waits for the same as now.
#[test]
fn entries_that_wait_keep_what_they_wait_for() {
    let script = |entries: &str| format!(r#"{{"script":[{entries}]}}"#);
    let list = |texts: &[String]| {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        listed(&read(texts[0], &steps(&texts)))
    };
    // The second entry is new and waits for the first; a third, which waits for the first as well, may go or stay.
    let texts = [
        script(r#"{"do":"a"}"#),
        script(r#"{"do":"a"},{"do":"b","after":0}"#),
        script(r#"{"do":"a"},{"do":"b","after":0},{"do":"c","after":0}"#),
    ];
    assert_eq!(
        list(&texts),
        [
            r#"1: {"script":[{"do":"a"},{"do":"c","after":0}]}"#,
            r#"2: {"script":[{"do":"a"},{"do":"b","after":0}]}"#,
        ]
    );
    // The third waits for the second, which therefore can't go.
    let texts = [
        script(r#"{"do":"a"}"#),
        script(r#"{"do":"a"},{"do":"b","after":0}"#),
        script(r#"{"do":"a"},{"do":"b","after":0},{"do":"c","after":1}"#),
    ];
    assert_eq!(
        list(&texts),
        ["1: ui-change-awaited", r#"2: {"script":[{"do":"a"},{"do":"b","after":0}]}"#]
    );
    // An entry behind all that wait moves nothing.
    let texts = [
        script(r#"{"do":"a"},{"do":"b","after":0}"#),
        script(r#"{"do":"a"},{"do":"b","after":0},{"do":"x"}"#),
        script(r#"{"do":"a","at":"5s"},{"do":"b","after":0},{"do":"x"}"#),
    ];
    assert_eq!(
        list(&texts),
        [
            r#"1: {"script":[{"do":"a","at":"5s"},{"do":"b","after":0}]}"#,
            r#"2: {"script":[{"do":"a"},{"do":"b","after":0},{"do":"x"}]}"#,
        ]
    );
    // One between them does, as a number would be another entry's.
    let texts = [
        script(r#"{"do":"a"},{"do":"b"},{"do":"c","after":1}"#),
        script(r#"{"do":"a"},{"do":"x"},{"do":"b"},{"do":"c","after":2}"#),
        script(r#"{"do":"a"},{"do":"x"},{"do":"b"},{"do":"c","after":2},{"do":"d","after":2}"#),
    ];
    assert_eq!(list(&texts)[0], "1: ui-change-awaited");
    assert!(
        list(&texts)[1].starts_with(r#"2: {"script":[{"do":"a"},{"do":"x"}"#),
        "{:?}",
        list(&texts)
    );
}

/// A text that is not JSON has no changes; an equal one has a step without any.
#[test]
fn a_step_that_changes_nothing_is_undone_alone() {
    let texts = [ADDED, ADDED, CHANGED];
    assert_eq!(
        listed(&read(ADDED, &steps(&texts))),
        [format!("1: {CHANGED}"), format!("2 a: {ADDED}")]
    );
    assert!(Changes::read("{", []).is_none());
    assert!(Changes::read("{}", [(1, StepKind::Text, "}".to_owned())]).is_none());
    assert_eq!(read(ADDED, &[]).list(), []);
}
