//! Drawing of each kind of entity.

use acadrust::Vector3;
use acadrust::entities::{EntityType, Leader, LwPolyline, MLine, MultiLeader, Polyline2D};
use kurbo::{Affine, BezPath, Point, Vec2};

use crate::curves::{Nurbs, arc_to, circle, ellipse_to, polyline, sweep};
use crate::limits;
use crate::place::{flat, object};
use crate::style::Look;
use crate::text::{self, Paragraphs};
use crate::walk::{Frame, Paint, Sink, Walker, Width};

const LINE: Paint = Paint::Stroke(Width::Weight);
const HERE: Affine = Affine::IDENTITY;

/// Half the width of an arrow head as a fraction of its length.
const ARROW: f64 = 1.0 / 6.0;

fn through(points: impl IntoIterator<Item = Point>, closed: bool) -> BezPath {
    let vertices: Vec<(Point, f64)> = points.into_iter().take(limits::POINTS).map(|p| (p, 0.0)).collect();
    polyline(&vertices, closed)
}

impl<S: Sink> Walker<'_, S> {
    /// Draws an entity that does not contain others.
    pub(crate) fn simple(&mut self, entity: &EntityType, look: &Look, frame: &Frame) {
        match entity {
            EntityType::Line(line) => {
                self.draw(through([flat(line.start), flat(line.end)], false), HERE, LINE, look, frame)
            }
            EntityType::Circle(c) => {
                self.draw(circle(flat(c.center), c.radius.abs()), object(c.normal, c.center.z), LINE, look, frame);
            }
            EntityType::Arc(a) => {
                let mut path = BezPath::new();
                arc_to(&mut path, flat(a.center), a.radius.abs(), a.start_angle, sweep(a.start_angle, a.end_angle));
                self.draw(path, object(a.normal, a.center.z), LINE, look, frame);
            }
            EntityType::Ellipse(e) => {
                // Center and axis are in world coordinates. Seen from below, the arc runs in the other direction.
                let major = Vec2::new(e.major_axis.x, e.major_axis.y);
                let side = if e.normal.z < 0.0 { -1.0 } else { 1.0 };
                let radii = Vec2::new(major.hypot(), major.hypot() * e.minor_axis_ratio * side);
                let sweep = sweep(e.start_parameter, e.end_parameter);
                let mut path = BezPath::new();
                ellipse_to(&mut path, flat(e.center), radii, e.start_parameter, sweep, major.atan2());
                self.draw(path, HERE, LINE, look, frame);
            }
            EntityType::LwPolyline(line) => self.light_polyline(line, look, frame),
            EntityType::Polyline2D(line) => self.polyline_2d(line, look, frame),
            EntityType::Polyline3D(line) if line.flags.is_3d_mesh || line.flags.is_polyface_mesh => self.skip(SOLIDS),
            EntityType::Polyline3D(line) => {
                let path = through(line.vertices.iter().map(|v| flat(v.position)), line.flags.closed);
                self.draw(path, HERE, LINE, look, frame);
            }
            EntityType::Polyline(line) => {
                let path = through(line.vertices.iter().map(|v| flat(v.location)), line.flags.is_closed());
                self.draw(path, HERE, LINE, look, frame);
            }
            EntityType::Spline(spline) => self.draw(Nurbs::of(spline).path(), HERE, LINE, look, frame),
            EntityType::Solid(solid) => {
                let path = through(solid.boundary_corners().into_iter().map(flat), true);
                self.draw(path, object(solid.normal, solid.first_corner.z), Paint::Fill, look, frame);
            }
            EntityType::Face3D(face) => {
                let corners = [face.first_corner, face.second_corner, face.third_corner, face.fourth_corner];
                self.draw(through(corners.map(flat), true), HERE, LINE, look, frame);
            }
            EntityType::Hatch(hatch) => {
                let paint = if hatch.is_solid { Paint::Fill } else { Paint::Pattern };
                self.draw(crate::hatch::outline(hatch), object(hatch.normal, hatch.elevation), paint, look, frame);
            }
            EntityType::Text(text) => self.write(text::single(self.document, text), look, frame),
            EntityType::MText(text) => self.write(text::multi(self.document, text), look, frame),
            EntityType::AttributeEntity(text) if !text.flags.invisible => {
                self.write(text::attribute(self.document, text, text.normal), look, frame);
            }
            EntityType::Leader(leader) => self.leader(leader, look, frame),
            EntityType::MultiLeader(leader) => self.multi_leader(leader, look, frame),
            EntityType::MLine(line) => self.multi_line(line, look, frame),
            other => {
                if let Some(what) = undrawn(other) {
                    self.skip(what);
                }
            }
        }
    }

    fn light_polyline(&mut self, line: &LwPolyline, look: &Look, frame: &Frame) {
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
        self.wide(&vertices, line.is_closed, object(line.normal, line.elevation), look, frame);
    }

    fn polyline_2d(&mut self, line: &Polyline2D, look: &Look, frame: &Frame) {
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
                at: flat(v.location),
                bulge: v.bulge,
                from: if v.start_width > 0.0 { v.start_width } else { line.start_width },
                to: if v.end_width > 0.0 || v.start_width > 0.0 { v.end_width } else { line.end_width },
            })
            .collect();
        self.wide(&vertices, line.flags.is_closed(), object(line.normal, line.elevation), look, frame);
    }

    /// Draws a polyline whose segments have widths. A single width gives a wide line; tapering segments are filled.
    fn wide(&mut self, vertices: &[Vertex], closed: bool, place: Affine, look: &Look, frame: &Frame) {
        let Some(first) = vertices.first() else { return };
        let pieces = if closed { vertices.len() } else { vertices.len() - 1 };
        let even = vertices[..pieces].iter().all(|v| (v.from - first.from).abs() + (v.to - first.from).abs() < 1e-9);
        if even {
            let points: Vec<(Point, f64)> = vertices.iter().map(|v| (v.at, v.bulge)).collect();
            let width = if first.from > 0.0 { Width::Units(first.from) } else { Width::Weight };
            self.draw(polyline(&points, closed), place, Paint::Stroke(width), look, frame);
            return;
        }
        for (i, v) in vertices[..pieces].iter().enumerate() {
            let next = vertices[(i + 1) % vertices.len()].at;
            if (v.from - v.to).abs() < 1e-9 || v.bulge.abs() > 1e-9 {
                let width = (v.from + v.to) / 2.0;
                let width = if width > 0.0 { Width::Units(width) } else { Width::Weight };
                let path = polyline(&[(v.at, v.bulge), (next, 0.0)], false);
                self.draw(path, place, Paint::Stroke(width), look, frame);
                continue;
            }
            let along = next - v.at;
            if along.hypot() > 1e-12 {
                let side = Vec2::new(-along.y, along.x) / along.hypot() * 0.5;
                let corners = [v.at + side * v.from, next + side * v.to, next - side * v.to, v.at - side * v.from];
                self.draw(through(corners, true), place, Paint::Fill, look, frame);
            }
        }
    }

    /// Draws a filled arrow head with its tip at `tip`, coming from the direction of `from`.
    fn arrow(&mut self, tip: Point, from: Point, size: f64, look: &Look, frame: &Frame) {
        let back = from - tip;
        // AutoCAD omits an arrow head that would be longer than half the line.
        if size > 0.0 && back.hypot() > 2.0 * size {
            let back = back / back.hypot() * size;
            let side = Vec2::new(-back.y, back.x) * ARROW;
            self.draw(through([tip, tip + back + side, tip + back - side], true), HERE, Paint::Fill, look, frame);
        }
    }

    fn leader(&mut self, leader: &Leader, look: &Look, frame: &Frame) {
        let points: Vec<Point> = leader.vertices.iter().take(limits::POINTS).map(|v| flat(*v)).collect();
        let path = if leader.path_type as i16 == 1 && points.len() > 2 {
            Nurbs { degree: 3, fit: points.clone(), ..Nurbs::default() }.path()
        } else {
            through(points.iter().copied(), false)
        };
        self.draw(path, HERE, LINE, look, frame);
        if leader.arrow_enabled
            && let [tip, next, ..] = points[..]
        {
            let style = self.document.dim_styles.get(&leader.dimension_style);
            let size = style.map_or(0.0, |s| s.dimasz * if s.dimscale > 0.0 { s.dimscale } else { 1.0 });
            self.arrow(tip, next, size, look, frame);
        }
    }

    fn multi_leader(&mut self, leader: &MultiLeader, look: &Look, frame: &Frame) {
        let context = &leader.context;
        for root in context.leader_roots.iter().take(limits::POINTS) {
            for line in root.lines.iter().take(limits::POINTS) {
                let mut points: Vec<Point> = line.points.iter().take(limits::POINTS).map(|p| flat(*p)).collect();
                points.push(flat(root.connection_point));
                if leader.enable_dogleg {
                    let landing = Vec2::new(root.direction.x, root.direction.y) * root.landing_distance;
                    points.push(flat(root.connection_point) + landing);
                }
                if let [tip, next, ..] = points[..] {
                    self.arrow(tip, next, context.arrowhead_size, look, frame);
                }
                self.draw(through(points, false), HERE, LINE, look, frame);
            }
        }
        if context.has_text_contents {
            let named = |h| self.document.text_styles.iter().find(|s| Some(s.handle) == h).map(|s| s.name.as_str());
            let runs = text::block(
                self.document,
                &Paragraphs {
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
            self.write(runs, look, frame);
        }
        if context.has_block_contents
            && let Some(record) = context.block_content_handle
        {
            let (at, scale) = (context.block_content_location, context.block_content_scale);
            let place = Affine::translate((at.x, at.y))
                * Affine::rotate(context.block_rotation)
                * Affine::scale_non_uniform(scale.x, scale.y);
            self.mark(record, place, look, frame);
        }
    }

    fn multi_line(&mut self, line: &MLine, look: &Look, frame: &Frame) {
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
            self.draw(through(points, closed), HERE, LINE, look, frame);
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
fn undrawn(entity: &EntityType) -> Option<&'static str> {
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
