//! Compiles a checked document into the engine's input.

pub(crate) mod affinity;
mod autoscaling;
pub(crate) mod budgets;
mod held;
pub(crate) mod outcomes;
pub(crate) mod pods;
mod pool_shapes;
pub(crate) mod pools;
pub(crate) mod resources;
pub(crate) mod script;
pub mod strategy;
pub(crate) mod templates;
#[cfg(test)]
mod tests;
pub(crate) mod versions;
pub(crate) mod volumes;
pub(crate) mod workloads;

pub use resources::of_pod;
pub use templates::{ASSUMED_VERSION, pool_version};
pub use versions::target_version;

use std::rc::Rc;

use super::awaited::Awaited;
use super::diagnostic::Diagnostic;
use super::document::Document;
use super::resolve::Resolved;
use super::units::{Duration, Instant};
use crate::calendar::{self, Edition};
use crate::initial_nodes;
use base::{SimSpan, SimTime, muted};
use model::control_plane::{ControlPlane, Pace};
use model::plan::WellKnown;
use model::settings::{NodeOrder, Timings};
use model::{Cluster, Maintenance, Names, Plan, Version};
use script::ScriptNames;

/// The start of a run.
#[derive(Clone, Debug)]
pub struct Compiled {
    pub plan: Rc<Plan>,
    pub cluster: Cluster,
}

/// The limit of a run; by default 60 days, and 30 more for each 30 days until the last entry of its script, or until exclusions and
/// the disruption budget let its automatic work begin. In steps, so that a run with one more entry can be a branch.
fn limit(doc: &Document) -> SimTime {
    const STEP_MS: i64 = 30 * 86_400_000;
    if let Some(until) = doc.until {
        return SimTime::from_ms(until.since(doc.start_unix_ms()));
    }
    let entries = doc.script.iter().zip(Awaited::of(doc).earliest);
    let last = entries.map(|(item, at)| at.max(held::until(doc, item, at).unwrap_or(0))).max();
    SimTime::from_ms((last.unwrap_or(0).max(0) / STEP_MS + 2) * STEP_MS)
}

pub(crate) fn compile(resolved: &Resolved<'_>) -> Result<Compiled, Diagnostic> {
    let doc = resolved.doc;
    let mut symbols = resolved.symbols.clone();
    let keys = WellKnown::of(&mut symbols);
    let zones = initial_nodes::zones(doc);
    let mut pools = pools::compile(doc, &zones, &mut symbols);
    let (mut workloads, audiences) = workloads::workloads(resolved, &mut symbols)?;
    let budgets = budgets::budgets(resolved);
    let node_names = core::mem::take(&mut pools.names);
    let names = ScriptNames::new(resolved, &node_names, &zones);
    let volumes = volumes::volumes(resolved, &zones, &names.nodes, &mut workloads);
    let pods = pods::compile(resolved, &names.nodes);
    let mut script = script::compile(doc, &names);
    drop(names);
    let Some(outcomes) = outcomes::outcomes(doc, &mut script, &mut pools, &mut symbols) else {
        return Err(Diagnostic::error("limits/templates", "/pools")
            .with("shapes", outcomes::TEMPLATES)
            .with("ways", outcomes::OUTCOMES));
    };
    let by_script = Maintenance { openings: script::openings(doc), ..Maintenance::default() };
    let until = limit(doc);
    let resource_limits = autoscaling::resource_limits(doc, &mut symbols);
    let plan = Plan {
        name: doc.name.clone(),
        start_unix_ms: doc.start_unix_ms(),
        seed: doc.seed.unwrap_or(1),
        until,
        zones: pools.zones,
        quotas: pools::quotas(doc),
        pools: pools.pools,
        groups: pools.groups,
        templates: pools.templates.all,
        outcomes,
        scale_down: pods.scale_down,
        troubles: pods.troubles,
        held: pods.held,
        not_serving: pods.not_serving,
        draining_since: pools.draining_since,
        cordoned_since: pools.cordoned_since,
        not_ready: pools.not_ready,
        volumes,
        workloads,
        budgets,
        services: budgets::services(doc, resolved),
        balancing: budgets::balancing(doc),
        audiences,
        symbols,
        keys,
        names: Names { nodes: node_names, pods: pods.names, ordinals: pods.ordinals },
        switches: by_script.edges().collect(),
        maintenance: maintenance(doc, until, by_script.openings),
        pace: pace(doc),
        concurrent: concurrent(doc),
        timings: timings(doc),
        spot_grace: SimSpan::from_secs(if doc.cluster.autopilot.enabled { 25 } else { 15 }),
        pack_nodes: doc.cluster.autoscaling.autoscaling_profile == "OPTIMIZE_UTILIZATION",
        kept_nodes: pools.kept_nodes,
        long_scale_downs: calendar::compile::edition(doc) == Edition::Y2026
            && !doc.cluster.autopilot.enabled,
        resource_limits,
        script: script.into_iter().map(|(entry, _)| entry).collect(),
    };
    let cluster = Cluster {
        nodes: pools.nodes,
        pods: pods.pods,
        pools: pools.states,
        workloads: pods.states,
        ..at_start(doc, &plan)
    };
    Ok(Compiled { plan: Rc::new(plan), cluster })
}

/// The cluster at the start, without its nodes, pools, Pods and workloads.
fn at_start(doc: &Document, plan: &Plan) -> Cluster {
    Cluster {
        budgets: plan.budgets.values().map(|budget| budget.limit).collect(),
        spare: doc.cluster.spare_capacity_nodes.map(|spare| u32::try_from(spare).unwrap_or(0)),
        stockout: plan.zones.values().map(|_| false).collect(),
        control_plane: control_plane(doc),
        open: plan.maintenance.open_at(SimTime::ZERO),
        excluded: plan.maintenance.active_at(SimTime::ZERO),
        ..Cluster::default()
    }
}

/// Zonal if the location is a zone, `europe-west4-a`: then it has one replica (AM-69).
///
/// Rulebook: AM-69, BS-27. Source: Control the frequency of disruption from automatic upgrades.
fn control_plane(doc: &Document) -> ControlPlane {
    let cluster = &doc.cluster;
    let budget = &cluster.maintenance_policy.disruption_budget;
    let past = |at: Option<Instant>| {
        let at = at.map(|at| SimTime::from_ms(at.0 - doc.start_unix_ms()));
        at.filter(|at| *at <= SimTime::ZERO && !muted("BS-27"))
    };
    let (last_minor, last_of_all) = (past(budget.last_minor), past(budget.last));
    let last = cluster.location.rsplit('-').next().unwrap_or_default();
    let zonal = last.len() == 1 && !cluster.autopilot.enabled;
    ControlPlane {
        version: Version::parse(&cluster.current_master_version),
        replicas: if zonal { 1 } else { 3 },
        autopilot: cluster.autopilot.enabled,
        last_minor,
        last_patch: last_of_all.filter(|at| last_minor < Some(*at)),
        ..ControlPlane::default()
    }
}

/// The openings by the cluster's policy and the script.
fn maintenance(doc: &Document, until: SimTime, script: Vec<(SimTime, SimTime)>) -> Maintenance {
    let mut all = calendar::compile::of_document(doc, until);
    all.exclusions.extend(calendar::compile::of_pools(doc));
    let ends = calendar::compile::context(doc).end_of_support;
    let ends = ends.map(|secs| secs.saturating_mul(1000).saturating_sub(doc.start_unix_ms()));
    let master = Version::parse(&doc.cluster.current_master_version);
    all.end_of_support = ends.map(SimTime::from_ms).zip(master);
    if all.openings == [Maintenance::ALL] {
        all.openings = script;
    } else if script != [Maintenance::ALL] {
        let open = all.openings.iter();
        let both = open.flat_map(|(from, to)| {
            let script = script.iter();
            script.map(move |(opens, closes)| (*from.max(opens), *to.min(closes)))
        });
        all.openings = both.filter(|(from, to)| from < to).collect();
    }
    all
}

fn is_2026(doc: &Document) -> bool {
    calendar::compile::edition(doc) == Edition::Y2026
}

/// In edition 2025 only the steps to a target have a minimum interval (AM-27, BS-27).
fn pace(doc: &Document) -> Pace {
    let budget = &doc.cluster.maintenance_policy.disruption_budget;
    let span = |given: Option<Duration>, default| given.map_or(default, Duration::span);
    let created = doc.cluster.create_time;
    Pace {
        budget: is_2026(doc).then(|| {
            // AM-103: the nearest interval that can exist.
            let minor = span(budget.minor, Pace::MINOR).min(Pace::LONGEST);
            (minor, span(budget.patch, Pace::PATCH).min(Pace::LONGEST))
        }),
        created: created.map(|at| SimTime::from_ms(at.0 - doc.start_unix_ms())),
        notice: doc.cluster.schedule_upgrades.enabled.then_some(Pace::NOTICE),
    }
}

/// One pool at a time; in edition 2026 as many as the cluster allows (BS-01, BS-07, AM-70).
fn concurrent(doc: &Document) -> u32 {
    let most = doc.cluster.pools_at_once.max_count;
    let most = most.filter(|_| is_2026(doc));
    most.map_or(1, |most| u32::try_from(most.clamp(1, 100)).unwrap_or(1))
}

fn timings(doc: &Document) -> Timings {
    let (given, default) = (&doc.assumptions, Timings::ASSUMED);
    Timings {
        node_create: workloads::quantiles(given.node_create, default.node_create),
        node_delete: workloads::quantiles(given.node_delete, default.node_delete),
        control_plane: workloads::quantiles(given.control_plane, default.control_plane),
        cordon: workloads::quantiles(given.cordon, default.cordon),
        node_order: match given.node_order.as_str() {
            "listed" => NodeOrder::Listed,
            _ => NodeOrder::Shuffled,
        },
    }
}
