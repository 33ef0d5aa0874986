//! Maintenance policies as text in, what they open and what GKE says of them as text out.

mod fixes;
mod forms;
mod hostile;
mod policies;
mod public_files;
mod templates;

use scenario::calendar::policy::read;
use scenario::calendar::text::{Pasted, plain};
use scenario::calendar::{Edition, PolicyContext, ReadingContext, Report, Utc, Window, report};
use scenario::diagnostic::Diagnostics;
use scenario::document::{self, MaintenancePolicy};
use scenario::json::Json;

/// 2026-01-05T00:00:00Z, a Monday.
pub(crate) const MONDAY: i64 = 1_767_571_200;

pub(crate) fn context(edition: Edition, now: i64) -> PolicyContext {
    PolicyContext { edition, now, in_channel: true, end_of_support: None }
}

/// `START/END RULE`, checked from its first start.
pub(crate) fn pasted(text: &str) -> Pasted {
    plain(text, &Utc).expect("a rule with its bounds").expect("both bounds")
}

pub(crate) fn look(policy: &MaintenancePolicy, context: PolicyContext) -> Report {
    report(policy, context, &Utc)
}

/// The first start of the window, or a Monday.
pub(crate) fn first_start(policy: &MaintenancePolicy) -> i64 {
    let context = ReadingContext { now: MONDAY, end_of_support: None };
    let read = read(policy, context, "", &mut Diagnostics::default());
    match read.map(|policy| policy.window) {
        Some(Window::Recurring(window)) => window.start,
        _ => MONDAY,
    }
}

/// The policy of the API.
pub(crate) fn policy(json: &serde_json::Value) -> MaintenancePolicy {
    let json = Json::parse(&json.to_string()).expect("JSON");
    let (policy, wrong) = document::read::<MaintenancePolicy>(&json);
    assert!(wrong.is_empty(), "{wrong:?}");
    policy.expect("a policy")
}

/// The report on a policy, in lines.
pub(crate) fn told(report: &Report) -> String {
    let mut text = String::new();
    if let Some(understood) = &report.understood {
        let (says, detail) = cli::english::sentence(&understood.sentence);
        text += &format!("{says} {detail}\n");
    }
    for one in &report.findings {
        text += &format!("  {}\n", cli::english::finding(one));
    }
    for trap in &report.traps {
        text += &format!("  {}: {}\n", trap.code, cli::english::text(&trap.message));
    }
    for fix in &report.fixes {
        text += &format!("  fix: {}", cli::english::fix(fix));
        if let Some(window) = &fix.window {
            text += &format!(" {} {}/{}", window.recurrence, window.start, window.end);
        }
        let [seed, current] = fix.open.map(|secs| secs / 3600);
        text += &format!(" ({seed} h, {current} h)\n");
    }
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}
