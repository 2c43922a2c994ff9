"""Reads metrics with the parsers of prometheus_client, which nobody here wrote.

    read_metrics.py openmetrics|text FILE      prints JSON: the families by name, each with its type and its samples
"""

import json
import sys

from prometheus_client import parser
from prometheus_client.openmetrics import parser as openmetrics_parser

with open(sys.argv[2], encoding="utf-8") as file:
    text = file.read()
parse = {"openmetrics": openmetrics_parser, "text": parser}[sys.argv[1]].text_string_to_metric_families
json.dump(
    {
        family.name: {
            "type": family.type,
            "help": family.documentation,
            "samples": [[sample.name, sample.labels, float(sample.value)] for sample in family.samples],
        }
        for family in parse(text)
    },
    sys.stdout,
)
