//! Fields of the setup: a local word, the API name, the flag, and a control.

use super::icon::Icon;
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

#[derive(Properties, PartialEq)]
pub struct FieldProps {
    pub id: String,
    pub names: FieldNames,
    /// What is wrong with its value.
    #[prop_or_default]
    pub error: Option<String>,
    pub children: Html,
}

#[component]
pub fn Field(props: &FieldProps) -> Html {
    let names = &props.names;
    html! {
        <div class={classes!("fld", props.error.is_some().then_some("wrong"))}>
            <label for={props.id.clone()}>
                { &names.word }
                if !names.api.is_empty() {
                    <span class="api">{ names.api }</span>
                }
                if !names.flag.is_empty() {
                    <span class="api">{ names.flag }</span>
                }
            </label>
            { props.children.clone() }
            if let Some(error) = &props.error {
                <p class="error" id={format!("{}-error", props.id)}>{ error }</p>
            }
        </div>
    }
}

#[derive(Properties, PartialEq)]
pub struct StepperProps {
    pub id: String,
    pub value: i64,
    #[prop_or(0)]
    pub min: i64,
    #[prop_or(i64::MAX)]
    pub max: i64,
    /// Names of the two buttons.
    pub less: String,
    pub more: String,
    #[prop_or_default]
    pub wrong: bool,
    pub onchange: Callback<i64>,
}

/// A whole number that can be typed or stepped.
#[component]
pub fn Stepper(props: &StepperProps) -> Html {
    let set = {
        let (onchange, min, max) = (props.onchange.clone(), props.min, props.max);
        move |value: i64| onchange.emit(value.clamp(min, max))
    };
    let step = |by: i64| {
        let (set, value) = (set.clone(), props.value);
        Callback::from(move |_: MouseEvent| set(value.saturating_add(by)))
    };
    let typed = {
        let (set, now) = (set.clone(), props.value);
        Callback::from(move |event: Event| {
            let input: HtmlInputElement = event.target_unchecked_into();
            match input.value().trim().parse::<i64>() {
                Ok(value) => set(value),
                // What is no number is taken back.
                Err(_) => input.set_value(&now.to_string()),
            }
        })
    };
    html! {
        <span class="num">
            <button type="button" aria-label={props.less.clone()} disabled={props.value <= props.min} onclick={step(-1)}>
                <Icon d={icons::MINUS} class="i12" />
            </button>
            <input
                id={props.id.clone()}
                inputmode="numeric"
                autocomplete="off"
                value={props.value.to_string()}
                aria-invalid={props.wrong.then_some("true")}
                aria-describedby={props.wrong.then(|| format!("{}-error", props.id))}
                onchange={typed}
            />
            <button type="button" aria-label={props.more.clone()} disabled={props.value >= props.max} onclick={step(1)}>
                <Icon d={icons::PLUS} class="i12" />
            </button>
        </span>
    }
}

#[derive(Properties, PartialEq)]
pub struct TextInputProps {
    pub id: String,
    pub value: String,
    #[prop_or_default]
    pub placeholder: String,
    #[prop_or_default]
    pub wrong: bool,
    /// A name where no label stands beside it.
    #[prop_or_default]
    pub name: Option<String>,
    #[prop_or_default]
    pub class: Classes,
    pub onchange: Callback<String>,
}

/// A short text; it counts when the field is left or Enter is pressed.
#[component]
pub fn TextInput(props: &TextInputProps) -> Html {
    let onchange = props.onchange.reform(|event: Event| {
        let input: HtmlInputElement = event.target_unchecked_into();
        input.value()
    });
    html! {
        <input
            class={classes!("txt", props.class.clone())}
            id={props.id.clone()}
            autocomplete="off"
            spellcheck="false"
            value={props.value.clone()}
            placeholder={props.placeholder.clone()}
            aria-label={props.name.clone()}
            aria-invalid={props.wrong.then_some("true")}
            aria-describedby={props.wrong.then(|| format!("{}-error", props.id))}
            {onchange}
        />
    }
}

#[derive(Properties, PartialEq)]
pub struct ChoiceProps {
    pub id: String,
    /// Values and their words.
    pub options: Vec<(String, String)>,
    pub value: String,
    #[prop_or_default]
    pub name: Option<String>,
    #[prop_or_default]
    pub class: Classes,
    pub onchange: Callback<String>,
}

/// One of a few.
#[component]
pub fn Choice(props: &ChoiceProps) -> Html {
    let onchange = props.onchange.reform(|event: Event| {
        let select: HtmlSelectElement = event.target_unchecked_into();
        select.value()
    });
    html! {
        <span class={classes!("sel", props.class.clone())}>
            <select id={props.id.clone()} aria-label={props.name.clone()} {onchange}>
                { for props.options.iter().map(|(value, words)| html! {
                    <option value={value.clone()} selected={*value == props.value}>{ words }</option>
                }) }
            </select>
            <Icon d={icons::CHEVRON_DOWN} class="i12" />
        </span>
    }
}
