// @ts-check
// Files for the lesson: dropped on the list, pasted anywhere in the panel, or chosen. Python, which has the session, gets
// them in pieces; a few are on their way at a time, so that no large file stands in memory.

import { closest, element, subscribe } from "../kit/dom.js";
import { newId } from "./elements.js";
import { makeProgressRow } from "./upload_row.js";

const PIECE = 1000000; // bytes
const AHEAD = 3; // pieces that are sent before the first of them has arrived
const TAKEN = "Pictures (PNG, JPEG, WebP, GIF), sound (MP3, M4A, OGG), video (MP4, WebM) and PDF are supported.";
const LOST = "The kernel was restarted or stopped. Run the cell again, then add the file again.";

/**
 * @typedef {[mediaType: string, blockType: string, endings: string[], mostBytes: number]} UploadType
 * @typedef {{ types: UploadType[], problem: string }} UploadTypes
 * @typedef {{ asset: string, type: string, alternativeText: string, fileName: string }} Stored
 */

/**
 * Of which type a file is by its name and what the browser says; what the bytes are is found by the service.
 * @param {{ name: string, type: string }} file
 * @param {UploadType[]} types
 */
export function typeOf(file, types) {
  const ending = file.name.toLowerCase().split(".").pop() ?? "";
  return types.find(([name]) => name === file.type) ?? types.find(([, , endings]) => endings.includes(ending));
}

/**
 * Why a file is not sent; an empty text if nothing speaks against it.
 * @param {{ name: string, type: string, size: number }} file
 * @param {UploadTypes} uploads
 * @param {string} [blockType] the type of block that is to show it; "file" takes each
 */
export function refusal(file, { types, problem }, blockType = "file") {
  if (problem || !types.length) return problem || "The lesson is still loading. Try again in a moment.";
  if (file.size === 0) return `${file.name} is empty or a folder.`;
  const found = typeOf(file, types);
  if (!found) {
    const isSvg = /\.svgz?$/i.test(file.name) || file.type === "image/svg+xml";
    const why = isSvg ? "is an SVG, which may have scripts in it; save it as PNG." : "can't be shown in lessons.";
    return `${file.name} ${why} ${TAKEN} Nothing was sent.`;
  }
  const [name, kind, , most] = found;
  if (blockType !== "file" && kind !== blockType) {
    return `${file.name} does not fit into this block. Drop it on the list to add it as a new block.`;
  }
  if (file.size <= most) return "";
  const size = (file.size / 1e6).toLocaleString("en", { maximumFractionDigits: 1 });
  return `${file.name} has ${size} MB; a file of the type ${name} has at most ${most / 1e6} MB. Nothing was sent.`;
}

/**
 * @param {import("./list_state.js").BlockListModel} model
 * @param {{
 *   el: HTMLElement, view: string, ask: import("./list_state.js").Ask,
 *   send: (intent: string, fields: Record<string, any>) => unknown, isLost: () => boolean,
 *   place: () => string | null, onBlock: (id: string, type: string) => void,
 * }} options `place` is the block that new ones stand behind; `onBlock` is told of one that was added alone
 */
export function makeUploads(model, { el, view, ask, send, isLost, place, onBlock }) {
  const box = element("div", "bl-uploads");
  const input = element("input", "bl-file");
  input.type = "file";
  input.hidden = true;
  /** @type {((files: File[]) => void) | undefined} */
  let onChosen;
  /** @type {Map<string, ReturnType<typeof makeProgressRow>>} */
  const rows = new Map();
  box.append(input);

  /**
   * @param {File} file
   * @param {{ block: string | null, after: string | null, blockType?: string }} wanted
   * @returns {Promise<Stored | undefined>} nothing if it was refused or cancelled, which is shown
   */
  async function sendFile(file, { block, after, blockType }) {
    const reason = refusal(file, model.get("uploads"), blockType);
    const row = makeProgressRow(file.name, () => send("cancel", { transfer }));
    const transfer = newId();
    box.append(row.element);
    if (reason) {
      row.fail(reason);
      return undefined;
    }
    rows.set(transfer, row);
    try {
      await sendPieces(file, transfer, row);
      row.show("Sending", 0);
      const stored = await answered(row, "store", { transfer, block, after });
      row.element.remove();
      return stored;
    } catch (error) {
      if (row.isCancelled) row.element.remove();
      else row.fail(error instanceof Refused ? error.message : `${file.name} could not be read.`);
      return undefined;
    } finally {
      rows.delete(transfer);
    }
  }
  /** @param {File} file @param {string} transfer @param {ReturnType<typeof makeProgressRow>} row */
  async function sendPieces(file, transfer, row) {
    /** @type {Promise<void>[]} */
    const onTheirWay = [];
    /** @param {number} start @param {ArrayBuffer} bytes */
    async function keepPiece(start, bytes) {
      const { received } = await answered(row, "piece", { transfer, name: file.name, size: file.size, start }, [bytes]);
      row.show("Reading", received / file.size);
    }
    for (let start = 0; start < file.size; start += PIECE) {
      // oxlint-disable-next-line no-await-in-loop -- in order, and never the whole file at once
      const bytes = await file.slice(start, start + PIECE).arrayBuffer();
      const kept = keepPiece(start, bytes);
      kept.catch(() => {}); // the first that fails is told; the others fail with it
      onTheirWay.push(kept);
      // oxlint-disable-next-line no-await-in-loop -- the notebook takes one after the other
      if (onTheirWay.length > AHEAD) await onTheirWay.shift();
    }
    await Promise.all(onTheirWay);
  }
  /**
   * @param {ReturnType<typeof makeProgressRow>} row
   * @param {string} intent @param {Record<string, any>} fields @param {ArrayBuffer[]} [buffers]
   */
  async function answered(row, intent, fields, buffers) {
    const answer = ask(intent, fields, buffers);
    if (isLost()) throw new Refused(LOST);
    const { problem, ...rest } = await row.expect(answer);
    if (problem !== undefined) throw new Refused(problem);
    return /** @type {any} */ (rest);
  }

  /**
   * Make blocks of files, one after the other, behind the chosen block.
   * @param {File[]} files
   */
  async function add(files) {
    let after = place();
    for (const file of files) {
      const block = newId();
      // oxlint-disable-next-line no-await-in-loop -- one after the other: they stand in the order they came in
      const stored = await sendFile(file, { block, after });
      if (!stored) continue;
      if (after !== null) after = block;
      if (files.length === 1) onBlock(block, stored.type);
    }
  }
  /** @param {string} accept @param {boolean} isMany @param {(files: File[]) => void} then */
  function open(accept, isMany, then) {
    input.accept = accept;
    input.multiple = isMany;
    onChosen = then;
    input.click();
  }
  /** @param {string} [blockType] */
  function endings(blockType = "file") {
    const { types } = model.get("uploads");
    const fitting = types.filter(([, kind]) => blockType === "file" || kind === blockType);
    return fitting.flatMap(([name, , suffixes]) => [name, ...suffixes.map((ending) => `.${ending}`)]).join(",");
  }
  input.addEventListener("change", () => {
    onChosen?.([...(input.files ?? [])]); // the input's own list is empty when the input is
    input.value = ""; // so that the same file can be chosen again
  });

  // Drop and paste

  const mayTake = () => !model.get("disabled") && model.get("can").write;
  /** @param {DragEvent} event */
  function onDrag(event) {
    if (![...(event.dataTransfer?.types ?? [])].includes("Files") || !mayTake()) return;
    event.preventDefault();
    event.stopPropagation();
    const isOutside = event.type === "dragleave" && !el.contains(/** @type {Node | null} */ (event.relatedTarget));
    el.classList.toggle("bl-dropping", event.type !== "drop" && !isOutside);
  }
  /** @param {DragEvent} event */
  function onDrop(event) {
    onDrag(event);
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length && mayTake()) void add(files);
  }
  // What is copied as a picture has no text: text that is pasted into a field goes there as ever.
  /** @param {ClipboardEvent} event */
  function onPaste(event) {
    const files = [...(event.clipboardData?.files ?? [])];
    const panel = el.closest(".wb-panel") ?? el;
    if (!files.length || !mayTake() || !panel.contains(/** @type {Node} */ (event.target))) return;
    if (event.clipboardData?.getData("text/plain") && closest(event, "input, textarea")) return;
    event.preventDefault();
    event.stopPropagation();
    void add(files);
  }
  /** @param {{ view?: string, upload?: string, percent?: number, waiting?: string, seconds?: number }} message */
  function onMessage(message) {
    if (message?.view !== view || !message.upload) return;
    const row = rows.get(message.upload);
    if (message.waiting) row?.wait(message.waiting, message.seconds ?? 0);
    else row?.show("Sending", (message.percent ?? 0) / 100);
  }
  const drags = /** @type {const} */ (["dragenter", "dragover", "dragleave"]);
  for (const name of drags) el.addEventListener(name, onDrag);
  el.addEventListener("drop", onDrop);
  document.addEventListener("paste", onPaste, true);
  const unsubscribe = subscribe(model, [["msg:custom", onMessage]]);

  return {
    element: box,
    choose: () => open(endings(), true, (files) => void add(files)),
    /**
     * The asset of one file for a block of this type, which is not inserted.
     * @param {string} blockType
     * @param {(stored: Stored) => void} then
     */
    chooseFor(blockType, then) {
      open(endings(blockType), false, async ([file]) => {
        const stored = file && await sendFile(file, { block: null, after: null, blockType });
        if (stored) then(stored);
      });
    },
    close() {
      document.removeEventListener("paste", onPaste, true);
      el.removeEventListener("drop", onDrop);
      for (const name of drags) el.removeEventListener(name, onDrag);
      unsubscribe();
    },
  };
}

class Refused extends Error {}
