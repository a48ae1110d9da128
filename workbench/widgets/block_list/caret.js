// @ts-check
// Where somebody clicked in a rendered block, and the same place in the text that it was rendered from.

const LONGEST = 24; // characters that are compared on each side

/**
 * The words on both sides of a place in rendered text, and how far into all of it the place is, from 0 to 1.
 * @typedef {{ before: string, after: string, share: number }} TextPlace
 */

/**
 * The place below the pointer; `null` where there is no text.
 * @param {HTMLElement} root
 * @param {MouseEvent} event
 * @returns {TextPlace | null}
 */
export function placeOfClick(root, event) {
  const range = document.caretRangeFromPoint?.(event.clientX, event.clientY);
  const node = range?.startContainer;
  if (!range || !node || node.nodeType !== Node.TEXT_NODE || !root.contains(node)) return null;
  const text = node.textContent ?? "";
  const before = document.createRange();
  before.selectNodeContents(root);
  before.setEnd(node, range.startOffset);
  const all = root.textContent?.length || 1;
  return {
    before: text.slice(Math.max(0, range.startOffset - LONGEST), range.startOffset),
    after: text.slice(range.startOffset, range.startOffset + LONGEST),
    share: before.toString().length / all,
  };
}

/**
 * The same place in a source; `null` if its words are not there.
 * @param {string} source
 * @param {TextPlace} place
 * @returns {{ offset: number, length: number } | null} `length` is how many characters agree
 */
export function findPlace(source, { before, after, share }) {
  for (let size = before.length + after.length; size > 0; size -= 1) {
    const left = Math.min(before.length, Math.max(Math.floor(size / 2), size - after.length));
    const words = before.slice(before.length - left) + after.slice(0, size - left);
    const wanted = share * source.length;
    let best = -1;
    for (let at = source.indexOf(words); at >= 0; at = source.indexOf(words, at + 1)) {
      if (best < 0 || Math.abs(at + left - wanted) < Math.abs(best - wanted)) best = at + left;
    }
    if (best >= 0) return { offset: best, length: size };
  }
  return null;
}

/**
 * Where the caret is wanted: at words that were clicked, at the start or the end of what is written, or behind so many
 * characters of the first field.
 * @typedef {TextPlace | "start" | "end" | number} CaretPlace
 */

/**
 * The fields of text below an element, in order.
 * @param {HTMLElement} box
 */
export function textFields(box) {
  return /** @type {(HTMLTextAreaElement | HTMLInputElement)[]} */ (
    [...box.querySelectorAll("textarea:enabled, input[type=text]:enabled")]
  );
}

/**
 * Put the caret into a field, and bring it into sight.
 * @param {HTMLTextAreaElement | HTMLInputElement} field
 * @param {number} offset
 */
export function focusField(field, offset) {
  field.focus({ preventScroll: true });
  field.setSelectionRange(offset, offset);
  field.scrollIntoView({ block: "nearest" });
}

/**
 * Focus the field that has these words, with the caret among them; else the first one, at its end.
 * @param {HTMLElement} box
 * @param {CaretPlace | null} place
 */
export function focusAt(box, place) {
  const fields = textFields(box);
  if (fields.length && (typeof place === "string" || typeof place === "number")) {
    const field = place === "end" ? fields[fields.length - 1] : fields[0];
    focusField(field, place === "start" ? 0 : place === "end" ? field.value.length : place);
    return true;
  }
  /** @type {{ field: HTMLTextAreaElement | HTMLInputElement, offset: number, length: number } | null} */
  let best = null;
  for (const field of place ? fields : []) {
    const found = findPlace(field.value, /** @type {TextPlace} */ (place));
    if (found && found.length > (best?.length ?? 0)) best = { field, ...found };
  }
  const field = best?.field ?? fields[0];
  if (!field) return false;
  focusField(field, best?.offset ?? field.value.length);
  return true;
}
