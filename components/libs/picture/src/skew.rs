//! By how much a scanned page lies askew, from the profile of its ink: seen along the lines of the drawing it has the
//! sharpest peaks (W. Postl, "Detection of linear oblique structures and skew scan in digitized documents", 1986).

use crate::ink::Ink;

/// The largest skew looked for, in degrees; scanners and copiers stay well below.
const LARGEST: f32 = 5.0;

/// How many pixels with ink are looked at.
const POINTS: usize = 60_000;

/// The skew of a page in radians: turning the picture by this angle, clockwise on the screen being positive, brings the
/// drawing's lines to where they were meant. 0 for a page that shows no direction.
pub fn skew(ink: &Ink) -> f32 {
    let points = points(ink);
    if points.len() < 200 {
        return 0.0;
    }
    let score = |degrees: f32| sharpness(&points, degrees);
    let best = |around: f32, step: f32, reach: i32| {
        let candidates = (-reach..=reach).map(|i| around + i as f32 * step);
        // Among equals the smallest turn.
        candidates
            .map(|degrees| (score(degrees), degrees))
            .fold((f64::MIN, 0.0f32), |best, one| {
                let better = one.0 > best.0 || (one.0 == best.0 && one.1.abs() < best.1.abs());
                if better { one } else { best }
            })
            .1
    };
    let coarse = best(0.0, 0.25, (LARGEST / 0.25) as i32);
    let fine = best(coarse, 0.05, 5);
    let finest = best(fine, 0.01, 5);
    // A turn must pay: blank or even pages gain nothing by any.
    if score(finest) > 1.02 * score(0.0) { finest.to_radians() } else { 0.0 }
}

/// Pixels with ink, evenly thinned out over the page.
fn points(ink: &Ink) -> Vec<(f32, f32)> {
    let every = (ink.count() / POINTS).max(1);
    let mut points = Vec::with_capacity(POINTS);
    let mut seen = 0usize;
    for y in 0..ink.height() {
        for (x, _) in ink.row(y).iter().enumerate().filter(|(_, mark)| **mark != 0) {
            // A stride that shares no factor with the width would still draw patterns; scattering the index does not.
            if (seen.wrapping_mul(0x9E37_79B1) >> 7).is_multiple_of(every) {
                points.push((x as f32, y as f32));
            }
            seen += 1;
        }
    }
    points
}

/// The sum of squares of both profiles, across and down, of the ink turned by an angle.
fn sharpness(points: &[(f32, f32)], degrees: f32) -> f64 {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let place = |&(x, y): &(f32, f32)| (x * cos - y * sin, x * sin + y * cos);
    let mut low = (f32::MAX, f32::MAX);
    let mut high = (f32::MIN, f32::MIN);
    for point in points {
        let (x, y) = place(point);
        low = (low.0.min(x), low.1.min(y));
        high = (high.0.max(x), high.1.max(y));
    }
    let mut columns = vec![0u32; (high.0 - low.0) as usize / 2 + 1];
    let mut rows = vec![0u32; (high.1 - low.1) as usize / 2 + 1];
    for point in points {
        let (x, y) = place(point);
        columns[(x - low.0) as usize / 2] += 1;
        rows[(y - low.1) as usize / 2] += 1;
    }
    columns.iter().chain(&rows).map(|&n| f64::from(n) * f64::from(n)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A grid of lines turned by an angle.
    fn page(degrees: f32) -> Ink {
        let mut ink = Ink::blank(900, 700);
        let (sin, cos) = degrees.to_radians().sin_cos();
        for line in 0..8 {
            for t in 0..500 {
                for (x, y) in
                    [(150.0 + t as f32, 100.0 + 60.0 * line as f32), (150.0 + 70.0 * line as f32, 100.0 + t as f32)]
                {
                    let (x, y) = (x - 450.0, y - 350.0);
                    ink.set((450.0 + x * cos - y * sin) as usize, (350.0 + x * sin + y * cos) as usize, true);
                }
            }
        }
        ink
    }

    #[test]
    fn a_straight_page_and_a_blank_one_are_not_turned() {
        assert_eq!(skew(&page(0.0)), 0.0);
        assert_eq!(skew(&Ink::blank(500, 500)), 0.0);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(12))]
        #[test]
        fn the_skew_of_a_turned_grid_is_found(degrees in -4.0f32..4.0) {
            let found = skew(&page(degrees)).to_degrees();
            prop_assert!((found + degrees).abs() < 0.1 || (degrees.abs() < 0.06 && found == 0.0), "{degrees}: {found}");
        }
    }
}
