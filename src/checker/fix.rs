//! Applies a fix to the pasted text if its old values are there; else returns a command.

use scenario::calendar::export::{Target, gcloud};
use scenario::calendar::text::Pasted;
use scenario::document::MaintenancePolicy;
use scenario::field::Field;
use scenario::json::Json;

/// The text with the new policy, and whether it kept its form.
pub fn text(text: &str, before: &MaintenancePolicy, after: &MaintenancePolicy) -> (String, bool) {
    match in_place(text, before, after) {
        Some(text) => (text, true),
        None => (gcloud(after, Target::default()).trim_end().to_owned(), false),
    }
}

/// Descriptions of all clusters, one of which has the new policy.
pub fn all(clusters: &[Pasted], before: &Pasted, after: &MaintenancePolicy) -> String {
    let described = clusters.iter().map(|one| {
        let Target { cluster, place, .. } = target(&one.cluster);
        let policy = if one == before { after } else { &one.policy };
        let fields = [
            ("name", cluster.into()),
            ("location", place.into()),
            ("maintenancePolicy", policy.write()),
        ];
        Json::object(fields).pretty() + "\n"
    });
    described.collect()
}

/// A cluster as texts name it: `prod`, `prod in us-east1`.
pub fn target(cluster: &str) -> Target<'_> {
    let other = Target::default();
    match cluster.split_once(" in ") {
        _ if cluster.is_empty() => other,
        Some((cluster, place)) => Target { cluster, place, ..other },
        None => Target { cluster, ..other },
    }
}

/// Adds the command to a text of flags only.
pub fn whole(text: String) -> String {
    match text.trim_start().starts_with("--") {
        true => format!("gcloud container clusters update cluster {text}"),
        false => text,
    }
}

/// Replaces each changed value, if it occurs once in the text.
fn in_place(text: &str, before: &MaintenancePolicy, after: &MaintenancePolicy) -> Option<String> {
    let (old, new) = (before.window.recurring.as_ref()?, after.window.recurring.as_ref()?);
    let mut rest = after.clone();
    rest.window.recurring = before.window.recurring.clone();
    if rest != *before {
        return None;
    }
    let mut text = text.to_owned();
    for (old, new) in [
        (&old.window.start_time, &new.window.start_time),
        (&old.window.end_time, &new.window.end_time),
        (&old.recurrence, &new.recurrence),
    ] {
        if old == new {
            continue;
        }
        let plain = |value: &str| {
            !value.is_empty() && value.is_ascii() && !value.contains(['"', '\'', '\\', '\n'])
        };
        if !plain(old) || !plain(new) || text.matches(old.as_str()).count() != 1 {
            return None;
        }
        text = text.replace(old.as_str(), new);
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;
    use scenario::calendar::Utc;
    use scenario::calendar::text::plain;

    fn bounds(start: &str, end: &str, rule: &str) -> MaintenancePolicy {
        Pasted::of_bounds(start, end, rule, &Utc).unwrap().policy
    }

    #[test]
    fn values_are_replaced_where_they_stand() {
        let before =
            bounds("2025-04-05T05:00:00Z", "2025-04-06T19:00:00Z", "FREQ=WEEKLY;BYDAY=SA,SU");
        let after = bounds("2025-04-05T05:00:00Z", "2025-04-05T19:00:00Z", "FREQ=WEEKLY;BYDAY=SA");
        let said: String = [
            "FREQ=WEEKLY;BYDAY=SA,SU 2025-04-05T05:00:00Z/2025-04-06T19:00:00Z",
            "FREQ=WEEKLY;BYDAY=SA,SU 2025-04-05T05:00:00Z 38h",
        ]
        .map(|old| {
            let (new, kept) = text(old, &before, &after);
            if kept {
                assert_eq!(plain(&new, &Utc).unwrap().unwrap().policy, after);
            }
            new + "\n"
        })
        .concat();
        expect![[r#"
            FREQ=WEEKLY;BYDAY=SA 2025-04-05T05:00:00Z/2025-04-05T19:00:00Z
            gcloud container clusters update CLUSTER_NAME --location LOCATION \
              --maintenance-window-start 2025-04-05T05:00:00Z \
              --maintenance-window-end 2025-04-05T19:00:00Z \
              --maintenance-window-recurrence 'FREQ=WEEKLY;BYDAY=SA'
        "#]]
        .assert_eq(&said);
    }
}
