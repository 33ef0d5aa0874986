//! What depends on the language and the place of the reader, and on who can answer: `Intl` in a browser,
//! plain rules elsewhere.

use base::SimTime;

/// Plural categories (CLDR).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plural {
    Zero,
    One,
    Two,
    Few,
    Many,
    Other,
}

impl Plural {
    pub fn name(self) -> &'static str {
        match self {
            Self::Zero => "zero",
            Self::One => "one",
            Self::Two => "two",
            Self::Few => "few",
            Self::Many => "many",
            Self::Other => "other",
        }
    }

    /// The category of that name, as `Intl.PluralRules` answers.
    pub fn named(name: &str) -> Self {
        [Self::Zero, Self::One, Self::Two, Self::Few, Self::Many]
            .into_iter()
            .find(|category| category.name() == name)
            .unwrap_or(Self::Other)
    }
}

/// Plural forms, digits and the clock of a reader.
pub trait Port {
    fn plural(&self, n: i64) -> Plural;
    fn number(&self, n: i64) -> String;
    /// An instant of the run: its offset, or a time of day.
    fn time(&self, at: SimTime) -> String;
}

/// English without a browser: `1,234`, `+00:17:50`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Plain;

impl Port for Plain {
    fn plural(&self, n: i64) -> Plural {
        if n == 1 { Plural::One } else { Plural::Other }
    }

    fn number(&self, n: i64) -> String {
        let digits = n.unsigned_abs().to_string();
        let mut text = String::with_capacity(digits.len() + 7);
        if n < 0 {
            text.push('−');
        }
        for (at, digit) in digits.chars().enumerate() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                text.push(',');
            }
            text.push(digit);
        }
        text
    }

    fn time(&self, at: SimTime) -> String {
        at.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_grouped() {
        let numbers = [0, 7, 999, 1000, 15_000, 2_400_000, -1234];
        let texts: Vec<String> = numbers.iter().map(|n| Plain.number(*n)).collect();
        assert_eq!(
            texts,
            ["0", "7", "999", "1,000", "15,000", "2,400,000", "−1,234"]
        );
    }

    #[test]
    fn categories_have_the_names_of_intl() {
        for name in ["zero", "one", "two", "few", "many", "other"] {
            assert_eq!(Plural::named(name).name(), name);
        }
    }
}
