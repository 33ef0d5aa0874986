//! What a person chose on the page, and what it tells them: tabs, sections, dialogs, the theme, notes.

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tab {
    Operations,
    Why,
    #[default]
    Findings,
    Story,
    Maintenance,
}

impl Tab {
    pub const ALL: [Self; 5] = [
        Self::Maintenance,
        Self::Operations,
        Self::Why,
        Self::Findings,
        Self::Story,
    ];

    /// In an address.
    pub fn name(self) -> &'static str {
        match self {
            Self::Operations => "operations",
            Self::Why => "why",
            Self::Findings => "findings",
            Self::Story => "story",
            Self::Maintenance => "maintenance",
        }
    }

    /// Its head in the page.
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
    pub const ALL: [Self; 5] = [
        Self::Pools,
        Self::Workloads,
        Self::Maintenance,
        Self::Actions,
        Self::Assumptions,
    ];
}

/// Which sections are open.
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

    #[must_use]
    pub fn toggled(self, section: Section) -> Self {
        Self(self.0 ^ (1 << section as u8))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialog {
    Import,
    /// What the import said that the scenario came from.
    Report,
    Help,
    Presets,
    Palette,
    Share,
}

/// How the calendar is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CalendarLook {
    /// The calendar stands on the stage.
    pub open: bool,
    /// Days and times are those of the browser's zone.
    pub local: bool,
    pub reach: Reach,
    /// The first month that is shown, counted from the year 0.
    pub first: Option<i64>,
    /// An instant that no run reaches, in seconds since 1970, as long as the playhead stays where it is.
    pub at: Option<(i64, i64)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reach {
    Month,
    #[default]
    Quarter,
    Year,
}

impl Reach {
    pub const ALL: [Self; 3] = [Self::Month, Self::Quarter, Self::Year];

    pub fn months(self) -> i64 {
        match self {
            Self::Month => 1,
            Self::Quarter => 3,
            Self::Year => 12,
        }
    }
}

/// What the dialog for sharing shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    pub tab: ShareTab,
    /// The link opens where the playhead stands.
    pub playhead: bool,
    /// The link opens with what is selected, and the panel that is open.
    pub selection: bool,
    pub pseudonyms: bool,
    /// Which of the forms of data is shown, by its place in the list.
    pub form: usize,
}

impl Default for Share {
    fn default() -> Self {
        Self {
            tab: ShareTab::Link,
            playhead: true,
            selection: true,
            pseudonyms: false,
            form: 0,
        }
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
pub enum PageNote {
    /// The scenario is that of the last visit.
    Restored,
    /// Opening what the last visit left broke the program; this is it.
    Broke(String),
    /// The scenario does not fit into this browser's storage.
    NotKept,
    /// The messages of this language couldn't be loaded.
    NoLanguage(String),
}

/// What the last visit left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SavedScenario {
    Nothing,
    Preset(String),
    /// A text, and the scenario as it was imported.
    Text(String, Option<String>),
    /// It broke the program more than once.
    Broke(String),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ThemeChoice {
    /// As the system has it.
    #[default]
    Auto,
    Light,
    Dark,
}

impl ThemeChoice {
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    pub fn read(name: &str) -> Self {
        match name {
            "light" => Self::Light,
            "dark" => Self::Dark,
            _ => Self::Auto,
        }
    }
}
