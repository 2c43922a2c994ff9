//! Drawing of each kind of entity.

use acadrust::Vector3;
use acadrust::entities::{EntityType, Leader, LwPolyline, MLine, MultiLeader, Polyline2D};
use kurbo::{Affine, BezPath, Point, Vec2};

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
        match entity {
            EntityType::Line(line) => self.draw(
                polyline_through([project(line.start), project(line.end)], false),
                IDENTITY,
                LINE,
                appearance,
                frame,
            ),
            EntityType::Circle(c) => {
                self.draw(
                    circle(project(c.center), c.radius.abs()),
                    object_to_world(c.normal, c.center.z),
                    LINE,
                    appearance,
                    frame,
                );
            }
            EntityType::Arc(a) => {
                let mut path = BezPath::new();
                arc_to(&mut path, project(a.center), a.radius.abs(), a.start_angle, sweep(a.start_angle, a.end_angle));
                self.draw(path, object_to_world(a.normal, a.center.z), LINE, appearance, frame);
            }
            EntityType::Ellipse(e) => {
                // Center and axis are in world coordinates. Seen from below, the arc runs in the other direction.
                let major = Vec2::new(e.major_axis.x, e.major_axis.y);
                let side = if e.normal.z < 0.0 { -1.0 } else { 1.0 };
                let radii = Vec2::new(major.hypot(), major.hypot() * e.minor_axis_ratio * side);
                let sweep = sweep(e.start_parameter, e.end_parameter);
                let mut path = BezPath::new();
                ellipse_to(&mut path, project(e.center), radii, e.start_parameter, sweep, major.atan2());
                self.draw(path, IDENTITY, LINE, appearance, frame);
            }
            EntityType::LwPolyline(line) => self.light_polyline(line, appearance, frame),
            EntityType::Polyline2D(line) => self.polyline_2d(line, appearance, frame),
            EntityType::Polyline3D(line) if line.flags.is_3d_mesh || line.flags.is_polyface_mesh => self.skip(SOLIDS),
            EntityType::Polyline3D(line) => {
                let path = polyline_through(line.vertices.iter().map(|v| project(v.position)), line.flags.closed);
                self.draw(path, IDENTITY, LINE, appearance, frame);
            }
            EntityType::Polyline(line) => {
                let path = polyline_through(line.vertices.iter().map(|v| project(v.location)), line.flags.is_closed());
                self.draw(path, IDENTITY, LINE, appearance, frame);
            }
            EntityType::Spline(spline) => self.draw(Nurbs::of(spline).path(), IDENTITY, LINE, appearance, frame),
            EntityType::Solid(solid) => {
                let path = polyline_through(solid.boundary_corners().into_iter().map(project), true);
                self.draw(path, object_to_world(solid.normal, solid.first_corner.z), Paint::Fill, appearance, frame);
            }
            EntityType::Face3D(face) => {
                let corners = [face.first_corner, face.second_corner, face.third_corner, face.fourth_corner];
                self.draw(polyline_through(corners.map(project), true), IDENTITY, LINE, appearance, frame);
            }
            EntityType::Hatch(hatch) => {
                let paint = if hatch.is_solid { Paint::Fill } else { Paint::Pattern };
                self.draw(
                    crate::hatch::outline(hatch),
                    object_to_world(hatch.normal, hatch.elevation),
                    paint,
                    appearance,
                    frame,
                );
            }
            EntityType::Text(text) => self.draw_text(text::single_line(self.document, text), appearance, frame),
            EntityType::MText(text) => self.draw_text(text::multi_line(self.document, text), appearance, frame),
            EntityType::AttributeEntity(text) if !text.flags.invisible => {
                self.draw_text(text::attribute(self.document, text, text.normal), appearance, frame);
            }
            EntityType::Leader(leader) => self.leader(leader, appearance, frame),
            EntityType::MultiLeader(leader) => self.multi_leader(leader, appearance, frame),
            EntityType::MLine(line) => self.multi_line(line, appearance, frame),
            other => {
                if let Some(reason) = unsupported(other) {
                    self.skip(reason);
                }
            }
        }
    }

    fn light_polyline(&mut self, line: &LwPolyline, appearance: &Appearance, frame: &Frame) {
        let vertices: Vec<Vertex> = line
            .vertices
            .iter()
            .take(limits::POINTS)
            .map(|v| Vertex {
                at: Point::new(v.location.x, v.location.y),
                bulge: v.bulge,
                from: if v.start_width > 0.0 { v.start_width } else { line.constant_width },
                to: if v.end_width > 0.0 || v.start_width > 0.0 { v.end_width } else { line.constant_width },
            })
            .collect();
        self.draw_wide_polyline(
            &vertices,
            line.is_closed,
            object_to_world(line.normal, line.elevation),
            appearance,
            frame,
        );
    }

    fn polyline_2d(&mut self, line: &Polyline2D, appearance: &Appearance, frame: &Frame) {
        if line.flags.bits() & (16 | 64) != 0 {
            self.skip(SOLIDS);
            return;
        }
        // The frame points of a fitted curve are not drawn.
        let vertices: Vec<Vertex> = line
            .vertices
            .iter()
            .filter(|v| v.flags.bits() & 16 == 0)
            .take(limits::POINTS)
            .map(|v| Vertex {
                at: project(v.location),
                bulge: v.bulge,
                from: if v.start_width > 0.0 { v.start_width } else { line.start_width },
                to: if v.end_width > 0.0 || v.start_width > 0.0 { v.end_width } else { line.end_width },
            })
            .collect();
        self.draw_wide_polyline(
            &vertices,
            line.flags.is_closed(),
            object_to_world(line.normal, line.elevation),
            appearance,
            frame,
        );
    }

    /// Draws a polyline whose segments have widths. A single width gives a wide line; tapering segments are filled.
    fn draw_wide_polyline(
        &mut self,
        vertices: &[Vertex],
        closed: bool,
        place: Affine,
        appearance: &Appearance,
        frame: &Frame,
    ) {
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
            self.draw(
                polyline_through([tip, tip + back + side, tip + back - side], true),
                IDENTITY,
                Paint::Fill,
                appearance,
                frame,
            );
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
        let offset = |position: Vector3, miter: Vector3, by: f64| {
            Point::new(position.x + miter.x * by, position.y + miter.y * by)
        };
        for element in 0..elements {
            let points = line.vertices.iter().filter_map(|v| {
                let by = v.segments.get(element)?.parameters.first()?;
                Some(offset(v.position, v.miter, *by))
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
