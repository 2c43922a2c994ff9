//! The materials of a plan: one for each description and unit, shared by the lines that use it.

use crate::{Line, LineKey, Lines};
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;

/// The materials by description and unit. Their ids are 1, 2, … in that order.
#[derive(Debug)]
pub struct Materials<'a> {
    ids: BTreeMap<(&'a str, &'a str), u32>,
}

impl<'a> Materials<'a> {
    /// Collects the materials of all lines that count.
    pub fn of(lines: &'a Lines) -> Self {
        Self::of_lines(lines.included())
    }

    /// Collects the materials of the given lines.
    pub fn of_lines(lines: impl IntoIterator<Item = (&'a LineKey, &'a Line)>) -> Self {
        let mut ids: BTreeMap<(&str, &str), u32> =
            lines.into_iter().map(|(key, _)| ((key.description.as_str(), key.unit.as_str()), 0)).collect();
        for (id, slot) in (1..).zip(ids.values_mut()) {
            *slot = id;
        }
        Self { ids }
    }

    /// Returns the id of a material.
    pub fn id(&self, description: &str, unit: &str) -> Option<u32> {
        self.ids.get(&(description, unit)).copied()
    }

    /// Returns all materials in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = Material<'a>> + '_ {
        self.ids.iter().map(|((description, unit), id)| Material { id: *id, description, unit })
    }
}

/// A material.
#[derive(Clone, Copy, Debug)]
pub struct Material<'a> {
    /// The id, counted from 1.
    pub id: u32,
    /// The lines' description.
    pub description: &'a str,
    /// The lines' unit.
    pub unit: &'a str,
}

impl Material<'_> {
    /// Returns the code: `PL-` and 16 hexadecimal digits of a digest of description and unit.
    ///
    /// Planning databases share resources between projects and identify them by code. The same material in another
    /// takeoff has the same code and is the same resource. A different material never replaces it.
    pub fn code(&self) -> String {
        let digest = Sha256::digest(format!("{}\n{}", self.description, self.unit));
        let digits: String = digest.iter().take(8).map(|byte| format!("{byte:02X}")).collect();
        format!("PL-{digits}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ItemRow;
    use crate::quantities::Trade;
    use crate::testing::{FixedRows, header, item};

    #[test]
    fn lines_of_equal_description_and_unit_share_a_material() {
        let rows = FixedRows::new(header(), 3, |i| match i {
            1 => ItemRow { trade: Trade::Plumbing, ..item(i) },
            2 => ItemRow { unit: "M".into(), ..item(i) },
            _ => item(i),
        });
        let lines = Lines::collect(&rows);
        let materials = Materials::of(&lines);
        let all: Vec<_> = materials.iter().collect();
        assert_eq!((lines.all.len(), all.len()), (3, 2));
        assert_eq!(all.iter().map(|m| (m.id, m.unit)).collect::<Vec<_>>(), [(1, "EA"), (2, "M")]);
        assert_eq!(materials.id("Duplex receptacle, 20 A", "M"), Some(2));
        assert_ne!(all[0].code(), all[1].code());
        assert_eq!(all[0].code().len(), 19);
    }
}
