//! The regions around the features: the bar, dialogs, banners, and the page without a scenario.

pub mod app;
pub mod banners;
pub mod bar;
mod center;
pub mod copier;
pub mod crash_screen;
pub mod dialogs;
pub mod empty_page;
pub mod help;
pub mod info_banner;
pub mod language_choice;
pub mod phone_summary;
pub mod play_settings;
mod player_host;
pub mod preset_dialog;
pub mod preset_list;
pub mod preset_picture;
pub mod printed_page;
pub mod splitter;
pub mod stage_placeholder;
pub mod tab_title;
pub mod undo_buttons;
