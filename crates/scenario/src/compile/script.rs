//! Compiles the script: commands in the order in which they act, and the times in which automatic work may start.

use crate::awaited::{After, Awaited};
use crate::by_name::{References, numbers, references};
use crate::document::{Budget, Document, ScriptItem};
use crate::initial_nodes::made_node;
use crate::resolve::{self, Resolved};
use crate::revisions::{self, ROLLOUT};
use crate::units::{At, Duration};
use base::{BudgetId, Map, NodeId, PoolId, SimSpan, SimTime, WorkloadId, ZoneId, muted, order};
use model::maintenance::Override;
use model::pool::Phase;
use model::script::{DrainOptions, Failure, NodeChange, Shutdown, with_steps};
use model::{Command, NodeRef, ScriptEntry, Version, WorkloadKind};
use std::cell::LazyCell;

/// What is computed when it is first asked for: most scripts name little of a large cluster.
pub(crate) type Lazily<'a, T> = LazyCell<T, Box<dyn FnOnce() -> T + 'a>>;

/// The ids of names in the script.
pub(crate) struct ScriptNames<'a> {
    pub pools: Map<&'a str, u32>,
    pub nodes: Lazily<'a, Map<&'a str, u32>>,
    pub zones: Map<&'a str, u32>,
    pub workloads: Lazily<'a, References>,
    pub budgets: Lazily<'a, References>,
    /// The entries of rollouts that have an effect, with the Deployment's id and the number of the revision.
    pub rollouts: Vec<(&'a ScriptItem, WorkloadId, u32)>,
}

impl<'a> ScriptNames<'a> {
    pub(crate) fn new(
        resolved: &'a Resolved<'a>,
        nodes: &'a [String],
        zones: &'a [String],
    ) -> Self {
        let pools = resolved.doc.pools.iter();
        let workloads = Lazily::new(Box::new(|| {
            let all = resolved.workloads.iter().enumerate();
            let originals = all.filter(|(_, one)| one.revision.is_none());
            references(originals.map(|(at, one)| (at, (one.namespace, one.name.as_str()))))
        }));
        let deployment = |name: &str| {
            let at = workloads.get(name).copied().flatten()? as usize;
            let own = resolved.workloads.get(at)?;
            (own.kind == WorkloadKind::Deployment).then_some(at)
        };
        let rollouts = revisions::rollouts(resolved.doc, deployment);
        let rollouts = rollouts.into_iter();
        Self {
            pools: numbers(pools.map(|pool| pool.name.as_str())),
            nodes: Lazily::new(Box::new(|| numbers(nodes.iter().map(String::as_str)))),
            zones: numbers(zones.iter().map(String::as_str)),
            workloads,
            budgets: Lazily::new(Box::new(|| {
                let all = resolved.budgets.iter().enumerate();
                references(all.map(|(at, one)| (at, (one.namespace, one.name.as_str()))))
            })),
            rollouts: rollouts
                .map(|(change, at, number)| (change, WorkloadId(at as u32), number))
                .collect(),
        }
    }
}

pub(crate) fn at(doc: &Document, item: &ScriptItem) -> SimTime {
    let ms = item.at.map_or(0, |at| at.since(doc.start_unix_ms()));
    SimTime::from_ms(ms)
}

/// The entries in the order in which they act, each with its source. One that waits for other work stands where it acts at the
/// earliest.
pub(crate) fn compile<'a>(
    doc: &'a Document,
    names: &ScriptNames<'_>,
) -> Vec<(ScriptEntry, &'a ScriptItem)> {
    let awaited = Awaited::of(doc);
    let items = doc.script.iter().zip(&awaited.earliest).enumerate();
    let mut items: Vec<(SimTime, usize, &ScriptItem)> =
        items.map(|(no, (item, at))| (SimTime::from_ms(*at), no, item)).collect();
    // Stable: earlier entries act first (AM-56, class 0).
    order::sort_by(&mut items, |(a, ..), (b, ..)| a.cmp(b));
    let mut entries: Vec<(SimTime, ScriptEntry, &ScriptItem)> = Vec::new();
    for (at, no, item) in items {
        let command = command(doc, names, item).or_else(|| names_missing(names, item));
        let Some(command) = command else { continue };
        let over = Override::named(&item.over);
        let after = awaited.after.get(no).copied().flatten();
        let entry = match (waits_for(names, item), waits(after, item)) {
            (Some(phase), _) => {
                ScriptEntry { phase: Some(phase), ..ScriptEntry::timed(SimTime::MAX, command) }
            }
            (None, Some(after)) => {
                let entry = ScriptEntry::timed(SimTime::MAX, command);
                ScriptEntry { after: Some(after), over, ..entry }
            }
            (None, None) => ScriptEntry { over, ..ScriptEntry::timed(at, command) },
        };
        let entry = ScriptEntry { item: no as u32, ..entry };
        let place = if entry.phase.is_some() { SimTime::MAX } else { at };
        let after = entry.after;
        entries.push((place, entry, item));
        if let (Some(lasts), Some(zone)) = (item.lasts, names.zones.get(item.zone.as_str()))
            && item.action == "stockout"
            && item.on != Some(false)
        {
            let command = Command::Stockout { zone: ZoneId(*zone), on: false };
            let at = at + lasts.span();
            let entry = match after {
                Some((what, delay)) => ScriptEntry {
                    after: Some((what, delay + lasts.span())),
                    ..ScriptEntry::timed(SimTime::MAX, command)
                },
                None => ScriptEntry::timed(at, command),
            };
            entries.push((at, ScriptEntry { item: no as u32, ..entry }, item));
        }
    }
    order::sort_by(&mut entries, |(a, ..), (b, ..)| a.cmp(b));
    let entries = entries.into_iter().map(|(_, entry, item)| (entry, item)).collect();
    let follow = doc.pools.iter().enumerate();
    let follow = follow.filter(|(_, pool)| pool.management.auto_upgrade.unwrap_or(false));
    let follow: Vec<PoolId> = follow.map(|(no, _)| PoolId(no as u32)).collect();
    let now = Version::parse(&doc.cluster.current_master_version);
    let mut script = with_steps(without_early_ends(entries), now, &follow);
    renumber(doc, &mut script);
    script
}

/// What an entry waits for, with the delay; entries have the numbers of the document. `None`: only its instant.
fn waits(after: Option<After>, item: &ScriptItem) -> Option<(model::script::Awaited, SimSpan)> {
    use model::script::Awaited;
    let what = match after? {
        After::Entry(no) => Awaited::Entry(no as u32),
        After::Pool(no) => Awaited::Pool(PoolId(no as u32)),
        After::ControlPlane => Awaited::ControlPlane,
        After::Nothing => return None,
    };
    Some((what, item.at.map_or(SimSpan::ZERO, At::after)))
}

/// Replaces the numbers of awaited entries in the document by those in the compiled script.
fn renumber(doc: &Document, script: &mut [(ScriptEntry, &ScriptItem)]) {
    if script.iter().all(|(entry, _)| entry.after.is_none()) {
        return;
    }
    let mut places: Map<usize, u32> = Map::new();
    for (place, (_, item)) in script.iter().enumerate() {
        places.entry(core::ptr::from_ref(*item).addr()).or_insert(place as u32);
    }
    for (entry, _) in script {
        if let Some((model::script::Awaited::Entry(no), _)) = &mut entry.after
            && let Some(item) = doc.script.get(*no as usize)
        {
            // An entry without a command has no place, and is never over; the checks refuse it.
            let place = places.get(&core::ptr::from_ref(item).addr());
            *no = place.copied().unwrap_or(u32::MAX);
        }
    }
}

/// Removes the end of a stockout while another one of the zone lasts.
fn without_early_ends(entries: Vec<(ScriptEntry, &ScriptItem)>) -> Vec<(ScriptEntry, &ScriptItem)> {
    let mut lasting: Vec<(ZoneId, &ScriptItem)> = Vec::new();
    let mut kept = Vec::new();
    for (entry, item) in entries {
        let Command::Stockout { zone, on } = entry.command else {
            kept.push((entry, item));
            continue;
        };
        let before = lasting.len();
        let said = item.on == Some(false);
        match (on, said) {
            (true, _) => lasting.push((zone, item)),
            (false, true) => lasting.retain(|(other, _)| *other != zone),
            (false, false) => lasting.retain(|(_, other)| !core::ptr::eq(*other, item)),
        }
        let ended = lasting.len() < before && lasting.iter().all(|(other, _)| *other != zone);
        if on || said || ended {
            kept.push((entry, item));
        }
    }
    kept
}

/// The phase that an entry waits for, with pool and delay.
fn waits_for(names: &ScriptNames<'_>, item: &ScriptItem) -> Option<(PoolId, Phase, SimSpan)> {
    let phase = Phase::named(&item.phase)?;
    let pool = names.pools.get(item.pool.as_str())?;
    let after = item.at.map_or(SimSpan::ZERO, At::after);
    Some((PoolId(*pool), phase, after))
}

/// The entry's pool doesn't exist: it fails when it is due, and the run continues.
fn names_missing(names: &ScriptNames<'_>, item: &ScriptItem) -> Option<Command> {
    let missing = !item.pool.is_empty() && !names.pools.contains_key(item.pool.as_str());
    missing.then_some(Command::Missing)
}

/// A node of the start, or one that the run may create.
fn node(doc: &Document, names: &ScriptNames<'_>, name: &str) -> Option<NodeRef> {
    let start = names.nodes.get(name).map(|id| NodeRef::Start(NodeId(*id)));
    start.or_else(|| {
        let (pool, zone, ordinal) = made_node(doc, name)?;
        let zone = ZoneId(*names.zones.get(zone.as_str())?);
        let pool = PoolId(pool as u32);
        Some(NodeRef::Made { pool, zone, ordinal })
    })
}

/// Returns `None` for entries that aren't commands of the engine: windows, and entries that the checks have refused.
fn command(doc: &Document, names: &ScriptNames<'_>, item: &ScriptItem) -> Option<Command> {
    let pool = names.pools.get(item.pool.as_str()).map(|id| PoolId(*id));
    let node = node(doc, names, &item.node);
    Some(match item.action.as_str() {
        "upgrade" if item.control_plane && item.node_change() == NodeChange::VmDisruption => {
            Command::RecreateControlPlane { repair: false }
        }
        "upgrade" if item.control_plane => Command::UpgradeControlPlane {
            version: Version::parse(&item.version)?,
            automatic: automatic(item),
        },
        "upgrade" => Command::Upgrade {
            pool: pool?,
            version: None,
            change: item.node_change(),
            automatic: automatic(item),
        },
        "repair" if item.control_plane => Command::RecreateControlPlane { repair: true },
        "target" => Command::Target { version: Version::parse(&item.version)? },
        "cancel" => Command::Cancel { pool: pool? },
        "resume" => Command::Resume { pool: pool?, automatic: item.automatic },
        "rollback" => Command::Rollback { pool: pool?, respect_pdb: item.respect_pdb },
        "complete" => Command::Complete { pool: pool? },
        "set" => set(doc, names, item)?,
        "fail" if !item.node.is_empty() => Command::Fail {
            node: node?,
            why: match item.reason.as_str() {
                "disk" => Failure::Disk,
                _ => Failure::Kubelet,
            },
        },
        "hostEvent" => Command::HostEvent { node: node? },
        "fail" => Command::SetBehaviour {
            workload: WorkloadId(find(&names.workloads, &item.workload)?),
            image_pull: None,
            shutdown: None,
            fails_upgraded: Some(item.on.unwrap_or(true)),
        },
        ROLLOUT => {
            let mut known = names.rollouts.iter();
            let (_, workload, revision) =
                known.find(|(change, ..)| core::ptr::eq(*change, item))?;
            Command::Rollout { workload: *workload, revision: *revision }
        }
        "reservation" => Command::Reservation {
            pool: pool?,
            machines: item.nodes.map(|nodes| u32::try_from(nodes).unwrap_or(0)),
        },
        "resize" => Command::Resize { pool: pool?, nodes: u32::try_from(item.nodes?).unwrap_or(0) },
        "preempt" => Command::Preempt { node: node? },
        "cordon" => Command::Cordon { node: node? },
        "uncordon" => Command::Uncordon { node: node? },
        "drain" => Command::Drain { node: node?, options: drain_options(item) },
        "quota" => Command::Quota {
            spare: item.spare_nodes.map(|spare| u32::try_from(spare).unwrap_or(0)),
        },
        "stockout" => Command::Stockout {
            zone: ZoneId(*names.zones.get(item.zone.as_str())?),
            on: item.on.unwrap_or(true),
        },
        _ => return None,
    })
}

fn set(doc: &Document, names: &ScriptNames<'_>, item: &ScriptItem) -> Option<Command> {
    if !item.workload.is_empty() {
        let workload = WorkloadId(find(&names.workloads, &item.workload)?);
        if let Some(replicas) = item.replicas {
            let replicas = u32::try_from(replicas).unwrap_or(0);
            return Some(Command::SetReplicas { workload, replicas });
        }
        return Some(Command::SetBehaviour {
            workload,
            image_pull: item.image_pull.map(Duration::span),
            shutdown: match item.ignores_sigterm {
                Some(true) => Some(Shutdown::AtTheEndOfGrace),
                Some(false) | None => item.shutdown.map(|span| Shutdown::After(span.span())),
            },
            fails_upgraded: None,
        });
    }
    if !item.budget.is_empty() {
        let is_set = item.min_available.is_some() || item.max_unavailable.is_some();
        let limit = resolve::limit(&Budget {
            min_available: item.min_available.clone(),
            max_unavailable: item.max_unavailable.clone(),
            ..Budget::default()
        });
        return Some(Command::SetBudget {
            budget: BudgetId(find(&names.budgets, &item.budget)?),
            limit: limit.filter(|_| is_set)?,
        });
    }
    let pool = PoolId(*names.pools.get(item.pool.as_str())?);
    if let Some(settings) = &item.upgrade_settings {
        let text = doc.pools.get(pool.0 as usize)?;
        let strategy = super::strategy::strategy_by(doc, text, Some(settings));
        return Some(Command::SetStrategy { pool, strategy });
    }
    Some(if muted("UP-08") || muted("AM-11") {
        Command::Upgrade {
            pool,
            version: None,
            change: NodeChange::NodeSystemConfig,
            automatic: false,
        }
    } else {
        Command::SetShape { pool }
    })
}

/// The id of a name; ambiguous names have none.
fn find(names: &References, name: &str) -> Option<u32> {
    names.get(name).copied().flatten()
}

/// Is it automatic? Only GKE overrides a policy or recreates VMs for that reason.
fn automatic(item: &ScriptItem) -> bool {
    item.automatic || !item.over.is_empty() || item.node_change() == NodeChange::VmDisruption
}

fn drain_options(item: &ScriptItem) -> DrainOptions {
    DrainOptions {
        force: item.force,
        ignore_daemonsets: item.ignore_daemonsets,
        delete_emptydir_data: item.delete_emptydir_data,
        disable_eviction: item.disable_eviction,
        skip_wait_for_delete_s: u32::try_from(item.skip_wait_for_delete_timeout.unwrap_or(0))
            .unwrap_or(0),
        timeout: item.timeout.map_or(SimSpan::ZERO, Duration::span),
        grace: item.grace_period_seconds.filter(|secs| *secs >= 0).map(SimSpan::from_secs),
    }
}

/// Times in which automatic work may start: always, unless `open` and `close` entries say otherwise.
pub(crate) fn openings(doc: &Document) -> Vec<(SimTime, SimTime)> {
    let mut switches: Vec<(SimTime, bool)> = doc
        .script
        .iter()
        .filter(|item| matches!(item.action.as_str(), "open" | "close"))
        .map(|item| (at(doc, item), item.action == "open"))
        .collect();
    order::sort_by(&mut switches, |(a, _), (b, _)| a.cmp(b));
    let always = SimTime::from_ms(-SimTime::MAX.ms());
    // Before the first switch it was the opposite.
    let mut since = match switches.first() {
        Some((_, true)) => None,
        Some((_, false)) | None => Some(always),
    };
    let mut openings = Vec::new();
    for (at, open) in switches {
        match (open, since) {
            (true, None) => since = Some(at),
            (false, Some(from)) => {
                since = None;
                if from < at {
                    openings.push((from, at));
                }
            }
            (true, Some(_)) | (false, None) => {}
        }
    }
    openings.extend(since.map(|from| (from, SimTime::MAX)));
    openings
}
