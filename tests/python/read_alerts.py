"""Parses the queries of alerts and of prometheus-adapter's rules.

    read_alerts.py ALERTS ADAPTER      prints JSON: [[metric, {label: value}], …], for every selector
"""

import json
import sys

import promql_parser
import yaml

with open(sys.argv[1], encoding="utf-8") as file:
    queries = [rule["expr"] for group in yaml.safe_load(file)["groups"] for rule in group["rules"]]
with open(sys.argv[2], encoding="utf-8") as file:
    for rule in yaml.safe_load(file)["rules"]["external"]:
        queries += [rule["seriesQuery"], rule["metricsQuery"].replace("<<.LabelMatchers>>", 'namespace="takeoff"')]

selectors = []


def visit(expression):
    if isinstance(expression, promql_parser.VectorSelector):
        labels = {matcher.name: matcher.value for matcher in expression.matchers.matchers}
        selectors.append([expression.name, labels])


for query in queries:
    promql_parser.walk(promql_parser.parse(query), visit)
json.dump(selectors, sys.stdout)
