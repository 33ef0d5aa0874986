//! `--seeds`: the summaries of several runs as one, with ranges instead of numbers.

use base::{Message, say};
use scenario::json::Json;

/// Fields of a single run.
const OF_ONE_RUN: [&str; 5] = ["standing", "records", "digest", "repeated", "refused"];

/// Numbers that a run without an end, or without upgrades, doesn't have.
const INSTANTS: [&str; 3] = ["over_ms", "took_ms", "worked_ms"];

/// The outcome of the upgrades, or of drains by kubectl, of a compared variant.
pub(super) const RESULT: &str = "result";

/// Runs a task for each number below `n`, on all processors; the results are in order.
pub(super) fn each<T: Send>(n: usize, task: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let workers = std::thread::available_parallelism().map_or(1, usize::from).min(n.max(1));
    let next = std::sync::atomic::AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            if at >= n {
                return done;
            }
            done.push((at, task(at)));
        }
    };
    let mut all: Vec<(usize, T)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        let done = threads.into_iter().map(|thread| match thread.join() {
            Ok(done) => done,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        done.flatten().collect()
    });
    all.sort_by_key(|(at, _)| *at);
    all.into_iter().map(|(_, result)| result).collect()
}

/// 10th, 50th and 90th percentile by nearest rank.
pub(super) fn quantiles(mut numbers: Vec<i64>) -> [i64; 3] {
    numbers.sort_unstable();
    let rank = |percent: usize| {
        let rank = (percent * numbers.len()).div_ceil(100).max(1);
        numbers.get(rank - 1).copied().unwrap_or_default()
    };
    [rank(10), rank(50), rank(90)]
}

/// Says which durations are the same for all seeds because the scenario leaves them open.
pub(super) fn fixed(document: &Json) -> Option<Message> {
    let all = ["nodeCreate", "nodeDelete", "podStart"];
    let given =
        |name: &&str| document.get("assumptions").is_some_and(|own| own.get(name).is_some());
    let open: Vec<&str> = all.into_iter().filter(|name| !given(name)).collect();
    (!open.is_empty()).then(|| say!("cli-seeds-fixed", names = open.join(", ")))
}

/// The summary of several runs.
pub(super) fn merged(summaries: &[Json]) -> Json {
    let Some(first @ Json::Object(_)) = summaries.first() else {
        return Json::Null;
    };
    let mut merged = Vec::new();
    for (name, value) in fields(&summaries.iter().collect::<Vec<_>>()) {
        if OF_ONE_RUN.contains(&name.as_str()) {
            continue;
        }
        let is_seed = name == "seed";
        let value = first.get(&name).filter(|_| is_seed).cloned().unwrap_or(value);
        merged.push((name, value));
        if is_seed {
            merged.push(("seeds".to_owned(), (summaries.len() as u32).into()));
        }
    }
    Json::Object(merged)
}

/// All fields that one of the objects has, each with its values as one.
fn fields(objects: &[&Json]) -> Vec<(String, Json)> {
    let mut names: Vec<&str> = Vec::new();
    for object in objects {
        if let Json::Object(fields) = object {
            let new = fields.iter().map(|(name, _)| name.as_str());
            let new: Vec<&str> = new.filter(|name| !names.contains(name)).collect();
            names.extend(new);
        }
    }
    let field = |name: &str| {
        let mut values: Vec<&Json> = objects.iter().filter_map(|one| one.get(name)).collect();
        // A number that is only written if there is something to count.
        if matches!(values.first(), Some(Json::Int(_))) && !INSTANTS.contains(&name) {
            values.resize(objects.len(), &Json::Int(0));
        }
        (name.to_owned(), of(name, &values))
    };
    names.into_iter().map(field).collect()
}

/// The values of a field in all runs as one.
fn of(name: &str, values: &[&Json]) -> Json {
    let Some(first) = values.first() else {
        return Json::Null;
    };
    match first {
        _ if matches!(name, "outcome" | RESULT) => counts(values),
        // What isn't known of one run isn't known of all.
        _ if values.contains(&&Json::Null) => Json::Null,
        Json::Int(_) => {
            let numbers = values.iter().filter_map(|value| match value {
                Json::Int(n) => Some(*n),
                _ => None,
            });
            let [p10, p50, p90] = quantiles(numbers.collect());
            let named = [("p10", p10), ("p50", p50), ("p90", p90)];
            Json::object(named.map(|(name, n)| (name, Json::Int(n))))
        }
        Json::Bool(_) if name == "completed" => {
            Json::Bool(values.iter().all(|value| **value == Json::Bool(true)))
        }
        Json::Bool(_) => Json::Bool(values.iter().any(|value| **value == Json::Bool(true))),
        Json::Object(_) => Json::Object(fields(values)),
        Json::List(items) => {
            let item = |n: usize| {
                let values: Vec<&Json> =
                    values.iter().filter_map(|one| one.items().get(n)).collect();
                of(name, &values)
            };
            Json::List((0..items.len()).map(item).collect())
        }
        other => (*other).clone(),
    }
}

/// How many runs had each outcome, the most frequent first.
fn counts(values: &[&Json]) -> Json {
    let mut counts: Vec<(&str, u32)> = Vec::new();
    for outcome in values.iter().filter_map(|value| value.text()) {
        match counts.iter_mut().find(|(known, _)| *known == outcome) {
            Some((_, n)) => *n += 1,
            None => counts.push((outcome, 1)),
        }
    }
    counts.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    Json::object(counts.into_iter().map(|(outcome, n)| (outcome, n.into())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_nearest_ranks_and_outcomes_are_counted() {
        assert_eq!(quantiles((1..=10).rev().collect()), [1, 5, 9]);
        assert_eq!(quantiles(vec![7]), [7, 7, 7]);
        let run = |seed: i64, forced: i64, outcome: &str| {
            Json::parse(&format!(
                r#"{{"seed":{seed},"forced":{forced},"outcome":"{outcome}","completed":true,"digest":"x",
                "pools":[{{"name":"a","upgraded":{forced},"outcome":"{outcome}"}}]}}"#
            ))
            .expect("JSON")
        };
        let runs = [run(4, 0, "succeeded"), run(5, 3, "stuck"), run(6, 1, "succeeded")];
        assert_eq!(
            merged(&runs).compact(),
            r#"{"seed":4,"seeds":3,"forced":{"p10":0,"p50":1,"p90":3},"outcome":{"succeeded":2,"stuck":1},"completed":true,"pools":[{"name":"a","upgraded":{"p10":0,"p50":1,"p90":3},"outcome":{"succeeded":2,"stuck":1}}]}"#
        );
    }

    #[test]
    fn what_one_run_does_not_know_or_have_is_merged_with_the_others() {
        let run = |text: &str| Json::parse(text).expect("JSON");
        let runs = [
            run(r#"{"seed":1,"work_lost_ms":5,"short":{"budgets":{}}}"#),
            run(r#"{"seed":2,"work_lost_ms":null,"rolled_back":3,"short":{"budgets":{"b":7}}}"#),
            run(r#"{"seed":3,"work_lost_ms":6,"over_ms":4,"short":{"budgets":{}}}"#),
        ];
        assert_eq!(
            merged(&runs).compact(),
            r#"{"seed":1,"seeds":3,"work_lost_ms":null,"short":{"budgets":{"b":{"p10":0,"p50":0,"p90":7}}},"rolled_back":{"p10":0,"p50":0,"p90":3},"over_ms":{"p10":4,"p50":4,"p90":4}}"#
        );
    }

    #[test]
    fn results_keep_their_order() {
        assert_eq!(each(50, |n| n * n), (0..50).map(|n| n * n).collect::<Vec<_>>());
    }
}
