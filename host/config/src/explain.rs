//! All settings as TOML, each with its meaning and the source of its value. Settings without a value are comments. The
//! meanings are the doc comments of the structs.

use anyhow::{Context as _, Result};
use figment::Figment;
use figment::Source;
use serde_json::Value;

use super::{Config, ENVIRONMENT_PREFIX};

/// Width of a comment line, in characters.
const WIDTH: usize = 100;

/// Returns the settings as TOML. `flags` are the settings set by command-line flags.
///
/// # Errors
/// Never for a loaded configuration.
pub fn explain(config: &Config, figment: &Figment, flags: &[&str]) -> Result<String> {
    let schema = schemars::schema_for!(Config).to_value();
    let raw: Value = figment.extract()?;
    let mut text = Text { schema: &schema, figment, flags, out: String::new() };
    text.settings("", &schema, Some(&toml::Value::try_from(config)?), &raw)?;
    Ok(text.out)
}

struct Text<'a> {
    schema: &'a Value,
    figment: &'a Figment,
    flags: &'a [&'a str],
    out: String,
}

impl Text<'_> {
    /// Appends the settings of a struct: values first, then nested structs. Without `values`, all are comments. `raw` is the
    /// struct before it was parsed. Only `raw` contains secrets.
    fn settings(&mut self, path: &str, schema: &Value, values: Option<&toml::Value>, raw: &Value) -> Result<()> {
        let properties = schema["properties"].as_object().context("a structure without settings")?;
        let mut tables = Vec::new();
        for (name, property) in properties {
            let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
            let (value, raw) = (values.and_then(|values| values.get(name)), &raw[name.as_str()]);
            match self.structure(property) {
                Some(structure) => tables.push((path, property, structure.clone(), value, raw)),
                None => self.setting(&path, name, property, value, raw),
            }
        }
        for (path, property, structure, value, raw) in tables {
            self.out.push('\n');
            self.out += &comment(meaning(property, &structure));
            match value {
                Some(toml::Value::Array(elements)) if !elements.is_empty() => {
                    for (number, element) in elements.iter().enumerate() {
                        self.out += if number == 0 { "" } else { "\n" };
                        self.out += &format!("[[{path}]]\n");
                        self.settings(&path, &structure, Some(element), &raw[number])?;
                    }
                }
                Some(table) if table.is_table() => {
                    self.out += &format!("[{path}]\n");
                    self.settings(&path, &structure, Some(table), raw)?;
                }
                _ => {
                    let header = if is_array(property) { format!("[[{path}]]") } else { format!("[{path}]") };
                    self.out += &format!("# {header} is not set\n");
                    self.settings(&path, &structure, None, raw)?;
                }
            }
        }
        Ok(())
    }

    fn setting(&mut self, path: &str, name: &str, property: &Value, value: Option<&toml::Value>, raw: &Value) {
        self.out.push('\n');
        let about = comment(meaning(property, self.resolved(property)));
        self.out += &about;
        match value {
            Some(value) => self.out += &format!("{name} = {value} # {}\n", self.source(path)),
            None if raw.is_null() => self.out += &format!("# {name} is not set\n"),
            None => self.out += &format!("# {name} is set but not printed # {}\n", self.source(path)),
        }
    }

    /// Returns the source of a value.
    fn source(&self, path: &str) -> String {
        if self.flags.contains(&path) {
            return "command line".into();
        }
        let metadata = self.figment.find_metadata(path);
        // Figment finds no path into an array, so its elements have the source of the array.
        if let (None, Some((parent, _))) = (metadata, path.rsplit_once('.'))
            && self.figment.find_value(parent).is_ok_and(|value| value.into_array().is_some())
        {
            return self.source(parent);
        }
        match metadata.map(|metadata| (&metadata.source, metadata.name.contains("environment"))) {
            Some((Some(Source::File(file)), _)) => file.display().to_string(),
            Some((_, true)) => {
                format!("environment {ENVIRONMENT_PREFIX}{}", path.replace('.', "__").to_uppercase())
            }
            _ => "default".into(),
        }
    }

    /// Returns the schema that a property refers to, or the property itself.
    fn resolved<'s>(&'s self, property: &'s Value) -> &'s Value {
        let any = property["anyOf"].as_array().and_then(|any| any.iter().find(|one| one.get("$ref").is_some()));
        let reference = any.unwrap_or(property)["$ref"].as_str();
        let found = reference.and_then(|reference| self.schema.pointer(reference.trim_start_matches('#')));
        found.unwrap_or(property)
    }

    /// Returns the schema of a nested struct, or of the structs in an array.
    fn structure<'s>(&'s self, property: &'s Value) -> Option<&'s Value> {
        let element = property.get("items").unwrap_or(property);
        Some(self.resolved(element)).filter(|schema| schema.get("properties").is_some())
    }
}

fn is_array(property: &Value) -> bool {
    property.get("items").is_some()
}

/// Wraps a text into comment lines.
fn comment(text: &str) -> String {
    let mut lines = String::new();
    let mut line = String::from("#");
    for word in text.split_whitespace() {
        if line.len() + word.len() >= WIDTH {
            lines += &format!("{line}\n");
            line = "#".into();
        }
        line += &format!(" {word}");
    }
    if line.len() > 1 {
        lines += &format!("{line}\n");
    }
    lines
}

/// Returns the description of a setting, or else that of its type.
fn meaning<'s>(property: &'s Value, of_type: &'s Value) -> &'s str {
    [property, of_type].iter().find_map(|schema| schema["description"].as_str()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use figment::providers::Serialized;

    use super::*;

    /// Collects the paths of the settings in a schema, each with a leading dot.
    fn collect_paths(root: &Value, schema: &Value, path: &str, found: &mut BTreeSet<String>) {
        let target = schema["$ref"].as_str().and_then(|reference| root.pointer(reference.trim_start_matches('#')));
        let schema = target.unwrap_or(schema);
        if let Some(properties) = schema["properties"].as_object() {
            for (name, property) in properties {
                collect_paths(root, property, &format!("{path}.{name}"), found);
            }
            return;
        }
        let alternatives = schema["anyOf"].as_array().into_iter().flatten().filter(|schema| schema["type"] != "null");
        let inner: Vec<&Value> = alternatives.chain(schema.get("items")).collect();
        if inner.is_empty() {
            found.insert(path.to_owned());
        }
        for schema in inner {
            collect_paths(root, schema, path, found);
        }
    }

    /// Returns the paths of the settings in a text that have a meaning, each with a leading dot.
    fn explained(text: &str) -> BTreeSet<String> {
        let (mut table, mut before, mut found) = (String::new(), "", BTreeSet::new());
        for line in text.lines() {
            let bare = line.trim_start_matches("# ");
            if let Some(header) = bare.strip_prefix('[') {
                let path = header.trim_start_matches('[').split(']').next().unwrap();
                table = format!(".{path}");
            } else if let Some((name, _)) = bare.split_once(" = ").or_else(|| bare.split_once(" is not set"))
                && before.starts_with("# ")
            {
                found.insert(format!("{table}.{name}"));
            }
            before = line;
        }
        found
    }

    #[test]
    fn every_setting_of_the_schema_is_printed_with_its_meaning() {
        let figment = Figment::from(Serialized::defaults(Config::default()));
        let text = explain(&Config::default(), &figment, &[]).unwrap();
        let schema = schemars::schema_for!(Config).to_value();
        let mut paths = BTreeSet::new();
        collect_paths(&schema, &schema, "", &mut paths);
        for path in [
            ".identity.upstream.client_secret",
            ".identity.providers.audience",
            ".http.deprecation.sunset",
            ".publishing.logins.token",
            ".spin.environment",
        ] {
            assert!(paths.contains(path), "{path} is not in {paths:?}");
        }
        let explained = explained(&text);
        let missing: Vec<_> = paths.difference(&explained).collect();
        assert!(missing.is_empty(), "{missing:?} are not in\n{text}");
    }

    /// Quoted texts in the documents that look like settings.
    const NOT_SETTINGS: [&str; 3] = ["admin.token", "http.request.method", "http.response.status_code"];

    #[test]
    fn the_settings_in_the_documents_for_operators_exist() {
        let figment = Figment::from(Serialized::defaults(Config::default()));
        let paths = explained(&explain(&Config::default(), &figment, &[]).unwrap());
        let is_known = |name: &str| {
            let path = format!(".{name}");
            paths.iter().any(|known| *known == path || known.starts_with(&format!("{path}.")))
        };
        let mut checked = 0;
        for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs")).unwrap() {
            let file = entry.unwrap().path();
            if !file.file_name().unwrap().to_string_lossy().starts_with("operating") {
                continue;
            }
            let document = std::fs::read_to_string(&file).unwrap();
            for quoted in document.split('`').skip(1).step_by(2) {
                let setting = quoted.split([' ', '=']).next().unwrap();
                let is_path = setting.chars().all(|letter| letter.is_ascii_lowercase() || "_.".contains(letter));
                let table = setting.split_once('.').map(|(table, _)| table);
                if is_path && table.is_some_and(is_known) && !NOT_SETTINGS.contains(&setting) {
                    assert!(is_known(setting), "{}: `{setting}` is not a setting", file.display());
                    checked += 1;
                }
            }
        }
        assert!(checked > 20, "{checked} settings were found");
    }

    #[test]
    fn secrets_are_not_printed_and_elements_of_arrays_have_a_source() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("plumbline.toml");
        let settings = r#"
            [identity.upstream]
            issuer = "https://id.example"
            client_id = "plumbline"
            client_secret = "hidden"
            [[publishing.logins]]
            registry = "registry.example"
            token = "hidden"
        "#;
        std::fs::write(&file, settings).unwrap();
        let figment = Config::figment(Some(&file));
        let text = explain(&figment.extract().unwrap(), &figment, &[]).unwrap();
        let source = file.display();
        for line in [
            format!("client_id = \"plumbline\" # {source}"),
            format!("# client_secret is set but not printed # {source}"),
            "name = \"single sign-on\" # default".into(),
            "[[publishing.logins]]".into(),
            format!("registry = \"registry.example\" # {source}"),
            "# password is not set".into(),
            format!("# token is set but not printed # {source}"),
        ] {
            assert!(text.lines().any(|printed| printed == line), "{line} is not in\n{text}");
        }
        assert!(!text.contains("hidden"), "{text}");
    }

    #[test]
    fn every_setting_has_a_meaning_and_a_source_and_the_text_reads_back() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("plumbline.toml");
        std::fs::write(&file, "[http]\nrequest_timeout_seconds = 7\n").unwrap();
        let figment = Config::figment(Some(&file));
        let config: Config = figment.extract().unwrap();
        let text = explain(&config, &figment, &["data_dir"]).unwrap();
        assert!(text.contains("data_dir = \"data\" # command line"), "{text}");
        assert!(text.contains(&format!("request_timeout_seconds = 7 # {}", file.display())), "{text}");
        assert!(text.contains("listen = \"127.0.0.1:8080\" # default"), "{text}");
        assert!(text.contains("# models is not set"), "{text}");
        let again: Config = toml::from_str(&text).unwrap();
        assert_eq!(again.to_toml().unwrap(), config.to_toml().unwrap());

        let mut before = "";
        for line in text.lines() {
            let is_setting = line.ends_with("is not set") || (!line.starts_with('#') && line.contains(" = "));
            assert!(!is_setting || before.starts_with("# "), "{line} has no meaning");
            before = line;
        }
    }
}
