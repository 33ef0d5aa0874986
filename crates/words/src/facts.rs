//! A fact as a phrase: for the event log, and as the arguments of a rule's sentence.

use base::{PodId, SimSpan, TemplateId};
use model::script::{Failure, NodeChange, Shutdown};
use model::{Command, NodeRef, Plan, Version};
use trace::gke;
use trace::{Blocker, BlockerField, Change, Meaning, Phrase, Record, Subject, Value, WhyNot};

fn yes(yes: bool) -> Value {
    Value::Text(if yes { "yes" } else { "no" }.to_owned())
}

fn secs(secs: u32) -> SimSpan {
    SimSpan::from_secs(i64::from(secs))
}

fn spare(spare: Option<u32>) -> Value {
    spare.map_or_else(|| Value::from("none"), Value::from)
}

/// The change in the fewest words, with all arguments that a sentence may use.
pub fn fact(plan: &Plan, change: Change) -> Phrase {
    let said = change.arguments().into_iter().chain(change.fields());
    let args = said.flat_map(|(name, field)| arguments(plan, name, field));
    Phrase { key: change.key(), args: args.collect() }
}

/// The change of a row likewise, with the number that the revision of a Deployment has in the cluster.
pub fn fact_of(plan: &Plan, record: &Record) -> Phrase {
    let mut said = fact(plan, record.change);
    if let (
        Subject::Workload(id),
        Change::RolloutStarted { revision } | Change::ReplicaSetScaled { revision, .. },
    ) = (record.subject, record.change)
    {
        said.args.retain(|(name, _)| *name != "revision");
        said.args.push(("revision", plan.revision_number(id, revision).into()));
    }
    said
}

/// The message arguments of a field. Durations lose the unit in their names: `ready_after_s` becomes `ready`.
fn arguments(plan: &Plan, name: &'static str, field: Meaning) -> Vec<(&'static str, Value)> {
    let value = match field {
        Meaning::Number(n) => n.into(),
        Meaning::Ordinal(n) => (n + 1).into(),
        Meaning::Seconds(n) | Meaning::Limit(n) => return vec![(bare(name), secs(n).into())],
        Meaning::Flag(flag) => yes(flag),
        Meaning::Word(word) => word.into(),
        Meaning::Spare(n) => spare(n),
        Meaning::Node(id) => id.into(),
        Meaning::Zone(id) => Subject::Zone(id).into(),
        Meaning::Workload(id) => Subject::Workload(id).into(),
        Meaning::Upgrade(change, target) => node_change(change, version(plan, target)).into(),
        Meaning::Override(why) => why.name().into(),
        Meaning::Phase(phase) => phase.name().into(),
        Meaning::Refusal(why) => Phrase::new(why.key()).into(),
        Meaning::WhyNot(why) => why_not(plan, why),
        Meaning::Entry(entry) => return vec![("command", command(plan, entry).into())],
        Meaning::Work(entry) => return vec![("command", of_control_plane(plan, entry).into())],
        Meaning::Volume(no) => {
            let volume = plan.volumes.get(no as usize);
            volume.map_or("", |volume| &volume.name).into()
        }
        Meaning::Exclusion(no) => {
            let one = plan.maintenance.exclusions.get(no as usize);
            let (name, scope) = one.map_or(("", ""), |one| (&one.name, one.scope.name()));
            return vec![("name", name.into()), ("scope", scope.into())];
        }
        Meaning::Blocker(by) => {
            // The blocker's own numbers beside its phrase.
            let phrase = blocker(plan, by);
            let mut all = vec![("blocker", phrase.clone().into()), ("kind", "held".into())];
            all.extend(phrase.args);
            return all;
        }
        Meaning::NoScaleUp(why) => Phrase::new(why.key()).into(),
        Meaning::Stays(why) => Phrase::new(why.key()).into(),
        Meaning::Blocking(pod) => match pod.checked_sub(1) {
            Some(pod) => PodId(pod).into(),
            None => return Vec::new(),
        },
        Meaning::ScaleUpError(why) => Phrase::new(why.key()).into(),
        Meaning::Filter(number) => gke::filter(number).message.into(),
        Meaning::Group(id) => {
            let group = plan.groups.get(id);
            let places = group.map(|group| [Subject::Pool(group.pool), Subject::Zone(group.zone)]);
            let places = places.into_iter().flatten();
            return ["pool", "zone"].into_iter().zip(places.map(Value::from)).collect();
        }
        Meaning::Hidden(_)
        | Meaning::Scaled(_)
        | Meaning::Template(_)
        | Meaning::NodeChange(_)
        | Meaning::AtLimit(_)
        | Meaning::Ending(_)
        | Meaning::Failure(_) => return Vec::new(),
    };
    vec![(name, value)]
}

fn bare(name: &'static str) -> &'static str {
    let name = name.strip_suffix("_s").unwrap_or(name);
    name.strip_suffix("_after").unwrap_or(name)
}

pub fn blocker(plan: &Plan, by: Blocker) -> Phrase {
    let args = by.fields().into_iter().map(|(name, field)| match field {
        BlockerField::Number(n) => (name, n.into()),
        BlockerField::Seconds(n) => (bare(name), secs(n).into()),
        BlockerField::Quota(index) => {
            let quota = plan.quotas.get(index as usize);
            (name, quota.map_or("?", |quota| &quota.name).into())
        }
        BlockerField::Filter(filter) => ("reason", filter.message.into()),
        BlockerField::Subject(subject) => (name, subject.into()),
    });
    Phrase { key: by.key(), args: args.collect() }
}

fn version(plan: &Plan, template: TemplateId) -> Option<Version> {
    plan.templates.get(template).and_then(|template| template.version)
}

/// What changes: the version, or another setting that recreates every node (SU-04).
pub fn node_change(change: NodeChange, version: Option<Version>) -> Phrase {
    let phrase = Phrase::new(change.key());
    if change == NodeChange::Version { phrase.with("to", to(version)) } else { phrase }
}

fn to(version: Option<Version>) -> Value {
    version.map_or_else(
        || Value::from(""),
        |version| Value::from(Phrase::new("command-to").with("version", version.to_string())),
    )
}

/// The effect of a script entry on the control plane.
fn of_control_plane(plan: &Plan, entry: u32) -> Phrase {
    let entry = plan.script.get(entry as usize);
    let version = match entry.map(|entry| &entry.command) {
        Some(Command::UpgradeControlPlane { version, .. } | Command::Step { version, .. }) => {
            version
        }
        Some(Command::RecreateControlPlane { repair: true }) => return Phrase::new("work-repair"),
        _ => return Phrase::new("work-disruption"),
    };
    Phrase::new("work-upgrade").with("version", version.to_string())
}

/// The command of a script entry.
pub fn command(plan: &Plan, entry: u32) -> Phrase {
    let say = Phrase::new;
    let pool = |id| Value::from(Subject::Pool(id));
    let named = |node| match node {
        NodeRef::Start(id) => Value::from(Subject::Node(id)),
        NodeRef::Made { .. } => plan.name_in_script(node).into(),
    };
    let Some(entry) = plan.script.get(entry as usize) else {
        return say("command-unknown");
    };
    match &entry.command {
        Command::Upgrade { pool: id, version, change: NodeChange::Version, automatic } => {
            say(if *automatic { "command-upgrade-automatic" } else { "command-upgrade" })
                .with("pool", pool(*id))
                .with("to", to(*version))
        }
        Command::Upgrade { pool: id, change, automatic, .. } => say("command-change")
            .with("pool", pool(*id))
            .with("automatic", yes(*automatic))
            .with("change", node_change(*change, None)),
        Command::Cancel { pool: id } => say("command-cancel").with("pool", pool(*id)),
        Command::Resume { pool: id, .. } => say("command-resume").with("pool", pool(*id)),
        Command::Rollback { pool: id, respect_pdb } => {
            say(if *respect_pdb { "command-rollback-respecting" } else { "command-rollback" })
                .with("pool", pool(*id))
        }
        Command::Complete { pool: id } => say("command-complete").with("pool", pool(*id)),
        Command::SetShape { pool: id, .. } => say("command-shape").with("pool", pool(*id)),
        Command::SetReplicas { workload, replicas } => say("command-replicas")
            .with("workload", Subject::Workload(*workload))
            .with("replicas", *replicas),
        Command::Rollout { workload, revision } => say("command-rollout")
            .with("workload", Subject::Workload(*workload))
            .with("revision", plan.revision_number(*workload, *revision)),
        Command::SetBehaviour { workload, image_pull, shutdown, fails_upgraded } => {
            say("command-behaviour")
                .with("workload", Subject::Workload(*workload))
                .with("parts", behaviour(*image_pull, *shutdown, *fails_upgraded))
        }
        Command::SetBudget { budget, limit } => say("command-budget")
            .with("budget", Subject::Budget(*budget))
            .with("limit", Phrase::limit(*limit)),
        Command::UpgradeControlPlane { version, automatic } => say("command-control-plane")
            .with("version", version.to_string())
            .with("automatic", yes(*automatic)),
        Command::RecreateControlPlane { repair: true } => say("command-repair-control-plane"),
        Command::RecreateControlPlane { repair: false } => say("command-disrupt-control-plane"),
        Command::Target { version } => say("command-target").with("version", version.to_string()),
        Command::Step { version, .. } => say("command-step").with("version", version.to_string()),
        Command::Missing => say("command-missing"),
        Command::Cordon { node } => say("command-cordon").with("node", named(*node)),
        Command::Uncordon { node } => say("command-uncordon").with("node", named(*node)),
        Command::Drain { node, .. } => say("command-drain").with("node", named(*node)),
        Command::Reservation { pool: id, machines } => {
            say("command-reservation").with("pool", pool(*id)).with("machines", spare(*machines))
        }
        Command::SetStrategy { pool: id, .. } => say("command-settings").with("pool", pool(*id)),
        Command::Resize { pool: id, nodes } => {
            say("command-resize").with("pool", pool(*id)).with("nodes", *nodes)
        }
        Command::Fail { node, why } => say(match why {
            Failure::Kubelet => "command-fail",
            Failure::Disk => "command-fail-disk",
        })
        .with("node", named(*node)),
        Command::HostEvent { node } => say("command-host-event").with("node", named(*node)),
        Command::Preempt { node } => say("command-preempt").with("node", named(*node)),
        Command::Quota { spare: n } => say("command-quota").with("spare", spare(*n)),
        Command::Stockout { zone, on } => {
            say(if *on { "command-stockout" } else { "command-in-stock" })
                .with("zone", Subject::Zone(*zone))
        }
    }
}

fn behaviour(
    image_pull: Option<SimSpan>,
    shutdown: Option<Shutdown>,
    fails_upgraded: Option<bool>,
) -> Vec<Phrase> {
    let say = Phrase::new;
    let pull = image_pull.map(|pull| say("behaviour-pull").with("pull", pull));
    let shutdown = shutdown.map(|shutdown| match shutdown {
        Shutdown::After(span) => say("behaviour-shutdown").with("shutdown", span),
        Shutdown::AtTheEndOfGrace => say("behaviour-ignores"),
    });
    let fails = fails_upgraded.map(|fails| match fails {
        true => say("behaviour-fails"),
        false => say("behaviour-works"),
    });
    [pull, shutdown, fails].into_iter().flatten().collect()
}

/// Every reason, with GKE's code if it has one (BS-16).
fn why_not(plan: &Plan, why: WhyNot) -> Value {
    let say = Phrase::new;
    Value::from(match why {
        WhyNot::Policy(waits) if !waits.is_for_window() => {
            let codes = gke::waits(plan, &waits);
            let all = codes.iter().map(|code| say("whynot-code").with("code", code.as_str()));
            return Value::from(all.collect::<Vec<Phrase>>());
        }
        WhyNot::Policy(_) => say("whynot-window"),
        WhyNot::ControlPlane => say("whynot-control-plane"),
        WhyNot::AnotherRun => say("whynot-another-run"),
        WhyNot::OldNodes(pool) => say("whynot-old-nodes").with("pool", Subject::Pool(pool)),
        WhyNot::Busy => say("whynot-busy"),
    })
}
