//! Terraform and command lines that are hard to read, or meant to be.

use std::time::{Duration, Instant};

use expect_test::{Expect, expect};
use nodetide::scenario::import::{File, Import, read};

fn import(text: &str) -> Import {
    let bytes = text.as_bytes();
    let start = Instant::now();
    let import = read(&[File {
        name: "text",
        bytes,
    }]);
    let took = start.elapsed();
    // A debug build on a busy machine; a release takes a twentieth of it.
    assert!(took < Duration::from_secs(30), "{took:?}");
    import
}

fn check(text: &str, expected: Expect) {
    let report = import(text).reports.remove(0);
    let reason = report.reason.as_ref();
    expected.assert_eq(reason.map_or(&report.kind, |reason| &reason.text));
}

/// Something that opens many times and closes as often.
fn nest(open: &str, close: &str, times: usize) -> String {
    format!(
        "locals {{\n  a = {}1{}\n}}\n",
        open.repeat(times),
        close.repeat(times)
    )
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
            assert_eq!(reason.at.is_some(), times > 12, "{open}: {}", reason.text);
        }
    }
    let blocks = format!("{}{}", "node_pool {\n".repeat(1000), "}\n".repeat(1000));
    check(
        &blocks,
        expect!["nests deeper than 32 levels at line 32, column 11"],
    );
}

#[test]
fn what_is_not_closed_is_refused_where_it_begins_or_ends() {
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
        &format!(
            "gcloud container node-pools create p {}\n",
            "--tags a ".repeat(100_000)
        ),
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
            "this is a command line: run it as kubectl get with -o json, and bring what it prints"
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
        expect!["loops nest deeper than 16 at line 17"],
    );
}

/// The errors of the scenario that a command makes.
fn errors(command: &str) -> String {
    let document = import(command).document;
    let text = document.expect("a pool that the command names").to_text();
    let opened = nodetide::scenario::open(&text);
    let errors = opened.diagnostics.iter().filter(|found| found.is_error());
    let errors: Vec<String> = errors.map(ToString::to_string).collect();
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
    expect!["error[strategy/two-batch-sizes] /pools/0/upgradeSettings/blueGreenSettings/standardRolloutPolicy: A batch has batchNodeCount nodes or a batchPercentage of them, not both. Hint: Remove batchNodeCount or batchPercentage. (BG-18)"].assert_eq(&all[0]);
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
