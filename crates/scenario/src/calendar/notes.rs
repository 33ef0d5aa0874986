//! What the public pages say of maintenance and no run shows: for who wants to know more.

use base::muted;

/// A statement, with the id of its rule.
pub struct Note {
    pub rule: &'static str,
    pub says: &'static str,
}

/// Rulebook: MW-01, MW-06, MW-07, MW-11, MX-11, MR-06, MR-07, BS-20, BS-21, BS-28, BS-30.
/// Source: Maintenance windows and exclusions; Configure maintenance windows and exclusions.
const NOTES: [Note; 11] = [
    Note {
        rule: "MW-01",
        says: "A maintenance window recurs and says when automatic maintenance is allowed; an exclusion does not recur and says when it is not.",
    },
    Note {
        rule: "MW-06",
        says: "Maintenance that outlasts the window is paused and goes on in the next one, as far as that is possible: surge upgrades pause, blue-green upgrades and upgrades of the control plane go on.",
    },
    Note {
        rule: "MW-07",
        says: "For emergencies and for software that is out of support GKE may upgrade outside windows and inside exclusions.",
    },
    Note {
        rule: "MW-11",
        says: "The console shows windows in local time, gcloud shows them in UTC.",
    },
    Note {
        rule: "MX-11",
        says: "Upgrades restart the VMs of the control plane and of the nodes. A zonal cluster has one control plane, which does not answer meanwhile; nodes that restart move their Pods, and budgets say how many may be missing.",
    },
    Note {
        rule: "MR-06",
        says: "Maintenance of Compute Engine hosts asks no policy; most VMs are moved to another host while they run.",
    },
    Note {
        rule: "MR-07",
        says: "For some machine families host maintenance can be planned, and started so that it falls into a window.",
    },
    Note {
        rule: "BS-20",
        says: "With rollout sequencing an upgrade goes from one fleet to the next after a soak of 7 days, at most 30.",
    },
    Note {
        rule: "BS-21",
        says: "Google advises to keep No upgrades under 30 days, and the narrower scopes under about six months.",
    },
    Note {
        rule: "BS-28",
        says: "With --patch-update=accelerated automatic upgrades go to the newest patch of the channel.",
    },
    Note {
        rule: "BS-30",
        says: "A host maintenance policy (Preview) is as needed or periodic; an opportunistic one waits until nodes are idle, up to 28 days ahead.",
    },
];

/// All of them.
pub fn notes() -> impl Iterator<Item = &'static Note> {
    NOTES.iter().filter(|note| !muted(note.rule))
}
