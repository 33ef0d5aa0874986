//! Containers that fail: how, where and until when (AM-102).

use super::version::Version;
use base::{PoolId, SimSpan, SimTime};

/// How the container of a Pod fails.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum FailureMode {
    /// It exits after running that long, without having been ready if `unready`.
    Crash { after: SimSpan, code: u32, unready: bool },
    /// Its image cannot be pulled.
    ImagePull,
    /// It runs and never becomes ready.
    NeverReady,
    /// Its liveness probe fails after it has been running that long.
    Hangs { after: SimSpan },
}

impl FailureMode {
    /// Does it never become ready while it runs?
    pub fn stays_unready(self) -> bool {
        matches!(self, Self::NeverReady | Self::Crash { unready: true, .. })
    }
}

/// Containers of a workload that fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fails {
    pub how: FailureMode,
    /// Only on nodes of this pool.
    pub pool: Option<PoolId>,
    /// Only on nodes of this version; parts that are missing match any.
    pub version: Option<Version>,
    /// From this instant on they fail no more.
    pub until: Option<SimTime>,
}

impl Fails {
    /// Do containers fail that way on a node of the pool and version at that instant?
    pub fn applies(&self, pool: PoolId, version: Option<Version>, now: SimTime) -> bool {
        let here = self.pool.is_none_or(|only| only == pool);
        let built = self.version.is_none_or(|only| version.is_some_and(|it| only.covers(it)));
        here && built && self.until.is_none_or(|until| now < until)
    }
}

/// What happens to a container that has ended (KT-24).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RestartPolicy {
    /// With any exit code.
    #[default]
    Always,
    /// Unless its exit code is 0.
    OnFailure,
    Never,
}

/// The probes that end a container (KT-27), and what readiness does when a Pod is told to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Probes {
    /// From the start of a container that never succeeds to its end; `None`: no startup probe.
    pub startup: Option<SimSpan>,
    /// From the first failure of the liveness probe to the end of the container.
    pub liveness: SimSpan,
    /// The grace period of a container that a probe ends; `None`: the Pod's own.
    pub grace: Option<SimSpan>,
    /// Its Pods fail their readiness as soon as they are told to stop; others pass it until they are gone (BS-124).
    pub fails_at_stop: bool,
}

impl Probes {
    /// Three failures, ten seconds apart.
    pub const ASSUMED: Self =
        Self { startup: None, liveness: SimSpan::from_secs(30), grace: None, fails_at_stop: false };
}

/// What keeps a Pod of the start from being ready.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// `CrashLoopBackOff`: its container has ended that often, last at that instant; it runs that long, becomes ready or
    /// not, and exits with that code.
    CrashLoop { exits: u32, last: SimTime, after: SimSpan, code: u32, unready: bool },
    /// `ImagePullBackOff` or `ErrImagePull`.
    ImagePull,
}

/// How long a container waits after its exit number `exits`, counted from 1 (KT-24).
pub fn crash_backoff(exits: u32) -> SimSpan {
    match exits {
        0 | 1 => SimSpan::ZERO,
        _ => SimSpan::from_secs((10_i64 << (exits - 2).min(5)).min(300)),
    }
}

/// How long the kubelet waits after a failed pull number `failures`, counted from 1 (KT-25).
pub fn pull_backoff(failures: u32) -> SimSpan {
    SimSpan::from_secs((10_i64 << failures.saturating_sub(1).min(5)).min(300))
}

/// A run of more than this makes the next exit the first again (KT-24).
pub const LONG_RUN: SimSpan = SimSpan::from_secs(600);

#[cfg(test)]
mod tests {
    use super::*;

    /// KT-24, KT-25: 10 s doubled, at most 300 s; the first exit costs nothing.
    #[test]
    fn backoffs_double_up_to_five_minutes() {
        let seconds = |backoff: fn(u32) -> SimSpan| (1..=8).map(|n| backoff(n).secs()).collect();
        let (crash, pull): (Vec<u32>, Vec<u32>) = (seconds(crash_backoff), seconds(pull_backoff));
        assert_eq!(crash, [0, 10, 20, 40, 80, 160, 300, 300]);
        assert_eq!(pull, [10, 20, 40, 80, 160, 300, 300, 300]);
    }
}
