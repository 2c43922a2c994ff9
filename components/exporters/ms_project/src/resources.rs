//! The materials.

use plumbline_exporter::estimating::planning::materials::Materials;
use plumbline_exporter::{UniqueNames, Xml, one_line, shorten};
use std::io::{self, Write};

/// Maximum characters of a resource's name.
const MAX_NAME: usize = 255;

/// Maximum characters of a material's label.
const MAX_LABEL: usize = 31;

/// Writes all materials.
pub(crate) fn write(xml: &mut Xml<impl Write>, materials: &Materials<'_>) -> io::Result<()> {
    let mut names = UniqueNames::new(MAX_NAME);
    xml.element("Resources", |xml| {
        for material in materials.iter() {
            let id = material.id.to_string();
            xml.element("Resource", |xml| {
                xml.texts(&[
                    ("UID", &id),
                    ("ID", &id),
                    ("Name", &names.name(&resource_name(material.description))),
                    // Type 0 is a material.
                    ("Type", "0"),
                    ("IsNull", "0"),
                    ("MaterialLabel", &shorten(material.unit, MAX_LABEL)),
                    ("Code", &material.code()),
                    ("Notes", material.description),
                ])
            })?;
        }
        Ok(())
    })
}

/// Returns a name that Project accepts for a resource. Project writes lists of resources as `Wire[12 m],Pipe`, so it
/// refuses brackets and list separators, which are commas or semicolons depending on the locale.
fn resource_name(description: &str) -> String {
    one_line(description)
        .replace(", ", " - ")
        .replace("; ", " - ")
        .replace([',', ';'], "-")
        .replace('[', "(")
        .replace(']', ")")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_project_refuses_in_names_is_replaced() {
        assert_eq!(resource_name("Duplex receptacle, 20 A; [GFCI] 1,5"), "Duplex receptacle - 20 A - (GFCI) 1-5");
    }
}
