//! The cluster, drawn at the playhead.

pub mod camera;
pub mod canvas;
mod caption;
pub mod card;
pub mod gestures;
pub mod grid;
mod grid_keys;
pub mod large_cluster;
pub mod legend;
pub mod load_balancer;
pub mod pod_flight;
mod selected_pod;
mod shift;
pub mod view;
mod zone_tabs;
