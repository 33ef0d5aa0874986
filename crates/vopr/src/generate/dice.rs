//! Random draws: a scenario is a function of its seed.

use base::Draw;
use serde_json::{Value, json};

/// The generator's stream; the engine's own streams have lower numbers.
const DICE: u64 = 99;
const SWARM: u64 = 98;

/// Draws numbers one after the other for one seed.
#[derive(Clone, Debug)]
pub struct Dice {
    seed: u64,
    n: u64,
}

impl Dice {
    pub const fn new(seed: u64) -> Self {
        Self { seed, n: 0 }
    }

    /// Separate dice for what must not change the scenario.
    pub const fn aside(seed: u64) -> Self {
        Self::from(seed, 1 << 32)
    }

    /// Dice that begin with draw `n`.
    pub const fn from(seed: u64, n: u64) -> Self {
        Self { seed, n }
    }

    /// Dice of the same seed that begin with draw `n`.
    pub const fn apart(&self, n: u64) -> Self {
        Self::from(self.seed, n)
    }

    pub const fn seed(&self) -> u64 {
        self.seed
    }

    pub const fn below(&mut self, limit: u64) -> u64 {
        self.n += 1;
        Draw::of(self.seed, DICE, 0, self.n).0 % limit
    }

    pub const fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    pub const fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len() as u64) as usize]
    }

    pub fn secs(&mut self, of: &[u64]) -> String {
        format!("{}s", self.one(of))
    }

    /// A duration, with quantiles if the seed has them.
    pub fn span(&mut self, of: &[u64]) -> Value {
        if !Swarm::of(self.seed).has(Feature::Quantiles) || self.chance(50) {
            return json!(self.secs(of));
        }
        let low = *self.one(of);
        let (more, most) = (self.below(60), self.below(200));
        json!({ "p10": format!("{low}s"), "p50": format!("{}s", low + more), "p90": format!("{}s", low + more + most) })
    }
}

/// The features of a seed's scenarios: with few features, a run exercises these more deeply.
#[derive(Clone, Copy, Debug)]
pub struct Swarm(u64);

macro_rules! features {
    ($($name:ident $percent:literal,)*) => {
        /// Possible features, each with its percentage of seeds.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Feature { $($name,)* }

        const PERCENT: &[u64] = &[$($percent,)*];
    };
}

features! {
    SeveralPools 50,
    Zones 55,
    Spot 25,
    DrainConfig 35,
    Taints 35,
    NodeLists 20,
    AutoUpgrade 35,
    Budgets 70,
    OddBudgets 35,
    StatefulSets 45,
    DaemonSets 40,
    Jobs 40,
    BarePods 35,
    Mirrors 20,
    CustomOwners 25,
    Priorities 40,
    HardSpread 35,
    SoftSpread 35,
    NodeSelectors 30,
    NodeAffinity 30,
    PodAffinity 30,
    HostPorts 25,
    Quantiles 50,
    ExplicitPods 35,
    Probes 30,
    EmptyDirs 30,
    Extended 25,
    LongGrace 35,
    Shutdown 40,
    ImagePull 30,
    Namespaces 20,
    Services 25,
    Windows 35,
    Cancels 45,
    Rollbacks 35,
    UserDrains 45,
    Cordons 40,
    Scaling 45,
    BudgetEdits 40,
    Quota 35,
    Stockouts 35,
    Shapes 35,
    OtherChanges 25,
    SecondUpgrade 35,
    Automatic 45,
    Listed 50,
    Packing 30,
    Crowded 35,
    Copies 20,
    NoExecute 40,
    ShortRun 35,
    JobRules 50,
    DeletionCosts 30,
    CordonTimes 40,
    MoreContainers 20,
    OddTerms 40,
    Full 30,
    WholeTimes 25,
    Large 3,
    TolerationSeconds 40,
    Close 15,
    BlueGreen 25,
    Preemptions 7,
    Failures 7,
    HostEvents 6,
    Resizes 8,
    Reservations 8,
    Behaviours 9,
    ControlPlane 8,
    Concurrent 7,
    NewSettings 8,
    Phases 8,
    GonePools 3,
    ShortLived 5,
    MultiHost 7,
    Calendars 10,
    Waiting 8,
    Disruptions 6,
    Overrides 6,
    Targets 9,
    FailingContainers 10,
    Volumes 10,
    Work 12,
    After 8,
    HalfWay 6,
    Rollouts 12,
    PoolQuotas 6,
    Autoscaling 33,
    Balancers 12,
    AutoscaledBlueGreen 12,
}

impl Swarm {
    pub const fn of(seed: u64) -> Self {
        Self(seed)
    }

    pub const fn has(self, feature: Feature) -> bool {
        let percent = PERCENT[feature as usize];
        Draw::of(self.0, SWARM, feature as u64, 0).0 % 100 < percent
    }
}
