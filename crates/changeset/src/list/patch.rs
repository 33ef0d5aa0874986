//! Differences of two documents as changes that can be undone one at a time, and as a JSON patch (RFC 6902).
//!
//! Places are positions and not names, in objects too: undoing everything gives each field its old place back.

use scenario::json::Json;
use scenario::merge;
use std::rc::Rc;

/// Longer lists aren't matched item by item.
const MAX_PAIRS: usize = 1 << 18;

/// A value that was added, removed or replaced. Values are shared: changes are put in other orders often.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Change {
    /// Positions from the root. Earlier changes of the same difference are already made.
    at: Vec<usize>,
    /// Of an added or removed field.
    name: Option<String>,
    before: Option<Rc<Json>>,
    after: Option<Rc<Json>>,
}

/// The changes that make one document of the other.
pub(super) fn between(before: &Json, after: &Json) -> Vec<Change> {
    let mut found = Vec::new();
    compare(before, after, &mut Vec::new(), &mut found);
    found
}

/// The document after the changes.
pub(super) fn apply(json: &Json, changes: &[Change]) -> Json {
    let mut json = json.clone();
    changes.iter().for_each(|change| make(&mut json, change));
    json
}

/// What undoes the changes.
pub(super) fn inverse(changes: &[Change]) -> Vec<Change> {
    changes.iter().rev().map(Change::inverse).collect()
}

/// The same changes in the other order: the later ones first. `None` if they touch the same place.
pub(super) fn in_other_order(
    first: &[Change],
    then: &[Change],
) -> Option<(Vec<Change>, Vec<Change>)> {
    let mut first = first.to_vec();
    let mut then = then.to_vec();
    for later in &mut then {
        for earlier in first.iter_mut().rev() {
            (*later, *earlier) = two_in_other_order(earlier, later)?;
        }
    }
    Some((then, first))
}

/// Where the child of a list or object is after the changes; `None` if it isn't there.
pub(super) fn follow(at: [usize; 2], changes: &[Change]) -> Option<[usize; 2]> {
    let mut around = changes.iter().filter(|change| change.at.len() <= at.len());
    let at = around.try_fold(at.to_vec(), |at, change| place_after(&at, false, change))?;
    at.try_into().ok()
}

/// The name of the item of a list that all changes are within.
pub(super) fn item(json: &Json, changes: &[Change]) -> Option<String> {
    let name = |change: &Change| {
        let [list, item, _, ..] = change.at[..] else { return None };
        let Json::Object(fields) = json else { return None };
        merge::name(fields.get(list)?.1.items().get(item)?)
    };
    let first = name(changes.first()?)?;
    changes.iter().all(|change| name(change).as_ref() == Some(&first)).then_some(first)
}

/// The changes of a document as a JSON patch.
pub(super) fn to_json(on: &Json, changes: &[Change]) -> Json {
    let mut json = on.clone();
    let one = |change: &Change| {
        let path = pointer(&json, change);
        make(&mut json, change);
        let op = match (&change.before, &change.after) {
            (None, _) => "add",
            (_, None) => "remove",
            _ => "replace",
        };
        let value = change.after.as_deref().map(|value| ("value", value.clone()));
        Json::object([("op", op.into()), ("path", path.as_str().into())].into_iter().chain(value))
    };
    Json::List(changes.iter().map(one).collect())
}

impl Change {
    fn inverse(&self) -> Self {
        let Self { at, name, before, after } = self.clone();
        Self { at, name, before: after, after: before }
    }

    /// Does it act between two children, and not on one?
    fn adds(&self) -> bool {
        self.before.is_none()
    }

    /// The list or object, and the position in it.
    fn place(&self) -> Option<(usize, &[usize])> {
        self.at.split_last().map(|(last, parent)| (*last, parent))
    }
}

fn compare(before: &Json, after: &Json, at: &mut Vec<usize>, found: &mut Vec<Change>) {
    if before == after {
        return;
    }
    let pairs = match (before, after) {
        (Json::Object(old), Json::Object(new)) => fields(old, new),
        (Json::List(old), Json::List(new)) => Some(items(old, new)),
        _ => None,
    };
    let Some(pairs) = pairs else {
        let [before, after] = [before, after].map(|json| Some(Rc::new(json.clone())));
        return found.push(Change { at: at.clone(), name: None, before, after });
    };
    let mut no = 0;
    for pair in pairs {
        at.push(no);
        match (pair.before, pair.after) {
            (Some(before), Some(after)) => compare(before, after, at, found),
            (before, after) => found.push(Change {
                at: at.clone(),
                name: pair.name.cloned(),
                before: before.cloned().map(Rc::new),
                after: after.cloned().map(Rc::new),
            }),
        }
        at.pop();
        no += usize::from(pair.after.is_some());
    }
}

/// A child before and after.
struct Pair<'a> {
    name: Option<&'a String>,
    before: Option<&'a Json>,
    after: Option<&'a Json>,
}

type Fields = [(String, Json)];

/// `None` if fields changed their order, or have the same name.
fn fields<'a>(old: &'a Fields, new: &'a Fields) -> Option<Vec<Pair<'a>>> {
    let has = |fields: &Fields, name: &str| fields.iter().any(|(other, _)| other == name);
    let is_distinct = |all: &Fields| (0..all.len()).all(|no| !has(&all[..no], &all[no].0));
    if !is_distinct(old) || !is_distinct(new) {
        return None;
    }
    let mut pairs = Vec::new();
    let mut rest = old.iter().peekable();
    for (name, after) in new {
        while let Some((gone, before)) = rest.next_if(|(gone, _)| !has(new, gone)) {
            pairs.push(Pair { name: Some(gone), before: Some(before), after: None });
        }
        let before = match has(old, name) {
            true => Some(&rest.next_if(|(other, _)| other == name)?.1),
            false => None,
        };
        pairs.push(Pair { name: Some(name), before, after: Some(after) });
    }
    pairs.extend(rest.map(|(name, old)| Pair { name: Some(name), before: Some(old), after: None }));
    Some(pairs)
}

/// Items are matched by value or name, and what is between two matches one by one if there are as many.
fn items<'a>(old: &'a [Json], new: &'a [Json]) -> Vec<Pair<'a>> {
    let pair = |before, after| Pair { name: None, before, after };
    let head = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let (a, b) = (&old[head..], &new[head..]);
    let tail = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let mut pairs: Vec<Pair<'_>> = Vec::new();
    pairs.extend(old[..head].iter().map(|same| pair(Some(same), Some(same))));
    let (a, b) = (&a[..a.len() - tail], &b[..b.len() - tail]);
    let (mut i, mut j) = (0, 0);
    for (next_i, next_j) in matches(a, b).into_iter().chain([(a.len(), b.len())]) {
        let (gone, come) = (&a[i..next_i], &b[j..next_j]);
        if gone.len() == come.len() {
            pairs.extend(gone.iter().zip(come).map(|(a, b)| pair(Some(a), Some(b))));
        } else {
            pairs.extend(gone.iter().map(|gone| pair(Some(gone), None)));
            pairs.extend(come.iter().map(|come| pair(None, Some(come))));
        }
        pairs.extend(a.get(next_i).zip(b.get(next_j)).map(|(a, b)| pair(Some(a), Some(b))));
        (i, j) = (next_i + 1, next_j + 1);
    }
    pairs.extend(old[old.len() - tail..].iter().map(|same| pair(Some(same), Some(same))));
    pairs
}

/// Most items that are the same, in order.
fn matches(old: &[Json], new: &[Json]) -> Vec<(usize, usize)> {
    if old.len().saturating_mul(new.len()) > MAX_PAIRS {
        return Vec::new();
    }
    let names = |items: &[Json]| items.iter().map(merge::name).collect::<Vec<_>>();
    let (old_names, new_names) = (names(old), names(new));
    let same = |i: usize, j: usize| {
        old_names[i] == new_names[j] && (old_names[i].is_some() || old[i] == new[j])
    };
    let wide = new.len() + 1;
    let mut most = vec![0_usize; (old.len() + 1) * wide];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            most[i * wide + j] = match same(i, j) {
                true => most[(i + 1) * wide + j + 1] + 1,
                false => most[(i + 1) * wide + j].max(most[i * wide + j + 1]),
            };
        }
    }
    let (mut i, mut j, mut found) = (0, 0, Vec::new());
    while i < old.len() && j < new.len() {
        if same(i, j) {
            found.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if most[(i + 1) * wide + j] >= most[i * wide + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    found
}

fn make(json: &mut Json, change: &Change) {
    let Some((no, parent)) = change.place() else {
        *json = change.after.as_deref().cloned().unwrap_or_default();
        return;
    };
    let place = parent.iter().try_fold(json, |json, no| match json {
        Json::List(items) => items.get_mut(*no),
        Json::Object(fields) => fields.get_mut(*no).map(|(_, value)| value),
        _ => None,
    });
    let after = change.after.as_deref().cloned();
    match place {
        Some(Json::List(items)) => replace(items, no, change.adds(), after),
        Some(Json::Object(fields)) => {
            let own = fields.get(no).filter(|_| !change.adds()).map(|(name, _)| name);
            let name = change.name.as_ref().or(own).cloned().unwrap_or_default();
            replace(fields, no, change.adds(), after.map(|after| (name, after)));
        }
        _ => {}
    }
}

/// Adds, removes or replaces at a position.
fn replace<T>(all: &mut Vec<T>, at: usize, adds: bool, after: Option<T>) {
    let gone = usize::from(!adds && at < all.len());
    let at = at.min(all.len());
    all.splice(at..at + gone, after);
}

fn pointer(json: &Json, change: &Change) -> String {
    let mut text = String::new();
    let mut place = Some(json);
    for (depth, no) in change.at.iter().enumerate() {
        let own = change.name.as_ref().filter(|_| depth + 1 == change.at.len());
        let step = match place {
            Some(Json::Object(fields)) => {
                let field = fields.get(*no);
                place = field.map(|(_, value)| value);
                own.or(field.map(|(name, _)| name)).cloned().unwrap_or_default()
            }
            list => {
                place = list.and_then(|list| list.items().get(*no));
                no.to_string()
            }
        };
        text = text + "/" + &step.replace('~', "~0").replace('/', "~1");
    }
    text
}

/// A change and the next one in the other order.
fn two_in_other_order(first: &Change, then: &Change) -> Option<(Change, Change)> {
    let back = first.inverse();
    let at = place_after(&then.at, then.adds(), &back)?;
    let moved = Change { at, ..then.clone() };
    let beside = first.place().zip(moved.place()).filter(|((_, a), (_, b))| a == b);
    let same_name = first.name.is_some() && first.name == then.name;
    if beside.is_some() && same_name {
        return None;
    }
    let at = match beside {
        // Both add there: the one that stood first does so again.
        Some(((no, _), (other, _))) if first.adds() && then.adds() && no == other => {
            let is_before = then.place().is_some_and(|(no, _)| no == other);
            let mut at = first.at.clone();
            *at.last_mut()? += usize::from(is_before);
            at
        }
        _ => place_after(&first.at, first.adds(), &moved)?,
    };
    Some((moved, Change { at, ..first.clone() }))
}

/// The place after a change; `None` if the change touches it. `adds`: it is the place before a child.
fn place_after(at: &[usize], adds: bool, over: &Change) -> Option<Vec<usize>> {
    let (no, parent) = over.place()?;
    let depth = parent.len();
    let mut moved = at.to_vec();
    let is_inside = at.len() > depth && at[..depth] == *parent;
    if !is_inside {
        let is_within_own = !adds && over.at.starts_with(at);
        return (!is_within_own).then_some(moved);
    }
    let gap = adds && at.len() == depth + 1;
    match (at[depth], &over.before, &over.after) {
        (own, None, _) => moved[depth] += usize::from(own >= no),
        (own, Some(_), None) if own > no => moved[depth] -= 1,
        (own, Some(_), _) if own == no && !gap => return None,
        _ => {}
    }
    Some(moved)
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn json(text: &str) -> Json {
        Json::parse(text).expect("it is JSON")
    }

    /// The JSON patch between two texts, which leads from one to the other and back.
    fn check(before: &str, after: &str, wanted: &Expect) {
        let (before, after) = (json(before), json(after));
        let changes = between(&before, &after);
        assert_eq!(apply(&before, &changes), after);
        assert_eq!(apply(&after, &inverse(&changes)), before);
        let patch = to_json(&before, &changes);
        let lines: Vec<String> = patch.items().iter().map(Json::compact).collect();
        wanted.assert_eq(&lines.join("\n"));
    }

    #[test]
    fn a_patch_says_what_differs() {
        check(r#"{"a":1}"#, r#"{"a":1}"#, &expect![""]);
        check("1", "[1]", &expect![[r#"{"op":"replace","path":"","value":[1]}"#]]);
        check(
            r#"{"a":1,"b/c":{"d~":1,"e":2},"f":3}"#,
            r#"{"g":0,"a":2,"b/c":{"e":2,"h":null}}"#,
            &expect![[r#"
                {"op":"add","path":"/g","value":0}
                {"op":"replace","path":"/a","value":2}
                {"op":"remove","path":"/b~1c/d~0"}
                {"op":"add","path":"/b~1c/h","value":null}
                {"op":"remove","path":"/f"}"#]],
        );
        // Other orders of fields are other texts.
        check(
            r#"{"o":{"a":1,"b":2}}"#,
            r#"{"o":{"b":2,"a":1}}"#,
            &expect![[r#"{"op":"replace","path":"/o","value":{"b":2,"a":1}}"#]],
        );
    }

    #[test]
    fn items_are_matched_by_name_or_value() {
        check(
            r#"{"pools":[{"name":"a","n":1},{"name":"b","n":2},{"name":"c","n":3}]}"#,
            r#"{"pools":[{"name":"b","n":2},{"name":"c","n":4},{"name":"d"}]}"#,
            &expect![[r#"
                {"op":"remove","path":"/pools/0"}
                {"op":"replace","path":"/pools/1/n","value":4}
                {"op":"add","path":"/pools/2","value":{"name":"d"}}"#]],
        );
        check(
            r#"[{"do":"a"},{"do":"b"},7,8]"#,
            r#"[{"do":"a"},{"do":"b","at":"9s"},7,0,8]"#,
            &expect![[r#"
                {"op":"add","path":"/1/at","value":"9s"}
                {"op":"add","path":"/3","value":0}"#]],
        );
    }

    #[test]
    fn changes_in_the_same_place_keep_their_order() {
        let apart = |texts: [&str; 3]| {
            let [a, b, c] = texts.map(json);
            let (first, then) = (between(&a, &b), between(&b, &c));
            let swapped = in_other_order(&first, &then);
            if let Some((then, first)) = &swapped {
                assert_eq!(apply(&apply(&a, then), first), c);
            }
            swapped.is_some()
        };
        for (texts, wanted) in [
            ([r#"{"a":1,"b":1}"#, r#"{"a":2,"b":1}"#, r#"{"a":2,"b":2}"#], true),
            ([r#"{"a":1}"#, r#"{"a":12}"#, r#"{"a":123}"#], false),
            (["[1]", "[1,2]", "[1,2,3]"], true),
            (["[1]", "[0,1]", "[0,9,1]"], true),
            (["[1]", "[0,1]", "[9,0,1]"], true),
            (["[1,2]", "[1]", "[1,3]"], true),
            (["[1,2,3]", "[2,3]", "[3]"], true),
            (["[]", "[{}]", r#"[{"a":1}]"#], false),
            ([r#"[{"a":1},2]"#, r#"[{"a":3},2]"#, "[2]"], false),
            ([r#"[{"a":1},2]"#, r#"[{"a":3},2]"#, r#"[0,{"a":3},2]"#], true),
            // A field that is removed and set again is one place.
            ([r#"{"a":1,"b":1}"#, r#"{"b":1}"#, r#"{"b":1,"a":2}"#], false),
            (["1", "2", "3"], false),
        ] {
            assert_eq!(apart(texts), wanted, "{texts:?}");
        }
    }

    #[test]
    fn a_child_is_followed() {
        let changes = between(&json(r#"{"s":[1,2,3]}"#), &json(r#"{"r":0,"s":[2,9,3]}"#));
        assert_eq!(follow([0, 0], &changes), None);
        assert_eq!(follow([0, 1], &changes), Some([1, 0]));
        assert_eq!(follow([0, 2], &changes), Some([1, 2]));
    }

    /// Each order of the numbers below `n`.
    fn orders(n: usize) -> Vec<Vec<usize>> {
        let Some(last) = n.checked_sub(1) else { return vec![Vec::new()] };
        let longer = |order: Vec<usize>| {
            (0..n).map(move |at| {
                let mut order = order.clone();
                order.insert(at, last);
                order
            })
        };
        orders(last).into_iter().flat_map(longer).collect()
    }

    /// Undoes the changes between the texts one at a time, in each order; says how many could be.
    fn undo_all(texts: &[&str]) -> usize {
        let versions: Vec<Json> = texts.iter().copied().map(json).collect();
        let steps: Vec<_> = versions.windows(2).map(|two| between(&two[0], &two[1])).collect();
        let mut done = 0;
        for order in orders(steps.len()) {
            let mut now = versions.last().cloned().unwrap_or_default();
            let mut left: Vec<(usize, Vec<Change>)> = steps.iter().cloned().enumerate().collect();
            for wanted in order {
                let at = left.iter().position(|(no, _)| *no == wanted).unwrap_or_default();
                let later = left[at + 1..].iter().map(|(no, changes)| (*no, changes));
                let mut moved = Vec::new();
                let last = later.into_iter().try_fold(left[at].1.clone(), |own, (no, other)| {
                    let (other, own) = in_other_order(&own, other)?;
                    moved.push((no, other));
                    Some(own)
                });
                let Some(last) = last else { break };
                now = apply(&now, &inverse(&last));
                left.truncate(at);
                left.extend(moved);
                let all = left.iter().fold(versions[0].clone(), |on, (_, one)| apply(&on, one));
                assert_eq!(all.compact(), now.compact(), "{texts:?} without {wanted}");
            }
            if left.is_empty() {
                done += 1;
                assert_eq!(now.compact(), versions[0].compact(), "{texts:?}");
            }
        }
        done
    }

    #[test]
    fn changes_of_different_places_are_undone_in_any_order() {
        let texts = [
            r#"{"name":"n","pools":[{"name":"a","max":1,"min":0},{"name":"b","max":1}],"seed":1}"#,
            r#"{"name":"n","pools":[{"name":"a","max":2,"min":0},{"name":"b","max":1}],"seed":1}"#,
            r#"{"name":"n","pools":[{"name":"a","max":2},{"name":"b","max":1}],"seed":1}"#,
            r#"{"name":"n","pools":[{"name":"a","max":2},{"name":"b","max":1},{"name":"c"}],"seed":1}"#,
            r#"{"pools":[{"name":"a","max":2},{"name":"b","max":1},{"name":"c"}],"seed":1}"#,
            r#"{"pools":[{"name":"a","max":2},{"name":"b","max":7},{"name":"c"}],"seed":1,"x":[]}"#,
        ];
        assert_eq!(undo_all(&texts), 120);
        // Items come and go around others that change.
        let lists = ["[1,2,3]", "[2,3]", "[2,3,4]", "[2,4]", "[9,2,4]", "[9,2,0,4]"];
        assert_eq!(undo_all(&lists), 120);
        // The second change is within what the first one added.
        let within = [r#"{"l":[]}"#, r#"{"l":[{"n":1}]}"#, r#"{"l":[{"n":2}]}"#];
        assert_eq!(undo_all(&within), 1);
    }

    #[test]
    fn any_changes_lead_back() {
        let values = [
            "null",
            "1",
            "[]",
            "{}",
            "[1]",
            "[1,2]",
            "[2,1]",
            "[[1],2]",
            r#"[{"name":"x"},1]"#,
            r#"[{"name":"x","c":1}]"#,
            r#"{"a":{"b":[{"name":"x"}]}}"#,
            r#"{"a":{"b":7}}"#,
            r#"{"a":7,"b":8}"#,
            r#"{"b":8,"a":7}"#,
            r#"{"a":7,"a":8}"#,
            r#"{"b":8}"#,
        ];
        for a in values {
            for b in values {
                let changes = between(&json(a), &json(b));
                assert_eq!(apply(&json(a), &changes), json(b));
                assert_eq!(apply(&json(b), &inverse(&changes)), json(a));
                for c in values {
                    undo_all(&[a, b, c]);
                    undo_all(&[a, b, c, a]);
                }
            }
        }
    }
}
