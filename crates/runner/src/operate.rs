//! Adds an operation to the scenario's script, and finds the instant at which an entry acts.

use base::{PoolId, SimSpan, SimTime, WorkloadId};
use model::pool::Phase;
use model::script::{Failure, Shutdown};
use model::{Command, NodeRef, Plan};
use scenario::edit::Edit;
use scenario::json::Json;
use scenario::units::{At, Duration};
use trace::{Change, Subject, Trace};

/// The edit that adds a command at an instant, after the script's entries of that instant. `None` if the script can't name it.
pub fn operate(plan: &Plan, command: &Command, at: SimTime) -> Option<Edit> {
    let at = Duration::from_secs(at.ms().max(0) / 1000);
    let mut entry = vec![("at".to_owned(), Json::Text(at.to_string()))];
    let fields = fields(plan, command)?.into_iter();
    entry.extend(fields.map(|(name, value)| (name.to_owned(), value)));
    Some(Edit::Append("/script".to_owned(), Json::Object(entry)))
}

type Fields = Vec<(&'static str, Json)>;

fn fields(plan: &Plan, command: &Command) -> Option<Fields> {
    let verb = |verb: &str| ("do", Json::from(verb));
    let pool = |id: PoolId| Some(("pool", Json::Text(plan.pools.get(id)?.name.clone())));
    let of_pool = |name: &str, id: PoolId| Some(vec![verb(name), pool(id)?]);
    let of_node = |name: &str, node: NodeRef| {
        vec![verb(name), ("node", Json::Text(plan.name_in_script(node)))]
    };
    Some(match command {
        Command::Upgrade { pool: id, version, .. } => {
            let mut entry = of_pool("upgrade", *id)?;
            entry.extend(version.map(|to| ("version", Json::Text(to.to_string()))));
            entry
        }
        Command::Cancel { pool: id } => of_pool("cancel", *id)?,
        Command::Resume { pool: id } => of_pool("resume", *id)?,
        Command::Rollback { pool: id, respect_pdb } => {
            let mut entry = of_pool("rollback", *id)?;
            if *respect_pdb {
                entry.push(("respectPdb", Json::Bool(true)));
            }
            entry
        }
        Command::Complete { pool: id } => of_pool("complete", *id)?,
        Command::Quota { spare } => {
            let spare = spare.map(|spare| ("spareNodes", Json::Int(spare.into())));
            [verb("quota")].into_iter().chain(spare).collect()
        }
        Command::Stockout { zone, on } => {
            let zone = plan.zones.get(*zone)?;
            let ends = (!on).then_some(("on", Json::Bool(false)));
            let entry = [verb("stockout"), ("zone", Json::Text(zone.name.clone()))];
            entry.into_iter().chain(ends).collect()
        }
        Command::Reservation { pool: id, machines } => {
            let mut entry = of_pool("reservation", *id)?;
            entry.extend(machines.map(|nodes| ("nodes", Json::Int(nodes.into()))));
            entry
        }
        Command::Preempt { node } => of_node("preempt", *node),
        Command::HostEvent { node } => of_node("hostEvent", *node),
        Command::Fail { node, why } => {
            let mut entry = of_node("fail", *node);
            if *why == Failure::Disk {
                entry.push(("reason", "disk".into()));
            }
            entry
        }
        Command::SetBehaviour { workload, .. } => {
            behaviour(command, workload_name(plan, *workload)?)?
        }
        Command::UpgradeControlPlane { .. }
        | Command::RecreateControlPlane { .. }
        | Command::Target { .. }
        | Command::Step { .. }
        | Command::SetStrategy { .. }
        | Command::SetShape { .. }
        | Command::SetReplicas { .. }
        | Command::SetBudget { .. }
        | Command::Cordon { .. }
        | Command::Uncordon { .. }
        | Command::Drain { .. }
        | Command::Resize { .. }
        | Command::Missing => return None,
    })
}

fn behaviour(command: &Command, name: String) -> Option<Fields> {
    let Command::SetBehaviour { image_pull, shutdown, fails_upgraded, .. } = command else {
        return None;
    };
    let workload = ("workload", Json::Text(name));
    if let Some(fails) = fails_upgraded {
        let works = (!fails).then_some(("on", Json::Bool(false)));
        let entry = [("do", Json::from("fail")), workload];
        return Some(entry.into_iter().chain(works).collect());
    }
    let secs = |span: SimSpan| Json::Text(format!("{}s", span.secs()));
    let mut entry = vec![("do", Json::from("set")), workload];
    entry.extend(image_pull.map(|span| ("imagePull", secs(span))));
    entry.extend(shutdown.map(|shutdown| match shutdown {
        Shutdown::AtTheEndOfGrace => ("ignoresSigterm", Json::Bool(true)),
        Shutdown::After(span) => ("shutdown", secs(span)),
    }));
    Some(entry)
}

/// `web`, or `shop/web` if several namespaces have one; `None` if that is ambiguous too.
fn workload_name(plan: &Plan, id: WorkloadId) -> Option<String> {
    let mine = plan.workloads.get(id)?;
    let same = |wide: bool| {
        let called = plan.workloads.values().filter(|other| other.name == mine.name);
        let count = called.filter(|other| wide || other.namespace == mine.namespace);
        count.count() == 1
    };
    if same(true) {
        return Some(mine.name.clone());
    }
    same(false).then(|| format!("{}/{}", mine.namespace, mine.name))
}

/// When a script entry acts in this run; `None` if it doesn't, or can't be read.
pub fn acts_at(item: &Json, trace: &Trace) -> Option<SimTime> {
    let at = match item.get("at") {
        Some(Json::Text(text)) => At::parse(text),
        Some(Json::Int(ms)) => Some(At::Offset(*ms)),
        _ => None,
    };
    let plan = trace.plan();
    let Some(phase) = item.get("phase").and_then(Json::text) else {
        let at = at?.since(plan.start_unix_ms);
        return Some(SimTime::from_ms(at));
    };
    let (phase, pool) = (Phase::named(phase)?, item.get("pool")?.text()?);
    let mut pools = plan.pools.iter();
    let (pool, _) = pools.find(|(_, one)| one.name == pool)?;
    let rows = trace.rows_of(Subject::Pool(pool)).into_iter();
    let mut records = rows.filter_map(|no| trace.record(no));
    let begun = records.find(|record| match record.change {
        Change::PhaseStarted { phase: begun, .. } => begun == phase,
        Change::RollbackStarted => phase == Phase::RollbackStarted,
        _ => false,
    })?;
    Some(begun.at + at.map_or(SimSpan::ZERO, At::after))
}

/// Reads a typed duration; `None` if invalid or zero.
pub fn typed_span(text: &str) -> Option<SimSpan> {
    let lasts = Duration::typed(text).filter(|duration| duration.0 > 0)?;
    Some(lasts.span())
}
