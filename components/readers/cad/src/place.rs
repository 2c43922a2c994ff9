//! Positions of entities: object coordinate systems and inserts, seen from above.

use acadrust::Vector3;
use acadrust::entities::Insert;
use kurbo::{Affine, Point, Vec2};

/// Projects a point to the view from above.
pub(crate) fn project(p: Vector3) -> Point {
    Point::new(p.x, p.y)
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn normalize(v: [f64; 3]) -> Option<[f64; 3]> {
    let length = v.iter().map(|c| c * c).sum::<f64>().sqrt();
    (length > 1e-12 && length.is_finite()).then(|| v.map(|c| c / length))
}

/// Returns the transformation from the object coordinate system of an extrusion direction, at height `z`, to the world
/// seen from above: the arbitrary axis algorithm of the DXF reference. Directions without length count as upright.
pub(crate) fn object_to_world(normal: Vector3, z: f64) -> Affine {
    let Some(n) = normalize([normal.x, normal.y, normal.z]) else { return Affine::IDENTITY };
    if n[2] > 1.0 - 1e-12 {
        return Affine::IDENTITY;
    }
    let near_pole = n[0].abs() < 1.0 / 64.0 && n[1].abs() < 1.0 / 64.0;
    let pole = if near_pole { [0.0, 1.0, 0.0] } else { [0.0, 0.0, 1.0] };
    let x = normalize(cross(pole, n)).unwrap_or([1.0, 0.0, 0.0]);
    let y = normalize(cross(n, x)).unwrap_or([0.0, 1.0, 0.0]);
    Affine::new([x[0], x[1], y[0], y[1], z * n[0], z * n[1]])
}

/// Returns the transformations from the coordinates of a block to those of its insert, for each element of the insert's
/// array.
pub(crate) fn insert_transforms(insert: &Insert, base: Vector3) -> impl Iterator<Item = Affine> {
    let at = insert.insert_point;
    let outer =
        object_to_world(insert.normal, at.z) * Affine::translate((at.x, at.y)) * Affine::rotate(insert.rotation);
    let inner = Affine::scale_non_uniform(insert.x_scale(), insert.y_scale()) * Affine::translate((-base.x, -base.y));
    let (columns, rows) = (u32::from(insert.column_count.max(1)), u32::from(insert.row_count.max(1)));
    let (dx, dy) = (insert.column_spacing, insert.row_spacing);
    (0..rows).flat_map(move |row| {
        (0..columns).map(move |column| outer * Affine::translate((f64::from(column) * dx, f64::from(row) * dy)) * inner)
    })
}

/// Returns the factor by which a transformation lengthens, as a mean over directions.
pub(crate) fn mean_scale(transform: Affine) -> f64 {
    transform.determinant().abs().sqrt()
}

/// Transforms a direction.
pub(crate) fn transform_vector(transform: Affine, v: Vec2) -> Vec2 {
    (transform * v.to_point()) - (transform * Point::ORIGIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_seen_from_below_is_mirrored() {
        let down = object_to_world(Vector3::new(0.0, 0.0, -1.0), 5.0);
        let p = down * Point::new(2.0, 3.0);
        assert!((p - Point::new(-2.0, 3.0)).hypot() < 1e-12, "{p:?}");
    }

    #[test]
    fn an_array_has_rows_and_columns() {
        let mut insert = Insert::new("B", Vector3::new(10.0, 0.0, 0.0)).with_array(3, 2, 4.0, 5.0);
        insert.rotation = std::f64::consts::FRAC_PI_2;
        let at: Vec<Point> = insert_transforms(&insert, Vector3::ZERO).map(|a| a * Point::ORIGIN).collect();
        assert_eq!(at.len(), 6);
        assert!((at[5] - Point::new(5.0, 8.0)).hypot() < 1e-9, "{:?}", at[5]);
    }
}
