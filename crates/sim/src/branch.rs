//! Branches a run: continues it from the middle with another script.

use super::Sim;
use super::start::ROW;
use super::wake::Wake;
use base::SimTime;
use model::Plan;
use std::rc::Rc;

impl Sim {
    /// Copies the run up to here as a run of `plan`; `None` if the two plans' runs differ before that.
    pub fn branch(&self, plan: &Rc<Plan>) -> Option<Self> {
        let now = self.core.now;
        if self.plan.same_until(plan)? <= now {
            return None;
        }
        let mut branch = self.clone();
        branch.plan = Rc::clone(plan);
        branch.core.world.plan = Rc::clone(plan);
        let script = plan.script.iter().enumerate();
        let timed = script.filter(|(_, entry)| entry.is_timed() && entry.at > now);
        let timed = timed.map(|(no, entry)| {
            let rank = (0, no as u64);
            (entry.at, Wake::Command(no as u32), rank)
        });
        let command = |wake: Wake| matches!(wake, Wake::Command(_));
        branch.core.queue.replace_script(command, timed, Some(ROW));
        Some(branch)
    }

    /// The approximate size of a copy, in bytes.
    pub fn bytes(&self) -> usize {
        let cluster = &self.core.world.cluster;
        let (pods, nodes) = (cluster.pods.len() as usize, cluster.nodes.len() as usize);
        let services = self.plan.services.values();
        let balanced = services.filter(|one| one.known_balancer().is_some()).count();
        pods * POD + nodes * (NODE + balanced * BACKEND) + BASE
    }

    /// Is anything due before the instant?
    pub fn is_before(&self, at: SimTime) -> bool {
        match self.next_edge() {
            Some(edge) => edge < at && !self.is_over(),
            None => self.core.queue.next().is_some_and(|next| next < at),
        }
    }
}

// Measured in runs of 15,000 nodes, rounded up.
const POD: usize = 40;
const NODE: usize = 1500;
const BACKEND: usize = 80;
const BASE: usize = 256 << 10;

#[cfg(test)]
mod tests {
    use super::Sim;
    use crate::testing::cluster;
    use base::SimTime;

    /// An entry due a second after the branching instant acts, and nothing acts twice.
    #[test]
    fn a_branch_acts_on_every_later_entry_once() {
        let (plan, start) = cluster("pool a nodes=2 | at=0 upgrade a | at=180 cordon a-1");
        let line = "pool a nodes=2 | at=0 upgrade a | at=180 cordon a-1 | at=181 cancel a";
        let (other, _) = cluster(line);
        let mut sim = Sim::new(plan, start.clone());
        while sim.is_before(SimTime::from_secs(181)) {
            sim.step();
        }
        let mut branch = sim.branch(&other).expect("the same run so far");
        let mut whole = Sim::new(other, start);
        assert_eq!(branch.run(), whole.run());
        assert_eq!(branch.cluster(), whole.cluster());
        assert_eq!(branch.trace().len(), whole.trace().len());
    }
}
