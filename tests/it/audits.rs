//! Maintenance policies of Terraform, scripts and lists of clusters, judged for what the files say.

use crate::cli::{Folder, code, err, has, nodetide, out};

const NOW: &str = "2026-11-23T14:00:00Z";

/// A cluster whose exclusions are made by a `dynamic` block over these elements.
fn dynamic(elements: &str, iterator: &str) -> String {
    let each = if iterator.is_empty() { "maintenance_exclusion" } else { iterator };
    let iterator = match iterator {
        "" => String::new(),
        name => format!("iterator = {name}"),
    };
    format!(
        r#"resource "google_container_cluster" "prod" {{
  name     = "prod"
  location = "europe-west1"
  release_channel {{ channel = "STABLE" }}
  maintenance_policy {{
    recurring_window {{
      start_time = "2026-10-05T00:00:00Z"
      end_time   = "2026-10-05T04:00:00Z"
      recurrence = "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH"
    }}
    dynamic "maintenance_exclusion" {{
      for_each = {elements}
      {iterator}
      content {{
        exclusion_name = {each}.key
        start_time     = {each}.value.start
        end_time       = {each}.value.end
        exclusion_options {{ scope = "NO_UPGRADES" }}
      }}
    }}
  }}
}}
"#
    )
}

const FREEZES: &str = r#"{
    november = { start = "2026-11-23T00:00:00Z", end = "2026-12-01T00:00:00Z" }
    yearend  = { start = "2026-12-14T00:00:00Z", end = "2027-01-08T00:00:00Z" }
    q1close  = { start = "2027-03-25T00:00:00Z", end = "2027-04-10T00:00:00Z" }
    q2close  = { start = "2027-06-25T00:00:00Z", end = "2027-07-10T00:00:00Z" }
  }"#;

#[test]
fn exclusions_of_dynamic_blocks_are_judged() {
    let folder = Folder::new("dynamic-exclusions");
    for (no, text) in [
        dynamic("var.freezes", "") + "variable \"freezes\" {\n  default = " + FREEZES + "\n}\n",
        dynamic("local.freezes", "each_freeze") + "locals {\n  freezes = " + FREEZES + "\n}\n",
    ]
    .iter()
    .enumerate()
    {
        let file = folder.write(&format!("{no}.tf"), text);
        let output = nodetide(&["window", &file, "--now", NOW]);
        assert_eq!(code(&output), 1);
        has(
            out(&output),
            &[
                "Not accepted by the limits of edition 2026.",
                "Exclusion november, NO_UPGRADES: from 2026-11-23T00:00:00Z to 2026-12-01T00:00:00Z.",
                "error[exclusion/too-many-freezes]",
                "have 5 days 12 h open",
            ],
        );
    }
}

#[test]
fn a_policy_that_is_not_evaluated_is_not_accepted() {
    let folder = Folder::new("policy-not-evaluated");
    let unset = dynamic("var.freezes", "") + "variable \"freezes\" {}\n";
    let file = folder.write("unset.tf", &unset);
    let output = nodetide(&["window", &file, "--now", NOW]);
    assert_eq!(code(&output), 2);
    has(
        out(&output),
        &[
            "Not judged: 1 expression of the maintenance policy not evaluated",
            "unset.tf:12:18 dynamic maintenance_exclusion = var.freezes",
        ],
    );
    assert!(!out(&output).contains("Accepted"), "{}", out(&output));
    let output = nodetide(&["window", &file, "--now", NOW, "--format", "json"]);
    assert_eq!(code(&output), 2);
    has(out(&output), &["\"accepted\": null"]);
    assert!(!out(&output).contains("\"accepted\": true"), "{}", out(&output));

    // The hint about defaults is only for variables without one.
    let pool = |nodes: &str| {
        let pool = "resource \"google_container_node_pool\" \"a\" {\n  name = \"a\"\n  cluster = \"prod\"\n";
        format!(
            "{pool}  node_count = {nodes}\n}}\nvariable \"n\" {{ default = 3 }}\nvariable \"m\" {{}}\n"
        )
    };
    for (nodes, fix) in [
        ("md5(var.n)", "that can't be evaluated from the files"),
        ("var.m", "give the variables defaults"),
    ] {
        let file = folder.write("pool.tf", &pool(nodes));
        has(err(&nodetide(&["import", &file])), &[fix]);
    }
}

fn described(name: &str, more: &str) -> String {
    format!(
        r#"{{"name":"{name}","location":"us-central1","currentMasterVersion":"1.33.5-gke.1000000","status":"RUNNING",
        "selfLink":"https://container.googleapis.com/v1/projects/shop/locations/us-central1/clusters/{name}",{more}
        "nodePools":[{{"name":"apps","initialNodeCount":1,"version":"1.33.5-gke.1000000","config":{{"machineType":"e2-standard-4"}}}}]}}"#
    )
}

const WEEKEND: &str = r#""recurringWindow":{"window":{"startTime":"2026-01-03T04:00:00Z","endTime":"2026-01-03T10:00:00Z"},"recurrence":"FREQ=WEEKLY;BYDAY=SA,SU"}"#;

#[test]
fn every_cluster_of_a_list_is_judged_by_its_own_channel() {
    let folder = Folder::new("audit-of-channels");
    let first = described(
        "pay",
        &format!(
            r#""releaseChannel":{{"channel":"STABLE"}},"maintenancePolicy":{{"window":{{{WEEKEND}}}}},"#
        ),
    );
    let no_minor = r#""maintenanceExclusions":{"no-minor":{"startTime":"2026-12-01T00:00:00Z","endTime":"2027-03-01T00:00:00Z","maintenanceExclusionOptions":{"scope":"NO_MINOR_UPGRADES"}}}"#;
    let policy = format!(r#""maintenancePolicy":{{"window":{{{WEEKEND},{no_minor}}}}},"#);
    let second = described("erp", &format!(r#""releaseChannel":{{}},{policy}"#));
    let list = folder.write("clusters.json", &format!("[{first},{second}]"));
    let output = nodetide(&["window", &list, "--now", NOW]);
    assert_eq!(code(&output), 1, "{}", out(&output));
    has(out(&output), &["clusters.json, erp in us-central1:", "error[exclusion/needs-channel]"]);
    let output = nodetide(&["check", &list]);
    assert_eq!(code(&output), 1, "{}", out(&output));
    has(out(&output), &["error[exclusion/needs-channel]", ": Cluster erp in us-central1: "]);

    let second = described("erp", &format!(r#""releaseChannel":{{"channel":"STABLE"}},{policy}"#));
    let list = folder.write("in-channel.json", &format!("[{first},{second}]"));
    assert_eq!(code(&nodetide(&["window", &list, "--now", NOW])), 0);
}

#[test]
fn clusters_without_a_policy_are_in_an_audit() {
    let folder = Folder::new("audit-without-policy");
    let pay = described("pay", &format!(r#""maintenancePolicy":{{"window":{{{WEEKEND}}}}},"#));
    let dev = described("dev", "");
    let list = folder.write("clusters.json", &format!("[{pay},{dev}]"));
    let open = "Open at any time: no maintenance window is configured.";
    let output = nodetide(&["window", &list, "--now", NOW]);
    has(
        out(&output),
        &["clusters.json, pay in us-central1:", &format!("dev in us-central1:\n{open}")],
    );
    let files = [folder.write("dev.json", &dev), folder.write("pay.json", &pay)];
    let output = nodetide(&["window", &files[0], &files[1], "--now", NOW]);
    assert_eq!(code(&output), 0);
    has(out(&output), &[&format!("dev.json, dev:\n{open}"), "pay.json, pay:\nOpen every week"]);
}

const SELECTS: &str = r#""selector":{"matchLabels":{"app":"web"}}"#;

/// Two nodes, a Deployment of two Pods whose budget lets none go, and a script.
fn night(folder: &Folder, commands: &str) -> [String; 2] {
    let scenario = format!(
        r#"{{"version":1,"start":"2026-11-29T06:00:00Z","cluster":{{"name":"retail","location":"us-central1-a","currentMasterVersion":"1.33.5-gke.100","releaseChannel":{{"channel":"STABLE"}}}},
        "pools":[{{"name":"web","version":"1.33.5-gke.100","nodes":[{{"name":"n-1"}},{{"name":"n-2"}}]}}],
        "workloads":[{{"kind":"Deployment","name":"web","namespace":"shop","replicas":2,"labels":{{"app":"web"}},"pods":[{{"node":"n-1"}},{{"node":"n-2"}}]}}],
        "budgets":[{{"name":"web","namespace":"shop",{SELECTS},"minAvailable":2}}]}}"#
    );
    let at = "--region us-central1-a";
    let script = format!(
        "#!/bin/bash\ngcloud config set project shop\ngcloud container clusters get-credentials retail {at}\n{commands}\n\
         gcloud container clusters upgrade retail {at} --master --cluster-version 1.34.1-gke.100 --quiet\n\
         gcloud container clusters upgrade retail {at} --node-pool web --cluster-version 1.34.1-gke.100 --quiet\n"
    );
    [folder.write("retail.json", &scenario), folder.write("night.sh", &script)]
}

#[test]
fn scaling_is_in_a_run_and_in_its_checks_and_patches_are_named() {
    let folder = Folder::new("patched-budgets");
    let commands = "kubectl -n shop scale deployment/web --replicas=3\nkubectl get nodes -o wide";
    let [scenario, script] = night(&folder, commands);
    let output = nodetide(&["run", &scenario, &script, "--format", "brief", "--fail-on", "forced"]);
    assert_eq!(code(&output), 0, "{commands}: {}{}", out(&output), err(&output));
    has(out(&output), &["The upgrade succeeds: 2 nodes of web."]);
    let checked = nodetide(&["check", &scenario, &script]);
    assert!(!out(&checked).contains("budget/never"), "{}", out(&checked));
    let [scenario, script] = night(
        &folder,
        "kubectl -n shop patch pdb web -p '{\"metadata\":{\"labels\":{\"a\":\"b\"}}}'",
    );
    let output = nodetide(&["run", &scenario, &script]);
    has(out(&output), &["left out: line 4: kubectl patch pdb web"]);
    has(out(&nodetide(&["check", &scenario, &script])), &["budget/never-here"]);
}

#[test]
fn exports_of_a_control_plane_upgrade_say_what_it_needs() {
    let folder = Folder::new("exported-control-plane");
    let [scenario, script] = night(&folder, "kubectl -n shop scale deployment/web --replicas=3");
    let made = |format: &str| {
        let output = nodetide(&["export", &scenario, &script, "--format", format]);
        assert_eq!(code(&output), 0, "{}", err(&output));
        out(&output).to_owned()
    };
    has(&made("terraform"), &["min_master_version = \"1.34.1-gke.100\""]);
    for format in ["runbook", "gcloud"] {
        assert!(!made(format).contains("“”"), "{}", made(format));
    }
    has(&made("runbook"), &["The control plane can't go back to its former minor version"]);
}

/// A node pool isn't upgraded above its control plane (BS-02): the gate says that the upgrade wasn't done.
#[test]
fn an_upgrade_that_is_refused_is_not_finished() {
    let folder = Folder::new("refused-first");
    let too_early = "gcloud container clusters upgrade retail --region us-central1-a --node-pool web \
         --cluster-version 1.34.1-gke.100 --quiet\nkubectl -n shop delete pdb web";
    let [scenario, script] = night(&folder, too_early);
    let output = nodetide(&["run", &scenario, &script, "--fail-on", "unfinished"]);
    assert_eq!(code(&output), 1);
    has(err(&output), &["fail-on unfinished: an upgrade is refused, and isn't done"]);
}
