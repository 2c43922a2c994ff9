//! The straight pieces of all runs, by position.

use plumbline_geometry::Segment;
use rstar::{RTree, primitives::GeomWithData, primitives::Rectangle};

use crate::routes::candidate::CandidateRun;

/// A piece of a run, as the indices of the run, the way and the piece.
pub(crate) type Piece = (u32, u32, u32);

type Entry = GeomWithData<Rectangle<[f32; 2]>, Piece>;

/// The straight pieces of all runs, by position.
pub(crate) type Pieces = RTree<Entry>;

/// Returns the straight pieces of all runs by position: run, way (0 is the course itself) and piece.
pub(crate) fn pieces(found: &[CandidateRun]) -> Pieces {
    let mut out = Vec::new();
    for (run, f) in found.iter().enumerate() {
        for (way, points) in
            std::iter::once(&f.course.points).chain(f.course.branches.iter().map(|b| &b.points)).enumerate()
        {
            for (i, w) in points.windows(2).enumerate() {
                out.push(Entry::new(
                    Rectangle::from_corners(w[0].into(), w[1].into()),
                    (run as u32, way as u32, i as u32),
                ));
            }
        }
    }
    RTree::bulk_load(out)
}

/// Returns the ends of a piece.
pub(crate) fn piece(found: &[CandidateRun], (run, way, i): Piece) -> Segment {
    let course = &found[run as usize].course;
    let points = if way == 0 { &course.points } else { &course.branches[way as usize - 1].points };
    let (p, q) = (points[i as usize], points[i as usize + 1]);
    Segment::new(p, q)
}
