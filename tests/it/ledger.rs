//! Each number of a run has one value, wherever it is read: the summary, the counters beside the clock, Compare, suggested
//! changes, zones, the event log's filter and the command line.

use query::compare::{Number, What};
use query::filter;
use query::{Conclusion, Measures, Outcome, Reading};
use runner::Session;

#[test]
fn a_number_has_one_value_in_all_panels() {
    crate::each_preset(|preset| {
        let session = Session::new(preset.text(), None).unwrap();
        let mut trace = session.trace();
        let ended = session.finish(|chunk| trace.push(chunk)).ended;
        let reading = Reading::of(&trace);
        let outcome = reading.outcome(ended);
        let index = &reading.index;
        let measures = Measures::of(&trace, index, &outcome, trace.end());
        let measured = |what| match measures.get(what).map(|one| one.number) {
            Some(Number::Count(n)) => n,
            _ => u32::MAX,
        };
        let counted = |steps: &base::Steps| steps.at(trace.end()) as u32;
        let filtered = trace
            .records()
            .filter(|(no, record)| filter::row(index, "forced", (*no, record)) == Some(true));
        let zones: u32 = index.zones.iter().map(|zone| zone.forced).sum();
        let name = preset.name;
        assert_eq!(
            outcome,
            Outcome::of(&trace, index, ended),
            "{name}: row by row, and in one pass"
        );
        for (what, said, others) in [
            (
                "forced",
                outcome.forced,
                vec![
                    measured(What::Forced),
                    counted(&reading.events.forced),
                    filtered.count() as u32,
                    outcome.violations + outcome.cut_short + outcome.unevicted,
                ],
            ),
            (
                "evictions",
                outcome.evictions,
                vec![measured(What::Evictions), counted(&reading.events.evictions)],
            ),
            (
                "violations",
                outcome.violations,
                vec![outcome.workloads.iter().map(|one| one.violations).sum()],
            ),
            (
                "upgraded",
                outcome.upgraded,
                vec![outcome.pools.iter().map(|one| one.upgraded).sum()],
            ),
            ("most pending", outcome.pending_max, vec![trace_max(&reading.lanes().pending)]),
            ("fewest nodes", outcome.nodes.min, vec![measured(What::NodesMin)]),
        ] {
            for other in others {
                assert_eq!(said, other, "{name}: {what}");
            }
        }
        let blocked = measures.get(What::Blocked).map(|one| one.number);
        let Some(Number::Span(blocked)) = blocked else {
            panic!("{name}: nothing says how long nodes were blocked");
        };
        assert_eq!(outcome.blocked, blocked, "{name}: blocked");
        assert_eq!(outcome.over, query::over(&trace), "{name}: the end");
        of_stretch(&reading, &outcome, name);
        done(&trace, index, &outcome, name);
        pods_on_stage(&trace, index, name);
        words(&trace, &outcome, name);
        for one in &outcome.workloads {
            let Some(fewest) = one.fewest else {
                continue;
            };
            let compared = measures.get(What::Ready(one.workload)).map(|one| one.number);
            let compared = compared.and_then(|number| match number {
                Number::Of(n, _) => Some(n),
                _ => None,
            });
            assert_eq!(compared, Some(fewest), "{name}: fewest ready");
        }
        assert!(outcome.violations <= outcome.forced && zones <= outcome.forced, "{name}");
        assert_eq!(outcome.violations > 0, reading.events.violated.is_some(), "{name}");
    });
}

/// The numbers of a marked range over the whole run.
fn of_stretch(reading: &Reading, outcome: &Outcome, name: &str) {
    let trace = &reading.trace;
    let whole = query::stretch(reading, base::SimTime::ZERO, trace.end());
    let refused = trace.records().filter(
        |(_, row)| matches!(row.change, trace::Change::Blocked { by } if by.refuses_eviction()),
    );
    assert_eq!(
        (whole.evictions, whole.forced, whole.refusals),
        (outcome.evictions, outcome.forced, refused.count() as u32),
        "{name}: the range over the whole run"
    );
    let nodes = outcome.nodes;
    assert_eq!(nodes.start + whole.came, nodes.end + whole.went, "{name}: nodes came and went");
}

fn trace_max(steps: &base::Steps) -> u32 {
    steps.max() as u32
}

/// The nodes that are done, in the outcome and on the stage.
fn done(trace: &trace::Trace, index: &query::Index, outcome: &Outcome, name: &str) {
    let frame = trace.frame_at(trace.end());
    let counts = query::stage::StateCounts::at(trace, index, &frame);
    for pool in outcome.pools.iter().filter(|pool| pool.conclusion != Conclusion::Idle) {
        let groups = trace.plan().pools[pool.pool].groups.iter();
        let tallies = groups.map(|group| counts.tally_of(*group));
        let on_stage = tallies.fold((0, 0), |sum, one| (sum.0 + one.done, sum.1 + one.of));
        assert_eq!((pool.done, pool.size), on_stage, "{name}: nodes done");
    }
}

/// The numbers in words: the verdict, one screen of the command line, and the row above the suggested changes.
fn words(trace: &trace::Trace, outcome: &Outcome, name: &str) {
    let brief = crate::cli::answer(&["run", &format!("preset:{name}"), "--format", "brief"]);
    let pods = format!(
        "Pods: {} evicted, {} forced out, {} lost, at most {} pending",
        outcome.evictions,
        outcome.forced,
        outcome.lost.len(),
        outcome.pending_max,
    );
    assert!(brief.contains(&pods), "{name}: {pods} isn't in\n{brief}");
    for pool in outcome.pools.iter().filter(|pool| pool.conclusion != Conclusion::Idle) {
        let nodes = format!("{} of {} node", pool.done, pool.size);
        assert!(brief.contains(&nodes), "{name}: {nodes} isn't in\n{brief}");
    }
    let found = query::shortfalls_until(trace, query::outcome::limit(trace));
    let verdict = query::verdict(trace.plan(), outcome, &found, true);
    let words = words::Words::english(trace.plan(), trace.last());
    let said = [&verdict.headline].into_iter().chain(&verdict.rest).map(|one| words.say(one));
    let said = said.collect::<Vec<_>>().join("\n");
    let violations = match outcome.violations {
        0 => None,
        1 => Some("1 Pod is forced out, violating a PDB".to_owned()),
        n => Some(format!("{n} Pods are forced out, violating a PDB")),
    };
    if let Some(violations) = violations {
        assert!(said.contains(&violations) && brief.contains(&violations), "{name}: {said}");
    }
}

/// The Pods of each workload in the stage's heads are those that are neither ended nor ending.
fn pods_on_stage(trace: &trace::Trace, index: &query::Index, name: &str) {
    let end = trace.end().ms();
    let instants = (0..=20).map(|part| base::SimTime::from_ms(end / 20 * part));
    let changes = trace
        .records()
        .filter(|(_, row)| matches!(row.change, trace::Change::PodTerminating { .. }));
    for at in instants.chain(changes.take(20).map(|(_, row)| row.at)) {
        let frame = trace.frame_at(at);
        let stage = query::stage(trace, index, &frame, query::Detail::Tiles);
        for entry in stage.legend {
            let own = frame.cluster.each_pod().filter(|(_, pod)| {
                trace.plan().first_revision(pod.workload) == entry.workload
                    && pod.active()
                    && !pod.terminating()
            });
            assert_eq!(entry.pods, own.count() as u32, "{name}: Pods of {} at {at}", entry.name);
        }
    }
}
