//! How the comparison looks.

const STYLE: &str = include_str!("../../../../../static/styles/compare.css");

pub(super) fn adopt() {
    crate::shell::stylesheet::adopt(STYLE);
}
