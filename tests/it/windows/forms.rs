//! One window in every form that people paste: the same policy, and so the same verdict.

use scenario::calendar::{Edition, Utc};
use scenario::document::MaintenancePolicy;

use super::{context, look, told};

const FORMS: [(&str, &str); 9] = [
    ("recurrence rule", "2025-04-05T05:00:00Z to 2025-04-06T19:00:00Z FREQ=WEEKLY;BYDAY=SA,SU"),
    (
        "gcloud commands",
        "gcloud container clusters update prod --region us-central1 \\\n  --maintenance-window-start 2025-04-05T05:00:00Z \
         --maintenance-window-end 2025-04-06T19:00:00Z \\\n  --maintenance-window-recurrence 'FREQ=WEEKLY;BYDAY=SA,SU'",
    ),
    (
        "gcloud commands, GKE cluster",
        "gcloud container clusters create prod --zone us-central1-a --maintenance-window-start=2025-04-05T05:00:00Z \
         --maintenance-window-end=2025-04-06T19:00:00Z --maintenance-window-recurrence=\"FREQ=WEEKLY;BYDAY=SA,SU\"",
    ),
    (
        "Terraform, GKE cluster",
        "maintenance_policy {\n  recurring_window {\n    start_time = \"2025-04-05T05:00:00Z\"\n    end_time = \
         \"2025-04-06T19:00:00Z\"\n    recurrence = \"FREQ=WEEKLY;BYDAY=SA,SU\"\n  }\n}\n",
    ),
    (
        "GKE cluster",
        r#"{"name":"prod","currentMasterVersion":"1.33.5-gke.1162000","location":"us-central1","maintenancePolicy":{"resourceVersion":"a1",
            "window":{"recurringWindow":{"recurrence":"FREQ=WEEKLY;BYDAY=SA,SU","window":{"endTime":"2025-04-06T19:00:00Z",
            "startTime":"2025-04-05T05:00:00Z"}}}}}"#,
    ),
    (
        "maintenance policy",
        r#"{"maintenancePolicy":{"window":{"recurringWindow":{"recurrence":"FREQ=WEEKLY;BYDAY=SA,SU",
            "window":{"endTime":"2025-04-06T19:00:00Z","startTime":"2025-04-05T05:00:00Z"}}}}}"#,
    ),
    (
        "maintenance policy",
        "maintenancePolicy:\n  window:\n    recurringWindow:\n      recurrence: FREQ=WEEKLY;BYDAY=SA,SU\n      window:\n        \
         endTime: '2025-04-06T19:00:00Z'\n        startTime: '2025-04-05T05:00:00Z'\n",
    ),
    (
        "maintenance policy",
        "recurringWindow:\n  recurrence: FREQ=WEEKLY;BYDAY=SA,SU\n  window:\n    endTime: '2025-04-06T19:00:00Z'\n    \
         startTime: '2025-04-05T05:00:00Z'\n",
    ),
    (
        "maintenance policy",
        "recurrence: FREQ=WEEKLY;BYDAY=SA,SU\nwindow:\n  endTime: '2025-04-06T19:00:00Z'\n  startTime: '2025-04-05T05:00:00Z'\n",
    ),
];

#[test]
fn every_form_gives_the_same_policy() {
    let mut first: Option<(MaintenancePolicy, String)> = None;
    for (kind, text) in FORMS {
        let pasted = import::policy(text, &Utc).unwrap_or_else(|said| panic!("{text}: {said:?}"));
        assert_eq!(cli::english::text(&pasted.kind), kind, "{text}");
        assert!(
            pasted.used.contains(&"FREQ=WEEKLY;BYDAY=SA,SU".to_owned()),
            "{text}: {:?}",
            pasted.used
        );
        let window = MaintenancePolicy { resource_version: Default::default(), ..pasted.policy };
        let report = look(&window, context(Edition::Y2025, 1_743_829_200));
        let told = told(&report);
        let (policy, said) = first.get_or_insert((window.clone(), told.clone()));
        assert_eq!((&window, &told), (&*policy, &*said), "{text}");
    }
}
