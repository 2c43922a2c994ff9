"""PyMuPDF merely reading every page of a PDF: paths and words. Prints seconds and peak memory in MiB as JSON."""
import json
import resource
import sys
import time

import pymupdf

begun = time.perf_counter()
paths = words = 0
with pymupdf.open(sys.argv[1]) as document:
    for page in document:
        paths += len(page.get_drawings())
        words += len(page.get_text("words"))
seconds = time.perf_counter() - begun
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"seconds": seconds, "peak_mib": peak, "paths": paths, "words": words}))
