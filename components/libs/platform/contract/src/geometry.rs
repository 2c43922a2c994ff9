//! Positions on a page: x and y in 0..=1 of the page as displayed, origin top-left.

use serde::{Deserialize, Serialize};

use crate::ScaleSource;

/// A point: x, y.
pub type Point = [f64; 2];

/// The contract's Geometry. Use its constructors, so that the type fits the coordinates.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Geometry {
    /// What the coordinates are.
    #[serde(rename = "type")]
    pub kind: GeometryType,
    /// Page number, from 1.
    pub page_number: u32,
    /// Always `page_normalized`.
    pub coordinate_space: CoordinateSpace,
    /// The coordinates, in the form of `kind`.
    pub coordinates: Coordinates,
    /// Holes of a polygon. Each has at least 3 points.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub holes: Option<Vec<Vec<Point>>>,
    /// Scale of a polyline or a polygon.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub scale: Option<Scale>,
}

/// Form of a [`Geometry`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GeometryType {
    /// One point.
    Point,
    /// x-min, y-min, x-max, y-max.
    Bbox,
    /// At least 2 points.
    Polyline,
    /// At least 3 points.
    Polygon,
}

/// Coordinate space. Only one value is defined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum CoordinateSpace {
    /// 0..=1 of the displayed page, origin top-left.
    #[serde(rename = "page_normalized")]
    PageNormalized,
}

/// Coordinates, in the form that the geometry's type requires.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Coordinates {
    /// Of a point.
    Point(Point),
    /// Of a box: x-min, y-min, x-max, y-max.
    Bbox([f64; 4]),
    /// Of a polyline or polygon.
    Points(Vec<Point>),
}

/// Scale of the page: the length that its width represents.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Scale {
    /// Real-world units across the full width of the page.
    pub units_per_normalized_x: f64,
    /// A unit code.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::UnitCode"))]
    pub unit: String,
    /// Source of the scale.
    pub source: ScaleSource,
}

impl Geometry {
    /// Creates a point.
    pub fn point(page_number: u32, point: Point) -> Self {
        Self::new(GeometryType::Point, page_number, Coordinates::Point(point), None)
    }

    /// Creates a box from x-min, y-min, x-max, y-max.
    pub fn bbox(page_number: u32, corners: [f64; 4]) -> Self {
        Self::new(GeometryType::Bbox, page_number, Coordinates::Bbox(corners), None)
    }

    /// Creates a line of at least 2 points.
    pub fn polyline(page_number: u32, points: Vec<Point>, scale: Option<Scale>) -> Self {
        Self::new(GeometryType::Polyline, page_number, Coordinates::Points(points), scale)
    }

    /// Creates an area of at least 3 points.
    pub fn polygon(page_number: u32, points: Vec<Point>, scale: Option<Scale>) -> Self {
        Self::new(GeometryType::Polygon, page_number, Coordinates::Points(points), scale)
    }

    fn new(kind: GeometryType, page_number: u32, coordinates: Coordinates, scale: Option<Scale>) -> Self {
        Self { kind, page_number, coordinate_space: CoordinateSpace::PageNormalized, coordinates, holes: None, scale }
    }
}

/// Location of an item on a page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Evidence {
    /// Page number, from 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub page_number: u32,
    /// Bounding box `[x_min, y_min, x_max, y_max]` in 0..1 of the page, origin top-left.
    pub bbox: [f64; 4],
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_geometry_has_the_contracts_form_and_reads_itself() {
        let line = Geometry::polyline(
            2,
            vec![[0.1, 0.2], [0.3, 0.4]],
            Some(Scale { units_per_normalized_x: 84.1, unit: "M".to_owned(), source: ScaleSource::TitleBlock }),
        );
        let json = serde_json::to_value(&line).unwrap();
        assert_eq!(
            json,
            serde_json::json!({
                "type": "polyline", "page_number": 2, "coordinate_space": "page_normalized",
                "coordinates": [[0.1, 0.2], [0.3, 0.4]],
                "scale": {"units_per_normalized_x": 84.1, "unit": "M", "source": "title_block"}
            })
        );
        assert_eq!(serde_json::from_value::<Geometry>(json).unwrap(), line);
        let bbox = Geometry::bbox(1, [0.0, 0.1, 0.2, 0.3]);
        assert_eq!(serde_json::from_value::<Geometry>(serde_json::to_value(&bbox).unwrap()).unwrap(), bbox);
    }
}
