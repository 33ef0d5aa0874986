//! Builds and serves the page with Trunk.

use crate::parts::home;
use crate::shell::{Done, program, read, root, run, say};
use crate::split::{References, split};
use crate::tools::{cargo_home, npm, tools};
use std::env;
use std::ffi::OsStr;
use std::fmt::Write;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use xtask::locales::{languages, parts};

/// The page's content security policy, wherever it is hosted.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' HASH; style-src 'self'; \
    img-src 'self' data:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; \
    require-trusted-types-for 'script'; trusted-types nodetide";

/// Prints a script's hash for the policy.
const HASH: &str =
    "const hash = require('crypto').createHash('sha256').update(process.argv[1]).digest('base64');
process.stdout.write(`'sha256-${hash}'`);";

pub(crate) fn serve(options: &[String]) -> Done {
    let path = tools()?;
    if options.iter().any(|option| option == "--release") {
        npm()?;
    }
    let mut trunk = program("trunk", "serve");
    trunk.args(options).env("PATH", path);
    say("serving; the first build takes about a minute");
    become_(&mut trunk)
}

/// Replaces this process on Unix: stopped as a child, Trunk would keep its port.
#[cfg(unix)]
fn become_(command: &mut Command) -> Done {
    use std::os::unix::process::CommandExt;
    Err(format!("trunk did not start: {}", command.exec()))
}

#[cfg(not(unix))]
fn become_(command: &mut Command) -> Done {
    run(command)
}

pub(crate) fn build(options: &[String]) -> Done {
    let path = tools()?;
    npm()?;
    release(&path, options)
}

/// Builds the release. The wasm contains no local paths, so that its bytes are the same everywhere.
pub(crate) fn release(path: &OsStr, options: &[String]) -> Done {
    let crates = cargo_home()?.join("registry/src");
    // Only for the wasm target: the program that Trunk calls to seal the page isn't rebuilt. The names of
    // functions contain their types, by which the wasm is split.
    let flags = format!(
        "--remap-path-prefix={}=crates --remap-path-prefix={}=. -Csymbol-mangling-version=v0",
        crates.display(),
        root().display()
    );
    run(program("trunk", "build --release")
        .args(options)
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", flags)
        .env("PATH", path))
}

/// Finishes a build; Trunk calls this after each. Adds the languages, splits a release's wasm, and writes the policy into
/// its page; the development server's reload script is inline, which the policy would block.
pub(crate) fn seal() -> Done {
    let staging = env::var("TRUNK_STAGING_DIR").map_err(|_| "seal is called by Trunk")?;
    let staging = Path::new(&staging);
    let index = staging.join("index.html");
    let html = in_languages(staging, &read(&index)?)?;
    if env::var("TRUNK_PROFILE").as_deref() != Ok("release") {
        return write(&index, html.as_bytes());
    }
    minify_scripts(staging)?;
    let html = with_later_styles(&in_parts(staging, &html)?);
    let (before, after) = html
        .find("<meta")
        .map(|at| html.split_at(at))
        .ok_or("index.html has no meta tag to stand beside")?;
    let policy = POLICY.replace("HASH", &hash(inline_script(&html)?)?);
    let policy = format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">");
    write(&index, format!("{before}{policy}{after}").as_bytes())
}

/// Copies the messages of each language, those of the first screen apart, and writes a link for it into the page, English
/// first. Static hosts compress texts, which they know by `.txt`. The last line shows that a file is complete.
fn in_languages(staging: &Path, html: &str) -> Done<String> {
    let folder = staging.join("locales");
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let mut links = String::new();
    for (tag, text) in languages(&root()).map_err(|error| error.to_string())? {
        let name = text.lines().find_map(|line| line.strip_prefix("language-name = "));
        let name = name.ok_or_else(|| format!("{tag}.ftl has no language-name"))?;
        let mut hash = DefaultHasher::new();
        text.hash(&mut hash);
        let file = format!("{tag}-{:x}", hash.finish());
        for (part, messages) in ["first", "rest", "later"].into_iter().zip(parts(&text)) {
            let file = folder.join(format!("{file}.{part}.ftl.txt"));
            write(&file, format!("{}\n# End\n", of_the_page(messages).join("\n")).as_bytes())?;
        }
        let _ = write!(
            links,
            "<link rel=locale hreflang={tag} title=\"{name}\" href=locales/{file}.first.ftl.txt \
             data-rest=locales/{file}.rest.ftl.txt data-later=locales/{file}.later.ftl.txt>"
        );
    }
    let (before, after) = html.split_once("</head>").ok_or("index.html has no head")?;
    Ok(format!("{before}{links}</head>{after}"))
}

/// The lines without comments and messages of the command line.
fn of_the_page(messages: &str) -> Vec<&str> {
    let mut of_cli = false;
    let lines = messages.lines().filter(|line| {
        if !line.starts_with(' ') {
            of_cli = line.starts_with("cli-");
        }
        !of_cli && !line.starts_with('#')
    });
    lines.collect()
}

/// Minifies the scripts. Trunk's own minifier can't parse `import(…)` and leaves them unchanged.
fn minify_scripts(staging: &Path) -> Done {
    let entries = fs::read_dir(staging).map_err(|error| error.to_string())?;
    let files = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let scripts = files.filter(|file| file.extension().is_some_and(|ending| ending == "js"));
    run(program("esbuild", "--minify --charset=utf8 --log-level=warning")
        .args(["--allow-overwrite", "--outdir=."])
        .args(scripts)
        .current_dir(staging))
}

/// The text of the page's only inline script.
fn inline_script(html: &str) -> Done<&str> {
    html.split_once("<script>")
        .and_then(|(_, after)| Some(after.split_once("</script>")?.0))
        .ok_or_else(|| "index.html has no inline script".to_owned())
}

fn hash(script: &str) -> Done<String> {
    let output = program("node", "")
        .args(["-e", HASH, "--", script])
        .output()
        .map_err(|error| format!("node did not start: {error}"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// Splits the app's wasm, optimizes the parts, and writes the address of the later ones into its link.
///
/// Trunk's name of the wasm comes from an earlier step and may stay the same when the split changes, so all parts are requested
/// with a number that changes: a first part never gets another build's rest.
fn in_parts(staging: &Path, html: &str) -> Done<String> {
    let whole = html
        .split(['"', '\'', '/', '=', ' ', '>'])
        .find(|word| word.starts_with("app-") && word.ends_with("_bg.wasm"))
        .ok_or("index.html links no wasm of the app")?;
    let wasm = fs::read(staging.join(whole)).map_err(|error| error.to_string())?;
    let linked = fs::read(linked()).map_err(|error| error.to_string())?;
    let parts = split(&wasm, &References::read(&linked)?, home)?;
    let [rest, later] =
        ["_rest.wasm", "_later.wasm"].map(|ending| whole.replace("_bg.wasm", ending));
    let mut hash = DefaultHasher::new();
    for (name, part) in [whole, &rest, &later].into_iter().zip(parts) {
        let file = staging.join(name);
        write(&file, &part)?;
        // Twice: the second run removed another 240 bytes from the first load and 1,900 from the rest.
        run(program("wasm-opt", "-Oz -Oz --skip-pass=memory-packing")
            .arg(&file)
            .arg("-o")
            .arg(&file))?;
        fs::read(&file).map_err(|error| error.to_string())?.hash(&mut hash);
    }
    let hash = hash.finish();
    let (before, after) = html.split_once(whole).ok_or("index.html links no wasm of the app")?;
    // The end of the address: a quotation mark or nothing.
    let end = after.find(|c: char| c.is_whitespace() || c == '>').unwrap_or(0);
    let (quote, after) = after.split_at(end);
    Ok(format!(
        "{before}{whole}?{hash:x}{quote} data-rest=\"{rest}?{hash:x}\" \
         data-later=\"{later}?{hash:x}\"{after}"
    ))
}

/// The style sheets of what the later part of the program shows.
const LATER: [&str; 10] = [
    "calendar", "checker", "compare", "hover", "log", "present", "presets", "tables", "text",
    "traffic",
];

/// Leaves the loading of those style sheets to the script that loads the later part.
fn with_later_styles(html: &str) -> String {
    let tags = html.split_inclusive('>').map(|tag| {
        match LATER.iter().any(|name| tag.contains(&format!("/{name}-"))) {
            true => tag.replace("href=", "data-style=").replace("stylesheet", "later"),
            false => tag.to_owned(),
        }
    });
    tags.collect()
}

/// The app's wasm as it was linked.
fn linked() -> PathBuf {
    let target =
        env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    target.join("wasm32-unknown-unknown/page/app.wasm")
}

fn write(file: &Path, bytes: &[u8]) -> Done {
    fs::write(file, bytes).map_err(|error| format!("{}: {error}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_of_the_later_part_are_not_loaded_at_first() {
        let html = "<p><link href=./page-1f.css rel=stylesheet><link href=\"./text-2e.css\" rel=\"stylesheet\"/><b>";
        assert_eq!(
            with_later_styles(html),
            "<p><link href=./page-1f.css rel=stylesheet><link data-style=\"./text-2e.css\" rel=\"later\"/><b>"
        );
    }
}
