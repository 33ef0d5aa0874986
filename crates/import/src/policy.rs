//! Reads a maintenance policy from any text: a description or a part of one, a command, Terraform.

use super::findings::Findings;
use super::format::to_json;
use super::gcloud::begins;
use super::notes;
use super::read::{FileTimes, read_times};
use super::report::{FileReport, Line};
use super::text::{self, File};
use base::{Arg, Message, say};
use scenario::calendar::text::{Pasted, local_times_to_utc, plain, values};
use scenario::calendar::{self, Zone};
use scenario::document::maintenance::MaintenanceWindow;
use scenario::document::{Calendar, MaintenancePolicy, read};
use scenario::json::Json;

/// Reads the policy of a text's first cluster, in any known form. The error names the text's kind, or what it lacks.
pub fn policy(text: &str, zone: &dyn Zone) -> Result<Pasted, Message> {
    policies(text, zone).map(|all| all.into_iter().next().unwrap_or_default())
}

/// Reads the policy of each cluster in the text, which may be several texts about one cluster; at least one.
pub fn policies(text: &str, zone: &dyn Zone) -> Result<Vec<Pasted>, Message> {
    policies_of("", text, zone)
}

/// Like [`policies`]: of a file with this name.
pub fn policies_of(name: &str, text: &str, zone: &dyn Zone) -> Result<Vec<Pasted>, Message> {
    if let Some(plain) = plain(text, zone) {
        return plain.map(|one| vec![one]);
    }
    // Flags alone are those of a command about one cluster.
    let command = format!("gcloud container clusters update cluster {text}");
    let text = if text.trim_start().starts_with("--") { &command } else { text };
    let parts = parts(text);
    let files: Vec<File<'_>> =
        parts.iter().map(|part| File { name, bytes: part.as_bytes() }).collect();
    together(&files, zone)
}

/// The parts of a text: commands, JSON documents, Terraform and YAML, one after the other.
fn parts(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut at) = (Vec::new(), 0, 0);
    let (mut kind, mut before) = (' ', "");
    for line in text.split_inclusive('\n') {
        let key = line.trim_end().split(": ").next().unwrap_or_default().trim_end_matches(':');
        let is_key = key.len() < line.trim_end().len()
            && key.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && !key.is_empty();
        let own = match line {
            // Continued, or inside a block, such as a heredoc.
            _ if before.ends_with('\\') || kind == 'r' && before != "}" => ' ',
            _ if begins(line) => 'g',
            _ if line.starts_with(['{', '[']) => '{',
            _ if line.starts_with("resource \"") => 'r',
            _ if is_key => ':',
            _ => ' ',
        };
        let ended = own == '{' && before.ends_with(['}', ']']);
        if own != ' ' && (own != kind || ended) {
            if kind != ' ' {
                parts.push(&text[start..at]);
                start = at;
            }
            kind = own;
        }
        at += line.len();
        if !line.trim().is_empty() {
            before = line.trim_end();
        }
    }
    parts.push(&text[start..]);
    parts
}

/// Reads files that are about one cluster together, and returns the policy of each cluster in them; at least one.
pub fn together(files: &[File<'_>], zone: &dyn Zone) -> Result<Vec<Pasted>, Message> {
    let text = files.iter().map(|file| String::from_utf8_lossy(file.bytes));
    let text = text.collect::<Vec<_>>().join("\n");
    let text = text.as_str();
    let import = read_times(
        files,
        FileTimes { keeps_local_times: true, ..FileTimes::default() },
        &mut |_| {},
    );
    // A part that can't be read is one that doesn't count.
    let refused = import.reports.iter().filter_map(|report| report.reason.as_ref());
    let refused: Vec<Message> = refused.map(|refusal| refusal.message.clone()).collect();
    // Of several clusters each has its own answer.
    let lines = import.reports.iter().flat_map(|report| report.ignored.clone());
    let lines = lines.filter(|line| line.key != notes::TWO_CLUSTERS.key);
    let ignored: Vec<_> = lines.collect();
    let mut assumed = import.reports.iter().flat_map(|report| &report.assumed);
    let not_evaluated = assumed.find(|line| line.key == notes::POLICY_NOT_EVALUATED.key);
    let not_evaluated = not_evaluated.map(|line| line.message.clone());
    let report = import.reports.into_iter().next().unwrap_or_default();
    let document = import.document.unwrap_or_default();
    let end_of_support = calendar::compile::context(&document).end_of_support;
    let others = document.calendars.into_iter();
    let others = others.map(|one| of_calendar(one, &report.kind, text, not_evaluated.as_ref()));
    let mut others: Vec<Pasted> = others.collect();
    let cluster = document.cluster;
    let part = || files.iter().find_map(|file| part(&String::from_utf8_lossy(file.bytes)));
    let part = if cluster.maintenance_policy == none() { part() } else { None };
    // A cluster that is described without a policy has none: maintenance may begin at any time.
    let is_described = import.names_window && !cluster.name.is_empty();
    if part.is_none() && (cluster.maintenance_policy != none() || is_described) {
        let ignored = ignored_names(refused, &ignored, text, &others);
        let channel = cluster.channel().to_owned();
        let mut policy = cluster.maintenance_policy;
        let used = values(&policy, text);
        let local_times = local_times(&mut policy, text, zone, &used);
        // Beside others it is told apart by its location, like them.
        let mut name = cluster.name;
        if !cluster.location.is_empty() && !others.is_empty() {
            name = format!("{name} in {}", cluster.location);
        }
        let one = Pasted {
            kind: report.kind,
            used,
            ignored,
            local_times,
            channel,
            cluster: name,
            end_of_support,
            window_unknown: !import.names_window || not_evaluated.is_some(),
            not_evaluated,
            policy,
        };
        others.insert(0, one);
        return Ok(others);
    }
    if !others.is_empty() {
        return Ok(others);
    }
    if let Some(policy) = part {
        return Ok(vec![Pasted {
            kind: say!("import-kind-policy"),
            used: values(&policy, text),
            policy,
            channel: cluster.channel().to_owned(),
            cluster: cluster.name,
            end_of_support,
            ..Pasted::default()
        }]);
    }
    Err(no_window(text, report))
}

fn of_calendar(
    one: Calendar,
    kind: &Message,
    text: &str,
    not_evaluated: Option<&Message>,
) -> Pasted {
    Pasted {
        kind: kind.clone(),
        used: values(&one.maintenance_policy, text),
        channel: one.channel().to_owned(),
        cluster: one.name,
        policy: one.maintenance_policy,
        window_unknown: not_evaluated.is_some(),
        not_evaluated: not_evaluated.cloned(),
        ..Pasted::default()
    }
}

/// The times of a command without an offset, which are in the zone. An end that follows from a duration isn't written.
fn local_times(
    policy: &mut MaintenancePolicy,
    text: &str,
    zone: &dyn Zone,
    used: &[String],
) -> Vec<String> {
    if !is_command(text) {
        return Vec::new();
    }
    let mut times = local_times_to_utc(policy, zone);
    times.retain(|time| used.contains(time));
    times
}

/// What of the files doesn't count. Other clusters have a policy of their own.
fn ignored_names(refused: Vec<Message>, lines: &[Line], text: &str, others: &[Pasted]) -> Vec<Arg> {
    let names = lines.iter().flat_map(|line| match line.names.is_empty() {
        true => vec![line.message.clone().into()],
        false => line.names.clone(),
    });
    let names = refused.into_iter().map(Arg::from).chain(names);
    let names = names.chain(other_flags(text).map(Arg::from));
    let listed = |name: &Arg| others.iter().any(|one| *name == Arg::from(one.cluster.as_str()));
    names.filter(|name| !listed(name)).collect()
}

/// Why the text has no policy.
fn no_window(text: &str, report: FileReport) -> Message {
    let is_word = !text.contains(['{', '[', '=', '\n']) && !text.contains(": ");
    match report.reason {
        Some(_) if is_word => say!("import-no-window-in-word"),
        Some(refusal) => say!("import-no-window", reason = refusal.message),
        None => say!("import-no-window-in-kind", kind = report.kind),
    }
}

fn none() -> MaintenancePolicy {
    MaintenancePolicy::default()
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
    text.lines().any(begins)
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
    use expect_test::expect;
    use scenario::calendar::Utc;
    use scenario::calendar::export::{Target, api, gcloud, terraform};

    #[test]
    fn texts_of_several_kinds_about_one_cluster_are_read_together() {
        let described = r#"{"name":"prod","location":"us-central1","currentMasterVersion":"1.33.5-gke.100","releaseChannel":{"channel":"REGULAR"},
  "maintenancePolicy":{"window":{"dailyMaintenanceWindow":{"startTime":"03:00"}}}}
"#;
        let bare = r#"{
  "name": "prod",
  "location": "us-central1",
  "releaseChannel": {"channel": "STABLE"},
  "currentMasterVersion": "1.33.5-gke.100"
}
"#;
        let add = "gcloud container clusters update prod --region us-central1 \\\n--add-maintenance-exclusion-name d \\\n  --add-maintenance-exclusion-start 2027-03-01T00:00:00Z --add-maintenance-exclusion-end 2027-03-10T00:00:00Z\n";
        let yaml = "maintenancePolicy:\n  window:\n    dailyMaintenanceWindow:\n      startTime: '05:00'\nname: prod\n";
        let part =
            r#"{"maintenancePolicy":{"window":{"dailyMaintenanceWindow":{"startTime":"04:00"}}}}"#;
        let texts = [
            format!("{described}{add}"),
            format!("{add}\n{described}"),
            format!("{yaml}{add}"),
            format!("{bare}{add}"),
            add.to_owned(),
            format!("{bare}{part}\n"),
            format!("{part}\n\n{bare}"),
        ];
        let said = texts.map(|text| {
            let read = policies(&text, &Utc);
            let mut all = read.unwrap_or_else(|error| panic!("{error:?}\n{text}"));
            let one = all.remove(0);
            let window = &one.policy.window;
            let daily = window.daily.as_ref().map_or("none", |daily| daily.start_time.as_str());
            let exclusions = window.exclusions.iter().count();
            let (channel, cluster) = (&one.channel, &one.cluster);
            format!("{daily} {exclusions} {cluster} {channel} {} {}", one.window_unknown, all.len())
        });
        expect![[r#"
            03:00 1 prod REGULAR false 0
            03:00 1 prod REGULAR false 0
            05:00 1 prod  false 0
            none 1 prod STABLE false 0
            none 1 prod  true 0
            04:00 0 prod STABLE false 0
            04:00 0 prod STABLE false 0"#]]
        .assert_eq(&said.join("\n"));
    }

    #[test]
    fn every_form_is_read_as_the_policy_that_it_was() {
        for written in [
            r#"{"recurringWindow":{"window":{"startTime":"2025-04-05T05:00:00Z","endTime":"2025-04-06T19:00:00Z"},"recurrence":"FREQ=WEEKLY;BYDAY=SA,SU"},
                "maintenanceExclusions":{"year's end":{"startTime":"2026-12-20T00:00:00Z","endTime":"2027-01-05T00:00:00Z"},
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
