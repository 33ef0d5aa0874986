//! The palette over real runs, as text.

use super::*;
use crate::player::RunScene;
use crate::shell::jobs::job::{JobEvent, JobId};
use crate::shell::state::update::update;
use crate::shell::state::{Action, Shared};
use expect_test::{Expect, expect};
use query::Reading;
use runner::{RunNo, Session};

/// A state with the preset's complete run.
fn opened(preset: &'static str) -> AppState {
    let (state, _) = update(&AppState::default(), Action::Preset(preset));
    let text = scenario::preset(preset).expect("a preset").text();
    let session = Session::new(text, None).expect("a preset runs");
    let mut trace = session.trace();
    let outcome = session.finish(|chunk| trace.push(chunk));
    let (state, _) = update(
        &state,
        Action::Job(JobId::draft(RunNo(1)), JobEvent::Grew(Shared::new(Reading::of(&trace)))),
    );
    update(&state, Action::Job(JobId::draft(RunNo(1)), JobEvent::Ended(outcome))).0
}

/// The answer at an instant: one line per match, by section, matches in brackets.
fn check(preset: &'static str, at_ms: i64, text: &str, expected: &Expect) {
    let state = opened(preset);
    let run = state.run.as_ref().expect("it ran");
    let scene = RunScene::of(run, false);
    let frame = run.trace.frame_at(SimTime::from_ms(at_ms));
    let here = AtPlayhead { run, scene: &scene, frame: &frame };
    let names = PaletteNames::of(here);
    expected.assert_eq(&written(&answer(&state, Some(here), Some(&names), text)));
}

fn written(answer: &PaletteAnswer) -> String {
    let mut out = format!("{} of {}\n", answer.found, answer.of);
    for (section, hits) in &answer.sections {
        out += &format!("{section:?}\n");
        for hit in hits {
            let mut text = hit.line.text.clone();
            for (from, to) in hit.marks.iter().rev() {
                text.insert(*to, ']');
                text.insert(*from, '[');
            }
            let line = format!("  {text} | {} | {}", hit.line.note, hit.line.key);
            out += line.trim_end_matches([' ', '|']);
            out += "\n";
        }
    }
    out
}

#[test]
fn before_there_is_a_scenario_the_ways_in_are_offered() {
    let answer = answer(&AppState::default(), None, None, "");
    expect![[r#"
        15 of 44
        Suggested
          Five nodes, two surge and one unavailable | 5 nodes, 13 Pods
          One added at a time: the default | 25 nodes, 85 Pods
          Twenty down at once, none added | 25 nodes, 85 Pods
          Twenty added at once, none down | 25 nodes, 85 Pods
          One down at a time, none added | 25 nodes, 85 Pods
          The PDB that never allows an eviction | 3 nodes, 8 Pods
          Stockout in the second zone | 6 nodes, 12 Pods
          web-pool to 1.33, Saturday night | 12 nodes, 61 Pods
          45 minutes on a weekday | 8 nodes, 40 Pods
          Twenty drained at once behind a Local Service | 20 nodes, 60 Pods
          Cluster: cut by a node without its Pods | 5 nodes, 7 Pods
          Subsetting: three nodes, two Services | 3 nodes, 4 Pods
          Import a cluster
          Light or dark theme
          Help and keyboard shortcuts |  | ?
    "#]]
    .assert_eq(&written(&answer));
}

#[test]
fn a_node_is_found_with_what_can_be_asked_about_it() {
    check(
        "three-zones",
        1_070_000,
        "b-1",
        &expect![[r#"
            37 of 663
            Subjects
              Select web-pool-[b-1]6 | Node, web-pool, europe-west4-b, starting
              Why is web-pool-[b-1]6 in this state? |  | w
              Filter the log to web-pool-[b-1]6 |  | /
              Select web-pool-[b-1]7 | Node, web-pool, europe-west4-b, starting
              Select web-pool-[b-1]8 | Node, web-pool, europe-west4-b, starting
              Select we[b-1] | Pod
            Moments
              web-pool-[b-1]7 Ready | 02:18:12, in 22 s
              log-16 scheduled on web-pool-[b-1]7 | 02:18:12, in 22 s
              web-pool-[b-1]6 Ready | 02:18:51, in 1 min 1 s
              web-pool-[b-1]8 Ready | 02:19:19, in 1 min 29 s
        "#]],
    );
}

#[test]
fn words_of_an_event_find_it_near_the_playhead() {
    check(
        "three-zones",
        1_070_000,
        "b-6 cord",
        &expect![[r#"
            1 of 663
            Moments
              web-pool-[b-6] [cord]oned | 02:18:12, in 22 s
        "#]],
    );
}

#[test]
fn commands_are_found_by_what_people_call_them() {
    let state = opened("docs-5-nodes");
    let mut found = String::new();
    for text in ["gcloud", "export", "stuck", "terraform", "yaml", "export yaml"] {
        let answer = answer(&state, None, None, text);
        let commands = answer.sections.iter();
        let commands = commands.filter(|(section, _)| *section == Section::Commands);
        let names = commands.flat_map(|(_, hits)| hits.iter().map(|hit| hit.line.text.as_str()));
        found += &format!("{text}: {}\n", names.collect::<Vec<_>>().join(", "));
    }
    expect![[r#"
        gcloud: Import a cluster, Open as text, Share
        export: Share
        stuck: Why?, Findings
        terraform: Import a cluster, Share
        yaml: Import a cluster, Open as text, Share
        export yaml: Share
    "#]]
    .assert_eq(&found);
}

#[test]
fn signs_ask_for_one_kind() {
    check(
        "docs-5-nodes",
        60_000,
        ">loop",
        &expect![[r#"
            1 of 236
            Commands
              [Loop] the visible or marked range |  | l
        "#]],
    );
    check(
        "docs-5-nodes",
        60_000,
        "@web",
        &expect![[r#"
            12 of 236
            Subjects
              Select [web] | Workload
              Select [web]-0 | Pod, default-pool-a-4
              Select [web]-1 | Pod, default-pool-a-2
              Select [web]-2 | Pod, default-pool-a-1
              Select [web]-3 | Pod, default-pool-a-3
              Select [web]-4 | Pod
              Select [web]-5 | Pod, default-pool-a-4
              Select [web]-6 | Pod
              Select [web]-7 | Pod
              Select [web]-8 | Pod
              Select [web]-9 | Pod
              Select [web]-10 | Pod
        "#]],
    );
    check(
        "pdb-never-moves",
        60_000,
        "#SU-07",
        &expect![[r#"
            2 of 187
            Rules
              [SU-07] UP-17 AM-06 AM-62 BS-15 The drain respects PodDisruptionBudgets and grace periods for at most 1 hour per node. Then all remaining Pods are removed. | used 3 times; go to the first
        "#]],
    );
    check(
        "docs-5-nodes",
        60_000,
        ":90s",
        &expect![[r#"
            1 of 236
            Times
              Go to 00:01:30 | 1 min 30 s after the start
        "#]],
    );
    check(
        "docs-5-nodes",
        60_000,
        ":soon",
        &expect![[r#"
            0 of 236
        "#]],
    );
}

#[test]
fn thousands_of_nodes_give_a_screen_of_lines() {
    let pools: Vec<String> = (0..2)
        .map(|n| format!(r#"{{"name":"pool-{n}","version":"1.33","initialNodeCount":500,"locations":["z-a","z-b","z-c"]}}"#))
        .collect();
    let text = format!(r#"{{"version":1,"pools":[{}]}}"#, pools.join(","));
    let (state, _) = update(&AppState::default(), Action::Open(text.clone()));
    let session = Session::new(&text, None).expect("it runs");
    let mut trace = session.trace();
    session.finish(|chunk| trace.push(chunk));
    let (state, _) = update(
        &state,
        Action::Job(JobId::draft(RunNo(1)), JobEvent::Grew(Shared::new(Reading::of(&trace)))),
    );
    let run = state.run.as_ref().expect("it ran");
    let scene = RunScene::of(run, false);
    let frame = run.trace.frame_at(SimTime::ZERO);
    let here = AtPlayhead { run, scene: &scene, frame: &frame };
    let names = PaletteNames::of(here);
    for text in ["pool", "@pool", "1", "p-1-c-1"] {
        let answer = answer(&state, Some(here), Some(&names), text);
        assert!(answer.of > 3_000);
        let lines: usize = answer.sections.iter().map(|(_, hits)| hits.len()).sum();
        assert!((1..=24).contains(&lines), "{text}: {lines}");
    }
}
