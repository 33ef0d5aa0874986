//! `autoscaler`: logs and statuses of the cluster autoscaler in; who is held back, and by what, out.

use super::asked_upgrade::AskedUpgrade;
use super::held_back::of_cluster;
use super::input::Instead;
use super::option::TextOrJson;
use super::{Done, ExitStatus, Failure, english, input, output};
use base::{Arg, Message, say};
use clap::Args;
use import::File;
use import::autoscaler_log::{
    self, AutoscalerLog, ClusterLog, Decision, DecisionKind, Group, GroupStatus, Hold, HoldState,
    NodeFacts, Outcome, PodRef, Reason, Sentences, Status, Subject, full_name,
};
use scenario::json::Json;
use words::codes::{self, Code};
use words::visible::visible;

/// Say who is held back, from the cluster autoscaler's log or status, or from a cluster
///
/// Reads the events of the log cluster-autoscaler-visibility as JSON, JSON Lines or YAML of
///   gcloud logging read 'log_id("container.googleapis.com/cluster-autoscaler-visibility")' --format json
/// single payloads copied from the console, the ConfigMap cluster-autoscaler-status of kube-system, and Events of Pods.
/// Without any of them: runs the cluster of the files, as run reads it, without an upgrade.
/// Exit 1: something is held back; 2: the files have nothing of the kind.
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(super) struct AutoscalerArgs {
    /// Logs, statuses, and events; or dumps, descriptions, manifests, a scenario. - is standard input.
    #[arg(value_name = "FILES", required = true)]
    files: Vec<String>,
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    format: TextOrJson,
}

pub(super) fn autoscaler(asked: &AutoscalerArgs) -> Done {
    let read = input::read_all(&asked.files)?;
    let files: Vec<File<'_>> = read.iter().map(|(name, bytes)| File { name, bytes }).collect();
    let log = autoscaler_log::read(&files, &mut |_, _| {});
    if log.is_empty() {
        let instead = Instead { upgrade: Some(AskedUpgrade::left_out()), ..Instead::default() };
        match input::document_of(read.clone(), &instead) {
            Ok((json, ..)) => return of_cluster(&json, asked.format.is_json()),
            Err(Failure(said)) if said.key == "cli-nothing-usable" => {}
            Err(failure) => return Err(failure),
        }
    }
    let out = match asked.format.is_json() {
        true => log.json(&files, &SENTENCES).pretty() + "\n",
        false => text(&log, &files),
    };
    output::text(&out)?;
    Ok(match (log.is_empty(), log.held().next()) {
        (true, _) => ExitStatus::Unusable,
        (false, Some(_)) => ExitStatus::Findings,
        (false, None) => ExitStatus::Fine,
    })
}

const SENTENCES: Sentences<'_> = Sentences {
    message: &|message| Json::from(english::text(message).as_str()),
    reason: &|reason| {
        let Some(code) = codes::of(&reason.code, &reason.parameters) else {
            return Vec::new();
        };
        let says = code.says(&reason.parameters);
        let rules = code.rules.split(',').map(Json::from);
        vec![
            ("means", english::text(&says).as_str().into()),
            ("remedy", words::plain().attribute(&says, Code::REMEDY).as_str().into()),
            ("rules", Json::List(rules.collect())),
            ("documented", Json::Bool(code.is_documented)),
        ]
    },
};

fn line(out: &mut String, message: &Message) {
    out.push_str(&visible(english::text(message)));
    out.push('\n');
}

fn text(log: &AutoscalerLog, files: &[File<'_>]) -> String {
    let mut out = String::new();
    if log.is_empty() {
        line(&mut out, &say!("autolog-nothing-of-it"));
    }
    for one in &log.clusters {
        cluster(&mut out, one);
    }
    let counts = [
        ("autolog-other-logs", log.others),
        ("autolog-repeated", log.repeated),
        ("autolog-unread", log.unread.count),
    ];
    for (key, n) in counts.into_iter().filter(|(_, n)| *n > 0) {
        line(&mut out, &say!(key, n = n));
    }
    for (place, why) in &log.unread.first {
        let file = files.get(place.file).map_or("", |file| file.name);
        let (at, entry, why) = (place.line, place.entry, why.clone());
        let said = say!("autolog-unread-at", file = file, line = at, entry = entry, why = why);
        line(&mut out, &said);
    }
    out
}

fn cluster(out: &mut String, one: &ClusterLog) {
    let name = if one.name.is_empty() {
        Arg::Message(say!("autolog-unnamed"))
    } else {
        one.name.as_str().into()
    };
    let (from, n) = (one.clock(one.from), one.events);
    let until = scenario::instant::format(one.until * 1000);
    line(out, &say!("autolog-head", cluster = name, from = from, until = until, n = n));
    one.verdict().iter().for_each(|says| line(out, says));
    for hold in &one.holds {
        of_hold(out, one, hold);
    }
    for decision in &one.decisions {
        of_decision(out, one, decision);
    }
    for status in &one.statuses {
        of_status(out, one, status);
    }
    for event in &one.pod_events {
        let pod = full_name(&event.namespace, &event.pod);
        let (at, reason, says) = (one.clock(event.at), &event.reason, &event.message);
        line(out, &say!("autolog-pod-event", at = at, pod = pod, reason = reason, says = says));
    }
}

fn of_hold(out: &mut String, log: &ClusterLog, one: &Hold) {
    let who = match &one.subject {
        Subject::Node(name) => say!("autolog-node", name = name, place = facts(&one.node)),
        Subject::Pods { namespace, name, count } => {
            say!("autolog-pods", n = *count, name = full_name(namespace, name))
        }
        Subject::Group(group) => say!("autolog-group", group = group.said()),
        Subject::Cluster { growth: true } => say!("autolog-growth"),
        Subject::Cluster { growth: false } => say!("autolog-removal"),
    };
    let state = match one.state {
        HoldState::Held => say!("autolog-held", span = span(log.until - one.since)),
        HoldState::Waits(Some(until)) => say!("autolog-waits", until = log.clock(until)),
        HoldState::Waits(None) => say!("autolog-waits-open"),
        HoldState::NoLongerReported => say!("autolog-silent", last = log.clock(one.last)),
        HoldState::Replaced(at) => say!("autolog-replaced", at = log.clock(at)),
        HoldState::Over(at) => say!("autolog-over", at = log.clock(at)),
    };
    out.push('\n');
    let (since, n) = (log.clock(one.since), one.logged);
    line(out, &say!("autolog-hold", who = who, since = since, state = state, n = n));
    for (reason, groups) in one.by_reason() {
        of_reason(out, reason, &groups);
    }
    if let Some(again) = one.again {
        out.push_str("    ");
        line(out, &say!("autolog-again", at = log.clock(again)));
    }
}

fn of_reason(out: &mut String, one: &Reason, groups: &[&Group]) {
    // An error's only parameter is its group.
    let named = |text: &&String| !groups.iter().any(|group| group.name == **text);
    let about: Vec<String> = one.parameters.iter().filter(named).cloned().collect();
    let groups: Vec<Message> = groups.iter().map(|group| group.said()).collect();
    let groups = words::plain().arg(&groups.into());
    let about = about.join(", ");
    let about = if groups.is_empty() || about.is_empty() {
        groups + &about
    } else {
        format!("{groups}: {about}")
    };
    out.push_str(&visible(format!("  {} {about}", one.code)));
    out.push('\n');
    let means = codes::of(&one.code, &one.parameters).map(|code| {
        let says = code.says(&one.parameters);
        let remedy = words::plain().attribute(&says, Code::REMEDY);
        let rules = code.rules.replace(',', ", ");
        say!("autolog-means", says = says, remedy = remedy, rules = rules)
    });
    out.push_str("    ");
    line(out, &means.unwrap_or_else(|| say!("autolog-unknown-code")));
}

fn of_decision(out: &mut String, log: &ClusterLog, one: &Decision) {
    let what = match &one.kind {
        DecisionKind::ScaleUp { groups, pods, pods_in_all } => {
            let groups =
                groups.iter().map(|(group, n)| say!("autolog-grows", group = group.said(), n = *n));
            let groups: Vec<Message> = groups.collect();
            say!("autolog-scale-up", groups = groups, n = *pods_in_all, pods = of_pods(pods))
        }
        DecisionKind::ScaleDown { nodes } => {
            let nodes = nodes.iter().map(|one| {
                say!(
                    "autolog-removed",
                    name = &one.name,
                    place = facts(&one.facts),
                    n = one.pods_in_all
                )
            });
            say!("autolog-scale-down", nodes = nodes.collect::<Vec<_>>())
        }
        DecisionKind::PoolCreated { pools, .. } => {
            say!("autolog-pool-created", pools = pools.clone())
        }
        DecisionKind::PoolDeleted { pools } => say!("autolog-pool-deleted", pools = pools.clone()),
        DecisionKind::Unknown => say!("autolog-unknown-decision"),
    };
    let result = match &one.result {
        Outcome::Open => say!("autolog-open"),
        Outcome::GivenUp => say!("autolog-given-up"),
        Outcome::Done(at) => say!("autolog-done", at = log.clock(*at)),
        Outcome::Failed { at, errors } => failed(&one.kind, errors, log.clock(*at)),
    };
    out.push('\n');
    line(out, &say!("autolog-decision", at = log.clock(one.at), what = what, result = result));
    if let Outcome::Failed { errors, .. } = &one.result {
        for error in errors {
            of_reason(out, error, error.group.as_ref().as_slice());
        }
    }
}

/// That it failed, or what of it, if its errors name a part.
fn failed(kind: &DecisionKind, errors: &[Reason], at: String) -> Message {
    let of =
        |own: &Group, error: &Reason| error.group.as_ref().is_some_and(|one| one.name == own.name);
    let group = |own: &Group| errors.iter().any(|error| of(own, error));
    let node = |own: &String| errors.iter().any(|one| one.parameters.contains(own));
    let (all, what) = match kind {
        DecisionKind::ScaleUp { groups, .. } => {
            let failed = groups.iter().filter(|one| group(&one.0));
            let failed = failed.map(|(own, n)| say!("autolog-grows", group = own.said(), n = *n));
            (groups.len(), failed.collect())
        }
        DecisionKind::ScaleDown { nodes } => {
            let failed = nodes.iter().filter(|one| node(&one.name));
            (nodes.len(), failed.map(|one| say!("autolog-name", name = &one.name)).collect())
        }
        _ => (0, Vec::new()),
    };
    match (1..all).contains(&what.len()) {
        true => say!("autolog-failed-of", what = what, at = at),
        false => say!("autolog-failed", at = at),
    }
}

fn of_pods(pods: &[PodRef]) -> Vec<String> {
    pods.iter().take(5).map(|one| full_name(&one.namespace, &one.name)).collect()
}

fn of_status(out: &mut String, log: &ClusterLog, one: &Status) {
    let at = one.at.map_or_else(|| "–".to_owned(), |at| log.clock(at));
    out.push('\n');
    line(out, &say!("autolog-status", at = at, state = &one.state, health = &one.health));
    for group in &one.groups {
        line(out, &of_group(log, group));
    }
}

fn of_group(log: &ClusterLog, one: &GroupStatus) -> Message {
    let number = |n: Option<i64>| n.map_or_else(|| "–".to_owned(), |n| n.to_string());
    let since = |at: Option<i64>| at.map_or_else(|| "–".to_owned(), |at| log.clock(at));
    let (min, max) = one.limits.unzip();
    let full = max.is_some() && one.target == max;
    let mut says = say!(
        if full { "autolog-group-status-full" } else { "autolog-group-status" },
        group = one.group.said(),
        ready = number(one.ready),
        target = number(one.target),
        min = number(min),
        max = number(max),
        up = &one.scale_up,
        since = since(one.scale_up_since),
    );
    if let Some(n) = one.candidates.filter(|n| *n > 0) {
        says = say!("autolog-candidates", says = says, n = n, since = since(one.scale_down_since));
    }
    says
}

fn facts(one: &NodeFacts) -> Message {
    match (one.cpu, one.memory) {
        (None, None) => one.group.said(),
        (cpu, memory) => {
            let [cpu, memory] = [cpu, memory].map(|share| share.unwrap_or(0));
            say!("autolog-used", place = one.group.said(), cpu = cpu, memory = memory)
        }
    }
}

fn span(seconds: i64) -> String {
    words::plain().span(base::SimSpan::from_secs(seconds))
}
