//! Backends of load balancers, and what of them can be set: how many get new connections, and how long a change takes.

use expect_test::expect;
use query::Index;
use query::traffic::Traffic;
use runner::Session;
use trace::Trace;

use crate::cli::{Folder, answer, has, lacks};

/// What a run of the scenario says of its first Service.
fn told(text: &str, tell: impl Fn(&Trace, &Traffic) -> String) -> String {
    let opened = scenario::open(text);
    let compiled = opened.compiled.unwrap_or_else(|| panic!("{:?}", opened.diagnostics));
    let session = Session::of(compiled, None, None);
    let mut trace = session.trace();
    session.finish(|chunk| trace.push(chunk));
    tell(&trace, &Index::of(&trace).traffic)
}

/// An internal Service without subsetting, and so many nodes, of which twenty at a time are upgraded.
fn many_nodes(nodes: u32) -> String {
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

/// LB-15, AM-36: the nodes that aren't reached lose no connection when they go, and take the place of those that do.
#[test]
fn an_internal_service_reaches_250_of_its_backends() {
    let shares = |nodes| {
        told(&many_nodes(nodes), |trace, traffic| {
            let id = trace.plan().services.ids().next().expect("a Service");
            let said = traffic.of(id).iter().map(|one| {
                let (from, lost) = (one.from.ms() / 1000, one.lost());
                let (connected, backends) = (one.connected, one.backends);
                format!("{from}: {connected} of {backends}, {} of {} lost\n", lost.n, lost.of)
            });
            said.collect()
        })
    };
    expect![[r#"
        0: 250 of 300, 0 of 750 lost
        61: 250 of 300, 48 of 750 lost
        70: 250 of 280, 0 of 750 lost
        272: 250 of 280, 57 of 750 lost
        281: 250 of 280, 0 of 750 lost
        483: 250 of 280, 60 of 750 lost
        492: 250 of 280, 0 of 750 lost
    "#]]
    .assert_eq(&shares(300));
    expect![[r#"
        0: 250 of 250, 0 of 750 lost
        61: 250 of 250, 38 of 500 lost
        70: 231 of 231, 0 of 462 lost
        81: 231 of 231, 0 of 693 lost
        91: 231 of 231, 3 of 693 lost
        101: 230 of 230, 0 of 690 lost
        272: 230 of 230, 57 of 690 lost
        281: 230 of 230, 0 of 690 lost
        302: 230 of 230, 3 of 690 lost
        311: 230 of 230, 0 of 690 lost
        483: 230 of 230, 57 of 690 lost
        492: 230 of 230, 0 of 690 lost
        513: 230 of 230, 3 of 690 lost
        522: 230 of 230, 0 of 690 lost
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
