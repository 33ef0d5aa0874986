//! A node pool, as the container API describes it.

mod blue_green;

pub(super) use blue_green::{autoscaled_before, replaced_policy};

use super::values::{map, part, texts, version};
use crate::document::cluster::{Enabled, MaxPods};
use crate::document::pool::{
    Accelerator, Management, NodeConfig, NodeDrainConfig, PoolAutoscaling, Taint,
    effect_of_kubernetes,
};
use crate::document::{Document, Pool, UpgradeSettings};
use crate::import::configured::zones_of;
use crate::import::found::FileNotes;
use crate::import::gke::shape::{Config, Drain, Top, Upgrade};
use crate::import::kubectl::object::Taint as FoundTaint;
use crate::import::loose::{Int, Text};
use crate::import::notes;
use crate::import::subject::Subject;
use crate::primitive::Number;
use crate::units::Duration;
use model::RunKind;

pub(super) fn pool(top: Top, file: usize, document: &Document, desk: &mut FileNotes) -> Pool {
    let name = top.name.0.clone();
    if top
        .update_info
        .0
        .as_ref()
        .is_some_and(|info| info.get("blueGreenInfo").is_some())
    {
        desk.pool(file, notes::UPDATE_INFO, &name);
    }
    let autoscaling = top
        .autoscaling
        .0
        .as_ref()
        .map(|json| part::<PoolAutoscaling>(Some(json)));
    let autoscaling = autoscaling.filter(|autoscaling| *autoscaling != PoolAutoscaling::default());
    let mut locations = texts(&top.locations);
    if locations.is_empty() {
        locations = zones_of_groups(&top);
    }
    // What configuration asks for: a description of a pool has its zones.
    if locations.is_empty()
        && document.cluster.locations.is_empty()
        && let Some(place) = top.location.some()
    {
        locations = zones_of(place);
        if locations.len() > 1 {
            desk.pool(file, notes::THREE_ZONES, &name);
        }
    }
    if locations.is_empty() && document.cluster.locations.is_empty() {
        let place = match &*document.cluster.location {
            "" => "zone-a",
            place => place,
        };
        locations.extend(zones_of(place).into_iter().take(1));
        desk.pool(file, notes::POOL_ZONE, &name);
    }
    let config = top.config.map(|found| config(found, file, desk));
    let config = config.unwrap_or_default();
    let pool = Pool {
        version: version(&top.version, file, desk),
        // Zero values are left out by the API (AM-85).
        initial_node_count: Some(top.initial_node_count.count().map_or(0, i64::from)),
        locations,
        config,
        autoscaling,
        // The API leaves out what is off.
        management: top
            .management
            .as_ref()
            .map_or_else(Management::default, |management| Management {
                auto_upgrade: Some(management.auto_upgrade.0),
                auto_repair: Some(management.auto_repair.0),
            }),
        max_pods_constraint: MaxPods {
            max_pods_per_node: top.max_pods.max_pods.0,
        },
        upgrade_settings: top
            .upgrade
            .map(|settings| upgrade(settings, &name, file, desk)),
        node_drain_config: drain(&top.drain, file, desk),
        queued_provisioning: Enabled {
            enabled: top.queued.enabled.0,
        },
        name,
        ..Pool::default()
    };
    for said in kept(&pool) {
        desk.about(file, notes::NOT_SIMULATED, said, Subject::pool(&pool.name));
    }
    pool
}

/// What of a pool no run follows yet.
pub(super) fn kept(pool: &Pool) -> Vec<String> {
    let name = &pool.name;
    let mut all = Vec::new();
    let scaling = pool.autoscaling.as_ref();
    if scaling.is_some_and(|scaling| scaling.enabled) {
        all.push(format!("autoscaling of {name}"));
    }
    if pool.is_autoscaled() {
        all.push(format!("autoscaled BLUE_GREEN upgrades of {name}"));
    }
    // Other nodes than these are not seen to end.
    let ends = pool.config.flex_start || pool.queued_provisioning.enabled;
    if pool.config.max_run_duration.is_some() && !ends {
        all.push(format!("maxRunDuration of {name}"));
    }
    all
}

/// The zones in the links of a pool's instance groups, else in its own link.
fn zones_of_groups(pool: &Top) -> Vec<String> {
    let zone = |link: &str| {
        let zone = link.split("/zones/").nth(1)?.split('/').next()?;
        (!zone.is_empty()).then(|| zone.to_owned())
    };
    let mut zones: Vec<String> = pool.groups.iter().filter_map(|link| zone(link)).collect();
    if zones.is_empty() {
        zones.extend(zone(&pool.self_link));
    }
    let mut seen = base::Set::new();
    zones.retain(|zone| seen.insert(zone.clone()));
    zones
}

fn config(config: Config, file: usize, desk: &mut FileNotes) -> NodeConfig {
    NodeConfig {
        machine_type: config.machine_type.0,
        spot: config.spot.0,
        preemptible: config.preemptible.0,
        flex_start: config.flex_start.0,
        max_run_duration: duration(&config.max_run, file, desk),
        labels: map(&config.labels),
        taints: taints(&config.taints),
        image_type: config.image_type.0,
        disk_size_gb: config.disk_size.0,
        disk_type: config.disk_type.0,
        accelerators: config
            .accelerators
            .iter()
            .map(|accelerator| Accelerator {
                accelerator_count: accelerator.count.0,
                accelerator_type: accelerator.kind.0.clone(),
            })
            .collect(),
        reservation_affinity: config.reservation.0.unwrap_or_default(),
    }
}

pub(super) fn taints(list: &[FoundTaint]) -> Vec<Taint> {
    list.iter()
        .filter(|taint| !taint.key.is_empty())
        .map(|taint| Taint {
            key: taint.key.0.clone(),
            value: taint.value.0.clone(),
            effect: effect_of_kubernetes(&taint.effect).to_owned(),
        })
        .collect()
}

fn upgrade(settings: Upgrade, pool: &str, file: usize, desk: &mut FileNotes) -> UpgradeSettings {
    match (settings.max_surge.0, settings.max_unavailable.0) {
        (Some(surge), None) => {
            let said = format_args!("{pool} ({surge} + 0)");
            desk.about(file, notes::ZERO_VALUES, said, Subject::pool(pool));
        }
        (None, Some(unavailable)) => {
            let said = format_args!("{pool} (0 + {unavailable})");
            desk.about(file, notes::ZERO_VALUES, said, Subject::pool(pool));
        }
        (Some(_), Some(_)) | (None, None) => {}
    }
    // Two zeros are what Terraform's state has where nothing is set; of a surge pool they would be an error.
    let other = RunKind::named(&settings.strategy).is_some_and(|kind| kind != RunKind::Surge);
    let unset = other
        && [&settings.max_surge, &settings.max_unavailable].map(|number| number.0) == [Some(0); 2];
    let number = |value: Int| value.0.map(Number::Int).filter(|_| !unset);
    UpgradeSettings {
        strategy: match &*settings.strategy {
            "NODE_POOL_UPDATE_STRATEGY_UNSPECIFIED" => String::new(),
            strategy => strategy.to_owned(),
        },
        max_surge: number(settings.max_surge),
        max_unavailable: number(settings.max_unavailable),
        blue_green_settings: (settings.blue_green.0)
            .and_then(|json| blue_green::settings(json, file, desk)),
    }
}

fn drain(drain: &Drain, file: usize, desk: &mut FileNotes) -> NodeDrainConfig {
    NodeDrainConfig {
        pdb_timeout_duration: duration(&drain.pdb_timeout, file, desk),
        grace_termination_duration: duration(&drain.grace, file, desk),
        respect_pdb_during_node_pool_deletion: drain.respect.0,
    }
}

fn duration(text: &Text, file: usize, desk: &mut FileNotes) -> Option<Duration> {
    let text = text.some()?;
    let duration = Duration::typed(text);
    if duration.is_none() {
        desk.note(file, notes::TIMES, text);
    }
    duration
}
