//! Steps of the text: it follows the scenario, and the scenario follows what is typed.

use super::state::{TextStep, TextView};
use crate::shell::form::sentence;
use crate::shell::jobs::job::{Job, JobPurpose, ToRead};
use crate::shell::scenario::changes;
use crate::shell::scenario::draft::{Draft, TextProblem};
use crate::shell::state::{AppState, Effect, Shared};
use crate::shell::words::{t, tm};
use base::{Arg, Message};
use scenario::json::{Json, SyntaxError};
use scenario::text::{self, TextFormat};
use std::rc::Rc;

/// Larger texts aren't shown.
const SHOWN: usize = 1 << 20;

#[inline(never)] // Loaded later.
pub(crate) fn step(state: &mut AppState, step: TextStep) -> Vec<Effect> {
    match step {
        TextStep::Open(name) => {
            state.setup_shown = true;
            let format = name.and_then(|name| TextFormat::named(&name));
            show(state, format.unwrap_or_default());
        }
        TextStep::Format(format) => {
            show(state, format);
            return vec![Effect::Keep("text-format", format.name().to_owned())];
        }
        TextStep::Close => state.text = None,
        TextStep::Typed(text) => return typed(state, &text),
    }
    Vec::new()
}

/// Writes the text again when the scenario was changed elsewhere.
#[inline(never)] // Loaded later.
pub(crate) fn follow(state: &mut AppState) {
    let Some(view) = &state.text else { return };
    match &state.draft {
        Some(draft) if draft.json == view.document => {}
        Some(_) => show(state, view.format),
        None => state.text = None,
    }
}

fn show(state: &mut AppState, format: TextFormat) {
    let written = state.text.as_ref().map_or(0, |view| view.written + 1);
    state.text = state.draft.as_ref().map(|draft| view(draft, format, written));
}

fn view(draft: &Draft, format: TextFormat, written: u32) -> TextView {
    let too_large = Some(draft.text.len()).filter(|bytes| *bytes > SHOWN);
    let text: Rc<str> = match too_large {
        Some(_) => Rc::default(),
        None => Rc::from(format.write(&draft.json, &tm)),
    };
    let document = draft.json.clone();
    TextView {
        format,
        base: (Rc::clone(&text), document.clone()),
        text,
        written,
        reading: false,
        problem: None,
        too_large,
        document,
        checked: None,
    }
}

fn typed(state: &mut AppState, text: &str) -> Vec<Effect> {
    let Some(view) = &mut state.text else { return Vec::new() };
    view.text = Rc::from(text);
    view.problem = None;
    view.reading = false;
    view.checked = None;
    match view.format {
        TextFormat::Json => match Json::parse(text) {
            Ok(json) => accept(state, json),
            Err(error) => refuse(state, syntax(&error)),
        },
        TextFormat::Yaml => read(state, vec![text.to_owned()]),
        TextFormat::Commands => {
            let texts = vec![view.base.0.to_string(), text.to_owned()];
            read(state, texts)
        }
    }
}

/// Lets the importer read texts.
fn read(state: &mut AppState, texts: Vec<String>) -> Vec<Effect> {
    if let Some(view) = &mut state.text {
        view.reading = true;
    }
    vec![state.jobs.start(JobPurpose::Import, Job::Read(ToRead::Texts(texts)))]
}

/// Takes what the importer read.
pub(crate) fn take_event(
    state: &mut AppState,
    read: Result<Vec<Json>, TextProblem>,
) -> Vec<Effect> {
    let Some(view) = state.text.as_mut().filter(|view| view.reading) else { return Vec::new() };
    view.reading = false;
    let checked = view.checked.take();
    match read.as_deref() {
        Ok([before, after]) => take_commands(state, before, after),
        Ok([read]) => match checked {
            Some((json, wanted)) if text::agree(read, &wanted) => accept(state, Json::clone(&json)),
            Some(_) => refuse(state, beyond()),
            None => accept(state, read.clone()),
        },
        Ok(_) => Vec::new(),
        // Its line would be that of another text.
        Err(_) if checked.is_some() => refuse(state, beyond()),
        Err(problem) => refuse(state, problem.clone()),
    }
}

/// The scenario has in another form what the commands say.
fn beyond() -> TextProblem {
    TextProblem { says: t("ui-as-text-beyond"), line: None }
}

/// Takes what was changed in the commands, and has the result read again: it must say what the typed ones say.
fn take_commands(state: &mut AppState, before: &Json, after: &Json) -> Vec<Effect> {
    // A manifest alone, or another document, isn't a scenario.
    if after.get("version").is_none() {
        return refuse(state, beyond());
    }
    let Some(view) = &mut state.text else { return Vec::new() };
    let json = text::changed(&view.base.1, before, after);
    if json == *view.document {
        return accept(state, json);
    }
    let again = TextFormat::Commands.write(&json, &tm);
    view.checked = Some((Shared::new(json), Shared::new(after.clone())));
    read(state, vec![again])
}

/// Makes a typed document the scenario, as one step with what was typed just before.
fn accept(state: &mut AppState, json: Json) -> Vec<Effect> {
    let Some(before) = state.draft.clone() else { return Vec::new() };
    let effects = match json == *before.json {
        true => Ok(Vec::new()),
        false => changes::take_typed(state, &before, json),
    };
    match effects {
        Ok(effects) => {
            if let (Some(view), Some(draft)) = (&mut state.text, &state.draft) {
                view.document = draft.json.clone();
            }
            effects
        }
        Err(diagnostics) => {
            let says = diagnostics.first().map_or_else(String::new, sentence);
            refuse(state, TextProblem { says, line: None })
        }
    }
}

fn refuse(state: &mut AppState, problem: TextProblem) -> Vec<Effect> {
    if let Some(view) = &mut state.text {
        view.problem = Some(problem);
    }
    Vec::new()
}

fn syntax(SyntaxError(message): &SyntaxError) -> TextProblem {
    TextProblem { says: tm(message), line: line_of(message) }
}

/// The line in an error of the JSON parser: `expected value at line 3 column 5`.
fn line_of(message: &Message) -> Option<usize> {
    let Some(Arg::Text(error)) = message.arg("error") else { return None };
    error.rsplit_once(" at line ")?.1.split(' ').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::state::ImporterReport;
    use crate::shell::jobs::job::JobEvent;
    use crate::shell::scenario::history::StepKind;
    use crate::shell::state::Action;
    use crate::shell::state::update::update;

    const TEXT: &str = r#"{"version":1,"seed":7,"pools":[{"name":"web","initialNodeCount":2,"upgradeSettings":{"maxSurge":1}}]}"#;

    fn after(state: &AppState, action: Action) -> (AppState, Vec<Effect>) {
        update(state, action)
    }

    fn opened(format: TextFormat) -> AppState {
        let (state, _) = after(&AppState::default(), Action::Open(TEXT.to_owned()));
        after(&state, Action::Text(TextStep::Open(Some(format.name().to_owned())))).0
    }

    fn view(state: &AppState) -> &TextView {
        state.text.as_ref().expect("the text is open")
    }

    /// Replaces a piece of the text, and lets the importer read until the text is used or not.
    fn type_over(state: &AppState, piece: &str, by: &str) -> AppState {
        let typed = view(state).text.replace(piece, by);
        assert_ne!(*view(state).text, typed, "there is no {piece}");
        let (mut state, mut effects) = after(state, Action::Text(TextStep::Typed(typed)));
        while let Some(Effect::Start(id, Job::Read(ToRead::Texts(texts)))) =
            effects.iter().find(|one| matches!(one, Effect::Start(_, Job::Read(ToRead::Texts(_)))))
        {
            let read = texts.iter().map(|text| import::typed(text)).collect::<Result<_, _>>();
            let read = read.map_err(|refusal: import::Refusal| TextProblem {
                says: tm(&refusal.message),
                line: refusal.at.map(|(line, _)| line),
            });
            let event = JobEvent::Read(ImporterReport::Texts(read));
            (state, effects) = after(&state, Action::Job(*id, event));
        }
        state
    }

    fn json(state: &AppState) -> String {
        state.draft.as_ref().expect("it is open").json.compact()
    }

    #[test]
    fn what_is_typed_is_the_scenario_and_one_step() {
        for (format, piece, by) in [
            (TextFormat::Json, "\"maxSurge\": 1", "\"maxSurge\": 3"),
            (TextFormat::Yaml, "maxSurge: 1", "maxSurge: 3"),
            (TextFormat::Commands, "--max-surge-upgrade=1", "--max-surge-upgrade=3"),
        ] {
            let before = opened(format);
            let state = type_over(&before, piece, by);
            assert_eq!(view(&state).problem, None, "{format:?}");
            assert_eq!(json(&state), TEXT.replace("Surge\":1", "Surge\":3"), "{format:?}");
            assert_eq!(state.history.last(), Some(&StepKind::Text));
            // The page doesn't replace what is being typed.
            assert_eq!(view(&state).written, view(&before).written);
            let again = type_over(&state, by, &by.replace('3', "4"));
            let (undone, _) = after(&again, Action::Undo);
            assert_eq!(json(&undone), TEXT);
            assert_eq!(view(&undone).text, view(&before).text);
            assert_ne!(view(&undone).written, view(&again).written);
        }
    }

    #[test]
    fn half_typed_commands_remove_nothing() {
        const TEXT: &str = r#"{"version":1,"pools":[{"name":"web","initialNodeCount":2}],
            "workloads":[{"kind":"Deployment","name":"shop","replicas":2}],
            "budgets":[{"name":"shop","selector":{"matchLabels":{"app":"shop"}},"maxUnavailable":1}]}"#;
        let (state, _) = after(&AppState::default(), Action::Open(TEXT.to_owned()));
        let open = TextStep::Open(Some("gcloud".to_owned()));
        let (before, _) = after(&state, Action::Text(open));
        let commands = view(&before).text.split("---\n").next().unwrap_or_default().to_owned();
        for (piece, by) in [
            ("replicas: 2", "replicas: ]2"),
            ("node-pools create web", "node-pools creat web"),
            ("kind: PodDisruptionBudget", "kind: PodDisruptionBudge"),
            ("--num-nodes=2", "--num-nodes="),
            ("---\napiVersion: apps", "--\napiVersion: apps"),
            (&*commands, "kind: Deployment\n"),
        ] {
            let state = type_over(&before, piece, by);
            assert!(view(&state).problem.is_some(), "{by}");
            assert_eq!(json(&state), json(&before), "{by}");
        }
        let gone = type_over(&before, "  maxUnavailable: 1", "  maxUnavailable: 0");
        assert_eq!(json(&gone), json(&before).replace("Unavailable\":1", "Unavailable\":0"));
    }

    #[test]
    fn what_is_not_a_scenario_changes_nothing_and_names_its_line() {
        for (format, piece, by, line) in [
            (TextFormat::Json, "\"maxSurge\": 1", "\"maxSurge\": ", Some(10)),
            (TextFormat::Json, "\"version\": 1", "\"version\": 2", None),
            (TextFormat::Yaml, "pools:", "pools: ]", Some(3)),
            (TextFormat::Commands, "gcloud container", "kubectl get", None),
        ] {
            let before = opened(format);
            let state = type_over(&before, piece, by);
            let problem = view(&state).problem.as_ref().expect("a problem");
            assert_eq!(problem.line, line, "{problem:?}");
            assert_eq!(json(&state), TEXT);
            assert_eq!(state.history, before.history);
            let fixed = type_over(&state, by, piece);
            assert_eq!((&view(&fixed).problem, json(&fixed).as_str()), (&None, TEXT));
        }
    }
}
