//! A line of the palette's answer.

use crate::shell::menu::items::MenuLine;

/// A matching line, and the matched bytes of its words.
#[derive(Clone, PartialEq, Debug)]
pub struct Hit {
    pub line: MenuLine,
    pub marks: Vec<(usize, usize)>,
}

pub(crate) const MANY: usize = 12;
