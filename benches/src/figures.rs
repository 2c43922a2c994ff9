//! Figures as Markdown tables. `cargo xtask` reads them from this output and from docs/performance.md, which records the
//! last ones.

/// The header row of tables of [`Figure`]s.
const HEAD: [&str; 4] = ["figure", "value", "goal", "met"];

/// The goal of a figure.
#[derive(Clone, Copy)]
pub(crate) enum Goal {
    AtLeast(f64),
    AtMost(f64),
    Below(f64),
}

/// A measured value with its goal.
pub(crate) struct Figure {
    name: String,
    value: f64,
    goal: Goal,
}

impl Figure {
    /// Creates a figure. The name identifies it in the record.
    pub(crate) fn new(name: impl Into<String>, value: f64, goal: Goal) -> Self {
        Self { name: name.into(), value, goal }
    }

    fn row(&self) -> Vec<String> {
        let (goal, is_met) = match self.goal {
            Goal::AtLeast(goal) => (format!("≥ {goal:.2}"), self.value >= goal),
            Goal::AtMost(goal) => (format!("≤ {goal:.2}"), self.value <= goal),
            Goal::Below(goal) => (format!("< {goal:.2}"), self.value < goal),
        };
        vec![self.name.clone(), format!("{:.2}", self.value), goal, if is_met { "yes" } else { "no" }.to_owned()]
    }
}

/// Prints figures with their goals, and whether each is met.
pub(crate) fn print_figures(figures: &[Figure]) {
    print_table(&HEAD, &figures.iter().map(Figure::row).collect::<Vec<_>>());
}

/// Prints a table with aligned columns, with an empty line before and after it.
pub(crate) fn print_table(head: &[&str], rows: &[Vec<String>]) {
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count());
        cells.chain([head[column].chars().count()]).max().unwrap_or_default()
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let line = |cells: Vec<&str>| {
        let cells = cells.into_iter().zip(&widths);
        let padded: Vec<String> = cells.map(|(cell, width)| format!("{cell:width$}", width = *width)).collect();
        println!("| {} |", padded.join(" | "));
    };
    println!();
    line(head.to_vec());
    println!("|{}|", widths.iter().map(|width| "-".repeat(width + 2)).collect::<Vec<_>>().join("|"));
    for row in rows {
        line(row.iter().map(String::as_str).collect());
    }
    println!();
}

/// Returns the median of some figures.
pub(crate) fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().unwrap_or(f64::NAN)
}
