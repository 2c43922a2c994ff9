"""Reads YAML files, each with one document.

    read_yaml.py FILE...      prints JSON: a list of their contents
"""

import json
import sys

import yaml

json.dump([yaml.safe_load(open(name, encoding="utf-8")) for name in sys.argv[1:]], sys.stdout)
