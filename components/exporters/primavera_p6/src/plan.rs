//! Tables of the project itself.
//!
//! Empty columns are left out. Columns that P6 requires and a takeoff does not know have the values of a new project.

use crate::reference::{Field, SINGLE_ID, row, shorten};
use crate::xer::Row;
use plumbline_estimating::planning::duration::{end_of_work, task_hours};
use plumbline_estimating::planning::materials::Materials;
use plumbline_estimating::planning::notes;
use plumbline_estimating::planning::outline::{Entry, outline};
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
        row([
            ("proj_id", SINGLE_ID),
            ("fy_start_month_num", "1"),
            ("rsrc_self_add_flag", "Y"),
            ("allow_complete_flag", "Y"),
            ("rsrc_multi_assign_flag", "Y"),
            ("checkout_flag", "N"),
            ("project_flag", "Y"),
            ("step_complete_flag", "N"),
            ("cost_qty_recalc_flag", "N"),
            ("batch_sum_flag", "Y"),
            ("name_sep_char", "."),
            ("def_complete_pct_type", "CP_Drtn"),
            ("proj_short_name", &self.code()),
            ("clndr_id", SINGLE_ID),
            ("task_code_base", "1000"),
            ("task_code_step", "10"),
            ("priority_num", "10"),
            ("wbs_max_sum_level", "0"),
            ("strgy_priority_num", "100"),
            ("critical_drtn_hr_cnt", "0"),
            ("def_cost_per_qty", "0.0000"),
            ("last_recalc_date", &start),
            ("plan_start_date", &start),
            ("add_date", &start),
            ("def_duration_type", "DT_FixedDUR2"),
            ("task_code_prefix", "A"),
            ("def_qty_type", "QT_Hour"),
            ("add_by_name", "admin"),
            ("def_rate_type", "COST_PER_QTY"),
            ("add_act_remain_flag", "N"),
            ("act_this_per_link_flag", "Y"),
            ("def_task_type", "TT_Task"),
            ("act_pct_link_flag", "N"),
            ("critical_path_type", "CT_TotFloat"),
            ("task_code_prefix_flag", "Y"),
            ("def_rollup_dates_flag", "Y"),
            ("use_project_baseline_flag", "Y"),
            ("rem_target_link_flag", "Y"),
            ("reset_planned_flag", "N"),
            ("allow_neg_act_flag", "N"),
            ("sum_assign_level", "SL_Taskrsrc"),
            ("loaded_scope_level", "7"),
            ("export_flag", "Y"),
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
            row([
                ("rsrc_id", &id),
                ("clndr_id", SINGLE_ID),
                ("rsrc_seq_num", &id),
                ("rsrc_name", &names.name(&ansi::text(material.description))),
                ("rsrc_short_name", &material.code()),
                ("def_qty_per_hr", "1"),
                ("cost_qty_type", "QT_Hour"),
                ("active_flag", "Y"),
                ("auto_compute_act_flag", "Y"),
                ("def_cost_qty_link_flag", "Y"),
                ("ot_flag", "N"),
                ("curr_id", SINGLE_ID),
                ("unit_id", &unit),
                ("rsrc_type", "RT_Mat"),
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
            row([
                ("task_id", &activity.id.to_string()),
                ("proj_id", SINGLE_ID),
                ("wbs_id", &activity.wbs.to_string()),
                ("clndr_id", SINGLE_ID),
                ("phys_complete_pct", "0"),
                ("rev_fdbk_flag", "N"),
                ("est_wt", "1"),
                ("lock_plan_flag", "N"),
                ("auto_compute_act_flag", "Y"),
                ("complete_pct_type", "CP_Drtn"),
                ("task_type", kind),
                ("duration_type", "DT_FixedDUR2"),
                ("status_code", "TK_NotStart"),
                // The same numbering as P6's for new activities.
                ("task_code", &format!("A{}", 1000 + 10 * number)),
                ("task_name", &names.fit(&ansi::text(&activity.key.description))),
                ("remain_drtn_hr_cnt", &hours),
                ("act_work_qty", "0"),
                ("remain_work_qty", "0"),
                ("target_work_qty", "0"),
                ("target_drtn_hr_cnt", &hours),
                ("target_equip_qty", "0"),
                ("act_equip_qty", "0"),
                ("remain_equip_qty", "0"),
                ("target_start_date", &start),
                ("target_end_date", &end),
                ("priority_type", "PT_Normal"),
                ("driving_path_flag", "N"),
                ("act_this_per_work_qty", "0"),
                ("act_this_per_equip_qty", "0"),
            ])
        })
    }

    /// Returns the project's notebook, which P6 keeps with the root of the WBS.
    pub(crate) fn project_memo(&self, note: &str) -> Row {
        row([
            ("wbs_memo_id", SINGLE_ID),
            ("proj_id", SINGLE_ID),
            ("memo_type_id", SINGLE_ID),
            ("wbs_id", &ROOT.to_string()),
            ("wbs_memo", &html_memo(note)),
        ])
    }

    pub(crate) fn activity_memos(&self) -> impl Iterator<Item = Row> + '_ {
        (1u32..).zip(self.each_activity()).map(|(number, activity)| {
            row([
                ("memo_id", &number.to_string()),
                ("task_id", &activity.id.to_string()),
                ("memo_type_id", SINGLE_ID),
                ("proj_id", SINGLE_ID),
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
            Some(row([
                ("taskrsrc_id", &number.to_string()),
                ("task_id", &activity.id.to_string()),
                ("proj_id", SINGLE_ID),
                ("cost_qty_link_flag", "Y"),
                ("rsrc_id", &material.to_string()),
                ("remain_qty", &quantity),
                ("target_qty", &quantity),
                ("remain_qty_per_hr", &hourly),
                ("target_lag_drtn_hr_cnt", "0"),
                ("target_qty_per_hr", &hourly),
                ("act_ot_qty", "0"),
                ("act_reg_qty", "0"),
                ("relag_drtn_hr_cnt", "0"),
                ("target_cost", "0.0000"),
                ("act_reg_cost", "0.0000"),
                ("act_ot_cost", "0.0000"),
                ("remain_cost", "0.0000"),
                ("target_start_date", &start),
                ("target_end_date", &end),
                ("rollup_dates_flag", "Y"),
                ("ts_pend_act_end_flag", "N"),
                ("rate_type", "COST_PER_QTY"),
                ("act_this_per_cost", "0.0000"),
                ("act_this_per_qty", "0"),
                ("rsrc_type", "RT_Mat"),
                ("cost_per_qty_source_type", "ST_Rsrc"),
            ]))
        })
    }

    pub(crate) fn field_values(&self) -> impl Iterator<Item = Row> + '_ {
        self.each_activity().flat_map(|activity| {
            let value = |field: Field, number: String, text: &str| {
                row([
                    ("udf_type_id", &field.id()),
                    ("fk_id", &activity.id.to_string()),
                    ("proj_id", SINGLE_ID),
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
    row([
        ("wbs_id", &id),
        ("proj_id", SINGLE_ID),
        ("seq_num", &id),
        ("est_wt", "1"),
        ("proj_node_flag", if parent.is_none() { "Y" } else { "N" }),
        ("sum_data_flag", "Y"),
        ("status_code", "WS_Open"),
        ("wbs_short_name", &shorten(code, limit::CODE)),
        ("wbs_name", &shorten(name, limit::WBS_NAME)),
        ("parent_wbs_id", &parent.map(|parent| parent.to_string()).unwrap_or_default()),
        ("ev_user_pct", "6"),
        ("ev_etc_user_value", "0.88"),
        ("orig_cost", "0.0000"),
        ("indep_remain_total_cost", "0.0000"),
        ("indep_remain_work_qty", "0"),
        ("ev_compute_type", "EC_Cmp_pct"),
        ("ev_etc_compute_type", "EE_PF_cpi"),
    ])
}

/// Returns a notebook entry as HTML, which P6 stores.
fn html_memo(note: &str) -> String {
    let body = note.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let lines: Vec<&str> = body.lines().collect();
    format!("<html><body>{}</body></html>", lines.join("<br/>"))
}
