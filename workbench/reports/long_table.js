// @ts-check
// A long table of a report: search, sorting, pages. Without this script, the rows after the first ones are in a
// `details` element after the table.
// A panel bundles this module; a notebook's output has its text in it, so it imports nothing.

// The table in an element is made searchable; what does so goes above and below `frame`, by default the table.
/** @param {HTMLElement | null | undefined} section @param {Element | null} [frame] */
export function makeSearchable(section, frame = null) {
  const table = section?.querySelector("table");
  const head = table?.tHead?.rows[0];
  if (!section || !table || !head || section.dataset.wbReady) return;
  section.dataset.wbReady = "true";
  section.dataset.lmSuppressShortcuts = "true";
  const [body] = table.tBodies;
  const rest = table.nextElementSibling?.matches("details") ? table.nextElementSibling : null;
  const rows = [...body.rows, ...(rest?.querySelector("table")?.tBodies[0].rows ?? [])];
  rest?.remove();
  let found = rows;
  let page = 0;
  let size = 20;
  let sortedBy = -1;
  let direction = 1;

  const owner = section.ownerDocument;
  /** @param {string} tag @param {Record<string, string>} attributes @param {string} text */
  const make = (tag, attributes, text = "") => {
    const made = owner.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.textContent = text;
    return made;
  };
  const search = /** @type {HTMLInputElement} */ (
    make("input", { type: "search", placeholder: "Search", "aria-label": "Search this table" })
  );
  const sizes = /** @type {HTMLSelectElement} */ (make("select", { "aria-label": "Rows per page" }));
  for (const count of [20, 50, 200]) sizes.append(make("option", { value: String(count) }, `${count} rows per page`));
  const back = /** @type {HTMLButtonElement} */ (make("button", { type: "button" }, "Previous"));
  const next = /** @type {HTMLButtonElement} */ (make("button", { type: "button" }, "Next"));
  const status = make("span", { role: "status", style: "margin:0 .6rem" });
  const above = make("div", { style: "display:flex;gap:.6rem;margin:.2rem 0" });
  const below = make("div", { style: "margin:.4rem 0" });

  const show = () => {
    const pages = Math.max(1, Math.ceil(found.length / size));
    page = Math.min(Math.max(page, 0), pages - 1);
    body.replaceChildren(...found.slice(page * size, (page + 1) * size));
    const count = `${found.length.toLocaleString("en")} ${found.length === 1 ? "row" : "rows"}`;
    status.textContent = `${count}, page ${page + 1} of ${pages}`;
    back.disabled = page === 0;
    next.disabled = page === pages - 1;
  };
  /** @param {HTMLTableRowElement} row */
  const key = (row) => row.cells[sortedBy].textContent ?? "";
  /** @param {HTMLTableRowElement} row */
  const number = (row) => Number(key(row).replaceAll(",", "") || Number.NEGATIVE_INFINITY);
  const update = () => {
    const words = search.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    found = rows.filter((row) => {
      const text = [...row.cells].map((cell) => cell.textContent).join(" ").toLocaleLowerCase();
      return words.every((word) => text.includes(word));
    });
    if (sortedBy >= 0) {
      const areNumbers = rows.every((row) => !Number.isNaN(number(row)));
      const { compare } = new Intl.Collator(undefined, { numeric: true });
      found.sort((one, other) =>
        areNumbers ? direction * (number(one) - number(other) || 0) : direction * compare(key(one), key(other)),
      );
    }
    page = 0;
    show();
  };
  for (const [place, cell] of [...head.cells].entries()) {
    const style = "all:unset;cursor:pointer;font:inherit;outline:revert";
    const button = make("button", { type: "button", title: "Sort", style }, cell.textContent ?? "");
    button.addEventListener("click", () => {
      direction = sortedBy === place ? -direction : 1;
      sortedBy = place;
      for (const other of head.cells) other.removeAttribute("aria-sort");
      cell.setAttribute("aria-sort", direction > 0 ? "ascending" : "descending");
      for (const other of head.querySelectorAll("i")) other.remove();
      cell.append(make("i", { "aria-hidden": "true" }, direction > 0 ? " ↑" : " ↓"));
      update();
    });
    cell.replaceChildren(button);
  }
  /** @param {number} step */
  const turn = (step) => {
    page += step;
    show();
  };
  search.addEventListener("input", update);
  sizes.addEventListener("change", () => {
    size = Number(sizes.value);
    update();
  });
  back.addEventListener("click", () => turn(-1));
  next.addEventListener("click", () => turn(1));
  above.append(search, sizes);
  below.append(back, status, next);
  (frame ?? table).before(above);
  (frame ?? table).after(below);
  show();
}
