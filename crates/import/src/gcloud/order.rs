//! The change or upgrade of a command, as a document.

use crate::loose::{Flag, Text, Tree, shape};

shape! {
    /// The change or upgrade of a command.
    Order {
        // `update`, `upgrade`, `delete`, or `typed` for flags of a command that creates.
        "gcloud" => verb: Text,
        "cluster" => cluster: Text,
        "pool" => pool: Text,
        // The name is a placeholder to be filled in.
        "anyPool" => any_pool: Flag,
        "location" => location: Text,
        "version" => version: Text,
        "master" => master: Flag,
        "ofPool" => of_pool: Tree,
        "ofCluster" => of_cluster: Tree,
    }
}
