//! Entries of a list, chosen by their index.

/// Removes the entries of a list whose index is marked.
pub fn remove_marked<T>(list: &mut Vec<T>, is_marked: impl Fn(usize) -> bool) {
    let mut index = 0;
    list.retain(|_| {
        index += 1;
        !is_marked(index - 1)
    });
}

/// Returns the candidates whose two ends are not those of an earlier candidate, and which of all ends have one.
pub fn first_of_each<T>(
    ends: usize,
    candidates: impl IntoIterator<Item = T>,
    ends_of: impl Fn(&T) -> [usize; 2],
) -> (Vec<T>, Vec<bool>) {
    let mut taken = vec![false; ends];
    let mut out: Vec<T> = candidates.into_iter().collect();
    out.retain(|candidate| {
        let own = ends_of(candidate);
        let free = own.iter().all(|end| !taken[*end]);
        own.iter().for_each(|end| taken[*end] |= free);
        free
    });
    (out, taken)
}

/// Returns the indexes of the points at which spans of a line bend by more than a tolerance, and of the ends of the
/// spans, ascending (Douglas and Peucker 1973). `line` returns the distance of points from the line between two.
pub fn corners<D: Into<f64>, L: Fn(usize) -> D>(
    spans: impl IntoIterator<Item = (usize, usize)>,
    tolerance: impl Into<f64>,
    line: impl Fn(usize, usize) -> L,
) -> Vec<usize> {
    let tolerance = tolerance.into();
    let mut open: Vec<(usize, usize)> = spans.into_iter().collect();
    let mut out: Vec<usize> = open.iter().flat_map(|(from, to)| [*from, *to]).collect();
    while let Some((from, to)) = open.pop() {
        let off = line(from, to);
        let all = (from + 1..to).map(|at| -> (f64, usize) { (off(at).into(), at) });
        if let Some((_, at)) = all.max_by(|a, b| a.0.total_cmp(&b.0)).filter(|(far, _)| *far > tolerance) {
            out.push(at);
            open.extend([(from, at), (at, to)]);
        }
    }
    out.sort_unstable();
    out.dedup();
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_end_has_the_first_candidate() {
        let (mut chosen, taken) = first_of_each(5, [[0, 1], [1, 2], [2, 3]], |pair| *pair);
        assert_eq!((&chosen[..], &taken[..]), (&[[0, 1], [2, 3]][..], &[true, true, true, true, false][..]));
        remove_marked(&mut chosen, |index| index == 0);
        assert_eq!(chosen, [[2, 3]]);
    }

    #[test]
    fn corners_are_where_a_line_bends() {
        let heights = [0.0f32, 1.0, 2.0, 1.1, 0.0];
        let found = corners([(0, 4)], 0.5f32, |from, to| {
            let slope = (heights[to] - heights[from]) / (to - from) as f32;
            move |at: usize| (heights[at] - heights[from] - slope * (at - from) as f32).abs()
        });
        assert_eq!(found, [0, 2, 4]);
    }
}
