//! The effective settings as TOML, each with its meaning and the source of its value. The meanings are the doc comments
//! of the structs.

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
pub(crate) fn explain(config: &Config, figment: &Figment, flags: &[&str]) -> Result<String> {
    let schema = schemars::schema_for!(Config).to_value();
    let mut text = Text { schema: &schema, figment, flags, out: String::new() };
    text.table("", &schema, &toml::Value::try_from(config)?)?;
    Ok(text.out)
}

struct Text<'a> {
    schema: &'a Value,
    figment: &'a Figment,
    flags: &'a [&'a str],
    out: String,
}

impl Text<'_> {
    /// Appends the settings of a struct: values first, then nested structs.
    fn table(&mut self, path: &str, schema: &Value, values: &toml::Value) -> Result<()> {
        let properties = schema["properties"].as_object().context("a structure without settings")?;
        let mut tables = Vec::new();
        for (name, property) in properties {
            let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
            let (structure, value) = (self.structure(property), values.get(name));
            match (structure, value) {
                (Some(structure), Some(value)) => tables.push((path, property, structure.clone(), value)),
                _ => self.setting(&path, name, property, value),
            }
        }
        for (path, property, structure, value) in tables {
            self.out.push('\n');
            self.out += &comment(meaning(property, &structure));
            self.out += &format!("[{path}]\n");
            self.table(&path, &structure, value)?;
        }
        Ok(())
    }

    fn setting(&mut self, path: &str, name: &str, property: &Value, value: Option<&toml::Value>) {
        self.out.push('\n');
        let about = comment(meaning(property, self.resolved(property)));
        self.out += &about;
        match value {
            Some(value) => self.out += &format!("{name} = {value} # {}\n", self.source(path)),
            None => self.out += &format!("# {name} is not set\n"),
        }
    }

    /// Returns the source of a value.
    fn source(&self, path: &str) -> String {
        if self.flags.contains(&path) {
            return "command line".into();
        }
        let metadata = self.figment.find_metadata(path);
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

    fn structure<'s>(&'s self, property: &'s Value) -> Option<&'s Value> {
        Some(self.resolved(property)).filter(|schema| schema.get("properties").is_some())
    }
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
    use super::*;

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
