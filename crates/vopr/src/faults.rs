//! Disables rules and breaks shortcuts, one by one: proves that the checkers would find such faults.

use crate::Options;
use std::env;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The variable that a build with the feature `mute` reads.
const MUTE: &str = "NODETIDE_MUTE";

/// Rulebook ids, each with the engine's fault without it, and named faults in the engine (`broken`). The
/// first twenty, of all kinds and soon found, are those of `cargo xtask test`.
const FAULTS: &[(&str, &str)] = &[
    ("KE-07", "an eviction asks no budget"),
    ("KS-07", "Pods go to cordoned nodes"),
    ("KS-12", "Pods go to full nodes"),
    ("UP-11", "more than 20 nodes are upgraded at the same time"),
    ("KS-13", "a hard topology spread is no filter"),
    ("KS-19", "room that is made for a Pod is taken by others"),
    ("KC-04", "surplus Pods are not deleted"),
    ("KE-13", "a second deletion shortens no grace"),
    ("SU-08", "a surge node needs no capacity"),
    ("KC-10", "ordinals do not wait for lower ones"),
    ("UP-16", "automatic upgrades ignore windows"),
    ("SU-01", "no slot takes a node"),
    ("score-table/loads", "a score table misses which loads changed"),
    ("retry/chain", "when a refused eviction is granted the next one is not asked for"),
    ("tally/few", "a Pod that leaves a place counts as one that comes"),
    ("delta/nodes", "a frame that goes back over rows leaves the nodes as they are after them"),
    ("BG-19", "a part of a node is a batch of none"),
    ("blue-green/parallel", "a rollback drains 21 nodes at once"),
    ("repair/patience", "nodes are repaired after five minutes"),
    ("maintenance/pause", "an exclusion pauses no upgrade"),
    ("KE-01", "a refused Pod that is gone holds its drain"),
    ("KS-10", "two Pods have one port of their node"),
    ("KS-15", "affinity to Pods asks nothing"),
    ("KS-16", "anti-affinity keeps nobody away"),
    ("KS-32", "Pods preempt although they never do"),
    ("KS-03", "nothing wakes Pods that wait for room"),
    ("KS-34", "nobody leaves for a Pod of higher priority"),
    ("KS-35", "room is made for a Pod that has no claim on it"),
    ("KD-14", "a refused eviction is asked for again once a minute"),
    ("KC-13", "a DaemonSet wants a Pod on every node"),
    ("KC-17", "a Job has no back-off"),
    ("KD-01", "nodes are not cordoned and not drained"),
    ("score-table/cursor", "every look at a large cluster begins at its start"),
    ("score-table/odds", "a score table counts none of the Pods that spreading counts on a node"),
    ("score-table/closed", "a score table misses who keeps others away"),
    ("pass/full", "Pods that found no room are not tried when there is some"),
    ("pass/before", "a node that the Pod before has filled is still among those found for it"),
    ("queue/far", "what is due in more than an hour does not come nearer"),
    ("queue/rank", "wakes of an instant come in the order in which they were asked for"),
    ("retry/in-vain", "when a refused eviction is tried in vain the next one is not asked for"),
    ("retry/drains", "a budget forgets whom it refused when it has asked for one"),
    ("start/not-ready", "nobody repairs a node that isn't Ready at the start"),
    ("budget/scale", "a budget keeps the scale that its owners had when it was computed first"),
    ("line/order", "what comes out of order leaves a line last"),
    ("ledger/rest", "what a page comes to is taken for what the first part of it comes to"),
    ("tally/many", "the same where many places are counted"),
    ("ledger/before", "a frame takes the last row about a Pod for the last before its own time"),
    ("BG-06", "every change of a blue-green pool goes in two colours"),
    ("BG-09", "green is made as far as the quota goes"),
    ("BG-20", "a batch of zero nodes has one"),
    ("BG-21", "batches do not soak"),
    ("BG-22", "a batch soaks once more after a pause"),
    ("BG-26", "soaks are as long as anybody likes"),
    ("BG-31", "the last phase can be cancelled"),
    ("BG-33", "Pods of blue nodes have all the time they want"),
    ("AM-65", "green nodes are drained one by one"),
    ("AM-66", "a window that closes pauses blue-green upgrades"),
    ("blue-green/ready", "blue is cordoned before green is Ready"),
    ("blue-green/size", "batches have one node more"),
    ("blue-green/order", "batches are cut from the end of the list"),
    ("blue-green/last-soak", "the last batch does not soak"),
    ("blue-green/rest", "a pause drops the rest of the pool's soak"),
    ("blue-green/occupied", "nodes are deleted with their Pods"),
    ("blue-green/uncordon", "a rollback leaves blue cordoned"),
    ("blue-green/booting", "a rollback leaves green VMs that boot alone"),
    ("blue-green/clock", "the limit of a drain goes on in a pause"),
    ("blue-green/force", "a batch forces out whoever is left at its limit"),
    ("blue-green/pause", "a paused drain evicts"),
    ("blue-green/budgets", "the last phase asks budgets"),
    ("blue-green/away", "a blue node that was away while blue was cordoned comes back open"),
    ("repair/asked", "nodes are repaired in every pool"),
    ("repair/one", "all failed nodes of a zone are repaired at once"),
    ("repair/next", "nobody repairs the next node of a zone"),
    ("node/missed", "a kubelet is missed ten seconds too soon"),
    ("host/moves", "every VM moves to another host"),
    ("host/starts", "what was starting when its host went down never does"),
    ("shutdown/grace", "Pods of a preempted VM have their whole grace"),
    ("shutdown/ready", "Pods of a preempted VM become ready"),
    ("shutdown/back", "a preempted VM comes back although an upgrade was about to delete it"),
    ("life/again", "a VM that was made anew has the old one's life"),
    ("AM-42", "VMs live for ever"),
    ("SL-06", "nodes of a bounded life are upgraded by surge"),
    ("BS-05", "the nodes of a slice are upgraded one by one"),
    ("multi-host/part", "the first node of a slice is left out"),
    ("multi-host/early", "a slice is deleted when its first node is drained"),
    ("multi-host/room", "a slice is made without room for it"),
    ("run/boots", "a VM that boots from before is no old node"),
    ("run/begun-zones", "an upgrade that had begun goes on in the first zone"),
    ("run/concurrent", "one pool too many is upgraded at a time"),
    ("SU-16", "a reservation holds nobody back"),
    ("resize/more", "a pool grows by a node too many"),
    ("resize/locked", "a pool grows in the middle of its upgrade"),
    ("settings/adopt", "new settings do not reach a run that waits for a command"),
    ("behaviour/ready", "Pods are ready on the new version all the same"),
    ("BS-02", "nodes are upgraded before the control plane"),
    ("control-plane/busy", "the control plane does not wait for nodes"),
    ("control-plane/nodes", "upgrades of nodes start beside that of the control plane"),
    ("control-plane/one", "one replica of three is upgraded"),
    ("control-plane/answers", "a zonal control plane answers all the time"),
    ("MR-10", "commands act while the control plane does not answer"),
    ("script/late", "an entry acts a second after its phase began"),
    ("script/twice", "an entry acts each time its phase begins"),
    ("maintenance/start", "what GKE does by itself starts whatever the policy says"),
    ("maintenance/takes", "a surge upgrade takes a node at the instant at which it is to pause"),
    ("maintenance/now", "an upgrade to the version that is there leaves what waits"),
    ("maintenance/brings", "an upgrade leaves out what waits for maintenance"),
    ("control-plane/policy", "the control plane asks neither windows nor exclusions"),
    ("control-plane/interval", "the control plane is upgraded as often as it may"),
    ("AM-72", "nobody says that the policy is overridden"),
    ("KS-41", "a disk is attached to two nodes"),
    ("KC-07", "a rollout has no room for more Pods"),
    ("KT-07", "a container that exits is not started again"),
    ("AM-101", "the work of a Job has no end"),
    ("AM-102", "no container fails"),
    ("KA-11", "Pods of the lowest priorities ask for nodes"),
    ("KA-13", "a Pod asks for a node as soon as it waits"),
    ("KA-37", "the zones of a pool do not grow alike"),
    ("KA-44", "a group that failed is tried again at once"),
    ("KA-45", "each back-off is as long as the first"),
    ("KA-53", "every node is used enough"),
    ("KA-73", "a node that is needed again keeps its time"),
    ("KA-74", "nodes go soon after a scale-up"),
    ("KA-75", "nodes go as soon as they are unneeded"),
    ("KA-76", "groups shrink below their minimum"),
    ("KA-78", "all unneeded nodes go at the same time"),
    ("KA-87", "Pods that leave with their node ask for no other"),
    ("AM-32", "the last node of the cluster goes"),
    ("BS-45", "the annotation of a node holds it no more"),
    ("BS-49", "the autoscaler removes nodes that an upgrade works on"),
    ("BS-52", "a pool's own time is not asked"),
    ("CA-41", "both profiles have one time"),
    ("grow/forgotten", "one node fewer is requested than was decided"),
    ("shrink/place", "Pods may go to the node that they leave"),
    ("shrink/held", "nobody holds a node"),
    ("shrink/pause", "a drain that failed is tried again at once"),
    ("shrink/silent", "nothing says why a used node stays"),
    ("shrink/asleep", "no look follows a look that has changed something"),
];

/// Reports with which seed each fault was found; true if all were.
pub(crate) fn faults(asked: Options, count: usize) -> bool {
    if !cfg!(feature = "mute") {
        eprintln!("vopr: --faults needs the feature `mute`");
        return false;
    }
    let faults = &FAULTS[..count.min(FAULTS.len())];
    let mut missed = 0;
    for (id, fault) in faults {
        let found = found(asked, id);
        missed += usize::from(found.is_none());
        match found {
            Some(found) => println!("fault {id}: found at {found} ({fault})"),
            None => println!("fault {id}: not found in {} seeds ({fault})", asked.seeds),
        }
    }
    println!("faults: {} of {} found", faults.len() - missed, faults.len());
    missed == 0
}

/// A process silent for this long loops forever: its fault wasn't found.
const PATIENCE: Duration = Duration::from_secs(300);

/// `seed S by CHECKER`, from a process with the rule disabled.
fn found(asked: Options, id: &str) -> Option<String> {
    let mut process = Command::new(env::current_exe().ok()?)
        .args(["--first", "--seeds", &asked.seeds.to_string(), "--from", &asked.from.to_string()])
        .args(asked.growth.then_some("--growth"))
        .env(MUTE, id)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let begun = Instant::now();
    while process.try_wait().ok()?.is_none() {
        if begun.elapsed() > PATIENCE {
            process.kill().ok()?;
            break;
        }
        thread::sleep(Duration::from_millis(10));
    }
    let output = process.wait_with_output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text.lines().find_map(|line| line.strip_prefix("seed "))?;
    let (seed, rest) = line.split_once(": ")?;
    let checker = rest.split(": ").next()?;
    Some(format!("seed {seed} by {checker}"))
}
