//! The straight pieces of all runs, by position.

use plumbline_geometry::{BoxIndex, Rect, Segment};

use crate::routes::candidate::CandidateRun;

/// A piece of a run, as the indices of the run, the way and the piece.
pub(crate) type Piece = (u32, u32, u32);

/// The straight pieces of all runs, by position.
pub(crate) type Pieces = BoxIndex<Piece>;

/// Returns the straight pieces of all runs by position: run, way (0 is the course itself) and piece.
pub(crate) fn pieces(found: &[CandidateRun]) -> Pieces {
    let mut out = Vec::new();
    for (run, f) in found.iter().enumerate() {
        for (way, points) in f.course.ways().enumerate() {
            let pieces = points.windows(2).enumerate();
            out.extend(pieces.map(|(i, w)| (Rect::between(w[0], w[1]), (run as u32, way as u32, i as u32))));
        }
    }
    BoxIndex::new(out)
}

/// Returns the ends of a piece.
pub(crate) fn piece(found: &[CandidateRun], (run, way, i): Piece) -> Segment {
    let course = &found[run as usize].course;
    let points = if way == 0 { &course.points } else { &course.branches[way as usize - 1].points };
    let (p, q) = (points[i as usize], points[i as usize + 1]);
    Segment::new(p, q)
}
