//! What applying Terraform's files does, and what it leaves alone.

use crate::cli::{Folder, answer, err, has, nodetide};
use crate::scripts::{cluster, dump, script};

const OLD: &str = r#"resource "google_container_node_pool" "old" {
  name       = "old"
  cluster    = "prod"
  version    = "1.33.5-gke.100"
  node_count = 5
  node_config {
    machine_type = "n2-standard-4"
  }
  lifecycle {
    ignore_changes = [IGNORED]
  }
}
"#;

fn pool(folder: &Folder, ignored: &str) -> String {
    folder.write("old.tf", &OLD.replace("[IGNORED]", ignored))
}

/// “GKE upgrades this pool, Terraform ignores its version: what does the apply change?”
#[test]
fn what_a_lifecycle_ignores_is_left_as_it_is() {
    let folder = Folder::new("tf-ignore");
    let (dump, cluster) = (dump(&folder), cluster(&folder, ""));
    let machine = "{\"at\":\"0s\",\"do\":\"upgrade\",\"pool\":\"old\",\"config\":{\"machineType\":\"n2-standard-4\"}}\n";
    let resize = "\"do\":\"resize\",\"pool\":\"old\",\"nodes\":5}\n";
    let version = "\"do\":\"upgrade\",\"pool\":\"old\",\"version\":\"1.33.5-gke.100\"}\n";
    for (ignored, expected) in [
        ("[]", format!("{machine}{{\"after\":\"pool/old\",{resize}{{\"after\":1,{version}")),
        ("[version, node_config[0].machine_type]", format!("{{\"at\":\"0s\",{resize}")),
        ("[node_config, node_count]", format!("{{\"at\":\"0s\",{version}")),
        // The number at the creation is another setting.
        (
            "[\"node_config\", initial_node_count]",
            format!("{{\"at\":\"0s\",{resize}{{\"after\":0,{version}"),
        ),
        ("all", String::new()),
    ] {
        let file = pool(&folder, ignored);
        for files in [[&*dump, &cluster, &file], [&file, &cluster, &dump]] {
            assert_eq!(script(&files), expected, "{ignored}");
        }
    }
    let file = pool(&folder, "[version, node_count, node_config]");
    let said = "3 settings that differ and that lifecycle.ignore_changes leaves as the cluster has them: \
        version of old (1.32.9-gke.100 stays, not 1.33.5-gke.100), initialNodeCount of old (3 stays, not 5), \
        config.machineType of old (e2-standard-4 stays, not n2-standard-4)";
    has(err(&nodetide(&["import", &dump, &cluster, &file])), &[said]);
    let brief = answer(&["run", &dump, &cluster, &file, "--format", "brief"]);
    has(&brief, &[said, "No upgrade"]);
    let text = OLD.replace("[IGNORED]", "[node_config[0].labels, version, node_count]");
    let labels =
        text.replace("    machine_type = \"n2-standard-4\"", "    labels = { team = \"a\" }");
    let labelled = folder.write("labels.tf", &labels);
    assert_eq!(script(&[&dump, &cluster, &labelled]), "");
    let said = nodetide(&["import", &dump, &cluster, &labelled]);
    has(err(&said), &["config.labels.team of old (not set, and stays so)"]);
    // The nodes alone say what is there, too.
    assert_eq!(script(&[&dump, &file]), "");
    // A pool that the files create has what they say.
    let new =
        folder.write("new.tf", &OLD.replace("[IGNORED]", "all").replace("\"old\"", "\"new\""));
    has(&answer(&["import", &dump, &cluster, &new]), &[r#""machineType": "n2-standard-4""#]);
}

const CLUSTER: &str = r#"resource "google_container_cluster" "prod" {
  name               = "prod"
  location           = "us-east1-b"
  min_master_version = "1.33.5-gke.100"
  LIFECYCLE
  node_pool {
    name    = "old"
    version = "1.33.5-gke.100"
  }
  node_pool {
    name    = "api"
    version = "1.33.5-gke.100"
  }
}
"#;

/// “My pools are in the block of the cluster.”
#[test]
fn pools_in_the_block_of_their_cluster_are_changed_one_after_the_other() {
    let folder = Folder::new("tf-inline");
    let api = r#"},{"name":"api","version":"1.32.9-gke.100","status":"RUNNING","initialNodeCount":1,"config":{}"#;
    let there = cluster(&folder, api);
    let text = std::fs::read_to_string(&there).unwrap();
    std::fs::write(&there, text.replace("1.33.5", "1.32.9")).unwrap();
    let write = |lifecycle: &str| folder.write("main.tf", &CLUSTER.replace("LIFECYCLE", lifecycle));
    let plane =
        "{\"at\":\"0s\",\"do\":\"upgrade\",\"controlPlane\":true,\"version\":\"1.33.5-gke.100\"}\n";
    let pools = "{\"after\":\"controlPlane\",\"do\":\"upgrade\",\"pool\":\"old\",\"version\":\"1.33.5-gke.100\"}\n\
         {\"after\":\"pool/old\",\"do\":\"upgrade\",\"pool\":\"api\",\"version\":\"1.33.5-gke.100\"}\n";
    assert_eq!(script(&[&there, &write("")]), format!("{plane}{pools}"));
    let file = write("lifecycle {\n    ignore_changes = [node_pool, node_version]\n  }");
    assert_eq!(script(&[&there, &file]), plane);
    let file = write(
        "lifecycle {\n    ignore_changes = [min_master_version, node_pool[0].version, node_pool[1]]\n  }",
    );
    assert_eq!(script(&[&there, &file]), "");
    has(
        err(&nodetide(&["import", &there, &file])),
        &["currentMasterVersion of prod (1.32.9-gke.100 stays"],
    );
    // One of them.
    let other = write("lifecycle {\n    ignore_changes = [node_pool[1].version]\n  }");
    let first = pools.lines().next().unwrap();
    assert_eq!(script(&[&there, &other]), format!("{plane}{first}\n"));
}

/// “I have only a dump of the nodes, and the files.”
#[test]
fn nodes_say_what_a_cluster_is_that_no_file_describes() {
    let folder = Folder::new("tf-nodes");
    let dump = dump(&folder);
    let text = CLUSTER.replace("LIFECYCLE", "").replace("\"api\"", "\"new\"");
    let file = folder.write("main.tf", &text);
    assert_eq!(
        script(&[&dump, &file]),
        "{\"at\":\"0s\",\"do\":\"upgrade\",\"controlPlane\":true,\"version\":\"1.33.5-gke.100\"}\n\
         {\"after\":\"controlPlane\",\"do\":\"upgrade\",\"pool\":\"old\",\"version\":\"1.33.5-gke.100\"}\n"
    );
    has(
        err(&nodetide(&["import", &dump, &file])),
        &[
            "1 control plane that no file describes: at the newest version of the nodes: prod (1.32.9-gke.100)",
        ],
    );
    // A least version behind the nodes changes nothing.
    let behind = folder.write("main.tf", &text.replace("1.33.5-gke.100", "1.31.1-gke.100"));
    has(&answer(&["import", &dump, &behind]), &[r#""currentMasterVersion": "1.32.9-gke.100""#]);
}
