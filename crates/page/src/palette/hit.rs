//! A line that the palette answers.

use crate::shell::menu_items::MenuLine;

/// A line that fits, and the bytes of its words that were typed.
#[derive(Clone, PartialEq, Debug)]
pub struct Hit {
    pub line: MenuLine,
    pub marks: Vec<(usize, usize)>,
}

pub(crate) const MANY: usize = 12;
