//! What stops the upgrades of a runbook for ever, as a run of it shows, and the ways out; and exclusions that don't hold them.

use base::{Message, PoolId, SimTime, say};
use model::PoolState;
use query::{Conclusion, Index, Topic};
use scenario::json::Json;
use trace::Subject;
use words::{Words, catalogue::english};

use super::finished_run::{FinishedRun, dates};
use super::order::in_exclusions;
use super::tried_changes::try_changes;

/// Ways out of each pool that gets stuck.
const WAYS: usize = 3;

/// Manual upgrades within exclusions of all upgrades; for each pool whose upgrade gets stuck, why and since when; then what ends
/// that.
pub(super) fn stuck(document: &Json, ran: &FinishedRun) -> Vec<Message> {
    let trace = &ran.trace;
    let index = Index::of(trace);
    let outcome = ran.outcome(&index);
    let clock = dates(trace, None);
    let words = Words::new(english(), &clock, trace.plan(), trace.last());
    let mut said = in_exclusions(trace, &words);
    if outcome.upgrades != Conclusion::Stuck {
        return said;
    }
    let stuck =
        |(pool, state): (PoolId, &PoolState)| state.run.unfinished().then_some((pool, state.since));
    let stuck: Vec<(PoolId, SimTime)> = trace.last().pools.iter().filter_map(stuck).collect();
    for (pool, since) in stuck {
        let subject = Subject::Pool(pool);
        let Some(why) = query::why(trace, &index, Topic::Subject(subject), since) else {
            continue;
        };
        let reasons = why.reasons.iter().map(|one| words.say_with_rule(&one.sentence, one.rule));
        said.push(say!(
            "runbook-stuck",
            pool = words.subject(subject),
            since = words.instant(since),
            why = reasons.collect::<Vec<_>>().join(" ")
        ));
        let topic = (Topic::Subject(subject), since);
        let tried = try_changes(document, ran, &index, topic, &words);
        let ways = tried.best.into_iter().take(WAYS);
        said.extend(ways.map(|one| {
            let heading = one.undone.map(|undone| words.say(&undone.phrase()) + ": ");
            let change = heading.unwrap_or_default() + &one.edit;
            say!("runbook-way-out", change = change, effect = one.effect)
        }));
    }
    said
}
