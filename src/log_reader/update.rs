//! Steps of the page, and the importer's reports for it.

use super::answer::LogAnswer;
use super::state::{LogState, LogStep};
use crate::import::source::ImportSource;
use crate::import::state::{ImportProgress, ImporterReport};
use crate::shell::jobs::job::{Job, JobPurpose, ToRead};
use crate::shell::state::{AppState, Effect, Shared};
use crate::shell::words::t;
use scenario::json::Json;

/// The number of the box's text; files have others.
const BOX: u32 = 0;

#[inline(never)] // Loaded later.
pub fn step(state: &mut AppState, step: LogStep) -> Vec<Effect> {
    let mut log = state.log.as_deref().cloned().unwrap_or_default();
    match step {
        LogStep::Add(files) => {
            for mut file in files {
                file.no = log.files.iter().map(|file| file.no).max().unwrap_or(BOX) + 1;
                log.files.push(file);
            }
        }
        LogStep::Type(text) => {
            log.files.retain(|file| file.no != BOX);
            log.files.extend(text.map(|text| ImportSource { no: BOX, ..text }));
        }
        LogStep::Remove(no) => log.files.retain(|file| file.no != no),
        LogStep::Clear => log = LogState::default(),
    }
    log.problem = None;
    let files: Vec<_> = log.files.iter().filter(|file| file.problem.is_none()).cloned().collect();
    let effects = if files.is_empty() {
        log.reading = None;
        log.answer = None;
        state.jobs.cancel(JobPurpose::Import)
    } else {
        log.reading = Some(ImportProgress::default());
        vec![state.jobs.start(JobPurpose::Import, Job::Read(ToRead::Log(files)))]
    };
    state.log = Some(Shared::new(log));
    effects
}

#[inline(never)] // Loaded later.
pub fn take_event(state: &mut AppState, heard: ImporterReport) -> Vec<Effect> {
    let mut log = state.log.as_deref().cloned().unwrap_or_default();
    match heard {
        ImporterReport::Progress(progress) => log.reading = Some(progress),
        ImporterReport::Unreadable(no, problem) => {
            for file in log.files.iter_mut().filter(|file| file.no == no) {
                file.problem = Some(problem);
            }
        }
        ImporterReport::Log(read) => {
            log.reading = None;
            let answer = |text: String| LogAnswer::of_json(&Json::parse(&text).ok()?);
            match read.and_then(|text| answer(text).ok_or_else(|| t("ui-import-broken"))) {
                Ok(answer) => log.answer = Some(Shared::new(answer)),
                Err(problem) => log.problem = Some(problem),
            }
        }
        _ => {}
    }
    state.log = Some(Shared::new(log));
    Vec::new()
}
