//! How many VMs there may still be, as Compute Engine's own output says.

use crate::cli::{Folder, answer, err, has, nodetide, out};
use crate::dumps::{cluster, dump, nodes};

/// “32 N2 CPUs are free: is that enough for maxSurge 3?” (UP-07)
#[test]
fn quotas_of_the_region_limit_the_nodes_that_are_created() {
    let folder = Folder::new("quota-left");
    let (dump, cluster) = (dump(&folder, &nodes()), cluster(&folder, ""));
    let region = |cpus: u32, name: &str| {
        let text = format!(
            r#"{{"kind":"compute#region","name":"{name}","quotas":[{{"metric":"CPUS","limit":24.0,"usage":{cpus}}},
            {{"metric":"N2_CPUS","limit":0.0,"usage":0.0}},{{"metric":"INSTANCES","limit":720.0,"usage":14.0}}]}}"#
        );
        folder.write("region.json", &text)
    };
    let some = region(17, "us-east1");
    let told = nodetide(&["import", &dump, &cluster, &some]);
    has(err(&told), &["CPUS has 7 left: 1 more e2-standard-4"]);
    has(out(&told), &[r#""CPUS": 7"#, r#""CPUS": 4"#]);
    has(&answer(&["run", &dump, &cluster, &some, "--format", "brief"]), &["The upgrade succeeds"]);
    let none = region(22, "us-east1");
    let run = nodetide(&["run", &dump, &cluster, &none, "--format", "brief", "--fail-on", "stuck"]);
    has(err(&run), &["stuck"]);
    let elsewhere = region(22, "us-east4");
    let told = nodetide(&["import", &dump, &cluster, &elsewhere]);
    has(err(&told), &["in which the cluster has no nodes: us-east4"]);
    // us-east1-b isn't in a region whose name its own begins with.
    let told = nodetide(&["import", &dump, &cluster, &region(22, "us-east")]);
    has(err(&told), &["in which the cluster has no nodes: us-east\n"]);
}

/// “N2 CPUs are left. Is there anything else that holds the surge nodes up?” (UP-07, SU-08)
#[test]
fn the_quota_that_leaves_the_fewest_nodes_binds() {
    let folder = Folder::new("quota-kinds");
    let answers = |config: &str, cluster: &str, pool: &str, binding: &str| {
        let metrics = [
            ("N2_CPUS", 80),
            ("DISKS_TOTAL_GB", 450),
            ("SSD_TOTAL_GB", 310),
            ("HDB_TOTAL_GB", 200),
            ("IN_USE_ADDRESSES", 2),
            ("INSTANCES", 9),
            ("NVIDIA_T4_GPUS", 1),
            ("PREEMPTIBLE_NVIDIA_T4_GPUS", 4),
            ("NVIDIA_H100_GPUS", 8),
        ];
        let quota = |(metric, left)| format!(r#"{{"metric":"{metric}","limit":{left},"usage":0}}"#);
        let quotas = metrics.map(quota).join(",");
        let region = format!(r#"{{"name":"us-east1","quotas":[{quotas}]}}"#);
        let text = format!(
            r#"{{"name":"c","location":"us-east1-b","currentMasterVersion":"1.32.9-gke.100"{cluster},
            "nodePools":[{{"name":"a","version":"1.31.9-gke.100","initialNodeCount":1,"config":{{{config}}}{pool}}}]}}"#
        );
        let files = [folder.write("cluster.json", &text), folder.write("region.json", &region)];
        let told = nodetide(&["import", &files[0], &files[1]]);
        has(err(&told), &[binding]);
        let (metric, left) = binding.split_once(" has ").unwrap();
        let left = left.split(' ').next().unwrap();
        has(out(&told), &[&format!(r#""{metric}": {left}"#)]);
    };
    let private = r#","privateClusterConfig":{"enablePrivateNodes":true}"#;
    let n2 = |more: &str| format!(r#""machineType":"n2-standard-8"{more}"#);
    for (config, binding) in [
        (n2(""), "SSD_TOTAL_GB has 310 left: 3 more n2-standard-8 (100 each)"),
        (n2(r#","diskType":"pd-ssd","diskSizeGb":200"#), "SSD_TOTAL_GB has 310 left: 1 more"),
        (n2(r#","diskType":"pd-standard","diskSizeGb":40"#), "INSTANCES has 9 left: 9 more"),
        (n2(r#","diskType":"pd-standard","diskSizeGb":90"#), "DISKS_TOTAL_GB has 450 left: 5 more"),
        (n2(r#","diskType":"hyperdisk-balanced","diskSizeGb":20"#), "INSTANCES has 9 left: 9"),
        (r#""machineType":"c4-standard-8""#.into(), "HDB_TOTAL_GB has 200 left: 2 more"),
        (
            r#""machineType":"n1-standard-8","accelerators":[{"acceleratorCount":"2","acceleratorType":"nvidia-tesla-t4"}]"#.into(),
            "NVIDIA_T4_GPUS has 1 left: 0 more n1-standard-8 (2 each)",
        ),
        (
            r#""machineType":"n1-standard-8","spot":true,"accelerators":[{"acceleratorCount":"2","acceleratorType":"nvidia-tesla-t4"}]"#.into(),
            "PREEMPTIBLE_NVIDIA_T4_GPUS has 4 left: 2 more n1-standard-8 (2 each)",
        ),
        (r#""machineType":"a3-highgpu-8g""#.into(), "NVIDIA_H100_GPUS has 8 left: 1 more"),
    ] {
        answers(&config, private, "", binding);
    }
    // External addresses: the pool's own setting is stronger than the cluster's.
    let own = |is: bool| format!(r#","networkConfig":{{"enablePrivateNodes":{is}}}"#);
    let default = r#","networkConfig":{"defaultEnablePrivateNodes":true}"#;
    let addresses = "IN_USE_ADDRESSES has 2 left: 2 more n2-standard-8 (1 each)";
    let disks = "SSD_TOTAL_GB has 310 left: 3 more";
    answers(&n2(""), "", "", addresses);
    answers(&n2(""), default, "", disks);
    answers(&n2(""), "", &own(true), disks);
    answers(&n2(""), private, &own(false), addresses);
}

/// Machines of a reservation are there; without a description of the pool, its nodes have external addresses or not.
#[test]
fn quotas_count_for_pools_that_draw_on_them() {
    let folder = Folder::new("quota-pools");
    let quotas = r#"{"metric":"INSTANCES","limit":7,"usage":0},{"metric":"IN_USE_ADDRESSES","limit":3,"usage":3}"#;
    let region =
        folder.write("region.json", &format!(r#"{{"name":"us-east1","quotas":[{quotas}]}}"#));
    let external = r#""status":{"addresses":[{"type":"ExternalIP","address":"34.1.2.3"}],"#;
    for (status, binding) in [
        (r#""status":{"#, "INSTANCES has 7 left: 7 more"),
        (external, "IN_USE_ADDRESSES has 0 left: 0 more"),
    ] {
        let nodes = nodes().into_iter().map(|node| node.replace(r#""status":{"#, status));
        let dump = dump(&folder, &nodes.collect::<Vec<_>>());
        let told = nodetide(&["import", &dump, &region]);
        has(err(&told), &[binding]);
    }
    let reserved = r#""reservationAffinity":{"consumeReservationType":"SPECIFIC_RESERVATION","key":"compute.googleapis.com/reservation-name","values":["m"]},"machineType""#;
    let text = std::fs::read_to_string(cluster(&folder, "")).unwrap();
    let cluster = folder.write("cluster.json", &text.replace(r#""machineType""#, reserved));
    let told = nodetide(&["import", &cluster, &region]);
    assert!(!out(&told).contains("INSTANCES"), "{}", err(&told));
}

/// “The range of our Pods is a /22. How far can the autoscaler go?” A node takes a /24 of it (CA-69).
#[test]
fn pods_have_as_many_addresses_as_their_range() {
    let folder = Folder::new("pod-addresses");
    let cluster = |range: &str, own: &str| {
        let pool = |name: &str, network: &str| {
            format!(
                r#"{{"name":"{name}","version":"1.33.9-gke.100","initialNodeCount":1,"podIpv4CidrSize":24,"config":{{}},{network}
                "autoscaling":{{"enabled":true,"maxNodeCount":2}}}}"#
            )
        };
        let pools = [pool("web", ""), pool("batch", own)].join(",");
        let text = format!(
            r#"{{"name":"c","location":"us-east1-b","currentMasterVersion":"1.34.1-gke.100","clusterIpv4Cidr":"{range}","nodePools":[{pools}]}}"#
        );
        out(&nodetide(&["import", &folder.write("cluster.json", &text)])).to_owned()
    };
    has(&cluster("10.4.0.0/22", ""), &[r#""POD_ADDRESSES/10.4.0.0/22": 512"#]);
    let own = r#""networkConfig":{"podRange":"more","podIpv4CidrBlock":"10.8.0.0/23"},"#;
    let both = [r#""POD_ADDRESSES/10.4.0.0/23": 256"#, r#""POD_ADDRESSES/10.8.0.0/23": 256"#];
    has(&cluster("10.4.0.0/23", own), &both);
    // Large enough for all that may come.
    assert!(!cluster("10.4.0.0/21", "").contains("POD_ADDRESSES"));
}

/// “Our GPU quota is used up: can the other pool still surge?” (SU-08)
#[test]
fn a_quota_of_some_pools_limits_no_other() {
    let folder = Folder::new("quota-of-a-pool");
    let pool = |name: &str, config: &str| {
        format!(
            r#"{{"name":"{name}","version":"1.31.9-gke.100","initialNodeCount":2,"upgradeSettings":{{"maxSurge":1,"strategy":"SURGE"}},"config":{{{config}}}}}"#
        )
    };
    let gpu = r#""machineType":"n1-standard-8","accelerators":[{"acceleratorCount":"1","acceleratorType":"nvidia-tesla-t4"}]"#;
    let text = format!(
        r#"{{"name":"c","location":"us-east1-b","currentMasterVersion":"1.32.9-gke.100","nodePools":[{},{}]}}"#,
        pool("web", r#""machineType":"e2-standard-4""#),
        pool("gpu", gpu)
    );
    let quotas = r#"{"metric":"INSTANCES","limit":7,"usage":4},{"metric":"NVIDIA_T4_GPUS","limit":2,"usage":2}"#;
    let region = format!(r#"{{"name":"us-east1","quotas":[{quotas}]}}"#);
    let files = [folder.write("cluster.json", &text), folder.write("region.json", &region)];
    let brief = answer(&["run", &files[0], &files[1], "--format", "brief"]);
    has(
        &brief,
        &[
            "The upgrade gets stuck",
            "pool/web: succeeded, 2 of 2 nodes",
            "pool/gpu: stuck",
            "pool/gpu: No VM for its surge node: NVIDIA_T4_GPUS is 1 short",
        ],
    );
    let check = answer(&["check", &files[0], &files[1]]);
    has(
        &check,
        &[
            "The upgrade of “gpu” wants 1 node more than usual, which take 1 of NVIDIA_T4_GPUS, and 0 are left: 1 short.",
        ],
    );
    assert!(!check.contains("The upgrade of “web”"), "{check}");
    let why = answer(&["why", &files[0], &files[1], "pool/gpu"]);
    has(&why, &["Change it: NVIDIA_T4_GPUS left 0 → 1: "]);
    // Green nodes need as many.
    let compared =
        answer(&["compare", &files[0], &files[1], "--with", "blue-green=batch:1,soak:1h"]);
    has(&compared, &["failed"]);
}

/// A cluster without zones is where its location says.
#[test]
fn quotas_of_another_region_than_the_location_do_not_count() {
    let folder = Folder::new("quota-location");
    let region = |name: &str, quotas: &str| {
        let text = format!(r#"{{"kind":"compute#region","name":"{name}","quotas":[{quotas}]}}"#);
        folder.write("region.json", &text)
    };
    let cpus = r#"{"metric":"CPUS","limit":24,"usage":16}"#;
    let pool = r#""nodePools":[{"name":"a","version":"1.31.9-gke.100","initialNodeCount":1,"config":{"machineType":"e2-standard-4","spot":true}}]"#;
    let spare = |location: &str, region: &str| {
        let text = format!(
            r#"{{"name":"c","location":"{location}","currentMasterVersion":"1.32.9-gke.100",{pool}}}"#
        );
        let told = nodetide(&["import", &folder.write("cluster.json", &text), region]);
        (out(&told).contains(r#"CPUS": 8"#), err(&told).to_owned())
    };
    for (location, is_here) in
        [("europe-west1-b", true), ("europe-west1", true), ("europe-west12-a", false), ("", true)]
    {
        let (counts, told) = spare(location, &region("europe-west1", cpus));
        assert_eq!(counts, is_here, "{location}: {told}");
    }
    // A region without quotas isn't taken for a reservation.
    let (_, told) = spare("europe-west1-b", &region("europe-west1", ""));
    assert!(!told.contains("no node pool names"), "{told}");
    // Spot VMs have a quota of their own if its limit isn't 0.
    for limit in [0, 8] {
        let own = format!(r#"{{"metric":"PREEMPTIBLE_CPUS","limit":{limit},"usage":0}}"#);
        let quotas = format!(r#"{own},{{"metric":"CPUS","limit":4,"usage":0}}"#);
        let (is_two, told) = spare("europe-west1-b", &region("europe-west1", &quotas));
        assert_eq!(is_two, limit == 8, "{told}");
    }
}

/// “Two machines of the reservation are free: can the pool surge?” (SU-16)
#[test]
fn free_machines_of_a_reservation_are_for_the_pools_that_name_it() {
    let folder = Folder::new("reservation-left");
    let dump = dump(&folder, &nodes());
    let cluster = std::fs::read_to_string(cluster(&folder, "")).unwrap();
    let affinity = r#""reservationAffinity":{"consumeReservationType":"SPECIFIC_RESERVATION","key":"compute.googleapis.com/reservation-name","values":["db-machines"]},"machineType""#;
    let cluster = folder.write("cluster.json", &cluster.replace(r#""machineType""#, affinity));
    let reserved = |count: u32, name: &str| {
        let text = format!(
            r#"[{{"kind":"compute#reservation","name":"{name}","specificReservationRequired":true,"specificReservation":{{"count":"{count}","inUseCount":"3"}}}}]"#
        );
        folder.write("reservation.json", &text)
    };
    let free = reserved(5, "db-machines");
    let told = nodetide(&["import", &dump, &cluster, &free]);
    has(err(&told), &["db (2 free in db-machines)"]);
    has(out(&told), &[r#""reservedNodes": 5"#]);
    has(&answer(&["run", &dump, &cluster, &free, "--format", "brief"]), &["The upgrade succeeds"]);
    let full = reserved(3, "db-machines");
    let run = nodetide(&["run", &dump, &cluster, &full, "--fail-on", "stuck"]);
    has(err(&run), &["stuck"]);
    let other = reserved(5, "other-machines");
    let told = nodetide(&["import", &dump, &cluster, &other]);
    has(err(&told), &["1 reservation that no node pool names", "set reservedNodes"]);
}

/// Machines that are free once can't be used twice.
#[test]
fn free_machines_of_a_reservation_are_given_to_one_pool() {
    let folder = Folder::new("reservation-of-two");
    let pool = |name: &str| {
        format!(
            r#"{{"name":"{name}","version":"1.31.9-gke.100","initialNodeCount":3,"config":{{"machineType":"e2-standard-4","reservationAffinity":{{"consumeReservationType":"SPECIFIC_RESERVATION","key":"compute.googleapis.com/reservation-name","values":["shared"]}}}}}}"#
        )
    };
    let text = format!(
        r#"{{"name":"c","location":"us-east1-b","currentMasterVersion":"1.32.9-gke.100","nodePools":[{},{}]}}"#,
        pool("first"),
        pool("second")
    );
    let cluster = folder.write("cluster.json", &text);
    let free = r#"{"kind":"compute#reservation","name":"shared","specificReservation":{"count":"8","inUseCount":"6"}}"#;
    let told = nodetide(&["import", &cluster, &folder.write("reservation.json", free)]);
    has(err(&told), &["first (2 free in shared, all given to this pool, ", "also second)"]);
    let text = out(&told);
    // The other one has as many as it has nodes.
    assert_eq!(text.matches("reservedNodes").count(), 1, "{text}");
    has(text, &[r#""reservedNodes": 5"#]);
}

const NONE: &str = r#""spareCapacityNodes": 0"#;
const SHORT: &str = r#"Insufficient regional quota to satisfy request: resource \"E2_CPUS\": request requires '12.0' and is short '8.0'. project has a quota of '208.0' with '4.0' available."#;

/// “I hit a quota: does maxSurge 1 help?” (UP-07, SU-29)
#[test]
fn an_exceeded_quota_leaves_what_its_error_says() {
    let folder = Folder::new("quota-error");
    let dump = dump(&folder, &nodes());
    let clean = cluster(&folder, "");
    let text = std::fs::read_to_string(&clean).unwrap();
    let failed = |condition: &str| {
        let status = format!(
            r#""status":"RUNNING_WITH_ERROR","statusMessage":"{SHORT}","conditions":[{condition}],"initialNodeCount""#
        );
        let broken = text.replace(r#""status":"RUNNING","initialNodeCount""#, &status);
        assert_ne!(broken, text);
        folder.write("failed.json", &broken)
    };
    let spare = |files: &[&str], left: &str| {
        let told = nodetide(&[&["import", dump.as_str()], files].concat());
        has(out(&told), &[left]);
        err(&told).to_owned()
    };
    let error = failed(&format!(r#"{{"code":"GCE_QUOTA_EXCEEDED","message":"{SHORT}"}}"#));
    let told = spare(&[&error], r#""E2_CPUS": 4"#);
    has(&told, &["E2_CPUS has 4 left: 1 more e2-standard-4"]);
    has(&answer(&["run", &dump, &error, "--format", "brief"]), &["The upgrade succeeds"]);
    // Without the numbers of the message, no VM can be created.
    let code = r#"{"canonicalCode":"RESOURCE_EXHAUSTED","message":"Insufficient regional quota."}"#;
    has(&spare(&[&failed(code)], NONE), &["no VM can be created beyond those that exist"]);
    let required = SHORT.split(" project").next().unwrap();
    let code = format!(r#"{{"code":"GCE_QUOTA_EXCEEDED","message":"{required}"}}"#);
    has(&spare(&[&failed(&code)], r#""E2_CPUS": 4"#), &["E2_CPUS has 4 left"]);
    // The region's own numbers are newer.
    let region = r#"{"kind":"compute#region","name":"us-east1","quotas":[{"metric":"E2_CPUS","limit":24,"usage":12}]}"#;
    let told = spare(&[&error, &folder.write("region.json", region)], r#""E2_CPUS": 12"#);
    has(&told, &["1 exceeded quota whose own numbers are in the files"]);
    // The operation that failed says the same.
    let operation = format!(
        r#"{{"name":"operation-1","operationType":"UPGRADE_NODES","status":"DONE","error":{{"code":8,"message":"{SHORT}"}},
        "targetLink":"https://container.googleapis.com/v1/projects/1/locations/us-east1/clusters/pg/nodePools/db"}}"#
    );
    let told = spare(&[&clean, &folder.write("operation.json", &operation)], r#""E2_CPUS": 4"#);
    has(&told, &["operation.json: operation\n", "E2_CPUS has 4 left"]);
    // The cluster repeats the error of its pool, and what comes before the quota tells of the VM.
    let long =
        "Instance 'gke-prod-ew4-batch-19fd70c3-2jk2' creation failed: Quota 'N2_CPUS' exceeded.";
    let code = format!(r#"{{"code":"GCE_QUOTA_EXCEEDED","message":"{long}"}}"#);
    let both = std::fs::read_to_string(failed(&code)).unwrap();
    let both = both.replace(r#""nodePools""#, &format!(r#""conditions":[{code}],"nodePools""#));
    let told = spare(&[&folder.write("both.json", &both)], NONE);
    has(&told, &["1 quota exceeded", "exist: db: Quota 'N2_CPUS' exceeded."]);
}

/// A cluster whose pool of 6 nodes surges by 3 within a specific reservation.
fn reserving(folder: &Folder) -> String {
    folder.write(
        "cluster.json",
        r#"{"name":"prod","location":"us-east1-b","currentMasterVersion":"1.32.9-gke.100","status":"RUNNING",
        "nodePools":[{"name":"db","version":"1.31.9-gke.100","status":"RUNNING","initialNodeCount":6,
        "config":{"machineType":"e2-standard-4","reservationAffinity":{"consumeReservationType":"SPECIFIC_RESERVATION",
        "key":"compute.googleapis.com/reservation-name","values":["dbm"]}},"upgradeSettings":{"maxSurge":3,"strategy":"SURGE"}}]}"#,
    )
}

/// “Two of our reserved machines are free and maxSurge is 3: what do we lose?” (UP-07, SU-16)
#[test]
fn a_reservation_with_fewer_free_machines_than_the_surge_is_a_finding_and_a_line_of_the_brief() {
    let folder = Folder::new("reservation-short");
    let cluster = reserving(&folder);
    let reserved = |count: u32, used: u32| {
        let text = format!(
            r#"{{"kind":"compute#reservation","name":"dbm","specificReservation":{{"count":"{count}","inUseCount":"{used}"}}}}"#
        );
        folder.write("reservation.json", &text)
    };
    let check = |file: &str| {
        let told = nodetide(&["check", &cluster, file]);
        format!("{}{}", out(&told), err(&told))
    };
    let two = reserved(8, 6);
    has(
        &check(&two),
        &[
            "adds 3 nodes, and its reservation has only 2 free machines beside its 6 nodes: it upgrades fewer nodes at once and takes longer.",
        ],
    );
    let brief = answer(&["run", &cluster, &two, "--format", "brief"]);
    has(&brief, &["The upgrade succeeds", "reservation of 8 VMs"]);
    // Others use the rest of the machines.
    let said = check(&reserved(8, 8));
    has(&said, &["its reservation has no free machine beside its 6 nodes: it waits for capacity"]);
    assert!(!check(&reserved(9, 6)).contains("reservation has"));
}

/// “The plan raises the reservation: does the upgrade surge?” (SU-16)
#[test]
fn reservations_of_terraform_are_those_of_its_pools() {
    let folder = Folder::new("reservation-terraform");
    let written = |more: &str| {
        let text = format!(
            r#"
resource "google_compute_reservation" "db" {{
  name = "dbm"
  zone = "us-east1-b"
  specific_reservation_required = true
  specific_reservation {{
    count = 8
    instance_properties {{ machine_type = "e2-standard-4" }}
  }}
}}
resource "google_container_cluster" "prod" {{
  name = "prod"
  location = "us-east1-b"
  min_master_version = "1.32.9-gke.100"
}}
resource "google_container_node_pool" "db" {{
  name = "db"
  cluster = google_container_cluster.prod.name
  version = "1.31.9-gke.100"
  node_count = 6
  node_config {{
    machine_type = "e2-standard-4"
    reservation_affinity {{
      consume_reservation_type = "SPECIFIC_RESERVATION"
      key = "compute.googleapis.com/reservation-name"
      values = [google_compute_reservation.db.name]
    }}
  }}
  upgrade_settings {{
    max_surge = 3
    max_unavailable = 0
  }}
}}
{more}"#
        );
        folder.write("main.tf", &text)
    };
    let told = nodetide(&["import", &written("")]);
    has(err(&told), &["db (2 free in dbm)"]);
    has(out(&told), &[r#""reservedNodes": 8"#]);
    assert!(!err(&told).contains("as many machines are reserved"), "{}", err(&told));
    // What Compute Engine says of the same reservation isn't a second one.
    let described = folder.write(
        "reservation.json",
        r#"{"kind":"compute#reservation","name":"dbm","zone":"https://www.googleapis.com/compute/v1/projects/p/zones/us-east1-b","specificReservation":{"count":"7","inUseCount":"6"}}"#,
    );
    for files in [[&*written(""), &*described], [&*described, &*written("")]] {
        let told = nodetide(&["import", files[0], files[1]]);
        has(out(&told), &[r#""reservedNodes": 8"#]);
    }
    // A plan says how many are in use.
    let pool = r#"{"name":"db","cluster":"prod","location":"us-east1-b",
        "node_count":6,"version":"1.32.9-gke.100","node_config":[{"machine_type":"e2-standard-4","reservation_affinity":[{"consume_reservation_type":"SPECIFIC_RESERVATION",
        "key":"compute.googleapis.com/reservation-name","values":["dbm"]}]}],"upgrade_settings":[{"max_surge":3,"max_unavailable":0}]}"#;
    let reservation = r#"{"name":"dbm","zone":"us-east1-b","specific_reservation":[{"count":COUNT,"in_use_count":8}]}"#;
    let [before, after] = ["8", "9"].map(|count| reservation.replace("COUNT", count));
    let plan = folder.write(
        "plan.json",
        &format!(
            r#"{{"format_version":"1.2","planned_values":{{"root_module":{{"resources":[
        {{"address":"google_compute_reservation.db","mode":"managed","type":"google_compute_reservation","name":"db","values":{after}}},
        {{"address":"google_container_node_pool.db","mode":"managed","type":"google_container_node_pool","name":"db","values":{pool}}}]}}}},
        "resource_changes":[{{"address":"google_container_node_pool.db","type":"google_container_node_pool","name":"db","change":{{"actions":["no-op"],"before":{pool},"after":{pool}}}}},
        {{"address":"google_compute_reservation.db","type":"google_compute_reservation","name":"db","change":{{"actions":["update"],"before":{before},"after":{after}}}}}]}}"#
        ),
    );
    let told = nodetide(&["import", &plan]);
    has(err(&told), &["db (1 free in dbm)"]);
    has(out(&told), &[r#""reservedNodes": 7"#]);
}

/// “Twelve n2-standard-8 have to fit in beside a pool of larger machines: do they?” (BG-09, UP-07)
#[test]
fn a_quota_is_divided_by_the_machines_of_the_pools_that_are_upgraded() {
    let folder = Folder::new("quota-of-upgraded");
    let pool = |name: &str, machine: &str| {
        format!(
            r#"{{"name":"{name}","version":"1.31.9-gke.100","initialNodeCount":2,"config":{{"machineType":"{machine}"}}}}"#
        )
    };
    let pools = [pool("api", "n2-standard-8"), pool("worker", "n2-standard-16")].join(",");
    let text = format!(
        r#"{{"name":"c","location":"us-east1-b","currentMasterVersion":"1.32.9-gke.100","nodePools":[{pools}]}}"#
    );
    let region = r#"{"name":"us-east1","quotas":[{"metric":"N2_CPUS","limit":100,"usage":0}]}"#;
    let files = [folder.write("cluster.json", &text), folder.write("region.json", region)];
    let told = |pools: &[&str]| {
        let lines = pools.iter().map(|pool| {
            format!("gcloud container clusters upgrade c --zone us-east1-b --node-pool {pool} --cluster-version 1.32.9-gke.100 --quiet\n")
        });
        let script = folder.write("up.sh", &lines.collect::<String>());
        err(&nodetide(&["import", &files[0], &files[1], &script])).to_owned()
    };
    let [small, large] = ["12 more n2-standard-8 (8 each)", "6 more n2-standard-16 (16 each)"];
    let one = told(&["api"]);
    has(&one, &[small]);
    assert!(!one.contains(large), "{one}");
    has(&told(&["worker"]), &[large]);
    // It is one quota.
    has(&told(&["api", "worker"]), &[&format!("N2_CPUS has 100 left: {small} or {large}")]);
}

/// A cluster of one pool after the other, each with its machine and its settings, and the CPUs and disks that are left.
fn regional(
    folder: &Folder,
    pools: &[(&str, &str, u32, &str)],
    quotas: &[(&str, u32)],
) -> [String; 2] {
    let pools = pools.iter().map(|(name, machine, nodes, settings)| {
        format!(
            r#"{{"name":"{name}","version":"1.31.9-gke.100","initialNodeCount":{nodes},"config":{{"machineType":"{machine}","diskType":"pd-ssd","diskSizeGb":200}},
            "upgradeSettings":{{{settings}}}}}"#
        )
    });
    let pools = pools.collect::<Vec<_>>().join(",");
    let text = format!(
        r#"{{"name":"c","location":"us-east1-b","currentMasterVersion":"1.32.9-gke.100","nodePools":[{pools}]}}"#
    );
    let quotas = quotas
        .iter()
        .map(|(metric, left)| format!(r#"{{"metric":"{metric}","limit":{left},"usage":0}}"#));
    let quotas = quotas.collect::<Vec<_>>().join(",");
    let region = format!(r#"{{"name":"us-east1","quotas":[{quotas}]}}"#);
    [folder.write("cluster.json", &text), folder.write("region.json", &region)]
}

/// Upgrades pools at the same time.
fn at_once(folder: &Folder, pools: &[&str]) -> String {
    let lines = pools.iter().map(|pool| {
        format!("gcloud container clusters upgrade c --zone us-east1-b --node-pool {pool} --cluster-version 1.32.9-gke.100 --quiet --async\n")
    });
    folder.write("up.sh", &lines.collect::<String>())
}

/// “Three pools at once with 24 N2 CPUs left: does the quota do?” (AM-60, SU-16, UP-07)
#[test]
fn pools_that_upgrade_at_the_same_time_share_a_quota_in_its_own_unit() {
    let folder = Folder::new("quota-shared");
    let surge = |nodes: u32| format!(r#""strategy":"SURGE","maxSurge":{nodes},"maxUnavailable":0"#);
    let (two, one) = (surge(2), surge(1));
    let pools = [("svc", "n2-standard-8", 4, &*two), ("heavy", "n2-standard-16", 2, &*one)];
    let run = |left: u32| {
        let files = regional(&folder, &pools, &[("N2_CPUS", left)]);
        let script = at_once(&folder, &["svc", "heavy"]);
        answer(&["run", &files[0], &files[1], &script, "--format", "brief"])
    };
    // svc takes 16 of them, so that 8 are left for a node of 16.
    let waits = "No VM for its surge node";
    has(
        &run(24),
        &[
            "The upgrade succeeds",
            &format!("pool/heavy: {waits}: N2_CPUS is 8 short"),
            "most 8, 6 at the end",
        ],
    );
    assert!(!run(32).contains(waits), "{}", run(32));
    let files = regional(&folder, &pools, &[("N2_CPUS", 24)]);
    let why = answer(&[
        "why",
        &files[0],
        &files[1],
        &at_once(&folder, &["svc", "heavy"]),
        "pool/heavy",
        "--at",
        "1m",
    ]);
    has(&why, &["N2_CPUS is 8 short", "N2_CPUS left 24 → 32"]);
}

/// “Blue-green on 24 machines: which quotas must be raised, and by how much?” (UP-07, BG-09)
#[test]
fn each_quota_that_a_strategy_exceeds_is_named() {
    let folder = Folder::new("quota-of-green");
    let settings = r#""strategy":"BLUE_GREEN","blueGreenSettings":{"standardRolloutPolicy":{"batchNodeCount":1},"nodePoolSoakDuration":"600s"}"#;
    let files = regional(
        &folder,
        &[("api", "n2-standard-16", 24, settings)],
        &[("N2_CPUS", 216), ("SSD_TOTAL_GB", 2892), ("INSTANCES", 900)],
    );
    let check = answer(&["check", &files[0], &files[1]]);
    has(
        &check,
        &[
            "wants 24 nodes more than usual, which take 384 of N2_CPUS, and 216 are left: 168 short.",
            "which take 4,800 of SSD_TOTAL_GB, and 2,892 are left: 1,908 short.",
        ],
    );
    assert!(!check.contains("of INSTANCES"), "{check}");
    let why = answer(&["why", &files[0], &files[1], "pool/api"]);
    has(
        &why,
        &[
            "SSD_TOTAL_GB is 1,908 short",
            "Change it: api BLUE_GREEN → SURGE with maxSurge 13 and maxUnavailable 0: ",
        ],
    );
    // What is raised in a comparison is enough.
    let one = regional(
        &folder,
        &[("api", "n2-standard-16", 24, settings)],
        &[("N2_CPUS", 216), ("SSD_TOTAL_GB", 4800)],
    );
    let compared = answer(&["compare", &one[0], &one[1], "--with", "/cluster/quotas/N2_CPUS=384"]);
    has(&compared, &["failed", "succeeded"]);
}
