//! Exports of a changed strategy: what comes first, and that nothing undoes it.

use crate::cli::{Folder, has, nodetide, out};
use crate::scripts::{cluster, dump};

const BLUE_GREEN: [&str; 2] = ["--with", "blue-green=batch:2,soak:30m"];

fn export(files: &[&str], format: &str, with: &[&str]) -> String {
    let output = nodetide(&[&["export"], files, &["--format", format], with].concat());
    out(&output).to_owned()
}

/// “I apply the file that compare recommended, and it is still a surge upgrade.”
#[test]
fn terraform_says_that_a_strategy_comes_before_the_version() {
    let folder = Folder::new("exported-strategy");
    let (dump, cluster) = (dump(&folder), cluster(&folder, ""));
    let upgrade = "gcloud container clusters upgrade prod --zone us-east1-b --node-pool old --cluster-version 1.33.5-gke.100 --quiet\n";
    let file = folder.write("upgrade.sh", upgrade);
    let said = "# Two applies for “old”: upgrade_settings first";
    let text = export(&[&dump, &cluster, &file], "terraform", &BLUE_GREEN);
    has(&text, &[said, "= \"1.33.5-gke.100\"", "strategy = \"BLUE_GREEN\""]);
    // Nothing to say where only one of both changes.
    let text = export(&[&dump, &cluster, &file], "terraform", &[]);
    assert!(!text.contains("Two applies"), "{text}");
    let other = folder.write("cordon.sh", "kubectl cordon n-0\n");
    let text = export(&[&dump, &cluster, &other], "terraform", &BLUE_GREEN);
    assert!(!text.contains("Two applies"), "{text}");
}

/// “I asked for blue-green, and the file has surge.”
#[test]
fn a_change_of_strategy_holds_where_the_files_set_it_again() {
    let folder = Folder::new("exported-again");
    let (dump, cluster) = (dump(&folder), cluster(&folder, ""));
    let file = folder.write(
        "change.sh",
        "gcloud container node-pools update old --cluster prod --zone us-east1-b --max-surge-upgrade 2 --max-unavailable-upgrade 0\n\
         gcloud container clusters upgrade prod --zone us-east1-b --node-pool old --cluster-version 1.33.5-gke.100 --quiet\n",
    );
    let files = [dump.as_str(), &cluster, &file];
    let text = export(&files, "terraform", &BLUE_GREEN);
    has(&text, &["strategy = \"BLUE_GREEN\"", "# Two applies for “old”"]);
    assert!(!text.contains("max_surge"), "{text}");
    let text = export(&files, "runbook", &BLUE_GREEN);
    assert_eq!(text.matches("--enable-blue-green-upgrade").count(), 1, "{text}");
    assert!(!text.contains("--max-surge"), "{text}");
    // Without the change the settings of the file hold.
    let text = export(&files, "runbook", &[]);
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
    let book = export(&files, "runbook", &BLUE_GREEN);
    has(
        &book,
        &[
            "In the run 2 Pods of workload/shop/web are deleted against their PDBs, from ",
            "Pods that are still on them are deleted without checking their PDBs: look at them first.",
            "Not among these commands: line 2: --remove-maintenance-exclusion of release.",
        ],
    );
    // A surge upgrade forces them out at its limit.
    let book = export(&files, "runbook", &[]);
    has(&book, &["In the run 3 Pods of workload/shop/web are forced out at a limit"]);
    assert!(!book.contains("deleted against"), "{book}");
}
