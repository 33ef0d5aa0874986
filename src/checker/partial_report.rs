//! Policies with an unreadable exclusion: the window is shown anyway, and the omission is reported.

use scenario::calendar::{PolicyContext, Report, Zone, report};
use scenario::document::MaintenancePolicy;

/// More exclusions than a cluster may have aren't checked one by one.
const MOST: usize = 20;

/// The report of a policy. Unreadable exclusions are left out
/// and named.
pub fn report_of(
    policy: &MaintenancePolicy,
    context: PolicyContext,
    zone: &dyn Zone,
) -> (Report, Vec<String>) {
    let whole = report(policy, context, zone);
    let exclusions = &policy.window.exclusions;
    if whole.understood.is_some() || exclusions.is_empty() {
        return (whole, Vec::new());
    }
    let mut rest = policy.clone();
    rest.window.exclusions.clear();
    let is_readable =
        |policy: &MaintenancePolicy| report(policy, context, zone).understood.is_some();
    if !is_readable(&rest) {
        return (whole, Vec::new());
    }
    let mut left_out = Vec::new();
    for (no, (name, one)) in exclusions.iter().enumerate() {
        let mut with = rest.clone();
        with.window.exclusions.insert(name.clone(), one.clone());
        if no < MOST && is_readable(&with) {
            rest = with;
        } else {
            left_out.push(name.clone());
        }
    }
    let part = report(&rest, context, zone);
    let all = Report { understood: part.understood, traps: part.traps, ..whole };
    (all, left_out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use scenario::calendar::text::plain;
    use scenario::calendar::{Edition, Utc};
    use scenario::document::maintenance::MaintenanceExclusion;

    #[test]
    fn a_window_opens_whatever_is_wrong_with_an_exclusion() {
        let text = "FREQ=WEEKLY;BYDAY=SA 2025-04-05T05:00:00Z 12h";
        let mut policy = plain(text, &Utc).unwrap().unwrap().policy;
        let exclusion = |start: &str, end: &str| MaintenanceExclusion {
            start_time: start.to_owned(),
            end_time: end.to_owned(),
            ..MaintenanceExclusion::default()
        };
        let mut add = |name: &str, start: &str, end: &str| {
            let one = exclusion(start, end);
            policy.window.exclusions.insert(name.to_owned(), one);
        };
        add("backwards", "2025-05-05", "2025-05-01");
        add("sound", "2025-05-05", "2025-05-06");
        let context = PolicyContext {
            edition: Edition::Y2025,
            // 2025-04-01
            now: 1_743_465_600,
            in_channel: true,
            end_of_support: None,
        };
        let (report, left_out) = report_of(&policy, context, &Utc);
        assert_eq!(left_out, ["backwards"]);
        assert!(!report.accepted());
        let understood = report.understood.unwrap();
        assert_eq!(understood.policy.exclusions.len(), 1);
        assert!(!understood.open.is_empty());
        // Without a valid window there is nothing to show.
        let window = policy.window.recurring.as_mut().unwrap();
        window.recurrence = "FREQ=WEEKLY;BYDAY=SUN".to_owned();
        let (report, left_out) = report_of(&policy, context, &Utc);
        assert!(report.understood.is_none() && left_out.is_empty());
    }
}
