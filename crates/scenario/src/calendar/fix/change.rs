//! Changes of the cluster's maintenance window in a document.

use super::WindowShape;
use crate::calendar::compile;
use crate::calendar::window::{FOUR_HOURS, Window};
use crate::document::{self, Document};
use crate::edit::Edit;
use crate::field::Field as _;
use crate::json::Json;
use base::SimSpan;
use base::civil::DAY;

const HOUR: i64 = 3_600;

/// A change of the window's occurrences.
pub enum WindowChange {
    Length(SimSpan),
    /// One every day.
    Daily,
    /// The hour at which they open.
    At(i64),
    /// The weekday on which they don't open.
    Without(u8),
}

impl WindowChange {
    /// `None` if the document has no window, or it stays as it is.
    pub fn edit(&self, json: &Json) -> Option<Edit> {
        let (document, _) = document::read::<Document>(json);
        let mut document = document?;
        let before = document.cluster.maintenance_policy.clone();
        self.make(&mut document);
        let policy = &document.cluster.maintenance_policy;
        let window = policy.window.write();
        let path = "/cluster/maintenancePolicy/window".to_owned();
        (*policy != before).then_some(Edit::Set(path, window))
    }

    /// Changes the window's occurrences; a daily four-hour window becomes a recurring one.
    pub fn make(&self, doc: &mut Document) {
        let policy = &doc.cluster.maintenance_policy;
        let day = doc.start_unix_ms().div_euclid(1000 * DAY);
        let shape = match compile::policy(doc).map(|policy| policy.window) {
            Some(Window::Daily { second }) => Some(WindowShape {
                start: day * DAY + second,
                length: FOUR_HOURS,
                rule: "FREQ=DAILY".to_owned(),
            }),
            _ => WindowShape::of(policy),
        };
        let Some(before) = shape else { return };
        let shape = before.clone();
        let shape = match self {
            Self::Length(span) => WindowShape { length: span.secs() as i64, ..shape },
            Self::Daily => {
                let today = day * DAY + shape.start.rem_euclid(DAY);
                let start = shape.start.min(today);
                WindowShape { start, rule: "FREQ=DAILY".to_owned(), ..shape }
            }
            Self::At(hour) => {
                WindowShape { start: shape.start.div_euclid(DAY) * DAY + hour * HOUR, ..shape }
            }
            Self::Without(day) => match shape.without_weekday(*day) {
                Some(shape) => shape,
                None => return,
            },
        };
        if shape == before {
            return;
        }
        let mut policy = shape.laid_over(policy);
        policy.window.daily = None;
        doc.cluster.maintenance_policy = policy;
    }
}
