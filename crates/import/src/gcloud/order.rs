//! What a command orders, as a document.

use crate::loose::{Flag, Text, Tree, shape};

shape! {
    /// What one command orders.
    Order {
        // `update`, `upgrade`, `delete`, or `typed` for flags of a command that creates.
        "gcloud" => verb: Text,
        "cluster" => cluster: Text,
        "pool" => pool: Text,
        // The name is a blank to be filled in.
        "anyPool" => any_pool: Flag,
        "location" => location: Text,
        "version" => version: Text,
        "master" => master: Flag,
        "ofPool" => of_pool: Tree,
        "ofCluster" => of_cluster: Tree,
    }
}
