//! Exports of a changed strategy: what comes first, and that nothing undoes it.

use crate::cli::{Folder, answer, err, has, nodetide, out};
use crate::scripts::{cluster, dump, script};

const BLUE_GREEN: [&str; 2] = ["--with", "blue-green=batch:2,soak:30m"];

fn export(files: &[&str], format: &str, with: &[&str]) -> (String, String) {
    let output = nodetide(&[&["export"], files, &["--format", format], with].concat());
    (out(&output).to_owned(), err(&output).to_owned())
}

/// “I apply the file that compare recommended, and it is still a surge upgrade.”
#[test]
fn terraform_says_that_a_strategy_comes_before_the_version() {
    let folder = Folder::new("exported-strategy");
    let (dump, cluster) = (dump(&folder), cluster(&folder, ""));
    let upgrade = "gcloud container clusters upgrade prod --zone us-east1-b --node-pool old --cluster-version 1.33.5-gke.100 --quiet\n";
    let file = folder.write("upgrade.sh", upgrade);
    let said = "# Two applies for “old”: upgrade_settings first";
    let (text, _) = export(&[&dump, &cluster, &file], "terraform", &BLUE_GREEN);
    has(&text, &[said, "= \"1.33.5-gke.100\"", "strategy = \"BLUE_GREEN\""]);
    // Nothing to say where only one of both changes.
    let (text, _) = export(&[&dump, &cluster, &file], "terraform", &[]);
    assert!(!text.contains("Two applies"), "{text}");
    let other = folder.write("cordon.sh", "kubectl cordon n-0\n");
    let (text, _) = export(&[&dump, &cluster, &other], "terraform", &BLUE_GREEN);
    assert!(!text.contains("Two applies"), "{text}");
}

/// “I asked for blue-green, and the file has surge.”
#[test]
fn a_change_of_strategy_holds_where_the_files_set_it_again() {
    let folder = Folder::new("exported-again");
    let (dump, cluster) = (dump(&folder), cluster(&folder, ""));
    let file = folder.write(
        "pool.tf",
        "resource \"google_container_node_pool\" \"old\" {\n  name = \"old\"\n  cluster = \"prod\"\n  location = \"us-east1-b\"\n  version = \"1.33.5-gke.100\"\n  node_count = 3\n  \
         node_config {\n    machine_type = \"e2-standard-4\"\n  }\n  upgrade_settings {\n    strategy = \"SURGE\"\n    max_surge = 2\n    max_unavailable = 0\n  }\n}\n",
    );
    let files = [dump.as_str(), &cluster, &file];
    let (text, said) = export(&files, "terraform", &BLUE_GREEN);
    has(&text, &["strategy = \"BLUE_GREEN\"", "# Two applies for “old”"]);
    assert!(!text.contains("max_surge"), "{text}");
    has(&said, &["also in place of the upgrade settings that the files set again for old"]);
    let (text, _) = export(&files, "runbook", &BLUE_GREEN);
    assert_eq!(text.matches("--enable-blue-green-upgrade").count(), 1, "{text}");
    assert!(!text.contains("--max-surge"), "{text}");
    // Without the change the settings of the file come last.
    let (text, _) = export(&files, "runbook", &[]);
    has(&text, &["--max-surge-upgrade=2"]);
}

/// “Whom does the end of the soak hurt?”
#[test]
fn a_runbook_warns_of_pods_that_the_blue_pool_takes_along() {
    let folder = Folder::new("exported-blue");
    let (dump, cluster) = (dump(&folder), cluster(&folder, ""));
    let budget = folder.write(
        "pdb.yaml",
        "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata:\n  name: web\n  namespace: shop\nspec:\n  minAvailable: 2\n  selector:\n    matchLabels:\n      app: web\n",
    );
    let upgrade = "gcloud container clusters upgrade prod --zone us-east1-b --node-pool old --cluster-version 1.33.5-gke.100 --quiet\n\
                   gcloud container clusters update prod --zone us-east1-b --remove-maintenance-exclusion=release\n";
    let file = folder.write("upgrade.sh", upgrade);
    let files = [dump.as_str(), &cluster, &budget, &file];
    let (book, _) = export(&files, "runbook", &BLUE_GREEN);
    has(
        &book,
        &[
            "In the run 2 Pods of workload/shop/web are deleted against their PDBs, from ",
            "Pods that are still on them are deleted without checking their PDBs: look at them first.",
            "Not among these commands: line 2: --remove-maintenance-exclusion of release.",
        ],
    );
    let brief = answer(&["run", &dump, &cluster, &file, "--format", "brief"]);
    has(&brief, &["line 2: --remove-maintenance-exclusion of release"]);
    // A surge upgrade forces them out at its limit.
    let (book, _) = export(&files, "runbook", &[]);
    has(&book, &["In the run 3 Pods of workload/shop/web are forced out at a limit"]);
    assert!(!book.contains("deleted against"), "{book}");
}

/// “I import the export, and the script goes on after a failure.”
#[test]
fn an_exported_script_ends_at_a_failure_as_the_script_did() {
    let folder = Folder::new("exported-set-e");
    let (dump, cluster) = (dump(&folder), cluster(&folder, ""));
    let file = folder.write(
        "drain.sh",
        "set -e\nkubectl drain n-0 --ignore-daemonsets --timeout=60s\nkubectl drain n-1 --ignore-daemonsets --timeout=60s || true\n\
         kubectl rollout status deploy/web -n shop --timeout=60s\nkubectl uncordon n-0\n",
    );
    let files = [dump.as_str(), &cluster, &file];
    let (text, _) = export(&files, "gcloud", &[]);
    let again = folder.write("again.sh", &text);
    let entries = |file: &str| script(&[&dump, &cluster, file]);
    let stops = |entries: &str| -> Vec<bool> {
        entries.lines().map(|line| line.contains("stopOnFailure")).collect()
    };
    assert_eq!(stops(&entries(&file)), [true, false, true, true], "{text}");
    assert_eq!(stops(&entries(&again)), stops(&entries(&file)), "{text}");
    // Without `set -e` nothing changes.
    let file = folder.write("plain.sh", "kubectl drain n-0 --ignore-daemonsets\n");
    let (text, _) = export(&[&dump, &cluster, &file], "gcloud", &[]);
    assert!(!text.contains("set -e") && !text.contains("|| true"), "{text}");
}
