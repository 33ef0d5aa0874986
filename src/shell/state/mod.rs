//! The state of the page: actions change it, effects follow.

mod action;
mod app_state;
mod center;
mod choices;
pub mod effects;
pub(crate) mod selection;
mod shared;
mod store;
pub mod update;

pub use self::action::{Action, Effect};
pub use self::app_state::{AppState, PageError};
pub use self::center::{Center, OpenViews};
pub use self::choices::{
    CalendarLook, CalendarRange, Dialog, InfoBanner, SavedScenario, Section, Sections, Share,
    ShareTab, Tab, ThemeChoice,
};
pub use self::shared::Shared;
pub use self::store::{Store, use_later, use_select, use_store};
