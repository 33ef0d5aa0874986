//! Scenarios in links: `1.` and the document's text in base64url, compressed as zlib does, with its checksum. Older links
//! are deflated without one.
//!
//! The leading number is the version of this format. People keep links for years, so every format that was ever
//! released stays readable; `tests/fixtures/links` has one of each.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::{
    TINFLStatus, decompress_to_vec_with_limit, decompress_to_vec_zlib_with_limit,
};

use super::json::Json;
use base::Message;

/// The most that a link may unpack to. Deflate packs up to a thousand times, so a short link could fill the memory.
pub const LIMIT_BYTES: usize = 4 << 20;
/// Longer texts are refused unread: no browser takes them as an address.
const LIMIT_LINK: usize = 8 << 20;

const VERSION: &str = "1";

/// Why a link can't be opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It isn't a version, a point and a text.
    NotALink,
    /// A format of a newer program.
    Newer {
        version: String,
    },
    /// An invalid character.
    Character {
        c: char,
        at: usize,
    },
    /// The end is missing.
    CutOff,
    /// Characters were changed in transit.
    Damaged,
    /// Longer than a link, or it unpacks to more than a scenario.
    TooLarge,
    NotUtf8,
    NotJson {
        reason: Message,
    },
}

impl Fault {
    /// A stable name for scripts and tests.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotALink => "link/form",
            Self::Newer { .. } => "link/newer",
            Self::Character { .. } => "link/character",
            Self::CutOff => "link/cut-off",
            Self::Damaged => "link/damaged",
            Self::TooLarge => "link/too-large",
            Self::NotUtf8 => "link/utf-8",
            Self::NotJson { .. } => "link/json",
        }
    }
}

impl From<&Fault> for Message {
    fn from(fault: &Fault) -> Self {
        let message = Self::new(fault.code().replace('/', "-"));
        match fault {
            Fault::Newer { version } => message.with("version", version).with("read", VERSION),
            Fault::Character { c, at } => {
                let at = (at + 1).to_string();
                message.with("at", at).with("character", format!("{c:?}"))
            }
            Fault::TooLarge => message.with("size", LIMIT_BYTES >> 20),
            Fault::NotJson { reason } => message.with("reason", reason.clone()),
            Fault::NotALink | Fault::CutOff | Fault::Damaged | Fault::NotUtf8 => message,
        }
    }
}

/// The link for a document's text, without address and `#s=`. The text is used verbatim, so it should be
/// [`super::Document::to_text`], the shortest form; a text of more than [`LIMIT_BYTES`] gives a link that can't be opened.
#[inline(never)]
pub fn encode(text: &str) -> String {
    /// The strongest compression; a link is created once and sent often.
    const LEVEL: u8 = 10;
    let packed = compress_to_vec_zlib(text.as_bytes(), LEVEL);
    format!("{VERSION}.{}", URL_SAFE_NO_PAD.encode(packed))
}

/// The text in a link. Accepts links made by [`encode`], and whole addresses that contain one.
///
/// Bounded in time and memory on any input.
#[inline(never)]
pub fn decode(link: &str) -> Result<String, Fault> {
    let link = find(link).unwrap_or(link).trim();
    let (version, packed) = link.split_once('.').ok_or(Fault::NotALink)?;
    if version != VERSION {
        let number = !version.is_empty()
            && version.len() <= 4
            && !version.starts_with('0')
            && version.bytes().all(|b| b.is_ascii_digit());
        return Err(if number {
            Fault::Newer { version: version.to_owned() }
        } else {
            Fault::NotALink
        });
    }
    if packed.len() > LIMIT_LINK {
        return Err(Fault::TooLarge);
    }
    let packed = bytes(packed, link.len() - packed.len())?;
    let unpacked = match has_checksum(&packed) {
        true => decompress_to_vec_zlib_with_limit(&packed, LIMIT_BYTES),
        false => decompress_to_vec_with_limit(&packed, LIMIT_BYTES),
    };
    let text = unpacked.map_err(|error| match error.status {
        TINFLStatus::HasMoreOutput => Fault::TooLarge,
        TINFLStatus::FailedCannotMakeProgress | TINFLStatus::NeedsMoreInput => Fault::CutOff,
        _ => Fault::Damaged,
    })?;
    let text = String::from_utf8(text).map_err(|_| Fault::NotUtf8)?;
    match Json::parse(&text) {
        Ok(_) => Ok(text),
        Err(error) => Err(Fault::NotJson { reason: error.0 }),
    }
}

/// Does it begin as zlib's format does? A deflated text never does: that would be a stored block.
fn has_checksum(packed: &[u8]) -> bool {
    matches!(packed, [0x78, second, ..] if (0x7800 | u16::from(*second)) % 31 == 0)
}

/// The link in an address, `https://…#t=90s&s=1.…`: the part `s` of its fragment.
pub fn find(address: &str) -> Option<&str> {
    let (_, fragment) = address.split_once('#')?;
    fragment.split('&').find_map(|part| part.strip_prefix("s="))
}

/// Decodes base64url; `before`: the number of characters of the link before the text.
fn bytes(text: &str, before: usize) -> Result<Vec<u8>, Fault> {
    let foreign = |c: &char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
    if let Some((at, c)) = text.chars().enumerate().find(|(_, c)| foreign(c)) {
        return Err(Fault::Character { c, at: before + at });
    }
    // Every character is valid, so only their number can be wrong, or bits after the last byte.
    URL_SAFE_NO_PAD.decode(text).map_err(|_| Fault::CutOff)
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    const SMALL: &str = r#"{"version":1,"pools":[{"name":"web-pool","initialNodeCount":3}]}"#;

    fn link_of(bytes: &[u8]) -> String {
        format!("1.{}", URL_SAFE_NO_PAD.encode(miniz_oxide::deflate::compress_to_vec(bytes, 6)))
    }

    #[test]
    fn a_text_comes_back_from_its_link_and_from_an_address_that_has_it() {
        let link = encode(SMALL);
        assert_eq!(decode(&link).as_deref(), Ok(SMALL));
        for address in [
            format!("https://nodetide.example/#s={link}"),
            format!("https://nodetide.example/#t=90s&s={link}&theme=dark"),
            format!("  {link}\n"),
        ] {
            assert_eq!(decode(&address).as_deref(), Ok(SMALL), "{address}");
        }
    }

    #[test]
    fn links_that_cannot_be_opened_say_why() {
        let links = [
            "".to_owned(),
            "hello.world".to_owned(),
            "2.AAAA".to_owned(),
            "1.q1bKT8+W".to_owned(),
            "1.q1bK\u{e9}".to_owned(),
            "1.".to_owned(),
            "1.____".to_owned(),
            link_of(b"\xff\xfe"),
            link_of(b"{\"version\":"),
        ];
        let said = links.map(|link| match decode(&link) {
            Ok(text) => text,
            Err(fault) => {
                let says = words::plain().text(&(&fault).into());
                format!("{}: {says}\n", fault.code())
            }
        });
        expect![[r#"
            link/form: This isn't a link to a scenario: it must start with “1.” after “#s=”.
            link/form: This isn't a link to a scenario: it must start with “1.” after “#s=”.
            link/newer: The link was created by a newer version of Nodetide (format 2); this version reads format 1. Reload the page.
            link/character: Character 9 of the link is '+', which isn't valid in a link. Copy the link again.
            link/character: Character 7 of the link is 'é', which isn't valid in a link. Copy the link again.
            link/cut-off: The end of the link is missing. Copy the whole link.
            link/damaged: The link was changed and can't be read. Copy it again.
            link/utf-8: The content of the link isn't text.
            link/json: The content of the link isn't a scenario: EOF while parsing a value at line 1 column 11.
        "#]].assert_eq(&said.concat());
    }

    #[test]
    fn a_link_with_a_changed_character_is_refused() {
        let link = encode(SMALL);
        for at in 2..link.len() {
            for c in ["A", "B", "Q", "_", "z", "9"] {
                let mut changed = link.clone();
                changed.replace_range(at..=at, c);
                let read = decode(&changed);
                assert!(
                    changed == link || read.as_deref() != Ok(SMALL) && read.is_err(),
                    "{changed}"
                );
            }
        }
    }

    #[test]
    fn a_link_that_is_cut_off_anywhere_is_refused() {
        let link = encode(include_str!("../../../static/scenarios/three-zones.json"));
        for end in 2..link.len() {
            assert_eq!(decode(&link[..end]), Err(Fault::CutOff), "at {end}");
        }
    }

    #[test]
    fn a_link_that_unpacks_to_too_much_is_refused() {
        let blanks = " ".repeat(LIMIT_BYTES + 1);
        let bomb = encode(&blanks);
        assert!(bomb.len() < 8_000, "{}", bomb.len());
        assert_eq!(decode(&bomb), Err(Fault::TooLarge));
        let edge = format!("{SMALL}{}", &blanks[..LIMIT_BYTES - SMALL.len()]);
        assert_eq!(decode(&encode(&edge)), Ok(edge));
    }
}
