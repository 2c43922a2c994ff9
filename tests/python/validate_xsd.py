"""Validates an XML file against a schema: `validate_xsd.py SCHEMA FILE`. Prints the first errors and ends with 1."""

import sys

from lxml import etree

schema = etree.XMLSchema(etree.parse(sys.argv[1]))
if not schema.validate(etree.parse(sys.argv[2])):
    sys.exit("\n".join(str(error) for error in list(schema.error_log)[:20]))
