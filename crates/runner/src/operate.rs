//! Adds an operation to the scenario's script, and finds the instant at which an entry acts.

use base::{PoolId, SimSpan, SimTime, WorkloadId};
use model::script::{Failure, Shutdown};
use model::{Command, NodeRef, Plan, Version};
use scenario::edit::Edit;
use scenario::json::Json;
use scenario::units::{At, Duration};
use trace::{Change, Trace};

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
        Command::Resume { pool: id, .. } => of_pool("resume", *id)?,
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
        | Command::Rollout { .. }
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
        let originals = plan.workloads.values().filter(|other| other.revision == 0);
        let called = originals.filter(|other| other.name == mine.name);
        let count = called.filter(|other| wide || other.namespace == mine.namespace);
        count.count() == 1
    };
    if same(true) {
        return Some(mine.name.clone());
    }
    same(false).then(|| format!("{}/{}", mine.namespace, mine.name))
}

/// When the item with that position in the script acts in this run; an upgrade that waits in a queue or for a window acts when it starts.
/// `None` if it doesn't act, or can't be read.
pub fn acts_at(no: usize, item: &Json, trace: &Trace) -> Option<SimTime> {
    let plan = trace.plan();
    let own =
        |entry: u32| plan.script.get(entry as usize).filter(|entry| entry.item as usize == no);
    let given = trace.records().find_map(|(row, record)| match record.change {
        Change::Commanded { entry } => Some((row, record, own(entry)?)),
        _ => None,
    });
    let Some((row, given, entry)) = given else {
        // Commands don't open or close the window, and the run may end before others.
        let at = match item.get("at").filter(|_| item.get("after").or(item.get("phase")).is_none())
        {
            Some(Json::Text(text)) => At::parse(text),
            Some(Json::Int(ms)) => Some(At::Offset(*ms)),
            _ => None,
        };
        return Some(SimTime::from_ms(at?.since(plan.start_unix_ms)));
    };
    let version = item.get("version").and_then(Json::text).and_then(Version::parse);
    let later = trace.rows_of(given.subject).into_iter().filter(|no| *no > row);
    let begins = later.filter_map(|no| trace.record(no)).find(|record| match record.change {
        Change::Refused { .. } => record.cause == Some(row),
        Change::ControlPlaneStarted { entry } => own(entry).is_some(),
        Change::UpgradeStarted { target, change, .. } => {
            let asked =
                matches!(entry.command, Command::Upgrade { change: asked, .. } if asked == change);
            let brings = plan.templates.get(target).and_then(|one| one.version);
            asked && (version.is_none() || version == brings)
        }
        _ => false,
    });
    Some(begins.map_or(given.at, |record| match record.change {
        Change::Refused { .. } => given.at,
        _ => record.at,
    }))
}

/// Reads a typed duration; `None` if invalid or zero.
pub fn typed_span(text: &str) -> Option<SimSpan> {
    let lasts = Duration::typed(text).filter(|duration| duration.0 > 0)?;
    Some(lasts.span())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Session;
    use expect_test::expect;

    /// When each item of a script acts; the window opens every day at 03:00.
    fn check(script: &str) -> String {
        let text = format!(
            r#"{{"version":1,"start":"2026-03-02T00:00:00Z","cluster":{{"location":"us-central1-a","currentMasterVersion":"1.33.5-gke.1000000",
            "maintenancePolicy":{{"window":{{"dailyMaintenanceWindow":{{"startTime":"03:00"}}}}}}}},
            "pools":[{{"name":"a","version":"1.32.9-gke.1000000","initialNodeCount":1}},{{"name":"b","version":"1.32.9-gke.1000000","initialNodeCount":1}}],
            "script":[{script}]}}"#
        );
        let session = Session::new(&text, None).expect("it runs");
        let mut trace = session.trace();
        session.finish(|chunk| trace.push(chunk));
        let json = Json::parse(&text).expect("JSON");
        let items = json.get("script").map_or(&[][..], Json::items).iter().enumerate();
        let at = items.map(|(no, item)| acts_at(no, item, &trace).map(|at| at.to_string()));
        at.map(|at| at.unwrap_or_else(|| "never".to_owned())).collect::<Vec<_>>().join("\n")
    }

    const TO: &str = r#""version":"1.33.5-gke.1000000""#;

    #[test]
    fn of_several_items_of_a_pool_that_wait_each_has_its_own_instant() {
        let first = format!(r#"{{"at":"0s","do":"upgrade","pool":"a",{TO}}}"#);
        let after =
            |item: usize, more: &str| format!(r#"{{"after":{item},"at":"10m","pool":"a",{more}}}"#);
        let disruption = r#""do":"upgrade","change":"vmDisruption""#;
        let items = [
            first,
            after(0, disruption),
            after(1, disruption),
            r#"{"after":2,"do":"cordon","node":"b-a-1"}"#.to_owned(),
            r#"{"at":"20h","do":"close"}"#.to_owned(),
        ];
        expect![[r#"
            +00:00:00
            +03:00:00
            +03:13:31
            +03:17:02
            +20:00:00"#]]
        .assert_eq(&check(&items.join(",")));
    }

    #[test]
    fn an_item_that_waits_for_its_turn_or_a_window_acts_when_it_starts() {
        let items = [
            format!(r#"{{"at":"0s","do":"upgrade","pool":"a","automatic":true,{TO}}}"#),
            r#"{"at":"1m","do":"upgrade","pool":"a","automatic":true,"change":"credentialRotation"}"#.to_owned(),
            format!(r#"{{"at":"0s","do":"upgrade","pool":"b","automatic":true,{TO}}}"#),
            r#"{"at":"1h","do":"rollback","pool":"b"}"#.to_owned(),
        ];
        expect![[r#"
            +03:03:31
            +03:00:00
            +03:07:02
            +01:00:00"#]]
        .assert_eq(&check(&items.join(",")));
    }
}
