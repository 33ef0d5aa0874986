//! Components that depend only on their properties: no store, no texts of their own.

mod callback;
mod checked;
mod command_line;
mod dialog;
mod field;
mod fold;
mod icon;
pub mod rows_in_view;
pub mod rule_link;

pub use self::callback::{on, value_of};
pub use self::checked::Checked;
pub use self::command_line::command_line;
pub use self::dialog::{Modal, use_modal};
pub use self::field::{Choice, FieldNames, Stepper, TextInput, field, framed};
pub use self::fold::close_by_key;
pub use self::icon::{icon, icon_button, logo};
