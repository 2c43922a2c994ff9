//! Chinese, simplified and traditional. Nothing separates the words, so they are found within a run of characters.

use crate::entry::{Row, generic, item, overriding};

pub(crate) const ELECTRICAL: &[Row] = &[
    generic("power", "receptacle", "插座 | 电源插座 | 電源插座", ""),
    item("power", "duplex_receptacle", "双联插座 | 二三孔插座 | 五孔插座 | 雙聯插座", ""),
    item("power", "special_purpose_receptacle", "三相插座 | 空调插座 | 空調插座 | 动力插座", ""),
    item("power", "floor_box", "地面插座 | 地插 | 地板插座", ""),
    generic(
        "switching",
        "switch",
        "照明开关 | 照明開關 | 单联开关 | 双联开关 | 三联开关 | 單極開關 | 单极开关 | 跷板开关",
        "",
    ),
    item("switching", "three_way_switch", "双控开关 | 雙控開關 | 双控 & 开关", ""),
    item("switching", "dimmer", "调光开关 | 調光開關 | 调光器", ""),
    generic(
        "lighting",
        "luminaire",
        "灯具 | 燈具 | 吸顶灯 | 吸頂燈 | 荧光灯 | 螢光燈 | 日光灯 | 日光燈 | 吊灯 | 吊燈 | 灯带 | 防水灯",
        "",
    ),
    item("lighting", "downlight", "筒灯 | 筒燈 | 射灯 | 嵌燈", ""),
    item("lighting", "wall_luminaire", "壁灯 | 壁燈", ""),
    item("lighting", "emergency_luminaire", "应急灯 | 應急燈 | 应急照明灯 | 緊急照明燈 | 事故照明灯", ""),
    item("lighting", "exit_sign", "安全出口灯 | 出口标志灯 | 疏散指示灯 | 安全出口指示 | 出口標示燈", ""),
    generic("distribution", "panelboard", "配电箱 | 配電箱 | 配电盘 | 照明配电箱 | 开关箱", ""),
    item("distribution", "switchboard", "配电柜 | 配電櫃 | 总配电箱", ""),
    item("distribution", "meter", "电表 | 電表 | 电表箱", ""),
    item("boxes", "junction_box", "接线盒 | 接線盒 | 分线盒", ""),
    item("communications", "data_outlet", "信息插座 | 网络插座 | 數據插座 | 数据插座 | 網路插座", ""),
    item("communications", "telephone_outlet", "电话插座 | 電話插座", ""),
    item("communications", "television_outlet", "电视插座 | 電視插座", ""),
    item("communications", "loudspeaker", "扬声器 | 揚聲器", ""),
    item("security", "camera", "摄像机 | 攝影機 | 监控摄像", ""),
    item("controls", "occupancy_sensor", "人体感应 | 移动感应", ""),
    overriding("equipment", "equipment_connection", "排气扇 | 排風扇 | 排风扇 | 空调机 | 热水器", ""),
];

pub(crate) const FIRE_PROTECTION: &[Row] = &[
    item("fire_alarm", "smoke_detector", "感烟探测器 | 烟感 | 感煙探測器 | 烟感探测器", ""),
    item("fire_alarm", "heat_detector", "感温探测器 | 温感 | 感溫探測器", ""),
    item("fire_alarm", "pull_station", "手动报警按钮 | 手报 | 手動報警按鈕", ""),
    item("fire_alarm", "horn_strobe", "声光报警器 | 聲光報警器 | 声光警报器", ""),
    generic("sprinklers", "pendent_sprinkler", "喷头 | 噴頭 | 喷淋头 | 灑水頭", ""),
    item("standpipes", "hose_cabinet", "消火栓箱 | 室内消火栓 | 消防栓箱", ""),
    item("extinguishers", "fire_extinguisher", "灭火器 | 滅火器", ""),
];

pub(crate) const PLUMBING: &[Row] = &[
    item("fixtures", "water_closet", "坐便器 | 蹲便器 | 马桶 | 馬桶 | 大便器", ""),
    item("fixtures", "urinal", "小便器 | 小便斗", ""),
    item("fixtures", "lavatory", "洗脸盆 | 洗手盆 | 台盆 | 面盆 | 洗臉盆", ""),
    item("fixtures", "sink", "洗涤盆 | 洗菜盆 | 洗滌盆", ""),
    item("fixtures", "bathtub", "浴缸 | 浴盆", ""),
    item("fixtures", "shower", "淋浴 | 淋浴器 | 花洒", ""),
    generic("drains", "floor_drain", "地漏", ""),
    item("specialties", "water_meter", "水表 | 水錶", ""),
];

pub(crate) const MECHANICAL: &[Row] = &[
    item("heating", "radiator", "散热器 | 暖气片 | 散熱器", ""),
    item("heating", "boiler", "锅炉 | 鍋爐", ""),
    item("air_terminals", "supply_diffuser", "送风口 | 送風口 | 散流器", ""),
    item("air_terminals", "return_grille", "回风口 | 回風口", ""),
    item("duct_accessories", "fire_damper", "防火阀 | 防火閥", ""),
];

pub(crate) const STRUCTURAL: &[Row] = &[
    generic("concrete_frame", "concrete_column", "框架柱 | 混凝土柱 | 构造柱", ""),
    generic("concrete_frame", "concrete_beam", "框架梁 | 混凝土梁", ""),
    generic("foundations", "spread_footing", "独立基础 | 獨立基礎", ""),
    item("deep_foundations", "driven_pile", "管桩 | 预制桩", ""),
];

pub(crate) const ARCHITECTURAL: &[Row] = &[
    generic("doors", "door", "木门 | 房门 | 防盗门 | 木門", ""),
    generic("windows_and_glazing", "window", "铝合金窗 | 推拉窗", ""),
];
