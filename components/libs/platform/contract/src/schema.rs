//! JSON Schemas of the contract's texts and geometries. Only the API's description needs them.
//!
//! The types derive their schemas from the JSON that they write. Where they always write a property that an answer of the
//! contract may omit, schemars gets the attribute `skip_serializing_if = "may_be_left_out"`. That function is never called.

use std::borrow::Cow;

use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::Value;

use crate::geometry::{Geometry, Scale};
use crate::{METADATA_VALUE_MAX, units};

/// Marks a property that may be left out *and* may be null.
pub(crate) const MAY_BE_NULL: &str = "x-may-be-null";

/// Returns a generator for the schemas of answers. Their references are those of an OpenAPI document.
pub fn generator() -> SchemaGenerator {
    let settings = SchemaSettings::draft2020_12().for_serialize().with_transform(PresentIsNotNull);
    settings.with(|settings| settings.definitions_path = "/components/schemas".into()).into_generator()
}

/// Removes null from properties that an answer omits if they have no value. The schema that is derived for an `Option`
/// allows both.
#[derive(Debug, Clone)]
struct PresentIsNotNull;

impl Transform for PresentIsNotNull {
    fn transform(&mut self, schema: &mut Schema) {
        let required = schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
        if let Some(Value::Object(properties)) = schema.get_mut("properties") {
            for (name, property) in properties {
                let Value::Object(property) = property else { continue };
                if property.remove(MAY_BE_NULL).is_none() && !required.iter().any(|required| required == name) {
                    without_null(property);
                }
            }
        }
        transform_subschemas(self, schema);
    }
}

fn without_null(schema: &mut serde_json::Map<String, Value>) {
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = &types[..] {
            schema["type"] = only.clone();
        }
    }
    if let Some(Value::Array(forms)) = schema.get_mut("anyOf") {
        forms.retain(|form| form != &serde_json::json!({"type": "null"}));
        if let [Value::Object(only)] = &forms[..] {
            let only = only.clone();
            schema.remove("anyOf");
            schema.extend(only);
        }
    }
}

/// Declares types that have a schema and no values. Those that are `inline` have no name of their own in the API's
/// description.
macro_rules! schemas {
    (inline = $inline:literal; $($(#[$about:meta])* $name:ident = $schema:expr;)*) => {$(
        $(#[$about])*
        #[derive(Debug)]
        pub enum $name {}

        impl JsonSchema for $name {
            fn inline_schema() -> bool {
                $inline
            }

            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                $schema
            }
        }
    )*};
}

schemas! {
    inline = false;
    /// `pc_…` or `oc_…`
    ClientId = json_schema!({
        "description": "Id of a credential or of a connected app.", "type": "string",
        "pattern": format!("^(?:pc|oc)_[0-9A-Za-z]{{{}}}$", crate::ids::RANDOM_LENGTH),
    });
    /// A unit code. More codes may be added.
    UnitCode = json_schema!({
        "description": "A unit code. More codes may be added.",
        "type": "string", "pattern": units::CODE_PATTERN, "examples": ["EA", "LF", "M2"],
    });
    /// Your own strings by key.
    MetadataMap = json_schema!({
        "description": "Your own strings by key.", "type": "object",
        "additionalProperties": {"type": "string", "maxLength": METADATA_VALUE_MAX},
    });
}

schemas! {
    inline = true;
    /// ISO 8601.
    Timestamp = json_schema!({"type": "string", "format": "date-time"});
    /// A day of the calendar, `YYYY-MM-DD`.
    Day = json_schema!({"type": "string", "format": "date"});
    /// An address.
    Uri = json_schema!({"type": "string", "format": "uri"});
    /// The only method of an upload.
    Put = json_schema!({"type": "string", "const": "PUT"});
    /// A point: x and y in 0..=1 of the page.
    NormalPoint = normalized(2);
    /// A box: x-min, y-min, x-max, y-max.
    NormalBox = normalized(4);
}

fn normalized(numbers: usize) -> Schema {
    json_schema!({
        "type": "array", "items": {"type": "number", "minimum": 0, "maximum": 1}, "minItems": numbers, "maxItems": numbers,
    })
}

/// Coordinate space. Only one value is defined.
#[derive(JsonSchema)]
#[schemars(inline)]
enum Space {
    #[schemars(rename = "page_normalized")]
    #[expect(dead_code, reason = "only its schema is used")]
    PageNormalized,
}

/// Location on the page. x and y are in 0..1 of the page as displayed, origin top-left.
#[derive(JsonSchema)]
#[schemars(tag = "type", rename_all = "lowercase", rename = "Geometry")]
#[expect(dead_code, reason = "only its schema is used")]
enum Forms {
    /// One point [x, y].
    Point {
        #[schemars(range(min = 1))]
        page_number: u32,
        coordinate_space: Space,
        coordinates: NormalPoint,
    },
    /// [x_min, y_min, x_max, y_max].
    Bbox {
        #[schemars(range(min = 1))]
        page_number: u32,
        coordinate_space: Space,
        coordinates: NormalBox,
    },
    /// A line.
    Polyline {
        #[schemars(range(min = 1))]
        page_number: u32,
        coordinate_space: Space,
        #[schemars(length(min = 2))]
        coordinates: Vec<NormalPoint>,
        #[schemars(skip_serializing_if = "Option::is_none")]
        scale: Option<Scale>,
    },
    /// An area.
    Polygon {
        #[schemars(range(min = 1))]
        page_number: u32,
        coordinate_space: Space,
        #[schemars(length(min = 3))]
        coordinates: Vec<NormalPoint>,
        #[schemars(skip_serializing_if = "Option::is_none", inner(length(min = 3)))]
        holes: Option<Vec<Vec<NormalPoint>>>,
        #[schemars(skip_serializing_if = "Option::is_none")]
        scale: Option<Scale>,
    },
}

impl JsonSchema for Geometry {
    fn schema_name() -> Cow<'static, str> {
        Forms::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Forms::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::results::{RouteEndpoint, TakeoffItem};
    use crate::{Document, PageSize};

    fn schemas() -> serde_json::Map<String, Value> {
        let mut generator = generator();
        generator.subschema_for::<Document>();
        generator.subschema_for::<TakeoffItem>();
        generator.subschema_for::<RouteEndpoint>();
        generator.take_definitions(true)
    }

    fn required(schema: &Value, name: &str) -> bool {
        schema["required"].as_array().unwrap().iter().any(|required| required == name)
    }

    #[test]
    fn required_optional_and_nullable_are_the_contracts() {
        let schemas = schemas();
        let document = &schemas["Document"];
        assert!(required(document, "external_ref"));
        assert_eq!(document["properties"]["external_ref"]["type"], json!(["string", "null"]));
        assert!(!required(document, "pages"));
        assert_eq!(document["properties"]["pages"]["type"], "array");
        assert_eq!(document["properties"]["failure"]["$ref"], "#/components/schemas/Failure");
        let item = &schemas["TakeoffItem"];
        assert!(!required(item, "group_id"));
        assert_eq!(item["properties"]["group_id"]["type"], json!(["string", "null"]));
        assert_eq!(schemas["RouteEndpoint"]["properties"]["tag"]["type"], json!(["string", "null"]));
        assert_eq!(schemas["RouteEndpoint"]["properties"]["count"]["type"], "integer");
        assert!(!serde_json::to_string(&schemas).unwrap().contains(MAY_BE_NULL));
    }

    #[test]
    fn texts_have_their_forms() {
        let schemas = schemas();
        assert_eq!(schemas["ProjectId"]["pattern"], "^prj_[0-9A-Za-z]{22}$");
        assert_eq!(schemas["UnitCode"]["pattern"], "^[A-Z0-9]{1,6}$");
        assert_eq!(schemas["Document"]["properties"]["created_at"]["format"], "date-time");
        assert_eq!(schemas["DocumentStatus"]["enum"], json!(["awaiting_upload", "ingesting", "ready", "failed"]));
        assert_eq!(generator().root_schema_for::<PageSize>().get("additionalProperties"), Some(&json!(false)));
    }

    #[test]
    fn each_form_of_a_geometry_has_its_own_coordinates() {
        let schemas = schemas();
        let forms = schemas["Geometry"]["oneOf"].as_array().unwrap();
        let named: Vec<_> = forms.iter().map(|form| form["properties"]["type"]["const"].as_str().unwrap()).collect();
        assert_eq!(named, ["point", "bbox", "polyline", "polygon"]);
        assert_eq!(forms[1]["properties"]["coordinates"]["maxItems"], 4);
        assert_eq!(forms[2]["properties"]["coordinates"]["minItems"], 2);
        assert_eq!(forms[3]["properties"]["holes"]["items"]["minItems"], 3);
    }
}
