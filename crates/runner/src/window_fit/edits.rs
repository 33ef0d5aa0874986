//! Edits of a document, so that GKE's upgrades of some pools are all that happens.

use super::{FitSetting, VmSpeed};
use base::civil::DAY;
use model::maintenance::{ClusterPart, UpgradeKind};
use model::settings::{PodTimings, Timings};
use model::{Pace, Version};
use scenario::calendar::fix::WindowShape;
use scenario::calendar::{Edition, Exclusion, Span, Window, compile, span};
use scenario::compile::pool_version;
use scenario::compile::strategy::strategy;
use scenario::document::{self, Document, Pool, Range, ScriptItem};
use scenario::edit::Edit;
use scenario::field::Field as _;
use scenario::json::Json;
use scenario::primitive::{IntOrText, Number};
use scenario::units::{At, Duration};

/// An upgrade that isn't done this many days after it is due counts as endless.
const DAYS: i64 = 400;
const HOUR: i64 = 3600;

/// Does the entry begin the upgrade of a pool, or go on with one that is under way?
fn begins(item: &ScriptItem) -> bool {
    matches!(item.action.as_str(), "upgrade" | "resume")
}

/// The pools with an upgrade in the script, in its order, then those that trail the control plane: the ones that GKE upgrades, and
/// those that only commands do.
pub(super) fn due_pools(doc: &Document) -> (Vec<usize>, Vec<usize>) {
    let place = |name: &str| doc.pools.iter().position(|pool| pool.name == name);
    let scripted = doc.script.iter().filter(|item| begins(item));
    let scripted = scripted.filter_map(|item| place(&item.pool));
    let trails = |pool: &usize| {
        let own = &doc.pools[*pool];
        is_due_again(own)
            || !due(&doc.script, &doc.cluster.current_master_version, &own.version).is_empty()
    };
    let mut found: Vec<usize> = Vec::new();
    let left_out = not_simulated(doc);
    for pool in scripted.chain((0..doc.pools.len()).filter(trails)) {
        if !found.contains(&pool) && !left_out.contains(&doc.pools[pool].name) {
            found.push(pool);
        }
    }
    let automatic = |pool: &usize| {
        let own = &doc.pools[*pool];
        let mut script = doc.script.iter();
        own.management.auto_upgrade != Some(false)
            || script.any(|item| begins(item) && item.pool == own.name && item.automatic)
    };
    found.into_iter().partition(automatic)
}

/// The pools whose upgrades no run has: autoscaled blue-green ones.
pub(super) fn not_simulated(doc: &Document) -> Vec<String> {
    let is_left_out = |pool: &&Pool| strategy(doc, pool).kind().is_none() && !pool.name.is_empty();
    doc.pools.iter().filter(is_left_out).map(|pool| pool.name.clone()).collect()
}

/// Removes the targets while old nodes hold up the control plane (BS-06): what is due is that pools follow to its current version.
pub(super) fn drop_held_targets(doc: &mut Document) {
    let Some(master) = Version::parse(&doc.cluster.current_master_version) else { return };
    let is_held = |to: Version| {
        let minors = doc.pools.iter().filter_map(|pool| oldest(doc, pool)).map(|own| own.minor);
        to > master && minors.min().is_some_and(|least| least + 2 < to.minor)
    };
    let held = |item: &ScriptItem| {
        item.action == "target" && Version::parse(&item.version).is_some_and(is_held)
    };
    doc.script = doc.script.iter().filter(|item| !held(item)).cloned().collect();
}

/// The version of a pool's oldest node.
fn oldest(doc: &Document, pool: &Pool) -> Option<Version> {
    let listed = pool.nodes.iter().filter_map(|node| Version::parse(&node.version));
    listed.chain(pool_version(doc, pool)).min()
}

/// UP-15: does GKE upgrade the rest of its nodes after a cancel?
fn is_due_again(pool: &Pool) -> bool {
    let is_partial = !pool.upgrading_from.is_empty() && !pool.is_running();
    is_partial && pool.management.auto_upgrade == Some(true)
}

/// Removes everything except GKE's upgrades of these pools, and that of the control plane that precedes them; capacity stays.
/// Each begins in the first opening that it can use: a longer window would be open before that, and would be used in part. What
/// is under way goes on when the policy permits it.
pub(super) fn alone(doc: &mut Document, pools: &[usize]) {
    let in_course = pools.iter().any(|pool| !doc.pools[*pool].upgrading_from.is_empty());
    for (no, pool) in doc.pools.iter_mut().enumerate() {
        // Else GKE takes up its rest (UP-15).
        if !pools.contains(&no) {
            pool.upgrading_from.clear();
        }
    }
    let script = std::mem::take(&mut doc.script);
    let is_room =
        |item: &&ScriptItem| matches!(item.action.as_str(), "quota" | "stockout" | "reservation");
    doc.script = script.iter().filter(is_room).cloned().collect();
    let start = doc.start_unix_ms();
    let plane = plane_before(doc, &script);
    let mut last = plane.as_ref().and_then(|plane| plane.at).map_or(0, |at| at.since(start));
    let plane_at = plane.as_ref().map(|_| last);
    doc.script.extend(plane);
    let first = doc.script.len() - usize::from(plane_at.is_some());
    for pool in pools {
        let mut upgrade = upgrade_of(doc, &script, *pool, plane_at.is_none());
        if let Some(plane_at) = plane_at.filter(|_| upgrade.action == "upgrade") {
            // One that is due later waits for the control plane by itself.
            if upgrade.at.is_none_or(|at| at.since(start) <= plane_at) {
                upgrade.after = Some(IntOrText::Text("controlPlane".to_owned()));
                upgrade.at = Some(At::Offset(0));
            }
        }
        last = last.max(upgrade.at.map_or(0, |at| at.since(start)));
        doc.script.push(upgrade);
        let of_pool = |item: &&ScriptItem| begins(item) && item.pool == doc.pools[*pool].name;
        for item in script.iter().filter(of_pool).skip(1).filter(|item| item.action == "upgrade") {
            let mut next = item.clone();
            // After the one before it.
            if let Some(after) = &mut next.after {
                *after = IntOrText::Text(format!("pool/{}", item.pool));
                next.at = None;
            }
            next.automatic = true;
            next.over.clear();
            last = last.max(next.at.map_or(0, |at| at.since(start)));
            doc.script.push(next);
        }
    }
    for no in first..doc.script.len() {
        if let Some(at) = next_opening(doc, &doc.script[no..]).filter(|_| !in_course) {
            doc.script[no].at = Some(At::Offset(at));
        }
    }
    doc.until = Some(At::Offset(last.saturating_add(DAYS * DAY * 1000)));
    doc.markers.clear();
    doc.calendars.clear();
}

/// When the first entry is given at the latest to begin in the first opening of which exclusions leave something, for itself and
/// what follows it.
fn next_opening(doc: &Document, items: &[ScriptItem]) -> Option<i64> {
    let (item, later) = items.split_first()?;
    let start = doc.start_unix_ms();
    let at = item.at.filter(|_| item.automatic && item.after.is_none())?;
    let (given, notice) = (start + at.since(start), notice(doc, item));
    let at = (given + notice).max(interval_ends(doc, item)).div_euclid(1000);
    let policy = compile::policy(doc)?;
    policy.window.length()?;
    let openings = policy.window.openings(Span::new(at, at + DAYS * DAY)).ok()?;
    let followers = later.iter().filter(|item| item.after.is_some());
    let works: Vec<_> = [item].into_iter().chain(followers).map(|item| work(doc, item)).collect();
    let blocks = |one: &&Exclusion| works.iter().any(|(part, kind)| one.scope.blocks(*part, *kind));
    let blocking = policy.exclusions.iter().filter(blocks);
    let mut spans: Vec<Span> = blocking.map(|one| one.span).collect();
    base::order::sort(&mut spans);
    let first = openings.iter().find(|one| !span::without(&[**one], &spans).is_empty())?;
    // BS-19: a minor upgrade doesn't wait beyond the end of support.
    let is_minor = works.iter().any(|(_, kind)| *kind == UpgradeKind::Minor);
    let support = compile::context(doc).end_of_support.filter(|_| is_minor);
    if support.is_some_and(|end| end <= first.from) {
        return None;
    }
    (first.from > at).then(|| (first.from * 1000 - notice).max(given) - start)
}

/// How long GKE announces the upgrade before it begins, with scheduled upgrades (BS-29).
fn notice(doc: &Document, item: &ScriptItem) -> i64 {
    let kind = work(doc, item).1;
    let is_announced = item.control_plane
        && doc.cluster.schedule_upgrades.enabled
        && matches!(kind, UpgradeKind::Minor | UpgradeKind::Patch);
    if is_announced { Pace::NOTICE.ms() } else { 0 }
}

/// Until when the disruption budget holds up a minor upgrade of the control plane (BS-27).
fn interval_ends(doc: &Document, item: &ScriptItem) -> i64 {
    let budget = &doc.cluster.maintenance_policy.disruption_budget;
    let interval = budget.minor.map_or(Pace::MINOR, Duration::span);
    let is_minor = item.control_plane && work(doc, item).1 == UpgradeKind::Minor;
    let paced = is_minor && compile::edition(doc) == Edition::Y2026;
    let last = budget.last_minor.filter(|_| paced);
    last.map_or(i64::MIN, |last| last.0.saturating_add(interval.ms()))
}

/// What an exclusion must block so that the entry waits.
fn work(doc: &Document, item: &ScriptItem) -> (ClusterPart, UpgradeKind) {
    let pool = doc.pools.iter().find(|pool| pool.name == item.pool);
    let own = pool.map_or(&doc.cluster.current_master_version, |pool| &pool.version);
    let part = if item.control_plane { ClusterPart::ControlPlane } else { ClusterPart::Nodes };
    let kind = match item.version.is_empty() {
        true => UpgradeKind::Disruption,
        false => UpgradeKind::between(Version::parse(own), Version::parse(&item.version)),
    };
    (part, kind)
}

/// GKE's upgrade of a pool, to the version that the script or the control plane has for it.
fn upgrade_of(
    doc: &mut Document,
    script: &[ScriptItem],
    pool: usize,
    plane_is_done: bool,
) -> ScriptItem {
    let pool = &doc.pools[pool];
    let of_pool = |item: &&ScriptItem| begins(item) && item.pool == pool.name;
    let mut upgrade = match script.iter().find(of_pool) {
        Some(item) if item.action == "resume" && !is_due_again(pool) => return item.clone(),
        Some(item) if item.action != "resume" => item.clone(),
        resumed if is_due_again(pool) => ScriptItem {
            at: resumed.and_then(|item| item.at),
            action: "upgrade".to_owned(),
            pool: pool.name.clone(),
            version: pool.version.clone(),
            ..ScriptItem::default()
        },
        _ => ScriptItem {
            action: "upgrade".to_owned(),
            pool: pool.name.clone(),
            version: due(script, &doc.cluster.current_master_version, &pool.version),
            ..ScriptItem::default()
        },
    };
    let is_bare = |upgrade: &ScriptItem| {
        upgrade.version.is_empty() && upgrade.change.is_empty() && upgrade.config.is_none()
    };
    // A command without a version means the control plane's.
    if is_bare(&upgrade) {
        upgrade.version = due(script, &doc.cluster.current_master_version, &pool.version);
    }
    if is_bare(&upgrade) {
        upgrade.change = "vmDisruption".to_owned();
    }
    upgrade.automatic = true;
    upgrade.over.clear();
    if !upgrade.phase.is_empty() {
        upgrade.phase.clear();
        upgrade.at = None;
    }
    upgrade.at.get_or_insert(At::Offset(0));
    let to = Version::parse(&upgrade.version);
    if plane_is_done && to > Version::parse(&doc.cluster.current_master_version) {
        doc.cluster.current_master_version = upgrade.version.clone();
    }
    upgrade
}

/// The upgrade of the control plane to the next version, if the script has it or the target that leads to it.
pub(super) fn plane_before(doc: &Document, script: &[ScriptItem]) -> Option<ScriptItem> {
    let own = Version::parse(&doc.cluster.current_master_version)?;
    let is_due = |item: &&ScriptItem| {
        item.action == "target" || item.action == "upgrade" && item.control_plane
    };
    let item = script.iter().find(is_due)?;
    let to = Version::parse(&item.version).filter(|to| *to > own)?;
    let is_next = to.major == own.major && to.minor <= own.minor + 1;
    is_next.then(|| ScriptItem {
        action: "upgrade".to_owned(),
        control_plane: true,
        automatic: item.action == "target" || item.automatic,
        version: item.version.clone(),
        at: Some(At::Offset(item.at.map_or(0, |at| at.since(doc.start_unix_ms())))),
        ..ScriptItem::default()
    })
}

/// The version due for the pool: the script's target, or the control plane's version.
fn due(script: &[ScriptItem], master: &str, own: &str) -> String {
    let of_cluster = |item: &&ScriptItem| item.control_plane || item.action == "target";
    let mut versions = script.iter().filter(of_cluster).map(|item| &item.version);
    let scripted = versions.find(|version| !version.is_empty());
    let master = Some(master).filter(|master| Version::parse(master) > Version::parse(own));
    let master = master.filter(|_| !own.is_empty());
    scripted.map_or_else(|| master.unwrap_or_default().to_owned(), Clone::clone)
}

/// Are all durations of VMs, Pods, and the control plane given, so that none is assumed?
pub(super) fn all_given(doc: &Document) -> bool {
    let all = &doc.assumptions;
    let open = [all.node_create, all.node_delete, all.control_plane, all.pod_start];
    open.iter().all(Option::is_some)
}

/// Sets the durations of VMs, Pods, and the control plane that the scenario leaves open: half, once, or twice the assumed one. Those
/// that it gives are drawn.
pub(super) fn timed(doc: &mut Document, machines: VmSpeed) {
    let (all, assumed) = (&mut doc.assumptions, Timings::ASSUMED);
    let halves = match machines {
        VmSpeed::Fast => 1,
        VmSpeed::Middling => 2,
        VmSpeed::Slow => 4,
    };
    for (range, assumed) in [
        (&mut all.node_create, assumed.node_create),
        (&mut all.node_delete, assumed.node_delete),
        (&mut all.control_plane, assumed.control_plane),
        (&mut all.pod_start, PodTimings::ASSUMED.start),
    ] {
        let secs = i64::from(assumed.p50.secs());
        range.get_or_insert(Range::fixed(Duration(secs * 500 * halves)));
    }
}

/// The shortest time between the starts of two windows, at most a day.
pub(super) fn apart(doc: &Document, window: &Window) -> Option<i64> {
    let now = compile::context(doc).now;
    let all = window.occurrences(Span::new(now, now + 90 * DAY)).ok()?;
    let starts = all.windows(2).map(|two| two[1].from - two[0].from);
    Some(starts.filter(|span| *span > 0).min()?.min(DAY))
}

/// Sets how many nodes of the pool are upgraded at once, and how.
pub(super) fn set_nodes(doc: &mut Document, pool: usize, setting: FitSetting, nodes: i64) {
    let settings = doc.pools[pool].upgrade_settings.get_or_insert_default();
    if setting == FitSetting::MaxUnavailable {
        let nodes = Some(Number::Int(nodes));
        (settings.max_surge, settings.max_unavailable) = (Some(Number::Int(0)), nodes);
    } else {
        settings.max_surge = Some(Number::Int(nodes));
    }
}

/// A change of the window's occurrences.
pub(crate) enum WindowChange {
    /// Their length.
    Hours(i64),
    /// One every day.
    Daily,
}

impl WindowChange {
    /// `None` if the document has no window.
    pub(crate) fn edit(&self, json: &Json) -> Option<Edit> {
        let (document, _) = document::read::<Document>(json);
        let mut document = document?;
        let before = document.cluster.maintenance_policy.clone();
        change(&mut document, self);
        let policy = &document.cluster.maintenance_policy;
        let window = policy.window.write();
        let path = "/cluster/maintenancePolicy/window".to_owned();
        (*policy != before).then_some(Edit::Set(path, window))
    }
}

pub(super) fn lengthen(doc: &mut Document, hours: i64) {
    change(doc, &WindowChange::Hours(hours));
}

/// Changes the window's occurrences; a daily four-hour window becomes a recurring one.
fn change(doc: &mut Document, to: &WindowChange) {
    let policy = &doc.cluster.maintenance_policy;
    let day = doc.start_unix_ms().div_euclid(1000 * DAY);
    let shape = match compile::policy(doc).map(|policy| policy.window) {
        Some(Window::Daily { second }) => Some(WindowShape {
            start: day * DAY + second,
            length: 4 * HOUR,
            rule: "FREQ=DAILY".to_owned(),
        }),
        _ => WindowShape::of(policy),
    };
    let Some(shape) = shape else { return };
    let shape = match to {
        WindowChange::Hours(hours) => WindowShape { length: hours * HOUR, ..shape },
        WindowChange::Daily => {
            let today = day * DAY + shape.start.rem_euclid(DAY);
            let start = shape.start.min(today);
            WindowShape { start, rule: "FREQ=DAILY".to_owned(), ..shape }
        }
    };
    let mut policy = shape.laid_over(policy);
    policy.window.daily = None;
    doc.cluster.maintenance_policy = policy;
}
