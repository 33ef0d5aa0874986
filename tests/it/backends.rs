//! Backends of load balancers, and what of them can be set: how many get new connections, and how long a change takes.

use base::SimTime;
use expect_test::expect;
use query::Index;
use query::traffic::Traffic;
use runner::Session;
use trace::{Change, Trace};

use crate::alternatives::Ran;
use crate::cli::{Folder, answer, code, err, has, lacks, nodetide};

/// Two nodes with a Pod each behind a Service with NEGs, upgraded one by one. `service`, `more`: further fields.
fn edge(policy: &str, service: &str, more: &str) -> String {
    format!(
        r#"{{"version":1,"cluster":{{"location":"europe-west3-a","currentMasterVersion":"1.34.1-gke.3849001"}},
        "pools":[{{"name":"edge","version":"1.33.5-gke.1308000","initialNodeCount":2,"config":{{"machineType":"e2-standard-4"}}}}],
        "workloads":[{{"kind":"Deployment","name":"web","replicas":2,"labels":{{"app":"web"}},"requests":{{"cpu":"2"}},
          "terminationGracePeriodSeconds":60}}],
        "services":[{{"name":"web","type":"LoadBalancer","externalTrafficPolicy":"{policy}","selector":{{"app":"web"}},
          "annotations":{{"cloud.google.com/l4-rbs":"enabled"}},"ports":[{{"port":80}}]{service}}}]{more},
        "script":[{{"at":"0s","do":"upgrade","pool":"edge"}}]}}"#
    )
}

/// What a run of the scenario says of its first Service.
pub(crate) fn told(text: &str, tell: impl Fn(&Trace, &Traffic) -> String) -> String {
    let opened = scenario::open(text);
    let compiled = opened.compiled.unwrap_or_else(|| panic!("{:?}", opened.diagnostics));
    let session = Session::of(compiled, None, None);
    let mut trace = session.trace();
    session.finish(|chunk| trace.push(chunk));
    tell(&trace, &Index::of(&trace).traffic)
}

/// An internal Service without subsetting, and so many nodes, of which twenty at a time are upgraded.
pub(crate) fn many_nodes(nodes: u32) -> String {
    format!(
        r#"{{"version":1,"cluster":{{"location":"europe-west3-a","currentMasterVersion":"1.34.1-gke.3849001",
          "networkConfig":{{"enableL4ilbSubsetting":false}}}},
        "pools":[{{"name":"edge","version":"1.33.5-gke.1308000","initialNodeCount":{nodes},"config":{{"machineType":"e2-standard-4"}},
          "upgradeSettings":{{"maxSurge":0,"maxUnavailable":20}}}}],
        "workloads":[{{"kind":"Deployment","name":"web","replicas":3,"labels":{{"app":"web"}}}}],
        "services":[{{"name":"web","type":"LoadBalancer","selector":{{"app":"web"}},
          "annotations":{{"networking.gke.io/load-balancer-type":"Internal"}},"ports":[{{"port":80}}]}}],
        "script":[{{"at":"60s","do":"upgrade","pool":"edge"}}],"until":"10m"}}"#
    )
}

/// From when on how many backends get connections, what is lost, and what with the best and the worst draw.
fn shares(text: &str) -> String {
    told(text, |trace, traffic| {
        let id = trace.plan().services.ids().next().expect("a Service");
        let said = traffic.of(id).iter().map(|one| {
            let (from, lost) = (one.from.ms() / 1000, one.lost());
            let (connected, backends) = (one.connected, one.backends);
            let range = traffic.range(id, one.from).map(|[low, high]| {
                format!(" ({} of {} to {} of {})", low.n, low.of, high.n, high.of)
            });
            let range = range.unwrap_or_default();
            format!("{from}: {connected} of {backends}, {} of {} lost{range}\n", lost.n, lost.of)
        });
        said.collect()
    })
}

/// Forty nodes of which at most 24 are backends, and most have no Pod: a drain is over long before the node has left.
fn drawn(nodes: u32) -> String {
    many_nodes(nodes).replace(r#""enableL4ilbSubsetting":false"#, r#""enableL4ilbSubsetting":true"#)
}

/// AM-97: with other nodes drawn, none of the twenty that go at once is a backend, or all are.
#[test]
fn what_is_lost_depends_on_the_draw() {
    expect![[r#"
        0: 24 of 24, 0 of 72 lost
        61: 24 of 24, 22 of 48 lost (6 of 48 to 38 of 48)
        71: 20 of 20, 0 of 40 lost
        81: 20 of 20, 0 of 60 lost
        272: 20 of 20, 48 of 60 lost
        281: 24 of 24, 48 of 72 lost (3 of 72 to 48 of 72)
        282: 20 of 20, 0 of 60 lost
        302: 20 of 20, 3 of 60 lost
        311: 21 of 21, 3 of 63 lost
        312: 20 of 20, 0 of 60 lost
        492: 24 of 24, 0 of 72 lost
    "#]]
    .assert_eq(&shares(&drawn(40)));
    // All are backends.
    expect![[r#"
        0: 24 of 24, 0 of 72 lost
        61: 24 of 24, 51 of 72 lost
        71: 4 of 4, 0 of 12 lost
        272: 4 of 4, 3 of 12 lost
        281: 21 of 21, 3 of 63 lost
        282: 17 of 17, 0 of 51 lost
        311: 20 of 20, 0 of 60 lost
        492: 21 of 21, 0 of 63 lost
        522: 24 of 24, 0 of 72 lost
    "#]]
    .assert_eq(&shares(&drawn(24)));
}

/// AM-97, BS-64, LB-34: a dead node of a zone with more nodes than are drawn may be a backend, until the check would have failed it.
#[test]
fn a_node_that_is_not_drawn_may_have_been() {
    let zones =
        r#""initialNodeCount":14,"locations":["europe-west3-a","europe-west3-b","europe-west3-c"]"#;
    let text = drawn(40)
        .replace(r#""location":"europe-west3-a""#, r#""location":"europe-west3""#)
        .replace(r#""initialNodeCount":40"#, zones)
        .replace("e2-standard-4", "a2-highgpu-1g")
        .replace(r#""do":"upgrade","pool":"edge""#, r#""do":"hostEvent","node":"edge-a-9""#);
    let ranges = told(&text, |trace, traffic| {
        let id = trace.plan().services.ids().next().expect("a Service");
        let said = traffic.ranges(id).iter().map(|one| {
            let (from, low, high) = (one.from.ms() / 1000, one.low, one.high);
            format!("{from}: {} of {} to {} of {}\n", low.n, low.of, high.n, high.of)
        });
        said.collect()
    });
    expect![[r#"
        60: 0 of 72 to 3 of 72
        84: 0 of 72 to 0 of 69
    "#]]
    .assert_eq(&ranges);
}

/// AM-97: the sentences have the range, and what may be lost counts where this subset loses nothing.
#[test]
fn a_range_over_subsets_is_told() {
    let folder = Folder::new("backends-range");
    let some = folder.write("some.json", &many_nodes(300));
    let sentence = "web loses up to 8 % of its new connections for 1 min 12 s in all, 3 times \
        (0 to 8 %, for up to 1 min 12 s, depending on the subset of nodes)";
    has(&answer(&["run", &some]), &[sentence]);
    let why = answer(&["why", &some, "--at", "+00:01:05", "service/web"]);
    has(&why, &["Depending on the random subset of nodes, it is 0 to 8 %."]);
    let host = r#""do":"hostEvent","node":"edge-a-6""#;
    let text = drawn(40).replace("e2-standard-4", "a2-highgpu-1g");
    let none = folder.write("none.json", &text.replace(r#""do":"upgrade","pool":"edge""#, host));
    let may = "web may lose up to 5 % of its new connections for 24 s, depending on the subset of nodes\n";
    has(&answer(&["run", &none]), &[may]);
    let told = nodetide(&["run", &none, "--fail-on", "lost-connections"]);
    assert_eq!(code(&told), 1);
    has(err(&told), &["service/web may lose up to 5 % of its new connections"]);
}

/// LB-15, AM-36: the nodes that aren't reached lose no connection when they go, and take the place of those that do.
#[test]
fn an_internal_service_reaches_250_of_its_backends() {
    let shares = |nodes| shares(&many_nodes(nodes));
    expect![[r#"
        0: 250 of 300, 0 of 750 lost
        61: 250 of 300, 48 of 750 lost (0 of 750 to 60 of 750)
        85: 250 of 300, 0 of 702 lost
        101: 250 of 280, 0 of 750 lost
        272: 250 of 280, 57 of 750 lost (0 of 750 to 60 of 750)
        281: 250 of 300, 57 of 750 lost (0 of 750 to 60 of 750)
        296: 250 of 300, 0 of 693 lost
        312: 250 of 280, 0 of 750 lost
        483: 250 of 280, 60 of 750 lost (0 of 750 to 60 of 750)
        492: 250 of 300, 60 of 750 lost (0 of 750 to 60 of 750)
        507: 250 of 300, 0 of 690 lost
        523: 250 of 280, 0 of 750 lost
    "#]]
    .assert_eq(&shares(300));
    expect![[r#"
        0: 250 of 250, 0 of 750 lost
        61: 250 of 250, 38 of 500 lost
        81: 250 of 250, 57 of 750 lost
        85: 250 of 250, 0 of 693 lost
        91: 250 of 250, 3 of 693 lost
        101: 231 of 231, 3 of 693 lost
        115: 231 of 231, 0 of 690 lost
        131: 230 of 230, 0 of 690 lost
        272: 230 of 230, 57 of 690 lost
        281: 249 of 249, 57 of 747 lost
        296: 249 of 249, 0 of 690 lost
        302: 249 of 249, 3 of 690 lost
        311: 250 of 250, 3 of 693 lost
        312: 231 of 231, 3 of 693 lost
        326: 231 of 231, 0 of 690 lost
        342: 230 of 230, 0 of 690 lost
        483: 230 of 230, 57 of 690 lost
        492: 249 of 249, 57 of 747 lost
        507: 249 of 249, 0 of 690 lost
        513: 249 of 249, 3 of 690 lost
        522: 250 of 250, 3 of 693 lost
        523: 231 of 231, 3 of 693 lost
        537: 231 of 231, 0 of 690 lost
        553: 230 of 230, 0 of 690 lost
    "#]]
    .assert_eq(&shares(250));
}

#[test]
fn why_says_how_many_backends_get_new_connections() {
    let folder = Folder::new("backends-reached");
    let file = folder.write("s.json", &many_nodes(300));
    let why = |at| answer(&["why", &file, "--at", at, "service/web"]);
    has(&why("+00:00:30"), &["250 of 300 backends get new connections."]);
    has(&why("+00:01:05"), &["of 250 backends", "250 of 300 backends get new connections."]);
    let few = folder.write("few.json", &many_nodes(250));
    lacks(&answer(&["why", &few, "--at", "+00:00:30", "service/web"]), &["get new connections"]);
}

/// When nodes join and leave after the start.
fn members(text: &str) -> String {
    told(text, |trace, _| {
        let rows = trace.records().filter_map(|(_, row)| match row.change {
            Change::BackendAdded { .. } if row.at > SimTime::ZERO => Some((row.at, '+')),
            Change::BackendRemoved { .. } => Some((row.at, '-')),
            _ => None,
        });
        let said: Vec<String> =
            rows.map(|(at, sign)| format!("{sign}{}", at.ms() / 1000)).collect();
        said.join(" ")
    })
}

/// AM-37: the controllers take as long as the scenario says.
#[test]
fn backends_follow_after_the_assumed_time() {
    let after = |sync: &str| members(&edge("Cluster", "", sync));
    let ten = after("");
    assert_eq!(after(r#","assumptions":{"backendSync":"10s"}"#), ten);
    expect!["+190 -191 +461 -462"].assert_eq(&ten);
    expect!["+205 -206 +476 -477"].assert_eq(&after(r#","assumptions":{"backendSync":"25s"}"#));
    expect!["+180 -181 +451 -452"].assert_eq(&after(r#","assumptions":{"backendSync":"0s"}"#));
}

/// Percent of new connections that are lost, and from when to when.
fn lost(text: &str) -> String {
    told(text, |trace, traffic| {
        let id = trace.plan().services.ids().next().expect("a Service");
        let said = traffic.stretches(id).into_iter().map(|(from, to)| {
            let most = traffic
                .of(id)
                .iter()
                .filter(|one| one.from >= from && to.is_none_or(|to| one.from < to));
            let most = most.map(|one| one.lost().percent()).max().unwrap_or(0);
            let to = to.map_or("on".to_owned(), |to| (to.ms() / 1000).to_string());
            format!("[{}, {to}): {most} %\n", from.ms() / 1000)
        });
        said.collect()
    })
}

/// BS-120: a budget holds a drain up, while the node is out of the backends, or stays with the option of edition 2026.
#[test]
fn a_local_backend_that_gke_drains_leaves_or_stays() {
    let held = |more: &str| {
        let budget = r#","budgets":[{"name":"web","selector":{"matchLabels":{"app":"web"}},"minAvailable":1}]"#;
        let text = edge("Local", "", &format!("{budget}{more}"));
        lost(&text.replace(r#""replicas":2"#, r#""replicas":1"#))
    };
    let leaves = held("");
    expect![[r#"
        [402, 4012): 100 %
    "#]]
    .assert_eq(&leaves);
    assert_eq!(held(r#","assumptions":{"localDrain":"leaves"}"#), leaves);
    expect![[r#"
        [3992, 4012): 100 %
    "#]]
    .assert_eq(&held(r#","assumptions":{"localDrain":"stays"}"#));
    let seed = r#","edition":2025,"assumptions":{"localDrain":"stays"}"#;
    assert_eq!(held(seed), held(r#","edition":2025"#));
}

/// BS-82, BS-83: what the user has set on the backend service is kept, if it is for TCP and isn't 0.
#[test]
fn a_draining_time_of_the_user_is_kept() {
    let drained = |service: &str| {
        let text = edge("Cluster", service, "");
        told(&text, |trace, traffic| {
            let drains = trace.records().find_map(|(_, row)| match row.change {
                Change::BackendRemoved { drains_s, .. } => Some(drains_s),
                _ => None,
            });
            let id = trace.plan().services.ids().next().expect("a Service");
            let first = traffic.cuts(id).first().map(|cut| cut.at.ms() / 1000);
            format!("{drains:?} {first:?}")
        })
    };
    expect!["Some(30) Some(221)"].assert_eq(&drained(""));
    assert_eq!(drained(r#","drainingTimeoutSec":0"#), drained(""));
    expect!["Some(5) Some(196)"].assert_eq(&drained(r#","drainingTimeoutSec":5"#));
    expect!["Some(3600) Some(241)"].assert_eq(&drained(r#","drainingTimeoutSec":3600"#));
    let udp = drained(r#","drainingTimeoutSec":5,"ports":[{"port":80,"protocol":"UDP"}]"#);
    assert!(udp.starts_with("Some(0)"), "{udp}");
}

/// BS-82: 3600 s at the most; and what changes nothing is said.
#[test]
fn settings_of_backends_have_bounds() {
    let found = |text: String| {
        let found = scenario::open(&text).diagnostics;
        let own = found
            .iter()
            .filter(|one| !one.path.starts_with("/pools") && !one.path.starts_with("/workloads"));
        own.map(|one| format!("{}\n", cli::english::finding(one))).collect::<String>()
    };
    expect![[r#""#]].assert_eq(&found(edge("Local", r#","drainingTimeoutSec":3600"#, "")));
    expect![[r#"
        error[service/draining] /services/0/drainingTimeoutSec: 3601 s is no draining time of “web”: a backend service takes 0 to 3,600 s. Hint: The run takes the nearest one; write a number of that range. (BS-82)
    "#]].assert_eq(&found(edge("Local", r#","drainingTimeoutSec":3601"#, "")));
    expect![[r#"
        error[service/draining] /services/0/drainingTimeoutSec: -1 s is no draining time of “web”: a backend service takes 0 to 3,600 s. Hint: The run takes the nearest one; write a number of that range. (BS-82)
    "#]].assert_eq(&found(edge("Local", r#","drainingTimeoutSec":-1"#, "")));
    let pool = r#","drainingTimeoutSec":60,"finalizers":["gke.networking.io/l4-netlb-v1"]"#;
    expect![[r#"
        info[document/not-simulated] /services/0/drainingTimeoutSec: The load balancer of “web” drains no connections: a draining time changes nothing. Hint: Backend services with NEGs or l4-rbs drain connections of TCP.
    "#]].assert_eq(&found(edge("Local", pool, "")));
    let stays = r#""assumptions":{"localDrain":"stays","backendSync":"20s"}"#;
    expect![[r#""#]].assert_eq(&found(edge("Local", "", &format!(",{stays}"))));
    expect![[r#"
        info[document/not-simulated] /assumptions/localDrain: In edition 2025 a node that GKE drains leaves the backends, whatever localDrain says. Hint: Write edition 2026: its controller has that option.
    "#]].assert_eq(&found(edge("Local", "", &format!(r#","edition":2025,{stays}"#))));
    let wrong = r#","assumptions":{"localDrain":"goes","backendSync":"-1s"}"#;
    expect![[r#"
        error[document/value] /assumptions/backendSync: -1 s is out of bounds. Hint: Write a duration from 0s to ten years.
        error[document/value] /assumptions/localDrain: “goes” is not known here. Hint: Write one of leaves, stays.
    "#]].assert_eq(&found(edge("Local", "", wrong)));
}

/// The draining time is of the backend service, not of the manifest.
#[test]
fn a_manifest_has_no_draining_time() {
    let opened = scenario::open(&edge("Local", r#","drainingTimeoutSec":300"#, ""));
    let document = opened.document.expect("a scenario");
    assert_eq!(document.services[0].draining, Some(300));
    let manifests = scenario::export::manifests::make(&document).0.concat();
    has(&manifests, &["externalTrafficPolicy: Local"]);
    lacks(&manifests, &["draining"]);
}

/// BS-82: a longer draining time helps where Pods close their connections by themselves, and the draining time is over before.
#[test]
fn a_longer_draining_time_is_offered_where_it_ends_cuts() {
    let with = |policy: &str, shutdown: &str, service: &str| {
        let text = edge(policy, service, "");
        let stops = format!(
            r#""terminationGracePeriodSeconds":300,"assumptions":{{"shutdown":"{shutdown}"}}"#
        );
        let text = text.replace(r#""terminationGracePeriodSeconds":60"#, &stops);
        let told = Ran::of(&text).told("", None);
        told.lines()
            .filter(|line| line.contains("draining"))
            .map(|line| format!("{line}\n"))
            .collect::<String>()
    };
    expect![[r#"
        + connection draining of web 30 s → 1 min 30 s: open connections cut, % 50 → 0
    "#]]
    .assert_eq(&with("Local", "90s", ""));
    // The Pods end before; it is long enough; what comes through a node ends with its VM.
    for (policy, shutdown, service) in [
        ("Local", "20s", ""),
        ("Local", "90s", r#","drainingTimeoutSec":120"#),
        ("Cluster", "90s", ""),
    ] {
        assert_eq!(with(policy, shutdown, service), "", "{policy} {shutdown} {service}");
    }
}

/// SU-22: where all nodes of a Service leave at once, fewer surge slots are tried for it, and help.
#[test]
fn smaller_surge_is_offered_to_a_service_whose_nodes_leave_at_once() {
    let text = scenario::presets::preset_text("local-policy-20-0").expect("a preset");
    let told = Ran::of(&text).told("service/web", None);
    let offered = told.lines().filter(|line| line.contains("maxSurge"));
    let offered: Vec<&str> = offered.filter_map(|line| line.split(':').next()).collect();
    expect![[r#"
        + web-pool maxSurge 20 → 19
        + web-pool maxSurge/maxUnavailable 20/0 → 0/1
        - web-pool maxSurge 20 → 1"#]]
    .assert_eq(&offered.join("\n"));
    let one = text.replace(r#""maxSurge": 20"#, r#""maxSurge": 1"#);
    assert_ne!(one, text);
    let told = Ran::of(&one).told("service/web", None);
    let helps = told
        .lines()
        .find(|line| line.starts_with("+ web-pool maxSurge") && line.contains("new connections"));
    assert_eq!(helps, None);
}

/// BS-82: internal load balancers with instance groups drain nothing, whatever is set.
#[test]
fn instance_groups_of_an_internal_service_drain_nothing() {
    let drains = |finalizer: &str| {
        let service = format!(
            r#","drainingTimeoutSec":90,"finalizers":["gke.networking.io/l4-{finalizer}"]"#
        );
        let upgrade = r#"{"at":"0s","do":"upgrade","pool":"edge"}"#;
        let label = r#"{"at":"60s","do":"set","pool":"edge","labels":{"node.kubernetes.io/exclude-from-external-load-balancers":"true"}}"#;
        told(&edge("Cluster", &service, "").replace(upgrade, label), |trace, _| {
            let drains = trace.records().find_map(|(_, row)| match row.change {
                Change::BackendRemoved { drains_s, .. } => Some(drains_s),
                _ => None,
            });
            format!("{drains:?}")
        })
    };
    let kinds = ["ilb-v1", "ilb-v2", "netlb-v1", "netlb-v2", "netlb-v3"];
    assert_eq!(kinds.map(drains), ["Some(0)", "Some(90)", "Some(0)", "None", "Some(90)"]);
}

/// BS-85, LB-41: while no node passes the check, all are tried, and terminating Pods answer.
#[test]
fn all_backends_are_tried_when_none_is_healthy() {
    let group = r#","finalizers":["gke.networking.io/l4-netlb-v2"]"#;
    let text = edge("Local", group, "");
    let at_once = r#""initialNodeCount":2,"upgradeSettings":{"maxSurge":2,"maxUnavailable":0}"#;
    expect![[r#"
        [190, 201): 50 %
    "#]]
    .assert_eq(&lost(&text.replace(r#""initialNodeCount":2"#, at_once)));
}

/// BS-126: the autoscaler taints a node at 610 and deletes its VM at 615: from 1.30 on the check of a target pool sees the taint.
#[test]
fn a_target_pool_sees_the_taint_of_a_node_that_the_autoscaler_deletes() {
    let fails = |version: &str| {
        let text = format!(
            r#"{{"version":1,"cluster":{{"location":"europe-west3-a","currentMasterVersion":"1.30.5-gke.1014000"}},
            "pools":[{{"name":"edge","version":"{version}","initialNodeCount":2,"config":{{"machineType":"e2-standard-4"}},
              "autoscaling":{{"enabled":true,"minNodeCount":1,"maxNodeCount":2}}}}],
            "workloads":[{{"kind":"Deployment","name":"web","replicas":1,"labels":{{"app":"web"}},
              "requests":{{"cpu":"100m","memory":"100Mi"}}}}],
            "services":[{{"name":"web","type":"LoadBalancer","selector":{{"app":"web"}},
              "finalizers":["gke.networking.io/l4-netlb-v1"],"ports":[{{"port":80}}]}}],"until":"20m"}}"#
        );
        told(&text, |trace, _| {
            let fails = trace
                .records()
                .find(|(_, row)| matches!(row.change, Change::BackendUnhealthy { .. }));
            fails.map_or(String::new(), |(_, row)| {
                format!("{} {}", row.at.ms() / 1000, trace.rule(&row).slug)
            })
        })
    };
    let said = ["1.30.5-gke.1014000", "1.29.9-gke.1177000"].map(fails);
    assert_eq!(said, ["634 backend/unhealthy-taint", "639 backend/unhealthy-vm"]);
}

/// BS-63, BS-122: a pool's labels change on its nodes at once, and the controllers that look at them follow.
#[test]
fn a_label_that_is_set_during_the_run_takes_the_nodes_out() {
    let text = |finalizer: &str, value: &str| {
        let service = format!(r#","finalizers":["gke.networking.io/l4-{finalizer}"]"#);
        let upgrade = r#"{"at":"0s","do":"upgrade","pool":"edge"}"#;
        let label =
            format!(r#""node.kubernetes.io/exclude-from-external-load-balancers":"{value}""#);
        let set = |at, labels: &str| {
            format!(r#"{{"at":"{at}s","do":"set","pool":"edge","labels":{{{labels}}}}}"#)
        };
        let sets = format!("{},{}", set(60, &label), set(300, ""));
        let text = edge("Cluster", &service, "").replace(upgrade, &sets);
        assert!(text.contains(&sets));
        text
    };
    let with = |kind: &str, value: &str| members(&text(kind, value));
    let rule = |kind| leavings(&text(kind, "true")).lines().next().map(str::to_owned);
    let said = ["netlb-v1", "netlb-v3"].map(rule).map(Option::unwrap_or_default);
    assert_eq!(said, ["70 backend/leave-filter", "70 backend/leave-label"]);
    let kinds = ["netlb-v1", "netlb-v2", "netlb-v3", "ilb-v1", "ilb-v2"];
    let told = |value| {
        let all = kinds.map(|kind| format!("{kind} {value}: {}\n", with(kind, value)));
        all.concat()
    };
    expect![[r#"
        netlb-v1 true: -70 -70 +310 +310
        netlb-v2 true: 
        netlb-v3 true: -70 -70 +310 +310
        ilb-v1 true: -70 -70 +310 +310
        ilb-v2 true: -70 -70 +310 +310
        netlb-v1 false: 
        netlb-v2 false: 
        netlb-v3 false: -70 -70 +310 +310
        ilb-v1 false: 
        ilb-v2 false: -70 -70 +310 +310
    "#]]
    .assert_eq(&(told("true") + &told("false")));
}

/// When and by which rule each backend leaves.
pub(crate) fn leavings(text: &str) -> String {
    told(text, |trace, _| {
        let rows =
            trace.records().filter(|(_, row)| matches!(row.change, Change::BackendRemoved { .. }));
        let said =
            rows.map(|(_, row)| format!("{} {}\n", row.at.ms() / 1000, trace.rule(&row).slug));
        said.collect()
    })
}

/// The rules of rows of backends are those of their kind and policy, and of why a node fails the check.
#[test]
fn rows_of_backends_cite_the_rules_of_their_kind() {
    let text = |finalizer: &str, policy: &str| {
        edge(policy, &format!(r#","finalizers":["gke.networking.io/l4-{finalizer}"]"#), "")
    };
    let ids = |text: &str| {
        told(text, |trace, _| {
            let rows = trace.records().filter(|(_, row)| {
                matches!(row.change, Change::BackendAdded { .. } | Change::BackendUnhealthy { .. })
            });
            let rules = rows.map(|(_, row)| trace.rule(&row));
            let said = rules.map(|rule| format!("{} {}", rule.slug, rule.ids.join(" ")));
            let mut said: Vec<String> = said.collect();
            said.sort();
            said.dedup();
            said.join(", ")
        })
    };
    let mut said = String::new();
    for kind in ["ilb-v2", "netlb-v3", "netlb-v2", "netlb-v1"] {
        for policy in ["Cluster", "Local"] {
            said += &format!("{kind} {policy}: {}\n", ids(&text(kind, policy)));
        }
    }
    expect![[r#"
        ilb-v2 Cluster: backend/join AM-37, backend/start BS-63 BS-64
        ilb-v2 Local: backend/join AM-37, backend/start-local LB-27 BS-121, backend/unhealthy LB-34 BS-62 AM-37
        netlb-v3 Cluster: backend/join AM-37, backend/start BS-63 BS-64
        netlb-v3 Local: backend/join AM-37, backend/start-local LB-27 BS-121, backend/unhealthy LB-34 BS-62 AM-37
        netlb-v2 Cluster: backend/join AM-37, backend/start-all BS-122, backend/unhealthy-vm AM-95 BS-62 AM-37
        netlb-v2 Local: backend/join AM-37, backend/start-all BS-122, backend/unhealthy LB-34 BS-62 AM-37
        netlb-v1 Cluster: backend/join AM-37, backend/start-all BS-122, backend/unhealthy-vm AM-95 BS-62 AM-37
        netlb-v1 Local: backend/join AM-37, backend/start-all BS-122, backend/unhealthy LB-34 BS-62 AM-37
    "#]].assert_eq(&said);
}

/// `edge` with that finalizer and, instead of the upgrade, that script.
pub(crate) fn with_script(finalizer: &str, policy: &str, more: &str, script: &str) -> String {
    let service = format!(r#","finalizers":["gke.networking.io/l4-{finalizer}"]"#);
    let text = edge(policy, &service, more);
    let from = text.find(r#""script":["#).expect("a script");
    format!(r#"{}"script":[{script}]}}"#, &text[..from])
}

/// BS-122, KT-11: no drain takes a node out of an instance group, nor does the beginning of its VM's deletion.
#[test]
fn an_instance_group_keeps_a_node_until_it_is_gone_or_not_ready() {
    let upgrade = r#"{"at":"0s","do":"upgrade","pool":"edge"}"#;
    let host = r#"{"at":"60s","do":"hostEvent","node":"edge-a-1"}"#;
    let of = |kind, script: &str| {
        let text = with_script(kind, "Local", "", script);
        leavings(&text.replace("e2-standard-4", "a2-highgpu-1g"))
    };
    let told = |script: &str| {
        let all = ["netlb-v1", "netlb-v2", "netlb-v3"]
            .map(|kind| format!("{kind}\n{}", of(kind, script)));
        all.concat()
    };
    expect![[r#"
        netlb-v1
        281 backend/leave-node
        552 backend/leave-node
        netlb-v2
        281 backend/leave-node
        552 backend/leave-node
        netlb-v3
        191 backend/leave-drain
        462 backend/leave-drain
    "#]]
    .assert_eq(&told(upgrade));
    expect![[r#"
        netlb-v1
        netlb-v2
        120 backend/leave-not-ready
        netlb-v3
        70 backend/leave-pods
    "#]]
    .assert_eq(&told(host));
}

/// BS-63: a cordon is no reason, so an uncordon by the user ends none; what GKE uncordons itself is a backend again.
#[test]
fn an_uncordon_by_the_user_ends_no_drain_of_gke() {
    let budget =
        r#","budgets":[{"name":"web","selector":{"matchLabels":{"app":"web"}},"minAvailable":2}]"#;
    let held = |strategy: &str, then: &str| {
        let script =
            format!(r#"{{"at":"0s","do":"upgrade","pool":"edge"}},{{"at":"400s",{then}}}"#);
        let text = with_script("netlb-v3", "Cluster", budget, &script);
        let settings =
            format!(r#""upgradeSettings":{{"strategy":"{strategy}"}},"initialNodeCount":2"#);
        let text = text.replace(r#""initialNodeCount":2"#, &settings);
        members(&text.replace(r#""script""#, r#""until":"20m","script""#))
    };
    expect!["+190 -191"].assert_eq(&held("SURGE", r#""do":"uncordon","node":"edge-a-1""#));
    expect!["+190 -191 +191 -411 +411 -411"]
        .assert_eq(&held("BLUE_GREEN", r#""do":"rollback","pool":"edge""#));
}

/// BS-63, AM-37: a drain that has begun before the start is known 10 s after it began.
#[test]
fn a_drain_under_way_at_the_start_counts_from_its_beginning() {
    let since = |secs: &str| {
        let nodes =
            format!(r#""nodes":[{{"name":"n1","unschedulable":true{secs}}},{{"name":"n2"}}]"#);
        let text = edge("Cluster", "", "").replace(r#""initialNodeCount":2"#, &nodes);
        let text =
            text.replace(r#"{"version":1,"#, r#"{"version":1,"start":"2026-01-05T00:00:00Z","#);
        leavings(&text).lines().next().unwrap_or_default().to_owned()
    };
    let at = |clock: &str| since(&format!(r#","drainingSince":"2026-01-04T23:{clock}Z""#));
    expect![[r#"
        191 backend/leave-drain
        5 backend/leave-drain
        402 backend/leave-drain"#]]
    .assert_eq(&[since(""), at("59:55"), at("59:00")].join("\n"));
}

/// AM-69: while a zonal control plane doesn't answer, backends and endpoints stay as they were known.
#[test]
fn backends_stay_while_the_api_is_down() {
    let script = r#"{"at":"5s","do":"upgrade","controlPlane":true,"version":"1.35.1-gke.100"},
        {"at":"60s","do":"preempt","node":"edge-a-1"}"#;
    let text = with_script("netlb-v3", "Cluster", "", script);
    let text = text.replace(r#""config":{"#, r#""config":{"spot":true,"#);
    expect![[r#""#]].assert_eq(&leavings(&text));
    expect![[r#"
        [60, 270): 75 %
    "#]]
    .assert_eq(&lost(&text));
}

/// BS-125, AM-103: a health check port that the API refuses is as if none were given.
#[test]
fn a_refused_health_check_port_is_none() {
    let folder = Folder::new("backends-port");
    let why = |service: &str| {
        let file = folder.write("s.json", &edge("Local", service, ""));
        answer(&["why", &file, "--at", "+00:01:00", "service/web"])
    };
    has(&why(r#","healthCheckNodePort":8080"#), &["a port that the API has assigned"]);
    has(&why(r#","healthCheckNodePort":30080"#), &["port 30080"]);
}

/// AM-98: a pair of backend and Pod is cut once, whatever ends it at an instant.
#[test]
fn connections_that_two_things_end_at_once_are_cut_once() {
    let cut = |policy: &str, finalizer: &str, replicas: u32, script: &str| {
        let text = with_script(finalizer, policy, "", script);
        let text = text.replace(r#""replicas":2"#, &format!(r#""replicas":{replicas}"#));
        let text = text.replace(r#""cpu":"2""#, r#""cpu":"100m""#);
        told(&text, |trace, traffic| {
            let id = trace.plan().services.ids().next().expect("a Service");
            let cuts = traffic.cuts(id).iter();
            let said =
                cuts.map(|cut| format!("{}: {}/{} ", cut.at.ms() / 1000, cut.part.n, cut.part.of));
            said.collect()
        })
    };
    let drain = r#"{"at":"0s","do":"drain","node":"edge-a-1","ignoreDaemonsets":true}"#;
    let upgrade = r#"{"at":"0s","do":"upgrade","pool":"edge"}"#;
    let kubelet = r#"{"at":"60s","do":"fail","node":"edge-a-1"}"#;
    let all = [
        ("Cluster", "netlb-v3", 4, drain),
        ("Local", "netlb-v3", 4, drain),
        ("Local", "netlb-v3", 4, upgrade),
        ("Cluster", "netlb-v1", 4, upgrade),
        ("Local", "netlb-v1", 4, upgrade),
        ("Local", "netlb-v1", 4, kubelet),
        ("Cluster", "netlb-v1", 4, kubelet),
    ];
    let said = all.map(|(policy, kind, replicas, script)| {
        format!("{policy} {kind}: {}\n", cut(policy, kind, replicas, script))
    });
    expect![[r#"
        Cluster netlb-v3: 61: 1/2 
        Local netlb-v3: 41: 1/2 
        Local netlb-v3: 221: 1/2 492: 1/2 
        Cluster netlb-v1: 241: 2/3 512: 2/3 
        Local netlb-v1: 241: 1/2 512: 1/2 
        Local netlb-v1: 661: 1/2 
        Cluster netlb-v1: 661: 3/4 
    "#]]
    .assert_eq(&said.concat());
}

/// AM-98: backends that leave at once had equal parts, and a Pod on a VM that ends is cut with it, once.
#[test]
fn what_leaves_at_once_had_equal_parts() {
    let cuts = |text: &str| {
        told(text, |trace, traffic| {
            let id = trace.plan().services.ids().next().expect("a Service");
            let said = traffic.cuts(id).iter();
            said.map(|cut| format!("{}: {}/{} ", cut.at.ms() / 1000, cut.part.n, cut.part.of))
                .collect()
        })
    };
    let long = r#""terminationGracePeriodSeconds":300,"assumptions":{"shutdown":"300s"}"#;
    let drains = r#"{"at":"0s","do":"drain","node":"edge-a-1","ignoreDaemonsets":true},
        {"at":"0s","do":"drain","node":"edge-a-2","ignoreDaemonsets":true}"#;
    let three = with_script("netlb-v3", "Local", "", drains)
        .replace(r#""initialNodeCount":2"#, r#""initialNodeCount":3"#)
        .replace(r#""replicas":2"#, r#""replicas":3"#)
        .replace(r#""terminationGracePeriodSeconds":60"#, long);
    expect!["41: 2/3 "].assert_eq(&cuts(&three));
    let preempt = r#"{"at":"60s","do":"preempt","node":"edge-a-1"}"#;
    let spot = with_script("netlb-v3", "Cluster", "", preempt)
        .replace(r#""config":{"#, r#""config":{"spot":true,"#)
        .replace(r#""replicas":2"#, r#""replicas":4"#)
        .replace(r#""cpu":"2""#, r#""cpu":"100m""#);
    expect!["60: 3/4 "].assert_eq(&cuts(&spot));
}

/// BS-122: an internal Service without subsetting makes both controllers of the shared instance groups look at the label.
#[test]
fn an_internal_service_makes_the_groups_of_others_follow_the_label() {
    let label = r#"{"at":"60s","do":"set","pool":"edge","labels":{"node.kubernetes.io/exclude-from-external-load-balancers":"true"}}"#;
    let text = with_script("netlb-v2", "Cluster", "", label);
    let internal = r#""services":[{"name":"api","type":"LoadBalancer","selector":{"app":"web"},
        "finalizers":["gke.networking.io/l4-ilb-v1"],"ports":[{"port":81}]},"#;
    let both = text.replace(r#""services":["#, internal);
    expect![[r#"

        -70 -70 -70 -70"#]]
    .assert_eq(&format!("{}\n{}", members(&text), members(&both)));
}
