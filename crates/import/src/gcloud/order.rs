//! The change or upgrade of a command, as a document.

use crate::loose::{Flag, Int, List, Text, Tree, shape};

shape! {
    /// The change or upgrade of a command.
    Order {
        // `update`, `upgrade`, `delete`, `cancel`, `rollback`, `complete`, `wait`, `recreate` by changes (`names`) or nodes of other settings (`entry`), or `typed` for flags of a command that creates;
        // `kubectl` with its `words`, and `not run` for shell syntax.
        "gcloud" => verb: Text,
        "cluster" => cluster: Text,
        "pool" => pool: Text,
        // The name is a placeholder to be filled in.
        "anyPool" => any_pool: Flag,
        "location" => location: Text,
        "version" => version: Text,
        "master" => master: Flag,
        "async" => asynchronous: Flag,
        // The line of the command in the text.
        "line" => line: Int,
        "respectPdb" => respect_pdb: Flag,
        // What a command of kubectl says, which a run may not have.
        "words" => words: List<Text>,
        // Changes that recreate nodes, or the operation that is waited for.
        "names" => names: List<Text>,
        // The entry of the script.
        "entry" => entry: Tree,
        "ofPool" => of_pool: Tree,
        "ofCluster" => of_cluster: Tree,
    }
}
