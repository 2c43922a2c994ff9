//! The elements of the document as serde types over borrowed rows.

use plumbline_exporter::quantities::{Attribute, Evidence, RouteEndpoint, Schedule, ScheduleRow};
use plumbline_exporter::{ComponentRef, Header, ItemRow, Name, RouteRow};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

/// Declares a JSON object over a borrowed row: its fields in order, each with its value.
macro_rules! object {
    ($(#[$doc:meta])* $type:ident($row:tt: $of:ty) { $($name:literal: $value:expr,)* }) => {
        $(#[$doc])*
        pub(crate) struct $type<'a>(pub(crate) &'a $of);

        impl Serialize for $type<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let $row = self.0;
                let mut map = serializer.serialize_map(None)?;
                $(map.serialize_entry($name, &$value)?;)*
                map.end()
            }
        }
    };
}

object!(Takeoff((header, components): (Header, Vec<ComponentRef>)) {
    "id": header.takeoff_id,
    "discipline": header.discipline.name(),
    "completed_at": header.completed_at,
    "units": header.units.name(),
    "component": header.component,
    "makers": components.iter().map(Component).collect::<Vec<_>>(),
    "project": Project(header),
    "document": Document(header),
});

object!(
    /// A component that took part in the takeoff.
    Component(component: ComponentRef) {
        "role": component.role,
        "id": component.id,
        "version": component.version,
        "sha256": component.digest,
    }
);

object!(Project(header: Header) {
    "name": header.project_name,
    "reference": header.project_reference,
    "address": header.project_address,
});

object!(Document(header: Header) {
    "filename": header.document_filename,
    "url": header.document_url,
});

/// An item, with its evidence if the export includes evidence.
pub(crate) struct Item<'a> {
    pub(crate) row: &'a ItemRow,
    pub(crate) include_evidence: bool,
}

impl Serialize for Item<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let row = self.row;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("id", &row.id)?;
        map.serialize_entry("group_id", &row.group)?;
        map.serialize_entry("description", &row.description)?;
        map.serialize_entry("trade", row.trade.name())?;
        map.serialize_entry("category", &row.category)?;
        map.serialize_entry("item_type", &row.item_type)?;
        map.serialize_entry("measure_type", row.measure.name())?;
        map.serialize_entry("extracted_quantity", &row.extracted_quantity)?;
        map.serialize_entry("quantity_override", &row.quantity_override)?;
        map.serialize_entry("effective_quantity", &row.effective_quantity)?;
        map.serialize_entry("unit", &row.unit)?;
        map.serialize_entry("tag", &row.tag)?;
        map.serialize_entry("attributes", &Attributes(&row.attributes))?;
        map.serialize_entry("sheet", &Sheet(row))?;
        map.serialize_entry("page_number", &row.page_number)?;
        if self.include_evidence {
            map.serialize_entry("evidence", &row.evidence.iter().map(EvidenceBox).collect::<Vec<_>>())?;
        }
        map.serialize_entry("confidence", row.confidence.name())?;
        map.serialize_entry("review_status", row.review_status.name())?;
        map.serialize_entry("source", row.source.name())?;
        map.serialize_entry("note", &row.note)?;
        map.end()
    }
}

object!(Sheet(row: ItemRow) {
    "number": row.sheet_number,
    "title": row.sheet_title,
});

object!(
    /// One piece of evidence.
    EvidenceBox(evidence: Evidence) {
        "page_number": evidence.page_number,
        "bbox": evidence.bbox,
    }
);

object!(Route(row: RouteRow) {
    "id": row.id,
    "trade": row.trade.name(),
    "system": row.system.name(),
    "quantity": row.quantity,
    "unit": row.unit,
    "page_number": row.page_number,
    "attributes": Attributes(&row.attributes),
    "confidence": row.confidence.name(),
    "from": row.starts_at.as_ref().map(Endpoint),
    "to": row.ends_at.as_ref().map(Endpoint),
    "segments": row.segments,
});

object!(Endpoint(end: RouteEndpoint) {
    "type": end.kind.name(),
    "tag": end.tag,
    "count": end.count,
});

object!(ScheduleTable(schedule: Schedule) {
    "id": schedule.key,
    "kind": schedule.kind.name(),
    "title": schedule.title,
    "page_number": schedule.page_number,
    "columns": schedule.columns,
    "rows": schedule.rows.iter().map(ScheduleLine).collect::<Vec<_>>(),
});

object!(ScheduleLine(row: ScheduleRow) {
    "tag": row.tag,
    "description": row.description,
    "attributes": Attributes(&row.attributes),
});

/// Attributes as a JSON object, in the order of the rows.
struct Attributes<'a>(&'a [(String, Attribute)]);

impl Serialize for Attributes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in self.0 {
            match value {
                Attribute::Text(text) => map.serialize_entry(key, text)?,
                Attribute::Number(number) => map.serialize_entry(key, number)?,
                Attribute::Flag(flag) => map.serialize_entry(key, flag)?,
            }
        }
        map.end()
    }
}
