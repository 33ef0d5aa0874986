//! Maintenance policies: what they open, what GKE says of them, and what may start at an instant.

use std::collections::BTreeSet;

use base::SimTime;
use model::maintenance::{ClusterPart, Override, Scope, UpgradeKind, WorkKind};
use model::script::NodeChange;
use scenario::calendar::{
    self, Edition, Policy, PolicyContext, ReadingContext, Span, available, compile, policy, span,
    verdict,
};
use scenario::diagnostic::Diagnostics;
use scenario::document::{self, MaintenancePolicy};
use scenario::instant;
use scenario::json::Json;
use serde_json::{Map, Value, json};

use super::{Oracle, list, same, text};

const DAY: i64 = 86_400;

/// Rulebook: MW-13, MW-15, MX-22 … MX-27, MX-31, BS-23 … BS-25, AM-23 … AM-25, AM-52, AM-86 … AM-89.
#[test]
fn conformance_gke_windows() {
    Oracle::load("gke_windows").ask(|case| {
        let expect = &case["expect"];
        let written = read(case)?;
        let horizon = Span::new(secs(&case["horizon"]["start"]), secs(&case["horizon"]["end"]));
        let now = horizon.from;
        let end_of_support = match &case["endOfLife"] {
            Value::Null => None,
            end => Some(secs(end)),
        };
        let setting = |edition| PolicyContext {
            edition,
            now,
            in_channel: case["releaseChannel"] != "UNSPECIFIED",
            end_of_support,
        };
        let errors = |edition| {
            let mut out = Diagnostics::default();
            calendar::check(&written, setting(edition), "", &mut out);
            // A rule that only explains another one (AM-…) is not a violation.
            let all = out.finish();
            let ids = all.iter().filter(|one| one.is_error());
            let ids = ids.filter_map(|one| one.rules.first().copied());
            ids.map(str::to_owned).collect::<BTreeSet<String>>()
        };
        let around = ReadingContext { now, end_of_support };
        if let Some(error) = expect["window_error"].as_object() {
            let theirs = BTreeSet::from([text(&error["rule"]).to_owned()]);
            return same("window error", errors(Edition::Y2025), theirs);
        }
        same("errors of edition 2025", errors(Edition::Y2025), rules(&expect["errors_seed"]))?;
        same("errors of edition 2026", errors(Edition::Y2026), rules(&expect["errors_current"]))?;
        if expect["window_intervals"].is_null() {
            return Ok(());
        }
        let understood = policy::read(&written, around, "", &mut Diagnostics::default());
        let understood = understood.ok_or("it was not understood")?;
        answers(&understood, horizon, expect)
    });
}

fn answers(policy: &Policy, horizon: Span, expect: &Value) -> Result<(), String> {
    let now = horizon.from;
    let windows = policy.window.openings(horizon).map_err(|_| "too many")?;
    same("window intervals", intervals(&windows), pairs(&expect["window_intervals"]))?;
    let open = span::without(&windows, &policy.frozen());
    let theirs = match &expect["open_intervals"] {
        Value::Null => &expect["window_intervals"],
        theirs => theirs,
    };
    same("open intervals", intervals(&open), pairs(theirs))?;
    let at_start = open.iter().any(|one| one.contains(now));
    same("open at start", at_start, expect["open_at_start"] == json!(true))?;
    let next = open.iter().map(|one| one.from).filter(|from| *from > now);
    let next: Vec<String> = next.take(5).map(said).collect();
    let theirs = list(&expect["next_openings"]).iter();
    let theirs: Vec<String> = theirs.map(|at| text(at).to_owned()).collect();
    same("next openings", next, theirs)?;
    for (days, field) in [(32, "min_available_s_32d"), (92, "min_available_s_92d")] {
        if let Some(theirs) = expect[field].as_i64() {
            let pieces = available::pieces(&policy.window, &policy.frozen(), now, days);
            let pieces = pieces.map_err(|_| "too many")?;
            same(field, available::worst(&pieces, now, days).open, theirs)?;
            let both = verdict::Available::of(policy, now, days).map_err(|_| "too many")?;
            same(field, both.with_exclusions.open, theirs)?;
        }
    }
    Ok(())
}

/// Rulebook: MW-02, MX-05 … MX-20, MR-01 … MR-13, BS-03, BS-16, BS-19, AM-23, AM-28, AM-30, AM-71.
#[test]
fn conformance_gke_decisions() {
    Oracle::load("gke_decisions").ask(|case| {
        let at = secs(&case["at"]);
        let written = read(case)?;
        let around = ReadingContext { now: at, end_of_support: None };
        let understood = policy::read(&written, around, "", &mut Diagnostics::default());
        let understood = understood.ok_or("it was not understood")?;
        let within = Span::new(at, at + 400 * DAY);
        let calendar = compile::maintenance(&understood, 0, within).map_err(|_| "too many")?;
        let work = work(text(&case["change"]))?;
        let at = SimTime::from_secs(at);
        let blockers = calendar.blockers(at, work, None);
        let expect = &case["expect"];
        let mut names = BTreeSet::new();
        let mut reasons = BTreeSet::new();
        if blockers.window {
            names.insert("MAINTENANCE_WINDOW".to_owned());
        }
        for no in blockers.exclusions() {
            names.insert(calendar.exclusions[no].name.clone());
        }
        reasons.extend(calendar.paused_reasons(blockers).map(str::to_owned));
        same("blockers", names, strings(&expect["blockers"]))?;
        same("paused reasons", reasons, strings(&expect["paused_reasons"]))?;
        same("allowed", blockers.none(), expect["allowed"] == json!(true))?;
        // Exclusions are known for longer than the 400 days that are asked about.
        let last = SimTime::from_secs(within.to);
        let next = calendar.next_start(at, work).filter(|next| *next <= last);
        let next = next.map(|next| said(next.ms() / 1000));
        same("next start", next, expect["next_start"].as_str().map(str::to_owned))
    });
}

fn work(change: &str) -> Result<WorkKind, String> {
    use {ClusterPart::*, UpgradeKind::*};
    Ok(match change {
        "CP_MINOR_UPGRADE" => WorkKind::Automatic(ControlPlane, Minor),
        "CP_PATCH_UPGRADE" => WorkKind::Automatic(ControlPlane, Patch),
        "NODE_MINOR_UPGRADE" => WorkKind::Automatic(Nodes, Minor),
        "NODE_PATCH_UPGRADE" => WorkKind::Automatic(Nodes, Patch),
        "CP_VM_DISRUPTION" => WorkKind::Automatic(ControlPlane, Disruption),
        "NODE_VM_DISRUPTION" => WorkKind::Automatic(Nodes, Disruption),
        "ROTATE_CP_IP" => WorkKind::Configuration(NodeChange::IpRotation),
        "ROTATE_CP_CREDENTIALS" => WorkKind::Configuration(NodeChange::CredentialRotation),
        "CONFIGURE_SHIELDED_NODES" => WorkKind::Configuration(NodeChange::ShieldedNodes),
        "CONFIGURE_NETWORK_POLICY" => WorkKind::Configuration(NodeChange::NetworkPolicy),
        "CONFIGURE_INTRANODE_VISIBILITY" => {
            WorkKind::Configuration(NodeChange::IntranodeVisibility)
        }
        "CONFIGURE_NODE_LOCAL_DNS" => WorkKind::Configuration(NodeChange::NodeLocalDns),
        "CHANGE_MACHINE_TYPE" => WorkKind::Configuration(NodeChange::MachineType),
        "CHANGE_IMAGE_TYPE" => WorkKind::Configuration(NodeChange::ImageType),
        "ENABLE_IMAGE_STREAMING" => WorkKind::Configuration(NodeChange::ImageStreaming),
        "ENABLE_GVNIC" => WorkKind::Configuration(NodeChange::Gvnic),
        "CHANGE_NODE_SYSTEM_CONFIG" => WorkKind::Configuration(NodeChange::NodeSystemConfig),
        "ENABLE_CONFIDENTIAL_NODES" => WorkKind::Configuration(NodeChange::ConfidentialNodes),
        "UPDATE_NODE_LABELS" => WorkKind::Labels,
        "CP_REPAIR" => WorkKind::ControlPlaneRepair,
        "NODE_AUTO_REPAIR" => WorkKind::NodeRepair,
        "HOST_EVENT" => WorkKind::HostEvent,
        "EMERGENCY_UPGRADE" => WorkKind::Override(Override::Emergency),
        "CRITICAL_SECURITY_PATCH" => WorkKind::Override(Override::CriticalPatch),
        "END_OF_SUPPORT_UPGRADE" => WorkKind::Override(Override::EndOfSupport),
        "AUTOSCALER_SCALE_UP" | "AUTOSCALER_SCALE_DOWN" => WorkKind::Autoscaling,
        "MANUAL_CP_MINOR_UPGRADE"
        | "MANUAL_CP_PATCH_UPGRADE"
        | "MANUAL_NODE_MINOR_UPGRADE"
        | "MANUAL_NODE_PATCH_UPGRADE"
        | "APPLY_WAITING_CHANGE_NOW" => WorkKind::Manual,
        other => return Err(format!("no change {other}")),
    })
}

/// The six cells of each scope, as the page about them shows them (MX-05 … MX-10).
#[test]
fn the_table_of_scopes() {
    use {ClusterPart::*, UpgradeKind::*};
    let mut table = String::new();
    for (name, scope) in Scope::NAMES {
        let cells = [ControlPlane, Nodes].map(|part| {
            [Minor, Patch, Disruption].map(|kind| match scope.blocks(part, kind) {
                true => "No",
                false => "Yes",
            })
        });
        table.push_str(&format!("{name}: {}\n", cells.concat().join(" ")));
    }
    expect_test::expect![[r#"
        NO_UPGRADES: No No No No No No
        NO_MINOR_UPGRADES: No Yes Yes No Yes Yes
        NO_MINOR_OR_NODE_UPGRADES: No Yes Yes No No No
    "#]]
    .assert_eq(&table);
}

/// The policy of a case, in the form of the API.
pub(super) fn policy_of(case: &Value) -> Value {
    let mut window = Map::new();
    for field in ["dailyMaintenanceWindow", "recurringWindow"] {
        if !case[field].is_null() {
            window.insert(field.to_owned(), case[field].clone());
        }
    }
    let mut exclusions = Map::new();
    for (at, one) in list(&case["exclusions"]).iter().enumerate() {
        let mut options = Map::new();
        for field in ["scope", "endTimeBehavior"] {
            if !one[field].is_null() {
                options.insert(field.to_owned(), one[field].clone());
            }
        }
        let mut own = Map::new();
        for field in ["startTime", "endTime", "recurrence"] {
            if !one[field].is_null() {
                own.insert(field.to_owned(), one[field].clone());
            }
        }
        own.insert("maintenanceExclusionOptions".to_owned(), options.into());
        // Names of the API are unique.
        let name = text(&one["name"]);
        let name = match exclusions.contains_key(name) || name.is_empty() {
            true => format!("{name}-{at}"),
            false => name.to_owned(),
        };
        exclusions.insert(name, own.into());
    }
    window.insert("maintenanceExclusions".to_owned(), exclusions.into());
    let mut policy = Map::new();
    policy.insert("window".to_owned(), window.into());
    if !case["disruptionBudget"].is_null() {
        policy.insert("disruptionBudget".to_owned(), case["disruptionBudget"].clone());
    }
    policy.into()
}

fn read(case: &Value) -> Result<MaintenancePolicy, String> {
    let json = Json::parse(&policy_of(case).to_string()).map_err(|error| format!("{error:?}"))?;
    let (policy, wrong) = document::read::<MaintenancePolicy>(&json);
    match (policy, wrong.first()) {
        (Some(policy), None) => Ok(policy),
        (_, wrong) => Err(format!("{wrong:?}")),
    }
}

fn rules(errors: &Value) -> BTreeSet<String> {
    let all = list(errors).iter();
    all.map(|one| text(&one["rule"]).to_owned()).collect()
}

fn strings(all: &Value) -> BTreeSet<String> {
    list(all).iter().map(|one| text(one).to_owned()).collect()
}

fn secs(at: &Value) -> i64 {
    instant::parse(text(at)).map_or(0, |ms| ms.div_euclid(1000))
}

fn said(secs: i64) -> String {
    instant::format(secs * 1000)
}

fn intervals(spans: &[Span]) -> Vec<[String; 2]> {
    let all = spans.iter();
    all.map(|span| [said(span.from), said(span.to)]).collect()
}

fn pairs(all: &Value) -> Vec<[String; 2]> {
    let all = list(all).iter();
    all.map(|pair| [said(secs(&pair[0])), said(secs(&pair[1]))]).collect()
}
