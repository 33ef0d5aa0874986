//! Terraform and command lines that are hard to read, some on purpose.

use std::time::{Duration, Instant};

use expect_test::{Expect, expect};
use import::{File, Import, read};
use scenario::field::Field as _;

fn import(text: &str) -> Import {
    let bytes = text.as_bytes();
    let start = Instant::now();
    let import = read(&[File { name: "text", bytes }]);
    let took = start.elapsed();
    // A debug build on a busy machine; a release takes a twentieth of it.
    assert!(took < Duration::from_secs(30), "{took:?}");
    import
}

fn check(text: &str, expected: Expect) {
    let report = import(text).reports.remove(0);
    let reason = report.reason.as_ref();
    let message = reason.map_or(&report.kind, |reason| &reason.message);
    expected.assert_eq(&cli::english::text(message));
}

/// Something that opens many times and closes as often.
fn nest(open: &str, close: &str, times: usize) -> String {
    format!("locals {{\n  a = {}1{}\n}}\n", open.repeat(times), close.repeat(times))
}

#[test]
fn nesting_of_any_kind_ends_with_a_position() {
    for (open, close) in [
        ("[", "]"),
        ("(", ")"),
        ("{a=", "}"),
        ("f(", ")"),
        ("\"${", "}\""),
        ("[for x in ", " : x]"),
        ("{for x in ", " : x => x}"),
        ("true ? ", " : 1"),
        ("x[", "]"),
        ("-", ""),
        ("1 + ", ""),
    ] {
        for times in [12, 10_000] {
            let import = import(&nest(open, close, times));
            let reason = import.reports[0].reason.as_ref().expect(open);
            assert_eq!(
                reason.at.is_some(),
                times > 12,
                "{open}: {}",
                cli::english::text(&reason.message)
            );
        }
    }
    let blocks = format!("{}{}", "node_pool {\n".repeat(1000), "}\n".repeat(1000));
    check(&blocks, expect!["nests deeper than 32 levels at line 32, column 11"]);
}

#[test]
fn unclosed_brackets_are_refused_with_their_place() {
    check(
        "resource \"google_container_node_pool\" \"p\" {\n  name = \"web\n}\n",
        expect![
            "not Terraform: invalid block body; expected `}`, newline or identifier at line 2, column 3"
        ],
    );
    check(
        &format!("locals {{\n  a = <<EOF\n{}", "text {\n".repeat(10_000)),
        expect!["not Terraform: expected heredoc end delimiter at line 3, column 1"],
    );
    check(
        "gcloud container node-pools create web --node-labels='a=b\n",
        expect!["a quotation mark that nothing closes, at line 1, column 54"],
    );
}

#[test]
fn large_texts_are_read_or_refused_in_time() {
    let heredoc = format!(
        "locals {{\n  a = <<-EOF\n{}  EOF\n}}\nnode_pool {{\n  name = \"p\"\n  node_count = 1\n}}\n",
        "    echo a=b\n".repeat(4000)
    );
    check(&heredoc, expect!["Terraform, GKE node pool"]);
    let blocks = "resource \"null_resource\" \"r\" {\n  a = 1\n}\n".repeat(20_000);
    check(
        &blocks,
        expect!["Terraform without google_container_cluster and google_container_node_pool"],
    );
    let keys: String = (0..5000).map(|at| format!("    a{at} = {at}\n")).collect();
    check(
        &format!("locals {{\n  a = {{\n{keys}  }}\n}}\n"),
        expect!["more than 4096 entries in one object or block at line 4099, column 11"],
    );
    check(
        &format!("gcloud container node-pools create p {}\n", "--tags a ".repeat(100_000)),
        expect!["gcloud commands, GKE node pool"],
    );
    let documents: String = (0..200_000).map(|at| format!("cat <<E{at}\n")).collect();
    check(
        &format!("gcloud container node-pools update p --num-nodes 3\n{documents}"),
        expect!["gcloud commands"],
    );
    let nested = "${A:-".repeat(680) + &"}".repeat(680);
    check(
        &format!("gcloud container node-pools update p --num-nodes \"{nested}\"\n"),
        expect!["gcloud commands"],
    );
    check(
        &"kubectl get nodes\n".repeat(100_000),
        expect![
            "this is a command line; run it as kubectl get with -o json, and import the output"
        ],
    );
}

#[test]
fn pools_by_the_thousand_are_pools() {
    let pools: String = (0..2000)
        .map(|at| {
            format!(
                "resource \"google_container_node_pool\" \"p{at}\" {{\n  name = \"p{at}\"\n  node_count = 1\n}}\n"
            )
        })
        .collect();
    let import = import(&pools);
    assert_eq!(import.reports[0].used.pools, 2000);
}

#[test]
fn expressions_that_ask_for_billions_are_given_up() {
    let mut text = "locals {\n  a0 = \"x\"\n  l0 = [1]\n".to_owned();
    for at in 1..60 {
        let before = at - 1;
        text.push_str(&format!(
            "  a{at} = \"${{local.a{before}}}${{local.a{before}}}\"\n  l{at} = concat(local.l{before}, local.l{before})\n"
        ));
    }
    text.push_str("}\nnode_pool {\n  name = local.a59\n  node_count = length(local.l59)\n  version = \"1.33\"\n}\n");
    check(&text, expect!["Terraform, GKE node pool"]);
    let loops = "for a in 1 2 3 4 5 6 7 8 9; do\n".repeat(20);
    check(
        &format!("{loops}gcloud container node-pools update p --num-nodes 3\n"),
        expect!["gcloud commands"],
    );
}

/// The errors of the scenario that a command makes.
fn errors(command: &str) -> String {
    let document = import(command).document;
    let text = document.expect("a pool that the command names").to_text();
    let opened = scenario::open(&text);
    let errors = opened.diagnostics.iter().filter(|found| found.is_error());
    let errors: Vec<String> = errors.map(cli::english::finding).collect();
    errors.join("\n")
}

#[test]
fn one_surge_flag_alone_is_an_error_of_the_scenario() {
    let update = "gcloud container node-pools update web --cluster=prod";
    expect!["error[surge/one-flag] /pools/0/gcloudFlags: gcloud wants both surge flags; --max-unavailable-upgrade is missing. Hint: Add --max-unavailable-upgrade=0. (AM-85, SU-28)"]
    .assert_eq(&errors(&format!("{update} --max-surge-upgrade=2")));
    let unknown = format!("{update} --max-surge-upgrade=2 --max-unavailable-upgrade=$N");
    expect![""].assert_eq(&errors(&unknown));
}

/// BG-18.
#[test]
fn two_sizes_of_a_batch_are_an_error_of_the_scenario() {
    let policy = "--standard-rollout-policy=batch-node-count=1,batch-percent=0.5";
    let all = ["create", "update"].map(|verb| {
        errors(&format!(
            "gcloud container node-pools {verb} web --cluster=prod --zone=z --num-nodes=3 {policy}"
        ))
    });
    expect!["error[strategy/two-batch-sizes] /pools/0/upgradeSettings/blueGreenSettings/standardRolloutPolicy: A batch has batchNodeCount nodes or a batchPercentage of them, not both. Hint: Remove batchNodeCount or batchPercentage. A run uses batchNodeCount. (BG-18)"].assert_eq(&all[0]);
    assert_eq!(all[1], all[0]);
}

#[test]
fn keys_of_any_name_survive() {
    let import = import(
        "node_pool {\n  name = \"p\"\n  node_config {\n    labels = {\n      __proto__ = \"a\"\n      constructor = \"b\"\n    }\n  }\n}\n",
    );
    let document = import.document.expect("a pool");
    let labels = &document.pools[0].config.labels;
    expect![[r#"{"__proto__": "a", "constructor": "b"}"#]].assert_eq(&format!("{labels:?}"));
}

/// A line a pool: its upgrade settings as the scenario has them, and what is wrong with them.
fn upgrades(text: &str) -> String {
    let document = import(text).document.expect("a pool");
    let mut lines = String::new();
    for pool in &document.pools {
        let settings = pool.upgrade_settings.as_ref();
        let settings = settings.map_or("-".to_owned(), |settings| settings.write().compact());
        lines.push_str(&format!("{}: {settings}\n", pool.name));
    }
    for found in scenario::open(&document.to_text()).diagnostics {
        let of_settings = found.path.contains("/upgradeSettings");
        if of_settings || found.path.contains("/gcloudFlags") {
            lines.push_str(&format!("{} {}\n", found.path, found.code));
        }
    }
    lines
}

/// AM-85, UP-02, BG-18.
#[test]
fn upgrade_settings_of_the_api_arrive() {
    let pools = [
        ("plain", ""),
        ("surge", r#""maxSurge":2,"strategy":"SURGE""#),
        ("unavailable", r#""maxUnavailable":1"#),
        (
            "kept",
            r#""maxSurge":1,"strategy":"BLUE_GREEN","blueGreenSettings":{"nodePoolSoakDuration":"3600s",
              "standardRolloutPolicy":{"batchNodeCount":1,"batchSoakDuration":"60s"}}"#,
        ),
        (
            "part",
            r#""strategy":"BLUE_GREEN","blueGreenSettings":{"standardRolloutPolicy":{"batchPercentage":0.3}}"#,
        ),
        (
            "skips",
            r#""strategy":"BLUE_GREEN","blueGreenSettings":{"nodePoolSoakDuration":"0s","standardRolloutPolicy":{"batchNodeCount":0}}"#,
        ),
        ("empty", r#""strategy":"BLUE_GREEN","blueGreenSettings":{"standardRolloutPolicy":{}}"#),
        ("bare", r#""strategy":"BLUE_GREEN""#),
        (
            "fraction",
            r#""strategy":"BLUE_GREEN","blueGreenSettings":{"nodePoolSoakDuration":"1.500s"}"#,
        ),
        ("scaled", r#""strategy":"BLUE_GREEN","blueGreenSettings":{"autoscaledRolloutPolicy":{}}"#),
        ("open", r#""strategy":"NODE_POOL_UPDATE_STRATEGY_UNSPECIFIED","maxSurge":1"#),
        ("short", r#""strategy":"SHORT_LIVED""#),
    ];
    let pools: Vec<String> = pools
        .iter()
        .map(|(name, settings)| {
            format!(
                r#"{{"name":"{name}","initialNodeCount":1,"version":"1.34.1-gke.100","locations":["z-a"],
                "config":{{"machineType":"e2-standard-4","flexStart":{}}},
                "autoscaling":{{"enabled":{},"maxNodeCount":3}},"upgradeSettings":{{{settings}}}}}"#,
                *name == "short",
                *name == "scaled",
            )
        })
        .collect();
    let text = format!(
        r#"{{"name":"c","location":"z-a","currentMasterVersion":"1.34.1-gke.100","nodePools":[{}]}}"#,
        pools.join(",")
    );
    expect![[r#"
        plain: {}
        surge: {"strategy":"SURGE","maxSurge":2}
        unavailable: {"maxUnavailable":1}
        kept: {"strategy":"BLUE_GREEN","maxSurge":1,"blueGreenSettings":{"nodePoolSoakDuration":"3600s","standardRolloutPolicy":{"batchNodeCount":1,"batchSoakDuration":"60s"}}}
        part: {"strategy":"BLUE_GREEN","blueGreenSettings":{"standardRolloutPolicy":{"batchPercentage":0.3}}}
        skips: {"strategy":"BLUE_GREEN","blueGreenSettings":{"nodePoolSoakDuration":"0s","standardRolloutPolicy":{"batchNodeCount":0}}}
        empty: {"strategy":"BLUE_GREEN","blueGreenSettings":{"standardRolloutPolicy":{}}}
        bare: {"strategy":"BLUE_GREEN"}
        fraction: {"strategy":"BLUE_GREEN","blueGreenSettings":{"nodePoolSoakDuration":"2s"}}
        scaled: {"strategy":"BLUE_GREEN","blueGreenSettings":{"autoscaledRolloutPolicy":{}}}
        open: {"maxSurge":1}
        short: {"strategy":"SHORT_LIVED"}
    "#]].assert_eq(&upgrades(&text));
}

/// BG-18: a state has zeros for what is not set.
#[test]
fn upgrade_settings_of_terraform_arrive() {
    let pool = |name: &str, settings: &str| {
        format!(
            "resource \"google_container_node_pool\" \"{name}\" {{\n  name = \"{name}\"\n  cluster = \"c\"\n  \
             location = \"z-a\"\n  node_count = 3\n  upgrade_settings {{\n{settings}\n  }}\n}}\n"
        )
    };
    let green = "strategy = \"BLUE_GREEN\"\n    blue_green_settings {\n";
    let text = [
        pool("surge", "max_surge = 2\n    max_unavailable = 0"),
        pool("one", "max_surge = 2"),
        pool(
            "count",
            &format!("{green} node_pool_soak_duration = \"90s\"\n standard_rollout_policy {{\n batch_node_count = 2\n batch_soak_duration = \"30s\"\n }}\n }}"),
        ),
        pool(
            "part",
            &format!("{green} standard_rollout_policy {{\n batch_percentage = \"0.3\"\n }}\n }}"),
        ),
        pool(
            "two",
            &format!("{green} standard_rollout_policy {{\n batch_percentage = 0.3\n batch_node_count = 2\n }}\n }}"),
        ),
        pool("bare", "strategy = \"BLUE_GREEN\""),
    ]
    .concat();
    expect![[r#"
        surge: {"maxSurge":2,"maxUnavailable":0}
        one: {"maxSurge":2}
        count: {"strategy":"BLUE_GREEN","blueGreenSettings":{"nodePoolSoakDuration":"90s","standardRolloutPolicy":{"batchNodeCount":2,"batchSoakDuration":"30s"}}}
        part: {"strategy":"BLUE_GREEN","blueGreenSettings":{"standardRolloutPolicy":{"batchPercentage":0.3}}}
        two: {"strategy":"BLUE_GREEN","blueGreenSettings":{"standardRolloutPolicy":{"batchNodeCount":2,"batchPercentage":0.3}}}
        bare: {"strategy":"BLUE_GREEN"}
        /pools/4/upgradeSettings/blueGreenSettings/standardRolloutPolicy strategy/two-batch-sizes
    "#]].assert_eq(&upgrades(&text));
    let state = |name: &str, policy: &str, surge: u32| {
        format!(
            r#"{{"mode":"managed","type":"google_container_node_pool","name":"{name}","values":{{"name":"{name}","cluster":"c",
            "location":"z-a","node_locations":["z-a"],"node_count":3,"version":"1.33.1-gke.100","autoscaling":[],
            "upgrade_settings":[{{"strategy":"BLUE_GREEN","max_surge":{surge},"max_unavailable":0,"blue_green_settings":[
              {{"node_pool_soak_duration":"3600s","standard_rollout_policy":[{policy}],"autoscaled_rollout_policy":[]}}]}}]}}}}"#
        )
    };
    let pools = [
        state(
            "count",
            r#"{"batch_node_count":2,"batch_percentage":0,"batch_soak_duration":"0s"}"#,
            0,
        ),
        state(
            "part",
            r#"{"batch_node_count":0,"batch_percentage":0.25,"batch_soak_duration":"5s"}"#,
            1,
        ),
        state("none", r#"{"batch_node_count":0,"batch_percentage":0,"batch_soak_duration":""}"#, 0),
    ];
    let text = format!(
        r#"{{"format_version":"1.0","terraform_version":"1.9.0","values":{{"root_module":{{"resources":[{}]}}}}}}"#,
        pools.join(",")
    );
    expect![[r#"
        count: {"strategy":"BLUE_GREEN","blueGreenSettings":{"nodePoolSoakDuration":"3600s","standardRolloutPolicy":{"batchNodeCount":2,"batchSoakDuration":"0s"}}}
        part: {"strategy":"BLUE_GREEN","maxSurge":1,"maxUnavailable":0,"blueGreenSettings":{"nodePoolSoakDuration":"3600s","standardRolloutPolicy":{"batchPercentage":0.25,"batchSoakDuration":"5s"}}}
        none: {"strategy":"BLUE_GREEN","blueGreenSettings":{"nodePoolSoakDuration":"3600s","standardRolloutPolicy":{"batchNodeCount":0}}}
    "#]].assert_eq(&upgrades(&text));
}

/// AM-85, BG-18.
#[test]
fn upgrade_settings_of_gcloud_arrive() {
    let flags = [
        ("a", "--enable-blue-green-upgrade"),
        (
            "b",
            "--enable-blue-green-upgrade --standard-rollout-policy=batch-percent=0.3,batch-soak-duration=60s",
        ),
        (
            "c",
            "--standard-rollout-policy batch-node-count=0 --node-pool-soak-duration 0s --enable-blue-green-upgrade",
        ),
        ("d", "--enable-blue-green-upgrade --autoscaled-rollout-policy="),
        ("e", "--enable-blue-green-upgrade --autoscaled-rollout-policy=wait-for-drain-duration=1d"),
        ("f", "--enable-surge-upgrade --max-surge-upgrade=0 --max-unavailable-upgrade=2"),
        ("g", "--max-unavailable-upgrade=2"),
        ("h", "--enable-blue-green-upgrade --max-surge-upgrade=2 --max-unavailable-upgrade=1"),
        ("i", "--enable-blue-green-upgrade --standard-rollout-policy=batch-percent=1.5"),
        ("j", "--enable-blue-green-upgrade --standard-rollout-policy=batch-percent=30%"),
    ];
    let lines: String = flags
        .iter()
        .map(|(pool, flags)| {
            format!("gcloud container node-pools update {pool} --cluster=c --zone=z-a {flags}\n")
        })
        .collect();
    expect![[r#"
        a: {"strategy":"BLUE_GREEN"}
        b: {"strategy":"BLUE_GREEN","blueGreenSettings":{"standardRolloutPolicy":{"batchPercentage":0.3,"batchSoakDuration":"60s"}}}
        c: {"strategy":"BLUE_GREEN","blueGreenSettings":{"nodePoolSoakDuration":"0s","standardRolloutPolicy":{"batchNodeCount":0}}}
        d: {"strategy":"BLUE_GREEN","blueGreenSettings":{"autoscaledRolloutPolicy":{}}}
        e: {"strategy":"BLUE_GREEN","blueGreenSettings":{"autoscaledRolloutPolicy":{"waitForDrainDuration":"86400s"}}}
        f: {"strategy":"SURGE","maxSurge":0,"maxUnavailable":2}
        g: {"maxSurge":1,"maxUnavailable":2}
        h: {"strategy":"BLUE_GREEN","maxSurge":2,"maxUnavailable":1}
        i: {"strategy":"BLUE_GREEN","blueGreenSettings":{"standardRolloutPolicy":{"batchPercentage":1.5}}}
        j: {"strategy":"BLUE_GREEN"}
        /pools/6/gcloudFlags surge/one-flag
        /pools/8/upgradeSettings/blueGreenSettings/standardRolloutPolicy/batchPercentage strategy/batch-part
    "#]].assert_eq(&upgrades(&lines));
}

/// What is written for other tools says the same when it is read again.
#[test]
fn upgrade_settings_survive_the_way_out_and_back() {
    let policies = [
        r#""strategy":"SURGE","maxSurge":0,"maxUnavailable":2"#,
        r#""strategy":"BLUE_GREEN""#,
        r#""strategy":"BLUE_GREEN","blueGreenSettings":{"nodePoolSoakDuration":"0s"}"#,
        r#""strategy":"BLUE_GREEN","blueGreenSettings":{"nodePoolSoakDuration":"7d","standardRolloutPolicy":{"batchNodeCount":3,"batchSoakDuration":"90s"}}"#,
        r#""strategy":"BLUE_GREEN","blueGreenSettings":{"standardRolloutPolicy":{"batchPercentage":0.29}}"#,
        r#""strategy":"BLUE_GREEN","blueGreenSettings":{"standardRolloutPolicy":{"batchNodeCount":0}}"#,
        r#""strategy":"BLUE_GREEN","blueGreenSettings":{"standardRolloutPolicy":{"batchPercentage":0}}"#,
        r#""strategy":"BLUE_GREEN","blueGreenSettings":{"standardRolloutPolicy":{"batchPercentage":1}}"#,
        r#""strategy":"BLUE_GREEN","blueGreenSettings":{"standardRolloutPolicy":{"batchSoakDuration":"5s"}}"#,
        r#""strategy":"BLUE_GREEN","blueGreenSettings":{"standardRolloutPolicy":{}}"#,
        r#""strategy":"BLUE_GREEN","blueGreenSettings":{"autoscaledRolloutPolicy":{"waitForDrainDuration":"0s"}}"#,
        r#""strategy":"BLUE_GREEN","maxSurge":3,"maxUnavailable":1"#,
    ];
    let mut differ = String::new();
    for policy in policies {
        let text = format!(
            r#"{{"version":1,"cluster":{{"name":"c","location":"z-a"}},"pools":[{{"name":"p","initialNodeCount":3,
            "locations":["z-a"],"upgradeSettings":{{{policy}}}}}]}}"#
        );
        let document = scenario::open(&text).document.expect("a scenario");
        let own = document.pools[0].upgrade_settings.as_ref();
        let own = own.map(|settings| settings.write().compact());
        for form in ["gcloud", "terraform"] {
            let export = scenario::export::export(form).expect("a form");
            let back = import(&(export.make)((&document).into(), &cli::english::text)).document;
            let back = back.expect(form).pools.remove(0).upgrade_settings;
            let back = back.map(|settings| settings.write().compact());
            if own != back {
                let [own, back] = [&own, &back].map(|text| text.as_deref().unwrap_or("-"));
                differ.push_str(&format!("{form}: {own} -> {back}\n"));
            }
        }
    }
    expect![[r#"
        gcloud: {"strategy":"BLUE_GREEN","blueGreenSettings":{"standardRolloutPolicy":{}}} -> {"strategy":"BLUE_GREEN"}
        terraform: {"strategy":"BLUE_GREEN","blueGreenSettings":{"standardRolloutPolicy":{}}} -> {"strategy":"BLUE_GREEN"}
        gcloud: {"strategy":"BLUE_GREEN","maxSurge":3,"maxUnavailable":1} -> {"strategy":"BLUE_GREEN"}
        terraform: {"strategy":"BLUE_GREEN","maxSurge":3,"maxUnavailable":1} -> {"strategy":"BLUE_GREEN"}
    "#]].assert_eq(&differ);
}

#[test]
fn a_pool_never_has_fewer_nodes_than_none() {
    let create = "gcloud container clusters create c --zone us-central1-a --disk-size -10GB";
    let gcloud = import(&format!("{create} --num-nodes -3\n"));
    let pool = &gcloud.document.expect("a cluster").pools[0];
    assert_eq!((pool.initial_node_count, pool.config.disk_size_gb), (Some(3), None));
    let report = cli::english::report(&gcloud.reports[0]);
    for said in [
        "2 flags with a value that can't be used: --disk-size=-10GB, --num-nodes=-3",
        "1 node pool without a number of nodes: 3 in a zone, gcloud's default: default-pool",
    ] {
        assert!(report.contains(said), "{report}");
    }
    let of_terraform = "resource \"google_container_node_pool\" \"p\" {\n  name = \"p\"\n  cluster = \"c\"\n  node_count = -3\n}\n";
    let text = import(of_terraform).document.expect("a pool").to_text();
    let found = scenario::open(&text).diagnostics;
    assert!(found.iter().any(|found| found.path == "/pools/0/initialNodeCount"), "{found:?}");
}
