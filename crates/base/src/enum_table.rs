//! Enums declared as tables.

/// Declares an enum with a line for each variant: the texts that one or two methods give.
///
/// `enum_table! { pub enum Side, key { Left = "ui-left", Right = "ui-right", } }`
/// `enum_table! { pub enum Side, name, key { Left = "left", "ui-left"; Right = "right", "ui-right"; } }`
#[macro_export]
macro_rules! enum_table {
    ($(#[$doc:meta])* $vis:vis enum $type:ident, $(#[$what:meta])* $text:ident {
        $($(#[$of:meta])* $variant:ident = $is:literal,)*
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        $vis enum $type { $($(#[$of])* $variant,)* }

        #[allow(dead_code, reason = "not every table is listed or read")]
        impl $type {
            /// In the order of the table.
            $vis const ALL: [Self; [$($is),*].len()] = [$(Self::$variant),*];

            $(#[$what])*
            $vis const fn $text(self) -> &'static str {
                match self { $(Self::$variant => $is,)* }
            }

            /// The variant with this text.
            $vis fn named(text: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|one| one.$text() == text)
            }
        }
    };
    ($(#[$doc:meta])* $vis:vis enum $type:ident, $(#[$what:meta])* $text:ident, $(#[$also:meta])* $second:ident {
        $($(#[$of:meta])* $variant:ident = $is:literal, $has:literal;)*
    }) => {
        $crate::enum_table! {
            $(#[$doc])* $vis enum $type, $(#[$what])* $text { $($(#[$of])* $variant = $is,)* }
        }

        impl $type {
            $(#[$also])*
            $vis const fn $second(self) -> &'static str {
                match self { $(Self::$variant => $has,)* }
            }
        }
    };
}
