//! One page's results in the database, written completely or not at all.

use crate::insert::insert;
use crate::rows::{self, Ids};
use crate::takeoff::Sheet;
use plumbline_contract::IdKind;
use plumbline_contract::results::Attributes;
use plumbline_contract::timestamp::now;
use plumbline_db::groups::{self, Member};
use plumbline_db::{Db, DbError, DbResult, Transaction, Value, params};
use plumbline_guest_worker::Name;
use plumbline_guest_worker::quantities::{Findings, Item, Route, Schedule, WarningCode};

/// Records the results of a page, in one transaction with the mark that it is done. Does nothing if the page was already
/// recorded, or if the takeoff was deleted or has ended.
pub(crate) fn record(db: &Db, takeoff_id: &str, page: u32, sheet: &Sheet, findings: &Findings) -> DbResult<()> {
    db.transaction(|tx| {
        if !finish(tx, takeoff_id, page, findings.rate.name())? {
            return Ok(());
        }
        let ids = Ids::new(takeoff_id, page, &findings.items);
        items(tx, takeoff_id, page, sheet, &findings.items, &ids)?;
        routes(tx, takeoff_id, page, &findings.routes, &ids)?;
        schedules(tx, takeoff_id, page, sheet, &findings.schedules, &ids)?;
        for (position, warning) in (0u32..).zip(&findings.warnings) {
            warn(tx, takeoff_id, page, position, warning.code, &warning.message)?;
        }
        Ok(())
    })
}

/// Records a failed page with its reason. It costs nothing.
pub(crate) fn record_failure(db: &Db, takeoff_id: &str, page: u32, message: &str) -> DbResult<()> {
    db.transaction(|tx| {
        if finish(tx, takeoff_id, page, "none")? {
            warn(tx, takeoff_id, page, 0, WarningCode::PartialPagesFailed, message)?;
        }
        Ok(())
    })
}

/// Adds a warning. `page` is 0 for a warning about the whole takeoff.
pub(crate) fn warn(
    tx: &Transaction<'_>,
    takeoff_id: &str,
    page: u32,
    position: u32,
    code: WarningCode,
    message: &str,
) -> DbResult<()> {
    tx.execute(
        "INSERT INTO takeoff_warnings (takeoff_id, page_number, position, code, message) VALUES (?, ?, ?, ?, ?) \
         ON CONFLICT (takeoff_id, page_number, position) DO NOTHING",
        params![takeoff_id, page, position, code.name(), readable(message)],
    )?;
    Ok(())
}

/// Returns a message with an ellipsis for unreadable characters. Messages quote drawings, and a font without a character
/// table gives replacement characters, control characters and characters of private use.
pub(crate) fn readable(message: &str) -> String {
    let mut out = String::with_capacity(message.len());
    for letter in message.chars() {
        let unreadable = matches!(letter, '\u{fffd}' | '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..) || letter.is_control();
        match unreadable {
            true if out.ends_with('…') => {}
            true => out.push('…'),
            false => out.push(letter),
        }
    }
    out
}

/// Marks the page as done. Returns `false` if it already is, or if the takeoff no longer runs.
fn finish(tx: &Transaction<'_>, takeoff_id: &str, page: u32, rate: &str) -> DbResult<bool> {
    let inserted = tx.execute(
        "INSERT INTO takeoff_pages (takeoff_id, page_number, rate, finished_at) \
         SELECT id, ?, ?, ? FROM takeoffs WHERE id = ? AND status = 'processing' \
         ON CONFLICT (takeoff_id, page_number) DO NOTHING",
        params![page, rate, now(), takeoff_id],
    )?;
    Ok(inserted > 0)
}

fn items<'a>(
    tx: &Transaction<'_>,
    takeoff_id: &str,
    page: u32,
    sheet: &Sheet,
    items: &'a [Item],
    ids: &Ids<'a>,
) -> DbResult<()> {
    let attributes: Vec<Attributes> = items.iter().map(|item| ids.attributes(&item.attributes)).collect();
    let evidence = items.iter().map(|item| json(&rows::evidence(&item.evidence))).collect::<DbResult<Vec<String>>>()?;
    let made: Vec<String> = ids.all(IdKind::Item, items.iter().map(|item| item.key.as_str()));
    let members = (0i64..).zip(items.iter().zip(&made).zip(attributes.iter().zip(&evidence)));
    let (found, first_positions) =
        groups::group(members.map(|(position, ((item, id), (attributes, evidence)))| Member {
            id,
            position,
            key: (&item.description, item.tag.as_deref(), &item.unit),
            kind: [item.trade.name(), &item.category, &item.item_type, item.measure.name()],
            group_id: item.group.as_deref(),
            quantity: item.quantity,
            confidence: item.confidence.into(),
            attributes,
            evidence,
        }))?;
    let columns = [
        "id",
        "takeoff_id",
        "page_number",
        "position",
        "first_position",
        "group_id",
        "description",
        "trade",
        "category",
        "item_type",
        "measure_type",
        "extracted_quantity",
        "unit",
        "tag",
        "attributes",
        "sheet_number",
        "sheet_title",
        "geometry",
        "evidence",
        "confidence",
        "review_status",
        "source",
    ];
    let written = attributes.iter().zip(evidence).zip(first_positions);
    let rows = (0u32..).zip(items.iter().zip(made).zip(written)).map(
        |(position, ((item, id), ((attributes, evidence), first_position)))| {
            let geometry = item.geometry.as_ref().and_then(rows::geometry);
            Ok(params![
                id,
                takeoff_id,
                page,
                position,
                first_position,
                item.group.as_deref(),
                &item.description,
                item.trade.name(),
                &item.category,
                &item.item_type,
                item.measure.name(),
                item.quantity,
                &item.unit,
                item.tag.as_deref(),
                json(attributes)?,
                sheet.number.as_deref(),
                sheet.title.as_deref(),
                geometry.as_ref().map(json).transpose()?,
                evidence,
                item.confidence.name(),
                "extracted",
                item.source.name(),
            ]
            .into())
        },
    );
    insert(tx, "items", &columns, rows.collect::<DbResult<Vec<Vec<Value>>>>()?)?;
    insert(tx, "item_groups", &groups::COLUMNS, found.into_iter().map(|group| group.values(takeoff_id, page)).collect())
}

fn routes<'a>(tx: &Transaction<'_>, takeoff_id: &str, page: u32, routes: &'a [Route], ids: &Ids<'a>) -> DbResult<()> {
    let columns = [
        "id",
        "takeoff_id",
        "page_number",
        "position",
        "item_id",
        "trade",
        "system",
        "quantity",
        "unit",
        "attributes",
        "confidence",
        "starts_at",
        "ends_at",
        "segments",
        "geometry",
    ];
    let made = ids.all(IdKind::Route, routes.iter().map(|route| route.key.as_str()));
    let rows = (0u32..).zip(routes.iter().zip(made)).map(|(position, (route, id))| {
        let end = |end: &Option<_>| end.as_ref().map(|end| json(&ids.endpoint(end))).transpose();
        let geometry = route.geometry.as_ref().and_then(rows::geometry);
        Ok(params![
            id,
            takeoff_id,
            page,
            position,
            route.item_key.as_deref().and_then(|key| ids.item(key)),
            route.trade.name(),
            route.system.name(),
            route.quantity,
            &route.unit,
            json(&rows::attributes(&route.attributes))?,
            route.confidence.name(),
            end(&route.starts_at)?,
            end(&route.ends_at)?,
            route.segments,
            geometry.as_ref().map(json).transpose()?,
        ]
        .into())
    });
    insert(tx, "routes", &columns, rows.collect::<DbResult<Vec<Vec<Value>>>>()?)
}

fn schedules<'a>(
    tx: &Transaction<'_>,
    takeoff_id: &str,
    page: u32,
    sheet: &Sheet,
    schedules: &'a [Schedule],
    ids: &Ids<'a>,
) -> DbResult<()> {
    let columns = [
        "id",
        "takeoff_id",
        "page_number",
        "position",
        "kind",
        "title",
        "sheet_number",
        "sheet_title",
        "columns",
        "rows",
    ];
    let made = ids.all(IdKind::Schedule, schedules.iter().map(|schedule| schedule.key.as_str()));
    let rows = (0u32..).zip(schedules.iter().zip(made)).map(|(position, (schedule, id))| {
        Ok(params![
            id,
            takeoff_id,
            page,
            position,
            schedule.kind.name(),
            schedule.title.as_deref(),
            sheet.number.as_deref(),
            sheet.title.as_deref(),
            json(&schedule.columns)?,
            json(&ids.schedule_rows(&schedule.rows))?,
        ]
        .into())
    });
    insert(tx, "schedules", &columns, rows.collect::<DbResult<Vec<Vec<Value>>>>()?)
}

fn json(value: &impl serde::Serialize) -> DbResult<String> {
    serde_json::to_string(value).map_err(|error| DbError::Column { column: "JSON".into(), problem: error.to_string() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_have_no_characters_that_nobody_can_read() {
        for (message, shown) in [
            ("schedule `LIGHTING Ø 照明`: 3 rows", "schedule `LIGHTING Ø 照明`: 3 rows"),
            ("`\u{fffd}\u{fffd}GHT\u{f021}NG`", "`…GHT…NG`"),
            ("a\u{1}\tb\u{10fffd}", "a…b…"),
        ] {
            assert_eq!(readable(message), shown);
        }
    }
}
