//! The page.

use crate::draw::{self, canvas::Canvas};
use crate::runner::{Order, Place, Report, RunNo, Runner};
use crate::trace::Chunk;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
struct AppProps {
    boot: AttrValue,
    script: AttrValue,
}

#[component]
fn App(props: &AppProps) -> Html {
    let place = use_state(|| "starting".to_owned());
    let chunk = use_state(|| None);
    let digest = use_state(String::new);
    let canvas = use_node_ref();
    use_memo((), |()| {
        let (place, chunk, digest) = (place.setter(), chunk.setter(), digest.setter());
        let runner = Runner::start(&props.boot, &props.script, move |_, report| match report {
            Report::Ready(Place::Worker) => place.set("worker".to_owned()),
            Report::Ready(Place::Inline(why)) => place.set(format!("inline: {why}")),
            Report::Sealed(sealed) => chunk.set(Some(sealed)),
            Report::Reached(_) => {}
            Report::Done(outcome) => digest.set(format!("{:016x}", outcome.digest)),
            Report::Failed(fault) => digest.set(fault.to_string()),
        });
        let text = r#"{"version":1}"#.to_owned();
        runner.order(RunNo(1), Order::Run { text, seed: None });
        runner
    });
    {
        let canvas = canvas.clone();
        use_effect_with(chunk.clone(), move |chunk| {
            if let (Some(chunk), Some(element)) = (&**chunk, canvas.cast())
                && let Ok(surface) = Canvas::of(&element)
            {
                // A picture that fails leaves the words beside it.
                draw::rows(surface, chunk).ok();
            }
        });
    }
    html! {
        <main>
            <h1>{ "Nodetide" }</h1>
            <p id="place">{ &*place }</p>
            <p id="times">{ (*chunk).as_ref().map(times) }</p>
            <output id="digest">{ &*digest }</output>
            <canvas ref={canvas} width="600" height="300" role="img" aria-label="Records over time" />
        </main>
    }
}

/// The canvas in words.
fn times(chunk: &Rc<Chunk>) -> String {
    let seconds: Vec<_> = chunk
        .at
        .iter()
        .map(|at| format!("{} s", at / 1000))
        .collect();
    format!("Records at {}", seconds.join(", "))
}

/// Mounts the page. `boot` and `script` are the addresses that its worker is started from.
pub fn start(boot: String, script: String) {
    let (boot, script) = (boot.into(), script.into());
    yew::Renderer::<App>::with_props(AppProps { boot, script }).render();
}
