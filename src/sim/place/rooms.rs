//! Free room on nodes that take Pods, in blocks: most of a full cluster is passed over by one look at a block.

/// Nodes in a block.
const BLOCK: usize = 64;

/// What must be free; what is not asked for is the lowest number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    pub(super) cpu_m: i64,
    pub(super) memory_bytes: i64,
    pub(super) slots: i64,
}

impl Room {
    /// A node that takes no Pods.
    const NONE: Self = Self {
        cpu_m: i64::MIN,
        memory_bytes: i64::MIN,
        slots: i64::MIN,
    };

    #[inline]
    fn holds(&self, asked: &Self) -> bool {
        self.cpu_m >= asked.cpu_m
            && self.memory_bytes >= asked.memory_bytes
            && self.slots >= asked.slots
    }

    /// The largest of each, which need not be on one node.
    fn cover(&mut self, other: &Self) {
        self.cpu_m = self.cpu_m.max(other.cpu_m);
        self.memory_bytes = self.memory_bytes.max(other.memory_bytes);
        self.slots = self.slots.max(other.slots);
    }

    /// Does one of the amounts reach that of the block?
    fn touches(&self, block: &Self) -> bool {
        self.cpu_m >= block.cpu_m
            || self.memory_bytes >= block.memory_bytes
            || self.slots >= block.slots
    }
}

/// Room by node and the best of each block.
#[derive(Clone, Debug, Default)]
pub(super) struct Rooms {
    nodes: Vec<Room>,
    blocks: Vec<Room>,
}

impl Rooms {
    pub(super) fn push(&mut self) {
        if self.nodes.len().is_multiple_of(BLOCK) {
            self.blocks.push(Room::NONE);
        }
        self.nodes.push(Room::NONE);
    }

    /// `None`: the node takes no Pods.
    pub(super) fn set(&mut self, node: usize, room: Option<Room>) {
        let room = room.unwrap_or(Room::NONE);
        let before = std::mem::replace(&mut self.nodes[node], room);
        let block = node / BLOCK;
        if before.touches(&self.blocks[block]) {
            let first = block * BLOCK;
            let last = (first + BLOCK).min(self.nodes.len());
            let mut best = Room::NONE;
            for other in &self.nodes[first..last] {
                best.cover(other);
            }
            self.blocks[block] = best;
        } else {
            self.blocks[block].cover(&room);
        }
    }

    /// Visits the nodes that hold what is asked, in id order, until `visit` says that it has seen enough.
    pub(super) fn visit(&self, asked: &Room, mut visit: impl FnMut(u32) -> bool) {
        for (block, best) in self.blocks.iter().enumerate() {
            if !best.holds(asked) {
                continue;
            }
            let first = block * BLOCK;
            let last = (first + BLOCK).min(self.nodes.len());
            for (at, room) in self.nodes[first..last].iter().enumerate() {
                if room.holds(asked) && visit((first + at) as u32) {
                    return;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_follow_their_nodes_up_and_down() {
        let of = |cpu_m: i64| {
            Some(Room {
                cpu_m,
                memory_bytes: 10,
                slots: 1,
            })
        };
        let mut rooms = Rooms::default();
        for _ in 0..200 {
            rooms.push();
        }
        let find = |rooms: &Rooms, cpu_m: i64| {
            let asked = Room {
                cpu_m,
                memory_bytes: i64::MIN,
                slots: 1,
            };
            let mut found = Vec::new();
            rooms.visit(&asked, |node| {
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
        rooms.set(199, of(50));
        rooms.set(71, of(250));
        rooms.set(70, None);
        assert_eq!(find(&rooms, 1), [3, 71, 199]);
        assert_eq!(find(&rooms, 60), [3, 71]);
        assert!(find(&rooms, 251).is_empty());
    }
}
