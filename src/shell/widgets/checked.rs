//! Fields that refuse invalid values. What was typed stays, with the reason; the last valid value is still in use.

use super::field::{FieldNames, Stepper, TextInput, framed};
use yew::prelude::*;

/// A text, or a number with step buttons.
#[derive(Clone, PartialEq)]
pub struct Checked {
    pub id: String,
    pub names: FieldNames,
    pub value: String,
    /// An error of the value in use.
    pub error: Option<String>,
    /// The names of the step buttons, and the largest number that they reach.
    pub steps: Option<(String, String, i64)>,
    /// Takes the typed value, or refuses it with a reason.
    pub take: Callback<String, Result<(), String>>,
}

impl Checked {
    /// The field in the layout of a class.
    pub fn show(self, class: &'static str) -> Html {
        // Another field in the same place starts without the refused text.
        let key = format!("{} {}", self.id, self.names.api);
        html! { <CheckedField {key} field={self} {class} /> }
    }
}

#[derive(Clone, PartialEq, Properties)]
struct CheckedProps {
    field: Checked,
    class: &'static str,
}

#[component]
fn CheckedField(props: &CheckedProps) -> Html {
    let Checked { id, names, value, error, steps, take } = props.field.clone();
    // The value that stays, what was typed instead, and the reason.
    let refused = use_mut_ref(|| None::<[String; 3]>);
    let update = use_force_update();
    refused.borrow_mut().take_if(|[of, ..]| *of != value);
    let onchange = {
        let (refused, value) = (refused.clone(), value.clone());
        Callback::from(move |text: String| {
            let why = take.emit(text.clone()).err();
            refused.replace(why.map(|why| [value.clone(), text, why]));
            update.force_update();
        })
    };
    let number = value.parse().unwrap_or_default();
    let (text, error) = match refused.borrow().clone() {
        Some([_, text, why]) => (text, Some(why)),
        None => (value, error),
    };
    let wrong = error.is_some();
    let control = match steps {
        Some((less, more, max)) => {
            let id = id.clone();
            Stepper { id, text, value: number, max, less, more, wrong, onchange }.show()
        }
        None => {
            let id = id.clone();
            TextInput { id, value: text, wrong, onchange, ..TextInput::default() }.show()
        }
    };
    framed(props.class, id, names, error, control)
}
