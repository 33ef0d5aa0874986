//! Changes of the cluster's maintenance window in a document.

use super::WindowShape;
use crate::calendar::compile;
use crate::calendar::window::Window;
use crate::document::{self, Document};
use crate::edit::Edit;
use crate::field::Field as _;
use crate::json::Json;
use base::civil::DAY;

const HOUR: i64 = 3_600;

/// A change of the window's occurrences.
pub enum WindowChange {
    /// Their length.
    Hours(i64),
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
                length: 4 * HOUR,
                rule: "FREQ=DAILY".to_owned(),
            }),
            _ => WindowShape::of(policy),
        };
        let Some(shape) = shape else { return };
        let shape = match self {
            Self::Hours(hours) => WindowShape { length: hours * HOUR, ..shape },
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
        let mut policy = shape.laid_over(policy);
        policy.window.daily = None;
        doc.cluster.maintenance_policy = policy;
    }
}
