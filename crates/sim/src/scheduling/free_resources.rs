//! Free resources of nodes, with the maximum of each block of nodes, so that a search skips full blocks at once.

/// Nodes in a block, and blocks in a block of the next level.
const BLOCK: usize = 8;

/// Free amounts, or the amounts a Pod requests; a resource that isn't requested has the lowest number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FreeResources {
    pub(super) cpu_m: i64,
    pub(super) memory_bytes: i64,
    pub(super) slots: i64,
}

impl FreeResources {
    /// A node that takes no Pods.
    const NONE: Self = Self { cpu_m: i64::MIN, memory_bytes: i64::MIN, slots: i64::MIN };

    #[inline]
    fn holds(&self, asked: &Self) -> bool {
        self.cpu_m >= asked.cpu_m
            && self.memory_bytes >= asked.memory_bytes
            && self.slots >= asked.slots
    }

    /// Raises each amount to the other's; the maxima may come from different nodes.
    fn cover(&mut self, other: &Self) {
        self.cpu_m = self.cpu_m.max(other.cpu_m);
        self.memory_bytes = self.memory_bytes.max(other.memory_bytes);
        self.slots = self.slots.max(other.slots);
    }

    /// Is some amount as large as the block's?
    fn touches(&self, block: &Self) -> bool {
        self.cpu_m >= block.cpu_m
            || self.memory_bytes >= block.memory_bytes
            || self.slots >= block.slots
    }
}

/// Free resources by node; above it the maxima of each block, of each block of blocks, and so on.
#[derive(Clone, Debug, Default)]
pub(super) struct FreeResourcesIndex {
    /// Level 0 holds the nodes.
    levels: Vec<Vec<FreeResources>>,
}

impl FreeResourcesIndex {
    pub(super) fn push(&mut self) {
        match self.levels.first_mut() {
            Some(nodes) => nodes.push(FreeResources::NONE),
            None => self.levels.push(vec![FreeResources::NONE]),
        }
        let mut below = 0;
        while self.levels[below].len() > 1 {
            let blocks = self.levels[below].len().div_ceil(BLOCK);
            match self.levels.get_mut(below + 1) {
                // A node without room raises no block.
                Some(level) => level.resize(blocks, FreeResources::NONE),
                None => {
                    let level = self.levels[below].chunks(BLOCK).map(best).collect();
                    self.levels.push(level);
                }
            }
            below += 1;
        }
    }

    /// Removes the last node.
    pub(super) fn pop(&mut self) {
        let Some(last) = self.levels.first().and_then(|nodes| nodes.len().checked_sub(1)) else {
            return;
        };
        self.set(last, None);
        let mut left = last;
        for level in &mut self.levels {
            level.truncate(left);
            left = if left > 1 { left.div_ceil(BLOCK) } else { 0 };
        }
        self.levels.retain(|level| !level.is_empty());
    }

    /// `None`: the node takes no Pods.
    pub(super) fn set(&mut self, node: usize, room: Option<FreeResources>) {
        let mut room = room.unwrap_or(FreeResources::NONE);
        let mut at = node;
        for level in 0..self.levels.len() {
            let before = std::mem::replace(&mut self.levels[level][at], room);
            if before == room {
                return;
            }
            let Some(block) = self.levels.get(level + 1).map(|above| above[at / BLOCK]) else {
                return;
            };
            at /= BLOCK;
            if before.touches(&block) && !room.holds(&before) {
                let (first, row) = (at * BLOCK, &self.levels[level]);
                room = best(&row[first..(first + BLOCK).min(row.len())]);
            } else {
                let mut covered = block;
                covered.cover(&room);
                room = covered;
            }
        }
    }

    /// Visits the nodes that hold the requested amounts, in id order, until `visit` returns true.
    pub(super) fn visit(&self, asked: &FreeResources, visit: impl FnMut(u32) -> bool) {
        self.visit_from(0, asked, visit);
    }

    /// The same, from a node on.
    pub(super) fn visit_from(
        &self,
        first: usize,
        asked: &FreeResources,
        mut visit: impl FnMut(u32) -> bool,
    ) {
        if let Some(top) = self.levels.len().checked_sub(1) {
            self.visit_block((top, 0), first, asked, &mut visit);
        }
    }

    /// Visits the nodes of a block that don't come before `from`, the number of a node.
    fn visit_block(
        &self,
        (level, block): (usize, usize),
        from: usize,
        asked: &FreeResources,
        visit: &mut impl FnMut(u32) -> bool,
    ) -> bool {
        let row = &self.levels[level];
        // The first block of this level that has such nodes.
        let least = (0..level).fold(from, |at, _| at / BLOCK);
        let first = (block * BLOCK).max(least);
        let last = (block * BLOCK + BLOCK).min(row.len());
        for (at, room) in (first..last).zip(row.get(first..last).unwrap_or_default()) {
            let enough = room.holds(asked)
                && if level == 0 {
                    visit(at as u32)
                } else {
                    self.visit_block((level - 1, at), from, asked, visit)
                };
            if enough {
                return true;
            }
        }
        false
    }
}

fn best(rooms: &[FreeResources]) -> FreeResources {
    let mut best = FreeResources::NONE;
    for room in rooms {
        best.cover(room);
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_follow_their_nodes_up_and_down() {
        let of = |cpu_m: i64| Some(FreeResources { cpu_m, memory_bytes: 10, slots: 1 });
        let mut rooms = FreeResourcesIndex::default();
        for _ in 0..200 {
            rooms.push();
        }
        let find = |rooms: &FreeResourcesIndex, cpu_m: i64| {
            let asked = FreeResources { cpu_m, memory_bytes: i64::MIN, slots: 1 };
            let mut found = Vec::new();
            rooms.visit(&asked, |node| {
                found.push(node);
                false
            });
            found
        };
        let find_from = |rooms: &FreeResourcesIndex, first| {
            let asked = FreeResources { cpu_m: 1, memory_bytes: i64::MIN, slots: 1 };
            let mut found = Vec::new();
            rooms.visit_from(first, &asked, |node| {
                found.push(node);
                false
            });
            found
        };
        rooms.set(3, of(100));
        rooms.set(70, of(200));
        rooms.set(199, of(300));
        assert_eq!(find(&rooms, 100), [3, 70, 199]);
        assert_eq!(find(&rooms, 201), [199]);
        assert_eq!(find_from(&rooms, 3), [3, 70, 199]);
        assert_eq!(find_from(&rooms, 4), [70, 199]);
        assert_eq!(find_from(&rooms, 71), [199]);
        assert!(find_from(&rooms, 200).is_empty());
        rooms.set(199, of(50));
        rooms.set(71, of(250));
        rooms.set(70, None);
        assert_eq!(find(&rooms, 1), [3, 71, 199]);
        assert_eq!(find(&rooms, 60), [3, 71]);
        assert!(find(&rooms, 251).is_empty());
    }
}
