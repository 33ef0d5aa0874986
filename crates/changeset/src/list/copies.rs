//! What changed between two scenarios, as texts for other tools.

use super::objects::changed_objects;
use super::patch;
use base::text::quote;
use base::{Set, say};
use scenario::Document;
use scenario::document::{self, ScriptItem};
use scenario::export::{Say, Source, comment, creation, gcloud, manifests, terraform};
use scenario::field::Field;
use scenario::json::Json;
use scenario::merge::{self, UserEdit};
use scenario::primitive::{IntOrText, integer};

/// Names of the scenario, which no tool needs.
const NAMES: [&str; 3] = ["version", "name", "description"];
/// The most changes that are looked at one by one.
const MAX_LOOKED_AT: usize = 100;

base::enum_table! {
    /// A form of the changes.
    #[derive(Default)]
    pub enum CopyFormat, key {
        #[default]
        Patch = "ui-changes-patch",
        Yaml = "ui-changes-yaml",
        Terraform = "ui-changes-terraform",
        Gcloud = "ui-changes-gcloud",
    }
}

impl CopyFormat {
    /// The changes; empty if it has none of them. `say` formats messages that become comments.
    pub fn write(self, before: &Json, after: &Json, say: Say<'_>) -> String {
        match self {
            Self::Patch => json_patch(before, after),
            _ => self.write_read(&read(before), read(after), say),
        }
    }

    fn write_read(self, before: &Document, after: Document, say: Say<'_>) -> String {
        match self {
            Self::Patch | Self::Yaml => yaml(before, &after),
            Self::Terraform => of_terraform(before, &after, say),
            Self::Gcloud => of_gcloud(before, after, say),
        }
    }
}

/// A document that can't be read is empty.
fn read(json: &Json) -> Document {
    document::read(json).0.unwrap_or_default()
}

/// The document with one of its changes alone.
fn read_with(edit: &UserEdit, before: &Json) -> Document {
    read(&merge::apply(std::slice::from_ref(edit), before).json)
}

/// The commands of gcloud and kubectl that make the changes, one by one; none if they don't make all of them. `CLUSTER_NAME` and
/// `LOCATION` stand for names that the scenario lacks.
pub fn commands(before: &Json, after: &Json) -> Vec<String> {
    let first = read(before);
    let lines = |after: &Document| {
        let [_, lines] = settings(&first, after, &|_| String::new());
        let commands = lines.into_iter().filter(|line| !line.is_empty() && !line.starts_with('#'));
        joined(commands)
    };
    let edits = merge::changes(before, after);
    if edits.iter().any(|edit| lines(&read_with(edit, before)).is_empty()) {
        return Vec::new();
    }
    let last = read(after);
    let own = &last.cluster;
    lines(&last).iter().map(|line| for_cluster(line, &own.name, &own.location)).collect()
}

/// Puts lines that end with a backslash and the next ones together.
fn joined(lines: impl Iterator<Item = String>) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    for line in lines {
        match commands.last_mut().filter(|last| last.ends_with('\\')) {
            Some(last) => {
                last.pop();
                last.push_str(line.trim_start());
            }
            None => commands.push(line),
        }
    }
    commands
}

/// The command with names in place of its variables, but not in what is quoted: there are other names.
fn for_cluster(command: &str, cluster: &str, location: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "- ".contains(c);
    let known = |name: &str| !name.is_empty() && !name.starts_with('-') && name.chars().all(plain);
    let name = quote(if known(cluster) { cluster } else { "CLUSTER_NAME" });
    let place = quote(if known(location) { location } else { "LOCATION" });
    let set = |part: &str| {
        let set = part.replace("\"$CLUSTER\"", &name).replace("\"$LOCATION\"", &place);
        set.replace("/$CLUSTER/", &format!("/{name}/"))
    };
    let (mut named_command, mut rest) = (String::new(), command);
    while let Some(at) = rest.find(['\'', '\\']) {
        let (open, quoted) = rest.split_at(at);
        let end = match quoted.strip_prefix('\'') {
            Some(inner) => inner.find('\'').map(|end| end + 2),
            None => quoted.char_indices().nth(2).map(|(end, _)| end),
        };
        let (quoted, after) = quoted.split_at(end.unwrap_or(quoted.len()));
        named_command.extend([&*set(open), quoted]);
        rest = after;
    }
    named_command + &set(rest)
}

/// The variables of the cluster, and the commands for what differs.
fn settings(before: &Document, after: &Document, say: Say<'_>) -> [Vec<String>; 2] {
    let (described, changed) = (Some(before), changed_objects(before, after).entries);
    gcloud::setup(Source { described, changed: &changed, ..after.into() }, say)
}

/// The changes that a format has nothing for, and whether there are more changes than are looked at.
pub fn not_covered(
    format: CopyFormat,
    before: &Json,
    after: &Json,
    say: Say<'_>,
) -> (Vec<UserEdit>, bool) {
    if format == CopyFormat::Patch {
        return (Vec::new(), false);
    }
    let (mut edits, known) = (merge::changes(before, after), read(before));
    let is_cut = edits.len() > MAX_LOOKED_AT;
    edits.truncate(MAX_LOOKED_AT);
    edits.retain(|edit| {
        let place = edit.place();
        !NAMES.contains(&&place[1.min(place.len())..])
            && format.write_read(&known, read_with(edit, before), say).is_empty()
    });
    (edits, is_cut)
}

fn json_patch(before: &Json, after: &Json) -> String {
    let patch = patch::to_json(before, &patch::between(before, after));
    let lines: Vec<String> = patch.items().iter().map(Json::compact).collect();
    if lines.is_empty() { String::new() } else { format!("[\n  {}\n]\n", lines.join(",\n  ")) }
}

/// Manifests of workloads and budgets.
fn yaml(before: &Document, after: &Document) -> String {
    let known: Set<String> = manifests::make(before).0.into_iter().collect();
    let mut changed = manifests::make(after).0;
    changed.retain(|text| !known.contains(text));
    changed.join("---\n")
}

/// Resources of pools, and of the cluster.
fn of_terraform(before: &Document, after: &Document, say: Say<'_>) -> String {
    let known = terraform::parts(before.into(), say);
    let described = Some(before);
    let mut parts = terraform::parts(Source { described, ..after.into() }, say);
    let head = parts.remove(0);
    parts.retain(|part| !known.contains(part));
    let text = parts.concat();
    if text.is_empty() { text } else { head + &text }
}

/// Commands for new pools, settings, and new entries of the script.
fn of_gcloud(before: &Document, mut after: Document, say: Say<'_>) -> String {
    let mut known = Vec::new();
    distinct(&before.script, &mut known);
    let old = known.len();
    let now = distinct(&after.script, &mut known);
    let is_new = |item: &ScriptItem| {
        let mut now = now.iter().zip(&after.script);
        now.any(|(no, own)| *no >= old && std::ptr::eq(own, item))
    };
    let mut acts = Vec::new();
    for step in gcloud::steps(&after).into_iter().filter(|step| is_new(step.item)) {
        acts.extend(step.heading.iter().flat_map(|said| [String::new(), comment(say, said)]));
        acts.extend(gcloud::commands((&after).into(), &step, say));
    }
    let is_there = |name: &str| before.pools.iter().any(|pool| pool.name == name);
    let new = after.pools.iter().filter(|pool| !is_there(&pool.name));
    let new = new.map(|pool| creation::pool(&after.cluster, pool)).filter(|text| !text.is_empty());
    let mut lines: Vec<String> = new.map(|text| format!("\n{text}")).collect();
    after.pools.retain(|pool| is_there(&pool.name));
    let [head, settings] = settings(before, &after, say);
    lines.extend(settings.into_iter().chain(acts));
    if lines.is_empty() {
        return String::new();
    }
    let live = comment(say, &say!("export-live"));
    let all = [live].into_iter().chain(head).chain(lines);
    all.map(|line| line.trim_end().to_owned() + "\n").collect()
}

/// Which of the known entries each of a script is; new ones are added. They wait for the numbers of known entries: their own
/// places move as others come and go.
fn distinct(script: &[ScriptItem], known: &mut Vec<ScriptItem>) -> Vec<usize> {
    let mut all: Vec<usize> = Vec::new();
    for item in script {
        let mut item = item.clone();
        let awaited = item.after.as_ref().and_then(|after| integer(&after.write()));
        let awaited = awaited.and_then(|no| all.get(usize::try_from(no).ok()?));
        if let Some(no) = awaited {
            item.after = Some(IntOrText::Int(*no as i64));
        }
        all.push(known.iter().position(|one| *one == item).unwrap_or(known.len()));
        known.extend((all.last() == Some(&known.len())).then_some(item));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    const BEFORE: &str = r#"{"version":1,"name":"shop","cluster":{"name":"prod","location":"europe-west4"},
        "pools":[{"name":"web","version":"1.32.4-gke.1","initialNodeCount":3,"config":{"machineType":"e2-standard-4"},
          "upgradeSettings":{"strategy":"SURGE","maxSurge":1,"maxUnavailable":0}},{"name":"db","initialNodeCount":1}],
        "workloads":[{"kind":"Deployment","name":"shop","replicas":2},{"kind":"StatefulSet","name":"db","replicas":3}],
        "budgets":[{"name":"shop-pdb","selector":{"matchLabels":{"app":"shop"}},"maxUnavailable":0}],
        "script":[{"at":"0s","do":"upgrade","pool":"web","version":"1.33.1-gke.1"}]}"#;

    /// All texts after a piece of the scenario is replaced, and what they don't have.
    fn check(changed: &[(&str, &str)], wanted: &Expect) {
        let text = changed.iter().fold(BEFORE.to_owned(), |text, (old, new)| {
            assert!(text.contains(old), "{old}");
            text.replace(old, new)
        });
        let [before, after] = [BEFORE, &text].map(|text| Json::parse(text).expect("it is JSON"));
        let say = |message: &base::Message| words::plain().text(message);
        let mut all = String::new();
        for format in CopyFormat::ALL {
            let (missing, _) = not_covered(format, &before, &after, &say);
            let places: Vec<String> = missing.iter().map(UserEdit::place).collect();
            all += &format!("== {format:?} without {places:?}\n");
            all += &format.write(&before, &after, &say);
        }
        wanted.assert_eq(&all);
    }

    #[test]
    fn more_changes_than_are_looked_at_are_said_to_be_more() {
        let say = |message: &base::Message| words::plain().text(message);
        let labeled = |n: usize| {
            let labels: String = (0..n).map(|no| format!(r#""l{no}":"x","#)).collect();
            let text = BEFORE.replace(r#""version":1,"#, &(r#""version":1,"#.to_owned() + &labels));
            Json::parse(&text).expect("it is JSON")
        };
        let missing = |n| not_covered(CopyFormat::Yaml, &labeled(0), &labeled(n), &say);
        assert_eq!(
            [1, 100, 101].map(|n| (missing(n).0.len(), missing(n).1)),
            [(1, false), (100, false), (100, true)]
        );
    }

    /// The commands of a change.
    fn check_commands(before: &str, old: &str, new: &str, wanted: &Expect) {
        assert!(before.contains(old), "{old}");
        let [before, after] =
            [before, &before.replace(old, new)].map(|text| Json::parse(text).expect("it is JSON"));
        wanted.assert_eq(&commands(&before, &after).join("\n"));
    }

    #[test]
    fn commands_make_the_whole_change_in_the_named_cluster() {
        let surge = r#""maxSurge":1"#;
        check_commands(
            BEFORE,
            surge,
            r#""maxSurge":3"#,
            &expect![
                "gcloud container node-pools update web --cluster=prod --location=europe-west4 --enable-surge-upgrade --max-surge-upgrade=3 --max-unavailable-upgrade=0"
            ],
        );
        let limit = r#""maxUnavailable":0}]"#;
        check_commands(
            BEFORE,
            limit,
            r#""minAvailable":1}]"#,
            &expect![[
                r#"kubectl patch poddisruptionbudget shop-pdb --namespace=default --type=merge --patch='{"spec":{"minAvailable":1,"maxUnavailable":null}}'"#
            ]],
        );
        // A seed is no command's.
        let seed = r#""maxSurge":3,"seed":2"#;
        check_commands(BEFORE, surge, seed, &expect![[""]]);
        let sooner = (r#""at":"0s","do":"upgrade""#, r#""at":"5m","do":"upgrade""#);
        check_commands(BEFORE, sooner.0, sooner.1, &expect![[""]]);
        let window = r#""location":"europe-west4","maintenancePolicy":{"window":{"dailyMaintenanceWindow":{"startTime":"03:00"}}}"#;
        check_commands(
            BEFORE,
            r#""location":"europe-west4""#,
            window,
            &expect![
                "gcloud container clusters update prod --location=europe-west4 --maintenance-window 03:00"
            ],
        );
        assert_eq!(
            for_cluster("gcloud x \"$CLUSTER\" --location=\"$LOCATION\"", "my shop", ""),
            "gcloud x 'my shop' --location=LOCATION"
        );
        let hostile = r#"{"version":1,"cluster":{"name":"$(reboot)"},"pools":[{"name":"x\"$CLUSTER\"' \"$LOCATION\""}]}"#;
        let surge = r#","upgradeSettings":{"maxSurge":2}}]"#;
        check_commands(
            hostile,
            "}]",
            surge,
            &expect![[
                r#"gcloud container node-pools update 'x"$CLUSTER"'\'' "$LOCATION"' --cluster=CLUSTER_NAME --location=LOCATION --max-surge-upgrade=2 --max-unavailable-upgrade=0"#
            ]],
        );
    }

    #[test]
    fn a_rollback_at_the_start_is_for_a_cancelled_upgrade() {
        let running = r#"{"version":1,"cluster":{"name":"prod","location":"us-east1"},"pools":[{"name":"web","status":"RECONCILING",
            "version":"1.33.1-gke.1","upgradingFrom":"1.32.4-gke.1","upgradeSettings":{"maxSurge":1}}],"script":[{"at":"0s","do":"rollback","pool":"web"}]}"#;
        check_commands(
            running,
            r#""maxSurge":1"#,
            r#""maxSurge":2"#,
            &expect![[r#"
            OPERATION=$(gcloud container operations list --location=us-east1 --filter="operationType=UPGRADE_NODES AND status=RUNNING AND targetLink~/clusters/prod/nodePools/web$" --limit=1 --format='value(name)')
            [ -n "$OPERATION" ] && gcloud container operations cancel "$OPERATION" --location=us-east1
            [ -n "$OPERATION" ] && gcloud container operations wait "$OPERATION" --location=us-east1
            gcloud container node-pools update web --cluster=prod --location=us-east1 --max-surge-upgrade=2 --max-unavailable-upgrade=0
            gcloud container node-pools rollback web --cluster=prod --location=us-east1"#]],
        );
        let strange = running.replace("web", "we b");
        check_commands(&strange, r#""maxSurge":1"#, r#""maxSurge":2"#, &expect![""]);
    }

    #[test]
    fn objects_are_found_by_their_names() {
        let two = r#"{"version":1,"workloads":[{"kind":"Deployment","name":"a","replicas":1},{"kind":"Deployment","name":"b","replicas":1},{"kind":"StatefulSet","name":"b","replicas":1},{"kind":"Deployment","name":"c","replicas":1}]}"#;
        let first = r#"{"kind":"Deployment","name":"a","replicas":1},"#;
        let after = two.replace(first, "").replace(r#""c","replicas":1"#, r#""c","replicas":2"#);
        let read = |text: &str| scenario::read(text).document.expect("a document");
        let found = changed_objects(&read(two), &read(&after));
        let names: Vec<&str> = found.entries.iter().map(|one| one.workload.as_str()).collect();
        assert_eq!(names, ["default/c"]);
        // The command for it would be for the Deployment of the same name.
        let after = two.replace(
            r#""StatefulSet","name":"b","replicas":1"#,
            r#""StatefulSet","name":"b","replicas":2"#,
        );
        assert_eq!(changed_objects(&read(two), &read(&after)).entries, []);
    }

    /// A command names kind, namespace and name: a workload of another namespace isn't meant by it, and none stands for several
    /// copies of one.
    #[test]
    fn a_workload_is_scaled_by_its_own_namespace_and_name() {
        let text = r#"{"version":1,"workloads":[{"kind":"Deployment","namespace":"a","name":"web","replicas":1},{"kind":"Deployment","namespace":"b","name":"web","replicas":2},{"kind":"Deployment","namespace":"a","name":"api","replicas":3,"copies":4}]}"#;
        let read = |text: &str| scenario::read(text).document.expect("a document");
        let scaled = |old: &str, new: &str| {
            assert!(text.contains(old), "{old}");
            let found = changed_objects(&read(text), &read(&text.replace(old, new)));
            let entry = |one: &ScriptItem| format!("{} {:?}", one.workload, one.replicas);
            let entries: Vec<String> = found.entries.iter().map(entry).collect();
            (entries.join(", "), found.omitted.len())
        };
        assert_eq!(scaled(r#""replicas":1"#, r#""replicas":7"#), ("a/web Some(7)".to_owned(), 0));
        assert_eq!(scaled(r#""replicas":2"#, r#""replicas":7"#), ("b/web Some(7)".to_owned(), 0));
        assert_eq!(scaled(r#""replicas":3"#, r#""replicas":7"#), (String::new(), 1));
        // One that has copies from now on.
        let copies = r#""replicas":7,"copies":2"#;
        assert_eq!(scaled(r#""replicas":1"#, copies), (String::new(), 1));
    }

    /// An upgrade uses the settings of its time: they are changed before it.
    #[test]
    fn settings_are_changed_before_what_uses_them() {
        let say = |message: &base::Message| words::plain().text(message);
        let json = |text: &str| Json::parse(text).expect("it is JSON");
        let after = BEFORE.replace(r#""maxSurge":1"#, r#""maxSurge":3"#).replace(
            r#""pool":"web","version":"1.33.1-gke.1"}"#,
            r#""pool":"web","version":"1.33.1-gke.1"},{"at":"1h","do":"upgrade","pool":"web","version":"1.33.2-gke.1"}"#,
        );
        let text = CopyFormat::Gcloud.write(&json(BEFORE), &json(&after), &say);
        let place = |part: &str| text.find(part).expect("a command with it");
        assert!(place("--max-surge-upgrade=3") < place("--cluster-version=1.33.2-gke.1"), "{text}");
    }

    #[test]
    fn entries_that_only_move_are_not_new() {
        let entry = |after: &str, pool: &str| {
            format!(r#"{{{after},"do":"upgrade","pool":"{pool}","version":"1.33.1-gke.1"}}"#)
        };
        let scenario = |script: &[String]| {
            let script = format!(r#""script":[{}]"#, script.join(","));
            let start = BEFORE.find(r#""script""#).expect("it has one");
            Json::parse(&format!("{}{script}}}", &BEFORE[..start])).expect("it is JSON")
        };
        let (first, db) = (entry(r#""at":"1h""#, "web"), entry(r#""at":"0s""#, "db"));
        let web = |after: &str| entry(&format!(r#""after":{after}"#), "web");
        let before = scenario(&[first.clone(), db.clone(), web("1"), web(r#""2""#)]);
        let gcloud = |script: &[String]| {
            let say = |message: &base::Message| words::plain().text(message);
            CopyFormat::Gcloud.write(&before, &scenario(script), &say)
        };
        assert_eq!(gcloud(&[db.clone(), web("0"), web("1")]), "");
        // The last one now waits for another entry.
        let others = gcloud(&[db.clone(), first, web("0"), web(r#""1""#)]);
        assert_eq!(others.matches("clusters upgrade").count(), 1, "{others}");
        assert_eq!(gcloud(&[db, web("0")]), "");
    }

    #[test]
    fn each_format_has_what_changed_and_no_more() {
        check(
            &[
                (r#""maxSurge":1"#, r#""maxSurge":3"#),
                (r#""replicas":2"#, r#""replicas":4"#),
                (
                    r#""selector":{"matchLabels":{"app":"shop"}},"maxUnavailable":0"#,
                    r#""selector":{"matchLabels":{"app":"shop"}},"maxUnavailable":1"#,
                ),
                (r#""script""#, r#""seed":7,"script""#),
            ],
            &expect![[r#"
                == Patch without []
                [
                  {"op":"replace","path":"/pools/0/upgradeSettings/maxSurge","value":3},
                  {"op":"replace","path":"/workloads/0/replicas","value":4},
                  {"op":"replace","path":"/budgets/0/maxUnavailable","value":1},
                  {"op":"add","path":"/seed","value":7}
                ]
                == Yaml without ["/pools/web/upgradeSettings/maxSurge", "/seed"]
                apiVersion: apps/v1
                kind: Deployment
                metadata:
                  name: shop
                spec:
                  replicas: 4
                  selector:
                    matchLabels:
                      app: shop
                  template:
                    metadata:
                      labels:
                        app: shop
                    spec:
                      containers:
                        - name: shop
                ---
                apiVersion: policy/v1
                kind: PodDisruptionBudget
                metadata:
                  name: shop-pdb
                  namespace: default
                spec:
                  maxUnavailable: 1
                  selector:
                    matchLabels:
                      app: shop
                == Terraform without ["/workloads/shop/replicas", "/budgets/shop-pdb/maxUnavailable", "/seed"]
                # Node pools of the scenario “shop”.

                # “web” after the script; its version is 1.32.4-gke.1 now.
                # Two applies for “web”: upgrade_settings first, with the version and node_config as they are now, then the rest. In one apply the provider updates upgrade_settings last, and the upgrade still uses the old ones.
                resource "google_container_node_pool" "web" {
                  name       = "web"
                  cluster    = "prod"
                  location   = "europe-west4"
                  version    = "1.33.1-gke.1"
                  node_count = 3

                  node_config {
                    machine_type = "e2-standard-4"
                  }

                  upgrade_settings {
                    strategy        = "SURGE"
                    max_surge       = 3
                    max_unavailable = 0
                  }
                }
                == Gcloud without ["/seed"]
                # Each command changes a live cluster immediately. Review it before you run it.
                CLUSTER=prod
                LOCATION=europe-west4

                # Budgets and workloads, as changed for this: the durations hold only with them
                kubectl patch poddisruptionbudget shop-pdb --namespace=default --type=merge --patch='{"spec":{"minAvailable":null,"maxUnavailable":1}}'
                kubectl scale deployment/shop --namespace=default --replicas=4

                # Node pool web
                gcloud container node-pools update web --cluster="$CLUSTER" --location="$LOCATION" --enable-surge-upgrade --max-surge-upgrade=3 --max-unavailable-upgrade=0
            "#]],
        );
    }

    #[test]
    fn new_and_removed_parts_are_said_where_there_is_a_command() {
        check(
            &[
                (
                    r#","initialNodeCount":1}"#,
                    r#","initialNodeCount":1},{"name":"gpu","initialNodeCount":2,"config":{"machineType":"g2-standard-8"}}"#,
                ),
                (r#",{"kind":"StatefulSet","name":"db","replicas":3}"#, ""),
                (
                    r#""pool":"web","version":"1.33.1-gke.1"}"#,
                    r#""pool":"web","version":"1.33.1-gke.1"},{"at":"1h","do":"upgrade","pool":"db","version":"1.33.1-gke.1"}"#,
                ),
            ],
            &expect![[r#"
                == Patch without []
                [
                  {"op":"add","path":"/pools/2","value":{"name":"gpu","initialNodeCount":2,"config":{"machineType":"g2-standard-8"}}},
                  {"op":"remove","path":"/workloads/1"},
                  {"op":"add","path":"/script/1","value":{"at":"1h","do":"upgrade","pool":"db","version":"1.33.1-gke.1"}}
                ]
                == Yaml without ["/pools/gpu", "/workloads/db", "/script"]
                == Terraform without ["/workloads/db"]
                # Node pools of the scenario “shop”.

                # “db” after the script; its version now isn't in the scenario.
                resource "google_container_node_pool" "db" {
                  name       = "db"
                  cluster    = "prod"
                  location   = "europe-west4"
                  version    = "1.33.1-gke.1"
                  node_count = 1
                }

                resource "google_container_node_pool" "gpu" {
                  name       = "gpu"
                  cluster    = "prod"
                  location   = "europe-west4"
                  node_count = 2

                  node_config {
                    machine_type = "g2-standard-8"
                  }
                }
                == Gcloud without ["/workloads/db"]
                # Each command changes a live cluster immediately. Review it before you run it.
                CLUSTER=prod
                LOCATION=europe-west4

                gcloud container node-pools create gpu --location=europe-west4 \
                  --cluster=prod \
                  --num-nodes=2 \
                  --machine-type=g2-standard-8

                # +01:00:00, 2026-01-05T01:00:00Z
                gcloud container clusters upgrade "$CLUSTER" --location="$LOCATION" --node-pool=db --cluster-version=1.33.1-gke.1
            "#]],
        );
    }

    #[test]
    fn settings_of_the_cluster_are_said_too() {
        check(
            &[
                (
                    r#""location":"europe-west4""#,
                    r#""location":"europe-west4","maintenancePolicy":{"window":{"dailyMaintenanceWindow":{"startTime":"03:00"}}}"#,
                ),
                (r#""e2-standard-4""#, r#""e2-standard-8""#),
                ("shop\",\"cluster", "other\",\"cluster"),
            ],
            &expect![[r#"
                == Patch without []
                [
                  {"op":"replace","path":"/name","value":"other"},
                  {"op":"add","path":"/cluster/maintenancePolicy","value":{"window":{"dailyMaintenanceWindow":{"startTime":"03:00"}}}},
                  {"op":"replace","path":"/pools/0/config/machineType","value":"e2-standard-8"}
                ]
                == Yaml without ["/cluster/maintenancePolicy/window/dailyMaintenanceWindow/startTime", "/pools/web/config/machineType"]
                == Terraform without []
                # Node pools of the scenario “other”.

                # The cluster's own settings. If its google_container_cluster is elsewhere, move the blocks there.
                resource "google_container_cluster" "prod" {
                  name     = "prod"
                  location = "europe-west4"

                  maintenance_policy {
                    daily_maintenance_window {
                      start_time = "03:00"
                    }
                  }
                }

                # “web” after the script; its version is 1.32.4-gke.1 now.
                resource "google_container_node_pool" "web" {
                  name       = "web"
                  cluster    = "prod"
                  location   = "europe-west4"
                  version    = "1.33.1-gke.1"
                  node_count = 3

                  node_config {
                    machine_type = "e2-standard-8"
                  }

                  upgrade_settings {
                    strategy        = "SURGE"
                    max_surge       = 1
                    max_unavailable = 0
                  }
                }
                == Gcloud without ["/pools/web/config/machineType"]
                # Each command changes a live cluster immediately. Review it before you run it.
                CLUSTER=prod
                LOCATION=europe-west4

                # Maintenance policy of the cluster
                gcloud container clusters update "$CLUSTER" --location="$LOCATION" \
                  --maintenance-window 03:00
            "#]],
        );
    }
}
