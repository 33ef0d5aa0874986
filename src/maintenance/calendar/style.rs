//! The style sheet of the calendar and of the setup's section about it.

const STYLE: &str = include_str!("../../../static/styles/calendar.css");

pub fn adopt() {
    crate::shell::web::stylesheet::adopt(STYLE);
}
