//! Reads typed instants: a time of day, an offset from the start, a part of the run.

use scenario::units::Duration;

/// Every instant of the run that a text may mean, in milliseconds since its start: `02:17`, `02:17:50`, `+17:50`, `90s`,
/// `1h2m`, `40%`.
pub fn instants(text: &str, start_unix_ms: i64, end_ms: i64) -> Vec<i64> {
    let text = text.trim();
    let mut found = Vec::new();
    if let Some(percent) = text.strip_suffix('%') {
        let part = percent.trim().parse::<i64>().ok();
        found.extend(part.filter(|part| (0..=100).contains(part)).map(|part| end_ms / 100 * part));
    } else if let Some(offset) = text.strip_prefix('+') {
        found.extend(clock(offset, false).or_else(|| duration(offset)));
    } else if let Some(of_day) = clock(text, true) {
        // The first such time of day, and the offset.
        let passed = start_unix_ms.rem_euclid(DAY);
        found.push((of_day - passed).rem_euclid(DAY));
        found.extend(clock(text, false));
    } else {
        found.extend(clock(text, false).or_else(|| duration(text)));
    }
    found.retain(|at| (0..=end_ms).contains(at));
    found.dedup();
    found
}

const DAY: i64 = 86_400_000;

fn duration(text: &str) -> Option<i64> {
    Duration::parse(text).map(|duration| duration.0)
}

/// `02:17` and `02:17:50` as a time of day; `17:50` and `1:17:50` as an offset.
fn clock(text: &str, of_day: bool) -> Option<i64> {
    let parts: Vec<i64> = text
        .split(':')
        .map(|part| part.parse().ok().filter(|_| matches!(part.len(), 1 | 2)))
        .collect::<Option<_>>()?;
    let (hours, minutes, seconds) = match (parts.as_slice(), of_day) {
        ([hours, minutes], true) => (*hours, *minutes, 0),
        ([minutes, seconds], false) => (0, *minutes, *seconds),
        ([hours, minutes, seconds], _) => (*hours, *minutes, *seconds),
        _ => return None,
    };
    let small = minutes < 60 && seconds < 60 || !of_day && hours == 0;
    if !small || seconds >= 60 || of_day && hours >= 24 {
        return None;
    }
    Some(((hours * 60 + minutes) * 60 + seconds) * 1000)
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    /// 2026-01-05T02:00:00Z.
    const START: i64 = 1_767_578_400_000;

    #[test]
    fn an_instant_can_be_typed_in_many_ways() {
        let mut out = String::new();
        for text in [
            "02:17:50",
            "02:17",
            "00:17:50",
            "+17:50",
            "+1:02:03",
            "90s",
            "1h2m",
            "40%",
            "100 %",
            "101%",
            "01:30",
            "25:00",
            "2:60:00",
            "",
            "abc",
            "1:2:3:4",
            "99:99",
            "-5s",
            "+",
            "99999999999999999999:00",
        ] {
            let found: Vec<i64> =
                instants(text, START, 7_200_000).iter().map(|at| at / 1000).collect();
            out += &format!("{text}: {found:?}\n");
        }
        expect![[r#"
            02:17:50: [1070]
            02:17: [1020, 137]
            00:17:50: [1070]
            +17:50: [1070]
            +1:02:03: [3723]
            90s: [90]
            1h2m: [3720]
            40%: [2880]
            100 %: [7200]
            101%: []
            01:30: [90]
            25:00: [1500]
            2:60:00: []
            : []
            abc: []
            1:2:3:4: []
            99:99: []
            -5s: []
            +: []
            99999999999999999999:00: []
        "#]]
        .assert_eq(&out);
    }
}
