//! Stretches of time: `[from, to)`, in seconds since 1970.

/// Longer than any plan, but small enough to be added to any instant, even in milliseconds.
pub(super) const FOREVER: i64 = i64::MAX / 8000;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Span {
    pub from: i64,
    pub to: i64,
}

impl Span {
    pub fn new(from: i64, to: i64) -> Self {
        Self { from, to }
    }

    pub fn secs(self) -> i64 {
        self.to - self.from
    }

    pub fn contains(self, at: i64) -> bool {
        self.from <= at && at < self.to
    }

    /// The intersection with the other.
    pub fn within(self, other: Self) -> Option<Self> {
        let cut = Self::new(self.from.max(other.from), self.to.min(other.to));
        (cut.from < cut.to).then_some(cut)
    }
}

/// Merges overlapping and touching stretches, which are sorted by start.
pub fn merged(spans: impl IntoIterator<Item = Span>) -> Vec<Span> {
    let mut all: Vec<Span> = Vec::new();
    for span in spans.into_iter().filter(|span| span.from < span.to) {
        match all.last_mut() {
            Some(last) if span.from <= last.to => last.to = last.to.max(span.to),
            _ => all.push(span),
        }
    }
    all
}

/// Subtracts sorted stretches from merged ones.
pub fn without(spans: &[Span], others: &[Span]) -> Vec<Span> {
    let mut all = Vec::with_capacity(spans.len());
    let mut first = 0;
    for span in spans {
        while others.get(first).is_some_and(|other| other.to <= span.from) {
            first += 1;
        }
        let mut from = span.from;
        for other in others[first..].iter().take_while(|other| other.from < span.to) {
            if from < other.from {
                all.push(Span::new(from, other.from));
            }
            from = from.max(other.to);
        }
        if from < span.to {
            all.push(Span::new(from, span.to));
        }
    }
    all
}

/// The parts within a stretch.
pub fn cut(spans: &[Span], to: Span) -> Vec<Span> {
    spans.iter().filter_map(|span| span.within(to)).collect()
}
