//! Each number of a run has one value, wherever it is read: the summary, the counters beside the clock, Compare, suggested
//! changes, zones, the event log's filter and the command line.

use query::compare::{Number, What};
use query::filter;
use query::{Figures, Measures, Reading, Summary};
use runner::Session;

#[test]
fn a_number_has_one_value_in_all_panels() {
    crate::each_preset(|preset| {
        let session = Session::new(preset.text(), None).unwrap();
        let mut trace = session.trace();
        let ended = session.finish(|chunk| trace.push(chunk)).ended;
        let reading = Reading::of(&trace);
        let summary: Summary = reading.summary(ended, 0, Default::default());
        let index = &reading.index;
        let figures = Figures::of(&trace, index, ended);
        let measures = Measures::of(&trace, index, ended, trace.end());
        let measured = |what| match measures.get(what).map(|one| one.number) {
            Some(Number::Count(n)) => n,
            _ => u32::MAX,
        };
        let counted = |steps: &query::series::Steps| steps.at(trace.end()) as u32;
        let filtered = trace
            .records()
            .filter(|(no, record)| filter::row(index, "forced", (*no, record)) == Some(true));
        let zones: u32 = index.zones.iter().map(|zone| zone.forced).sum();
        let name = preset.name;
        for (what, said, others) in [
            (
                "forced",
                summary.forced,
                vec![
                    figures.forced,
                    measured(What::Forced),
                    counted(&reading.events.forced),
                    filtered.count() as u32,
                    summary.violations + summary.cut_short + summary.unevicted,
                ],
            ),
            (
                "evictions",
                summary.evictions,
                vec![
                    figures.evictions,
                    measured(What::Evictions),
                    counted(&reading.events.evictions),
                ],
            ),
            (
                "violations",
                summary.violations,
                vec![figures.violations, summary.workloads.iter().map(|one| one.violations).sum()],
            ),
            ("upgraded", summary.upgraded, vec![figures.upgraded]),
            ("most nodes", summary.nodes.max, vec![figures.nodes_max]),
        ] {
            for other in others {
                assert_eq!(said, other, "{name}: {what}");
            }
        }
        assert!(summary.violations <= summary.forced && zones <= summary.forced, "{name}");
        assert_eq!(summary.violations > 0, reading.events.violated.is_some(), "{name}");
    });
}
