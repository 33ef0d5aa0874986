//! The views of a run: one at a time fills the centre of the page.

/// What fills the centre, lowest first: the highest open view is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Center {
    #[default]
    Stage,
    /// Tables of nodes and Pods.
    Tables,
    Calendar,
    /// The run fills the screen, for an audience.
    Presentation,
    /// Runs beside each other.
    Compare,
}

/// A row of the table.
struct View {
    center: Center,
    /// Its name in an address. The comparison has a part of its own there, with its variants.
    name: Option<&'static str>,
    /// It is alone on the page: without setup and inspector, and nothing opens above it.
    full: bool,
    /// What it closes; other open views are shown again after it.
    closes: &'static [Center],
}

/// In the order of [`Center`]; keys and words of each are in the table of commands.
#[rustfmt::skip]
const VIEWS: &[View] = &[
    View { center: Center::Stage, name: None, full: false, closes: &[] },
    View { center: Center::Tables, name: Some("tables"), full: false, closes: &[Center::Calendar] },
    View { center: Center::Calendar, name: Some("calendar"), full: false, closes: &[] },
    View { center: Center::Presentation, name: Some("present"), full: true, closes: &[Center::Calendar] },
    View { center: Center::Compare, name: None, full: true, closes: &[] },
];

impl Center {
    fn row(self) -> &'static View {
        &VIEWS[self as usize]
    }

    pub fn is_full(self) -> bool {
        self.row().full
    }

    /// Its name in an address.
    pub fn name(self) -> Option<&'static str> {
        self.row().name
    }

    /// The view of this name, else the stage.
    pub fn named(name: &str) -> Self {
        let found = VIEWS.iter().find(|view| view.name == Some(name));
        found.map_or(Self::Stage, |view| view.center)
    }

    #[inline(always)]
    fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// The open views above the stage, but for the comparison, which is open while it has variants.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OpenViews(u8);

impl From<Center> for OpenViews {
    fn from(view: Center) -> Self {
        Self(view.bit())
    }
}

impl OpenViews {
    #[inline(always)]
    pub fn has(self, view: Center) -> bool {
        self.0 & view.bit() != 0
    }

    pub fn close(&mut self, view: Center) {
        self.0 &= !view.bit();
    }

    pub fn set(&mut self, view: Center, open: bool) {
        self.close(view);
        if open {
            view.row().closes.iter().for_each(|other| self.close(*other));
            self.0 |= view.bit();
        }
    }

    /// The highest one. Without a run there is nothing to present.
    pub fn top(self, has_run: bool) -> Center {
        let is_shown = |view: &&View| {
            self.has(view.center) && (has_run || view.center != Center::Presentation)
        };
        VIEWS.iter().rev().find(is_shown).map_or(Center::Stage, |view| view.center)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_view_is_over_those_that_it_does_not_close() {
        let after = |views: &[Center]| {
            let mut open = OpenViews::default();
            views.iter().for_each(|view| open.set(*view, true));
            open
        };
        let mut open = after(&[Center::Tables, Center::Calendar]);
        assert_eq!(open.top(true), Center::Calendar);
        open.set(Center::Calendar, false);
        assert_eq!(open.top(true), Center::Tables);
        assert_eq!(after(&[Center::Calendar, Center::Tables]), Center::Tables.into());
        let open = after(&[Center::Calendar, Center::Presentation]);
        assert_eq!([true, false].map(|run| open.top(run)), [Center::Presentation, Center::Stage]);
    }

    #[test]
    fn the_table_is_in_the_order_of_the_views() {
        for view in VIEWS {
            assert_eq!(view.center.row().center, view.center);
            assert_eq!(view.name.map_or(view.center, Center::named), view.center);
        }
    }
}
