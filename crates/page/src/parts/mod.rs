//! Parts that know what they are given only: no store, no words of their own.

mod dialog;
mod field;
mod icon;

pub use dialog::{Modal, use_modal};
pub use field::{Choice, Field, FieldNames, Stepper, TextInput};
pub use icon::{icon, icon_button, logo};
