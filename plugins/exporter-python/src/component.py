"""The component: what the host calls, and how rows get from the host into the bill.

Names are those of wit/ in snake case; the bindings (`wit_world`, `componentize_py_types`) are made by the build. A
result's error is raised as `Err`.
"""

from collections.abc import Callable, Iterator

from bill import Bill
from componentize_py_types import Err
from wit_world import exports
from wit_world.exports.exporter import Description

BATCH = 500
"""Rows pulled at once: enough that the call's cost vanishes, few enough that a batch stays below a megabyte."""

PIECE = 64 * 1024
"""Bytes pushed at once."""


class Exporter(exports.Exporter):
    def describe(self) -> Description:
        return Description(
            id="acme",
            version="0.1.0",
            name="Acme bill of quantities",
            format="acme",
            media_type="text/tab-separated-values; charset=utf-8",
            extension="tsv",
            options=[],
        )

    def write(self, source, sink) -> None:
        try:
            write(source, sink)
        except Err:
            # The sink's own words: the file is too large.
            raise
        except Exception as error:
            # Any other exception would end the component, and nobody would read why.
            raise Err(f"{type(error).__name__}: {error}") from error


def write(source, sink) -> None:
    bill = Bill()
    # A takeoff may have a hundred thousand items, so they are not all held at once. What must be read twice is read again
    # after `source.rewind()`.
    for item in every(source.items):
        bill.add_item(item)
    for route in every(source.routes):
        bill.add_route(route)
    data = bill.text(source.header(), source.makers()).encode()
    for start in range(0, len(data), PIECE):
        sink.write(data[start : start + PIECE])


def every(pull: Callable[[int], list]) -> Iterator:
    """Every row of a list, a batch in memory at a time. An empty batch is the end."""
    while batch := pull(BATCH):
        yield from batch
