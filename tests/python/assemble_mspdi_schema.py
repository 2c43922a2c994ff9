"""Assembles the schema of Microsoft Project's XML: `assemble_mspdi_schema.py FOLDER SCHEMA`.

FOLDER has the pages "XML Schema for the … Element" and "… TimephasedDataType Complex Type" of Microsoft's Project XML Data
Interchange Schema Reference, as Markdown with their file names there (`xml-schema-for-the-tasks-element.md`). Each page
shows one section of `mspdi_pj12.xsd`, and that of Project has gaps where the others belong.
"""

import pathlib
import re
import sys

GAP = ". . ."
SECTIONS = ["OutlineCodes", "WBSMasks", "ExtendedAttributes", "Calendars", "Tasks", "Resources", "Assignments"]


def section(folder: pathlib.Path, name: str) -> str:
    """Returns the schema on a page, without its XML declaration."""
    page = (folder / f"xml-schema-for-the-{name.lower()}.md").read_text(encoding="utf-8")
    return re.sub(r"^\s*<\?xml.*?\?>", "", re.search(r"```\s*xml\s*\n(.*?)```", page, re.DOTALL)[1])


def fill(schema: str, opening: str, closing: str, content: str) -> str:
    """Puts a section into its gap."""
    start = content.index(opening.rstrip(">"))
    gap = f"{opening} {GAP} {closing}"
    if gap not in schema:
        sys.exit(f"the page of Project has no gap {gap}")
    return schema.replace(gap, content[start:].replace(GAP, ""))


folder, target = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
schema = section(folder, "Project-element")
for name in SECTIONS:
    opening = f'<xsd:element name="{name}" minOccurs="0">'
    schema = fill(schema, opening, "</xsd:element>", section(folder, f"{name}-element"))
timephased = section(folder, "TimephasedDataType-complex-type")
schema = fill(schema, '<xsd:complexType name="TimephasedDataType">', "</xsd:complexType>", timephased)
# Project writes and reads files of the namespace without the year.
schema = schema.replace("schemas.microsoft.com/project/2007", "schemas.microsoft.com/project")
target.write_text(schema.strip() + "\n</xsd:schema>\n", encoding="utf-8")
