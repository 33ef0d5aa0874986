//! Fields of the setup: a local word, the API name, the flag, and a control.

use super::callback::on;
use super::icon::icon;
use super::value_of;
use crate::shell::web::browser;
use draw::icons;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// The names of a field: for people, in the API, and in `gcloud`.
#[derive(Clone, PartialEq, Default)]
pub struct FieldNames {
    pub word: String,
    pub api: &'static str,
    pub flag: &'static str,
    /// The allowed numbers.
    pub range: String,
    /// A sentence about it.
    pub means: String,
    /// What is unusual about its value.
    pub warns: String,
}

/// A control beside its names, with the error of its value.
pub fn field(id: String, names: FieldNames, error: Option<String>, control: Html) -> Html {
    framed("fld", id, names, error, control)
}

/// The same in the layout of a class.
pub fn framed(
    class: &'static str,
    id: String,
    names: FieldNames,
    error: Option<String>,
    control: Html,
) -> Html {
    html! {
        <div class={classes!(class, error.is_some().then_some("wrong"))}>
            <label for={id.clone()}>
                { names.word }
                if !names.api.is_empty() {
                    <span class="api" translate="no" title={names.api}>{ names.api }</span>
                }
                if !names.flag.is_empty() {
                    <span class="api" translate="no" title={names.flag}>{ names.flag }</span>
                }
                if !names.range.is_empty() {
                    <span class="api" title={names.range.clone()}>{ names.range }</span>
                }
            </label>
            { control }
            if !names.means.is_empty() {
                <p class="means">{ names.means }</p>
            }
            if error.is_none() && !names.warns.is_empty() {
                <p class="warns" role="status">{ icon(icons::WARN, "i12 warn") }{ names.warns }</p>
            }
            if let Some(error) = error {
                <p class="error" id={format!("{id}-error")} role="status">{ error }</p>
            }
        </div>
    }
}

fn described(id: &str, wrong: bool) -> Option<String> {
    wrong.then(|| format!("{id}-error"))
}

#[derive(Clone, PartialEq, Properties)]
struct TypedProps {
    id: String,
    value: String,
    #[prop_or_default]
    class: &'static str,
    #[prop_or_default]
    inputmode: Option<&'static str>,
    #[prop_or_default]
    placeholder: String,
    #[prop_or_default]
    name: Option<String>,
    wrong: bool,
    onchange: Callback<Event>,
}

/// Keeps the typed text across renders until the value changes or the text is taken.
#[component]
fn Typed(props: &TypedProps) -> Html {
    let node = use_node_ref();
    let shown = use_mut_ref(|| Some(props.value.clone()));
    let same = shown.borrow().as_ref() == Some(&props.value);
    shown.replace(Some(props.value.clone()));
    let typed = node
        .cast::<HtmlInputElement>()
        .filter(|input| same && has_focus(input))
        .map(|input| input.value());
    let onchange = props.onchange.reform({
        let shown = shown.clone();
        move |event: Event| {
            shown.replace(None);
            event
        }
    });
    html! {
        <input
            ref={node}
            class={props.class}
            id={props.id.clone()}
            inputmode={props.inputmode}
            autocomplete="off"
            spellcheck="false"
            value={typed.unwrap_or_else(|| props.value.clone())}
            placeholder={props.placeholder.clone()}
            aria-label={props.name.clone()}
            aria-invalid={props.wrong.then_some("true")}
            aria-describedby={described(&props.id, props.wrong)}
            {onchange}
        />
    }
}

fn has_focus(input: &HtmlInputElement) -> bool {
    browser::focused().is_some_and(|focused| focused == **input)
}

/// A whole number that is typed or changed in steps.
pub struct Stepper {
    pub id: String,
    /// The value as written.
    pub text: String,
    /// The number that the buttons change. They stop at 0 and at `max`.
    pub value: i64,
    pub max: i64,
    /// The names of the two buttons.
    pub less: String,
    pub more: String,
    pub wrong: bool,
    pub onchange: Callback<String>,
}

impl Stepper {
    pub fn field(self, names: FieldNames, error: Option<String>) -> Html {
        let (id, wrong) = (self.id.clone(), error.is_some());
        field(id, names, error, Self { wrong, ..self }.show())
    }

    pub fn show(self) -> Html {
        let (value, number, text) = (self.value, self.value.to_string(), self.text.clone());
        let onchange = self.onchange;
        let step = |by: i64| {
            on(&onchange, move |onchange, _: MouseEvent| {
                onchange.emit(value.saturating_add(by).to_string());
            })
        };
        let typed = on(&onchange, move |onchange, event: Event| {
            let input: HtmlInputElement = event.target_unchecked_into();
            match input.value().trim() {
                "" if text != number => onchange.emit(number.clone()),
                "" => input.set_value(&text),
                typed => onchange.emit(typed.to_owned()),
            }
        });
        html! {
            <span class="num">
                <button type="button" aria-label={self.less} disabled={value <= 0} onclick={step(-1)}>
                    { icon(icons::MINUS, "i12") }
                </button>
                <Typed id={self.id} value={self.text} inputmode="numeric" wrong={self.wrong} onchange={typed} />
                <button type="button" aria-label={self.more} disabled={value >= self.max} onclick={step(1)}>
                    { icon(icons::PLUS, "i12") }
                </button>
            </span>
        }
    }
}

/// A short text, taken when the field loses the focus or on Enter.
#[derive(Default)]
pub struct TextInput {
    pub id: String,
    pub value: String,
    pub placeholder: String,
    pub wrong: bool,
    /// A name, if it has no visible label.
    pub name: Option<String>,
    pub short: bool,
    pub onchange: Callback<String>,
}

impl TextInput {
    pub fn field(self, names: FieldNames, error: Option<String>) -> Html {
        let (id, wrong) = (self.id.clone(), error.is_some());
        field(id, names, error, Self { wrong, ..self }.show())
    }

    pub fn show(self) -> Html {
        let onchange = self.onchange.reform(|event: Event| value_of(&event));
        html! {
            <Typed
                class={if self.short { "txt short" } else { "txt" }}
                id={self.id}
                value={self.value}
                placeholder={self.placeholder}
                name={self.name}
                wrong={self.wrong}
                {onchange}
            />
        }
    }
}

/// A choice of a few values.
#[derive(Default)]
pub struct Choice {
    pub id: String,
    /// Values and their words.
    pub options: Vec<(String, String)>,
    pub value: String,
    pub name: Option<String>,
    pub class: &'static str,
    pub onchange: Callback<String>,
}

impl Choice {
    pub fn field(self, names: FieldNames, error: Option<String>) -> Html {
        field(self.id.clone(), names, error, self.show())
    }

    pub fn show(self) -> Html {
        let onchange = self.onchange.reform(|event: Event| value_of(&event));
        let value = self.value;
        html! {
            <span class={classes!("sel", self.class)}>
                <select id={self.id} aria-label={self.name} {onchange}>
                    { for self.options.into_iter().map(|(each, words)| {
                        let selected = each == value;
                        html! { <option {selected} value={each}>{ words }</option> }
                    }) }
                </select>
                { icon(icons::CHEVRON_DOWN, "i12") }
            </span>
        }
    }
}
