"""Lints a chart and renders it with Helm's own library, and checks the manifests by the schemas of Kubernetes.

    render_chart.py CHART VALUES.json      prints JSON: the manifests
"""

import json
import sys

import helm_python as helm
import kubernetes_validate
import yaml

chart, values = sys.argv[1], json.loads(sys.argv[2])
report = helm.lint(chart, values, strict=True)
# An icon is the only thing that Helm recommends beyond what a chart needs.
findings = [one for one in report["messages"] if "icon is recommended" not in one["error"]]
if findings or report["errors"]:
    sys.exit(f"lint: {findings} {report['errors']}")
rendered = helm.Chart.load(chart).render(values, name="plumbline", namespace="takeoff", is_install=True)
manifests = [
    manifest
    for name, text in rendered.items()
    if not name.endswith("NOTES.txt")
    for manifest in yaml.safe_load_all(text)
    if manifest
]
for manifest in manifests:
    # Schemas of custom resources are not published with Kubernetes.
    if "coreos.com" not in manifest["apiVersion"]:
        kubernetes_validate.validate(manifest, "1.30", strict=True)
json.dump(manifests, sys.stdout)
