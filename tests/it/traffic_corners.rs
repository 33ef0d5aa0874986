//! Load balancers where two things meet: a check that is under way, Services that share a group, a VM that is dead, more nodes than
//! are reached.

use base::{NodeId, ServiceId, SimTime};
use expect_test::expect;
use query::packet::{Client, Entrance};
use trace::{Change, Subject, Trace};

use crate::alternatives::Ran;
use crate::backends::{leavings, many_nodes, told, with_script};
use crate::cli::{Folder, answer, code, err, has, nodetide, out};
use crate::traffic::{Case, PLAIN, cuts, dump_of_a_stopped_pod, nodes_of, service, way};

const SERVICES: &str = r#""services":["#;
const UPGRADE: &str = r#"{"at":"0s","do":"upgrade","pool":"edge"}"#;

/// When a Service's row says something of a node, and what.
fn rows(text: &str, say: impl Fn(Change) -> Option<(NodeId, String)>) -> String {
    told(text, |trace, _| {
        let mut said = String::new();
        for (id, service) in trace.plan().services.iter() {
            let own = trace.rows_of(Subject::Service(id)).into_iter();
            for row in own.filter_map(|no| trace.record(no)) {
                let Some((node, what)) = say(row.change) else { continue };
                let at = row.at.ms() / 1000;
                said += &format!("{at} {} {}: {what}\n", service.name, node.0 + 1);
            }
        }
        said
    })
}

/// When health checks pass and fail.
fn checks(text: &str) -> String {
    rows(text, |change| match change {
        Change::BackendHealthy { node } => Some((node, "passes".to_owned())),
        Change::BackendUnhealthy { node } => Some((node, "fails".to_owned())),
        _ => None,
    })
}

/// LB-34: probes that failed count no more once one has succeeded.
#[test]
fn a_check_counts_anew_after_a_success() {
    let rollout = |(at, starts)| {
        let takes = format!(r#""assumptions":{{"podStart":"{starts}s"}}"#);
        format!(r#"{{"at":"{at}s","do":"rollout","workload":"web",{takes}}}"#)
    };
    let text = Case { count: 1, replicas: 1, shutdown: "2s", ..PLAIN }.text();
    let text = text
        .replace(r#""replicas":1"#, r#""replicas":1,"maxSurge":0,"maxUnavailable":1"#)
        .replace(UPGRADE, &[(60, 1), (64, 20)].map(rollout).join(","));
    expect![[r#"
        70 web 1: fails
        87 web 1: passes
    "#]]
    .assert_eq(&checks(&text));
}

/// LB-28: Services with `Local` share instance groups, and each has a health check of its own.
#[test]
fn services_of_a_group_have_their_own_checks() {
    let text = with_script("netlb-v2", "Local", "", UPGRADE);
    let api = r#""workloads":[{"kind":"Deployment","name":"api","replicas":1,"labels":{"app":"api"},"requests":{"cpu":"1"}},"#;
    let text = text.replace(r#""workloads":["#, api);
    let (before, services) = text.split_once(SERVICES).expect("Services");
    let (web, after) = services.rsplit_once("}],").expect("one Service");
    let both = format!("{web}}},{}", web.replace("web", "api"));
    let text = format!("{before}{SERVICES}{both}}}],{after}");
    let added = rows(&text, |change| match change {
        Change::BackendAdded { node, healthy } => Some((node, healthy.to_string())),
        _ => None,
    });
    expect![[r#"
        0 api 1: false
        0 api 2: true
        190 api 3: false
        461 api 4: false
        0 web 1: true
        0 web 2: true
        190 web 3: false
        461 web 4: false
    "#]]
    .assert_eq(&added);
}

/// BS-82, AM-95: on a VM that doesn't answer nothing is left to drain.
#[test]
fn a_dead_backend_drains_nothing() {
    let host = r#"{"at":"60s","do":"hostEvent","node":"edge-a-1"}"#;
    let drain = r#"{"at":"60s","do":"drain","node":"edge-a-1","ignoreDaemonsets":true}"#;
    let drains = |kind, script| {
        let text = with_script(kind, "Local", "", script);
        let left = rows(&text.replace("e2-standard-4", "a2-highgpu-1g"), |change| match change {
            Change::BackendRemoved { node, drains_s } => Some((node, format!("{drains_s} s"))),
            _ => None,
        });
        format!("{kind}:\n{left}")
    };
    let all = [("netlb-v2", host), ("netlb-v3", host), ("netlb-v3", drain)];
    expect![[r#"
        netlb-v2:
        120 web 1: 0 s
        netlb-v3:
        70 web 1: 0 s
        netlb-v3:
        71 web 1: 30 s
    "#]]
    .assert_eq(&all.map(|(kind, script)| drains(kind, script)).concat());
}

/// AM-98: what a Pod has cut as it ended isn't cut again at the end of its backend's draining time.
#[test]
fn the_end_of_a_draining_time_cuts_what_is_left() {
    let drain = r#"{"at":"0s","do":"drain","node":"edge-a-1","ignoreDaemonsets":true}"#;
    let pods = |name: &str, grace: u32| {
        format!(
            r#"{{"kind":"Deployment","name":"{name}","replicas":2,"labels":{{"app":"web"}},"requests":{{"cpu":"1"}},
            "terminationGracePeriodSeconds":{grace},"assumptions":{{"shutdown":"400s"}},"topologySpreadConstraints":[{{"maxSkew":1,
            "topologyKey":"kubernetes.io/hostname","whenUnsatisfiable":"DoNotSchedule","labelSelector":{{"matchLabels":{{"app":"web"}}}}}}]}}"#
        )
    };
    let text = with_script("netlb-v3", "Local", "", drain);
    let (before, after) = text.split_once(r#""workloads":["#).expect("workloads");
    let (_, after) = after.split_once(SERVICES).expect("Services");
    let two = [pods("short", 15), pods("long", 100)].join(",");
    let text = format!(r#"{before}"workloads":[{two}],{SERVICES}{after}"#);
    expect![[r#"
        16: 1 of 4
        41: 1 of 4
    "#]]
    .assert_eq(&cuts(&text));
}

/// AM-98: of equal cuts the first is named.
#[test]
fn the_first_of_the_largest_cuts_is_named() {
    let folder = Folder::new("corners-first");
    let text = Case { grace: 90, shutdown: "90s", ..PLAIN }.text();
    let run = nodetide(&["run", &folder.write("s.json", &text), "--fail-on", "cut-connections"]);
    assert_eq!(code(&run), 1);
    has(&(out(&run).to_owned() + err(&run)), &["edge-a-1"]);
}

/// AM-97: what would be lost from the last instant of a run on isn't lost in it.
#[test]
fn a_loss_has_to_last() {
    let folder = Folder::new("corners-until");
    let preempt = |at, node| format!(r#"{{"at":"{at}s","do":"preempt","node":"edge-a-{node}"}}"#);
    let script = [preempt(60, 1), preempt(62, 2)].join(",");
    let text = with_script("netlb-v3", "Local", "", &script);
    let file = folder.write("s.json", &text.replace(r#""config":{"#, r#""config":{"spot":true,"#));
    for (until, lost) in
        [("60s", None), ("62s", Some("loses up to 50 %")), ("63s", Some("loses up to 100 %"))]
    {
        let run = nodetide(&["run", &file, "--until", until, "--fail-on", "lost-connections"]);
        assert_eq!(code(&run), i32::from(lost.is_some()), "{until}");
        has(&(out(&run).to_owned() + err(&run)), lost.as_slice());
    }
}

/// AM-37, LB-34: a Pod that was told to stop before the start, the check has noticed, and the controller has not; or the other way
/// round.
#[test]
fn what_is_noticed_last_counts_before_the_start() {
    let folder = Folder::new("corners-stopped");
    let imported = answer(&["import", &dump_of_a_stopped_pod(&folder, "True", None)]);
    let at = |second: &str, more: &str| {
        let text = imported.replace("10:00:02", second).replacen(r#""version""#, more, 1);
        format!("{}\n{}", leavings(&text), checks(&text))
    };
    expect![[r#"
        2 backend/leave-pods
        573 backend/leave-drain

        0 envoy 1: fails
        569 envoy 2: fails
        586 envoy 3: passes
    "#]]
    .assert_eq(&at("10:00:08", r#""version""#));
    let quick = r#""assumptions": {"backendSync": "1s"}, "version""#;
    expect![[r#"
        0 backend/leave-pods
        569 backend/leave-drain

        591 envoy 3: passes
    "#]]
    .assert_eq(&at("10:00:03", quick));
}

/// LB-15, AM-98: a zone that fills up again takes the place of backends of another one, whose open connections end with their VMs.
#[test]
fn a_backend_that_is_reached_no_more_keeps_its_connections() {
    let pool = |name: &str, zone: &str, nodes: u32| {
        format!(
            r#"{{"name":"{name}","locations":["{zone}"],"version":"1.33.5-gke.1308000","initialNodeCount":{nodes},
            "upgradeSettings":{{"maxSurge":0,"maxUnavailable":20}}}}"#
        )
    };
    let pools = [pool("a", "r-b", 240), pool("b", "r-c", 60)].join(",");
    let (_folder, file) = nodes_of("reached", "", &pools, &service("web", "Cluster", "ilb-v1"));
    let text = std::fs::read_to_string(&file).unwrap();
    let first = r#""until":"62m","script":[{"at":"60s","do":"upgrade","pool":"b"},"#;
    expect![[r#"
        61: 2 of 25
        272: 19 of 250
        302: 118 of 693
        483: 17 of 250
        513: 239 of 699
        3601: 7 of 125
        3631: 121 of 357
    "#]]
    .assert_eq(&cuts(&text.replace(r#""script":["#, first)));
}

/// What is known of the first Service's load balancer at that second.
fn entrance(text: &str, second: i64, tell: impl Fn(&Trace, &Entrance<'_>) -> String) -> String {
    told(text, |trace, _| {
        let frame = trace.frame_at(SimTime::from_secs(second));
        let entrance = Entrance::at(trace, &frame, ServiceId(0)).expect("a load balancer");
        tell(trace, &entrance)
    })
}

/// LB-41, AM-97: terminating Pods as a last resort, one of them on a dead node.
#[test]
fn a_last_resort_is_lost_in_part() {
    let script = r#"{"at":"60s","do":"set","workload":"web","replicas":0},{"at":"65s","do":"preempt","node":"edge-a-1"}"#;
    let long = r#""terminationGracePeriodSeconds":300,"assumptions":{"shutdown":"300s"}"#;
    let text = with_script("netlb-v3", "Cluster", "", script)
        .replace(r#""config":{"#, r#""config":{"spot":true,"#)
        .replace(r#""terminationGracePeriodSeconds":60"#, long);
    expect![[r#"
        packet-rule LB-36, packet-passing BS-60 BS-62, packet-lost-vm AM-95 AM-97: lost
        Lost(TimedOut), Partly
    "#]]
    .assert_eq(&way(&text, 70, Client::Outside));
}

/// LB-15, BS-85: of backends that all fail the check as many are tried as get new connections otherwise.
#[test]
fn as_many_are_tried_when_none_passes() {
    let text = many_nodes(260).replace(r#""replicas":3"#, r#""replicas":0"#);
    let text = text.replace(
        r#""type":"LoadBalancer""#,
        r#""type":"LoadBalancer","externalTrafficPolicy":"Local""#,
    );
    let tried = entrance(&text, 30, |_, entrance| {
        let tried = entrance.backends().filter(|one| one.is_tried).count();
        format!("{tried} of {:?}", entrance.counts())
    });
    expect!["250 of (260, 0)"].assert_eq(&tried);
}

/// BS-124: a Pod that terminates at the start may be chosen as a last resort.
#[test]
fn a_pod_that_was_told_to_stop_before_the_start_serves() {
    let folder = Folder::new("corners-serves");
    let imported = answer(&["import", &dump_of_a_stopped_pod(&folder, "True", None)]);
    expect![[r#"
        packet-rule LB-36, packet-passing BS-60 BS-62, packet-chosen BS-84 LB-36, packet-to LB-37 LB-39, packet-last LB-41 BS-124, packet-direct LB-39: served
        Served, Served
    "#]].assert_eq(&way(&imported, 1, Client::Outside));
}

/// AM-37: since when a node is a backend, and the row that says so, when it left and is back, and then fails the check.
#[test]
fn a_backend_that_is_back_is_one_since_then() {
    let label = r#""node.kubernetes.io/exclude-from-external-load-balancers":"true""#;
    let set = |at: u32, labels: &str| {
        format!(r#"{{"at":"{at}s","do":"set","pool":"edge","labels":{{{labels}}}}}"#)
    };
    let host = r#"{"at":"400s","do":"hostEvent","node":"edge-a-1"}"#;
    let script = [set(60, label), set(300, ""), host.to_owned()].join(",");
    let text = with_script("netlb-v3", "Cluster", "", &script);
    let text = text.replace("e2-standard-4", "a2-highgpu-1g");
    let first = |second| {
        entrance(&text, second, |trace, entrance| {
            let one = entrance.backends().next().expect("a backend");
            let row = trace.record(one.no).map(|row| row.at.ms() / 1000);
            format!("{:?} since {}, by a row at {row:?}\n", one.state, one.since.ms() / 1000)
        })
    };
    expect![[r#"
        Passes since 0, by a row at Some(0)
        Left since 70, by a row at Some(70)
        Passes since 310, by a row at Some(310)
        Fails since 424, by a row at Some(310)
    "#]]
    .assert_eq(&[30, 100, 350, 450].map(first).concat());
}

/// LB-34, BS-82: of a time that varies, the shortest one decides whether a hook is offered, and the longest one how long draining
/// takes.
#[test]
fn offers_reckon_with_a_range_of_times() {
    let offers = |grace: u32, p10: &str, p90: &str, of: &str| {
        let text = Case { grace, ..PLAIN }.text();
        let range = format!(r#"{{"p10":"{p10}","p50":"{p10}","p90":"{p90}"}}"#);
        let told = Ran::of(&text.replace(r#""30s""#, &range)).told("", None);
        told.lines().find(|line| line.contains(of)).unwrap_or_default().to_owned()
    };
    // What takes 12 s still does.
    expect!["+ web runs on for 6 s when it is told to stop (preStop): new connections lost, as a full outage 1 s → 0 s, takes 7 min 18 s → 7 min 21 s"]
        .assert_eq(&offers(30, "3s", "12s", "preStop"));
    expect!["+ connection draining of web 30 s → 1 min 30 s: open connections cut, % 50 → 0"]
        .assert_eq(&offers(300, "60s", "90s", "draining"));
}

/// AM-98: a budget that protects Pods, and with which more connections are cut at once, has its price.
#[test]
fn a_budget_that_cuts_more_connections_is_a_trade() {
    let at_once = r#""initialNodeCount":2,"upgradeSettings":{"maxSurge":2,"maxUnavailable":0}"#;
    let text = with_script("netlb-v3", "Local", "", UPGRADE);
    let told = Ran::of(&text.replace(r#""initialNodeCount":2"#, at_once)).told("", None);
    let budget = told.lines().find(|line| line.contains("PDB")).unwrap_or_default();
    assert!(budget.starts_with("a trade: "), "{budget}");
    has(budget, &["without ready Pods 20 s → 0 s", "open connections cut, % 50 → 100"]);
}

/// BS-63, BS-122: GKE's own drains take a node out of NEGs, but not out of instance groups or target pools.
#[test]
fn negs_are_offered_instead_of_what_learns_of_nodes_by_its_check() {
    let of = |kind: &str, policy: &str| {
        let text = with_script(kind, policy, "", UPGRADE);
        let told = Ran::of(&text).told("", None);
        told.lines().find(|line| line.contains("NEGs")).unwrap_or_default().to_owned()
    };
    expect!["+ web externalTrafficPolicy Cluster → Local (GKE makes the forwarding rule anew: about 3 min without traffic, not simulated), or web created anew with NEGs (its address is new or away meanwhile, which isn't simulated): new connections lost, as a full outage 16 s → 0 s"].assert_eq(&of("netlb-v1", "Cluster"));
    expect!["+ web externalTrafficPolicy Cluster → Local, or web created anew with NEGs (its address is new or away meanwhile, which isn't simulated): new connections lost, as a full outage 16 s → 0 s"].assert_eq(&of("ilb-v1", "Cluster"));
    expect![""].assert_eq(&of("netlb-v3", "Cluster"));
}

/// Two Pods on one of two nodes lose all connections with it; spread, they lose half.
#[test]
fn a_spread_is_offered_where_pods_share_a_node() {
    let text = with_script("netlb-v3", "Local", "", UPGRADE);
    let pods = r#""replicas":2,"pods":[{"name":"web-a","node":"edge-a-1"},{"name":"web-b","node":"edge-a-1"}]"#;
    let text = text.replace(r#""replicas":2"#, pods);
    let told = Ran::of(&text).told("", None);
    let own = told.lines().find(|line| line.contains("placed anew")).unwrap_or_default();
    expect!["+ web with at most one Pod more on a node than on others (topologySpreadConstraints), placed anew: without ready Pods 20 s → 0 s, new connections lost, as a full outage 10 s → 0 s, web ready 0 of 2 → 1 of 2"].assert_eq(own);
}
