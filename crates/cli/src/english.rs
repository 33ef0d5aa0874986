//! English texts of findings and reports, as text and as JSON.

use base::{Arg, Message, say};
use import::{FileReport, Used};
use scenario::Diagnostic;
use scenario::calendar::fix::Fix;
use scenario::calendar::sentence::Sentence;
use scenario::json::Json;
use words::visible::visible;

pub fn text(message: &Message) -> String {
    words::plain().text(message)
}

pub fn hint(message: &Message) -> String {
    words::plain().attribute(message, "hint")
}

pub(super) fn json(message: &Message) -> Json {
    Json::from(text(message).as_str())
}

/// The message, with the name of a cluster beside the simulated one that it is about.
fn message(one: &Diagnostic) -> Message {
    match one.message.arg("calendar") {
        Some(Arg::Text(name)) if !name.is_empty() => {
            say!("cli-finding-of", name = name, says = one.message.clone())
        }
        _ => one.message.clone(),
    }
}

/// `error[surge/both-zero] /pools/0/upgradeSettings: … Hint: … (SU-28)`
pub fn finding(one: &Diagnostic) -> String {
    let mut line = format!("{}[{}] ", one.severity.name(), one.code);
    if !one.path.is_empty() {
        line += &format!("{}: ", visible(one.path.clone()));
    }
    line += &text(&message(one));
    let hint = hint(&one.message);
    if !hint.is_empty() {
        line += &format!(" Hint: {hint}");
    }
    if one.is_run_anyway() {
        line += &format!(" {}", text(&say!("check-run-anyway")));
    }
    if !one.rules.is_empty() {
        line += &format!(" ({})", one.rules.join(", "));
    }
    line
}

/// The contract's JSON form.
pub fn finding_json(one: &Diagnostic) -> Json {
    let rules = one.rules.iter().map(|rule| (*rule).into());
    let fields = [
        ("code", one.code.into()),
        ("severity", one.severity.name().into()),
        ("path", one.path.as_str().into()),
        ("message", json(&message(one))),
        ("hint", hint(&one.message).as_str().into()),
        ("rules", Json::List(rules.collect())),
    ];
    Json::object(fields)
}

/// The words of a fix.
pub fn fix(one: &Fix) -> String {
    words::capital::capitalized(&text(&one.message))
}

/// When a window is open, and the explanation.
pub fn sentence(one: &Sentence) -> (String, String) {
    let detail: Vec<String> = one.detail.iter().map(text).collect();
    (text(&one.says), detail.join(" "))
}

/// `3 nodes, 2 Pods`
pub(super) fn used(used: Used) -> String {
    let parts = [
        ("report-pools", used.pools),
        ("report-nodes", used.nodes),
        ("report-workloads", used.workloads),
        ("report-pods", used.pods),
        ("report-budgets", used.budgets),
        ("report-services", used.services),
    ];
    let parts = parts.into_iter().filter(|(_, count)| *count > 0);
    let mut parts: Vec<Message> = parts.map(|(key, count)| say!(key, n = count)).collect();
    if parts.is_empty() {
        parts.push(say!("report-settings"));
    }
    words::plain().arg(&parts.into())
}

/// The lines of an import's report on a file.
pub fn report(one: &FileReport) -> String {
    let mut out = format!("{}: ", visible(one.file.clone()));
    let line =
        |name: &'static str, text: &str| format!("  {:<11} {text}\n", self::text(&say!(name)));
    if let Some(reason) = &one.reason {
        out += &format!("{}\n", text(&say!("report-not-used", reason = reason.message.clone())));
    } else {
        out += &format!("{}\n", text(&one.kind));
        if one.used.any() || !one.recognised.iter().any(|line| line.key == "definitions") {
            out += &line("report-used", &used(one.used));
        }
    }
    for (name, lines) in [
        ("report-recognized", &one.recognised),
        ("report-ignored", &one.ignored),
        ("report-assumed", &one.assumed),
    ] {
        for one in lines {
            out += &line(name, &text(&one.message));
        }
    }
    out
}
