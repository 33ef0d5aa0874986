//! Collects the instants in a range, counts them, and stops at the limits.

/// Why the search ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stop {
    /// The next instants are beyond the range, COUNT or the wanted number.
    Passed,
    /// The rule has no further instants.
    Never,
    /// The steps are used up.
    TooMany,
}

pub(super) struct Sink {
    /// The rule has no instants before it.
    start: i64,
    from: i64,
    /// No instants from here on are wanted.
    end: i64,
    /// What is left of COUNT.
    left: u64,
    /// How many more instants are wanted.
    room: usize,
    steps: u64,
    most_steps: u64,
    pub(super) starts: Vec<i64>,
}

impl Sink {
    pub(super) fn new(
        start: i64,
        from: i64,
        end: i64,
        count: Option<u32>,
        room: usize,
        steps: u32,
    ) -> Self {
        Self {
            start,
            from,
            end,
            left: count.map_or(u64::MAX, u64::from),
            room,
            steps: 0,
            most_steps: u64::from(steps),
            starts: Vec::new(),
        }
    }

    pub(super) fn end(&self) -> i64 {
        self.end
    }

    /// The first instant that matters: with COUNT, earlier than the range.
    pub(super) fn first(&self) -> i64 {
        if self.left == u64::MAX { self.start.max(self.from) } else { self.start }
    }

    pub(super) fn steps(&self) -> u32 {
        u32::try_from(self.steps).unwrap_or(u32::MAX)
    }

    /// Reserves memory for the expected instants.
    pub(super) fn expect(&mut self, many: i64) {
        let most = self
            .most_steps
            .saturating_sub(self.steps)
            .min(self.left)
            .min(self.room as u64)
            .min(1 << 20);
        let many = u64::try_from(many).unwrap_or(0).min(most);
        self.starts.reserve(many as usize);
    }

    pub(super) fn step(&mut self, many: u64) -> Result<(), Stop> {
        self.steps += many;
        if self.steps > self.most_steps {
            return Err(Stop::TooMany);
        }
        Ok(())
    }

    /// Adds the instants at ascending offsets from `base`; takes one step, and one for each.
    #[inline]
    pub(super) fn put(&mut self, base: i64, offsets: &[i64]) -> Result<(), Stop> {
        self.step(1 + offsets.len() as u64)?;
        let ([first, ..], [.., last]) = (offsets, offsets) else {
            return Ok(());
        };
        let many = offsets.len();
        let counted = many as u64 <= self.left;
        let whole = base + first >= self.start.max(self.from) && base + last < self.end;
        if whole && counted && many <= self.room {
            if self.left != u64::MAX {
                self.left -= many as u64;
            }
            self.room -= many;
            self.starts.extend(offsets.iter().map(|offset| base + offset));
        } else {
            offsets.iter().try_for_each(|offset| self.put_one(base + offset))?;
        }
        // With enough results the next one, which may be far away, isn't searched for.
        if self.is_counted() || self.is_full() {
            return Err(Stop::Passed);
        }
        Ok(())
    }

    fn put_one(&mut self, at: i64) -> Result<(), Stop> {
        if at < self.start {
            return Ok(());
        }
        if at >= self.end || self.left == 0 || self.room == 0 {
            return Err(Stop::Passed);
        }
        if self.left != u64::MAX {
            self.left -= 1;
        }
        if at >= self.from {
            self.room -= 1;
            self.starts.push(at);
        }
        Ok(())
    }

    /// Is COUNT used up?
    pub(super) fn is_counted(&self) -> bool {
        self.left == 0
    }

    /// Have the wanted number of instants been found?
    pub(super) fn is_full(&self) -> bool {
        self.room == 0
    }
}
