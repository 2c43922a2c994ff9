//! Numbers joined into sets.

/// Disjoint sets of the numbers below a count (Galler and Fischer 1964, with path halving). Every number starts in a
/// set of its own.
///
/// A set is named by its smallest number, regardless of the order of joining, and results are listed in this order.
/// `petgraph::unionfind::UnionFind` names a set by the number that was joined most often, so it would need a second
/// table for the names.
#[derive(Debug, Clone, Default)]
pub struct DisjointSets(Vec<u32>);

impl DisjointSets {
    /// Creates the sets of the numbers below `count`.
    #[inline]
    pub fn new(count: usize) -> Self {
        Self((0..count as u32).collect())
    }

    /// Adds the next number, in a set of its own, and returns it.
    #[inline]
    pub fn push(&mut self) -> usize {
        let number = self.0.len();
        self.0.push(number as u32);
        number
    }

    /// Returns the set of a number, named by its smallest number.
    ///
    /// # Panics
    /// Panics if the number is not below the count.
    #[inline]
    pub fn root(&mut self, number: usize) -> usize {
        let mut at = number;
        while self.0[at] as usize != at {
            self.0[at] = self.0[self.0[at] as usize];
            at = self.0[at] as usize;
        }
        at
    }

    /// Joins the sets of two numbers.
    ///
    /// # Panics
    /// Panics if one of the numbers is not below the count.
    #[inline]
    pub fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b)] = a.min(b) as u32;
    }

    /// Joins the sets of all numbers of a list.
    ///
    /// # Panics
    /// Panics if one of the numbers is not below the count.
    #[inline]
    pub fn join_all(&mut self, numbers: impl IntoIterator<Item = usize>) {
        let mut numbers = numbers.into_iter();
        if let Some(first) = numbers.next() {
            numbers.for_each(|other| self.join(first, other));
        }
    }

    /// Returns the members of each set that has at least `fewest`.
    pub fn groups(&mut self, fewest: usize) -> Vec<Vec<usize>> {
        let roots: Vec<usize> = (0..self.0.len()).map(|number| self.root(number)).collect();
        let mut sizes = vec![0; roots.len()];
        roots.iter().for_each(|root| sizes[*root] += 1);
        let mut out: Vec<Vec<usize>> = Vec::new();
        // The place of each set in the result. Its smallest number comes first.
        let mut places = vec![0; roots.len()];
        for (number, &root) in roots.iter().enumerate().filter(|(_, root)| sizes[**root] >= fewest) {
            if number == root {
                places[root] = out.len();
                out.push(Vec::with_capacity(sizes[root]));
            }
            out[places[root]].push(number);
        }
        out
    }
}

/// Returns what steps reach from a start, in the order in which it is reached, without what was `seen` before.
pub fn reached<I>(start: usize, seen: &mut [bool], steps: impl Fn(usize) -> I) -> Vec<usize>
where
    I: IntoIterator<Item = usize>,
{
    seen[start] = true;
    let (mut out, mut at) = (vec![start], 0);
    while let Some(&from) = out.get(at) {
        out.extend(steps(from).into_iter().filter(|to| !std::mem::replace(&mut seen[*to], true)));
        at += 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_set_is_named_by_its_least_number() {
        let mut sets = DisjointSets::new(6);
        sets.join(5, 3);
        sets.join(4, 5);
        sets.join(1, 4);
        assert_eq!((0..6).map(|i| sets.root(i)).collect::<Vec<_>>(), [0, 1, 2, 1, 1, 1]);
        assert_eq!((sets.push(), sets.root(6)), (6, 6));
        sets.join_all([2, 6, 0]);
        assert_eq!(sets.groups(1), [vec![0, 2, 6], vec![1, 3, 4, 5]]);
        assert_eq!(sets.groups(4), [[1, 3, 4, 5]]);
    }

    #[test]
    fn what_was_seen_is_not_reached_again() {
        let mut seen = [false; 6];
        seen[3] = true;
        assert_eq!(reached(1, &mut seen, |n| [(n + 1) % 6, (n + 5) % 6]), [1, 2, 0, 5, 4]);
        assert_eq!(seen, [true; 6]);
    }

    proptest! {
        #[test]
        fn sets_are_those_of_repeated_relabeling(pairs in prop::collection::vec((0usize..20, 0usize..20), 0..30)) {
            let mut sets = DisjointSets::new(20);
            let mut labels: Vec<usize> = (0..20).collect();
            for (a, b) in pairs {
                sets.join(a, b);
                let (low, high) = (labels[a].min(labels[b]), labels[a].max(labels[b]));
                labels.iter_mut().filter(|l| **l == high).for_each(|l| *l = low);
            }
            prop_assert_eq!((0..20).map(|i| sets.root(i)).collect::<Vec<_>>(), labels);
        }
    }
}
