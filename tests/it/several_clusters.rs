//! Files of two clusters aren't one cluster.

use crate::cli::{Folder, answer, code, err, has, nodetide, out};

fn described(folder: &Folder, name: &str) -> String {
    let text = format!(
        r#"{{"name":"{name}","location":"europe-west1","locations":["europe-west1-b"],"currentMasterVersion":"1.33.5-gke.1000000","status":"RUNNING",
        "selfLink":"https://container.googleapis.com/v1/projects/shop/locations/europe-west1/clusters/{name}",
        "nodePools":[{{"name":"apps","initialNodeCount":1,"version":"1.32.9-gke.1000000","config":{{"machineType":"e2-standard-4"}}}}]}}"#
    );
    folder.write(&format!("{name}.json"), &text)
}

fn dumped(folder: &Folder, cluster: &str, pool: &str) -> String {
    let node = |own: &str| {
        let labels = r#""topology.kubernetes.io/zone":"europe-west1-b""#;
        format!(
            r#"{{"apiVersion":"v1","kind":"Node","metadata":{{"name":"gke-{cluster}-{pool}-f12b3bdf-{own}","labels":{{"cloud.google.com/gke-nodepool":"{pool}",{labels}}}}},
            "status":{{"allocatable":{{"cpu":"4","memory":"16Gi","pods":"110"}},"nodeInfo":{{"kubeletVersion":"v1.32.9-gke.1000000"}}}}}}"#
        )
    };
    let items = ["x1y2", "z3a4"].map(node).join(",");
    let text = format!(r#"{{"apiVersion":"v1","kind":"List","items":[{items}]}}"#);
    folder.write(&format!("{cluster}-dump.json"), &text)
}

#[track_caller]
fn refused(verbs: &[&str], files: &[&String], clusters: [&str; 2]) {
    for verb in verbs {
        let files = files.iter().map(|file| file.as_str());
        let output = nodetide(&[*verb].into_iter().chain(files).collect::<Vec<_>>());
        assert_eq!(code(&output), 2, "{verb}: {}", err(&output));
        let [first, second] = clusters;
        let said =
            format!("the files describe two clusters, {first} and {second}: run each by itself");
        has(err(&output), &[&said]);
    }
}

#[test]
fn two_clusters_are_refused_by_name() {
    let folder = Folder::new("two-clusters");
    let [staging, prod] = ["staging", "prod"].map(|name| described(&folder, name));
    let nodes = ["staging", "prod"].map(|name| dumped(&folder, name, "apps"));
    let verbs = ["run", "check", "fit", "import"];
    let both = ["staging in europe-west1", "prod in europe-west1"];
    refused(&verbs, &[&staging, &nodes[0], &prod, &nodes[1]], both);
    refused(&["run"], &[&staging, &prod], both);
    // Nodes alone tell the clusters apart.
    refused(&["run"], &[&staging, &nodes[0], &nodes[1]], ["staging", "prod"]);
    refused(&["run"], &[&staging, &nodes[1]], ["staging in europe-west1", "prod"]);
    // Of a list, all but one are calendars.
    let text = [&staging, &prod].map(|file| std::fs::read_to_string(file).unwrap()).join(",");
    let list = folder.write("list.json", &format!("[{text}]"));
    for (one, nodes) in [&staging, &prod].into_iter().zip(&nodes) {
        answer(&["check", one, nodes]);
        answer(&["check", &list, one, nodes]);
        let told = nodetide(&["import", &list, nodes]);
        let name = if one == &staging { "staging" } else { "prod" };
        has(
            out(&told),
            &[&format!(
                r#""name": "{name}",
    "location""#
            )],
        );
    }
}

/// Two states of a cluster are one, and in the names of nodes GKE shortens those of clusters and pools.
#[test]
fn one_cluster_is_not_taken_for_two() {
    let folder = Folder::new("one-cluster");
    let long = "payments-of-all-regions-in-production";
    let cluster = described(&folder, long);
    let again = folder.write("later.json", &std::fs::read_to_string(&cluster).unwrap());
    let nodes = dumped(&folder, "payments-of-all-reg", "apps");
    answer(&["check", &cluster, &again, &nodes]);
    let text = std::fs::read_to_string(&nodes).unwrap();
    let pool = r#"gke-nodepool":"apps"#;
    let shortened = text.replace(pool, r#"gke-nodepool":"apps-with-a-long-name"#);
    answer(&["check", &cluster, &folder.write("shortened.json", &shortened)]);
}

/// “Are any of our clusters at risk?” A list describes them all; a run has one.
#[test]
fn an_answer_about_one_cluster_of_a_list_says_so() {
    let folder = Folder::new("list-of-clusters");
    let both = ["staging", "prod"].map(|name| described(&folder, name));
    let both = both.map(|file| std::fs::read_to_string(file).unwrap()).join(",");
    let list = folder.write("clusters.json", &format!("[{both}]"));
    let said = "Not simulated: 1 further cluster shown as a calendar beside the simulated one: prod in europe-west1";
    has(&answer(&["run", &list, "--format", "brief"]), &[said]);
    has(&answer(&["check", &list]), &[said]);
}

/// “Are the windows of all environments fine?” Each directory is a module with values of its own.
#[test]
fn directories_of_terraform_have_variables_of_their_own() {
    let folders: Vec<(&str, Folder)> =
        ["eu", "us"].map(|env| (env, Folder::new(&format!("module-{env}")))).into();
    let main = r#"resource "google_container_cluster" "this" {
  name     = "shop-${var.env}"
  location = var.region
  maintenance_policy {
    recurring_window {
      start_time = var.start
      end_time   = var.end
      recurrence = var.rule
    }
  }
}
"#;
    let variables = "variable \"env\" {}\nvariable \"region\" {}\nvariable \"start\" {}\nvariable \"end\" {}\nvariable \"rule\" {}\n";
    let values = |env: &str| {
        let (region, day, rule) = match env {
            "eu" => ("europe-west1", "2026-01-03", "FREQ=WEEKLY;BYDAY=SA,SU"),
            _ => ("us-east1", "2026-01-05", "FREQ=DAILY"),
        };
        format!(
            "env = \"{env}\"\nregion = \"{region}\"\nstart = \"{day}T01:00:00Z\"\nend = \"{day}T07:00:00Z\"\nrule = \"{rule}\"\n"
        )
    };
    let written = |name: &str, text: &dyn Fn(&str) -> String| -> Vec<String> {
        folders.iter().map(|(env, folder)| folder.write(name, &text(env))).collect()
    };
    let files = [
        written("main.tf", &|_| main.to_owned()),
        written("variables.tf", &|_| variables.to_owned()),
        written("terraform.tfvars", &values),
    ]
    .concat();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let judged = answer(&[&["window"], &files[..]].concat());
    has(
        &judged,
        &[
            "terraform.tfvars, shop-eu:\nOpen every week on Saturday and Sunday from 01:00 to 07:00 UTC",
            "terraform.tfvars, shop-us:\nOpen every day from 01:00 to 07:00 UTC",
        ],
    );
    let import = nodetide(&[&["import"], &files[..]].concat());
    has(
        err(&import),
        &["1 GKE cluster: shop-eu in europe-west1", "1 GKE cluster: shop-us in us-east1"],
    );
}

/// “Is staging always upgraded before production?”
#[test]
fn windows_of_several_clusters_are_said_to_guarantee_no_order() {
    let folder = Folder::new("cluster-order");
    let [staging, prod] = ["staging", "prod"].map(|name| {
        format!(
            r#"{{"name":"{name}","location":"europe-west1","currentMasterVersion":"1.33.5-gke.1000000","status":"RUNNING",
            "maintenancePolicy":{{"window":{{"dailyMaintenanceWindow":{{"startTime":"03:00"}}}}}},
            "nodePools":[{{"name":"apps","initialNodeCount":1,"version":"1.32.9-gke.1000000"}}]}}"#
        )
    });
    let list = folder.write("list.json", &format!("[{staging},{prod}]"));
    let one = folder.write("one.json", &staging);
    let said = "Maintenance windows guarantee no order between clusters";
    let now = ["--now", "2026-03-01T00:00:00Z"];
    has(&answer(&[&["window", &list], &now[..]].concat()), &[said]);
    let told = answer(&[&["window", &one], &now[..]].concat());
    assert!(!told.contains(said), "{told}");
}

/// “Is a policy in the list refused?” Also that of a cluster which isn't simulated, by `check` as by `window`; a run goes on.
#[test]
fn the_policy_of_a_further_cluster_is_judged_by_its_name() {
    let folder = Folder::new("further-cluster");
    let cluster = |name: &str, to: &str| {
        format!(
            r#"{{"name":"{name}","location":"europe-west1","currentMasterVersion":"1.33.5-gke.1000000","status":"RUNNING","releaseChannel":{{"channel":"REGULAR"}},
            "maintenancePolicy":{{"window":{{"dailyMaintenanceWindow":{{"startTime":"03:00"}},"maintenanceExclusions":{{"freeze":{{"startTime":"2026-03-10T00:00:00Z","endTime":"{to}T00:00:00Z"}}}}}}}},
            "nodePools":[{{"name":"apps","initialNodeCount":1,"version":"1.32.9-gke.1000000","management":{{"autoUpgrade":true}}}}]}}"#
        )
    };
    let clusters = [cluster("dev", "2026-03-20"), cluster("prod", "2026-07-20")].join(",");
    let list = folder.write("list.json", &format!("[{clusters}]"));
    let now = ["--now", "2026-03-01T00:00:00Z"];
    for verb in ["window", "check"] {
        let told = nodetide(&[&[verb, &list], &now[..]].concat());
        assert_eq!(code(&told), 1, "{verb}: {}", out(&told));
        has(out(&told), &["error[exclusion/too-long]"]);
    }
    let told = nodetide(&[&["check", &list], &now[..]].concat());
    has(out(&told), &["/calendars/0/maintenancePolicy/", ": Cluster prod in europe-west1: "]);
    has(&answer(&[&["run", &list, "--format", "brief"], &now[..]].concat()), &["Waits "]);
}
