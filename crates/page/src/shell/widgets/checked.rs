//! Fields that refuse invalid values. What was typed stays, with the reason; the last valid value is still in use.

use super::field::{FieldNames, Stepper, TextInput, framed};
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct CheckedProps {
    pub id: String,
    pub names: FieldNames,
    pub value: String,
    /// An error of the valid value.
    #[prop_or_default]
    pub error: Option<String>,
    #[prop_or("fld")]
    pub class: &'static str,
    /// The names of the step buttons, and the largest number that they reach.
    #[prop_or_default]
    pub steps: Option<(String, String, i64)>,
    /// Takes the typed value, or refuses it with a reason.
    pub take: Callback<String, Result<(), String>>,
}

#[component]
pub fn Checked(props: &CheckedProps) -> Html {
    let refused = use_state(|| None::<(String, String)>);
    {
        let refused = refused.clone();
        use_effect_with((props.value.clone(), props.names.api), move |_| refused.set(None));
    }
    let onchange = {
        let (take, refused) = (props.take.clone(), refused.clone());
        Callback::from(move |text: String| {
            let why = take.emit(text.clone()).err();
            refused.set(why.map(|why| (text, why)));
        })
    };
    let (text, error) = match &*refused {
        Some((text, why)) => (text.clone(), Some(why.clone())),
        None => (props.value.clone(), props.error.clone()),
    };
    let (id, wrong) = (props.id.clone(), error.is_some());
    let control = match props.steps.clone() {
        Some((less, more, max)) => {
            let value = props.value.parse().unwrap_or_default();
            Stepper { id, text, value, max, less, more, wrong, onchange }.show()
        }
        None => TextInput { id, value: text, wrong, onchange, ..TextInput::default() }.show(),
    };
    framed(props.class, props.id.clone(), props.names.clone(), error, control)
}
