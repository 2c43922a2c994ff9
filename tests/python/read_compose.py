"""Reads a compose file with a parser of the Compose specification. Anchors are merged, variables get their own names.

    read_compose.py FILE      prints JSON: the file's contents
"""

import re
import sys

from compose_spec import PyOptions

with open(sys.argv[1], encoding="utf-8") as file:
    text = re.sub(r"\$\{(\w+):\?\}", r"\1", file.read())
compose = PyOptions(apply_merge=True).from_yaml(text)
compose.validate()
print(compose.to_json())
