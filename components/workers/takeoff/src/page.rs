//! One page's results in the database, written completely or not at all.

use crate::rows::{self, Ids};
use crate::takeoff::Sheet;
use plumbline_contract::IdKind;
use plumbline_contract::results::Attributes;
use plumbline_contract::timestamp::now;
use plumbline_database::groups::{self, Member};
use plumbline_database::{Db, DbResult, Transaction, columns, json, params};
use plumbline_worker::Name;
use plumbline_worker::quantities::{Findings, Item, Route, Schedule, WarningCode};

/// Records the results of a page, in one transaction with the mark that it is done. Does nothing if the page was
/// already recorded, or if the takeoff was deleted or has ended.
pub(crate) fn record(db: &Db, takeoff_id: &str, page: u32, sheet: &Sheet, findings: &Findings) -> DbResult<()> {
    db.transaction(|tx| {
        if !mark_finished(tx, takeoff_id, page, findings.rate.name())? {
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
        if mark_finished(tx, takeoff_id, page, "none")? {
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
    let warning = columns! {
            takeoff_id: takeoff_id,
            page_number: page,
            position: position,
            code: code.name(),
    message: replace_unreadable(message),
        };
    tx.insert_new("takeoff_warnings", "takeoff_id, page_number, position", warning).map(drop)
}

/// Returns a message with an ellipsis for unreadable characters. Messages quote drawings, and a font without a
/// character table gives replacement characters, control characters and characters of private use.
pub(crate) fn replace_unreadable(message: &str) -> String {
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
fn mark_finished(tx: &Transaction<'_>, takeoff_id: &str, page: u32, rate: &str) -> DbResult<bool> {
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
    let row_ids: Vec<String> = ids.all(IdKind::Item, items.iter().map(|item| item.key.as_str()));
    let members = (0i64..).zip(items.iter().zip(&row_ids).zip(attributes.iter().zip(&evidence)));
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
    let written = attributes.iter().zip(evidence).zip(first_positions);
    let rows = (0u32..).zip(items.iter().zip(row_ids).zip(written)).map(
        |(position, ((item, id), ((attributes, evidence), first_position)))| {
            let geometry = item.geometry.as_ref().and_then(rows::geometry);
            Ok(columns! {
                id: id,
                takeoff_id: takeoff_id,
                page_number: page,
                position: position,
                first_position: first_position,
                group_id: item.group.as_deref(),
                description: &item.description,
                trade: item.trade.name(),
                category: &item.category,
                item_type: &item.item_type,
                measure_type: item.measure.name(),
                extracted_quantity: item.quantity,
                unit: &item.unit,
                tag: item.tag.as_deref(),
                attributes: json(attributes)?,
                sheet_number: sheet.number.as_deref(),
                sheet_title: sheet.title.as_deref(),
                geometry: geometry.as_ref().map(json).transpose()?,
                evidence: evidence,
                confidence: item.confidence.name(),
                review_status: "extracted",
                source: item.source.name(),
            })
        },
    );
    tx.insert_all("items", rows)?;
    tx.insert_all("item_groups", found.into_iter().map(|group| Ok(group.columns(takeoff_id, page))))
}

fn routes<'a>(tx: &Transaction<'_>, takeoff_id: &str, page: u32, routes: &'a [Route], ids: &Ids<'a>) -> DbResult<()> {
    let row_ids = ids.all(IdKind::Route, routes.iter().map(|route| route.key.as_str()));
    let rows = (0u32..).zip(routes.iter().zip(row_ids)).map(|(position, (route, id))| {
        let end = |end: &Option<_>| end.as_ref().map(|end| json(&ids.endpoint(end))).transpose();
        let geometry = route.geometry.as_ref().and_then(rows::geometry);
        Ok(columns! {
            id: id,
            takeoff_id: takeoff_id,
            page_number: page,
            position: position,
            item_id: route.item_key.as_deref().and_then(|key| ids.item(key)),
            trade: route.trade.name(),
            system: route.system.name(),
            quantity: route.quantity,
            unit: &route.unit,
            attributes: json(&rows::attributes(&route.attributes))?,
            confidence: route.confidence.name(),
            starts_at: end(&route.starts_at)?,
            ends_at: end(&route.ends_at)?,
            segments: route.segments,
            geometry: geometry.as_ref().map(json).transpose()?,
        })
    });
    tx.insert_all("routes", rows)
}

fn schedules<'a>(
    tx: &Transaction<'_>,
    takeoff_id: &str,
    page: u32,
    sheet: &Sheet,
    schedules: &'a [Schedule],
    ids: &Ids<'a>,
) -> DbResult<()> {
    let row_ids = ids.all(IdKind::Schedule, schedules.iter().map(|schedule| schedule.key.as_str()));
    let rows = (0u32..).zip(schedules.iter().zip(row_ids)).map(|(position, (schedule, id))| {
        Ok(columns! {
            id: id,
            takeoff_id: takeoff_id,
            page_number: page,
            position: position,
            kind: schedule.kind.name(),
            title: schedule.title.as_deref(),
            sheet_number: sheet.number.as_deref(),
            sheet_title: sheet.title.as_deref(),
            columns: json(&schedule.columns)?,
            rows: json(&ids.schedule_rows(&schedule.rows))?,
        })
    });
    tx.insert_all("schedules", rows)
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
            assert_eq!(replace_unreadable(message), shown);
        }
    }
}
