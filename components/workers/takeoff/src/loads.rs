//! Comparison of the circuits in panel schedules with those of the devices on the plans.

use std::collections::{BTreeMap, BTreeSet};

use plumbline_contract::results::ScheduleRow;
use plumbline_database::{DbResult, Transaction, params};
use plumbline_notation::language::schedules;
use serde_json::Value;

use crate::comparison::{CheckWarning, differs, normalized};

/// Smallest share of a panel's loads that must have devices before the others are reported as missing. Panels also feed
/// other sheets.
const MIN_SHARE: f64 = 0.5;

/// Most circuits in one warning.
const MAX_NAMED: usize = 8;

/// A panel schedule.
#[derive(Default)]
struct PanelSchedule {
    name: String,
    page: i64,
    /// Descriptions by circuit.
    loads: BTreeMap<u32, String>,
}

/// Number of devices on each circuit of a panel.
type Devices = BTreeMap<u32, usize>;

/// Reports devices on circuits that their panel's schedule does not list or lists as spare, and listed loads without
/// devices.
pub(crate) fn differences(tx: &Transaction<'_>, takeoff_id: &str) -> DbResult<Vec<CheckWarning>> {
    let panel_schedules = panel_schedules(tx, takeoff_id)?;
    if panel_schedules.is_empty() {
        return Ok(Vec::new());
    }
    let rows = tx.query(
        "SELECT attributes FROM items WHERE takeoff_id = ? AND measure_type = 'count' AND attributes LIKE '%\"circuit\"%'",
        params![takeoff_id],
    )?;
    let mut devices: BTreeMap<String, Devices> = BTreeMap::new();
    for row in &rows {
        let attributes: Value = row.json("attributes")?;
        let Some(circuit) = attributes["circuit"].as_str() else { continue };
        let on = devices.entry(normalized(attributes["panel"].as_str().unwrap_or_default())).or_default();
        for number in circuit_numbers(circuit) {
            *on.entry(number).or_default() += 1;
        }
    }
    // With a single panel schedule, circuits without a panel's name belong to that panel.
    let unnamed = devices.remove("").filter(|_| panel_schedules.len() == 1);
    let mut warnings = Vec::new();
    for schedule in &panel_schedules {
        let title = normalized(&schedule.name);
        let named =
            devices.iter().filter(|(panel, _)| title.ends_with(panel.as_str())).max_by_key(|(panel, _)| panel.len());
        if let Some(on) = named.map(|(_, on)| on).or(unnamed.as_ref()) {
            warnings.extend(compare(schedule, on).into_iter().map(differs));
        }
    }
    Ok(warnings)
}

/// Returns the panel schedules of a takeoff.
fn panel_schedules(tx: &Transaction<'_>, takeoff_id: &str) -> DbResult<Vec<PanelSchedule>> {
    let rows = tx.query(
        "SELECT page_number, title, rows FROM schedules WHERE takeoff_id = ? AND kind = 'panel' ORDER BY page_number, position",
        params![takeoff_id],
    )?;
    let mut out = Vec::new();
    for row in &rows {
        let Some(name) = row.opt_text("title")? else { continue };
        let mut schedule = PanelSchedule { name, page: row.int("page_number")?, loads: BTreeMap::new() };
        for circuit in row.json::<Vec<ScheduleRow>>("rows")? {
            for number in circuit_numbers(&circuit.tag) {
                schedule.loads.insert(number, circuit.description.trim().to_owned());
            }
        }
        out.push(schedule);
    }
    Ok(out)
}

/// Returns the circuit numbers in texts such as `LP1-1,3`, `C-5`, `2:1` and `7`.
fn circuit_numbers(circuit: &str) -> Vec<u32> {
    let own = circuit.rsplit(['-', ':']).next().unwrap_or(circuit);
    let digits = |part: &str| part.trim_matches(|c: char| !c.is_ascii_digit()).parse().ok();
    own.split([',', '/', '&', '+', ' ']).filter_map(digits).collect()
}

fn is_spare(load: &str) -> bool {
    let load = normalized(load);
    load.is_empty() || schedules::SPARE.begins(&load)
}

/// Returns whether a load is tagged equipment, such as `WATER HEATER WH-1`, which other trades' sheets may show.
fn names_equipment(load: &str) -> bool {
    load.split(|c: char| c.is_whitespace() || c == '(' || c == ')').any(|word| {
        let letters = word.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(word.len());
        let number = word[letters..].trim_start_matches('-');
        (1..=5).contains(&letters) && number.starts_with(|c: char| c.is_ascii_digit())
    })
}

fn compare(schedule: &PanelSchedule, on: &Devices) -> Vec<String> {
    let PanelSchedule { name, page, loads } = schedule;
    let mut out = Vec::new();
    for (circuit, count) in on {
        let devices = if *count == 1 { "1 device is".to_owned() } else { format!("{count} devices are") };
        match loads.get(circuit) {
            None => out.push(format!(
                "{devices} on circuit {circuit}, which the schedule \"{name}\" on page {page} does not list."
            )),
            Some(load) if is_spare(load) => out.push(format!(
                "{devices} on circuit {circuit}, which the schedule \"{name}\" on page {page} lists as a spare."
            )),
            Some(_) => {}
        }
    }
    let is_expected = |load: &str| !is_spare(load) && !names_equipment(load);
    let expected: BTreeSet<u32> =
        loads.iter().filter(|(_, load)| is_expected(load)).map(|(circuit, _)| *circuit).collect();
    let missing: Vec<u32> = expected.iter().copied().filter(|circuit| !on.contains_key(circuit)).collect();
    let found = expected.len() - missing.len();
    if !missing.is_empty() && found as f64 >= MIN_SHARE * expected.len() as f64 {
        let mut named: Vec<String> =
            missing.iter().take(MAX_NAMED).map(|circuit| format!("{circuit} ({})", loads[circuit])).collect();
        if missing.len() > MAX_NAMED {
            named.push(format!("{} more", missing.len() - MAX_NAMED));
        }
        out.push(format!(
            "No devices were found for these loads in the schedule \"{name}\" on page {page}: circuits {}.",
            named.join(", ")
        ));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule(loads: &[(u32, &str)]) -> PanelSchedule {
        let loads = loads.iter().map(|(circuit, load)| (*circuit, (*load).to_owned())).collect();
        PanelSchedule { name: "PANEL LP1".into(), page: 2, loads }
    }

    #[test]
    fn reads_circuit_numbers_after_the_panel_name() {
        assert_eq!(circuit_numbers("LP1-1,3"), [1, 3]);
        assert_eq!(circuit_numbers("2:14"), [14]);
        assert_eq!(
            (circuit_numbers("C-5"), circuit_numbers("7"), circuit_numbers("12a")),
            (vec![5], vec![7], vec![12])
        );
        assert_eq!(circuit_numbers("FACP:NAC"), Vec::<u32>::new());
    }

    #[test]
    fn reports_devices_on_spare_and_unlisted_circuits() {
        let schedule = schedule(&[(1, "LIGHTING"), (2, "SPARE"), (3, "")]);
        let on = Devices::from([(1, 4), (2, 1), (3, 2), (9, 1)]);
        let warnings = compare(&schedule, &on);
        assert_eq!(warnings.len(), 3, "{warnings:#?}");
        assert_eq!(
            warnings[0],
            "1 device is on circuit 2, which the schedule \"PANEL LP1\" on page 2 lists as a spare."
        );
        assert!(
            warnings[1].starts_with("2 devices are on circuit 3") && warnings[2].ends_with("does not list."),
            "{warnings:#?}"
        );
    }

    #[test]
    fn reports_loads_without_devices_when_most_loads_have_some() {
        let schedule = schedule(&[
            (1, "LIGHTING"),
            (2, "RECEPTACLES"),
            (3, "LIGHTING 2ND FLOOR"),
            (4, "SPARE"),
            (5, "HEATER WH-1"),
        ]);
        let warnings = compare(&schedule, &Devices::from([(1, 4), (2, 6)]));
        assert_eq!(
            warnings,
            ["No devices were found for these loads in the schedule \"PANEL LP1\" on page 2: circuits 3 (LIGHTING \
                 2ND FLOOR)."]
        );
        assert!(compare(&schedule, &Devices::from([(1, 4)])).is_empty(), "a sheet of lighting shows nothing else");
    }
}
