//! One question has one answer: counts, reasons and dates of one run, wherever they are asked for.

use crate::cli::{Folder, answer, code, err, has, lacks, nodetide};

const OLD: &str = "1.32.9-gke.1072000";
const NEW: &str = "1.33.5-gke.1162000";

/// A scenario of one cluster that begins on Monday, 2 March 2026, at ten.
struct Case {
    /// Removes its file when it goes.
    _folder: Folder,
    file: String,
}

impl Case {
    fn new(name: &str, cluster: &str, lists: &str) -> Self {
        let folder = Folder::new(&format!("one-answer-{name}"));
        let text = format!(
            r#"{{"version":1,"start":"2026-03-02T10:00:00Z","cluster":{{"location":"us-central1-a","currentMasterVersion":"{NEW}"{cluster}}},{lists}}}"#
        );
        let file = folder.write("s.json", &text);
        Self { _folder: folder, file }
    }

    /// What a verb says of it.
    fn says(&self, verb: &str, more: &[&str]) -> String {
        answer(&[&[verb, &self.file], more].concat())
    }
}

fn pool(name: &str, version: &str, more: &str) -> String {
    format!(
        r#"{{"name":"{name}","version":"{version}","config":{{"machineType":"e2-standard-4"}}{more}}}"#
    )
}

fn upgrade(at: &str, pool: &str) -> String {
    format!(r#"{{"at":"{at}","do":"upgrade","pool":"{pool}"}}"#)
}

/// “How many Pods wait at the end?” All of them, also those of the start (A1).
#[test]
fn pods_that_wait_are_counted_once() {
    let limits =
        r#","initialNodeCount":1,"autoscaling":{"enabled":true,"minNodeCount":1,"maxNodeCount":2}"#;
    let lists = format!(
        r#""pools":[{}],"workloads":[{{"kind":"Deployment","name":"wide","replicas":6,"requests":{{"cpu":"3","memory":"2Gi"}}}}],"script":[{}]"#,
        pool("p", OLD, limits),
        upgrade("10m", "p"),
    );
    let case = Case::new("pending", "", &lists);
    has(&case.says("run", &[]), &["4 Pods are unscheduled at the end"]);
    has(&case.says("why", &["--at", "3h", "workload/wide"]), &["pending: 4"]);
    let higher = "/pools/0/autoscaling/maxNodeCount=3";
    let compared = case.says("compare", &["--with", higher]);
    let line = compared.lines().find(|line| line.starts_with("Pods pending at the end")).unwrap();
    assert_eq!(line.split_whitespace().skip(5).collect::<Vec<_>>(), ["4", "3"]);
    // A Pod that fits nowhere and has nothing to do with the upgrade waits, too.
    let lists = format!(
        r#""pools":[{}],"workloads":[{{"kind":"Deployment","name":"huge","replicas":1,"requests":{{"cpu":"30","memory":"2Gi"}}}}],"script":[{}]"#,
        pool("p", OLD, r#","initialNodeCount":2"#),
        upgrade("10m", "p"),
    );
    let case = Case::new("huge", "", &lists);
    has(&case.says("run", &[]), &["1 Pod is unscheduled at the end"]);
    let run = nodetide(&["run", &case.file, "--fail-on", "pending"]);
    assert_eq!(code(&run), 1, "{}", err(&run));
}

/// “How many nodes are upgraded?” Those with the new configuration, of those that the pool has; beside it, how many the run
/// upgraded (A2).
#[test]
fn upgraded_nodes_are_counted_once() {
    let listed = |new: usize| {
        let node = |n: usize| match n < new {
            true => format!(r#"{{"name":"w-{n}","version":"{NEW}"}}"#),
            false => format!(r#"{{"name":"w-{n}"}}"#),
        };
        let nodes: Vec<String> = (0..5).map(node).collect();
        pool("web", OLD, &format!(r#","nodes":[{}]"#, nodes.join(",")))
    };
    for (new, told) in
        [(0, "5 of 5 nodes upgraded, 1"), (2, "5 of 5 nodes upgraded, 3 in this run")]
    {
        let lists = format!(r#""pools":[{}],"script":[{}]"#, listed(new), upgrade("0s", "web"));
        let case = Case::new(&format!("listed-{new}"), "", &lists);
        has(&case.says("run", &[]), &[&format!("pool/web: succeeded, {told}")]);
        has(&case.says("why", &["--at", "1h", "pool/web"]), &["5 of 5 nodes."]);
        // At five minutes one is done, and those that were.
        let done = if new > 0 { "3 of 5 nodes are done" } else { "1 of 5 nodes is done" };
        has(&case.says("why", &["--at", "5m", "pool/web"]), &[done]);
    }
    let shrinks =
        r#","initialNodeCount":4,"autoscaling":{"enabled":true,"minNodeCount":1,"maxNodeCount":5}"#;
    let web = r#"{"kind":"Deployment","name":"web","replicas":2,"requests":{"cpu":"500m","memory":"1Gi"}}"#;
    let lists = format!(
        r#""pools":[{}],"workloads":[{web}],"script":[{}]"#,
        pool("web", OLD, shrinks),
        upgrade("0s", "web"),
    );
    let run = Case::new("shrinks", "", &lists).says("run", &[]);
    has(&run, &["pool/web: succeeded, 1 of 1 node upgraded, 4 in this run", " 4 nodes upgraded ("]);
}

/// “I gave the command twice: how long does it take?” As long as once, and the second one changes nothing (A3).
#[test]
fn a_repeated_command_takes_no_time() {
    for (name, again) in [("by-hand", ""), ("automatic", r#","automatic":true"#)] {
        let second = format!(r#"{{"at":"5d","do":"upgrade","pool":"p"{again}}}"#);
        let lists = format!(
            r#""pools":[{}],"script":[{},{second}]"#,
            pool("p", OLD, r#","initialNodeCount":3"#),
            upgrade("0s", "p"),
        );
        let case = Case::new(&format!("twice-{name}"), "", &lists);
        for verb in ["run", "check"] {
            let said = case.says(verb, &[]);
            has(&said, &["already in that state"]);
            lacks(&said, &["5 d", "2 upgrades"]);
        }
        has(&case.says("run", &[]), &["ended 2026-03-02T10:10:33Z: 10 min 33 s"]);
        has(&case.says("fit", &[]), &[" / 10 min 33 s / "]);
        let compared = case.says("compare", &["--with", "surge=3+0"]);
        has(&compared, &["10 min 33 s"]);
        lacks(&compared, &["5 d"]);
    }
    // Due again while the first one is at work: the second begins and ends with it.
    let second = r#"{"at":"60s","do":"upgrade","pool":"p","automatic":true}"#;
    let lists = format!(
        r#""pools":[{}],"script":[{},{second}]"#,
        pool("p", OLD, r#","initialNodeCount":3"#),
        upgrade("0s", "p"),
    );
    let said = Case::new("twice-at-once", "", &lists).says("run", &[]);
    has(&said, &["pool/p: succeeded, 3 of 3 nodes upgraded, 10 min 33 s"]);
}

/// “Is it an error or a warning?” Both, and the warning says why it is run (A5).
#[test]
fn a_warning_of_a_run_says_why_it_is_run() {
    let half = r#","initialNodeCount":0,"placementPolicy":{"type":"COMPACT","tpuTopology":"4x8"},"autoscaling":{"enabled":true,"minNodeCount":0,"maxNodeCount":4}"#;
    let slice = pool("slice", NEW, half).replace("e2-standard-4", "ct5lp-hightpu-4t");
    let train = r#"{"kind":"Job","name":"train","parallelism":8,"completions":8,"requests":{"google.com/tpu":"4","cpu":"8","memory":"8Gi"},
        "nodeSelector":{"cloud.google.com/gke-tpu-topology":"4x8","cloud.google.com/gke-tpu-accelerator":"tpu-v5-lite-podslice"}}"#;
    let base = pool("base", NEW, r#","initialNodeCount":1"#);
    let case = Case::new("half", "", &format!(r#""pools":[{base},{slice}],"workloads":[{train}]"#));
    has(&case.says("check", &[]), &["error[autoscaling/slice]"]);
    let run = nodetide(&["run", &case.file]);
    let why = "GKE would refuse to set this, but a cluster can be in that state";
    has(err(&run), &["warning[autoscaling/slice]", why]);
    // What holds the Pods is the limit of the slice, not that they don't fit on a node of another pool.
    has(&case.says("run", &[]), &["8 Pods are unscheduled at the end", "no pool grows: "]);
}

/// “Why does the Pod wait for ever?” For what no node comes, not for what its last attempt met (A7).
#[test]
fn a_pod_that_waits_to_the_end_says_why_no_node_comes() {
    let tainted =
        r#","initialNodeCount":0,"autoscaling":{"enabled":true,"minNodeCount":0,"maxNodeCount":3}"#;
    let tainted = pool("press", NEW, tainted).replace(
        r#""e2-standard-4""#,
        r#""e2-standard-4","labels":{"team":"press"},"taints":[{"key":"dedicated","value":"press","effect":"NO_SCHEDULE"}]"#,
    );
    let folio = r#"{"kind":"Deployment","name":"folio","replicas":1,"requests":{"cpu":"1","memory":"1Gi"},"nodeSelector":{"team":"press"}}"#;
    let proof = r#"{"kind":"Job","name":"proof","parallelism":1,"completions":1,"requests":{"cpu":"1","memory":"1Gi"},
        "nodeSelector":{"team":"press"},"tolerations":[{"key":"dedicated","operator":"Exists"}],"assumptions":{"work":"10m"}}"#;
    let base = pool("base", NEW, r#","initialNodeCount":1"#);
    let lists = format!(r#""pools":[{base},{tainted}],"workloads":[{folio},{proof}]"#);
    let run = Case::new("taint", "", &lists).says("run", &[]);
    let held = "workload/folio to the end of the run: 2026-03-02T10:28:55Z pod/folio-0: no pool grows: 1 node(s) had untolerated taint(s)";
    has(&run, &[held]);
}

/// “How long is it down?” What lasts at the end has no length (A8).
#[test]
fn an_outage_to_the_end_has_no_length() {
    let lists = format!(
        r#""pools":[{}],"workloads":[{{"kind":"Deployment","name":"db","replicas":1,"requests":{{"cpu":"3","memory":"2Gi"}},"nodeSelector":{{"disk":"fast"}}}}],
        "script":[{},{}]"#,
        pool("p", OLD, r#","initialNodeCount":1"#)
            .replace(r#""e2-standard-4""#, r#""e2-standard-4","labels":{"disk":"fast"}"#),
        r#"{"at":"0s","do":"set","pool":"p","labels":{}}"#,
        upgrade("60s", "p"),
    );
    let run = Case::new("open", "", &lists).says("run", &[]);
    let first = run.lines().next().unwrap_or_default();
    has(first, &["since 2026-03-02T10:"]);
    lacks(first, &[" d "]);
}

/// “It is three in the morning, in an open window: why does the control plane wait?” For its notice (C4, BS-29).
#[test]
fn a_notice_is_named_while_it_runs() {
    let cluster = r#","releaseChannel":{"channel":"REGULAR"},"scheduleUpgradeConfig":{"enabled":true},
        "maintenancePolicy":{"window":{"dailyMaintenanceWindow":{"startTime":"02:00"}}}"#;
    let target = r#"{"at":"2026-03-10T00:00:00Z","do":"target","version":"1.34.1-gke.1"}"#;
    let web = pool("web", NEW, r#","initialNodeCount":3,"management":{"autoUpgrade":true}"#);
    let case = Case::new("notice", cluster, &format!(r#""pools":[{web}],"script":[{target}]"#));
    let why = case.says("why", &["--at", "2026-03-11T03:00:00Z", "cluster"]);
    let announced = "announced: 2026-03-10T00:00:00Z";
    has(&why, &["(BS-29)", announced, "earliest start: 2026-03-13T00:00:00Z"]);
    has(&why, &["Until: 2026-03-13T02:00:00Z", "scheduled upgrades off"]);
    lacks(&why, &["MAINTENANCE_WINDOW", "maintenance window 4 h"]);
    let run = case.says("run", &[]);
    has(&run, &["control plane for 3 d 2 h: 2026-03-10T00:00:00Z cluster: "]);
    lacks(&run, &["cluster: The control plane operation is due but can't start yet"]);
}

/// “Somebody upgraded it by hand in the exclusion: what does check say?” That nodes change, and that nothing kept the command
/// back (C5).
#[test]
fn an_upgrade_by_hand_in_an_exclusion_is_kept_by_nothing() {
    let cluster = r#","releaseChannel":{"channel":"REGULAR"},"maintenancePolicy":{"window":{"dailyMaintenanceWindow":{"startTime":"02:00"},
        "maintenanceExclusions":{"quarter":{"startTime":"2026-03-01T00:00:00Z","endTime":"2026-05-01T00:00:00Z",
        "maintenanceExclusionOptions":{"scope":"NO_MINOR_OR_NODE_UPGRADES"}}}}}"#;
    let orders = pool("orders", OLD, r#","initialNodeCount":3,"management":{"autoUpgrade":true}"#);
    let waits = r#"{"at":"1d","do":"upgrade","pool":"orders","automatic":true}"#;
    let plain = upgrade("9d", "orders");
    let named = plain.replace('}', &format!(r#","version":"{NEW}"}}"#));
    for (name, by_hand) in [("plain", &plain), ("named", &named)] {
        let lists = format!(r#""pools":[{orders}],"script":[{waits},{by_hand}]"#);
        let case = Case::new(&format!("quarter-{name}"), cluster, &lists);
        lacks(&case.says("check", &[]), &["no node changes", "kept from earlier windows"]);
        let run = case.says("run", &[]);
        has(&run, &["The upgrade succeeds: 3 nodes of orders.\n", "3 nodes upgraded"]);
    }
    // Without the automatic one in between the pool is done: the run knows whether the first command had an effect.
    let lists = format!(r#""pools":[{orders}],"script":[{},{plain}]"#, upgrade("0s", "orders"));
    let check = Case::new("quarter-done", cluster, &lists).says("check", &[]);
    has(&check, &["pool/orders: The command has no effect: already in that state"]);
    lacks(&check, &["no node changes"]);
}

/// “The drain deletes instead of evicting: what does the budget do?” Nothing (C6).
#[test]
fn a_drain_that_reads_no_budget_waits_for_none() {
    let gate = r#"{"kind":"Deployment","name":"gate","replicas":1,"labels":{"app":"gate"}}"#;
    let nodes = r#","nodes":[{"name":"n-0"},{"name":"n-1"}]"#;
    for (name, limit) in [("one", r#""minAvailable":1"#), ("none", r#""maxUnavailable":0"#)] {
        let drained = |how: &str| {
            let drain =
                format!(r#"{{"at":"0s","do":"drain","node":"n-0","ignoreDaemonsets":true{how}}}"#);
            let lists = format!(
                r#""pools":[{}],"workloads":[{gate}],"budgets":[{{"name":"gate","selector":{{"app":"gate"}},{limit}}}],"script":[{drain}]"#,
                pool("main", NEW, nodes),
            );
            Case::new(&format!("drain-{name}-{}", how.len()), "", &lists).says("check", &[])
        };
        has(&drained(""), &["without which it doesn't end"]);
        lacks(&drained(r#","disableEviction":true"#), &["doesn't end"]);
    }
}

/// “What lets the node go?” What a try confirms (A6).
#[test]
fn what_helps_a_node_go_is_what_a_try_confirms() {
    let limits = r#","autoscaling":{"enabled":true,"minNodeCount":1,"maxNodeCount":6},
        "nodes":[{"name":"used","annotations":{"cluster-autoscaler.kubernetes.io/scale-down-disabled":"true"}},{"name":"bare"},{"name":"idle","unschedulable":true},{"name":"more"}]"#;
    let work = r#"{"kind":"Deployment","name":"web","replicas":1,"requests":{"cpu":"3","memory":"2Gi"},"pods":[{"node":"used"}]},
        {"kind":"Pod","name":"probe","requests":{"cpu":"100m","memory":"100Mi"},"pods":[{"node":"bare"}]},
        {"kind":"Deployment","name":"api","replicas":1,"requests":{"cpu":"3","memory":"2Gi"},"pods":[{"node":"more"}]}"#;
    let lists = format!(r#""pools":[{}],"workloads":[{work}]"#, pool("farm", NEW, limits));
    let case = Case::new("farm", "", &lists);
    let why = |node: &str| case.says("why", &["--at", "5m", &format!("node/{node}")]);
    let idle = why("idle");
    has(&idle, &["has been cordoned", "unneeded since", "Until: +00:10:"]);
    has(&why("used"), &["then, as it is used to half or more: smaller requests, or fewer Pods"]);
    let bare = why("bare");
    has(&bare, &["Change it: probe with the annotation safe-to-evict", "lost 0 → 1"]);
    lacks(&bare, &["no improvement found"]);
}

/// “A pipeline must fail where something isn't simulated” (`not-simulated`).
#[test]
fn what_is_not_simulated_can_fail_a_pipeline() {
    let lists = format!(
        r#""pools":[{}],"services":[{{"name":"front","type":"LoadBalancer","selector":{{"app":"web"}},"ports":[{{"port":53,"protocol":"UDP"}}]}}],"script":[{}]"#,
        pool("p", OLD, r#","initialNodeCount":1"#),
        upgrade("0s", "p"),
    );
    let case = Case::new("load-balancer", "", &lists);
    for seeds in [&[][..], &["--seeds", "2"]] {
        let run = nodetide(&[&["run", &case.file, "--fail-on", "not-simulated"], seeds].concat());
        assert_eq!(code(&run), 1, "{}", err(&run));
        has(err(&run), &["fail-on not-simulated: ", "UDP and SCTP are not simulated"]);
    }
    let run = nodetide(&["run", "preset:docs-5-nodes", "--fail-on", "not-simulated"]);
    assert_eq!(code(&run), 0, "{}", err(&run));
}

/// “GKE goes on after 24 hours: why doesn't it?” Another pool goes first, and never ends (UP-15).
#[test]
fn what_goes_on_by_itself_says_when_and_after_which_pool() {
    let nodes = format!(
        r#","upgradingFrom":"{OLD}","management":{{"autoUpgrade":true}},"nodes":[{{"name":"a","version":"{NEW}"}},{{"name":"b","version":"{OLD}"}}]"#
    );
    let first = pool("first", OLD, r#","initialNodeCount":2,"management":{"autoUpgrade":true}"#);
    let due = upgrade("1h", "first").replace('}', r#","automatic":true}"#);
    let quota = r#"{"at":"0s","do":"quota","spareNodes":0}"#;
    let pools = format!("{first},{}", pool("main", NEW, &nodes));
    let case = Case::new("again", "", &format!(r#""pools":[{pools}],"script":[{quota},{due}]"#));
    let why = case.says("why", &["--at", "2h", "pool/main"]);
    let when = "automatically (UP-15), from +24:00:00 on and after first, or someone";
    has(&why, &[when]);
    // Alone it needs no other.
    let case = Case::new("again-alone", "", &format!(r#""pools":[{pools}],"script":[{quota}]"#));
    let why = case.says("why", &["--at", "2h", "pool/main"]);
    has(&why, &["Until: "]);
    lacks(&why, &["and after"]);
}

/// “What lets the node with the local disk go?” No affinity of the Pod: the disk's can't be weakened (KS-39).
#[test]
fn a_local_disk_keeps_its_node_whatever_the_pod_asks_for() {
    let limits = r#","autoscaling":{"enabled":true,"minNodeCount":1,"maxNodeCount":4},"nodes":[{"name":"disk"},{"name":"other"},{"name":"more"}]"#;
    let cache = r#"{"kind":"StatefulSet","name":"cache","replicas":1,"requests":{"cpu":"200m","memory":"512Mi"},"annotations":{"cluster-autoscaler.kubernetes.io/safe-to-evict":"true"},
        "volumeClaims":[{"name":"data","perPod":true,"claims":[{"ordinal":0,"node":"disk"}]}],"pods":[{"node":"disk"}]}"#;
    let lists = format!(r#""pools":[{}],"workloads":[{cache}]"#, pool("ssd", NEW, limits));
    let why = Case::new("local-disk", "", &lists).says("why", &["--at", "1m", "node/disk"]);
    has(&why, &["a Pod fits on no other node", "another kind of disk than one of the node"]);
    lacks(&why, &["affinity", "Tried", "requests"]);
}

/// “Which number of the budget lets the brokers move?” That of ready Pods counts for every owner (KP-05).
#[test]
fn the_number_of_a_budget_is_tried_for_a_custom_controller() {
    let nodes = r#","nodes":[{"name":"n-0"},{"name":"n-1"},{"name":"n-2"}]"#;
    let kafka = r#"{"kind":"StrimziPodSet","name":"kafka","replicas":3,"recreating":true,"labels":{"app":"kafka"},"requests":{"cpu":"1"},"pods":[{"node":"n-0"},{"node":"n-1"},{"node":"n-2"}]}"#;
    let lists = format!(
        r#""pools":[{}],"workloads":[{kafka}],"budgets":[{{"name":"kafka","selector":{{"app":"kafka"}},"minAvailable":3}}],"script":[{}]"#,
        pool("p", OLD, nodes),
        upgrade("0s", "p"),
    );
    let why = Case::new("brokers", "", &lists).says("why", &["--at", "10m", "budget/kafka"]);
    has(&why, &["If the budget may change: kafka minAvailable 3 → 2: PDB violations 3 → 0"]);
}

/// “Three minutes for a node with eight GPUs?” That is assumed, and said to be.
#[test]
fn the_boot_of_a_node_with_eight_accelerators_is_named_as_assumed() {
    let folder = Folder::new("one-answer-slow-boot");
    let node = |machine: &str| {
        let text = format!(
            r#"{{"apiVersion":"v1","kind":"Node","metadata":{{"name":"gke-x-gpu-1","labels":{{"cloud.google.com/gke-nodepool":"gpu","node.kubernetes.io/instance-type":"{machine}"}}}},
            "status":{{"nodeInfo":{{"kubeletVersion":"{OLD}"}}}}}}"#
        );
        answer(&["run", &folder.write(&format!("{machine}.json"), &text)])
    };
    let slow = "Assumed: 1 node pool with eight accelerators or more on each node: they are taken to boot in 180 s like all others, and may take longer: gpu";
    has(&node("a3-highgpu-8g"), &[slow]);
    lacks(&node("g2-standard-4"), &["accelerators"]);
}

/// A pool of nodes of the version before, with windows and exclusions.
fn held(name: &str, nodes: u32, windows: &str, exclusions: &str, script: &str) -> Case {
    let cluster = format!(
        r#","maintenancePolicy":{{"window":{{{windows},"maintenanceExclusions":{{{exclusions}}}}}}}"#
    );
    let settings = format!(
        r#","initialNodeCount":{nodes},"management":{{"autoUpgrade":true}},"upgradeSettings":{{"maxSurge":1}}"#
    );
    let lists = format!(r#""pools":[{}],"script":[{script}]"#, pool("p", OLD, &settings));
    Case::new(name, &cluster, &lists)
}

fn exclusion(name: &str, from: &str, to: &str, scope: &str) -> String {
    format!(
        r#""{name}":{{"startTime":"2026-{from}:00Z","endTime":"2026-{to}:00Z","maintenanceExclusionOptions":{{"scope":"{scope}"}}}}"#
    )
}

fn automatic(at: &str, version: &str) -> String {
    format!(r#"{{"at":"{at}","do":"upgrade","pool":"p","automatic":true,"version":"{version}"}}"#)
}

const DAILY: &str = r#""dailyMaintenanceWindow":{"startTime":"11:00"}"#;

/// “How long do they wait?” Not between the end of one and the day on which the next is due.
#[test]
fn time_in_which_nothing_is_due_is_no_wait() {
    let patch = "1.32.10-gke.1000000";
    let script = [automatic("2h", patch), automatic("2906h", NEW)].join(",");
    let run = held("no-wait", 2, DAILY, "", &script).says("run", &[]);
    has(&run, &["The upgrade succeeds: 2 nodes of p.\n"]);
    lacks(&run, &["wait"]);
    // One of them is due three hours before its window.
    let script = [automatic("22h", patch), automatic("2906h", NEW)].join(",");
    let run = held("one-wait", 2, DAILY, "", &script).says("run", &[]);
    has(&run, &["2 upgrades take 14 min 4 s and wait 3 h, done 2026-"]);
}

/// “What does it wait for?” For the exclusion that closes a window, as long as it does.
#[test]
fn an_exclusion_in_which_no_window_opens_holds_nothing() {
    let monthly = |day: u32| {
        format!(
            r#""recurringWindow":{{"window":{{"startTime":"2026-02-{day:02}T11:00:00Z","endTime":"2026-02-{day:02}T17:00:00Z"}},"recurrence":"FREQ=MONTHLY"}}"#
        )
    };
    let short = exclusion("short", "03-02T00:00", "03-04T00:00", "NO_UPGRADES");
    let due = automatic("1h", NEW);
    let run = held("short", 2, &monthly(20), &short, &due).says("run", &[]);
    has(&run, &["Waits 18 d, then takes 7 min 2 s, done 2026-03-20T11:07:02Z.\n"]);
    // With a window in it, it does.
    let run = held("closes", 2, &monthly(3), &short, &due).says("run", &[]);
    has(&run, &["Waits 32 d, then takes 7 min 2 s, done 2026-04-03T11:07:02Z after short.\n"]);
}

/// “It began, and stopped for a week. For what?”
#[test]
fn a_pause_names_its_exclusion_and_is_no_wait_before_the_start() {
    for (scope, name) in [("NO_UPGRADES", "all"), ("NO_MINOR_OR_NODE_UPGRADES", "nodes")] {
        let sale = exclusion("sale", "03-02T12:00", "03-09T12:00", scope);
        let case = held(&format!("sale-{name}"), 20, DAILY, &sale, &automatic("1h", NEW));
        let run = case.says("run", &[]);
        has(
            &run,
            &["Takes 1 h 10 min in parts, waits 6 d 23 h, done 2026-03-09T12:07:02Z after sale."],
        );
        // The windows in it are used by nobody, whatever its scope.
        has(&case.says("check", &[]), &[", 2 windows\n"]);
    }
}

/// “Would ending the freeze help?” Also where a command that comes later finds all done.
#[test]
fn a_later_command_that_finds_all_done_is_no_harm() {
    let freeze = exclusion("x", "03-02T00:00", "03-20T00:00", "NO_UPGRADES");
    let script = [automatic("1h", NEW), upgrade("120h", "p")].join(",");
    let why =
        held("done-sooner", 2, DAILY, &freeze, &script).says("why", &["--at", "3d", "pool/p"]);
    has(&why, &["If the exclusion may change: end the exclusion x at 2026-03-05"]);
}

/// “Can we go faster?” Not under *Change it*, if a budget that holds would be violated.
#[test]
fn a_violation_that_is_new_is_a_price() {
    let lists = format!(
        r#""pools":[{}],"workloads":[{{"kind":"Deployment","name":"w","replicas":6,"requests":{{"cpu":"500m","memory":"512Mi"}},"assumptions":{{"ready":"60s"}}}}],
        "budgets":[{{"name":"w","selector":{{"matchLabels":{{"app":"w"}}}},"maxUnavailable":1}}],
        "script":[{{"at":"1m","do":"rollout","workload":"w","image":"x:2"}},{}]"#,
        pool("p", OLD, r#","initialNodeCount":3,"upgradeSettings":{"maxSurge":1}"#),
        upgrade("1m", "p"),
    );
    let why = Case::new("new-violation", "", &lists).says("why", &["--at", "320s", "pool/p"]);
    for line in why.lines().filter(|line| line.starts_with("Change it")) {
        assert!(!line.contains("below a PDB 0 s"), "{line}");
    }
}

/// “What brings the bare Pod back?”
#[test]
fn nothing_creates_a_bare_pod_again() {
    let bare = r#"{"kind":"Pod","name":"lone","requests":{"cpu":"500m","memory":"512Mi"}}"#;
    let lists = format!(
        r#""pools":[{}],"workloads":[{bare}],"script":[{}]"#,
        pool("p", OLD, r#","initialNodeCount":2"#),
        upgrade("10m", "p"),
    );
    let case = Case::new("lone", "", &lists);
    let why = case.says("why", &["--at", "5m", "workload/lone"]);
    has(&why, &["Why: No controller owns it: nothing creates it again. (KC-19)"]);
    lacks(&why, &["The controller creates"]);
    // And `fit` says what never begins.
    let again = format!(r#""pools":[{}],"script":[{}]"#, pool("p", NEW, ""), automatic("1h", NEW));
    let fit = nodetide(&["fit", &Case::new("again", "", &again).file]);
    has(crate::cli::out(&fit), &["pool/p: does not begin\n"]);
}

/// “A command was refused: does the next one change nodes?” That is the run's to say.
#[test]
fn a_command_after_a_refused_one_changes_nodes() {
    let plane = r#"{"at":"0s","do":"upgrade","controlPlane":true,"version":"1.34.1-gke.1"}"#;
    let script = [plane, &upgrade("5m", "p"), &upgrade("30m", "p")].join(",");
    let lists =
        format!(r#""pools":[{}],"script":[{script}]"#, pool("p", NEW, r#","initialNodeCount":2"#));
    let check = Case::new("refused-first", "", &lists).says("check", &[]);
    has(&check, &["the control plane is being upgraded", "2. pool/p to 1.34.1-gke.1, manually"]);
    lacks(&check, &["no node changes"]);
}

/// “Which of them waits for the freeze, and who is hurt?” In twelve words, and then in all.
#[test]
fn what_waits_is_named_and_its_headline_is_short() {
    let freeze = exclusion("freeze", "03-02T00:00", "03-10T00:00", "NO_UPGRADES");
    let cluster = format!(
        r#","maintenancePolicy":{{"window":{{{DAILY},"maintenanceExclusions":{{{freeze}}}}}}}"#
    );
    let web = |name: &str| {
        format!(
            r#"{{"kind":"Deployment","name":"{name}","replicas":1,"requests":{{"cpu":"1","memory":"1Gi"}}}}"#
        )
    };
    let plane = r#"{"at":"1h","do":"upgrade","controlPlane":true,"automatic":true,"version":"1.34.1-gke.1"}"#;
    let settings = r#","initialNodeCount":1,"management":{"autoUpgrade":true}"#;
    let lists = format!(
        r#""pools":[{}],"workloads":[{},{}],"script":[{plane},{}]"#,
        pool("p", NEW, settings),
        web("a"),
        web("b"),
        automatic("2h", "1.34.1-gke.1"),
    );
    let run = Case::new("short-headline", &cluster, &lists).says("run", &[]);
    let mut lines = run.lines().skip_while(|line| line.starts_with("info"));
    let first = lines.next().unwrap();
    assert!(first.starts_with("Done 2026-03-10T11:"), "{run}");
    assert!(first.ends_with(" after freeze: 2 workloads had no ready Pod."), "{run}");
    has(
        &run,
        &[
            "  a and b had no ready Pods for up to 20 s",
            "  the control plane waits 8 d, 7 d 13 h of it for the exclusion “freeze”",
        ],
    );
}

/// “Was the pool kept from its windows?” Not by what kept an upgrade whose place a newer one took.
#[test]
fn what_kept_a_replaced_upgrade_is_not_said_of_the_newer_one() {
    let nodes = exclusion("nodes", "03-02T00:00", "03-05T00:00", "NO_MINOR_OR_NODE_UPGRADES");
    let script = [automatic("1h", "1.32.10-gke.1000000"), automatic("4d", NEW)].join(",");
    let check = held("replaced", 1, DAILY, &nodes, &script).says("check", &[]);
    has(&check, &["kept from earlier windows by the exclusion nodes"]);
    let longer = exclusion("nodes", "03-02T00:00", "03-07T00:00", "NO_MINOR_OR_NODE_UPGRADES");
    let script = [automatic("1h", "1.32.10-gke.1000000"), automatic("5d", NEW)].join(",");
    let check = held("replaced-later", 1, DAILY, &longer, &script).says("check", &[]);
    lacks(&check, &["kept from earlier windows"]);
}

/// “What if I don't ask for an upgrade?” Then one is assumed, and that is said.
#[test]
fn an_upgrade_that_is_assumed_is_said_to_be() {
    let case = held("assumed", 1, DAILY, "", &upgrade("1h", "q"));
    let said = "The script doesn't upgrade p: GKE's automatic upgrade is assumed.";
    has(&case.says("fit", &[]), &[said]);
    lacks(&held("asked", 1, DAILY, "", &automatic("1h", NEW)).says("fit", &[]), &["is assumed"]);
}

/// “Two changes of the control plane wait: for what, and until when?” Each for what blocks its own kind of work.
#[test]
fn of_two_that_wait_each_has_its_own_exclusion() {
    let exclusions = [
        exclusion("NM", "03-02T00:00", "03-22T00:00", "NO_MINOR_UPGRADES"),
        exclusion("NU", "03-02T00:00", "03-12T00:00", "NO_UPGRADES"),
    ];
    let cluster = format!(
        r#","maintenancePolicy":{{"window":{{{DAILY},"maintenanceExclusions":{{{}}}}}}}"#,
        exclusions.join(",")
    );
    let plane = |at: &str, version: &str| {
        format!(
            r#"{{"at":"{at}","do":"upgrade","controlPlane":true,"automatic":true,"version":"{version}"}}"#
        )
    };
    let lists = format!(
        r#""pools":[{}],"script":[{},{}]"#,
        pool("p", NEW, r#","initialNodeCount":1"#),
        plane("1h", "1.34.1-gke.1"),
        plane("48h", "1.33.6-gke.1"),
    );
    let case = Case::new("two-planes", &cluster, &lists);
    has(
        &case.says("run", &[]),
        &["the control plane waits 20 d, 19 d 13 h of it for the exclusion “NM”"],
    );
    let why = case.says("why", &["--at", "72h", "cluster"]);
    has(&why, &["since 2026-03-04T10:00:00Z", "exclusion: NU", "Until: 2026-03-12T11:00:00Z"]);
    let why = case.says("why", &["--at", "300h", "cluster"]);
    has(&why, &["since 2026-03-02T11:00:00Z", "exclusion: NM", "Until: 2026-03-22T11:00:00Z"]);
}

/// “Who was without a Pod?” Also where its budget was violated, which is said otherwise.
#[test]
fn an_outage_is_said_beside_a_violation() {
    let run = answer(&["run", "../../static/scenarios/blue-green-percent.json"]);
    has(&run, &["2 Pods are forced out, violating a PDB", "  ledger had no ready Pods for 20 s"]);
}
