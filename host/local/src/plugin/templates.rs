//! Starter projects for plugins: the folders of `plugins/`, embedded in the program and copied with the plugin's name.

use std::path::Path;

use anyhow::{Context as _, Result, bail};
use rust_embed::Embed;

/// The placeholder for the plugin's name in the templates.
const PLACEHOLDER: &str = "acme";

/// The templates' files, without the output of tools that run in the templates' folders.
#[derive(Embed)]
#[folder = "../../plugins/"]
#[exclude = "README.md"]
#[exclude = "*/target/*"]
#[exclude = "*/node_modules/*"]
#[exclude = "*/dist/*"]
#[exclude = "*/.venv/*"]
#[exclude = "*/__pycache__/*"]
#[exclude = "*.key"]
struct Files;

/// The function of a plugin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Kind {
    /// Writes quantities as a file
    Exporter,
    /// Finds quantities on sheets
    Extractor,
}

/// The language of a plugin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Language {
    /// 100 kB, as fast as the built-in components
    Rust,
    /// 12 MB: includes an engine
    Javascript,
    /// 18 MB: includes CPython and its standard library
    Python,
}

/// A project to copy.
#[derive(Debug)]
pub(crate) struct Template {
    kind: Kind,
    language: Language,
    folder: &'static str,
    /// Commands that test and build it.
    commands: &'static [&'static str],
    /// The path of the built component.
    built: &'static str,
}

/// All templates.
pub(crate) const TEMPLATES: [Template; 4] = [
    Template {
        kind: Kind::Exporter,
        language: Language::Rust,
        folder: "exporter-rust",
        commands: RUST,
        built: RUST_BUILT,
    },
    Template {
        kind: Kind::Exporter,
        language: Language::Javascript,
        folder: "exporter-javascript",
        commands: &["npm install", "npm test", "npm run build"],
        built: "dist/acme.wasm",
    },
    Template {
        kind: Kind::Exporter,
        language: Language::Python,
        folder: "exporter-python",
        commands: &["python3 -m unittest discover tests", "python3 build.py"],
        built: "dist/acme.wasm",
    },
    Template {
        kind: Kind::Extractor,
        language: Language::Rust,
        folder: "extractor-rust",
        commands: RUST,
        built: RUST_BUILT,
    },
];

const RUST: &[&str] = &["cargo test --release", "cargo build --release --target wasm32-wasip2"];
const RUST_BUILT: &str = "target/wasm32-wasip2/release/acme.wasm";

impl Template {
    /// Returns the template for a plugin.
    ///
    /// # Errors
    /// Returns an error if there is none. The message names the existing templates.
    pub(crate) fn of(kind: Kind, language: Language) -> Result<&'static Self> {
        let found = TEMPLATES.iter().find(|template| template.kind == kind && template.language == language);
        found.with_context(|| {
            let folders: Vec<_> = TEMPLATES.iter().map(|template| template.folder).collect();
            format!("this template does not exist. Templates: {}", folders.join(", "))
        })
    }

    /// Copies the template into a folder, which is created if it does not exist.
    ///
    /// # Errors
    /// Returns an error if the name is not valid for a plugin, the folder is not empty, or it cannot be written.
    pub(crate) fn copy(&self, name: &str, folder: &Path) -> Result<()> {
        check_name(name)?;
        if folder.read_dir().is_ok_and(|mut entries| entries.next().is_some()) {
            bail!("{} is not empty. Choose a new or empty folder", folder.display());
        }
        let inside = format!("{}/", self.folder);
        for path in Files::iter() {
            let Some(relative) = path.strip_prefix(&inside) else { continue };
            let file = Files::get(&path).with_context(|| format!("the template's {path} is missing"))?;
            let text =
                std::str::from_utf8(&file.data).with_context(|| format!("the template's {path} is not UTF-8"))?;
            let to = folder.join(relative);
            if let Some(parent) = to.parent() {
                std::fs::create_dir_all(parent).with_context(|| format!("cannot create {}", parent.display()))?;
            }
            // The interfaces stay as released and do not get the plugin's name.
            let text = if relative.starts_with("wit/") { text.to_owned() } else { named(text, name) };
            std::fs::write(&to, text).with_context(|| format!("cannot write {}", to.display()))?;
        }
        Ok(())
    }

    /// Returns the next commands to run in the copy, up to testing the built file.
    pub(crate) fn next(&self, name: &str) -> Vec<String> {
        let mut next: Vec<String> = self.commands.iter().map(|&command| command.to_owned()).collect();
        next.push(format!("plumbline plugin test {}", named(self.built, name)));
        next
    }
}

/// Replaces the placeholder with the name in a text of the template.
fn named(text: &str, name: &str) -> String {
    let mut letters = name.chars();
    let title = letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect::<String>();
    // Cargo names the file after the crate's identifier.
    let file = format!("release/{}.wasm", name.replace('-', "_"));
    text.replace("release/acme.wasm", &file).replace(PLACEHOLDER, name).replace("Acme", &title)
}

/// Checks a name. It becomes the id of a component, the name of a crate or an npm package, and a format of `POST
/// /exports`.
fn check_name(name: &str) -> Result<()> {
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    let fits = name.bytes().all(plain) && name.starts_with(|c: char| c.is_ascii_lowercase()) && !name.ends_with('-');
    if !fits || name.len() > 40 {
        bail!(
            "`{name}` is not a valid plugin name. Use 1–40 lower-case letters, digits and dashes. Start with a letter, and \
             do not end with a dash"
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repository() -> std::path::PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
    }

    #[test]
    fn each_template_is_copied_with_the_name_and_nothing_else() {
        for template in &TEMPLATES {
            let folder = tempfile::tempdir().unwrap();
            let to = folder.path().join("a/b");
            template.copy("steel-bars", &to).unwrap();
            let next = template.next("steel-bars").join("\n");
            let built = next.rsplit_once(' ').unwrap().1;
            assert!(built.ends_with("steel-bars.wasm") || built.ends_with("steel_bars.wasm"), "{built}");
            let readme = std::fs::read_to_string(to.join("README.md")).unwrap();
            for command in template.next("steel-bars") {
                assert!(readme.contains(&command), "{}: {command}", template.folder);
            }
            let ignored = std::fs::read_to_string(to.join(".gitignore")).unwrap();
            assert!(ignored.lines().any(|line| line == "*.key"), "a publisher's key would be committed");
            let mut files = 0;
            let mut folders = vec![to.clone()];
            while let Some(folder) = folders.pop() {
                for entry in folder.read_dir().unwrap() {
                    let path = entry.unwrap().path();
                    if path.is_dir() {
                        folders.push(path);
                        continue;
                    }
                    let text = std::fs::read_to_string(&path).unwrap();
                    assert!(!text.to_lowercase().contains(PLACEHOLDER), "{}", path.display());
                    files += 1;
                }
            }
            assert!((9..20).contains(&files), "{} has {files} files", template.folder);
            assert!(template.copy("steel-bars", &to).is_err(), "a folder with something in it is left alone");
        }
    }

    #[test]
    fn the_interfaces_in_the_templates_are_the_released_ones() {
        let released = |file: &str| {
            let (package, name) = match file {
                "wit/exporter.wit" => ("exporter@2.0.0", "exporter.wit"),
                "wit/extractor.wit" => ("extractor@1.0.0", "extractor.wit"),
                other => other.strip_prefix("wit/deps/").and_then(|rest| rest.split_once('/')).unwrap(),
            };
            std::fs::read(repository().join("wit").join(package).join(name)).unwrap()
        };
        let mut compared = 0;
        for path in Files::iter().filter(|path| path.ends_with(".wit")) {
            let (_, file) = path.split_once('/').unwrap();
            assert!(Files::get(&path).unwrap().data == released(file), "{path} differs from what is released");
            compared += 1;
        }
        assert_eq!(compared, 11);
    }

    #[test]
    fn names_that_no_tool_would_take_are_refused() {
        for name in ["", "Acme", "1st", "a b", "-a", "a-", "../x", "größe"] {
            assert!(check_name(name).is_err(), "{name}");
        }
        check_name("acme-2").unwrap();
    }
}
