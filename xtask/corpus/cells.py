"""Compares the cells of schedules with the ruled tables that pdfplumber reads in the same file.

    cells.py RESULTS.json DRAWING.pdf

Prints, for each schedule, how many of its cells stand in one row of the other reader's; then, as a last line,
`cells RIGHT ALL` over the schedules that the other reader saw too. Schedules that it did not see (no rules between the
columns, text in annotations or as strokes) are named and not counted.
"""

import json
import re
import sys

import pdfplumber

# What the service adds to a row.
OURS = {"symbols", "without_symbol"}


def plain(value):
    """A cell without blanks and case; numbers as they are written in short."""
    if isinstance(value, float):
        value = f"{value:f}".rstrip("0").rstrip(".")
    text = re.sub(r"\s+", "", str(value or ""))
    return text.replace("\u2019", "'").replace("\u201d", '"').lower()


def cells_of(row):
    """The cells of a schedule's row that have something in them."""
    said = [row["tag"], row["description"], *(value for key, value in row["attributes"].items() if key not in OURS)]
    return [cell for cell in map(plain, said) if cell]


def main(results, drawing):
    right = total = 0
    with open(results, encoding="utf-8") as file:
        schedules = json.load(file)["schedules"]
    with pdfplumber.open(drawing) as pdf:
        rows_of_page = {}
        for schedule in schedules:
            page = schedule["page_number"]
            if page not in rows_of_page:
                tables = [table.extract() for table in pdf.pages[page - 1].find_tables()]
                rows_of_page[page] = [[plain(cell) for cell in row] for table in tables for row in table]
            rows = rows_of_page[page]
            title = schedule["title"] or "without a title"
            found = wrong = 0
            tags = {cell for row in rows for cell in row}
            if not rows or not any(plain(row["tag"]) in tags for row in schedule["rows"] if row["tag"]):
                print(f"      page {page}, {title}: not seen by the other reader")
                continue
            for row in schedule["rows"]:
                cells = cells_of(row)
                best = max(rows, key=lambda other: sum(cell in other for cell in cells))
                missing = [cell for cell in cells if cell not in best]
                found += len(cells) - len(missing)
                wrong += len(missing)
                for cell in missing[:3]:
                    print(f"      page {page}, {title}, row {row['tag']}: {cell} is not in {[c for c in best if c][:12]}")
            print(f"      page {page}, {title}: {found} of {found + wrong} cells")
            right += found
            total += found + wrong
    print(f"cells {right} {total}")


if __name__ == "__main__":
    main(*sys.argv[1:3])
