// The component: what the host calls, and how rows get from the host into the bill.
//
// Names are those of wit/ in camel case; an option that is not there is `undefined`, a u64 is a BigInt, and an
// exception thrown by `write` fails the export with its message.

import { Bill } from './bill.js';

/** Rows pulled at once: enough that the call's cost vanishes, few enough that a batch stays below a megabyte. */
const BATCH = 500;

/** Bytes pushed at once. */
const PIECE = 64 * 1024;

export const exporter = {
  describe() {
    return {
      id: 'acme',
      version: '0.1.0',
      name: 'Acme bill of quantities',
      format: 'acme',
      mediaType: 'text/tab-separated-values; charset=utf-8',
      extension: 'tsv',
      options: [],
    };
  },

  write(source, sink) {
    const bill = new Bill();
    // A takeoff may have a hundred thousand items, so they are not all held at once. What must be read twice is read
    // again after `source.rewind()`.
    for (const item of all(() => source.items(BATCH))) bill.addItem(item);
    for (const route of all(() => source.routes(BATCH))) bill.addRoute(route);
    const bytes = new TextEncoder().encode(bill.text(source.header(), source.makers()));
    for (let at = 0; at < bytes.length; at += PIECE) sink.write(bytes.subarray(at, at + PIECE));
  },
};

/** Every row of a list, a batch in memory at a time. An empty batch is the end. */
function* all(next) {
  for (let batch = next(); batch.length > 0; batch = next()) yield* batch;
}
