//! The lines of the story and their places: a paragraph for each moment, and the rows between the open one and the next.

use std::ops::Range;

/// The lines from top to bottom. Without paragraphs there are only rows.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Outline {
    pub paragraphs: usize,
    /// The paragraph whose rows are shown.
    pub open: usize,
    /// Its rows, by their places among all.
    pub rows: Range<usize>,
    /// Heights in pixels.
    pub paragraph: f64,
    pub row: f64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OutlineLine {
    Paragraph(usize),
    Row(usize),
}

impl Outline {
    /// An outline with the rows around a place. `starts` has the first row of each paragraph.
    pub(super) fn around(
        starts: &[usize],
        place: Option<usize>,
        rows: usize,
        [paragraph, row]: [f64; 2],
    ) -> Self {
        let begun = starts.partition_point(|start| Some(*start) <= place);
        let open = begun.saturating_sub(1);
        let from = starts.get(open).copied().unwrap_or(0);
        let to = starts.get(open + 1).copied().unwrap_or(rows);
        Self { paragraphs: starts.len(), open, rows: from..to, paragraph, row }
    }

    pub(super) fn len(&self) -> usize {
        self.paragraphs + self.rows.len()
    }

    /// The paragraphs above the rows.
    fn above(&self) -> usize {
        self.paragraphs.min(self.open + 1)
    }

    pub(super) fn line(&self, n: usize) -> OutlineLine {
        match n.checked_sub(self.above()) {
            None => OutlineLine::Paragraph(n),
            Some(row) if row < self.rows.len() => OutlineLine::Row(self.rows.start + row),
            Some(row) => OutlineLine::Paragraph(row - self.rows.len() + self.above()),
        }
    }

    /// The line of a row, if it is shown.
    pub(super) fn line_of(&self, row: usize) -> Option<usize> {
        self.rows.contains(&row).then(|| row - self.rows.start + self.above())
    }

    pub(super) fn top(&self, n: usize) -> f64 {
        let rows = n.saturating_sub(self.above()).min(self.rows.len());
        (n - rows) as f64 * self.paragraph + rows as f64 * self.row
    }

    /// The line at a height.
    pub(super) fn at(&self, y: f64) -> usize {
        let from = self.above() as f64 * self.paragraph;
        let to = from + self.rows.len() as f64 * self.row;
        let n = if y < from {
            y / self.paragraph
        } else if y < to {
            self.above() as f64 + (y - from) / self.row
        } else {
            (self.above() + self.rows.len()) as f64 + (y - to) / self.paragraph
        };
        (n.max(0.0) as usize).min(self.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines as text, and that each is found at its height.
    fn check(starts: &[usize], place: Option<usize>, wanted: &str) {
        let outline = Outline::around(starts, place, 9, [60.0, 24.0]);
        let lines = (0..outline.len()).map(|n| {
            assert_eq!(outline.at(outline.top(n) + 1.0), n);
            match outline.line(n) {
                OutlineLine::Paragraph(n) => format!("#{n}"),
                OutlineLine::Row(row) => {
                    assert_eq!(outline.line_of(row), Some(n));
                    row.to_string()
                }
            }
        });
        assert_eq!(lines.collect::<Vec<String>>().join(" "), wanted);
    }

    #[test]
    fn the_paragraph_at_the_playhead_shows_its_rows() {
        check(&[0, 3, 7], None, "#0 0 1 2 #1 #2");
        check(&[0, 3, 7], Some(4), "#0 #1 3 4 5 6 #2");
        check(&[0, 3, 7], Some(8), "#0 #1 #2 7 8");
        check(&[], Some(4), "0 1 2 3 4 5 6 7 8");
    }
}
