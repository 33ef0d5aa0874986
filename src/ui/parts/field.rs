//! Fields of the setup: a local word, the API name, the flag, and a control.

use super::icon::icon;
use crate::draw::icons;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

/// How a field is called by people, by the API and by `gcloud`.
#[derive(Clone, PartialEq, Default)]
pub struct FieldNames {
    pub word: String,
    pub api: &'static str,
    pub flag: &'static str,
}

pub struct Field {
    pub id: String,
    pub names: FieldNames,
    /// What is wrong with its value.
    pub error: Option<String>,
}

impl Field {
    pub fn show(self, control: Html) -> Html {
        let names = &self.names;
        html! {
            <div class={classes!("fld", self.error.is_some().then_some("wrong"))}>
                <label for={self.id.clone()}>
                    { &names.word }
                    if !names.api.is_empty() {
                        <span class="api" title={names.api}>{ names.api }</span>
                    }
                    if !names.flag.is_empty() {
                        <span class="api" title={names.flag}>{ names.flag }</span>
                    }
                </label>
                { control }
                if let Some(error) = &self.error {
                    <p class="error" id={format!("{}-error", self.id)}>{ error }</p>
                }
            </div>
        }
    }
}

fn described(id: &str, wrong: bool) -> Option<String> {
    wrong.then(|| format!("{id}-error"))
}

/// A whole number that can be typed or stepped.
pub struct Stepper {
    pub id: String,
    pub value: i64,
    pub min: i64,
    pub max: i64,
    /// Names of the two buttons.
    pub less: String,
    pub more: String,
    pub wrong: bool,
    pub onchange: Callback<i64>,
}

impl Stepper {
    pub fn show(self) -> Html {
        let (min, max, value) = (self.min, self.max, self.value);
        let onchange = self.onchange;
        let step = |by: i64| {
            let onchange = onchange.clone();
            Callback::from(move |_: MouseEvent| {
                onchange.emit(value.saturating_add(by).clamp(min, max));
            })
        };
        let typed = {
            let onchange = onchange.clone();
            Callback::from(move |event: Event| {
                let input: HtmlInputElement = event.target_unchecked_into();
                match input.value().trim().parse::<i64>() {
                    Ok(value) => onchange.emit(value.clamp(min, max)),
                    // What is no number is taken back.
                    Err(_) => input.set_value(&value.to_string()),
                }
            })
        };
        html! {
            <span class="num">
                <button type="button" aria-label={self.less} disabled={value <= min} onclick={step(-1)}>
                    { icon(icons::MINUS, "i12") }
                </button>
                <input
                    id={self.id.clone()}
                    inputmode="numeric"
                    autocomplete="off"
                    value={value.to_string()}
                    aria-invalid={self.wrong.then_some("true")}
                    aria-describedby={described(&self.id, self.wrong)}
                    onchange={typed}
                />
                <button type="button" aria-label={self.more} disabled={value >= max} onclick={step(1)}>
                    { icon(icons::PLUS, "i12") }
                </button>
            </span>
        }
    }
}

/// A short text; it counts when the field is left or Enter is pressed.
#[derive(Default)]
pub struct TextInput {
    pub id: String,
    pub value: String,
    pub placeholder: String,
    pub wrong: bool,
    /// A name where no label stands beside it.
    pub name: Option<String>,
    pub short: bool,
    pub onchange: Callback<String>,
}

impl TextInput {
    pub fn show(self) -> Html {
        let onchange = self.onchange.reform(|event: Event| {
            let input: HtmlInputElement = event.target_unchecked_into();
            input.value()
        });
        html! {
            <input
                class={classes!("txt", self.short.then_some("short"))}
                id={self.id.clone()}
                autocomplete="off"
                spellcheck="false"
                value={self.value}
                placeholder={self.placeholder}
                aria-label={self.name}
                aria-invalid={self.wrong.then_some("true")}
                aria-describedby={described(&self.id, self.wrong)}
                {onchange}
            />
        }
    }
}

/// One of a few.
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
    pub fn show(self) -> Html {
        let onchange = self.onchange.reform(|event: Event| {
            let select: HtmlSelectElement = event.target_unchecked_into();
            select.value()
        });
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
