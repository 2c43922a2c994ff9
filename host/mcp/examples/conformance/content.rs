//! Resources, and content that is not text.

use rmcp::model::{
    ContentBlock, GetPromptRequestParams, GetPromptResult, Prompt, PromptArgument, PromptMessage, Resource,
    ResourceContents, ResourceTemplate, Role,
};
use serde_json::{Value, json};

/// A red PNG of one pixel, in Base64.
const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
/// A WAV file without samples, in Base64.
const WAV: &str = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";

/// Returns the content of a tool that takes no arguments.
pub(crate) fn of_tool(name: &str) -> Option<Vec<ContentBlock>> {
    let resource = |uri: &str, kind: &str, text: &str| {
        ContentBlock::resource(ResourceContents::text(text, uri).with_mime_type(kind))
    };
    Some(match name {
        "test_image_content" => vec![image()],
        "test_audio_content" => vec![ContentBlock::audio(WAV, "audio/wav")],
        "test_embedded_resource" => {
            vec![resource("test://embedded-resource", "text/plain", "This is an embedded resource content.")]
        }
        "test_multiple_content_types" => vec![
            ContentBlock::text("Multiple content types test:"),
            image(),
            resource("test://mixed-content-resource", "application/json", r#"{"test":"data","value":123}"#),
        ],
        _ => return None,
    })
}

fn image() -> ContentBlock {
    ContentBlock::image(PNG, "image/png")
}

/// Returns the resources.
pub(crate) fn resources() -> [Resource; 3] {
    let resource = |uri: &str, kind: &str| {
        Resource::new(uri, uri).with_description("A fixture of conformance tests.").with_mime_type(kind)
    };
    [
        resource("test://static-text", "text/plain"),
        resource("test://static-binary", "image/png"),
        resource("test://watched-resource", "text/plain"),
    ]
}

/// Returns the template of resources.
pub(crate) fn template() -> ResourceTemplate {
    ResourceTemplate::new("test://template/{id}/data", "test_template")
        .with_description("A fixture of conformance tests.")
        .with_mime_type("application/json")
}

/// Returns the contents of a resource.
pub(crate) fn of_resource(uri: &str) -> Option<ResourceContents> {
    let text = |text: &str, kind: &str| ResourceContents::text(text, uri).with_mime_type(kind);
    match uri {
        "test://static-text" => Some(text("This is the content of the static text resource.", "text/plain")),
        "test://static-binary" => Some(ResourceContents::blob(PNG, uri).with_mime_type("image/png")),
        "test://watched-resource" => Some(text("Watched resource content.", "text/plain")),
        _ => {
            let id = uri.strip_prefix("test://template/")?.strip_suffix("/data")?;
            let data = json!({"id": id, "templateTest": true, "data": format!("Data for ID: {id}")});
            Some(text(&data.to_string(), "application/json"))
        }
    }
}

/// Returns the prompts whose messages are more than text.
pub(crate) fn prompts() -> [Prompt; 2] {
    let uri = PromptArgument::new("resourceUri").with_description("URI of the resource to embed").with_required(true);
    [
        Prompt::new("test_prompt_with_embedded_resource", Some("A prompt with a resource."), Some(vec![uri])),
        Prompt::new("test_prompt_with_image", Some("A prompt with an image."), None),
    ]
}

/// Returns the messages of a prompt.
pub(crate) fn of_prompt(request: &GetPromptRequestParams) -> Option<GetPromptResult> {
    let message = |content| PromptMessage::new(Role::User, content);
    let (content, text) = match request.name.as_str() {
        "test_prompt_with_embedded_resource" => {
            let uri = request.arguments.as_ref()?.get("resourceUri").and_then(Value::as_str)?;
            let contents = ResourceContents::text("Embedded resource content for testing.", uri);
            let contents = contents.with_mime_type("text/plain");
            (ContentBlock::resource(contents), "Please process the embedded resource above.")
        }
        "test_prompt_with_image" => (image(), "Please analyze the image above."),
        _ => return None,
    };
    Some(GetPromptResult::new(vec![message(content), message(ContentBlock::text(text))]))
}
