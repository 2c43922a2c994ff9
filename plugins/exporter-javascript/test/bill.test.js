// `npm test`: what the bill says for given rows.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Bill } from '../src/bill.js';

const header = {
  projectName: 'Café «Größe»',
  projectReference: '2026-041',
  documentFilename: 'P-101.pdf',
  discipline: 'fire-protection',
  completedAt: '2026-11-21T08:00:00Z',
};

const item = (description, pageNumber, reviewStatus = 'extracted') => ({
  description,
  pageNumber,
  reviewStatus,
  trade: 'plumbing',
  category: 'drains',
  itemType: 'floor_drain',
  effectiveQuantity: 1,
  unit: 'EA',
});

const pipe = (pageNumber, quantity) => ({
  pageNumber,
  quantity,
  trade: 'plumbing',
  system: 'pipe',
  unit: 'M',
  attributes: [['size', { tag: 'text', val: 'DN 100' }]],
});

test('equal rows become one line and rejected ones none', () => {
  const bill = new Bill();
  for (const page of [1, 1, 3]) bill.addItem(item('Floor drain', page));
  bill.addItem(item('Floor drain', 3, 'rejected'));
  bill.addRoute(pipe(2, 12.34));
  bill.addRoute(pipe(2, 0.1));
  assert.equal(
    bill.text(header, [{ role: 'extractor', id: 'plumbing', version: '0.1.0', digest: '5f' }]),
    'Bill of quantities\tCafé «Größe»\nReference\t2026-041\nDrawing\tP-101.pdf\nDiscipline\tfire protection\n' +
      'Completed\t2026-11-21T08:00:00Z\nMade by\textractor plumbing 0.1.0\n\n' +
      'Trade\tCategory\tType\tDescription\tPages\tCount\tQuantity\tUnit\n' +
      'plumbing\tdrains\tfloor_drain\tFloor drain\t1, 3\t3\t3\tEA\n' +
      'plumbing\troutes\tpipe\tDN 100\t2\t2\t12.44\tM\n',
  );
});

test('text of a drawing stays in its cell and is no formula', () => {
  const bill = new Bill();
  bill.addItem(item('=HYPERLINK("x")\tFD\r\n2', 1));
  const line = bill.text(header, []).split('\n').at(-2);
  assert.equal(line, `plumbing\tdrains\tfloor_drain\t'=HYPERLINK("x") FD  2\t1\t1\t1\tEA`);
});
