//! When nothing happens in several runs.

use base::SimTime;
use query::lanes::Quiet;

/// Stretches without events in all runs; a finished run is quiet from then on.
pub(super) fn common<'a>(
    runs: impl Iterator<Item = (&'a [Quiet], SimTime)>,
    last: i64,
) -> Vec<(i64, i64)> {
    let mut common = vec![(0, last)];
    for (quiet, end) in runs {
        let own = quiet.iter().map(|quiet| (quiet.from.ms(), quiet.to.ms()));
        let own: Vec<(i64, i64)> = own.chain([(end.ms(), last)]).collect();
        let both = common.iter().flat_map(|(from, to)| {
            let parts = own.iter();
            parts.map(move |(start, end)| (*start.max(from), *end.min(to)))
        });
        common = both.filter(|(from, to)| from < to).collect();
    }
    common
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn quiet_is_what_is_quiet_in_all() {
        let quiet = |parts: &[(i64, i64)]| {
            let part = |(from, to): &(i64, i64)| Quiet {
                from: SimTime::from_secs(*from),
                to: SimTime::from_secs(*to),
            };
            parts.iter().map(part).collect::<Vec<_>>()
        };
        let (a, b) = (quiet(&[(100, 400), (500, 900)]), quiet(&[(300, 600)]));
        let runs = [(&a[..], SimTime::from_secs(1000)), (&b[..], SimTime::from_secs(700))];
        expect!["[(300000, 400000), (500000, 600000), (700000, 900000), (1000000, 2000000)]"]
            .assert_eq(&format!("{:?}", common(runs.into_iter(), 2_000_000)));
    }
}
