//! New connections to Services during an upgrade: which part is lost, from when to when, and why.

use expect_test::{Expect, expect};
use query::traffic::Share;
use query::{Index, Outcome, verdict};
use runner::Session;

use crate::cli::{Folder, answer, has};

/// A pool of nodes with a workload of one Pod each behind a Service, upgraded one by one.
struct Case<'a> {
    master: &'a str,
    nodes: &'a str,
    count: u32,
    replicas: u32,
    grace: u32,
    /// How long a Pod runs after it was told to stop.
    shutdown: &'a str,
    annotations: &'a str,
    policy: &'a str,
    /// Further fields of the scenario.
    more: &'a str,
}

const PLAIN: Case<'static> = Case {
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
    fn text(&self) -> String {
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
    let opened = scenario::open(text);
    let compiled = opened.compiled.expect("a scenario that can run");
    let session = Session::of(compiled, None, None);
    let mut trace = session.trace();
    let ran = session.finish(|chunk| trace.push(chunk));
    let index = Index::of(&trace);
    let outcome = Outcome::of(&trace, &index, ran.ended);
    let mut said = String::new();
    for (id, _) in trace.plan().services.iter() {
        let shares = index.traffic.of(id);
        for (at, one) in shares.iter().enumerate().filter(|(_, one)| one.loses()) {
            let to = shares
                .get(at + 1)
                .map_or("on".to_owned(), |next| (next.from.ms() / 1000).to_string());
            let kinds = one.kinds.iter().zip(Share::KINDS).filter(|(n, _)| **n > 0);
            let kinds: Vec<String> = kinds.map(|(n, how)| format!("{n} {how:?}")).collect();
            said +=
                &format!("[{}, {to}): {} of {}\n", one.from.ms() / 1000, kinds.join(", "), one.of);
        }
    }
    let all = query::shortfalls_until(&trace, trace.end());
    let verdict = verdict(trace.plan(), &outcome, &all, false);
    for one in &outcome.services {
        said += &format!("{} ms of everything, {:?}\n", one.whole.ms(), verdict.level);
    }
    said
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
            6666 ms of everything, But
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
            "Until: +00:03:21, when none is lost any more.",
            "Change it: web-pool maxSurge 20 → 1: new connections lost",
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
