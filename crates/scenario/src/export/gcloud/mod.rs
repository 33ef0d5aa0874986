//! Exports commands for the scenario: the settings of its node pools, and its script.
//!
//! Source: gcloud reference, `container node-pools update`, `container clusters upgrade`; one call changes one group
//! of settings, so each group is a separate call. Simplified: pools exist already; none is created.

mod flags;
mod script;

use super::shell::{clean, quote, speakable};
use super::{CLUSTER, LOCATION, Say, comment, title};
use crate::document::{Document, Pool, ScriptItem};
use crate::instant;
use crate::strategy;
use base::{Message, order, say};
use flags::{Flags, at_cluster};
use model::RunKind;

pub(super) fn make(doc: &Document, say: Say<'_>) -> String {
    let mut script = Script { lines: Vec::new(), say };
    script.head(doc);
    for pool in &doc.pools {
        script.pool(doc, pool);
    }
    let start = doc.start_unix_ms();
    let (waiting, timed): (Vec<&ScriptItem>, Vec<&ScriptItem>) =
        doc.script.iter().partition(|item| !item.phase.is_empty());
    let mut items: Vec<(i64, &ScriptItem)> =
        timed.into_iter().map(|item| (item.at.map_or(0, |at| at.since(start)), item)).collect();
    // Stable, as in the run: earlier entries act first.
    order::sort_by_key(&mut items, |(at, _)| *at);
    let mut now = None;
    for (no, (at, item)) in items.iter().enumerate() {
        if now != Some(*at) {
            now = Some(*at);
            let day = instant::format(start.saturating_add(*at));
            script.note(&say!("export-time", offset = clock(*at), at = day));
        }
        script.item(doc, item, &items[..no]);
    }
    for item in waiting {
        script.note(&phase(item));
        script.item(doc, item, &items);
    }
    script.lines.join("\n") + "\n"
}

struct Script<'a> {
    lines: Vec<String>,
    say: Say<'a>,
}

impl Script<'_> {
    fn head(&mut self, doc: &Document) {
        self.aside(&say!("export-commands", scenario = title(doc)));
        self.aside(&say!("export-live"));
        let mut variable = |name: &str, value: &str, stands_for: &str| {
            let value = if speakable(value) { value } else { stands_for };
            self.lines.push(format!("{name}={}", quote(value)));
        };
        variable("CLUSTER", &doc.cluster.name, CLUSTER);
        variable("LOCATION", &doc.cluster.location, LOCATION);
        if doc.script.iter().any(|item| item.action == "cancel") {
            variable("OPERATION", "", "OPERATION_NAME");
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
        if !speakable(name) || flags.iter().any(|flag| !clean(flag)) {
            return self.left_out(name);
        }
        let flags: Flags = flags.iter().map(|flag| format!(" {flag}")).collect();
        self.lines.push(format!("{verb} {}{}", quote(name), flags.concat()));
    }

    fn update(&mut self, pool: &str, flags: Flags) {
        if !flags.is_empty() {
            let all = at_cluster().into_iter().chain(flags).collect();
            self.command("gcloud container node-pools update", pool, all);
        }
    }

    fn pool(&mut self, doc: &Document, pool: &Pool) {
        let groups = [
            pool.upgrade_settings.as_ref().map_or_else(Vec::new, flags::upgrade_settings),
            pool.autoscaling.as_ref().map_or_else(Vec::new, flags::autoscaling),
            flags::of(&pool.management),
            flags::of(&pool.node_drain_config),
        ];
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
        for group in groups {
            self.update(&pool.name, group);
        }
    }
}

/// The phase that an entry without a time waits for.
fn phase(item: &ScriptItem) -> Message {
    let after = item.at.map_or(0, |at| at.after().ms());
    let message = say!("export-phase", pool = &item.pool, phase = &item.phase);
    match after > 0 {
        true => say!("export-later", when = message, after = &clock(after)[1..]),
        false => message,
    }
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
        wanted.assert_eq(&make(&document, &|message| words::plain().text(message)));
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
                # Commands for the scenario “script rm -rf /”.
                # Each command changes a live cluster immediately. Review it before you run it.
                CLUSTER=CLUSTER_NAME
                LOCATION=LOCATION
                OPERATION=OPERATION_NAME

                # +00:00:00, 2026-01-05T00:00:00Z
                gcloud container clusters upgrade "$CLUSTER" --location="$LOCATION" --node-pool=web --cluster-version=1.33.1-gke.100

                # +00:30:00, 2026-01-05T00:30:00Z
                # Find the name of the operation in the list.
                gcloud container operations list --location="$LOCATION" --filter='operationType=UPGRADE_NODES AND status=RUNNING'
                gcloud container operations cancel "$OPERATION" --location="$LOCATION"

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
                gcloud container node-pools update web --cluster="$CLUSTER" --location="$LOCATION" --machine-type=n2-standard-8
                # GKE upgrades “web” automatically when automatic work can start.
                # A stockout in “europe-west4-a” starts or ends (no command).
            "##]],
        );
    }
}
