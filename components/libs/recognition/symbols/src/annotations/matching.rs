//! The assignment of texts to symbols at the least total cost.
//!
//! Successive shortest augmenting paths (Ahuja, Magnanti, Orlin: Network Flows, 1993, section 12.4) on the sparse graph
//! of texts and the symbols within their reach. A text may also stay unassigned at a cost, so paths stay short.

use std::collections::VecDeque;

/// A candidate for a text: the symbol and the cost.
pub(crate) type Choice = (usize, i64);

/// Returns the symbol of each text. `alone` is the cost of leaving a text unassigned. Each symbol takes one text.
pub(crate) fn least_cost(choices: &[Vec<Choice>], alone: &[i64], symbols: usize) -> Vec<Option<usize>> {
    let mut work = Work {
        choices,
        alone,
        taken: vec![None; choices.len()],
        owner: vec![None; symbols],
        text_cost: vec![i64::MAX; choices.len()],
        text_via: vec![None; choices.len()],
        symbol_cost: vec![i64::MAX; symbols],
        symbol_via: vec![0; symbols],
        touched_texts: Vec::new(),
        touched_symbols: Vec::new(),
    };
    for text in 0..choices.len() {
        work.add(text);
    }
    work.taken.into_iter().map(|taken| taken.map(|(symbol, _)| symbol)).collect()
}

/// The end of a path.
#[derive(Clone, Copy)]
enum Terminal {
    /// A free symbol.
    Free(usize),
    /// A text that becomes unassigned.
    Alone(usize),
}

struct Work<'a> {
    choices: &'a [Vec<Choice>],
    alone: &'a [i64],
    taken: Vec<Option<Choice>>,
    owner: Vec<Option<usize>>,
    text_cost: Vec<i64>,
    /// The symbol through which a text that owned it was reached.
    text_via: Vec<Option<usize>>,
    symbol_cost: Vec<i64>,
    symbol_via: Vec<usize>,
    touched_texts: Vec<usize>,
    touched_symbols: Vec<usize>,
}

impl Work<'_> {
    fn add(&mut self, text: usize) {
        let mut queue = VecDeque::from([text]);
        self.text_cost[text] = 0;
        self.touched_texts.push(text);
        let mut best: (i64, Terminal) = (self.alone[text], Terminal::Alone(text));
        while let Some(x) = queue.pop_front() {
            let so_far = self.text_cost[x];
            if so_far + self.alone[x] < best.0 {
                best = (so_far + self.alone[x], Terminal::Alone(x));
            }
            for &(symbol, cost) in &self.choices[x] {
                let reached = so_far + cost;
                if reached >= self.symbol_cost[symbol] || self.taken[x].is_some_and(|(s, _)| s == symbol) {
                    continue;
                }
                self.symbol_cost[symbol] = reached;
                self.symbol_via[symbol] = x;
                self.touched_symbols.push(symbol);
                let Some(y) = self.owner[symbol] else {
                    if reached < best.0 {
                        best = (reached, Terminal::Free(symbol));
                    }
                    continue;
                };
                let back = reached - self.taken[y].map_or(0, |(_, cost)| cost);
                if back < self.text_cost[y] {
                    self.text_cost[y] = back;
                    self.text_via[y] = Some(symbol);
                    self.touched_texts.push(y);
                    queue.push_back(y);
                }
            }
        }
        self.augment(best.1);
        for text in self.touched_texts.drain(..) {
            self.text_cost[text] = i64::MAX;
            self.text_via[text] = None;
        }
        for symbol in self.touched_symbols.drain(..) {
            self.symbol_cost[symbol] = i64::MAX;
        }
    }

    /// Assigns each symbol on the path to the text from which it was reached.
    fn augment(&mut self, terminal: Terminal) {
        let mut next = match terminal {
            Terminal::Free(symbol) => Some(symbol),
            Terminal::Alone(text) => {
                self.taken[text] = None;
                self.text_via[text]
            }
        };
        while let Some(symbol) = next {
            let text = self.symbol_via[symbol];
            next = self.text_via[text];
            self.owner[symbol] = Some(text);
            self.taken[text] = self.choices[text].iter().find(|(s, _)| *s == symbol).copied();
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_nearest_is_left_to_the_text_that_has_no_other() {
        let choices = vec![vec![(0, 1), (1, 3)], vec![(0, 2)]];
        assert_eq!(least_cost(&choices, &[10, 10], 2), [Some(1), Some(0)]);
    }

    #[test]
    fn a_text_stays_unassigned_if_that_costs_less() {
        let choices = vec![vec![(0, 1)], vec![(0, 2)]];
        assert_eq!(least_cost(&choices, &[10, 10], 1), [Some(0), None]);
    }

    /// Finds the least cost by trying everything.
    fn by_trying(choices: &[Vec<Choice>], alone: &[i64], used: u32) -> i64 {
        let Some((first, rest)) = choices.split_first() else { return 0 };
        let skip = alone[0] + by_trying(rest, &alone[1..], used);
        let taking = first.iter().filter(|(s, _)| used & (1 << s) == 0);
        taking.map(|(s, c)| c + by_trying(rest, &alone[1..], used | 1 << s)).fold(skip, i64::min)
    }

    proptest! {
        #[test]
        fn no_other_matching_costs_less(costs in prop::collection::vec(prop::collection::vec(prop::option::of(1i64..60), 5), 1..7)) {
            let choices: Vec<Vec<Choice>> = costs
                .iter()
                .map(|row| row.iter().enumerate().filter_map(|(s, c)| c.map(|c| (s, c))).collect())
                .collect();
            let alone = vec![40; choices.len()];
            let found = least_cost(&choices, &alone, 5);
            let cost: i64 = found.iter().enumerate().map(|(t, s)| match s {
                Some(s) => choices[t].iter().find(|(x, _)| x == s).unwrap().1,
                None => alone[t],
            }).sum();
            let mut used = found.iter().flatten().collect::<Vec<_>>();
            used.sort_unstable();
            used.dedup();
            prop_assert_eq!(used.len(), found.iter().flatten().count());
            prop_assert_eq!(cost, by_trying(&choices, &alone, 0));
        }
    }
}
