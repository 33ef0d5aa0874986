//! Questions about the cluster autoscaler, each with a small cluster and what its run shows.

use expect_test::{Expect, expect};
use runner::Session;
use trace::text::table;
use trace::{Change, Record};

/// What the autoscaler does in the run of a document, and the nodes that come and go.
fn check(document: &str, expect: Expect) {
    let session = Session::new(document, None).unwrap();
    let mut trace = session.trace();
    let outcome = session.finish(|chunk| trace.push(chunk));
    let scales = |record: &Record| trace.rule(record).slug.starts_with("autoscaler/");
    let comes = |change| matches!(change, Change::NodeReady | Change::NodeGone);
    let rows = table(&trace, |_, record| scales(record) || comes(record.change));
    expect.assert_eq(&format!("{rows}{:?}\n", outcome.ended));
}

const BIG: &str =
    r#""version":"1.33.5-gke.1162000","allocatable":{"cpu":"3920m","memory":"12Gi","pods":"110"}"#;

/// “We pay for a reservation of two big machines and have a pool of small, cheaper ones. Seven Pods arrive. Do they use what is
/// paid already?” (CA-28, AM-81, BS-89)
#[test]
fn machines_of_a_reservation_come_first() {
    check(
        &format!(
            r#"{{"version":1,"cluster":{{"location":"us-central1-a","currentMasterVersion":"1.33.5-gke.1162000"}},
            "pools":[
              {{"name":"cheap",{BIG},"initialNodeCount":1,"config":{{"machineType":"e2-standard-4"}},
                "autoscaling":{{"enabled":true,"minNodeCount":1,"maxNodeCount":6}}}},
              {{"name":"reserved","version":"1.33.5-gke.1162000","initialNodeCount":0,
                "config":{{"machineType":"c3-standard-8","reservationAffinity":{{"consumeReservationType":"ANY_RESERVATION"}}}},
                "allocatable":{{"cpu":"7910m","memory":"27Gi","pods":"110"}},
                "autoscaling":{{"enabled":true,"minNodeCount":0,"maxNodeCount":6}}}}],
            "workloads":[{{"kind":"Deployment","name":"base","replicas":1,"requests":{{"cpu":"3500m"}}}},
                         {{"kind":"Deployment","name":"burst","replicas":7,"requests":{{"cpu":"2500m"}}}}],
            "script":[{{"at":"0s","do":"reservation","pool":"reserved","nodes":2}}]}}"#
        ),
        expect![[r#"
              0s  node/cheap-a-1     stays: node group min size reached                              autoscaler/stays [KA-91 BS-105]              <- cluster started
             10s  pool/reserved      reserved/us-central1-a grows from 0 to 3                        autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/burst-0 blocked: NodeResourcesFit, 1 Insufficient cpu
             10s  pool/reserved      option reserved/us-central1-a: +3 nodes, 7 pods, GKE's place 1  autoscaler/second-opinion [AM-106]           <- pool/reserved reserved/us-central1-a grows from 0 to 3
             10s  pool/cheap         option cheap/us-central1-a: +5 nodes, 5 pods, GKE's place 2     autoscaler/second-opinion [AM-106]           <- pool/reserved reserved/us-central1-a grows from 0 to 3
             10s  workload/burst     reserved/us-central1-a grows for 7 pods                         autoscaler/triggered [KA-32 KA-94]           <- pool/reserved reserved/us-central1-a grows from 0 to 3
             10s  node/reserved-a-1  requested, ready in 180s                                        autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/reserved reserved/us-central1-a grows from 0 to 3
             10s  node/reserved-a-2  requested, ready in 180s                                        autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/reserved reserved/us-central1-a grows from 0 to 3
             10s  node/reserved-a-3  requested, ready in 180s                                        autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/reserved reserved/us-central1-a grows from 0 to 3
            190s  node/reserved-a-1  ready                                                           pool/node-ready [AM-39]                      <- node/reserved-a-1 requested, ready in 180s
            190s  node/reserved-a-2  ready                                                           pool/node-ready [AM-39]                      <- node/reserved-a-2 requested, ready in 180s
            190s  node/reserved-a-3  ready                                                           pool/node-ready [AM-39]                      <- node/reserved-a-3 requested, ready in 180s
            190s  node/reserved-a-1  stays: used enough                                              autoscaler/stays [KA-91 BS-105]              <- node/reserved-a-1 ready
            190s  node/reserved-a-2  stays: used enough                                              autoscaler/stays [KA-91 BS-105]              <- node/reserved-a-1 ready
            190s  node/reserved-a-3  stays: used enough                                              autoscaler/stays [KA-91 BS-105]              <- node/reserved-a-1 ready
            Quiet
        "#]],
    );
}

/// “The pool may have three nodes and has three, and one Pod is already waiting. Will a surge upgrade with one extra node get
/// stuck on the maximum, and does the waiting Pod get its node at last?” (BS-49, AM-63, KA-23, KA-09)
#[test]
fn an_upgrade_does_not_need_a_higher_maximum() {
    check(
        &format!(
            r#"{{"version":1,"cluster":{{"location":"us-central1-a","currentMasterVersion":"1.34.1-gke.3000000"}},
            "pools":[{{"name":"web",{BIG},"config":{{"machineType":"e2-standard-4"}},
              "nodes":[{{"name":"web-a"}},{{"name":"web-b"}},{{"name":"web-c"}}],
              "autoscaling":{{"enabled":true,"minNodeCount":3,"maxNodeCount":3}},
              "upgradeSettings":{{"maxSurge":1,"maxUnavailable":0}}}}],
            "workloads":[{{"kind":"Deployment","name":"web","replicas":4,"requests":{{"cpu":"2500m"}}}}],
            "script":[{{"at":"60s","do":"upgrade","pool":"web"}}],
            "assumptions":{{"nodeOrder":"listed"}}}}"#
        ),
        expect![[r#"
              0s  node/web-a    stays: node group min size reached                           autoscaler/stays [KA-91 BS-105]        <- cluster started
              0s  node/web-b    stays: node group min size reached                           autoscaler/stays [KA-91 BS-105]        <- cluster started
              0s  node/web-c    stays: node group min size reached                           autoscaler/stays [KA-91 BS-105]        <- cluster started
             10s  workload/web  web/us-central1-a doesn't grow: max node group size reached  autoscaler/no-scale-up [KA-93 BS-104]  <- pod/web-3 blocked: NodeResourcesFit, 3 Insufficient cpu
             60s  workload/web  web/us-central1-a is held back no more                       autoscaler/no-scale-up [KA-93 BS-104]  <- pool/web command 0
             60s  node/web-a    stays: upgrade or repair                                     autoscaler/stays [KA-91 BS-105]        <- pool/web command 0
            240s  node/web-a-4  ready                                                        surge/node-ready [SU-06 AM-39]         <- node/web-a-4 requested, ready in 180s
            240s  node/web-a-4  stays: upgrade or repair                                     autoscaler/stays [KA-91 BS-105]        <- node/web-a-4 ready
            250s  workload/web  web/us-central1-a doesn't grow: max node group size reached  autoscaler/no-scale-up [KA-93 BS-104]  <- pod/web-4 blocked: NodeResourcesFit, 3 Insufficient cpu
            301s  node/web-a    gone                                                         node/vm-gone [AM-39]                   <- node/web-a deleting for 30s
            310s  workload/web  web/us-central1-a is held back no more                       autoscaler/no-scale-up [KA-93 BS-104]  <- node/web-a gone
            310s  node/web-b    stays: upgrade or repair                                     autoscaler/stays [KA-91 BS-105]        <- node/web-a gone
            310s  node/web-a-4  stays: node group min size reached                           autoscaler/stays [KA-91 BS-105]        <- node/web-a gone
            481s  node/web-a-5  ready                                                        surge/node-ready [SU-06 AM-39]         <- node/web-a-5 requested, ready in 180s
            490s  workload/web  web/us-central1-a doesn't grow: max node group size reached  autoscaler/no-scale-up [KA-93 BS-104]  <- pod/web-5 blocked: NodeResourcesFit, 3 Insufficient cpu
            490s  node/web-a-5  stays: upgrade or repair                                     autoscaler/stays [KA-91 BS-105]        <- node/web-a-5 ready
            542s  node/web-b    gone                                                         node/vm-gone [AM-39]                   <- node/web-b deleting for 30s
            550s  workload/web  web/us-central1-a is held back no more                       autoscaler/no-scale-up [KA-93 BS-104]  <- node/web-b gone
            550s  node/web-c    stays: upgrade or repair                                     autoscaler/stays [KA-91 BS-105]        <- node/web-b gone
            550s  node/web-a-5  stays: node group min size reached                           autoscaler/stays [KA-91 BS-105]        <- node/web-b gone
            722s  node/web-a-6  ready                                                        surge/node-ready [SU-06 AM-39]         <- node/web-a-6 requested, ready in 180s
            730s  workload/web  web/us-central1-a doesn't grow: max node group size reached  autoscaler/no-scale-up [KA-93 BS-104]  <- pod/web-6 blocked: NodeResourcesFit, 3 Insufficient cpu
            730s  node/web-a-6  stays: upgrade or repair                                     autoscaler/stays [KA-91 BS-105]        <- node/web-a-6 ready
            783s  node/web-c    gone                                                         node/vm-gone [AM-39]                   <- node/web-c deleting for 30s
            790s  node/web-a-6  stays: node group min size reached                           autoscaler/stays [KA-91 BS-105]        <- node/web-c gone
            Quiet
        "#]],
    );
}

/// “Pool batch scaled to zero over night. Since then some of these Deployments start it and some wait for ever. Which, and
/// why?” (KA-08, CA-19, CA-61, KA-93)
#[test]
fn a_pool_at_zero_is_judged_by_its_template() {
    let app = |name: &str, key: &str, value: &str, tolerates: bool| {
        let tolerations = r#""tolerations":[{"key":"dedicated","operator":"Equal","value":"batch","effect":"NoSchedule"}],"#;
        format!(
            r#"{{"kind":"Deployment","name":"{name}","replicas":1,"requests":{{"cpu":"2"}},{}"nodeSelector":{{"{key}":"{value}"}}}}"#,
            if tolerates { tolerations } else { "" }
        )
    };
    let apps = [
        app("good", "workload", "batch", true),
        app("no-toleration", "workload", "batch", false),
        app("typo", "workload", "Batch", true),
        app("by-hand", "team", "data", true),
        app("spot-label", "cloud.google.com/gke-spot", "true", true),
    ];
    check(
        &format!(
            r#"{{"version":1,"cluster":{{"location":"europe-west1-b","currentMasterVersion":"1.33.5-gke.1162000"}},
            "pools":[{{"name":"system","initialNodeCount":1,"config":{{"machineType":"e2-standard-2"}}}},
              {{"name":"batch",{BIG},"initialNodeCount":0,
                "config":{{"machineType":"n2-standard-4","spot":true,"labels":{{"workload":"batch"}},
                  "taints":[{{"key":"dedicated","value":"batch","effect":"NO_SCHEDULE"}}]}},
                "autoscaling":{{"enabled":true,"minNodeCount":0,"maxNodeCount":5}}}}],
            "workloads":[{}]}}"#,
            apps.join(",")
        ),
        expect![[r#"
             10s  workload/by-hand        batch/europe-west1-b doesn't grow: node(s) didn't match Pod's node affinity/selector  autoscaler/no-scale-up [KA-93 BS-104]        <- pod/by-hand-0 blocked: NodeAffinity, 1 node(s) didn't match Pod's node affinity/selector
             10s  workload/no-toleration  batch/europe-west1-b doesn't grow: node(s) had untolerated taint(s)                   autoscaler/no-scale-up [KA-93 BS-104]        <- pod/no-toleration-0 blocked: NodeAffinity, 1 node(s) didn't match Pod's node affinity/selector
             10s  workload/typo           batch/europe-west1-b doesn't grow: node(s) didn't match Pod's node affinity/selector  autoscaler/no-scale-up [KA-93 BS-104]        <- pod/typo-0 blocked: NodeAffinity, 1 node(s) didn't match Pod's node affinity/selector
             10s  pool/batch              batch/europe-west1-b grows from 0 to 2                                                autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/good-0 blocked: NodeAffinity, 1 node(s) didn't match Pod's node affinity/selector
             10s  workload/good           batch/europe-west1-b grows for 1 pods                                                 autoscaler/triggered [KA-32 KA-94]           <- pool/batch batch/europe-west1-b grows from 0 to 2
             10s  workload/spot-label     batch/europe-west1-b grows for 1 pods                                                 autoscaler/triggered [KA-32 KA-94]           <- pool/batch batch/europe-west1-b grows from 0 to 2
             10s  node/batch-b-1          requested, ready in 180s                                                              autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/batch batch/europe-west1-b grows from 0 to 2
             10s  node/batch-b-2          requested, ready in 180s                                                              autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/batch batch/europe-west1-b grows from 0 to 2
            190s  node/batch-b-1          ready                                                                                 pool/node-ready [AM-39]                      <- node/batch-b-1 requested, ready in 180s
            190s  node/batch-b-2          ready                                                                                 pool/node-ready [AM-39]                      <- node/batch-b-2 requested, ready in 180s
            190s  node/batch-b-1          stays: used enough                                                                    autoscaler/stays [KA-91 BS-105]              <- node/batch-b-1 ready
            190s  node/batch-b-2          stays: used enough                                                                    autoscaler/stays [KA-91 BS-105]              <- node/batch-b-1 ready
            Quiet
        "#]],
    );
}

/// “We wrote max 3 twice and got nine nodes in one pool and three in the other. What do these limits mean?”
/// (CA-35 … CA-37, AM-103, KA-37)
#[test]
fn limits_per_zone_or_in_total() {
    let pool = |name: &str, lane: &str, limits: &str| {
        format!(
            r#"{{"name":"{name}",{BIG},"initialNodeCount":1,"config":{{"machineType":"e2-standard-4","labels":{{"lane":"{lane}"}}}},
            "autoscaling":{{"enabled":true,{limits}}}}}"#
        )
    };
    let pools = [
        pool("per-zone", "wide", r#""minNodeCount":1,"maxNodeCount":3"#),
        pool("total", "narrow", r#""totalMinNodeCount":1,"totalMaxNodeCount":4"#),
        pool("upside-down", "turned", r#""minNodeCount":5,"maxNodeCount":2"#),
    ];
    let app = |lane: &str| {
        format!(
            r#"{{"kind":"Deployment","name":"{lane}","replicas":12,"requests":{{"cpu":"2500m"}},"nodeSelector":{{"lane":"{lane}"}}}}"#
        )
    };
    check(
        &format!(
            r#"{{"version":1,"cluster":{{"location":"europe-west1","locations":["europe-west1-b","europe-west1-c","europe-west1-d"],
            "currentMasterVersion":"1.33.5-gke.1162000"}},"pools":[{}],"workloads":[{}]}}"#,
            pools.join(","),
            ["wide", "narrow", "turned"].map(app).join(",")
        ),
        expect![[r#"
              0s  node/per-zone-b-1     stays: node group min size reached                                                          autoscaler/stays [KA-91 BS-105]              <- cluster started
              0s  node/per-zone-c-2     stays: node group min size reached                                                          autoscaler/stays [KA-91 BS-105]              <- cluster started
              0s  node/per-zone-d-3     stays: node group min size reached                                                          autoscaler/stays [KA-91 BS-105]              <- cluster started
              0s  node/total-b-1        stays: used enough                                                                          autoscaler/stays [KA-91 BS-105]              <- cluster started
              0s  node/total-c-2        stays: used enough                                                                          autoscaler/stays [KA-91 BS-105]              <- cluster started
              0s  node/total-d-3        stays: used enough                                                                          autoscaler/stays [KA-91 BS-105]              <- cluster started
              0s  node/upside-down-b-1  stays: node group min size reached                                                          autoscaler/stays [KA-91 BS-105]              <- cluster started
              0s  node/upside-down-c-2  stays: node group min size reached                                                          autoscaler/stays [KA-91 BS-105]              <- cluster started
              0s  node/upside-down-d-3  stays: node group min size reached                                                          autoscaler/stays [KA-91 BS-105]              <- cluster started
             10s  pool/total            total/europe-west1-b grows from 1 to 2                                                      autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/narrow-3 blocked: NodeResourcesFit, 3 Insufficient cpu
             10s  pool/total            option total/europe-west1-b: +1 nodes, 1 pods, GKE's place 1                                autoscaler/second-opinion [AM-106]           <- pool/total total/europe-west1-b grows from 1 to 2
             10s  pool/total            option total/europe-west1-c: +1 nodes, 1 pods, GKE's place 2                                autoscaler/second-opinion [AM-106]           <- pool/total total/europe-west1-b grows from 1 to 2
             10s  pool/total            option total/europe-west1-d: +1 nodes, 1 pods, GKE's place 3                                autoscaler/second-opinion [AM-106]           <- pool/total total/europe-west1-b grows from 1 to 2
             10s  pool/upside-down      option upside-down/europe-west1-b: +3 nodes, 3 pods, GKE's place 4                          autoscaler/second-opinion [AM-106]           <- pool/total total/europe-west1-b grows from 1 to 2
             10s  pool/upside-down      option upside-down/europe-west1-c: +3 nodes, 3 pods, GKE's place 5                          autoscaler/second-opinion [AM-106]           <- pool/total total/europe-west1-b grows from 1 to 2
             10s  pool/upside-down      option upside-down/europe-west1-d: +3 nodes, 3 pods, GKE's place 6                          autoscaler/second-opinion [AM-106]           <- pool/total total/europe-west1-b grows from 1 to 2
             10s  pool/per-zone         option per-zone/europe-west1-b: +6 nodes, 6 pods, GKE's place 7                             autoscaler/second-opinion [AM-106]           <- pool/total total/europe-west1-b grows from 1 to 2
             10s  pool/per-zone         option per-zone/europe-west1-c: +6 nodes, 6 pods, GKE's place 8                             autoscaler/second-opinion [AM-106]           <- pool/total total/europe-west1-b grows from 1 to 2
             10s  pool/per-zone         option per-zone/europe-west1-d: +6 nodes, 6 pods, GKE's place 9                             autoscaler/second-opinion [AM-106]           <- pool/total total/europe-west1-b grows from 1 to 2
             10s  workload/narrow       total/europe-west1-b grows for 1 pods                                                       autoscaler/triggered [KA-32 KA-94]           <- pool/total total/europe-west1-b grows from 1 to 2
             10s  node/total-b-4        requested, ready in 180s                                                                    autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/total total/europe-west1-b grows from 1 to 2
             20s  workload/narrow       per-zone/europe-west1-b doesn't grow: node(s) didn't match Pod's node affinity/selector     autoscaler/no-scale-up [KA-93 BS-104]        <- pod/narrow-4 blocked: NodeResourcesFit, 3 Insufficient cpu
             20s  workload/narrow       per-zone/europe-west1-c doesn't grow: node(s) didn't match Pod's node affinity/selector     autoscaler/no-scale-up [KA-93 BS-104]        <- pod/narrow-4 blocked: NodeResourcesFit, 3 Insufficient cpu
             20s  workload/narrow       per-zone/europe-west1-d doesn't grow: node(s) didn't match Pod's node affinity/selector     autoscaler/no-scale-up [KA-93 BS-104]        <- pod/narrow-4 blocked: NodeResourcesFit, 3 Insufficient cpu
             20s  workload/narrow       total/europe-west1-b doesn't grow: max node group size reached                              autoscaler/no-scale-up [KA-93 BS-104]        <- pod/narrow-4 blocked: NodeResourcesFit, 3 Insufficient cpu
             20s  workload/narrow       total/europe-west1-c doesn't grow: max node group size reached                              autoscaler/no-scale-up [KA-93 BS-104]        <- pod/narrow-4 blocked: NodeResourcesFit, 3 Insufficient cpu
             20s  workload/narrow       total/europe-west1-d doesn't grow: max node group size reached                              autoscaler/no-scale-up [KA-93 BS-104]        <- pod/narrow-4 blocked: NodeResourcesFit, 3 Insufficient cpu
             20s  workload/narrow       upside-down/europe-west1-b doesn't grow: node(s) didn't match Pod's node affinity/selector  autoscaler/no-scale-up [KA-93 BS-104]        <- pod/narrow-4 blocked: NodeResourcesFit, 3 Insufficient cpu
             20s  workload/narrow       upside-down/europe-west1-c doesn't grow: node(s) didn't match Pod's node affinity/selector  autoscaler/no-scale-up [KA-93 BS-104]        <- pod/narrow-4 blocked: NodeResourcesFit, 3 Insufficient cpu
             20s  workload/narrow       upside-down/europe-west1-d doesn't grow: node(s) didn't match Pod's node affinity/selector  autoscaler/no-scale-up [KA-93 BS-104]        <- pod/narrow-4 blocked: NodeResourcesFit, 3 Insufficient cpu
             20s  pool/upside-down      upside-down/europe-west1-b grows from 1 to 2                                                autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/turned-3 blocked: NodeResourcesFit, 3 Insufficient cpu
             20s  pool/upside-down      upside-down/europe-west1-c grows from 1 to 2                                                autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/turned-3 blocked: NodeResourcesFit, 3 Insufficient cpu
             20s  pool/upside-down      upside-down/europe-west1-d grows from 1 to 2                                                autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/turned-3 blocked: NodeResourcesFit, 3 Insufficient cpu
             20s  pool/upside-down      option upside-down/europe-west1-b: +3 nodes, 3 pods, GKE's place 1                          autoscaler/second-opinion [AM-106]           <- pool/upside-down upside-down/europe-west1-b grows from 1 to 2
             20s  pool/upside-down      option upside-down/europe-west1-c: +3 nodes, 3 pods, GKE's place 2                          autoscaler/second-opinion [AM-106]           <- pool/upside-down upside-down/europe-west1-b grows from 1 to 2
             20s  pool/upside-down      option upside-down/europe-west1-d: +3 nodes, 3 pods, GKE's place 3                          autoscaler/second-opinion [AM-106]           <- pool/upside-down upside-down/europe-west1-b grows from 1 to 2
             20s  pool/per-zone         option per-zone/europe-west1-b: +6 nodes, 6 pods, GKE's place 4                             autoscaler/second-opinion [AM-106]           <- pool/upside-down upside-down/europe-west1-b grows from 1 to 2
             20s  pool/per-zone         option per-zone/europe-west1-c: +6 nodes, 6 pods, GKE's place 5                             autoscaler/second-opinion [AM-106]           <- pool/upside-down upside-down/europe-west1-b grows from 1 to 2
             20s  pool/per-zone         option per-zone/europe-west1-d: +6 nodes, 6 pods, GKE's place 6                             autoscaler/second-opinion [AM-106]           <- pool/upside-down upside-down/europe-west1-b grows from 1 to 2
             20s  workload/turned       upside-down/europe-west1-b grows for 3 pods                                                 autoscaler/triggered [KA-32 KA-94]           <- pool/upside-down upside-down/europe-west1-b grows from 1 to 2
             20s  node/upside-down-b-4  requested, ready in 180s                                                                    autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/upside-down upside-down/europe-west1-b grows from 1 to 2
             20s  node/upside-down-c-5  requested, ready in 180s                                                                    autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/upside-down upside-down/europe-west1-c grows from 1 to 2
             20s  node/upside-down-d-6  requested, ready in 180s                                                                    autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/upside-down upside-down/europe-west1-d grows from 1 to 2
             30s  workload/narrow       upside-down/europe-west1-b doesn't grow: max node group size reached                        autoscaler/no-scale-up [KA-93 BS-104]        <- pod/narrow-4 blocked: NodeResourcesFit, 3 Insufficient cpu
             30s  workload/narrow       upside-down/europe-west1-c doesn't grow: max node group size reached                        autoscaler/no-scale-up [KA-93 BS-104]        <- pod/narrow-4 blocked: NodeResourcesFit, 3 Insufficient cpu
             30s  workload/narrow       upside-down/europe-west1-d doesn't grow: max node group size reached                        autoscaler/no-scale-up [KA-93 BS-104]        <- pod/narrow-4 blocked: NodeResourcesFit, 3 Insufficient cpu
             30s  workload/turned       per-zone/europe-west1-b doesn't grow: node(s) didn't match Pod's node affinity/selector     autoscaler/no-scale-up [KA-93 BS-104]        <- pod/turned-6 blocked: NodeResourcesFit, 3 Insufficient cpu
             30s  workload/turned       per-zone/europe-west1-c doesn't grow: node(s) didn't match Pod's node affinity/selector     autoscaler/no-scale-up [KA-93 BS-104]        <- pod/turned-6 blocked: NodeResourcesFit, 3 Insufficient cpu
             30s  workload/turned       per-zone/europe-west1-d doesn't grow: node(s) didn't match Pod's node affinity/selector     autoscaler/no-scale-up [KA-93 BS-104]        <- pod/turned-6 blocked: NodeResourcesFit, 3 Insufficient cpu
             30s  workload/turned       total/europe-west1-b doesn't grow: max node group size reached                              autoscaler/no-scale-up [KA-93 BS-104]        <- pod/turned-6 blocked: NodeResourcesFit, 3 Insufficient cpu
             30s  workload/turned       total/europe-west1-c doesn't grow: max node group size reached                              autoscaler/no-scale-up [KA-93 BS-104]        <- pod/turned-6 blocked: NodeResourcesFit, 3 Insufficient cpu
             30s  workload/turned       total/europe-west1-d doesn't grow: max node group size reached                              autoscaler/no-scale-up [KA-93 BS-104]        <- pod/turned-6 blocked: NodeResourcesFit, 3 Insufficient cpu
             30s  workload/turned       upside-down/europe-west1-b doesn't grow: max node group size reached                        autoscaler/no-scale-up [KA-93 BS-104]        <- pod/turned-6 blocked: NodeResourcesFit, 3 Insufficient cpu
             30s  workload/turned       upside-down/europe-west1-c doesn't grow: max node group size reached                        autoscaler/no-scale-up [KA-93 BS-104]        <- pod/turned-6 blocked: NodeResourcesFit, 3 Insufficient cpu
             30s  workload/turned       upside-down/europe-west1-d doesn't grow: max node group size reached                        autoscaler/no-scale-up [KA-93 BS-104]        <- pod/turned-6 blocked: NodeResourcesFit, 3 Insufficient cpu
             30s  pool/per-zone         per-zone/europe-west1-b grows from 1 to 3                                                   autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/wide-3 blocked: NodeResourcesFit, 3 Insufficient cpu
             30s  pool/per-zone         per-zone/europe-west1-c grows from 1 to 3                                                   autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/wide-3 blocked: NodeResourcesFit, 3 Insufficient cpu
             30s  pool/per-zone         per-zone/europe-west1-d grows from 1 to 3                                                   autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/wide-3 blocked: NodeResourcesFit, 3 Insufficient cpu
             30s  workload/wide         per-zone/europe-west1-b grows for 6 pods                                                    autoscaler/triggered [KA-32 KA-94]           <- pool/per-zone per-zone/europe-west1-b grows from 1 to 3
             30s  node/per-zone-b-4     requested, ready in 180s                                                                    autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/per-zone per-zone/europe-west1-b grows from 1 to 3
             30s  node/per-zone-b-5     requested, ready in 180s                                                                    autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/per-zone per-zone/europe-west1-b grows from 1 to 3
             30s  node/per-zone-c-6     requested, ready in 180s                                                                    autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/per-zone per-zone/europe-west1-c grows from 1 to 3
             30s  node/per-zone-c-7     requested, ready in 180s                                                                    autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/per-zone per-zone/europe-west1-c grows from 1 to 3
             30s  node/per-zone-d-8     requested, ready in 180s                                                                    autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/per-zone per-zone/europe-west1-d grows from 1 to 3
             30s  node/per-zone-d-9     requested, ready in 180s                                                                    autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/per-zone per-zone/europe-west1-d grows from 1 to 3
             40s  workload/narrow       per-zone/europe-west1-b doesn't grow: max node group size reached                           autoscaler/no-scale-up [KA-93 BS-104]        <- pod/narrow-4 blocked: NodeResourcesFit, 3 Insufficient cpu
             40s  workload/narrow       per-zone/europe-west1-c doesn't grow: max node group size reached                           autoscaler/no-scale-up [KA-93 BS-104]        <- pod/narrow-4 blocked: NodeResourcesFit, 3 Insufficient cpu
             40s  workload/narrow       per-zone/europe-west1-d doesn't grow: max node group size reached                           autoscaler/no-scale-up [KA-93 BS-104]        <- pod/narrow-4 blocked: NodeResourcesFit, 3 Insufficient cpu
             40s  workload/turned       per-zone/europe-west1-b doesn't grow: max node group size reached                           autoscaler/no-scale-up [KA-93 BS-104]        <- pod/turned-6 blocked: NodeResourcesFit, 3 Insufficient cpu
             40s  workload/turned       per-zone/europe-west1-c doesn't grow: max node group size reached                           autoscaler/no-scale-up [KA-93 BS-104]        <- pod/turned-6 blocked: NodeResourcesFit, 3 Insufficient cpu
             40s  workload/turned       per-zone/europe-west1-d doesn't grow: max node group size reached                           autoscaler/no-scale-up [KA-93 BS-104]        <- pod/turned-6 blocked: NodeResourcesFit, 3 Insufficient cpu
             40s  workload/wide         per-zone/europe-west1-b doesn't grow: max node group size reached                           autoscaler/no-scale-up [KA-93 BS-104]        <- pod/wide-9 blocked: NodeResourcesFit, 3 Insufficient cpu
             40s  workload/wide         per-zone/europe-west1-c doesn't grow: max node group size reached                           autoscaler/no-scale-up [KA-93 BS-104]        <- pod/wide-9 blocked: NodeResourcesFit, 3 Insufficient cpu
             40s  workload/wide         per-zone/europe-west1-d doesn't grow: max node group size reached                           autoscaler/no-scale-up [KA-93 BS-104]        <- pod/wide-9 blocked: NodeResourcesFit, 3 Insufficient cpu
             40s  workload/wide         total/europe-west1-b doesn't grow: max node group size reached                              autoscaler/no-scale-up [KA-93 BS-104]        <- pod/wide-9 blocked: NodeResourcesFit, 3 Insufficient cpu
             40s  workload/wide         total/europe-west1-c doesn't grow: max node group size reached                              autoscaler/no-scale-up [KA-93 BS-104]        <- pod/wide-9 blocked: NodeResourcesFit, 3 Insufficient cpu
             40s  workload/wide         total/europe-west1-d doesn't grow: max node group size reached                              autoscaler/no-scale-up [KA-93 BS-104]        <- pod/wide-9 blocked: NodeResourcesFit, 3 Insufficient cpu
             40s  workload/wide         upside-down/europe-west1-b doesn't grow: max node group size reached                        autoscaler/no-scale-up [KA-93 BS-104]        <- pod/wide-9 blocked: NodeResourcesFit, 3 Insufficient cpu
             40s  workload/wide         upside-down/europe-west1-c doesn't grow: max node group size reached                        autoscaler/no-scale-up [KA-93 BS-104]        <- pod/wide-9 blocked: NodeResourcesFit, 3 Insufficient cpu
             40s  workload/wide         upside-down/europe-west1-d doesn't grow: max node group size reached                        autoscaler/no-scale-up [KA-93 BS-104]        <- pod/wide-9 blocked: NodeResourcesFit, 3 Insufficient cpu
             40s  node/per-zone-b-1     stays: used enough                                                                          autoscaler/stays [KA-91 BS-105]              <- pool/per-zone per-zone/europe-west1-b grows from 1 to 3
             40s  node/per-zone-c-2     stays: used enough                                                                          autoscaler/stays [KA-91 BS-105]              <- pool/per-zone per-zone/europe-west1-b grows from 1 to 3
             40s  node/per-zone-d-3     stays: used enough                                                                          autoscaler/stays [KA-91 BS-105]              <- pool/per-zone per-zone/europe-west1-b grows from 1 to 3
            190s  node/total-b-4        ready                                                                                       pool/node-ready [AM-39]                      <- node/total-b-4 requested, ready in 180s
            190s  node/total-b-4        stays: used enough                                                                          autoscaler/stays [KA-91 BS-105]              <- node/total-b-4 ready
            200s  node/upside-down-b-4  ready                                                                                       pool/node-ready [AM-39]                      <- node/upside-down-b-4 requested, ready in 180s
            200s  node/upside-down-c-5  ready                                                                                       pool/node-ready [AM-39]                      <- node/upside-down-c-5 requested, ready in 180s
            200s  node/upside-down-d-6  ready                                                                                       pool/node-ready [AM-39]                      <- node/upside-down-d-6 requested, ready in 180s
            200s  node/upside-down-b-4  stays: node group min size reached                                                          autoscaler/stays [KA-91 BS-105]              <- node/total-b-4 ready
            200s  node/upside-down-c-5  stays: node group min size reached                                                          autoscaler/stays [KA-91 BS-105]              <- node/total-b-4 ready
            200s  node/upside-down-d-6  stays: node group min size reached                                                          autoscaler/stays [KA-91 BS-105]              <- node/total-b-4 ready
            210s  node/per-zone-b-4     ready                                                                                       pool/node-ready [AM-39]                      <- node/per-zone-b-4 requested, ready in 180s
            210s  node/per-zone-b-5     ready                                                                                       pool/node-ready [AM-39]                      <- node/per-zone-b-5 requested, ready in 180s
            210s  node/per-zone-c-6     ready                                                                                       pool/node-ready [AM-39]                      <- node/per-zone-c-6 requested, ready in 180s
            210s  node/per-zone-c-7     ready                                                                                       pool/node-ready [AM-39]                      <- node/per-zone-c-7 requested, ready in 180s
            210s  node/per-zone-d-8     ready                                                                                       pool/node-ready [AM-39]                      <- node/per-zone-d-8 requested, ready in 180s
            210s  node/per-zone-d-9     ready                                                                                       pool/node-ready [AM-39]                      <- node/per-zone-d-9 requested, ready in 180s
            210s  node/per-zone-b-4     stays: used enough                                                                          autoscaler/stays [KA-91 BS-105]              <- node/total-b-4 ready
            210s  node/per-zone-b-5     stays: used enough                                                                          autoscaler/stays [KA-91 BS-105]              <- node/total-b-4 ready
            210s  node/per-zone-c-6     stays: used enough                                                                          autoscaler/stays [KA-91 BS-105]              <- node/total-b-4 ready
            210s  node/per-zone-c-7     stays: used enough                                                                          autoscaler/stays [KA-91 BS-105]              <- node/total-b-4 ready
            210s  node/per-zone-d-8     stays: used enough                                                                          autoscaler/stays [KA-91 BS-105]              <- node/total-b-4 ready
            210s  node/per-zone-d-9     stays: used enough                                                                          autoscaler/stays [KA-91 BS-105]              <- node/total-b-4 ready
            Quiet
        "#]],
    );
}

/// “Four Pods of mining wait for ever though the pool may have 10 nodes. A Pod of tests got a node within four minutes.”
/// (KA-11, CA-68, BS-88)
#[test]
fn pods_of_low_priority_are_guests() {
    let cluster = |autopilot: &str| {
        format!(
            r#"{{"version":1,"cluster":{{"location":"us-central1-a","currentMasterVersion":"1.33.5-gke.1162000"{autopilot}}},
            "pools":[{{"name":"main",{BIG},"initialNodeCount":1,"config":{{"machineType":"e2-standard-4"}},
              "autoscaling":{{"enabled":true,"minNodeCount":1,"maxNodeCount":10}}}}],
            "workloads":[{{"kind":"Deployment","name":"shop","replicas":1,"requests":{{"cpu":"3600m"}}}},
              {{"kind":"Deployment","name":"mining","replicas":4,"priority":-50,"requests":{{"cpu":"1500m"}}}},
              {{"kind":"Deployment","name":"tests","replicas":1,"priority":-10,"requests":{{"cpu":"1500m"}}}}]}}"#
        )
    };
    check(
        &cluster(""),
        expect![[r#"
              0s  node/main-a-1   stays: node group min size reached         autoscaler/stays [KA-91 BS-105]              <- cluster started
             10s  pool/main       main/us-central1-a grows from 1 to 2       autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/tests-0 blocked: NodeResourcesFit, 1 Insufficient cpu
             10s  workload/tests  main/us-central1-a grows for 1 pods        autoscaler/triggered [KA-32 KA-94]           <- pool/main main/us-central1-a grows from 1 to 2
             10s  node/main-a-2   requested, ready in 180s                   autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/main main/us-central1-a grows from 1 to 2
             20s  node/main-a-1   stays: used enough                         autoscaler/stays [KA-91 BS-105]              <- pool/main main/us-central1-a grows from 1 to 2
            190s  node/main-a-2   ready                                      pool/node-ready [AM-39]                      <- node/main-a-2 requested, ready in 180s
            190s  node/main-a-2   stays: no place to move Pods, pod/tests-0  autoscaler/stays [KA-91 BS-105]              <- node/main-a-2 ready
            Quiet
        "#]],
    );
    check(
        &cluster(r#","autopilot":{"enabled":true}"#),
        expect![[r#"
              0s  node/main-a-1    stays: node group min size reached          autoscaler/stays [KA-91 BS-105]              <- cluster started
             10s  pool/main        main/us-central1-a grows from 1 to 4        autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/tests-0 blocked: NodeResourcesFit, 1 Insufficient cpu
             10s  workload/mining  main/us-central1-a grows for 4 pods         autoscaler/triggered [KA-32 KA-94]           <- pool/main main/us-central1-a grows from 1 to 4
             10s  workload/tests   main/us-central1-a grows for 1 pods         autoscaler/triggered [KA-32 KA-94]           <- pool/main main/us-central1-a grows from 1 to 4
             10s  node/main-a-2    requested, ready in 180s                    autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/main main/us-central1-a grows from 1 to 4
             10s  node/main-a-3    requested, ready in 180s                    autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/main main/us-central1-a grows from 1 to 4
             10s  node/main-a-4    requested, ready in 180s                    autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/main main/us-central1-a grows from 1 to 4
             20s  node/main-a-1    stays: used enough                          autoscaler/stays [KA-91 BS-105]              <- pool/main main/us-central1-a grows from 1 to 4
            190s  node/main-a-2    ready                                       pool/node-ready [AM-39]                      <- node/main-a-2 requested, ready in 180s
            190s  node/main-a-3    ready                                       pool/node-ready [AM-39]                      <- node/main-a-3 requested, ready in 180s
            190s  node/main-a-4    ready                                       pool/node-ready [AM-39]                      <- node/main-a-4 requested, ready in 180s
            190s  node/main-a-2    stays: used enough                          autoscaler/stays [KA-91 BS-105]              <- node/main-a-2 ready
            190s  node/main-a-3    stays: no place to move Pods, pod/mining-0  autoscaler/stays [KA-91 BS-105]              <- node/main-a-2 ready
            190s  node/main-a-4    stays: used enough                          autoscaler/stays [KA-91 BS-105]              <- node/main-a-2 ready
            Quiet
        "#]],
    );
}

/// A label that was put on a node by hand makes the pool grow for Pods that its new nodes don't take (KA-08, CA-19).
#[test]
fn a_label_set_by_hand_misleads_the_autoscaler() {
    check(
        &format!(
            r#"{{"version":1,"cluster":{{"location":"us-central1-a","currentMasterVersion":"1.33.5-gke.1162000"}},
            "pools":[{{"name":"main",{BIG},"config":{{"machineType":"e2-standard-4"}},
              "nodes":[{{"name":"main-a","labels":{{"team":"data"}}}},{{"name":"main-b"}}],
              "autoscaling":{{"enabled":true,"minNodeCount":1,"maxNodeCount":3}}}}],
            "workloads":[{{"kind":"Deployment","name":"data","replicas":2,"requests":{{"cpu":"3"}},"nodeSelector":{{"team":"data"}}}}],"until":"20m"}}"#
        ),
        expect![[r#"
              0s  node/main-b    unneeded                                                      autoscaler/unneeded [CA-09 BS-41]            <- cluster started
              0s  node/main-a    stays: used enough                                            autoscaler/stays [KA-91 BS-105]              <- cluster started
              0s  node/main-b    avoided by new Pods                                           autoscaler/soft-taint [KA-84]                <- cluster started
             10s  pool/main      main/us-central1-a grows from 2 to 3                          autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/data-1 blocked: NodeResourcesFit, 1 Insufficient cpu
             10s  workload/data  main/us-central1-a grows for 1 pods                           autoscaler/triggered [KA-32 KA-94]           <- pool/main main/us-central1-a grows from 2 to 3
             10s  node/main-a-3  requested, ready in 180s                                      autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/main main/us-central1-a grows from 2 to 3
             20s  workload/data  main/us-central1-a doesn't grow: max node group size reached  autoscaler/no-scale-up [KA-93 BS-104]        <- pod/data-1 blocked: NodeResourcesFit, 1 Insufficient cpu
            190s  node/main-a-3  ready                                                         pool/node-ready [AM-39]                      <- node/main-a-3 requested, ready in 180s
            190s  node/main-a-3  unneeded                                                      autoscaler/unneeded [CA-09 BS-41]            <- node/main-a-3 ready
            190s  node/main-a-3  avoided by new Pods                                           autoscaler/soft-taint [KA-84]                <- node/main-a-3 ready
            610s  node/main-b    to be deleted                                                 autoscaler/to-be-deleted [KA-82 BS-42]       <- node/main-b avoided by new Pods
            615s  node/main-b    deleting for 30s                                              autoscaler/delete [KA-86]                    <- node/main-b to be deleted
            620s  workload/data  main/us-central1-a is held back no more                       autoscaler/no-scale-up [KA-93 BS-104]        <- node/main-b to be deleted
            620s  pool/main      main/us-central1-a grows from 2 to 3                          autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/data-1 blocked: NodeResourcesFit, 1 Insufficient cpu
            620s  workload/data  main/us-central1-a grows for 1 pods                           autoscaler/triggered [KA-32 KA-94]           <- pool/main main/us-central1-a grows from 2 to 3
            620s  node/main-a-4  requested, ready in 180s                                      autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/main main/us-central1-a grows from 2 to 3
            630s  workload/data  main/us-central1-a doesn't grow: max node group size reached  autoscaler/no-scale-up [KA-93 BS-104]        <- pod/data-1 blocked: NodeResourcesFit, 1 Insufficient cpu
            645s  node/main-b    gone                                                          node/vm-gone [AM-39]                         <- node/main-b deleting for 30s
            800s  node/main-a-4  ready                                                         pool/node-ready [AM-39]                      <- node/main-a-4 requested, ready in 180s
            800s  node/main-a-4  unneeded                                                      autoscaler/unneeded [CA-09 BS-41]            <- node/main-a-3 ready
            800s  node/main-a-3  stays: cool-down                                              autoscaler/stays [KA-91 BS-105]              <- node/main-a-3 ready
            800s  node/main-a-4  avoided by new Pods                                           autoscaler/soft-taint [KA-84]                <- node/main-a-3 ready
            Until
        "#]],
    );
}

/// Limits of node auto-provisioning hold for all pools, and count the nodes of pools that aren't autoscaled (KA-41).
#[test]
fn limits_of_resources_hold_for_the_cluster() {
    check(
        &format!(
            r#"{{"version":1,"cluster":{{"location":"us-central1-a","currentMasterVersion":"1.33.5-gke.1162000",
              "autoscaling":{{"enableNodeAutoprovisioning":true,"resourceLimits":[
                {{"resourceType":"cpu","maximum":"18"}},{{"resourceType":"memory","maximum":"1000"}}]}}}},
            "pools":[{{"name":"main",{BIG},"initialNodeCount":1,"config":{{"machineType":"e2-standard-4"}},
              "autoscaling":{{"enabled":true,"minNodeCount":1,"maxNodeCount":9}}}},
              {{"name":"fixed",{BIG},"initialNodeCount":1,"config":{{"machineType":"e2-standard-4",
                "taints":[{{"key":"lane","value":"own","effect":"NO_SCHEDULE"}}]}}}}],
            "workloads":[{{"kind":"Deployment","name":"web","replicas":6,"requests":{{"cpu":"3"}}}}]}}"#
        ),
        expect![[r#"
              0s  node/main-a-1  stays: node group min size reached                               autoscaler/stays [KA-91 BS-105]              <- cluster started
             10s  pool/main      main/us-central1-a grows from 1 to 3                             autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/web-1 blocked: NodeResourcesFit, 1 Insufficient cpu
             10s  workload/web   main/us-central1-a grows for 5 pods                              autoscaler/triggered [KA-32 KA-94]           <- pool/main main/us-central1-a grows from 1 to 3
             10s  node/main-a-2  requested, ready in 180s                                         autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/main main/us-central1-a grows from 1 to 3
             10s  node/main-a-3  requested, ready in 180s                                         autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/main main/us-central1-a grows from 1 to 3
             20s  workload/web   main/us-central1-a doesn't grow: exceeded quota: "cluster-wide"  autoscaler/no-scale-up [KA-93 BS-104]        <- pod/web-3 blocked: NodeResourcesFit, 1 Insufficient cpu
             20s  node/main-a-1  stays: used enough                                               autoscaler/stays [KA-91 BS-105]              <- pool/main main/us-central1-a grows from 1 to 3
            190s  node/main-a-2  ready                                                            pool/node-ready [AM-39]                      <- node/main-a-2 requested, ready in 180s
            190s  node/main-a-3  ready                                                            pool/node-ready [AM-39]                      <- node/main-a-3 requested, ready in 180s
            190s  node/main-a-2  stays: used enough                                               autoscaler/stays [KA-91 BS-105]              <- node/main-a-2 ready
            190s  node/main-a-3  stays: used enough                                               autoscaler/stays [KA-91 BS-105]              <- node/main-a-2 ready
            Quiet
        "#]],
    );
}

/// “Two of our three nodes do next to nothing, min is 1, and for weeks neither goes.” (KA-68, BS-45, CA-66, KA-71)
#[test]
fn system_pods_need_a_budget() {
    let cluster = |budgets: &str| {
        format!(
            r#"{{"version":1,"cluster":{{"location":"us-central1-a","currentMasterVersion":"1.33.5-gke.1162000"}},
            "pools":[{{"name":"main",{BIG},"config":{{"machineType":"e2-standard-4"}},
              "nodes":[{{"name":"n1"}},{{"name":"n2"}},{{"name":"n3"}}],
              "autoscaling":{{"enabled":true,"minNodeCount":1,"maxNodeCount":6}}}}],
            "workloads":[
              {{"kind":"Deployment","namespace":"kube-system","name":"metrics","replicas":1,"labels":{{"app":"metrics"}},
                "requests":{{"cpu":"50m"}},"pods":[{{"name":"metrics-a","node":"n1"}}]}},
              {{"kind":"Deployment","namespace":"kube-system","name":"dns","replicas":1,"labels":{{"app":"dns"}},
                "requests":{{"cpu":"20m"}},"pods":[{{"name":"dns-a","node":"n2"}}]}},
              {{"kind":"Deployment","name":"shop","replicas":1,"requests":{{"cpu":"2600m"}},
                "pods":[{{"name":"shop-a","node":"n3"}}]}}],
            "budgets":[{budgets}],"until":"40m"}}"#
        )
    };
    let budget = |name: &str, limit: &str| {
        format!(
            r#"{{"namespace":"kube-system","name":"{name}","selector":{{"matchLabels":{{"app":"{name}"}}}},{limit}}}"#
        )
    };
    let one = r#""maxUnavailable":1"#;
    check(
        &cluster(""),
        expect![[r#"
        0s  node/n1  stays: a system Pod, pod/kube-system/metrics-a  autoscaler/stays [KA-91 BS-105]  <- cluster started
        0s  node/n2  stays: a system Pod, pod/kube-system/dns-a      autoscaler/stays [KA-91 BS-105]  <- cluster started
        0s  node/n3  stays: used enough                              autoscaler/stays [KA-91 BS-105]  <- cluster started
        Quiet
    "#]],
    );
    check(
        &cluster(&[budget("metrics", one), budget("dns", one)].join(",")),
        expect![[r#"
           0s  node/n1  unneeded                                             autoscaler/unneeded [CA-09 BS-41]       <- cluster started
           0s  node/n2  stays: not enough budget, pod/kube-system/metrics-a  autoscaler/stays [KA-91 BS-105]         <- cluster started
           0s  node/n3  stays: used enough                                   autoscaler/stays [KA-91 BS-105]         <- cluster started
           0s  node/n1  avoided by new Pods                                  autoscaler/soft-taint [KA-84]           <- cluster started
         610s  node/n1  to be deleted after a drain                          autoscaler/to-be-deleted [KA-82 BS-42]  <- node/n1 avoided by new Pods
         615s  node/n1  draining 1 pods, at most 3600s                       autoscaler/drain [KA-83]                <- node/n1 to be deleted after a drain
         645s  node/n1  deleting for 30s                                     autoscaler/delete [KA-86]               <- node/n1 drained
         675s  node/n1  gone                                                 node/vm-gone [AM-39]                    <- node/n1 deleting for 30s
         900s  node/n2  unneeded                                             autoscaler/unneeded [CA-09 BS-41]       <- cluster started
         900s  node/n2  avoided by new Pods                                  autoscaler/soft-taint [KA-84]           <- cluster started
        1510s  node/n2  to be deleted after a drain                          autoscaler/to-be-deleted [KA-82 BS-42]  <- node/n2 avoided by new Pods
        1515s  node/n2  draining 2 pods, at most 3600s                       autoscaler/drain [KA-83]                <- node/n2 to be deleted after a drain
        1545s  node/n2  deleting for 30s                                     autoscaler/delete [KA-86]               <- node/n2 drained
        1550s  node/n3  stays: node group min size reached                   autoscaler/stays [KA-91 BS-105]         <- pod/kube-system/dns-a gone
        1575s  node/n2  gone                                                 node/vm-gone [AM-39]                    <- node/n2 deleting for 30s
        Quiet
    "#]],
    );
    check(
        &cluster(&budget("dns", r#""minAvailable":1"#)),
        expect![[r#"
        0s  node/n1  stays: a system Pod, pod/kube-system/metrics-a   autoscaler/stays [KA-91 BS-105]  <- cluster started
        0s  node/n2  stays: not enough budget, pod/kube-system/dns-a  autoscaler/stays [KA-91 BS-105]  <- cluster started
        0s  node/n3  stays: used enough                               autoscaler/stays [KA-91 BS-105]  <- cluster started
        Quiet
    "#]],
    );
}

/// “n1 and n2 use 3 % of their CPUs, n3 is busy. Which node goes, if any?” (KA-51, KA-53, CA-03)
#[test]
fn requests_decide_not_use() {
    check(
        &format!(
            r#"{{"version":1,"cluster":{{"location":"us-central1-a","currentMasterVersion":"1.33.5-gke.1162000"}},
            "pools":[{{"name":"main",{BIG},"config":{{"machineType":"e2-standard-4"}},
              "nodes":[{{"name":"n1"}},{{"name":"n2"}},{{"name":"n3"}}],
              "autoscaling":{{"enabled":true,"minNodeCount":1,"maxNodeCount":6}}}}],
            "workloads":[
              {{"kind":"Deployment","name":"w1","replicas":1,"requests":{{"cpu":"1960m","memory":"1224Mi"}},"pods":[{{"name":"w1-a","node":"n1"}}]}},
              {{"kind":"Deployment","name":"w2","replicas":1,"requests":{{"cpu":"1000m","memory":"7368Mi"}},"pods":[{{"name":"w2-a","node":"n2"}}]}},
              {{"kind":"Deployment","name":"w3","replicas":1,"requests":{{"cpu":"1900m","memory":"1224Mi"}},"pods":[{{"name":"w3-a","node":"n3"}}]}}]}}"#
        ),
        expect![[r#"
              0s  node/n3  unneeded                        autoscaler/unneeded [CA-09 BS-41]       <- cluster started
              0s  node/n1  stays: used enough              autoscaler/stays [KA-91 BS-105]         <- cluster started
              0s  node/n2  stays: used enough              autoscaler/stays [KA-91 BS-105]         <- cluster started
              0s  node/n3  avoided by new Pods             autoscaler/soft-taint [KA-84]           <- cluster started
            610s  node/n3  to be deleted after a drain     autoscaler/to-be-deleted [KA-82 BS-42]  <- node/n3 avoided by new Pods
            615s  node/n3  draining 1 pods, at most 3600s  autoscaler/drain [KA-83]                <- node/n3 to be deleted after a drain
            645s  node/n3  deleting for 30s                autoscaler/delete [KA-86]               <- node/n3 drained
            675s  node/n3  gone                            node/vm-gone [AM-39]                    <- node/n3 deleting for 30s
            Quiet
        "#]],
    );
}

/// “Every node is at 10 %, and the log says no place to move Pods for each. There is plenty of room!” (KA-59, CA-45)
#[test]
fn pods_that_stay_apart_keep_their_nodes() {
    check(
        &format!(
            r#"{{"version":1,"cluster":{{"location":"us-central1-a","currentMasterVersion":"1.33.5-gke.1162000"}},
            "pools":[{{"name":"main",{BIG},"initialNodeCount":3,"config":{{"machineType":"e2-standard-4"}},
              "autoscaling":{{"enabled":true,"minNodeCount":1,"maxNodeCount":6}}}}],
            "workloads":[{{"kind":"Deployment","name":"search","replicas":3,"labels":{{"app":"search"}},"requests":{{"cpu":"400m"}},
              "affinity":{{"podAntiAffinity":{{"requiredDuringSchedulingIgnoredDuringExecution":[
                {{"labelSelector":{{"matchLabels":{{"app":"search"}}}},"topologyKey":"kubernetes.io/hostname"}}]}}}}}}]}}"#
        ),
        expect![[r#"
            0s  node/main-a-1  stays: no place to move Pods, pod/search-1  autoscaler/stays [KA-91 BS-105]  <- cluster started
            0s  node/main-a-2  stays: no place to move Pods, pod/search-2  autoscaler/stays [KA-91 BS-105]  <- cluster started
            0s  node/main-a-3  stays: no place to move Pods, pod/search-0  autoscaler/stays [KA-91 BS-105]  <- cluster started
            Quiet
        "#]],
    );
}

/// “We keep spare capacity with placeholder Pods: one of priority −20, one of −10, each 3 CPU. Why that one, and what holds the
/// other?” (KA-02, CA-68)
#[test]
fn placeholders_below_the_lowest_priority_hold_nothing() {
    let pod = |name: &str, priority: i32, node: &str| {
        format!(
            r#"{{"kind":"Deployment","name":"{name}","replicas":1,"priority":{priority},"terminationGracePeriodSeconds":0,
            "requests":{{"cpu":"3"}},"pods":[{{"name":"{name}-a","node":"{node}"}}]}}"#
        )
    };
    check(
        &format!(
            r#"{{"version":1,"cluster":{{"location":"us-central1-a","currentMasterVersion":"1.33.5-gke.1162000"}},
            "pools":[{{"name":"main",{BIG},"config":{{"machineType":"e2-standard-4"}},
              "nodes":[{{"name":"n1"}},{{"name":"n2"}},{{"name":"n3"}}],
              "autoscaling":{{"enabled":true,"minNodeCount":1,"maxNodeCount":6}}}}],
            "workloads":[{},{},{}]}}"#,
            pod("low", -20, "n1"),
            pod("edge", -10, "n2"),
            pod("shop", 0, "n3"),
        ),
        expect![[r#"
              0s  node/n1  unneeded             autoscaler/unneeded [CA-09 BS-41]       <- cluster started
              0s  node/n2  stays: used enough   autoscaler/stays [KA-91 BS-105]         <- cluster started
              0s  node/n3  stays: used enough   autoscaler/stays [KA-91 BS-105]         <- cluster started
              0s  node/n1  avoided by new Pods  autoscaler/soft-taint [KA-84]           <- cluster started
            610s  node/n1  to be deleted        autoscaler/to-be-deleted [KA-82 BS-42]  <- node/n1 avoided by new Pods
            615s  node/n1  deleting for 30s     autoscaler/delete [KA-86]               <- node/n1 to be deleted
            645s  node/n1  gone                 node/vm-gone [AM-39]                    <- node/n1 deleting for 30s
            Quiet
        "#]],
    );
}

/// The annotation `scale-down-disabled` keeps a node (BS-45, KA-56).
#[test]
fn an_annotation_keeps_a_node() {
    check(
        &format!(
            r#"{{"version":1,"cluster":{{"location":"us-central1-a","currentMasterVersion":"1.33.5-gke.1162000"}},
            "pools":[{{"name":"main",{BIG},"config":{{"machineType":"e2-standard-4"}},
              "nodes":[{{"name":"n1"}},{{"name":"n2","annotations":{{"cluster-autoscaler.kubernetes.io/scale-down-disabled":"true"}}}}],
              "autoscaling":{{"enabled":true,"minNodeCount":0,"maxNodeCount":6}}}}],
            "workloads":[{{"kind":"Deployment","name":"shop","replicas":1,"requests":{{"cpu":"3"}},"pods":[{{"name":"shop-a","node":"n1"}}]}}]}}"#
        ),
        expect![[r#"
            0s  node/n1  stays: used enough          autoscaler/stays [KA-91 BS-105]  <- cluster started
            0s  node/n2  stays: scale-down-disabled  autoscaler/stays [KA-91 BS-105]  <- cluster started
            Quiet
        "#]],
    );
}

/// “A drain of the autoscaler waits for an eviction that always fails. Does it get a node for that Pod?” Two budgets select it
/// (KE-03), and another Pod has taken its place meanwhile (KA-87).
#[test]
fn a_node_comes_for_the_pods_of_a_drain() {
    let budget = |name: &str| {
        format!(
            r#"{{"name":"{name}","selector":{{"matchLabels":{{"app":"web"}}}},"maxUnavailable":1}}"#
        )
    };
    check(
        &format!(
            r#"{{"version":1,"cluster":{{"location":"us-central1-a","currentMasterVersion":"1.33.5-gke.1162000"}},
            "pools":[{{"name":"main",{BIG},"config":{{"machineType":"e2-standard-4"}},
              "nodes":[{{"name":"n1"}},{{"name":"n2"}}],
              "autoscaling":{{"enabled":true,"minNodeCount":0,"maxNodeCount":6}}}}],
            "workloads":[
              {{"kind":"Deployment","name":"web","labels":{{"app":"web"}},"replicas":1,"requests":{{"cpu":"500m"}},"pods":[{{"name":"web-a","node":"n1"}}]}},
              {{"kind":"Deployment","name":"shop","replicas":1,"requests":{{"cpu":"3"}},"pods":[{{"name":"shop-a","node":"n2"}}]}},
              {{"kind":"Deployment","name":"api","replicas":0,"requests":{{"cpu":"500m"}}}}],
            "budgets":[{},{}],
            "script":[{{"at":"616s","do":"set","workload":"api","replicas":1}}],"until":"900s"}}"#,
            budget("one"),
            budget("two"),
        ),
        expect![[r#"
              0s  node/n1        unneeded                              autoscaler/unneeded [CA-09 BS-41]            <- cluster started
              0s  node/n2        stays: used enough                    autoscaler/stays [KA-91 BS-105]              <- cluster started
              0s  node/n1        avoided by new Pods                   autoscaler/soft-taint [KA-84]                <- cluster started
            610s  node/n1        to be deleted after a drain           autoscaler/to-be-deleted [KA-82 BS-42]       <- node/n1 avoided by new Pods
            615s  node/n1        draining 1 pods, at most 3600s        autoscaler/drain [KA-83]                     <- node/n1 to be deleted after a drain
            620s  pool/main      main/us-central1-a grows from 2 to 3  autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/web-a blocked: two budgets, one and two
            620s  workload/web   main/us-central1-a grows for 1 pods   autoscaler/triggered [KA-32 KA-94]           <- pool/main main/us-central1-a grows from 2 to 3
            620s  node/main-a-3  requested, ready in 180s              autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/main main/us-central1-a grows from 2 to 3
            735s  node/n1        drain aborted                         autoscaler/drain-refused [BS-44 AM-75]       <- node/n1 draining 1 pods, at most 3600s
            735s  node/n1        kept after all                        autoscaler/keep-node [KA-82 KA-83]           <- node/n1 drain aborted
            740s  node/n1        stays: evictions failed               autoscaler/stays [KA-91 BS-105]              <- node/n1 drain aborted
            800s  node/main-a-3  ready                                 pool/node-ready [AM-39]                      <- node/main-a-3 requested, ready in 180s
            800s  node/main-a-3  unneeded                              autoscaler/unneeded [CA-09 BS-41]            <- node/main-a-3 ready
            800s  node/main-a-3  avoided by new Pods                   autoscaler/soft-taint [KA-84]                <- node/main-a-3 ready
            Until
        "#]],
    );
}

/// “Our batch Pods may wait for ten minutes for a place before a node is bought for them.” (KA-12)
#[test]
fn a_pod_may_wait_before_it_asks() {
    check(
        &format!(
            r#"{{"version":1,"cluster":{{"location":"us-central1-a","currentMasterVersion":"1.33.5-gke.1162000"}},
            "pools":[{{"name":"main",{BIG},"config":{{"machineType":"e2-standard-4"}},"initialNodeCount":1,
              "autoscaling":{{"enabled":true,"minNodeCount":1,"maxNodeCount":6}}}}],
            "workloads":[
              {{"kind":"Deployment","name":"web","replicas":1,"requests":{{"cpu":"3"}}}},
              {{"kind":"Deployment","name":"batch","replicas":0,"requests":{{"cpu":"2"}},
                "annotations":{{"cluster-autoscaler.kubernetes.io/pod-scale-up-delay":"600s"}}}}],
            "script":[{{"at":"5s","do":"set","workload":"batch","replicas":1}}]}}"#
        ),
        expect![[r#"
              0s  node/main-a-1   stays: node group min size reached    autoscaler/stays [KA-91 BS-105]              <- cluster started
            610s  pool/main       main/us-central1-a grows from 1 to 2  autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/batch-0 blocked: NodeResourcesFit, 1 Insufficient cpu
            610s  workload/batch  main/us-central1-a grows for 1 pods   autoscaler/triggered [KA-32 KA-94]           <- pool/main main/us-central1-a grows from 1 to 2
            610s  node/main-a-2   requested, ready in 180s              autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/main main/us-central1-a grows from 1 to 2
            620s  node/main-a-1   stays: used enough                    autoscaler/stays [KA-91 BS-105]              <- pool/main main/us-central1-a grows from 1 to 2
            790s  node/main-a-2   ready                                 pool/node-ready [AM-39]                      <- node/main-a-2 requested, ready in 180s
            790s  node/main-a-2   stays: used enough                    autoscaler/stays [KA-91 BS-105]              <- node/main-a-2 ready
            Quiet
        "#]],
    );
}

/// GF-5 of one zone fewer (CA-37): a zone that is lost has no nodes, and none come to it.
#[test]
fn a_pool_that_lost_a_zone_has_two_to_eight_nodes() {
    let zones = ["us-central1-a", "us-central1-b"];
    let nodes = zones.map(|zone| format!(r#"{{"zone":"{zone}"}},{{"zone":"{zone}"}}"#)).join(",");
    let document = format!(
        r#"{{"version":1,"cluster":{{"location":"us-central1","currentMasterVersion":"1.33.5-gke.1162000"}},
        "pools":[{{"name":"web",{BIG},"config":{{"machineType":"e2-standard-4"}},
          "locations":["us-central1-a","us-central1-b","us-central1-c"],"nodes":[{nodes}],
          "autoscaling":{{"enabled":true,"minNodeCount":1,"maxNodeCount":4}}}}],
        "workloads":[{{"kind":"Deployment","name":"web","replicas":40,"requests":{{"cpu":"2500m"}}}}],
        "script":[{{"at":"0s","do":"stockout","zone":"us-central1-c","for":"30d"}},
                  {{"at":"2h","do":"set","workload":"default/web","replicas":0}}],
        "until":"6h"}}"#
    );
    let session = Session::new(&document, None).unwrap();
    let mut trace = session.trace();
    session.finish(|chunk| trace.push(chunk));
    let (mut size, mut sizes) = (4, vec![4]);
    for (_, record) in trace.records() {
        match record.change {
            Change::NodeReady => size += 1,
            Change::NodeGone => size -= 1,
            _ => {}
        }
        if sizes.last() != Some(&size) {
            sizes.push(size);
        }
    }
    assert_eq!(sizes, [4, 5, 6, 7, 8, 7, 6, 5, 4, 3, 2]);
}

/// “The new node is NotReady, and its Pod waits again. Does another node come?” Not in its first 15 minutes (KA-09, KA-96).
#[test]
fn a_young_node_that_is_lost_counts_as_coming() {
    check(
        &format!(
            r#"{{"version":1,"cluster":{{"location":"us-central1-a","currentMasterVersion":"1.33.5-gke.1162000"}},
            "pools":[{{"name":"a",{BIG},"config":{{"machineType":"e2-standard-4"}},"autoscaling":{{"enabled":true,"minNodeCount":0,"maxNodeCount":10}},"initialNodeCount":1,"management":{{"autoRepair":false}}}}],
            "workloads":[{{"kind":"Deployment","name":"x","requests":{{"cpu":"3000m"}},"replicas":1,"pods":[{{"node":"a-a-1"}}]}},
              {{"kind":"Deployment","name":"y","requests":{{"cpu":"3000m"}},"replicas":0}}],
            "script":[{{"at":"5s","do":"set","workload":"y","replicas":1}},{{"at":"195s","do":"fail","node":"a-a-2"}}]}}"#
        ),
        expect![[r#"
               0s  node/a-a-1  stays: used enough                 autoscaler/stays [KA-91 BS-105]              <- cluster started
              10s  pool/a      a/us-central1-a grows from 1 to 2  autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/y-0 blocked: NodeResourcesFit, 1 Insufficient cpu
              10s  workload/y  a/us-central1-a grows for 1 pods   autoscaler/triggered [KA-32 KA-94]           <- pool/a a/us-central1-a grows from 1 to 2
              10s  node/a-a-2  requested, ready in 180s           autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/a a/us-central1-a grows from 1 to 2
             190s  node/a-a-2  ready                              pool/node-ready [AM-39]                      <- node/a-a-2 requested, ready in 180s
             190s  node/a-a-2  stays: used enough                 autoscaler/stays [KA-91 BS-105]              <- node/a-a-2 ready
             250s  node/a-a-2  stays: not started                 autoscaler/stays [KA-91 BS-105]              <- node/a-a-2 lost
             910s  pool/a      a/us-central1-a grows from 2 to 3  autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/y-1 blocked: NodeResourcesFit, 1 Insufficient cpu
             910s  workload/y  a/us-central1-a grows for 1 pods   autoscaler/triggered [KA-32 KA-94]           <- pool/a a/us-central1-a grows from 2 to 3
             910s  node/a-a-3  requested, ready in 180s           autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/a a/us-central1-a grows from 2 to 3
             920s  node/a-a-2  unneeded                           autoscaler/unneeded [CA-09 BS-41]            <- pool/a a/us-central1-a grows from 1 to 2
             920s  node/a-a-2  avoided by new Pods                autoscaler/soft-taint [KA-84]                <- pool/a a/us-central1-a grows from 1 to 2
            1090s  node/a-a-3  ready                              pool/node-ready [AM-39]                      <- node/a-a-3 requested, ready in 180s
            1090s  node/a-a-3  stays: used enough                 autoscaler/stays [KA-91 BS-105]              <- node/a-a-3 ready
            2130s  node/a-a-2  to be deleted                      autoscaler/to-be-deleted [KA-82 BS-42]       <- node/a-a-2 avoided by new Pods
            2135s  node/a-a-2  deleting for 30s                   autoscaler/delete [KA-86]                    <- node/a-a-2 to be deleted
            2165s  node/a-a-2  gone                               node/vm-gone [AM-39]                         <- node/a-a-2 deleting for 30s
            Quiet
        "#]],
    );
}

/// A Pod that tolerates everything comes to a node that is drained for its removal: it was not selected, and ends with the VM (AM-73).
#[test]
fn what_comes_to_a_drained_node_ends_with_it() {
    check(
        &format!(
            r#"{{"version":1,"cluster":{{"location":"us-central1-a","currentMasterVersion":"1.33.5-gke.1162000"}},
            "pools":[{{"name":"a",{BIG},"config":{{"machineType":"e2-standard-4"}},"autoscaling":{{"enabled":true,"minNodeCount":0,"maxNodeCount":10}},"initialNodeCount":1}},
              {{"name":"b",{BIG},"config":{{"machineType":"e2-standard-4"}},"autoscaling":{{"enabled":true,"minNodeCount":0,"maxNodeCount":10}},"initialNodeCount":1}}],
            "workloads":[{{"kind":"Deployment","name":"x","requests":{{"cpu":"3000m"}},"replicas":1,"pods":[{{"node":"a-a-1"}}]}},
              {{"kind":"Deployment","name":"p","requests":{{"cpu":"100m"}},"replicas":1,"pods":[{{"node":"b-a-1"}}],"terminationGracePeriodSeconds":120}},
              {{"kind":"Deployment","name":"late","requests":{{"cpu":"1500m"}},"replicas":0,"tolerations":[{{"operator":"Exists"}}]}}],
            "script":[{{"at":"640s","do":"set","workload":"late","replicas":1}}]}}"#
        ),
        expect![[r#"
              0s  node/b-a-1     unneeded                                                 autoscaler/unneeded [CA-09 BS-41]            <- cluster started
              0s  node/a-a-1     stays: used enough                                       autoscaler/stays [KA-91 BS-105]              <- cluster started
              0s  node/b-a-1     avoided by new Pods                                      autoscaler/soft-taint [KA-84]                <- cluster started
            610s  node/b-a-1     to be deleted after a drain                              autoscaler/to-be-deleted [KA-82 BS-42]       <- node/b-a-1 avoided by new Pods
            615s  node/b-a-1     draining 1 pods, at most 3600s                           autoscaler/drain [KA-83]                     <- node/b-a-1 to be deleted after a drain
            735s  node/b-a-1     deleting for 30s                                         autoscaler/delete [KA-86]                    <- node/b-a-1 drained
            740s  pool/a         a/us-central1-a grows from 1 to 2                        autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/late-0 ready
            740s  pool/a         option a/us-central1-a: +1 nodes, 1 pods, GKE's place 1  autoscaler/second-opinion [AM-106]           <- pool/a a/us-central1-a grows from 1 to 2
            740s  pool/b         option b/us-central1-a: +1 nodes, 1 pods, GKE's place 2  autoscaler/second-opinion [AM-106]           <- pool/a a/us-central1-a grows from 1 to 2
            740s  workload/late  a/us-central1-a grows for 1 pods                         autoscaler/triggered [KA-32 KA-94]           <- pool/a a/us-central1-a grows from 1 to 2
            740s  node/a-a-2     requested, ready in 180s                                 autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/a a/us-central1-a grows from 1 to 2
            765s  node/b-a-1     gone                                                     node/vm-gone [AM-39]                         <- node/b-a-1 deleting for 30s
            920s  node/a-a-2     ready                                                    pool/node-ready [AM-39]                      <- node/a-a-2 requested, ready in 180s
            920s  node/a-a-2     stays: no place to move Pods, pod/late-1                 autoscaler/stays [KA-91 BS-105]              <- node/a-a-2 ready
            Quiet
        "#]],
    );
}

/// A scale-down of a pool that Autopilot manages gives Pods ten minutes (AM-104).
#[test]
fn autopilot_managed_pools_have_ten_minutes() {
    check(
        &format!(
            r#"{{"version":1,"cluster":{{"location":"us-central1-a","currentMasterVersion":"1.33.5-gke.1162000"}},
            "pools":[{{"name":"a",{BIG},"config":{{"machineType":"e2-standard-4"}},"autoscaling":{{"enabled":true,"minNodeCount":0,"maxNodeCount":10}},"initialNodeCount":2,"autopilotManaged":true}}],
            "workloads":[{{"kind":"Deployment","name":"x","requests":{{"cpu":"3000m"}},"replicas":1,"pods":[{{"node":"a-a-1"}}]}},
              {{"kind":"Deployment","name":"p","requests":{{"cpu":"100m"}},"replicas":1,"pods":[{{"node":"a-a-2"}}],"terminationGracePeriodSeconds":7200}}],"until":"2000s"}}"#
        ),
        expect![[r#"
               0s  node/a-a-2  unneeded                       autoscaler/unneeded [CA-09 BS-41]       <- cluster started
               0s  node/a-a-1  stays: used enough             autoscaler/stays [KA-91 BS-105]         <- cluster started
               0s  node/a-a-2  avoided by new Pods            autoscaler/soft-taint [KA-84]           <- cluster started
             610s  node/a-a-2  to be deleted after a drain    autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-a-2 avoided by new Pods
             615s  node/a-a-2  draining 1 pods, at most 600s  autoscaler/drain [KA-83]                <- node/a-a-2 to be deleted after a drain
            1215s  node/a-a-2  deleting for 30s               autoscaler/delete [KA-86]               <- node/a-a-2 drained
            1245s  node/a-a-2  gone                           node/vm-gone [AM-39]                    <- node/a-a-2 deleting for 30s
            Quiet
        "#]],
    );
}
