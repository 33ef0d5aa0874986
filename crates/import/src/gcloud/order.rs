//! The change or upgrade of a command, as a document.

use crate::loose::{Flag, Int, List, Text, Tree, shape};

shape! {
    /// The change or upgrade of a command.
    Order {
        // `update`, `upgrade`, `delete`, `cancel`, `rollback`, `complete`, `wait`, `recreate` by changes (`names`) or nodes of other settings (`entry`), or `typed` for flags of a command that creates;
        // `nodes`, `workload`, `budget`, `pods`, `node pools`, `sleep`, and `left out`.
        "gcloud" => verb: Text,
        "cluster" => cluster: Text,
        "pool" => pool: Text,
        // The name is a placeholder to be filled in.
        "anyPool" => any_pool: Flag,
        "location" => location: Text,
        "version" => version: Text,
        "master" => master: Flag,
        "async" => asynchronous: Flag,
        // The script ends if it fails.
        "stops" => stops: Flag,
        // The line of the command in the text.
        "line" => line: Int,
        "respectPdb" => respect_pdb: Flag,
        // Commands of kubectl.
        "title" => title: Text,
        "namespace" => namespace: Text,
        // Nodes; or the kind of a workload, and its name.
        "names" => names: List<Text>,
        "selector" => selector: List<Text>,
        // The selector of the surrounding loop over nodes.
        "each" => each: List<Text>,
        // The number of that loop.
        "loop" => in_loop: Int,
        // A pause, in milliseconds.
        "pause" => pause: Int,
        // The entry of the script.
        "entry" => entry: Tree,
        "ofPool" => of_pool: Tree,
        "ofCluster" => of_cluster: Tree,
    }
}
