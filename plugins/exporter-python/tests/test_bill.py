"""What the bill says for given rows: `python3 -m unittest discover tests`."""

import pathlib
import sys
import unittest
from enum import Enum
from types import SimpleNamespace as Record

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "src"))

from bill import Bill  # noqa: E402

Name = Enum("Name", "PLUMBING FIRE_PROTECTION PIPE EXTRACTED REJECTED")

HEADER = Record(
    project_name="Café «Größe»",
    project_reference="2026-041",
    document_filename="P-101.pdf",
    discipline=Name.FIRE_PROTECTION,
    completed_at="2026-11-21T08:00:00Z",
)


def item(description: str, page: int, status: Name = Name.EXTRACTED) -> Record:
    return Record(
        description=description,
        page_number=page,
        review_status=status,
        trade=Name.PLUMBING,
        category="drains",
        item_type="floor_drain",
        effective_quantity=1.0,
        unit="EA",
    )


def pipe(page: int, quantity: float) -> Record:
    return Record(
        page_number=page,
        quantity=quantity,
        trade=Name.PLUMBING,
        system=Name.PIPE,
        unit="M",
        attributes=[("length", Record(value=3.0)), ("size", Record(value="DN 100"))],
    )


class TestBill(unittest.TestCase):
    maxDiff = None

    def test_equal_rows_become_one_line_and_rejected_ones_none(self):
        bill = Bill()
        for page in (1, 1, 3):
            bill.add_item(item("Floor drain", page))
        bill.add_item(item("Floor drain", 3, Name.REJECTED))
        bill.add_route(pipe(2, 12.34))
        bill.add_route(pipe(2, 0.1))
        maker = Record(role="extractor", id="plumbing", version="0.1.0", digest="5f")
        self.assertEqual(
            bill.text(HEADER, [maker]),
            "Bill of quantities\tCafé «Größe»\nReference\t2026-041\nDrawing\tP-101.pdf\nDiscipline\tfire protection\n"
            "Completed\t2026-11-21T08:00:00Z\nMade by\textractor plumbing 0.1.0\n\n"
            "Trade\tCategory\tType\tDescription\tPages\tCount\tQuantity\tUnit\n"
            "plumbing\tdrains\tfloor_drain\tFloor drain\t1, 3\t3\t3\tEA\n"
            "plumbing\troutes\tpipe\tDN 100\t2\t2\t12.44\tM\n",
        )

    def test_text_of_a_drawing_stays_in_its_cell_and_is_no_formula(self):
        bill = Bill()
        bill.add_item(item('=HYPERLINK("x")\tFD\r\n2', 1))
        line = bill.text(HEADER, []).splitlines()[-1]
        self.assertEqual(line, "plumbing\tdrains\tfloor_drain\t'=HYPERLINK(\"x\") FD  2\t1\t1\t1\tEA")


if __name__ == "__main__":
    unittest.main()
