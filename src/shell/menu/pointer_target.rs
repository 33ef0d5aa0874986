//! The subject of an element or event of the page.

use base::PoolId;
use draw::compose;
use draw::view::{PoolView, ZoneView};
use trace::Subject;
use web_sys::Element;

/// A cell of the grid. A zone has one in each of its pools.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GridCell {
    pub subject: Subject,
    pub pool: Option<PoolId>,
    /// In a blue-green upgrade, the index of its box: batches of blue, then green.
    pub part: Option<u32>,
}

impl From<Subject> for GridCell {
    fn from(subject: Subject) -> Self {
        Self { subject, pool: None, part: None }
    }
}

impl GridCell {
    pub(crate) fn zone(pool: &PoolView, at: usize, zone: &ZoneView) -> Self {
        Self {
            subject: compose::subject(zone.target(pool.id)),
            pool: Some(pool.id),
            part: pool.sides.is_some().then_some(at as u32),
        }
    }

    /// The cell of an element or of one around it.
    pub fn of(element: &Element) -> Option<Self> {
        let found = element.closest("[data-subject]").ok().flatten()?;
        let number = |name: &str| found.get_attribute(name);
        Some(Self {
            subject: Subject::unpack(number("data-subject")?.parse().ok()?)?,
            pool: number("data-pool").and_then(|pool| Some(PoolId(pool.parse().ok()?))),
            part: number("data-part").and_then(|part| part.parse().ok()),
        })
    }

    /// The CSS selector of its element.
    pub fn selector(self) -> String {
        let pool = self.pool.map(|pool| format!("[data-pool='{}']", pool.0));
        let part = self.part.map(|part| format!("[data-part='{part}']"));
        format!(
            "[data-subject='{}']{}{}",
            self.subject.pack(),
            pool.unwrap_or_default(),
            part.unwrap_or_default()
        )
    }
}

/// The subject of an element.
pub fn subject_of(element: &Element) -> Option<Subject> {
    Some(GridCell::of(element)?.subject)
}
