"""The bill of quantities: items and routes added up by what they are, written as tab-separated text.

Nothing here calls the host or needs its bindings, so that it is tested without them.
"""

import re
from dataclasses import dataclass, field

COLUMNS = ["Trade", "Category", "Type", "Description", "Pages", "Count", "Quantity", "Unit"]


@dataclass
class Line:
    pages: list[int] = field(default_factory=list)
    count: int = 0
    quantity: float = 0.0


class Bill:
    """Lines in the order in which their first row came."""

    def __init__(self) -> None:
        self._lines: dict[tuple[str, ...], Line] = {}

    def add_item(self, item) -> None:
        """Adds an item, unless a reviewer rejected it."""
        if words(item.review_status) == "rejected":
            return
        key = (words(item.trade), item.category, item.item_type, item.description, item.unit)
        self._add(key, item.page_number, item.effective_quantity)

    def add_route(self, route) -> None:
        """Adds a measured run."""
        system = words(route.system)
        # An attribute's value is text, a number or a flag.
        sizes = (v.value for name, v in route.attributes if name == "size" and isinstance(v.value, str))
        key = (words(route.trade), "routes", system, next(sizes, system), route.unit)
        self._add(key, route.page_number, route.quantity)

    def _add(self, key: tuple[str, ...], page: int, quantity: float) -> None:
        line = self._lines.setdefault(key, Line())
        # Rows come page by page.
        if line.pages[-1:] != [page]:
            line.pages.append(page)
        line.count += 1
        line.quantity += quantity

    def text(self, header, makers) -> str:
        """The whole file."""
        rows = [
            ["Bill of quantities", header.project_name],
            ["Reference", header.project_reference or ""],
            ["Drawing", header.document_filename],
            ["Discipline", words(header.discipline)],
            ["Completed", header.completed_at],
            *(["Made by", f"{maker.role} {maker.id} {maker.version}"] for maker in makers),
            [],
            COLUMNS,
        ]
        for (trade, category, kind, description, unit), line in self._lines.items():
            pages = ", ".join(map(str, line.pages))
            rows.append([trade, category, kind, description, pages, str(line.count), number(line.quantity), unit])
        return "".join("\t".join(map(cell, row)) + "\n" for row in rows)


def cell(value: str) -> str:
    """A cell that stays one cell, and that a spreadsheet will not run as a formula: drawings come from strangers."""
    plain = re.sub(r"[\x00-\x1f\x7f-\x9f]", " ", value)
    return "'" + plain if plain.startswith(("=", "+", "-", "@")) else plain


def number(value: float) -> str:
    """At most four decimals, which hide the noise of a unit conversion."""
    return f"{value:.4f}".rstrip("0").rstrip(".")


def words(member) -> str:
    """A name of wit/ for people: `FIRE_PROTECTION` is `fire protection`."""
    return member.name.lower().replace("_", " ")
