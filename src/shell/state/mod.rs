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

pub use action::{Action, Effect};
pub use app_state::{AppState, PageError};
pub use center::{Center, OpenViews};
pub use choices::{
    CalendarLook, CalendarRange, Dialog, InfoBanner, SavedScenario, Section, Sections, Share,
    ShareTab, Tab, ThemeChoice,
};
pub use shared::Shared;
pub use store::{Store, use_later, use_select, use_store};
