//! Fire alarm.

use crate::entry::{Row, generic, item, line, overriding};
use crate::kinds::System::{Conduit, Other};

pub(crate) const ROWS: &[Row] = &[
    generic("fire_alarm", "fire_alarm_device"),
    overriding("fire_alarm", "fire_alarm_device").named("bell_or_speaker"),
    item("fire_alarm", "smoke_detector"),
    item("fire_alarm", "heat_detector"),
    item("fire_alarm", "duct_detector"),
    item("fire_alarm", "beam_detector"),
    item("fire_alarm", "carbon_monoxide_detector"),
    item("fire_alarm", "pull_station"),
    item("fire_alarm", "horn_strobe"),
    item("fire_alarm", "strobe"),
    item("fire_alarm", "speaker_strobe"),
    item("fire_alarm", "fire_alarm_control_panel"),
    item("fire_alarm", "annunciator"),
    item("fire_alarm", "monitor_module"),
    item("fire_alarm", "control_relay_module"),
    item("fire_alarm", "door_holder"),
    line(Other, "signaling line circuit", "fire_alarm_wiring", "initiating_circuit"),
    line(Other, "notification appliance circuit", "fire_alarm_wiring", "notification_circuit"),
    line(Other, "fire alarm cable", "fire_alarm_wiring", "fire_alarm_cable"),
    line(Conduit, "fire alarm conduit", "fire_alarm_wiring", "fire_alarm_conduit"),
    item("fire_alarm_wiring", "power_supply_booster"),
    item("fire_alarm_wiring", "end_of_line_device"),
];
