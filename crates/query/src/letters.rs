//! Two letters per workload, which distinguish the marks of its Pods.

use model::Plan;

/// Two ASCII letters or digits that identify a workload.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Letters(pub [u8; 2]);

impl Letters {
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or("??")
    }
}

/// The letters of every workload, by id: the first free pair wins.
pub(super) fn all_letters(plan: &Plan) -> Vec<Letters> {
    // Beyond this number pairs repeat: letters can't distinguish more workloads.
    const DISTINCT: usize = 64;
    let mut all: Vec<Letters> = Vec::new();
    for workload in plan.workloads.values() {
        let known = all.len() - all.len() % DISTINCT;
        let letters = pair(&workload.name, all.get(known..).unwrap_or(&[]));
        all.push(letters);
    }
    all
}

/// The first letter of the name, and the first later one that makes a free pair.
fn pair(name: &str, taken: &[Letters]) -> Letters {
    let plain: Vec<u8> = name.bytes().filter(u8::is_ascii_alphanumeric).collect();
    let Some((head, rest)) = plain.split_first() else {
        return Letters(*b"??");
    };
    let tails = rest.iter().copied().chain(b'0'..=b'9').chain(b'a'..=b'z');
    tails
        .map(|tail| Letters([*head, tail]))
        .find(|pair| !taken.contains(pair))
        .unwrap_or(Letters([*head, *head]))
}
