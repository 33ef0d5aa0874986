//! The page around the player: what it shows, and what it hears of the playhead. The player knows no more of it, so
//! that another page can have one.

use super::track::Compared;
use crate::shell::run::loaded::Run;
use draw::theme::Theme;

/// What the page shows.
pub struct Shown {
    pub run: Option<Run>,
    /// Quiet stretches are as long as they are.
    pub true_scale: bool,
    /// The end of support of the cluster's version in milliseconds since 1970, and its minor version.
    pub support_end: Option<(i64, String)>,
    /// The compared runs, if it compares.
    pub compared: Option<Compared>,
}

/// A page with a player.
pub trait Host {
    fn shown(&self) -> Shown;

    /// The text of the filter; empty without one.
    fn filter(&self) -> String;

    fn theme(&self) -> &'static Theme;

    /// Hears that the playhead starts or stops.
    fn on_playing(&self, playing: bool);
}
