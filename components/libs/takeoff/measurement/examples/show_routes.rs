//! Prints the routes of stored sheets.
//!
//! `show_routes [--ratio=50] [--color=0000ff,ff0000] [--exclude=x0,y0,x1,y1] [--all] FILE.sheet…`
//!
//! `--color` names classes of these colors pipes. `--exclude` is an area without routes. `--all` prints each route.
#![allow(clippy::print_stdout, reason = "an example prints")]

use std::collections::BTreeMap;
use std::time::Instant;

use plumbline_geometry::Rect;
use plumbline_measurement::routes::{LineClass, RouteOptions, RouteSystem, Unit, routes};
use plumbline_sheet::{Scale, ScaleSource, Sheet};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (flags, files): (Vec<String>, Vec<String>) = std::env::args().skip(1).partition(|a| a.starts_with("--"));
    let flag = |name: &str| flags.iter().find_map(|f| f.strip_prefix(name)).map(str::to_owned);
    for file in files {
        let sheet = Sheet::decode(&std::fs::read(&file)?)?;
        let mut options = RouteOptions { scales: sheet.scales.clone(), ..RouteOptions::default() };
        if let Some(ratio) = flag("--ratio=") {
            let (ratio, source) = (ratio.parse()?, ScaleSource::Declared);
            options.scales = vec![Scale { ratio, imperial: false, source, text: String::new(), area: None }];
        }
        for color in flag("--color=").iter().flat_map(|c| c.split(',')) {
            options.classes.push(LineClass {
                system: RouteSystem::Pipe,
                description: None,
                color: Some(u32::from_str_radix(color, 16)?),
                layer: None,
                linetype: None,
                width: None,
            });
        }
        if let Some(area) = flag("--exclude=") {
            let sides = area.split(',').map(str::parse).collect::<Result<Vec<f32>, _>>()?;
            options.excluded.extend(<[f32; 4]>::try_from(sides).map(Rect::from));
        }
        let start = Instant::now();
        let found = routes(&sheet, &options);
        println!("== {file}: {} routes, {:?}", found.len(), start.elapsed());
        let mut sums: BTreeMap<String, (usize, f64)> = BTreeMap::new();
        for r in &found {
            let layer = r.layer.as_deref().unwrap_or("-");
            let class = format!("{:?} {} {} {}", r.system, r.color_name(), r.linetype.name(), layer);
            let sum = sums.entry(class).or_default();
            sum.0 += 1;
            sum.1 += r.length * if r.unit == Unit::Foot { 0.3048 } else { 1.0 };
            if flags.iter().any(|f| f == "--all") {
                let (from, to) = (&r.starts_at, &r.ends_at);
                println!(
                    "  {:.2} {} {:?} {} size {:?} circuit {:?} {:?} {:?} -> {:?} {:?}, network {:?}",
                    r.length,
                    r.unit.code(),
                    r.confidence,
                    r.linetype.name(),
                    r.size,
                    r.circuit,
                    from.kind,
                    from.at,
                    to.kind,
                    to.at,
                    r.network
                );
            }
        }
        for (class, (count, meters)) in sums {
            println!("  {class}: {count} routes, {meters:.2} m");
        }
    }
    Ok(())
}
