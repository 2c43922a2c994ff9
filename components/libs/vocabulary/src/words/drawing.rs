//! Words of marks that explain a drawing and are not part of the building.

use crate::entry::{Row, mark};

pub(crate) const ROWS: &[Row] = &[
    // Legend rows that explain a notation.
    mark(
        "^indicates | ^indicated | ^denotes | ^designates | ^designation | ^represents | ^note/notes | ^see
        | ^refer | ^bezeichnet | ^hinweis | ^siehe | ^zie | ^opmerking | ^abbreviation* | ^as shown",
        "^indica | ^indican | ^indicador | ^indicacion | ^representa | ^representacion | ^denota | ^nota | ^ver
        | ^indique | ^voir | ^remarque | ^observacao | ^observacion | ^abreviatura*",
    ),
    mark(
        "north arrow | north point | true/project/plan north | noord* & pijl | noordpijl | nordpfeil | 方位 | 真北",
        "flecha norte | norte magnetico/geografico/verdadero | ^norte | fleche nord | indicador norte",
    ),
    mark(
        "section mark/marker/callout/number/cut/line/tag/bubble/symbol/indicator/view
        | detail mark/marker/callout/number/tag/bubble/reference/symbol/indicator
        | elevation mark/marker/callout/number/tag/symbol/indicator/target/datum | interior elevation
        | enlarged plan | detail reference | building section | wall section | cross section | schnittlinie
        | schnittmarke | doorsnede* | detailverwijzing | 断面 | 詳細図 | 展開図",
        "linea corte | marca corte/seccion/detalle | indicador corte/seccion/detalle | numero detalle
        | llamada detalle | repere coupe | ligne coupe | trait coupe | simbolo corte",
    ),
    mark(
        "grid line/bubble/mark | gridline | column grid/line | column centerline | structural grid | building grid
        | achslinie | gebaudeachse | stramien* | stramienlijn | 通り芯 | 通心",
        "eje estructural | linea eje | ejes estructurales | linha eixo | axe structurel | file & poteaux",
    ),
    mark(
        "revision | revision cloud/mark/number/triangle/symbol/tag | delta number | revisiewolk | anderungswolke
        | rev cloud/mark/number | 改訂",
        "nube revision | numero revision | revisao | nuage revision | indice revision",
    ),
    mark(
        "key note | keynote | key note/plan symbol/number/tag/mark | keynote symbol/number/tag/mark
        | construction note | sheet note | note symbol | general note | flag note | key plan | keyplan
        | note number | reference note",
        "nota clave | nota general/constructiva/plano | numero nota | plano clave",
    ),
    mark(
        "match line | matchline | break line | breakline | cut line | property line | limit & work | limits & work
        | scope line | contract limit | phase line | anschlusslinie | aansluitlijn | bruchlinie",
        "linea empalme/coincidencia/corte/quiebre | limite obra/contrato/propiedad | linea propiedad
        | ligne raccord",
    ),
    mark(
        "room name/number/tag/mark/no | space name/number/tag | raumnummer | raumname | ruimtenummer | 室名
        | 室番号",
        "nombre & ambiente/recinto/local | numero & ambiente/recinto/local | codigo ambiente | nom local/piece
        | numero local/piece",
    ),
    mark(
        "door number/tag/mark/type/no | window number/tag/mark/type/no | wall type/tag/mark | partition type/tag
        | finish tag/mark/code | turnummer | deurnummer | raamnummer | glazing tag/type | ceiling tag/type",
        "numero puerta/ventana | codigo puerta/ventana | tipo muro/puerta/ventana | numero porte/fenetre
        | repere porte",
    ),
    mark(
        "ceiling height | height tag | spot elevation | elevation level | finish floor | finished floor
        | floor level | level mark/line/symbol | top & steel | top & concrete | bottom & footing elevation
        | bench mark | benchmark | datum point/elevation | raumhohe | deckenhohe | plafondhoogte | peil
        | hohenkote | hohenangabe | 天井高",
        "altura cielo/techo/cielorraso | nivel piso | nivel & terminado | cota nivel | npt | hauteur plafond | hsp
        | niveau fini | pe direito",
    ),
    mark(
        "existing + remain | demolition note | not & contract | nic | area & work | hatch & indicates
        | hatched area | shaded area | bestand | bestaand | 既存 | 既設",
        "existente & mantener/conservar/permanece/permanecer | no incluye | fuera & alcance | area intervencion
        | existant & conserver",
    ),
    mark(
        "dimension line/string | dimension | bemassung | maatvoering | maatlijn | 寸法",
        "cota | linea cota | acotamiento | dimensiones generales | cotation",
    ),
    mark(
        "tag | equipment tag/mark/number/designation/label | fixture tag/mark/type/designation | device tag
        | circuit number/designation/tag/identification | panel name/designation | type designation
        | drawing number | sheet number | drawing reference | leader | arrow & flow | flow arrow
        | direction & flow | flow direction | direction arrow | slope arrow | slope direction | point & connection
        | point & disconnection | poc | connect & existing | point & removal | number & conductors
        | conductor size | pipe size | duct size | line number | diffuser tag/designation/callout
        | stromungsrichtung | fliessrichtung | stroomrichting | 流れ方向 | 記号",
        "numero circuito/circuitos/conductores/equipo | codigo equipo/circuito | etiqueta | identificacion
        | sentido & flujo/pendiente | direccion & flujo | numero lamina/plano | sens ecoulement
        | sentido escoamento",
    ),
    mark(
        "scale bar | graphic scale | massstab | schaalbalk | coordinate | survey point | control point & survey
        | legend | title block | viewport | scope box | break symbol | centerline | center line | 縮尺 | 凡例",
        "escala grafica | coordenada | leyenda | simbologia | membrete | punto & control topografico | linea centro
        | echelle graphique",
    ),
];
