//! Drawing of each kind of entity.

use acadrust::entities::{EntityType, Leader, LwPolyline, MLine, MultiLeader, Polyline2D};
use kurbo::{Affine, Arc, BezPath, Point, Vec2};

use crate::curves::{Nurbs, arc_to, circle, ellipse_to, polyline, sweep};
use crate::limits;
use crate::place::{object_to_world, project};
use crate::style::Appearance;
use crate::text::{self, MultiLineText};
use crate::walk::{Frame, Paint, Sink, Walker, Width};

const LINE: Paint = Paint::Stroke(Width::Weight);
const IDENTITY: Affine = Affine::IDENTITY;

/// Half the width of an arrow head as a fraction of its length.
const ARROW_HALF_WIDTH: f64 = 1.0 / 6.0;

fn polyline_through(points: impl IntoIterator<Item = Point>, closed: bool) -> BezPath {
    let vertices: Vec<(Point, f64)> = points.into_iter().take(limits::POINTS).map(|p| (p, 0.0)).collect();
    polyline(&vertices, closed)
}

impl<S: Sink> Walker<'_, S> {
    /// Draws an entity that does not contain others.
    pub(crate) fn draw_entity(&mut self, entity: &EntityType, appearance: &Appearance, frame: &Frame) {
        let (path, place, paint) = match entity {
            EntityType::Line(line) => {
                (polyline_through([project(line.start), project(line.end)], false), IDENTITY, LINE)
            }
            EntityType::Circle(c) => {
                (circle(project(c.center), c.radius.abs()), object_to_world(c.normal, c.center.z), LINE)
            }
            EntityType::Arc(a) => {
                let mut path = BezPath::new();
                arc_to(&mut path, project(a.center), a.radius.abs(), a.start_angle, sweep(a.start_angle, a.end_angle));
                (path, object_to_world(a.normal, a.center.z), LINE)
            }
            EntityType::Ellipse(e) => {
                // Center and axis are in world coordinates. Seen from below, the arc runs in the other direction.
                let major = Vec2::new(e.major_axis.x, e.major_axis.y);
                let side = if e.normal.z < 0.0 { -1.0 } else { 1.0 };
                let radii = Vec2::new(major.hypot(), major.hypot() * e.minor_axis_ratio * side);
                let sweep = sweep(e.start_parameter, e.end_parameter);
                let mut path = BezPath::new();
                ellipse_to(&mut path, Arc::new(project(e.center), radii, e.start_parameter, sweep, major.atan2()));
                (path, IDENTITY, LINE)
            }
            EntityType::LwPolyline(line) => return self.light_polyline(line, appearance, frame),
            EntityType::Polyline2D(line) => return self.polyline_2d(line, appearance, frame),
            EntityType::Polyline3D(line) if line.flags.is_3d_mesh || line.flags.is_polyface_mesh => {
                return self.omit(SOLIDS);
            }
            EntityType::Polyline3D(line) => {
                let points = line.vertices.iter().map(|v| project(v.position));
                (polyline_through(points, line.flags.closed), IDENTITY, LINE)
            }
            EntityType::Polyline(line) => {
                let points = line.vertices.iter().map(|v| project(v.location));
                (polyline_through(points, line.flags.is_closed()), IDENTITY, LINE)
            }
            EntityType::Spline(spline) => (Nurbs::of(spline).path(), IDENTITY, LINE),
            EntityType::Solid(solid) => {
                let path = polyline_through(solid.boundary_corners().into_iter().map(project), true);
                (path, object_to_world(solid.normal, solid.first_corner.z), Paint::Fill)
            }
            EntityType::Face3D(face) => {
                let corners = [face.first_corner, face.second_corner, face.third_corner, face.fourth_corner];
                (polyline_through(corners.map(project), true), IDENTITY, LINE)
            }
            EntityType::Hatch(hatch) => {
                let paint = if hatch.is_solid { Paint::Fill } else { Paint::Pattern };
                (crate::hatch::outline(hatch), object_to_world(hatch.normal, hatch.elevation), paint)
            }
            EntityType::Text(text) => {
                return self.draw_text(text::single_line(self.document, text), appearance, frame);
            }
            EntityType::MText(text) => {
                return self.draw_text(text::multi_line(self.document, text), appearance, frame);
            }
            EntityType::AttributeEntity(text) if !text.flags.invisible => {
                return self.draw_text(text::attribute(self.document, text, text.normal), appearance, frame);
            }
            EntityType::Leader(leader) => return self.leader(leader, appearance, frame),
            EntityType::MultiLeader(leader) => return self.multi_leader(leader, appearance, frame),
            EntityType::MLine(line) => return self.multi_line(line, appearance, frame),
            other => return unsupported(other).into_iter().for_each(|reason| self.omit(reason)),
        };
        self.draw(path, place, paint, appearance, frame);
    }

    fn light_polyline(&mut self, line: &LwPolyline, appearance: &Appearance, frame: &Frame) {
        let widths = [line.constant_width; 2];
        let vertices = line.vertices.iter().map(|v| {
            let at = Point::new(v.location.x, v.location.y);
            Vertex::new(at, v.bulge, [v.start_width, v.end_width], widths)
        });
        let place = object_to_world(line.normal, line.elevation);
        self.draw_wide_polyline(vertices, line.is_closed, place, appearance, frame);
    }

    fn polyline_2d(&mut self, line: &Polyline2D, appearance: &Appearance, frame: &Frame) {
        if line.flags.bits() & (16 | 64) != 0 {
            self.omit(SOLIDS);
            return;
        }
        let widths = [line.start_width, line.end_width];
        // The frame points of a fitted curve are not drawn.
        let shown = line.vertices.iter().filter(|v| v.flags.bits() & 16 == 0);
        let vertices = shown.map(|v| Vertex::new(project(v.location), v.bulge, [v.start_width, v.end_width], widths));
        let place = object_to_world(line.normal, line.elevation);
        self.draw_wide_polyline(vertices, line.flags.is_closed(), place, appearance, frame);
    }

    /// Draws a polyline whose segments have widths. A single width gives a wide line; tapering segments are filled.
    fn draw_wide_polyline(
        &mut self,
        vertices: impl Iterator<Item = Vertex>,
        closed: bool,
        place: Affine,
        appearance: &Appearance,
        frame: &Frame,
    ) {
        let vertices: Vec<Vertex> = vertices.take(limits::POINTS).collect();
        let Some(first) = vertices.first() else { return };
        let segments = if closed { vertices.len() } else { vertices.len() - 1 };
        let is_uniform =
            vertices[..segments].iter().all(|v| (v.from - first.from).abs() + (v.to - first.from).abs() < 1e-9);
        if is_uniform {
            let points: Vec<(Point, f64)> = vertices.iter().map(|v| (v.at, v.bulge)).collect();
            let width = if first.from > 0.0 { Width::Units(first.from) } else { Width::Weight };
            self.draw(polyline(&points, closed), place, Paint::Stroke(width), appearance, frame);
            return;
        }
        for (i, v) in vertices[..segments].iter().enumerate() {
            let next = vertices[(i + 1) % vertices.len()].at;
            if (v.from - v.to).abs() < 1e-9 || v.bulge.abs() > 1e-9 {
                let width = (v.from + v.to) / 2.0;
                let width = if width > 0.0 { Width::Units(width) } else { Width::Weight };
                let path = polyline(&[(v.at, v.bulge), (next, 0.0)], false);
                self.draw(path, place, Paint::Stroke(width), appearance, frame);
                continue;
            }
            let along = next - v.at;
            if along.hypot() > 1e-12 {
                let side = Vec2::new(-along.y, along.x) / along.hypot() * 0.5;
                let corners = [v.at + side * v.from, next + side * v.to, next - side * v.to, v.at - side * v.from];
                self.draw(polyline_through(corners, true), place, Paint::Fill, appearance, frame);
            }
        }
    }

    /// Draws a filled arrow head with its tip at `tip`, coming from the direction of `from`.
    fn arrow(&mut self, tip: Point, from: Point, size: f64, appearance: &Appearance, frame: &Frame) {
        let back = from - tip;
        // AutoCAD omits an arrow head that would be longer than half the line.
        if size > 0.0 && back.hypot() > 2.0 * size {
            let back = back / back.hypot() * size;
            let side = Vec2::new(-back.y, back.x) * ARROW_HALF_WIDTH;
            let head = polyline_through([tip, tip + back + side, tip + back - side], true);
            self.draw(head, IDENTITY, Paint::Fill, appearance, frame);
        }
    }

    fn leader(&mut self, leader: &Leader, appearance: &Appearance, frame: &Frame) {
        let points: Vec<Point> = leader.vertices.iter().take(limits::POINTS).map(|v| project(*v)).collect();
        let path = if leader.path_type as i16 == 1 && points.len() > 2 {
            Nurbs { degree: 3, fit: points.clone(), ..Nurbs::default() }.path()
        } else {
            polyline_through(points.iter().copied(), false)
        };
        self.draw(path, IDENTITY, LINE, appearance, frame);
        if leader.arrow_enabled
            && let [tip, next, ..] = points[..]
        {
            let style = self.document.dim_styles.get(&leader.dimension_style);
            let size = style.map_or(0.0, |s| s.dimasz * if s.dimscale > 0.0 { s.dimscale } else { 1.0 });
            self.arrow(tip, next, size, appearance, frame);
        }
    }

    fn multi_leader(&mut self, leader: &MultiLeader, appearance: &Appearance, frame: &Frame) {
        let context = &leader.context;
        for root in context.leader_roots.iter().take(limits::POINTS) {
            for line in root.lines.iter().take(limits::POINTS) {
                let mut points: Vec<Point> = line.points.iter().take(limits::POINTS).map(|p| project(*p)).collect();
                points.push(project(root.connection_point));
                if leader.enable_dogleg {
                    let landing = Vec2::new(root.direction.x, root.direction.y) * root.landing_distance;
                    points.push(project(root.connection_point) + landing);
                }
                if let [tip, next, ..] = points[..] {
                    self.arrow(tip, next, context.arrowhead_size, appearance, frame);
                }
                self.draw(polyline_through(points, false), IDENTITY, LINE, appearance, frame);
            }
        }
        if context.has_text_contents {
            let named = |h| self.document.text_styles.iter().find(|s| Some(s.handle) == h).map(|s| s.name.as_str());
            let runs = text::block(
                self.document,
                &MultiLineText {
                    value: &context.text_string,
                    at: context.text_location,
                    height: context.text_height,
                    width: context.text_width,
                    rotation: context.text_rotation,
                    style: named(context.text_style_handle).unwrap_or_default(),
                    attachment: context.text_attachment_point as i32,
                    spacing: context.line_spacing_factor,
                },
            );
            self.draw_text(runs, appearance, frame);
        }
        if context.has_block_contents
            && let Some(record) = context.block_content_handle
        {
            let (at, scale) = (context.block_content_location, context.block_content_scale);
            let place = Affine::translate((at.x, at.y))
                * Affine::rotate(context.block_rotation)
                * Affine::scale_non_uniform(scale.x, scale.y);
            self.draw_annotation_block(record, place, appearance, frame);
        }
    }

    fn multi_line(&mut self, line: &MLine, appearance: &Appearance, frame: &Frame) {
        let elements = line.vertices.iter().map(|v| v.segments.len()).max().unwrap_or(0).min(16);
        let closed = line.flags.contains(acadrust::entities::MLineFlags::CLOSED);
        for element in 0..elements {
            let points = line.vertices.iter().filter_map(|v| {
                let by = v.segments.get(element)?.parameters.first()?;
                Some(Point::new(v.position.x + v.miter.x * by, v.position.y + v.miter.y * by))
            });
            self.draw(polyline_through(points, closed), IDENTITY, LINE, appearance, frame);
        }
    }
}

struct Vertex {
    at: Point,
    bulge: f64,
    /// Widths at the start (`from`) and at the end (`to`) of the segment that starts here.
    from: f64,
    to: f64,
}

impl Vertex {
    /// Creates a vertex. `line_widths` are those of the polyline, for a segment without widths of its own.
    fn new(at: Point, bulge: f64, widths: [f64; 2], line_widths: [f64; 2]) -> Self {
        let from = if widths[0] > 0.0 { widths[0] } else { line_widths[0] };
        let to = if widths[1] > 0.0 || widths[0] > 0.0 { widths[1] } else { line_widths[1] };
        Self { at, bulge, from, to }
    }
}

const SOLIDS: &str = "solids, meshes and surfaces, which do not have an outline in the file";

/// Returns the name of an entity that is not supported, or `None` if it draws nothing on paper anyway.
fn unsupported(entity: &EntityType) -> Option<&'static str> {
    Some(match entity {
        EntityType::Solid3D(_)
        | EntityType::Region(_)
        | EntityType::Body(_)
        | EntityType::Surface(_)
        | EntityType::Mesh(_)
        | EntityType::PolyfaceMesh(_)
        | EntityType::PolygonMesh(_)
        | EntityType::Helix(_) => SOLIDS,
        EntityType::RasterImage(_) => "images, which are separate files",
        EntityType::Underlay(_) => "underlays, which are separate files",
        EntityType::Ole2Frame(_) => "embedded objects of other programs",
        EntityType::Tolerance(_) => "tolerance frames",
        EntityType::Shape(_) => "shapes of shape files",
        EntityType::Extended(_) | EntityType::Unknown(_) => {
            "objects of applications built on AutoCAD, which must be exploded or exported to AutoCAD before the upload"
        }
        EntityType::Ray(_) | EntityType::XLine(_) => "endless construction lines",
        _ => return None,
    })
}
