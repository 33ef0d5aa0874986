//! The user's choices on the page, and its notes: tabs, sections, dialogs, the theme.

base::enum_table! {
    #[derive(Default)]
    pub enum Tab,
    /// Its name in an address.
    name {
        Maintenance = "maintenance",
        Operations = "operations",
        Why = "why",
        #[default]
        Findings = "findings",
        Story = "story",
    }
}

impl Tab {
    /// Its title on the page.
    pub fn head(self) -> String {
        format!("inspector-tab-{}", self.name())
    }
}

/// Sections of the setup.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Section {
    Pools,
    Workloads,
    Actions,
    Assumptions,
    Maintenance,
}

impl Section {
    pub const ALL: [Self; 5] =
        [Self::Pools, Self::Workloads, Self::Maintenance, Self::Actions, Self::Assumptions];
}

/// The open section, if any.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sections(u8);

impl Default for Sections {
    fn default() -> Self {
        Self(1)
    }
}

impl Sections {
    pub fn open(self, section: Section) -> bool {
        self.0 & (1 << section as u8) != 0
    }

    /// Opens a section, which closes the others, or closes it.
    #[must_use]
    pub fn toggled(self, section: Section) -> Self {
        if self.open(section) { Self(0) } else { Self(1 << section as u8) }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialog {
    Import,
    /// The report of the scenario's import.
    Report,
    Help,
    Presets,
    Palette,
    Share,
    /// The changes since the scenario was opened.
    Changes,
}

/// The display settings of the calendar.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CalendarLook {
    /// Days and times are in the browser's zone.
    pub local: bool,
    pub reach: CalendarRange,
    /// The first visible month, counted from the year 0.
    pub first: Option<i64>,
    /// An instant outside of the run, in seconds since 1970, valid while the playhead stays where it is.
    pub at: Option<(i64, i64)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CalendarRange {
    Month,
    #[default]
    Quarter,
    Year,
}

impl CalendarRange {
    pub const ALL: [Self; 3] = [Self::Month, Self::Quarter, Self::Year];

    pub fn months(self) -> i64 {
        match self {
            Self::Month => 1,
            Self::Quarter => 3,
            Self::Year => 12,
        }
    }
}

/// The settings of the share dialog.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    pub tab: ShareTab,
    /// The link includes the playhead.
    pub playhead: bool,
    /// The link includes the selection and the open tab.
    pub selection: bool,
    pub pseudonyms: bool,
    /// The index of the displayed data format.
    pub form: usize,
}

impl Default for Share {
    fn default() -> Self {
        Self { tab: ShareTab::Link, playhead: true, selection: true, pseudonyms: false, form: 0 }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShareTab {
    Link,
    Image,
    Data,
}

impl ShareTab {
    pub const ALL: [Self; 3] = [Self::Link, Self::Image, Self::Data];
}

/// A notice that isn't an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InfoBanner {
    /// The scenario was restored from the last visit.
    Restored,
    /// Opening the saved scenario crashed the program; its text.
    Broke(String),
    /// The scenario is too large for the browser's storage.
    NotKept,
    /// Another tab saved its scenario for the next visit.
    OtherTab,
    /// A part was removed, and with it so many entries of the script and budgets.
    Removed { name: String, entries: usize, budgets: usize, selectors: usize },
    /// The messages of this language couldn't be loaded.
    NoLanguage(String),
    /// The address names a moment beyond the last one, of so many.
    NoMoment(usize),
    /// The address was of a comparison with a former state.
    NoFormer,
}

/// The scenario saved by the last visit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SavedScenario {
    Nothing,
    Preset(String),
    /// A text, the scenario as imported, and the steps that led to the text.
    Text(String, Option<String>, Option<String>),
    /// It crashed the program more than once.
    Broke(String),
}

base::enum_table! {
    #[derive(Default)]
    pub enum ThemeChoice, name {
        /// The system's setting.
        #[default]
        Auto = "auto",
        Light = "light",
        Dark = "dark",
    }
}

impl ThemeChoice {
    pub fn read(name: &str) -> Self {
        Self::named(name).unwrap_or_default()
    }
}
