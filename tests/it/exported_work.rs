//! Exported commands and Terraform beside what the cluster does already.

use crate::cli::{Folder, answer, has, lacks};

const CANCEL: &str = "[ -n \"$OPERATION\" ] && gcloud container operations cancel \"$OPERATION\"";
const UPGRADE: &str = "gcloud container clusters upgrade";
const UPDATE: &str = "gcloud container node-pools update";

fn fixture(name: &str, file: &str) -> String {
    let path = crate::root().join("tests/fixtures/import/gke").join(name).join(file);
    path.to_str().unwrap().to_owned()
}

/// The commands of an export, without comments.
fn commands(files: &[&str], format: &str) -> String {
    let text = answer(&[&["export"], files, &["--format", format]].concat());
    let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
    lines.map(|line| format!("{line}\n")).collect()
}

/// “It soaks, and I want to go back, or to complete it.”
#[test]
fn an_upgrade_that_runs_is_neither_resumed_nor_set_up() {
    let folder = Folder::new("export-running");
    let [cluster, nodes] =
        ["cluster.json", "nodes.json"].map(|file| fixture("blue-green-soaking", file));
    let at = "--cluster=prod --location=europe-west4-a";
    let back = folder.write(
        "back.sh",
        &format!("gcloud container operations cancel operation-7 --location=europe-west4-a\ngcloud container node-pools rollback web {at}\n"),
    );
    for format in ["gcloud", "runbook"] {
        let text = commands(&[&cluster, &nodes, &back], format);
        has(&text, &["/nodePools/web$\"", CANCEL, "\ngcloud container node-pools rollback web "]);
        lacks(&text, &[UPGRADE, UPDATE]);
    }
    let complete = folder
        .write("complete.sh", &format!("gcloud container node-pools complete-upgrade web {at}\n"));
    let text = commands(&[&cluster, &nodes, &complete], "gcloud");
    assert_eq!(
        text.lines().filter(|line| !line.is_empty()).collect::<Vec<_>>(),
        [
            "CLUSTER=prod",
            "LOCATION=europe-west4-a",
            "gcloud container node-pools complete-upgrade web --cluster=\"$CLUSTER\" --location=\"$LOCATION\"",
        ]
    );
    lacks(&commands(&[&cluster, &nodes], "gcloud"), &["gcloud"]);
    has(
        &answer(&["export", &cluster, &nodes, "--format", "gcloud"]),
        &[
            "is running: nothing to do",
            "2026-03-10T10:40:00Z",
            "\n# gcloud container node-pools rollback web ",
            "\n# gcloud container node-pools complete-upgrade web ",
        ],
    );
    has(
        &answer(&["export", &cluster, &nodes, "--format", "runbook"]),
        &["No operation is running on the cluster but those of web."],
    );
}

/// “It failed: I resume it, or take it back.”
#[test]
fn an_upgrade_that_does_not_run_is_resumed_and_not_cancelled() {
    let folder = Folder::new("export-failed");
    let [cluster, nodes] =
        ["cluster.json", "nodes.json"].map(|file| fixture("half-upgraded", file));
    let text = std::fs::read_to_string(&cluster).unwrap();
    let failed = folder.write(
        "cluster.json",
        &text
            .replace("RECONCILING", "RUNNING_WITH_ERROR")
            .replace("\"autoUpgrade\": true", "\"autoUpgrade\": false"),
    );
    has(&commands(&[&failed, &nodes], "gcloud"), &[UPGRADE]);
    let back = folder.write(
        "back.sh",
        "gcloud container node-pools rollback web --cluster=prod --location=europe-west4-a\n",
    );
    let rollback = commands(&[&failed, &nodes, &back], "gcloud");
    has(&rollback, &["node-pools rollback web"]);
    lacks(&rollback, &["operations cancel", UPGRADE, UPDATE]);
    let running = commands(&[&cluster, &nodes, &back], "gcloud");
    has(&running, &[CANCEL, "&& gcloud container operations wait", "node-pools rollback web"]);
    lacks(&running, &[UPGRADE, UPDATE]);
}

/// A cluster with two pools of an older version than its control plane.
fn pools(folder: &Folder) -> String {
    let pool = |name: &str| {
        format!(
            r#"{{"name":"{name}","version":"1.32.9-gke.100","status":"RUNNING","initialNodeCount":3,"locations":["us-east1-b"],
            "config":{{"machineType":"e2-standard-4"}},"management":{{"autoUpgrade":true}},"upgradeSettings":{{"maxSurge":1,"strategy":"SURGE"}}}}"#
        )
    };
    folder.write(
        "cluster.json",
        &format!(
            r#"{{"name":"prod","location":"us-east1","currentMasterVersion":"1.33.5-gke.100","status":"RUNNING","nodePools":[{},{}]}}"#,
            pool("front"),
            pool("back")
        ),
    )
}

/// “Take it away: it is what was simulated.”
#[test]
fn commands_run_beside_each_other_where_the_run_does() {
    let folder = Folder::new("export-beside");
    let cluster = pools(&folder);
    let upgrade = |pool: &str, more: &str| {
        format!(
            "{UPGRADE} prod --location us-east1 --node-pool {pool} --cluster-version 1.33.5-gke.100 {more}\n"
        )
    };
    let scale = "kubectl scale deployment/web --replicas=2\n";
    let both = upgrade("front", "--async") + &upgrade("back", "--async");
    for (name, text) in [
        ("both", both.clone()),
        ("waits", both + "wait\n" + scale),
        ("one", upgrade("front", "") + &upgrade("back", "")),
    ] {
        let file = folder.write("own.sh", &text);
        let told = answer(&["export", &cluster, &file, "--format", "gcloud"]);
        lacks(&told, &[UPDATE]);
        let out = folder.write("out.sh", &told);
        let [own, back] = [&file, &out].map(|file| {
            let text = answer(&["export", &cluster, file, "--format", "scenario"]);
            serde_json::from_str::<serde_json::Value>(&text).unwrap()["script"].clone()
        });
        assert_eq!(own, back, "{name}: {told}");
    }
}

/// “Which of it do I have to type?”
#[test]
fn settings_that_the_cluster_has_are_not_written() {
    let folder = Folder::new("export-known");
    let cluster = pools(&folder);
    for format in ["gcloud", "runbook"] {
        lacks(&commands(&[&cluster], format), &[UPDATE]);
    }
    let changed = answer(&["export", &cluster, "--format", "gcloud", "--with", "surge=2+0"]);
    has(&changed, &["node-pools update front", "--max-surge-upgrade=2"]);
    lacks(&changed, &["--enable-autoupgrade"]);
    let file = folder.write(
        "own.sh",
        &format!("{UPDATE} front --cluster prod --location us-east1 --max-surge-upgrade 3\n{UPGRADE} prod --location us-east1 --node-pool front -q\n"),
    );
    let own = commands(&[&cluster, &file], "gcloud");
    has(&own, &["node-pools update front", "--max-surge-upgrade=3"]);
    lacks(&own, &["node-pools update back", "--enable-autoupgrade"]);
}

/// “The planned change, as Terraform.”
#[test]
fn terraform_describes_the_pools_after_the_script() {
    let folder = Folder::new("export-wanted");
    let cluster = pools(&folder);
    let file = folder.write(
        "own.sh",
        &format!(
            "{UPGRADE} prod --location us-east1 --node-pool front --cluster-version 1.33.5-gke.100\n\
             {UPDATE} front --cluster prod --location us-east1 --max-surge-upgrade 3\n"
        ),
    );
    let text = answer(&["export", &cluster, &file, "--format", "terraform"]);
    let (front, back) = text.split_once("\"google_container_node_pool\" \"back\"").unwrap();
    has(
        front,
        &[
            "# “front” after the script; its version is 1.32.9-gke.100 now.",
            "= \"1.33.5-gke.100\"",
            "max_surge       = 3",
        ],
    );
    has(back, &["= \"1.32.9-gke.100\"", "max_surge       = 1"]);
    let automatic = answer(&["export", &cluster, "--format", "terraform"]);
    has(&automatic, &["# GKE upgrades “front” automatically", "= \"1.32.9-gke.100\""]);
}

/// “I add nodes, then I upgrade.”
#[test]
fn nodes_that_are_added_count_as_nodes_of_the_pool() {
    let folder = Folder::new("resized-brief");
    let cluster = pools(&folder);
    let file = folder.write(
        "own.sh",
        &format!(
            "gcloud container clusters resize prod --location us-east1 --node-pool front --num-nodes 5 -q\n\
             {UPGRADE} prod --location us-east1 --node-pool front --cluster-version 1.33.5-gke.100 -q\n"
        ),
    );
    let brief = answer(&["run", &cluster, &file, "--format", "brief"]);
    has(&brief, &["pool/front: succeeded, 5 of 5 nodes upgraded"]);
}

/// “Export what my script does.” What no command of the export does is named, and its settings are kept.
#[test]
fn what_a_script_creates_and_deletes_is_named_in_exports() {
    let folder = Folder::new("export-created");
    let pool = |name: &str| {
        r#"{"name":"NAME","initialNodeCount":1,"version":"1.32.4-gke.1","status":"RUNNING","config":{"machineType":"e2-standard-4"},"upgradeSettings":{"maxSurge":1,"strategy":"SURGE"}}"#
            .replace("NAME", name)
    };
    let cluster = r#"{"name":"prod","location":"europe-west1","locations":["europe-west1-b"],"currentMasterVersion":"1.33.2-gke.1","status":"RUNNING","nodePools":[POOLS]}"#
        .replace("POOLS", &[pool("web"), pool("old")].join(","));
    let cluster = folder.write("cluster.json", &cluster);
    let at = "--cluster prod --region europe-west1";
    let script = folder.write(
        "change.sh",
        &format!(
            "gcloud container node-pools create new {at} --num-nodes 1\n\
             gcloud container node-pools update web {at} --max-surge-upgrade 3\n\
             gcloud container node-pools delete old {at} -q\n\
             gcloud container clusters upgrade prod --node-pool web --region europe-west1 -q\n"
        ),
    );
    for format in ["gcloud", "runbook"] {
        has(
            &answer(&["export", &cluster, &script, "--format", format]),
            &[
                "Not among these commands: the creation of new. The run has it from the start: create it first.",
                "Not among these commands: line 3: deletion of old",
                "node-pools update web --cluster=\"$CLUSTER\" --location=\"$LOCATION\" --enable-surge-upgrade --max-surge-upgrade=3",
            ],
        );
    }
}

/// “Export the plan for tonight's window.” An upgrade that GKE does in the window isn't begun by the export.
#[test]
fn commands_of_automatic_upgrades_are_comments() {
    let folder = Folder::new("export-automatic");
    let scenario = folder.write(
        "automatic.json",
        r#"{"version":1,"start":"2026-11-24T12:00:00Z","cluster":{"name":"prod","location":"europe-west1-b","currentMasterVersion":"1.33.2-gke.1",
            "maintenancePolicy":{"window":{"dailyMaintenanceWindow":{"startTime":"20:00"}}}},
          "pools":[{"name":"web","initialNodeCount":1,"version":"1.32.4-gke.1"}],
          "script":[{"at":"0s","do":"upgrade","pool":"web","version":"1.33.2-gke.1","automatic":true}]}"#,
    );
    for format in ["gcloud", "runbook"] {
        let text = answer(&["export", &scenario, "--format", format]);
        has(&text, &["\n# gcloud container clusters upgrade \"$CLUSTER\""]);
        lacks(&text, &["\ngcloud container clusters upgrade"]);
    }
}

/// “Who agrees to this change?” The runbook says who is forced out, and a new limit of a budget replaces the old one.
#[test]
fn a_runbook_names_whose_pods_are_forced_out() {
    let folder = Folder::new("export-forced");
    let scenario = folder.write(
        "forced.json",
        r#"{"version":1,"cluster":{"name":"prod","location":"europe-west1-b","currentMasterVersion":"1.33.2-gke.1"},
          "pools":[{"name":"web","initialNodeCount":1,"version":"1.32.4-gke.1"}],
          "workloads":[{"kind":"Deployment","name":"ledger","replicas":1,"template":{"labels":{"app":"ledger"}}}],
          "budgets":[{"name":"ledger","minAvailable":1,"selector":{"matchLabels":{"app":"ledger"}}}],
          "script":[{"at":"0s","do":"upgrade","pool":"web","version":"1.33.2-gke.1"}]}"#,
    );
    let forced = "In the run a Pod of workload/ledger is forced out at a limit";
    has(&answer(&["export", &scenario, "--format", "runbook"]), &[forced]);
    let change = ["export", &scenario, "--with", "/budgets/0/maxUnavailable=1", "--format"];
    lacks(&answer(&[&change[..], &["runbook"]].concat()), &["forced out"]);
    let budgets = answer(&[&change[..], &["budgets"]].concat());
    has(&budgets, &["maxUnavailable: 1"]);
    lacks(&budgets, &["minAvailable"]);
}

/// “We move the window: which commands?” gcloud refuses to add an exclusion that the cluster has.
#[test]
fn a_changed_policy_is_exported_as_its_changes() {
    let folder = Folder::new("policy-changes");
    let cluster = folder.write(
        "cluster.json",
        r#"{"name":"prod","location":"us-east1-b","currentMasterVersion":"1.33.5-gke.100","status":"RUNNING",
        "maintenancePolicy":{"window":{"recurringWindow":{"window":{"startTime":"2026-01-03T01:00:00Z","endTime":"2026-01-03T07:00:00Z"},"recurrence":"FREQ=DAILY"},
            "maintenanceExclusions":{"freeze":{"startTime":"2026-12-10T00:00:00Z","endTime":"2026-12-28T00:00:00Z"},
                "peak":{"startTime":"2027-02-10T00:00:00Z","endTime":"2027-02-20T00:00:00Z"}}},
            "disruptionBudget":{"minorVersionDisruptionInterval":"5184000s"}},
        "nodePools":[{"name":"main","version":"1.33.5-gke.100","status":"RUNNING","initialNodeCount":3,"config":{"machineType":"e2-standard-4"}}]}"#,
    );
    let export = |changes: &[&str]| {
        let mut args =
            vec!["export", &cluster, "--now", "2026-11-24T00:00:00Z", "--format", "gcloud"];
        args.extend(changes.iter().flat_map(|change| ["--with", *change]));
        answer(&args)
    };
    let window = "window=2026-01-05T01:00:00Z 2026-01-05T07:00:00Z FREQ=WEEKLY;BYDAY=MO,WE";
    let moved = export(&[window]);
    has(&moved, &["--maintenance-window-recurrence 'FREQ=WEEKLY;BYDAY=MO,WE'"]);
    lacks(&moved, &["maintenance-exclusion", "disruption-interval"]);
    let freeze = "/cluster/maintenancePolicy/window/maintenanceExclusions/freeze/endTime=\"2026-12-31T00:00:00Z\"";
    let longer = export(&[freeze]);
    has(
        &longer,
        &["--remove-maintenance-exclusion freeze", "--add-maintenance-exclusion-name freeze"],
    );
    lacks(&longer, &["peak", "--maintenance-window", "disruption-interval"]);
}

/// “minAvailable 1 and three replicas are good: now give me the commands.”
#[test]
fn changes_of_budgets_and_replicas_are_commands_too() {
    let folder = Folder::new("export-with-objects");
    let (dump, cluster) = (crate::scripts::dump(&folder), crate::scripts::cluster(&folder, ""));
    let budget = folder.write(
        "budget.yaml",
        "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: web, namespace: shop}\nspec: {minAvailable: 2, selector: {matchLabels: {app: web}}}\n",
    );
    let files = [dump.as_str(), &cluster, &budget];
    let with = ["--with", "/budgets/0/minAvailable=1", "/workloads/0/replicas=3", "surge=2+0"];
    for format in ["gcloud", "runbook"] {
        let text = commands(&[&files[..], &with].concat(), format);
        has(
            &text,
            &[
                "kubectl patch poddisruptionbudget web --namespace=shop --type=merge --patch='{\"spec\":{\"minAvailable\":1,\"maxUnavailable\":null}}'",
                "kubectl scale deployment/web --namespace=shop --replicas=3",
                "--max-surge-upgrade=2",
            ],
        );
        lacks(&commands(&files, format), &["kubectl patch", "kubectl scale"]);
    }
    // What no command changes is said.
    let text = answer(
        &[
            &["export"],
            &files[..],
            &["--with", "/workloads/0/labels/app=other", "--format", "runbook"],
        ]
        .concat(),
    );
    has(&text, &["Not among these commands: the change of Deployment shop/web"]);
}

/// “Is every node of the new machine type?”
#[test]
fn a_runbook_checks_what_changes() {
    let folder = Folder::new("runbook-machine");
    let (dump, cluster) = (crate::scripts::dump(&folder), crate::scripts::cluster(&folder, ""));
    for (flag, has_now, column) in [
        ("--machine-type=n2-standard-8", "n2-standard-8", "-L node.kubernetes.io/instance-type"),
        ("--disk-type=pd-ssd", "pd-ssd", "-L cloud.google.com/gke-boot-disk"),
    ] {
        let file = folder.write(
            "machine.sh",
            &format!(
                "gcloud container node-pools update old --cluster prod --zone us-east1-b {flag}\n"
            ),
        );
        let text = answer(&["export", &dump, &cluster, &file, "--format", "runbook"]);
        has(
            &text,
            &[
                &format!("Every node of old has {has_now} and is Ready; then go on."),
                &format!("kubectl get nodes -l cloud.google.com/gke-nodepool=old {column}"),
            ],
        );
    }
}

/// “The Terraform of my pool has no service account.”
#[test]
fn terraform_names_what_only_the_description_has() {
    let folder = Folder::new("terraform-undescribed");
    let said = "# In the description of “old” and not in this file, so that a pool created from it has GKE's defaults instead: ";
    let described = std::fs::read_to_string(crate::scripts::cluster(&folder, "")).unwrap();
    let own = r#""config":{"serviceAccount":"nodes@p.iam.gserviceaccount.com","oauthScopes":["https://www.googleapis.com/auth/cloud-platform"],"workloadMetadataConfig":{"mode":"GKE_METADATA"},"windowsNodeConfig":{},"#;
    let json = folder.write("own.json", &described.replace(r#""config":{"#, own));
    let yaml = folder.write(
        "own.yaml",
        "name: prod\nlocation: us-east1-b\ncurrentMasterVersion: 1.33.5-gke.100\nstatus: RUNNING\nnodePools:\n- name: old\n  version: 1.32.9-gke.100\n  status: RUNNING\n  initialNodeCount: 3\n  config:\n    machineType: e2-standard-4\n    serviceAccount: nodes@p.iam.gserviceaccount.com\n",
    );
    let terraform = |file: &str| answer(&["export", file, "--format", "terraform"]);
    let account = "serviceAccount \"nodes@p.iam.gserviceaccount.com\"";
    has(
        &terraform(&json),
        &[&format!(
            "{said}{account}, oauthScopes [\"https://www.googleapis.com/auth/cloud-platform\"], workloadMetadataConfig {{\"mode\":\"GKE_METADATA\"}}.\n"
        )],
    );
    has(&terraform(&yaml), &[&format!("{said}{account}.\n")]);
    lacks(&terraform(&crate::scripts::cluster(&folder, "")), &[said]);
}
