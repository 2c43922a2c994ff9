//! Facts about the takeoff as a whole, and its date.

use crate::{Header, Name as _, Rows, label, one_line};

use crate::estimating::lines::PagedLines;

/// Returns facts about the takeoff, each a sentence on one line: its id, its document, the components that made the
/// quantities, and the items left out.
pub fn takeoff_facts(rows: &impl Rows, lines: &PagedLines) -> Vec<String> {
    let header = rows.header();
    let mut facts = vec![
        format!("Takeoff {}", header.takeoff_id),
        format!("Document: {}", header.document_filename),
        format!("Discipline: {}", label(header.discipline.name())),
        format!("Completed at {}", header.completed_at),
    ];
    let components: Vec<String> = rows
        .components()
        .iter()
        .map(|component| format!("{} {} {}", component.role, component.id, component.version))
        .collect();
    if !components.is_empty() {
        facts.push(format!("Made by {}", components.join(", ")));
    }
    match lines.rejected() {
        0 => {}
        1 => facts.push("1 item was rejected in review and is not counted".into()),
        rejected => facts.push(format!("{rejected} items were rejected in review and are not counted")),
    }
    facts.iter().map(|fact| one_line(fact)).collect()
}

/// Returns the year, month and day (`2026`, `11`, `21`) on which the takeoff was completed, or `None` if the header
/// does not have them.
pub fn day(header: &Header) -> Option<[&str; 3]> {
    let mut parts = header.completed_at.get(..10)?.splitn(3, '-');
    Some([parts.next()?, parts.next()?, parts.next()?])
}
