// The bill of quantities: items and routes added up by what they are, written as tab-separated text.
//
// Nothing here calls the host, so that it is tested without it.

const COLUMNS = ['Trade', 'Category', 'Type', 'Description', 'Pages', 'Count', 'Quantity', 'Unit'];

/** Lines in the order in which their first row came. */
export class Bill {
  #lines = new Map();

  /** Adds an item, unless a reviewer rejected it. */
  addItem(item) {
    if (item.reviewStatus === 'rejected') return;
    const key = [words(item.trade), item.category, item.itemType, item.description, item.unit];
    this.#add(key, item.pageNumber, item.effectiveQuantity);
  }

  /** Adds a measured run. */
  addRoute(route) {
    const system = words(route.system);
    const size = route.attributes.find(([name, value]) => name === 'size' && value.tag === 'text');
    const key = [words(route.trade), 'routes', system, size ? size[1].val : system, route.unit];
    this.#add(key, route.pageNumber, route.quantity);
  }

  #add(key, page, quantity) {
    const name = JSON.stringify(key);
    const line = this.#lines.get(name) ?? { key, pages: [], count: 0, quantity: 0 };
    this.#lines.set(name, line);
    // Rows come page by page.
    if (line.pages.at(-1) !== page) line.pages.push(page);
    line.count += 1;
    line.quantity += quantity;
  }

  /** The whole file. */
  text(header, makers) {
    const rows = [
      ['Bill of quantities', header.projectName],
      ['Reference', header.projectReference ?? ''],
      ['Drawing', header.documentFilename],
      ['Discipline', words(header.discipline)],
      ['Completed', header.completedAt],
      ...makers.map(({ role, id, version }) => ['Made by', `${role} ${id} ${version}`]),
      [],
      COLUMNS,
    ];
    for (const { key, pages, count, quantity } of this.#lines.values()) {
      const [trade, category, type, description, unit] = key;
      rows.push([trade, category, type, description, pages.join(', '), `${count}`, number(quantity), unit]);
    }
    return rows.map((row) => row.map(cell).join('\t') + '\n').join('');
  }
}

/** A cell that stays one cell, and that a spreadsheet will not run as a formula: drawings come from strangers. */
function cell(value) {
  const plain = value.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ');
  return /^[=+\-@]/.test(plain) ? `'${plain}` : plain;
}

/** At most four decimals, which hide the noise of a unit conversion. */
function number(value) {
  return value.toFixed(4).replace(/\.?0+$/, '');
}

/** A name of wit/ for people: `fire-protection` is `fire protection`. */
function words(name) {
  return name.replaceAll('-', ' ');
}
