//! Parts that know what they are given only: no store, no words of their own.

mod callback;
mod dialog;
mod field;
mod icon;

pub use self::callback::on;
pub use self::dialog::{Modal, use_modal};
pub use self::field::{Choice, FieldNames, Stepper, TextInput, field};
pub use self::icon::{icon, icon_button, logo};
