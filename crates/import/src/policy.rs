//! Reads a maintenance policy from any text: a description or a part of one, a command, Terraform.

use super::findings::Findings;
use super::format::to_json;
use super::read::read as read_files;
use super::text::{self, File};
use base::{Arg, Message, say};
use scenario::calendar::text::{Pasted, local_times_to_utc, plain, values};
use scenario::calendar::zone::Zone;
use scenario::document::maintenance::MaintenanceWindow;
use scenario::document::{MaintenancePolicy, read};
use scenario::json::Json;

/// Reads a policy in any known form. The error names the text's kind, or what it lacks.
pub fn policy(text: &str, zone: &dyn Zone) -> Result<Pasted, Message> {
    if let Some(plain) = plain(text, zone) {
        return plain;
    }
    let file = File { name: "", bytes: text.as_bytes() };
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
        let (mut policy, channel) = (cluster.maintenance_policy, cluster.release_channel.channel);
        let used = values(&policy, text);
        if is_command(text) {
            local_times_to_utc(&mut policy, zone);
        }
        let ignored = ignored.collect();
        return Ok(Pasted { kind: report.kind, used, ignored, channel, policy });
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

/// Other flags of a command: of a place or a project, which a scenario needs but a window doesn't.
fn other_flags(text: &str) -> impl Iterator<Item = String> {
    let flags = text.split_whitespace().filter(|word| word.starts_with("--"));
    let flags = flags.map(|word| word.split('=').next().unwrap_or(word));
    let about = |flag: &&str| !flag.contains("maintenance") && *flag != "--release-channel";
    let is_command = is_command(text);
    flags.filter(about).filter(move |_| is_command).map(str::to_owned)
}

fn is_command(text: &str) -> bool {
    text.lines().any(|line| line.trim_start().starts_with("gcloud "))
}

/// A part of a description: from `maintenancePolicy` on, or only a window.
fn part(written: &str) -> Option<MaintenancePolicy> {
    let written = text::of(written.as_bytes()).ok()?;
    let json = to_json(&written, &mut Findings::default()).ok()?;
    let json = Json::parse(&json).ok()?;
    let inner = json.get("maintenancePolicy").unwrap_or(&json);
    let wrap = |name: &str, json: &Json| Json::object([(name, json.clone())]);
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

#[cfg(test)]
mod tests {
    use super::*;
    use scenario::calendar::Utc;
    use scenario::calendar::export::{Target, api, gcloud, terraform};

    #[test]
    fn every_form_is_read_as_the_policy_that_it_was() {
        for written in [
            r#"{"recurringWindow":{"window":{"startTime":"2025-04-05T05:00:00Z","endTime":"2025-04-06T19:00:00Z"},"recurrence":"FREQ=WEEKLY;BYDAY=SA,SU"},
                "maintenanceExclusions":{"year's end":{"startTime":"2026-12-20","endTime":"2027-01-05"},
                    "1.33":{"startTime":"2026-01-01T00:00:00Z","maintenanceExclusionOptions":{"scope":"NO_MINOR_UPGRADES","endTimeBehavior":"UNTIL_END_OF_SUPPORT"}}}}"#,
            r#"{"dailyMaintenanceWindow":{"startTime":"16:00"}}"#,
        ] {
            let json = Json::parse(&format!(r#"{{"window":{written}}}"#)).unwrap();
            let policy: MaintenancePolicy = read(&json).0.unwrap();
            for text in [gcloud(&policy, Target::default()), terraform(&policy), api(&policy)] {
                let read = super::policy(&text, &Utc).map(|read| read.policy);
                let mut read = read.unwrap_or_else(|error| panic!("{error:?}\n{text}"));
                // An exclusion without a scope has the widest one.
                read.window.exclusions.each_mut(|_, one| {
                    if one.options.scope == "NO_UPGRADES" {
                        one.options.scope.clear();
                    }
                });
                assert_eq!(read, policy, "{text}");
            }
        }
    }
}
