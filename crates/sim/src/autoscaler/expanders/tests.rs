use super::*;
use crate::testing::expanders::expander;
use base::GroupId;
use expect_test::{Expect, expect};
use model::Resources;

const GIB: i64 = 1 << 30;

/// An option: nodes of a machine, and equal Pods of 1500m and 2 GiB.
fn option(group: u32, machine: &str, cpus: i64, nodes: u32, pods: u32) -> Expansion {
    let requests = Resources {
        cpu_m: 1500 * i64::from(pods),
        memory_bytes: 2 * GIB * i64::from(pods),
        ..Resources::default()
    };
    let (cpu_m, memory_bytes) = (cpus * 1000, cpus * 4 * GIB);
    let price = node_price(machine, (cpu_m, memory_bytes), false, None);
    let node = PoolNode { cpu_m, memory_bytes, accelerators: 0, has_gpus: false, price };
    let counted = (requests.cpu_m, requests.memory_bytes >> 20);
    Expansion {
        group: GroupId(group),
        nodes,
        pods,
        requests,
        counted,
        node,
        exists: true,
        priority: None,
    }
}

/// GKE's scores with three digits.
fn check(options: &[GkeExpansion<'_>], cluster: &GkeCluster, expect: Expect) {
    let scores = gke_scores(options, cluster);
    let texts: Vec<String> = scores.iter().map(|score| format!("{score:.3}")).collect();
    expect.assert_eq(&texts.join(" "));
}

fn gke(expansion: &Expansion) -> GkeExpansion<'_> {
    GkeExpansion { expansion, cluster_cpus: 12, spot: false, reserved: 0 }
}

/// BS-90: the example of the rulebook, three e2-standard-4 and six Pods.
#[test]
fn gke_prefers_machines_that_suit_the_cluster() {
    let small = option(0, "e2-standard-4", 4, 3, 6);
    let large = option(1, "e2-standard-8", 8, 2, 6);
    let options = [gke(&small), gke(&large)];
    check(&options, &GkeCluster::default(), expect!["1.135 2.405"]);
    // Many nodes in the cluster: larger machines are preferred.
    let many = options.map(|option| GkeExpansion { cluster_cpus: 100, ..option });
    check(&many, &GkeCluster::default(), expect!["1.775 1.497"]);
}

/// BS-90: new groups, Autopilot, accelerators, large Spot machines.
#[test]
fn gke_weighs_new_groups_accelerators_and_spot() {
    let old = option(0, "e2-standard-4", 4, 3, 6);
    let new = Expansion { exists: false, ..old.clone() };
    let mut gpus = new.clone();
    gpus.node.accelerators = 2;
    let mut tpus = gpus.clone();
    gpus.node.has_gpus = true;
    tpus.group = GroupId(2);
    let mut large = option(1, "n2-standard-64", 64, 1, 6);
    large.node.memory_bytes = 256 * GIB;
    let spot = GkeExpansion { spot: true, ..gke(&large) };
    let options = [gke(&old), gke(&new), gke(&gpus), gke(&tpus), spot];
    let cluster = GkeCluster { groups: 3, pools: 4, ..GkeCluster::default() };
    check(&options, &cluster, expect!["1.135 1.737 2547.550 3473.932 62.518"]);
    check(
        &options,
        &GkeCluster { autopilot: true, ..cluster },
        expect!["1.135 1.158 2315.954 2315.954 62.518"],
    );
    check(
        &options,
        &GkeCluster { avoids_large_spot: true, ..cluster },
        expect!["1.135 1.737 2547.550 3473.932 187.555"],
    );
}

/// BS-90: Autopilot looks at sizes less, the more nodes the smallest option has.
#[test]
fn autopilot_looks_at_sizes_for_small_scale_ups() {
    let cluster = GkeCluster { autopilot: true, ..GkeCluster::default() };
    let scores = |nodes, expect| {
        let large = option(0, "e2-standard-16", 16, nodes, 6);
        check(&[gke(&large)], &cluster, expect);
    };
    scores(3, expect!["11.950"]);
    scores(4, expect!["10.862"]);
    scores(10, expect!["14.513"]);
}

/// BS-89: a node that a reservation covers costs 2 %.
#[test]
fn gke_discounts_reserved_nodes() {
    let option = option(0, "e2-standard-4", 4, 3, 6);
    let with = |reserved| GkeExpansion { reserved, ..gke(&option) };
    let options = [with(0), with(1), with(3), with(9)];
    check(&options, &GkeCluster::default(), expect!["1.135 0.781 0.072 0.072"]);
}

/// KA-25, KA-31: priority leaves two, most-pods one of them; without a chain the first wins.
#[test]
fn a_chain_ends_when_one_is_left() {
    let with = |group, pods, priority| Expansion {
        priority,
        ..option(group, "e2-standard-4", 4, 2, pods)
    };
    let options =
        [with(0, 9, None), with(1, 2, Some(10)), with(2, 4, Some(10)), with(3, 9, Some(0))];
    let chosen = |names: &[&str]| {
        let chain: Vec<Expander> = names.iter().filter_map(|name| expander(name)).collect();
        choose(&chain, &options, &Cluster::default())
    };
    assert_eq!(chosen(&["priority", "most-pods"]), Some(2));
    assert_eq!(chosen(&["priority", "random"]), Some(1));
    assert_eq!(chosen(&["priority"]), Some(1));
    assert_eq!(chosen(&["most-pods"]), Some(0));
    assert_eq!(chosen(&[]), Some(0));
    assert_eq!(choose(&[], &[], &Cluster::default()), None);
    let unknown = [with(0, 1, None), with(1, 2, None)];
    let chain = [expander("priority").unwrap()];
    assert_eq!(choose(&chain, &unknown, &Cluster::default()), Some(0));
}

/// KA-27: nodes with accelerators are left to Pods that request them.
#[test]
fn accelerators_count_as_unfit() {
    let plain = option(0, "n1-standard-4", 4, 1, 1);
    let mut with_gpu = plain.clone();
    with_gpu.node.accelerators = 1;
    let cluster = Cluster { nodes: 15, ..Cluster::default() };
    let ratio = score(&with_gpu, &cluster) / score(&plain, &cluster);
    assert_eq!(format!("{ratio:.3}"), "1000.000");
}
