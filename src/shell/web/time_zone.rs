//! Time zones, by the browser's data.

use base::Map;
use js_sys::{Array, Function, Object, Reflect};
use scenario::calendar::Zone;
use std::cell::RefCell;
use wasm_bindgen::{JsCast, JsValue};

/// Today's clock changes are at multiples of this.
const STEP: i64 = 900;

pub(crate) struct BrowserZone {
    name: String,
    /// A bound function: milliseconds to local date and time.
    format: Function,
    offsets: RefCell<Map<i64, i64>>,
}

impl BrowserZone {
    /// The zone with this name, if the browser knows it.
    pub(crate) fn find(name: &str) -> Option<Self> {
        let options = Object::new();
        let set = |name: &str, value: &str| Reflect::set(&options, &name.into(), &value.into());
        for (option, value) in [
            ("timeZone", name),
            ("hourCycle", "h23"),
            ("year", "numeric"),
            ("month", "numeric"),
            ("day", "numeric"),
            ("hour", "numeric"),
            ("minute", "numeric"),
            ("second", "numeric"),
        ] {
            set(option, value).ok()?;
        }
        let format = made(&[JsValue::from("en-US"), options.into()])?;
        Some(Self {
            name: name.to_owned(),
            format: get(&format, "format")?.dyn_into().ok()?,
            offsets: RefCell::default(),
        })
    }

    /// Local time in seconds, as if it were UTC.
    fn shown(&self, at: i64) -> Option<i64> {
        let ms = JsValue::from(at as f64 * 1000.0);
        let text = self.format.call1(&JsValue::NULL, &ms).ok()?.as_string()?;
        let numbers: Vec<i64> = text
            .split(|c: char| !c.is_ascii_digit())
            .filter_map(|part| part.parse().ok())
            .collect();
        let &[month, day, year, hour, minute, second] = numbers.as_slice() else {
            return None;
        };
        let days = base::civil::days_from_civil(year, month, day);
        Some(days * 86_400 + hour * 3600 + minute * 60 + second)
    }
}

impl Zone for BrowserZone {
    fn name(&self) -> &str {
        &self.name
    }

    fn offset(&self, at: i64) -> i64 {
        let step = at.div_euclid(STEP);
        if let Some(offset) = self.offsets.borrow().get(&step) {
            return *offset;
        }
        let at = step * STEP;
        // If the browser has no answer, for example before its calendar begins, the offset is 0.
        let offset = self.shown(at).map_or(0, |shown| shown - at);
        self.offsets.borrow_mut().insert(step, offset);
        offset
    }
}

/// The browser's zone, unless it is UTC.
pub(crate) fn here() -> Option<String> {
    let format = made(&[])?;
    let resolve: Function = get(&format, "resolvedOptions")?.dyn_into().ok()?;
    let options = resolve.call0(&format).ok()?;
    let name = get(&options, "timeZone")?.as_string()?;
    (!matches!(name.as_str(), "UTC" | "Etc/UTC" | "GMT" | "Etc/GMT")).then_some(name)
}

/// `New York` of `America/New_York`.
pub(crate) fn city(zone: &str) -> String {
    zone.rsplit('/').next().unwrap_or(zone).replace('_', " ")
}

/// All zones of the browser, if it lists them.
pub(crate) fn all() -> Vec<String> {
    let list = || {
        let intl = get(&js_sys::global(), "Intl")?;
        let list: Function = get(&intl, "supportedValuesOf")?.dyn_into().ok()?;
        let list = list.call1(&intl, &"timeZone".into()).ok()?;
        Some(Array::from(&list).iter().filter_map(|name| name.as_string()).collect())
    };
    list().unwrap_or_default()
}

fn made(arguments: &[JsValue]) -> Option<JsValue> {
    let intl = get(&js_sys::global(), "Intl")?;
    let format: Function = get(&intl, "DateTimeFormat")?.dyn_into().ok()?;
    let arguments: Array = arguments.iter().collect();
    // Throws for an unknown zone.
    Reflect::construct(&format, &arguments).ok()
}

fn get(object: &JsValue, name: &str) -> Option<JsValue> {
    Reflect::get(object, &name.into()).ok()
}
