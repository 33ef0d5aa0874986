//! The design tokens of `static/styles/tokens.css` for drawings. A test keeps the two equal.

use super::surface::Color;

/// The colors of one theme, named like the CSS variables.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Theme {
    pub bg: Color,
    pub surface: Color,
    pub surface_2: Color,
    pub surface_3: Color,
    pub line: Color,
    pub line_2: Color,
    pub ink: Color,
    pub ink_2: Color,
    pub ink_3: Color,
    pub accent: Color,
    pub accent_soft: Color,
    pub on_accent: Color,
    pub sky: Hue,
    pub green: Hue,
    pub orange: Hue,
    pub verm: Hue,
    pub purple: Hue,
    pub grey: Hue,
    pub orange_hatch: Color,
    pub old: Color,
    pub old_line: Color,
    /// Hues of workloads in turn; the last one is for DaemonSets.
    pub pods: [Color; 8],
    /// Letters on a Pod.
    pub pod_ink: Color,
}

/// The colors of a state: line, fill, and text on the fill.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hue {
    pub line: Color,
    pub fill: Color,
    pub ink: Color,
}

const fn hue(line: u32, fill: u32, percent: u32, ink: u32) -> Hue {
    Hue { line: Color::rgb(line), fill: Color::rgba(fill, percent), ink: Color::rgb(ink) }
}

pub const LIGHT: Theme = Theme {
    bg: Color::rgb(0xf4f6f8),
    surface: Color::rgb(0xffffff),
    surface_2: Color::rgb(0xf4f6f9),
    surface_3: Color::rgb(0xe9edf2),
    line: Color::rgb(0xdfe3e9),
    line_2: Color::rgb(0xc3cad4),
    ink: Color::rgb(0x12171f),
    ink_2: Color::rgb(0x414b5a),
    ink_3: Color::rgb(0x5a6576),
    accent: Color::rgb(0x0a5ca8),
    accent_soft: Color::rgb(0xe6f0fa),
    on_accent: Color::rgb(0xffffff),
    sky: hue(0x1f7fb8, 0x56b4e9, 20, 0x0a4f7a),
    green: hue(0x009e73, 0x009e73, 13, 0x00614a),
    orange: hue(0xc88600, 0xe69f00, 14, 0x6a4500),
    verm: hue(0xd55e00, 0xd55e00, 8, 0x963c00),
    purple: hue(0xb0568a, 0xcc79a7, 16, 0x7d3560),
    grey: hue(0x8a94a3, 0x808a98, 16, 0x505a69),
    orange_hatch: Color::rgba(0xd69200, 34),
    old: Color::rgb(0xeef1f6),
    old_line: Color::rgb(0x8390a3),
    pods: [
        Color::rgb(0x0072b2),
        Color::rgb(0x51617c),
        Color::rgb(0x7b3fa0),
        Color::rgb(0x7a6200),
        Color::rgb(0x00687a),
        Color::rgb(0x8a4b2a),
        Color::rgb(0x3f4fb5),
        Color::rgb(0x66707d),
    ],
    pod_ink: Color::rgb(0xffffff),
};

pub const DARK: Theme = Theme {
    bg: Color::rgb(0x0c0f14),
    surface: Color::rgb(0x13181f),
    surface_2: Color::rgb(0x191f28),
    surface_3: Color::rgb(0x232b36),
    line: Color::rgb(0x262e39),
    line_2: Color::rgb(0x3b4553),
    ink: Color::rgb(0xe9edf3),
    ink_2: Color::rgb(0xb7c0cd),
    ink_3: Color::rgb(0x97a3b3),
    accent: Color::rgb(0x72b7ff),
    accent_soft: Color::rgb(0x14273c),
    on_accent: Color::rgb(0x08131f),
    sky: hue(0x56b4e9, 0x56b4e9, 16, 0xa5d8f5),
    green: hue(0x22b98d, 0x009e73, 20, 0x7fe0c0),
    orange: hue(0xe69f00, 0xe69f00, 12, 0xf6cd74),
    verm: hue(0xf0701a, 0xd55e00, 16, 0xffb07a),
    purple: hue(0xcc79a7, 0xcc79a7, 18, 0xeab3d1),
    grey: hue(0x7d8897, 0x8c96a5, 16, 0xb4bdca),
    orange_hatch: Color::rgba(0xe69f00, 24),
    old: Color::rgb(0x1d242e),
    old_line: Color::rgb(0x5c687a),
    pods: [
        Color::rgb(0x5fb0e8),
        Color::rgb(0xa3b1c9),
        Color::rgb(0xc9a0e6),
        Color::rgb(0xdcc25e),
        Color::rgb(0x6cc5d6),
        Color::rgb(0xd9a681),
        Color::rgb(0x9fabf2),
        Color::rgb(0x8a95a4),
    ],
    pod_ink: Color::rgb(0x0c0f14),
};

/// For users who prefer more contrast.
pub static LIGHT_STRONG: Theme = LIGHT.stronger();
pub static DARK_STRONG: Theme = DARK.stronger();

impl Hue {
    /// Lines in the text's color.
    const fn stronger(self) -> Self {
        Self { line: self.ink, ..self }
    }
}

/// The colors that a user has forced, by their CSS names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct System {
    pub canvas: Color,
    pub canvas_text: Color,
    pub gray_text: Color,
    pub link_text: Color,
    pub visited_text: Color,
    pub highlight: Color,
}

impl Theme {
    /// No pale text or lines; must match `static/styles/contrast.css`.
    const fn stronger(self) -> Self {
        Self {
            line: self.old_line,
            line_2: self.ink,
            ink_2: self.ink,
            ink_3: self.ink,
            old_line: self.ink,
            sky: self.sky.stronger(),
            green: self.green.stronger(),
            orange: self.orange.stronger(),
            verm: self.verm.stronger(),
            purple: self.purple.stronger(),
            grey: self.grey.stronger(),
            ..self
        }
    }

    /// Only the user's own colors: border, pattern, glyph and word show states, shape and letters show Pods.
    pub fn of_system(system: System) -> Self {
        let System { canvas, canvas_text, gray_text, link_text, visited_text, highlight } = system;
        let state = |line: Color| Hue { line, fill: canvas.faded(0.0), ink: canvas_text };
        Self {
            bg: canvas,
            surface: canvas,
            surface_2: canvas,
            surface_3: canvas,
            line: gray_text,
            line_2: gray_text,
            ink: canvas_text,
            ink_2: canvas_text,
            ink_3: canvas_text,
            accent: link_text,
            accent_soft: link_text.faded(0.2),
            on_accent: canvas,
            sky: state(link_text),
            green: state(canvas_text),
            orange: state(highlight),
            verm: state(canvas_text),
            purple: state(visited_text),
            grey: state(gray_text),
            orange_hatch: highlight.faded(0.4),
            old: canvas,
            old_line: gray_text,
            pods: [canvas_text; 8],
            pod_ink: canvas,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value of a variable in a block of tokens.
    fn token(block: &str, name: &str) -> String {
        let key = format!("--{name}:");
        let at = block.find(&key).unwrap_or_else(|| panic!("{name} is missing"));
        let rest = &block[at + key.len()..];
        rest[..rest.find(';').unwrap_or(rest.len())].trim().to_owned()
    }

    #[test]
    fn drawn_and_styled_colours_are_alike() {
        let css = include_str!("../../../static/styles/tokens.css");
        let (light, dark) = css.split_once("[data-theme=\"dark\"]").unwrap_or_default();
        for (block, theme) in [(light, LIGHT), (dark, DARK)] {
            let hues = [
                ("sky", theme.sky),
                ("green", theme.green),
                ("orange", theme.orange),
                ("verm", theme.verm),
                ("purple", theme.purple),
                ("grey", theme.grey),
            ];
            let plain = [
                ("bg", theme.bg),
                ("surface", theme.surface),
                ("surface-2", theme.surface_2),
                ("surface-3", theme.surface_3),
                ("line", theme.line),
                ("line-2", theme.line_2),
                ("ink", theme.ink),
                ("ink-2", theme.ink_2),
                ("ink-3", theme.ink_3),
                ("accent", theme.accent),
                ("accent-soft", theme.accent_soft),
                ("on-accent", theme.on_accent),
                ("old", theme.old),
                ("old-line", theme.old_line),
                ("pod-ink", theme.pod_ink),
            ];
            for (name, color) in plain {
                assert_eq!(token(block, name), color.css(), "{name}");
            }
            for (name, hue) in hues {
                assert_eq!(token(block, name), hue.line.css(), "{name}");
                assert_eq!(token(block, &format!("{name}-fill")), hue.fill.css());
                assert_eq!(token(block, &format!("{name}-ink")), hue.ink.css());
            }
            for (n, color) in theme.pods.iter().enumerate() {
                assert_eq!(token(block, &format!("pod-{n}")), color.css());
            }
        }
    }

    fn channel(byte: u32) -> f64 {
        let part = f64::from(byte & 0xff) / 255.0;
        if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    }

    fn luminance(color: Color) -> f64 {
        0.2126 * channel(color.0 >> 24)
            + 0.7152 * channel(color.0 >> 16)
            + 0.0722 * channel(color.0 >> 8)
    }

    /// The result of a translucent color over an opaque one.
    fn over(top: Color, below: Color) -> Color {
        let alpha = f64::from(top.0 & 0xff) / 255.0;
        let mix = |shift: u32| {
            let part = |color: Color| f64::from((color.0 >> shift) & 0xff);
            ((part(top) * alpha + part(below) * (1.0 - alpha)).round() as u32) << shift
        };
        Color(mix(24) | mix(16) | mix(8) | 0xff)
    }

    fn contrast(a: Color, b: Color) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn text_and_lines_contrast_with_their_background() {
        for theme in [LIGHT, DARK, LIGHT_STRONG, DARK_STRONG] {
            for ink in [theme.ink, theme.ink_2, theme.ink_3] {
                for ground in [theme.surface, theme.surface_2, theme.bg, theme.old] {
                    assert!(contrast(ink, ground) >= 4.5, "{} {}", ink.css(), ground.css());
                }
            }
            for hue in [theme.sky, theme.green, theme.orange, theme.verm, theme.purple, theme.grey]
            {
                let ground = over(hue.fill, theme.surface);
                assert!(contrast(hue.ink, ground) >= 4.5, "{}", hue.ink.css());
                assert!(contrast(hue.line, theme.surface) >= 3.0, "{}", hue.line.css());
            }
            for pod in theme.pods {
                assert!(contrast(pod, theme.pod_ink) >= 4.5, "{}", pod.css());
            }
        }
    }

    #[test]
    fn high_contrast_has_no_pale_colors() {
        for theme in [LIGHT_STRONG, DARK_STRONG] {
            for line in [theme.line, theme.line_2, theme.old_line, theme.verm.line] {
                assert!(contrast(line, theme.surface) >= 3.0, "{}", line.css());
            }
            assert_eq!((theme.ink_2, theme.ink_3), (theme.ink, theme.ink));
        }
        let css = include_str!("../../../static/styles/contrast.css");
        assert_eq!(token(css, "line"), "var(--old-line)");
        assert_eq!(token(css, "line-2"), "var(--ink)");
        assert_eq!(token(css, "ink-3"), "var(--ink)");
        assert_eq!(token(css, "verm"), "var(--verm-ink)");
    }

    #[test]
    fn forced_colors_are_the_only_colors() {
        let system = System {
            canvas: Color::rgb(0x000000),
            canvas_text: Color::rgb(0xffffff),
            gray_text: Color::rgb(0x3ff23f),
            link_text: Color::rgb(0xffff00),
            visited_text: Color::rgb(0xff00ff),
            highlight: Color::rgb(0x1aebff),
        };
        let theme = Theme::of_system(system);
        assert_eq!(theme.ink_3, system.canvas_text);
        assert_eq!(theme.surface_3, system.canvas);
        // A fill would hide text on the user's background.
        assert_eq!(theme.verm.fill.0 & 0xff, 0);
        for ink in [theme.ink, theme.accent, theme.orange.line, theme.line] {
            assert!(contrast(ink, theme.surface) >= 4.5, "{}", ink.css());
        }
    }
}
