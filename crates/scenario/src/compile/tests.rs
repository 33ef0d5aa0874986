//! The results of compiling documents, as text.

use std::fmt::Write as _;

use crate::{Compiled, open};
use base::{PoolId, TemplateId};
use expect_test::{Expect, expect};
use model::{Plan, Strategy};

pub(super) fn compiled(text: &str) -> Compiled {
    let opened = open(text);
    opened.compiled.unwrap_or_else(|| panic!("{:?}", opened.diagnostics))
}

/// Pools with their settings, nodes and Pods with their state, the script.
fn describe(Compiled { plan, cluster }: &Compiled) -> String {
    let mut text = String::new();
    for (id, pool) in plan.pools.iter() {
        let surge = pool.surge();
        let template = &plan.templates[pool.template];
        let version = template.version.map_or_else(String::new, |v| v.to_string());
        let zones: Vec<&str> = pool
            .groups
            .iter()
            .map(|group| plan.zones[plan.groups[*group].zone].name.as_str())
            .collect();
        let _ = writeln!(
            text,
            "pool {} {version} {}+{} in {} next {} pods {} drain {:?}/{:?}",
            pool.name,
            surge.max_surge,
            surge.max_unavailable,
            zones.join(" "),
            cluster.pools[id].next_ordinal,
            template.max_pods,
            pool.drain.pdb_timeout.map(base::SimSpan::secs),
            pool.drain.grace.map(base::SimSpan::secs),
        );
    }
    for (id, node) in cluster.nodes.iter() {
        let template = &plan.templates[node.template];
        let _ = writeln!(
            text,
            "node {} {} {}m template {}{}",
            plan.node_name(cluster, id),
            template.machine_type,
            template.allocatable.cpu_m,
            node.template.0,
            if node.cordoned_by.is_some() { " cordoned" } else { "" },
        );
    }
    for (id, workload) in plan.workloads.iter() {
        let state = cluster.workloads[id];
        let _ = writeln!(
            text,
            "workload {}/{} {:?} replicas {} next {} budgets {:?} spreads with {:?}",
            workload.namespace,
            workload.name,
            workload.kind,
            state.replicas,
            state.next_number,
            ids(&workload.budgets, |id| id.0),
            ids(&workload.spreads_with, |id| id.0),
        );
    }
    for (id, pod) in cluster.pods.iter() {
        let _ = writeln!(text, "pod {} {:?}", plan.pod_name(cluster, id), pod.phase());
    }
    script(&mut text, plan);
    text
}

fn ids<I: Copy>(ids: &[I], number: impl Fn(I) -> u32) -> Vec<u32> {
    ids.iter().map(|id| number(*id)).collect()
}

fn script(text: &mut String, plan: &Plan) {
    let shape = |id: TemplateId| {
        let template = &plan.templates[id];
        let version = template.version.map_or_else(String::new, |v| v.to_string());
        format!("{} {version} {}", id.0, template.machine_type)
    };
    for (no, entry) in plan.script.iter().enumerate() {
        let _ = writeln!(text, "{} {:?}", entry.at, entry.command);
        for ((of, from), to) in &plan.outcomes {
            if *of as usize == no {
                let _ = writeln!(text, "  {} -> {}", shape(*from), shape(*to));
            }
        }
    }
}

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&describe(&compiled(text)));
}

/// UP-02, SU-05, SU-09, AM-05.
#[test]
fn the_smallest_document_is_a_pool_of_surge_one_and_zero() {
    check(
        r#"{"version":1,"cluster":{"location":"us-east1"},"pools":[{"name":"a","initialNodeCount":1}],
            "script":[{"at":"0s","do":"upgrade","pool":"a"}]}"#,
        expect![[r#"
            pool a 1.33 1+0 in us-east1-b us-east1-c us-east1-d next 4 pods 110 drain None/None
            node a-b-1 e2-medium 940m template 0
            node a-c-2 e2-medium 940m template 0
            node a-d-3 e2-medium 940m template 0
            +00:00:00 Upgrade { pool: PoolId(0), version: Some(Version { major: 1, minor: 34, patch: None, gke: None }), change: Version, automatic: false }
              0 1.33 e2-medium -> 1 1.34 e2-medium
        "#]],
    );
}

/// AM-85, BS-11, UP-03, UP-04.
#[test]
fn settings_are_read_as_the_api_means_them() {
    check(
        r#"{"version":1,"pools":[
            {"name":"a","initialNodeCount":0,"upgradeSettings":{"maxSurge":3}},
            {"name":"b","initialNodeCount":0,"upgradeSettings":{"maxUnavailable":2},
             "nodeDrainConfig":{"pdbTimeoutDuration":"300s","graceTerminationDuration":"60s"}},
            {"name":"c","initialNodeCount":0,"upgradeSettings":{"strategy":"SURGE"},"version":"1.33.5-gke.100"}]}"#,
        expect![[r#"
            pool a 1.33 3+0 in zone-a next 1 pods 110 drain None/None
            pool b 1.33 0+2 in zone-a next 1 pods 110 drain Some(300)/Some(60)
            pool c 1.33.5-gke.100 1+0 in zone-a next 1 pods 110 drain None/None
        "#]],
    );
}

/// AM-56, AM-83: nodes are ordered by zone and number, not by the order of the list.
#[test]
fn listed_nodes_and_pods_keep_their_names_and_numbers() {
    check(
        r#"{"version":1,"cluster":{"locations":["z-b","z-a"]},
            "pools":[{"name":"p","nodes":[
                {"name":"p-10","labels":{"topology.kubernetes.io/zone":"z-a","disk":"ssd"}},
                {"name":"p-9","zone":"z-a","unschedulable":true,"allocatable":{"cpu":"2","pods":"30"}},
                {"name":"p-b-1","zone":"z-b","version":"v1.30.2-gke.1"}]}],
            "workloads":[
                {"kind":"StatefulSet","name":"db","replicas":3,"pods":[
                    {"name":"db-2","node":"p-9","ready":false},{"name":"db-0","node":"p-10"}]},
                {"kind":"Deployment","name":"web","pods":[
                    {"name":"web-x","node":"p-9"},{"name":"web-7","node":"p-10","phase":"Pending"},{"name":"web-y"}]},
                {"kind":"DaemonSet","name":"log","pods":[{"name":"log-a","node":"p-9"}]},
                {"kind":"Job","name":"etl","parallelism":3,"completions":4,"pods":[
                    {"name":"etl-a","phase":"Succeeded"},{"name":"etl-b","phase":"Succeeded","node":"p-9"}]},
                {"kind":"Pod","name":"lone","node":"x"},
                {"kind":"Operator","name":"op","namespace":"a","recreating":true,"replicas":0}]}"#,
        expect![[r#"
            pool p 1.33 1+0 in z-b z-a next 11 pods 110 drain None/None
            node p-b-1 e2-medium 940m template 1
            node p-9 e2-medium 2000m template 2 cordoned
            node p-10 e2-medium 940m template 3
            workload a/op Custom { scale: false, recreating: true, ordinals: false } replicas 0 next 0 budgets [] spreads with []
            workload default/db StatefulSet { parallel: false } replicas 3 next 3 budgets [] spreads with [1]
            workload default/etl Job { parallelism: 3, completions: Some(4), backoff_limit: 6, replace_when_failed: false, deadline: None, disrupted: Counts } replicas 2 next 4 budgets [] spreads with []
            workload default/log DaemonSet replicas 0 next 1 budgets [] spreads with []
            workload default/lone Pod replicas 1 next 1 budgets [] spreads with []
            workload default/web Deployment replicas 3 next 8 budgets [] spreads with [5]
            pod db-0 Running { on: NodeId(2), ready: true }
            pod db-1 Pending
            pod db-2 Running { on: NodeId(1), ready: false }
            pod etl-a Succeeded { on: None }
            pod etl-b Succeeded { on: Some(NodeId(1)) }
            pod etl-2 Pending
            pod etl-3 Pending
            pod log-a Running { on: NodeId(1), ready: true }
            pod lone Pending
            pod web-x Running { on: NodeId(1), ready: true }
            pod web-y Pending
            pod web-7 Starting { on: NodeId(2) }
        "#]],
    );
}

#[test]
fn copies_are_numbered_and_select_their_own() {
    check(
        r#"{"version":1,"pools":[],
            "workloads":[{"kind":"Deployment","name":"svc","copies":2,"labels":{"app":"svc-{n}","tier":"web"}},
                         {"kind":"Deployment","name":"all","copies":1}],
            "budgets":[{"name":"svc","copies":2,"selector":{"matchLabels":{"app":"svc-{n}"}},"maxUnavailable":1},
                       {"name":"b","selector":{"matchExpressions":[{"key":"tier","operator":"DoesNotExist"}]},"maxUnavailable":1}]}"#,
        expect![[r#"
            workload default/all-0 Deployment replicas 1 next 1 budgets [0] spreads with [0]
            workload default/svc-0 Deployment replicas 1 next 1 budgets [1] spreads with [1]
            workload default/svc-1 Deployment replicas 1 next 1 budgets [2] spreads with [2]
            pod all-0-0 Pending
            pod svc-0-0 Pending
            pod svc-1-0 Pending
        "#]],
    );
}

/// KS-27: selected by the Services and the controller together; a Deployment's hash label excludes others.
#[test]
fn pods_spread_with_those_that_services_and_controller_select() {
    check(
        r#"{"version":1,"pools":[],
            "workloads":[
                {"kind":"Deployment","name":"web","labels":{"app":"web"}},
                {"kind":"ReplicationController","name":"rc-1","labels":{"app":"web"}},
                {"kind":"ReplicationController","name":"rc-2","labels":{"app":"web","v":"2"}},
                {"kind":"Pod","name":"lone","labels":{"app":"web"}},
                {"kind":"Pod","name":"other","labels":{"app":"other"}}],
            "services":[{"name":"web","selector":{"app":"web"}}]}"#,
        expect![[r#"
            workload default/lone Pod replicas 1 next 1 budgets [] spreads with [0, 2, 3, 4]
            workload default/other Pod replicas 1 next 1 budgets [] spreads with []
            workload default/rc-1 ReplicationController replicas 1 next 1 budgets [] spreads with [0, 2, 3, 4]
            workload default/rc-2 ReplicationController replicas 1 next 1 budgets [] spreads with [3]
            workload default/web Deployment replicas 1 next 1 budgets [] spreads with [4]
            pod lone Pending
            pod other Pending
            pod rc-1-0 Pending
            pod rc-2-0 Pending
            pod web-0 Pending
        "#]],
    );
}

/// The workloads that each required affinity term of `web` matches, and the index of the list.
fn near(terms: &str) -> String {
    let Compiled { plan, .. } = compiled(&format!(
        r#"{{"version":1,"pools":[],"workloads":[
            {{"kind":"Deployment","name":"web","namespace":"a","labels":{{"app":"web","tier":"front"}},
              "affinity":{{"podAffinity":{{"requiredDuringSchedulingIgnoredDuringExecution":[{terms}]}}}}}},
            {{"kind":"Pod","name":"front","namespace":"a","copies":2,"labels":{{"app":"x{{n}}","tier":"front"}}}},
            {{"kind":"Pod","name":"web","namespace":"b","labels":{{"app":"web"}}}},
            {{"kind":"Pod","name":"db","namespace":"c"}}]}}"#
    ));
    let mut text = String::new();
    let web = plan.workloads.values().find(|one| one.name == "web");
    for term in &web.unwrap().affinity.near {
        let key = plan.symbols.text(term.topology_key);
        let _ = write!(text, "{key} {}:", term.audience);
        for id in &plan.audiences[term.audience as usize] {
            let one = &plan.workloads[*id];
            let _ = write!(text, " {}/{}", one.namespace, one.name);
        }
        text.push('\n');
    }
    text
}

/// KS-15: the named and selected namespaces, else the Pod's own; a missing selector
/// matches nothing, an empty one everything. Equal lists are shared.
#[test]
fn a_term_matches_workloads_in_its_namespaces() {
    expect![[r#"
        zone 0:
        zone 1: a/front-0 a/front-1 a/web
        host 1: a/front-0 a/front-1 a/web
        zone 2: a/front-0 a/front-1 a/web b/web c/db
        zone 3: a/web b/web
        zone 4: b/web
        zone 5: b/web c/db
        zone 5: b/web c/db
        zone 6:
        zone 7: a/front-0 a/web
    "#]].assert_eq(&near(
        r#"{"topologyKey":"zone"},
        {"topologyKey":"zone","labelSelector":{}},
        {"topologyKey":"host","labelSelector":{},"namespaces":["a"]},
        {"topologyKey":"zone","labelSelector":{},"namespaceSelector":{}},
        {"topologyKey":"zone","labelSelector":{"matchLabels":{"app":"web"}},"namespaceSelector":{}},
        {"topologyKey":"zone","labelSelector":{"matchLabels":{"app":"web"}},"namespaces":["c","b"]},
        {"topologyKey":"zone","labelSelector":{},"namespaces":["c"],
          "namespaceSelector":{"matchLabels":{"kubernetes.io/metadata.name":"b"}}},
        {"topologyKey":"zone","labelSelector":{},"namespaceSelector":{"matchExpressions":[
          {"key":"kubernetes.io/metadata.name","operator":"NotIn","values":["a"]},{"key":"team","operator":"DoesNotExist"}]}},
        {"topologyKey":"zone","labelSelector":{},"namespaceSelector":{"matchLabels":{"team":"x"}}},
        {"topologyKey":"zone","labelSelector":{"matchExpressions":[{"key":"app","operator":"NotIn","values":["x1"]}]}}"#,
    ));
}

/// KS-15: adds the Pod's own values of the keys that it has.
#[test]
fn label_keys_of_a_term_are_those_of_the_pod() {
    expect![[r#"
        zone 0: a/front-0 a/front-1 a/web
        zone 1: a/front-0 a/front-1
        zone 2:
    "#]].assert_eq(&near(
        r#"{"topologyKey":"zone","labelSelector":{},"matchLabelKeys":["tier","none"]},
        {"topologyKey":"zone","labelSelector":{"matchLabels":{"tier":"front"}},"mismatchLabelKeys":["app"]},
        {"topologyKey":"zone","matchLabelKeys":["tier"]}"#,
    ));
}

/// KS-10: ports of app containers, without duplicates.
#[test]
fn ports_of_a_node_are_those_of_app_containers() {
    let Compiled { plan, .. } = compiled(
        r#"{"version":1,"pools":[],"workloads":[{"kind":"Pod","name":"web",
            "containers":[{"ports":[{"hostPort":80},{"hostPort":80,"protocol":"TCP","hostIP":"0.0.0.0"},{"hostPort":0},{}]},
              {"ports":[{"hostPort":53,"protocol":"UDP","hostIP":"10.0.0.1"}]}],
            "initContainers":[{"ports":[{"hostPort":81}]}]}]}"#,
    );
    let mut text = String::new();
    for one in plan.workloads.values().flat_map(|one| &one.host_ports) {
        let ip = one.ip.map_or("everywhere", |ip| plan.symbols.text(ip));
        let protocol = plan.symbols.text(one.protocol);
        let _ = writeln!(text, "{ip} {} {protocol}", one.port);
    }
    expect![[r#"
        10.0.0.1 53 UDP
        everywhere 80 TCP
    "#]]
    .assert_eq(&text);
}

/// UP-08, AM-11: labels change in place and stay through the next upgrade.
#[test]
fn the_script_is_in_time_order_and_upgrades_find_their_target() {
    check(
        r#"{"version":1,"start":"2026-01-05T00:00:00Z","cluster":{"currentMasterVersion":"1.34.1-gke.100","locations":["z-a"]},
            "pools":[{"name":"a","initialNodeCount":1,"version":"1.33.5-gke.100"}],
            "workloads":[{"kind":"Deployment","name":"web"}],
            "budgets":[{"name":"pdb","selector":{"matchLabels":{"app":"web"}},"minAvailable":"50%"}],
            "script":[
                {"at":"2h","do":"upgrade","pool":"a","config":{"machineType":"e2-standard-8"}},
                {"at":"3h","do":"upgrade","pool":"a"},
                {"at":"4h","do":"upgrade","pool":"a","version":"1.33.5-gke.100"},
                {"at":"2026-01-05T01:00:00Z","do":"upgrade","pool":"a","automatic":true},
                {"at":"10m","do":"stockout","zone":"z-a","for":"5m"},
                {"at":"12m","do":"set","pool":"a","labels":{"tier":"x"}},
                {"at":"12m","do":"set","workload":"web","replicas":4},
                {"at":"12m","do":"set","budget":"default/pdb","maxUnavailable":"25%"},
                {"at":"0s","do":"cordon","node":"a-a-1"},
                {"at":"5s","do":"drain","node":"a-a-1","gracePeriodSeconds":-1,"timeout":"60s","force":true},
                {"at":"6s","do":"uncordon","node":"a-a-1"},
                {"at":"7s","do":"quota","spareNodes":2},
                {"at":"8s","do":"quota"},
                {"at":"5h","do":"cancel","pool":"a"},
                {"at":"6h","do":"rollback","pool":"a","respectPdb":true},
                {"at":"7h","do":"resume","pool":"a"}]}"#,
        expect![[r#"
            pool a 1.33.5-gke.100 1+0 in z-a next 2 pods 110 drain None/None
            node a-a-1 e2-medium 940m template 0
            workload default/web Deployment replicas 1 next 1 budgets [0] spreads with [0]
            pod web-0 Pending
            +00:00:00 Cordon { node: Start(NodeId(0)) }
            +00:00:05 Drain { node: Start(NodeId(0)), options: DrainOptions { force: true, ignore_daemonsets: false, delete_emptydir_data: false, disable_eviction: false, skip_wait_for_delete_s: 0, timeout: SimSpan(60000), grace: None } }
            +00:00:06 Uncordon { node: Start(NodeId(0)) }
            +00:00:07 Quota { spare: Some(2) }
            +00:00:08 Quota { spare: None }
            +00:10:00 Stockout { zone: ZoneId(0), on: true }
            +00:12:00 SetShape { pool: PoolId(0) }
              0 1.33.5-gke.100 e2-medium -> 1 1.33.5-gke.100 e2-medium
            +00:12:00 SetReplicas { workload: WorkloadId(0), replicas: 4 }
            +00:12:00 SetBudget { budget: BudgetId(0), limit: MaxUnavailable(Percent(25)) }
            +00:15:00 Stockout { zone: ZoneId(0), on: false }
            +01:00:00 Upgrade { pool: PoolId(0), version: Some(Version { major: 1, minor: 34, patch: Some(1), gke: Some(100) }), change: Version, automatic: true }
              0 1.33.5-gke.100 e2-medium -> 2 1.34.1-gke.100 e2-medium
              1 1.33.5-gke.100 e2-medium -> 3 1.34.1-gke.100 e2-medium
              2 1.34.1-gke.100 e2-medium -> 2 1.34.1-gke.100 e2-medium
              3 1.34.1-gke.100 e2-medium -> 3 1.34.1-gke.100 e2-medium
              4 1.33.5-gke.100 e2-standard-8 -> 8 1.34.1-gke.100 e2-standard-8
              5 1.33.5-gke.100 e2-standard-8 -> 9 1.34.1-gke.100 e2-standard-8
              8 1.34.1-gke.100 e2-standard-8 -> 8 1.34.1-gke.100 e2-standard-8
              9 1.34.1-gke.100 e2-standard-8 -> 9 1.34.1-gke.100 e2-standard-8
              10 1.33.5-gke.100 e2-standard-8 -> 8 1.34.1-gke.100 e2-standard-8
              11 1.33.5-gke.100 e2-standard-8 -> 9 1.34.1-gke.100 e2-standard-8
            +02:00:00 Upgrade { pool: PoolId(0), version: None, change: MachineType, automatic: false }
              0 1.33.5-gke.100 e2-medium -> 4 1.33.5-gke.100 e2-standard-8
              1 1.33.5-gke.100 e2-medium -> 5 1.33.5-gke.100 e2-standard-8
              2 1.34.1-gke.100 e2-medium -> 6 1.34.1-gke.100 e2-standard-8
              3 1.34.1-gke.100 e2-medium -> 7 1.34.1-gke.100 e2-standard-8
            +03:00:00 Upgrade { pool: PoolId(0), version: Some(Version { major: 1, minor: 34, patch: Some(1), gke: Some(100) }), change: Version, automatic: false }
              0 1.33.5-gke.100 e2-medium -> 2 1.34.1-gke.100 e2-medium
              1 1.33.5-gke.100 e2-medium -> 3 1.34.1-gke.100 e2-medium
              2 1.34.1-gke.100 e2-medium -> 2 1.34.1-gke.100 e2-medium
              3 1.34.1-gke.100 e2-medium -> 3 1.34.1-gke.100 e2-medium
              4 1.33.5-gke.100 e2-standard-8 -> 8 1.34.1-gke.100 e2-standard-8
              5 1.33.5-gke.100 e2-standard-8 -> 9 1.34.1-gke.100 e2-standard-8
              6 1.34.1-gke.100 e2-standard-8 -> 8 1.34.1-gke.100 e2-standard-8
              7 1.34.1-gke.100 e2-standard-8 -> 9 1.34.1-gke.100 e2-standard-8
              8 1.34.1-gke.100 e2-standard-8 -> 8 1.34.1-gke.100 e2-standard-8
              9 1.34.1-gke.100 e2-standard-8 -> 9 1.34.1-gke.100 e2-standard-8
            +04:00:00 Upgrade { pool: PoolId(0), version: Some(Version { major: 1, minor: 33, patch: Some(5), gke: Some(100) }), change: Version, automatic: false }
              0 1.33.5-gke.100 e2-medium -> 0 1.33.5-gke.100 e2-medium
              1 1.33.5-gke.100 e2-medium -> 1 1.33.5-gke.100 e2-medium
              2 1.34.1-gke.100 e2-medium -> 0 1.33.5-gke.100 e2-medium
              3 1.34.1-gke.100 e2-medium -> 1 1.33.5-gke.100 e2-medium
              4 1.33.5-gke.100 e2-standard-8 -> 10 1.33.5-gke.100 e2-standard-8
              5 1.33.5-gke.100 e2-standard-8 -> 11 1.33.5-gke.100 e2-standard-8
              6 1.34.1-gke.100 e2-standard-8 -> 10 1.33.5-gke.100 e2-standard-8
              7 1.34.1-gke.100 e2-standard-8 -> 11 1.33.5-gke.100 e2-standard-8
              8 1.34.1-gke.100 e2-standard-8 -> 10 1.33.5-gke.100 e2-standard-8
              9 1.34.1-gke.100 e2-standard-8 -> 11 1.33.5-gke.100 e2-standard-8
            +05:00:00 Cancel { pool: PoolId(0) }
            +06:00:00 Rollback { pool: PoolId(0), respect_pdb: true }
            +07:00:00 Resume { pool: PoolId(0), automatic: false }
        "#]],
    );
}

/// AM-60: a zone is in stock again when the last of its stockouts has ended.
#[test]
fn stockouts_may_overlap() {
    check(
        r#"{"version":1,"cluster":{"locations":["z-a","z-b"]},"pools":[],"script":[
            {"at":"0s","do":"stockout","zone":"z-a","for":"100s"},
            {"at":"10s","do":"stockout","zone":"z-a","for":"20s"},
            {"at":"15s","do":"stockout","zone":"z-b","for":"20s"},
            {"at":"200s","do":"stockout","zone":"z-a","for":"100s"},
            {"at":"210s","do":"stockout","zone":"z-a","on":false},
            {"at":"220s","do":"stockout","zone":"z-a"}]}"#,
        expect![[r#"
            +00:00:00 Stockout { zone: ZoneId(0), on: true }
            +00:00:10 Stockout { zone: ZoneId(0), on: true }
            +00:00:15 Stockout { zone: ZoneId(1), on: true }
            +00:00:35 Stockout { zone: ZoneId(1), on: false }
            +00:01:40 Stockout { zone: ZoneId(0), on: false }
            +00:03:20 Stockout { zone: ZoneId(0), on: true }
            +00:03:30 Stockout { zone: ZoneId(0), on: false }
            +00:03:40 Stockout { zone: ZoneId(0), on: true }
        "#]],
    );
}

/// SU-27, BS-04, AM-84: each entry has an outcome for every configuration that it may find, including after refused or
/// rolled-back entries.
#[test]
fn the_result_of_an_entry_depends_on_earlier_entries() {
    check(
        r#"{"version":1,"pools":[{"name":"a","initialNodeCount":1,"version":"1.33"}],
            "script":[
                {"at":"1h","do":"upgrade","pool":"a"},
                {"at":"2h","do":"upgrade","pool":"a","config":{"machineType":"e2-standard-8"}},
                {"at":"3h","do":"set","pool":"a","taints":[{"key":"x","value":"1","effect":"NoSchedule"}]},
                {"at":"4h","do":"upgrade","pool":"a"}]}"#,
        expect![[r#"
            pool a 1.33 1+0 in zone-a next 2 pods 110 drain None/None
            node a-a-1 e2-medium 940m template 0
            +01:00:00 Upgrade { pool: PoolId(0), version: Some(Version { major: 1, minor: 34, patch: None, gke: None }), change: Version, automatic: false }
              0 1.33 e2-medium -> 1 1.34 e2-medium
            +02:00:00 Upgrade { pool: PoolId(0), version: None, change: MachineType, automatic: false }
              0 1.33 e2-medium -> 2 1.33 e2-standard-8
              1 1.34 e2-medium -> 3 1.34 e2-standard-8
            +03:00:00 SetShape { pool: PoolId(0) }
              0 1.33 e2-medium -> 4 1.33 e2-medium
              1 1.34 e2-medium -> 5 1.34 e2-medium
              2 1.33 e2-standard-8 -> 6 1.33 e2-standard-8
              3 1.34 e2-standard-8 -> 7 1.34 e2-standard-8
            +04:00:00 Upgrade { pool: PoolId(0), version: None, change: Version, automatic: false }
              0 1.33 e2-medium -> 1 1.34 e2-medium
              1 1.34 e2-medium -> 8 1.35 e2-medium
              2 1.33 e2-standard-8 -> 9 1.34 e2-standard-8
              3 1.34 e2-standard-8 -> 10 1.35 e2-standard-8
              4 1.33 e2-medium -> 5 1.34 e2-medium
              5 1.34 e2-medium -> 11 1.35 e2-medium
              6 1.33 e2-standard-8 -> 12 1.34 e2-standard-8
              7 1.34 e2-standard-8 -> 13 1.35 e2-standard-8
        "#]],
    );
}

#[test]
fn automatic_work_may_start_between_open_and_close() {
    let openings = |script: &str| {
        let Compiled { plan, cluster } =
            compiled(&format!(r#"{{"version":1,"pools":[],"script":[{script}]}}"#));
        let text: Vec<String> = plan
            .maintenance
            .openings
            .iter()
            .map(|(from, to)| format!("{} to {}", from.ms() / 1000, to.ms() / 1000))
            .collect();
        format!("{} {}", cluster.open, text.join(", "))
    };
    let (open, close) = (r#"{"at":"60s","do":"open"}"#, r#"{"at":"120s","do":"close"}"#);
    expect!["true -2305843009213693 to 2305843009213693"].assert_eq(&openings(""));
    expect!["false 60 to 2305843009213693"].assert_eq(&openings(open));
    expect!["true -2305843009213693 to 120"].assert_eq(&openings(close));
    expect!["false 60 to 120"].assert_eq(&openings(&format!("{close},{open}")));
    expect!["false -2305843009213693 to 0, 9 to 2305843009213693"]
        .assert_eq(&openings(r#"{"at":"0s","do":"close"},{"at":"9s","do":"open"}"#));
}

/// KS-11, KS-24, KT-03, AM-39.
#[test]
fn requests_and_durations_of_a_pod_are_effective_ones() {
    let Compiled { plan, .. } = compiled(
        r#"{"version":1,"pools":[],"assumptions":{"podStart":{"p10":"5s","p50":"10s","p90":"30s"}},"workloads":[
            {"kind":"Deployment","name":"a"},
            {"kind":"Deployment","name":"b","requests":{"cpu":"1.5","nvidia.com/gpu":1}},
            {"kind":"Deployment","name":"c",
             "containers":[{"name":"x","requests":{"cpu":"1"}},{"name":"y","requests":{"memory":"1Gi"}}],
             "initContainers":[
                {"requests":{"cpu":"200m"},"restartPolicy":"Always"},{"requests":{"cpu":"3","memory":"100Mi"}}],
             "overhead":{"cpu":"10m"},"terminationGracePeriodSeconds":5,"emptyDir":true,
             "annotations":{"cluster-autoscaler.kubernetes.io/safe-to-evict":"false"},
             "readinessProbe":{"initialDelaySeconds":12,"periodSeconds":5},
             "assumptions":{"shutdown":"3s"}}]}"#,
    );
    let mut text = String::new();
    for workload in plan.workloads.values() {
        let has = &workload.requests;
        let time = &workload.timings;
        let _ = writeln!(
            text,
            "{} {}m {} MiB {:?} scored {}m {} MiB; grace {}, start {} {} {}, pull {}, ready {}, shutdown {:?}; {} {}",
            workload.name,
            has.cpu_m,
            has.memory_bytes >> 20,
            has.extended,
            workload.scored_cpu_m,
            workload.scored_memory_bytes >> 20,
            workload.grace.secs(),
            time.start.p10.secs(),
            time.start.p50.secs(),
            time.start.p90.secs(),
            time.image_pull.p50.secs(),
            time.ready.p50.secs(),
            time.shutdown.map(|all| all.p50.secs()),
            workload.local_storage,
            workload.safe_to_evict == Some(false),
        );
    }
    let _ = writeln!(
        text,
        "node create {}, delete {}",
        plan.timings.node_create.p50.secs(),
        plan.timings.node_delete.p50.secs()
    );
    expect![[r#"
        a 0m 0 MiB [] scored 100m 200 MiB; grace 30, start 5 10 30, pull 0, ready 0, shutdown None; false false
        b 1500m 0 MiB [(Sym(13), 1)] scored 1500m 200 MiB; grace 30, start 5 10 30, pull 0, ready 0, shutdown None; false false
        c 3210m 1024 MiB [] scored 3210m 1424 MiB; grace 5, start 5 10 30, pull 0, ready 15, shutdown Some(3); true true
        node create 180, delete 30
    "#]].assert_eq(&text);
}

/// BS-76, BS-77, BS-78: the taints of nodes with accelerators, and who tolerates them.
#[test]
fn nodes_with_accelerators_are_tainted_and_pods_that_request_them_tolerate_it() {
    let text = |pools: &str| {
        let Compiled { plan, .. } = compiled(&format!(
            r#"{{"version":1,"pools":[{pools}],"workloads":[
                {{"kind":"Deployment","name":"gpu","requests":{{"nvidia.com/gpu":"1"}}}},
                {{"kind":"Deployment","name":"init","initContainers":[{{"requests":{{"google.com/tpu":"4"}}}}]}},
                {{"kind":"Deployment","name":"own","requests":{{"nvidia.com/gpu":"1"}},
                    "tolerations":[{{"key":"nvidia.com/gpu","operator":"Exists","effect":"NoSchedule"}}]}},
                {{"kind":"Deployment","name":"web","requests":{{"cpu":"1","hugepages-2Mi":"2Mi"}}}}]}}"#
        ));
        let mut text = String::new();
        for pool in plan.pools.values() {
            let template = &plan.templates[pool.template];
            let taints = template.taints.iter();
            let taints: Vec<&str> = taints.map(|taint| plan.symbols.text(taint.key)).collect();
            let extended = template.allocatable.extended.iter();
            let extended: Vec<String> = extended
                .map(|(name, amount)| format!("{amount} {}", plan.symbols.text(*name)))
                .collect();
            let _ = writeln!(
                text,
                "{} {extended:?} tainted {taints:?} moves {}",
                pool.name, pool.live_migrates
            );
        }
        for workload in plan.workloads.values() {
            let tolerations = workload.tolerations.len();
            let _ = writeln!(text, "{} tolerates {tolerations}", workload.name);
        }
        text
    };
    let pool = |name: &str, machine: &str| {
        format!(
            r#"{{"name":"{name}","initialNodeCount":1,"config":{{"machineType":"{machine}"}}}}"#
        )
    };
    let (gpu, tpu) = (pool("gpu", "g2-standard-24"), pool("tpu", "ct5lp-hightpu-4t"));
    let listed = r#"{"name":"listed","config":{"machineType":"a3-highgpu-8g"},
        "nodes":[{"name":"listed-1","taints":[]}]}"#;
    let newer = pool("newer", "a5-highgpu-8g");
    expect![[r#"
        gpu ["2 nvidia.com/gpu"] tainted [] moves false
        gpu tolerates 1
        init tolerates 1
        own tolerates 1
        web tolerates 0
    "#]]
    .assert_eq(&text(&gpu));
    let cpu = pool("cpu", "e2-standard-4");
    expect![[r#"
        gpu ["2 nvidia.com/gpu"] tainted ["nvidia.com/gpu"] moves false
        tpu ["4 google.com/tpu"] tainted ["google.com/tpu"] moves false
        cpu [] tainted [] moves true
        listed ["8 nvidia.com/gpu"] tainted [] moves false
        newer ["8 nvidia.com/gpu"] tainted ["nvidia.com/gpu"] moves false
        gpu tolerates 1
        init tolerates 1
        own tolerates 1
        web tolerates 0
    "#]]
    .assert_eq(&text(&[gpu, tpu, cpu, listed.to_owned(), newer].join(",")));
}

#[test]
fn nodes_have_the_labels_and_taints_that_gke_gives() {
    let Compiled { plan, .. } = compiled(
        r#"{"version":1,"cluster":{"location":"europe-west4"},"pools":[{"name":"arm","initialNodeCount":1,
            "config":{"machineType":"t2a-standard-4","spot":true,"labels":{"tier":"web","kubernetes.io/arch":"arm64"},
                "taints":[{"key":"dedicated","value":"web","effect":"NO_SCHEDULE"}],
                "accelerators":[{"acceleratorCount":"2","acceleratorType":"nvidia-l4"}]},
            "allocatable":{"memory":"8Gi","pods":"20"}},{"name":"cpu","initialNodeCount":0}]}"#,
    );
    let mut text = String::new();
    let template = &plan.templates.as_slice()[0];
    let mut labels: Vec<String> = template
        .labels
        .iter()
        .map(|(key, value)| format!("{}={}", plan.symbols.text(key), plan.symbols.text(value)))
        .collect();
    labels.sort();
    for label in labels {
        let _ = writeln!(text, "{label}");
    }
    for taint in &template.taints {
        let (key, value) = (plan.symbols.text(taint.key), plan.symbols.text(taint.value));
        let _ = writeln!(text, "taint {key}={value}:{:?}", taint.effect);
    }
    let has = &template.allocatable;
    let _ = writeln!(
        text,
        "{}m {} MiB {} MiB disk {} gpu {} pods",
        has.cpu_m,
        has.memory_bytes >> 20,
        has.ephemeral_bytes >> 20,
        has.extended.first().map_or(0, |(_, amount)| *amount),
        template.max_pods
    );
    expect![[r#"
        beta.kubernetes.io/instance-type=t2a-standard-4
        cloud.google.com/gke-accelerator=nvidia-l4
        cloud.google.com/gke-nodepool=arm
        cloud.google.com/gke-os-distribution=cos
        cloud.google.com/gke-provisioning=spot
        cloud.google.com/gke-spot=true
        cloud.google.com/machine-family=t2a
        failure-domain.beta.kubernetes.io/region=europe-west4
        kubernetes.io/arch=arm64
        kubernetes.io/os=linux
        node.kubernetes.io/instance-type=t2a-standard-4
        tier=web
        topology.kubernetes.io/region=europe-west4
        taint dedicated=web:NoSchedule
        taint kubernetes.io/arch=arm64:NoSchedule
        taint nvidia.com/gpu=present:NoSchedule
        3920m 8192 MiB 50176 MiB disk 2 gpu 20 pods
    "#]]
    .assert_eq(&text);
}

/// AM-56: ids follow names, and so does everything that depends on ids.
#[test]
fn the_order_of_entries_changes_nothing() {
    let entries = [
        r#"{"kind":"Deployment","name":"web-10","labels":{"app":"w","z":"1"}}"#,
        r#"{"kind":"Deployment","name":"web-9","labels":{"app":"w","a":"2"}}"#,
        r#"{"kind":"StatefulSet","name":"db","namespace":"b","nodeSelector":{"x":"y"}}"#,
    ];
    let text = |order: [usize; 3]| {
        let list: Vec<&str> = order.iter().map(|at| entries[*at]).collect();
        format!(
            r#"{{"version":1,"pools":[{{"name":"a","initialNodeCount":2}}],"workloads":[{}]}}"#,
            list.join(",")
        )
    };
    let first = compiled(&text([0, 1, 2]));
    for order in [[2, 1, 0], [1, 2, 0]] {
        let other = compiled(&text(order));
        assert_eq!(first.plan, other.plan);
        assert_eq!(first.cluster, other.cluster);
    }
}

#[test]
fn an_autoscaled_policy_waits_three_days_by_default() {
    let text = r#"{"version":1,"pools":[{"name":"a","initialNodeCount":1,"autoscaling":{"enabled":true,"maxNodeCount":3},"upgradeSettings":{"strategy":"BLUE_GREEN","blueGreenSettings":{"autoscaledRolloutPolicy":{}}}}]}"#;
    let pools = &compiled(text).plan.pools;
    assert_eq!(
        pools.values().next().map(|pool| pool.strategy),
        Some(Strategy::AutoscaledBlueGreen {
            wait: base::SimSpan::from_secs(259_200),
            surge: model::Surge::DEFAULT
        })
    );
}

/// UP-05.
#[test]
fn flex_start_nodes_are_not_upgraded_by_surge() {
    let text = r#"{"version":1,"pools":[{"name":"a","initialNodeCount":1,"config":{"flexStart":true},"upgradeSettings":{"maxSurge":1}}]}"#;
    let pools = &compiled(text).plan.pools;
    assert_eq!(pools.values().next().map(|pool| pool.strategy), Some(Strategy::ShortLived));
}

/// SL-02, SL-05: Autopilot too, and queued provisioning depending on the cluster's version.
#[test]
fn bounded_lives_have_short_lived_upgrades() {
    let strategy = |cluster: &str, pool: &str| {
        let text = format!(
            r#"{{"version":1,"cluster":{{{cluster}}},"pools":[{{"name":"a","initialNodeCount":1,{pool}}}]}}"#
        );
        compiled(&text).plan.pools[PoolId(0)].strategy
    };
    let flex = r#""config":{"flexStart":true}"#;
    assert_eq!(strategy(r#""autopilot":{"enabled":true}"#, flex), Strategy::ShortLived);
    let queued = r#""queuedProvisioning":{"enabled":true}"#;
    let version = |version: &str| format!(r#""currentMasterVersion":"{version}""#);
    let new = strategy(&version("1.32.2-gke.1652000"), queued);
    assert_eq!(new, Strategy::ShortLived);
    let old = strategy(&version("1.32.1-gke.9999999"), queued);
    assert!(matches!(old, Strategy::Surge(_)), "{old:?}");
}

/// BS-07, AM-70: only edition 2026 upgrades several pools at once.
#[test]
fn several_pools_at_once_are_of_edition_2026() {
    let concurrent = |edition: &str| {
        let text = format!(
            r#"{{"version":1,"edition":"{edition}","cluster":{{"nodePoolUpgradeConcurrencyConfig":{{"maxCount":3}}}},"pools":[{{"name":"a","initialNodeCount":1}}]}}"#
        );
        compiled(&text).plan.concurrent
    };
    assert_eq!(concurrent("2025"), 1);
    assert_eq!(concurrent("2026"), 3);
}

/// KC-24, AM-102: each rollout is a revision after its Deployment, with the changes of earlier ones, in the order of the
/// instants; budgets select it, and its own label differs.
#[test]
fn a_rollout_is_another_revision_of_its_deployment() {
    let Compiled { plan, cluster } = compiled(
        r#"{"version":1,"pools":[{"name":"a","initialNodeCount":1}],
            "workloads":[
                {"kind":"Deployment","name":"web","replicas":3,"requests":{"cpu":"1"},"maxSurge":2,"maxUnavailable":"10%",
                 "progressDeadlineSeconds":60,
                 "topologySpreadConstraints":[{"maxSkew":1,"topologyKey":"zone","matchLabelKeys":["pod-template-hash"]}]},
                {"kind":"Deployment","name":"api","strategy":"Recreate","minReadySeconds":700}],
            "budgets":[{"name":"pdb","maxUnavailable":1,"selector":{"matchLabels":{"app":"web"}}}],
            "script":[
                {"at":"2h","do":"rollout","workload":"web","fails":[]},
                {"at":"1h","do":"rollout","workload":"default/web","image":"web:2","requests":{"cpu":"2"},"fails":[{"how":"crash"}]},
                {"at":"1h","do":"set","workload":"web","replicas":2}]}"#,
    );
    let mut text = String::new();
    for (id, one) in plan.workloads.iter() {
        let labels = one.labels.iter().map(|(_, value)| plan.symbols.text(value));
        let _ = writeln!(
            text,
            "{} r{} image of r{} {}m {:?} budgets {:?} {:?}",
            one.name,
            one.revision,
            one.image_of,
            one.requests.cpu_m,
            one.fails.iter().map(|one| one.how).collect::<Vec<_>>(),
            ids(&one.budgets, |id| id.0),
            labels.collect::<Vec<_>>(),
        );
        let _ = writeln!(text, "  {:?}", cluster.workloads[id]);
        if one.revision == 0 {
            let settings = one.rollout;
            let _ = writeln!(text, "  {:?} {:?}", settings.bounds(20), settings);
        }
    }
    script(&mut text, &plan);
    expect![[r#"
        api r0 image of r0 0m [] budgets [] ["api"]
          WorkloadState { replicas: 1, next_number: 1, scaled: None, rollout: None }
          (5, 5) RolloutSettings { recreate: true, max_surge: Percent(25), max_unavailable: Percent(25), deadline: SimSpan(701000), number: None, since: None, exceeded: None }
        web r0 image of r0 1000m [] budgets [0] ["web", "default/web"]
          WorkloadState { replicas: 3, next_number: 3, scaled: None, rollout: None }
          (2, 2) RolloutSettings { recreate: false, max_surge: Int(2), max_unavailable: Percent(10), deadline: SimSpan(60000), number: None, since: None, exceeded: None }
        web r1 image of r1 2000m [Crash { after: SimSpan(10000), code: 1, unready: false }] budgets [0] ["web", "default/web/1"]
          WorkloadState { replicas: 0, next_number: 0, scaled: Some(0), rollout: None }
        web r2 image of r1 2000m [] budgets [0] ["web", "default/web/2"]
          WorkloadState { replicas: 0, next_number: 0, scaled: Some(0), rollout: None }
        +01:00:00 Rollout { workload: WorkloadId(1), revision: 1 }
        +01:00:00 SetReplicas { workload: WorkloadId(1), replicas: 2 }
        +02:00:00 Rollout { workload: WorkloadId(1), revision: 2 }
    "#]]
    .assert_eq(&text);
}

/// SU-06: of the cordoned nodes, one with the old version is in progress and has a surge node; a newer one is none of the upgrade's.
#[test]
fn a_cordoned_node_that_is_newer_than_the_target_has_no_surge_node() {
    let surge = |version: &str| {
        let compiled = compiled(&format!(
            r#"{{"version":1,"pools":[{{"name":"p","version":"1.33.1-gke.100","upgradingFrom":"1.32.4-gke.7",
            "nodes":[{{"name":"new"}},{{"name":"other","version":"{version}","unschedulable":true}}]}}]}}"#
        ));
        compiled.cluster.nodes.values().filter(|node| node.surge).count()
    };
    assert_eq!((surge("1.32.4-gke.7"), surge("1.34.1-gke.100")), (1, 0));
}
