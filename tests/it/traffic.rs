//! New connections to Services during an upgrade: which part is lost, from when to when, and why.

use base::{NodeId, SimTime};
use expect_test::{Expect, expect};
use model::load_balancer::ProbePort;
use query::packet::{Client, Entrance};
use query::traffic::TrafficShare;
use query::{Index, Outcome, verdict};
use runner::Session;
use trace::{Change, Subject, Trace};

use crate::cli::{Folder, answer, has, lacks};

/// A pool of nodes with a workload of one Pod each behind a Service, upgraded one by one.
pub(crate) struct Case<'a> {
    pub(crate) master: &'a str,
    pub(crate) nodes: &'a str,
    pub(crate) count: u32,
    pub(crate) replicas: u32,
    pub(crate) grace: u32,
    /// How long a Pod runs after it was told to stop.
    pub(crate) shutdown: &'a str,
    pub(crate) annotations: &'a str,
    pub(crate) policy: &'a str,
    /// Further fields of the scenario.
    pub(crate) more: &'a str,
}

pub(crate) const PLAIN: Case<'static> = Case {
    master: "1.34.1-gke.3849001",
    nodes: "1.33.5-gke.1308000",
    count: 2,
    replicas: 2,
    grace: 30,
    shutdown: "30s",
    annotations: r#""cloud.google.com/l4-rbs":"enabled""#,
    policy: "Local",
    more: "",
};

impl Case<'_> {
    pub(crate) fn text(&self) -> String {
        let Self { master, nodes, count, replicas, grace, shutdown, annotations, policy, more } =
            self;
        format!(
            r#"{{"version":1,"cluster":{{"location":"europe-west3-a","currentMasterVersion":"{master}"}},
            "pools":[{{"name":"edge","version":"{nodes}","initialNodeCount":{count},"config":{{"machineType":"e2-standard-4"}}}}],
            "workloads":[{{"kind":"Deployment","name":"web","replicas":{replicas},"labels":{{"app":"web"}},
              "requests":{{"cpu":"1","memory":"1Gi"}},"terminationGracePeriodSeconds":{grace},"assumptions":{{"shutdown":"{shutdown}"}}}}],
            "services":[{{"name":"web","type":"LoadBalancer","externalTrafficPolicy":"{policy}","selector":{{"app":"web"}},
              "annotations":{{{annotations}}},"ports":[{{"port":80}}]}}]{more},
            "script":[{{"at":"0s","do":"upgrade","pool":"edge"}}]}}"#
        )
    }
}

/// From when to when which part is lost, and how.
fn losses(text: &str) -> String {
    told(text, |trace, index, outcome| {
        let mut said = String::new();
        for (id, _) in trace.plan().services.iter() {
            let shares = index.traffic.of(id);
            for (at, one) in shares.iter().enumerate().filter(|(_, one)| one.loses()) {
                let to = shares
                    .get(at + 1)
                    .map_or("on".to_owned(), |next| (next.from.ms() / 1000).to_string());
                let kinds = one.kinds.iter().zip(TrafficShare::KINDS).filter(|(n, _)| **n > 0);
                let kinds: Vec<String> = kinds.map(|(n, how)| format!("{n} {how:?}")).collect();
                let from = one.from.ms() / 1000;
                said += &format!("[{from}, {to}): {} of {}\n", kinds.join(", "), one.of);
            }
        }
        let all = query::shortfalls_until(trace, trace.end());
        let verdict = verdict(trace.plan(), outcome, &all, false);
        for one in outcome.services.iter().filter(|one| one.loses()) {
            said += &format!("{} ms of everything, {:?}\n", one.whole.ms(), verdict.level);
        }
        said
    })
}

/// When which part of the open connections is cut.
pub(crate) fn cuts(text: &str) -> String {
    told(text, |trace, index, _| {
        let services = trace.plan().services.ids();
        let all = services.flat_map(|id| index.traffic.cuts(id));
        let said =
            all.map(|one| format!("{}: {} of {}\n", one.at.ms() / 1000, one.part.n, one.part.of));
        said.collect()
    })
}

fn told(text: &str, tell: impl Fn(&Trace, &Index, &Outcome) -> String) -> String {
    let opened = scenario::open(text);
    let compiled = opened.compiled.expect("a scenario that can run");
    let session = Session::of(compiled, None, None);
    let mut trace = session.trace();
    let ran = session.finish(|chunk| trace.push(chunk));
    let index = Index::of(&trace);
    let outcome = Outcome::of(&trace, &index, ran.ended);
    tell(&trace, &index, &outcome)
}

fn check(case: &Case<'_>, expected: Expect) {
    expected.assert_eq(&losses(&case.text()));
}

/// AM-97, LB-34, LB-41, BS-62: the check notices after 6 s, so what ends in 3 s loses 3 s.
#[test]
fn a_pod_that_ends_before_the_check_notices_loses_the_rest() {
    let short = Case { shutdown: "3s", ..PLAIN };
    check(
        &short,
        expect![[r#"
            [184, 187): 1 TimedOut of 2
            [398, 401): 1 TimedOut of 2
            3000 ms of everything, But
        "#]],
    );
    for enough in ["6s", "30s"] {
        check(&Case { shutdown: enough, ..PLAIN }, expect![""]);
    }
    // The drain is over before the node has left the NEG.
    check(
        &Case { policy: "Cluster", ..short },
        expect![[r#"
            [184, 190): 1 TimedOut of 2
            [190, 191): 1 TimedOut of 3
            [398, 404): 1 TimedOut of 2
            [404, 405): 1 TimedOut of 3
            6667 ms of everything, But
        "#]],
    );
}

/// BS-122, AM-95: nothing takes a node out of a target pool before its VM is found out to be gone.
#[test]
fn a_target_pool_learns_of_a_deletion_by_its_check() {
    let pool = Case {
        nodes: "1.32.9-gke.1072000",
        count: 4,
        replicas: 4,
        annotations: "",
        policy: "Cluster",
        ..PLAIN
    };
    check(
        &pool,
        expect![[r#"
            [211, 235): 4 TimedOut of 20
            [452, 476): 4 TimedOut of 20
            [693, 717): 4 TimedOut of 20
            [934, 958): 4 TimedOut of 20
            19200 ms of everything, But
        "#]],
    );
    check(&Case { annotations: PLAIN.annotations, ..pool }, expect![""]);
    check(&Case { policy: "Local", ..pool }, expect![""]);
    check(
        &Case { policy: "Local", shutdown: "10s", ..pool },
        expect![[r#"
            [191, 205): 1 TimedOut of 4
            [412, 426): 1 TimedOut of 4
            [633, 647): 1 TimedOut of 4
            [854, 868): 1 TimedOut of 4
            14000 ms of everything, But
        "#]],
    );
}

/// LB-41, BS-124: what counts is the version of the node that handles the packet.
#[test]
fn terminating_pods_answer_from_a_version_of_the_node_on() {
    let old = Case {
        nodes: "1.25.16-gke.1596000",
        master: "1.26.15-gke.4901000",
        grace: 90,
        shutdown: "90s",
        ..PLAIN
    };
    check(
        &old,
        expect![[r#"
            [181, 187): 1 TimedOut of 2
            [482, 488): 1 TimedOut of 2
            6000 ms of everything, But
        "#]],
    );
    check(&Case { nodes: "1.26.0-gke.2600", ..old }, expect![""]);
}

/// “Why does it drop traffic, and which change ends it?”
#[test]
fn every_node_of_a_local_service_leaves_at_once() {
    let folder = Folder::new("traffic-local");
    let text = scenario::presets::preset_text("local-policy-20-0").unwrap();
    let file = folder.write("s.json", &text);
    let run = answer(&["run", &file]);
    has(&run, &["Finishes, but web loses 100 % of new connections for 10 s.\n"]);
    let why = answer(&["why", &file, "--at", "+00:03:12", "service/web"]);
    has(
        &why,
        &[
            "What: web loses 100 % of its new connections: they time out on 10 of 10 backends.",
            "A node that GKE itself drains leaves network endpoint groups 10 s after its drain began",
            "  4 On the node: no Pod on web-pool-a-21 can be chosen, and its kernel drops the packet: the client times out, and tries again after 1, 3 and 7 s",
            "Until: +00:03:21, when none is lost any more.",
            "Change it: web externalTrafficPolicy Local → Cluster: new connections lost",
        ],
    );
}

/// BS-63: a rollback takes the label of the drain off its nodes, which are backends again ten seconds later.
#[test]
fn nodes_that_are_rolled_back_are_backends_again() {
    let text = Case { shutdown: "5s", policy: "Cluster", ..PLAIN }.text();
    let strategy = r#""upgradeSettings":{"strategy":"BLUE_GREEN","blueGreenSettings":{"standardRolloutPolicy":{"batchNodeCount":1,"batchSoakDuration":"600s"},"nodePoolSoakDuration":"600s"}},"config""#;
    let text = text.replace(r#""config""#, strategy);
    let roll_back = r#"{"at":"10m","do":"rollback","pool":"edge"}]"#;
    let text =
        text.replace("]}", &format!(r#",{{"at":"9m","do":"cancel","pool":"edge"}},{roll_back}}}"#));
    let folder = Folder::new("traffic-rollback");
    let file = folder.write("s.json", &text);
    let story = answer(&["run", &file, "--format", "story", "--only", "service"]);
    has(
        &story,
        &[
            "+00:03:11 service/web: edge-a-1 leaves the backends: GKE drains it",
            "+00:10:11 service/web: edge-a-1 becomes a backend",
        ],
    );
}

fn check_cuts(case: &Case<'_>, expected: Expect) {
    expected.assert_eq(&cuts(&case.text()));
}

/// AM-98, BS-82, BS-83: a connection ends with its Pod, the draining time of its backend, or the VM, whichever comes first.
#[test]
fn open_connections_are_cut_by_what_comes_first() {
    // A node leaves the NEG at 191 and has 30 s; its Pod is killed and its VM deleted at 211.
    check_cuts(
        &Case { policy: "Cluster", count: 4, replicas: 4, ..PLAIN },
        expect![[r#"
        211: 1 of 4
        452: 1 of 4
        693: 1 of 4
        934: 1 of 4
    "#]],
    );
    check_cuts(&PLAIN, expect![""]);
    // The Pod closes its connections, those of others through its node are cut with the VM.
    check_cuts(
        &Case { policy: "Cluster", shutdown: "10s", ..PLAIN },
        expect![[r#"
        191: 1 of 3
        412: 1 of 3
    "#]],
    );
    check_cuts(&Case { shutdown: "10s", ..PLAIN }, expect![""]);
    // A budget of time: with a long grace the draining time comes first.
    check_cuts(
        &Case { grace: 90, shutdown: "90s", ..PLAIN },
        expect![[r#"
        221: 1 of 2
        522: 1 of 2
    "#]],
    );
    check_cuts(
        &Case { grace: 90, shutdown: "90s", policy: "Cluster", ..PLAIN },
        expect![[r#"
        221: 1 of 3
        522: 1 of 3
    "#]],
    );
    // A target pool drains nothing: they end with the VM.
    let pool = Case { annotations: "", grace: 90, shutdown: "90s", policy: "Cluster", ..PLAIN };
    check_cuts(
        &pool,
        expect![[r#"
        271: 1 of 3
        572: 1 of 3
    "#]],
    );
}

/// “Where does a new connection go now?” By policy, in each state of the last Pod of a node.
#[test]
fn a_packet_goes_to_a_pod_or_is_lost() {
    let folder = Folder::new("traffic-packet");
    let step = |case: &Case<'_>, at: &str| -> String {
        let file = folder.write("s.json", &case.text());
        let why = answer(&["why", &file, "--at", at, "service/web"]);
        let is_step = |line: &&str| {
            line.strip_prefix("  ")
                .is_some_and(|line| line.starts_with(|c: char| c.is_ascii_digit()))
        };
        let steps = why.lines().filter(is_step);
        steps.map(|line| line.trim_start().to_owned() + "\n").collect()
    };
    let short = Case { shutdown: "3s", ..PLAIN };
    let cluster = Case { policy: "Cluster", ..short };
    for (case, at, expected) in [
        (
            &short,
            "60s",
            expect![[r#"
                1 Forwarding rule: to the address of web, TCP 80; addresses and ports stay as they are up to a node
                2 Backends: an external one with NEGs: 2 of 2 backends pass the health check of a port that the API has assigned, a probe every 3 s, which 2 failures in a row fail
                3 edge-a-1: 1 of 2 that are tried, by a hash of addresses and ports
                4 On the node: iptables sets a Pod's address and port 80 as the destination; the client's address stays the source
                5 web-1: on the same node, 1 of 1 ready Pod
                6 Answer: from edge-a-1 straight to the client, past the load balancer
            "#]],
        ),
        (
            &short,
            "182s",
            expect![[r#"
                1 Forwarding rule: to the address of web, TCP 80; addresses and ports stay as they are up to a node
                2 Backends: an external one with NEGs: 2 of 2 backends pass the health check of a port that the API has assigned, a probe every 3 s, which 2 failures in a row fail
                3 edge-a-1: 1 of 2 that are tried, by a hash of addresses and ports
                4 On the node: iptables sets a Pod's address and port 80 as the destination; the client's address stays the source
                5 web-1: on edge-a-1: none is ready, so as a last resort one that terminates and still serves
                6 Answer: from edge-a-1 straight to the client, past the load balancer
            "#]],
        ),
        (
            &short,
            "185s",
            expect![[r#"
                1 Forwarding rule: to the address of web, TCP 80; addresses and ports stay as they are up to a node
                2 Backends: an external one with NEGs: 2 of 2 backends pass the health check of a port that the API has assigned, a probe every 3 s, which 2 failures in a row fail
                3 edge-a-1: its VM doesn't answer: the client times out
            "#]],
        ),
        (
            &cluster,
            "60s",
            expect![[r#"
                1 Forwarding rule: to the address of web, TCP 80; addresses and ports stay as they are up to a node
                2 Backends: an external one with NEGs: 2 of 2 backends pass the health check of port 10256, a probe every 8 s, which 3 failures in a row fail
                3 edge-a-1: 1 of 2 that are tried, by a hash of addresses and ports
                4 On the node: iptables sets a Pod's address and port 80 as the destination, and the address of edge-a-1 as the source
                5 web-0: a second hop, to edge-a-2: 1 of 2 ready Pods
                6 Answer: from edge-a-2 back to edge-a-1, which restores the addresses and answers the client, past the load balancer
            "#]],
        ),
        (
            &cluster,
            "185s",
            expect![[r#"
                1 Forwarding rule: to the address of web, TCP 80; addresses and ports stay as they are up to a node
                2 Backends: an external one with NEGs: 2 of 2 backends pass the health check of port 10256, a probe every 8 s, which 3 failures in a row fail
                3 edge-a-1: its VM doesn't answer: the client times out
            "#]],
        ),
    ] {
        expected.assert_eq(&step(case, at));
    }
}

/// The places of a packet's way, each with what happens there, and what becomes of connections to each backend.
pub(crate) fn way(text: &str, at: i64, client: Client) -> String {
    told(text, |trace, _, _| {
        let frame = trace.frame_at(SimTime::from_secs(at));
        let entrance = Entrance::at(trace, &frame, base::ServiceId(0)).expect("a load balancer");
        let packet = entrance.way(client, None);
        let end = if packet.is_lost() { "lost" } else { "served" };
        let steps: Vec<String> = packet
            .hops
            .iter()
            .map(|hop| format!("{} {}", hop.text.key, hop.ids.join(" ")))
            .collect();
        let fates: Vec<String> =
            entrance.backends().map(|one| format!("{:?}", entrance.fate(one.node))).collect();
        format!("{}: {end}\n{}\n", steps.join(", "), fates.join(", "))
    })
}

/// LB-36 … LB-42, BS-85, BS-123, BS-124, BS-127: each way that a packet can take.
#[test]
fn each_way_of_a_packet() {
    let v2 = r#""networkConfig":{"datapathProvider":"ADVANCED_DATAPATH"},"location""#;
    let short = Case { shutdown: "3s", ..PLAIN };
    let cluster = Case { policy: "Cluster", ..short };
    let old =
        Case { master: "1.26.1-gke.200", nodes: "1.25.16-gke.1041000", shutdown: "30s", ..PLAIN };
    let old_one = Case { replicas: 1, ..old };
    let nowhere = Case { policy: "Cluster", ..old_one };
    let with_v2 = |case: &Case<'_>| case.text().replace(r#""location""#, v2);
    let fails = |case: &Case<'_>| {
        let fail = r#""script":[{"at":"10s","do":"hostEvent","node":"edge-a-1"},"#;
        // One with an accelerator can't migrate.
        let text = case.text().replace("e2-standard-4", "a2-highgpu-1g");
        text.replace(r#""script":["#, fail)
    };
    let kind = |annotations| Case { annotations, ..cluster };
    let internal = r#""networking.gke.io/load-balancer-type":"Internal""#;
    let subsetting = |on: bool| {
        let network = format!(r#""networkConfig":{{"enableL4ilbSubsetting":{on}}},"location""#);
        kind(internal).text().replace(r#""location""#, &network)
    };
    let outside = [
        ("Local, ready", short.text(), 60),
        ("Local, terminating", short.text(), 182),
        ("Local, VM gone", short.text(), 185),
        ("Local, before the last resort", old.text(), 185),
        ("Local, none anywhere", old_one.text(), 396),
        ("Local, none passes", PLAIN.text(), 396),
        ("Cluster, ready", cluster.text(), 60),
        ("Cluster, VM gone", cluster.text(), 185),
        ("Cluster, a node fails", fails(&cluster), 20),
        ("Cluster, none anywhere", nowhere.text(), 396),
        ("Cluster, none anywhere, Dataplane V2", with_v2(&nowhere), 396),
        ("target pool", kind("").text(), 60),
        ("internal, groups", subsetting(false), 60),
        ("internal, NEGs", subsetting(true), 60),
    ];
    let mut said = String::new();
    for (name, text, at) in &outside {
        said += &format!("{name}: {}", way(text, *at, Client::Outside));
    }
    let inside = [
        ("Local", short.text(), 60),
        ("Cluster, Dataplane V2", with_v2(&cluster), 60),
        ("Local, last resort", Case { replicas: 1, ..PLAIN }.text(), 396),
        ("Local, none anywhere", old_one.text(), 396),
        ("Cluster, a node fails", fails(&cluster), 20),
    ];
    for (name, text, at) in &inside {
        said += &format!("Inside, {name}: {}", way(text, *at, Client::Inside));
    }
    expect![[r#"
        Local, ready: packet-rule LB-36, packet-passing BS-60 BS-62, packet-chosen BS-84 LB-36, packet-to LB-37 LB-39, packet-here LB-39, packet-direct LB-39: served
        Served, Served
        Local, terminating: packet-rule LB-36, packet-passing BS-60 BS-62, packet-chosen BS-84 LB-36, packet-to LB-37 LB-39, packet-last LB-41 BS-124, packet-direct LB-39: served
        Served, Served
        Local, VM gone: packet-rule LB-36, packet-passing BS-60 BS-62, packet-lost-vm AM-95 AM-97: lost
        Lost(TimedOut), Served
        Local, before the last resort: packet-rule LB-36, packet-passing LB-19 BS-62, packet-chosen BS-84 LB-36, packet-lost-timed-out LB-40 BS-123: lost
        Lost(TimedOut), Served
        Local, none anywhere: packet-rule LB-36, packet-passing LB-19 BS-62, packet-chosen BS-84 LB-36, packet-lost-refused LB-40 BS-123: lost
        Lost(Refused), Lost(TimedOut)
        Local, none passes: packet-rule LB-36, packet-passing BS-60 BS-62, packet-chosen BS-84 LB-36, packet-to LB-37 LB-39, packet-here LB-39, packet-direct LB-39: served
        Served, Served
        Cluster, ready: packet-rule LB-36, packet-passing BS-60 BS-62, packet-chosen BS-84 LB-36, packet-to-masked LB-37 LB-38, packet-there LB-38, packet-back LB-38: served
        Served, Served
        Cluster, VM gone: packet-rule LB-36, packet-passing BS-60 BS-62, packet-lost-vm AM-95 AM-97: lost
        Lost(TimedOut), Served
        Cluster, a node fails: packet-rule LB-36, packet-passing BS-60 BS-62, packet-lost-vm AM-95 AM-97: lost
        Lost(TimedOut), Served
        Cluster, none anywhere: packet-rule LB-36, packet-passing LB-19 BS-62, packet-chosen BS-84 LB-36, packet-lost-refused LB-40 BS-123: lost
        Lost(Refused), Served
        Cluster, none anywhere, Dataplane V2: packet-rule LB-36, packet-passing LB-19 BS-62, packet-chosen BS-84 LB-36, packet-lost-reset LB-40 LB-42: lost
        Lost(Reset), Lost(Reset)
        target pool: packet-rule LB-36, packet-passing LB-20 BS-62, packet-chosen BS-84 LB-36, packet-to-masked LB-37 LB-38, packet-there LB-38, packet-back LB-38: served
        Served, Served
        internal, groups: packet-rule LB-36, packet-passing LB-18 BS-62, packet-chosen BS-84 LB-36, packet-to-masked LB-37 LB-38, packet-there LB-38, packet-back LB-38: served
        Served, Served
        internal, NEGs: packet-rule LB-36, packet-passing LB-17 BS-62, packet-chosen BS-84 LB-36, packet-to-masked LB-37 LB-38, packet-there LB-38, packet-back LB-38: served
        Served, Served
        Inside, Local: packet-inside BS-127, packet-to LB-37 BS-127, packet-over BS-127: served
        Served, Served
        Inside, Cluster, Dataplane V2: packet-inside-assumed BS-127, packet-to-masked LB-37 BS-127, packet-over BS-127: served
        Served, Served
        Inside, Local, last resort: packet-inside BS-127, packet-to LB-37 BS-127, packet-last LB-41 BS-124: served
        Served
        Inside, Local, none anywhere: packet-inside BS-127, packet-lost-refused LB-40 BS-123: lost
        Lost(Refused), Lost(TimedOut)
        Inside, Cluster, a node fails: packet-inside BS-127, packet-to-masked LB-37 BS-127, packet-here BS-127: served
        Lost(TimedOut), Served
    "#]].assert_eq(&said);
}

/// A cluster with Services and nodes of its own.
pub(crate) fn nodes_of(name: &str, cluster: &str, pools: &str, services: &str) -> (Folder, String) {
    let folder = Folder::new(&format!("traffic-{name}"));
    let text = format!(
        r#"{{"version":1,"cluster":{{"location":"r","locations":["r-b","r-c","r-d"],"currentMasterVersion":"1.34.1-gke.3849001"{cluster}}},
        "pools":[{pools}],"services":[{services}],
        "workloads":[{{"kind":"Deployment","name":"web","replicas":6,"labels":{{"app":"web"}}}}],
        "script":[{{"at":"1h","do":"upgrade","pool":"a"}}]}}"#
    );
    let file = folder.write("s.json", &text);
    (folder, file)
}

pub(crate) fn service(name: &str, policy: &str, finalizer: &str) -> String {
    format!(
        r#"{{"name":"{name}","type":"LoadBalancer","externalTrafficPolicy":"{policy}","selector":{{"app":"web"}},
        "finalizers":["gke.networking.io/l4-{finalizer}"],"ports":[{{"port":80}}]}}"#
    )
}

/// The backends of a Service at the start.
fn at_start(file: &str, service: &str) -> Vec<String> {
    let story = answer(&["run", file, "--until", "1m", "--format", "story", "--only", "service"]);
    let own = format!("service/{service}: ");
    let rows =
        story.lines().filter_map(|line| line.split_once(&own)?.1.split_once(" is a backend"));
    let mut nodes: Vec<String> = rows.map(|(node, _)| node.to_owned()).collect();
    nodes.sort();
    nodes
}

/// “We labelled one node and cordoned another: who gets packets?” BS-63, BS-122: the label takes a node out, whatever its value, of
/// target pools unless that reads as false; a cordon takes nobody out.
#[test]
fn a_label_takes_a_node_out_and_a_cordon_does_not() {
    let label = "node.kubernetes.io/exclude-from-external-load-balancers";
    let pool = format!(
        r#"{{"name":"a","locations":["r-b"],"nodes":[{{"name":"plain"}},{{"name":"cordoned","unschedulable":true}},
        {{"name":"labelled","labels":{{"{label}":"true"}}}},{{"name":"false","labels":{{"{label}":"false"}}}}]}}"#
    );
    let services =
        [service("neg", "Cluster", "ilb-v2"), service("pool", "Cluster", "netlb-v1")].join(",");
    let (_folder, file) = nodes_of("label", "", &pool, &services);
    assert_eq!(at_start(&file, "neg"), ["cordoned", "plain"]);
    assert_eq!(at_start(&file, "pool"), ["cordoned", "false", "plain"]);
}

/// “Why does the console list 24 backends?” BS-64: 24 of 40 nodes in three zones, 25 in the older edition.
#[test]
fn a_subset_is_split_over_zones() {
    let pool = |name: &str, zone: &str, nodes: u32| {
        format!(r#"{{"name":"{name}","locations":["{zone}"],"initialNodeCount":{nodes}}}"#)
    };
    let pools = [pool("a", "r-b", 4), pool("b", "r-c", 16), pool("c", "r-d", 20)].join(",");
    for (edition, parts) in [("", [4, 10, 10]), (r#","edition":"2025""#, [4, 10, 11])] {
        let (_folder, file) = nodes_of("forty", "", &pools, &service("web", "Cluster", "ilb-v2"));
        let text = std::fs::read_to_string(&file).unwrap();
        std::fs::write(
            &file,
            text.replacen(r#""version":1"#, &format!(r#""version":1{edition}"#), 1),
        )
        .unwrap();
        let backends = at_start(&file, "web");
        let of = |pool: &str| backends.iter().filter(|node| node.starts_with(pool)).count();
        assert_eq!(["a-", "b-", "c-"].map(of), parts, "{edition}");
    }
}

/// “Subsetting was switched on last month: is the old Service safe with 251 nodes?” LB-13, LB-18, LB-21: it isn't migrated.
#[test]
fn an_old_service_keeps_its_instance_groups() {
    let pools = r#"{"name":"a","initialNodeCount":60},{"name":"b","locations":["r-b"],"initialNodeCount":71}"#;
    let services =
        [service("ledger", "Cluster", "ilb-v1"), service("quotes", "Cluster", "ilb-v2")].join(",");
    let subsetting = r#","networkConfig":{"enableL4ilbSubsetting":true}"#;
    let (_folder, file) = nodes_of("old", subsetting, pools, &services);
    assert_eq!(at_start(&file, "ledger").len(), 251);
    assert_eq!(at_start(&file, "quotes").len(), 24);
    let check = answer(&["check", &file]);
    has(&check, &["“ledger” is internal without subsetting, and the cluster has 251 nodes"]);
    assert!(!check.contains("“quotes” is internal without subsetting"), "{check}");
}

/// “`preStop` did not help: how long must it be?” As long as the check takes to notice (LB-34), and that alone loses nothing.
#[test]
fn a_hook_that_outlives_the_check_is_offered() {
    let folder = Folder::new("traffic-hook");
    let file = folder.write("s.json", &Case { shutdown: "3s", ..PLAIN }.text());
    let why = answer(&["why", &file, "--at", "185s", "service/web"]);
    has(&why, &["web runs on for 6 s when it is told to stop (preStop): new connections lost"]);
    has(&why, &["as a full outage 3 s → 0 s"]);
}

/// GF-10, LB-09: each Service has a NEG with exactly the nodes of its Pods.
#[test]
fn each_service_has_the_nodes_of_its_pods() {
    let text = scenario::presets::preset_text("subsetting-three-nodes").unwrap();
    let said = told(&text, |trace, _, _| {
        let (plan, cluster) = (trace.plan(), trace.frame_at(SimTime::ZERO).cluster);
        let names = |mut nodes: Vec<NodeId>| -> String {
            nodes.sort();
            nodes.dedup();
            let names = nodes.iter().map(|node| plan.node_name(&cluster, *node));
            names.collect::<Vec<_>>().join(" ")
        };
        let mut said = String::new();
        for (id, service) in plan.services.iter() {
            let pods = cluster.pods_of(|owner| service.workloads.contains(&owner));
            let homes = pods.filter_map(|(_, pod)| pod.node()).collect();
            let rows = trace.rows_of(Subject::Service(id)).into_iter();
            let first =
                rows.filter_map(|no| trace.record(no)).take_while(|row| row.at == SimTime::ZERO);
            let backends = first.filter_map(|row| match row.change {
                Change::BackendAdded { node, .. } => Some(node),
                _ => None,
            });
            let (homes, backends) = (names(homes), names(backends.collect()));
            assert_eq!(homes, backends);
            said += &format!("{}: {backends}\n", service.name);
        }
        said
    });
    expect![[r#"
        api: web-pool-a-1 web-pool-a-3
        web: web-pool-a-1 web-pool-a-2
    "#]]
    .assert_eq(&said);
}

/// What a preset is about stands in the answer about its Service.
#[test]
fn presets_of_services_show_what_they_are_about() {
    for (name, at, words) in [
        (
            "cluster-policy-drain",
            "186s",
            &[
                "web loses 20 % of its new connections: they time out on 1 of 5 backends. 4 endpoints are ready.",
                "batch-pool-a-2: its VM doesn't answer",
            ][..],
        ),
        ("251-nodes", "60s", &["250 of 251 backends get new connections"]),
        (
            "target-pool-legacy",
            "215s",
            &[
                "an external one with a target pool",
                "Until: +00:03:55, when none is lost any more.",
            ],
        ),
        (
            "terminating-endpoints",
            "183s",
            &["no Pod on web-pool-a-1 can be chosen, and its kernel drops the packet"],
        ),
        (
            "terminating-endpoints",
            "3783s",
            &["2 ready endpoints. 3 of 3 backends", "no new connection is lost"],
        ),
    ] {
        let why = answer(&["why", &format!("preset:{name}"), "--at", at, "service/web"]);
        has(&why, words);
    }
}

/// Three nodes of `blog`, the second one with the only Pod, and its Service.
fn dump_of_one_pod(folder: &Folder, policy: &str) -> String {
    let node = |name: &str| {
        format!(
            r#"{{"apiVersion":"v1","kind":"Node","metadata":{{"name":"{name}","labels":{{"cloud.google.com/gke-nodepool":"web","topology.kubernetes.io/zone":"europe-west3-a"}}}},
            "status":{{"allocatable":{{"cpu":"4","memory":"16Gi","pods":"110"}},"nodeInfo":{{"kubeletVersion":"v1.34.1-gke.3849001"}}}}}}"#
        )
    };
    let items = ["n-0", "n-1", "n-2"].map(node).join(",");
    folder.write(
        "dump.json",
        &format!(
            r#"{{"apiVersion":"v1","kind":"List","items":[{items},
            {{"apiVersion":"v1","kind":"Pod","metadata":{{"name":"web-0","namespace":"blog","labels":{{"app":"web"}},
              "ownerReferences":[{{"apiVersion":"apps/v1","kind":"StatefulSet","name":"web","controller":true}}]}},
              "spec":{{"nodeName":"n-1","containers":[{{"name":"c","ports":[{{"containerPort":8080}}]}}]}},"status":{{"phase":"Running"}}}},
            {{"apiVersion":"v1","kind":"Service","metadata":{{"name":"web","namespace":"blog","finalizers":["gke.networking.io/l4-netlb-v3"]}},
              "spec":{{"type":"LoadBalancer","selector":{{"app":"web"}},"externalTrafficPolicy":"{policy}",
              "ports":[{{"port":80,"targetPort":8080,"protocol":"TCP","nodePort":31000}}]}}}}]}}"#
        ),
    )
}

/// “The access log shows a node's address: which way does a packet take, and what would keep the client's?” LB-37 … LB-39.
#[test]
fn another_node_sends_a_packet_on_with_its_own_address() {
    let folder = Folder::new("traffic-address");
    let why = |policy: &str| {
        let file = dump_of_one_pod(&folder, policy);
        answer(&["why", &file, "--at", "1m", "service/blog/web"])
    };
    has(
        &why("Cluster"),
        &[
            "3 n-0: 1 of 3 that are tried",
            "port 8080 as the destination, and the address of n-0 as the source",
            "5 blog/web-0: a second hop, to n-1",
            "from n-1 back to n-0",
        ],
    );
    has(
        &why("Local"),
        &[
            "1 of 1 backend passes the health check of a port that the API has assigned",
            "the client's address stays the source",
            "from n-1 straight to the client",
        ],
    );
    // A node that goes cuts what comes through it, though the Pod lives on (AM-98).
    check_cuts(
        &Case { policy: "Cluster", count: 3, replicas: 1, ..PLAIN },
        expect![[r#"
        181: 1 of 3
        392: 1 of 3
        633: 1 of 3
    "#]],
    );
}

/// “Which port is probed, and are our manifests accepted?” LB-32, LB-35, BS-125.
#[test]
fn a_health_check_has_a_port_that_is_given_or_assigned() {
    let folder = Folder::new("traffic-ports");
    let manifest = |name: &str, policy: &str, more: &str| {
        format!(
            "apiVersion: v1\nkind: Service\nmetadata:\n  name: {name}\n  annotations:\n    cloud.google.com/l4-rbs: enabled\n\
             spec:\n  type: LoadBalancer\n  selector:\n    app: {name}\n  externalTrafficPolicy: {policy}\n  ports:\n  - port: 80\n{more}---\n"
        )
    };
    let services = |first: &str| {
        let given = |port: u16| format!("  healthCheckNodePort: {port}\n");
        let all = [
            manifest("one", "Cluster", first),
            manifest("two", "Local", ""),
            manifest("three", "Local", &given(31_877)),
        ];
        folder.write("services.yaml", &all.concat())
    };
    let file = services("  healthCheckNodePort: 32100\n");
    has(
        &answer(&["check", &file]),
        &["“one” has the health check port 32100 and externalTrafficPolicy Cluster"],
    );
    let file = services("");
    let check = answer(&["check", &file]);
    assert!(!check.contains("health check port"), "{check}");
    let imported = answer(&["import", &file]);
    let ports = |edition: &str| -> Vec<(String, ProbePort)> {
        let text = imported.replacen(r#""version": 1"#, &format!(r#""version": 1{edition}"#), 1);
        let opened = scenario::open(&text);
        let (document, plan) = (opened.document.unwrap(), opened.compiled.unwrap().plan);
        let port = |service: &scenario::document::Service| {
            let own = plan.services.values().find(|one| one.name == service.name).unwrap();
            let given = service.health_check_node_port.map(|port| port as u16);
            (own.name.clone(), own.balancer.unwrap().health_check_port(plan.balancing, given))
        };
        document.services.iter().map(port).collect()
    };
    let all = |assigned: ProbePort| {
        let [shared, given] = [10_256, 31_877].map(ProbePort::Number);
        [("one", shared), ("three", given), ("two", assigned)]
            .map(|(name, port)| (name.to_owned(), port))
    };
    assert_eq!(ports(""), all(ProbePort::Assigned));
    assert_eq!(ports(r#", "edition": "2025""#), all(ProbePort::Number(10_256)));
}

/// BS-124: a Pod that fails its readiness when it is told to stop is no last resort, and a hook that it serves through is offered.
#[test]
fn pods_that_fail_their_readiness_at_stop_take_no_connections() {
    let text = Case { grace: 90, shutdown: "90s", ..PLAIN }.text();
    assert_eq!(losses(&text), "");
    let fails = r#""assumptions":{"failsReadinessAtStop":true,"#;
    let text = text.replace(r#""assumptions":{"#, fails);
    expect![[r#"
        [181, 187): 1 TimedOut of 2
        [482, 488): 1 TimedOut of 2
        6000 ms of everything, But
    "#]]
    .assert_eq(&losses(&text));
    // They keep their open connections until the draining time is over.
    expect![[r#"
        221: 1 of 2
        522: 1 of 2
    "#]]
    .assert_eq(&cuts(&text));
    let folder = Folder::new("traffic-fails");
    let why = answer(&["why", &folder.write("s.json", &text), "--at", "183s", "service/web"]);
    has(&why, &["web passes its readiness for 6 s after it is told to stop (preStop)"]);
}

/// Two proxies behind a Service with `Local`; the one on `n-0` was told to stop at 10:00:00. `ready`: its own condition.
pub(crate) fn dump_of_a_stopped_pod(folder: &Folder, ready: &str, slice: Option<bool>) -> String {
    let node = |name: &str| {
        format!(
            r#"{{"apiVersion":"v1","kind":"Node","metadata":{{"name":"{name}","labels":{{"cloud.google.com/gke-nodepool":"edge","topology.kubernetes.io/zone":"europe-west3-a"}}}},
            "status":{{"allocatable":{{"cpu":"4","memory":"16Gi","pods":"110"}},"nodeInfo":{{"kubeletVersion":"v1.34.1-gke.3849001"}},
            "conditions":[{{"type":"Ready","status":"True","lastHeartbeatTime":"2026-03-09T10:00:02Z"}}]}}}}"#
        )
    };
    let pod = |name: &str, node: &str, deletion: &str, ready: &str| {
        format!(
            r#"{{"apiVersion":"v1","kind":"Pod","metadata":{{"name":"envoy-7b9d8c6f5d-{name}","namespace":"gateway","labels":{{"app":"envoy"}}{deletion},
            "ownerReferences":[{{"apiVersion":"apps/v1","kind":"ReplicaSet","name":"envoy-7b9d8c6f5d","controller":true}}]}},
            "spec":{{"nodeName":"{node}","terminationGracePeriodSeconds":360,"containers":[{{"name":"c","resources":{{"requests":{{"cpu":"1"}}}}}}]}},
            "status":{{"phase":"Running","conditions":[{{"type":"Ready","status":"{ready}"}}]}}}}"#
        )
    };
    let deletion =
        r#","deletionTimestamp":"2026-03-09T10:06:00Z","deletionGracePeriodSeconds":360"#;
    let service = r#"{"apiVersion":"v1","kind":"Service","metadata":{"name":"envoy","namespace":"gateway","finalizers":["gke.networking.io/l4-netlb-v3"]},
        "spec":{"type":"LoadBalancer","selector":{"app":"envoy"},"externalTrafficPolicy":"Local","ports":[{"port":443,"protocol":"TCP"}]}}"#;
    let mut items = vec![
        node("n-0"),
        node("n-1"),
        pod("a", "n-0", deletion, ready),
        pod("b", "n-1", "", "True"),
        service.to_owned(),
    ];
    items.extend(slice.map(|serving| {
        format!(
            r#"{{"apiVersion":"discovery.k8s.io/v1","kind":"EndpointSlice","metadata":{{"name":"envoy-x","namespace":"gateway"}},
            "endpoints":[{{"conditions":{{"ready":false,"serving":{serving},"terminating":true}},"targetRef":{{"kind":"Pod","name":"envoy-7b9d8c6f5d-a"}}}},
            {{"conditions":{{"ready":true,"serving":true,"terminating":false}},"targetRef":{{"kind":"Pod","name":"envoy-7b9d8c6f5d-b"}}}}]}}"#
        )
    }));
    folder.write(
        "dump.json",
        &format!(r#"{{"apiVersion":"v1","kind":"List","items":[{}]}}"#, items.join(",")),
    )
}

/// “The proxy fails its own readiness when it begins to shut down: where does a new connection go?” BS-124, BS-121, BS-62.
#[test]
fn an_endpoint_slice_says_who_serves_to_the_end() {
    let folder = Folder::new("traffic-slice");
    let of = |ready: &str, slice: Option<bool>| {
        let imported = answer(&["import", &dump_of_a_stopped_pod(&folder, ready, slice)]);
        let first = |lines: String| lines.lines().next().map(str::to_owned);
        (first(losses(&imported)), first(cuts(&imported)), imported)
    };
    // Two seconds ago: four are left until the check notices, and the draining time begins in eight.
    let (lost, cut, text) = of("False", Some(false));
    assert_eq!(lost.as_deref(), Some("[0, 4): 1 TimedOut of 2"));
    assert_eq!(cut.as_deref(), Some("38: 1 of 2"));
    has(&text, &[r#""failsReadinessAtStop": true"#]);
    // The slice comes before the Pod's own condition; where nothing is said, it serves.
    for (ready, slice) in [("False", Some(true)), ("True", None)] {
        let (lost, _, text) = of(ready, slice);
        assert!(lost.is_some_and(|lost| !lost.starts_with("[0,")), "{slice:?}");
        lacks(&text, &["failsReadinessAtStop"]);
    }
    assert_eq!(of("False", None).0.as_deref(), Some("[0, 4): 1 TimedOut of 2"));
}

/// BS-124: the containers of a Pod that only a finalizer keeps have ended, so that it is no last resort.
#[test]
fn a_pod_that_a_finalizer_keeps_takes_no_connections() {
    let at_start = |more: &str| {
        let pods = format!(
            r#""pods":[{{"name":"web-a","node":"edge-a-1","deletionTimestamp":"2026-03-09T10:00:30Z"{more}}}],"terminationGracePeriodSeconds""#
        );
        let case = Case { replicas: 1, policy: "Cluster", ..PLAIN };
        let text = case.text().replace(r#""terminationGracePeriodSeconds""#, &pods);
        let text =
            text.replace(r#""version":1,"#, r#""version":1,"start":"2026-03-09T10:00:00Z","#);
        losses(&text).lines().find(|line| line.starts_with("[0,")).map(str::to_owned)
    };
    assert_eq!(at_start(""), None);
    let kept = at_start(r#","finalizers":["acme.io/cleanup"]"#);
    assert_eq!(kept.as_deref(), Some("[0, 20): 2 Refused of 2"));
}
