//! The file: accounts, the customer, the items, and one estimate of them.
//!
//! Lists come first, so that everything that the estimate refers to exists: QuickBooks would create a bank account for
//! an unknown account. The income account is separate, and users can merge it into theirs after the import.
//!
//! The estimate is a transaction of type `ESTIMATES`, Intuit's keyword for "estimates or bids", in the
//! non-posting account that QuickBooks keeps for them. On sales forms the lines are credits: their quantities and
//! amounts are negative, and amounts add up to that of the transaction with the opposite sign. A takeoff does not have
//! prices, so all amounts are zero. The recent importer refuses zero sums, but "Import it for me. I'll fix it later"
//! (the earlier importer) accepts them. The format does not have a unit for a line: it is added to the description and
//! to the field `OTHER2`, which forms show as a column.

use plumbline_exporter::estimating::{Fixed, PagedLine, PagedLines, day, takeoff_facts};
use plumbline_exporter::{ChunkWriter, Header, Output, Rows, ansi, shorten};

use crate::items::ItemNames;
use crate::table::{text, write_row};

const ESTIMATES_ACCOUNT: &str = "Estimates";
const INCOME_ACCOUNT: &str = "Takeoff Income";
const TRANSACTION_TYPE: &str = "ESTIMATES";

/// Maximum characters of a customer's name.
const MAX_CUSTOMER: usize = 41;
/// Maximum characters of a memo and of a description.
const MAX_MEMO: usize = 4095;
/// Maximum characters of a unit in a custom field.
const MAX_UNIT: usize = 29;
/// Decimals of a quantity.
const DECIMALS: u32 = 5;

/// Writes the file and returns the output.
///
/// # Errors
/// The output's error text, or an error if a quantity is not a number.
pub fn write<O: Output>(rows: &impl Rows, output: O) -> Result<O, String> {
    let header = rows.header();
    let lines = PagedLines::read(rows)?;
    let customer = customer(&header);
    let mut chunks = ChunkWriter::new(output);
    write_accounts(&mut chunks)?;
    write_row(&mut chunks, &["!CUST", "NAME", "BADDR1", "NOTE"])?;
    let address = text(header.project_address.as_deref().unwrap_or_default());
    let reference = text(header.project_reference.as_deref().unwrap_or_default());
    write_row(&mut chunks, &["CUST", &customer, &shorten(&address, MAX_CUSTOMER), &shorten(&reference, MAX_MEMO)])?;
    let names = write_items(&mut chunks, &lines)?;
    let mut facts = takeoff_facts(rows, &lines);
    facts.extend(ansi::note(&header, lines.all().iter().map(|line| &line.key)));
    let memo = format!("{}, {}", header.project_name, facts.join(", "));
    write_estimate(&mut chunks, &header, &customer, &memo, lines.all(), &names)?;
    chunks.finish()
}

/// Returns the customer's name. A colon would make the project a job of a customer, so it is replaced.
fn customer(header: &Header) -> String {
    let name = shorten(&text(&header.project_name).replace(':', "-"), MAX_CUSTOMER);
    if name.is_empty() { "Takeoff".into() } else { name }
}

fn write_accounts<O: Output>(chunks: &mut ChunkWriter<O>) -> Result<(), String> {
    write_row(chunks, &["!ACCNT", "NAME", "ACCNTTYPE"])?;
    write_row(chunks, &["ACCNT", ESTIMATES_ACCOUNT, "NONPOSTING"])?;
    write_row(chunks, &["ACCNT", INCOME_ACCOUNT, "INC"])
}

/// Writes the items, parents first, and returns the name of each line's item.
fn write_items<O: Output>(chunks: &mut ChunkWriter<O>, lines: &PagedLines) -> Result<Vec<String>, String> {
    write_row(chunks, &["!INVITEM", "NAME", "INVITEMTYPE", "DESC", "ACCNT", "PRICE", "COST", "TAXABLE"])?;
    let mut names = ItemNames::new();
    let mut line_names = Vec::new();
    for section in lines.sections() {
        let trade = names.unique_name("", &section.title);
        write_item(chunks, &trade, &section.title)?;
        for category in &section.categories {
            let parent = names.unique_name(&trade, &category.title);
            write_item(chunks, &parent, &category.title)?;
            let category_names = names.line_names(&parent, category, lines.all());
            for (name, line) in category_names.iter().zip(&lines.all()[category.lines.clone()]) {
                write_item(chunks, name, &description_with_unit(line))?;
            }
            line_names.extend(category_names);
        }
    }
    Ok(line_names)
}

/// Writes an item of type service, which is neither bought nor stocked.
fn write_item<O: Output>(chunks: &mut ChunkWriter<O>, name: &str, description: &str) -> Result<(), String> {
    write_row(chunks, &["INVITEM", name, "SERV", &shorten(&text(description), MAX_MEMO), INCOME_ACCOUNT, "0", "0", "N"])
}

fn description_with_unit(line: &PagedLine) -> String {
    format!("{} ({})", line.key.description, line.key.unit)
}

fn write_estimate<O: Output>(
    chunks: &mut ChunkWriter<O>,
    header: &Header,
    customer: &str,
    memo: &str,
    lines: &[PagedLine],
    names: &[String],
) -> Result<(), String> {
    // QuickBooks numbers documents if DOCNUM is empty.
    write_row(chunks, &["!TRNS", "TRNSID", "TRNSTYPE", "DATE", "ACCNT", "NAME", "AMOUNT", "DOCNUM", "MEMO"])?;
    let fields =
        ["TRNSTYPE", "DATE", "ACCNT", "NAME", "AMOUNT", "MEMO", "QNTY", "PRICE", "INVITEM", "TAXABLE", "OTHER2"];
    write_row(chunks, &[&["!SPL", "SPLID"], &fields[..]].concat())?;
    write_row(chunks, &["!ENDTRNS"])?;
    let date = date(header);
    let memo = shorten(&text(memo), MAX_MEMO);
    write_row(chunks, &["TRNS", "", TRANSACTION_TYPE, &date, ESTIMATES_ACCOUNT, customer, "0.00", "", &memo])?;
    for (line, name) in lines.iter().zip(names) {
        let quantity = Fixed::new(line.quantity, DECIMALS).negated().trimmed();
        let description = shorten(&text(&description_with_unit(line)), MAX_MEMO);
        let unit = shorten(&text(&line.key.unit), MAX_UNIT);
        let line =
            [TRANSACTION_TYPE, &date, INCOME_ACCOUNT, "", "0.00", &description, &quantity, "0", name, "N", &unit];
        write_row(chunks, &[&["SPL", ""], &line[..]].concat())?;
    }
    write_row(chunks, &["ENDTRNS"])
}

/// Returns the day of the takeoff as `MM/DD/YYYY`; empty if it is not known.
fn date(header: &Header) -> String {
    day(header).map(|[year, month, day]| format!("{month}/{day}/{year}")).unwrap_or_default()
}
