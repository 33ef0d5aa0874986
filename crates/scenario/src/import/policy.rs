//! A maintenance policy from any text that has one: a description, a part of one, a command, Terraform.

use super::findings::Findings;
use super::format::to_json;
use super::read::read as read_files;
use super::text::{self, File};
use crate::calendar::text::{Pasted, plain, values};
use crate::calendar::zone::Zone;
use crate::document::maintenance::MaintenanceWindow;
use crate::document::{MaintenancePolicy, read};
use crate::json::Json;
use base::{Arg, Message, say};

/// Reads a policy, in any of the forms that are known. The error says what the text is, or what it lacks.
pub fn policy(text: &str, zone: &dyn Zone) -> Result<Pasted, Message> {
    if let Some(plain) = plain(text, zone) {
        return plain;
    }
    let file = File {
        name: "",
        bytes: text.as_bytes(),
    };
    let import = read_files(&[file]);
    let report = import.reports.into_iter().next().unwrap_or_default();
    let cluster = import.document.map(|document| document.cluster);
    let found =
        cluster.filter(|cluster| cluster.maintenance_policy != MaintenancePolicy::default());
    if let Some(cluster) = found {
        let ignored = report.ignored.iter();
        let ignored = ignored.flat_map(|line| match line.names.is_empty() {
            true => vec![line.message.clone().into()],
            false => line.names.clone(),
        });
        let ignored = ignored.chain(other_flags(text).map(Arg::from));
        return Ok(Pasted {
            kind: report.kind,
            used: values(&cluster.maintenance_policy, text),
            ignored: ignored.collect(),
            channel: cluster.release_channel.channel,
            policy: cluster.maintenance_policy,
        });
    }
    if let Some(policy) = part(text) {
        return Ok(Pasted {
            kind: say!("import-kind-policy"),
            used: values(&policy, text),
            policy,
            ..Pasted::default()
        });
    }
    let is_word = !text.contains(['{', '[', '=', '\n']) && !text.contains(": ");
    Err(match report.reason {
        Some(_) if is_word => say!("import-no-window-in-word"),
        Some(refusal) => say!("import-no-window", reason = refusal.message),
        None => say!("import-no-window-in-kind", kind = report.kind),
    })
}

/// What else a command asks for: flags that name a place or a project, which a scenario keeps and a window does not need.
fn other_flags(text: &str) -> impl Iterator<Item = String> {
    let flags = text
        .split_whitespace()
        .filter(|word| word.starts_with("--"));
    let flags = flags.map(|word| word.split('=').next().unwrap_or(word));
    let about = |flag: &&str| !flag.contains("maintenance") && *flag != "--release-channel";
    let is_command = text.trim_start().starts_with("gcloud ");
    flags
        .filter(about)
        .filter(move |_| is_command)
        .map(str::to_owned)
}

/// A piece of a description: from `maintenancePolicy` on, or a window alone.
fn part(written: &str) -> Option<MaintenancePolicy> {
    let written = text::of(written.as_bytes()).ok()?;
    let json = to_json(&written, &mut Findings::default()).ok()?;
    let json = Json::parse(&json).ok()?;
    let inner = json.get("maintenancePolicy").unwrap_or(&json);
    let wrap = |name: &str, json: &Json| Json::Object(vec![(name.to_owned(), json.clone())]);
    let has_kind = |json: &Json| {
        let kinds = MaintenanceWindow::KINDS.iter();
        let mut fields = kinds.chain(&["maintenanceExclusions"]);
        fields.any(|field| json.get(field).is_some())
    };
    let policy = if inner.get("window").is_some_and(has_kind) {
        inner.clone()
    } else if has_kind(inner) {
        wrap("window", inner)
    } else if inner.get("window").is_some() && inner.get("recurrence").is_some() {
        wrap("window", &wrap("recurringWindow", inner))
    } else {
        return None;
    };
    read::<MaintenancePolicy>(&policy).0
}
