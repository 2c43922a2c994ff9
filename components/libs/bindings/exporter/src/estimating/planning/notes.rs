//! Notes for data that has no field of its own in a plan.

use crate::{ComponentRef, Header, Line, LineKey, Lines, Name, RowKind, decimal, item_type_name, label, page_link};

/// Returns the notes on the whole takeoff, one fact per line. `durations` explains the durations in the file.
pub fn project_note(header: &Header, components: &[ComponentRef], lines: &Lines, durations: &str) -> String {
    let mut note = vec![
        format!("Takeoff: {}", header.takeoff_id),
        format!("Document: {}", header.document_filename),
        format!("Discipline: {}", label(header.discipline.name())),
        format!("Completed: {}", header.completed_at),
    ];
    let fact = |name: &str, value: &Option<String>| value.as_ref().map(|value| format!("{name}: {value}"));
    note.extend(fact("Reference", &header.project_reference));
    note.extend(fact("Address", &header.project_address));
    for component in components {
        note.push(format!(
            "{}: {}@{} (SHA-256 {})",
            label(&component.role),
            component.id,
            component.version,
            component.digest
        ));
    }
    let counted = lines.items - lines.rejected;
    note.push(format!("Quantities of {counted} items and {} routes", lines.routes));
    match lines.rejected {
        0 => {}
        1 => note.push("1 item was rejected in review and is not counted.".into()),
        rejected => note.push(format!("{rejected} items were rejected in review and are not counted.")),
    }
    note.push(durations.to_string());
    note.join("\n")
}

/// Returns the notes on a line, one fact per line of text.
pub fn line_note(header: &Header, key: &LineKey, line: &Line) -> String {
    let things = match (key.kind, line.count) {
        (RowKind::Items, 1) => "item",
        (RowKind::Items, _) => "items",
        (RowKind::Routes, 1) => "route",
        (RowKind::Routes, _) => "routes",
    };
    let [high, medium, low] = line.confidence;
    let mut note = vec![
        key.description.clone(),
        format!("Quantity: {} {} of {} {things}", decimal(line.quantity, 4), key.unit, line.count),
        format!("Type: {}", item_type_name(key.trade(), &key.item_type)),
    ];
    let mut list = |name: &str, text: String| {
        if !text.is_empty() {
            note.push(format!("{name}: {text}"));
        }
    };
    list("Sheets", line.sheets.text());
    list("Pages", line.pages.text());
    list("Tags", line.tags.text());
    list("Confidence", format!("{high} high, {medium} medium, {low} low"));
    list("Ids", line.ids.text());
    if header.include_evidence {
        for page in &line.pages.first {
            if let Some(link) = page_link(header, *page) {
                note.push(format!("Evidence: {link}"));
            }
        }
        if line.pages.more > 0 {
            note.push(format!("Evidence: {} more pages", line.pages.more));
        }
    }
    note.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ItemRow;
    use crate::quantities::ReviewStatus;
    use crate::testing::{FixedRows, components, header, item};

    #[test]
    fn rejected_items_are_counted_in_a_sentence() {
        let note = |rejected: u32| {
            let lines = Lines::collect(&FixedRows::new(header(), 3, |i| {
                let review_status = if i < rejected { ReviewStatus::Rejected } else { ReviewStatus::Extracted };
                ItemRow { review_status, ..item(i) }
            }));
            project_note(&header(), &components(), &lines, "No durations.")
        };
        assert!(!note(0).contains("rejected"), "{}", note(0));
        assert!(note(1).contains("\n1 item was rejected in review and is not counted.\n"), "{}", note(1));
        assert!(note(2).contains("\n2 items were rejected in review and are not counted.\n"), "{}", note(2));
    }

    #[test]
    fn notes_say_where_a_quantity_comes_from() {
        let lines = Lines::collect(&FixedRows::new(header(), 2, item));
        let project = project_note(&header(), &components(), &lines, "No durations.");
        assert!(
            project.starts_with("Takeoff: tko_0123456789abcdefghijkl\nDocument: E-101 lighting.pdf\n"),
            "{project}"
        );
        assert!(project.contains("\nExtractor: electrical@0.1.0 (SHA-256 5feceb66"), "{project}");
        assert!(project.ends_with("\nQuantities of 2 items and 0 routes\nNo durations."), "{project}");
        let (key, line) = lines.included().next().expect("a line");
        assert_eq!(
            line_note(&header(), key, line),
            "Duplex receptacle, 20 A\nQuantity: 2 EA of 2 items\nType: Receptacle\nSheets: E-101\nPages: 1\nTags: R0, R1\n\
             Confidence: 2 high, 0 medium, 0 low\nIds: itm_0000000000000000000000, itm_0000000000000000000001\n\
             Evidence: https://example.com/partner/v1/documents/doc_0123456789abcdefghijkl/download#page=1"
        );
        let without = Header { include_evidence: false, ..header() };
        assert!(!line_note(&without, key, line).contains("Evidence"));
    }
}
