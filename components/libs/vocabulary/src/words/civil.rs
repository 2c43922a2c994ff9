//! Site objects that building sheets also show.

use crate::entry::{Row, item, line};
use crate::kinds::System::Pipe;

pub(crate) const ROWS: &[Row] = &[
    item(
        "storm_drainage",
        "catch_basin",
        "catch basin | storm inlet | curb inlet | drop inlet | area inlet | inlet & storm | gully | strassenablauf
        | strassenkolk | straatkolk | kolk | 集水桝 | 雨水桝",
        "sumidero & pluvial | imbornal | caja & sumidero | bouche egout | avaloir | boca lobo",
    ),
    item(
        "storm_drainage",
        "storm_manhole",
        "storm manhole | storm drain manhole | drainage manhole | storm sewer manhole | regenwaterput
        | regenschacht",
        "camara & pluvial | buzon & pluvial | pozo & pluvial | regard & pluvial",
    ),
    item("storm_drainage", "yard_drain", "yard drain | yard inlet | hofablauf", "sumidero & jardin"),
    item(
        "sanitary_sewer",
        "sanitary_manhole",
        "sanitary manhole | sewer manhole | manhole | mh | schacht | kontrollschacht | revisionsschacht
        | inspectieput | rioolput | マンホール | 汚水桝 | 人孔",
        "buzon & desague | camara & inspeccion | pozo & visita | pozo & registro | buzon | buzon & alcantarillado
        | registro & sanitario | regard | regard visite | poco visita",
    ),
    item("sanitary_sewer", "sewer_cleanout", "sewer cleanout | site cleanout", "registro & alcantarillado"),
    item(
        "sanitary_sewer",
        "septic_tank",
        "septic tank | klargrube | septictank | 浄化槽",
        "tanque septico | fosa septica | fosse septique",
    ),
    item(
        "sanitary_sewer",
        "lift_station",
        "lift station | sewage pump station | pump station & sewage | pumpstation | rioolgemaal | gemaal",
        "estacion & bombeo & aguas | poste relevage | carcamo",
    ),
    item(
        "water_distribution",
        "meter_vault",
        "meter vault | meter pit | water meter vault | wasserzahlerschacht | watermeterput",
        "caja & medidor | caja medidor agua",
    ),
    item("water_distribution", "thrust_block", "thrust block | widerlager", "anclaje & empuje"),
    item(
        "dry_utilities",
        "utility_pole",
        "utility pole | power pole & utility | telephone pole | telegraph pole | 電柱",
        "poste & energia | poste & luz & existente",
    ),
    item("dry_utilities", "utility_vault", "utility vault", "bovedad & servicios"),
    line(
        Pipe,
        "water main",
        "water_distribution",
        "water_main",
        "water main | watermain | public water | *hauptwasserleitung | waterleidingnet | 上水道",
        "red & agua & potable & publica | matriz & agua | aqueduc | tuberia matriz",
    ),
    line(
        Pipe,
        "sanitary sewer",
        "sanitary_sewer",
        "sanitary_sewer_pipe",
        "sanitary sewer | sewer main | public sewer | schmutzwasserkanal | vuilwaterriool | *riool | 下水道",
        "colector & desague | alcantarillado | red & alcantarillado | egout",
    ),
    line(
        Pipe,
        "storm sewer",
        "storm_drainage",
        "storm_sewer_pipe",
        "storm sewer | storm main | regenwasserkanal | hemelwaterriool",
        "colector & pluvial | alcantarillado & pluvial",
    ),
    line(Pipe, "gas main", "dry_utilities", "gas_main", "gas main", "red & gas & publica"),
    item("landscaping", "tree", "tree | baum | boom | 樹木", "arbol | arbre | arvore"),
    item(
        "landscaping",
        "shrub",
        "shrub | bush | plant | pflanze | struik | 植栽 | 低木",
        "arbusto | planta | jardin | plante",
    ),
    item("fencing_and_site_furniture", "site_bollard", "bollard | 車止め", "bolardo | borne & beton"),
    item("fencing_and_site_furniture", "bench", "bench & park", "banca | banc public"),
    item("traffic_and_marking", "pavement_symbol", "parking symbol | accessible parking symbol", ""),
];
