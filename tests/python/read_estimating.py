"""Reads an export for an estimating package and prints what it holds, as JSON.

    read_estimating.py rib_itwo|presto|quickbooks FILE

prints {"lines": [{"description", "unit", "quantity", "section"}], "about": text}; quantities are decimals as text.

GAEB files are read by pyGAEB, in its strict mode. For BC3 and IIF there is no reader on PyPI, npm or crates.io: those
are read here by the published descriptions of the formats and with nothing of the exporters. What a package would
refuse ends the program.
"""

import csv
import json
import sys
from decimal import Decimal
from pathlib import Path

from checks import Wrong, check


def rib_itwo(path: Path) -> dict:
    from pygaeb import GAEBParser, ValidationMode

    document = GAEBParser.parse(path, validation=ValidationMode.STRICT)
    check(document.source_version.value == "3.3", f"version {document.source_version}")
    check(document.exchange_phase.value == "X83", f"phase {document.exchange_phase}")
    # Without the schema, which its publisher does not let others pass on, pyGAEB says that it did not validate by it.
    issues = [issue.message for issue in document.validation_results if issue.severity.value != "INFO"]
    check(not issues, f"pyGAEB objects: {issues[:3]}")
    items = list(document.award.boq.iter_items())
    check(len({item.full_oz for item in items}) == len(items), "an ordinal number twice")
    widths = [level.length for level in document.award.boq.boq_info.bkdn]
    check(sum(widths) <= 14, f"ordinal numbers of {widths}")
    lines = []
    for item in items:
        check([len(part) for part in item.full_oz.split(".")] == widths, f"{item.full_oz} is not of {widths}")
        check(len(item.unit) <= 4 and -item.qty.as_tuple().exponent <= 3, f"{item.qty} {item.unit}")
        description = item.long_text.plain_text.split("\n")[0]
        lines.append(line(description, item.unit, item.qty, item.hierarchy_path))
    return {"lines": lines, "about": path.read_text(encoding="utf-8").partition("</Remark>")[0]}


def presto(path: Path) -> dict:
    text = path.read_bytes().decode("cp1252")
    check(text.startswith("~V|") and text.endswith("|\r\n"), "no version, or no end")
    records = [record.rstrip("\r\n").split("|") for record in text.split("~")[1:]]
    check(all(record[-1] == "" for record in records), "a record without an end")
    version, *_ = of(records, "V")
    check(version[1].startswith("FIEBDC-3/2020") and version[4] == "ANSI", f"{version}")
    concepts = {concept[0]: concept for concept in of(records, "C")}
    check(len(concepts) == len(of(records, "C")), "a code twice")
    check(all(len(code) <= 20 for code in concepts), "a code of more than 20 characters")
    texts = {code: words for code, words in of(records, "T", 2)}
    yields, parents = {}, {}
    for parent, children in of(records, "D", 2):
        parts = children.split("\\")
        check(parent in concepts and len(parts) % 3 == 1, f"~D of {parent}")
        for child, factor, yielded in zip(parts[0::3], parts[1::3], parts[2::3]):
            check(child in concepts and child not in parents and factor == "1", f"{child} in {parent}")
            parents[child], yields[child] = parent, Decimal(yielded)
    roots = [code for code in concepts if code.endswith("##")]
    check(len(roots) == 1 and set(parents) | set(roots) == set(concepts), "a concept without a parent")
    lines = []
    for codes, _, total, measured, _ in of(records, "M", 5):
        parent, code = codes.split("\\")
        check(parents[code] == parent and yields.pop(code) == Decimal(total), f"~M of {codes}")
        check(measurement(measured) == Decimal(total), f"the lines of {codes} are not {total}")
        section = [concepts[parents[parent]][2], concepts[parent][2]]
        lines.append(line(texts[code].split("\r\n")[0], concepts[code][1], Decimal(total), section))
    check(all(code.endswith("#") for code in yields), "a unit of work without a measurement")
    return {"lines": lines, "about": version[5]}


def of(records: list, kind: str, fields: int = 0) -> list:
    """The records of a kind; with `fields`, exactly so many of each."""
    found = [record[1:-1] for record in records if record[0] == kind]
    check(not fields or all(len(record) == fields for record in found), f"~{kind} of another number of fields")
    return found


def measurement(field: str) -> Decimal:
    """What the lines of a measurement add up to: of each the product of its magnitudes."""
    total, parts = Decimal(0), field.split("\\")
    check(len(parts) % 6 == 1, "a line of another number of parts")
    for start in range(0, len(parts) - 1, 6):
        kind, _, *magnitudes = parts[start : start + 6]
        check(kind == "", f"a line of type {kind}")
        product = Decimal(1)
        for magnitude in filter(None, magnitudes):
            product *= Decimal(magnitude)
        total += product
    return total


def quickbooks(path: Path) -> dict:
    with path.open(encoding="cp1252", newline="") as file:
        rows = list(csv.reader(file, dialect="excel-tab"))
    names, found = {}, {}
    for word, *fields in rows:
        if word.startswith("!"):
            names[word[1:]] = fields
        else:
            check(len(fields) == len(names[word]), f"{word} of another number of fields")
            found.setdefault(word, []).append(dict(zip(names[word], fields)))
    check(list(names)[-3:] == ["TRNS", "SPL", "ENDTRNS"], "transactions are described last")
    (estimate,), items = found["TRNS"], {item["NAME"]: item for item in found.get("INVITEM", [])}
    check(len({name.lower() for name in items}) == len(found.get("INVITEM", [])), "an item twice")
    check(all(len(own) <= 31 for name in items for own in name.split(":")), "an item's name of more than 31 characters")
    check(all(name.rpartition(":")[0] in ("", *items) for name in items), "an item without its parent")
    check([customer["NAME"] for customer in found["CUST"]] == [estimate["NAME"]], "another customer")
    split = found.get("SPL", [])
    amounts = [Decimal(row["AMOUNT"]) for row in [estimate, *split]]
    check(sum(amounts) == 0, "the transaction does not balance")
    lines = []
    for row in split:
        check(row["TRNSTYPE"] == estimate["TRNSTYPE"] == "ESTIMATES", "another type of transaction")
        unit, memo = row["OTHER2"], row["MEMO"]
        check(memo.endswith(f" ({unit})") and items[row["INVITEM"]]["DESC"] == memo, f"{row}")
        section = row["INVITEM"].split(":")[:2]
        lines.append(line(memo.removesuffix(f" ({unit})"), unit, -Decimal(row["QNTY"]), section))
    return {"lines": lines, "about": estimate["MEMO"]}


def line(description: str, unit: str, quantity: Decimal, section: list) -> dict:
    return {"description": description, "unit": unit, "quantity": str(quantity), "section": section}


if __name__ == "__main__":
    try:
        print(json.dumps({"rib_itwo": rib_itwo, "presto": presto, "quickbooks": quickbooks}[sys.argv[1]](Path(sys.argv[2]))))
    except Wrong as wrong:
        sys.exit(str(wrong))
