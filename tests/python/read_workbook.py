"""Reads a workbook with openpyxl, which nobody here wrote.

    read_workbook.py FILE      prints JSON: the sheets by name, each as a list of rows of values, and the links by cell
"""

import json
import sys

import openpyxl

# Results of formulas, not the formulas.
book = openpyxl.load_workbook(sys.argv[1], data_only=True)
json.dump(
    {
        sheet.title: {
            "rows": [list(row) for row in sheet.iter_rows(values_only=True)],
            "links": {
                cell.coordinate: f"{cell.hyperlink.target}#{cell.hyperlink.location}"
                for row in sheet.iter_rows()
                for cell in row
                if cell.hyperlink and cell.hyperlink.location
            },
        }
        for sheet in book
    },
    sys.stdout,
    default=str,
)
