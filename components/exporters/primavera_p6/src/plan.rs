//! Tables of the project itself.
//!
//! Empty columns are left out. Columns that P6 requires and a takeoff does not know have the values of a new project,
//! which `columns.txt` lists.

use crate::reference::{Field, Table, shorten};
use crate::xer::Row;
use plumbline_exporter::estimating::planning::duration::{end_of_work, task_hours};
use plumbline_exporter::estimating::planning::materials::Materials;
use plumbline_exporter::estimating::planning::notes;
use plumbline_exporter::estimating::planning::outline::{Entry, outline};
use plumbline_exporter::{Header, Line, LineKey, Lines, UniqueNames, ansi, decimal};
use std::collections::BTreeMap;
use time::Date;

/// Maximum characters of P6's fields. Codes had 20 before version 16 and have 40 since; the shorter limit fits both.
mod limit {
    pub(super) const CODE: usize = 20;
    pub(super) const WBS_NAME: usize = 100;
    pub(super) const RESOURCE_NAME: usize = 100;
    pub(super) const TASK_NAME: usize = 120;
    pub(super) const FIELD: usize = 255;
}

/// Decimals of a quantity, the same as P6 stores.
const DECIMALS: i32 = 6;

/// Decimals of hours, finer than minutes.
const HOUR_DECIMALS: i32 = 4;

/// The id of the WBS's root. The ids of the outline's entries follow it.
const ROOT: u32 = 1;

/// The data of the tables.
pub(crate) struct Plan<'a> {
    pub(crate) header: &'a Header,
    pub(crate) lines: &'a Lines,
    pub(crate) materials: &'a Materials<'a>,
    pub(crate) start: Date,
}

/// A line with the ids of its activity and of its WBS.
struct Activity<'a> {
    id: u32,
    wbs: u32,
    key: &'a LineKey,
    line: &'a Line,
}

impl<'a> Plan<'a> {
    /// Returns the units of measure with their ids.
    pub(crate) fn units(&self) -> BTreeMap<&'a str, u32> {
        let mut units: BTreeMap<&str, u32> = self.materials.iter().map(|material| (material.unit, 0)).collect();
        for (id, slot) in (1..).zip(units.values_mut()) {
            *slot = id;
        }
        units
    }

    /// Returns the project's code: its reference and the end of the takeoff's id, so that a second takeoff of the
    /// project does not replace the first.
    fn code(&self) -> String {
        let id = &self.header.takeoff_id;
        let end = |max: usize| id.chars().skip(id.chars().count().saturating_sub(max)).collect::<String>();
        let reference = shorten(self.header.project_reference.as_deref().unwrap_or_default(), limit::CODE - 7);
        if reference.is_empty() {
            return format!("PL-{}", end(limit::CODE - 3));
        }
        format!("{reference}-{}", end(6))
    }

    /// Returns the morning of the project's first working day, on which all activities start.
    fn start(&self) -> String {
        format!("{} 08:00", self.start)
    }

    pub(crate) fn project(&self) -> Row {
        let start = self.start();
        Table("PROJECT").row([
            ("proj_short_name", &self.code()),
            ("last_recalc_date", &start),
            ("plan_start_date", &start),
            ("add_date", &start),
        ])
    }

    /// Returns the root, trades and categories.
    pub(crate) fn wbs(&self) -> impl Iterator<Item = Row> + '_ {
        let root = wbs_row(ROOT, None, &self.code(), &self.header.project_name);
        let mut trade = ROOT;
        let entries = (ROOT + 1..).zip(outline(self.lines)).filter_map(move |(id, entry)| {
            let (parent, name, number) = match entry {
                Entry::Trade { name, number } => {
                    trade = id;
                    (ROOT, name, number)
                }
                Entry::Category { name, number } => (trade, name, number),
                Entry::Line { .. } => return None,
            };
            let code = number.rsplit('.').next().unwrap_or_default();
            Some(wbs_row(id, Some(parent), code, &name))
        });
        std::iter::once(root).chain(entries)
    }

    fn each_activity(&self) -> impl Iterator<Item = Activity<'a>> + use<'a> {
        let mut category = ROOT;
        (ROOT + 1..).zip(outline(self.lines)).filter_map(move |(id, entry)| match entry {
            Entry::Category { .. } => {
                category = id;
                None
            }
            Entry::Trade { .. } => None,
            Entry::Line { key, line, .. } => Some(Activity { id, wbs: category, key, line }),
        })
    }

    pub(crate) fn resources<'b>(&'b self, units: &'b BTreeMap<&str, u32>) -> impl Iterator<Item = Row> + 'b {
        let mut names = UniqueNames::new(limit::RESOURCE_NAME);
        self.materials.iter().map(move |material| {
            let id = material.id.to_string();
            let unit = units.get(material.unit).map(u32::to_string).unwrap_or_default();
            Table("RSRC").row([
                ("rsrc_id", &id),
                ("rsrc_seq_num", &id),
                ("rsrc_name", &names.name(&ansi::text(material.description))),
                ("rsrc_short_name", &material.code()),
                ("unit_id", &unit),
                ("rsrc_notes", &html_memo(material.description)),
            ])
        })
    }

    pub(crate) fn activities(&self) -> impl Iterator<Item = Row> + '_ {
        let mut names = UniqueNames::new(limit::TASK_NAME);
        let start = self.start();
        (0u64..).zip(self.each_activity()).map(move |(number, activity)| {
            let hours = task_hours(activity.line);
            let end = end_of_work(self.start, hours.unwrap_or_default());
            let kind = if hours.is_some() { "TT_Task" } else { "TT_FinMile" };
            let hours = decimal(hours.unwrap_or_default(), HOUR_DECIMALS);
            Table("TASK").row([
                ("task_id", &activity.id.to_string()),
                ("wbs_id", &activity.wbs.to_string()),
                ("task_type", kind),
                // The same numbering as P6's for new activities.
                ("task_code", &format!("A{}", 1000 + 10 * number)),
                ("task_name", &names.fit(&ansi::text(&activity.key.description))),
                ("remain_drtn_hr_cnt", &hours),
                ("target_drtn_hr_cnt", &hours),
                ("target_start_date", &start),
                ("target_end_date", &end),
            ])
        })
    }

    /// Returns the project's notebook, which P6 keeps with the root of the WBS.
    pub(crate) fn project_memo(&self, note: &str) -> Row {
        Table("WBSMEMO").row([("wbs_id", &ROOT.to_string()), ("wbs_memo", &html_memo(note))])
    }

    pub(crate) fn activity_memos(&self) -> impl Iterator<Item = Row> + '_ {
        (1u32..).zip(self.each_activity()).map(|(number, activity)| {
            Table("TASKMEMO").row([
                ("memo_id", &number.to_string()),
                ("task_id", &activity.id.to_string()),
                ("task_memo", &html_memo(&notes::line_note(self.header, activity.key, activity.line))),
            ])
        })
    }

    pub(crate) fn assignments(&self) -> impl Iterator<Item = Row> + '_ {
        let start = self.start();
        (1u32..).zip(self.each_activity()).filter_map(move |(number, activity)| {
            let hours = task_hours(activity.line)?;
            let end = end_of_work(self.start, hours);
            let material = self.materials.id(&activity.key.description, &activity.key.unit)?;
            let quantity = decimal(activity.line.quantity, DECIMALS);
            let hourly = decimal(activity.line.quantity / hours, DECIMALS);
            Some(Table("TASKRSRC").row([
                ("taskrsrc_id", &number.to_string()),
                ("task_id", &activity.id.to_string()),
                ("rsrc_id", &material.to_string()),
                ("remain_qty", &quantity),
                ("target_qty", &quantity),
                ("remain_qty_per_hr", &hourly),
                ("target_qty_per_hr", &hourly),
                ("target_start_date", &start),
                ("target_end_date", &end),
            ]))
        })
    }

    pub(crate) fn field_values(&self) -> impl Iterator<Item = Row> + '_ {
        self.each_activity().flat_map(|activity| {
            let value = |field: Field, number: String, text: &str| {
                Table("UDFVALUE").row([
                    ("udf_type_id", &field.id()),
                    ("fk_id", &activity.id.to_string()),
                    ("udf_number", &number),
                    ("udf_text", &shorten(text, limit::FIELD)),
                ])
            };
            let quantity = decimal(activity.line.quantity, DECIMALS);
            let mut values =
                vec![value(Field::Quantity, quantity, ""), value(Field::Unit, String::new(), &activity.key.unit)];
            let sheets = activity.line.sheets.text();
            if !sheets.is_empty() {
                values.push(value(Field::Sheets, String::new(), &sheets));
            }
            values
        })
    }
}

fn wbs_row(id: u32, parent: Option<u32>, code: &str, name: &str) -> Row {
    let id = id.to_string();
    Table("PROJWBS").row([
        ("wbs_id", &id),
        ("seq_num", &id),
        ("proj_node_flag", if parent.is_none() { "Y" } else { "N" }),
        ("wbs_short_name", &shorten(code, limit::CODE)),
        ("wbs_name", &shorten(name, limit::WBS_NAME)),
        ("parent_wbs_id", &parent.map(|parent| parent.to_string()).unwrap_or_default()),
    ])
}

/// Returns a notebook entry as HTML, which P6 stores.
fn html_memo(note: &str) -> String {
    let body = note.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let lines: Vec<&str> = body.lines().collect();
    format!("<html><body>{}</body></html>", lines.join("<br/>"))
}
