//! The style sheet of the comparison.

const STYLE: &str = include_str!("../../../static/styles/compare.css");

/// Not inlined: its caller is small, and small functions are in the part before.
#[inline(never)]
pub(super) fn adopt() {
    crate::shell::web::stylesheet::adopt(STYLE);
}
