//! Exports commands for the scenario: the settings of its node pools, and its script.
//!
//! Source: gcloud reference, `container node-pools update`, `container clusters upgrade`; one call changes one group
//! of settings, so each group is a separate call. Simplified: pools exist already; none is created.

mod existing;
pub(super) mod flags;
mod operation;
mod script;

use super::shell::{clean, quote, speakable};
use super::{CLUSTER, LOCATION, Say, Source, comment, title};
use crate::awaited::{After, Awaited};
use crate::document::pool::ASSUMED_POOL;
use crate::document::{Document, MaintenancePolicy, Pool, ScriptItem};
use crate::primitive::IntOrText;
use crate::{calendar, instant, strategy};
use base::{Message, order, say};
use flags::{Flags, at_cluster};
use model::RunKind;
use operation::{Wait, changes_nothing};
pub(super) use operation::{cancel, goes_on, is_plain, wait_for_it};

pub(super) fn make(source: Source<'_>, say: Say<'_>) -> String {
    let doc = source.document;
    let mut script = Script::new(say);
    script.head(source);
    script.all_settings(source);
    for step in steps(doc) {
        if let Some(heading) = &step.heading {
            script.note(heading);
        }
        script.step(source, &step);
        let own = doc.script.iter().filter(|item| item.pool == step.item.pool);
        if let Some(pool) = goes_on(doc, step.item, &step.before).filter(|_| own.count() == 1) {
            script.ways_out(pool);
        }
    }
    script.lines.join("\n") + "\n"
}

/// An entry of the script in the order of the run.
pub struct ScriptStep<'d> {
    /// When it acts, unless it acts with the previous one.
    pub heading: Option<Message>,
    pub item: &'d ScriptItem,
    pub before: Vec<&'d ScriptItem>,
    /// Others act at the same time.
    beside: bool,
    wait: Option<Wait<'d>>,
}

pub fn steps(doc: &Document) -> Vec<ScriptStep<'_>> {
    let start = doc.start_unix_ms();
    let awaited = Awaited::of(doc);
    // How many entries wait one for the other before this one.
    let mut depths: Vec<usize> = Vec::new();
    for after in &awaited.after {
        depths.push(match after {
            Some(After::Entry(other)) => depths.get(*other).map_or(0, |depth| depth + 1),
            Some(_) => 1,
            None => 0,
        });
    }
    let (waiting, mut timed): (Vec<_>, Vec<_>) = (doc.script.iter())
        .zip(awaited.earliest.into_iter().zip(depths))
        .filter(|(item, _)| item.pool != ASSUMED_POOL && !changes_nothing(doc, item))
        .partition(|(item, _)| !item.phase.is_empty());
    // Stable, as in the run: earlier entries act first.
    order::sort_by_key(&mut timed, |(_, when)| *when);
    let items: Vec<(i64, &ScriptItem)> =
        timed.into_iter().map(|(item, (at, _))| (at, item)).collect();
    let all: Vec<&ScriptItem> = items.iter().map(|(_, item)| *item).collect();
    let mut now = None;
    let timed = items.iter().enumerate().map(|(no, (at, item))| {
        let before = all[..no].to_vec();
        let heading = after(doc, item);
        if heading.is_some() || item.after.is_some() {
            now = None;
            return ScriptStep { heading, item, before, beside: false, wait: None };
        }
        let heading = (now != Some(*at)).then(|| {
            let day = instant::format(start.saturating_add(*at));
            say!("export-time", offset = clock(*at), at = day)
        });
        now = Some(*at);
        ScriptStep { heading, item, before, beside: false, wait: None }
    });
    let mut steps: Vec<ScriptStep<'_>> = timed.collect();
    operation::order(doc, &mut steps);
    let waiting = waiting.into_iter();
    steps.extend(waiting.map(|(item, _)| ScriptStep {
        heading: Some(phase(item)),
        item,
        before: all.clone(),
        beside: false,
        wait: None,
    }));
    steps
}

/// The commands of a step, for people who run it by hand.
pub fn commands(source: Source<'_>, step: &ScriptStep<'_>, say: Say<'_>) -> Vec<String> {
    let mut script = Script::new(say);
    script.step(source, step);
    script.lines
}

/// The names of the cluster as variables, and the commands that set the policy and the pools.
pub fn setup(source: Source<'_>, say: Say<'_>) -> [Vec<String>; 2] {
    let mut head = Script::new(say);
    head.variables(source);
    let mut settings = Script::new(say);
    settings.settings(source);
    [head.lines, settings.lines]
}

struct Script<'a> {
    lines: Vec<String>,
    say: Say<'a>,
    /// Commands don't wait for the end of their work.
    beside: bool,
}

impl<'a> Script<'a> {
    fn new(say: Say<'a>) -> Self {
        Self { lines: Vec::new(), say, beside: false }
    }

    fn step(&mut self, source: Source<'_>, step: &ScriptStep<'_>) {
        if let Some(assumed) = source.assumed_of(step.item) {
            self.aside(assumed);
        }
        if let Some(wait) = &step.wait {
            self.wait(wait);
        }
        self.beside = step.beside;
        self.item(source.document, step.item, &step.before);
    }

    fn head(&mut self, source: Source<'_>) {
        self.aside(&say!("export-commands", scenario = title(source.document)));
        self.aside(&say!("export-live"));
        source.omitted.iter().for_each(|said| self.aside(said));
        self.variables(source);
    }

    fn variables(&mut self, Source { document: doc, project, .. }: Source<'_>) {
        // gcloud reads it in place of `--project`.
        if let Some(project) = project {
            self.lines.push(format!("export CLOUDSDK_CORE_PROJECT={}", quote(project)));
        }
        let mut variable = |name: &str, value: &str, stands_for: &str| {
            let value = if speakable(value) { value } else { stands_for };
            self.lines.push(format!("{name}={}", quote(value)));
        };
        variable("CLUSTER", &doc.cluster.name, CLUSTER);
        variable("LOCATION", &doc.cluster.location, LOCATION);
    }

    /// Budgets and workloads, the maintenance policy, and the settings of each pool, unless the cluster has them.
    fn settings(&mut self, Source { document: doc, described, changed, .. }: Source<'_>) {
        if !changed.is_empty() {
            self.note(&say!("export-changed"));
        }
        changed.iter().for_each(|item| self.set(doc, item));
        let policy = &doc.cluster.maintenance_policy;
        let cluster = format!("\"$CLUSTER\" {}", flags::location());
        let commands = match described.map(|own| &own.cluster.maintenance_policy) {
            Some(known) => calendar::export::changes(known, policy, &cluster),
            None if *policy == MaintenancePolicy::default() => String::new(),
            None => calendar::export::commands(policy, &cluster),
        };
        if !commands.is_empty() {
            self.note(&say!("export-policy"));
        }
        self.lines.extend(commands.lines().map(str::to_owned));
        for pool in &doc.pools {
            let own = described.and_then(|own| own.pools.iter().find(|own| own.name == pool.name));
            self.pool(doc, pool, own);
        }
    }

    fn note(&mut self, message: &Message) {
        self.lines.push(String::new());
        self.aside(message);
    }

    /// A comment about something that no command does.
    fn aside(&mut self, message: &Message) {
        self.lines.push(comment(self.say, message));
    }

    fn left_out(&mut self, name: &str) {
        self.aside(&say!("export-left-out", name = name));
    }

    /// A command about a named object, or a comment if the name is unsafe in a shell.
    fn command(&mut self, verb: &str, name: &str, flags: Flags) {
        let words: Flags = [quote(name)].into_iter().chain(flags).collect();
        self.line(name, format!("{verb} {}", words.join(" ")));
    }

    fn line(&mut self, name: &str, line: String) {
        if speakable(name) && clean(&line) { self.lines.push(line) } else { self.left_out(name) }
    }

    fn update(&mut self, pool: &str, flags: Flags) {
        if !flags.is_empty() {
            let all = at_cluster().into_iter().chain(flags).collect();
            self.command("gcloud container node-pools update", pool, all);
        }
    }

    fn pool(&mut self, doc: &Document, pool: &Pool, described: Option<&Pool>) {
        if pool.name == ASSUMED_POOL {
            return self.note(&say!("export-assumed-pool", pool = &pool.name));
        }
        let known = described.map(groups);
        // GKE refuses updates of a pool that it works on: what isn't known to differ is what the pool has.
        let has = |no: usize, group: &Flags| match &known {
            Some(known) => known[no] == *group,
            None => pool.is_running(),
        };
        let mut groups = groups(pool);
        for (no, group) in groups.iter_mut().enumerate() {
            if has(no, group) {
                group.clear();
            }
        }
        if groups.iter().all(Vec::is_empty) {
            return;
        }
        self.note(&say!("export-pool", pool = &pool.name));
        if doc.cluster.autopilot.enabled || pool.autopilot_managed {
            return self.aside(&say!("export-autopilot"));
        }
        let settings = pool.upgrade_settings.as_ref();
        let kind = settings.and_then(|settings| RunKind::named(&settings.strategy));
        if let Some(why) = kind.and_then(|kind| strategy::of(kind).not_exported) {
            self.aside(&say!(why));
        }
        if pool.is_running() {
            if !self.cancel(&pool.name) {
                return;
            }
            self.lines.push(wait_for_it());
        }
        for group in groups {
            self.update(&pool.name, group);
        }
        if pool.is_running() {
            let item = |action: &str| ScriptItem {
                version: pool.version.clone(),
                ..ScriptItem::of(action, &pool.name)
            };
            let first = doc.script.iter().find(|item| item.pool == pool.name);
            let back = first.filter(|item| item.action == "rollback").cloned();
            self.item(doc, &back.unwrap_or_else(|| item("resume")), &[&item("cancel")]);
        }
    }
}

/// The flags of a pool's settings, by command.
fn groups(pool: &Pool) -> [Flags; 5] {
    let excluded = pool.is_excluded_until_end_of_support();
    let excluded = excluded.then(|| "--add-maintenance-exclusion-until-end-of-support".to_owned());
    [
        pool.upgrade_settings.as_ref().map_or_else(Vec::new, flags::upgrade_settings),
        pool.autoscaling.as_ref().map_or_else(Vec::new, flags::autoscaling),
        flags::of(&pool.management),
        flags::of(&pool.node_drain_config),
        excluded.into_iter().collect(),
    ]
}

/// The phase that an entry without a time waits for.
fn phase(item: &ScriptItem) -> Message {
    later(item, say!("export-phase", pool = &item.pool, phase = &item.phase))
}

/// The work for whose end an entry waits.
fn after(doc: &Document, item: &ScriptItem) -> Option<Message> {
    let when = match awaited(doc, item) {
        Some(Wait::ControlPlane) => say!("export-after-control-plane"),
        Some(Wait::Pool(pool)) => say!("export-after-pool", pool = pool),
        // A command that is over when the shell goes on.
        None => {
            let is_later = item.at.is_some_and(|at| at.after().ms() > 0);
            return (item.after.is_some() && is_later)
                .then(|| later(item, say!("export-after-step")));
        }
    };
    Some(later(item, when))
}

fn awaited<'d>(doc: &'d Document, item: &'d ScriptItem) -> Option<Wait<'d>> {
    let (control_plane, pool) = match item.after.as_ref()? {
        IntOrText::Text(text) => (text == "controlPlane", text.trim_start_matches("pool/")),
        IntOrText::Int(no) => {
            let other = doc.script.get(usize::try_from(*no).ok()?)?;
            (other.control_plane, other.pool.as_str())
        }
    };
    let is_work = control_plane || !pool.is_empty();
    is_work.then_some(if control_plane { Wait::ControlPlane } else { Wait::Pool(pool) })
}

fn later(item: &ScriptItem, when: Message) -> Message {
    let after = item.at.map_or(0, |at| at.after().ms());
    if after > 0 { say!("export-later", when = when, after = &clock(after)[1..]) } else { when }
}

/// `+01:30:00` from the start.
fn clock(ms: i64) -> String {
    let secs = ms.unsigned_abs() / 1000;
    let sign = if ms < 0 { '-' } else { '+' };
    format!("{sign}{:02}:{:02}:{:02}", secs / 3600, secs / 60 % 60, secs % 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::open;
    use expect_test::{Expect, expect};

    fn check(text: &str, wanted: &Expect) {
        let document = open(text).document.unwrap_or_default();
        wanted.assert_eq(&make((&document).into(), &|message| words::plain().text(message)));
    }

    #[test]
    fn settings_of_each_group_are_a_command_of_their_own() {
        check(
            r#"{"version":1,"name":"groups","cluster":{"name":"prod","location":"europe-west4"},"pools":[
              {"name":"web","management":{"autoUpgrade":true,"autoRepair":true},
               "upgradeSettings":{"strategy":"SURGE","maxSurge":3,"maxUnavailable":1},
               "autoscaling":{"enabled":true,"minNodeCount":1,"maxNodeCount":9,"locationPolicy":"ANY"},
               "nodeDrainConfig":{"pdbTimeoutDuration":"30m","graceTerminationDuration":"90s"}},
              {"name":"blue","upgradeSettings":{"strategy":"BLUE_GREEN","blueGreenSettings":{"nodePoolSoakDuration":"1h",
               "standardRolloutPolicy":{"batchPercentage":0.25,"batchSoakDuration":"10s"}}}},
              {"name":"text","upgradeSettings":{"strategy":"BLUE_GREEN","blueGreenSettings":{
               "standardRolloutPolicy":{"batchPercentage":"25%"}}}},
              {"name":"waits","upgradeSettings":{"strategy":"BLUE_GREEN","blueGreenSettings":{"autoscaledRolloutPolicy":{}}}},
              {"name":"surge","upgradeSettings":{"strategy":"SURGE","blueGreenSettings":{"nodePoolSoakDuration":"1h"}}},
              {"name":"plain"}]}"#,
            &expect![[r##"
                # Commands for the scenario “groups”.
                # Each command changes a live cluster immediately. Review it before you run it.
                CLUSTER=prod
                LOCATION=europe-west4

                # Node pool web
                gcloud container node-pools update web --cluster="$CLUSTER" --location="$LOCATION" --enable-surge-upgrade --max-surge-upgrade=3 --max-unavailable-upgrade=1
                gcloud container node-pools update web --cluster="$CLUSTER" --location="$LOCATION" --enable-autoscaling --min-nodes=1 --max-nodes=9 --location-policy=ANY
                gcloud container node-pools update web --cluster="$CLUSTER" --location="$LOCATION" --enable-autoupgrade --enable-autorepair
                gcloud container node-pools update web --cluster="$CLUSTER" --location="$LOCATION" --node-drain-grace-period-seconds=90 --node-drain-pdb-timeout-seconds=1800

                # Node pool blue
                gcloud container node-pools update blue --cluster="$CLUSTER" --location="$LOCATION" --enable-blue-green-upgrade --standard-rollout-policy=batch-percent=0.25,batch-soak-duration=10s --node-pool-soak-duration=3600s

                # Node pool text
                gcloud container node-pools update text --cluster="$CLUSTER" --location="$LOCATION" --enable-blue-green-upgrade --standard-rollout-policy=batch-percent=0.25

                # Node pool waits
                gcloud container node-pools update waits --cluster="$CLUSTER" --location="$LOCATION" --enable-blue-green-upgrade --autoscaled-rollout-policy=wait-for-drain-duration=259200s

                # Node pool surge
                gcloud container node-pools update surge --cluster="$CLUSTER" --location="$LOCATION" --enable-surge-upgrade --max-surge-upgrade=1 --max-unavailable-upgrade=0
            "##]],
        );
    }

    #[test]
    fn a_rollout_is_a_command_of_kubectl() {
        check(
            r#"{"version":1,"workloads":[{"kind":"Deployment","name":"web","namespace":"shop"}],
             "script":[
              {"at":"0s","do":"rollout","workload":"web"},
              {"at":"1h","do":"rollout","workload":"shop/web","image":"eu.gcr.io/web:2","requests":{"cpu":"2"}},
              {"at":"2h","do":"rollout","workload":"web","requests":{"cpu":"2","memory":"1Gi"}}]}"#,
            &expect![[r#"
                # Commands for the scenario “Untitled”.
                # Each command changes a live cluster immediately. Review it before you run it.
                CLUSTER=CLUSTER_NAME
                LOCATION=LOCATION

                # +00:00:00, 2026-01-05T00:00:00Z
                kubectl rollout restart deployment/web --namespace=shop

                # +01:00:00, 2026-01-05T01:00:00Z
                # The new template of “shop/web” has other changes too: set them with its manifest.
                kubectl set image deployment/web --namespace=shop '*=eu.gcr.io/web:2'

                # +02:00:00, 2026-01-05T02:00:00Z
                kubectl set resources deployment/web --namespace=shop --requests=cpu=2,memory=1Gi
            "#]],
        );
    }

    #[test]
    fn the_script_is_written_in_the_order_in_which_it_acts() {
        check(
            r#"{"version":1,"name":"script\nrm -rf /","pools":[{"name":"web"}],
             "workloads":[{"kind":"StatefulSet","name":"db","namespace":"data","replicas":3}],
             "budgets":[{"name":"db-pdb","namespace":"data","maxUnavailable":1}],
             "script":[
              {"at":"2h","do":"rollback","pool":"web","respectPdb":true},
              {"at":"0s","do":"upgrade","pool":"web","version":"1.33.1-gke.100"},
              {"at":"30m","do":"cancel","pool":"web"},
              {"at":"1h","do":"resume","pool":"web"},
              {"at":"90m","do":"complete","pool":"web"},
              {"at":"3h","do":"set","pool":"web","labels":{"tier":"a,b"},"taints":[{"key":"k","value":"v","effect":"NO_SCHEDULE"}]},
              {"at":"3h","do":"set","workload":"data/db","replicas":5},
              {"at":"3h","do":"set","budget":"db-pdb","minAvailable":"50%"},
              {"at":"4h","do":"drain","node":"web-a-1","ignoreDaemonsets":true,"timeout":"5m","gracePeriodSeconds":-1},
              {"at":"4h","do":"cordon","node":"--all"},
              {"at":"5h","do":"upgrade","pool":"web","config":{"machineType":"n2-standard-8"}},
              {"at":"5h","do":"upgrade","pool":"web","automatic":true},
              {"at":"5h","do":"stockout","zone":"europe-west4-a"}]}"#,
            &expect![[r##"
                # Commands for the scenario “script\nrm -rf /”.
                # Each command changes a live cluster immediately. Review it before you run it.
                CLUSTER=CLUSTER_NAME
                LOCATION=LOCATION

                # +00:00:00, 2026-01-05T00:00:00Z
                gcloud container clusters upgrade "$CLUSTER" --location="$LOCATION" --node-pool=web --cluster-version=1.33.1-gke.100

                # +00:30:00, 2026-01-05T00:30:00Z
                # The operation that upgrades “web”, if it runs.
                OPERATION=$(gcloud container operations list --location="$LOCATION" --filter="operationType=UPGRADE_NODES AND status=RUNNING AND targetLink~/clusters/$CLUSTER/nodePools/web$" --limit=1 --format='value(name)')
                [ -n "$OPERATION" ] && gcloud container operations cancel "$OPERATION" --location="$LOCATION"

                # +01:00:00, 2026-01-05T01:00:00Z
                # Running the same upgrade again resumes it.
                gcloud container clusters upgrade "$CLUSTER" --location="$LOCATION" --node-pool=web --cluster-version=1.33.1-gke.100

                # +01:30:00, 2026-01-05T01:30:00Z
                gcloud container node-pools complete-upgrade web --cluster="$CLUSTER" --location="$LOCATION"

                # +02:00:00, 2026-01-05T02:00:00Z
                gcloud container node-pools rollback web --cluster="$CLUSTER" --location="$LOCATION" --respect-pdb=true

                # +03:00:00, 2026-01-05T03:00:00Z
                gcloud container node-pools update web --cluster="$CLUSTER" --location="$LOCATION" --node-labels='^;^tier=a,b'
                gcloud container node-pools update web --cluster="$CLUSTER" --location="$LOCATION" --node-taints=k=v:NoSchedule
                kubectl scale statefulset/db --namespace=data --replicas=5
                kubectl patch poddisruptionbudget db-pdb --namespace=data --type=merge --patch='{"spec":{"minAvailable":"50%","maxUnavailable":null}}'

                # +04:00:00, 2026-01-05T04:00:00Z
                kubectl drain web-a-1 --ignore-daemonsets --grace-period=-1 --timeout=300s
                # Left out: “--all” or one of its values can't be used in a command.

                # +05:00:00, 2026-01-05T05:00:00Z
                gcloud container node-pools update web --cluster="$CLUSTER" --location="$LOCATION" --machine-type=n2-standard-8 --async
                # GKE upgrades “web” automatically when automatic work can start.
                # By hand it begins at once, also outside the maintenance windows and inside exclusions:
                # gcloud container clusters upgrade "$CLUSTER" --location="$LOCATION" --node-pool=web
                # A stockout in “europe-west4-a” starts or ends (no command).
            "##]],
        );
    }
}
