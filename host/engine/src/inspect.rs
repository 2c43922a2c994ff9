//! Checks a component's description: what its custom sections declare, and what it answers to `describe`.

use mime::Mime;
use plumbline_storage::{Effect, PromptEntry, Route, ScopeEntry, ToolEntry};
use semver::Version;
use serde::de::DeserializeOwned;
use wasmparser::{BinaryReaderError, Parser, Payload};

use crate::description::{Description, Details, OptionSpec};
use crate::error::Refusal;
use crate::slot::{Class, Slot};

/// The custom section in which an endpoint lists its operations.
pub(crate) const ROUTES_SECTION: &str = "plumbline:routes";

/// The custom section in which an endpoint declares the scopes that its operations need.
pub(crate) const SCOPES_SECTION: &str = "plumbline:scopes";

/// The custom section in which an endpoint lists the tools that it offers to agents.
pub(crate) const TOOLS_SECTION: &str = "plumbline:tools";

/// The custom section in which an endpoint lists the prompts that it offers to agents.
pub(crate) const PROMPTS_SECTION: &str = "plumbline:prompts";

/// Bounds on a description. It is shown to people, written to databases and headers, and kept in memory. Each bound is
/// several times the largest value of our own components.
mod bounds {
    /// Bytes of an id, a version, an option's name, a format or a media type.
    pub(super) const WORD: usize = 100;
    /// Bytes of a display name.
    pub(super) const NAME: usize = 200;
    /// Bytes of an option's description, and of its default.
    pub(super) const SENTENCE: usize = 2_000;
    /// Options, and media types.
    pub(super) const LIST: usize = 64;
    /// Bytes of a routes section or a scopes section.
    pub(super) const SECTION: usize = 256 << 10;
    /// Bytes of a scope's display name, which is a line on the consent page.
    pub(super) const LINE: usize = 80;
    /// Bytes of a prompt's text.
    pub(super) const TEXT: usize = 8 << 10;
    /// Operations of one endpoint.
    pub(super) const ROUTES: usize = 256;
}

/// Describes a component without a call. For endpoints and workers, which have no `describe`, this is the full
/// description.
pub(crate) fn describe_plain(slot: &Slot, bytes: &[u8], digest: &str) -> Result<Description, Refusal> {
    let details = match slot.class {
        Class::Endpoint => {
            let routes = endpoint_routes(slot, bytes)?;
            let tools = endpoint_tools(slot, bytes, &routes)?;
            Details::Endpoint {
                scopes: endpoint_scopes(slot, bytes)?,
                prompts: endpoint_prompts(slot, bytes)?,
                routes,
                tools,
            }
        }
        _ => Details::Worker,
    };
    let version = digest.chars().take(12).collect();
    Ok(Description { slot: slot.clone(), id: slot.name.clone(), version, name: slot.name.clone(), details })
}

/// Returns the format that a component names in its custom section of this name, if it has one.
///
/// # Errors
/// Returns a [`Refusal`] that names the fault in the section.
pub fn format_in(slot: &Slot, bytes: &[u8], name: &str) -> Result<Option<String>, Refusal> {
    let Some(section) = sections(bytes, name).next() else { return Ok(None) };
    let format = std::str::from_utf8(section?).unwrap_or_default();
    if !is_word(format) {
        return Err(Refusal::Description {
            slot: slot.clone(),
            field: name.to_owned(),
            cause: format!("must be 1–{} letters, digits, dots, colons, dashes and underscores", bounds::WORD),
        });
    }
    Ok(Some(format.to_owned()))
}

/// Returns the contents of a component's custom sections of this name, in order.
fn sections<'a>(bytes: &'a [u8], name: &str) -> impl Iterator<Item = Result<&'a [u8], Refusal>> {
    Parser::new(0).parse_all(bytes).filter_map(move |payload| match payload {
        Ok(Payload::CustomSection(section)) => (section.name() == name).then(|| Ok(section.data())),
        Ok(_) => None,
        Err(error) => Some(Err(Refusal::NotAComponent(error.to_string()))),
    })
}

/// Returns the entries of all JSON arrays in a component's custom sections of this name, in order.
fn entries_in<T: DeserializeOwned>(
    bytes: &[u8],
    name: &str,
    wrong: impl Fn(String) -> Refusal,
) -> Result<Vec<T>, Refusal> {
    let mut entries = Vec::new();
    for section in sections(bytes, name) {
        let section = section?;
        if section.len() > bounds::SECTION {
            return Err(wrong(format!("must be at most {} bytes", bounds::SECTION)));
        }
        // The linker concatenates sections of one name, so there may be several arrays.
        for part in serde_json::Deserializer::from_slice(section).into_iter::<Vec<T>>() {
            entries.extend(part.map_err(|error| wrong(error.to_string()))?);
        }
    }
    Ok(entries)
}

/// Returns the scopes that an endpoint declares in its scopes sections, in order. Empty if it has no such section.
///
/// # Errors
/// Returns a [`Refusal`] that names the fault in the section.
pub fn endpoint_scopes(slot: &Slot, bytes: &[u8]) -> Result<Vec<ScopeEntry>, Refusal> {
    let wrong = |cause: String| Refusal::Description { slot: slot.clone(), field: SCOPES_SECTION.into(), cause };
    let scopes: Vec<ScopeEntry> = entries_in(bytes, SCOPES_SECTION, wrong)?;
    if scopes.len() > bounds::LIST {
        return Err(wrong(format!("must list at most {} scopes", bounds::LIST)));
    }
    for (index, scope) in scopes.iter().enumerate() {
        if !is_word(&scope.name) {
            return Err(wrong(format!(
                "/{index}/name: `{}` is not valid. Use, for example, `orders:read`",
                shown(&scope.name)
            )));
        }
        if !is_text(&scope.words, bounds::LINE) || scope.words.trim().is_empty() || scope.words.contains('\n') {
            return Err(wrong(format!("/{index}/words: must be 1–{} bytes without control characters", bounds::LINE)));
        }
        if scopes[..index].iter().any(|earlier| earlier.name == scope.name) {
            return Err(wrong(format!("/{index} repeats {}", scope.name)));
        }
    }
    Ok(scopes)
}

/// Returns the tools of an endpoint, in the order of its tools sections. Each calls one of `routes`.
///
/// # Errors
/// Returns a [`Refusal`] that names the fault in the section.
fn endpoint_tools(slot: &Slot, bytes: &[u8], routes: &[Route]) -> Result<Vec<ToolEntry>, Refusal> {
    let wrong = |cause: String| Refusal::Description { slot: slot.clone(), field: TOOLS_SECTION.into(), cause };
    let tools: Vec<ToolEntry> = entries_in(bytes, TOOLS_SECTION, wrong)?;
    if tools.len() > bounds::LIST {
        return Err(wrong(format!("must list at most {} tools", bounds::LIST)));
    }
    for (index, tool) in tools.iter().enumerate() {
        if !is_tool_name(&tool.name) {
            let name = shown(&tool.name);
            return Err(wrong(format!("/{index}/name: `{name}` is not valid. Use, for example, `list_orders`")));
        }
        for (field, text, most) in
            [("title", &tool.title, bounds::LINE), ("description", &tool.description, bounds::SENTENCE)]
        {
            if !is_text(text, most) || text.trim().is_empty() {
                return Err(wrong(format!("/{index}/{field}: must be 1–{most} bytes without control characters")));
            }
        }
        let Some(route) = routes.iter().find(|route| route.operation == tool.operation) else {
            let operation = shown(&tool.operation);
            return Err(wrong(format!("/{index}/operation: the component has no operation `{operation}`")));
        };
        if (tool.resource || tool.effect == Effect::Read) && route.method != "GET" {
            return Err(wrong(format!("/{index}: the operation is a {}, so it is not a read", route.method)));
        }
        if tools[..index].iter().any(|earlier| earlier.name == tool.name) {
            return Err(wrong(format!("/{index} repeats {}", tool.name)));
        }
    }
    Ok(tools)
}

/// Returns the prompts of an endpoint, in the order of its prompts sections.
///
/// # Errors
/// Returns a [`Refusal`] that names the fault in the section.
fn endpoint_prompts(slot: &Slot, bytes: &[u8]) -> Result<Vec<PromptEntry>, Refusal> {
    let wrong = |cause: String| Refusal::Description { slot: slot.clone(), field: PROMPTS_SECTION.into(), cause };
    let prompts: Vec<PromptEntry> = entries_in(bytes, PROMPTS_SECTION, wrong)?;
    if prompts.len() > bounds::LIST {
        return Err(wrong(format!("must list at most {} prompts", bounds::LIST)));
    }
    for (index, prompt) in prompts.iter().enumerate() {
        let names = prompt.arguments.iter().map(|argument| &argument.name).chain([&prompt.name]);
        if let Some(name) = names.into_iter().find(|name| !is_tool_name(name)) {
            return Err(wrong(format!(
                "/{index}: the name `{}` is not valid. Use, for example, `check_order`",
                shown(name)
            )));
        }
        let fields = [
            ("title", &prompt.title, bounds::LINE),
            ("description", &prompt.description, bounds::SENTENCE),
            ("text", &prompt.text, bounds::TEXT),
        ];
        for (field, text, most) in fields {
            if !is_text(text, most) || text.trim().is_empty() {
                return Err(wrong(format!("/{index}/{field}: must be 1–{most} bytes without control characters")));
            }
        }
    }
    Ok(prompts)
}

/// Returns whether a name is 1–64 lower-case letters, digits and underscores, as all clients accept it.
fn is_tool_name(name: &str) -> bool {
    (1..=64).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
}

/// Returns the operations of an endpoint: the routes of all its routes sections, in order.
///
/// # Errors
/// Returns a [`Refusal`] that names the fault in the section.
pub fn endpoint_routes(slot: &Slot, bytes: &[u8]) -> Result<Vec<Route>, Refusal> {
    let wrong = |cause: String| Refusal::Description { slot: slot.clone(), field: ROUTES_SECTION.into(), cause };
    let routes: Vec<Route> = entries_in(bytes, ROUTES_SECTION, wrong)?;
    if routes.len() > bounds::ROUTES {
        return Err(wrong(format!("must list at most {} operations", bounds::ROUTES)));
    }
    if routes.is_empty() {
        return Err(wrong("must list the operations that the component serves".into()));
    }
    for (index, route) in routes.iter().enumerate() {
        if !["GET", "POST", "PUT", "PATCH", "DELETE"].contains(&route.method.as_str()) {
            return Err(wrong(format!(
                "/{index}/method: `{}` is not valid. Use GET, POST, PUT, PATCH or DELETE",
                shown(&route.method)
            )));
        }
        if !well_formed(&route.path) {
            return Err(wrong(format!(
                "/{index}/path: `{}` is not valid. Use, for example, `/projects/{{project_id}}`",
                shown(&route.path)
            )));
        }
        // Both appear in logs, usage events and headers.
        for (field, text) in [("operation", Some(&route.operation)), ("scope", route.scope.as_ref())] {
            let Some(text) = text.filter(|text| !is_word(text)) else { continue };
            return Err(wrong(format!(
                "/{index}/{field}: `{}` is not valid. Use, for example, `projects.get`",
                shown(text)
            )));
        }
        if let Some(twice) = routes[..index].iter().find(|r| r.method == route.method && r.path == route.path) {
            return Err(wrong(format!("/{index} repeats {} {}", twice.method, twice.path)));
        }
    }
    Ok(routes)
}

/// Returns whether each segment of a path is a plain word or one whole `{name}`.
fn well_formed(path: &str) -> bool {
    let word = |text: &str| {
        !matches!(text, "" | "." | "..")
            && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'))
    };
    let short = path.len() <= bounds::NAME;
    short
        && path.strip_prefix('/').is_some_and(|rest| {
            rest.split('/').all(|segment| {
                word(segment.strip_prefix('{').and_then(|inner| inner.strip_suffix('}')).unwrap_or(segment))
            })
        })
}

/// The result of `describe` for readers, extractors and exporters, in one form.
pub struct Described {
    /// The component's id.
    pub id: String,
    /// Its version.
    pub version: String,
    /// Its display name.
    pub name: String,
    /// The fields of its class.
    pub details: Details,
}

impl Described {
    /// Returns the field that names the slot, and the name: a reader's id, an extractor's subject, an exporter's
    /// format.
    pub fn slot_name(&self) -> (&'static str, &str) {
        match &self.details {
            Details::Extractor { subject, .. } => ("discipline", subject),
            Details::Exporter { format, .. } => ("format", format),
            _ => ("id", &self.id),
        }
    }

    /// Checks the description against the slot.
    ///
    /// # Errors
    /// Returns a [`Refusal`] that names the field at fault.
    pub fn check(self, slot: &Slot) -> Result<Description, Refusal> {
        let wrong =
            |field: &str, cause: String| Refusal::Description { slot: slot.clone(), field: field.into(), cause };
        let (field, value) = self.slot_name();
        if value != slot.name {
            let value = shown(value);
            return Err(wrong(
                field,
                format!("`{value}` does not match, because its slot is `{}:{value}`", slot.class),
            ));
        }
        if self.id.is_empty()
            || !self.id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"-_".contains(&b))
        {
            return Err(wrong(
                "id",
                format!("`{}` is not valid. Use lower-case letters, digits, dashes and underscores", shown(&self.id)),
            ));
        }
        if let Err(error) = Version::parse(&self.version) {
            return Err(wrong(
                "version",
                format!("`{}` is not a semantic version ({error}). Use, for example, `1.0.0`", shown(&self.version)),
            ));
        }
        for (field, text) in [("id", &self.id), ("version", &self.version)] {
            if text.len() > bounds::WORD {
                return Err(wrong(field, format!("must be at most {} bytes", bounds::WORD)));
            }
        }
        if !is_text(&self.name, bounds::NAME) || self.name.is_empty() {
            return Err(wrong("name", format!("must be 1–{} bytes without control characters", bounds::NAME)));
        }
        self.check_details().map_err(|(field, cause)| wrong(field, cause))?;
        if let Details::Reader { media_types } = &self.details
            && media_types.is_empty()
        {
            return Err(wrong("media-types", "must list the media types that the component reads".into()));
        }
        Ok(Description {
            slot: slot.clone(),
            id: self.id,
            version: self.version,
            name: self.name,
            details: self.details,
        })
    }

    /// Checks the bounds of lists and of the values that are used in headers and file names.
    fn check_details(&self) -> Result<(), (&'static str, String)> {
        let (media_types, options) = match &self.details {
            Details::Reader { media_types } => (media_types.as_slice(), &[][..]),
            Details::Extractor { options, .. } => (&[][..], options.as_slice()),
            Details::Exporter { media_type, extension, options, .. } => {
                let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-');
                if extension.is_empty() || extension.len() > bounds::WORD || !extension.bytes().all(plain) {
                    return Err(("extension", format!("`{}` is not valid. Use, for example, `csv`", shown(extension))));
                }
                (std::slice::from_ref(media_type), options.as_slice())
            }
            Details::Endpoint { .. } | Details::Worker => return Ok(()),
        };
        for (field, number) in [("media-types", media_types.len()), ("options", options.len())] {
            if number > bounds::LIST {
                return Err((field, format!("must have at most {} entries", bounds::LIST)));
            }
        }
        if let Some(wrong) = media_types.iter().find(|one| !is_media_type(one)) {
            return Err((
                "media-types",
                format!("`{}` is not valid. Use, for example, `application/pdf`", shown(wrong)),
            ));
        }
        let fits = |option: &OptionSpec| {
            !option.name.is_empty()
                && is_text(&option.name, bounds::WORD)
                && is_text(&option.about, bounds::SENTENCE)
                && is_text(&option.default, bounds::SENTENCE)
        };
        match options.iter().find(|option| !fits(option)) {
            Some(option) => {
                Err(("options", format!("`{}` is empty or too long, or has control characters", shown(&option.name))))
            }
            None => Ok(()),
        }
    }
}

/// Returns the beginning of a component's text, escaped, for an error message.
fn shown(text: &str) -> String {
    text.chars().take(80).flat_map(char::escape_default).collect()
}

/// Returns whether a text is within a length and has no control characters except line feeds.
fn is_text(text: &str, bytes: usize) -> bool {
    text.len() <= bytes && !text.chars().any(|c| c.is_control() && c != '\n')
}

/// Returns whether a text is valid as the name of an operation or scope.
fn is_word(text: &str) -> bool {
    let part = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-' | b':');
    !text.is_empty() && text.len() <= bounds::WORD && text.bytes().all(part)
}

/// Returns whether a text is a media type. It becomes the `content-type` of a download.
fn is_media_type(text: &str) -> bool {
    text.len() <= bounds::WORD && text.parse::<Mime>().is_ok()
}

/// Returns the class whose interface a component exports: `plumbline:CLASS/CLASS@…`.
///
/// # Errors
/// Returns a [`Refusal`] if it exports none of them.
pub fn class_of(bytes: &[u8]) -> Result<Class, Refusal> {
    let wrong = |error: BinaryReaderError| Refusal::NotAComponent(error.to_string());
    let mut depth = 0;
    for payload in Parser::new(0).parse_all(bytes) {
        match payload.map_err(wrong)? {
            Payload::ModuleSection { .. } | Payload::ComponentSection { .. } => depth += 1,
            Payload::End(_) => depth -= 1,
            Payload::ComponentExportSection(exports) if depth == 0 => {
                for export in exports {
                    let name = export.map_err(wrong)?.name.name;
                    let of = |class: &Class| name.starts_with(&format!("plumbline:{class}/{class}@"));
                    if let Some(class) = Class::ALL.into_iter().find(of) {
                        return Ok(class);
                    }
                }
            }
            _ => {}
        }
    }
    Err(Refusal::NotAComponent("it exports none of the interfaces of readers, extractors and exporters".into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_section(json: &str) -> Vec<u8> {
        with_section_named(ROUTES_SECTION, json)
    }

    fn with_section_named(name: &str, json: &str) -> Vec<u8> {
        let quoted = json.replace('"', "\\\"");
        wat::parse_str(format!("(component (core module (@custom \"{name}\" \"{quoted}\")))")).unwrap()
    }

    #[test]
    fn scopes_come_from_their_own_section() {
        let slot: Slot = "endpoint:orders".parse().unwrap();
        let read = |json: &str| endpoint_scopes(&slot, &with_section_named(SCOPES_SECTION, json));
        let one = r#"{"name":"orders:read","words":"Read orders","granted_by":"viewer"}"#;
        let two = r#"{"name":"orders:delete","words":"Delete orders","nature":"destructive","granted_by":"admin"}"#;
        let found = read(&format!("[{one},{two}]")).unwrap();
        assert_eq!(found.iter().map(|scope| scope.name.as_str()).collect::<Vec<_>>(), ["orders:read", "orders:delete"]);
        assert_eq!(endpoint_scopes(&slot, &with_section("[]")).unwrap(), [], "an earlier release has no such section");
        for wrong in [
            "[{}]".to_owned(),
            format!("[{one},{one}]"),
            one.replace("orders:read", "orders read"),
            format!("[{}]", one.replace("orders:read", "orders read")),
            format!("[{}]", one.replace("Read orders", " ")),
            format!("[{}]", one.replace("Read orders", &"Read ".repeat(20))),
            format!("[{}]", one.replace("viewer", "owner")),
            format!("[{}]", one.replace("granted_by", "grantedBy")),
        ] {
            let refusal = read(&wrong).unwrap_err().to_string();
            assert!(refusal.contains(SCOPES_SECTION) && refusal.len() < 1_000, "{refusal}");
        }
    }

    #[test]
    fn routes_come_from_the_core_modules_section() {
        let slot: Slot = "endpoint:projects".parse().unwrap();
        let one = r#"[{"method":"GET","path":"/projects/{id}","scope":null,"operation":"projects.get"}]"#;
        let two = r#"[{"method":"POST","path":"/projects","scope":"projects:write","operation":"projects.create"}]"#;
        let found = endpoint_routes(&slot, &with_section(&format!("{one}{two}"))).unwrap();
        assert_eq!(found.len(), 2);
        assert_eq!(found[1].scope.as_deref(), Some("projects:write"));
        for wrong in [
            "[]",
            "[{}]",
            r#"[{"method":"get","path":"/a","scope":null,"operation":"a"}]"#,
            r#"[{"method":"GET","path":"a","scope":null,"operation":"a"}]"#,
            r#"[{"method":"GET","path":"/a/x{b}","scope":null,"operation":"a"}]"#,
            &format!("{one}{one}"),
        ] {
            assert!(endpoint_routes(&slot, &with_section(wrong)).is_err(), "{wrong}");
        }
    }

    #[test]
    fn routes_are_kept_to_their_bounds() {
        let slot: Slot = "endpoint:projects".parse().unwrap();
        let route = |method: &str, path: &str, operation: &str| {
            format!(r#"{{"method":"{method}","path":"{path}","scope":null,"operation":"{operation}"}}"#)
        };
        let many: Vec<String> = (0..300).map(|number| route("GET", &format!("/many/{number}"), "a.get")).collect();
        let right = route("GET", "/a", "a.get");
        assert!(endpoint_routes(&slot, &with_section(&format!("[{right}]"))).is_ok());
        for wrong in [
            many.join(","),
            route("GET", &format!("/{}", "a".repeat(1_000)), "a.get"),
            route("GET", "/a/../b", "a.get"),
            route("GET", "/a/{..}", "a.get"),
            route("CONNECT", "/a", "a.get"),
            route(&"X".repeat(100_000), "/a", "a.get"),
            route("GET", "/a", &"x".repeat(1_000)),
            route("GET", "/a", "two words"),
            format!("{right}{}", " ".repeat(1 << 20)),
        ] {
            let refusal = endpoint_routes(&slot, &with_section(&format!("[{wrong}]"))).unwrap_err().to_string();
            assert!(refusal.len() < 1_000, "{refusal}");
        }
    }

    #[test]
    fn a_format_has_the_name_in_its_section() {
        const SECTION: &str = "plumbline:survey";
        let slot: Slot = "extractor:electrical".parse().unwrap();
        let named = |name: &str| {
            wat::parse_str(format!("(component (core module (@custom \"{SECTION}\" \"{name}\")))")).unwrap()
        };
        assert_eq!(format_in(&slot, &named("takeoff-7f"), SECTION).unwrap().as_deref(), Some("takeoff-7f"));
        assert_eq!(format_in(&slot, &wat::parse_str("(component)").unwrap(), SECTION).unwrap(), None);
        assert_eq!(format_in(&slot, &named("takeoff-7f"), "plumbline:other").unwrap(), None);
        for wrong in ["", "two words", "../other", &"a".repeat(101)] {
            assert!(format_in(&slot, &named(wrong), SECTION).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_class_is_that_of_the_components_own_export() {
        let component = |export: &str| {
            wat::parse_str(format!("(component (instance $i) (export \"{export}\" (instance $i)))")).unwrap()
        };
        assert_eq!(class_of(&component("plumbline:exporter/exporter@2.0.0")), Ok(Class::Exporter));
        assert_eq!(class_of(&component("plumbline:extractor/extractor@1.0.0")), Ok(Class::Extractor));
        assert!(class_of(&component("plumbline:exporter/rows@1.0.0")).is_err());
        let inside = "(component (component (instance $i) (export \"plumbline:reader/reader@1.0.0\" (instance $i))))";
        assert!(class_of(&wat::parse_str(inside).unwrap()).is_err(), "only its own exports count");
        assert!(class_of(b"no component").is_err());
    }

    #[test]
    fn a_description_must_fit_its_slot() {
        let described = |id: &str, version: &str| Described {
            id: id.into(),
            version: version.into(),
            name: "PDF".into(),
            details: Details::Reader { media_types: vec!["application/pdf".into()] },
        };
        let slot: Slot = "reader:pdf".parse().unwrap();
        assert!(described("pdf", "1.2.3").check(&slot).is_ok());
        assert!(described("pdf", "1.2.3-rc.1").check(&slot).is_ok());
        assert!(described("dwg", "1.2.3").check(&slot).is_err());
        assert!(described("pdf", "1.2").check(&slot).is_err());
    }
}
